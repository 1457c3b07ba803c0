//! Worked examples, run as written down, with how each came out.

use sandtable_diagnostic::Diagnostics;
use sandtable_explain::coverage::{Gap, exercised, gaps};
use sandtable_explain::examples;
use sandtable_explain::trace::Step;
use sandtable_syntax::ast;
use sandtable_workspace::Analysis;

use super::watch::{Progress, Watch, Work};

/// The examples of a ruleset.
#[derive(Debug)]
pub struct ExampleRuns {
    /// The ruleset.
    pub ruleset: String,
    /// Those that were run, in their order.
    pub runs: Vec<ExampleRun>,
    /// The titles of those that were not, since the watcher ended the work.
    pub not_run: Vec<String>,
}

/// An example that was run.
#[derive(Debug)]
pub struct ExampleRun {
    /// Its title.
    pub title: String,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// What differs from what is expected; none if it passes.
    pub findings: Diagnostics,
    /// What happened, if it was run with given dice.
    pub steps: Vec<Step>,
}

/// The examples of a base under its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseRuns {
    /// How many there are.
    pub n_examples: usize,
    /// The titles of those that come out otherwise, or make no sense any more.
    pub differ: Vec<String>,
}

impl ExampleRuns {
    /// How many of those that were run do not pass.
    pub fn n_failed(&self) -> usize {
        let failed = |run: &&ExampleRun| !run.findings.is_empty();
        self.runs.iter().filter(failed).count()
    }

    /// Whether all were run and pass.
    pub fn is_passed(&self) -> bool {
        self.not_run.is_empty() && self.n_failed() == 0
    }
}

/// Runs all examples of a ruleset.
pub fn run_examples(analysis: &Analysis, watch: &mut dyn Watch) -> ExampleRuns {
    let (book, sources) = (analysis.book(), analysis.sources());
    let mut done = ExampleRuns {
        ruleset: analysis.name().to_owned(),
        runs: Vec::new(),
        not_run: Vec::new(),
    };
    watch.begin(Work::Examples, 1);
    for example in book.examples.iter() {
        if watch.cancelled(Work::Examples) {
            done.not_run.push(example.title.clone());
            continue;
        }
        let outcome = examples::run_telling(book, example, Some(sources));
        let mut findings = Diagnostics::default();
        findings.extend(outcome.findings);
        done.runs.push(ExampleRun {
            title: example.title.clone(),
            citations: example.citations.clone(),
            findings,
            steps: outcome.story.map_or_else(Vec::new, |story| story.steps),
        });
        let progress = Progress::of(done.runs.len() as u64, book.examples.len() as u64);
        watch.progress(Work::Examples, progress, None);
    }
    watch.end();
    done
}

/// Returns everything that no example of a ruleset exercises.
pub fn unexercised(analysis: &Analysis) -> Vec<Gap> {
    gaps(analysis.book(), &exercised(analysis.book()))
}

/// Runs the examples of a base under its variants.
pub fn run_base_examples(analysis: &Analysis) -> BaseRuns {
    let mut differ = Vec::new();
    for example in analysis.base_examples() {
        let ast::Item::Example(written) = &example.value else {
            continue;
        };
        let (book, found) = analysis.with_example(example);
        let holds = book.examples.first().is_some_and(|example| {
            !found.has_errors() && examples::run(&book, example).findings.is_empty()
        });
        if !holds {
            let title = written.title.as_ref();
            differ.push(title.map_or_else(String::new, |title| title.value.clone()));
        }
    }
    BaseRuns {
        n_examples: analysis.base_examples().len(),
        differ,
    }
}
