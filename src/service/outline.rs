//! The outline of a document, and what can be folded in it.

use gen_lsp_types as lsp;
use sandtable_source::SourceFile;
use sandtable_workspace::editor::OutlineItem;
use sandtable_workspace::symbols::SymbolKind;

use super::Service;
use super::places::Places;

impl Service {
    pub(crate) fn document_symbols(
        &mut self,
        asked: &lsp::DocumentSymbolParams,
    ) -> Vec<lsp::DocumentSymbol> {
        let spot = self.analysed(&asked.text_document.uri);
        let Some((spot, source)) = spot.as_ref().and_then(|spot| Some((spot, spot.source()?)))
        else {
            return Vec::new();
        };
        let items = spot.analysis.symbols(spot.file);
        items
            .iter()
            .map(|item| symbol(item, source, &self.places))
            .collect()
    }

    /// Declarations of several lines, and the sections under the headings of comments.
    pub(crate) fn folding_ranges(
        &mut self,
        asked: &lsp::FoldingRangeParams,
    ) -> Vec<lsp::FoldingRange> {
        let spot = self.analysed(&asked.text_document.uri);
        let Some((spot, source)) = spot.as_ref().and_then(|spot| Some((spot, spot.source()?)))
        else {
            return Vec::new();
        };
        let mut ranges = Vec::new();
        let mut open = spot.analysis.symbols(spot.file);
        while let Some(item) = open.pop() {
            let range = self.places.range(source, item.span);
            if range.start.line < range.end.line {
                ranges.push(lsp::FoldingRange {
                    start_line: range.start.line,
                    end_line: range.end.line,
                    kind: item.kind.is_none().then_some(lsp::FoldingRangeKind::Region),
                    ..Default::default()
                });
            }
            open.extend(item.children);
        }
        ranges.sort_by_key(|range| (range.start_line, range.end_line));
        ranges
    }
}

fn symbol(item: &OutlineItem, source: &SourceFile, places: &Places) -> lsp::DocumentSymbol {
    let children = item.children.iter();
    let children: Vec<lsp::DocumentSymbol> = children
        .map(|child| symbol(child, source, places))
        .collect();
    // The protocol wants a name, and a selection inside of the whole.
    let name = match item.name.is_empty() {
        true => item.kind.map_or("?", SymbolKind::word).to_owned(),
        false => item.name.clone(),
    };
    lsp::DocumentSymbol {
        detail: (!item.detail.is_empty()).then(|| item.detail.clone()),
        range: places.range(source, item.span.to(item.name_span)),
        children: (!children.is_empty()).then_some(children),
        ..lsp::DocumentSymbol::new(
            name,
            None,
            symbol_kind(item.kind),
            None,
            None,
            places.range(source, item.span),
            places.range(source, item.name_span),
            None,
        )
    }
}

fn symbol_kind(kind: Option<SymbolKind>) -> lsp::SymbolKind {
    let Some(kind) = kind else {
        return lsp::SymbolKind::Namespace;
    };
    match kind {
        SymbolKind::Ruleset | SymbolKind::Section => lsp::SymbolKind::Module,
        SymbolKind::Scale | SymbolKind::Words | SymbolKind::Die => lsp::SymbolKind::Enum,
        SymbolKind::Word | SymbolKind::Face => lsp::SymbolKind::EnumMember,
        SymbolKind::Kind => lsp::SymbolKind::Class,
        SymbolKind::Stat | SymbolKind::Trait | SymbolKind::Track | SymbolKind::Deck => {
            lsp::SymbolKind::Field
        }
        SymbolKind::Formula | SymbolKind::Roll | SymbolKind::Action | SymbolKind::BuiltIn => {
            lsp::SymbolKind::Function
        }
        SymbolKind::Sequence | SymbolKind::Phase => lsp::SymbolKind::Method,
        SymbolKind::Table | SymbolKind::Modifiers | SymbolKind::Once | SymbolKind::Map => {
            lsp::SymbolKind::Struct
        }
        SymbolKind::Fact | SymbolKind::Option => lsp::SymbolKind::Constant,
        SymbolKind::Trigger | SymbolKind::Window | SymbolKind::Reaction => lsp::SymbolKind::Event,
        SymbolKind::Policy => lsp::SymbolKind::Object,
        SymbolKind::Local | SymbolKind::Piece | SymbolKind::Unit => lsp::SymbolKind::Variable,
        SymbolKind::Example => lsp::SymbolKind::String,
    }
}
