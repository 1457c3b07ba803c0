//! Language features for editors: hovers, completions, the outline of a file, renaming.
//!
//! Takes the texts, the checked rules, and the [symbol index](crate::symbols). It knows no protocol: positions are byte
//! offsets, results are data.

mod completion;
mod hover;
mod outline;
mod rename;
mod table_cells;

pub use completion::{Candidate, CandidateKind};
pub use hover::{CitedSection, Hover};
pub use outline::OutlineItem;
pub use rename::{RenameError, kept};

use crate::symbols::{Inputs, Symbol, SymbolId, SymbolIndex, SymbolKind};
use sandtable_model::{Local, Naming, Type};
use sandtable_source::{FileId, Span};
use sandtable_syntax::ast::Item;

/// A ruleset with its symbol index.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Texts, trees, rules and units.
    pub inputs: Inputs<'a>,
    /// The symbol index.
    pub symbols: &'a SymbolIndex,
}

impl<'a> Facts<'a> {
    fn text_of(&self, file: FileId) -> &'a str {
        let source = self.inputs.sources.get(file);
        source.map_or("", |source| &*source.text)
    }

    /// Returns the line that contains an offset: its first offset, and its text.
    fn line_at(&self, file: FileId, offset: usize) -> (usize, &'a str) {
        let text = self.text_of(file);
        let offset = text.floor_char_boundary(offset);
        let before = text.get(..offset).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let rest = text.get(start..).unwrap_or_default();
        (start, rest.split('\n').next().unwrap_or_default())
    }

    /// Returns the naming of a symbol, if its kind has one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "symbols that the model does not number have a naming only here"
    )]
    fn naming(&self, id: SymbolId) -> Option<&'a Naming> {
        let book = self.inputs.book;
        if let Some((kind, at)) = self.symbols.number(id) {
            return match kind {
                SymbolKind::Die => book.dice.get(at).map(|one| &one.naming),
                SymbolKind::Kind => book.kinds.get(at).map(|one| &one.naming),
                SymbolKind::Formula
                | SymbolKind::Roll
                | SymbolKind::Action
                | SymbolKind::Sequence => book.procedures.get(at).map(|one| &one.naming),
                SymbolKind::Deck => book.decks.get(at).map(|one| &one.naming),
                SymbolKind::Table => book.tables.get(at).map(|one| &one.naming),
                SymbolKind::Modifiers => book.modifiers.get(at).map(|one| &one.naming),
                SymbolKind::Fact => book.facts.get(at).map(|one| &one.naming),
                SymbolKind::Option => book.options.get(at).map(|one| &one.naming),
                SymbolKind::Trigger => book.triggers.get(at).map(|one| &one.naming),
                SymbolKind::Window => book.windows.get(at).map(|one| &one.naming),
                SymbolKind::Reaction => book.reactions.get(at).map(|one| &one.naming),
                SymbolKind::Policy => book.policies.get(at),
                SymbolKind::Ruleset
                | SymbolKind::Scale
                | SymbolKind::Words
                | SymbolKind::Word
                | SymbolKind::Face
                | SymbolKind::Stat
                | SymbolKind::Trait
                | SymbolKind::Track
                | SymbolKind::Phase
                | SymbolKind::Once
                | SymbolKind::Local
                | SymbolKind::Piece
                | SymbolKind::Unit
                | SymbolKind::Map
                | SymbolKind::Example
                | SymbolKind::Section
                | SymbolKind::BuiltIn => None,
            };
        }
        let symbol = self.symbols.get(id)?;
        match symbol.kind {
            SymbolKind::Ruleset => book.naming.as_ref(),
            SymbolKind::Stat | SymbolKind::Track | SymbolKind::Formula => self.of_kinds(symbol),
            _ => None,
        }
    }

    /// Returns the naming of a stat, track or formula at its first declaration.
    fn of_kinds(&self, symbol: &Symbol) -> Option<&'a Naming> {
        let book = self.inputs.book;
        let declared = symbol.declarations.first()?.span;
        let kinds = book.kinds.iter();
        let stats = kinds.clone().flat_map(|kind| &kind.stats);
        let tracks = kinds.flat_map(|kind| &kind.tracks);
        let formulas = book.procedures.iter().filter(|one| one.of_kind.is_some());
        let mut all = (stats.map(|stat| &stat.naming))
            .chain(tracks.map(|track| &track.naming))
            .chain(formulas.map(|one| &one.naming));
        all.find(|naming| naming.span == declared)
    }

    /// Returns the declaration at or before an offset: the last that begins there.
    fn item_at(&self, file: FileId, offset: usize) -> Option<&'a Item> {
        let items = self.inputs.rules.iter().flat_map(|file| &file.items);
        items
            .filter(|item| item.span.file == file && item.span.start <= offset)
            .max_by_key(|item| item.span.start)
            .map(|item| &item.value)
    }

    /// Returns the locals of the rule around an offset, parameters first.
    fn locals_at(&self, file: FileId, offset: usize) -> Vec<Local> {
        let book = self.inputs.book;
        let Some(head) = self.item_at(file, offset).and_then(Item::head) else {
            return Vec::new();
        };
        let declared = head.name.span;
        let mut procedures = book.procedures.iter();
        if let Some(known) = procedures.find(|one| one.naming.span == declared) {
            return known.locals.clone();
        }
        let mut triggers = book.triggers.iter();
        if let Some(known) = triggers.find(|one| one.naming.span == declared) {
            return known.locals.clone();
        }
        let mut reactions = book.reactions.iter();
        if let Some(known) = reactions.find(|one| one.naming.span == declared) {
            return known.locals.clone();
        }
        let parameters = (book.facts.iter().map(|one| (&one.naming, &one.parameters)))
            .chain(
                book.modifiers
                    .iter()
                    .map(|one| (&one.naming, &one.parameters)),
            )
            .chain(
                book.windows
                    .iter()
                    .map(|one| (&one.naming, &one.parameters)),
            );
        for (naming, parameters) in parameters {
            if naming.span == declared {
                let local = |one: &sandtable_model::Parameter| Local {
                    name: one.name.clone(),
                    ty: one.ty,
                    or_none: false,
                };
                return parameters.iter().map(local).collect();
            }
        }
        let mut tables = book.tables.iter();
        let table = tables.find(|one| one.naming.span == declared);
        let keys = table.into_iter().flat_map(|table| &table.keys);
        keys.map(|key| Local {
            name: key.name.clone(),
            ty: key.ty,
            or_none: false,
        })
        .collect()
    }

    /// Returns the type of a symbol, if it is known at a position.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these symbols have values"
    )]
    fn type_of(&self, id: SymbolId, at: Span) -> Type {
        let book = self.inputs.book;
        let Some(symbol) = self.symbols.get(id) else {
            return Type::Unknown;
        };
        if let Some((kind, at)) = self.symbols.number(id) {
            let result = |result: Option<sandtable_model::ResultType>| result.map(|known| known.ty);
            let ty = match kind {
                SymbolKind::Fact => book.facts.get(at).map(|one| one.ty),
                SymbolKind::Option => book.options.get(at).map(|one| one.ty),
                SymbolKind::Table => book.tables.get(at).map(|one| one.result.ty),
                SymbolKind::Formula | SymbolKind::Roll | SymbolKind::Action => {
                    book.procedures.get(at).and_then(|one| result(one.result))
                }
                _ => None,
            };
            return ty.unwrap_or(Type::Unknown);
        }
        match symbol.kind {
            SymbolKind::Stat | SymbolKind::Trait | SymbolKind::Track => {
                let field = book.fields.iter().find(|field| field.name == symbol.name);
                let track = || book.tracks.iter().find(|track| track.name == symbol.name);
                let ty = field.map(|field| field.ty);
                ty.or_else(|| track().map(|track| track.ty))
                    .unwrap_or(Type::Unknown)
            }
            SymbolKind::Local => {
                let place = symbol.declarations.first().map_or(at, |one| one.span);
                let locals = self.locals_at(place.file, place.start);
                let known = locals.iter().find(|local| local.name == symbol.name);
                known.map_or(Type::Unknown, |local| local.ty)
            }
            _ => Type::Unknown,
        }
    }
}
