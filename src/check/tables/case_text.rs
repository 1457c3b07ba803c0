//! Combinations of keys in the author's words.

use super::grid::Grid;
use super::regions::boxes;
use sandtable_model::literals::{is_numeric, words_by_value};
use sandtable_model::{Key, NONE, RuleBook, Table};

/// Most pieces of one key that a finding names.
const MOST_SHOWN: usize = 4;
/// Most boxes that a finding names.
pub(super) const MOST_BOXES: usize = 2;

/// A set of combinations in the author's words: its largest boxes.
pub(super) fn in_words(book: &RuleBook, table: &Table, grid: &Grid, set: Vec<bool>) -> String {
    let (shown, n_left) = boxes(&grid.sizes, set, MOST_BOXES);
    told(book, table, grid, &shown, n_left)
}

pub(super) fn told(
    book: &RuleBook,
    table: &Table,
    grid: &Grid,
    shown: &[Vec<Vec<usize>>],
    n_left: usize,
) -> String {
    let mut texts: Vec<String> = shown
        .iter()
        .map(|pieces| box_text(book, table, &grid.cuts, pieces))
        .collect();
    if n_left > 0 {
        texts.push(format!("{n_left} more"));
    }
    texts.join(", and ")
}

/// A box in the author's words; a key with all its pieces is left out, unless it is the only one.
fn box_text(book: &RuleBook, table: &Table, cuts: &[Vec<i64>], pieces: &[Vec<usize>]) -> String {
    let words: Vec<String> = table
        .keys
        .iter()
        .zip(cuts)
        .zip(pieces)
        .filter(|((_, cuts), pieces)| pieces.len() + 1 < cuts.len())
        .map(|((key, cuts), pieces)| {
            // Adjacent pieces are one range.
            let runs: Vec<&[usize]> = pieces
                .chunk_by(|one, next| is_numeric(book, key.ty) && one + 1 == *next)
                .collect();
            let mut texts: Vec<String> = runs
                .iter()
                .take(MOST_SHOWN)
                .map(|run| {
                    let first = run.first().and_then(|piece| cuts.get(*piece));
                    let end = run.last().and_then(|piece| cuts.get(piece + 1));
                    let (low, high) = (first.copied(), end.copied());
                    piece_text(book, key, (low.unwrap_or(0), high.unwrap_or(1) - 1))
                })
                .collect();
            if runs.len() > MOST_SHOWN {
                texts.push(format!("{} more", runs.len() - MOST_SHOWN));
            }
            format!("{} {}", key.name, texts.join(" or "))
        })
        .collect();
    if words.is_empty() {
        "anything".to_owned()
    } else {
        words.join(", ")
    }
}

/// A piece of a key in the author's words: `7-9`, `B`, `40 or more`.
pub(super) fn piece_text(book: &RuleBook, key: &Key, (low, high): (i64, i64)) -> String {
    if !is_numeric(book, key.ty) {
        let words = words_by_value(book, key.ty);
        let (low, high) = (
            usize::try_from(low).unwrap_or(0),
            usize::try_from(high).unwrap_or(0),
        );
        let named: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| (low..=high).contains(at))
            .map(|(_, word)| word.as_str())
            .collect();
        return named.join(", ");
    }
    let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
    match (low <= least, high >= most) {
        (true, true) => "any".to_owned(),
        (true, false) => format!("{high} or less"),
        (false, true) => format!("{low} or more"),
        (false, false) if low == high => low.to_string(),
        (false, false) => format!("{low} to {high}"),
    }
}
