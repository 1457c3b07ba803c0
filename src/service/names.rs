//! Requests about names: hover, completion, definition, references and renaming.

use gen_lsp_types as lsp;
use sandtable_source::{Encoding, Span};
use sandtable_workspace::editor::{Candidate, CandidateKind, CitedSection, Hover};
use sandtable_workspace::symbols::SymbolKind;

use super::findings::workspace_edit;
use super::rpc::Refusal;
use super::{Service, Spot};

impl Service {
    pub(crate) fn hover(&mut self, asked: &lsp::HoverParams) -> Option<lsp::Hover> {
        let spot = self.spot(&asked.text_document_position_params)?;
        let known = spot.analysis.hover(spot.file, spot.offset)?;
        let source = spot.source()?;
        let mut text = text(&known);
        if known.kind == SymbolKind::Roll
            && let Some(odds) = self.odds_of(&spot, &known.name)
        {
            text.push_str(&format!("\n\n{odds}"));
        }
        let content = lsp::MarkupContent::new(lsp::MarkupKind::Markdown, text);
        let range = self.places.range(source, known.span);
        Some(lsp::Hover::new(content.into(), Some(range)))
    }

    pub(crate) fn completion(&mut self, asked: &lsp::CompletionParams) -> Vec<lsp::CompletionItem> {
        let Some(spot) = self.spot(&asked.text_document_position_params) else {
            return Vec::new();
        };
        let candidates = spot.analysis.completions(spot.file, spot.offset);
        let items = candidates.iter().enumerate();
        items
            .filter_map(|(at, candidate)| self.item(&spot, at, candidate))
            .collect()
    }

    fn item(&self, spot: &Spot, at: usize, candidate: &Candidate) -> Option<lsp::CompletionItem> {
        let range = self.places.range(spot.source()?, candidate.replaces);
        let edit = lsp::TextEdit::new(range, candidate.text.clone());
        Some(lsp::CompletionItem {
            label: candidate.text.clone(),
            kind: Some(item_kind(candidate.kind)),
            detail: (!candidate.doc.is_empty()).then(|| candidate.doc.clone()),
            // Clients sort by this text; candidates are ordered by likelihood.
            sort_text: Some(format!("{at:05}")),
            text_edit: Some(edit.into()),
            ..Default::default()
        })
    }

    pub(crate) fn definition(&mut self, asked: &lsp::DefinitionParams) -> Vec<lsp::Location> {
        let Some(spot) = self.spot(&asked.text_document_position_params) else {
            return Vec::new();
        };
        let spans = spot.analysis.definition(spot.file, spot.offset);
        self.locations(&spot, spans)
    }

    pub(crate) fn references(&mut self, asked: &lsp::ReferenceParams) -> Vec<lsp::Location> {
        let Some(spot) = self.spot(&asked.text_document_position_params) else {
            return Vec::new();
        };
        let mut spans = spot.analysis.references(spot.file, spot.offset);
        if !asked.context.include_declaration {
            let declared = spot.analysis.definition(spot.file, spot.offset);
            spans.retain(|span| !declared.contains(span));
        }
        self.locations(&spot, spans)
    }

    fn locations(&self, spot: &Spot, spans: Vec<Span>) -> Vec<lsp::Location> {
        let sources = spot.analysis.sources();
        let places = spans.into_iter();
        places
            .filter_map(|span| self.places.location(sources, span))
            .collect()
    }

    /// Errors: the reason why it cannot be renamed.
    pub(crate) fn prepare_rename(
        &mut self,
        asked: &lsp::PrepareRenameParams,
    ) -> Result<Option<lsp::Range>, Refusal> {
        let Some(spot) = self.spot(&asked.text_document_position_params) else {
            return Ok(None);
        };
        let span = spot.analysis.renamable(spot.file, spot.offset);
        let span = span.map_err(|error| Refusal::failed(error.reason))?;
        let source = spot.source();
        Ok(source.map(|source| self.places.range(source, span)))
    }

    /// Errors: the reason why it cannot have that name.
    pub(crate) fn rename(
        &mut self,
        asked: &lsp::RenameParams,
    ) -> Result<Option<lsp::WorkspaceEdit>, Refusal> {
        let Some(spot) = self.spot(&asked.text_document_position_params) else {
            return Ok(None);
        };
        let place = (spot.path.as_str(), spot.offset);
        let edits = self
            .workspace
            .rename(&spot.ruleset, &[], place, &asked.new_name);
        let sources = spot.analysis.sources();
        let edits = edits.map_err(|error| {
            let place = error.place.and_then(|span| {
                let source = sources.get(span.file)?;
                let place = source.line_column(span.start, Encoding::Utf16);
                Some(format!(" ({}:{})", source.name, place.line + 1))
            });
            Refusal::failed(format!("{}{}", error.reason, place.unwrap_or_default()))
        })?;
        Ok(Some(workspace_edit(&edits, sources, &self.places)))
    }
}

/// Returns the content of a hover as Markdown.
fn text(known: &Hover) -> String {
    let mut text = match &known.title {
        Some(title) => format!("**{title}** · {} `{}`", known.kind.word(), known.name),
        None => format!("{} `{}`", known.kind.word(), known.name),
    };
    if !known.range.is_empty() {
        text.push_str(&format!(": {}", known.range));
    }
    if let Some(default) = &known.default {
        text.push_str(&format!("; {default} unless given"));
    }
    if let Some(doc) = &known.doc {
        text.push_str(&format!("\n\n{doc}"));
    }
    if let Some(case) = &known.case {
        text.push_str(&format!("\n\n{case}"));
    }
    if known.is_narrowed {
        text.push_str("\n\nRows that can apply here, with the units so far:");
    }
    if !known.lines.is_empty() {
        text.push_str(&format!(
            "\n\n```sandtable\n{}\n```",
            known.lines.join("\n")
        ));
    }
    if !known.citations.is_empty() {
        let sections: Vec<String> = known.citations.iter().map(section).collect();
        text.push_str(&format!("\n\nRules: {}", sections.join("; ")));
    }
    text
}

fn section(cited: &CitedSection) -> String {
    match &cited.title {
        Some(title) => format!("{} {title}", cited.section),
        None => cited.section.clone(),
    }
}

fn item_kind(kind: CandidateKind) -> lsp::CompletionItemKind {
    match kind {
        CandidateKind::Keyword => lsp::CompletionItemKind::Keyword,
        CandidateKind::Key => lsp::CompletionItemKind::Property,
        CandidateKind::Value => lsp::CompletionItemKind::Value,
        CandidateKind::Symbol(kind) => match kind {
            SymbolKind::Ruleset | SymbolKind::Section => lsp::CompletionItemKind::Module,
            SymbolKind::Scale | SymbolKind::Words | SymbolKind::Die => {
                lsp::CompletionItemKind::Enum
            }
            SymbolKind::Word | SymbolKind::Face => lsp::CompletionItemKind::EnumMember,
            SymbolKind::Kind => lsp::CompletionItemKind::Class,
            SymbolKind::Stat | SymbolKind::Trait | SymbolKind::Track | SymbolKind::Deck => {
                lsp::CompletionItemKind::Field
            }
            SymbolKind::Formula | SymbolKind::Roll | SymbolKind::Action | SymbolKind::BuiltIn => {
                lsp::CompletionItemKind::Function
            }
            SymbolKind::Sequence | SymbolKind::Phase => lsp::CompletionItemKind::Method,
            SymbolKind::Table | SymbolKind::Modifiers | SymbolKind::Once | SymbolKind::Map => {
                lsp::CompletionItemKind::Struct
            }
            SymbolKind::Fact | SymbolKind::Option => lsp::CompletionItemKind::Constant,
            SymbolKind::Trigger | SymbolKind::Window | SymbolKind::Reaction => {
                lsp::CompletionItemKind::Event
            }
            SymbolKind::Local | SymbolKind::Piece | SymbolKind::Unit | SymbolKind::Policy => {
                lsp::CompletionItemKind::Variable
            }
            SymbolKind::Example => lsp::CompletionItemKind::Text,
        },
    }
}
