//! Conditions on several tracks that end a loop which a game runs again and again: `repeat until red.place + blue.place = 3`. If only the loop
//! changes these tracks, the condition is still met when the loop comes again, and the loop does nothing.
//!
//! Reports: E0680.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::counter_of_loop::counters_of;
use super::done_marker::loops;
use super::flag_never_cleared::is_repeated_turn;
use super::flag_of_loop::{flags_of, loops_closed_by};
use super::track_usage::{Flag, lasts, set_back};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Expr, Kinds, RuleBook, Statement, TrackId, walk_statements, walk_within};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    let mut closed: BTreeMap<Span, Vec<Flag>> = BTreeMap::new();
    for (flag, until) in loops_closed_by(book, &loops(context), tracks_of) {
        closed.entry(until).or_default().push(flag);
    }
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let until = end_of(statement);
            let tracks = until.and_then(|until| closed.remove(&until.span));
            if let (Some(until), Some(tracks)) = (until, tracks)
                && let Some(set) = set_inside(context, statement, &tracks)
            {
                let finding = finding(book, &tracks, until.span, set);
                diagnostics.push(finding.cite(naming.citations.iter().map(String::as_str)));
            }
            true
        });
    }
}

/// Returns the condition on which the end of a loop depends.
fn end_of(statement: &Statement) -> Option<&Expr> {
    let until = statement.repetition().and_then(|repeat| repeat.until);
    until.or(statement.alternation())
}

/// Returns the tracks of a condition that depends on several tracks of the game or of named sides, and on nothing else; none if a part of it
/// ends the loop by itself.
fn tracks_of(condition: &Expr, is_until: bool) -> Vec<(TrackId, Kinds, Span)> {
    let of_parts = [flags_of, counters_of].map(|ends| ends(condition, is_until));
    if !is_of_fixed_tracks(condition) || of_parts.iter().any(|found| !found.is_empty()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    walk_within(condition, &mut |part| {
        if let Some(read) = part.track() {
            found.push((read.track, read.unit.ty.kinds(), condition.span));
        }
    });
    match found.len() {
        2.. => found,
        _ => Vec::new(),
    }
}

/// Whether an expression is calculated from numbers and from tracks of the game and of named sides alone.
fn is_of_fixed_tracks(expr: &Expr) -> bool {
    if let Some(read) = expr.track() {
        let is_fixed = read.unit.is_game() || read.unit.named_side().is_some();
        return is_fixed && read.index.is_none();
    }
    let compared = expr.comparison().map(|one| (one.left, one.right));
    let operands = expr.binary().map(|(_, left, right)| (left, right));
    match (compared.or(operands), expr.negated()) {
        (Some((left, right)), _) => is_of_fixed_tracks(left) && is_of_fixed_tracks(right),
        (None, Some(inner)) => is_of_fixed_tracks(inner),
        (None, None) => expr.literal().is_some(),
    }
}

/// Returns a statement of a loop that changes one of some tracks; `None` if statements elsewhere change them, or if they end by themselves.
fn set_inside(context: &Context<'_>, statement: &Statement, tracks: &[Flag]) -> Option<Span> {
    let mut inside = BTreeSet::new();
    walk_statements(std::slice::from_ref(statement), &mut |inner| {
        inside.insert(inner.span);
        true
    });
    let is_one = |track: TrackId| tracks.iter().any(|(one, _)| *one == track);
    let writes = context.tracks.writes.iter();
    let mut writes = writes.filter(|write| is_one(write.track)).peekable();
    let set = writes.peek().map(|first| first.span)?;
    let stays = writes.all(|write| inside.contains(&write.span))
        && !tracks.iter().any(|flag| lasts(context.book, *flag));
    stays.then_some(set)
}

fn finding(book: &RuleBook, tracks: &[Flag], until: Span, set: Span) -> Diagnostic {
    let names: BTreeSet<&str> = tracks
        .iter()
        .map(|(track, _)| book.track_name(*track))
        .collect();
    let back: BTreeSet<String> = tracks.iter().map(|flag| set_back(book, *flag)).collect();
    let back: Vec<String> = back.into_iter().collect();
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "only this loop changes {}: once it has ended, it does nothing when it comes again",
            names.join(", ")
        ),
    )
    .label(until, "still met when the loop comes again")
    .label(set, "changed here")
    .help(format!(
        "set them back above the loop, `{}`, or let their tracks end by themselves: `until end of …`",
        back.join("`, `")
    ))
    .confidence(Confidence::Likely)
}
