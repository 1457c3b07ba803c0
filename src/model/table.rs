//! Tables, completed: every key knows which line of cells answers which value.

use super::{Expr, Naming, ResultType, Type};
use crate::source::Span;

/// One key of a table, and how its values fall on lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The key's name.
    pub name: String,
    /// The value of the first entry of `lines`.
    pub lowest: i32,
    /// Line of cells of each value from `lowest` on; `u16::MAX` for a value that the table does not answer.
    pub lines: Vec<u16>,
    /// Line of all values below `lowest`, if any.
    pub below: Option<u16>,
    /// Line of all values past the last entry of `lines`, if any.
    pub above: Option<u16>,
    /// How many lines there are.
    pub n_lines: u32,
}

/// A key as declared.
#[derive(Debug, Clone)]
pub struct Key {
    /// `range`
    pub name: String,
    /// What it may be.
    pub ty: Type,
    /// Least, for numbers.
    pub low: i32,
    /// Most, for numbers.
    pub high: i32,
    /// Dice that are thrown for it when it is left out: how many, of how many sides.
    pub dice: Option<(u32, u32)>,
    /// Where it is declared.
    pub span: Span,
}

/// What a cell means.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A value.
    Value(i32),
    /// A word or dash that a `where` explains.
    Where {
        /// As it stands in the cell.
        word: String,
        /// What it stands for.
        value: Expr,
        /// Sections of the book.
        citations: Vec<String>,
        /// Where the `where` stands.
        span: Span,
    },
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name, title, citations.
    pub naming: Naming,
    /// Outermost first.
    pub keys: Vec<Key>,
    /// What it comes to.
    pub result: ResultType,
    /// One per key.
    pub axes: Vec<Axis>,
    /// Index into `meanings`; the last key runs fastest.
    pub cells: Vec<u32>,
    /// What cells mean, each once.
    pub meanings: Vec<Meaning>,
    /// A `where` throws dice.
    pub throws: bool,
}
