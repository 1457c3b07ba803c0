//! The kinds of symbols.

use sandtable_model::{ProcedureId, RuleBook};
use sandtable_syntax::ast::Ability;

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A ruleset or variant.
    Ruleset,
    /// A scale.
    Scale,
    /// An unordered list of words.
    Words,
    /// A word of a scale or of another closed list.
    Word,
    /// A die with custom faces.
    Die,
    /// A face of a die, or a group of its faces.
    Face,
    /// A kind of units.
    Kind,
    /// A stat of units.
    Stat,
    /// A trait of units.
    Trait,
    /// A track of units.
    Track,
    /// A deck of cards.
    Deck,
    /// A formula, of a kind or a declaration of its own.
    Formula,
    /// A roll.
    Roll,
    /// An action.
    Action,
    /// A sequence.
    Sequence,
    /// A phase.
    Phase,
    /// A table.
    Table,
    /// A list of modifiers.
    Modifiers,
    /// A group of modifiers; at most one of them applies.
    Once,
    /// A fact.
    Fact,
    /// An optional rule.
    Option,
    /// A trigger.
    Trigger,
    /// A window.
    Window,
    /// A reaction.
    Reaction,
    /// A policy.
    Policy,
    /// A parameter, a key of a table or a local value.
    Local,
    /// A piece that an example, map or scenario names.
    Piece,
    /// A unit of the unit files.
    Unit,
    /// A map.
    Map,
    /// A worked example; only in outlines.
    Example,
    /// A section of the book.
    Section,
    /// A built-in name.
    BuiltIn,
}

impl SymbolKind {
    /// Returns the word for the kind in findings and documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Scale => "scale",
            Self::Words => "words",
            Self::Word => "word",
            Self::Die => "die",
            Self::Face => "face",
            Self::Kind => "kind",
            Self::Stat => "stat",
            Self::Trait => "trait",
            Self::Track => "track",
            Self::Deck => "deck",
            Self::Formula => "formula",
            Self::Roll => "roll",
            Self::Action => "action",
            Self::Sequence => "sequence",
            Self::Phase => "phase",
            Self::Table => "table",
            Self::Modifiers => "modifiers",
            Self::Once => "group of modifiers",
            Self::Fact => "fact",
            Self::Option => "option",
            Self::Trigger => "trigger",
            Self::Window => "window",
            Self::Reaction => "reaction",
            Self::Policy => "policy",
            Self::Local => "name",
            Self::Piece => "piece",
            Self::Unit => "unit",
            Self::Map => "map",
            Self::Example => "example",
            Self::Section => "section",
            Self::BuiltIn => "built-in",
        }
    }
}

/// Returns the kind of a procedure.
pub(super) fn of_procedure(book: &RuleBook, id: ProcedureId) -> SymbolKind {
    let ability = book.procedures.get(id.at()).map(|known| known.ability);
    match ability {
        Some(Ability::Roll) => SymbolKind::Roll,
        Some(Ability::Action) => SymbolKind::Action,
        Some(Ability::Sequence) => SymbolKind::Sequence,
        Some(Ability::Formula) | None => SymbolKind::Formula,
    }
}

/// Returns the kind of a name that belongs to units.
pub(super) fn of_member(book: &RuleBook, name: &str) -> SymbolKind {
    if let Some(field) = book.fields.iter().find(|field| field.name == name) {
        return match field.is_trait {
            true => SymbolKind::Trait,
            false => SymbolKind::Stat,
        };
    }
    if book.tracks.iter().any(|track| track.name == name) {
        return SymbolKind::Track;
    }
    let mut formulas = book.kinds.iter().flat_map(|kind| &kind.formulas);
    match formulas.any(|(known, _)| known == name) {
        true => SymbolKind::Formula,
        false => SymbolKind::Stat,
    }
}
