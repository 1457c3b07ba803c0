//! Where a run can stand, numbered in the order in which it is first seen.
//!
//! A place is a question, or the end, and the numbers that matter there. Where a stretch begins that is worked out by
//! itself, these are two halves: what it touches, and what it leaves alone. Each half has a number of its own, so that
//! whoever comes by again finds what is known of it without looking at a register.

use super::table::{Table, pair};
use crate::keys::Keys;
use crate::machine::Machine;
use crate::situations::{END, Situations};
use sandtable_ir::Reg;

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
    /// What its stretch touches.
    touched: Half,
    /// What it leaves alone.
    others: Half,
    /// The places, by the numbers of both.
    places: Table<u64>,
}

/// Some of the registers that matter at a question, and what has been seen in them.
#[derive(Debug)]
struct Half {
    regs: Vec<Reg>,
    keys: Keys,
    /// What has been seen in some of the registers.
    parts: Keys,
    /// By the numbers of two parts that have all registers between them.
    of_parts: Table<u64>,
}

/// A question, and what one side brings to the two halves of a place there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halfway {
    /// Index of the question, or [`END`] where nothing is known.
    pub(super) question: i32,
    touched: Part,
    others: Part,
}

/// What one side brings to half of a place.
#[derive(Debug, Clone, Copy)]
enum Part {
    Nothing,
    /// The number of some of it, see [`Half::parts`].
    Some(u32),
    /// The number of all of it.
    All(u32),
}

/// How many numbers tell sides apart.
const SIDE: usize = 2;

impl Default for Halfway {
    fn default() -> Self {
        Self {
            question: END,
            touched: Part::Nothing,
            others: Part::Nothing,
        }
    }
}

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
                touched: Half::of(touched),
                others: Half::of(others),
                places: Table::default(),
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
        let place = Place {
            kind,
            entry: halves.touched.number(machine),
            outside: halves.others.number(machine),
        };
        halves.number(list, place)
    }

    /// What one side brings to the halves of a place at a question: what a machine has in those of its registers of which
    /// `is_own` holds. `side` tells apart sides with other registers.
    pub(super) fn parts(
        &mut self,
        question: i32,
        side: [i32; SIDE],
        machine: &Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) -> Option<Halfway> {
        let halves = self.halves.get_mut(question as usize)?.as_mut()?;
        Some(Halfway {
            question,
            touched: halves.touched.part(side, machine, &is_own),
            others: halves.others.part(side, machine, &is_own),
        })
    }

    /// The place where two sides meet, and whether it is new; `None` if they never met before, see [`Self::join`].
    #[inline]
    pub(super) fn meet(&mut self, one: Halfway, other: Halfway) -> Option<(u32, bool)> {
        let halves = self.halves.get_mut(one.question as usize)?.as_mut()?;
        let place = Place {
            kind: one.question,
            entry: halves.touched.joined(one.touched, other.touched)?,
            outside: halves.others.joined(one.others, other.others)?,
        };
        Some(halves.number(&mut self.list, place))
    }

    /// Lets two sides meet. The machine has what the other brings; `is_own` holds of the registers of the one.
    pub(super) fn join(
        &mut self,
        one: Halfway,
        other: Halfway,
        machine: &mut Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) {
        if let Some(Some(halves)) = self.halves.get_mut(one.question as usize) {
            let Halves {
                touched, others, ..
            } = halves;
            touched.join(one.touched, other.touched, machine, &is_own);
            others.join(one.others, other.others, machine, &is_own);
        }
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
                halves.touched.restore(entry, machine);
                halves.others.restore(outside, machine);
            }
        }
    }

    /// Puts what a stretch touches into the registers of a machine.
    #[inline]
    pub(super) fn restore_entry(&self, kind: usize, entry: u32, machine: &mut Machine) {
        if let Some(halves) = self.halves(kind as i32) {
            halves.touched.restore(entry, machine);
        }
    }

    /// Puts what a stretch leaves alone into the registers of a machine.
    #[inline]
    pub(super) fn restore_outside(&self, kind: usize, outside: u32, machine: &mut Machine) {
        if let Some(halves) = self.halves(kind as i32) {
            halves.others.restore(outside, machine);
        }
    }

    /// What a stretch touches, by number.
    pub(super) fn entry(&self, kind: usize, entry: u32) -> &[i32] {
        let values = self
            .halves(kind as i32)
            .map(|halves| halves.touched.keys.get(entry));
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
        let halves = halves.flat_map(|halves| [&halves.touched, &halves.others]);
        let halves = halves.map(|half| half.keys.n_words() + half.parts.n_words());
        self.whole.n_words() + self.list.len() * 3 + halves.sum::<usize>()
    }
}

impl Halves {
    /// The number of a place, and whether it is new.
    #[inline]
    fn number(&mut self, list: &mut Vec<Place>, place: Place) -> (u32, bool) {
        let word = pair(place.entry, place.outside);
        if let Some(known) = self.places.get(word) {
            return (known, false);
        }
        let new = list.len() as u32;
        self.places.put(word, new);
        list.push(place);
        (new, true)
    }
}

impl Half {
    fn of(regs: Vec<Reg>) -> Self {
        Self {
            regs,
            keys: Keys::default(),
            parts: Keys::default(),
            of_parts: Table::default(),
        }
    }

    fn number(&mut self, machine: &Machine) -> u32 {
        self.keys.number_at(0, &self.regs, machine).0
    }

    #[inline]
    fn restore(&self, number: u32, machine: &mut Machine) {
        self.keys.restore(number, &self.regs, machine);
    }

    /// What a machine has in those registers of which `is_own` holds.
    fn part(
        &mut self,
        side: [i32; SIDE],
        machine: &Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) -> Part {
        let n_own = self.regs.iter().filter(|reg| is_own(reg)).count();
        if n_own == 0 && !self.regs.is_empty() {
            return Part::Nothing;
        }
        if n_own == self.regs.len() {
            return Part::All(self.number(machine));
        }
        let own = self.regs.iter().filter(|reg| is_own(reg));
        let own = own.map(|reg| machine.get(*reg));
        Part::Some(self.parts.number_of(side.into_iter().chain(own)).0)
    }

    /// The number of what two parts make together, if they have met.
    #[inline]
    fn joined(&self, one: Part, other: Part) -> Option<u32> {
        match (one, other) {
            (Part::All(number), _) | (_, Part::All(number)) => Some(number),
            (Part::Some(one), Part::Some(other)) => self.of_parts.get(pair(one, other)),
            // One side or the other brings each register.
            (Part::Nothing, _) | (_, Part::Nothing) => None,
        }
    }

    /// Lets two parts meet, see [`Places::join`].
    fn join(
        &mut self,
        one: Part,
        other: Part,
        machine: &mut Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) {
        if let (None, Part::Some(own), Part::Some(other)) = (self.joined(one, other), one, other) {
            let values = self.parts.get(own).iter().skip(SIDE);
            let regs = self.regs.iter().filter(|reg| is_own(reg));
            regs.zip(values)
                .for_each(|(reg, value)| machine.set(*reg, *value));
            let number = self.number(machine);
            self.of_parts.put(pair(own, other), number);
        }
    }
}
