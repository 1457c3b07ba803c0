//! Worked examples that were run, as programs read them.

use sandtable_session::example_runs::{self, BaseRuns, ExampleRun, ExampleRuns};
use sandtable_source::SourceMap;
use serde::Serialize;

use super::coverage::Unexercised;
use super::findings::Finding;

/// The document of `test`.
#[derive(Debug, Serialize)]
pub struct ExamplesDocument<'a> {
    rulesets: Vec<RulesetRow<'a>>,
}

/// The examples of one ruleset.
#[derive(Debug, Serialize)]
pub struct RulesetRow<'a> {
    ruleset: &'a str,
    passed: usize,
    failed: usize,
    not_run: &'a [String],
    examples: Vec<ExampleRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unexercised: Option<Unexercised<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<BaseRow<'a>>,
}

#[derive(Debug, Serialize)]
struct ExampleRow<'a> {
    title: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    sections: &'a [String],
    passed: bool,
    findings: Vec<Finding<'a>>,
}

#[derive(Debug, Serialize)]
struct BaseRow<'a> {
    examples: usize,
    differ: &'a [String],
}

impl<'a> ExamplesDocument<'a> {
    /// Describes rulesets.
    pub fn new(rulesets: Vec<RulesetRow<'a>>) -> Self {
        Self { rulesets }
    }
}

impl<'a> RulesetRow<'a> {
    /// Describes the examples of a ruleset, and optionally the gaps of its coverage and the results of the examples of its
    /// base.
    pub fn new(
        runs: &'a ExampleRuns,
        sources: &'a SourceMap,
        gaps: Option<&'a example_runs::Unexercised>,
        base: Option<&'a BaseRuns>,
    ) -> Self {
        let n_failed = runs.n_failed();
        let example = |run: &'a ExampleRun| {
            let source = sources.get(run.span.file);
            ExampleRow {
                title: &run.title,
                file: source.map(|source| source.name.as_str()),
                line: source.map(|source| source.position(run.span.start).line),
                sections: &run.citations,
                passed: run.findings.is_empty(),
                findings: Finding::all(run.findings.iter(), sources),
            }
        };
        Self {
            ruleset: &runs.ruleset,
            passed: runs.runs.len() - n_failed,
            failed: n_failed,
            not_run: &runs.not_run,
            examples: runs.runs.iter().map(example).collect(),
            unexercised: gaps.map(|gaps| Unexercised::new(gaps, sources)),
            base: base.map(|base| BaseRow {
                examples: base.n_examples,
                differ: &base.differ,
            }),
        }
    }
}
