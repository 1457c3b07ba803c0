//! Changes of tracks by the body of a trigger, and the trigger lines that such a change can set off.

use std::collections::BTreeSet;

use sandtable_model::{
    Kinds, ProcedureId, Statement, TrackChange, TrackId, When, blocks, walk_calls, walk_own,
};

use crate::Checker;

/// A change of a track by a statement.
pub(super) struct TrackWrite<'m> {
    track: TrackId,
    kinds: Kinds,
    /// The change, if it is made where it is written; `None` in a block `at the same time`, which makes the sum of its changes, and for marks and
    /// ranks.
    change: Option<TrackChange<'m>>,
}

impl TrackWrite<'_> {
    /// Whether the change can set off a line of a trigger for units of these kinds.
    pub(super) fn sets_off(&self, when: &When, kinds: Kinds) -> bool {
        let is_away = self.change.is_some_and(|change| {
            let amount = change.amount.constant_value();
            change.transfer.is_none()
                && change.index.is_none()
                && !when.may_be_crossed_by(self.track, change.how, amount)
        });
        when.reads.contains(&self.track) && !self.kinds.and(kinds).is_empty() && !is_away
    }
}

/// Returns the changes that a block makes, directly or by the rules that it calls.
pub(super) fn made_by<'m>(checker: &'m Checker<'_>, block: &'m [Statement]) -> Vec<TrackWrite<'m>> {
    let mut search = Search {
        checker,
        seen: BTreeSet::new(),
        made: Vec::new(),
    };
    search.block(block, false);
    search.made
}

struct Search<'c, 'm> {
    checker: &'m Checker<'c>,
    /// The rules that are called, each in and outside of a block `at the same time`.
    seen: BTreeSet<(ProcedureId, bool)>,
    made: Vec<TrackWrite<'m>>,
}

impl<'m> Search<'_, 'm> {
    fn block(&mut self, block: &'m [Statement], is_gathering: bool) {
        for statement in block {
            let change = statement.change();
            let unit = change.map(|change| (change.track, change.unit.ty.kinds()));
            let mark = statement
                .mark()
                .map(|mark| (mark.track, mark.unit.ty.kinds()));
            let rank = statement
                .rank()
                .map(|rank| (rank.track, rank.unit.ty.kinds()));
            let changed = unit.or(mark).or(rank);
            self.made.extend(changed.map(|(track, kinds)| TrackWrite {
                track,
                kinds,
                change: change.filter(|_| !is_gathering),
            }));
            let mut called = BTreeSet::new();
            walk_own(statement, &mut |expr| {
                walk_calls(expr, &mut |id| _ = called.insert(id));
            });
            let is_gathering = is_gathering || statement.simultaneous().is_some();
            for id in called {
                if self.seen.insert((id, is_gathering))
                    && let Some(procedure) = self.checker.book.procedures.get(id.at())
                {
                    self.block(&procedure.body, is_gathering);
                }
            }
            for inner in blocks(statement) {
                self.block(inner, is_gathering);
            }
        }
    }
}
