//! Memoised results of pure procedures, valid until a register that they read changes.
//!
//! A direct-mapped cache. The state is not part of the key of an entry: a change of the state invalidates the entries of all formulas
//! that may read it. Each formula, and each register of the state, has the time of its last change.
#![expect(
    clippy::indexing_slicing,
    reason = "formulas and slots are those of one program, for which the cache was made; an entry is found by masking"
)]

use sandtable_ir::{Formula, FormulaId, MOST_ARGUMENTS, Program, Reg};

/// Number of entries; a power of two.
const N_ENTRIES: usize = 1 << 17;

/// Number of times that a formula is asked for before it is judged whether it is worth remembering.
const TRIAL: u32 = 1 << 10;

/// One result in this number must be known, or none is remembered for some time: a result that is found again saves much.
const WORTH: u32 = 512;

/// Number of times that the results of a formula are not remembered, in trials.
const REST: u32 = 8;

/// Use of a formula since it was last judged.
#[derive(Debug, Clone, Copy, Default)]
struct Use {
    /// The number of times that it was asked for.
    asked: u32,
    /// The number of results that were known; `u32::MAX` while none are remembered.
    known: u32,
}

impl Use {
    const RESTS: Self = Self {
        asked: 0,
        known: u32::MAX,
    };

    fn is_resting(self) -> bool {
        self.known == u32::MAX
    }

    /// Judges the formula again when it was asked for often enough.
    #[inline]
    fn count(&mut self) {
        self.asked += 1;
        if self.asked < TRIAL {
            return;
        }
        match self.is_resting() {
            true if self.asked < TRIAL * REST => {}
            false if self.known < TRIAL / WORTH => *self = Self::RESTS,
            _ => *self = Self::default(),
        }
    }
}

/// A remembered result.
#[derive(Debug, Clone, Copy)]
struct Entry {
    formula: u32,
    /// When it was found; 0 where nothing is.
    time: u64,
    arguments: [i32; MOST_ARGUMENTS],
    result: i32,
}

const EMPTY: Entry = Entry {
    formula: u32::MAX,
    time: 0,
    arguments: [0; MOST_ARGUMENTS],
    result: 0,
};

/// Results of the formulas of one program.
#[derive(Debug, Clone)]
pub(super) struct FormulaCache {
    /// The number of changes so far.
    clock: u64,
    /// By register of the state: when it changed last.
    slot_changed: Vec<u64>,
    /// By formula: the time of the last change of a register that it reads for any arguments.
    formula_changed: Vec<u64>,
    /// By register of the state: the formulas that may read it.
    readers: Vec<Vec<u32>>,
    /// By formula: statistics of its use.
    used: Vec<Use>,
    entries: Box<[Entry]>,
    /// Difference of the codes of neighbouring places.
    stride: u32,
}

impl FormulaCache {
    /// Remembers nothing yet.
    pub(super) fn new(program: &Program) -> Self {
        let mut readers = vec![Vec::new(); program.slots.len()];
        for (id, formula) in (0..).zip(&program.formulas) {
            for slot in &formula.reads {
                readers[slot.0 as usize].push(id);
            }
        }
        let n_entries = match program.formulas.is_empty() {
            true => 1,
            false => N_ENTRIES,
        };
        Self {
            clock: 1,
            slot_changed: vec![0; program.slots.len()],
            formula_changed: vec![0; program.formulas.len()],
            used: vec![Use::default(); program.formulas.len()],
            readers,
            entries: vec![EMPTY; n_entries].into_boxed_slice(),
            stride: program
                .board
                .as_ref()
                .map_or(1, |board_instance| board_instance.board.stride()),
        }
    }

    /// Invalidates the entries that depend on a register of the state.
    #[inline]
    pub(super) fn changed(&mut self, slot: Reg) {
        let at = slot.0 as usize;
        self.clock += 1;
        self.slot_changed[at] = self.clock;
        for formula in &self.readers[at] {
            self.formula_changed[*formula as usize] = self.clock;
        }
    }

    /// Returns the result of a formula for the arguments in the registers, if it is known and holds still.
    #[inline]
    pub(super) fn recall(
        &mut self,
        program: &Program,
        id: FormulaId,
        registers: &[i32],
    ) -> Option<i32> {
        let used = &mut self.used[id.0 as usize];
        used.count();
        if used.is_resting() {
            return None;
        }
        let formula = &program.formulas[id.0 as usize];
        let first = formula.arguments.0 as usize;
        let given = &registers[first..first + formula.n_arguments as usize];
        let entry = &self.entries[self.place(formula, id, given)];
        let is_known = entry.formula == id.0
            && entry.time >= self.formula_changed[id.0 as usize]
            && entry.arguments[..given.len()] == *given
            && formula.reads_of.iter().all(|(argument, track)| {
                let slot = program.slot_of_unit(given[*argument as usize], *track);
                slot.is_none_or(|slot| entry.time >= self.slot_changed[slot.0 as usize])
            });
        is_known.then(|| {
            let result = entry.result;
            self.used[id.0 as usize].known += 1;
            result
        })
    }

    /// Remembers the result of a formula, which is in the registers with its arguments.
    #[inline]
    pub(super) fn remember(&mut self, program: &Program, id: FormulaId, registers: &[i32]) {
        if self.used[id.0 as usize].is_resting() {
            return;
        }
        let formula = &program.formulas[id.0 as usize];
        let first = formula.arguments.0 as usize;
        let given = &registers[first..first + formula.n_arguments as usize];
        let place = self.place(formula, id, given);
        let mut arguments = [0; MOST_ARGUMENTS];
        arguments[..given.len()].copy_from_slice(given);
        self.entries[place] = Entry {
            formula: id.0,
            time: self.clock,
            arguments,
            result: registers[formula.result.0 as usize],
        };
    }

    /// Returns the index of the entry of a formula with arguments: a multiplicative hash (Knuth 1998, section 6.4) of all arguments
    /// but the one
    /// that ranges over places. Adjacent places have adjacent entries, so that a loop over places accesses memory in order.
    #[inline]
    fn place(&self, formula: &Formula, id: FormulaId, arguments: &[i32]) -> usize {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = u64::from(id.0).wrapping_mul(FACTOR);
        let mut sweeping = 0;
        for (at, argument) in (0..).zip(arguments) {
            match at == formula.sweeping {
                true => sweeping = *argument as u32 / self.stride,
                false => {
                    hash =
                        (hash.rotate_left(23) ^ u64::from(*argument as u32)).wrapping_mul(FACTOR);
                }
            }
        }
        ((hash >> 32) as usize).wrapping_add(sweeping as usize) & (self.entries.len() - 1)
    }
}
