//! Lowers changes of lasting state: tracks, marks of `once each`, units that enter play.

use super::super::debug_info::Note;
use super::super::id::Reg;
use super::super::op::{Op, Order};
use super::super::program::Slot;
use super::{Frame, Lowerer, count};
use sandtable_diagnostic::Code;
use sandtable_model::{CastUnit, Change, Expr, Kinds, ProfileId, Statement, TrackId, Type};

/// A track, by its unit and by the unit that it is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChangedPlace<'e> {
    pub(super) unit: &'e Expr,
    pub(super) track: TrackId,
    pub(super) index: Option<&'e Expr>,
    /// Whether the change is a half of a transfer.
    pub(super) is_transferred: bool,
}

impl Lowerer<'_> {
    /// Appends a slot to the state.
    pub(super) fn slot(&mut self, slot: Slot) {
        let place = slot.unit as usize * self.program.n_tracks as usize + slot.track as usize;
        if let Some(known) = self.program.slot_of.get_mut(place) {
            *known = Some(Reg(count(self.program.slots.len())));
        }
        self.program.slots.push(slot);
    }

    /// The value of a track.
    pub(super) fn load(&mut self, unit: Reg, track: TrackId, index: Option<Reg>) -> Reg {
        let to = self.reg();
        let track = self.track_number(track);
        self.emit(match index {
            None => Op::Load { to, unit, track },
            Some(index) => Op::LoadAt {
                to,
                unit,
                track,
                index,
            },
        });
        to
    }

    /// Writes a track; nothing is set off.
    pub(super) fn put(&mut self, unit: Reg, track: TrackId, index: Option<Reg>, from: Reg) {
        let track = self.track_number(track);
        self.emit(match index {
            None => Op::Store { unit, track, from },
            Some(index) => Op::StoreAt {
                unit,
                track,
                index,
                from,
            },
        });
    }

    pub(super) fn change(
        &mut self,
        how: Change,
        amount: &Expr,
        place: ChangedPlace<'_>,
        frame: Frame,
    ) {
        let kinds = place.unit.ty.kinds();
        let unit = self.expr(place.unit, frame);
        let index = place.index.map(|index| self.expr(index, frame));
        let constant = amount.constant_value();
        let amount = self.expr(amount, frame);
        // Cards move at once, so that none is drawn or played twice.
        let moves_card = self.context.is_gathering && self.moves_card(place.track, kinds);
        if self.context.is_gathering && how != Change::Set && !moves_card {
            let sums = self.book.gathered.get(&place.track);
            let moved = sums.and_then(|sums| sums.moved);
            let moved = moved.filter(|_| place.is_transferred);
            for sum in sums.and_then(|sums| sums.added).into_iter().chain(moved) {
                self.gather_sum(how, amount, unit, sum, index);
            }
            return;
        }
        let before = self.load(unit, place.track, index);
        let from = match how {
            Change::Set => amount,
            Change::Add => self.unary(|to| Op::Add {
                to,
                a: before,
                b: amount,
            }),
            Change::Take => self.unary(|to| Op::Subtract {
                to,
                a: before,
                b: amount,
            }),
        };
        let is_gathering = self.context.is_gathering;
        self.context.is_gathering = is_gathering && !moves_card;
        let is_plain = !place.is_transferred && place.index.is_none();
        self.constant_change = is_plain.then_some((how, constant));
        self.becomes(unit, kinds, place.track, index, (before, from));
        self.constant_change = None;
        self.context.is_gathering = is_gathering;
    }

    /// Whether a change of a track moves a card, or says who knows it; what all sides get to know, they know only at the end of a block
    /// `at the same time`.
    fn moves_card(&self, track: TrackId, kinds: Kinds) -> bool {
        let mut decks = self.book.decks.iter();
        let is_of_deck = decks.any(|deck| {
            [deck.pile, deck.order].contains(&track)
                || deck.known == Some(track) && !self.is_told_to_all
        });
        is_of_deck || self.book.side_track() == Some(track) && kinds.within(self.book.cards())
    }

    /// Whether a loop tells every side which card a card is.
    pub(super) fn tells_all(&self, body: &[Statement]) -> bool {
        let [statement] = body else {
            return false;
        };
        let change = statement.change();
        let change = change.filter(|change| change.amount.literal() == Some(1));
        let track = change.map(|change| change.track);
        let mut decks = self.book.decks.iter();
        decks.any(|deck| deck.known.is_some() && deck.known == track)
    }

    /// Changes a track from one value to another and sets off the triggers that watch it.
    pub(super) fn becomes(
        &mut self,
        unit: Reg,
        kinds: Kinds,
        track: TrackId,
        index: Option<Reg>,
        (before, from): (Reg, Reg),
    ) {
        if Some(track) == self.book.facing_track() {
            self.faces(from);
        }
        self.store(unit, kinds, track, index, before, from);
    }

    /// A direction in which nothing can look ends the run.
    pub(super) fn faces(&mut self, direction: Reg) {
        let Some(facings) = &self.book.facings else {
            return;
        };
        let (directions, words) = sandtable_model::board::directions_on_map(
            facings.value,
            self.question.board_instance.as_deref(),
        );
        let goes_on = self.label();
        for value in directions {
            self.emit(Op::JumpCompareValue {
                a: direction,
                value,
                order: Order::Equal,
                to: Self::to(goes_on),
            });
        }
        self.fail(
            Code::NoSuchFacing,
            format!("no piece can face this direction here: use one of {words}"),
        );
        self.place(goes_on);
    }

    /// Refuses what has been done already; else marks it as done.
    pub(super) fn once_each(&mut self, place: ChangedPlace<'_>, why: &str, frame: Frame) {
        let unit = self.expr(place.unit, frame);
        let index = place.index.map(|index| self.expr(index, frame));
        let is_done = self.load(unit, place.track, index);
        let is_open = self.unary(|to| Op::Not { to, from: is_done });
        self.refuse_unless(is_open, why, frame);
        let done = self.set(1);
        self.put(unit, place.track, index, done);
    }

    /// Takes the first spare unit of a profile into play, with all tracks at their starts; `local` is bound to it, or to nothing.
    pub(super) fn create(
        &mut self,
        profile: ProfileId,
        owner: Option<Reg>,
        local: Reg,
        frame: Frame,
    ) {
        let cast: &[CastUnit] = &self.question.cast;
        let spares: Vec<usize> = (0..cast.len())
            .filter(|at| {
                cast.get(*at)
                    .is_some_and(|unit| unit.is_spare && unit.profile == profile)
            })
            .collect();
        let end = self.label();
        for at in spares {
            let next = self.label();
            let unit = self.set(super::value(at));
            let is_out = self.load(unit, TrackId::REMOVED, None);
            self.jump_if(is_out, false, next);
            self.anew(|slot_unit, _| slot_unit == at);
            let out = self.set(0);
            self.put(unit, TrackId::REMOVED, None, out);
            if let (Some(track), Some(owner)) = (self.book.side_track(), owner) {
                self.put(unit, track, None, owner);
            }
            self.emit(Op::Copy {
                to: local,
                from: unit,
            });
            self.jump(end);
            self.place(next);
        }
        self.emit(Op::Set {
            to: local,
            value: sandtable_model::NONE,
        });
        self.place(end);
        let name = self.local_name(frame, (local.0 - frame.locals.0) as usize);
        let value = self.reading(local, Type::Unit(sandtable_model::Kinds::ALL));
        self.note(Note::Kept { name, value });
    }

    /// Resets tracks that last until the end of a sequence or phase; no trigger is set off.
    pub(super) fn starts_anew(&mut self, time: &str) {
        self.observe_resets();
        let book = self.book;
        let cast = &self.question.cast;
        let lasts = |unit: usize, number: u32| {
            let kind = cast
                .get(unit)
                .and_then(|unit| book.kinds.get(unit.kind.at()));
            let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks);
            tracks.any(|track| {
                let first = self.track_number(track.track);
                let known = book.tracks.get(track.track.at());
                let n = match known.and_then(|known| known.index) {
                    Some(_) => super::count(cast.len()),
                    None => 1,
                };
                (first..first + n).contains(&number)
                    && track
                        .lasts
                        .as_ref()
                        .is_some_and(|lasts| lasts.value == time)
            })
        };
        let slots: Vec<(usize, u32)> = self
            .program
            .slots
            .iter()
            .map(|slot| (slot.unit as usize, slot.track))
            .filter(|(unit, number)| lasts(*unit, *number))
            .collect();
        self.anew(|unit, number| slots.contains(&(unit, number)));
    }

    /// Resets slots to the starts of their kinds; `is_meant` selects them by unit and number of track.
    fn anew(&mut self, is_meant: impl Fn(usize, u32) -> bool) {
        let book = self.book;
        let slots = self.program.slots.clone();
        for (at, slot) in slots.iter().enumerate() {
            if !is_meant(slot.unit as usize, slot.track) {
                continue;
            }
            let unit = self.question.cast.get(slot.unit as usize);
            let kind = unit.and_then(|unit| book.kinds.get(unit.kind.at()));
            let mut tracks = kind.into_iter().flat_map(|kind| &kind.tracks).rev();
            let declared = tracks.find(|track| {
                let first = self.track_number(track.track);
                let known = book.tracks.get(track.track.at());
                match known.and_then(|known| known.index) {
                    None => first == slot.track,
                    Some(_) => (first..first + self.program.n_units).contains(&slot.track),
                }
            });
            let Some((track, unit)) = declared.zip(unit) else {
                continue;
            };
            let value = self.usual_start(track, unit);
            if self.is_traced {
                let to = Reg(super::count(at));
                self.emit(Op::Set { to, value });
            } else {
                // A `Store` notifies the machine, which invalidates memoised results that depend on the track.
                let unit = self.set(super::value(slot.unit as usize));
                let from = self.set(value);
                self.emit(Op::Store {
                    unit,
                    track: slot.track,
                    from,
                });
            }
        }
    }
}
