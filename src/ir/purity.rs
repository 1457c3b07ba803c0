//! Pure procedures and their reads: interprocedural side-effect analysis (Banning 1979; the sets MOD and REF).
//!
//! A procedure that neither asks nor changes anything has the same result for the same arguments while the state
//! that it reads is the same. For units that are arguments, the tracks it reads may be known; for units that it searches for,
//! the set of these.

use std::collections::{BTreeMap, BTreeSet};

use super::cfg::procedure_body;
use super::id::{Pc, Reg};
use super::op::{Flow, Op};
use super::operands::{regs_of, rename_reads, row, slots_of_track, tracks};
use super::program::{Formula, Program};

/// Maximum number of arguments of a formula that is remembered.
pub const MOST_ARGUMENTS: usize = 4;

/// Number of ops from which on a procedure without a loop is worth remembering.
const WORTH_IT: usize = 40;

/// Maximum number of ops that are visited per procedure.
const MOST_OPS: usize = 20_000;

/// Returns the registers of the state that ops write directly: the machine reports only `Store`s to tracks of units.
pub fn written_slots(program: &Program) -> BTreeSet<Reg> {
    let n_slots = program.slots.len() as u32;
    let mut written = BTreeSet::new();
    for op in &program.ops {
        written.extend(op.writes().filter(|to| to.0 < n_slots));
        if let Some((block, _)) = op.writes_block() {
            written.extend(regs_of(block).take_while(|reg| reg.0 < n_slots));
        }
    }
    written
}

/// A procedure that may be pure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// The index of its first op.
    pub(super) entry: Pc,
    /// The register of its first argument.
    pub(super) arguments: Reg,
    /// The number of its arguments.
    pub(super) n_arguments: usize,
    /// The place of the argument that most often goes from one place of the board to the next.
    pub(super) sweeping: usize,
    /// The register of its result.
    pub(super) result: Reg,
    /// The register with the op to which it returns.
    pub(super) back: Reg,
}

/// The units that a register may hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Units {
    /// An argument, by its place.
    Argument(u32),
    /// One of these units.
    Listed(BTreeSet<i32>),
    /// Any unit.
    Any,
}

/// Analyses the procedures of one program.
pub(super) struct Purity<'a> {
    program: &'a Program,
    /// The ops that write a register, those of blocks left out.
    writers: BTreeMap<Reg, Vec<u32>>,
    bodies: BTreeMap<Pc, Vec<u32>>,
    /// Registers of the state whose changes are not reported.
    unreported: BTreeSet<Reg>,
}

impl<'a> Purity<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let mut writers: BTreeMap<Reg, Vec<u32>> = BTreeMap::new();
        for (at, op) in (0..).zip(&program.ops) {
            if let Some(to) = op.writes() {
                writers.entry(to).or_default().push(at);
            }
        }
        Self {
            program,
            writers,
            unreported: written_slots(program),
            bodies: BTreeMap::new(),
        }
    }

    /// Describes a procedure that is pure and worth remembering; `None` for any other.
    pub(super) fn formula(&mut self, candidate: &Candidate) -> Option<Formula> {
        if candidate.n_arguments > MOST_ARGUMENTS {
            return None;
        }
        let body = self.reached(candidate.entry)?;
        if !self.is_worth_it(&body) {
            return None;
        }
        let mut reading = Reading {
            program: self.program,
            writers: &self.writers,
            candidate,
            body: &body,
            read: BTreeSet::new(),
            written: BTreeSet::new(),
            blocks: Vec::new(),
            reads: BTreeSet::new(),
            reads_of: BTreeSet::new(),
        };
        for at in &body {
            reading.op(self.program.ops.get(*at as usize)?)?;
        }
        reading.finish().filter(|formula| self.is_reported(formula))
    }

    /// Whether the machine reports every change of the registers that a formula reads.
    fn is_reported(&self, formula: &Formula) -> bool {
        let mut of_units = formula.reads_of.iter();
        let is_reported = |track: u32| {
            let mut slots = slots_of_track(self.program, track);
            slots.all(|slot| !self.unreported.contains(&slot))
        };
        formula
            .reads
            .iter()
            .all(|slot| !self.unreported.contains(slot))
            && of_units.all(|(_, track)| is_reported(*track))
    }

    /// Returns all ops of a procedure and its callees; `None` if there are too many.
    fn reached(&mut self, entry: Pc) -> Option<BTreeSet<u32>> {
        let mut reached = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![entry];
        while let Some(entry) = open.pop() {
            if !seen.insert(entry) {
                continue;
            }
            let program = self.program;
            let body = self.bodies.entry(entry);
            let body = body.or_insert_with(|| procedure_body(program, entry));
            for at in body.iter() {
                reached.insert(*at);
                if let Some(Op::Call { to, .. }) = program.ops.get(*at as usize) {
                    open.push(*to);
                }
            }
            if reached.len() > MOST_OPS {
                return None;
            }
        }
        Some(reached)
    }

    /// Whether it loops, measures, or is long.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that ask, change or find units are named; a register that any other op writes may hold any unit"
    )]
    fn is_worth_it(&self, body: &BTreeSet<u32>) -> bool {
        let mut ops = body
            .iter()
            .filter_map(|at| Some((*at, self.program.ops.get(*at as usize)?)));
        let is_heavy = |(at, op): (u32, &Op)| match op {
            Op::Measure { .. }
            | Op::Scan { .. }
            | Op::NextSpot { .. }
            | Op::Trace { .. }
            | Op::SearchStart { .. } => true,
            op => match op.flow() {
                Flow::To(to) | Flow::Either(to) => to.0 <= at,
                Flow::Next | Flow::Call(_) | Flow::Return | Flow::End => false,
            },
        };
        body.len() >= WORTH_IT || ops.any(is_heavy)
    }
}

/// Registers that the ops of one procedure read and write.
struct Reading<'a> {
    program: &'a Program,
    writers: &'a BTreeMap<Reg, Vec<u32>>,
    candidate: &'a Candidate,
    body: &'a BTreeSet<u32>,
    /// Registers outside of the state that are read.
    read: BTreeSet<Reg>,
    written: BTreeSet<Reg>,
    /// Blocks that are written: the first register, and the one after the last.
    blocks: Vec<(u32, u32)>,
    reads: BTreeSet<Reg>,
    reads_of: BTreeSet<(u32, u32)>,
}

impl Reading<'_> {
    /// Adds the effects of an op; `None` if it asks or changes something.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that ask, change or find units are named; a register that any other op writes may hold any unit"
    )]
    fn op(&mut self, op: &Op) -> Option<()> {
        let program = self.program;
        match *op {
            Op::Store { .. }
            | Op::StoreAt { .. }
            | Op::Roll { .. }
            | Op::Judge { .. }
            | Op::Choose { .. }
            | Op::Done => return None,
            Op::Load { unit, .. } | Op::LoadAt { unit, .. } => {
                for track in tracks(program, op).into_iter().flatten() {
                    self.read_track(unit, track);
                }
            }
            Op::Scan { filter, .. } => {
                let filter = program.filters.get(filter.0 as usize)?;
                for track in filter.tracks() {
                    self.read_units(&filter.candidates().collect(), track);
                }
            }
            Op::SearchStart { steps, .. } => {
                for track in &program.steps.get(steps.0 as usize)?.tracks {
                    self.reads.extend(slots_of_track(program, *track));
                }
            }
            _ => {}
        }
        rename_reads(*op, |reg| {
            self.read_reg(reg);
            reg
        });
        if let Some((first, n)) = row(program, op) {
            (first.0..).take(n).for_each(|reg| self.read_reg(Reg(reg)));
        }
        if let Some(to) = op.writes() {
            if self.is_state(to) {
                return None;
            }
            self.written.insert(to);
        }
        if let Some((block, _)) = op.writes_block() {
            if self.is_state(block.first) {
                return None;
            }
            self.blocks.push((block.first.0, block.first.0 + block.n));
        }
        if let Some(block) = op.reads_block() {
            self.read_reg(block.first);
        }
        Some(())
    }

    fn is_state(&self, reg: Reg) -> bool {
        (reg.0 as usize) < self.program.slots.len()
    }

    fn read_reg(&mut self, reg: Reg) {
        match self.is_state(reg) {
            true => self.reads.insert(reg),
            false => self.read.insert(reg),
        };
    }

    fn read_track(&mut self, unit: Reg, track: u32) {
        let mut units = BTreeSet::new();
        self.units(unit, &mut BTreeSet::new(), &mut units);
        for units in units {
            match units {
                Units::Argument(at) => {
                    self.reads_of.insert((at, track));
                }
                Units::Listed(units) => self.read_units(&units, track),
                Units::Any => self.reads.extend(slots_of_track(self.program, track)),
            }
        }
    }

    fn read_units(&mut self, units: &BTreeSet<i32>, track: u32) {
        let program = self.program;
        for unit in units {
            self.reads.extend(program.slot_of_unit(*unit, track));
        }
    }

    /// Collects the units that a register may hold in this procedure.
    fn units(&self, reg: Reg, seen: &mut BTreeSet<Reg>, found: &mut BTreeSet<Units>) {
        if !seen.insert(reg) {
            return;
        }
        let place = reg.0.checked_sub(self.candidate.arguments.0);
        if let Some(place) = place.filter(|at| (*at as usize) < self.candidate.n_arguments) {
            found.insert(Units::Argument(place));
            return;
        }
        let writers = self.writers.get(&reg).into_iter().flatten();
        let mut writers = writers.filter(|at| self.body.contains(at)).peekable();
        if self.is_state(reg) || writers.peek().is_none() {
            found.insert(Units::Any);
            return;
        }
        for at in writers {
            match self.program.ops.get(*at as usize) {
                Some(Op::Copy { from, .. }) => self.units(*from, seen, found),
                Some(Op::Set { value, .. }) => {
                    found.insert(Units::Listed(BTreeSet::from([*value])));
                }
                Some(Op::Scan { filter, .. }) => {
                    let filter = self.program.filters.get(filter.0 as usize);
                    let units = filter.into_iter().flat_map(|filter| filter.candidates());
                    found.insert(Units::Listed(units.collect()));
                }
                Some(Op::Lookup { grid, .. }) => {
                    let grid = self.program.grids.get(grid.0 as usize);
                    let cells = grid.into_iter().flat_map(|grid| grid.cells.iter());
                    found.insert(Units::Listed(cells.copied().collect()));
                }
                Some(Op::Stat { field, .. }) => {
                    let constants = self.program.constants.iter();
                    let constants = constants.skip(*field as usize);
                    let constants = constants.step_by(self.program.n_fields.max(1) as usize);
                    found.insert(Units::Listed(constants.copied().collect()));
                }
                _ => {
                    found.insert(Units::Any);
                }
            }
        }
    }

    /// The formula, unless it reads a register that is neither an argument nor its own.
    fn finish(self) -> Option<Formula> {
        let Candidate {
            arguments,
            n_arguments,
            sweeping,
            result,
            back,
            ..
        } = *self.candidate;
        let is_argument =
            |reg: Reg| (arguments.0..arguments.0 + n_arguments as u32).contains(&reg.0);
        let in_block = |reg: Reg| {
            let mut blocks = self.blocks.iter();
            blocks.any(|(first, end)| (*first..*end).contains(&reg.0))
        };
        let is_own = |reg: &Reg| {
            *reg == back || is_argument(*reg) || self.written.contains(reg) || in_block(*reg)
        };
        let keeps_arguments = !self.written.iter().any(|reg| is_argument(*reg));
        let is_pure = keeps_arguments && self.read.iter().all(is_own);
        is_pure.then(|| Formula {
            arguments,
            n_arguments: n_arguments as u32,
            sweeping: sweeping as u32,
            result,
            back,
            reads: self.reads.into_iter().collect(),
            reads_of: self.reads_of.into_iter().collect(),
        })
    }
}
