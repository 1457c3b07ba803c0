//! `sandtable test`: the worked examples of the rules.

use std::time::Duration;

use serde_json::{Value, json};

use super::checked::{meant, opened, usable};
use super::deadline::{Patience, time};
use super::output::Output;
use super::{Exit, Format, accept};
use crate::diagnostic::Diagnostics;
use crate::explain::coverage::{exercised, gaps};
use crate::explain::examples::{self, Outcome};
use crate::present::coverage::gaps::text as gaps_text;
use crate::present::findings::render_all;
use crate::present::json::coverage::Unexercised;
use crate::present::json::findings::Finding;
use crate::present::numerals::counted;
use crate::present::story::steps;
use crate::source::SourceMap;
use crate::syntax::ast;
use crate::workspace::Analysis;

/// What to test.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is tested; without that folder, the built-in ones.\n\nExample: sandtable test rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Tells also which rules, steps, modifiers and table cells no example exercises
    #[arg(long)]
    coverage: bool,
    /// Writes what happened into `expect` lines that are missing or fail, and chances into `odds … : ?`
    #[arg(long, conflicts_with = "coverage")]
    accept: bool,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
    /// Of a variant, runs also the examples of its base, and tells which come out otherwise
    #[arg(long)]
    base: bool,
    /// How long it may take, `90s` or `5min`: examples that are not run by then are named
    #[arg(long = "for", value_name = "TIME", value_parser = time, default_value = "60s")]
    most: Duration,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    if arguments.accept {
        return accept::run(&arguments.paths, output);
    }
    let mut workspace = opened();
    let names = match meant(&workspace, &arguments.paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let patience = Patience::new(arguments.most);
    let mut exit = Exit::Fine;
    let mut rulesets = Vec::new();
    for name in &names {
        match usable(&mut workspace, name, &arguments.with, output) {
            Ok(analysis) => {
                let (mut document, failed) =
                    ruleset(&analysis, arguments.coverage, &patience, output);
                if arguments.base {
                    let (differ, n) = base_examples(&analysis);
                    if output.format() == Format::Human {
                        output.text(&base_text(&differ, n));
                    }
                    if let Some(fields) = document.as_object_mut() {
                        fields.insert(
                            "base".to_owned(),
                            json!({ "examples": n, "differ": differ }),
                        );
                    }
                }
                rulesets.push(document);
                if failed {
                    exit = Exit::Findings;
                }
            }
            Err(failed) => exit = failed,
        }
    }
    if output.format() == Format::Json {
        output.json("test", json!({ "rulesets": rulesets }));
    }
    exit
}

/// The titles of the examples of a base that come out otherwise under its variants, or make no sense any more; and how
/// many there are.
fn base_examples(analysis: &Analysis) -> (Vec<String>, usize) {
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
    (differ, analysis.base_examples().len())
}

fn base_text(differ: &[String], n: usize) -> String {
    if n == 0 {
        return "there is no base with examples\n".to_owned();
    }
    let same = n - differ.len();
    let mut text = format!(
        "of {} of the base, {same} come out the same\n",
        counted(n, "example")
    );
    for title in differ {
        text.push_str(&format!("  otherwise: {title}\n"));
    }
    text
}

/// Runs all examples of a ruleset; says whether one failed or was not run.
fn ruleset(
    analysis: &Analysis,
    coverage: bool,
    patience: &Patience,
    output: &Output,
) -> (Value, bool) {
    let sources = analysis.sources();
    let mut entries = Vec::new();
    let mut n_failed = 0;
    let mut not_run = Vec::new();
    for example in &analysis.book().examples {
        if patience.is_over() {
            not_run.push(example.title.as_str());
            continue;
        }
        let outcome = examples::run_telling(analysis.book(), example, Some(sources));
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(outcome.findings.iter().cloned());
        if !diagnostics.is_empty() {
            n_failed += 1;
            if output.format() == Format::Human {
                let head = format!("failed: {}\n", example.title);
                let drawn = render_all(diagnostics.iter(), sources, output.style());
                output.text(&format!("{head}{drawn}{}", story(&outcome)));
            }
        }
        entries.push(json!({
            "title": example.title,
            "sections": example.citations,
            "passed": diagnostics.is_empty(),
            "findings": Finding::all(diagnostics.iter(), sources),
        }));
    }
    let n_all = analysis.book().examples.len();
    let n = n_all - not_run.len();
    if output.format() == Format::Human {
        let name = analysis.name();
        output.text(&match (n, n_failed) {
            (0, _) if not_run.is_empty() => format!("{name}: no examples\n"),
            (_, 0) => format!("{name}: {} passed\n", counted(n, "example")),
            _ => format!("{name}: {n_failed} of {} failed\n", counted(n, "example")),
        });
        if let Some(first) = not_run.first() {
            output.text(&format!(
                "{name}: {} not run, from \"{first}\" on: the {} were over; {}\n",
                counted(not_run.len(), "example"),
                patience.words(),
                patience.longer(n as u64, n_all as u64)
            ));
        }
    }
    let gaps = coverage.then(|| gaps(analysis.book(), &exercised(analysis.book())));
    if let (Some(gaps), Format::Human) = (&gaps, output.format()) {
        output.text(&format!("\n{}", gaps_text(gaps, sources)));
    }
    let mut document = json!({
        "ruleset": analysis.name(),
        "passed": n - n_failed,
        "failed": n_failed,
        "not_run": not_run,
        "examples": entries,
    });
    if let (Some(gaps), Some(fields)) = (&gaps, document.as_object_mut()) {
        let gaps = Unexercised::new(gaps, sources);
        fields.insert("unexercised".to_owned(), json!(gaps));
    }
    (document, n_failed > 0 || !not_run.is_empty())
}

/// What happened, for an example that failed.
fn story(outcome: &Outcome) -> String {
    match &outcome.story {
        Some(story) if !story.steps.is_empty() => {
            format!("what happened:\n{}\n", steps(&story.steps, false))
        }
        _ => String::new(),
    }
}
