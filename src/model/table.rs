//! Tables with resolved keys: every value of a key is mapped to a line of cells.

use super::{Expr, NONE, Naming, ResultType, TableId, Type};
use sandtable_source::{Span, Spanned};

/// One key of a table, with the mapping of its values to lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The key's name.
    pub name: String,
    /// The value of the first entry of `lines`.
    pub lowest: i32,
    /// Line of each value from `lowest` on; `u16::MAX` for a value without one.
    pub lines: Vec<u16>,
    /// Line of all values below `lowest`, if any.
    pub below: Option<u16>,
    /// Line of all values past the last entry of `lines`, if any.
    pub above: Option<u16>,
    /// Number of lines.
    pub n_lines: u32,
}

impl Axis {
    /// Returns the line of cells for a key; `None` if there is none, as for [`NONE`].
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
    /// The type of its values.
    pub ty: Type,
    /// Lower limit of a number.
    pub low: i32,
    /// Upper limit of a number.
    pub high: i32,
    /// Dice that are rolled if it is not given: number and sides.
    pub dice: Option<(u32, u32)>,
    /// Span of its declaration.
    pub span: Span,
}

/// The result of a cell.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A plain value.
    Value(i32),
    /// A word or dash that a `where` line defines.
    Where {
        /// The word in the cell.
        word: String,
        /// The expression that defines it.
        value: Expr,
        /// Sections of the book.
        citations: Vec<String>,
        /// Span of the `where` line.
        span: Span,
    },
}

/// A cell as drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Span of the cell.
    pub span: Span,
    /// Spans of its keys: those of its row, then that of its column, if there is one.
    pub keys: Vec<Span>,
}

/// A table with several results in each cell, which is represented by a table for each result.
#[derive(Debug, Clone)]
pub struct Row {
    /// Name, title, citations.
    pub naming: Naming,
    /// The name of each result, with its table, in written order; at least one.
    pub results: Vec<(Spanned<String>, TableId)>,
}

/// A table of results by keys.
#[derive(Debug, Clone)]
pub struct Table {
    /// Name, title, citations.
    pub naming: Naming,
    /// The keys, outermost first.
    pub keys: Vec<Key>,
    /// The type of its results.
    pub result: ResultType,
    /// One per key.
    pub axes: Vec<Axis>,
    /// Index into `meanings`; the last key runs fastest.
    pub cells: Vec<u32>,
    /// Distinct results of cells.
    pub meanings: Vec<Meaning>,
    /// The cells as drawn, row by row.
    pub drawn: Vec<Drawn>,
    /// The drawn cell of each combination: index into `drawn`, parallel to `cells`.
    pub drawn_by: Vec<u32>,
    /// Whether a `where` line rolls dice.
    pub rolls: bool,
    /// The name of the table with several results that it was split from.
    pub part_of: Option<String>,
}

impl Table {
    /// Returns the least and the greatest result, if all are numbers; cells without a result are ignored.
    pub fn ends(&self) -> Option<(i32, i32)> {
        let said = self.meanings.iter().map(|meaning| match meaning {
            Meaning::Value(value) => Some(*value),
            Meaning::Where { .. } => None,
        });
        let said: Vec<i32> = said.collect::<Option<_>>()?;
        let numbers = || said.iter().copied().filter(|value| *value != NONE);
        Some((numbers().min()?, numbers().max()?))
    }

    /// Returns the index in `drawn` of the cell for these keys.
    pub fn drawn_for(&self, keys: &[i32]) -> Option<usize> {
        let at = self.axes.iter().zip(keys).try_fold(0, |at, (axis, key)| {
            Some(at * axis.n_lines as usize + axis.line(*key)?)
        })?;
        let drawn = *self.drawn_by.get(at)?;
        usize::try_from(drawn).ok()
    }
}
