//! Combinations of keys that no cell answers, or several, described in the author's words.
//!
//! Reports: E0301, E0302.

use super::case_text::{MOST_BOXES, piece_text, told};
use super::grid::{CellAnswer, Filled, Grid, report};
use super::regions::{boxes, combinations, place_of};
use crate::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::literals::words_of;
use sandtable_model::{Meaning, RuleBook, Table, Type};
use sandtable_source::Span;
use std::collections::BTreeSet;

pub(super) fn overlap(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
) {
    let doubled = filled.doubled();
    let (shown, n_left) = boxes(&grid.sizes, doubled, MOST_BOXES);
    let text = told(&checker.book, table, grid, &shown, n_left);
    let mut diagnostic = Diagnostic::new(
        Code::TableOverlap,
        format!("two cells give a result for {text}"),
    );
    let pairs = shown.iter().filter_map(|pieces| {
        let corner = combinations(&grid.sizes, pieces);
        filled.pair(*corner.first()?)
    });
    for (first, second) in pairs {
        let labels = [(second, "here again"), (first, "first here")];
        for (answer, label) in labels {
            if let Some(answer) = answers.get(answer) {
                diagnostic = diagnostic.label(answer.cell.span, label);
            }
        }
    }
    let diagnostic = diagnostic.help(
        "end each range before the next starts; or choose between rows: `several rows: first`",
    );
    report(checker, table, diagnostic);
}

pub(super) fn gap(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
) {
    let missing = filled.missing();
    let Some(first) = missing.iter().position(|is_missing| *is_missing) else {
        return;
    };
    let (shown, n_left) = boxes(&grid.sizes, missing, MOST_BOXES);
    let text = told(&checker.book, table, grid, &shown, n_left);
    let mut diagnostic = Diagnostic::new(Code::TableGap, format!("no result for {text}"));
    let mut labelled = BTreeSet::new();
    for pieces in &shown {
        for (span, label) in beside(table, grid, answers, filled, pieces) {
            if labelled.insert(span) {
                diagnostic = diagnostic.label(span, label);
            }
        }
    }
    if labelled.is_empty() {
        diagnostic = diagnostic.label(table.naming.span, "this table");
    }
    let mut diagnostic =
        diagnostic.help("add a row or column (`-` for no result), or narrow the key's range");
    let example = example(&checker.book, table, grid, first);
    diagnostic.example = example.map(String::into_boxed_str);
    report(checker, table, diagnostic);
}

/// Returns the keys as written before and after a gap, with their labels: along the first key with one on both sides, else
/// along the first with one on either.
fn beside(
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
    pieces: &[Vec<usize>],
) -> Vec<(Span, &'static str)> {
    let corner: Option<Vec<usize>> = pieces.iter().map(|own| own.first().copied()).collect();
    let Some(corner) = corner else {
        return Vec::new();
    };
    let written = |at: usize, piece: Option<usize>| {
        let piece = piece.filter(|piece| grid.sizes.get(at).is_some_and(|size| piece < size))?;
        let mut place = corner.clone();
        *place.get_mut(at)? = piece;
        let place: Vec<Vec<usize>> = place.into_iter().map(|piece| vec![piece]).collect();
        let combination = *combinations(&grid.sizes, &place).first()?;
        let answer = answers.get(filled.first(combination)?)?;
        answer.places.get(at).copied()
    };
    let sides = pieces.iter().enumerate().map(|(at, own)| {
        let before = own.first().and_then(|first| first.checked_sub(1));
        let after = own.last().map(|last| last + 1);
        (written(at, before), written(at, after))
    });
    // A key whose every piece is in the gap has nothing beside it.
    let sides: Vec<_> = sides.take(table.keys.len()).collect();
    let both = sides
        .iter()
        .find(|(before, after)| before.is_some() && after.is_some());
    let either = || {
        let mut sides = sides.iter();
        sides.find(|(before, after)| before.is_some() || after.is_some())
    };
    let Some((before, after)) = both.or_else(either) else {
        return Vec::new();
    };
    let before = before.map(|span| (span, "the last before the gap"));
    let after = after.map(|span| (span, "the first after the gap"));
    before.into_iter().chain(after).collect()
}

/// A case that the table must answer.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other type stays unchanged"
)]
fn example(book: &RuleBook, table: &Table, grid: &Grid, at: usize) -> Option<String> {
    let place = place_of(at, &grid.sizes);
    let given: Vec<String> = table
        .keys
        .iter()
        .zip(grid.cuts.iter().zip(place))
        .map(|(key, (cuts, piece))| {
            let low = cuts.get(piece).copied().unwrap_or(0);
            format!("{} = {}", key.name, piece_text(book, key, (low, low)))
        })
        .collect();
    let name = &table.naming.name;
    let expects = match table.result.ty {
        _ if table.result.or_none => format!("{name} is none"),
        Type::Number(_) => {
            let values = table.meanings.iter().filter_map(|meaning| match meaning {
                Meaning::Value(value) => Some(*value),
                Meaning::Where { .. } => None,
            });
            format!("{name} = {}", values.min()?)
        }
        ty => format!("{name} is {}", words_of(book, ty).first()?),
    };
    Some(format!(
        "example \"{name} gives {}\"\n  given   {}\n  run     {name}\n  expect  {expects}\n",
        given.join(", "),
        given.join(", ")
    ))
}
