//! Which registers still matter at each op.

use super::op::{Block, Flow, Op, Pc, Program, Reg};
use super::registers::{Sites, for_each_read, row};

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
        let mut reads = vec![0; n_words * program.ops.len()];
        for (op, row) in program.ops.iter().zip(reads.chunks_exact_mut(n_words)) {
            for_each_read(program, op, |reg| mark(row, reg));
        }
        // Backwards, as most ways lead forwards; again for what rounds bring back.
        let mut changed = true;
        while changed {
            changed = false;
            let ops = program.ops.iter().zip(reads.chunks_exact(n_words));
            for (at, (op, reads)) in ops.enumerate().rev() {
                // A `Store` overwrites a slot that only running tells, so all slots go on to matter.
                let written = op.writes().map_or((usize::MAX, 0), |reg| {
                    (reg.0 as usize / 64, 1_u64 << (reg.0 % 64))
                });
                let whole = op.writes_block().filter(|(_, whole)| *whole);
                for (word, reads) in reads.iter().enumerate() {
                    let mut live = liveness.live_next(&sites, at, op, word);
                    if word == written.0 {
                        live &= !written.1;
                    }
                    if let Some((block, _)) = whole {
                        live &= !in_word(block, word);
                    }
                    changed |= liveness.replace(at, word, live | reads);
                }
            }
        }
        liveness
    }

    /// A word of what matters at the ops that may come next.
    #[inline]
    fn live_next(&self, sites: &Sites, at: usize, op: &Op, word: usize) -> u64 {
        let live = |at: usize| {
            let word = self.before.get(at * self.n_words + word);
            word.copied().unwrap_or(0)
        };
        match op.flow() {
            Flow::Next => live(at + 1),
            Flow::To(to) | Flow::Call(to) => live(to.0 as usize),
            Flow::Either(to) => live(at + 1) | live(to.0 as usize),
            Flow::Return => {
                let sites = sites.after(op).iter();
                sites.fold(0, |all, site| all | live(*site))
            }
            Flow::End => 0,
        }
    }

    #[inline]
    fn replace(&mut self, at: usize, word: usize, live: u64) -> bool {
        match self.before.get_mut(at * self.n_words + word) {
            Some(place) => std::mem::replace(place, live) != live,
            None => false,
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

/// The registers of a block that are in one word of a set.
fn in_word(block: Block, word: usize) -> u64 {
    let (first, end) = (block.first.0 as usize, (block.first.0 + block.n) as usize);
    let below = |bound: usize| match bound.saturating_sub(64 * word) {
        bits @ 0..64 => (1_u64 << bits) - 1,
        _ => u64::MAX,
    };
    below(end) & !below(first)
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
