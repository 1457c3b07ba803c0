//! The only cell of a table that is empty.
//!
//! Reports: E0706.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::words::tokens;
use crate::model::{Cell, Grid};

/// Least number of rows and of columns by which a cell is known to be left out.
const LEAST: usize = 3;

/// Most words of a cell that is a value or a result; longer ones are remarks, which not every row needs.
const MOST_WORDS: usize = 4;

/// Reports: E0706.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        let Some((row, column)) = left_out(grid) else {
            continue;
        };
        let name = row_name(grid, row);
        let header = grid.header(column);
        let message = format!("“{name}” has nothing in the column “{}”", header.trim());
        let Some(place) = grid.at(row, 0) else {
            continue;
        };
        diagnostics.push(
            Diagnostic::new(Code::GapInPrintedTable, message)
                .label(place.span, "the only row with an empty cell")
                .help("fill the cell; write a dash if it has no value")
                .confidence(Confidence::Likely)
                .cite(context.citation(block)),
        );
    }
}

fn row_name(grid: &Grid, row: usize) -> &str {
    grid.text(row, 0)
}

/// Row and column of the only empty cell of a table whose other cells are all short.
fn left_out(grid: &Grid) -> Option<(usize, usize)> {
    let rows: Vec<usize> = grid.body_rows().collect();
    let is_table = rows.len() >= LEAST && grid.n_columns >= LEAST;
    let is_large = is_table && grid.n_header_rows > 0;
    if !is_large {
        return None;
    }
    let places = rows
        .iter()
        .flat_map(|row| (0..grid.n_columns).map(move |column| (*row, column)));
    let mut empty = places.filter(|(row, column)| grid.text(*row, *column).is_empty());
    let (Some((row, column)), None) = (empty.next(), empty.next()) else {
        return None;
    };
    let is_short = |cell: &Cell| tokens(&cell.text.plain).len() <= MOST_WORDS;
    let others = rows.iter().filter(|other| **other != row);
    let are_short = others
        .filter_map(|other| grid.at(*other, column))
        .all(is_short);
    let is_total = tokens(row_name(grid, row)).iter().any(|word| {
        word.is_word(&[
            "total",
            "totals",
            "sum",
            "points",
            "all",
            "together",
            "altogether",
        ])
    });
    let is_joined = grid
        .cells
        .iter()
        .any(|cell| cell.n_columns > 1 || cell.n_rows > 1);
    let is_sound = column > 0 && are_short && !is_total && !is_joined;
    (is_sound && !is_of_remarks(grid, column)).then_some((row, column))
}

/// Whether a column has no header, or one by which it may be empty.
fn is_of_remarks(grid: &Grid, column: usize) -> bool {
    let header = grid.header(column);
    let words = tokens(&header);
    let is_remark = words.iter().any(|word| {
        word.is_word(&[
            "note",
            "notes",
            "remark",
            "remarks",
            "comment",
            "comments",
            "special",
            "ability",
            "abilities",
            "example",
            "other",
            "rule",
            "rules",
            "see",
            "section",
            "weapon",
            "equipment",
        ])
    });
    words.is_empty() || is_remark
}
