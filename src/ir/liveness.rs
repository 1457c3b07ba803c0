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
        let mut live = vec![0; n_words];
        // Backwards, as most ways lead forwards; again for what rounds bring back.
        let mut changed = true;
        while changed {
            changed = false;
            for (at, op) in program.ops.iter().enumerate().rev() {
                live.fill(0);
                for_each_next(&sites, at, op, |next| liveness.add_to(next, &mut live));
                step_back(program, op, &mut live);
                changed |= liveness.replace(at, &live);
            }
        }
        liveness
    }

    fn row(&self, at: usize) -> &[u64] {
        self.before
            .get(at * self.n_words..(at + 1) * self.n_words)
            .unwrap_or(&[])
    }

    fn add_to(&self, at: usize, live: &mut [u64]) {
        for (word, more) in live.iter_mut().zip(self.row(at)) {
            *word |= more;
        }
    }

    fn replace(&mut self, at: usize, live: &[u64]) -> bool {
        let row = self
            .before
            .get_mut(at * self.n_words..(at + 1) * self.n_words);
        let mut changed = false;
        for (word, live) in row.into_iter().flatten().zip(live) {
            changed |= word != live;
            *word = *live;
        }
        changed
    }

    /// The registers that matter before an op, least first.
    pub(super) fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        let words = (0..).zip(self.row(at).iter().copied());
        words.flat_map(|(at, word)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|word| *word != 0)
                .map(move |word| Reg(at * 64 + word.trailing_zeros()))
        })
    }

    /// Lets a register matter before an op.
    pub(super) fn add(&mut self, at: usize, reg: Reg) {
        let word = at * self.n_words + reg.0 as usize / 64;
        if let Some(word) = self.before.get_mut(word) {
            *word |= 1 << (reg.0 % 64);
        }
    }

    /// Whether a register matters before an op.
    pub fn is_live_before(&self, at: usize, reg: Reg) -> bool {
        let word = self.row(at).get(reg.0 as usize / 64).copied().unwrap_or(0);
        word >> (reg.0 % 64) & 1 == 1
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

/// Calls `visit` with every op that may come next.
fn for_each_next(sites: &Sites, at: usize, op: &Op, mut visit: impl FnMut(usize)) {
    match op.flow() {
        Flow::Next => visit(at + 1),
        Flow::To(to) | Flow::Call(to) => visit(to.0 as usize),
        Flow::Either(to) => {
            visit(at + 1);
            visit(to.0 as usize);
        }
        Flow::Return => sites.after(op).iter().copied().for_each(visit),
        Flow::End => {}
    }
}

/// From what matters after an op to what matters before it. `Store` overwrites a slot that only running tells, so
/// all slots go on to matter.
fn step_back(program: &Program, op: &Op, live: &mut [u64]) {
    if let Some(reg) = op.writes()
        && let Some(word) = live.get_mut(reg.0 as usize / 64)
    {
        *word &= !(1 << (reg.0 % 64));
    }
    if let Some((block, true)) = op.writes_block() {
        for reg in regs_of(block) {
            if let Some(word) = live.get_mut(reg.0 as usize / 64) {
                *word &= !(1 << (reg.0 % 64));
            }
        }
    }
    for_each_read(program, op, |reg| {
        if let Some(word) = live.get_mut(reg.0 as usize / 64) {
            *word |= 1 << (reg.0 % 64);
        }
    });
}

fn in_row(program: &Program, op: &Op, reg: Reg) -> bool {
    row(program, op).is_some_and(|(first, n)| (first.0..first.0 + n as u32).contains(&reg.0))
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
            let kept = (0..program.n_registers)
                .map(Reg)
                .filter(|reg| {
                    // What can be chosen belongs to the question.
                    let is_offered = matches!(op, Op::Choose { .. }) && in_row(program, op, *reg);
                    is_offered || reg != to && self.is_live_before(at + 1, *reg)
                })
                .collect();
            questions.push((Pc(at as u32), kept));
        }
        questions
    }
}
