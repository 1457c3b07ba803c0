//! Which answers to a question come to the same, whatever the machine has in its other registers.
//!
//! A d6 that must show 5 or more has six answers, but only two need to be followed. All ways from the question are
//! walked while some register holds the answer or the answer plus a constant; every comparison of it with a constant
//! splits the answers. If it is used in any other way, each answer is followed by itself.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "every op that no line names, also a new one, uses the answer in a way that is not looked into"
)]

use crate::pool::{Sums, Ways};
use num_bigint::BigUint;
use sandtable_ir::liveness::Liveness;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{Flow, Op, Pc, Program, Reg};
use std::collections::BTreeSet;

/// Places that are looked at before each answer is taken to be different.
const MOST_PLACES: usize = 400;

/// Registers that hold the answer plus a constant.
type Holders = Vec<(Reg, i32)>;

/// Puts answers that come to the same together, under the least of them.
pub(super) fn merged(
    program: &Program,
    liveness: &Liveness,
    at: Pc,
    answer: Reg,
    sums: &Sums,
) -> Sums {
    let mut walk = Walk {
        program,
        liveness,
        classes: vec![0; sums.values.len()],
        n_classes: 1,
        values: &sums.values,
        open: vec![(Pc(at.0 + 1), vec![(answer, 0)])],
        seen: BTreeSet::new(),
    };
    if sums.values.len() < 2 || walk.run().is_none() {
        return sums.clone();
    }
    join(sums, &walk.classes)
}

/// One answer for each class, with the ways of all in it.
fn join(sums: &Sums, classes: &[u32]) -> Sums {
    let mut firsts: Vec<(u32, usize)> = Vec::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, class) in classes.iter().enumerate() {
        match firsts.iter().find(|(known, _)| known == class) {
            Some((_, group)) => {
                if let Some(group) = groups.get_mut(*group) {
                    group.push(at);
                }
            }
            None => {
                firsts.push((*class, groups.len()));
                groups.push(vec![at]);
            }
        }
    }
    let value = |group: &Vec<usize>| sums.values.get(*group.first()?).copied();
    Sums {
        values: groups.iter().filter_map(value).collect(),
        ways: match &sums.ways {
            Ways::Small(ways) => {
                let sum = |group: &Vec<usize>| group.iter().filter_map(|at| ways.get(*at)).sum();
                Ways::Small(groups.iter().map(sum).collect())
            }
            Ways::Large(ways) => {
                let sum = |group: &Vec<usize>| -> BigUint {
                    group.iter().filter_map(|at| ways.get(*at)).sum()
                };
                Ways::Large(groups.iter().map(sum).collect())
            }
        },
    }
}

struct Walk<'a> {
    program: &'a Program,
    liveness: &'a Liveness,
    /// Of each answer.
    classes: Vec<u32>,
    n_classes: u32,
    values: &'a [i32],
    open: Vec<(Pc, Holders)>,
    seen: BTreeSet<(Pc, Holders)>,
}

impl Walk<'_> {
    /// `None` if the answer is used in a way that is not looked into.
    fn run(&mut self) -> Option<()> {
        while let Some((at, mut holders)) = self.open.pop() {
            holders.retain(|(reg, _)| self.liveness.is_live_before(at.0 as usize, *reg));
            if holders.is_empty() || !self.seen.insert((at, holders.clone())) {
                continue;
            }
            if self.seen.len() > MOST_PLACES || self.n_classes as usize >= self.values.len() {
                return None;
            }
            let op = *self.program.ops.get(at.0 as usize)?;
            // What still matters at a question or in the outcome is told apart there.
            if matches!(op, Op::Done | Op::Roll { .. }) {
                return None;
            }
            let holders = self.step(&op, holders)?;
            let next = Pc(at.0 + 1);
            match op.flow() {
                Flow::Next => self.open.push((next, holders)),
                Flow::To(to) => self.open.push((to, holders)),
                Flow::Either(to) => {
                    self.open.push((to, holders.clone()));
                    self.open.push((next, holders));
                }
                Flow::End => {}
                Flow::Call(_) | Flow::Return => return None,
            }
        }
        Some(())
    }

    /// What holds the answer after an op; splits the answers that the op tells apart.
    fn step(&mut self, op: &Op, mut holders: Holders) -> Option<Holders> {
        let offset = |reg: Reg| {
            let holder = holders.iter().find(|(holder, _)| *holder == reg);
            holder.map(|(_, offset)| *offset)
        };
        let mut result = None;
        match *op {
            Op::Copy { from, .. } => result = offset(from),
            Op::AddValue { a, value, .. } => {
                if let Some(offset) = offset(a) {
                    result = Some(self.offset(offset, value)?);
                }
            }
            Op::JumpCompareValue {
                a, value, order, ..
            } => {
                if let Some(offset) = offset(a) {
                    self.split(|answer| compare(answer + offset, value, order));
                }
            }
            Op::JumpMember { a, set, .. } => {
                if let Some(offset) = offset(a) {
                    self.split(|answer| member(answer + offset, set));
                }
            }
            Op::JumpIf { a, .. } => {
                if let Some(offset) = offset(a) {
                    self.split(|answer| answer + offset != 0);
                }
            }
            _ => {
                let mut is_read = false;
                self.program
                    .for_each_read(op, |reg| is_read |= offset(reg).is_some());
                if is_read {
                    return None;
                }
            }
        }
        if let Some((block, _)) = op.writes_block() {
            let behind = block.first.0 + block.n;
            holders.retain(|(reg, _)| !(block.first.0..behind).contains(&reg.0));
        }
        if let Some(to) = op.writes() {
            holders.retain(|(reg, _)| *reg != to);
            holders.extend(result.map(|offset| (to, offset)));
            holders.sort_unstable();
        }
        Some(holders)
    }

    /// A further constant; `None` unless all answers stay well within the numbers.
    fn offset(&self, offset: i32, value: i32) -> Option<i32> {
        let offset = offset.checked_add(value)?;
        let (least, most) = (self.values.first()?, self.values.last()?);
        let fits = |answer: &i32| {
            answer
                .checked_add(offset)
                .is_some_and(|sum| sum != sandtable_ir::NONE)
        };
        (fits(least) && fits(most)).then_some(offset)
    }

    /// Gives new classes to the answers of every class that a question divides.
    fn split(&mut self, holds: impl Fn(i32) -> bool) {
        let n_before = self.n_classes;
        for class in 0..n_before {
            let mut pairs = self.classes.iter().zip(self.values);
            let mut members = pairs
                .by_ref()
                .filter(|(of, _)| **of == class)
                .map(|(_, value)| holds(*value));
            let Some(first) = members.next() else {
                continue;
            };
            if members.all(|holds| holds == first) {
                continue;
            }
            for (of, value) in self.classes.iter_mut().zip(self.values) {
                if *of == class && holds(*value) != first {
                    *of = self.n_classes;
                }
            }
            self.n_classes += 1;
        }
    }
}
