//! Jump threading (Mueller and Whalley 1995), and removal of values that are overwritten before anybody reads them.
//!
//! Lowering gives a condition a register of its own, which is set to no, perhaps to yes, and then asked. Where it is known on the
//! way to the jump that asks, the way leads on to where that jump goes. Facts are collected within extended basic blocks; the pass
//! is linear in the size of the program, and is for programs that are too large for analyses of their data flow.

use super::NOP;
use crate::cfg::jump_targets;
use crate::id::{Pc, Reg};
use crate::op::{Flow, NONE, Op, Order};
use crate::operands::{for_each_read, regs_of, retarget};
use crate::program::Program;
use crate::value::{compare, member};
use std::collections::{BTreeMap, BTreeSet};

/// Jumps that are followed at most, one after the other.
const MOST_JUMPS: usize = 16;

/// Ops that are looked at to find out whether a value is read.
const MOST_LOOKED_AT: usize = 64;

/// Leads jumps to where they end, as far as it is known beforehand, and removes what is not read any more. Ops that are not needed are
/// nothing.
pub(super) fn run(program: &mut Program) {
    negate(program);
    thread_jumps(program);
    remove_unread(program);
}

/// Joins comparisons with what says the opposite, right behind them.
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
        // What is nothing is neither less nor not less.
        if let Op::Compare { to, order, .. } | Op::CompareValue { to, order, .. } = one
            && (*to, *to) == (not, from)
            && matches!(order, Order::Equal | Order::NotEqual)
        {
            *order = order.negated();
            *two = NOP;
        }
    }
}

/// What is known of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Is(i32),
    IsNot(i32),
}

/// What is known at an op.
#[derive(Debug, Clone, Default)]
struct Facts(BTreeMap<Reg, Fact>);

impl Facts {
    fn value(&self, reg: Reg) -> Option<i32> {
        match self.0.get(&reg) {
            Some(Fact::Is(value)) => Some(*value),
            Some(Fact::IsNot(_)) | None => None,
        }
    }

    /// The op, or one that writes the number that it is known to come to.
    fn folded(&self, op: Op) -> Op {
        let found = match op {
            Op::Copy { to, from } => self.value(from).map(|value| (to, value)),
            Op::Not { to, from } => self
                .value(from)
                .map(|value| (to, 1_i32.wrapping_sub(value))),
            Op::Compare { to, a, b, order } => {
                let holds = self.value(a).zip(self.value(b));
                holds.map(|(a, b)| (to, i32::from(compare(a, b, order))))
            }
            Op::CompareValue {
                to,
                a,
                value,
                order,
            } => {
                let known = self.value(a);
                known.map(|known| (to, i32::from(compare(known, value, order))))
            }
            _ => None,
        };
        found.map_or(op, |(to, value)| Op::Set { to, value })
    }

    /// Takes in what an op writes.
    fn pass(&mut self, program: &Program, op: &Op) {
        // Who answers may exchange units that nobody has seen.
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
    fn is_taken(&self, op: &Op) -> Option<bool> {
        match *op {
            Op::JumpIf { a, when, .. } => match self.0.get(&a)? {
                Fact::Is(value) => Some((*value != 0) == when),
                Fact::IsNot(0) => Some(when),
                Fact::IsNot(_) => None,
            },
            Op::JumpCompare { a, b, order, .. } => {
                Some(compare(self.value(a)?, self.value(b)?, order))
            }
            Op::JumpCompareValue {
                a, value, order, ..
            } => match (self.0.get(&a)?, order) {
                (Fact::Is(known), order) => Some(compare(*known, value, order)),
                (Fact::IsNot(other), Order::Equal) if *other == value => Some(false),
                (Fact::IsNot(other), Order::NotEqual) if *other == value => Some(true),
                (Fact::IsNot(_), _) => None,
            },
            Op::JumpMember { a, set, when, .. } => Some(member(self.value(a)?, set) == when),
            _ => None,
        }
    }

    /// Takes in that a conditional jump was taken, or not.
    fn learn(&mut self, program: &Program, op: &Op, is_taken: bool) {
        let (reg, fact) = match *op {
            Op::JumpIf { a, when, .. } if when == is_taken => (a, Fact::IsNot(0)),
            Op::JumpIf { a, .. } => (a, Fact::Is(0)),
            Op::JumpCompareValue {
                a, value, order, ..
            } => match (order, is_taken) {
                (Order::Equal, true) | (Order::NotEqual, false) => (a, Fact::Is(value)),
                (Order::Equal, false) | (Order::NotEqual, true) => (a, Fact::IsNot(value)),
                // Nothing is neither less nor greater.
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

/// Leads each jump past the jumps of which is known where they go.
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
            // What is called may write anything; there is an entry where it returns.
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

/// What is known of the entries of ops while all are gone through in order.
struct Walk {
    /// By op: the number of jumps, calls and returns that lead there.
    n_entries: Vec<u32>,
    /// By op that was come to: whether nothing was known there.
    is_fresh: Vec<bool>,
    /// Facts at ops to which one jump leads.
    at_targets: BTreeMap<usize, Facts>,
}

impl Walk {
    /// The facts at an op, given those of the op before if that goes on here.
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

    /// Where a jump ends, given what is known when it is taken.
    fn led_on(&mut self, program: &Program, facts: &Facts, at: usize, to: Pc) -> Pc {
        let end = followed(program, facts, to);
        let place = end.0 as usize;
        if end == to {
            self.at_targets.insert(place, facts.clone());
            return to;
        }
        // What was found out about an op before holds for its entries of then.
        if place <= at && self.is_fresh.get(place) != Some(&true) {
            return to;
        }
        if let Some(n) = self.n_entries.get_mut(place) {
            *n += 1;
        }
        end
    }
}

/// Where a way ends that leads past jumps of which is known where they go.
fn followed(program: &Program, facts: &Facts, from: Pc) -> Pc {
    let mut at = from;
    for _ in 0..MOST_JUMPS {
        let Some(op) = program.ops.get(at.0 as usize) else {
            break;
        };
        at = match (op, facts.is_taken(op)) {
            (Op::Jump { to }, _) => *to,
            (&NOP, _) | (_, Some(false)) => Pc(at.0 + 1),
            (op, Some(true)) => match op.flow() {
                Flow::Either(to) => to,
                _ => break,
            },
            (_, None) => break,
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

/// Removes ops that do no more than write a register that nobody reads, or not before it is written again.
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

/// Whether a register is written on all ways from an op before it is read. What is not found out soon may be read.
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
        // Where a result is known, it is written, and what comes next is what called.
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
            // The way behind the call is looked at where it was called.
            Flow::Return if is_called => {}
            Flow::Return => return false,
            Flow::End => {}
        }
    }
    true
}
