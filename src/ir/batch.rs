//! Questions that differ only in numbers, as one program.
//!
//! A table of odds asks the same for every gun, every armour and every range. The programs of all its cells have the
//! same ops; what differs is what units are made of, what is given as a fact, and where tracks start. In the program of
//! a family these stand in registers of the state, the *inputs*, so that it is specialised once and run for all.

use super::id::Reg;
use super::op::{NONE, Op};
use super::operands::rename_all;
use super::optimise;
use super::program::{Input, Program, Slot};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One program for several questions.
#[derive(Debug, Clone)]
pub struct Batch {
    /// As that of the first question, with the numbers that differ in [`Program::inputs`].
    pub program: Program,
    /// By question: what stands in the inputs at the start, in their order.
    pub starts: Vec<Vec<i32>>,
}

impl Batch {
    /// The family of some programs; `None` if they differ in more than numbers.
    pub fn of(programs: &[&Program]) -> Option<Self> {
        let (first, others) = programs.split_first()?;
        if !others.iter().all(|other| is_alike(first, other)) {
            return None;
        }
        let mut builder = Builder {
            programs,
            program: (*first).clone(),
            slots: Vec::new(),
            by_values: BTreeMap::new(),
        };
        builder.sets();
        builder.constants();
        builder.finish()
    }

    /// Groups programs that may be of one batch: places in the list, in order.
    pub fn groups(programs: &[&Program]) -> Vec<Vec<usize>> {
        let mut groups: Vec<(&Program, Vec<usize>)> = Vec::new();
        for (at, program) in programs.iter().enumerate() {
            let mut known = groups.iter_mut();
            match known.find(|(first, _)| is_alike(first, program)) {
                Some((_, places)) => places.push(at),
                None => groups.push((program, vec![at])),
            }
        }
        groups.into_iter().map(|(_, places)| places).collect()
    }

    /// The same, with its program specialised for what all questions have in common.
    #[must_use]
    pub fn optimised(self) -> Self {
        Self {
            program: optimise::run(&self.program),
            ..self
        }
    }
}

/// Whether two programs differ at most in the numbers that ops set, in constants and in starts.
fn is_alike(one: &Program, other: &Program) -> bool {
    let ops = one.ops.len() == other.ops.len();
    let mut pairs = one.ops.iter().zip(&other.ops);
    let slot = |slot: &Slot| Slot {
        start: 0,
        ..slot.clone()
    };
    let boards = match (&one.board, &other.board) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    };
    ops && boards
        && pairs.all(|(one, other)| match (one, other) {
            (Op::Set { to, .. }, Op::Set { to: other, .. }) => to == other,
            (Op::Note { .. }, Op::Note { .. }) => true,
            _ => one == other,
        })
        && one.slots.iter().map(slot).eq(other.slots.iter().map(slot))
        && one.constants.len() == other.constants.len()
        && (one.n_registers, one.n_units) == (other.n_registers, other.n_units)
        && (one.n_fields, one.n_tracks) == (other.n_fields, other.n_tracks)
        && one.pools == other.pools
        && one.grids == other.grids
        && one.judgements == other.judgements
        && one.decisions == other.decisions
        && one.faults == other.faults
        && one.slot_of == other.slot_of
        && one.outcome == other.outcome
}

struct Builder<'a> {
    programs: &'a [&'a Program],
    program: Program,
    /// New registers of the state: what stands there at the start, by question.
    slots: Vec<Vec<i32>>,
    by_values: BTreeMap<Vec<i32>, Reg>,
}

impl Builder<'_> {
    /// The register of a number that differs from question to question.
    fn slot(&mut self, values: Vec<i32>) -> Reg {
        let next = Reg((self.program.slots.len() + self.slots.len()) as u32);
        let slots = &mut self.slots;
        let place = self.by_values.entry(values);
        *place.or_insert_with_key(|values| {
            slots.push(values.clone());
            next
        })
    }

    /// The values that the programs have at one place, if they are not the same.
    fn differing(&self, value: impl Fn(&Program) -> Option<i32>) -> Option<Vec<i32>> {
        let values: Option<Vec<i32>> = self.programs.iter().map(|program| value(program)).collect();
        values.filter(|values| values.iter().any(|value| Some(value) != values.first()))
    }

    /// Ops that set different numbers copy an input instead.
    fn sets(&mut self) {
        for at in 0..self.program.ops.len() {
            let set = |program: &Program| {
                let Some(Op::Set { value, .. }) = program.ops.get(at) else {
                    return None;
                };
                Some(*value)
            };
            let Some(values) = self.differing(set) else {
                continue;
            };
            let from = self.slot(values);
            if let Some(op) = self.program.ops.get_mut(at)
                && let Some(to) = op.writes()
            {
                *op = Op::Copy { to, from };
            }
        }
    }

    /// Constants of units that differ become tracks that nobody changes.
    fn constants(&mut self) {
        let (n_units, n_fields) = (self.program.n_units, self.program.n_fields);
        let constant = |program: &Program, unit: u32, field: u32| {
            let at = unit * n_fields + field;
            program.constants.get(at as usize).copied()
        };
        let differs = |field: &u32| {
            let mut units = 0..n_units;
            units.any(|unit| {
                self.differing(|program| constant(program, unit, *field))
                    .is_some()
            })
        };
        let fields: Vec<u32> = (0..n_fields).filter(differs).collect();
        let n_tracks = self.program.n_tracks;
        let mut slot_of = Vec::new();
        for unit in 0..n_units {
            let known = self.program.slot_of.iter().copied();
            let known = known.skip((unit * n_tracks) as usize);
            slot_of.extend(known.take(n_tracks as usize));
            for field in &fields {
                let values = self.programs.iter();
                let values = values.map(|program| constant(program, unit, *field));
                let values = values.map(|value| value.unwrap_or(NONE)).collect();
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

    /// Puts the new registers behind the state.
    fn finish(mut self) -> Option<Batch> {
        let n_slots = self.program.slots.len() as u32;
        let n_new = self.slots.len() as u32;
        let mut inputs: Vec<(Reg, Vec<i32>)> = Vec::new();
        for at in 0..n_slots {
            let start = |program: &Program| Some(program.slots.get(at as usize)?.start);
            inputs.extend(self.differing(start).map(|starts| (Reg(at), starts)));
        }
        // What is new has the numbers behind the state already; all others behind it make room.
        let is_new = |reg: Reg| (n_slots..n_slots + n_new).contains(&reg.0);
        let shifted = |reg: Reg| match reg.0 < n_slots {
            true => reg,
            false => Reg(reg.0 + n_new),
        };
        let originals = self.programs.first()?.ops.iter();
        for (op, original) in self.program.ops.iter_mut().zip(originals) {
            *op = match (*op, original) {
                (Op::Copy { to, from }, Op::Set { .. }) if is_new(from) => Op::Copy {
                    to: shifted(to),
                    from,
                },
                (op, _) => rename_all(op, shifted),
            };
        }
        let outcome = self.program.outcome.iter_mut();
        outcome.for_each(|reg| *reg = shifted(*reg));
        for (at, values) in (n_slots..).zip(&self.slots) {
            self.program.slots.push(Slot {
                unit: 0,
                track: self.program.n_tracks,
                low: *values.iter().min()?,
                high: *values.iter().max()?,
                start: *values.first()?,
            });
            if values.iter().any(|value| Some(value) != values.first()) {
                inputs.push((Reg(at), values.clone()));
            }
        }
        self.program.n_registers += n_new;
        for (reg, values) in &inputs {
            self.program.inputs.push(Input {
                reg: *reg,
                low: *values.iter().min()?,
                high: *values.iter().max()?,
            });
        }
        let starts = (0..self.programs.len()).map(|question| {
            let values = inputs.iter().filter_map(|(_, values)| values.get(question));
            values.copied().collect()
        });
        Some(Batch {
            starts: starts.collect(),
            program: self.program,
        })
    }
}
