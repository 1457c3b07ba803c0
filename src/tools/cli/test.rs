//! `sandtable test`: the worked examples of the rules.

use serde_json::{Value, json};

use super::checked::{Checked, meant, usable};
use super::output::{Output, counted, drawn, findings_json};
use super::roll::steps;
use super::{Exit, Format, accept, unexercised};
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::tools::coverage::{exercised, gaps};
use crate::tools::examples::{self, Outcome};

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
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    if arguments.accept {
        return accept::run(&arguments.paths, output);
    }
    let names = match meant(&arguments.paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let mut exit = Exit::Fine;
    let mut rulesets = Vec::new();
    for name in &names {
        match usable(name, output) {
            Ok(checked) => {
                let (document, failed) = ruleset(&checked, arguments.coverage, output);
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

/// Runs all examples of a ruleset; says whether one failed.
fn ruleset(checked: &Checked, coverage: bool, output: &Output) -> (Value, bool) {
    let sources = &checked.bundle.sources;
    let mut entries = Vec::new();
    let mut n_failed = 0;
    for example in &checked.book.examples {
        let outcome = examples::run(&checked.book, example);
        let mut diagnostics = Diagnostics::default();
        diagnostics.extend(outcome.findings.iter().cloned());
        if !diagnostics.is_empty() {
            n_failed += 1;
            if output.format() == Format::Human {
                let head = format!("failed: {}\n", example.title);
                let drawn = drawn(diagnostics.iter(), sources, output.style());
                output.text(&format!("{head}{drawn}{}", story(&outcome)));
            }
        }
        entries.push(json!({
            "title": example.title,
            "sections": example.citations,
            "passed": diagnostics.is_empty(),
            "findings": findings_json(diagnostics.iter(), sources),
        }));
    }
    let n = checked.book.examples.len();
    if output.format() == Format::Human {
        let name = &checked.bundle.name;
        output.text(&match (n, n_failed) {
            (0, _) => format!("{name}: no examples\n"),
            (_, 0) => format!("{name}: {} passed\n", counted(n, "example")),
            _ => format!("{name}: {n_failed} of {} failed\n", counted(n, "example")),
        });
    }
    let gaps = coverage.then(|| gaps(&checked.book, &exercised(&checked.book)));
    if let (Some(gaps), Format::Human) = (&gaps, output.format()) {
        output.text(&format!("\n{}", unexercised::text(gaps, sources)));
    }
    let mut document = json!({
        "ruleset": checked.bundle.name,
        "passed": n - n_failed,
        "failed": n_failed,
        "examples": entries,
    });
    if let (Some(gaps), Some(fields)) = (&gaps, document.as_object_mut()) {
        let gaps = unexercised::document(gaps, sources);
        fields.insert("unexercised".to_owned(), gaps);
    }
    (document, n_failed > 0)
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
