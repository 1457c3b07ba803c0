//! Values that are calculated from what the viewer does not see: a dynamic information flow analysis (Denning 1976) that is coarse in time.
//!
//! All that is written between two statements after a hidden value was read counts as derived from it. So conditions, counts and formulas are
//! covered without an analysis of control flow. Answers of players are not derived unless their choices are left out: others are announced.

use super::TraceWriter;
use sandtable_eval::machine::Machine;
use sandtable_ir::{FilterId, Op, Program, Reading, Reg};

/// Values of a run that are derived from hidden ones.
#[derive(Debug, Default)]
pub(super) struct Derived {
    /// By register, whether its value is derived.
    registers: Vec<bool>,
    /// Whether a hidden or derived value was read since the last statement.
    is_read: bool,
}

impl Derived {
    fn has(&self, reg: Reg) -> bool {
        self.registers.get(reg.0 as usize).copied().unwrap_or(false)
    }

    fn set(&mut self, reg: Reg, is_derived: bool) {
        let at = reg.0 as usize;
        if self.registers.len() <= at {
            if !is_derived {
                return;
            }
            self.registers.resize(at + 1, false);
        }
        if let Some(flag) = self.registers.get_mut(at) {
            *flag = is_derived;
        }
    }
}

impl TraceWriter<'_, '_> {
    /// Whether what the run calculates now is derived from what the viewer does not see.
    pub(super) fn is_derived(&self) -> bool {
        self.state.derived.is_read
    }

    /// Notes that a statement has ended.
    pub(super) fn end_statement(&mut self) {
        if self.state.n_formulas == 0 {
            self.state.derived.is_read = false;
        }
    }

    /// Notes that the viewer does not see the answer in a register.
    pub(super) fn conceal(&mut self, answer: Reg) {
        self.state.derived.set(answer, true);
    }

    /// Notes that the viewer sees which unit is in a register, if it knows it.
    pub(super) fn announce(&mut self, machine: &Machine, reading: &Reading) {
        if reading.is_of_unit() && !self.is_of_hidden(machine, reading) {
            self.state.derived.set(reading.reg, false);
        }
    }

    /// Follows the next op of a run.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other ops have no operands but registers"
    )]
    pub(super) fn follow(&mut self, program: &Program, machine: &Machine) {
        // Without anything hidden nothing is derived from it.
        if self.secretive().is_none() {
            return;
        }
        let Some(op) = program.ops.get(machine.pc.0 as usize) else {
            return;
        };
        let is_answer = matches!(op, Op::Choose { .. } | Op::Judge { .. });
        let is_read = match *op {
            Op::Note { .. } | Op::Call { .. } | Op::Return { .. } | Op::Done => return,
            Op::Store { .. } | Op::StoreAt { .. } => return,
            Op::Stat { unit, .. } => self.reads(machine, unit, None),
            Op::Load { unit, track, .. } => self.reads(machine, unit, Some(track)),
            Op::LoadAt {
                unit, track, index, ..
            } => self.reads(machine, unit, Some(track)) || self.state.derived.has(index),
            Op::Scan { filter, .. } => self.scans(program, filter) || self.reads_row(program, op),
            _ => {
                let mut is_read = false;
                program.for_each_read(op, |reg| is_read |= self.state.derived.has(reg));
                is_read
            }
        };
        let derived = &mut self.state.derived;
        derived.is_read |= is_read && !is_answer;
        let is_derived = derived.is_read && !is_answer;
        program.for_each_write(op, |reg| derived.set(reg, is_derived));
    }

    /// Whether a stat or a track of the unit in a register is hidden, or which unit it is.
    fn reads(&self, machine: &Machine, unit: Reg, track: Option<u32>) -> bool {
        let is_hidden = || {
            let at = usize::try_from(machine.get(unit)).ok();
            at.zip(self.secretive()).is_some_and(|(at, (secrets, _))| {
                self.is_hidden(at) && track.is_none_or(|track| secrets.keeps(at, track))
            })
        };
        self.state.derived.has(unit) || is_hidden()
    }

    /// Whether a filter looks at what is hidden of a unit that is among its candidates.
    fn scans(&self, program: &Program, filter: FilterId) -> bool {
        let Some((secrets, _)) = self.secretive() else {
            return false;
        };
        let Some(filter) = program.filters.get(filter.0 as usize) else {
            return false;
        };
        let mut candidates = filter
            .next
            .iter()
            .filter_map(|next| usize::try_from(*next).ok());
        candidates.any(|unit| {
            self.is_hidden(unit)
                && (filter.has_stats() || filter.tracks().any(|track| secrets.keeps(unit, track)))
        })
    }

    fn reads_row(&self, program: &Program, op: &Op) -> bool {
        program.row(op).is_some_and(|(first, n)| {
            let mut row = (first.0..).take(n);
            row.any(|reg| self.state.derived.has(Reg(reg)))
        })
    }
}
