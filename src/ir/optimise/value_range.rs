//! Value-range analysis: an abstract interpretation over intervals and equalities of registers (Cousot and Cousot 1977).

use crate::cfg::{ReturnSites, leaders};
use crate::id::Reg;
use crate::interval::{Interval, decide, evaluate};
use crate::liveness::{Liveness, mark, marked};
use crate::op::{Flow, Op, Order};
use crate::operands::{regs_of, row, slots_of_track, tracks};
use crate::program::{Axis, Grid, Input, Program, Slot};
use std::collections::BTreeSet;

/// Rounds of a loop after which an interval that still grows is widened.
const MOST_ROUNDS: u8 = 2;

/// Maximum number of intervals that are stored at a time: about 200 MB. A larger program is left unoptimised.
const MOST_VALUES: usize = 1 << 23;

/// An abstract value of one register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AbstractValue {
    pub(super) range: Interval,
    /// Another register that holds the same, or [`NO_OTHER`]: so values are compared word by word.
    same: Reg,
}

/// No register.
const NO_OTHER: Reg = Reg(u32::MAX);

impl AbstractValue {
    fn of(range: Interval) -> Self {
        Self {
            range,
            same: NO_OTHER,
        }
    }

    /// Another register that holds the same.
    pub(super) fn same(self) -> Option<Reg> {
        (self.same != NO_OTHER).then_some(self.same)
    }
}

/// An abstract state: the abstract values of all registers at one point of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AbstractState {
    values: Vec<AbstractValue>,
    /// Whether other registers may hold the same, by register.
    shared: Vec<bool>,
    /// Only one path led here yet, so all registers are known.
    is_whole: bool,
}

impl AbstractState {
    fn start(program: &Program) -> Self {
        let mut values = vec![AbstractValue::of(Interval::point(0)); program.n_registers as usize];
        for (value, slot) in values.iter_mut().zip(&program.slots) {
            *value = AbstractValue::of(Interval::point(slot.start));
        }
        for Input { reg, low, high } in program.inputs.iter().copied() {
            if let Some(value) = values.get_mut(reg.0 as usize) {
                *value = AbstractValue::of(Interval { low, high });
            }
        }
        Self {
            shared: vec![false; values.len()],
            values,
            is_whole: true,
        }
    }

    pub(super) fn value(&self, reg: Reg) -> AbstractValue {
        let value = self.values.get(reg.0 as usize).copied();
        value.unwrap_or(AbstractValue::of(Interval::ANY))
    }

    pub(super) fn range(&self, reg: Reg) -> Interval {
        self.value(reg).range
    }

    fn set(&mut self, reg: Reg, value: AbstractValue) {
        let shared = self.shared.get_mut(reg.0 as usize);
        if shared.is_some_and(std::mem::take) {
            for other in &mut self.values {
                if other.same == reg {
                    other.same = NO_OTHER;
                }
            }
        }
        if let Some(place) = self.values.get_mut(reg.0 as usize) {
            *place = value;
        }
    }

    /// The register now holds what `from` holds.
    fn copy(&mut self, to: Reg, from: Reg, range: Interval) {
        let source = self.value(from).same().unwrap_or(from);
        if to == from || source == to {
            return;
        }
        self.set(
            to,
            AbstractValue {
                range,
                same: source,
            },
        );
        if let Some(shared) = self.shared.get_mut(source.0 as usize) {
            *shared = true;
        }
    }

    /// The refinement of a register, and of its copy, given whether a relation to a value holds;
    /// `None` if no value is left.
    fn refined(&self, reg: Reg, value: i32, order: Order, holds: bool) -> Option<Refined> {
        let mut refined = Refined::default();
        let regs = [Some(reg), self.value(reg).same()];
        for (place, reg) in refined.0.iter_mut().zip(regs) {
            if let Some(reg) = reg {
                *place = Some((reg, self.range(reg).refined(value, order, holds)?));
            }
        }
        Some(refined)
    }

    /// Swaps values with a refinement; a second swap restores them.
    pub(super) fn exchange(&mut self, refined: &mut Refined) {
        for (reg, range) in refined.0.iter_mut().flatten() {
            if let Some(value) = self.values.get_mut(reg.0 as usize) {
                std::mem::swap(&mut value.range, range);
            }
        }
    }

    /// The state restricted to some registers; of the others nothing is known.
    fn of_those(&self, regs: impl Iterator<Item = Reg>) -> Self {
        let mut those = Self {
            values: vec![AbstractValue::of(Interval::ANY); self.values.len()],
            shared: self.shared.clone(),
            is_whole: false,
        };
        for reg in regs {
            if let Some(place) = those.values.get_mut(reg.0 as usize) {
                *place = self.value(reg);
            }
        }
        those
    }

    /// Joins the values of some registers from another path; returns whether a value changed. Growing
    /// values are widened, to the limits of the registers in `widen`.
    fn join(&mut self, other: &Self, regs: &[u64], widen: Option<&[Slot]>) -> bool {
        let mut changed = false;
        let values = self.values.chunks_mut(64).zip(other.values.chunks(64));
        for ((own, other), (regs, first)) in values.zip(regs.iter().zip((0..).step_by(64))) {
            if *regs == 0 {
                continue;
            }
            // Of hundreds of registers few differ: that most do not is seen eight at a time.
            let mut differing = 0;
            for (group, (own, other)) in own.chunks(8).zip(other.chunks(8)).enumerate() {
                let pairs = own.iter().zip(other);
                if pairs.fold(0, |bits, (own, other)| bits | own.differs(*other)) != 0 {
                    differing |= 0xFF << (8 * group);
                }
            }
            differing &= regs;
            while differing != 0 {
                let at = differing.trailing_zeros() as usize;
                differing &= differing - 1;
                if let Some((value, other)) = own.get_mut(at).zip(other.get(at)) {
                    let met = value.met(*other, widen, first + at);
                    changed |= met != *value;
                    *value = met;
                }
            }
        }
        changed
    }
}

impl AbstractValue {
    /// Not 0 if it differs from another. Without a jump, so that several are compared at once.
    fn differs(self, other: Self) -> u32 {
        let (own, others) = (self.range, other.range);
        let ends = (own.low ^ others.low) | (own.high ^ others.high);
        ends as u32 | self.same.0 ^ other.same.0
    }

    /// Returns the join with the value from another path, widened if it grew.
    fn met(self, other: Self, widen: Option<&[Slot]>, reg: usize) -> Self {
        let mut range = self.range.hull(other.range);
        if let Some(slots) = widen
            && range != self.range
        {
            range = self.range.widened(range, slots.get(reg));
        }
        let same = match self.same == other.same {
            true => self.same,
            false => NO_OTHER,
        };
        Self { range, same }
    }
}

/// A refinement along an edge: intervals of a register and of the one that holds the same.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Refined([Option<(Reg, Interval)>; 2]);

/// The abstract states before basic blocks: where paths meet, only of the registers that are live there and
/// of those that hold the same as one of them.
pub(super) struct AbstractStates {
    states: Vec<Option<AbstractState>>,
    leaders: Vec<bool>,
    liveness: Liveness,
    /// The registers that matter where paths meet, one bit each.
    matters: Vec<Vec<u64>>,
}

impl AbstractStates {
    /// The state before a basic block; `None` elsewhere, and where no path leads.
    pub(super) fn at(&self, at: usize) -> Option<&AbstractState> {
        self.states.get(at).and_then(Option::as_ref)
    }

    /// Whether a basic block begins at an op.
    pub(super) fn is_leader(&self, at: usize) -> bool {
        self.leaders.get(at).copied().unwrap_or(false)
    }

    /// Iterates to the fixpoint; `None` if that is too much.
    pub(super) fn of(program: &Program, tables: &CellIntervals) -> Option<Self> {
        let leaders = leaders(program);
        let n_leaders = leaders.iter().filter(|leader| **leader).count();
        if n_leaders * program.n_registers as usize > MOST_VALUES {
            return None;
        }
        let mut known = Self {
            states: vec![None; program.ops.len()],
            leaders,
            liveness: Liveness::of(program),
            matters: vec![Vec::new(); program.ops.len()],
        };
        let mut rounds = vec![0_u8; program.ops.len()];
        let sites = ReturnSites::of(program);
        if let Some(first) = known.states.first_mut() {
            *first = Some(AbstractState::start(program));
        }
        // Ops are visited in their order, so that forward edges are joined before a retreating edge is followed.
        let mut open = BTreeSet::from([0_usize]);
        while let Some(leader) = open.pop_first() {
            let Some(mut state) = known.at(leader).cloned() else {
                continue;
            };
            if let Some(rounds) = rounds.get_mut(leader) {
                *rounds = rounds.saturating_add(1);
            }
            let mut at = leader;
            while let Some(op) = program.ops.get(at) {
                let ways = tables.ways(program, op, at, &state);
                tables.step(program, op, &mut state);
                let widen = |to: usize| {
                    let is_widened = to <= at && rounds.get(to).is_some_and(|n| *n >= MOST_ROUNDS);
                    is_widened.then_some(program.slots.as_slice())
                };
                for (to, mut refined) in ways.into_iter().flatten() {
                    if !known.is_leader(to) {
                        continue;
                    }
                    state.exchange(&mut refined);
                    if known.join(to, &state, widen(to)) {
                        open.insert(to);
                    }
                    state.exchange(&mut refined);
                }
                let sites = sites.of_op(op);
                let recalled = recalled(program, op).map(|result| {
                    let mut recalled = state.clone();
                    recalled.set(result, AbstractValue::of(Interval::ANY));
                    recalled
                });
                for site in sites.iter().copied() {
                    let state = recalled.as_ref().unwrap_or(&state);
                    if known.is_leader(site) && known.join(site, state, widen(site)) {
                        open.insert(site);
                    }
                }
                at += 1;
                if op.flow() != Flow::Next || known.is_leader(at) {
                    break;
                }
            }
        }
        Some(known)
    }

    fn join(&mut self, at: usize, state: &AbstractState, widen: Option<&[Slot]>) -> bool {
        let Some((place, matters)) = self.states.get_mut(at).zip(self.matters.get_mut(at)) else {
            return false;
        };
        let Some(known) = place else {
            *place = Some(AbstractState {
                is_whole: true,
                ..state.clone()
            });
            return true;
        };
        if known.is_whole {
            *matters = self.liveness.words_before(at);
            for reg in self.liveness.live_before(at) {
                if let Some(same) = known.value(reg).same() {
                    mark(matters, same);
                }
            }
            *known = known.of_those(marked(matters));
            known.join(state, matters, widen);
            return true;
        }
        known.join(state, matters, widen)
    }
}

/// Returns the register that an op writes if control continues after the call rather than at the next op.
fn recalled(program: &Program, op: &Op) -> Option<Reg> {
    let Op::Recall { formula } = op else {
        return None;
    };
    let formula = program.formulas.get(formula.0 as usize);
    formula.map(|formula| formula.result)
}

/// A successor of an op, with the refinement along the edge.
pub(super) type Successor = Option<(usize, Refined)>;

/// The intervals of the tables' cells.
pub(super) struct CellIntervals {
    cells: Vec<Interval>,
}

impl CellIntervals {
    pub(super) fn of(program: &Program) -> Self {
        let range = |grid: &Grid| {
            let points = grid.cells.iter().copied().map(Interval::point);
            points.reduce(Interval::hull).unwrap_or(Interval::ANY)
        };
        Self {
            cells: program.grids.iter().map(range).collect(),
        }
    }

    /// The successors of an op, its target first. Those that are never reached are left out.
    pub(super) fn ways(
        &self,
        program: &Program,
        op: &Op,
        at: usize,
        state: &AbstractState,
    ) -> [Successor; 2] {
        let plain = |to: usize| Some((to, Refined::default()));
        match op.flow() {
            Flow::Next if always_fails(program, op, state) => [None, None],
            Flow::Next => [None, plain(at + 1)],
            Flow::To(to) | Flow::Call(to) => [plain(to.0 as usize), None],
            Flow::Return | Flow::End => [None, None],
            Flow::Either(to) => [(true, to.0 as usize), (false, at + 1)].map(|(holds, to)| {
                match decide(op, |reg| state.range(reg)) {
                    Some(decided) if decided != holds => None,
                    _ => refined(op, state, holds).map(|refined| (to, refined)),
                }
            }),
        }
    }

    /// The transfer function of an op.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that the function is about are named; every other op has the answer of the last arm"
    )]
    pub(super) fn step(&self, program: &Program, op: &Op, state: &mut AbstractState) {
        if let Op::Copy { to, from } = *op {
            return state.copy(to, from, state.range(from));
        }
        if let Op::Load { to, unit, track } = *op
            && let Some(slot) = known_slot(program, state, unit, track)
        {
            return state.copy(to, slot, state.range(slot));
        }
        if let Op::Store { unit, track, from } = *op {
            return store(program, state, unit, track, from);
        }
        if let (Op::StoreAt { from, .. }, Some(tracks)) = (*op, tracks(program, op)) {
            let stored = state.range(from);
            return tracks.for_each(|track| store_somewhere(program, state, track, stored));
        }
        if let Some((block, _)) = op.writes_block() {
            let range = match *op {
                Op::Fill { value, .. } => Interval::point(value),
                _ => Interval::ANY,
            };
            return regs_of(block).for_each(|reg| state.set(reg, AbstractValue::of(range)));
        }
        if let Some(to) = op.writes() {
            let (range, _) = self.result(program, op, state);
            state.set(to, AbstractValue::of(range));
        }
    }

    /// The interval of what an op writes, and whether it may fail instead.
    pub(super) fn result(
        &self,
        program: &Program,
        op: &Op,
        state: &AbstractState,
    ) -> (Interval, bool) {
        let range = |reg: Reg| state.range(reg);
        let sure = |range: Interval| (range, false);
        if let Some(found) = evaluate(op, range) {
            return found;
        }
        match *op {
            Op::Lookup { grid, .. } => self.looked_up(program, op, grid.0 as usize, state),
            Op::Stat { unit, field, .. } => stat(program, range(unit), field),
            Op::Load { unit, track, .. } => match known_slot(program, state, unit, track) {
                Some(slot) => sure(range(slot)),
                None => {
                    let ranges = slots_of_track(program, track).map(range);
                    (ranges.reduce(Interval::hull).unwrap_or(Interval::ANY), true)
                }
            },
            Op::LoadAt { .. } => {
                let tracks = tracks(program, op).into_iter().flatten();
                let slots = tracks.flat_map(|track| slots_of_track(program, track));
                let ranges = slots.map(range).reduce(Interval::hull);
                (ranges.unwrap_or(Interval::ANY), true)
            }
            Op::Roll { pool, .. } => (rolled(program, pool.0 as usize), true),
            Op::Pick { .. } | Op::NextSpot { .. } | Op::Scan { .. } => sure(Interval::ANY),
            Op::Measure { .. }
            | Op::Ground { .. }
            | Op::Fill { .. }
            | Op::Put { .. }
            | Op::Trace { .. }
            | Op::SearchStart { .. }
            | Op::SearchStep { .. }
            | Op::SearchEnd { .. } => (Interval::ANY, true),
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
            | Op::Within { .. }
            | Op::Shift { .. }
            | Op::Member { .. }
            | Op::Store { .. }
            | Op::StoreAt { .. }
            | Op::Recall { .. }
            | Op::Remember { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpCompare { .. }
            | Op::JumpCompareValue { .. }
            | Op::JumpMember { .. }
            | Op::Judge { .. }
            | Op::Choose { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Note { .. }
            | Op::Fail { .. }
            | Op::Done => (Interval::ANY, true),
        }
    }

    fn looked_up(
        &self,
        program: &Program,
        op: &Op,
        at: usize,
        state: &AbstractState,
    ) -> (Interval, bool) {
        let cells = self.cells.get(at).copied().unwrap_or(Interval::ANY);
        let (Some(grid), Some((first, n))) = (program.grids.get(at), row(program, op)) else {
            return (cells, true);
        };
        let keys: Vec<Interval> = (first.0..)
            .take(n)
            .map(|reg| state.range(Reg(reg)))
            .collect();
        let only: Option<Vec<i32>> = keys.iter().map(|key| key.only()).collect();
        if let Some(keys) = only {
            return match grid.cell(&keys) {
                Some(cell) => (Interval::point(cell), false),
                None => (cells, true),
            };
        }
        let mut pairs = grid.axes.iter().zip(&keys);
        (cells, !pairs.all(|(axis, key)| answers(axis, *key)))
    }
}

/// Whether an axis answers every value of a range.
fn answers(axis: &Axis, range: Interval) -> bool {
    let n_values = i64::from(range.high) - i64::from(range.low);
    n_values <= 4096 && (range.low..=range.high).all(|key| axis.line(key).is_some())
}

fn rolled(program: &Program, pool: usize) -> Interval {
    let Some(pool) = program.pools.get(pool) else {
        return Interval::ANY;
    };
    let within = |sum: i64| sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let (low, high) = pool.ends();
    Interval {
        low: within(low),
        high: within(high),
    }
}

fn stat(program: &Program, unit: Interval, field: u32) -> (Interval, bool) {
    let value = |unit: u32| {
        let at = unit as usize * program.n_fields as usize + field as usize;
        program.constants.get(at).copied().map(Interval::point)
    };
    if let Some(unit) = unit.only() {
        return match u32::try_from(unit).ok().and_then(value) {
            Some(range) => (range, false),
            None => (Interval::ANY, true),
        };
    }
    let all = (0..program.n_units)
        .filter_map(value)
        .reduce(Interval::hull);
    (all.unwrap_or(Interval::ANY), true)
}

fn store(program: &Program, state: &mut AbstractState, unit: Reg, track: u32, from: Reg) {
    let stored = state.range(from);
    match known_slot(program, state, unit, track) {
        Some(slot) => state.set(slot, AbstractValue::of(held(program, slot, stored))),
        None => store_somewhere(program, state, track, stored),
    }
}

/// A track of some unit, it is not known which, becomes a value.
fn store_somewhere(program: &Program, state: &mut AbstractState, track: u32, stored: Interval) {
    for slot in slots_of_track(program, track) {
        let range = state.range(slot).hull(held(program, slot, stored));
        state.set(slot, AbstractValue::of(range));
    }
}

/// A value as a slot holds it.
fn held(program: &Program, slot: Reg, stored: Interval) -> Interval {
    match program.slots.get(slot.0 as usize) {
        Some(range) => stored.limited(range.low, range.high),
        None => Interval::ANY,
    }
}

/// Returns the slot of a track, if its unit is known.
pub(super) fn known_slot(
    program: &Program,
    state: &AbstractState,
    unit: Reg,
    track: u32,
) -> Option<Reg> {
    let unit = u32::try_from(state.range(unit).only()?).ok()?;
    let at = unit as usize * program.n_tracks as usize + track as usize;
    program.slot_of.get(at).copied().flatten()
}

/// The refinement by a conditional jump that is taken or not; `None` if that cannot be.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the ops that the function is about are named; every other op has the answer of the last arm"
)]
pub(super) fn refined(op: &Op, state: &AbstractState, holds: bool) -> Option<Refined> {
    match *op {
        Op::JumpIf { a, when, .. } => state.refined(a, 0, Order::NotEqual, holds == when),
        Op::JumpCompareValue {
            a, value, order, ..
        } => state.refined(a, value, order, holds),
        _ => Some(Refined::default()),
    }
}

/// Whether nothing after the op is ever reached.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the ops that the function is about are named; every other op has the answer of the last arm"
)]
fn always_fails(program: &Program, op: &Op, state: &AbstractState) -> bool {
    match op {
        Op::Store { unit, track, .. } | Op::Load { unit, track, .. } => {
            let unit = state.range(*unit).only();
            let unit = unit.and_then(|unit| u32::try_from(unit).ok());
            unit.is_some_and(|unit| {
                let at = unit as usize * program.n_tracks as usize + *track as usize;
                matches!(program.slot_of.get(at), Some(None))
            })
        }
        _ => false,
    }
}
