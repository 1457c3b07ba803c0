//! Validation of the invariants of programs that the machine relies on.

use super::id::Reg;
use super::op::{Block, Flow, Op};
use super::operands::for_each_read;
use super::program::Program;

impl Program {
    /// Validates targets, registers and indices of tables.
    ///
    /// Errors: the violated invariant, and the op.
    pub fn verify(&self) -> Result<(), String> {
        if self.ops.is_empty() || self.ops.len() != self.origins.len() {
            return Err("ops and origins do not match".to_owned());
        }
        for (at, op) in self.ops.iter().enumerate() {
            self.validate_op(at, op)
                .map_err(|what| format!("op {at} {op:?}: {what}"))?;
        }
        self.validate_state()?;
        self.validate_tables()
    }

    fn validate_op(&self, at: usize, op: &Op) -> Result<(), String> {
        self.validate_flow(at, op)?;
        let has_place = |reg: Reg| reg.0 < self.n_registers;
        let mut have_places = op.writes().is_none_or(has_place);
        for_each_read(self, op, |reg| have_places &= has_place(reg));
        if let Some((block, _)) = op.writes_block() {
            have_places &= block.first.0 + block.n <= self.n_registers;
        }
        check(have_places, "a register out of range")?;
        match *op {
            Op::Lookup { grid, .. } => has(&self.grids, grid.0, "a table out of range"),
            Op::Roll { pool, .. } => has(&self.pools, pool.0, "a pool out of range"),
            Op::Judge { judgement, .. } => {
                has(&self.judgements, judgement.0, "a judgement out of range")
            }
            Op::Choose { decision, .. } => {
                has(&self.decisions, decision.0, "a decision out of range")
            }
            Op::Within {
                declared: Some(fault),
                ..
            }
            | Op::Fail { fault } => has(&self.faults, fault.0, "a fault out of range"),
            Op::Note { note } => has(&self.notes, note.0, "a note out of range"),
            Op::Stat { field, .. } => check(field < self.n_fields, "a constant out of range"),
            Op::Load { track, .. } | Op::Store { track, .. } => {
                check(track < self.n_tracks, "a track out of range")
            }
            Op::LoadAt { track, .. } | Op::StoreAt { track, .. } => check(
                track + self.n_units <= self.n_tracks,
                "a track out of range",
            ),
            Op::Ground { field, .. } => check(field < self.n_fields, "a constant out of range"),
            Op::SearchStart { block, steps, .. } | Op::SearchStep { block, steps } => {
                has(&self.steps, steps.0, "steps out of range")?;
                self.validate_search(block)
            }
            Op::SearchEnd { block, .. } => self.validate_search(block),
            Op::Scan { filter, .. } => has(&self.filters, filter.0, "a filter out of range"),
            Op::Recall { formula } | Op::Remember { formula } => {
                has(&self.formulas, formula.0, "a formula out of range")
            }
            Op::Measure { .. }
            | Op::NextSpot { .. }
            | Op::Fill { .. }
            | Op::Put { .. }
            | Op::Pick { .. }
            | Op::Trace { .. } => Ok(()),
            Op::Set { .. }
            | Op::Copy { .. }
            | Op::Add { .. }
            | Op::AddValue { .. }
            | Op::Subtract { .. }
            | Op::Multiply { .. }
            | Op::Divide { .. }
            | Op::Negate { .. }
            | Op::Not { .. }
            | Op::Compare { .. }
            | Op::CompareValue { .. }
            | Op::Limit { .. }
            | Op::Within { declared: None, .. }
            | Op::Shift { .. }
            | Op::Member { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpCompare { .. }
            | Op::JumpCompareValue { .. }
            | Op::JumpMember { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Done => Ok(()),
        }
    }

    fn validate_search(&self, block: Block) -> Result<(), String> {
        let board_instance = self.board.as_ref();
        check(
            block.n as usize
                >= board_instance.map_or(0, |board_instance| board_instance.n_searching()),
            "a search without room",
        )
    }

    fn validate_flow(&self, at: usize, op: &Op) -> Result<(), String> {
        let (next, target) = match op.flow() {
            Flow::Next => (true, None),
            Flow::To(to) => (false, Some(to)),
            Flow::Either(to) | Flow::Call(to) => (true, Some(to)),
            Flow::Return | Flow::End => (false, None),
        };
        let n_ops = self.ops.len();
        check(!next || at + 1 < n_ops, "runs on past the end")?;
        check(
            target.is_none_or(|to| (to.0 as usize) < n_ops),
            "a target out of range",
        )
    }

    fn validate_state(&self) -> Result<(), String> {
        check(
            self.slots.len() <= self.n_registers as usize,
            "more slots than registers",
        )?;
        check(
            self.slot_of.len() == (self.n_units * self.n_tracks) as usize,
            "the map of tracks has the wrong size",
        )?;
        check(
            self.constants.len() == (self.n_units * self.n_fields) as usize,
            "the constants have the wrong size",
        )?;
        let n_slots = self.slots.len();
        let mut places = self.slot_of.iter().flatten();
        check(
            places.all(|reg| (reg.0 as usize) < n_slots),
            "a track outside the state",
        )?;
        let mut inputs = self.inputs.iter();
        check(
            inputs.all(|input| (input.reg.0 as usize) < n_slots),
            "an input outside the state",
        )?;
        let mut outcome = self.outcome.iter();
        check(
            outcome.all(|reg| reg.0 < self.n_registers),
            "an outcome out of range",
        )
    }

    fn validate_tables(&self) -> Result<(), String> {
        check(
            self.pools.iter().all(|pool| !pool.faces.is_empty()),
            "a die without faces",
        )?;
        for grid in &self.grids {
            let n_cells: usize = grid.axes.iter().map(|axis| axis.n_lines as usize).product();
            check(n_cells == grid.cells.len(), "a table of the wrong size")?;
            for axis in &grid.axes {
                let mut lines = axis.lines.iter().chain(&axis.below).chain(&axis.above);
                check(
                    lines.all(|line| *line == u16::MAX || u32::from(*line) < axis.n_lines),
                    "a line of a table out of range",
                )?;
            }
        }
        Ok(())
    }
}

fn has<T>(table: &[T], at: u32, what: &str) -> Result<(), String> {
    check((at as usize) < table.len(), what)
}

fn check(holds: bool, what: &str) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(what.to_owned()),
    }
}
