//! Simplification of ops by the abstract state before them.

use super::NOP;
use super::layout::Facts;
use super::thread::thread_target;
use super::value_range::{
    AbstractState, AbstractStates, CellIntervals, Refined, known_slot, refined,
};
use crate::id::{GridId, Pc, Reg};
use crate::interval::{Interval, decide};
use crate::op::{Flow, NONE, Op, Order};
use crate::operands::{rename_reads, retarget};
use crate::program::{Axis, Grid, Program};
use std::collections::BTreeMap;

/// Rewrites every op; returns for each op its successor if that is not the next op, and the facts that hold there.
pub(super) fn run(program: &mut Program) -> (Vec<Option<Pc>>, Vec<Facts>) {
    let n_ops = program.ops.len();
    let tables = CellIntervals::of(program);
    let Some(known) = AbstractStates::of(program, &tables) else {
        return (vec![None; n_ops], vec![Facts::default(); n_ops]);
    };
    let mut rewriter = Rewriter {
        program,
        tables,
        ops: program.ops.clone(),
        after: vec![None; n_ops],
        facts: vec![Facts::default(); n_ops],
        grids: program.grids.clone(),
        lines: BTreeMap::new(),
    };
    let mut state = None;
    for at in 0..n_ops {
        if known.is_leader(at) {
            state = known.at(at).cloned();
        }
        let Some(state) = &mut state else {
            continue;
        };
        rewriter.rewrite_at(at, state, &known);
    }
    let Rewriter {
        ops,
        after,
        facts,
        grids,
        ..
    } = rewriter;
    program.ops = ops;
    program.grids = grids;
    (after, facts)
}

struct Rewriter<'a> {
    program: &'a Program,
    tables: CellIntervals,
    ops: Vec<Op>,
    after: Vec<Option<Pc>>,
    facts: Vec<Facts>,
    grids: Vec<Grid>,
    /// CellIntervals with all keys but one settled: table, open key, settled lines.
    lines: BTreeMap<(u32, usize, Vec<usize>), GridId>,
}

impl Rewriter<'_> {
    fn rewrite_at(&mut self, at: usize, state: &mut AbstractState, known: &AbstractStates) {
        let Some(op) = self.program.ops.get(at).copied() else {
            return;
        };
        let new = self.simpler(op, state);
        let facts = self.find_facts(&new, state);
        // A conditional jump writes nothing, so the facts before it hold after it.
        self.tables.step(self.program, &op, state);
        let new = self.thread(at, new, state, known);
        if let Some(place) = self.ops.get_mut(at) {
            *place = new;
        }
        if let Some(place) = self.facts.get_mut(at) {
            *place = facts;
        }
    }

    /// Retargets the successors of an op past jumps that are decided on the respective edge.
    fn thread(
        &mut self,
        at: usize,
        op: Op,
        state: &mut AbstractState,
        known: &AbstractStates,
    ) -> Op {
        let program = self.program;
        let next = Pc(at as u32 + 1);
        let (taken, passed) = match op.flow() {
            Flow::Either(_) => (refined(&op, state, true), refined(&op, state, false)),
            Flow::To(_) => (Some(Refined::default()), None),
            Flow::Next if known.is_leader(at + 1) => (None, Some(Refined::default())),
            Flow::Next | Flow::Call(_) | Flow::Return | Flow::End => (None, None),
        };
        if let Some(mut refined) = passed {
            state.exchange(&mut refined);
            let end = thread_target(program, next, |op| decide(op, |reg| state.range(reg)));
            state.exchange(&mut refined);
            if let Some(place) = self.after.get_mut(at).filter(|_| end != next) {
                *place = Some(end);
            }
        }
        let Some(mut refined) = taken else {
            return op;
        };
        state.exchange(&mut refined);
        let decided = |op: &Op| decide(op, |reg| state.range(reg));
        let op = retarget(op, |to| thread_target(program, to, decided));
        state.exchange(&mut refined);
        op
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn find_facts(&self, op: &Op, state: &AbstractState) -> Facts {
        let range = |reg: Reg| state.range(reg);
        let numbers = match *op {
            Op::Compare { a, b, .. } | Op::JumpCompare { a, b, .. } => {
                range(a).is_number() && range(b).is_number()
            }
            Op::CompareValue { a, value, .. } | Op::JumpCompareValue { a, value, .. } => {
                range(a).is_number() && value != NONE
            }
            Op::Not { from, .. } => range(from).is_within(0, 1),
            Op::AddValue { a, .. } => range(a).is_number(),
            _ => false,
        };
        let asks = matches!(
            op,
            Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. } | Op::Call { .. }
        );
        Facts {
            is_harmless: op.writes().is_some()
                && !asks
                && !self.tables.result(self.program, op, state).1,
            is_plain: numbers,
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn simpler(&mut self, op: Op, state: &AbstractState) -> Op {
        if op.writes().is_some() {
            let (range, may_fail) = self.tables.result(self.program, &op, state);
            if let (Some(to), Some(value), false) = (op.writes(), range.only(), may_fail) {
                return match state.range(to).only() == Some(value) {
                    true => NOP,
                    false => Op::Set { to, value },
                };
            }
        }
        if let (Flow::Either(to), Some(taken)) = (op.flow(), decide(&op, |reg| state.range(reg))) {
            return match taken {
                true => Op::Jump { to },
                false => NOP,
            };
        }
        let op = rename_reads(op, |reg| state.value(reg).same().unwrap_or(reg));
        let op = self.with_values(op, state);
        match op {
            Op::Copy { to, from } if to == from || state.value(to).same() == Some(from) => NOP,
            _ => op,
        }
    }

    /// The op with constants in place of registers, or a copy in place of an op that changes nothing.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rewriting names the ops it improves; every other op, also a new one, stays as it is"
    )]
    fn with_values(&mut self, op: Op, state: &AbstractState) -> Op {
        let range = |reg: Reg| state.range(reg);
        let only = |reg: Reg| state.range(reg).only();
        match op {
            Op::Add { to, a, b } => match (only(a), only(b)) {
                (_, Some(value)) => self.with_values(Op::AddValue { to, a, value }, state),
                (Some(value), _) => self.with_values(Op::AddValue { to, a: b, value }, state),
                _ => op,
            },
            Op::Subtract { to, a, b } => match only(b).and_then(i32::checked_neg) {
                Some(value) => self.with_values(Op::AddValue { to, a, value }, state),
                None => op,
            },
            Op::AddValue { to, a, value: 0 } if range(a).is_number() => Op::Copy { to, from: a },
            Op::Multiply { to, a, b } if only(b) == Some(1) && range(a).is_number() => {
                Op::Copy { to, from: a }
            }
            Op::Multiply { to, a, b } if only(a) == Some(1) && range(b).is_number() => {
                Op::Copy { to, from: b }
            }
            Op::Compare { .. } | Op::JumpCompare { .. } => match comparison_with_constant(op, only)
            {
                Some(op) => self.with_values(op, state),
                None => op,
            },
            Op::CompareValue {
                to,
                a,
                value,
                order,
            } if range(a).is_within(0, 1) => compare_flag(op, to, a, value, order),
            Op::Limit {
                to,
                from,
                low,
                high,
            } if range(from).is_within(low, high) => Op::Copy { to, from },
            Op::Within {
                to,
                from,
                low,
                high,
                ..
            } if range(from).is_within(low, high) => Op::Copy { to, from },
            Op::Shift { to, from, by, top }
                if only(by) == Some(0) && range(from).is_within(0, top) =>
            {
                Op::Copy { to, from }
            }
            Op::Load { to, unit, track } => match known_slot(self.program, state, unit, track) {
                Some(slot) => Op::Copy {
                    to,
                    from: state.value(slot).same().unwrap_or(slot),
                },
                None => op,
            },
            Op::Store { unit, track, from } => self.with_slot(op, state, unit, track, from),
            Op::LoadAt {
                to,
                unit,
                track,
                index,
            } => match self.known_track(state, track, index) {
                Some(track) => self.with_values(Op::Load { to, unit, track }, state),
                None => op,
            },
            Op::StoreAt {
                unit,
                track,
                index,
                from,
            } => match self.known_track(state, track, index) {
                Some(track) => self.with_values(Op::Store { unit, track, from }, state),
                None => op,
            },
            Op::Lookup { to, grid, keys } => self.with_line(op, state, to, grid, keys),
            _ => op,
        }
    }

    /// The number of a track, if it is known about whom it is.
    fn known_track(&self, state: &AbstractState, track: u32, index: Reg) -> Option<u32> {
        let index = u32::try_from(state.range(index).only()?).ok()?;
        (index < self.program.n_units).then_some(track + index)
    }

    fn with_slot(&self, op: Op, state: &AbstractState, unit: Reg, track: u32, from: Reg) -> Op {
        let Some(slot) = known_slot(self.program, state, unit, track) else {
            return op;
        };
        let Some(range) = self.program.slots.get(slot.0 as usize) else {
            return op;
        };
        let (low, high) = (range.low, range.high);
        // A `Store` must be kept if indexes of the state are maintained.
        if self.program.is_maintained() {
            return op;
        }
        let value = state.range(from);
        if let Some(value) = value
            .limited(low, high)
            .only()
            .filter(|_| value.is_number())
        {
            return Op::Set { to: slot, value };
        }
        match value.is_within(low, high) {
            true => Op::Copy { to: slot, from },
            false => Op::Limit {
                to: slot,
                from,
                low,
                high,
            },
        }
    }

    /// A table of several keys is a table of one key, if all others are constant.
    fn with_line(&mut self, op: Op, state: &AbstractState, to: Reg, id: GridId, keys: Reg) -> Op {
        let Some(grid) = self.program.grids.get(id.0 as usize) else {
            return op;
        };
        let regs: Vec<Reg> = (keys.0..).take(grid.axes.len()).map(Reg).collect();
        let mut open = regs.iter().enumerate();
        let mut open = open
            .by_ref()
            .filter(|(_, reg)| state.range(**reg).only().is_none());
        let (Some((at, key)), None) = (open.next(), open.next()) else {
            return op;
        };
        let source = state.value(*key).same().unwrap_or(*key);
        if regs.len() == 1 {
            return Op::Lookup {
                to,
                grid: id,
                keys: source,
            };
        }
        let settled: Option<Vec<usize>> = regs
            .iter()
            .zip(&grid.axes)
            .enumerate()
            .filter(|(place, _)| *place != at)
            .map(|(_, (reg, axis))| axis.line(state.range(*reg).only()?))
            .collect();
        let Some(settled) = settled else {
            return op;
        };
        let place = (id.0, at, settled);
        let grid = match self.lines.get(&place) {
            Some(grid) => *grid,
            None => {
                let Some(line) = one_line(grid, at, &place.2) else {
                    return op;
                };
                self.grids.push(line);
                let grid = GridId(self.grids.len() as u32 - 1);
                self.lines.insert(place, grid);
                grid
            }
        };
        Op::Lookup {
            to,
            grid,
            keys: source,
        }
    }
}

/// A comparison, or a jump on one, with the value of a register that is constant; `None` if neither is.
fn comparison_with_constant(op: Op, only: impl Fn(Reg) -> Option<i32>) -> Option<Op> {
    let (Op::Compare { a, b, order, .. } | Op::JumpCompare { a, b, order, .. }) = op else {
        return None;
    };
    let (a, value, order) = match (only(a), only(b)) {
        (_, Some(value)) => (a, value, order),
        (Some(value), None) => (b, value, order.mirrored()),
        (None, None) => return None,
    };
    if let Op::JumpCompare { to, .. } = op {
        return Some(Op::JumpCompareValue {
            a,
            value,
            order,
            to,
        });
    }
    let to = op.writes()?;
    Some(Op::CompareValue {
        to,
        a,
        value,
        order,
    })
}

/// A flag compared with 0 or 1 is itself, or is not.
fn compare_flag(op: Op, to: Reg, from: Reg, value: i32, order: Order) -> Op {
    let is_set = |flag| Interval::point(flag).compared(Interval::point(value), order);
    match (is_set(0), is_set(1)) {
        (Some(false), Some(true)) => Op::Copy { to, from },
        (Some(true), Some(false)) => Op::Not { to, from },
        _ => op,
    }
}

/// The cells of a table along one key, the lines of the others settled.
fn one_line(grid: &Grid, open: usize, settled: &[usize]) -> Option<Grid> {
    let axis: &Axis = grid.axes.get(open)?;
    let cells: Option<Vec<i32>> = (0..axis.n_lines as usize)
        .map(|line| {
            let mut settled = settled.iter().copied();
            let mut cell = 0;
            for (at, axis) in grid.axes.iter().enumerate() {
                let line = if at == open { line } else { settled.next()? };
                cell = cell * axis.n_lines as usize + line;
            }
            grid.cells.get(cell).copied()
        })
        .collect();
    Some(Grid {
        name: grid.name.clone(),
        axes: vec![axis.clone()],
        cells: cells?,
    })
}
