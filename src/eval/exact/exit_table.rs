//! The entries and exits of a summarised region: what of a state decides what follows an exit, so that exits with the same
//! future are one.

use super::continuation::{Continuation, Scratch};
use super::runner::Runner;
use super::state_table::{Contribution, EntryId, OutsideId};
use crate::intern::{SliceInterner, StateId, WordMap};
use num_integer::Integer;
use sandtable_ir::{IndexVec, Reg};
use std::ops::Range;

sandtable_ir::define_ids! {
    /// The actual results of a region at its end, with the values that it only reads.
    pub(super) struct ResultsId;
    /// A state at an exit after a region: the values of all registers that the region touches.
    pub(super) struct ExitId;
    /// An equivalence class of exits: all have the same future.
    pub(super) struct KeyId;
    /// A class of exits that determine the same paths after them.
    pub(super) struct PathId;
    /// An op after a region at which runs stop: index into [`Region::exits`](super::region::Region::exits).
    pub(super) struct ExitOpId;
}

/// The entries and exits of a region, with the actual values of the registers.
#[derive(Debug, Default)]
pub(super) struct ExitTable {
    /// By entry: its exits, once computed.
    pub(super) known: IndexVec<EntryId, Option<Passes>>,
    /// The exits of all entries, with their ways, grouped by entry.
    pub(super) passes: Vec<(ExitId, u64)>,
    /// By exit: the sum of its ways, during summation.
    pub(super) sums: IndexVec<ExitId, u64>,
    /// By the packed results and values that are only read at the end of the region: the exit.
    pub(super) exit_of_packed: WordMap<u128, ExitId>,
    /// The results that do not fit the lanes.
    pub(super) results: SliceInterner<ResultsId>,
    pub(super) exit_of: IndexVec<ResultsId, ExitId>,
    pub(super) key: Vec<i32>,
    /// The values of the counters at the entry.
    pub(super) starts: Vec<i32>,
    pub(super) exits: SliceInterner<ExitId>,
    /// By exit: the first of its equivalence class.
    pub(super) representative: IndexVec<ExitId, ExitId>,
    /// By op of an exit: what follows there; the outer `None` if that was not planned yet.
    continuations: IndexVec<ExitOpId, Option<Option<Continuation>>>,
    scratch: Scratch,
    /// The keys of the equivalence classes, and the first exit of each.
    keys: SliceInterner<KeyId>,
    first_of: IndexVec<KeyId, ExitId>,
    /// By what the region leaves alone, and by exit: the state to which that leads, or one that is none.
    pub(super) beyond: IndexVec<OutsideId, IndexVec<ExitId, StateId>>,
    pub(super) n_beyond: usize,
    /// By exit: its class of paths; `None` where both sides together say what follows.
    pub(super) path_of: IndexVec<ExitId, Option<PathId>>,
    /// The op of an exit, and the key of the paths after it.
    paths: SliceInterner<PathId>,
    /// By class of the exit and what the region leaves alone: what the latter contributes to the state that follows.
    pub(super) from_outside: IndexVec<PathId, IndexVec<OutsideId, Option<Contribution>>>,
    /// By exit: its contribution to the state that follows it.
    pub(super) from_exit: IndexVec<ExitId, Option<Contribution>>,
}

/// The exits of an entry: a range of a list, and the total of their ways.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passes {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) total: u64,
}

impl Passes {
    /// The range of their places, see `RegionSummary::pass`.
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl ExitTable {
    /// Returns the memory that grows with every entry, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        let slices = self.results.n_bytes()
            + self.exits.n_bytes()
            + self.keys.n_bytes()
            + self.paths.n_bytes();
        let passes = size_of::<(ExitId, u64)>() * self.passes.len();
        let beyond = size_of::<StateId>() * self.n_beyond;
        slices + passes + beyond + self.exit_of_packed.n_bytes()
    }

    pub(super) fn op_of(&self, exit: ExitId) -> ExitOpId {
        ExitOpId(self.exits.kind(exit) as u32)
    }

    /// Moves the sums of ways to the exits from `first` on, in lowest terms; returns the total in these terms.
    #[expect(
        clippy::indexing_slicing,
        reason = "`first` is a length that the passes had before"
    )]
    pub(super) fn take_sums(&mut self, first: usize, total: u64) -> u64 {
        let mut divisor = total;
        for (exit, ways) in &mut self.passes[first..] {
            *ways = std::mem::take(&mut self.sums[*exit]);
            if divisor != 1 {
                divisor = divisor.gcd(ways);
            }
        }
        let divisor = divisor.max(1);
        for (_, ways) in &mut self.passes[first..] {
            *ways /= divisor;
        }
        total / divisor
    }

    /// The representative of the current exit of a machine, and its class of paths.
    pub(super) fn classify(
        &mut self,
        runner: &mut Runner<'_>,
        exit: ExitId,
        results: &[Reg],
    ) -> (ExitId, Option<PathId>) {
        let program = runner.program;
        let op = self.op_of(exit);
        self.continuations.reach_with(op, || None);
        let questions = &runner.questions;
        let at = runner.machine.pc;
        let place = &mut self.continuations[op];
        let continuation =
            place.get_or_insert_with(|| Continuation::of(program, questions, at, results));
        let Some(continuation) = continuation else {
            return (exit, None);
        };
        let scratch = &mut self.scratch;
        // Where nothing is done with the values, they settle nothing.
        if continuation.is_idle {
            scratch.settles.clear();
        } else if continuation
            .run(program, &mut runner.machine, scratch)
            .is_none()
        {
            return (exit, None);
        }
        let mut path = None;
        if continuation.is_apart {
            scratch.settles.push(op.0 as i32);
            path = Some(self.paths.intern(&scratch.settles).0);
        }
        if continuation.is_idle {
            return (exit, path);
        }
        scratch.key.push(op.0 as i32);
        let (key, is_new) = self.keys.intern(&scratch.key);
        if is_new {
            self.first_of.push(exit);
        }
        (self.first_of[key], path)
    }
}
