//! Loops until a track has one value, which the steps of its changes miss: from 0 in steps of 2, a track is never 5.

use std::collections::BTreeSet;

use super::Context;
use super::track_usage::is_declared;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Bound, Change, KindTrack, Naming, RuleBook, TrackChange, TrackId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// Maximum number of values of a track that is followed.
const MAX_VALUES: i32 = 1_000;

/// Reports the loops that end at a value that their track never has.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let until = statement.repetition().and_then(|loops| loops.until);
            if let Some(until) = until
                && let Some(bound) = until.bound()
                && let Some((name, values)) = missed(book, &bound)
                && !context.is_begun(name)
            {
                diagnostics.push(finding(naming, (name, bound.number), until.span, &values));
            }
            true
        });
    }
}

fn finding(
    naming: &Naming,
    (name, number): (&str, i32),
    until: Span,
    values: &BTreeSet<i32>,
) -> Diagnostic {
    const MOST: usize = 5;
    let mut shown: Vec<String> = values.iter().take(MOST).map(i32::to_string).collect();
    if values.len() > MOST {
        shown.push("…".to_owned());
    }
    let is_passed =
        values.range(..number).next().is_some() && values.range(number..).next().is_some();
    let (why, help) = match is_passed {
        true => (
            "the steps of its changes go past it",
            format!(
                "write `>= {number}` for a track that rises, `<= {number}` for one that falls; or correct the steps"
            ),
        ),
        false => (
            "its changes never lead there",
            "correct the number, or the changes".to_owned(),
        ),
    };
    Diagnostic::new(
        Code::MissedValue,
        format!("`{name}` is never {number}: {why}"),
    )
    .label(until, format!("it is {}", shown.join(", ")))
    .help(help)
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Returns the name and the values of the track that a comparison reads, if it never has the value that ends the loop.
fn missed<'b>(book: &'b RuleBook, bound: &Bound<'_>) -> Option<(&'b str, BTreeSet<i32>)> {
    if bound.order != Order::Equal {
        return None;
    }
    let read = bound.subject.track().filter(|read| read.index.is_none())?;
    let values = values_of(book, read.track)?;
    let name = &book.tracks.get(read.track.at())?.name;
    (!values.contains(&bound.number)).then_some((name.as_str(), values))
}

/// Returns the values that a track can have by its start and the rules; `None` if they depend on more than numbers in the rules.
fn values_of(book: &RuleBook, track: TrackId) -> Option<BTreeSet<i32>> {
    let mut of_kinds: Vec<&KindTrack> = Vec::new();
    for kind in &book.kinds {
        let of_kind = kind.tracks.iter().find(|one| one.track == track);
        // A track of the board, as the facing, starts as each unit is placed.
        if of_kind.is_some_and(|of_kind| !is_declared(kind, of_kind)) {
            return None;
        }
        of_kinds.extend(of_kind);
    }
    let changes = changes_of(book, track)?;
    let mut values = BTreeSet::new();
    for of_kind in of_kinds {
        let width = of_kind.high.checked_sub(of_kind.low)?;
        if of_kind.starts_at.is_some() || of_kind.ends_at.is_some() || width > MAX_VALUES {
            return None;
        }
        let mut open = vec![of_kind.start];
        while let Some(value) = open.pop() {
            if values.insert(value) {
                open.extend(changes.iter().map(|(how, amount)| {
                    let next = match how {
                        Change::Add => value.saturating_add(*amount),
                        Change::Take => value.saturating_sub(*amount),
                        Change::Set => *amount,
                    };
                    next.clamp(of_kind.low, of_kind.high)
                }));
            }
        }
    }
    Some(values)
}

/// Returns the changes of a track by constants; `None` if there are others, or if it has several values.
fn changes_of(book: &RuleBook, track: TrackId) -> Option<Vec<(Change, i32)>> {
    let mut changes = Some(Vec::new());
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change().filter(|change| change.track == track);
            if let Some(TrackChange {
                how, amount, index, ..
            }) = change
            {
                changes = match (changes.take(), amount.literal(), index) {
                    (Some(mut known), Some(amount), None) => {
                        if !known.contains(&(how, amount)) {
                            known.push((how, amount));
                        }
                        Some(known)
                    }
                    _ => None,
                };
            }
            if statement.rank().is_some_and(|rank| rank.track == track) {
                changes = None;
            }
            true
        });
    }
    changes
}
