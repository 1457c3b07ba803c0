//! Blocks `at the same time`: changes are deferred in internal tracks, and applied at the end of the block.
//!
//! All reads within the block see the state before it. Amounts added and taken are summed before the limits of a track
//! apply, so that the order of the statements is irrelevant. Triggers compare the states before and after all changes, and fire
//! when all are made: in waves, so that what the first ones do sets off others when all of them have fired.

use std::collections::{BTreeMap, BTreeSet};

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::rule::Watching;
use super::{Frame, Label, Lowerer};
use sandtable_diagnostic::Code;
use sandtable_model::{
    Change, GatheredChange, KindId, Kinds, NOT_SET, Statement, TrackId, WatchedChange, changed_by,
    fired_by,
};
use sandtable_syntax::ast::Order;

/// The waves in which a trigger that may set itself off can fire.
struct WaveLimit {
    /// Maximum number of waves.
    most: u32,
    /// Register of the number of earlier waves in which it fired.
    n_waves: Reg,
    /// Register of whether it fires in this wave: 1 or 0.
    fires: Reg,
}

impl Lowerer<'_> {
    pub(super) fn lower_simultaneous(&mut self, body: &[Statement], frame: Frame) {
        if self.context.is_gathering {
            // The block around it makes the changes.
            self.block(body, frame);
            return;
        }
        self.note(Note::Together);
        self.context.is_gathering = true;
        self.block(body, frame);
        self.context.is_gathering = false;
        self.note(Note::TogetherEnds);
        let changed = changed_by(self.book, body);
        let mut tracks: Vec<TrackId> = changed.iter().copied().collect();
        // `destroyed` is the most important change and comes last.
        tracks.sort_by_key(|track| (track.at() == 0, *track));
        let watching = self.watching(Kinds::ALL, |when| {
            when.reads.iter().any(|track| tracks.contains(track))
        });
        self.keep_watched(&watching, &tracks);
        for track in tracks {
            if let Some(gathered) = self.book.gathered.get(&track).copied() {
                self.make_changes(track, gathered);
            }
        }
        self.find_due(&watching);
        if !self.context.is_firing {
            self.fire(&changed);
        }
    }

    /// Stores what triggers watch, of the units whose changes are pending.
    fn keep_watched(&mut self, watching: &[Watching<'_>], tracks: &[TrackId]) {
        self.each_watched(watching, |lowerer, unit, one, change| {
            let (pending, end) = (lowerer.label(), lowerer.label());
            for track in one.when.reads.iter().filter(|track| tracks.contains(track)) {
                lowerer.jump_if_pending(unit, *track, pending);
            }
            lowerer.jump(end);
            lowerer.place(pending);
            let before = lowerer.watched_value(one, unit);
            lowerer.put(unit, change.before, None, before);
            lowerer.place(end);
        });
    }

    /// Jumps if a change of a track of a unit is pending; for a track with a value for each unit, always.
    fn jump_if_pending(&mut self, unit: Reg, track: TrackId, pending: Label) {
        let known = self.book.tracks.get(track.at());
        let Some(gathered) = self.book.gathered.get(&track).copied() else {
            return;
        };
        if known.is_some_and(|known| known.index.is_some()) {
            self.jump(pending);
            return;
        }
        let added = gathered.added.map(|added| (added, 0));
        for (track, unchanged) in std::iter::once((gathered.set, NOT_SET)).chain(added) {
            let value = self.load(unit, track, None);
            self.emit(Op::JumpCompareValue {
                a: value,
                value: unchanged,
                order: Order::NotEqual,
                to: Self::to(pending),
            });
        }
    }

    /// Finds which lines of triggers are to fire, before any of them does.
    fn find_due(&mut self, watching: &[Watching<'_>]) {
        self.each_watched(watching, |lowerer, unit, one, change| {
            let (end, forget) = (lowerer.label(), lowerer.label());
            let before = lowerer.load(unit, change.before, None);
            lowerer.emit(Op::JumpCompareValue {
                a: before,
                value: NOT_SET,
                order: Order::Equal,
                to: Self::to(end),
            });
            lowerer.unless_crossed(one, unit, before, forget);
            lowerer.count_up(unit, change.due);
            lowerer.place(forget);
            let nothing = lowerer.set(NOT_SET);
            lowerer.put(unit, change.before, None, nothing);
            lowerer.place(end);
        });
    }

    /// Adds 1 to an internal track.
    pub(super) fn count_up(&mut self, unit: Reg, track: TrackId) {
        let before = self.load(unit, track, None);
        let one = self.set(1);
        let counted = self.unary(|to| Op::Add {
            to,
            a: before,
            b: one,
        });
        self.put(unit, track, None, counted);
    }

    /// Fires the lines of triggers that are due, in waves: unit by unit as listed, for each in the order of the rules.
    fn fire(&mut self, changed: &BTreeSet<TrackId>) {
        let fired = fired_by(self.book, changed);
        let mut watching = self.watching(Kinds::ALL, |_| true);
        watching.retain(|one| fired.contains(&(one.at, one.line)));
        if watching.is_empty() {
            return;
        }
        let (wave, end) = (self.label(), self.label());
        let limits = self.limits_of_waves(&watching);
        self.place(wave);
        let n_due = self.set(0);
        self.each_watched(&watching, |lowerer, unit, _, change| {
            let due = lowerer.load(unit, change.due, None);
            let skip = lowerer.label();
            lowerer.jump_if_number(due, 0, skip);
            lowerer.put(unit, change.firing, None, due);
            let nothing = lowerer.set(0);
            lowerer.put(unit, change.due, None, nothing);
            lowerer.emit(Op::Add {
                to: n_due,
                a: n_due,
                b: due,
            });
            lowerer.place(skip);
        });
        self.jump_if_number(n_due, 0, end);
        for limit in limits.values() {
            self.emit(Op::Set {
                to: limit.fires,
                value: 0,
            });
        }
        self.context.is_firing = true;
        self.each_watched(&watching, |lowerer, unit, one, change| {
            let (again, skip) = (lowerer.label(), lowerer.label());
            lowerer.place(again);
            let firing = lowerer.load(unit, change.firing, None);
            lowerer.jump_if_number(firing, 0, skip);
            let one_more = lowerer.set(1);
            let left = lowerer.unary(|to| Op::Subtract {
                to,
                a: firing,
                b: one_more,
            });
            lowerer.put(unit, change.firing, None, left);
            if let Some(limit) = limits.get(&one.at) {
                lowerer.check_waves(one.at, limit);
            }
            lowerer.call_with(one.callee(), &[unit]);
            lowerer.jump(again);
            lowerer.place(skip);
        });
        self.context.is_firing = false;
        for limit in limits.values() {
            self.emit(Op::Add {
                to: limit.n_waves,
                a: limit.n_waves,
                b: limit.fires,
            });
        }
        self.jump(wave);
        self.place(end);
    }

    /// Allocates counters of waves for the triggers that may set themselves off.
    fn limits_of_waves(&mut self, watching: &[Watching<'_>]) -> BTreeMap<usize, WaveLimit> {
        let mut limits = BTreeMap::new();
        for one in watching {
            let trigger = self.book.triggers.get(one.at);
            if let Some(most) = trigger.and_then(|trigger| trigger.deep)
                && !limits.contains_key(&one.at)
            {
                let (n_waves, fires) = (self.set(0), self.set(0));
                let limit = WaveLimit {
                    most,
                    n_waves,
                    fires,
                };
                limits.insert(one.at, limit);
            }
        }
        limits
    }

    /// Ends the run if a trigger has fired in as many waves as it may; notes that it fires in this one.
    fn check_waves(&mut self, trigger: usize, limit: &WaveLimit) {
        let within = self.label();
        self.emit(Op::JumpCompareValue {
            a: limit.n_waves,
            value: i32::try_from(limit.most).unwrap_or(i32::MAX),
            order: Order::Less,
            to: Self::to(within),
        });
        self.fires_too_deep(trigger, limit.most);
        self.place(within);
        self.emit(Op::Set {
            to: limit.fires,
            value: 1,
        });
    }

    fn jump_if_number(&mut self, a: Reg, value: i32, to: Label) {
        self.emit(Op::JumpCompareValue {
            a,
            value,
            order: Order::Equal,
            to: Self::to(to),
        });
    }

    /// Lowers something for every unit and every line of a trigger that watches it.
    fn each_watched(
        &mut self,
        watching: &[Watching<'_>],
        each: impl Fn(&mut Self, Reg, &Watching<'_>, WatchedChange),
    ) {
        let kinds = watching
            .iter()
            .fold(Kinds::NONE, |all, one| all.or(one.kinds));
        if kinds.is_empty() {
            return;
        }
        self.ordered = self.ordered.or(kinds);
        let end = self.label();
        self.units_of(kinds, end, |lowerer, unit, next| {
            for one in watching {
                let change = lowerer.book.watched.get(&(one.at, one.line)).copied();
                let Some(change) = change else {
                    debug_assert!(false, "each line that such a block can set off is known");
                    continue;
                };
                let skip = lowerer.label();
                if let Some(applies) = lowerer.applies(unit, kinds, one.kinds) {
                    lowerer.jump_if(applies, false, skip);
                }
                each(lowerer, unit, one, change);
                lowerer.place(skip);
            }
            lowerer.jump(next);
        });
        self.place(end);
    }

    /// Adds to a deferred sum of a track.
    pub(super) fn gather_sum(
        &mut self,
        how: Change,
        amount: Reg,
        unit: Reg,
        added: TrackId,
        index: Option<Reg>,
    ) {
        let before = self.load(unit, added, index);
        let sum = self.unary(|to| match how {
            Change::Take => Op::Subtract {
                to,
                a: before,
                b: amount,
            },
            Change::Add | Change::Set => Op::Add {
                to,
                a: before,
                b: amount,
            },
        });
        self.put(unit, added, index, sum);
    }

    /// Defers the assignment of a track; two different values are a fault.
    pub(super) fn gather_value(
        &mut self,
        unit: Reg,
        track: TrackId,
        index: Option<Reg>,
        value: Reg,
    ) {
        let Some(gathered) = self.book.gathered.get(&track).copied() else {
            debug_assert!(false, "each track that such a block changes is known");
            return;
        };
        let known = self.load(unit, gathered.set, index);
        let fits = self.label();
        self.emit(Op::JumpCompareValue {
            a: known,
            value: NOT_SET,
            order: Order::Equal,
            to: Self::to(fits),
        });
        self.emit(Op::JumpCompare {
            a: known,
            b: value,
            order: Order::Equal,
            to: Self::to(fits),
        });
        let name = self.book.track_name(track);
        self.fail(
            Code::SetTwice,
            format!("`{name}` is set to two different values at the same time"),
        );
        self.place(fits);
        self.put(unit, gathered.set, index, value);
    }

    /// Makes the changes of one track, unit by unit as listed.
    fn make_changes(&mut self, track: TrackId, gathered: GatheredChange) {
        let book = self.book;
        let kinds = book.kinds.iter().enumerate();
        let kinds = kinds.filter(|(_, kind)| kind.tracks.iter().any(|one| one.track == track));
        let kinds = kinds.map(|(at, _)| Kinds::one(KindId::new(at)));
        let kinds = kinds.fold(Kinds::NONE, Kinds::or);
        let index = book.tracks.get(track.at()).and_then(|track| track.index);
        let end = self.label();
        self.units_of(kinds, end, |lowerer, unit, next| match index {
            None => {
                lowerer.make_change(unit, (track, gathered), None);
                lowerer.jump(next);
            }
            Some(about) => {
                lowerer.units_of(about, next, |lowerer, other, next| {
                    lowerer.make_change(unit, (track, gathered), Some(other));
                    lowerer.jump(next);
                });
            }
        });
        self.place(end);
    }

    /// Applies the deferred changes of one unit: first the assignment, then the sum.
    fn make_change(
        &mut self,
        unit: Reg,
        (track, gathered): (TrackId, GatheredChange),
        index: Option<Reg>,
    ) {
        let is_changed = self.label();
        let end = self.label();
        let set = self.load(unit, gathered.set, index);
        let added = gathered.added.map(|added| self.load(unit, added, index));
        let asked = std::iter::once((set, NOT_SET)).chain(added.map(|added| (added, 0)));
        for (reg, unchanged) in asked.collect::<Vec<_>>() {
            self.emit(Op::JumpCompareValue {
                a: reg,
                value: unchanged,
                order: Order::NotEqual,
                to: Self::to(is_changed),
            });
        }
        self.jump(end);
        self.place(is_changed);
        let before = self.load(unit, track, index);
        let value = self.unary(|to| Op::Copy { to, from: before });
        let is_not_set = self.label();
        self.emit(Op::JumpCompareValue {
            a: set,
            value: NOT_SET,
            order: Order::Equal,
            to: Self::to(is_not_set),
        });
        self.emit(Op::Copy {
            to: value,
            from: set,
        });
        self.place(is_not_set);
        let nothing = self.set(NOT_SET);
        self.put(unit, gathered.set, index, nothing);
        let mut from = value;
        if let (Some(track), Some(added)) = (gathered.added, added) {
            from = self.unary(|to| Op::Add {
                to,
                a: value,
                b: added,
            });
            let nothing = self.set(0);
            self.put(unit, track, index, nothing);
        }
        if let Some(moved) = gathered.moved {
            self.refuse_too_much(unit, track, moved, index, value);
        }
        if Some(track) == self.book.facing_track() {
            self.faces(from);
        }
        self.put(unit, track, index, from);
        self.changed(unit, track, index, (before, from));
        self.place(end);
    }

    /// Ends the run if transfers alone would take a track beyond its ends: points would be made, or lost.
    fn refuse_too_much(
        &mut self,
        unit: Reg,
        track: TrackId,
        moved: TrackId,
        index: Option<Reg>,
        value: Reg,
    ) {
        let fits = self.label();
        let amount = self.load(unit, moved, index);
        self.jump_if_number(amount, 0, fits);
        let nothing = self.set(0);
        self.put(unit, moved, index, nothing);
        let wanted = self.unary(|to| Op::Add {
            to,
            a: value,
            b: amount,
        });
        self.put(unit, track, index, wanted);
        let after = self.load(unit, track, index);
        self.emit(Op::JumpCompare {
            a: after,
            b: wanted,
            order: Order::Equal,
            to: Self::to(fits),
        });
        let name = self.book.track_name(track);
        self.fail(
            Code::TooMuchMoved,
            format!("more is moved at the same time than `{name}` can lose or gain"),
        );
        self.place(fits);
    }
}
