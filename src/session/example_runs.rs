//! Worked examples, run as written down, with how each came out.

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
    /// Those that were run, in their order.
    pub runs: Vec<ExampleRun>,
    /// The titles of those that were not, since the watcher ended the work.
    pub not_run: Vec<String>,
}

/// Selection of the examples of a ruleset to run.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// Those whose titles have all these words.
    pub words: Option<String>,
    /// Those of the rule file whose path ends so.
    pub file: Option<String>,
}

impl Chosen {
    /// Whether an example is one of them.
    fn has(&self, title: &str, span: Span, sources: &SourceMap) -> bool {
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
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Differences from the expectations; empty if the example passes.
    pub findings: Diagnostics,
    /// Stories of its steps with given answers: the title of each run, and the steps of its trace.
    pub stories: Vec<(String, Vec<Step>)>,
}

/// The examples of a base under its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseRuns {
    /// Number of examples.
    pub n_examples: usize,
    /// The titles of those that come out otherwise, or make no sense any more.
    pub differ: Vec<String>,
}

impl ExampleRuns {
    /// Returns the number of examples that were run and failed.
    pub fn n_failed(&self) -> usize {
        let failed = |run: &&ExampleRun| !run.findings.is_empty();
        self.runs.iter().filter(failed).count()
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.not_run.is_empty()
    }

    /// Whether all were run and pass.
    pub fn is_passed(&self) -> bool {
        self.not_run.is_empty() && self.n_failed() == 0
    }
}

/// Runs examples of a ruleset. One that has errors in its own lines is not run, and has them as its findings.
///
/// `None` if there are errors elsewhere in the ruleset.
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

/// Everything that no example of a ruleset exercises.
#[derive(Debug, Clone)]
pub struct Unexercised {
    /// In the order of the rules.
    pub gaps: Vec<Gap>,
    /// Titles of the examples whose chances are too large to be followed to every end: they may exercise some of it.
    pub partly_followed: Vec<String>,
}

/// Returns everything that no example of a ruleset exercises.
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
