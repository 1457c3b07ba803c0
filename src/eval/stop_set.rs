//! Runs that stop at some ops before they carry them out.

use super::machine::{Answers, Machine, Pause};
use sandtable_ir::liveness::{is_marked, marked};
use sandtable_ir::{Op, Pc, Program, Reg};

/// Ops at which runs stop.
#[derive(Debug, Clone)]
pub(super) struct StopSet {
    /// One bit per op.
    set: Vec<u64>,
    /// The ops of the program, with `Done` in the place of these.
    ops: Vec<Op>,
}

/// The reason for which such a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// Before one of the ops.
    Before(Pc),
    /// At a regular pause.
    Paused(Pause),
}

impl StopSet {
    /// Returns the set of the ops whose bits are set.
    pub(super) fn of(program: &Program, set: Vec<u64>) -> Self {
        let mut ops = program.ops.clone();
        for at in marked(&set) {
            if let Some(op) = ops.get_mut(at.0 as usize) {
                *op = Op::Done;
            }
        }
        Self { set, ops }
    }

    /// Runs a machine to one of the ops, or until it pauses, as [`Machine::run`] does.
    #[inline]
    pub(super) fn run<A: Answers>(
        &self,
        program: &Program,
        machine: &mut Machine,
        answers: &mut A,
        steps: &mut u64,
    ) -> Stop {
        match machine.run_on(program, &self.ops, answers, steps) {
            Pause::Done if is_marked(&self.set, Reg(machine.pc.0)) => {
                // The inserted stop counts no step.
                *steps += 1;
                Stop::Before(machine.pc)
            }
            pause @ (Pause::Done
            | Pause::Roll(_)
            | Pause::Judge(_)
            | Pause::Choose(_)
            | Pause::Fault(_)) => Stop::Paused(pause),
        }
    }

    /// Memory that it takes, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        size_of::<Op>() * self.ops.len()
    }
}
