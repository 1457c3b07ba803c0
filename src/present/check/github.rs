//! Findings as workflow commands of GitHub, which shows each beside its line in a pull request.
//!
//! Source: GitHub Docs, "Workflow commands for GitHub Actions", `error`, `warning` and `notice`.

use super::{Extent, Report, remarks, tally};
use sandtable_diagnostic::{Diagnostic, Severity};
use sandtable_source::SourceMap;

/// Returns a line for each finding, for each failing example, and for each remark; the last line counts the findings.
pub fn text(reports: &[Report], extent: Extent) -> String {
    let mut lines = Vec::new();
    for report in reports {
        let notes = report.diagnostics.notes().iter().filter(|_| extent.notes);
        let findings = report.diagnostics.iter().chain(notes);
        lines.extend(findings.map(|finding| command(finding, &report.sources)));
        let failing = report.failing.iter();
        let differences = failing.flat_map(|example| example.findings.iter());
        lines.extend(differences.map(|finding| command(finding, &report.sources)));
    }
    let remarks = remarks(reports);
    lines.extend(
        remarks
            .iter()
            .map(|remark| format!("::notice::{}", escaped(remark))),
    );
    lines.push(tally(reports).to_string());
    lines.join("\n") + "\n"
}

fn command(finding: &Diagnostic, sources: &SourceMap) -> String {
    let severity = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (number, slug) = (finding.code.number(), finding.code.slug());
    let main = finding.labels.first();
    let place = main.and_then(|label| Some((label.span, sources.get(label.span.file)?)));
    let place = place.map(|(span, file)| {
        let (start, end) = (file.position(span.start), file.position(span.end));
        // A column is read only where both are in one line.
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.column, end.column),
            false => String::new(),
        };
        let name = escaped_property(&file.name);
        format!(
            "file={name},line={},endLine={}{columns},",
            start.line, end.line
        )
    });
    let help = finding
        .help
        .as_deref()
        .map(|help| format!("\nhelp: {help}"));
    let text = format!("{}{}", finding.message, help.unwrap_or_default());
    let title = escaped_property(&format!("{number} {slug}"));
    format!(
        "::{severity} {}title={title}::{}",
        place.unwrap_or_default(),
        escaped(&text)
    )
}

/// Returns text as the data of a command has it: on one line.
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Returns text as the value of a property of a command, which ends at a comma or a colon.
fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
