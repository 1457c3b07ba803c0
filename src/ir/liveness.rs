//! Which registers still matter at each op.

use super::op::{Flow, Op, Pc, Program, Reg};
use super::registers::{Sites, for_each_read, regs_of, row};

/// Programs with more places for registers, over all ops, are not looked into: this many take 16 MB.
const MOST_PLACES: usize = 1 << 27;

/// Whether a program is small enough to be looked into.
pub fn is_within_reach(program: &Program) -> bool {
    let n_registers = program.n_registers as usize;
    program.ops.len().saturating_mul(n_registers) <= MOST_PLACES
}

/// For every op, the registers whose values can still make a difference when the machine stands before it.
#[derive(Debug, Clone)]
pub struct Liveness {
    n_words: usize,
    before: Vec<u64>,
}

impl Liveness {
    /// Works it out for a whole program.
    pub fn of(program: &Program) -> Self {
        let n_words = program.n_registers as usize / 64 + 1;
        let mut liveness = Self {
            n_words,
            before: vec![0; n_words * program.ops.len()],
        };
        let sites = Sites::of(program);
        let Order {
            ops: order,
            is_round,
        } = Order::of(program, &sites);
        let (mut reads, mut ends) = (Vec::new(), Vec::with_capacity(program.ops.len()));
        for op in &program.ops {
            for_each_read(program, op, |reg| reads.push(reg));
            ends.push(reads.len());
        }
        // What an op leads to comes before it; again for what rounds bring back.
        let n_ops = program.ops.len();
        let mut row = vec![0; n_words];
        // What the way from an op leads to has changed since that op was last looked at.
        let (mut has_changed, mut is_first, mut again) = (vec![false; n_ops], true, true);
        while again {
            again = false;
            let mut in_row = n_ops;
            for at in order.iter().copied() {
                let Some(op) = program.ops.get(at) else {
                    continue;
                };
                let flow = op.flow();
                let is_old = !is_first && !leads_to(&has_changed, &sites, at, op, flow);
                let changed = has_changed.get_mut(at);
                if is_old {
                    changed.into_iter().for_each(|changed| *changed = false);
                    continue;
                }
                // The row of the next op is at hand if that has just been worked out.
                if !matches!(flow, Flow::Next) || in_row != at + 1 {
                    liveness.after(&sites, at, op, flow, &mut row);
                }
                in_row = at;
                // A `Store` overwrites a slot that only running tells, so all slots go on to matter.
                op.writes()
                    .into_iter()
                    .for_each(|reg| unmark(&mut row, reg));
                if let Some((block, _)) = op.writes_block().filter(|(_, whole)| *whole) {
                    regs_of(block).for_each(|reg| unmark(&mut row, reg));
                }
                let start = at.checked_sub(1).and_then(|at| ends.get(at)).copied();
                let end = ends.get(at).copied().unwrap_or(0);
                let read = reads.get(start.unwrap_or(0)..end).unwrap_or(&[]);
                read.iter().for_each(|reg| mark(&mut row, *reg));
                let is_round = is_round.get(at) != Some(&false);
                let known = liveness.before.get_mut(at * n_words..(at + 1) * n_words);
                if let (Some(known), Some(changed)) = (known, changed) {
                    *changed = (is_round || !is_first) && *known != *row;
                    again |= is_round && *changed;
                    known.copy_from_slice(&row);
                }
            }
            is_first = false;
        }
        liveness
    }

    /// What matters at the ops that may come next.
    #[inline]
    fn after(&self, sites: &Sites, at: usize, op: &Op, flow: Flow, row: &mut [u64]) {
        match flow {
            Flow::Next => copy(self.row(at + 1), row),
            Flow::To(to) | Flow::Call(to) => copy(self.row(to.0 as usize), row),
            Flow::Either(to) => {
                copy(self.row(at + 1), row);
                join(self.row(to.0 as usize), row);
            }
            Flow::Return => {
                row.fill(0);
                let sites = sites.after(op).iter();
                sites.for_each(|site| join(self.row(*site), row));
            }
            Flow::End => row.fill(0),
        }
    }

    fn row(&self, at: usize) -> &[u64] {
        self.before
            .get(at * self.n_words..(at + 1) * self.n_words)
            .unwrap_or(&[])
    }

    /// The registers that matter before an op, least first.
    pub fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        marked(self.row(at))
    }

    /// Lets a register matter before an op.
    pub(super) fn add(&mut self, at: usize, reg: Reg) {
        let row = at * self.n_words..(at + 1) * self.n_words;
        if let Some(row) = self.before.get_mut(row) {
            mark(row, reg);
        }
    }

    /// Whether a register matters before an op.
    pub fn is_live_before(&self, at: usize, reg: Reg) -> bool {
        is_marked(self.row(at), reg)
    }

    /// Whether a register matters after an op that goes on somewhere: next, or at its target.
    pub(super) fn is_live_after(&self, at: usize, op: &Op, reg: Reg) -> bool {
        match op.flow() {
            Flow::Next => self.is_live_before(at + 1, reg),
            Flow::To(to) | Flow::Call(to) => self.is_live_before(to.0 as usize, reg),
            Flow::Either(to) => {
                self.is_live_before(at + 1, reg) || self.is_live_before(to.0 as usize, reg)
            }
            Flow::Return => true,
            Flow::End => false,
        }
    }
}

/// Whether any of the ops that may come next is one of those.
#[inline]
fn leads_to(those: &[bool], sites: &Sites, at: usize, op: &Op, flow: Flow) -> bool {
    let is = |at: usize| those.get(at).copied().unwrap_or(false);
    match flow {
        Flow::Next => is(at + 1),
        Flow::To(to) | Flow::Call(to) => is(to.0 as usize),
        Flow::Either(to) => is(at + 1) || is(to.0 as usize),
        Flow::Return => sites.after(op).iter().any(|site| is(*site)),
        Flow::End => false,
    }
}

/// All ops, each behind those that it leads to.
struct Order {
    ops: Vec<usize>,
    /// Whether an op that stands before it leads to it, on a round.
    is_round: Vec<bool>,
}

impl Order {
    fn of(program: &Program, sites: &Sites) -> Self {
        let n_ops = program.ops.len();
        let mut order = Self {
            ops: Vec::with_capacity(n_ops),
            is_round: vec![false; n_ops],
        };
        let (mut is_seen, mut is_done) = (vec![false; n_ops], vec![false; n_ops]);
        // Ops that lead to the one behind them, and how many of the ways from there have been followed.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for first in 0..n_ops {
            order.look_at(first, &mut is_seen, &is_done, &mut open);
            while let Some((at, n_followed)) = open.last_mut() {
                let (at, way) = (*at, *n_followed);
                *n_followed += 1;
                match way_from(program, sites, at, way) {
                    Some(next) => order.look_at(next, &mut is_seen, &is_done, &mut open),
                    None => {
                        order.ops.push(at);
                        is_done
                            .get_mut(at)
                            .into_iter()
                            .for_each(|done| *done = true);
                        open.pop();
                    }
                }
            }
        }
        order
    }

    fn look_at(
        &mut self,
        at: usize,
        is_seen: &mut [bool],
        is_done: &[bool],
        open: &mut Vec<(usize, usize)>,
    ) {
        match is_seen.get_mut(at) {
            Some(is_seen) if !*is_seen => {
                *is_seen = true;
                open.push((at, 0));
            }
            Some(_) => {
                let is_open = is_done.get(at) == Some(&false);
                let known = self.is_round.get_mut(at).filter(|_| is_open);
                known.into_iter().for_each(|is_round| *is_round = true);
            }
            None => {}
        }
    }
}

/// The ways on from an op, by number.
fn way_from(program: &Program, sites: &Sites, at: usize, number: usize) -> Option<usize> {
    let op = program.ops.get(at)?;
    match (op.flow(), number) {
        (Flow::Next, 0) | (Flow::Either(_), 1) => Some(at + 1),
        (Flow::To(to) | Flow::Call(to) | Flow::Either(to), 0) => Some(to.0 as usize),
        (Flow::Return, _) => sites.after(op).get(number).copied(),
        (Flow::Next | Flow::To(_) | Flow::Call(_) | Flow::Either(_) | Flow::End, _) => None,
    }
}

/// Makes a set that of `from`; no set is empty.
fn copy(from: &[u64], set: &mut [u64]) {
    match from.len() == set.len() {
        true => set.copy_from_slice(from),
        false => set.fill(0),
    }
}

/// Adds a set to another.
fn join(from: &[u64], set: &mut [u64]) {
    set.iter_mut()
        .zip(from)
        .for_each(|(all, more)| *all |= more);
}

/// Puts a register into a set of them, one bit each.
#[inline]
pub fn mark(set: &mut [u64], reg: Reg) {
    if let Some(word) = set.get_mut(reg.0 as usize / 64) {
        *word |= 1 << (reg.0 % 64);
    }
}

/// Takes a register out of a set of them.
#[inline]
pub fn unmark(set: &mut [u64], reg: Reg) {
    if let Some(word) = set.get_mut(reg.0 as usize / 64) {
        *word &= !(1 << (reg.0 % 64));
    }
}

/// Whether a register is in a set of them.
#[inline]
pub fn is_marked(set: &[u64], reg: Reg) -> bool {
    let word = set.get(reg.0 as usize / 64).copied().unwrap_or(0);
    word >> (reg.0 % 64) & 1 == 1
}

/// The registers of a set, least first.
pub fn marked(set: &[u64]) -> impl Iterator<Item = Reg> {
    let words = (0..).zip(set.iter().copied());
    words.flat_map(|(at, word)| {
        let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
        rest.take_while(|word| *word != 0)
            .map(move |word| Reg(at * 64 + word.trailing_zeros()))
    })
}

/// For every `Roll`, `Judge` and `Choose`, in order of the ops: the registers that matter after the answer is written, that
/// of the answer left out. Two machines that stand at the same question and agree in these go on alike.
pub fn live_at_questions(program: &Program) -> Vec<(Pc, Vec<Reg>)> {
    Liveness::of(program).at_questions(program)
}

impl Liveness {
    /// What [`live_at_questions`] gives, of a program whose liveness is known.
    pub fn at_questions(&self, program: &Program) -> Vec<(Pc, Vec<Reg>)> {
        let mut questions = Vec::new();
        for (at, op) in program.ops.iter().enumerate() {
            let (Op::Roll { to, .. } | Op::Judge { to, .. } | Op::Choose { to, .. }) = op else {
                continue;
            };
            // What can be chosen belongs to the question.
            let is_offered = matches!(op, Op::Choose { .. });
            let mut kept: Vec<Reg> = self.live_before(at + 1).filter(|reg| reg != to).collect();
            if is_offered && let Some((first, n)) = row(program, op) {
                kept.extend((first.0..).take(n).map(Reg));
                kept.sort_unstable();
                kept.dedup();
            }
            questions.push((Pc(at as u32), kept));
        }
        questions
    }
}
