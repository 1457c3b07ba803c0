//! Batches: questions that differ only in numbers, as one program.
//!
//! The numbers in which questions with the same [`super::lower::Template`] differ (constants of units, given facts, starting values
//! of tracks) are in registers of the state, the *inputs*, so that their program is specialised once and run for
//! all.

use super::id::{Pc, Reg};
use super::op::Op;
use super::operands::rename_all;
use super::optimise;
use super::program::{Input, Program, Slot};
use std::collections::{BTreeMap, BTreeSet};

/// One program for several questions.
#[derive(Debug, Clone)]
pub struct Batch {
    /// That of their template, with the numbers that differ in [`Program::inputs`].
    pub program: Program,
    /// By question: the values of the inputs at the start, in their order.
    pub starts: Vec<Vec<i32>>,
}

/// The numbers of one question, in the order of their places in its program.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    /// As [`Program::constants`].
    pub(super) constants: Vec<i32>,
    /// Starting value of each slot of the state.
    pub(super) starts: Vec<i32>,
    /// Of each op that sets a number of the question.
    pub(super) given: Vec<i32>,
}

impl Batch {
    /// The batch of questions with the same program but for their numbers, and the ops that set some of these.
    pub(super) fn of(program: &Program, given: &[Pc], numbers: &[Numbers]) -> Self {
        let mut builder = Builder {
            numbers,
            program: program.clone(),
            n_slots: program.slots.len() as u32,
            slots: Vec::new(),
            by_values: BTreeMap::new(),
        };
        let copied = builder.given(given);
        builder.constants();
        builder.finish(&copied)
    }

    /// The same, with its program specialised for what all questions have in common.
    #[must_use]
    pub fn optimised(self) -> Self {
        Self {
            program: optimise::run_for_many(&self.program),
            ..self
        }
    }
}

struct Builder<'a> {
    numbers: &'a [Numbers],
    program: Program,
    /// The number of slots of the program before any input was added.
    n_slots: u32,
    /// New slots: the values at the start, by question.
    slots: Vec<Vec<i32>>,
    by_values: BTreeMap<Vec<i32>, Reg>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "all questions have as many numbers as their template has places"
)]
impl Builder<'_> {
    /// The register of a number that differs from question to question; it is numbered as if the locals made room already.
    fn slot(&mut self, values: Vec<i32>) -> Reg {
        let next = Reg(self.n_slots + self.slots.len() as u32);
        let slots = &mut self.slots;
        let place = self.by_values.entry(values);
        *place.or_insert_with_key(|values| {
            slots.push(values.clone());
            next
        })
    }

    /// The numbers at one place, by question.
    fn column(&self, number: impl Fn(&Numbers) -> i32) -> Vec<i32> {
        self.numbers.iter().map(number).collect()
    }

    /// Returns the ops that copy an input instead of loading a number: the op, its target, and the input.
    fn given(&mut self, places: &[Pc]) -> Vec<(Pc, Reg, Reg)> {
        let mut copied = Vec::new();
        for (number, at) in places.iter().enumerate() {
            let values = self.column(|numbers| numbers.given[number]);
            if is_one(&values) {
                continue;
            }
            if let Some(Op::Set { to, .. }) = self.program.ops.get(at.0 as usize) {
                copied.push((*at, *to, self.slot(values)));
            }
        }
        copied
    }

    /// Turns constants of units that differ between questions into tracks that no op writes.
    fn constants(&mut self) {
        let (n_units, n_fields) = (self.program.n_units, self.program.n_fields);
        let column = |builder: &Self, unit: u32, field: u32| {
            let at = (unit * n_fields + field) as usize;
            builder.column(|numbers| numbers.constants[at])
        };
        let mut read = BTreeSet::new();
        for op in &self.program.ops {
            if let Op::Stat { field, .. } = op {
                read.insert(*field);
            }
        }
        let differs = |field: &u32| (0..n_units).any(|unit| !is_one(&column(self, unit, *field)));
        let fields: Vec<u32> = read.into_iter().filter(differs).collect();
        let n_tracks = self.program.n_tracks;
        let mut slot_of = Vec::new();
        for unit in 0..n_units {
            let known = self.program.slot_of.iter().copied();
            let known = known.skip((unit * n_tracks) as usize);
            slot_of.extend(known.take(n_tracks as usize));
            for field in &fields {
                let values = column(self, unit, *field);
                slot_of.push(Some(self.slot(values)));
            }
        }
        self.program.slot_of = slot_of;
        self.program.n_tracks = n_tracks + fields.len() as u32;
        for op in &mut self.program.ops {
            if let Op::Stat { to, unit, field } = *op
                && let Some(place) = fields.iter().position(|known| *known == field)
            {
                let track = n_tracks + place as u32;
                *op = Op::Load { to, unit, track };
            }
        }
    }

    /// Inserts the new slots between the state and the locals.
    fn finish(mut self, copied: &[(Pc, Reg, Reg)]) -> Batch {
        let n_slots = self.n_slots;
        let n_new = self.slots.len() as u32;
        let shifted = |reg: Reg| match reg.0 < n_slots {
            true => reg,
            false => Reg(reg.0 + n_new),
        };
        for op in &mut self.program.ops {
            *op = rename_all(*op, shifted);
        }
        for (at, to, from) in copied {
            if let Some(op) = self.program.ops.get_mut(at.0 as usize) {
                *op = Op::Copy {
                    to: shifted(*to),
                    from: *from,
                };
            }
        }
        let outcome = self.program.outcome.iter_mut();
        outcome.for_each(|reg| *reg = shifted(*reg));
        let starts = (0..n_slots).map(|at| self.column(|numbers| numbers.starts[at as usize]));
        let columns: Vec<Vec<i32>> = starts.chain(self.slots.iter().cloned()).collect();
        let mut inputs: Vec<Vec<i32>> = Vec::new();
        for (at, values) in (0..).zip(columns) {
            let ends = (i32::MAX, i32::MIN);
            let (low, high) = values.iter().fold(ends, |(low, high), value| {
                (low.min(*value), high.max(*value))
            });
            if at >= n_slots {
                self.program.slots.push(Slot {
                    unit: 0,
                    track: self.program.n_tracks,
                    low,
                    high,
                    start: low,
                });
            }
            if low < high {
                let reg = Reg(at);
                self.program.inputs.push(Input { reg, low, high });
                inputs.push(values);
            }
        }
        self.program.n_registers += n_new;
        let starts = (0..self.numbers.len()).map(|question| {
            let values = inputs.iter().filter_map(|values| values.get(question));
            values.copied().collect()
        });
        Batch {
            starts: starts.collect(),
            program: self.program,
        }
    }
}

/// Whether all values are the same.
fn is_one(values: &[i32]) -> bool {
    values.iter().all(|value| Some(value) == values.first())
}
