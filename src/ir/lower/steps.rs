//! Dependencies of the step costs of a search, read off the ops that compute them.
//!
//! A cost never changes anything, so within one search it depends on its step alone: on the two hexes and the side between
//! them. Mostly it only asks what they say, and whether a place that a track holds is one of them. Then steps between hexes
//! that say the same cost the same, as long as no such place is among them, and one of each sort is enough.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::id::{FilterId, Pc, Reg};
use super::super::op::{Flow, Measure, Op, Order};
use super::super::program::{Operand, Program, Relation, StepClasses, Steps, Subject};
use super::Label;
use sandtable_board::{Board, Graph, Groups};
use sandtable_model::NONE;
use sandtable_model::board::Primitive;

/// A search in the program, and the procedure that computes the cost of a step.
pub(super) struct StepCost {
    /// The first op of the cost.
    pub(super) entry: Label,
    /// Arguments of the cost that are places, but for the last two.
    pub(super) places: Vec<Reg>,
    /// The last two: where the step begins and ends.
    pub(super) ends: [Reg; 2],
}

/// A register may hold the hex where a step begins.
const FROM: u8 = 1;
/// The hex where the step ends.
const TO: u8 = 2;
/// The side between them.
const SIDE: u8 = 4;
/// Any of these.
const STEP: u8 = FROM | TO | SIDE;
/// Something else.
const OTHER: u8 = 8;

/// The dependence of a cost on a hex or side.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dependency {
    /// The values of these fields.
    Fields(BTreeSet<u32>),
    /// The unit itself.
    Itself,
}

impl Default for Dependency {
    fn default() -> Self {
        Self::Fields(BTreeSet::new())
    }
}

impl Dependency {
    fn field(&mut self, field: u32) {
        if let Self::Fields(fields) = self {
            fields.insert(field);
        }
    }
}

/// The dependence of a cost on a step.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CostDependencies {
    from: Dependency,
    to: Dependency,
    side: Dependency,
}

impl CostDependencies {
    fn mut_of(&mut self, what: u8) -> impl Iterator<Item = &mut Dependency> {
        let parts = [
            (FROM, &mut self.from),
            (TO, &mut self.to),
            (SIDE, &mut self.side),
        ];
        let meant = parts.into_iter().filter(move |(bit, _)| what & bit != 0);
        meant.map(|(_, matters)| matters)
    }
}

/// Sorts that were found before, by what matters.
pub(super) type KnownSorts = BTreeMap<CostDependencies, Option<Arc<StepClasses>>>;

/// Returns on what the costs of a search depend. `kept` are registers of results that are read after the search.
pub(super) fn of_search(
    program: &Program,
    stepping: &StepCost,
    entry: Pc,
    kept: &BTreeSet<Reg>,
    known: &mut KnownSorts,
) -> Steps {
    let mut steps = Steps {
        n_places: super::count(stepping.places.len()),
        ..Steps::default()
    };
    let board = program
        .board
        .as_ref()
        .map(|board_instance| board_instance.board.as_ref());
    let Some(graph) = board.and_then(Board::graph) else {
        return steps;
    };
    let ops = body(program, entry);
    let mut reading = CostReader {
        program,
        stepping,
        ops: &ops,
        holds: BTreeMap::new(),
        dependencies: CostDependencies::default(),
        compared: BTreeSet::new(),
        scanned: BTreeSet::new(),
    };
    if reading.does_more(kept) {
        return steps;
    }
    reading.reads();
    steps.tracks = reading.tracks();
    let dependencies = reading.dependencies;
    let classes = known
        .entry(dependencies)
        .or_insert_with_key(|dependencies| {
            classify_steps(program, graph, dependencies).map(Arc::new)
        });
    steps.classes.clone_from(classes);
    steps
}

fn classify_steps(
    program: &Program,
    graph: &Graph,
    dependencies: &CostDependencies,
) -> Option<StepClasses> {
    let board_instance = program.board.as_deref()?;
    let places = |matters: &Dependency| match matters {
        Dependency::Itself => Groups::each(graph),
        Dependency::Fields(fields) if fields.is_empty() => Groups::one(),
        Dependency::Fields(fields) => Groups::of_places((0..graph.n_places()).map(|place| {
            let place = super::value(place);
            let said = fields
                .iter()
                .map(|field| board_instance.place(place, *field));
            said.collect::<Vec<Option<i32>>>()
        })),
    };
    let sides = match &dependencies.side {
        Dependency::Itself => return None,
        Dependency::Fields(fields) if fields.is_empty() => Groups::one(),
        Dependency::Fields(fields) => {
            let said = |values: &[i32]| -> Vec<Option<i32>> {
                let said = fields.iter().map(|field| values.get(*field as usize));
                said.map(Option::<&i32>::copied).collect()
            };
            let named = board_instance
                .sides
                .iter()
                .map(|(side, values)| (*side, said(values)));
            Groups::of_links(graph, said(&board_instance.plain_side), named)
        }
    };
    StepClasses::new(
        graph,
        places(&dependencies.from),
        places(&dependencies.to),
        sides,
    )
}

/// Returns all ops of a subroutine and its callees.
fn body(program: &Program, entry: Pc) -> Vec<&Op> {
    let mut body = BTreeSet::new();
    let mut open = vec![entry.0 as usize];
    while let Some(at) = open.pop() {
        let Some(op) = program.ops.get(at).filter(|_| body.insert(at)) else {
            continue;
        };
        match op.flow() {
            Flow::Next => open.push(at + 1),
            Flow::To(to) => open.push(to.0 as usize),
            Flow::Either(to) | Flow::Call(to) => open.extend([at + 1, to.0 as usize]),
            Flow::Return | Flow::End => {}
        }
    }
    body.iter().filter_map(|at| program.ops.get(*at)).collect()
}

struct CostReader<'a> {
    program: &'a Program,
    stepping: &'a StepCost,
    ops: &'a [&'a Op],
    /// The kinds of values that registers may hold on any path.
    holds: BTreeMap<Reg, u8>,
    dependencies: CostDependencies,
    /// Registers whose places are compared with those of the step.
    compared: BTreeSet<Reg>,
    /// Tracks whose places are compared with those of the step by scans.
    scanned: BTreeSet<u32>,
}

impl CostReader<'_> {
    /// Whether it does more than work something out: asks, changes, or leaves what a condition reads.
    fn does_more(&self, kept: &BTreeSet<Reg>) -> bool {
        self.ops.iter().any(|op| {
            let asks = matches!(
                op,
                Op::Roll { .. } | Op::Judge { .. } | Op::Choose { .. } | Op::Done
            );
            let changes = matches!(op, Op::Store { .. } | Op::StoreAt { .. });
            let keeps = op.writes().is_some_and(|reg| {
                kept.contains(&reg) || (reg.0 as usize) < self.program.slots.len()
            });
            asks || changes || keeps
        })
    }

    /// Follows the places of the step, and finds what of them matters.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that may read a place are named; every other op that does makes the place itself matter"
    )]
    fn reads(&mut self) {
        let [from, to] = self.stepping.ends;
        let written: BTreeSet<Reg> = self.ops.iter().filter_map(|op| op.writes()).collect();
        self.holds.extend(written.iter().map(|reg| (*reg, 0)));
        self.holds.extend([(from, FROM), (to, TO)]);
        loop {
            let known = self.holds.clone();
            for op in self.ops {
                let held = match **op {
                    Op::Copy { from, .. } => self.held(from),
                    Op::Measure { .. } if self.is_side(op) => SIDE,
                    _ => OTHER,
                };
                if let Some(to) = op.writes() {
                    *self.holds.entry(to).or_default() |= held;
                }
            }
            if known == self.holds {
                break;
            }
        }
        for op in self.ops {
            self.read(op);
        }
        self.follow();
    }

    /// The kinds of values that a register may hold; one that nothing writes holds something else.
    fn held(&self, reg: Reg) -> u8 {
        self.holds.get(&reg).copied().unwrap_or(OTHER)
    }

    fn of_step(&self, reg: Reg) -> u8 {
        self.held(reg) & STEP
    }

    /// Whether the result of an op is the side between the two hexes of the step.
    fn is_side(&self, op: &Op) -> bool {
        let Op::Measure {
            what: Measure::Primitive(Primitive::Link, _),
            about,
            ..
        } = *op
        else {
            return false;
        };
        let ends = (self.held(about), self.held(Reg(about.0 + 1)));
        ends == (FROM, TO) || ends == (TO, FROM)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that may read a place are named; every other op that does makes the place itself matter"
    )]
    fn read(&mut self, op: &Op) {
        match *op {
            Op::Copy { .. } => {}
            Op::Measure { .. } if self.is_side(op) => {}
            Op::Ground { place, field, .. } => {
                let held = self.of_step(place);
                for matters in self.dependencies.mut_of(held) {
                    matters.field(field);
                }
            }
            Op::Compare { a, b, order, .. } | Op::JumpCompare { a, b, order, .. }
                if is_equality(order) && (self.held(a) | self.held(b)) & SIDE == 0 =>
            {
                if self.of_step(a) | self.of_step(b) != 0 {
                    self.compared.extend([a, b]);
                }
            }
            Op::CompareValue { value, order, .. } | Op::JumpCompareValue { value, order, .. }
                if is_equality(order) && value == NONE => {}
            Op::Scan { filter, about, .. } => self.scan(filter, about),
            _ => {
                let mut held = 0;
                self.program
                    .for_each_read(op, |reg| held |= self.of_step(reg));
                self.itself(held);
            }
        }
    }

    /// A scan compares places of the step with those of tracks, or makes the step itself matter.
    fn scan(&mut self, filter: FilterId, about: Reg) {
        let Some(filter) = self.program.filters.get(filter.0 as usize) else {
            return;
        };
        let reg = |operand: Operand| match operand {
            Operand::About(at) => Some(Reg(about.0 + at)),
            Operand::Constant(_) | Operand::Itself | Operand::Track(_) | Operand::Stat(_) => None,
        };
        for test in filter.tests() {
            let regs: Vec<Reg> = test.operands().filter_map(reg).collect();
            let held = regs.iter().fold(0, |held, reg| held | self.of_step(*reg));
            match (&test.subject, test.relation) {
                (
                    Subject::Value(Operand::Track(track)),
                    Relation::Order(order, Operand::About(_)),
                ) if is_equality(order) && held & SIDE == 0 => {
                    if held != 0 {
                        self.scanned.insert(*track);
                        self.compared.extend(regs);
                    }
                }
                _ => self.itself(held),
            }
        }
    }

    fn itself(&mut self, held: u8) {
        // Which side it is depends on both hexes.
        let held = if held & SIDE != 0 { STEP } else { held };
        for matters in self.dependencies.mut_of(held) {
            *matters = Dependency::Itself;
        }
    }

    /// Traces places that are compared back to their origin: tracks, arguments of the search, the step. Any other
    /// origin makes the costs depend on the hexes of the step.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the ops that may read a place are named; every other op that does makes the place itself matter"
    )]
    fn follow(&mut self) {
        let is_handed = |stepping: &StepCost, reg: Reg| {
            stepping.ends.contains(&reg) || stepping.places.contains(&reg)
        };
        let mut open: Vec<Reg> = self.compared.iter().copied().collect();
        let mut is_known = true;
        while let Some(reg) = open.pop() {
            let mut n_writers = 0;
            for op in self.ops.iter().filter(|op| writes(op, reg)) {
                n_writers += 1;
                match **op {
                    Op::Copy { from, .. } => {
                        if self.compared.insert(from) {
                            open.push(from);
                        }
                    }
                    Op::Load { .. } | Op::LoadAt { .. } | Op::Set { value: NONE, .. } => {}
                    _ => is_known = false,
                }
            }
            is_known &= n_writers > 0 || is_handed(self.stepping, reg);
        }
        if !is_known {
            self.itself(FROM | TO);
        }
    }

    /// The tracks whose places are compared.
    fn tracks(&self) -> Vec<u32> {
        let mut tracks = self.scanned.clone();
        for op in self.ops {
            if op.writes().is_some_and(|to| self.compared.contains(&to)) {
                let read = super::super::operands::tracks(self.program, op);
                tracks.extend(read.into_iter().flatten());
            }
        }
        tracks.into_iter().collect()
    }
}

fn is_equality(order: Order) -> bool {
    matches!(order, Order::Equal | Order::NotEqual)
}

fn writes(op: &Op, reg: Reg) -> bool {
    let in_block = op
        .writes_block()
        .is_some_and(|(block, _)| (block.first.0..block.first.0 + block.n).contains(&reg.0));
    in_block || op.writes() == Some(reg)
}
