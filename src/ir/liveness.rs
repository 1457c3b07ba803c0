//! Which registers still matter at each op.

use std::collections::BTreeMap;

use super::op::{Flow, Op, Pc, Program, Reg};
use super::operands::{Sites, for_each_read, regs_of, row};

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
        let before = ways.settle(&uses);
        Self {
            n_ops,
            before,
            uses,
            ways,
        }
    }

    /// What makes a difference inside some of the ops, if these registers do behind them, at `end`.
    pub fn inside(&self, ops: &[u32], end: u32, results: &[Reg]) -> Inside {
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
            before: self.ways.settle(&uses),
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
    order: Order,
}

const NOWHERE: u32 = u32::MAX;

impl Ways {
    fn of(program: &Program) -> Self {
        let ways = |(at, op): (u32, &Op)| match op.flow() {
            Flow::Next => [at + 1, NOWHERE],
            Flow::To(to) | Flow::Call(to) => [to.0, NOWHERE],
            Flow::Either(to) => [at + 1, to.0],
            Flow::Return | Flow::End => [NOWHERE; 2],
        };
        Self {
            next: (0..).zip(&program.ops).map(ways).collect(),
            order: Order::of(program, &Sites::of(program)),
        }
    }

    /// Finds what matters before every op; laid out as [`Liveness::before`].
    fn settle(&self, uses: &Uses) -> Vec<u64> {
        let mut before = vec![0; uses.read.len()];
        let n_ops = self.next.len().max(1);
        let rows = before.chunks_exact_mut(n_ops);
        let reads = uses.read.chunks_exact(n_ops);
        let rows = rows.zip(reads.zip(uses.kept.chunks_exact(n_ops)));
        // What nothing reads matters nowhere.
        let is_read = |(_, (read, _)): &Row<'_>| read.iter().any(|word| *word != 0);
        let mut rows: Vec<Row<'_>> = rows.filter(is_read).collect();
        let (mut live, mut read, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let (together, alone) = rows.as_chunks_mut::<LANES>();
        for [one, two, three, four] in together {
            let lanes = |parts: [&[u64]; LANES], into: &mut Vec<[u64; LANES]>| {
                let [one, two, three, four] = parts.map(<[u64]>::iter);
                into.clear();
                let lanes = one.zip(two).zip(three.zip(four));
                into.extend(lanes.map(|((one, two), (three, four))| [*one, *two, *three, *four]));
            };
            lanes([one.1.0, two.1.0, three.1.0, four.1.0], &mut read);
            lanes([one.1.1, two.1.1, three.1.1, four.1.1], &mut kept);
            live.clear();
            live.resize(n_ops, [0; LANES]);
            self.settle_lanes(&mut live, &read, &kept);
            let words = one.0.iter_mut().zip(two.0.iter_mut());
            let words = words.zip(three.0.iter_mut().zip(four.0.iter_mut()));
            for (((one, two), (three, four)), lanes) in words.zip(&live) {
                [*one, *two, *three, *four] = *lanes;
            }
        }
        for (live, (read, kept)) in alone {
            self.settle_lanes(
                live.as_chunks_mut::<1>().0,
                read.as_chunks().0,
                kept.as_chunks().0,
            );
        }
        before
    }

    /// Finds what matters of some words of registers at once.
    fn settle_lanes<const N: usize>(
        &self,
        live: &mut [[u64; N]],
        read: &[[u64; N]],
        kept: &[[u64; N]],
    ) {
        // What an op leads to comes before it; again for what rounds bring back.
        let mut again = true;
        while again {
            again = false;
            for step in &self.order.steps {
                let at = step.at as usize;
                let mut after = [0; N];
                for to in self.order.next(step) {
                    if let Some(there) = live.get(*to as usize) {
                        let words = after.iter_mut().zip(there);
                        words.for_each(|(after, there)| *after |= there);
                    }
                }
                let own = live.get_mut(at).zip(read.get(at).zip(kept.get(at)));
                if let Some((known, (read, kept))) = own {
                    let words = after.iter_mut().zip(read.iter().zip(kept));
                    words.for_each(|(word, (read, kept))| *word = *word & kept | read);
                    again |= step.is_round && *known != after;
                    *known = after;
                }
            }
        }
    }
}

/// So many words of registers are settled at once.
const LANES: usize = 4;

/// One word of registers at every op: what matters; what is read, and what is kept.
type Row<'u> = (&'u mut [u64], (&'u [u64], &'u [u64]));

/// All ops, each behind those that it leads to.
#[derive(Debug, Clone)]
struct Order {
    steps: Vec<Step>,
    /// Where they lead, those of each side by side.
    next: Vec<u32>,
}

/// An op in its place.
#[derive(Debug, Clone)]
struct Step {
    at: u32,
    /// Where it leads: from here to there in [`Order::next`].
    next: (u32, u32),
    /// An op that stands before it leads to it, on a round.
    is_round: bool,
}

impl Order {
    fn of(program: &Program, sites: &Sites) -> Self {
        let n_ops = program.ops.len();
        let mut order = Self {
            steps: Vec::with_capacity(n_ops),
            next: Vec::with_capacity(n_ops * 2),
        };
        let mut lists = BTreeMap::new();
        let mut search = Search {
            is_seen: vec![false; n_ops],
            is_done: vec![false; n_ops],
            is_round: vec![false; n_ops],
            open: Vec::new(),
        };
        for first in 0..n_ops {
            search.look_at(first);
            while let Some((at, n_followed)) = search.open.last_mut() {
                let (at, way) = (*at, *n_followed);
                *n_followed += 1;
                match way_from(program, sites, at, way) {
                    Some(next) => search.look_at(next),
                    None => {
                        // What returns to the same ops has one list of them.
                        let back = program.ops.get(at).map(|op| sites.after(op));
                        let back = back.filter(|back| !back.is_empty());
                        let next = match back.and_then(|back| lists.get(&back.as_ptr()).copied()) {
                            Some(known) => known,
                            None => {
                                order.list((0..).map_while(|way| way_from(program, sites, at, way)))
                            }
                        };
                        if let Some(back) = back {
                            lists.insert(back.as_ptr(), next);
                        }
                        order.steps.push(Step {
                            at: at as u32,
                            next,
                            is_round: false,
                        });
                        search.done();
                    }
                }
            }
        }
        for step in &mut order.steps {
            step.is_round = search.is_round.get(step.at as usize) == Some(&true);
        }
        order
    }

    /// Keeps where an op leads.
    fn list(&mut self, next: impl Iterator<Item = usize>) -> (u32, u32) {
        let start = self.next.len() as u32;
        self.next.extend(next.map(|next| next as u32));
        (start, self.next.len() as u32)
    }

    fn next(&self, step: &Step) -> &[u32] {
        let (from, to) = step.next;
        self.next.get(from as usize..to as usize).unwrap_or(&[])
    }
}

/// How far the ways from op to op have been followed.
struct Search {
    is_seen: Vec<bool>,
    is_done: Vec<bool>,
    is_round: Vec<bool>,
    /// Ops that lead to the one behind them, and how many of the ways from there have been followed.
    open: Vec<(usize, usize)>,
}

impl Search {
    /// All ways from the last op have been followed.
    fn done(&mut self) {
        let last = self.open.pop();
        let done = last.and_then(|(at, _)| self.is_done.get_mut(at));
        done.into_iter().for_each(|done| *done = true);
    }

    fn look_at(&mut self, at: usize) {
        match self.is_seen.get_mut(at) {
            Some(is_seen) if !*is_seen => {
                *is_seen = true;
                self.open.push((at, 0));
            }
            Some(_) => {
                let is_open = self.is_done.get(at) == Some(&false);
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
