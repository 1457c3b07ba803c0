//! Redundancies of a sound table: rows outside of a key's range, keys that never matter, neighbours that could be one.
//!
//! Reports: E0603, E0604, E0606.

use super::case_text::piece_text;
use super::grid::{CellAnswer, Filled, Grid, Ranges, boxed, domain, report};
use crate::Checker;
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::cell_example::cell;
use sandtable_model::{Key, NONE, Table, Type};
use sandtable_source::Span;

/// Number of rows from which two equal ones are hardly meant.
const MIN_ROWS: usize = 4;

/// Looks through a table that answers every combination.
pub(super) fn drawing(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
) {
    if checker.diagnostics.has_errors() {
        return;
    }
    outside(checker, table, answers);
    // Of several results, another one can differ.
    if table.part_of.is_none() {
        never_matters(checker, table, grid, answers);
        could_be_one(checker, table, grid, answers, filled);
    }
}

/// Values of rows and columns that their key never has.
fn outside(checker: &mut Checker<'_>, table: &Table, answers: &[CellAnswer<'_>]) {
    let mut seen: Vec<Span> = Vec::new();
    for (at, key) in table.keys.iter().enumerate() {
        if !matches!(key.ty, Type::Number(_)) {
            continue;
        }
        let (low, high) = domain(&checker.book, key);
        for answer in answers {
            let (Some(ranges), Some(place)) = (answer.keys.get(at), answer.places.get(at)) else {
                continue;
            };
            let Some(beyond) = beyond(ranges, (low, high)) else {
                continue;
            };
            if seen.contains(place) {
                continue;
            }
            seen.push(*place);
            let values = piece_text(&checker.book, key, beyond);
            let message = match key.dice {
                Some((1, sides)) => format!("a d{sides} cannot roll {values}"),
                Some((count, sides)) => format!("{count}d{sides} cannot total {values}"),
                None => format!("`{}` is never {values}", key.name),
            };
            let diagnostic = Diagnostic::new(Code::OutsideOfTheKey, message)
                .label(*place, "")
                .label(key.span, format!("{low} to {high}"))
                .help("correct the row, or the range of the key");
            report(checker, table, diagnostic);
        }
    }
}

/// Returns the part of ranges outside of the key's own values; an open end names no number.
fn beyond(ranges: &Ranges, (low, high): (i64, i64)) -> Option<(i64, i64)> {
    let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
    ranges.iter().find_map(|(from, to)| {
        if *from < low && *from > least {
            return Some((*from, (*to).min(low - 1)));
        }
        if *to > high && *to < most {
            return Some(((*from).max(high + 1), *to));
        }
        // An open range such as `13+` on 2d6 can be beyond all values too.
        let is_past = *from > high || *to < low;
        is_past.then_some((*from, *to))
    })
}

/// Keys whose value changes nothing.
fn never_matters(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
) {
    for (at, (key, size)) in table.keys.iter().zip(&grid.sizes).enumerate() {
        let stride: usize = grid.sizes.iter().skip(at + 1).product();
        // A key with one row for everything was meant so; a table of one key that says one thing is a constant.
        if *size < 2 || stride == 0 || table.keys.len() < 2 {
            continue;
        }
        let same = |place: usize| {
            let base = place - (place / stride % size) * stride;
            table.cells.get(place) == table.cells.get(base)
        };
        if (0..table.cells.len()).all(same) {
            let shown = answers.first().and_then(|answer| answer.places.get(at));
            let diagnostic = Diagnostic::new(
                Code::KeyWithoutEffect,
                format!("`{}` makes no difference to this table", key.name),
            )
            .label(
                shown.copied().unwrap_or(key.span),
                "the same result in every case",
            )
            .label(key.span, "the key")
            .example(both(checker, table, [Some(0), Some(stride)]))
            .help("correct the cells, or delete the key");
            report(checker, table, diagnostic);
        }
    }
}

/// Rows that say the same as the row above, and differ in one key that could name both.
fn could_be_one(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
) {
    if filled.has_clash() {
        return;
    }
    let says = |answer: &CellAnswer<'_>| answer.cell.value.clone();
    let rows: Vec<&[CellAnswer<'_>]> = answers
        .chunk_by(|one, other| one.row == other.row)
        .collect();
    let mut found = Vec::new();
    for pair in rows.windows(2) {
        let &[above, below] = pair else { continue };
        let is_same = above.len() == below.len()
            && above
                .iter()
                .zip(below)
                .all(|(one, other)| says(one) == says(other));
        let (Some(one), Some(other)) = (above.first(), below.first()) else {
            continue;
        };
        let mut apart = one.keys.iter().zip(&other.keys).enumerate();
        let mut differing = apart.by_ref().filter(|(_, (one, other))| one != other);
        let (Some((at, (upper, lower))), None) = (differing.next(), differing.next()) else {
            continue;
        };
        let Some(key) = table.keys.get(at) else {
            continue;
        };
        if is_same && goes_on(key, upper, lower) {
            let place = |answer: &CellAnswer<'_>| answer.places.get(at).copied();
            let diagnostic = Diagnostic::new(
                Code::MergeableRows,
                format!("two rows give the same results for every `{}`", key.name),
            )
            .label(place(other).unwrap_or(other.cell.span), "and this")
            .label(place(one).unwrap_or(one.cell.span), "this")
            .example(both(
                checker,
                table,
                [one, other].map(|answer| boxed(grid, &answer.keys).first()),
            ))
            .help(
                "if one was copied by mistake, correct it; otherwise join them, unless the book \
                prints both",
            );
            let is_range = |ranges: &Ranges| ranges.iter().any(|(low, high)| low < high);
            let has_range = is_number(key) && (is_range(upper) || is_range(lower));
            found.push((diagnostic, has_range));
        }
    }
    // Where rows are ranges, a single pair that is no range of its own is hardly drawn apart on purpose.
    let is_single = found.len() == 1 && rows.len() >= MIN_ROWS;
    for (diagnostic, has_range) in found {
        let confidence = match is_single && has_range {
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        report(checker, table, diagnostic.confidence(confidence));
    }
}

fn is_number(key: &Key) -> bool {
    matches!(key.ty, Type::Number(_))
}

/// Cases that read two cells.
fn both(checker: &Checker<'_>, table: &Table, places: [Option<usize>; 2]) -> String {
    // A key that is rolled cannot be given.
    if table.keys.iter().any(|key| key.dice.is_some()) {
        return String::new();
    }
    let cases = places.map(|place| cell(&checker.book, table, place?));
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    cases.join("\n")
}

/// Whether a single row can have the values of both: words with a comma, numbers as a range.
fn goes_on(key: &Key, upper: &Ranges, lower: &Ranges) -> bool {
    match (key.ty, upper.as_slice(), lower.as_slice()) {
        (Type::Number(_), [(from, to)], [(next_from, next_to)]) => {
            to + 1 == *next_from || next_to + 1 == *from
        }
        (Type::Number(_), ..) => false,
        _ => true,
    }
}
