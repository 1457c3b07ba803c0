//! Blocks `at the same time`: changes are deferred in internal tracks, and applied at the end of the block.
//!
//! All reads within the block see the state before it. Amounts added and taken are summed before the limits of a track
//! apply, so that the order of the statements is irrelevant.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::Op;
use super::{Frame, Lowerer};
use sandtable_diagnostic::Code;
use sandtable_model::{
    Change, GatheredChange, KindId, Kinds, NOT_SET, Statement, TrackId, changed_by,
};
use sandtable_syntax::ast::Order;

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
        let mut tracks: Vec<TrackId> = changed_by(self.book, body).into_iter().collect();
        // `destroyed` is the most important change and comes last.
        tracks.sort_by_key(|track| (track.at() == 0, *track));
        for track in tracks {
            if let Some(gathered) = self.book.gathered.get(&track).copied() {
                self.make_changes(track, gathered);
            }
        }
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
        let kinds = book.kinds.iter().enumerate();
        let kinds = kinds.filter(|(_, kind)| kind.tracks.iter().any(|one| one.track == track));
        let kinds = kinds.map(|(at, _)| Kinds::one(KindId::new(at)));
        let kinds = kinds.fold(Kinds::NONE, Kinds::or);
        let index = book.tracks.get(track.at()).and_then(|track| track.index);
        let end = self.label();
        self.units_of(kinds, end, |lowerer, unit, next| match index {
            None => {
                lowerer.make_change(unit, kinds, (track, gathered), None);
                lowerer.jump(next);
            }
            Some(about) => {
                lowerer.units_of(about, next, |lowerer, other, next| {
                    lowerer.make_change(unit, kinds, (track, gathered), Some(other));
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
        kinds: Kinds,
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
        self.becomes(unit, kinds, track, index, (before, from));
        self.place(end);
    }
}
