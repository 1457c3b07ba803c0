//! Tracks that last until the end of a sequence or phase, that rules change in it and also after it: that change is not reset before the end of the
//! next one.

use std::collections::BTreeSet;

use crate::Context;
use crate::call_graph::calls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, KindTrack, Naming, ProcedureId, RuleBook, Statement, TrackId, walk_blocks,
    walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut reported = BTreeSet::new();
    let kinds = context.book.kinds.iter();
    for track in kinds.flat_map(|kind| &kind.tracks) {
        let Some(duration) = track.lasts.as_ref().filter(|_| !track.is_internal()) else {
            continue;
        };
        let span = Lasting {
            context,
            track,
            duration: &duration.value,
        };
        if let Some((naming, place)) = span.change_after_end()
            && reported.insert(place)
        {
            diagnostics.push(span.finding(naming, place));
        }
    }
}

/// A track that lasts until the end of a sequence or phase.
struct Lasting<'c, 'b> {
    context: &'c Context<'b>,
    track: &'b KindTrack,
    /// The name of the sequence or phase.
    duration: &'b str,
}

impl<'b> Lasting<'_, 'b> {
    /// Returns a rule that is played again, and the line in it that changes the track after its sequence or phase has ended.
    fn change_after_end(&self) -> Option<(&'b Naming, Span)> {
        let book: &'b RuleBook = self.context.book;
        let mut procedures = book.procedures.iter().enumerate();
        procedures.find_map(|(at, procedure)| {
            let id = ProcedureId::new(at);
            let is_played_again = self.context.call_graph.callers_if_once(id).is_none();
            let mut found = None;
            let mut in_loops: BTreeSet<Span> = BTreeSet::new();
            walk_statements(&procedure.body, &mut |statement| {
                if statement.is_loop() {
                    walk_statements(std::slice::from_ref(statement), &mut |inner| {
                        in_loops.insert(inner.span);
                        true
                    });
                }
                true
            });
            walk_blocks(&procedure.body, &mut |block| {
                let first = block.first().map(|first| first.span);
                let is_again = is_played_again || first.is_some_and(|one| in_loops.contains(&one));
                if is_again && found.is_none() {
                    found = self.after_end(block);
                }
            });
            found.map(|place| (&procedure.naming, place))
        })
    }

    /// Returns a line of a block that changes the track below one that runs its sequence or phase, and below which nothing does.
    fn after_end(&self, block: &'b [Statement]) -> Option<Span> {
        let last = block.iter().rposition(|statement| self.runs(statement))?;
        let (until, after) = block.split_at_checked(last + 1)?;
        let is_counted_in_it = until.last().is_some_and(|one| self.uses_inside(one));
        let mut after = after.iter().filter(|_| is_counted_in_it);
        let changing = after.find(|statement| self.changes(statement))?;
        Some(changing.span)
    }

    /// Whether a statement runs the sequence or phase.
    fn runs(&self, statement: &'b Statement) -> bool {
        let is_phase = |body: &[Statement]| {
            let mut found = false;
            walk_statements(body, &mut |inner| {
                found |= inner
                    .phase()
                    .is_some_and(|phase| phase.name == self.duration);
                !found
            });
            found
        };
        let own = std::slice::from_ref(statement);
        is_phase(own)
            || self.reached(statement).into_iter().any(|id| {
                let called = self.context.book.procedures.get(id.at());
                called.is_some_and(|called| {
                    called.naming.name == self.duration || is_phase(&called.body)
                })
            })
    }

    /// Whether a statement that runs the sequence or phase both changes the track and reads it.
    fn uses_inside(&self, statement: &'b Statement) -> bool {
        let mut is_read = false;
        self.visit(statement, &mut |inner| {
            sandtable_model::walk_own(inner, &mut |expr| {
                walk_within(expr, &mut |part| is_read |= part.is_track(self.track.track));
            });
        });
        is_read && self.changes(statement)
    }

    /// Whether a statement, or what it calls, changes the track to something else than its start.
    fn changes(&self, statement: &'b Statement) -> bool {
        let sought: TrackId = self.track.track;
        let mut found = false;
        self.visit(statement, &mut |inner| {
            found |= inner.change().is_some_and(|change| {
                let is_reset = change.how == Change::Set
                    && change.amount.constant_value() == Some(self.track.start);
                change.track == sought && !is_reset
            });
        });
        found
    }

    /// Calls a visitor with a statement and with every statement of what it contains and calls.
    fn visit(&self, statement: &'b Statement, visit: &mut dyn FnMut(&'b Statement)) {
        let own = std::slice::from_ref(statement);
        let mut all = |body: &'b [Statement]| {
            walk_statements(body, &mut |inner| {
                visit(inner);
                true
            });
        };
        all(own);
        for id in self.reached(statement) {
            if let Some(called) = self.context.book.procedures.get(id.at()) {
                all(&called.body);
            }
        }
    }

    /// Returns the rules that a statement calls, directly or not.
    fn reached(&self, statement: &'b Statement) -> BTreeSet<ProcedureId> {
        let called = calls(std::slice::from_ref(statement)).into_iter();
        called
            .flat_map(|id| self.context.call_graph.reachable(id))
            .collect()
    }

    fn finding(&self, naming: &Naming, place: Span) -> Diagnostic {
        let (name, until) = (&self.track.naming.name, self.duration);
        Diagnostic::new(
            Code::NeverRepeated,
            format!("`{name}` is changed here after `{until}` has ended, so it is reset only at the end of the next `{until}`"),
        )
        .label(place, "the value is still there in the next one")
        .label(
            self.track.naming.span,
            format!("until the end of `{until}`"),
        )
        .help(format!(
            "do it inside of `{until}`; or let the track last until the end of what contains both; if it is to last into the next one, ignore this"
        ))
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
    }
}
