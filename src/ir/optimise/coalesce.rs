//! Copy coalescing and copy propagation within basic blocks (Chaitin 1982; Aho, Lam, Sethi and Ullman 2006, section 9.1).
//!
//! Lowering gives every value its own register and copies it to its destination. A register that is written once and
//! read once, by such a copy, is redundant: its writer can write to the destination, or the reader of the copy can read the source.
//! The pass is linear in the size of the program; it is for programs that are too large for data-flow analyses.

use super::NOP;
use crate::id::Reg;
use crate::op::{Flow, Op};
use crate::operands::{for_each_read, regs_of, rename_reads, rename_to};
use crate::program::Program;

/// Maximum distance between a copy and the op that it is joined with.
const MOST_BETWEEN: usize = 16;

/// Passes at most; each may make room for the next.
const MOST_PASSES: usize = 4;

/// Joins copies with what they copy. Ops that are not needed any more are nothing.
pub(super) fn run(program: &mut Program) {
    for _ in 0..MOST_PASSES {
        let mut pass = Pass::new(program);
        for at in 0..pass.program.ops.len() {
            pass.forwards(at);
            pass.backwards(at);
        }
        if !pass.has_changed {
            return;
        }
    }
}

struct Pass<'a> {
    program: &'a mut Program,
    /// By register: the number of ops that write it, and of those that read it.
    n_writes: Vec<u32>,
    n_reads: Vec<u32>,
    /// By op: whether a jump leads there.
    is_target: Vec<bool>,
    has_changed: bool,
}

impl<'a> Pass<'a> {
    fn new(program: &'a mut Program) -> Self {
        let n = program.n_registers as usize;
        let (mut n_writes, mut n_reads) = (vec![0; n], vec![0; n]);
        let mut is_target = vec![false; program.ops.len() + 1];
        let count = |counts: &mut Vec<u32>, reg: Reg| {
            if let Some(count) = counts.get_mut(reg.0 as usize) {
                *count += 1;
            }
        };
        for op in &program.ops {
            for_each_read(program, op, |reg| count(&mut n_reads, reg));
            if let Some(to) = op.writes() {
                count(&mut n_writes, to);
            }
            if let Some((block, _)) = op.writes_block() {
                regs_of(block).for_each(|reg| count(&mut n_writes, reg));
            }
            if let Flow::To(to) | Flow::Either(to) | Flow::Call(to) = op.flow()
                && let Some(target) = is_target.get_mut(to.0 as usize)
            {
                *target = true;
            }
        }
        Self {
            program,
            n_writes,
            n_reads,
            is_target,
            has_changed: false,
        }
    }

    fn op(&self, at: usize) -> Op {
        self.program.ops.get(at).copied().unwrap_or(NOP)
    }

    /// Whether a register is written by one op and read by one, and is not in the state.
    fn is_passing(&self, reg: Reg) -> bool {
        let one = |counts: &[u32]| counts.get(reg.0 as usize) == Some(&1);
        reg.0 as usize >= self.program.slots.len() && one(&self.n_writes) && one(&self.n_reads)
    }

    /// The next op in the same basic block.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other op is an op of the block"
    )]
    fn next(&self, at: usize) -> Option<usize> {
        let mut next = at + 1;
        loop {
            if self.is_target.get(next).copied().unwrap_or(true) {
                return None;
            }
            match self.op(next) {
                NOP => next += 1,
                _ => return Some(next),
            }
        }
    }

    /// Whether an op neither leaves the block nor changes more than the register that it writes.
    fn is_plain(&self, op: &Op) -> bool {
        !matches!(
            op,
            Op::Store { .. }
                | Op::StoreAt { .. }
                | Op::Recall { .. }
                | Op::Remember { .. }
                | Op::Choose { .. }
        ) && matches!(op.flow(), Flow::Next)
            && op.writes_block().is_none()
    }

    fn reads(&self, op: &Op, reg: Reg) -> bool {
        let mut reads = false;
        for_each_read(self.program, op, |read| reads |= read == reg);
        reads
    }

    /// Makes the op that computes a value write the target of its copy.
    fn backwards(&mut self, at: usize) {
        let op = self.op(at);
        let Some(from) = op.writes() else { return };
        if !self.is_passing(from) || !self.is_plain(&op) {
            return;
        }
        let mut between = Vec::new();
        let mut next = self.next(at);
        while let Some(copy) = next {
            let seen = self.op(copy);
            if let Op::Copy { to, from: copied } = seen
                && copied == from
            {
                let is_free = |op: &Op| op.writes() != Some(to) && !self.reads(op, to);
                let is_state = (to.0 as usize) < self.program.slots.len();
                if !is_state && between.iter().all(is_free) {
                    self.replace(at, rename_to(op, to));
                    self.replace(copy, NOP);
                }
                return;
            }
            if !self.is_plain(&seen) || between.len() >= MOST_BETWEEN {
                return;
            }
            between.push(seen);
            next = self.next(copy);
        }
    }

    /// Makes the op that reads a copy read the source of the copy.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other op is an op of the block"
    )]
    fn forwards(&mut self, at: usize) {
        let (to, source) = match self.op(at) {
            Op::Copy { to, from } => (to, Ok(from)),
            Op::Set { to, value } => (to, Err(value)),
            _ => return,
        };
        if !self.is_passing(to) || source == Ok(to) {
            return;
        }
        let mut n_between = 0;
        let mut next = self.next(at);
        while let Some(user) = next {
            let op = self.op(user);
            if self.reads(&op, to) {
                let joined = match source {
                    Ok(from) => Some(rename_reads(op, |reg| if reg == to { from } else { reg })),
                    Err(value) => with_value(op, to, value),
                };
                // Rows have to stay consecutive.
                if let Some(joined) = joined.filter(|joined| !self.reads(joined, to)) {
                    self.replace(user, joined);
                    self.replace(at, NOP);
                }
                return;
            }
            let overwrites = Ok(op.writes()) == source.map(Some);
            if !self.is_plain(&op) || overwrites || n_between >= MOST_BETWEEN {
                return;
            }
            n_between += 1;
            next = self.next(user);
        }
    }

    fn replace(&mut self, at: usize, op: Op) {
        if let Some(place) = self.program.ops.get_mut(at) {
            *place = op;
            self.has_changed = true;
        }
    }
}

/// Returns the op with a constant in place of a register that it reads, if there is such an op.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the ops that have a form with a number are named"
)]
fn with_value(op: Op, reg: Reg, value: i32) -> Option<Op> {
    match op {
        Op::Copy { to, from } if from == reg => Some(Op::Set { to, value }),
        Op::Add { to, a, b } if b == reg && a != reg => Some(Op::AddValue { to, a, value }),
        Op::Add { to, a: b, b: a } if b == reg && a != reg => Some(Op::AddValue { to, a, value }),
        Op::Compare { to, a, b, order } if b == reg && a != reg => Some(Op::CompareValue {
            to,
            a,
            value,
            order,
        }),
        Op::JumpCompare { a, b, order, to } if b == reg && a != reg => Some(Op::JumpCompareValue {
            a,
            value,
            order,
            to,
        }),
        Op::JumpIf { a, when, to } if a == reg && (value != 0) == when => Some(Op::Jump { to }),
        _ => None,
    }
}
