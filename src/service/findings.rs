//! Findings as diagnostics of the protocol, and their fixes as code actions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use gen_lsp_types as lsp;
use sandtable_diagnostic::{Diagnostic, Fix, Severity};
use sandtable_source::{SourceMap, Span};
use sandtable_workspace::Analysis;

use super::Service;
use super::client::CodeActionPlace;
use super::places::Places;

/// The findings that the client shows: by ruleset and by file.
#[derive(Debug, Default)]
pub(crate) struct Published {
    by_ruleset: BTreeMap<String, BTreeMap<String, Vec<lsp::Diagnostic>>>,
}

impl Published {
    /// Replaces the findings of a ruleset; returns the files whose findings have changed.
    pub(crate) fn update(
        &mut self,
        ruleset: &str,
        analysis: &Analysis,
        places: &Places,
    ) -> BTreeSet<String> {
        let now = by_file(analysis, places);
        let before = self.by_ruleset.remove(ruleset).unwrap_or_default();
        let paths = before.keys().chain(now.keys());
        let changed = paths.filter(|path| before.get(*path) != now.get(*path));
        let changed = changed.cloned().collect();
        self.by_ruleset.insert(ruleset.to_owned(), now);
        changed
    }

    /// Drops the findings of a ruleset; returns its files.
    pub(crate) fn remove(&mut self, ruleset: &str) -> BTreeSet<String> {
        let files = self.by_ruleset.remove(ruleset).unwrap_or_default();
        files.into_keys().collect()
    }

    /// Returns the findings of a file in all rulesets that read it, without duplicates.
    pub(crate) fn of(&self, path: &str) -> Vec<lsp::Diagnostic> {
        let mut all: Vec<lsp::Diagnostic> = Vec::new();
        for found in self.by_ruleset.values().filter_map(|files| files.get(path)) {
            for one in found {
                if !all.contains(one) {
                    all.push(one.clone());
                }
            }
        }
        all
    }
}

/// Returns the findings of an analysis by the path of their file. A finding without a span is put at the top of the first rule
/// file.
fn by_file(analysis: &Analysis, places: &Places) -> BTreeMap<String, Vec<lsp::Diagnostic>> {
    let (sources, bundle) = (analysis.sources(), analysis.bundle());
    let own = bundle.layers.last();
    let top = own.and_then(|own| own.rule_files.first()).copied();
    let found = analysis.diagnostics();
    let mut files: BTreeMap<String, Vec<lsp::Diagnostic>> = BTreeMap::new();
    // A file without findings has an entry too, which replaces findings it had before.
    for (_, source) in sources.files() {
        files.insert(source.name.clone(), Vec::new());
    }
    for finding in found.iter().chain(found.notes()) {
        let first = finding.labels.first().map(|label| label.span);
        let span = first.or_else(|| Some(Span::new(top?, 0, 0)));
        let source = span.and_then(|span| sources.get(span.file));
        if let (Some(span), Some(source)) = (span, source) {
            let shown = shown(finding, places.range(source, span), sources, places);
            files.entry(source.name.clone()).or_default().push(shown);
        }
    }
    if let Some(source) = top.and_then(|top| sources.get(top)) {
        let left_out = found.left_out().into_iter().map(left_out);
        files
            .entry(source.name.clone())
            .or_default()
            .extend(left_out);
    }
    files
}

/// Returns a diagnostic for the top of a file about findings that were dropped.
fn left_out(remark: String) -> lsp::Diagnostic {
    lsp::Diagnostic {
        severity: Some(lsp::DiagnosticSeverity::Information),
        source: Some("sandtable".to_owned()),
        message: remark.into(),
        ..Default::default()
    }
}

fn shown(
    finding: &Diagnostic,
    range: lsp::Range,
    sources: &SourceMap,
    places: &Places,
) -> lsp::Diagnostic {
    let severity = match finding.severity() {
        Severity::Error => lsp::DiagnosticSeverity::Error,
        Severity::Warning => lsp::DiagnosticSeverity::Warning,
        Severity::Note => lsp::DiagnosticSeverity::Information,
    };
    let mut message = finding.message.to_string();
    if let Some(label) = finding.labels.first()
        && !label.text.is_empty()
    {
        message.push_str(&format!(" ({})", label.text));
    }
    let parts = MessageParts {
        problem: message.clone(),
        help: finding.help.as_deref(),
        help_in_page: finding.help_in_page(),
        citations: &finding.citations,
    };
    let parts = serde_json::to_value(parts).ok();
    if let Some(help) = &finding.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    if !finding.citations.is_empty() {
        message.push_str(&format!("\nrule: {}", finding.citations.join(", ")));
    }
    let related = finding.labels.iter().skip(1).filter_map(|label| {
        let location = places.location(sources, label.span)?;
        let text = match label.text.is_empty() {
            true => "see here".to_owned(),
            false => label.text.to_string(),
        };
        Some(lsp::DiagnosticRelatedInformation::new(location, text))
    });
    let related: Vec<lsp::DiagnosticRelatedInformation> = related.collect();
    lsp::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(lsp::Code::String(finding.code.number().to_owned())),
        source: Some("sandtable".to_owned()),
        message: message.into(),
        related_information: (!related.is_empty()).then_some(related),
        data: parts,
        ..Default::default()
    }
}

/// The parts of a message, for clients that show them apart.
#[derive(Debug, serde::Serialize)]
struct MessageParts<'a> {
    /// The problem with the fact about its place in brackets.
    problem: String,
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_in_page: Option<String>,
    citations: &'a [String],
}

impl Service {
    /// Returns the fixes of the findings in a range.
    pub(crate) fn code_actions(&mut self, asked: &CodeActionPlace) -> Vec<lsp::CodeAction> {
        let Some(spot) = self.analysed(&asked.text_document.uri) else {
            return Vec::new();
        };
        let Some(source) = spot.source() else {
            return Vec::new();
        };
        let start = self.places.offset(source, asked.range.start);
        let end = self.places.offset(source, asked.range.end);
        let sources = spot.analysis.sources();
        let found = spot.analysis.diagnostics();
        let here = found.iter().chain(found.notes()).filter(|finding| {
            let mut spans = finding.labels.iter().map(|label| label.span);
            spans.any(|span| span.file == spot.file && span.start <= end && start <= span.end)
        });
        let mut actions = Vec::new();
        for finding in here {
            let place = finding.labels.first().map(|label| label.span);
            let place = place.and_then(|span| Some((sources.get(span.file)?, span)));
            let shown = place.map(|(source, span)| {
                shown(
                    finding,
                    self.places.range(source, span),
                    sources,
                    &self.places,
                )
            });
            let fixes = spot.analysis.fixes_of(finding);
            let is_only = fixes.len() == 1;
            actions.extend(fixes.iter().map(|fix| lsp::CodeAction {
                title: fix.title.clone(),
                kind: Some(lsp::CodeActionKind::QuickFix),
                diagnostics: shown.clone().map(|shown| vec![shown]),
                is_preferred: is_only.then_some(true),
                edit: Some(edit(fix, sources, &self.places)),
                ..Default::default()
            }));
        }
        actions
    }
}

fn edit(fix: &Fix, sources: &SourceMap, places: &Places) -> lsp::WorkspaceEdit {
    workspace_edit(&fix.edits, sources, places)
}

/// An edit of a text, in the documents of our own methods.
#[derive(Debug, serde::Serialize)]
pub(crate) struct PlacedEdit {
    place: lsp::Location,
    text: String,
}

/// Returns edits of texts with their places.
pub(crate) fn placed_edits(
    edits: &[sandtable_diagnostic::TextEdit],
    sources: &SourceMap,
    places: &Places,
) -> Vec<PlacedEdit> {
    let edits = edits.iter();
    edits
        .filter_map(|edit| {
            Some(PlacedEdit {
                place: places.location(sources, edit.span)?,
                text: edit.text.clone(),
            })
        })
        .collect()
}

/// Returns edits of texts, by document.
pub(crate) fn workspace_edit(
    edits: &[sandtable_diagnostic::TextEdit],
    sources: &SourceMap,
    places: &Places,
) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for edit in edits {
        if let Some(source) = sources.get(edit.span.file) {
            let range = places.range(source, edit.span);
            let edit = lsp::TextEdit::new(range, edit.text.to_string());
            let uri = places.uri(&source.name);
            changes.entry(uri).or_default().push(edit);
        }
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..Default::default()
    }
}
