//! Coverage of a run: the ops executed, and the rows, stats and tracks read.

use std::collections::{BTreeSet, HashSet};

use super::fault::FaultKind;
use super::machine::{Answers, Ask, Machine, Pause};
use super::pool;
use sandtable_ir::{Note, Op, Pc, Program};
use sandtable_model::TableId;

/// Maximum number of states after answers that [`follow`] visits.
const MOST_FORKS: usize = 4_000;

/// Maximum number of steps of all its runs.
const MOST_STEPS: u64 = 2_000_000;

/// Maximum work for the distributions of pools.
const MOST_WORK: u64 = 1 << 28;

/// The ops, rows, stats and tracks that runs reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    /// By op, whether it was executed; ops after the last executed one are missing.
    ops: Vec<bool>,
    /// Whether there was more than could be followed.
    pub is_partial: bool,
    /// Tables that were read, and with which keys.
    pub rows: BTreeSet<(TableId, Vec<i32>)>,
    /// Constants that were read: the unit's place in the cast, the field.
    pub stats: BTreeSet<(u32, u32)>,
    /// Tracks that were read or written: the unit's place in the cast, the track's number in the program.
    pub tracks: BTreeSet<(u32, u32)>,
}

impl Reached {
    /// Ops that were carried out, in their order.
    pub fn ops(&self) -> impl Iterator<Item = Pc> {
        let ops = (0..).zip(&self.ops);
        ops.filter(|(_, is_reached)| **is_reached)
            .map(|(at, _)| Pc(at))
    }

    /// Records the next op.
    fn next(&mut self, program: &Program, machine: &Machine) {
        let Some(op) = program.ops.get(machine.pc.0 as usize) else {
            return;
        };
        let at = machine.pc.0 as usize;
        if self.ops.len() <= at {
            self.ops.resize(at + 1, false);
        }
        if let Some(is_reached) = self.ops.get_mut(at) {
            *is_reached = true;
        }
        if let Op::Stat { unit, field, .. } = *op {
            let unit = machine.get(unit);
            self.stats
                .extend(u32::try_from(unit).map(|unit| (unit, field)));
        }
        if let Op::Load { unit, track, .. }
        | Op::LoadAt { unit, track, .. }
        | Op::Store { unit, track, .. }
        | Op::StoreAt { unit, track, .. } = *op
        {
            let unit = machine.get(unit);
            self.tracks
                .extend(u32::try_from(unit).map(|unit| (unit, track)));
        }
        if let Op::Note { note } = *op
            && let Some(Note::Row { id, keys, .. }) = program.notes.get(note.0 as usize)
        {
            let keys = keys.iter().map(|(_, key)| machine.get(key.reg)).collect();
            self.rows.insert((*id, keys));
        }
    }
}

/// As [`Machine::run`], recording what the machine reaches.
pub fn run<A: Answers>(
    program: &Program,
    machine: &mut Machine,
    answers: &mut A,
    steps: &mut u64,
    reached: &mut Reached,
) -> Pause {
    while *steps > 0 {
        reached.next(program, machine);
        let mut one = 1;
        let rolled = match program.ops.get(machine.pc.0 as usize) {
            Some(Op::Roll { pool, .. }) => program.pool(*pool).steps(),
            _ => 0,
        };
        *steps = (*steps - 1).saturating_sub(rolled);
        let pause = machine.run(program, answers, &mut one);
        let goes_on = matches!(pause, Pause::Fault(fault) if fault.kind == FaultKind::TooManySteps);
        if !goes_on {
            return pause;
        }
    }
    Pause::Fault(FaultKind::TooManySteps.at(machine.pc))
}

/// Returns everything that a program can reach by any dice and choices; for a very large program a part, with `is_partial`
/// set.
pub fn follow(program: &Program) -> Reached {
    let mut reached = Reached::default();
    let (mut left, mut work) = (MOST_STEPS, MOST_WORK);
    let mut seen = HashSet::new();
    let mut open = vec![Machine::new(program)];
    while let Some(mut machine) = open.pop() {
        let pause = run(program, &mut machine, &mut Ask, &mut left, &mut reached);
        let answers: Vec<i32> = match pause {
            Pause::Roll(pool) => {
                let sums = pool::sums(program.pool(pool), &mut work);
                reached.is_partial |= sums.is_none();
                sums.map_or_else(Vec::new, |sums| sums.values)
            }
            Pause::Choose(_) => machine
                .offer(program)
                .map_or_else(Vec::new, |offer| offer.answers().collect()),
            Pause::Fault(fault) => {
                reached.is_partial |= fault.kind == FaultKind::TooManySteps;
                continue;
            }
            Pause::Judge(_) | Pause::Done => continue,
        };
        for value in answers {
            let mut next = machine.clone();
            next.answer(program, value);
            if seen.contains(&next) {
                continue;
            }
            match seen.len() < MOST_FORKS {
                true => {
                    seen.insert(next.clone());
                    open.push(next);
                }
                false => reached.is_partial = true,
            }
        }
    }
    reached
}
