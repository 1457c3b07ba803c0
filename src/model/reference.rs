//! The symbol that each name of the rule files refers to, recorded where the check resolves names.

use super::{
    DieId, FactId, KindId, Kinds, ModifiersId, OptionId, ProcedureId, ReactionId, TableId,
    WindowId, WordsId,
};
use sandtable_source::Span;

/// A symbol that a name refers to. Symbols that kinds share are identified by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symbol {
    /// The ruleset itself.
    Ruleset,
    /// A scale.
    Scale(WordsId),
    /// A word of a closed list, by its index.
    Word(WordsId, i32),
    /// A die with custom faces.
    Die(DieId),
    /// A face or a group of faces of a die, by its name.
    Face(DieId),
    /// A kind of units.
    Kind(KindId),
    /// A stat, trait, track or formula of any of these kinds, by its name.
    Member(Kinds),
    /// A deck of cards, by its index.
    Deck(usize),
    /// A table.
    Table(TableId),
    /// A list of modifiers.
    Modifiers(ModifiersId),
    /// A group of mutually exclusive modifiers, by its name.
    Once(ModifiersId),
    /// A fact.
    Fact(FactId),
    /// An optional rule.
    Option(OptionId),
    /// A formula, roll, action or sequence.
    Procedure(ProcedureId),
    /// A trigger, by its index.
    Trigger(usize),
    /// A window.
    Window(WindowId),
    /// A reaction.
    Reaction(ReactionId),
    /// A policy, by its index.
    Policy(usize),
    /// A phase, by its name.
    Phase,
    /// A unit of the unit files, by its id.
    Unit,
    /// A parameter, a key, a local or a word of a table, by the span of its declaration.
    Local(Span),
    /// A built-in name.
    BuiltIn,
}

/// The role of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The name declares the symbol.
    Declares,
    /// The name refers to the symbol.
    Refers,
    /// The name declares another symbol, and takes its type from this symbol of the same name.
    Implies,
}

/// A name in a rule file, resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// Span of the name; for a word in a table, of the cell.
    pub span: Span,
    /// The symbol that it refers to.
    pub symbol: Symbol,
    /// Whether it declares it.
    pub role: Role,
}
