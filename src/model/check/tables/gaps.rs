//! Combinations of keys that no cell answers, or two: told in the author's words.
//!
//! Reports: E0301, E0302.

use super::{Answer, report};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::check::Checker;
use crate::model::check::types::words_of;
use crate::model::{Key, NONE, RuleBook, Table, Type};

/// How many missing combinations are put together; with more, only the first is told.
const MOST_GATHERED: usize = 10_000;
/// How many pieces of one key are told.
const MOST_SHOWN: usize = 4;

pub(super) fn overlap(
    checker: &mut Checker<'_>,
    table: &Table,
    answers: &[Answer<'_>],
    first: usize,
    second: usize,
) {
    let (Some(one), Some(two)) = (answers.get(first), answers.get(second)) else {
        return;
    };
    let both: Vec<String> = table
        .keys
        .iter()
        .zip(one.keys.iter().zip(&two.keys))
        .filter_map(|(key, (one, two))| {
            let common = one.iter().find_map(|a| {
                two.iter().find_map(|b| {
                    let (low, high) = (a.0.max(b.0), a.1.min(b.1));
                    (low <= high).then_some((low, high))
                })
            })?;
            Some(format!(
                "{} {}",
                key.name,
                piece_text(&checker.book, key, common)
            ))
        })
        .collect();
    let diagnostic = Diagnostic::new(
        Code::TableOverlap,
        format!("two cells answer {}", both.join(", ")),
    )
    .label(two.cell.span, "here again")
    .label(one.cell.span, "first here")
    .help("make the ranges of the rows or columns end before the next begin");
    report(checker, table, diagnostic);
}

pub(super) fn gap(
    checker: &mut Checker<'_>,
    table: &Table,
    cuts: &[Vec<i64>],
    sizes: &[usize],
    filled: &[Option<usize>],
) {
    let n_missing = filled.iter().filter(|cell| cell.is_none()).count();
    let missing: Vec<Vec<usize>> = filled
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.is_none())
        .map(|(at, _)| place_of(at, sizes))
        .take(if n_missing > MOST_GATHERED {
            1
        } else {
            n_missing
        })
        .collect();
    let boxes = gathered(&missing);
    let mut texts: Vec<String> = boxes
        .iter()
        .take(2)
        .map(|pieces| box_text(&checker.book, table, cuts, pieces))
        .collect();
    let n_more = match n_missing > MOST_GATHERED {
        true => n_missing - 1,
        false => boxes.len() - texts.len(),
    };
    if n_more > 0 {
        texts.push(format!("{n_more} more"));
    }
    let text = match texts.as_slice() {
        [] => return,
        [one] => one.clone(),
        [one, two] => format!("{one}, and {two}"),
        [one, two, more @ ..] => format!("{one}, nor {two}, and {}", more.concat()),
    };
    let diagnostic = Diagnostic::new(Code::TableGap, format!("no cell answers {text}"))
        .label(table.naming.span, "this table")
        .help("add a row or column for it, with `-` where nothing is possible; or give the key a narrower range");
    report(checker, table, diagnostic);
}

/// The piece of every key that a cell stands for.
fn place_of(at: usize, sizes: &[usize]) -> Vec<usize> {
    let mut rest = at;
    let mut place: Vec<usize> = sizes
        .iter()
        .rev()
        .map(|size| {
            let piece = rest.checked_rem(*size).unwrap_or(0);
            rest = rest.checked_div(*size).unwrap_or(0);
            piece
        })
        .collect();
    place.reverse();
    place
}

/// Missing places as boxes: the pieces of every key. One box if they make one, else one for each value of all but
/// the last key.
fn gathered(missing: &[Vec<usize>]) -> Vec<Vec<Vec<usize>>> {
    let whole = spread(missing);
    let n_places: usize = whole.iter().map(Vec::len).product();
    if n_places == missing.len() {
        return vec![whole];
    }
    let leading = |place: &[usize]| place.split_last().map(|(_, rest)| rest.to_vec());
    missing
        .chunk_by(|a, b| leading(a) == leading(b))
        .map(spread)
        .collect()
}

/// For every key the pieces that occur, each once, in order.
fn spread(places: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n_keys = places.first().map_or(0, Vec::len);
    (0..n_keys)
        .map(|key| {
            let mut pieces: Vec<usize> = places
                .iter()
                .filter_map(|place| place.get(key).copied())
                .collect();
            pieces.sort_unstable();
            pieces.dedup();
            pieces
        })
        .collect()
}

/// A box in the author's words; a key of which every piece is missing is left out, unless it is the only one.
fn box_text(book: &RuleBook, table: &Table, cuts: &[Vec<i64>], pieces: &[Vec<usize>]) -> String {
    let words: Vec<String> = table
        .keys
        .iter()
        .zip(cuts)
        .zip(pieces)
        .filter(|((_, cuts), pieces)| pieces.len() + 1 < cuts.len())
        .map(|((key, cuts), pieces)| {
            let mut texts: Vec<String> = pieces
                .iter()
                .take(MOST_SHOWN)
                .map(|piece| {
                    let low = cuts.get(*piece).copied().unwrap_or(0);
                    let high = cuts.get(piece + 1).copied().unwrap_or(1) - 1;
                    piece_text(book, key, (low, high))
                })
                .collect();
            if pieces.len() > MOST_SHOWN {
                texts.push(format!("{} more", pieces.len() - MOST_SHOWN));
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
fn piece_text(book: &RuleBook, key: &Key, (low, high): (i64, i64)) -> String {
    let words = words_of(book, key.ty);
    let is_number = matches!(key.ty, Type::Number(_))
        || matches!(key.ty, Type::Face(id) if book.dice.get(id.at()).is_some_and(crate::model::Die::is_numeric));
    if !is_number {
        let words = if key.ty == Type::Flag {
            vec!["no".to_owned(), "yes".to_owned()]
        } else {
            words
        };
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
