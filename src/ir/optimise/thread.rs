//! Jump threading (Mueller and Whalley 1995), and removal of values that are overwritten before they are read.
//!
//! Lowering sets the register of a condition to 0 or 1, and then jumps on it. On a path where its value is known, a jump to that
//! jump is retargeted to the final target. Facts are collected within extended basic blocks; the pass
//! is linear in the size of the program, and is for programs that are too large for data-flow analyses.

use super::NOP;
use crate::cfg::jump_targets;
use crate::id::{Pc, Reg};
use crate::interval::{Interval, decide, evaluate};
use crate::op::{Flow, NONE, Op, Order};
use crate::operands::{for_each_read, regs_of, retarget};
use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of jumps that are followed in a chain.
const MOST_JUMPS: usize = 64;

/// Maximum number of ops that are visited to decide whether a value is read.
const MOST_LOOKED_AT: usize = 64;

/// Retargets jumps to their final targets where these are static, and replaces dead ops by [`NOP`].
pub(super) fn run(program: &mut Program) {
    negate(program);
    thread_jumps(program);
    remove_unread(program);
}

/// Fuses comparisons with a negation directly after them.
fn negate(program: &mut Program) {
    let targets = jump_targets(program);
    for first in 0..program.ops.len().saturating_sub(1) {
        if targets.get(first + 1).copied().unwrap_or(true) {
            continue;
        }
        let Some([one, two]) = program.ops.get_mut(first..first + 2) else {
            break;
        };
        let Op::Not { to: not, from } = *two else {
            continue;
        };
        // `NONE` is neither less nor not less than anything, so that these have no negation.
        if let Op::Compare { to, order, .. } | Op::CompareValue { to, order, .. } = one
            && (*to, *to) == (not, from)
            && matches!(order, Order::Equal | Order::NotEqual)
        {
            *order = order.negated();
            *two = NOP;
        }
    }
}

/// A fact about the value of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Is(i32),
    IsNot(i32),
}

/// The facts that hold at an op.
#[derive(Debug, Clone, Default)]
struct Facts(BTreeMap<Reg, Fact>);

impl Facts {
    fn range(&self, reg: Reg) -> Interval {
        match self.0.get(&reg) {
            Some(Fact::Is(value)) => Interval::point(*value),
            Some(Fact::IsNot(_)) | None => Interval::ANY,
        }
    }

    /// Returns the op, or one that writes the constant that it is known to compute.
    fn folded(&self, op: Op) -> Op {
        match (op.writes(), evaluate(&op, |reg| self.range(reg))) {
            (Some(to), Some((range, false))) => {
                range.only().map_or(op, |value| Op::Set { to, value })
            }
            (Some(_), Some((_, true)) | None) | (None, _) => op,
        }
    }

    /// Updates the facts by the effect of an op.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn pass(&mut self, program: &Program, op: &Op) {
        // An answer may come with a permutation of units that no player has seen.
        if matches!(op, Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. }) {
            self.0.clear();
            return;
        }
        let fact = match op {
            Op::Set { value, .. } => Some(Fact::Is(*value)),
            Op::Copy { from, .. } => self.0.get(from).copied(),
            _ => None,
        };
        if let Some(to) = op.writes() {
            // Tracks are changed by stores, too.
            match fact.filter(|_| to.0 as usize >= program.slots.len()) {
                Some(fact) => self.0.insert(to, fact),
                None => self.0.remove(&to),
            };
        }
        if let Some((block, _)) = op.writes_block() {
            regs_of(block).for_each(|reg| {
                self.0.remove(&reg);
            });
        }
    }

    /// Whether a conditional jump is taken, if that is known.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn is_taken(&self, op: &Op) -> Option<bool> {
        let is_not = |reg: Reg, value: i32| self.0.get(&reg) == Some(&Fact::IsNot(value));
        match *op {
            Op::JumpIf { a, when, .. } if is_not(a, 0) => Some(when),
            Op::JumpCompareValue {
                a,
                value,
                order: order @ (Order::Equal | Order::NotEqual),
                ..
            } if is_not(a, value) => Some(order == Order::NotEqual),
            _ => decide(op, |reg| self.range(reg)),
        }
    }

    /// Updates the facts by the outcome of a conditional jump.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn learn(&mut self, program: &Program, op: &Op, is_taken: bool) {
        let (reg, fact) = match *op {
            Op::JumpIf { a, when, .. } if when == is_taken => (a, Fact::IsNot(0)),
            Op::JumpIf { a, .. } => (a, Fact::Is(0)),
            Op::JumpCompareValue {
                a, value, order, ..
            } => match (order, is_taken) {
                (Order::Equal, true) | (Order::NotEqual, false) => (a, Fact::Is(value)),
                (Order::Equal, false) | (Order::NotEqual, true) => (a, Fact::IsNot(value)),
                // `NONE` is neither less nor greater than anything.
                (Order::Less | Order::Greater, true) if value != NONE => (a, Fact::IsNot(NONE)),
                _ => return,
            },
            _ => return,
        };
        if reg.0 as usize >= program.slots.len() {
            self.0.insert(reg, fact);
        }
    }
}

/// Retargets each jump past jumps whose outcome is known there.
fn thread_jumps(program: &mut Program) {
    let mut walk = Walk {
        n_entries: n_entries(program),
        is_fresh: vec![false; program.ops.len()],
        at_targets: BTreeMap::new(),
    };
    let mut facts = Facts::default();
    let mut falls_through = false;
    for at in 0..program.ops.len() {
        let Some(op) = program.ops.get(at).copied() else {
            break;
        };
        facts = walk.facts(at, falls_through.then_some(facts));
        falls_through = true;
        let led = match op.flow() {
            Flow::Next => {
                let op = facts.folded(op);
                facts.pass(program, &op);
                op
            }
            Flow::To(to) => {
                falls_through = false;
                let end = walk.led_on(program, &facts, at, to);
                retarget(op, |_| end)
            }
            Flow::Either(to) => match facts.is_taken(&op) {
                Some(true) => {
                    falls_through = false;
                    Op::Jump { to }
                }
                Some(false) => NOP,
                None => {
                    let mut taken = facts.clone();
                    taken.learn(program, &op, true);
                    facts.learn(program, &op, false);
                    let end = walk.led_on(program, &taken, at, to);
                    retarget(op, |_| end)
                }
            },
            // A call may write anything; facts are recorded at its return site.
            Flow::Call(_) => op,
            Flow::Return | Flow::End => {
                falls_through = false;
                op
            }
        };
        if let Some(place) = program.ops.get_mut(at) {
            *place = led;
        }
    }
}

/// The facts at the entries of ops during a pass in order.
struct Walk {
    /// By op: the number of jumps, calls and returns that lead there.
    n_entries: Vec<u32>,
    /// By op that was reached: whether nothing was known there.
    is_fresh: Vec<bool>,
    /// Facts at ops to which one jump leads.
    at_targets: BTreeMap<usize, Facts>,
}

impl Walk {
    /// Returns the facts at an op, given those after the op before if control continues from it.
    fn facts(&mut self, at: usize, before: Option<Facts>) -> Facts {
        let facts = match (self.n_entries.get(at), before) {
            (Some(0), before) => before,
            (Some(1), None) => self.at_targets.remove(&at),
            _ => None,
        };
        if let Some(is_fresh) = self.is_fresh.get_mut(at) {
            *is_fresh = facts.is_none();
        }
        facts.unwrap_or_default()
    }

    /// Returns the final target of a jump, given the facts when it is taken.
    fn led_on(&mut self, program: &Program, facts: &Facts, at: usize, to: Pc) -> Pc {
        let end = thread_target(program, to, |op| facts.is_taken(op));
        let place = end.0 as usize;
        if end == to {
            self.at_targets.insert(place, facts.clone());
            return to;
        }
        // Facts at an earlier op hold only for its former predecessors.
        if place <= at && self.is_fresh.get(place) != Some(&true) {
            return to;
        }
        if let Some(n) = self.n_entries.get_mut(place) {
            *n += 1;
        }
        end
    }
}

/// Returns the final target of an edge past jumps; `decided` says whether a conditional jump is taken, if the facts along the edge
/// decide that.
pub(super) fn thread_target(
    program: &Program,
    from: Pc,
    decided: impl Fn(&Op) -> Option<bool>,
) -> Pc {
    let mut at = from;
    for _ in 0..MOST_JUMPS {
        let Some(op) = program.ops.get(at.0 as usize) else {
            return at;
        };
        at = match (op.flow(), decided(op)) {
            (Flow::To(to), _) | (Flow::Either(to), Some(true)) => to,
            (Flow::Either(_), Some(false)) => Pc(at.0 + 1),
            _ if *op == NOP => Pc(at.0 + 1),
            _ => return at,
        };
    }
    at
}

/// By op: the number of jumps and calls that lead there.
fn n_entries(program: &Program) -> Vec<u32> {
    let mut entries = vec![0; program.ops.len()];
    if let Some(first) = entries.first_mut() {
        *first = 1;
    }
    for (at, op) in program.ops.iter().enumerate() {
        let (to, also) = match op.flow() {
            Flow::To(to) | Flow::Either(to) => (to.0 as usize, None),
            // Where a call returns to, other procedures are done.
            Flow::Call(to) => (to.0 as usize, Some(at + 1)),
            Flow::Next | Flow::Return | Flow::End => continue,
        };
        for entered in [Some(to), also].into_iter().flatten() {
            if let Some(n) = entries.get_mut(entered) {
                *n += 1;
            }
        }
    }
    entries
}

/// Removes ops whose only effect is to write a register that is dead afterwards.
fn remove_unread(program: &mut Program) {
    let n_registers = program.n_registers as usize;
    let (mut n_reads, mut n_writes) = (vec![0_u32; n_registers], vec![0_u32; n_registers]);
    let count = |counts: &mut Vec<u32>, reg: Reg| {
        if let Some(n) = counts.get_mut(reg.0 as usize) {
            *n += 1;
        }
    };
    for op in &program.ops {
        for_each_read(program, op, |reg| count(&mut n_reads, reg));
        if let Some(to) = op.writes() {
            count(&mut n_writes, to);
        }
    }
    let n = |counts: &[u32], reg: Reg| counts.get(reg.0 as usize).copied().unwrap_or(0);
    for at in 0..program.ops.len() {
        let Some(op) = program.ops.get(at).filter(|op| is_harmless(op)) else {
            continue;
        };
        let Some(to) = op.writes() else { continue };
        let is_state = (to.0 as usize) < program.slots.len();
        let is_unread = n(&n_reads, to) == 0
            || n(&n_writes, to) > 1 && is_overwritten(program, at as u32 + 1, to);
        if !is_state
            && is_unread
            && let Some(place) = program.ops.get_mut(at)
        {
            *place = NOP;
        }
    }
}

/// Whether an op cannot fail, and does no more than write its register.
fn is_harmless(op: &Op) -> bool {
    matches!(
        op,
        Op::Set { .. }
            | Op::Copy { .. }
            | Op::Not { .. }
            | Op::Compare { .. }
            | Op::CompareValue { .. }
            | Op::Limit { .. }
            | Op::Shift { .. }
            | Op::Member { .. }
    )
}

/// Whether every path from an op writes a register before it is read; `false` if that takes too many ops to decide.
fn is_overwritten(program: &Program, from: u32, reg: Reg) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![(from, false)];
    while let Some((at, is_called)) = open.pop() {
        if !seen.insert((at, is_called)) {
            continue;
        }
        if seen.len() > MOST_LOOKED_AT {
            return false;
        }
        let Some(op) = program.ops.get(at as usize) else {
            return false;
        };
        // A memo writes the result and continues at the return site.
        let recalls = matches!(op, Op::Recall { formula }
            if program.formulas.get(formula.0 as usize).is_some_and(|formula| formula.result == reg));
        let mut is_read = false;
        for_each_read(program, op, |read| is_read |= read == reg);
        if is_read && !recalls {
            return false;
        }
        if op.writes() == Some(reg) {
            continue;
        }
        match op.flow() {
            Flow::Next if !recalls && matches!(op, Op::Recall { .. }) && !is_called => {
                return false;
            }
            Flow::Next => open.push((at + 1, is_called)),
            Flow::To(to) => open.push((to.0, is_called)),
            Flow::Either(to) => open.extend([(at + 1, is_called), (to.0, is_called)]),
            Flow::Call(to) => open.extend([(at + 1, is_called), (to.0, true)]),
            // The path after the return was visited at the call.
            Flow::Return if is_called => {}
            Flow::Return => return false,
            Flow::End => {}
        }
    }
    true
}
