//! Loops `each … in order of` whose `where` the actions of others can make false: those units still act, since the order is settled before
//! the first round.
//!
//! Reports: E0661.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, LocalId, Naming, ProcedureId, RuleBook, Statement, TrackId, blocks, walk_own,
    walk_statements, walk_within,
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
    if tracks.is_empty() || asks_again(each.body, &tracks, local) {
        return None;
    }
    let mut search = Search {
        book,
        tracks: &tracks,
        seen: BTreeSet::new(),
    };
    let (track, change) = search.of_others(each.body, &BTreeSet::from([local]), MAX_DEPTH)?;
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

/// Whether the block asks for one of the tracks of its member again.
fn asks_again(body: &[Statement], tracks: &BTreeSet<TrackId>, member: LocalId) -> bool {
    let mut asks = false;
    for statement in body {
        let asked = statement.branch().map(|(condition, ..)| condition);
        for condition in asked.into_iter().chain(statement.needs()) {
            asks |= condition.any(|inner| {
                let read = inner.track().filter(|read| read.unit.is_local(member));
                read.is_some_and(|read| tracks.contains(&read.track))
            });
        }
    }
    asks
}

struct Search<'b> {
    book: &'b RuleBook,
    tracks: &'b BTreeSet<TrackId>,
    seen: BTreeSet<(ProcedureId, Vec<LocalId>)>,
}

impl Search<'_> {
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
