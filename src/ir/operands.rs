//! Operands of ops: the registers that an op reads, and the op with its registers or target replaced.

use super::id::{Pc, Reg};
use super::op::{Block, Op};
use super::program::{Decision, Program};

impl Program {
    /// A copy with other ops and the same dice, tables and units, without debug information (origins, rules, notes).
    pub(super) fn with_ops(&self, ops: Vec<Op>) -> Self {
        Self {
            ops,
            origins: Vec::new(),
            rules: Vec::new(),
            notes: Vec::new(),
            pools: self.pools.clone(),
            grids: self.grids.clone(),
            judgements: self.judgements.clone(),
            decisions: self.decisions.clone(),
            steps: self.steps.clone(),
            filters: self.filters.clone(),
            formulas: self.formulas.clone(),
            faults: self.faults.clone(),
            slots: self.slots.clone(),
            inputs: self.inputs.clone(),
            presets: self.presets.clone(),
            constants: self.constants.clone(),
            slot_of: self.slot_of.clone(),
            outcome: self.outcome.clone(),
            board: self.board.clone(),
            ..*self
        }
    }

    /// Calls `visit` with every register that an op reads. A `Load` may read its track of any unit; `Done` reads
    /// the outcome.
    pub fn for_each_read(&self, op: &Op, visit: impl FnMut(Reg)) {
        for_each_read(self, op, visit);
    }

    /// Returns first register and length of the row of registers that an op reads.
    pub fn row(&self, op: &Op) -> Option<(Reg, usize)> {
        row(self, op)
    }

    /// Iterates over the slots of one track over all units.
    pub fn slots_of_track(&self, track: u32) -> impl Iterator<Item = Reg> {
        slots_of_track(self, track)
    }

    /// Calls `visit` with every register that an op may write: a `Store`, its track of every unit.
    pub fn for_each_write(&self, op: &Op, mut visit: impl FnMut(Reg)) {
        op.writes().into_iter().for_each(&mut visit);
        if let Some((block, _)) = op.writes_block() {
            regs_of(block).for_each(&mut visit);
        }
        if op.writes().is_none()
            && let Some(tracks) = tracks(self, op)
        {
            for track in tracks {
                slots_of_track(self, track).for_each(&mut visit);
            }
        }
    }
}

/// Calls `visit` with every register that an op reads. A `Load` may read its track of any unit; `Done` reads
/// the outcome.
pub(super) fn for_each_read(program: &Program, op: &Op, mut visit: impl FnMut(Reg)) {
    rename_reads(*op, |reg| {
        visit(reg);
        reg
    });
    if let Some((first, n)) = row(program, op) {
        (first.0..).take(n).for_each(|reg| visit(Reg(reg)));
    }
    if let Some(block) = op.reads_block() {
        regs_of(block).for_each(&mut visit);
    }
    if let Some(tracks) = tracks(program, op)
        && op.writes().is_some()
    {
        for track in tracks {
            slots_of_track(program, track).for_each(&mut visit);
        }
    }
    if let Op::SearchStart { steps, .. } = op
        && let Some(steps) = program.steps.get(steps.0 as usize)
    {
        for track in &steps.tracks {
            slots_of_track(program, *track).for_each(&mut visit);
        }
    }
    if let Op::Scan { filter, .. } = op
        && let Some(filter) = program.filters.get(filter.0 as usize)
    {
        filter.tracks().for_each(|track| {
            slots_of_track(program, track).for_each(&mut visit);
        });
    }
    if let Op::Recall { formula } | Op::Remember { formula } = op
        && let Some(formula) = program.formulas.get(formula.0 as usize)
    {
        visit(formula.back);
        visit(formula.result);
    }
    if let Op::Return { back } = op {
        visit(*back);
    }
    if matches!(op, Op::Done) {
        program.outcome.iter().copied().for_each(visit);
    }
}

/// Returns first register and length of the row of registers that an op reads.
pub(super) fn row(program: &Program, op: &Op) -> Option<(Reg, usize)> {
    if let Op::Lookup { grid, keys, .. } = op {
        let grid = program.grids.get(grid.0 as usize);
        return Some((*keys, grid.map_or(0, |grid| grid.axes.len())));
    }
    if let Op::Judge {
        judgement, about, ..
    } = op
    {
        let judgement = program.judgements.get(judgement.0 as usize);
        return Some((
            *about,
            judgement.map_or(0, |judgement| judgement.n_about as usize),
        ));
    }
    if let Op::Choose {
        decision, options, ..
    } = op
    {
        let decision = program.decisions.get(decision.0 as usize);
        return Some((*options, decision.map_or(0, Decision::n_registers)));
    }
    if let Op::Measure { what, about, .. } = *op {
        return Some((about, what.n_about() as usize));
    }
    if let Op::NextSpot { about, within, .. } = *op {
        return Some((about, if within { 2 } else { 0 }));
    }
    if let Op::Scan { filter, about, .. } = *op {
        let filter = program.filters.get(filter.0 as usize);
        return Some((about, filter.map_or(0, |filter| filter.n_about as usize)));
    }
    if let Op::Recall { formula } | Op::Remember { formula } = *op {
        let formula = program.formulas.get(formula.0 as usize)?;
        return Some((formula.arguments, formula.n_arguments as usize));
    }
    if let Op::Trace { about, .. } = *op {
        return Some((about, 2));
    }
    if let Op::SearchStart { about, steps, .. } = *op {
        let steps = program.steps.get(steps.0 as usize);
        let n_places = steps.map_or(0, |steps| steps.n_places as usize);
        return Some((about, search_about(program) + n_places));
    }
    None
}

/// The number of registers that describe a search: start, goal, the most cost, the amount to be spent; and
/// the positions and directions of the units whose outlines cut the path.
pub(crate) fn search_about(program: &Program) -> usize {
    let cutting = program
        .board
        .as_ref()
        .map_or(0, |board_instance| board_instance.cutting.len());
    4 + 2 * cutting
}

/// The registers of a block.
pub(super) fn regs_of(block: Block) -> impl Iterator<Item = Reg> {
    (block.first.0..block.first.0 + block.n).map(Reg)
}

/// The numbers of the tracks that an op may read or write.
pub(super) fn tracks(program: &Program, op: &Op) -> Option<std::ops::Range<u32>> {
    if let Op::Load { track, .. } | Op::Store { track, .. } = *op {
        return Some(track..track + 1);
    }
    if let Op::LoadAt { track, .. } | Op::StoreAt { track, .. } = *op {
        return Some(track..track + program.n_units);
    }
    None
}

/// Iterates over the slots of one track over all units.
pub(super) fn slots_of_track(program: &Program, track: u32) -> impl Iterator<Item = Reg> {
    program
        .slot_of
        .iter()
        .copied()
        .skip(track as usize)
        .step_by(program.n_tracks.max(1) as usize)
        .flatten()
}

/// The op with every register that it reads by itself, not as one of a row, replaced. `Call` and `Return` stay.
pub(super) fn rename_reads(op: Op, mut name: impl FnMut(Reg) -> Reg) -> Op {
    let mut op = op;
    match &mut op {
        Op::Copy { from, .. }
        | Op::Negate { from, .. }
        | Op::Not { from, .. }
        | Op::Limit { from, .. }
        | Op::Within { from, .. }
        | Op::Member { from, .. } => *from = name(*from),
        Op::Add { a, b, .. }
        | Op::Subtract { a, b, .. }
        | Op::Multiply { a, b, .. }
        | Op::Divide { a, b, .. }
        | Op::Compare { a, b, .. }
        | Op::JumpCompare { a, b, .. } => {
            *a = name(*a);
            *b = name(*b);
        }
        Op::AddValue { a, .. }
        | Op::CompareValue { a, .. }
        | Op::JumpIf { a, .. }
        | Op::JumpCompareValue { a, .. }
        | Op::JumpMember { a, .. } => *a = name(*a),
        Op::Shift { from, by, .. } => {
            *from = name(*from);
            *by = name(*by);
        }
        Op::Stat { unit, .. } | Op::Load { unit, .. } => *unit = name(*unit),
        Op::Ground { place, .. } => *place = name(*place),
        Op::NextSpot { last, .. } => *last = name(*last),
        Op::Scan { last, .. } => *last = name(*last),
        Op::Pick { index, .. } => *index = name(*index),
        Op::Put { index, from, .. } => {
            *index = name(*index);
            *from = name(*from);
        }
        Op::Store { unit, from, .. } => {
            *unit = name(*unit);
            *from = name(*from);
        }
        Op::LoadAt { unit, index, .. } => {
            *unit = name(*unit);
            *index = name(*index);
        }
        Op::StoreAt {
            unit, index, from, ..
        } => {
            *unit = name(*unit);
            *index = name(*index);
            *from = name(*from);
        }
        Op::Set { .. }
        | Op::Lookup { .. }
        | Op::Judge { .. }
        | Op::Choose { .. }
        | Op::Measure { .. }
        | Op::Fill { .. }
        | Op::Trace { .. }
        | Op::SearchStart { .. }
        | Op::SearchStep { .. }
        | Op::SearchEnd { .. }
        | Op::Jump { .. }
        | Op::Roll { .. }
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Recall { .. }
        | Op::Remember { .. }
        | Op::Note { .. }
        | Op::Fail { .. }
        | Op::Done => {}
    }
    op
}

/// The op with every register replaced; the registers of a row must keep their neighbours.
pub(super) fn rename_all(op: Op, mut name: impl FnMut(Reg) -> Reg) -> Op {
    let mut op = rename_reads(op, &mut name);
    if let Op::Lookup { keys: row, .. }
    | Op::Judge { about: row, .. }
    | Op::Choose { options: row, .. }
    | Op::Measure { about: row, .. }
    | Op::NextSpot { about: row, .. }
    | Op::Scan { about: row, .. }
    | Op::Trace { about: row, .. }
    | Op::SearchStart { about: row, .. } = &mut op
    {
        *row = name(*row);
    }
    if let Op::Fill { block, .. }
    | Op::Put { block, .. }
    | Op::Pick { block, .. }
    | Op::Trace { block, .. }
    | Op::SearchStart { block, .. }
    | Op::SearchStep { block, .. }
    | Op::SearchEnd { block, .. } = &mut op
    {
        block.first = name(block.first);
    }
    if let Op::Return { back } = &mut op {
        *back = name(*back);
    }
    match op.writes() {
        Some(to) => rename_to(op, name(to)),
        None => op,
    }
}

/// The op writing to another register, if it writes to any.
pub(super) fn rename_to(op: Op, new: Reg) -> Op {
    let mut op = op;
    if let Some(to) = op.writes_mut() {
        *to = new;
    }
    op
}

/// The op with another target, if it has one.
pub(super) fn retarget(op: Op, mut target: impl FnMut(Pc) -> Pc) -> Op {
    let mut op = op;
    if let Op::Jump { to }
    | Op::JumpIf { to, .. }
    | Op::JumpCompare { to, .. }
    | Op::JumpCompareValue { to, .. }
    | Op::JumpMember { to, .. }
    | Op::Call { to, .. } = &mut op
    {
        *to = target(*to);
    }
    op
}
