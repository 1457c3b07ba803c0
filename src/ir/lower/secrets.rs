//! Units that can be hidden from a side, out of what their kinds declare.

use super::super::id::Reg;
use super::super::secrets::{Secret, Secrets, Seen};
use super::{Callee, Frame, Lowerer, offset};
use sandtable_model::{CastUnit, Local, Parameter, TrackId, TrackOrigin, Type};

impl Lowerer<'_> {
    /// The units that can be hidden, once all pieces have their registers.
    pub(super) fn find_secrets(&self) -> Secrets {
        let book = self.book;
        let cast = &self.question.cast;
        let side_kind = book.side_kind();
        let sides: Vec<usize> = cast
            .iter()
            .enumerate()
            .filter(|(_, unit)| Some(unit.kind) == side_kind)
            .map(|(at, _)| at)
            .collect();
        let units: Vec<Secret> = cast
            .iter()
            .enumerate()
            .filter_map(|(at, unit)| self.secret(at, unit, &sides))
            .collect();
        let mut deferred = Vec::new();
        for change in book.gathered.values() {
            let tracks = [Some(change.set), change.added, change.moved];
            let tracks = tracks.into_iter().flatten();
            tracks.for_each(|track| deferred.extend(self.numbers_of_track(track)));
        }
        for change in book.watched.values() {
            let tracks = [change.before, change.firing, change.due].into_iter();
            tracks.for_each(|track| deferred.extend(self.numbers_of_track(track)));
        }
        let side_track = book.side_track();
        let owners = cast.iter().enumerate().map(|(at, _)| {
            let track = side_track?;
            let number = self.track_number(track) as usize;
            let place = at * self.program.n_tracks as usize + number;
            *self.program.slot_of.get(place)?
        });
        let owners: Vec<Option<Reg>> = owners.collect();
        if units.is_empty() {
            return Secrets {
                sides,
                owners,
                deferred,
                ..Secrets::default()
            };
        }
        let mut secrets = Secrets {
            sides,
            units,
            about: Vec::new(),
            holders: Vec::new(),
            registers: self.registers_of_units(),
            private: Vec::new(),
            places: Vec::new(),
            owners,
            deferred,
        };
        for track in [book.at_track(), book.facing_track()].into_iter().flatten() {
            secrets.places.extend(self.numbers_of_track(track));
        }
        for (at, track) in book.tracks.iter().enumerate() {
            let id = TrackId::new(at);
            if track.index.is_some() {
                secrets.about.push(self.track_number(id));
            }
            if matches!(track.ty, Type::Unit(_)) {
                secrets.holders.extend(self.numbers_of_track(id));
            }
            if self.is_private(id) {
                secrets.private.extend(self.numbers_of_track(id));
            }
        }
        secrets
    }

    /// The numbers of a track: one, or one for each unit.
    fn numbers_of_track(&self, track: TrackId) -> std::ops::Range<u32> {
        let first = self.track_number(track);
        let known = self.book.tracks.get(track.at());
        let n_values = match known.and_then(|known| known.index) {
            Some(_) => super::count(self.question.cast.len()),
            None => 1,
        };
        first..first + n_values
    }

    /// Whether a track is one of the author's that says nothing about where a unit is, or whether it is hidden.
    pub(super) fn is_private(&self, track: TrackId) -> bool {
        let book = self.book;
        let is_pile = book.decks.iter().any(|deck| deck.pile == track);
        let mut kinds = book.kinds.iter();
        let is_flag =
            kinds.any(|kind| kind.hidden.is_some_and(|hidden| hidden.flag == Some(track)));
        let mut tracks = book.kinds.iter().flat_map(|kind| &kind.tracks);
        let is_declared =
            tracks.any(|known| known.track == track && known.origin == TrackOrigin::Declared);
        is_declared && !is_pile && !is_flag
    }

    fn secret(&self, at: usize, unit: &CastUnit, sides: &[usize]) -> Option<Secret> {
        let kind = self.book.kinds.get(unit.kind.at())?;
        let slot = |track: TrackId, about: usize| -> Option<Reg> {
            let n_tracks = self.program.n_tracks as usize;
            let number = self.track_number(track) as usize + about;
            *self.program.slot_of.get(at * n_tracks + number)?
        };
        let seen = match (self.book.deck_of(unit.kind), kind.hidden) {
            (Some(deck), _) => {
                let known = deck.known?;
                let flags = sides.iter().map(|side| slot(known, *side));
                Seen::Flags(flags.collect::<Option<Vec<Reg>>>()?)
            }
            (None, Some(hidden)) => Seen::Own {
                side: slot(self.book.side_track()?, 0)?,
                flag: match hidden.flag {
                    None => None,
                    Some(flag) => Some(slot(flag, 0)?),
                },
            },
            (None, None) => return None,
        };
        let home = self.book.deck_of(unit.kind).and_then(|deck| deck.home);
        Some(Secret {
            home: home.map_or(0, |home| unit.start(home, 0)),
            unit: at,
            kind: unit.kind.at(),
            title: kind.naming.shown().to_owned(),
            name: kind.naming.name.clone(),
            seen,
            is_off_map: kind.hidden.is_some_and(|hidden| hidden.is_off_map),
        })
    }

    /// The registers of names, results and selections that hold a unit.
    fn registers_of_units(&self) -> Vec<Reg> {
        let mut registers = self.members.clone();
        for ((callee, _), (_, frame)) in &self.callees {
            let types = self.types_of_locals(*callee);
            let held = types.iter().enumerate();
            let held = held.filter(|(_, ty)| matches!(ty, Type::Unit(_)));
            registers.extend(held.map(|(at, _)| offset(frame.locals, at)));
            registers.extend(self.result_unit(*callee, frame));
        }
        registers
    }

    fn result_unit(&self, callee: Callee, frame: &Frame) -> Option<Reg> {
        let Callee::Procedure(id) = callee else {
            return None;
        };
        let result = self.book.procedures.get(id.at())?.result?;
        matches!(result.ty, Type::Unit(_)).then_some(frame.result)
    }

    fn types_of_locals(&self, callee: Callee) -> Vec<Type> {
        let book = self.book;
        let locals = |all: Option<&Vec<Local>>| -> Vec<Type> {
            all.map_or_else(Vec::new, |all| all.iter().map(|local| local.ty).collect())
        };
        let parameters = |all: Option<&Vec<Parameter>>| -> Vec<Type> {
            all.map_or_else(Vec::new, |all| all.iter().map(|one| one.ty).collect())
        };
        match callee {
            Callee::Procedure(id) | Callee::Can(id) => {
                locals(book.procedures.get(id.at()).map(|one| &one.locals))
            }
            Callee::Reaction(id) => locals(book.reactions.get(id.at()).map(|one| &one.locals)),
            Callee::When(at, _) => locals(book.triggers.get(at).map(|one| &one.locals)),
            Callee::Window(id) => parameters(book.windows.get(id.at()).map(|one| &one.parameters)),
            Callee::Modifiers(id) => {
                parameters(book.modifiers.get(id.at()).map(|one| &one.parameters))
            }
            Callee::Fact(id) => parameters(book.facts.get(id.at()).map(|one| &one.parameters)),
            // Neither has units as parameters.
            Callee::Table(_) | Callee::Musts => Vec::new(),
        }
    }
}
