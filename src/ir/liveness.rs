//! Liveness of registers: a backward data-flow analysis.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::cfg::{self, DepthFirst, ReturnSites};
use super::id::{Pc, Reg};
use super::op::{Block, Flow, Op};
use super::operands::{for_each_read, regs_of, row};
use super::program::Program;

/// Ops times registers of the largest program that is analysed: its sets take 16 MB, and finding them three times that.
const MOST_PLACES: usize = 1 << 27;

/// Whether a program is small enough to be analysed.
pub fn is_within_reach(program: &Program) -> bool {
    let n_registers = program.n_registers as usize;
    program.ops.len().saturating_mul(n_registers) <= MOST_PLACES
}

/// The live registers before every op: those whose values may still be read.
#[derive(Debug, Clone)]
pub struct Liveness {
    n_ops: usize,
    /// By 64 registers, then by op.
    before: Vec<u64>,
    uses: Transfer,
    flow: DataFlow,
}

impl Liveness {
    /// Analyses a whole program.
    pub fn of(program: &Program) -> Self {
        let n_ops = program.ops.len();
        let n_words = program.n_registers as usize / 64 + 1;
        let mut uses = Transfer {
            read: vec![0; n_words * n_ops],
            kept: vec![u64::MAX; n_words * n_ops],
        };
        for (at, op) in program.ops.iter().enumerate() {
            uses.add(program, op, |reg| reg.0 as usize / 64 * n_ops + at);
        }
        let flow = DataFlow::of(program);
        let before = flow.solve(&uses);
        Self {
            n_ops,
            before,
            uses,
            flow,
        }
    }

    /// Returns the liveness within a set of ops, with `results` live at the op `end` after them.
    pub fn inside(&self, ops: &[u32], end: u32, results: &[Reg]) -> Inside {
        let n_places = self.before.len();
        let mut uses = Transfer {
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
            before: self.flow.solve(&uses),
        }
    }

    /// The registers that are live before an op, least first.
    pub fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        live_before(&self.before, self.n_ops, at)
    }

    /// The registers that are live before an op, one bit each.
    pub(super) fn words_before(&self, at: usize) -> Vec<u64> {
        words_before(&self.before, self.n_ops, at).collect()
    }

    /// Whether a register is live before an op.
    pub fn is_live_before(&self, at: usize, reg: Reg) -> bool {
        let word = self.before.get(reg.0 as usize / 64 * self.n_ops + at);
        at < self.n_ops && word.is_some_and(|word| word >> (reg.0 % 64) & 1 == 1)
    }

    /// Whether a register is live after an op: before the next one, or before its target.
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

/// Liveness inside a piece of a program.
#[derive(Debug)]
pub struct Inside {
    n_ops: usize,
    before: Vec<u64>,
}

impl Inside {
    /// The registers that are live before an op, least first.
    pub fn live_before(&self, at: usize) -> impl Iterator<Item = Reg> {
        live_before(&self.before, self.n_ops, at)
    }
}

fn live_before(before: &[u64], n_ops: usize, at: usize) -> impl Iterator<Item = Reg> {
    Marked::of(words_before(before, n_ops, at))
}

fn words_before(before: &[u64], n_ops: usize, at: usize) -> impl Iterator<Item = u64> {
    let from = if at < n_ops { at } else { before.len() };
    let words = before.get(from..).unwrap_or(&[]).iter();
    words.step_by(n_ops.max(1)).copied()
}

/// The transfer function of every op, in the layout of [`Liveness::before`].
#[derive(Debug, Clone)]
struct Transfer {
    /// Registers that it reads (gen).
    read: Vec<u64>,
    /// Registers that it may leave as they are (the complement of kill).
    kept: Vec<u64>,
}

impl Transfer {
    /// Adds the transfer function of an op; `place` says in which word a register has its bit.
    fn add(&mut self, program: &Program, op: &Op, place: impl Fn(Reg) -> usize) {
        for_each_read(program, op, |reg| {
            if let Some(word) = self.read.get_mut(place(reg)) {
                *word |= 1 << (reg.0 % 64);
            }
        });
        for reg in overwritten(op) {
            if let Some(word) = self.kept.get_mut(place(reg)) {
                *word &= !(1 << (reg.0 % 64));
            }
        }
    }
}

/// Iterates over the registers that an op always overwrites. The slot that a `Store` overwrites is not static, so that it is not
/// among them.
fn overwritten(op: &Op) -> impl Iterator<Item = Reg> {
    let block = op.writes_block().filter(|(_, whole)| *whole);
    let block = block.into_iter().flat_map(|(block, _)| regs_of(block));
    op.writes().into_iter().chain(block)
}

/// The backward data-flow problem: `live before = read or (live after and kept)`, where live after is the union over
/// all successors.
#[derive(Debug, Clone)]
struct DataFlow {
    n_ops: usize,
    order: Postorder,
}

impl DataFlow {
    fn of(program: &Program) -> Self {
        Self {
            n_ops: program.ops.len(),
            order: Postorder::of(program, &ReturnSites::of(program)),
        }
    }

    /// Solves the equations for every op; the layout is that of [`Liveness::before`].
    fn solve(&self, uses: &Transfer) -> Vec<u64> {
        let mut before = vec![0; uses.read.len()];
        let n_ops = self.n_ops.max(1);
        let rows = before.chunks_exact_mut(n_ops);
        let reads = uses.read.chunks_exact(n_ops);
        let rows = rows.zip(reads.zip(uses.kept.chunks_exact(n_ops)));
        // Words of registers that nothing reads are live nowhere.
        let is_read = |(_, (read, _)): &WordRow<'_>| read.iter().any(|word| *word != 0);
        let mut rows: Vec<WordRow<'_>> = rows.filter(is_read).collect();
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
            self.solve_lanes(&mut live, &read, &kept);
            let words = one.0.iter_mut().zip(two.0.iter_mut());
            let words = words.zip(three.0.iter_mut().zip(four.0.iter_mut()));
            for (((one, two), (three, four)), lanes) in words.zip(&live) {
                [*one, *two, *three, *four] = *lanes;
            }
        }
        for (live, (read, kept)) in alone {
            self.solve_lanes(
                live.as_chunks_mut::<1>().0,
                read.as_chunks().0,
                kept.as_chunks().0,
            );
        }
        before
    }

    /// Iterates to the fixpoint, for some words of registers at once.
    fn solve_lanes<const N: usize>(
        &self,
        live: &mut [[u64; N]],
        read: &[[u64; N]],
        kept: &[[u64; N]],
    ) {
        // Successors precede in postorder; further passes propagate along retreating edges.
        let mut changed = true;
        while changed {
            changed = false;
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
                    changed |= step.is_loop_head && *known != after;
                    *known = after;
                }
            }
        }
    }
}

/// Words of registers that are solved at once.
const LANES: usize = 4;

/// One word of the register sets at every op: live; read, and kept.
type WordRow<'u> = (&'u mut [u64], (&'u [u64], &'u [u64]));

/// All ops in postorder: each after its successors, except on retreating edges.
#[derive(Debug, Clone)]
struct Postorder {
    steps: Vec<OrderedOp>,
    /// Successors, grouped by op.
    next: Vec<u32>,
}

/// An op in the order.
#[derive(Debug, Clone)]
struct OrderedOp {
    at: u32,
    /// Its successors: a range of [`Postorder::next`].
    next: (u32, u32),
    /// A retreating edge leads to it.
    is_loop_head: bool,
}

impl Postorder {
    fn of(program: &Program, sites: &ReturnSites) -> Self {
        let n_ops = program.ops.len();
        let successor = |at: u32, number: usize| cfg::successor(program, sites, at, number);
        let search = DepthFirst::of(n_ops, 0..n_ops as u32, successor);
        let mut order = Self {
            steps: Vec::with_capacity(n_ops),
            next: Vec::with_capacity(n_ops * 2),
        };
        let mut lists = BTreeMap::new();
        for at in search.postorder {
            // Returns to the same sites share one list.
            let op = program.ops.get(at as usize);
            let back = op.filter(|op| matches!(op, Op::Return { .. }));
            let back = back.map(|op| sites.of_op(op));
            let back = back.filter(|back| !back.is_empty());
            let next = match back.and_then(|back| lists.get(&back.as_ptr()).copied()) {
                Some(known) => known,
                None => order.list((0..).map_while(|number| successor(at, number))),
            };
            if let Some(back) = back {
                lists.insert(back.as_ptr(), next);
            }
            order.steps.push(OrderedOp {
                at,
                next,
                is_loop_head: search.is_loop_head.get(at as usize) == Some(&true),
            });
        }
        order
    }

    /// Adds the successors of an op.
    fn list(&mut self, next: impl Iterator<Item = u32>) -> (u32, u32) {
        let start = self.next.len() as u32;
        self.next.extend(next);
        (start, self.next.len() as u32)
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "the bounds are those that `list` gave"
    )]
    fn next(&self, step: &OrderedOp) -> &[u32] {
        let (from, to) = step.next;
        &self.next[from as usize..to as usize]
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

/// Iterator over the registers of a set, given by its words.
struct Marked<I> {
    words: I,
    /// The rest of the present word.
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

/// Returns for every `Roll`, `Judge` and `Choose`, in order of the ops, the registers that are live after the answer is written,
/// without that of the answer. Two machines at the same question that agree in these behave alike.
pub fn live_at_questions(program: &Program) -> Vec<(Pc, Vec<Reg>)> {
    Liveness::of(program).at_questions(program)
}

/// As [`live_at_questions`], for a program of any size, with registers as ascending blocks: registers are analysed in groups,
/// so that the sets stay small.
pub fn blocks_live_at_questions(program: &Program) -> Vec<(Pc, Vec<Block>)> {
    let mut parts: Vec<PartUses> = Vec::new();
    parts.resize_with(program.n_registers as usize / PART + 1, PartUses::default);
    for (at, op) in (0..).zip(&program.ops) {
        for_each_read(program, op, |reg| {
            if let Some(part) = parts.get_mut(reg.0 as usize / PART) {
                part.read.push((at, reg));
            }
        });
        for reg in overwritten(op) {
            if let Some(part) = parts.get_mut(reg.0 as usize / PART) {
                part.overwritten.push((at, reg));
            }
        }
    }
    let flow = DataFlow::of(program);
    let presets = presets(program);
    let mut questions: Vec<(Question, Vec<Block>)> = questions(program)
        .map(|question| (question, Vec::new()))
        .collect();
    let n_ops = program.ops.len();
    let (mut live, mut read, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for (number, part) in parts.iter().enumerate() {
        // Registers that nothing reads are live nowhere.
        if part.read.is_empty() {
            continue;
        }
        for (sets, word) in [(&mut live, 0), (&mut read, 0), (&mut kept, u64::MAX)] {
            sets.clear();
            sets.resize(n_ops, [word; LANES]);
        }
        let place = |reg: &Reg| (reg.0 as usize % PART / 64, 1 << (reg.0 % 64));
        for (at, reg) in &part.read {
            let (word, bit) = place(reg);
            let word = read.get_mut(*at as usize).and_then(|set| set.get_mut(word));
            word.into_iter().for_each(|word| *word |= bit);
        }
        for (at, reg) in &part.overwritten {
            let (word, bit) = place(reg);
            let word = kept.get_mut(*at as usize).and_then(|set| set.get_mut(word));
            word.into_iter().for_each(|word| *word &= !bit);
        }
        flow.solve_lanes(&mut live, &read, &kept);
        let first = (number * PART) as u32;
        for (question, blocks) in &mut questions {
            let after = live.get(question.at.0 as usize + 1).copied();
            let mut after = after.unwrap_or([0; LANES]);
            let offered =
                question.offered.start.max(first)..question.offered.end.min(first + PART as u32);
            offered.for_each(|reg| mark(&mut after, Reg(reg - first)));
            let found = marked(&after).map(|reg| Reg(first + reg.0));
            for reg in found.filter(|reg| question.depends_on(*reg, &presets)) {
                add_to(blocks, reg);
            }
        }
    }
    let questions = questions.into_iter();
    questions
        .map(|(question, blocks)| (question.at, blocks))
        .collect()
}

/// Appends a register to the blocks.
fn add_to(blocks: &mut Vec<Block>, reg: Reg) {
    match blocks.last_mut() {
        Some(block) if block.first.0 + block.n == reg.0 => block.n += 1,
        _ => blocks.push(Block { first: reg, n: 1 }),
    }
}

/// Registers that are analysed together.
const PART: usize = 64 * LANES;

/// The ops that read or overwrite some of the registers, and which.
#[derive(Default)]
struct PartUses {
    read: Vec<(u32, Reg)>,
    overwritten: Vec<(u32, Reg)>,
}

impl Liveness {
    /// As [`live_at_questions`], of a program whose liveness is known.
    pub fn at_questions(&self, program: &Program) -> Vec<(Pc, Vec<Reg>)> {
        let presets = presets(program);
        let live = |question: Question| {
            let after = self.live_before(question.at.0 as usize + 1);
            let mut kept: Vec<Reg> = after.collect();
            if !question.offered.is_empty() {
                kept.extend(question.offered.clone().map(Reg));
                kept.sort_unstable();
                kept.dedup();
            }
            kept.retain(|reg| question.depends_on(*reg, &presets));
            (question.at, kept)
        };
        questions(program).map(live).collect()
    }
}

/// An op that asks.
struct Question {
    at: Pc,
    /// The register of the answer.
    to: Reg,
    /// The registers with what can be chosen, which belongs to the question; empty where nothing is.
    offered: Range<u32>,
}

impl Question {
    /// Whether a state at the question has to keep the value of a register that is live after it, or offered.
    fn depends_on(&self, reg: Reg, presets: &BTreeSet<Reg>) -> bool {
        self.offered.contains(&reg.0) || reg != self.to && !presets.contains(&reg)
    }
}

/// Iterates over the ops that ask, in order.
fn questions(program: &Program) -> impl Iterator<Item = Question> {
    (0..).zip(&program.ops).filter_map(|(at, op)| {
        let (Op::Roll { to, .. } | Op::Judge { to, .. } | Op::Choose { to, .. }) = op else {
            return None;
        };
        let offered = match row(program, op) {
            Some((first, n)) if matches!(op, Op::Choose { .. }) => first.0..first.0 + n as u32,
            _ => 0..0,
        };
        Some(Question {
            at: Pc(at),
            to: *to,
            offered,
        })
    })
}

/// The registers whose values never change: they say nothing about a state.
fn presets(program: &Program) -> BTreeSet<Reg> {
    program.presets.iter().map(|(reg, _)| *reg).collect()
}
