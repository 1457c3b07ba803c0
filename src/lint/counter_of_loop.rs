//! Counters of the game that end a loop which a game runs again and again: once such a counter is at its end and never set back, the loop does nothing any more.
//!
//! Reports: E0680.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::done_marker::loops;
use super::flag_never_cleared::is_repeated_turn;
use super::flag_of_loop::loops_closed_by;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arithmetic, Change, Expr, KindId, Kinds, Naming, RuleBook, TrackId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    let closed = loops_closed_by(book, &loops(context), counters_of);
    let raised = only_raised(book);
    let mut reported = BTreeSet::new();
    for ((track, kind), until) in closed {
        let Some((naming, place)) = raised.get(&track) else {
            continue;
        };
        // A counter of a unit may limit what it can do in the whole game.
        let is_clock = book.game_kind() == Some(kind);
        if is_clock && !lasts(book, track, kind) && reported.insert(until) {
            diagnostics.push(finding(book, track, naming, (*place, until)));
        }
    }
}

/// Returns the counters that meet a condition by themselves once they are high: `game.turn = 5 or …`.
fn counters_of(condition: &Expr) -> Vec<(TrackId, Kinds, Span)> {
    let mut found = Vec::new();
    condition.chain(Arithmetic::Or, &mut |part| {
        let bound = part.bound();
        let is_end = |order| matches!(order, Order::Equal | Order::GreaterOrEqual | Order::Greater);
        let bound = bound.filter(|bound| is_end(bound.order) && bound.number > 0);
        let read = bound.and_then(|bound| bound.subject.track());
        if let Some(read) = read.filter(|read| read.index.is_none()) {
            found.push((read.track, read.unit.ty.kinds(), part.span));
        }
    });
    found
}

/// Returns the tracks to which rules only add a positive number, each with one place.
fn only_raised(book: &RuleBook) -> BTreeMap<TrackId, (&Naming, Span)> {
    let mut raised = BTreeMap::new();
    let mut others = BTreeSet::new();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some(change) = statement.change() {
                let by = change.amount.literal();
                match change.how == Change::Add && by.is_some_and(|by| by > 0) {
                    true => {
                        raised
                            .entry(change.track)
                            .or_insert((naming, statement.span));
                    }
                    false => _ = others.insert(change.track),
                }
            }
            true
        });
    }
    raised.retain(|track, _| !others.contains(track));
    raised
}

fn lasts(book: &RuleBook, track: TrackId, kind: KindId) -> bool {
    let kind = book.kinds.get(kind.at());
    let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
    tracks.any(|line| line.track == track && line.lasts.is_some())
}

fn finding(
    book: &RuleBook,
    track: TrackId,
    naming: &Naming,
    (raised, until): (Span, Span),
) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never set back: once it is so high, this loop does nothing when it comes again"),
    )
    .label(until, "ends the loop before its first round")
    .label(raised, "counted up here")
    .help(format!(
        "set it back above the loop, `set game.{name} to 0`, or let its track end by itself: `until end of …`"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
