//! Loops `each … in order of` whose `where` the actions of others can make false: those units still act, since the order is settled before
//! the first round.
//!
//! Reports: E0661.

use std::collections::BTreeSet;

use super::{Context, track_condition};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackChange, TrackId, blocks,
    walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 6;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            diagnostics.extend(finding(book, naming, statement));
            true
        });
    }
}

fn finding(book: &RuleBook, naming: &Naming, statement: &Statement) -> Option<Diagnostic> {
    let each = statement.each().filter(|each| each.order.is_some())?;
    let condition = each.selection.condition.as_deref()?;
    let local = each.selection.local;
    let mut tracks = BTreeSet::new();
    walk_within(condition, &mut |inner| {
        let read = inner.track().filter(|read| read.unit.is_local(local));
        tracks.extend(read.map(|read| read.track));
    });
    let mut search = Search {
        book,
        tracks: &tracks,
        condition,
        member: local,
        seen: BTreeSet::new(),
    };
    let (track, change) = search.of_others(each.body, &BTreeSet::from([local]), MAX_DEPTH)?;
    let is_of_member = |expr: &Expr| {
        let read = expr.track().filter(|read| read.track == track);
        read.is_some_and(|read| read.unit.is_local(local))
    };
    let values = track_condition::values(book, track).into_iter().flatten();
    let out: Vec<i32> = values
        .filter(|value| track_condition::holds(condition, &is_of_member, *value) == Some(false))
        .collect();
    let guard = Guard { book, track, out };
    if guard.keeps_from_acting(each.body, local, MAX_DEPTH) {
        return None;
    }
    let name = book.track_name(track);
    Some(
        Diagnostic::new(
            Code::StillActs,
            format!("a unit whose `{name}` is changed by one before it still acts here"),
        )
        .label(
            condition.span,
            "with `in order of`, this is asked once, before the first acts",
        )
        .label(change, "can change it for one that has not acted yet")
        .help("ask again in the block: `if …: next`")
        .help("if all that are selected at the beginning act, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// The values of a track of a member with which it is no longer selected.
struct Guard<'b> {
    book: &'b RuleBook,
    track: TrackId,
    /// Empty if they are not known: then every condition that reads the track counts as asking again.
    out: Vec<i32>,
}

impl Guard<'_> {
    /// Whether the statements do nothing for a member that is no longer selected.
    fn keeps_from_acting(&self, block: &[Statement], member: LocalId, depth: usize) -> bool {
        for statement in block {
            if let Some((condition, then, otherwise)) = statement.branch() {
                let leaves = |block: &[Statement]| {
                    block
                        .last()
                        .is_some_and(|last| last.is_stop() || last.is_jump())
                };
                let [holds, fails] =
                    [true, false].map(|value| self.decides(condition, member, value));
                if holds && leaves(then) || fails && leaves(otherwise) {
                    return true;
                }
                let is_idle = |block: &[Statement]| self.keeps_from_acting(block, member, depth);
                if !(fails || is_idle(then)) || !(holds || is_idle(otherwise)) {
                    return false;
                }
            } else if let Some(condition) = statement.needs() {
                if self.decides(condition, member, false) {
                    return true;
                }
            } else if let Some((id, arguments)) = statement.evaluated().and_then(Expr::call) {
                let mut arguments = arguments.iter();
                let at = arguments.position(|argument| argument.is_local(member));
                let called = self.book.procedures.get(id.at()).filter(|_| depth > 0);
                let is_idle = at.zip(called).is_some_and(|(at, called)| {
                    self.keeps_from_acting(&called.body, LocalId::new(at), depth - 1)
                });
                if !is_idle {
                    return false;
                }
            } else if statement.binding().is_none() {
                return false;
            }
        }
        true
    }

    /// Whether a condition has this value for every member that is no longer selected.
    fn decides(&self, condition: &Expr, member: LocalId, value: bool) -> bool {
        let is_of_member = |expr: &Expr| {
            let read = expr.track().filter(|read| read.track == self.track);
            read.is_some_and(|read| read.unit.is_local(member))
        };
        if self.out.is_empty() {
            return condition.any(is_of_member);
        }
        let mut out = self.out.iter();
        out.all(|of| track_condition::holds(condition, &is_of_member, *of) == Some(value))
    }
}

struct Search<'b> {
    book: &'b RuleBook,
    tracks: &'b BTreeSet<TrackId>,
    /// The condition of the loop, and the local of its member.
    condition: &'b Expr,
    member: LocalId,
    seen: BTreeSet<(ProcedureId, Vec<LocalId>)>,
}

impl Search<'_> {
    /// Whether a change gives a track a value with which a unit is selected.
    fn stays_selected(&self, change: TrackChange<'_>) -> bool {
        let is_of_member = |expr: &Expr| {
            let read = expr.track().filter(|read| read.track == change.track);
            read.is_some_and(|read| read.unit.is_local(self.member))
        };
        let value = change
            .amount
            .literal()
            .filter(|_| change.how == Change::Set);
        let holds = |value: i32| track_condition::holds(self.condition, &is_of_member, value);
        let values = track_condition::values(self.book, change.track);
        let is_known = || values.is_some_and(|mut all| all.any(|one| holds(one) == Some(false)));
        value.is_some_and(|value| holds(value) != Some(false) && is_known())
    }

    /// Returns a change of one of the tracks of a unit that is not the member of the loop; `members` are the locals that denote it.
    fn of_others(
        &mut self,
        block: &[Statement],
        members: &BTreeSet<LocalId>,
        depth: usize,
    ) -> Option<(TrackId, Span)> {
        for statement in block {
            if let Some(change) = statement.change()
                && self.tracks.contains(&change.track)
                && change
                    .unit
                    .local()
                    .is_none_or(|unit| !members.contains(&unit))
                && !self.stays_selected(change)
            {
                return Some((change.track, statement.span));
            }
            let mut calls: Vec<(ProcedureId, Vec<LocalId>)> = Vec::new();
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    if let Some((id, arguments)) = inner.call() {
                        calls.push((id, handed(arguments, members)));
                    }
                });
            });
            for (id, parameters) in calls {
                if depth > 0
                    && self.seen.insert((id, parameters.clone()))
                    && let Some(procedure) = self.book.procedures.get(id.at())
                {
                    let members = parameters.into_iter().collect();
                    let found = self.of_others(&procedure.body, &members, depth - 1);
                    if found.is_some() {
                        return found;
                    }
                }
            }
            for inner in blocks(statement) {
                let found = self.of_others(inner, members, depth);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// The parameters that the member is handed to.
fn handed(arguments: &[Expr], members: &BTreeSet<LocalId>) -> Vec<LocalId> {
    let arguments = arguments.iter().enumerate();
    let handed = arguments.filter(|(_, argument)| {
        argument
            .local()
            .is_some_and(|local| members.contains(&local))
    });
    handed.map(|(at, _)| LocalId::new(at)).collect()
}
