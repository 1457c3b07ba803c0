//! Times of the clock in the rows of a table, `07:20` and `09:20`, against the column that says how long it is between them.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use crate::model::Grid;

/// Fewest rows that agree.
const MIN_AGREEING: usize = 2;

/// Minutes of a day.
const DAY: i64 = 24 * 60;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        let columns: Vec<usize> = (0..grid.n_columns)
            .filter(|column| is_clock(grid, *column))
            .collect();
        let [start, end] = columns.as_slice() else {
            continue;
        };
        for length in (0..grid.n_columns).filter(|column| !columns.contains(column)) {
            let finding = judge(grid, (*start, *end), length);
            diagnostics.extend(finding.map(|finding| finding.cite(context.citation(block))));
        }
    }
}

/// Minutes since midnight of `07:20`.
fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.trim().split_once([':', '.'])?;
    let is_clock = hours.len() <= 2 && minutes.len() == 2;
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (is_clock && (0..24).contains(&hours) && (0..60).contains(&minutes))
        .then_some(hours * 60 + minutes)
}

fn is_clock(grid: &Grid, column: usize) -> bool {
    let n = grid.body_rows().count();
    n > MIN_AGREEING
        && grid
            .body_rows()
            .all(|row| minutes(grid.text(row, column)).is_some())
}

/// The only row whose length is not that between its times.
fn judge(grid: &Grid, (start, end): (usize, usize), length: usize) -> Option<Diagnostic> {
    let mut n_agreeing = 0;
    let mut wrong = Vec::new();
    for row in grid.body_rows() {
        let (from, to) = (
            minutes(grid.text(row, start))?,
            minutes(grid.text(row, end))?,
        );
        let length: i64 = grid.text(row, length).trim().parse().ok()?;
        match (to - from).rem_euclid(DAY) {
            own if own == length => n_agreeing += 1,
            own => wrong.push((row, own)),
        }
    }
    let [(row, own)] = wrong.as_slice() else {
        return None;
    };
    let (cell, written) = (grid.at(*row, end)?, grid.text(*row, length).trim());
    (n_agreeing >= MIN_AGREEING).then(|| {
        let message = format!(
            "from {} to {} it is {own} minutes, not {written}",
            grid.text(*row, start).trim(),
            grid.text(*row, end).trim()
        );
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(cell.span, "the other rows agree with their times")
            .help("correct one of the times, or the minutes")
            .confidence(Confidence::Likely)
    })
}
