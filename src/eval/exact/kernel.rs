//! Stretches of a program that are worked out once for each value of the registers that they touch.
//!
//! Inside a [`Region`] the situations are told apart only by what it touches. For each of them, from the last throw
//! back to the first, it is found how likely the stretch ends with which results; what stands in the other registers
//! does not matter, so the answer serves wherever the stretch is gone through.

use super::graph::Explorer;
use super::region::Region;
use crate::eval::machine::{Pause, Until};
use crate::eval::pool::Ways;
use crate::eval::situations::{END, Situations};
use crate::ir::{Pc, Reg};
use num_integer::Integer;

/// Throws that may follow one another inside.
const MOST_DEPTH: usize = 256;
/// Results over all situations inside, for each situation: beyond that little is shared.
const MOST_RESULTS: usize = 16;
/// Results that any stretch may have.
const FEW_RESULTS: usize = 1 << 12;

/// What a stretch comes to.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) region: Region,
    /// By question: the registers that are kept inside.
    kept: Vec<Vec<Reg>>,
    situations: Situations,
    /// By situation.
    answers: Vec<Answer>,
    /// The situations at the end of it, with their ways.
    results: Vec<(u32, u64)>,
    /// By situation, while results are added up.
    ways: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
enum Answer {
    Unknown,
    /// Being worked out.
    Open,
    Known(Known),
}

/// How a stretch can end: a piece of [`Kernel::results`], and the ways of all together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    start: usize,
    end: usize,
    total: u64,
}

impl Kernel {
    /// Nothing is worked out yet. `kept` gives what matters at each question of the program.
    pub(super) fn new<'k>(region: Region, kept: impl Iterator<Item = &'k [Reg]>) -> Self {
        let inside = |regs: &[Reg]| {
            let touched = regs.iter().copied().filter(|reg| region.touches(*reg));
            touched.collect()
        };
        let kept: Vec<Vec<Reg>> = kept.map(inside).collect();
        let n_values = std::iter::once(region.results.len()).chain(kept.iter().map(Vec::len));
        Self {
            situations: Situations::new(n_values.collect()),
            region,
            kept,
            answers: Vec::new(),
            results: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// How the stretch can end: the situations, and their ways.
    pub(super) fn results(&self, known: Known) -> &[(u32, u64)] {
        self.results.get(known.start..known.end).unwrap_or(&[])
    }

    /// The values of [`Region::results`] in a situation at the end.
    pub(super) fn values(&self, end: u32, values: &mut Vec<i32>) {
        self.situations.values(end, values);
    }

    fn answer(&mut self, node: u32, answer: Answer) {
        if self.answers.len() <= node as usize {
            self.answers.resize(node as usize + 1, Answer::Unknown);
        }
        if let Some(place) = self.answers.get_mut(node as usize) {
            *place = answer;
        }
    }
}

impl Explorer<'_, '_> {
    /// How the stretch ends that begins at the question where the machine stands; `None` if that is not worth
    /// following by itself, or a fault lies on the way.
    pub(super) fn through(&mut self, kernel: &mut Kernel, kind: usize) -> Option<Known> {
        let kept = kernel.kept.get(kind)?;
        let (node, _) = kernel.situations.number(kind as i32, kept, &self.machine);
        self.solve(kernel, node, 0)
    }

    fn solve(&mut self, kernel: &mut Kernel, node: u32, depth: usize) -> Option<Known> {
        match kernel.answers.get(node as usize) {
            Some(Answer::Known(known)) => return Some(*known),
            Some(Answer::Open) => return None,
            Some(Answer::Unknown) | None => {}
        }
        let kind = kernel.situations.kind(node);
        if kind == END {
            let start = kernel.results.len();
            kernel.results.push((node, 1));
            return Some(keep(kernel, node, start, 1));
        }
        let n_situations = kernel.situations.len();
        if depth > MOST_DEPTH || kernel.results.len() > FEW_RESULTS + MOST_RESULTS * n_situations {
            return None;
        }
        kernel.answer(node, Answer::Open);
        let ways = self.ways_inside(kernel, node, kind as usize)?;
        let mut known = Vec::with_capacity(ways.len());
        let (mut total, mut common) = (0_u64, 1_u64);
        for (to, ways) in ways {
            let there = self.solve(kernel, to, depth + 1)?;
            common = checked_lcm(common, there.total)?;
            total = total.checked_add(ways)?;
            known.push((there, ways));
        }
        add_up(kernel, node, &known, total.checked_mul(common)?, common)
    }

    /// Where the answers to a question inside lead, and in how many ways.
    fn ways_inside(
        &mut self,
        kernel: &mut Kernel,
        node: u32,
        kind: usize,
    ) -> Option<Vec<(u32, u64)>> {
        let question = self.questions.list.get(kind)?;
        let (at, pool, answer) = (question.at, question.pool, question.answer);
        let sums = self.take_sums(kind, pool?, at).ok()?;
        let mut found: Vec<(u32, u64)> = Vec::with_capacity(sums.values.len());
        let Ways::Small(ways) = &sums.ways else {
            return None;
        };
        self.values.clear();
        kernel.situations.values(node, &mut self.values);
        for (value, ways) in sums.values.iter().zip(ways) {
            for (reg, value) in kernel.kept.get(kind)?.iter().zip(&self.values) {
                self.machine.set(*reg, *value);
            }
            self.machine.set(answer, *value);
            self.machine.pc = Pc(at.0 + 1);
            let to = self.run_inside(kernel)?;
            match found.iter_mut().find(|(known, _)| *known == to) {
                Some((_, sum)) => *sum += ways,
                None => found.push((to, *ways)),
            }
        }
        if let Some(question) = self.questions.list.get_mut(kind) {
            question.sums = Some(sums);
        }
        Some(found)
    }

    /// Runs to the next question inside, or to the end of the stretch.
    fn run_inside(&mut self, kernel: &mut Kernel) -> Option<u32> {
        let program = self.graph.program;
        let mut steps = self.budget.steps.min(self.steps);
        let before = steps;
        let end = kernel.region.end;
        let mut until = Until {
            end,
            unstated: self.unstated,
        };
        let pause = self.machine.run(program, &mut until, &mut steps);
        self.steps -= before - steps;
        let (kind, regs) = match pause {
            Pause::Done if self.machine.pc == end => (END, &kernel.region.results),
            Pause::Roll(_) => {
                let kind = self.questions.index(self.machine.pc);
                (kind, kernel.kept.get(kind as usize)?)
            }
            Pause::Done | Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_) => return None,
        };
        let (node, _) = kernel.situations.number(kind, regs, &self.machine);
        Some(node)
    }
}

/// Joins what the answers of a situation lead to: each over its own total, brought to `common`.
fn add_up(
    kernel: &mut Kernel,
    node: u32,
    known: &[(Known, u64)],
    total: u64,
    common: u64,
) -> Option<Known> {
    let Kernel {
        results,
        ways: sums,
        situations,
        ..
    } = kernel;
    sums.resize(situations.len(), 0);
    let start = results.len();
    for (there, ways) in known {
        let factor = ways.checked_mul(common / there.total.max(1))?;
        for at in there.start..there.end {
            let (end, ways) = results.get(at).copied()?;
            let sum = sums.get_mut(end as usize)?;
            if *sum == 0 {
                results.push((end, 0));
            }
            *sum = sum.checked_add(ways.checked_mul(factor)?)?;
        }
    }
    let mut divisor = total;
    for (end, ways) in results.get_mut(start..)? {
        *ways = std::mem::take(sums.get_mut(*end as usize)?);
        if divisor != 1 {
            divisor = divisor.gcd(ways);
        }
    }
    for (_, ways) in results.get_mut(start..)? {
        *ways /= divisor;
    }
    Some(keep(kernel, node, start, total / divisor))
}

fn keep(kernel: &mut Kernel, node: u32, start: usize, total: u64) -> Known {
    let known = Known {
        start,
        end: kernel.results.len(),
        total,
    };
    kernel.answer(node, Answer::Known(known));
    known
}

fn checked_lcm(one: u64, other: u64) -> Option<u64> {
    if one == other {
        return Some(one);
    }
    (one / one.gcd(&other).max(1)).checked_mul(other)
}
