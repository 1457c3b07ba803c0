//! Tables as grids of cells.

use sandtable_source::Span;

use super::caption::Caption;
use super::text::Text;

/// Cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// First row that it covers, from 0.
    pub row: usize,
    /// First column that it covers, from 0.
    pub column: usize,
    /// Rows that it covers, at least 1.
    pub n_rows: usize,
    /// Columns that it covers, at least 1.
    pub n_columns: usize,
    /// Its paragraphs, separated by `\n`.
    pub text: Text,
    /// Place in the text of its chapter; an empty cell has an empty place.
    pub span: Span,
}

/// Table: every position of the grid belongs to exactly one cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grid {
    /// Row by row, each at its first position.
    pub cells: Vec<Cell>,
    /// Number of rows.
    pub n_rows: usize,
    /// Number of columns.
    pub n_columns: usize,
    /// Number of header rows: declared by the document, else detected by their words; may be 0.
    pub n_header_rows: usize,
    /// Columns at the left that name rows: 1 where the top left cell or the first column says so, else 0.
    pub n_header_columns: usize,
    /// Its number and title, from the paragraph before or after it.
    pub caption: Option<Caption>,
    /// Whether it only arranges text on a page: a single cell, or paragraphs in columns.
    pub is_layout: bool,
    /// Index into `cells` of each position, row by row.
    pub(crate) owners: Vec<usize>,
}

impl Grid {
    /// A grid of cells whose positions are known; positions that no cell covers become empty cells at the given place.
    pub fn new(mut cells: Vec<Cell>, nowhere: Span) -> Self {
        let n_rows = cells.iter().map(|cell| cell.row + cell.n_rows).max();
        let n_columns = cells.iter().map(|cell| cell.column + cell.n_columns).max();
        let (n_rows, n_columns) = (n_rows.unwrap_or(0), n_columns.unwrap_or(0));
        let mut owners = vec![usize::MAX; n_rows * n_columns];
        for (at, cell) in cells.iter().enumerate() {
            for row in cell.row..cell.row + cell.n_rows {
                for column in cell.column..cell.column + cell.n_columns {
                    if let Some(owner) = owners.get_mut(row * n_columns + column) {
                        *owner = (*owner).min(at);
                    }
                }
            }
        }
        for (position, owner) in owners.iter_mut().enumerate() {
            if *owner == usize::MAX {
                *owner = cells.len();
                let span = cells
                    .iter()
                    .rfind(|cell| cell.row * n_columns + cell.column < position);
                cells.push(Cell {
                    row: position / n_columns,
                    column: position % n_columns,
                    n_rows: 1,
                    n_columns: 1,
                    text: Text::default(),
                    span: span.map_or(nowhere, |cell| cell.span.after()),
                });
            }
        }
        Self {
            cells,
            n_rows,
            n_columns,
            owners,
            ..Self::default()
        }
    }

    /// The cell that covers a position; `None` outside of the grid.
    pub fn at(&self, row: usize, column: usize) -> Option<&Cell> {
        if column >= self.n_columns {
            return None;
        }
        let owner = self.owners.get(row * self.n_columns + column)?;
        self.cells.get(*owner)
    }

    /// The text of the cell that covers a position, trimmed; empty outside of the grid.
    pub fn text(&self, row: usize, column: usize) -> &str {
        self.at(row, column)
            .map_or("", |cell| cell.text.plain.trim())
    }

    /// Cells that cover a row, left to right, each once.
    pub fn row(&self, row: usize) -> Vec<&Cell> {
        self.line((0..self.n_columns).map(|column| (row, column)))
    }

    /// Cells that cover a column, top to bottom, each once.
    pub fn column(&self, column: usize) -> Vec<&Cell> {
        self.line((0..self.n_rows).map(|row| (row, column)))
    }

    fn line(&self, positions: impl Iterator<Item = (usize, usize)>) -> Vec<&Cell> {
        let mut cells: Vec<&Cell> = Vec::new();
        for (row, column) in positions {
            let Some(cell) = self.at(row, column) else {
                continue;
            };
            if cells.last().is_none_or(|last| !std::ptr::eq(*last, cell)) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The names of the body's rows, each with its row: of the first column, or of the second where the first groups them; one that several
    /// groups have begins with its group, `French Foot`.
    pub fn row_names(&self) -> Vec<(usize, String)> {
        let rows: Vec<usize> = self.body_rows().collect();
        if !self.is_grouped(&rows) {
            let names = rows.iter().map(|row| (*row, self.text(*row, 0).to_owned()));
            return names.collect();
        }
        let n_of = |name: &str| {
            rows.iter()
                .filter(|row| self.text(**row, 1) == name)
                .count()
        };
        let mut group = "";
        let mut names = Vec::new();
        for row in &rows {
            let name = self.text(*row, 1);
            group = Some(self.text(*row, 0))
                .filter(|own| !own.is_empty())
                .unwrap_or(group);
            names.push(match n_of(name) {
                1 => (*row, name.to_owned()),
                _ => (*row, format!("{group} {name}")),
            });
        }
        names
    }

    /// Whether the first column only groups the rows, which the second one names.
    pub fn is_grouped(&self, rows: &[usize]) -> bool {
        // A row of totals belongs to no group.
        let is_sum = |row: &&usize| {
            let first = self.text(**row, 0).to_lowercase();
            first.starts_with("total") && self.text(**row, 1).is_empty()
        };
        let n_sums = rows.iter().rev().take_while(is_sum).count();
        let rows = rows.get(..rows.len() - n_sums).unwrap_or_default();
        let has_letters = |text: &str| text.chars().any(char::is_alphabetic);
        let has_digits = |text: &str| text.chars().any(|letter| letter.is_ascii_digit());
        let groups: Vec<&str> = rows.iter().map(|row| self.text(*row, 0)).collect();
        let mut distinct: Vec<&str> = groups
            .iter()
            .copied()
            .filter(|one| !one.is_empty())
            .collect();
        distinct.sort_unstable();
        distinct.dedup();
        let is_label = |text: &str| has_letters(text) && !has_digits(text);
        // `41st Division`, but not `Turn 4`.
        let is_group = |text: &str| {
            let last = text.split_whitespace().last();
            has_letters(text) && last.is_some_and(|last| !has_digits(last))
        };
        self.n_columns >= 3
            && rows.len() >= 4
            && distinct.len() * 2 <= rows.len()
            && distinct.iter().all(|group| is_group(group))
            && groups.first().is_some_and(|first| !first.is_empty())
            && rows.iter().all(|row| is_label(self.text(*row, 1)))
    }

    /// Column of the names of the body's rows: the second where the first groups them.
    pub fn label_column(&self) -> usize {
        let rows: Vec<usize> = self.body_rows().collect();
        usize::from(self.is_grouped(&rows))
    }

    /// Rows below the header rows.
    pub fn body_rows(&self) -> std::ops::Range<usize> {
        self.n_header_rows.min(self.n_rows)..self.n_rows
    }

    /// Returns the words of the header above a column, outer rows first, joined by a space; empty without a header.
    pub fn header(&self, column: usize) -> String {
        let mut words: Vec<&str> = Vec::new();
        for row in 0..self.n_header_rows {
            let text = self.text(row, column);
            if !text.is_empty() && words.last() != Some(&text) {
                words.push(text);
            }
        }
        words.join(" ")
    }
}
