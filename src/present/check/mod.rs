//! The findings of a check: with their lines, counted, and as cases to run.

pub mod github;
#[cfg(feature = "graphical")]
mod listing;

#[cfg(feature = "graphical")]
pub use listing::text;

use crate::findings::Tally;
use crate::numerals::counted;
use sandtable_diagnostic::Diagnostics;
use sandtable_lint::counterexample;
use sandtable_model::RuleBook;
use sandtable_session::example_runs::ExampleRun;
use sandtable_source::SourceMap;
use std::sync::Arc;

/// The findings of one ruleset.
#[derive(Default)]
pub struct Report {
    /// The sources of the findings.
    pub sources: SourceMap,
    /// The findings and notes.
    pub diagnostics: Diagnostics,
    /// Empty if a line cannot be read.
    pub book: Arc<RuleBook>,
    /// The examples that failed, among those that were run.
    pub failing: Vec<FailedExample>,
    /// Number of the examples that were not run for lack of time.
    pub n_not_run: usize,
}

/// An example that fails.
#[derive(Debug, Clone)]
pub struct FailedExample {
    /// Its title.
    pub title: String,
    /// Differences from the expectations.
    pub findings: Diagnostics,
}

impl FailedExample {
    /// Returns those among some runs; not those that cannot be read, as the findings that are known say.
    pub fn among(runs: impl IntoIterator<Item = ExampleRun>, known: &Diagnostics) -> Vec<Self> {
        let runs = runs.into_iter();
        let failed = runs.filter(|run| {
            run.findings
                .iter()
                .any(|one| !known.iter().any(|other| one == other))
        });
        failed
            .map(|run| Self {
                title: run.title,
                findings: run.findings,
            })
            .collect()
    }
}

impl Report {
    /// Returns the report on a ruleset that cannot be loaded.
    pub fn unloaded(diagnostics: Diagnostics) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
    }
}

/// Cases that show findings, as examples to run.
#[derive(Debug, Default)]
pub struct Cases {
    /// Rule text, each once.
    pub examples: Vec<String>,
    /// Number of findings that have none.
    pub n_without: usize,
}

/// Parts of a report that are shown only on request.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    /// Whether notes are shown, not only counted.
    pub notes: bool,
    /// Whether findings that are allowed are shown, not only counted.
    pub allowed: bool,
}

/// Returns remarks on what the reports leave out.
pub fn remarks(reports: &[Report]) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for report in reports {
        remarks.extend(report.diagnostics.left_out());
        if report.n_not_run > 0 {
            let examples = counted(report.n_not_run, "example");
            let verb = if report.n_not_run == 1 { "was" } else { "were" };
            remarks.push(format!(
                "{examples} {verb} not run for lack of time: `sandtable test` runs all"
            ));
        }
    }
    remarks
}

/// Returns the number of files that were checked.
pub fn n_files(reports: &[Report]) -> usize {
    let files = reports.iter().map(|report| report.sources.files().count());
    files.sum()
}

/// Counts the findings of all rulesets.
pub fn tally(reports: &[Report]) -> Tally {
    let mut tally = Tally::default();
    for report in reports {
        tally.add(&report.diagnostics, &report.sources);
    }
    tally
}

/// Collects the cases of all findings and notes.
pub fn cases(reports: &[Report]) -> Cases {
    let mut cases = Cases::default();
    for report in reports {
        let found = &report.diagnostics;
        for finding in found.iter().chain(found.notes()) {
            let told = finding.example.as_deref().map(str::to_owned);
            match told.or_else(|| counterexample::find(&report.book, finding)) {
                Some(example) => {
                    let (number, message) = (finding.code.number(), &finding.message);
                    let text = format!("# {number}: {message}\n{example}");
                    if !cases.examples.contains(&text) {
                        cases.examples.push(text);
                    }
                }
                None => cases.n_without += 1,
            }
        }
    }
    cases
}

/// Returns the line on cases that were written into a file.
pub fn written_text(cases: &Cases, file: &str) -> String {
    let n_cases = counted(cases.examples.len(), "case");
    let without = match cases.n_without {
        0 => String::new(),
        n => format!("; {} without a case", counted(n, "finding")),
    };
    format!("{n_cases} written to {file}{without}\n")
}
