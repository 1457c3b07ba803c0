//! Tables, completed: every key knows which line of cells answers which value.

use super::{Expr, NONE, Naming, ResultType, Type};
use sandtable_source::Span;

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
    /// Number of lines.
    pub n_lines: u32,
}

impl Axis {
    /// The line of cells that answers a key; `None` if none does. [`NONE`] is answered by none.
    #[inline]
    pub fn line(&self, key: i32) -> Option<usize> {
        let offset = i64::from(key) - i64::from(self.lowest);
        let line = match usize::try_from(offset) {
            _ if key == NONE => None,
            Err(_) => self.below,
            Ok(offset) => match self.lines.get(offset) {
                Some(line) => Some(*line),
                None => self.above,
            },
        };
        line.filter(|line| *line != u16::MAX).map(usize::from)
    }
}

/// A key as declared.
#[derive(Debug, Clone)]
pub struct Key {
    /// `range`
    pub name: String,
    /// Its possible values.
    pub ty: Type,
    /// Least, for numbers.
    pub low: i32,
    /// Most, for numbers.
    pub high: i32,
    /// Dice that are rolled for it when it is left out: how many, of how many sides.
    pub dice: Option<(u32, u32)>,
    /// Place of its declaration.
    pub span: Span,
}

/// The meaning of a cell.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A value.
    Value(i32),
    /// A word or dash that a `where` explains.
    Where {
        /// As written in the cell.
        word: String,
        /// Its meaning.
        value: Expr,
        /// Sections of the book.
        citations: Vec<String>,
        /// Place of the `where` line.
        span: Span,
    },
}

/// A cell as drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Its place.
    pub span: Span,
    /// Places of its keys: those of its row, then that on top of its column, if any.
    pub keys: Vec<Span>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name, title, citations.
    pub naming: Naming,
    /// Outermost first.
    pub keys: Vec<Key>,
    /// Its result.
    pub result: ResultType,
    /// One per key.
    pub axes: Vec<Axis>,
    /// Index into `meanings`; the last key runs fastest.
    pub cells: Vec<u32>,
    /// Meanings of cells, each once.
    pub meanings: Vec<Meaning>,
    /// The cells as drawn, row by row.
    pub drawn: Vec<Drawn>,
    /// The drawn cell of each combination: index into `drawn`, parallel to `cells`.
    pub drawn_by: Vec<u32>,
    /// A `where` rolls dice.
    pub rolls: bool,
    /// The table with several results that this one is a single result of.
    pub part_of: Option<String>,
}

impl Table {
    /// The least and the most that its cells say, if all of them are numbers; a cell without a result says none.
    pub fn ends(&self) -> Option<(i32, i32)> {
        let said = self.meanings.iter().map(|meaning| match meaning {
            Meaning::Value(value) => Some(*value),
            Meaning::Where { .. } => None,
        });
        let said: Vec<i32> = said.collect::<Option<_>>()?;
        let numbers = || said.iter().copied().filter(|value| *value != NONE);
        Some((numbers().min()?, numbers().max()?))
    }

    /// The drawn cell that answers these keys: index into `drawn`.
    pub fn drawn_for(&self, keys: &[i32]) -> Option<usize> {
        let at = self.axes.iter().zip(keys).try_fold(0, |at, (axis, key)| {
            Some(at * axis.n_lines as usize + axis.line(*key)?)
        })?;
        let drawn = *self.drawn_by.get(at)?;
        usize::try_from(drawn).ok()
    }
}
