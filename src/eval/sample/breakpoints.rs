//! Ops at which runs stop once, to learn whether they are reached; a run that meets none of them is as fast as any.

use crate::fault::{Fault, FaultKind};
use crate::machine::{Answers, Machine, Pause};
use sandtable_ir::{FaultId, Op, Program};

/// The op in place of one that is not reached yet.
const BREAKPOINT: FaultId = FaultId(u32::MAX);

/// Breakpoints in a program, each removed when it is reached.
#[derive(Debug, Clone)]
pub struct Breakpoints {
    ops: Vec<Op>,
}

impl Breakpoints {
    /// Sets breakpoints at some ops of a program, by their index.
    pub fn new(program: &Program, at: impl IntoIterator<Item = usize>) -> Self {
        let mut ops = program.ops.clone();
        for at in at {
            if let Some(op) = ops.get_mut(at) {
                *op = Op::Fail { fault: BREAKPOINT };
            }
        }
        Self { ops }
    }

    /// Whether an op, at which a breakpoint was set, has been reached.
    pub fn is_reached(&self, at: usize) -> bool {
        self.ops.get(at) != Some(&Op::Fail { fault: BREAKPOINT })
    }

    /// As [`Machine::run`].
    pub(super) fn run(
        &mut self,
        program: &Program,
        machine: &mut Machine,
        answers: &mut impl Answers,
        steps: &mut u64,
    ) -> Pause {
        loop {
            let pause = machine.run_on(program, &self.ops, answers, steps);
            let Pause::Fault(Fault { kind, at }) = pause else {
                return pause;
            };
            let at = at.0 as usize;
            match (self.ops.get_mut(at), program.ops.get(at)) {
                (Some(op), Some(own)) if kind == FaultKind::Stated(BREAKPOINT) => *op = *own,
                _ => return pause,
            }
        }
    }
}
