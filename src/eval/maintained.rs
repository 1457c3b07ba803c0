//! Data derived from the state of a game and updated with it: memoised results of formulas, and indexes of units.

use super::bitmap_index::BitmapIndex;
use super::formula_cache::FormulaCache;
use super::packed_values::n_alike;
use super::reductions::Reductions;
use sandtable_ir::{FormulaId, Program, Reg};

/// Derived values of the state of one program, and that state.
#[derive(Debug, Clone)]
pub(super) struct Maintained {
    /// The last reported state.
    state: Vec<i32>,
    formulas: Option<FormulaCache>,
    units: Option<BitmapIndex>,
}

impl Maintained {
    /// Returns the data for the initial state of a program.
    pub(super) fn new(program: &Program, reductions: Reductions) -> Self {
        Self {
            state: program.slots.iter().map(|slot| slot.start).collect(),
            formulas: reductions.formula_cache.then(|| FormulaCache::new(program)),
            units: reductions.bitmap_index.then(|| BitmapIndex::new(program)),
        }
    }

    /// Resets the state to the initial one.
    pub(super) fn reset(&mut self, program: &Program) {
        for (at, slot) in (0..).zip(&program.slots) {
            self.changed(Reg(at), slot.start);
        }
    }

    /// Updates a register of the state.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "a register of the state of the program for which this was made"
    )]
    pub(super) fn changed(&mut self, slot: Reg, value: i32) {
        let known = &mut self.state[slot.0 as usize];
        if *known != value {
            let before = std::mem::replace(known, value);
            if let Some(formulas) = &mut self.formulas {
                formulas.changed(slot);
            }
            if let Some(units) = &mut self.units {
                units.changed(slot, before, value);
            }
        }
    }

    /// Updates the whole state to that of a machine.
    #[expect(
        clippy::indexing_slicing,
        reason = "the registers of a machine begin with the state"
    )]
    pub(super) fn follow(&mut self, registers: &[i32]) {
        let mut at = 0;
        loop {
            at += n_alike(&self.state[at..], &registers[at..]);
            if at == self.state.len() {
                return;
            }
            self.changed(Reg(at as u32), registers[at]);
            at += 1;
        }
    }

    /// Returns the result of a formula for the arguments in the registers, if it is known.
    #[inline]
    pub(super) fn recall(
        &mut self,
        program: &Program,
        formula: FormulaId,
        registers: &[i32],
    ) -> Option<i32> {
        self.formulas.as_mut()?.recall(program, formula, registers)
    }

    /// Remembers the result of a formula, which is in the registers with its arguments.
    #[inline]
    pub(super) fn remember(&mut self, program: &Program, formula: FormulaId, registers: &[i32]) {
        if let Some(formulas) = &mut self.formulas {
            formulas.remember(program, formula, registers);
        }
    }

    /// The sets of units by what holds of them.
    #[inline]
    pub(super) fn units(&self) -> Option<&BitmapIndex> {
        self.units.as_ref()
    }
}
