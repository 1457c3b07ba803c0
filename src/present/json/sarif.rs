//! Findings in the Static Analysis Results Interchange Format, which code hosts and editors read.
//!
//! Source: OASIS, "SARIF Version 2.1.0", sections 3.13 (log), 3.14 (run), 3.27 (result), 3.35 (suppression), 3.30 (region).

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Diagnostic, Label, Severity};
use sandtable_source::SourceMap;
use serde::Serialize;
use serde_json::Error;

use crate::check::{Report, remarks};

/// The whole log: one run of this program.
#[derive(Debug, Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    results: Vec<Outcome<'a>>,
    column_kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invocations: Vec<Invocation>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

/// A code that is reported.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Words,
    help: Page,
}

#[derive(Debug, Serialize)]
struct Words {
    text: String,
}

#[derive(Debug, Serialize)]
struct Page {
    text: &'static str,
    markdown: &'static str,
}

/// Remarks on what the log leaves out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: Words,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Words,
    locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression<'a>>,
}

#[derive(Debug, Serialize)]
struct Suppression<'a> {
    kind: &'static str,
    justification: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Words>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: Artifact<'a>,
    region: Region,
}

#[derive(Debug, Serialize)]
struct Artifact<'a> {
    uri: std::borrow::Cow<'a, str>,
}

/// Lines and columns count from 1, columns in characters; the end column is one past the last character.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

/// Returns the log of all reports as text: errors, warnings and notes, and the allowed findings as suppressed.
///
/// Errors: the log cannot be serialised.
pub fn text(reports: &[Report]) -> Result<String, Error> {
    let mut rules: BTreeMap<&'static str, Code> = BTreeMap::new();
    for report in reports {
        let found = &report.diagnostics;
        let allowed = found.allowed().iter().map(|allowed| &allowed.finding);
        let all = found.iter().chain(found.notes()).chain(allowed);
        rules.extend(all.map(|finding| (finding.code.number(), finding.code)));
    }
    let indices: BTreeMap<&str, usize> =
        rules.keys().enumerate().map(|(at, id)| (*id, at)).collect();
    let index = |code: Code| indices.get(code.number()).copied().unwrap_or(0);
    let mut results = Vec::new();
    for report in reports {
        let (found, sources) = (&report.diagnostics, &report.sources);
        let open = found.iter().chain(found.notes());
        results.extend(open.map(|finding| outcome(finding, sources, index(finding.code), None)));
        results.extend(found.allowed().iter().map(|allowed| {
            let finding = &allowed.finding;
            outcome(finding, sources, index(finding.code), Some(&allowed.reason))
        }));
    }
    let notification = |text| Notification {
        level: "note",
        message: Words { text },
    };
    let notifications: Vec<Notification> = remarks(reports).into_iter().map(notification).collect();
    let invocations = match notifications.is_empty() {
        true => Vec::new(),
        false => vec![Invocation {
            execution_successful: true,
            tool_execution_notifications: notifications,
        }],
    };
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "sandtable",
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    rules: rules.into_values().map(rule).collect(),
                },
            },
            results,
            column_kind: "unicodeCodePoints",
            invocations,
        }],
    };
    serde_json::to_string_pretty(&log).map(|text| text + "\n")
}

fn rule(code: Code) -> Rule {
    Rule {
        id: code.number(),
        name: code.slug(),
        short_description: Words {
            text: code.slug().replace('-', " "),
        },
        help: Page {
            text: code.page(),
            markdown: code.page(),
        },
    }
}

fn outcome<'a>(
    finding: &'a Diagnostic,
    sources: &'a SourceMap,
    rule_index: usize,
    reason: Option<&'a String>,
) -> Outcome<'a> {
    let help = finding
        .help
        .as_deref()
        .map(|help| format!("\nhelp: {help}"));
    let mut places = finding
        .labels
        .iter()
        .filter_map(|label| location(label, sources));
    let suppression = |reason: &'a String| Suppression {
        kind: "inSource",
        justification: reason,
    };
    Outcome {
        rule_id: finding.code.number(),
        rule_index,
        level: match finding.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Words {
            text: format!("{}{}", finding.message, help.unwrap_or_default()),
        },
        locations: places.next().into_iter().collect(),
        related_locations: places.collect(),
        suppressions: reason.into_iter().map(suppression).collect(),
    }
}

fn location<'a>(label: &'a Label, sources: &'a SourceMap) -> Option<Location<'a>> {
    let file = sources.get(label.span.file)?;
    let (start, end) = (
        file.position(label.span.start),
        file.position(label.span.end),
    );
    Some(Location {
        physical_location: PhysicalLocation {
            artifact_location: Artifact {
                uri: uri(&file.name),
            },
            region: Region {
                start_line: start.line,
                start_column: start.column,
                end_line: end.line,
                end_column: end.column,
            },
        },
        message: (!label.text.is_empty()).then(|| Words {
            text: label.text.clone(),
        }),
    })
}

/// Returns a path as a relative reference according to RFC 3986, with percent-encoding.
fn uri(path: &str) -> std::borrow::Cow<'_, str> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    if path.bytes().all(|byte| is_plain(&byte)) {
        return path.into();
    }
    let encoded = path.bytes().map(|byte| match byte {
        b'\\' => "/".to_owned(),
        byte if is_plain(&byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    encoded.collect::<String>().into()
}
