//! Findings as JSON.

use sandtable_diagnostic::{Confidence, Diagnostic, Diagnostics, Fix, Label, Severity};
use sandtable_source::{SourceFile, SourceMap};
use serde::Serialize;
use serde_json::{Error, Value};

use super::to_value;

/// The document that accompanies a refused answer: the findings that prevent it.
#[derive(Debug, Serialize)]
pub struct Findings<'a> {
    /// The findings in the order in which they are shown.
    pub findings: Vec<Finding<'a>>,
    /// Remarks on findings that are left out.
    pub remarks: Vec<String>,
}

impl<'a> Findings<'a> {
    /// Describes findings in their order, without the notes.
    pub fn new(diagnostics: &'a Diagnostics, sources: &'a SourceMap) -> Self {
        Self {
            findings: Finding::all(diagnostics.iter(), sources),
            remarks: diagnostics.left_out(),
        }
    }
}

/// A finding.
#[derive(Debug, Serialize)]
pub struct Finding<'a> {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    confidence: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_in_page: Option<String>,
    citations: &'a [String],
    labels: Vec<FindingLabel<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FindingFix<'a>>,
}

/// An applicable fix: replacements of text that belong together.
#[derive(Debug, Serialize)]
struct FindingFix<'a> {
    title: &'a str,
    edits: Vec<FindingEdit<'a>>,
}

/// A replacement of text; offsets count bytes from 0.
#[derive(Debug, Serialize)]
struct FindingEdit<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    text: &'a str,
}

/// A labelled span of a finding. Lines and columns count from 1, columns in characters; offsets count bytes from 0.
#[derive(Debug, Serialize)]
struct FindingLabel<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: &'a str,
}

/// Returns findings as a document with its schema.
///
/// Errors: the document cannot be serialised.
pub fn document(diagnostics: &Diagnostics, sources: &SourceMap) -> Result<Value, Error> {
    to_value("findings", Findings::new(diagnostics, sources))
}

/// Returns the message of the first finding, which states why there is no answer.
pub fn first_message(diagnostics: &Diagnostics) -> &str {
    let first = diagnostics.iter().next();
    first.map_or("there is no answer", |finding| &finding.message)
}

impl<'a> Finding<'a> {
    /// Describes a finding; labels in files that are not among the sources are left out.
    pub fn new(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Self {
        let labels = diagnostic.labels.iter();
        let labels = labels.filter_map(|label| {
            let file = sources.get(label.span.file)?;
            Some(FindingLabel::new(label, file))
        });
        Self {
            code: diagnostic.code.number(),
            slug: diagnostic.code.slug(),
            severity: severity_word(diagnostic.severity()),
            confidence: match diagnostic.confidence {
                Confidence::Certain => "certain",
                Confidence::Likely => "likely",
                Confidence::Possible => "possible",
            },
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            help_in_page: diagnostic.help_in_page(),
            citations: &diagnostic.citations,
            labels: labels.collect(),
            example: diagnostic.example.as_deref(),
            fixes: fixes(&diagnostic.fixes, sources),
        }
    }

    /// Describes findings in their order.
    pub fn all(
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
        sources: &'a SourceMap,
    ) -> Vec<Self> {
        let diagnostics = diagnostics.into_iter();
        diagnostics
            .map(|diagnostic| Self::new(diagnostic, sources))
            .collect()
    }
}

fn fixes<'a>(fixes: &'a [Fix], sources: &'a SourceMap) -> Vec<FindingFix<'a>> {
    let edits = |fix: &'a Fix| {
        let edits = fix.edits.iter().filter_map(|edit| {
            Some(FindingEdit {
                file: &sources.get(edit.span.file)?.name,
                start: edit.span.start,
                end: edit.span.end,
                text: &edit.text,
            })
        });
        edits.collect()
    };
    let described = |fix: &'a Fix| FindingFix {
        title: &fix.title,
        edits: edits(fix),
    };
    fixes.iter().map(described).collect()
}

impl<'a> FindingLabel<'a> {
    fn new(label: &'a Label, file: &'a SourceFile) -> Self {
        let start = file.position(label.span.start);
        let end = file.position(label.span.end);
        Self {
            file: &file.name,
            start: label.span.start,
            end: label.span.end,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            text: &label.text,
        }
    }
}

/// Returns the word for a severity: `error`, `warning`, `note`.
pub(super) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
