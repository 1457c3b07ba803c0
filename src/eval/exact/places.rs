//! Where a run can stand, numbered in the order in which it is first seen.
//!
//! A place is a question, or the end, and the numbers that matter there. Where a stretch begins that is worked out by
//! itself, these are two halves: what it touches, and what it leaves alone. Each half has a number of its own, so that
//! whoever comes by again finds what is known of it without looking at a register.

use crate::eval::keys::{Keys, mix};
use crate::eval::machine::Machine;
use crate::eval::situations::{END, Situations};
use crate::ir::Reg;

/// All places.
#[derive(Debug)]
pub(super) struct Places {
    list: Vec<Place>,
    /// Those that are not in halves.
    whole: Situations,
    /// By their numbers: the place.
    of_whole: Vec<u32>,
    /// By question.
    halves: Vec<Option<Halves>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// Index of the question, or [`END`].
    kind: i32,
    /// The number of what its stretch touches, or that of the whole.
    entry: u32,
    /// The number of the rest.
    outside: u32,
}

/// The places at one question, in halves.
#[derive(Debug)]
struct Halves {
    touched: Vec<Reg>,
    entries: Keys,
    others: Vec<Reg>,
    outsides: Keys,
    /// The places, each where the hash of its numbers says or the next free one behind; a power of 2 of them.
    table: Vec<u32>,
    n_places: usize,
}

/// Nowhere.
const FREE: u32 = u32::MAX;

impl Places {
    /// None yet. `n_values` says how many numbers matter: at the end, then at each question.
    pub(super) fn new(n_values: Vec<usize>) -> Self {
        Self {
            list: Vec::with_capacity(128),
            halves: (1..n_values.len()).map(|_| None).collect(),
            whole: Situations::new(n_values),
            of_whole: Vec::new(),
        }
    }

    /// From now on the places at a question come in halves.
    pub(super) fn halve(&mut self, question: usize, touched: Vec<Reg>, others: Vec<Reg>) {
        if let Some(place) = self.halves.get_mut(question) {
            *place = Some(Halves {
                entries: Keys::default(),
                touched,
                outsides: Keys::default(),
                others,
                table: vec![FREE; 128],
                n_places: 0,
            });
        }
    }

    /// The number of the place where a machine stands, and whether it is new. `regs` are those that matter there.
    #[inline]
    pub(super) fn number(&mut self, kind: i32, regs: &[Reg], machine: &Machine) -> (u32, bool) {
        let list = &mut self.list;
        let new = list.len() as u32;
        let Some(halves) = self.halves.get_mut(kind as usize).and_then(Option::as_mut) else {
            let (whole, is_new) = self.whole.number(kind, regs, machine);
            if is_new {
                let (entry, outside) = (whole, 0);
                list.push(Place {
                    kind,
                    entry,
                    outside,
                });
                self.of_whole.push(new);
            }
            let place = self.of_whole.get(whole as usize);
            return (place.copied().unwrap_or(0), is_new);
        };
        let (entry, _) = halves.entries.number_at(0, &halves.touched, machine);
        let (outside, _) = halves.outsides.number_at(0, &halves.others, machine);
        let place = Place {
            kind,
            entry,
            outside,
        };
        halves.number(list, place)
    }

    /// As [`Self::number`], from the numbers of both halves.
    #[inline]
    pub(super) fn number_of(&mut self, kind: i32, entry: u32, outside: u32) -> (u32, bool) {
        let place = Place {
            kind,
            entry,
            outside,
        };
        match self.halves.get_mut(kind as usize) {
            Some(Some(halves)) => halves.number(&mut self.list, place),
            _ => (0, false),
        }
    }

    /// The number of what the stretch of a question touches, as it stands in a machine.
    pub(super) fn number_of_entry(&mut self, kind: i32, machine: &Machine) -> u32 {
        match self.halves.get_mut(kind as usize) {
            Some(Some(halves)) => halves.entries.number_at(0, &halves.touched, machine).0,
            _ => 0,
        }
    }

    /// The registers of both halves at a place, if it comes in halves.
    pub(super) fn registers(&self, place: u32) -> Option<(&[Reg], &[Reg])> {
        let halves = self.halves(self.kind(place))?;
        Some((&halves.touched, &halves.others))
    }

    fn place(&self, place: u32) -> Place {
        let nowhere = Place {
            kind: END,
            entry: 0,
            outside: 0,
        };
        self.list.get(place as usize).copied().unwrap_or(nowhere)
    }

    fn halves(&self, kind: i32) -> Option<&Halves> {
        self.halves.get(kind as usize)?.as_ref()
    }

    /// The question at a place, or [`END`].
    pub(super) fn kind(&self, place: u32) -> i32 {
        self.place(place).kind
    }

    /// The numbers of both halves.
    pub(super) fn numbers(&self, place: u32) -> (u32, u32) {
        let place = self.place(place);
        (place.entry, place.outside)
    }

    /// Puts all that matters at a place into the registers of a machine; `regs` are those that do.
    #[inline]
    pub(super) fn restore(&self, place: u32, regs: &[Reg], machine: &mut Machine) {
        let Place {
            kind,
            entry,
            outside,
        } = self.place(place);
        match self.halves(kind) {
            None => self.whole.restore(entry, regs, machine),
            Some(halves) => {
                halves.entries.restore(entry, &halves.touched, machine);
                halves.outsides.restore(outside, &halves.others, machine);
            }
        }
    }

    /// Puts what a stretch touches into the registers of a machine.
    #[inline]
    pub(super) fn restore_entry(&self, kind: usize, entry: u32, machine: &mut Machine) {
        if let Some(halves) = self.halves(kind as i32) {
            halves.entries.restore(entry, &halves.touched, machine);
        }
    }

    /// Puts what a stretch leaves alone into the registers of a machine.
    #[inline]
    pub(super) fn restore_outside(&self, kind: usize, outside: u32, machine: &mut Machine) {
        if let Some(halves) = self.halves(kind as i32) {
            halves.outsides.restore(outside, &halves.others, machine);
        }
    }

    /// What a stretch touches, by number.
    pub(super) fn entry(&self, kind: usize, entry: u32) -> &[i32] {
        let values = self
            .halves(kind as i32)
            .map(|halves| halves.entries.get(entry));
        values.and_then(|values| values.get(1..)).unwrap_or(&[])
    }

    /// Adds the numbers at the end of a run to a list.
    pub(super) fn values_at_end(&self, end: u32, list: &mut Vec<i32>) {
        self.whole.values(self.place(end).entry, list);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// How much memory they take, in numbers.
    pub(super) fn n_words(&self) -> usize {
        let halves = self.halves.iter().flatten();
        let halves = halves.map(|halves| halves.entries.n_words() + halves.outsides.n_words());
        self.whole.n_words() + self.list.len() * 3 + halves.sum::<usize>()
    }
}

impl Halves {
    /// The number of a place, and whether it is new.
    #[inline]
    fn number(&mut self, list: &mut Vec<Place>, place: Place) -> (u32, bool) {
        let known = self.find(list, place);
        match self.table.get_mut(known) {
            Some(known) if *known != FREE => (*known, false),
            free => {
                let new = list.len() as u32;
                if let Some(free) = free {
                    *free = new;
                }
                list.push(place);
                self.n_places += 1;
                if self.n_places * 2 > self.table.len() {
                    self.grow(list);
                }
                (new, true)
            }
        }
    }

    /// Where a place stands in the table, or the free one where it belongs.
    #[inline]
    fn find(&self, list: &[Place], place: Place) -> usize {
        let mask = self.table.len() - 1;
        let mut at = hash(place) as usize & mask;
        while let Some(known) = self.table.get(at).filter(|known| **known != FREE) {
            if list.get(*known as usize) == Some(&place) {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self, list: &[Place]) {
        let n_places = self.table.len() * 2;
        let before = std::mem::replace(&mut self.table, vec![FREE; n_places]);
        for known in before.into_iter().filter(|known| *known != FREE) {
            let place = list.get(known as usize).copied();
            let at = place.map_or(0, |place| self.find(list, place));
            if let Some(free) = self.table.get_mut(at) {
                *free = known;
            }
        }
    }
}

#[inline]
fn hash(place: Place) -> u64 {
    mix((u64::from(place.entry) << 32 | u64::from(place.outside)) ^ 0x9e37_79b9)
}
