//! The states of the exact driver, numbered in the order in which they are first seen.
//!
//! At a question where a region begins that is summarised, a state is split into two projections: the live registers
//! that the region touches, and the rest. Each projection has a number of its own, so that a state whose parts are known
//! is found without looking at a register.

use crate::explore::{Location, QuestionId};
use crate::intern::{SliceInterner, StateId, StateInterner, WordMap, pair};
use crate::machine::Machine;
use sandtable_ir::{Id, IndexVec, Reg};

sandtable_ir::define_ids! {
    /// The number of what a region touches in a state, per question.
    pub(super) struct EntryId;
    /// The number of what a region leaves alone in a state, per question.
    pub(super) struct OutsideId;
    /// The number of some values of a projection, see [`Projection::parts`].
    pub(super) struct PartId;
}

/// All states, with ids in the order of discovery.
#[derive(Debug)]
pub(super) struct StateTable {
    list: IndexVec<StateId, Key>,
    /// Those that are not split, with numbers of their own.
    whole: StateInterner,
    /// By those numbers: the state.
    of_whole: IndexVec<StateId, StateId>,
    /// By question: the states there, if they are split.
    split: IndexVec<QuestionId, Option<SplitStates>>,
}

/// A state by the numbers of its parts.
#[derive(Debug, Clone, Copy)]
enum Key {
    Whole(Location, StateId),
    Split(QuestionId, EntryId, OutsideId),
}

/// The split states at one question.
#[derive(Debug)]
struct SplitStates {
    /// The registers that its region touches.
    touched: Projection<EntryId>,
    /// The registers that it leaves alone.
    others: Projection<OutsideId>,
    /// The states, by the ids of both projections.
    states: WordMap<u64, StateId>,
}

/// Some of the live registers at a question, and the values that have been seen in them.
#[derive(Debug)]
struct Projection<I> {
    regs: Vec<Reg>,
    values: SliceInterner<I>,
    /// Values that have been seen in some of the registers.
    parts: SliceInterner<PartId>,
    /// By the numbers of two parts that have all registers between them.
    of_parts: WordMap<u64, I>,
}

/// The values that one of two sides contributes to a state at a question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contribution {
    pub(super) question: QuestionId,
    touched: Part<EntryId>,
    others: Part<OutsideId>,
}

/// The values that one side contributes to a projection.
#[derive(Debug, Clone, Copy)]
enum Part<I> {
    Nothing,
    /// Some of them, see [`Projection::parts`].
    Some(PartId),
    All(I),
}

/// Number of values that identify a side.
const N_SIDE: usize = 2;

impl StateTable {
    /// Empty. `n_live` says how many registers are live: at the end, then at each question.
    pub(super) fn new(n_live: Vec<usize>) -> Self {
        Self {
            list: IndexVec::with_capacity(128),
            split: (1..n_live.len()).map(|_| None).collect(),
            whole: StateInterner::new(n_live),
            of_whole: IndexVec::new(),
        }
    }

    /// From now on the states at a question are split.
    pub(super) fn split(&mut self, question: QuestionId, touched: Vec<Reg>, others: Vec<Reg>) {
        self.split[question] = Some(SplitStates {
            touched: Projection::of(touched),
            others: Projection::of(others),
            states: WordMap::default(),
        });
    }

    /// The id of the state of a machine, and whether it is new. `regs` are those that are live.
    #[inline]
    pub(super) fn intern(
        &mut self,
        location: Location,
        regs: &[Reg],
        machine: &Machine,
    ) -> (StateId, bool) {
        if let Location::Question(question) = location
            && let Some(split) = &mut self.split[question]
        {
            let entry = split.touched.intern(machine);
            let outside = split.others.intern(machine);
            return split.state(&mut self.list, question, entry, outside);
        }
        let (whole, is_new) = self.whole.intern(location, regs, machine);
        if is_new {
            let state = self.list.push(Key::Whole(location, whole));
            self.of_whole.push(state);
        }
        (self.of_whole[whole], is_new)
    }

    /// Returns the contribution of one side to a state at a question: the values of the registers for which `is_own`
    /// is true. `side` identifies the set of these registers. `None` if states there are not split.
    pub(super) fn contribution(
        &mut self,
        question: QuestionId,
        side: [i32; N_SIDE],
        machine: &Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) -> Option<Contribution> {
        let split = self.split[question].as_mut()?;
        Some(Contribution {
            question,
            touched: split.touched.part(side, machine, &is_own),
            others: split.others.part(side, machine, &is_own),
        })
    }

    /// The state that two sides make together, and whether it is new; `None` if they never met before, see [`Self::join`].
    #[inline]
    pub(super) fn joined(
        &mut self,
        one: Contribution,
        other: Contribution,
    ) -> Option<(StateId, bool)> {
        debug_assert_eq!(one.question, other.question, "both sides are at a question");
        let question = one.question;
        let split = self.split[question].as_mut()?;
        let entry = split.touched.joined(one.touched, other.touched)?;
        let outside = split.others.joined(one.others, other.others)?;
        Some(split.state(&mut self.list, question, entry, outside))
    }

    /// Records the state of two contributions. The machine has the values of the other side; `is_own` is true of the registers
    /// of the one.
    pub(super) fn join(
        &mut self,
        one: Contribution,
        other: Contribution,
        machine: &mut Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) {
        if let Some(split) = &mut self.split[one.question] {
            split
                .touched
                .join(one.touched, other.touched, machine, &is_own);
            split
                .others
                .join(one.others, other.others, machine, &is_own);
        }
    }

    /// The location of a state.
    #[inline]
    pub(super) fn location(&self, state: StateId) -> Location {
        match self.list[state] {
            Key::Whole(location, _) => location,
            Key::Split(question, ..) => Location::Question(question),
        }
    }

    /// Returns the ids of both projections; `None` if the state is not split.
    #[inline]
    pub(super) fn projections(&self, state: StateId) -> Option<(EntryId, OutsideId)> {
        match self.list[state] {
            Key::Whole(..) => None,
            Key::Split(_, entry, outside) => Some((entry, outside)),
        }
    }

    /// Writes the values of a state into the registers of a machine; `regs` are those that are live.
    #[inline]
    pub(super) fn restore(&self, state: StateId, regs: &[Reg], machine: &mut Machine) {
        match self.list[state] {
            Key::Whole(_, whole) => self.whole.restore(whole, regs, machine),
            Key::Split(question, entry, outside) => {
                if let Some(split) = &self.split[question] {
                    split.touched.restore(entry, machine);
                    split.others.restore(outside, machine);
                }
            }
        }
    }

    /// Writes what a region touches into the registers of a machine.
    #[inline]
    pub(super) fn restore_entry(
        &self,
        question: QuestionId,
        entry: EntryId,
        machine: &mut Machine,
    ) {
        if let Some(split) = &self.split[question] {
            split.touched.restore(entry, machine);
        }
    }

    /// Writes what a region leaves alone into the registers of a machine.
    #[inline]
    pub(super) fn restore_outside(
        &self,
        question: QuestionId,
        outside: OutsideId,
        machine: &mut Machine,
    ) {
        if let Some(split) = &self.split[question] {
            split.others.restore(outside, machine);
        }
    }

    /// Returns the values of the registers that a region touches; `None` if states there are not split.
    pub(super) fn entry(&self, question: QuestionId, entry: EntryId) -> Option<&[i32]> {
        let split = self.split[question].as_ref()?;
        Some(split.touched.values.values(entry))
    }

    /// Adds the values of the outcome of a state at the end to a list.
    pub(super) fn outcome(&self, end: StateId, list: &mut Vec<i32>) {
        if let Key::Whole(_, whole) = self.list[end] {
            self.whole.values(whole, list);
        }
    }

    /// The number of items.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Memory that they take, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        let split = self.split.iter().flatten().map(SplitStates::n_bytes);
        let list = size_of::<Key>() * self.list.len() + size_of::<StateId>() * self.of_whole.len();
        self.whole.n_bytes() + list + split.sum::<usize>()
    }
}

impl SplitStates {
    fn n_bytes(&self) -> usize {
        self.touched.n_bytes() + self.others.n_bytes() + self.states.n_bytes()
    }

    /// The state with these projections, and whether it is new.
    #[inline]
    fn state(
        &mut self,
        list: &mut IndexVec<StateId, Key>,
        question: QuestionId,
        entry: EntryId,
        outside: OutsideId,
    ) -> (StateId, bool) {
        let word = pair(entry.0, outside.0);
        if let Some(known) = self.states.get(word) {
            return (known, false);
        }
        let new = list.push(Key::Split(question, entry, outside));
        self.states.insert(word, new);
        (new, true)
    }
}

impl<I: Id> Projection<I> {
    fn of(regs: Vec<Reg>) -> Self {
        Self {
            regs,
            values: SliceInterner::default(),
            parts: SliceInterner::default(),
            of_parts: WordMap::default(),
        }
    }

    fn intern(&mut self, machine: &Machine) -> I {
        self.values.intern_registers(0, &self.regs, machine).0
    }

    #[inline]
    fn restore(&self, id: I, machine: &mut Machine) {
        self.values.restore(id, &self.regs, machine);
    }

    fn n_bytes(&self) -> usize {
        self.values.n_bytes() + self.parts.n_bytes() + self.of_parts.n_bytes()
    }

    /// The values of a machine in those registers for which `is_own` holds.
    fn part(
        &mut self,
        side: [i32; N_SIDE],
        machine: &Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) -> Part<I> {
        let n_own = self.regs.iter().filter(|reg| is_own(reg)).count();
        if n_own == 0 && !self.regs.is_empty() {
            return Part::Nothing;
        }
        if n_own == self.regs.len() {
            return Part::All(self.intern(machine));
        }
        let own = self.regs.iter().filter(|reg| is_own(reg));
        let own = own.map(|reg| machine.get(*reg));
        Part::Some(self.parts.intern_all(side.into_iter().chain(own)).0)
    }

    /// The number of what two parts make together, if they have met.
    #[inline]
    fn joined(&self, one: Part<I>, other: Part<I>) -> Option<I> {
        match (one, other) {
            (Part::All(id), _) | (_, Part::All(id)) => Some(id),
            (Part::Some(one), Part::Some(other)) => self.of_parts.get(pair(one.0, other.0)),
            // One side or the other contributes each register.
            (Part::Nothing, _) | (_, Part::Nothing) => None,
        }
    }

    /// Remembers what two parts make together, see [`StateTable::join`].
    fn join(
        &mut self,
        one: Part<I>,
        other: Part<I>,
        machine: &mut Machine,
        is_own: impl Fn(&Reg) -> bool,
    ) {
        if let (None, Part::Some(own), Part::Some(other)) = (self.joined(one, other), one, other) {
            let values = self.parts.get(own).iter().skip(N_SIDE);
            let regs = self.regs.iter().filter(|reg| is_own(reg));
            regs.zip(values)
                .for_each(|(reg, value)| machine.set(*reg, *value));
            let id = self.intern(machine);
            self.of_parts.insert(pair(own.0, other.0), id);
        }
    }
}
