//! `sandtable check`: every finding in rules and units.

use std::sync::Arc;

use serde_json::json;

use super::checked::{Kept, meant, opened};
use super::output::{Output, Tally, counted, drawn, findings_json};
use super::{Exit, Format};
use crate::diagnostic::{Allowed, Diagnostics};
use crate::lint::counterexample::counter_example;
use crate::model::RuleBook;
use crate::present::findings::to_json;
use crate::session::scenarios::scenarios;
use crate::source::SourceMap;
use crate::tools::disk;
use crate::workspace::{Effort, Workspace};

/// What to check.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is checked; without that folder, the built-in ones.\n\nExample: sandtable check rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Tells also what is only worth knowing, or only possible
    #[arg(long)]
    notes: bool,
    /// Compares rolls and actions with each other in many situations, which takes some seconds
    #[arg(long)]
    thorough: bool,
    /// Lists what is allowed in the files, with the reasons
    #[arg(long)]
    allowed: bool,
    /// Writes cases that show the findings into a rule file, as examples to run
    #[arg(long, value_name = "FILE")]
    write_example: Option<std::path::PathBuf>,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

/// The findings of one ruleset.
struct Report {
    sources: SourceMap,
    diagnostics: Diagnostics,
    book: Arc<RuleBook>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut workspace = opened();
    let reports: Kept<Vec<Report>> = Kept::new(match meant(&workspace, &arguments.paths) {
        Ok(names) => names
            .iter()
            .map(|name| report(&mut workspace, name, arguments))
            .collect(),
        Err(diagnostics) => vec![Report {
            sources: SourceMap::default(),
            diagnostics,
            book: Arc::default(),
        }],
    });
    match output.format() {
        Format::Human => output.text(&text(&reports, arguments, output)),
        Format::Json => output.json("check", document(&reports)),
    }
    if let Some(path) = &arguments.write_example
        && let Err(diagnostics) = write_examples(&reports, path, output)
    {
        output.findings(&diagnostics, &SourceMap::default());
        return Exit::Findings;
    }
    if reports.iter().any(|report| report.diagnostics.has_errors()) {
        Exit::Findings
    } else {
        Exit::Fine
    }
}

fn report(workspace: &mut Workspace, name: &str, arguments: &Arguments) -> Report {
    let effort = match arguments.thorough {
        true => Effort::Thorough,
        false => Effort::Quick,
    };
    let analysis = Kept::new(workspace.analyse(name, &arguments.with, effort));
    let mut report = Report {
        sources: analysis.sources().clone(),
        diagnostics: analysis.diagnostics().clone(),
        book: analysis.book().clone(),
    };
    if !report.diagnostics.has_errors() {
        let (sources, diagnostics) = (&mut report.sources, &mut report.diagnostics);
        scenarios(workspace, &analysis, sources, diagnostics);
    }
    report
}

fn text(reports: &[Report], arguments: &Arguments, output: &Output) -> String {
    let style = output.style();
    let mut text: String = reports
        .iter()
        .map(|report| drawn(report.diagnostics.iter(), &report.sources, style))
        .collect();
    let is_sound = text.is_empty();
    if arguments.notes {
        let notes = reports
            .iter()
            .map(|report| drawn(report.diagnostics.notes().iter(), &report.sources, style));
        text.extend(notes);
    }
    if arguments.allowed {
        text.extend(reports.iter().map(allowed));
    }
    if is_sound {
        text.push_str(&format!(
            "no findings in {}\n",
            counted(n_files(reports), "file")
        ));
    } else {
        text.push_str(&format!("{}\n", tally(reports)));
    }
    let count = |of: fn(&Diagnostics) -> usize| -> usize {
        reports.iter().map(|report| of(&report.diagnostics)).sum()
    };
    let n_notes = count(|found| found.notes().len());
    let n_allowed = count(|found| found.allowed().len());
    if reports.iter().any(|report| report.diagnostics.is_full()) {
        text.push_str("only the first 500 findings are shown\n");
    }
    if n_notes > 0 && !arguments.notes {
        let notes = counted(n_notes, "note");
        text.push_str(&format!("{notes}, shown by `--notes`\n"));
    }
    if n_allowed > 0 && !arguments.allowed {
        text.push_str(&format!(
            "{n_allowed} allowed with a reason, shown by `--allowed`\n"
        ));
    }
    text
}

/// What is allowed, a line for each.
fn allowed(report: &Report) -> String {
    let line = |allowed: &Allowed| {
        let place = report.sources.get(allowed.place.file).map(|file| {
            let line = file.position(allowed.place.start).line;
            format!("{}:{line}", file.name)
        });
        let (code, place) = (allowed.finding.code, place.unwrap_or_default());
        format!(
            "allowed {} {}: {}\n  {place}: {}\n",
            code.number(),
            code.slug(),
            allowed.finding.message,
            allowed.reason
        )
    };
    report.diagnostics.allowed().iter().map(line).collect()
}

/// Writes the cases of all findings that have one.
///
/// Errors: E0515 if the file cannot be written.
fn write_examples(
    reports: &[Report],
    path: &std::path::Path,
    output: &Output,
) -> Result<(), Diagnostics> {
    let (mut examples, mut n_without): (Vec<String>, usize) = (Vec::new(), 0);
    for report in reports {
        let found = &report.diagnostics;
        for finding in found.iter().chain(found.notes()) {
            let told = finding.example.as_deref().map(str::to_owned);
            match told.or_else(|| counter_example(&report.book, finding)) {
                Some(example) => {
                    let (number, message) = (finding.code.number(), &finding.message);
                    let text = format!("# {number}: {message}\n{example}");
                    if !examples.contains(&text) {
                        examples.push(text);
                    }
                }
                None => n_without += 1,
            }
        }
    }
    if examples.is_empty() {
        output.aside("no finding has a case to write\n");
        return Ok(());
    }
    if let Err(diagnostic) = disk::create(path, &examples.join("\n")) {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        return Err(diagnostics);
    }
    let without = match n_without {
        0 => String::new(),
        n => format!("; {} without a case", counted(n, "finding")),
    };
    output.aside(&format!(
        "{} written to {}{without}\n",
        counted(examples.len(), "case"),
        path.display()
    ));
    Ok(())
}

fn document(reports: &[Report]) -> serde_json::Value {
    let tally = tally(reports);
    let findings: Vec<_> = reports
        .iter()
        .flat_map(|report| findings_json(report.diagnostics.iter(), &report.sources))
        .collect();
    let notes: Vec<_> = reports
        .iter()
        .flat_map(|report| findings_json(report.diagnostics.notes().iter(), &report.sources))
        .collect();
    let allowed: Vec<_> = reports.iter().flat_map(allowed_json).collect();
    json!({
        "findings": findings,
        "errors": tally.n_errors,
        "warnings": tally.n_warnings,
        "files": n_files(reports),
        "notes": notes,
        "allowed": allowed,
    })
}

/// Findings that are allowed, each with its `reason`.
fn allowed_json(report: &Report) -> Vec<serde_json::Value> {
    let allowed = report.diagnostics.allowed().iter();
    let documents = allowed.map(|allowed| {
        let mut document = to_json(&allowed.finding, &report.sources);
        if let Some(fields) = document.as_object_mut() {
            fields.insert("reason".to_owned(), json!(allowed.reason));
        }
        document
    });
    documents.collect()
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
