//! Thresholds that a table gives by unit and distance: `at 2 squares`, in the column `1-2 squares`.

use std::collections::BTreeSet;

use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::examples::result_stems;
use super::words::{Token, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Threshold of a cell with its place.
pub(super) type Threshold = (Key, Span);

/// The distance that a sentence names, with its unit: `at 2 squares`.
fn distance<'a>(words: &'a [Token<'_>]) -> Option<(i64, &'a str)> {
    words.windows(3).find_map(|window| {
        let [at, number, unit] = window else {
            return None;
        };
        let is_unit = unit.is_word(&[
            "hexes", "hex", "squares", "square", "inches", "inch", "cm", "areas", "spaces", "yards",
        ]);
        let value = number.count()?;
        (at.is_word(&["at"]) && is_unit).then_some((value, unit.text))
    })
}

/// The range of distances of a header in some unit: `1-2 squares`.
fn band(header: &str, unit: &str) -> Option<Key> {
    let number = header.trim_end_matches(|letter: char| !letter.is_ascii_digit() && letter != '+');
    let rest = header.get(number.len()..)?.trim();
    let is_same = rest.is_empty() || unit.get(..2) == rest.get(..2);
    Key::parse(number.trim()).filter(|_| is_same)
}

/// The row of a table whose name a sentence has, if it is the only one.
fn row(grid: &Grid, said: &BTreeSet<String>) -> Option<usize> {
    let is_named = |row: &usize| {
        let stems = result_stems(&tokens(grid.text(*row, 0)));
        !stems.is_empty() && stems.is_subset(said)
    };
    let mut rows = grid.body_rows().filter(is_named);
    let (only, None) = (rows.next()?, rows.next()) else {
        return None;
    };
    Some(only)
}

/// The thresholds that the tables of a chapter give for the unit and the distance of a part of a sentence.
pub(super) fn thresholds(
    context: &Context<'_>,
    one: &Sentence<'_>,
    part: &Sentence<'_>,
) -> Vec<Threshold> {
    let Some((value, unit)) = distance(&part.words) else {
        return Vec::new();
    };
    let chapter = context.chapter(one.prose.block);
    let tables = context
        .tables()
        .filter(|(block, _)| context.chapter(*block) == chapter);
    let found = tables.filter_map(|(_, grid)| {
        let columns = (1..grid.n_columns).filter(|column| {
            let band = band(&grid.header(*column), unit);
            band.is_some_and(|band| band.contains(value))
        });
        let columns: Vec<usize> = columns.collect();
        let [column] = columns.as_slice() else {
            return None;
        };
        let row = row(grid, &result_stems(&part.words))
            .or_else(|| row(grid, &result_stems(&one.words)))?;
        let key = Key::parse(grid.text(row, *column))
            .filter(|key| matches!(key, Key::AtLeast(_) | Key::AtMost(_)))?;
        Some((key, grid.at(row, *column)?.span))
    });
    found.collect()
}
