//! Tables with their rows and cells.

use super::{Expr, Head, Name};
use sandtable_source::Spanned;

/// The word of the key cells of a row that has the combinations of no other row. No list can have it.
pub const OTHERWISE: &str = "otherwise";

/// `table …`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// All parts; the parameters are the keys.
    pub head: Head,
    /// The first row is the header.
    pub rows: Vec<Spanned<Row>>,
    /// Meanings of words in cells.
    pub wheres: Vec<Where>,
    /// Hit policy, for tables in which several rows may answer; without it, only one may.
    pub several: Option<Spanned<Several>>,
}

/// `several rows: first`: what holds where several rows of a table answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Several {
    /// `any`: they all say the same
    Any,
    /// `first`: the one that is drawn first
    First,
    /// `sum`: all of them, added up
    Sum,
    /// `best`: the highest of them
    Best,
    /// `worst`: the lowest of them
    Worst,
}

impl Several {
    /// Every one, with its word.
    pub const ALL: [(&str, Self); 5] = [
        ("any", Self::Any),
        ("first", Self::First),
        ("sum", Self::Sum),
        ("best", Self::Best),
        ("worst", Self::Worst),
    ];

    /// As written.
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, known)| *known == self)
            .map_or("", |(word, _)| word)
    }
}

/// One row, as drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// From left to right.
    pub cells: Vec<Spanned<Cell>>,
}

/// Contents of a cell: items with commas between them.
pub type Cell = Vec<CellItem>;

impl Row {
    /// Gives a row `otherwise | 2` as many cells as the header has: `otherwise` stands for every key.
    pub fn fill_rest(&mut self, n_cells: usize) {
        let is_rest = |cell: &&Spanned<Cell>| matches!(cell.value.as_slice(), [CellItem::Word(word)] if word == OTHERWISE);
        let Some(first) = self.cells.first().filter(is_rest).cloned() else {
            return;
        };
        while self.cells.len() < n_cells {
            self.cells.insert(0, first.clone());
        }
    }
}

/// One item of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellItem {
    /// `7`
    Number(i32),
    /// `4-6`, `-2 to 0`, `7+`, `3 or less`; ends included
    Numbers {
        /// Least, if any.
        low: Option<i32>,
        /// Most, if any.
        high: Option<i32>,
    },
    /// `color`
    Word(String),
    /// `L to H`, `M+`, `M or less`; ends included
    Words {
        /// Least, if any.
        low: Option<String>,
        /// Most, if any.
        high: Option<String>,
    },
    /// `any`
    Any,
    /// `-`
    Dash,
}

impl CellItem {
    /// The word that a range is written like: `3-1`.
    pub fn as_word(&self) -> Option<String> {
        match self {
            Self::Numbers {
                low: Some(low),
                high: Some(high),
            } if *low >= 0 && *high >= 0 => Some(format!("{low}-{high}")),
            Self::Number(_)
            | Self::Numbers { .. }
            | Self::Word(_)
            | Self::Words { .. }
            | Self::Any
            | Self::Dash => None,
        }
    }
}

/// `where color = 1 if roll cube is color otherwise 0 [5.3.2-2]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Where {
    /// The word in the cell; `-` for a dash.
    pub word: Name,
    /// Its meaning.
    pub value: Expr,
    /// Sections of the book.
    pub citations: Vec<Spanned<String>>,
}
