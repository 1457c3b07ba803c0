//! Code layout: puts the ops that are left in order, so that most fall through to the next.

use super::NOP;
use crate::id::Pc;
use crate::op::{Flow, Op, Order};
use crate::operands::retarget;
use crate::program::{Origin, Program};

/// Facts about an op that rewriting proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Facts {
    /// It neither asks nor fails nor jumps: it is dead if its result is never read.
    pub(super) is_harmless: bool,
    /// A comparison of numbers, never of "nothing"; a `Not` of a flag; an `AddValue` to a number.
    pub(super) is_plain: bool,
}

struct Layout<'a> {
    program: &'a Program,
    after: &'a [Option<Pc>],
    facts: &'a [Facts],
    /// New place of every op.
    places: Vec<Option<Pc>>,
    ops: Vec<Op>,
    origins: Vec<Origin>,
    new_facts: Vec<Facts>,
    open: Vec<Pc>,
}

/// Removes unreachable ops and no-ops, and retargets all jumps; `after` are the successors of ops that differ from the
/// next op. Returns the facts in the new order.
pub(super) fn lay_out(program: &mut Program, after: &[Option<Pc>], facts: &[Facts]) -> Vec<Facts> {
    let mut layout = Layout {
        program,
        after,
        facts,
        places: vec![None; program.ops.len()],
        ops: Vec::new(),
        origins: Vec::new(),
        new_facts: Vec::new(),
        open: vec![Pc(0)],
    };
    while let Some(at) = layout.open.pop() {
        layout.place_run(at);
    }
    let places = layout.places;
    let place = |to: Pc| placed(&places, to);
    let ops = layout.ops.iter().map(|op| retarget(*op, place)).collect();
    let (origins, new_facts) = (layout.origins, layout.new_facts);
    program.ops = ops;
    program.origins = origins;
    new_facts
}

impl Layout<'_> {
    fn op(&self, at: Pc) -> Op {
        *self.program.op(at)
    }

    fn next(&self, at: Pc) -> Pc {
        let instead = self.after.get(at.0 as usize).copied().flatten();
        instead.unwrap_or(Pc(at.0 + 1))
    }

    /// The op at which a path ends, past jumps and nothing; of a cycle of these, the first in the program.
    fn end(&self, at: Pc) -> Pc {
        let after = |op: Pc| match self.program.ops.get(op.0 as usize) {
            Some(Op::Jump { to }) => Some(*to),
            Some(&NOP) => Some(self.next(op)),
            // Nothing follows the last op; its successor is never entered.
            Some(_) | None => None,
        };
        let mut end = at;
        for _ in 0..self.program.ops.len() {
            match after(end) {
                Some(next) => end = next,
                None => return end,
            }
        }
        let mut first = end;
        for _ in 0..self.program.ops.len() {
            end = after(end).unwrap_or(end);
            first = first.min(end);
        }
        first
    }

    fn is_placed(&self, at: Pc) -> bool {
        matches!(self.places.get(at.0 as usize), Some(Some(_)))
    }

    /// Places an op and those that follow, as long as they are new.
    fn place_run(&mut self, from: Pc) {
        let mut at = self.end(from);
        if self.is_placed(at) {
            return;
        }
        loop {
            let Some(next) = self.place(at) else {
                return;
            };
            if self.is_placed(next) {
                self.push(at, Op::Jump { to: next });
                return;
            }
            at = next;
        }
    }

    /// Places one op; returns the one that must follow.
    fn place(&mut self, at: Pc) -> Option<Pc> {
        let here = Pc(self.ops.len() as u32);
        if let Some(place) = self.places.get_mut(at.0 as usize) {
            *place = Some(here);
        }
        let op = retarget(self.op(at), |to| self.end(to));
        let next = self.end(self.next(at));
        match op.flow() {
            Flow::Next => {
                self.push(at, op);
                Some(next)
            }
            // The target is the next op.
            Flow::Either(to) if to == next => Some(next),
            Flow::Either(to) => {
                let plain = self
                    .facts
                    .get(at.0 as usize)
                    .is_some_and(|facts| facts.is_plain);
                match inverted(op, plain) {
                    Some(other) if self.is_placed(next) && !self.is_placed(to) => {
                        self.push(at, retarget(other, |_| next));
                        Some(to)
                    }
                    _ => {
                        self.open.push(to);
                        self.push(at, op);
                        Some(next)
                    }
                }
            }
            Flow::Call(to) => {
                self.open.push(to);
                self.push(at, op);
                // The return address is always the op after the call.
                Some(next)
            }
            // A jump is placed only if it leads to itself.
            Flow::To(_) | Flow::Return | Flow::End => {
                self.push(at, op);
                None
            }
        }
    }

    fn push(&mut self, at: Pc, op: Op) {
        let origin = self.program.origin(at);
        let facts = self.facts.get(at.0 as usize).copied();
        debug_assert!(facts.is_some(), "there are facts about each op");
        self.ops.push(op);
        self.origins.push(*origin);
        self.new_facts.push(facts.unwrap_or_default());
    }
}

/// The new place of an op.
#[expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the targets of all ops that are placed are placed too"
)]
fn placed(places: &[Option<Pc>], to: Pc) -> Pc {
    places[to.0 as usize].expect("a target has a place")
}

/// The conditional jump that is taken when this is not.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
)]
pub(super) fn inverted(op: Op, is_plain: bool) -> Option<Op> {
    let can = |order: Order| is_plain || matches!(order, Order::Equal | Order::NotEqual);
    match op {
        Op::JumpIf { a, when, to } => Some(Op::JumpIf { a, when: !when, to }),
        Op::JumpMember { a, set, when, to } => Some(Op::JumpMember {
            a,
            set,
            when: !when,
            to,
        }),
        Op::JumpCompare { a, b, order, to } if can(order) => Some(Op::JumpCompare {
            a,
            b,
            order: order.negated(),
            to,
        }),
        Op::JumpCompareValue {
            a,
            value,
            order,
            to,
        } if can(order) => Some(Op::JumpCompareValue {
            a,
            value,
            order: order.negated(),
            to,
        }),
        _ => None,
    }
}
