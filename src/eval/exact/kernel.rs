//! Stretches of a program that are worked out once for each value of the registers that they touch.
//!
//! Inside a [`Region`] the situations are told apart only by what it touches. For each of them, from the last throw
//! back to the first, it is found how likely the stretch ends with which results; what stands in the other registers
//! does not matter, so the answer serves wherever the stretch is gone through.

use super::graph::Explorer;
use super::region::Region;
use crate::eval::machine::{Machine, Pause, Until};
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
/// How many ways on from the ends are remembered.
const MOST_BEYOND: usize = 1 << 22;
/// Ways are brought to lowest terms when they are so many; else only where a stretch begins.
const LARGE: u64 = 1 << 40;
/// Where nobody went yet.
const UNKNOWN: u32 = u32::MAX;

/// What a stretch comes to.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) region: Region,
    /// By question: the registers that are kept inside.
    kept: Vec<Vec<Reg>>,
    situations: Situations,
    /// By situation.
    answers: Vec<Answer>,
    /// The situations at the end of it.
    ends: Vec<u32>,
    /// Places in [`Self::ends`], with their ways.
    results: Vec<(u32, u64)>,
    /// By end, while results are added up.
    ways: Vec<u64>,
    /// Room for the answers to a question.
    spare: Vec<Vec<(u32, u64)>>,
    /// The values of what the stretch leaves as it is, numbered.
    outside: Situations,
    /// By these and by end: the situation of the whole program to which it leads.
    beyond: Vec<Vec<u32>>,
    n_beyond: usize,
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
    pub(super) total: u64,
    is_reduced: bool,
}

impl Known {
    /// Where its results stand, see [`Kernel::result`].
    pub(super) fn places(self) -> std::ops::Range<usize> {
        self.start..self.end
    }
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
            outside: Situations::new(vec![0, region.unchanged.len()]),
            region,
            kept,
            answers: Vec::new(),
            ends: Vec::new(),
            results: Vec::new(),
            ways: Vec::new(),
            spare: Vec::new(),
            beyond: Vec::new(),
            n_beyond: 0,
        }
    }

    /// One way in which the stretch can end: the number of the end, and in how many ways.
    #[inline]
    pub(super) fn result(&self, at: usize) -> Option<(u32, u64)> {
        self.results.get(at).copied()
    }

    /// The values of [`Region::results`] at an end.
    pub(super) fn values(&self, end: u32, values: &mut Vec<i32>) {
        if let Some(node) = self.ends.get(end as usize) {
            self.situations.values(*node, values);
        }
    }

    /// The number of what a machine at the first throw has in the registers that the stretch leaves as they are.
    pub(super) fn outside(&mut self, machine: &Machine) -> u32 {
        let (outside, new) = self.outside.number(0, &self.region.unchanged, machine);
        if new {
            self.beyond.push(Vec::new());
        }
        outside
    }

    /// Where an end leads, if somebody went there.
    #[inline]
    pub(super) fn beyond(&self, outside: u32, end: u32) -> Option<u32> {
        let ends = self.beyond.get(outside as usize)?;
        ends.get(end as usize).copied().filter(|to| *to != UNKNOWN)
    }

    /// Remembers where an end leads.
    pub(super) fn goes_on(&mut self, outside: u32, end: u32, to: u32) {
        let Some(ends) = self.beyond.get_mut(outside as usize) else {
            return;
        };
        let more = (end as usize + 1).saturating_sub(ends.len());
        if self.n_beyond + more > MOST_BEYOND {
            return;
        }
        self.n_beyond += more;
        ends.resize(ends.len() + more, UNKNOWN);
        if let Some(place) = ends.get_mut(end as usize) {
            *place = to;
        }
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
        let known = self.solve(kernel, node, 0)?;
        match known.is_reduced {
            true => Some(known),
            false => reduce(kernel, node, known),
        }
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
            kernel.results.push((kernel.ends.len() as u32, 1));
            kernel.ends.push(node);
            return Some(keep(kernel, node, start, 1));
        }
        let n_situations = kernel.situations.len();
        if depth > MOST_DEPTH || kernel.results.len() > FEW_RESULTS + MOST_RESULTS * n_situations {
            return None;
        }
        kernel.answer(node, Answer::Open);
        let ways = self.ways_inside(kernel, node, kind as usize)?;
        let (mut total, mut common) = (0_u64, 1_u64);
        for (to, ways) in &ways {
            let there = self.solve(kernel, *to, depth + 1)?;
            common = checked_lcm(common, there.total)?;
            total = total.checked_add(*ways)?;
        }
        let known = add_up(kernel, node, &ways, total.checked_mul(common)?, common);
        kernel.spare.push(ways);
        known
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
        let mut found = kernel.spare.pop().unwrap_or_default();
        found.clear();
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

/// Joins what the answers of a situation lead to, all of it known: each over its own total, brought to `common`.
fn add_up(
    kernel: &mut Kernel,
    node: u32,
    answers: &[(u32, u64)],
    total: u64,
    common: u64,
) -> Option<Known> {
    let Kernel {
        answers: known,
        results,
        ways: sums,
        ends,
        ..
    } = kernel;
    sums.resize(ends.len(), 0);
    let start = results.len();
    for (to, ways) in answers {
        let Some(Answer::Known(there)) = known.get(*to as usize) else {
            return None;
        };
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
    for (end, ways) in results.get_mut(start..)? {
        *ways = std::mem::take(sums.get_mut(*end as usize)?);
    }
    let known = keep(kernel, node, start, total);
    match total {
        ..LARGE => Some(known),
        _ => reduce(kernel, node, known),
    }
}

/// Brings the ways of a situation to lowest terms.
fn reduce(kernel: &mut Kernel, node: u32, known: Known) -> Option<Known> {
    let results = kernel.results.get_mut(known.places())?;
    let mut divisor = known.total;
    for (_, ways) in results.iter() {
        if divisor == 1 {
            break;
        }
        divisor = divisor.gcd(ways);
    }
    for (_, ways) in results {
        *ways /= divisor.max(1);
    }
    let known = Known {
        total: known.total / divisor.max(1),
        is_reduced: true,
        ..known
    };
    kernel.answer(node, Answer::Known(known));
    Some(known)
}

fn keep(kernel: &mut Kernel, node: u32, start: usize, total: u64) -> Known {
    let known = Known {
        start,
        end: kernel.results.len(),
        total,
        is_reduced: total == 1,
    };
    kernel.answer(node, Answer::Known(known));
    known
}

fn checked_lcm(one: u64, other: u64) -> Option<u64> {
    if one.is_multiple_of(other) {
        return Some(one);
    }
    if other.is_multiple_of(one) {
        return Some(other);
    }
    (one / one.gcd(&other).max(1)).checked_mul(other)
}
