//! Tracks that still name a unit after it was destroyed, where a rule reads or changes something of that unit without asking.
//!
//! Reports: E0664.

use std::collections::BTreeSet;

use super::Context;
use super::call_graph::calls;
use super::readings::{names_of, reads_track};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Change, Expr, Kinds, NONE, Naming, ProcedureId, RuleBook, Statement, TrackId, Type,
    walk_changes, walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let destroyed = destroyed(book);
    for (at, track) in book.tracks.iter().enumerate() {
        let id = TrackId::new(at);
        let Type::Unit(kinds) = track.ty else {
            continue;
        };
        let pieces = kinds.and(book.pieces()).without(book.cards());
        let is_open = !pieces.and(destroyed).is_empty()
            && !is_asked(book, pieces)
            && !is_cleared(context, id);
        if let Some((naming, place)) = is_open.then(|| use_of(book, id)).flatten() {
            diagnostics.push(finding(book, naming, id, place));
        }
    }
}

/// Returns the kinds of the units that rules destroy.
fn destroyed(book: &RuleBook) -> Kinds {
    let mut kinds = Kinds::NONE;
    for (_, body) in book.bodies() {
        for statement in body {
            walk_changes(statement, &mut |unit, track| {
                if track == TrackId::DESTROYED {
                    kinds = kinds.or(unit.ty.kinds());
                }
            });
        }
    }
    kinds
}

/// Whether a rule asks of a unit of these kinds whether it is destroyed or removed.
fn is_asked(book: &RuleBook, kinds: Kinds) -> bool {
    let mut is_asked = false;
    book.walk_exprs(&mut |_, expr| {
        let read = expr.track().filter(|read| {
            let is_end = [TrackId::DESTROYED, TrackId::REMOVED].contains(&read.track);
            is_end && !read.unit.ty.kinds().and(kinds).is_empty()
        });
        is_asked |= read.is_some();
    });
    is_asked
}

/// Whether the track is cleared, or its holders are destroyed, where units are destroyed: by a trigger, or by an action that also destroys.
fn is_cleared(context: &Context<'_>, track: TrackId) -> bool {
    let book = context.book;
    let clears = |body: &[Statement]| {
        let mut clears = false;
        walk_statements(body, &mut |statement| {
            // Those that name it are destroyed with it.
            let holders = statement.each().filter(|each| {
                let condition = each.selection.condition.as_deref();
                condition.is_some_and(|condition| reads_track(condition, track))
            });
            clears |= holders.is_some_and(|holders| {
                let mut changes = holders.body.iter().filter_map(Statement::change);
                changes.any(|change| {
                    let is_end = [TrackId::DESTROYED, TrackId::REMOVED].contains(&change.track);
                    is_end && change.unit.is_local(holders.selection.local)
                })
            });
            let change = statement.change().filter(|change| change.track == track);
            let value = change.map(|change| change.amount.constant_value());
            clears |= value == Some(Some(NONE));
            !clears
        });
        clears
    };
    let destroys = |body: &[Statement]| {
        let mut destroys = false;
        for statement in body {
            walk_changes(statement, &mut |_, of| destroys |= of == TrackId::DESTROYED);
        }
        destroys
    };
    let reached = |body: &[Statement], is_it: &dyn Fn(&[Statement]) -> bool| {
        let called = calls(body);
        let mut all: BTreeSet<ProcedureId> = BTreeSet::new();
        for id in called {
            all.extend(context.call_graph.reachable(id));
        }
        let mut called = all.iter().filter_map(|id| book.procedures.get(id.at()));
        is_it(body) || called.any(|called| is_it(&called.body))
    };
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let mut actions = book.procedures.iter();
    whens.any(|when| reached(&when.body, &clears))
        || actions.any(|action| {
            let body = action.body.as_slice();
            action.ability == Ability::Action && reached(body, &clears) && reached(body, &destroys)
        })
}

/// Returns the first place where a rule that does not set the track reads or changes something of the unit in it.
fn use_of(book: &RuleBook, track: TrackId) -> Option<(&Naming, Span)> {
    let mut bodies = book.bodies();
    bodies.find_map(|(naming, body)| {
        let names = names_of(body);
        let is_held = |unit: &Expr| {
            let named = unit.local().and_then(|local| names.get(&local).copied());
            named.unwrap_or(unit).is_track(track)
        };
        let (mut is_set, mut used) = (false, None);
        walk_statements(body, &mut |statement| {
            if let Some(change) = statement.change() {
                is_set |= change.track == track && change.how == Change::Set;
                let is_used = is_held(change.unit);
                used = used.or(is_used.then_some(statement.span));
            }
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |part| {
                    let of = part.track().map(|read| read.unit);
                    let of = of.or(part.field().map(|(unit, _)| unit));
                    let is_used = of.is_some_and(&is_held);
                    used = used.or(is_used.then_some(part.span));
                });
            });
            true
        });
        used.filter(|_| !is_set).map(|place| (naming, place))
    })
}

fn finding(book: &RuleBook, naming: &Naming, track: TrackId, place: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::NamesDestroyed,
        format!("`{name}` still names a unit after it was destroyed, and this uses it"),
    )
    .label(place, "perhaps of a unit that is out of play")
    .help(format!(
        "check it, too: `if ….{name} is none or ….{name} is destroyed: …`; or clear the track when a unit is destroyed, by a trigger"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
