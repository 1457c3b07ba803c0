//! Columns of a table against each other: columns and rows of totals, products, and two chances in one row.
//!
//! Reports: E0712, E0713.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::printed::{Chance, printed_chances};
use super::words::{Kind, tokens};
use crate::model::Grid;

/// Reports: E0712, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        diagnostics.extend(totals(context, block, grid));
        diagnostics.extend(folded(context, block, grid));
        let product = wrong_product(context, block, grid);
        match product.is_some() {
            true => diagnostics.extend(product),
            false => diagnostics.extend(rows_of_totals(context, block, grid)),
        }
        diagnostics.extend(chances(context, block, grid));
    }
}

/// The whole number of a cell, with a unit after it or none.
fn value(grid: &Grid, row: usize, column: usize) -> Option<i64> {
    let words = tokens(grid.text(row, column));
    words.first()?.whole().filter(|_| words.len() <= 2)
}

/// A row whose numbers have another sum than is written: the row, the sum, the written number.
type WrongRow = (usize, i64, i64);

/// Least number of rows by which a column is known to be the total of others.
const LEAST_ROWS: usize = 4;

/// A column whose header speaks of a total: the columns that it is the sum of in all rows but one or two, which are reported.
///
/// Reports: E0713.
fn totals(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Diagnostic> {
    let is_total = |column: &usize| {
        let header = grid.header(*column);
        let words = tokens(&header);
        words
            .iter()
            .any(|word| word.is_word(&["total", "totals", "sum", "all"]))
    };
    let rows: Vec<usize> = grid.body_rows().collect();
    let is_numeric = |column: &usize| {
        let n = rows
            .iter()
            .filter(|row| value(grid, **row, *column).is_some());
        n.count() * 5 >= rows.len() * 4
    };
    let Some(total) = (1..grid.n_columns).find(|column| is_total(column) && is_numeric(column))
    else {
        return Vec::new();
    };
    let parts: Vec<usize> = (1..grid.n_columns)
        .filter(|column| *column != total && is_numeric(column))
        .take(8)
        .collect();
    // The choice that explains most rows, and of these the one with the fewest others.
    let mut best: Option<(usize, Vec<WrongRow>)> = None;
    for chosen in 1_u32..1 << parts.len() {
        if chosen.count_ones() < 2 {
            continue;
        }
        let mut wrong = Vec::new();
        let mut n_right = 0;
        for row in &rows {
            let own = parts.iter().enumerate();
            let own = own.filter(|(at, _)| chosen & (1 << at) != 0);
            let sum: Option<i64> = own.map(|(_, column)| value(grid, *row, *column)).sum();
            let (Some(sum), Some(written)) = (sum, value(grid, *row, total)) else {
                continue;
            };
            match sum == written {
                true => n_right += 1,
                false => wrong.push((*row, sum, written)),
            }
        }
        let is_sum = n_right + wrong.len() >= LEAST_ROWS && n_right >= 3 * wrong.len();
        let is_better = best.as_ref().is_none_or(|(most, least)| {
            n_right > *most || n_right == *most && wrong.len() < least.len()
        });
        if is_sum && is_better {
            best = Some((n_right, wrong));
        }
    }
    let wrong = best.map_or_else(Vec::new, |(_, wrong)| wrong).into_iter();
    let findings = wrong.filter_map(|(row, sum, written)| {
        let cell = grid.at(row, total)?;
        let message = format!("the numbers of this row make {sum}, not {written}");
        Some(
            Diagnostic::new(Code::WrongSum, message)
                .label(cell.span, "")
                .help("correct one of the numbers")
                .confidence(Confidence::Likely)
                .cite(context.citation(block)),
        )
    });
    findings.collect()
}

/// Words of the label of a row of totals.
const TOTAL: [&str; 8] = [
    "total",
    "totals",
    "sum",
    "together",
    "altogether",
    "all",
    "overall",
    "whole",
];

/// A row of totals: of the rows since the last one before it, or of all rows.
struct TotalRow {
    row: usize,
    parts: Vec<usize>,
}

/// Rows of totals, `| Together | 38 | 25 | 49 |`, each with the rows that it may be the sum of.
fn total_rows(grid: &Grid) -> Vec<TotalRow> {
    let is_total = |row: &usize| {
        let labels = (0..grid.n_columns.min(2)).map(|column| grid.text(*row, column));
        let mut labels = labels.filter(|text| amount(text).is_none());
        labels.any(|text| {
            let words = tokens(text);
            let last = words.iter().rev().take(2);
            let is_in_all = last.clone().any(|word| word.is_word(&["all"])) && words.len() <= 6;
            let begins = words.first().is_some_and(|first| first.is_word(&TOTAL));
            let ends = last.clone().any(|word| word.is_word(&TOTAL));
            words.len() <= 7 && (begins || ends || is_in_all)
        })
    };
    let mut found = Vec::new();
    let (mut group, mut all) = (Vec::new(), Vec::new());
    for row in grid.body_rows() {
        if !is_total(&row) {
            group.push(row);
            all.push(row);
            continue;
        }
        // A total directly below another one is that of all rows.
        let parts = match group.is_empty() {
            true => all.clone(),
            false => std::mem::take(&mut group),
        };
        found.push(TotalRow { row, parts });
    }
    found
}

/// The number of a cell that begins with it: `24`, `24 hexes in all`; `None` for another.
fn amount(text: &str) -> Option<i64> {
    let words = tokens(text);
    let (first, rest) = words.split_first()?;
    let is_plain = rest.iter().all(|word| word.kind == Kind::Word) && rest.len() <= 6;
    first.whole().filter(|_| is_plain)
}

/// Totals of rows that are not the sum of their columns, where other totals show that they are added up, or they are nearly the sum.
///
/// Reports: E0713.
fn rows_of_totals(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Diagnostic> {
    let totals = total_rows(grid);
    let body: Vec<usize> = totals
        .iter()
        .flat_map(|total| total.parts.clone())
        .collect();
    let sum_of = |rows: &[usize], column: usize| -> Option<i64> {
        let numbers = rows.iter().map(|row| {
            let text = grid.text(*row, column);
            let is_none = !text.chars().any(char::is_alphanumeric);
            amount(text).or(is_none.then_some(0))
        });
        numbers.sum()
    };
    let (mut n_right, mut wrong) = (0, Vec::new());
    for total in totals.iter().filter(|total| total.parts.len() >= 2) {
        for column in 1..grid.n_columns {
            let written = amount(grid.text(total.row, column));
            let sums = [sum_of(&total.parts, column), sum_of(&body, column)];
            let (Some(sum), Some(written)) = (sums.first().copied().flatten(), written) else {
                continue;
            };
            match sums.contains(&Some(written)) {
                true => n_right += 1,
                false if sum > 0 => wrong.push((total.row, column, sum, written)),
                false => {}
            }
        }
    }
    let [(row, column, sum, written)] = wrong.as_slice() else {
        return Vec::new();
    };
    // A single column is known to be added up only if it nearly is.
    let is_near = (sum - written).abs() * 4 <= *sum;
    let cell = grid.at(*row, *column).filter(|_| n_right >= 1 || is_near);
    let found = cell.map(|cell| {
        let message = format!("the numbers of this column make {sum}, not {written}");
        Diagnostic::new(Code::WrongSum, message)
            .label(cell.span, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(block))
    });
    found.into_iter().collect()
}

/// A column that is the product of two others in all rows but one or none: the columns, the latter two the factors, and the wrong row with the
/// product and the written number.
struct Product {
    column: usize,
    factors: [usize; 2],
    wrong: Option<WrongRow>,
}

/// The columns of products: `| Foot | 18 | 4 | 72 |`.
fn products(grid: &Grid) -> Vec<Product> {
    let cells = |column: usize| -> BTreeMap<usize, i64> {
        let rows = grid.body_rows();
        let cells = rows.filter_map(|row| Some((row, value(grid, row, column)?)));
        cells.collect()
    };
    let columns: Vec<(usize, BTreeMap<usize, i64>)> = (1..grid.n_columns)
        .map(|column| (column, cells(column)))
        .filter(|(_, cells)| cells.len() > LEAST_ROWS && cells.values().any(|value| *value > 1))
        .take(8)
        .collect();
    let mut found = Vec::new();
    for (at, (one, first)) in columns.iter().enumerate() {
        for (place, (other, second)) in columns.iter().enumerate().skip(at + 1) {
            for (column, product) in columns.iter().skip(place + 1) {
                let rows = product.iter().filter_map(|(row, written)| {
                    let right = first.get(row)? * second.get(row)?;
                    (right > 0).then_some((*row, right, *written))
                });
                let rows: Vec<WrongRow> = rows.collect();
                let mut wrong = rows.iter().filter(|(_, right, own)| right != own);
                let only = wrong.next().copied();
                if rows.len() > LEAST_ROWS && wrong.next().is_none() {
                    found.push(Product {
                        column: *column,
                        factors: [*one, *other],
                        wrong: only,
                    });
                }
            }
        }
    }
    found
}

/// Columns whose numbers are those of all pieces of a row: a product of two others.
pub(super) fn of_all_pieces(grid: &Grid) -> Vec<usize> {
    products(grid)
        .iter()
        .map(|product| product.column)
        .collect()
}

/// The total of a list that is set in several pairs of columns, `Gouda | 10 | Woerden | 5`, if it is not the sum of its numbers.
///
/// Reports: E0713.
fn folded(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let n_pairs = grid.n_columns / 2;
    if n_pairs < 2 || !grid.n_columns.is_multiple_of(2) {
        return None;
    }
    let mut entries = Vec::new();
    for row in grid.body_rows() {
        for pair in 0..n_pairs {
            let (name, number) = (grid.text(row, 2 * pair), grid.text(row, 2 * pair + 1));
            if name.is_empty() && number.is_empty() {
                continue;
            }
            let is_name = name.chars().any(char::is_alphabetic);
            let value = amount(number).filter(|_| is_name)?;
            entries.push((name, value, grid.at(row, 2 * pair + 1)?.span));
        }
    }
    let is_total = |name: &str| {
        let words = tokens(name);
        words.len() <= 4 && words.first().is_some_and(|first| first.is_word(&TOTAL))
    };
    let (totals, parts): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| is_total(entry.0));
    let [(_, written, span)] = totals.as_slice() else {
        return None;
    };
    let sum: i64 = parts.iter().map(|(_, value, _)| value).sum();
    let is_near = (sum - written).abs() * 4 <= sum;
    if sum == *written || !is_near || parts.len() < LEAST_ROWS {
        return None;
    }
    let message = format!("the numbers of this list make {sum}, not {written}");
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(*span, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
    )
}

/// A row whose number is not the product of two others, where it is in all other rows.
///
/// Reports: E0713.
fn wrong_product(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let all = products(grid);
    let [product] = all.as_slice() else {
        return None;
    };
    let (row, right, written) = product.wrong?;
    let [one, other] = product.factors;
    let message = format!(
        "{} times {} is {right}, not {written}",
        grid.text(row, one),
        grid.text(row, other)
    );
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(
                grid.at(row, product.column)?.span,
                "a product in all other rows",
            )
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
    )
}

/// `| 8 | 26 of 36 | 78 % |`: two chances in a row that differ, where those of other rows agree.
///
/// Reports: E0712.
fn chances(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let chance = |row: usize, column: usize| -> Option<Chance> {
        let text = grid.text(row, column);
        let words = tokens(text);
        // `26 of 36`
        if let [part, of, whole] = words.as_slice()
            && of.is_word(&["of"])
        {
            let (part, whole) = (part.whole()?, whole.whole().filter(|whole| *whole > 0)?);
            return (part <= whole).then(|| Chance {
                value: part as f64 / whole as f64,
                tolerance: 1e-9,
                range: 0..text.len(),
                shown: text.trim().to_owned(),
            });
        }
        let mut found = printed_chances(text, &words).into_iter();
        found.next().filter(|_| words.len() <= 4)
    };
    let columns: Vec<usize> = (1..grid.n_columns)
        .filter(|column| grid.body_rows().all(|row| chance(row, *column).is_some()))
        .collect();
    for pair in columns.windows(2) {
        let [one, other] = pair else {
            continue;
        };
        let mut wrong = Vec::new();
        let mut n_right = 0;
        for row in grid.body_rows() {
            let (Some(first), Some(second)) = (chance(row, *one), chance(row, *other)) else {
                continue;
            };
            // `4 in 6` beside `3 in 6` are two chances; `4 in 6` beside `66.7 %` is one.
            if first.shown.contains('%') == second.shown.contains('%') {
                return None;
            }
            let is_same = (first.value - second.value).abs() <= first.tolerance + second.tolerance;
            match is_same {
                true => n_right += 1,
                false => wrong.push((row, first, second)),
            }
        }
        if let [(row, first, second)] = wrong.as_slice()
            && n_right >= 2
        {
            let (here, there) = (grid.at(*row, *other)?, grid.at(*row, *one)?);
            let message = format!(
                "{} is {:.1} %, not {}",
                first.shown,
                first.value * 100.0,
                second.shown
            );
            return Some(
                Diagnostic::new(Code::WrongChance, message)
                    .label(here.span, "printed chance")
                    .label(there.span, "in the same row")
                    .help("correct one of them")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(block)),
            );
        }
    }
    None
}
