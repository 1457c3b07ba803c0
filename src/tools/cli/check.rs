//! `sandtable check`: every finding in rules and units.

use serde_json::json;

use super::checked::{checked, meant};
use super::output::{Output, Tally, counted, drawn, findings_json};
use super::{Exit, Format};
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::tools::load;

/// What to check.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is checked; without that folder, the built-in ones.\n\nExample: sandtable check rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

/// The findings of one ruleset.
struct Report {
    sources: SourceMap,
    diagnostics: Diagnostics,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let reports: Vec<Report> = match meant(&arguments.paths) {
        Ok(names) => names
            .iter()
            .map(|name| report(name, &arguments.with))
            .collect(),
        Err(diagnostics) => vec![Report {
            sources: SourceMap::default(),
            diagnostics,
        }],
    };
    match output.format() {
        Format::Human => output.text(&text(&reports, output)),
        Format::Json => output.json("check", document(&reports)),
    }
    if reports.iter().any(|report| report.diagnostics.has_errors()) {
        Exit::Findings
    } else {
        Exit::Fine
    }
}

fn report(name: &str, with: &[String]) -> Report {
    match load::load_with(name, with) {
        Ok(bundle) => {
            let mut diagnostics = Diagnostics::default();
            let sources = checked(bundle, &mut diagnostics).bundle.sources;
            Report {
                sources,
                diagnostics,
            }
        }
        Err(diagnostics) => Report {
            sources: SourceMap::default(),
            diagnostics,
        },
    }
}

fn text(reports: &[Report], output: &Output) -> String {
    let mut text: String = reports
        .iter()
        .map(|report| drawn(&report.diagnostics, &report.sources, output.style()))
        .collect();
    if text.is_empty() {
        text.push_str(&format!(
            "no findings in {}\n",
            counted(n_files(reports), "file")
        ));
    } else {
        text.push_str(&format!("{}\n", tally(reports)));
    }
    text
}

fn document(reports: &[Report]) -> serde_json::Value {
    let tally = tally(reports);
    let findings: Vec<_> = reports
        .iter()
        .flat_map(|report| findings_json(&report.diagnostics, &report.sources))
        .collect();
    json!({
        "findings": findings,
        "errors": tally.n_errors,
        "warnings": tally.n_warnings,
        "files": n_files(reports),
    })
}

fn tally(reports: &[Report]) -> Tally {
    let mut tally = Tally::default();
    for report in reports {
        tally.add(&report.diagnostics, &report.sources);
    }
    tally
}

fn n_files(reports: &[Report]) -> usize {
    reports
        .iter()
        .map(|report| report.sources.files().count())
        .sum()
}
