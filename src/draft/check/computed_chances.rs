//! Chances of a table that follow from its other columns or from another table: per cents beside `21 in 36`, and how often the columns of a
//! table of results give some of them.
//!
//! Reports: E0712.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::chances::ways;
use super::context::Context;
use super::printed::printed_chances;
use super::reported::Reported;
use super::table_keys::axes;
use super::words::tokens;
use crate::model::Grid;

/// Least number of rows that agree, for the one that does not.
const LEAST_AGREED: usize = 3;

/// Maximum number of results of a table whose choices are all tried.
const MOST_RESULTS: usize = 12;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for (block, grid) in context.tables() {
        for column in 1..grid.n_columns {
            let own = per_cents(grid, column);
            let own = own.or_else(|| of_results(context, block, grid, column));
            found.extend(own.map(|finding| finding.cite(context.citation(block))));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A chance with its cell: `21 in 36`.
struct Printed<'a> {
    row: usize,
    value: f64,
    text: &'a str,
    span: Span,
}

/// The chances of a column, one in each row.
fn printed(grid: &Grid, column: usize) -> Vec<Printed<'_>> {
    let chances = grid.body_rows().filter_map(|row| {
        let text = grid.text(row, column);
        let words = tokens(text);
        let mut all = printed_chances(text, &words);
        let chance = all.pop().filter(|_| all.is_empty() && words.len() <= 5)?;
        Some(Printed {
            row,
            value: chance.value,
            text,
            span: grid.at(row, column)?.span,
        })
    });
    chances.collect()
}

/// The number of per cents of a cell, and the half of its last digit.
fn per_cent(text: &str) -> Option<(f64, f64)> {
    let plain = text.trim().trim_end_matches(['%', ' ']);
    let decimals = plain
        .split_once(['.', ','])
        .map_or(0, |(_, rest)| rest.len());
    let value: f64 = plain.replace(',', ".").parse().ok()?;
    let step = 10_f64.powi(-i32::try_from(decimals).ok()?);
    (0.0..=100.0)
        .contains(&value)
        .then_some((value, step * 0.51))
}

/// A column of per cents directly after one of chances that they repeat, but for one row.
fn per_cents(grid: &Grid, column: usize) -> Option<Diagnostic> {
    let header = grid.header(column).to_lowercase();
    let is_headed = ["per cent", "percent", "%"]
        .iter()
        .any(|word| header.contains(word));
    let chances = printed(grid, column.checked_sub(1)?);
    let rows = chances.iter().filter_map(|one| {
        let (value, step) = per_cent(grid.text(one.row, column))?;
        Some((one, value, (one.value * 100.0 - value).abs() <= step))
    });
    let rows: Vec<(&Printed<'_>, f64, bool)> = rows.collect();
    let n_right = rows.iter().filter(|(.., is_right)| *is_right).count();
    let mut wrong = rows.iter().filter(|(.., is_right)| !is_right);
    let ((one, value, _), None) = (wrong.next()?, wrong.next()) else {
        return None;
    };
    if !is_headed || n_right < LEAST_AGREED {
        return None;
    }
    let right = one.value * 100.0;
    let message = format!("{} is {right:.0} per cent, not {value}", one.text);
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(grid.at(one.row, column)?.span, "printed chance")
            .label(one.span, "of this")
            .help("correct one of them")
            .confidence(Confidence::Likely),
    )
}

/// For each result of a column of a table: its chance, with the row of the chances that the column belongs to.
type Weights = BTreeMap<String, f64>;

/// Chances of the results of the column with a header, on the dice of the table.
fn weights(context: &Context<'_>, block: usize, grid: &Grid, header: &str) -> Option<Weights> {
    let axes = axes(context, block, grid);
    let axis = axes.iter().find(|axis| axis.is_column)?;
    let dice = axis.dice?;
    let mut columns = (0..grid.n_columns).filter(|column| grid.header(*column).trim() == header);
    let (column, None) = (columns.next()?, columns.next()) else {
        return None;
    };
    let mut found = Weights::new();
    for (row, key, _) in axis.keys.iter().filter(|(row, ..)| *row != usize::MAX) {
        let (hits, all) = ways(dice, *key)?;
        *found.entry(grid.text(*row, column).to_owned()).or_default() += hits as f64 / all as f64;
    }
    // A row that is missing is reported itself.
    let whole: f64 = found.values().sum();
    ((whole - 1.0).abs() < 1e-9).then_some(found)
}

/// A column of chances of some results of another table, whose columns are the rows here: the results are those by which all rows agree but one.
fn of_results(
    context: &Context<'_>,
    block: usize,
    grid: &Grid,
    column: usize,
) -> Option<Diagnostic> {
    let chances = printed(grid, column);
    if chances.len() < LEAST_AGREED + 1 || chances.iter().all(|one| one.value == 0.0) {
        return None;
    }
    context
        .tables()
        .filter(|(other, _)| *other != block)
        .find_map(|(other, results)| {
            let rows = chances.iter().map(|one| {
                let header = grid.text(one.row, 0);
                weights(context, other, results, header).map(|weights| (one, weights))
            });
            let rows: Vec<(&Printed<'_>, Weights)> = rows.collect::<Option<_>>()?;
            let names = rows.iter().flat_map(|(_, weights)| weights.keys());
            let names: BTreeSet<&String> = names.collect();
            if names.len() > MOST_RESULTS {
                return None;
            }
            let chosen = |choice: usize, weights: &Weights| -> f64 {
                let own = names
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| choice >> at & 1 == 1);
                own.filter_map(|(_, name)| weights.get(*name)).sum()
            };
            let mut best: Option<(usize, f64)> = None;
            for choice in 1..1_usize << names.len() {
                let is_wrong = |row: &&(&Printed<'_>, Weights)| {
                    (chosen(choice, &row.1) - row.0.value).abs() > 1e-9
                };
                let n_wrong = rows.iter().filter(is_wrong).count();
                if n_wrong == 0 {
                    return None;
                }
                let row = rows.iter().position(|row| is_wrong(&row))?;
                let right = chosen(choice, &rows.get(row)?.1);
                // Two choices that give this row other chances: neither is known to be meant.
                match best {
                    Some((known, value))
                        if n_wrong == 1 && (known != row || (value - right).abs() > 1e-9) =>
                    {
                        return None;
                    }
                    Some(_) => {}
                    None => best = (n_wrong == 1).then_some((row, right)),
                }
            }
            let (row, right) = best?;
            finding(rows.get(row)?.0, right)
        })
}

fn finding(one: &Printed<'_>, right: f64) -> Option<Diagnostic> {
    // As many parts as are printed: `26 in 36`.
    let whole: f64 = one.text.rsplit(char::is_whitespace).next()?.parse().ok()?;
    let message = format!(
        "the columns of the table make this {:.0} in {whole:.0}, not {}",
        right * whole,
        one.text
    );
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(one.span, "printed chance")
            .help("correct the chance, or the results of this column")
            .confidence(Confidence::Likely),
    )
}
