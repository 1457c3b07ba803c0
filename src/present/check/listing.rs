//! The findings of a check, each with its lines.

use super::{Extent, Report, n_files, remarks, tally};
use crate::findings::{Style, render_all};
use crate::numerals::counted;
use sandtable_diagnostic::Allowed;

/// Maximum number of failing examples whose differences are shown.
const EXAMPLES_SHOWN: usize = 3;

/// Returns all findings as text, each with its source lines, followed by their number.
pub fn text(reports: &[Report], extent: Extent, style: Style) -> String {
    let mut text: String = reports
        .iter()
        .map(|report| render_all(report.diagnostics.iter(), &report.sources, style))
        .collect();
    let is_sound = text.is_empty();
    let mut n_failing = 0;
    for report in reports {
        for example in &report.failing {
            n_failing += 1;
            if n_failing <= EXAMPLES_SHOWN {
                let findings = example.findings.iter();
                text.push_str(&render_all(findings, &report.sources, style));
            }
        }
    }
    if extent.notes {
        let notes = reports
            .iter()
            .map(|report| render_all(report.diagnostics.notes(), &report.sources, style));
        text.extend(notes);
    }
    if extent.allowed {
        text.extend(reports.iter().map(allowed_text));
    }
    let n_files = counted(n_files(reports), "file");
    let none = match n_notes(reports) {
        n if n > 0 && extent.notes => format!("no findings but {}", counted(n, "note")),
        _ => "no findings".to_owned(),
    };
    let failing = format!("{} {}", counted(n_failing, "example"), fails(n_failing));
    text.push_str(&match (is_sound, n_failing) {
        (true, 0) => format!("{none} in {n_files}\n"),
        (true, _) => format!("{none} in the rules and units of {n_files}, but {failing}\n"),
        (false, 0) => format!("{}\n", tally(reports)),
        (false, _) => format!("{}, and {failing}\n", tally(reports)),
    });
    text.push_str(&not_shown(reports, extent));
    text
}

fn fails(n: usize) -> &'static str {
    match n {
        1 => "fails",
        _ => "fail",
    }
}

fn n_notes(reports: &[Report]) -> usize {
    let notes = reports
        .iter()
        .map(|report| report.diagnostics.notes().len());
    notes.sum()
}

/// Returns lines about findings that are not shown.
fn not_shown(reports: &[Report], extent: Extent) -> String {
    let n_notes = n_notes(reports);
    let allowed = reports.iter().map(|report| report.diagnostics.allowed());
    let n_allowed: usize = allowed.map(<[Allowed]>::len).sum();
    let mut text = String::new();
    let failing: usize = reports.iter().map(|report| report.failing.len()).sum();
    if failing > EXAMPLES_SHOWN {
        let n = failing - EXAMPLES_SHOWN;
        let (more, verb) = (counted(n, "more example"), fails(n));
        text.push_str(&format!("{more} {verb}: `sandtable test` shows all\n"));
    }
    for remark in remarks(reports) {
        text.push_str(&format!("{remark}\n"));
    }
    if n_notes > 0 && !extent.notes {
        let notes = counted(n_notes, "note");
        text.push_str(&format!("{notes}, shown by `--notes`\n"));
    }
    if n_allowed > 0 && !extent.allowed {
        text.push_str(&format!(
            "{n_allowed} allowed with a reason, shown by `--allowed`\n"
        ));
    }
    text
}

/// Returns a line for each finding that is allowed, with the reason.
fn allowed_text(report: &Report) -> String {
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
