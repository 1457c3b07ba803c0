//! Odds in examples: two strengths, `18 to 6` or `a strength of 13 against one of 4`, and the column that they give, `3-1`.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token};
use super::wrong_sum::report_at;
use crate::model::Grid;

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let columns: BTreeSet<Ratio> = context
        .tables()
        .flat_map(|(_, grid)| columns(grid))
        .collect();
    if columns.len() < 3 {
        return;
    }
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut stated: Vec<Stated<'_, '_>> = Vec::new();
    for example in context.examples() {
        let mut strengths: Vec<i64> = Vec::new();
        // `a strength of 3, doubled in a fort. The odds are 18 to 6`
        let is_changed = example.iter().any(|one| one.has(&CHANGES));
        for one in &example {
            strengths.extend(named_strengths(&one.words));
            let pair = pair(&one.words);
            let unchanged = pair.filter(|_| !is_changed);
            found.extend(unchanged.and_then(|pair| other_strength(context, one, pair, &strengths)));
            let forces = pair.map(|pair| (pair.left.0, pair.right.0));
            let forces = forces.or(match strengths.as_slice() {
                [left, right] if one.has(&["odds"]) => Some((*left, *right)),
                _ => None,
            });
            let from = pair.map_or(0, |pair| pair.right.1 + 1);
            let ratio = forces.and_then(|_| ratio(&one.words, from));
            stated.extend(
                forces
                    .zip(ratio)
                    .map(|(forces, ratio)| (*one, forces, ratio)),
            );
        }
    }
    for one in context.sentences() {
        let is_new = stated.iter().all(|(known, ..)| !std::ptr::eq(*known, one));
        let beside = beside(&one.words).into_iter().filter(|_| is_new);
        stated.extend(beside.map(|(forces, ratio)| (one, forces, ratio)));
    }
    let rounds_down = |(_, (left, right), (ratio, _)): &&Stated<'_, '_>| {
        left % right != 0 && right % left != 0 && *ratio == rounded(*left, *right, &columns)
    };
    // The rule itself may say how it is rounded.
    let is_rule = |one: &Sentence<'_>| {
        let words = one.words.windows(2);
        let mut words = words.filter(|pair| pair.iter().all(|word| word.kind == Kind::Word));
        one.has(&["round", "rounded"]) && words.any(|pair| {
            matches!(pair, [first, second] if first.is_word(&["round", "rounded", "favor", "favour"])
                && second.is_word(&["down", "of"]))
        })
    };
    let says_down = context.sentences().any(is_rule);
    let has_down = stated.iter().filter(rounds_down).count() + usize::from(says_down);
    for (one, (left, right), (ratio, at)) in stated.iter().copied() {
        let expected = rounded(left, right, &columns);
        let is_exact = left % right == 0 || right % left == 0;
        // `30 to 5, or 6-1, which is the column 5-1`
        let is_true = is_exact && ratio.0 * right == left * ratio.1;
        if is_true || one.has(&CHANGES) || ratio == expected || !is_exact && has_down == 0 {
            continue;
        }
        let message = format!(
            "the odds of {left} to {right} are {}-{}, not {}-{}",
            expected.0, expected.1, ratio.0, ratio.1
        );
        found.extend(
            one.words
                .get(at)
                .and_then(|word| report_at(context, one, word, message)),
        );
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Left and right side of a column of odds.
type Ratio = (i64, i64);

/// A sentence with two strengths and the odds that it gives them, with their place.
type Stated<'s, 'a> = (&'s Sentence<'a>, (i64, i64), (Ratio, usize));

/// The columns of odds of a table, three or more: `1-2`, `1-1`, `3-2`, `2-1`.
fn columns(grid: &Grid) -> Vec<Ratio> {
    let headers = (1..grid.n_columns).filter_map(|column| {
        let text = grid.header(column).replace([':', '–', '—'], "-");
        let (left, right) = text.trim().split_once('-')?;
        let left: i64 = left.trim().parse().ok()?;
        let right: i64 = right.trim().trim_end_matches('+').parse().ok()?;
        let is_side = |side: i64| (1..=99).contains(&side);
        (is_side(left) && is_side(right)).then_some((left, right))
    });
    let found: Vec<Ratio> = headers.collect();
    match found.len() >= 3 && found.contains(&(2, 1)) && found.contains(&(1, 1)) {
        true => found,
        false => Vec::new(),
    }
}

/// The highest column that is not above the odds of two strengths; the lowest column if all are.
fn rounded(left: i64, right: i64, columns: &BTreeSet<Ratio>) -> Ratio {
    let order = |one: &&Ratio, other: &&Ratio| (one.0 * other.1).cmp(&(other.0 * one.1));
    let below = columns
        .iter()
        .filter(|column| column.0 * right <= left * column.1);
    let lowest = columns.iter().min_by(order);
    below.max_by(order).or(lowest).copied().unwrap_or((1, 1))
}

/// Words by which strengths or the column are changed before the odds.
const CHANGES: [&str; 13] = [
    "shift", "shifts", "shifted", "left", "right", "double", "doubled", "halved", "half",
    "tripled", "triple", "across", "reduced",
];

/// Words between two strengths and their column.
const JOINTS: [&str; 12] = [
    "is", "are", "which", "that", "becomes", "gives", "makes", "rounded", "to", "down", "counts",
    "as",
];

/// `11 to 4 is 2-1`, `14 against 5, which is 2-1`: two strengths with the column directly after them.
fn beside(words: &[Token<'_>]) -> Vec<((i64, i64), (Ratio, usize))> {
    let found = (1..words.len()).filter_map(|at| {
        let is_joint = words.get(at)?.is_word(&["to", "against"]);
        let forces = (words.get(at - 1)?.whole()?, words.get(at + 1)?.whole()?);
        let (ratio, place) = ratio(words, at + 2)?;
        let between = words.get(at + 2..place)?;
        let is_beside = (1..=5).contains(&between.len())
            && between
                .iter()
                .all(|word| word.is_mark(',') || word.is_word(&JOINTS));
        let is_strength = forces.0 > 0 && forces.1 > 0;
        (is_joint && is_beside && is_strength).then_some((forces, (ratio, place)))
    });
    found.collect()
}

/// Two strengths with their places.
#[derive(Clone, Copy)]
struct Pair {
    left: (i64, usize),
    right: (i64, usize),
}

/// `the odds are 18 to 6`, `an attack strength of 13 against a defence strength of 4`
fn pair(words: &[Token<'_>]) -> Option<Pair> {
    let whole = |at: usize| {
        let value = words.get(at)?.whole().filter(|value| *value > 0)?;
        Some((value, at))
    };
    let is_odds = words.iter().any(|word| word.is_word(&["odds"]));
    let to = (1..words.len()).find(|at| {
        let is_to = words.get(*at).is_some_and(|word| word.is_word(&["to"]));
        is_to && is_odds && whole(at - 1).is_some() && whole(at + 1).is_some()
    });
    if let Some(at) = to {
        return Some(Pair {
            left: whole(at - 1)?,
            right: whole(at + 1)?,
        });
    }
    let against = words.iter().position(|word| word.is_word(&["against"]))?;
    let n_strengths = words
        .iter()
        .filter(|word| word.is_word(&["strength", "strengths"]));
    let left = (0..against).rev().find_map(whole)?;
    let right = (against + 1..words.len()).find_map(whole)?;
    let is_near = against - left.1 <= 2 && right.1 - against <= 5;
    // A column of odds, `3-1`, is no strength.
    let is_ratio = |at: usize| {
        let mark = |at: Option<usize>| at.and_then(|at| words.get(at));
        let is_mark = |word: &Token<'_>| word.is_any_mark(&['-', ':', '–', '+', '×', '=']);
        mark(at.checked_sub(1)).is_some_and(is_mark) || mark(Some(at + 1)).is_some_and(is_mark)
    };
    let is_plain = !is_ratio(left.1) && !is_ratio(right.1);
    (is_near && is_plain && n_strengths.count() >= 1).then_some(Pair { left, right })
}

/// The first column of odds from a place on, with its place.
fn ratio(words: &[Token<'_>], from: usize) -> Option<(Ratio, usize)> {
    (from..words.len()).find_map(|at| {
        let [left, mark, right] = words.get(at..at + 3)? else {
            return None;
        };
        let is_joined = left.range.end == mark.range.start && mark.range.end == right.range.start;
        let is_ratio = is_joined && mark.is_any_mark(&['-', ':', '–']);
        let ratio = (left.whole()?, right.whole()?);
        (is_ratio && ratio.0.max(ratio.1) <= 20).then_some((ratio, at))
    })
}

/// Strengths that a sentence states: `their attack strength is 3 × 5 + 3 = 18`, `a defence strength of 4`.
fn named_strengths(words: &[Token<'_>]) -> Vec<i64> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let verb = words.get(at + 1);
        let is_stated = verb.is_some_and(|verb| verb.is_word(&["is", "of"]));
        if !word.is_word(&["strength"]) || !is_stated {
            continue;
        }
        let rest = words.get(at + 2..).unwrap_or_default();
        let is_part = |word: &&Token<'_>| {
            word.whole().is_some() || word.is_any_mark(&['+', '×', '=', '−', '-'])
        };
        let sum: Vec<&Token<'_>> = rest.iter().take_while(is_part).collect();
        let is_total = sum.len() == 1 || sum.iter().any(|word| word.is_mark('='));
        found.extend(
            sum.last()
                .and_then(|last| last.whole())
                .filter(|_| is_total),
        );
    }
    found
}

/// Odds with one number that is a strength of the example and one that is none.
fn other_strength(
    context: &Context<'_>,
    one: &Sentence<'_>,
    pair: Pair,
    strengths: &[i64],
) -> Option<Diagnostic> {
    let [first, second] = strengths else {
        return None;
    };
    let own: BTreeSet<i64> = [*first, *second].into();
    let stray: Vec<(i64, usize)> = [pair.left, pair.right]
        .into_iter()
        .filter(|(value, _)| !own.contains(value))
        .collect();
    let [(value, at)] = stray.as_slice() else {
        return None;
    };
    let word: &Token<'_> = one.words.get(*at)?;
    let message = format!("the strengths are {first} and {second}, but the odds have {value}");
    report_at(context, one, word, message)
}
