//! Counters of the game, and of sides, that end a loop which a game runs again and again: once such a counter is at its end and never set back, the loop does nothing any more.
//!
//! Reports: E0680.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::done_marker::{TurnLoop, loops};
use super::flag_never_cleared::is_repeated_turn;
use super::flag_of_loop::loops_closed_by;
use super::track_usage::{Flag, lasts, set_back};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Arithmetic, Change, Expr, Kinds, Naming, RuleBook, TrackId, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut rules = book.procedures.iter();
    if !rules.any(|one| is_repeated_turn(&one.body)) {
        return;
    }
    let raised = only_raised(book);
    let mut reported = BTreeSet::new();
    for ((track, kind), until) in closed_loops(book, &loops(context)) {
        let Some((naming, place)) = raised.get(&track) else {
            continue;
        };
        if !lasts(book, (track, kind)) && reported.insert(until) {
            diagnostics.push(finding(book, (track, kind), naming, (*place, until)));
        }
    }
}

/// Returns the counters that end a repeated loop by themselves, each with the condition: those of the game, and those of sides that a rule raises in
/// any case. A counter of a unit may limit what it can do in the whole game.
pub(super) fn closed_loops(book: &RuleBook, turns: &[TurnLoop]) -> BTreeMap<Flag, Span> {
    let mut closed = loops_closed_by(book, turns, counters_of);
    closed.retain(|(track, kind), _| {
        let is_of_side = || book.side_kind() == Some(*kind) && is_counted(book, *track);
        book.game_kind() == Some(*kind) || is_of_side()
    });
    closed
}

/// Whether a rule raises a track whatever happens.
fn is_counted(book: &RuleBook, track: TrackId) -> bool {
    let mut bodies = book.bodies();
    bodies.any(|(_, body)| {
        body.iter().any(|statement| {
            let change = statement.change();
            change.is_some_and(|change| change.how == Change::Add && change.track == track)
        })
    })
}

/// Returns the counters that end a loop by themselves once they are high: `until game.turn = 5 or …`, `while side.plays < 3 and …`.
pub(super) fn counters_of(condition: &Expr, is_until: bool) -> Vec<(TrackId, Kinds, Span)> {
    let mut found = Vec::new();
    let chain = match is_until {
        true => Arithmetic::Or,
        false => Arithmetic::And,
    };
    condition.chain(chain, &mut |part| {
        let bound = part.bound();
        let is_end = |order: Order| {
            let order = match is_until {
                true => order,
                false => order.negated(),
            };
            matches!(order, Order::Equal | Order::GreaterOrEqual | Order::Greater)
        };
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

fn finding(
    book: &RuleBook,
    (track, kind): Flag,
    naming: &Naming,
    (raised, until): (Span, Span),
) -> Diagnostic {
    let name = book.track_name(track);
    let back = set_back(book, (track, kind));
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never set back: once it is so high, this loop does nothing when it comes again"),
    )
    .label(until, "ends the loop before its first round")
    .label(raised, "counted up here")
    .help(format!(
        "set it back above the loop, `{back}`, or let its track end by itself: `until end of …`"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
