//! Runs of worked examples, with their findings and stories.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_explain::coverage::{Gap, exercised, gaps};
use sandtable_explain::examples;
use sandtable_explain::trace::Step;
use sandtable_source::{SourceMap, Span};
use sandtable_syntax::ast;
use sandtable_workspace::Analysis;

use super::watch::{Progress, Watch, Work};

/// The examples of a ruleset.
#[derive(Debug)]
pub struct ExampleRuns {
    /// The ruleset.
    pub ruleset: String,
    /// Results of the examples that were run, in the order of the files.
    pub runs: Vec<ExampleRun>,
    /// Titles of the examples that were not run, since the watcher ended the work.
    pub not_run: Vec<String>,
}

/// Selection of the examples of a ruleset to run.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// Words that the title must contain; `None` for any title.
    pub words: Option<String>,
    /// End of the path of the rule file; `None` for any file.
    pub file: Option<String>,
}

impl Chosen {
    /// Whether an example is selected.
    pub fn has(&self, title: &str, span: Span, sources: &SourceMap) -> bool {
        let title = title.to_lowercase();
        let has_words = |words: &String| {
            let words = words.to_lowercase();
            title.contains(words.trim())
                || words.split_whitespace().all(|word| title.contains(word))
        };
        let is_of_file = |path: &String| {
            let source = sources.get(span.file);
            source.is_some_and(|source| {
                let rest = source.name.strip_suffix(path.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', ':']))
            })
        };
        self.words.as_ref().is_none_or(has_words) && self.file.as_ref().is_none_or(is_of_file)
    }
}

/// An example that was run.
#[derive(Debug)]
pub struct ExampleRun {
    /// Its title.
    pub title: String,
    /// Its head line.
    pub span: Span,
    /// Sections of the book that the example cites.
    pub citations: Vec<String>,
    /// Differences from the expectations; empty if the example passes.
    pub findings: Diagnostics,
    /// Stories of its steps with given answers: the title and the trace of each run.
    pub stories: Vec<(String, Vec<Step>)>,
}

/// Results of the examples of a base under its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseRuns {
    /// Number of examples.
    pub n_examples: usize,
    /// Titles of the examples that fail or have errors under the variants.
    pub differ: Vec<String>,
}

impl ExampleRuns {
    /// Returns the number of examples that failed.
    pub fn n_failed(&self) -> usize {
        let failed = |run: &&ExampleRun| !run.findings.is_empty();
        self.runs.iter().filter(failed).count()
    }

    /// Whether no example was selected.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.not_run.is_empty()
    }

    /// Whether all selected examples were run and passed.
    pub fn is_passed(&self) -> bool {
        self.not_run.is_empty() && self.n_failed() == 0
    }
}

/// Runs examples of a ruleset. An example with errors in its own lines is not run; the errors are its findings.
///
/// `None` if the ruleset has other errors.
pub fn run_examples(
    analysis: &Analysis,
    chosen: &Chosen,
    watch: &mut dyn Watch,
) -> Option<ExampleRuns> {
    let (book, sources) = (analysis.draft(), analysis.sources());
    let mut done = ExampleRuns {
        ruleset: analysis.name().to_owned(),
        runs: Vec::new(),
        not_run: Vec::new(),
    };
    let mut written = analysis.examples()?;
    let title = |written: &ast::Example| {
        let title = written.title.as_ref();
        title.map_or_else(String::new, |title| title.value.clone())
    };
    written.retain(|example| chosen.has(&title(example.written), example.span, sources));
    let n_examples = written.len() as u64;
    watch.begin(Work::Examples, 1);
    for example in written {
        let title = title(example.written);
        if watch.cancelled(Work::Examples) {
            done.not_run.push(title);
            continue;
        }
        let mut checked = book.examples.iter();
        let checked = checked.find(|checked| checked.span == example.span);
        let mut findings = Diagnostics::default();
        let mut stories = Vec::new();
        let mut citations = Vec::new();
        match checked.filter(|_| example.errors.is_empty()) {
            Some(checked) => {
                let outcome = examples::run_telling(book, checked, Some(sources));
                findings.extend(outcome.findings);
                citations.clone_from(&checked.citations);
                let steps = checked.steps.iter().zip(outcome.steps);
                stories.extend(
                    steps.filter_map(|(step, done)| {
                        Some((step.run.value.clone(), done.story?.steps))
                    }),
                );
            }
            None if example.errors.is_empty() => findings.push(
                Diagnostic::new(
                    Code::ExampleIncomplete,
                    "this example depends on a line that cannot be read",
                )
                .label(example.span, "")
                .help("correct the line: `sandtable check` shows it"),
            ),
            None => findings.extend(example.errors.into_iter().cloned()),
        }
        done.runs.push(ExampleRun {
            title,
            span: example.span,
            citations,
            findings,
            stories,
        });
        let progress = Progress::of(done.runs.len() as u64, n_examples);
        watch.progress(Work::Examples, progress, None);
    }
    watch.end();
    Some(done)
}

/// The parts of a ruleset that no example exercises.
#[derive(Debug, Clone)]
pub struct Unexercised {
    /// The gaps, in the order of the rules.
    pub gaps: Vec<Gap>,
    /// Titles of the examples whose lines of play are too many to be followed completely: they may exercise some of the gaps.
    pub partly_followed: Vec<String>,
}

/// Returns the parts of a ruleset that no example exercises.
pub fn unexercised(analysis: &Analysis) -> Unexercised {
    let exercised = exercised(analysis.book());
    Unexercised {
        gaps: gaps(analysis.book(), &exercised),
        partly_followed: exercised.partly_followed.into_iter().collect(),
    }
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
