//! Columns of a table against each other: a column of totals, and two chances in one row.
//!
//! Reports: E0712, E0713.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::printed::{Chance, printed_chances};
use super::words::tokens;
use crate::model::Grid;

/// Reports: E0712, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        diagnostics.extend(totals(context, block, grid));
        diagnostics.extend(last_row(context, block, grid));
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

/// Returns the finding about a total in a last row that is not the sum of its column: `| Together | 38 | 25 | 49 |`.
///
/// Reports: E0713.
fn last_row(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let rows: Vec<usize> = grid.body_rows().collect();
    let (last, above) = rows.split_last()?;
    let label = tokens(grid.text(*last, 0));
    let is_total = label.iter().any(|word| {
        word.is_word(&[
            "total",
            "totals",
            "sum",
            "together",
            "altogether",
            "all",
            "overall",
        ])
    });
    if !is_total || label.len() > 3 || above.len() < 2 {
        return None;
    }
    let (mut n_right, mut wrong) = (0, Vec::new());
    for column in 1..grid.n_columns {
        let numbers = above.iter().map(|row| {
            let text = grid.text(*row, column).trim();
            let is_none = text.is_empty() || text.chars().all(|letter| !letter.is_alphanumeric());
            value(grid, *row, column).or(is_none.then_some(0))
        });
        let sum: Option<i64> = numbers.sum();
        let (Some(sum), Some(written)) = (sum, value(grid, *last, column)) else {
            continue;
        };
        match sum == written {
            true => n_right += 1,
            false => wrong.push((column, sum, written)),
        }
    }
    let [(column, sum, written)] = wrong.as_slice() else {
        return None;
    };
    // A single column is known to be added up only if it nearly is.
    let is_near = (sum - written).abs() * 4 <= *sum;
    let cell = grid
        .at(*last, *column)
        .filter(|_| n_right >= 1 || is_near)?;
    let message = format!("the numbers of this column make {sum}, not {written}");
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(cell.span, "")
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
