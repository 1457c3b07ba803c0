//! Which registers still matter at each op.

use super::op::{Flow, Op, Pc, Program, Reg};
use super::registers::{Sites, for_each_read, regs_of, row};

/// Programs with more places for registers, over all ops, are not looked into: what matters there takes 16 MB for this many, and
/// finding it three times that.
const MOST_PLACES: usize = 1 << 27;

/// Whether a program is small enough to be looked into.
pub fn is_within_reach(program: &Program) -> bool {
    let n_registers = program.n_registers as usize;
    program.ops.len().saturating_mul(n_registers) <= MOST_PLACES
}

/// For every op, the registers whose values can still make a difference when the machine stands before it.
#[derive(Debug, Clone)]
pub struct Liveness {
    n_ops: usize,
    /// By 64 registers, then by op.
    before: Vec<u64>,
    uses: Uses,
    ways: Ways,
}

impl Liveness {
    /// Works it out for a whole program.
    pub fn of(program: &Program) -> Self {
        let n_ops = program.ops.len();
        let n_words = program.n_registers as usize / 64 + 1;
        let mut uses = Uses {
            read: vec![0; n_words * n_ops],
            kept: vec![u64::MAX; n_words * n_ops],
        };
        for (at, op) in program.ops.iter().enumerate() {
            uses.add(program, op, |reg| reg.0 as usize / 64 * n_ops + at);
        }
        let ways = Ways::of(program);
        let before = ways.settle(program, &uses);
        Self {
            n_ops,
            before,
            uses,
            ways,
        }
    }

    /// What makes a difference inside some of the ops, if these registers do behind them, at `end`.
    pub fn inside(&self, program: &Program, ops: &[u32], end: u32, results: &[Reg]) -> Inside {
        let n_places = self.before.len();
        let mut uses = Uses {
            read: vec![0; n_places],
            kept: vec![0; n_places],
        };
        for op in ops {
            for at in (*op as usize..n_places).step_by(self.n_ops) {
                let own = uses.read.get_mut(at).zip(uses.kept.get_mut(at));
                let all = self.uses.read.get(at).zip(self.uses.kept.get(at));
                if let (Some((read, kept)), Some((reads, keeps))) = (own, all) {
                    (*read, *kept) = (*reads, *keeps);
                }
            }
        }
        for reg in results {
            let at = reg.0 as usize / 64 * self.n_ops + end as usize;
            if let Some(word) = uses.read.get_mut(at) {
                *word |= 1 << (reg.0 % 64);
            }
        }
        Inside {
            n_ops: self.n_ops,
            before: self.ways.settle(program, &uses),
        }
    }

    /// The ops that may come next, less those behind a `Return`.
    pub fn next(&self, at: u32) -> impl Iterator<Item = u32> {
        let next = self.ways.next.get(at as usize);
        let next = next.copied().unwrap_or([NOWHERE; 2]);
        next.into_iter().filter(|next| *next != NOWHERE)
    }

    /// The registers that matter before an op, least first.
    pub fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        live_before(&self.before, self.n_ops, at)
    }

    /// Lets a register matter before an op.
    pub(super) fn add(&mut self, at: usize, reg: Reg) {
        let word = self.before.get_mut(reg.0 as usize / 64 * self.n_ops + at);
        if let Some(word) = word {
            *word |= 1 << (reg.0 % 64);
        }
    }

    /// Whether a register matters before an op.
    pub fn is_live_before(&self, at: usize, reg: Reg) -> bool {
        let word = self.before.get(reg.0 as usize / 64 * self.n_ops + at);
        at < self.n_ops && word.is_some_and(|word| word >> (reg.0 % 64) & 1 == 1)
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

/// What still makes a difference inside a piece of a program.
#[derive(Debug)]
pub struct Inside {
    n_ops: usize,
    before: Vec<u64>,
}

impl Inside {
    /// The registers that matter before an op, least first.
    pub fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        live_before(&self.before, self.n_ops, at)
    }
}

fn live_before(before: &[u64], n_ops: usize, at: usize) -> impl Iterator<Item = Reg> {
    let from = if at < n_ops { at } else { before.len() };
    let words = before.get(from..).unwrap_or(&[]).iter();
    Marked::of(words.step_by(n_ops.max(1)).copied())
}

/// What every op does with registers, laid out as [`Liveness::before`].
#[derive(Debug, Clone)]
struct Uses {
    /// Those that it reads.
    read: Vec<u64>,
    /// Those that it does not overwrite whatever happens.
    kept: Vec<u64>,
}

impl Uses {
    /// Takes in an op; `place` says in which word a register has its bit.
    fn add(&mut self, program: &Program, op: &Op, place: impl Fn(Reg) -> usize) {
        for_each_read(program, op, |reg| {
            if let Some(word) = self.read.get_mut(place(reg)) {
                *word |= 1 << (reg.0 % 64);
            }
        });
        // A `Store` overwrites a slot that only running tells, so all slots go on to matter.
        let block = op.writes_block().filter(|(_, whole)| *whole);
        let block = block.into_iter().flat_map(|(block, _)| regs_of(block));
        for reg in op.writes().into_iter().chain(block) {
            if let Some(word) = self.kept.get_mut(place(reg)) {
                *word &= !(1 << (reg.0 % 64));
            }
        }
    }
}

/// The ways on from every op.
#[derive(Debug, Clone)]
struct Ways {
    /// The ops that may come next; [`NOWHERE`] where there are fewer.
    next: Vec<[u32; 2]>,
    sites: Sites,
    /// The ops to which a way leads back.
    is_round: Vec<bool>,
}

const NOWHERE: u32 = u32::MAX;

impl Ways {
    fn of(program: &Program) -> Self {
        let sites = Sites::of(program);
        let mut is_round = vec![false; program.ops.len()];
        let mut mark = |from: u32, to: u32| {
            if let Some(is_round) = is_round.get_mut(to as usize).filter(|_| to <= from) {
                *is_round = true;
            }
        };
        let mut next = Vec::with_capacity(program.ops.len());
        for (at, op) in (0..).zip(&program.ops) {
            next.push(match op.flow() {
                Flow::Next => [at + 1, NOWHERE],
                Flow::To(to) | Flow::Call(to) => {
                    mark(at, to.0);
                    [to.0, NOWHERE]
                }
                Flow::Either(to) => {
                    mark(at, to.0);
                    [at + 1, to.0]
                }
                Flow::Return => {
                    let sites = sites.after(op).iter();
                    sites.for_each(|site| mark(at, *site as u32));
                    [NOWHERE; 2]
                }
                Flow::End => [NOWHERE; 2],
            });
        }
        Self {
            next,
            sites,
            is_round,
        }
    }

    /// Finds what matters before every op; laid out as [`Liveness::before`].
    fn settle(&self, program: &Program, uses: &Uses) -> Vec<u64> {
        let mut before = vec![0; uses.read.len()];
        let n_ops = self.next.len().max(1);
        let rows = before.chunks_exact_mut(n_ops);
        let reads = uses.read.chunks_exact(n_ops);
        let uses = reads.zip(uses.kept.chunks_exact(n_ops));
        for (row, (read, kept)) in rows.zip(uses) {
            self.settle_row(program, row, read, kept);
        }
        before
    }

    fn settle_row(&self, program: &Program, live: &mut [u64], read: &[u64], kept: &[u64]) {
        // Backwards, as most ways lead forwards; again for what rounds bring back.
        let mut changed = true;
        while changed {
            changed = false;
            let uses = read.iter().zip(kept).zip(&self.next).zip(&self.is_round);
            for (at, (((read, kept), next), is_round)) in uses.enumerate().rev() {
                let there = |to: &u32| live.get(*to as usize).copied().unwrap_or(0);
                let mut after = next.iter().map(there).fold(0, |all, more| all | more);
                if *next == [NOWHERE; 2]
                    && let Some(op @ Op::Return { .. }) = program.ops.get(at)
                {
                    let sites = self.sites.after(op).iter();
                    after = sites.fold(0, |all, site| all | there(&(*site as u32)));
                }
                if let Some(known) = live.get_mut(at) {
                    let now = after & kept | read;
                    changed |= *is_round && *known != now;
                    *known = now;
                }
            }
        }
    }
}

/// Puts a register into a set of them, one bit each.
#[inline]
pub fn mark(set: &mut [u64], reg: Reg) {
    if let Some(word) = set.get_mut(reg.0 as usize / 64) {
        *word |= 1 << (reg.0 % 64);
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
    Marked::of(set.iter().copied())
}

/// The registers of a set whose words come one by one.
struct Marked<I> {
    words: I,
    /// What is left of the present word.
    word: u64,
    /// One past the last register of the present word.
    end: u32,
}

impl<I: Iterator<Item = u64>> Marked<I> {
    fn of(words: I) -> Self {
        Self {
            words,
            word: 0,
            end: 0,
        }
    }
}

impl<I: Iterator<Item = u64>> Iterator for Marked<I> {
    type Item = Reg;

    #[inline]
    fn next(&mut self) -> Option<Reg> {
        while self.word == 0 {
            self.word = self.words.next()?;
            self.end += 64;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(Reg(self.end - 64 + bit))
    }
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
