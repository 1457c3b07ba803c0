//! Reachability of ops under conditional constant propagation (Wegman and Zadeck 1991), flow-insensitive in the values of
//! registers: a single pass over the ops costs no more than running them once.

use std::collections::BTreeSet;

use crate::id::{NoteId, Reg};
use crate::op::{Flow, Op};
use crate::program::Program;
use crate::value::{compare, member};

/// Passes over the ops at most; usually a handful reaches the fixpoint.
const MOST_PASSES: usize = 64;

/// An abstract value of a register in all reached ops together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// No reached op writes it.
    Never,
    /// Every reached op writes this.
    Always(i32),
    /// Anything.
    Any,
}

/// Returns the notes that a run may pass: all but those that no path leads to whatever the dice show. An
/// over-approximation.
pub fn notes(program: &Program) -> BTreeSet<NoteId> {
    let mut analysis = Analysis::of(program);
    let is_settled = analysis.reach_fixpoint();
    let ops = program.ops.iter().enumerate();
    let reached = ops.filter(|(at, _)| !is_settled || analysis.is_reached(*at));
    reached
        .filter_map(|(_, op)| {
            let Op::Note { note } = op else { return None };
            Some(*note)
        })
        .collect()
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

    /// Iterates to the fixpoint; says whether it came to one.
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

    /// Gives registers that a reached jump reads and no reached op writes what they have at the start; says whether there
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

    fn transfer(&mut self, op: &Op) {
        let one = |value: Known, of: &dyn Fn(i32) -> i32| match value {
            Known::Always(value) => Known::Always(of(value)),
            Known::Never | Known::Any => value,
        };
        if let Op::Set { to, value } = *op {
            self.join(to, Known::Always(value));
        } else if let Op::Copy { to, from } = *op {
            self.join(to, self.value(from));
        } else if let Op::Not { to, from } = *op {
            // A value that is no flag is never negated: the path to this op is not taken.
            let negated = match self.value(from) {
                Known::Always(flag @ (0 | 1)) => Known::Always(1 - flag),
                Known::Always(_) | Known::Any => Known::Any,
                Known::Never => Known::Never,
            };
            self.join(to, negated);
        } else if let Op::Member { to, from, set } = *op {
            let is_member = one(self.value(from), &|value| i32::from(member(value, set)));
            self.join(to, is_member);
        } else if let Op::CompareValue {
            to,
            a,
            value,
            order,
        } = *op
        {
            let holds = one(self.value(a), &|a| i32::from(compare(a, value, order)));
            self.join(to, holds);
        } else if let Op::Compare { to, a, b, order } = *op {
            let holds = match (self.value(a), self.value(b)) {
                (Known::Always(a), Known::Always(b)) => {
                    Known::Always(i32::from(compare(a, b, order)))
                }
                (Known::Never, _) | (_, Known::Never) => Known::Never,
                _ => Known::Any,
            };
            self.join(to, holds);
        } else {
            let mut written = Vec::new();
            self.program.for_each_write(op, |reg| written.push(reg));
            for reg in written {
                self.join(reg, Known::Any);
            }
        }
    }

    /// Marks the successors of an op. What is called comes back.
    fn follow(&mut self, at: usize, op: &Op) {
        match op.flow() {
            Flow::Next => self.mark(at + 1),
            Flow::To(to) => self.mark(to.0 as usize),
            Flow::Call(to) => {
                self.mark(to.0 as usize);
                self.mark(at + 1);
            }
            Flow::Either(to) => match self.decided(op) {
                Branch::Open => {}
                Branch::Taken(true) => self.mark(to.0 as usize),
                Branch::Taken(false) => self.mark(at + 1),
                Branch::Both => {
                    self.mark(to.0 as usize);
                    self.mark(at + 1);
                }
            },
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

    /// The way that a conditional jump goes.
    fn decided(&self, op: &Op) -> Branch {
        let of = |value: Known, holds: &dyn Fn(i32) -> bool| match value {
            Known::Never => Branch::Open,
            Known::Always(value) => Branch::Taken(holds(value)),
            Known::Any => Branch::Both,
        };
        if let Op::JumpIf { a, when, .. } = *op {
            return of(self.value(a), &|a| (a != 0) == when);
        }
        if let Op::JumpCompareValue {
            a, value, order, ..
        } = *op
        {
            return of(self.value(a), &|a| compare(a, value, order));
        }
        if let Op::JumpMember { a, set, when, .. } = *op {
            return of(self.value(a), &|a| member(a, set) == when);
        }
        if let Op::JumpCompare { a, b, order, .. } = *op {
            return match (self.value(a), self.value(b)) {
                (Known::Never, _) | (_, Known::Never) => Branch::Open,
                (Known::Always(a), Known::Always(b)) => Branch::Taken(compare(a, b, order)),
                _ => Branch::Both,
            };
        }
        Branch::Both
    }
}

/// The successors of a conditional jump.
enum Branch {
    /// None yet: what it reads is not written yet.
    Open,
    /// The target or the next op.
    Taken(bool),
    /// Both.
    Both,
}
