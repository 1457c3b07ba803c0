//! Reachability of ops under conditional constant propagation (Wegman and Zadeck 1991), flow-insensitive in the values of
//! registers: a single pass over the ops costs no more than running them once.

use crate::id::{Pc, Reg};
use crate::interval::{Interval, decide, evaluate};
use crate::op::{Flow, Op};
use crate::program::Program;

/// Passes over the ops at most; usually a handful reaches the fixpoint.
const MOST_PASSES: usize = 64;

/// The join of the values of a register over all reached ops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// No reached op writes it.
    Never,
    /// Every reached op writes this.
    Always(i32),
    /// Any value.
    Any,
}

/// Returns an over-approximation of the ops that a run may execute: all but those that are unreachable for any dice.
pub fn ops(program: &Program) -> Vec<Pc> {
    let mut analysis = Analysis::of(program);
    let is_settled = analysis.reach_fixpoint();
    let ops = (0..).map(Pc).zip(0..program.ops.len());
    let reached = ops.filter(|(_, at)| !is_settled || analysis.is_reached(*at));
    reached.map(|(pc, _)| pc).collect()
}

struct Analysis<'p> {
    program: &'p Program,
    values: Vec<Known>,
    reached: Vec<bool>,
    is_changed: bool,
}

impl<'p> Analysis<'p> {
    fn of(program: &'p Program) -> Self {
        let mut values = vec![Known::Never; program.n_registers as usize];
        let inputs = program.inputs.iter().map(|input| input.reg.0 as usize);
        for at in (0..program.slots.len()).chain(inputs) {
            if let Some(value) = values.get_mut(at) {
                *value = Known::Any;
            }
        }
        let mut reached = vec![false; program.ops.len()];
        if let Some(first) = reached.first_mut() {
            *first = true;
        }
        Self {
            program,
            values,
            reached,
            is_changed: false,
        }
    }

    fn is_reached(&self, at: usize) -> bool {
        self.reached.get(at).copied().unwrap_or(false)
    }

    /// Iterates to the fixpoint; returns whether it was reached.
    fn reach_fixpoint(&mut self) -> bool {
        for _ in 0..MOST_PASSES {
            self.is_changed = false;
            for (at, op) in self.program.ops.iter().enumerate() {
                if self.is_reached(at) {
                    self.transfer(op);
                    self.follow(at, op);
                }
            }
            if !self.is_changed && !self.start_unwritten() {
                return true;
            }
        }
        false
    }

    /// Adds the starting values of registers that a reached jump reads and no reached op writes; returns whether there
    /// are any.
    fn start_unwritten(&mut self) -> bool {
        let mut unwritten = Vec::new();
        for (at, op) in self.program.ops.iter().enumerate() {
            if self.is_reached(at) && matches!(op.flow(), Flow::Either(_)) {
                self.program.for_each_read(op, |reg| {
                    if self.value(reg) == Known::Never {
                        unwritten.push(reg);
                    }
                });
            }
        }
        for reg in &unwritten {
            self.join(*reg, Known::Always(0));
        }
        !unwritten.is_empty()
    }

    fn value(&self, reg: Reg) -> Known {
        let value = self.values.get(reg.0 as usize);
        value.copied().unwrap_or(Known::Any)
    }

    fn join(&mut self, reg: Reg, value: Known) {
        let Some(place) = self.values.get_mut(reg.0 as usize) else {
            return;
        };
        let joined = match (*place, value) {
            (known, Known::Never) => known,
            (Known::Never, value) => value,
            (known, value) if known == value => known,
            _ => Known::Any,
        };
        if joined != *place {
            *place = joined;
            self.is_changed = true;
        }
    }

    fn range(&self, reg: Reg) -> Interval {
        match self.value(reg) {
            Known::Always(value) => Interval::point(value),
            Known::Never | Known::Any => Interval::ANY,
        }
    }

    /// Whether an op reads a register that no reached op writes.
    fn reads_unwritten(&self, op: &Op) -> bool {
        let mut is_open = false;
        self.program
            .for_each_read(op, |reg| is_open |= self.value(reg) == Known::Never);
        is_open
    }

    /// The transfer function: of the ops that compute, those are evaluated that flags, copies and arguments are made of.
    fn transfer(&mut self, op: &Op) {
        if let Op::Set { to, .. }
        | Op::Copy { to, .. }
        | Op::Within { to, .. }
        | Op::Not { to, .. }
        | Op::Member { to, .. }
        | Op::Compare { to, .. }
        | Op::CompareValue { to, .. } = *op
        {
            let found = evaluate(op, |reg| self.range(reg));
            let value = match found.and_then(|(range, _)| range.only()) {
                _ if self.reads_unwritten(op) => Known::Never,
                Some(value) => Known::Always(value),
                None => Known::Any,
            };
            return self.join(to, value);
        }
        let mut written = Vec::new();
        self.program.for_each_write(op, |reg| written.push(reg));
        for reg in written {
            self.join(reg, Known::Any);
        }
    }

    /// Marks the successors of an op. Every call is assumed to return.
    fn follow(&mut self, at: usize, op: &Op) {
        match op.flow() {
            Flow::Next => self.mark(at + 1),
            Flow::To(to) => self.mark(to.0 as usize),
            Flow::Call(to) => {
                self.mark(to.0 as usize);
                self.mark(at + 1);
            }
            // A jump on a register that is not yet written has no successor so far.
            Flow::Either(_) if self.reads_unwritten(op) => {}
            Flow::Either(to) => {
                let taken = decide(op, |reg| self.range(reg));
                if taken != Some(false) {
                    self.mark(to.0 as usize);
                }
                if taken != Some(true) {
                    self.mark(at + 1);
                }
            }
            Flow::Return | Flow::End => {}
        }
    }

    fn mark(&mut self, at: usize) {
        if let Some(place) = self.reached.get_mut(at)
            && !std::mem::replace(place, true)
        {
            self.is_changed = true;
        }
    }
}
