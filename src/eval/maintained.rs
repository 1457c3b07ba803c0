//! What is maintained while a game is played, so that it need not be found again: results of formulas, and indexes of units.

use super::bitmap_index::BitmapIndex;
use super::formula_cache::FormulaCache;
use sandtable_ir::{Program, Reg};

/// What follows from the state of one program, and the state that it follows from.
#[derive(Debug, Clone)]
pub(super) struct Maintained {
    /// The state, as it was told last.
    state: Vec<i32>,
    pub(super) formulas: FormulaCache,
    pub(super) units: BitmapIndex,
}

impl Maintained {
    /// As of the start of a program.
    pub(super) fn new(program: &Program) -> Self {
        Self {
            state: program.slots.iter().map(|slot| slot.start).collect(),
            formulas: FormulaCache::new(program),
            units: BitmapIndex::new(program),
        }
    }

    /// Takes in that the state is as at the start again.
    pub(super) fn reset(&mut self, program: &Program) {
        for (at, slot) in (0..).zip(&program.slots) {
            self.changed(Reg(at), slot.start);
        }
    }

    /// Takes in the value of a register of the state.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "a register of the state of the program for which this was made"
    )]
    pub(super) fn changed(&mut self, slot: Reg, value: i32) {
        let known = &mut self.state[slot.0 as usize];
        if *known != value {
            let before = std::mem::replace(known, value);
            self.formulas.changed(slot);
            self.units.changed(slot, before, value);
        }
    }
}
