//! Inlining of procedures at their calls.

use super::NOP;
use crate::cfg::procedure_body;
use crate::id::{Pc, Reg};
use crate::op::Op;
use crate::operands::retarget;
use crate::program::{Origin, Program};
use std::collections::BTreeMap;

/// Most ops that a program may grow to; calls beyond stay calls, of one copy of the procedure.
pub(super) const MOST_OPS: usize = 8_000;

/// A copy of the program or of one procedure, whose ops are yet to be placed.
struct Copy {
    /// The ops that belong to it, in order.
    ops: Vec<u32>,
    /// The new place of the first.
    at: usize,
    /// The target of its returns; `None` for a procedure that is called.
    back: Option<Pc>,
}

struct Inliner<'a> {
    program: &'a Program,
    ops: Vec<Op>,
    origins: Vec<Origin>,
    open: Vec<Copy>,
    called: BTreeMap<Pc, Pc>,
    bodies: BTreeMap<Pc, Vec<u32>>,
}

/// The program with its calls replaced by what they call, and without its notes.
pub(super) fn run(program: &Program) -> Program {
    let mut inliner = Inliner {
        program,
        ops: Vec::new(),
        origins: Vec::new(),
        open: Vec::new(),
        called: BTreeMap::new(),
        bodies: BTreeMap::new(),
    };
    inliner.reserve(Pc(0), None);
    let mut next = 0;
    while next < inliner.open.len() {
        inliner.fill(next);
        next += 1;
    }
    // Everything but the notes: this program is never traced.
    Program {
        origins: inliner.origins,
        rules: program.rules.clone(),
        ..program.with_ops(inliner.ops)
    }
}

impl Inliner<'_> {
    /// The ops of a procedure: all that can be reached without following calls or returns.
    fn body(&mut self, entry: Pc) -> &Vec<u32> {
        self.bodies
            .entry(entry)
            .or_insert_with(|| procedure_body(self.program, entry))
    }

    /// Reserves space for a copy; returns the index of its entry.
    fn reserve(&mut self, entry: Pc, back: Option<Pc>) -> Pc {
        let ops = self.body(entry).clone();
        let at = self.ops.len();
        self.ops.resize(at + ops.len(), NOP);
        for op in &ops {
            if let Some(origin) = self.program.origins.get(*op as usize) {
                self.origins.push(*origin);
            }
        }
        let place = place(&ops, at, entry);
        self.open.push(Copy { ops, at, back });
        place
    }

    fn fill(&mut self, copy: usize) {
        let Some(Copy { ops, at, back }) = self.open.get_mut(copy) else {
            return;
        };
        let (ops, at, back) = (std::mem::take(ops), *at, *back);
        for (offset, op) in ops.iter().enumerate() {
            let Some(op) = self.program.ops.get(*op as usize).copied() else {
                continue;
            };
            let next = Pc((at + offset + 1) as u32);
            let op = self.copied(op, &ops, at, next, back);
            if let Some(place) = self.ops.get_mut(at + offset) {
                *place = op;
            }
        }
    }

    fn copied(&mut self, op: Op, ops: &[u32], at: usize, next: Pc, back: Option<Pc>) -> Op {
        if let Op::Note { .. } = op {
            return NOP;
        }
        if let Op::Call { to, back: reg } = op {
            return self.call(to, reg, next);
        }
        if let (Op::Return { .. }, Some(to)) = (op, back) {
            return Op::Jump { to };
        }
        retarget(op, |to| place(ops, at, to))
    }

    fn call(&mut self, to: Pc, back: Reg, next: Pc) -> Op {
        let program = self.program;
        let body = self.body(to);
        let n_ops = body.len();
        let returns_there = body.iter().all(|op| match program.ops.get(*op as usize) {
            Some(Op::Return { back: reg }) => *reg == back,
            _ => true,
        });
        if returns_there && self.ops.len() + n_ops <= MOST_OPS {
            let to = self.reserve(to, Some(next));
            return Op::Jump { to };
        }
        let place = match self.called.get(&to) {
            Some(place) => *place,
            None => {
                // The copy is filled later, so a procedure that calls on may find this one.
                let place = self.reserve(to, None);
                self.called.insert(to, place);
                place
            }
        };
        Op::Call { to: place, back }
    }
}

/// The place of an op of a copy.
#[expect(
    clippy::expect_used,
    reason = "a body has all that is reached from its entry, jumps included"
)]
fn place(ops: &[u32], at: usize, old: Pc) -> Pc {
    let offset = ops.binary_search(&old.0);
    Pc((at + offset.expect("a jump leads to an op of its body")) as u32)
}
