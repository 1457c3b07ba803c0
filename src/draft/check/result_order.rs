//! Two results of a table that are in another order in one row than in all others: `DR`, `EX` where it is `EX`, `DR` elsewhere.
//!
//! Reports: E0709.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::reported::Reported;
use super::table_keys::axes;
use crate::model::Grid;

/// Fewest times that two results are in one order, if the other order is a mistake.
const LEAST: usize = 3;

/// Reports: E0709.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for (block, grid) in context.grids() {
        let axes = axes(context, block, grid);
        let is_lookup = axes.iter().any(|axis| axis.is_column && axis.column == 0);
        if is_lookup && grid.n_columns >= 4 {
            found.extend(swapped(grid).map(|found| found.cite(context.citation(block))));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// `A2`, `DR`, `D1`: a code of a result.
fn is_result(text: &str) -> bool {
    (1..=4).contains(&text.chars().count())
        && text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text.chars().all(char::is_alphanumeric)
}

/// The only two neighbours in a row whose results follow each other the other way round in all other rows that have both.
fn swapped(grid: &Grid) -> Option<Diagnostic> {
    let rows: Vec<usize> = grid.body_rows().collect();
    let columns: Vec<usize> = (1..grid.n_columns).collect();
    let text = |row: usize, column: usize| grid.text(row, column).trim();
    let all = rows
        .iter()
        .flat_map(|row| columns.iter().map(move |column| (*row, *column)));
    let n_results = all
        .clone()
        .filter(|(row, column)| is_result(text(*row, *column)))
        .count();
    if n_results * 10 < rows.len() * columns.len() * 9 || rows.len() < 4 {
        return None;
    }
    // Number of times that a result is anywhere before another one in a row.
    let mut n_before: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in &rows {
        for (at, column) in columns.iter().enumerate() {
            for later in columns.get(at + 1..).unwrap_or_default() {
                let pair = (text(*row, *column), text(*row, *later));
                if pair.0 != pair.1 {
                    *n_before.entry(pair).or_default() += 1;
                }
            }
        }
    }
    let count = |one, other| n_before.get(&(one, other)).copied().unwrap_or(0);
    let odd = all.filter_map(|(row, column)| {
        let pair = (text(row, column), text(row, column + 1));
        let is_pair = column + 1 < grid.n_columns && pair.0 != pair.1;
        let is_odd = count(pair.0, pair.1) == 1 && count(pair.1, pair.0) >= LEAST;
        (is_pair && is_odd).then_some((row, column))
    });
    let odd: Vec<(usize, usize)> = odd.collect();
    let [(row, column)] = odd.as_slice() else {
        return None;
    };
    // Tables whose results are in no order have many pairs both ways.
    let n_both = n_before
        .keys()
        .filter(|(one, other)| one < other && count(other, one) > 0)
        .count();
    if n_both > 1 {
        return None;
    }
    let (first, second) = (text(*row, *column), text(*row, column + 1));
    let n = count(second, first);
    let message = format!("“{first}” is before “{second}” here, and after it in {n} other places");
    Some(
        Diagnostic::new(Code::RowsOutOfOrder, message)
            .label(grid.at(*row, *column)?.span, "")
            .label(grid.at(*row, column + 1)?.span, "")
            .help("exchange the two, if better odds never give a worse result")
            .confidence(Confidence::Likely),
    )
}
