//! Answers every combination of keys: by one cell, or as the table's `several rows` line says.
//!
//! Reports: E0217, and what [`super::gaps`], [`super::hit_policy`] and [`super::redundancy`] report.

use super::cells::meaning;
use super::gaps::{gap, overlap};
use super::grid::{
    CellAnswer, Filled, Grid, MOST_CELLS, MOST_PIECES, Wheres, boxed, domain, pieces, report,
};
use super::hit_policy::{report_unreachable_rows, resolve};
use super::redundancy::drawing;
use crate::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Axis, Drawn, Key, NONE, RuleBook, Table, Type};
use sandtable_syntax::ast::Several;

/// Maximum number of visited answers in the search for all combinations that several rows answer.
const MOST_LOOKS: usize = 4_000_000;

/// Returns the number of combinations of the pieces of all keys; `None` if there are too many.
fn n_combinations(sizes: &[usize]) -> Option<usize> {
    let mut all = sizes.iter();
    let n_cells = all.try_fold(1usize, |n, size| n.checked_mul(*size));
    let is_long = sizes.iter().any(|size| *size > MOST_PIECES);
    n_cells.filter(|n| *n <= MOST_CELLS && !is_long)
}

/// Cuts the values of each key where a row begins or ends; `None` if there are too many combinations of the pieces.
///
/// Reports: E0217.
fn cut(checker: &mut Checker<'_>, table: &Table, answers: &[CellAnswer<'_>]) -> Option<Grid> {
    let cuts = table.keys.iter().enumerate().map(|(at, key)| {
        let ranges = answers.iter().filter_map(|answer| answer.keys.get(at));
        pieces(domain(&checker.book, key), ranges.flatten().copied())
    });
    let cuts: Vec<Vec<i64>> = cuts.collect();
    let sizes = cuts.iter().map(|cuts| cuts.len().saturating_sub(1));
    let sizes: Vec<usize> = sizes.collect();
    if n_combinations(&sizes).is_none() {
        let message = "the keys of this table have more than 1,000,000 combinations";
        too_many(checker, table, message, "split it into several tables");
        return None;
    }
    Some(Grid { cuts, sizes })
}

/// Puts every answer where its keys say; `None` if too many cases have several answers.
///
/// Reports: E0217.
fn place(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    several: Option<Several>,
) -> Option<Filled> {
    let mut filled = Filled::new(grid.sizes.iter().product(), answers.len());
    let mut n_looks = 0;
    for (number, answer) in answers.iter().enumerate() {
        let places = boxed(grid, &answer.keys);
        n_looks += places.len();
        match several {
            Some(Several::First) => filled.answer_first(&places, number),
            Some(Several::Sum | Several::Best | Several::Worst | Several::Any) | None => {
                filled.answer(&places, number);
            }
        }
        // Clashes are reported by example: the time to find all of them can grow with the square of the rows.
        if n_looks > MOST_LOOKS && several.is_none() && filled.has_clash() {
            break;
        }
        // With this hit policy, every row that matches contributes.
        if filled.is_cut() && several.is_some() {
            let message = "the rows of this table overlap in more than 1,000,000 cases";
            let help = "split it into several tables, or narrow the keys of its rows";
            too_many(checker, table, message, help);
            return None;
        }
    }
    Some(filled)
}

fn too_many(checker: &mut Checker<'_>, table: &Table, message: &str, help: &str) {
    let finding = Diagnostic::new(Code::TooMany, message);
    let finding = finding.label(table.naming.span, "").help(help);
    report(checker, table, finding);
}

/// Answers every combination of pieces; reports gaps, overlaps and cells that mean nothing.
pub(super) fn fill(
    checker: &mut Checker<'_>,
    table: &mut Table,
    answers: &[CellAnswer<'_>],
    wheres: &Wheres<'_>,
    several: Option<Several>,
) {
    let Some(grid) = cut(checker, table, answers) else {
        return;
    };
    let read: Vec<Option<u32>> = answers
        .iter()
        .map(|answer| meaning(checker, table, answer.cell, wheres))
        .collect();
    let Some(mut filled) = place(checker, table, &grid, answers, several) else {
        return;
    };
    match several {
        None if filled.has_clash() => {
            overlap(checker, table, &grid, answers, &filled);
            return;
        }
        None => {}
        Some(several) => {
            let is_settled = resolve(checker, table, &grid, answers, &read, &mut filled, several);
            if !is_settled {
                return;
            }
        }
    }
    gap(checker, table, &grid, answers, &filled);
    table.cells = filled.meanings(&read);
    table.drawn_by = filled.drawn_by();
    let drawn = |answer: &CellAnswer<'_>| Drawn {
        span: answer.cell.span,
        keys: answer.places.clone(),
    };
    table.drawn = answers.iter().map(drawn).collect();
    let axes = table.keys.iter().zip(&grid.cuts);
    let axes = axes.filter_map(|(key, cuts)| axis(&checker.book, key, cuts));
    table.axes = axes.collect();
    if table.axes.len() < table.keys.len() {
        let message = "the rows of this table cover more than 1,000,000 values of a key";
        let help = "divide the key by something before looking it up";
        too_many(checker, table, message, help);
    }
    // A row that never counts makes keys seem idle that are not meant so.
    let has_unreachable = several.is_some_and(|several| {
        report_unreachable_rows(checker, table, &grid, answers, &filled, several)
    });
    if !has_unreachable {
        drawing(checker, table, &grid, answers, &filled);
    }
}

/// Maps the values of a key to its pieces. Pieces without an end are given by `below` and `above`.
fn axis(book: &RuleBook, key: &Key, cuts: &[i64]) -> Option<Axis> {
    let n_lines = cuts.len().checked_sub(1)?;
    debug_assert!(n_lines <= MOST_PIECES, "a key has {n_lines} pieces");
    let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
    let open_below = cuts.first().is_some_and(|first| *first <= least);
    let open_above = cuts.last().is_some_and(|last| *last > most);
    let line = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    let mut lowest = None;
    let mut lines = Vec::new();
    for (at, ends) in cuts.windows(2).enumerate() {
        let &[start, end] = ends else { continue };
        let is_below = open_below && at == 0;
        let is_above = open_above && at + 1 == n_lines;
        if is_below || is_above {
            if is_below && !is_above {
                lowest = Some(end);
            }
            if is_above && lowest.is_none() {
                lowest = Some(start);
            }
            continue;
        }
        lowest.get_or_insert(start);
        let n_values = usize::try_from(end - start).ok()?;
        if lines.len() + n_values > MOST_CELLS {
            return None;
        }
        lines.extend(std::iter::repeat_n(line(at), n_values));
    }
    if let Type::Face(id) = key.ty {
        // Numbers between the faces of a die never occur, but are within the pieces.
        book.dice.get(id.at())?;
    }
    Some(Axis {
        name: key.name.clone(),
        lowest: i32::try_from(lowest.unwrap_or(0)).unwrap_or(0),
        lines,
        below: open_below.then_some(0),
        above: open_above.then(|| line(n_lines - 1)),
        n_lines: u32::try_from(n_lines).ok()?,
    })
}
