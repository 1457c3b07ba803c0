//! Equivalence classes of answers: two answers to a question are equivalent if every later op treats them alike,
//! for any values of the other registers.
//!
//! A d6 that must show 5 or more has six answers, but only two classes. All paths from the question are
//! followed while some register holds the answer or the answer plus a constant; every comparison of it with a constant
//! splits classes (partition refinement). With any other use of it, each answer is a class of its own.

use crate::pool::{Sums, Ways};
use num_bigint::BigUint;
use sandtable_ir::liveness::Liveness;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{Flow, Op, Pc, Program, Reg};
use std::collections::BTreeSet;

/// Points of the program that are visited before each answer is taken to be a class of its own.
const MOST_VISITS: usize = 400;

/// Registers that hold the answer plus a constant.
type Holders = Vec<(Reg, i32)>;

/// Returns the least answer of each class, with the number of ways of the whole class.
pub(super) fn merge(
    program: &Program,
    liveness: &Liveness,
    at: Pc,
    answer: Reg,
    sums: &Sums,
) -> Sums {
    match classes(program, liveness, at, answer, &sums.values) {
        Some(classes) => join(sums, &classes),
        None => sums.clone(),
    }
}

/// By answer, the least first: the number of its class. `None` if each is taken to be a class of its own.
pub(super) fn classes(
    program: &Program,
    liveness: &Liveness,
    at: Pc,
    answer: Reg,
    values: &[i32],
) -> Option<Vec<u32>> {
    debug_assert!(values.is_sorted(), "the least answer comes first");
    if values.len() < 2 {
        return None;
    }
    let mut walk = Refinement {
        program,
        liveness,
        classes: vec![0; values.len()],
        n_classes: 1,
        values,
        open: vec![(Pc(at.0 + 1), vec![(answer, 0)])],
        seen: BTreeSet::new(),
    };
    walk.run()?;
    Some(walk.classes)
}

/// Joins the answers of each class, with the sum of their ways.
#[expect(
    clippy::indexing_slicing,
    reason = "there is a class and a number of ways for each answer"
)]
fn join(sums: &Sums, classes: &[u32]) -> Sums {
    debug_assert!(sums.is_sound(), "each answer has its ways");
    let mut numbers: Vec<u32> = Vec::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, class) in classes.iter().enumerate() {
        match numbers.iter().position(|known| known == class) {
            Some(group) => groups[group].push(at),
            None => {
                numbers.push(*class);
                groups.push(vec![at]);
            }
        }
    }
    Sums {
        values: groups.iter().map(|group| sums.values[group[0]]).collect(),
        ways: match &sums.ways {
            Ways::Small(ways) => {
                let sum = |group: &Vec<usize>| group.iter().map(|at| ways[*at]).sum();
                Ways::Small(groups.iter().map(sum).collect())
            }
            Ways::Large(ways) => {
                let sum =
                    |group: &Vec<usize>| -> BigUint { group.iter().map(|at| &ways[*at]).sum() };
                Ways::Large(groups.iter().map(sum).collect())
            }
        },
    }
}

struct Refinement<'a> {
    program: &'a Program,
    liveness: &'a Liveness,
    /// By answer: its class.
    classes: Vec<u32>,
    n_classes: u32,
    values: &'a [i32],
    open: Vec<(Pc, Holders)>,
    seen: BTreeSet<(Pc, Holders)>,
}

impl Refinement<'_> {
    /// `None` if the analysis does not cover a use of the answer.
    fn run(&mut self) -> Option<()> {
        while let Some((at, mut holders)) = self.open.pop() {
            holders.retain(|(reg, _)| self.liveness.is_live_before(at.0 as usize, *reg));
            if holders.is_empty() || !self.seen.insert((at, holders.clone())) {
                continue;
            }
            if self.seen.len() > MOST_VISITS || self.n_classes as usize >= self.values.len() {
                return None;
            }
            let op = *self.program.op(at);
            // Answers that are live at a question or in the outcome are distinguished there.
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

    /// The transfer function of an op on the registers that hold the answer; splits the classes that the op distinguishes.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every op that no line names, also a new one, uses the answer in a way that is not analysed"
    )]
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

    /// Adds a constant to an offset; `None` if any answer would leave the range of numbers.
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

    /// Splits every class that a condition divides.
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
