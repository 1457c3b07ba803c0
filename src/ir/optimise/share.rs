//! Register allocation within basic blocks, by linear scan (Poletto and Sarkar 1999).
//!
//! Lowering gives every value its own register, so that a large program has tens of thousands, most of them used
//! by few ops. Those that are not live between basic blocks share registers: the cost of analyses is ops times
//! registers, and the machine gains locality. Linear in the size of the program.

use crate::cfg::leaders;
use crate::id::Reg;
use crate::op::Op;
use crate::operands::{regs_of, rename_reads, rename_to, row};
use crate::program::Program;

/// Allocates registers that are live within single basic blocks to shared ones. Unused registers are removed by
/// [`super::renumber`].
#[expect(
    clippy::indexing_slicing,
    reason = "basic blocks are ranges of the ops, and there is a flag for every register"
)]
pub(super) fn run(program: &mut Program) {
    let mut starts = leaders(program);
    starts.truncate(program.ops.len());
    let mut blocks = Vec::new();
    let mut start = 0;
    for at in 1..=program.ops.len() {
        if starts.get(at) != Some(&false) {
            blocks.push(start..at);
            start = at;
        }
    }
    let mut sharing = Sharing {
        is_local: locals(program, &blocks),
        first: program.n_registers,
        n_shared: 0,
        places: vec![Reg(0); program.n_registers as usize],
        is_read_later: vec![false; program.n_registers as usize],
        free: Vec::new(),
    };
    for block in blocks {
        sharing.share(&mut program.ops[block]);
    }
    program.n_registers += sharing.n_shared;
}

/// The registers that are live between no basic blocks, by register: none is read in a block before it is written there. None is
/// part of a row, which must stay together.
fn locals(program: &Program, blocks: &[std::ops::Range<usize>]) -> Vec<bool> {
    let n_registers = program.n_registers as usize;
    let n_slots = program.slots.len();
    let mut is_local: Vec<bool> = (0..n_registers).map(|reg| reg >= n_slots).collect();
    let exclude = |is_local: &mut Vec<bool>, reg: Reg| {
        if let Some(is_local) = is_local.get_mut(reg.0 as usize) {
            *is_local = false;
        }
    };
    let outcome = program.outcome.iter().copied();
    let inputs = program.inputs.iter().map(|input| input.reg);
    let formulas = program.formulas.iter();
    let formulas = formulas.flat_map(|formula| [formula.back, formula.result]);
    for reg in outcome.chain(inputs).chain(formulas) {
        exclude(&mut is_local, reg);
    }
    // By register: the last block in which it was written.
    let mut written = vec![usize::MAX; n_registers];
    for (number, block) in blocks.iter().enumerate() {
        for op in program.ops.get(block.clone()).into_iter().flatten() {
            rename_reads(*op, |reg| {
                if written.get(reg.0 as usize) != Some(&number) {
                    exclude(&mut is_local, reg);
                }
                reg
            });
            if let Some((first, n)) = row(program, op) {
                // Where a row of no registers begins stays a register.
                (first.0..first.0 + (n as u32).max(1))
                    .for_each(|reg| exclude(&mut is_local, Reg(reg)));
            }
            let blocks = [op.reads_block(), op.writes_block().map(|(block, _)| block)];
            for block in blocks.into_iter().flatten() {
                regs_of(block).for_each(|reg| exclude(&mut is_local, reg));
            }
            if let Op::Call { back, .. } | Op::Return { back } = op {
                exclude(&mut is_local, *back);
            }
            if let Some(to) = op.writes()
                && let Some(written) = written.get_mut(to.0 as usize)
            {
                *written = number;
            }
        }
    }
    is_local
}

struct Sharing {
    is_local: Vec<bool>,
    /// The first of the shared registers.
    first: u32,
    n_shared: u32,
    /// The places of the registers that are live now.
    places: Vec<Reg>,
    /// Whether a register is read between an op and its next definition, during a backward pass over a block.
    is_read_later: Vec<bool>,
    /// Shared registers that hold nothing now.
    free: Vec<Reg>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "there is a flag and a place for every register"
)]
impl Sharing {
    fn local(&self, reg: Reg) -> Option<usize> {
        let at = reg.0 as usize;
        self.is_local[at].then_some(at)
    }

    /// Renames the registers of one basic block.
    fn share(&mut self, ops: &mut [Op]) {
        // By op: the registers that it reads last, and whether the register it writes is read at all.
        let mut ends: Vec<([Option<Reg>; 3], bool)> = vec![([None; 3], false); ops.len()];
        for (op, (last_reads, is_read)) in ops.iter().zip(&mut ends).rev() {
            if let Some(at) = op.writes().and_then(|to| self.local(to)) {
                *is_read = std::mem::take(&mut self.is_read_later[at]);
            }
            let mut last_reads = last_reads.iter_mut();
            rename_reads(*op, |reg| {
                if let Some(at) = self.local(reg)
                    && !std::mem::replace(&mut self.is_read_later[at], true)
                    && let Some(place) = last_reads.next()
                {
                    *place = Some(reg);
                }
                reg
            });
        }
        self.free = (0..self.n_shared)
            .rev()
            .map(|at| Reg(self.first + at))
            .collect();
        for (op, (last_reads, is_read)) in ops.iter_mut().zip(ends) {
            *op = rename_reads(*op, |reg| match self.local(reg) {
                Some(at) => self.places[at],
                None => reg,
            });
            for reg in last_reads.into_iter().flatten() {
                self.free.push(self.places[reg.0 as usize]);
            }
            let Some((to, at)) = op.writes().and_then(|to| Some((to, self.local(to)?))) else {
                continue;
            };
            debug_assert!(to.0 < self.first, "each register is renamed once");
            let place = self.free.pop().unwrap_or_else(|| {
                self.n_shared += 1;
                Reg(self.first + self.n_shared - 1)
            });
            self.places[at] = place;
            *op = rename_to(*op, place);
            if !is_read {
                self.free.push(place);
            }
        }
    }
}
