//! Blocks `at the same time`: changes are deferred in internal tracks, and applied at the end of the block.
//!
//! All reads within the block see the state before it. Amounts added and taken are summed before the limits of a track
//! apply, so that the order of the statements is irrelevant.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::rule::WatchingLine;
use super::{Callee, Frame, Lowerer};
use sandtable_diagnostic::Code;
use sandtable_model::{
    Change, GatheredChange, KindId, Kinds, NOT_SET, Statement, TrackId, changed_by,
};
use sandtable_syntax::ast::Order;

impl<'a> Lowerer<'a> {
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
        let mut tracks: Vec<TrackId> = changed_by(self.book, body).into_iter().collect();
        // `destroyed` is the most important change and comes last.
        tracks.sort_by_key(|track| (track.at() == 0, *track));
        tracks.retain(|track| self.book.gathered.contains_key(track));
        let triggers = self.set_off_by(&tracks);
        for (line, before) in &triggers {
            self.each_unit(line.trigger.kinds, |lowerer, unit| {
                let watched = lowerer.watched(*line, unit);
                lowerer.put(unit, *before, None, watched);
            });
        }
        for track in tracks {
            if let Some(gathered) = self.book.gathered.get(&track).copied() {
                self.make_changes(track, gathered);
            }
        }
        // What one trigger changes does not keep another from firing, nor sets it off twice.
        for (line, before) in &triggers {
            self.each_unit(line.trigger.kinds, |lowerer, unit| {
                let was = lowerer.load(unit, *before, None);
                let fires = lowerer.set(0);
                let skip = lowerer.label();
                lowerer.unless_crossed(*line, unit, was, skip);
                lowerer.emit(Op::Set {
                    to: fires,
                    value: 1,
                });
                lowerer.place(skip);
                lowerer.put(unit, *before, None, fires);
            });
        }
        for (line, before) in &triggers {
            self.each_unit(line.trigger.kinds, |lowerer, unit| {
                let fires = lowerer.load(unit, *before, None);
                let skip = lowerer.label();
                lowerer.jump_if(fires, false, skip);
                let nothing = lowerer.set(0);
                lowerer.put(unit, *before, None, nothing);
                lowerer.call_with(line.callee, &[unit]);
                lowerer.place(skip);
            });
        }
    }

    /// Returns the lines of triggers that changes of some tracks can set off, in the order of the tracks, each with the internal track
    /// for what it watches.
    fn set_off_by(&self, tracks: &[TrackId]) -> Vec<(WatchingLine<'a>, TrackId)> {
        let mut found: Vec<(WatchingLine<'a>, TrackId)> = Vec::new();
        for track in tracks {
            for line in self.watching(self.kinds_with(*track), |read| read == *track) {
                let is_new = found.iter().all(|(known, _)| known.callee != line.callee);
                let Callee::When(at, when) = line.callee else {
                    continue;
                };
                let before = self.book.watched_before.get(&(at, when));
                found.extend(before.filter(|_| is_new).map(|before| (line, *before)));
            }
        }
        found
    }

    fn kinds_with(&self, track: TrackId) -> Kinds {
        let kinds = self.book.kinds.iter().enumerate();
        let kinds = kinds.filter(|(_, kind)| kind.tracks.iter().any(|one| one.track == track));
        let kinds = kinds.map(|(at, _)| Kinds::one(KindId::new(at)));
        kinds.fold(Kinds::NONE, Kinds::or)
    }

    /// Emits a loop over all units of some kinds.
    fn each_unit(&mut self, kinds: Kinds, each: impl FnOnce(&mut Self, Reg)) {
        let end = self.label();
        self.units_of(kinds, end, |lowerer, unit, next| {
            each(lowerer, unit);
            lowerer.jump(next);
        });
        self.place(end);
    }

    /// Adds to the deferred sum of a track.
    pub(super) fn gather_sum(
        &mut self,
        how: Change,
        amount: Reg,
        unit: Reg,
        track: TrackId,
        index: Option<Reg>,
    ) {
        let gathered = self.book.gathered.get(&track);
        let Some(added) = gathered.and_then(|gathered| gathered.added) else {
            debug_assert!(false, "only numbers are added to");
            return;
        };
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
        let name = self.book.tracks.get(track.at());
        let name = name.map_or("", |track| track.name.as_str());
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
        let kinds = self.kinds_with(track);
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
        if Some(track) == self.book.facing_track() {
            self.faces(from);
        }
        self.put(unit, track, index, from);
        self.changed(unit, track, index, (before, from));
        self.place(end);
    }
}
