//! Loops in a block `at the same time` whose rounds all pick the same unit, because the pick asks for what the rounds change.
//!
//! Reports: E0698.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::stale_read::reads_of;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackId, walk_calls, walk_own,
    walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Aggregate;

/// Depth to which formulas are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut reported = BTreeSet::new();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let Some(block) = statement.simultaneous() else {
                return true;
            };
            for rounds in loops(book, block) {
                let pick = pick_of_rounds(book, rounds);
                let pick = pick.filter(|pick| reported.insert(pick.place));
                diagnostics.extend(pick.map(|pick| finding(naming, book, &pick, statement.span)));
            }
            false
        });
    }
}

/// Returns the bodies of the loops in a block that count their rounds; what they call is called with the same units in each of them.
fn loops<'b>(book: &'b RuleBook, block: &'b [Statement]) -> Vec<&'b [Statement]> {
    let mut found: Vec<&[Statement]> = Vec::new();
    visit_reached(book, block, &mut |statement| {
        let repeat = statement.repetition().map(|repeat| repeat.body.as_slice());
        let count = statement.count().map(|count| count.body.as_slice());
        found.extend(repeat.or(count));
    });
    found
}

/// A unit that every round picks, and the change by which the next one should be picked.
struct Pick {
    place: Span,
    change: Span,
    track: TrackId,
}

/// Returns a pick in the rounds of a loop, or in a rule that they call.
fn pick_of_rounds(book: &RuleBook, rounds: &[Statement]) -> Option<Pick> {
    let mut called: BTreeSet<ProcedureId> = BTreeSet::new();
    visit_reached(book, rounds, &mut |statement| {
        walk_own(statement, &mut |expr| {
            walk_calls(expr, &mut |id| _ = called.insert(id));
        });
    });
    let called = called.iter().filter_map(|id| book.procedures.get(id.at()));
    let mut bodies = std::iter::once(rounds).chain(called.map(|one| one.body.as_slice()));
    bodies.find_map(|body| pick_in(book, body))
}

/// Returns a unit that a body picks by a track, and changes in this track.
fn pick_in(book: &RuleBook, body: &[Statement]) -> Option<Pick> {
    let mut picks: BTreeMap<LocalId, (Span, BTreeSet<TrackId>)> = BTreeMap::new();
    let mut found = None;
    walk_statements(body, &mut |statement| {
        if let Some((local, value)) = statement.binding()
            && let Some(tracks) = asked_of_first(book, value)
        {
            picks.insert(local, (value.span, tracks));
        }
        let change = statement.change().filter(|change| change.index.is_none());
        if let Some(change) = change
            && let Some((place, tracks)) = change.unit.local().and_then(|unit| picks.get(&unit))
            && tracks.contains(&change.track)
        {
            found = found.take().or(Some(Pick {
                place: *place,
                change: statement.span,
                track: change.track,
            }));
        }
        found.is_none()
    });
    found
}

/// Returns the tracks of the members by which `first … where` or `last … where` picks one of them; `None` for other values.
fn asked_of_first(book: &RuleBook, value: &Expr) -> Option<BTreeSet<TrackId>> {
    let members = value.aggregation()?;
    if !matches!(members.aggregate, Aggregate::First | Aggregate::Last) {
        return None;
    }
    let member = members.selection.local;
    let (mut tracks, mut known) = (BTreeSet::new(), BTreeMap::new());
    let condition = members.selection.condition.as_deref();
    let order = members.ordering.map(|ordering| ordering.by.as_ref());
    for expr in condition.into_iter().chain(order) {
        walk_within(expr, &mut |inner| {
            let read = inner.track().filter(|read| read.unit.is_local(member));
            tracks.extend(read.map(|read| read.track));
            let Some((id, arguments)) = inner.call() else {
                return;
            };
            for (at, track) in reads_of(book, id, &mut known, MAX_DEPTH) {
                let argument = arguments.get(at);
                let is_member = argument.is_some_and(|argument| argument.is_local(member));
                tracks.extend(is_member.then_some(track));
            }
        });
    }
    Some(tracks)
}

fn finding(naming: &Naming, book: &RuleBook, pick: &Pick, around: Span) -> Diagnostic {
    let name = book.track_name(pick.track);
    Diagnostic::new(
        Code::StaleRead,
        format!("every round picks the same one: it reads `{name}` as it was before the block `at the same time`"),
    )
    .label(pick.place, "picked in each round from the state before the block")
    .label(pick.change, "this change is made at the end of the block")
    .label(around, "everything in this block is calculated on the state before it")
    .help("count on a track what is to be done, and do it after the block: `repeat target.hits-due times: …`")
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
