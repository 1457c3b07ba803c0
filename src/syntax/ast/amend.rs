//! Changes of a variant to its base.

use super::{Arm, Block, Cell, Head, KindLine, Literal, Modifier, Name, Row, Statement, Where};
use sandtable_source::Spanned;

/// `variant night "Night fighting" of base`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Name, title, citations.
    pub head: Head,
    /// The ruleset or variant that it changes.
    pub base: Name,
    /// `index "index.toml"`
    pub index: Option<Spanned<String>>,
    /// `after light-saves`: other variants in force that precede it.
    pub after: Vec<Name>,
}

/// `amend table needed [H-3]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amend {
    /// `table`, as written.
    pub sort: Name,
    /// `needed`
    pub name: Name,
    /// Sections of the book; for all its lines that cite none.
    pub citations: Vec<Spanned<String>>,
    /// The lines, in written order.
    pub lines: Vec<Spanned<Amendment>>,
}

/// `remove trigger knocked-out [H-4]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// `trigger`, as written.
    pub sort: Name,
    /// `knocked-out`
    pub name: Name,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}

/// Edit of a line by an amendment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// `add …`
    Add,
    /// `replace …`
    Replace,
    /// `remove …`
    Remove,
}

/// Position of the statements of a variant, relative to the line that is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `replace line …`
    Replace,
    /// `remove line …`
    Remove,
    /// `add before line …`
    Before,
    /// `add after line …`
    After,
}

/// One line below `amend`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amendment {
    /// `add row 20+ | - | -`, `replace row …`; `remove row 20+` names the keys only
    Row(Edit, Spanned<Row>),
    /// `replace cell 4-6 | B with star`
    Cell {
        /// The keys of the row, and in a table with values along its top the head of the column.
        place: Spanned<Row>,
        /// The new content.
        value: Spanned<Cell>,
    },
    /// `add where color = …`, `replace where …`
    Where(Edit, Where),
    /// `remove where color`
    RemoveWhere(Name),
    /// `add limit -3..3`, `replace limit …`; nothing for `remove limit`
    Limit(Edit, Option<Spanned<(Option<i32>, Option<i32>)>>),
    /// `add -1 if … "smoke"`
    AddModifier(Spanned<Modifier>),
    /// `replace "smoke" with -2 if … "smoke"`
    ReplaceModifier(Spanned<String>, Spanned<Modifier>),
    /// `remove "smoke"`
    RemoveModifier(Spanned<String>),
    /// `add speed 0..12`, `replace speed 0..6`
    KindLine(Edit, Spanned<KindLine>),
    /// `remove traits low, open-topped`
    RemoveTraits(Vec<Name>),
    /// `remove speed`: a stat, a track or a formula
    RemoveOfKind(Name),
    /// `armour = M`, `traits = low, elite`
    Stat {
        /// The key in the TOML.
        name: Name,
        /// The values, at least one.
        values: Vec<Spanned<Literal>>,
    },
    /// `replace line roll cube` and the lines below it
    Line {
        /// Position of the new lines.
        step: Step,
        /// The line of the base.
        line: Quoted,
        /// Statements, where a statement is quoted.
        body: Block,
        /// Arms of `depending on`, where one of them is quoted.
        arms: Vec<Spanned<Arm>>,
    },
    /// `add at start`
    AtStart(Block),
    /// `add at end`
    AtEnd(Block),
}

/// A line of the base as the variant names it: without the block below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quoted {
    /// A statement, or the head line of one.
    Statement(Box<Statement>),
    /// `red: stop`, or only `red:`
    Arm(Spanned<Arm>),
}
