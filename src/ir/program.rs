//! The flat program: ops, and the tables that they index.
//!
//! All values are `i32`: numbers, yes/no (1/0), places on a scale or in a list of words (from 0), units (index into
//! the cast). [`NONE`](super::NONE) is "nothing" (`-` in a table). All memory of a machine is one slice of registers:
//! first the *state* (one register for every track of every unit), then the locals. Procedures do not call
//! themselves, so every local has one fixed register and there is no stack: a call keeps the way back in a register.

use super::debug_info::{Note, Site};
use super::id::{DecisionId, FaultId, GridId, JudgementId, NoteId, Pc, PoolId, Reg, StepsId};
use super::op::{Measure, Op, Order};
use sandtable_source::Span;
use std::sync::Arc;

pub use sandtable_board::StepClasses;
pub use sandtable_model::Axis;
pub use sandtable_model::board::BoardInstance;

/// The origin of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The span in the rule files.
    pub span: Span,
    /// The rule it belongs to: index into [`Program::rules`].
    pub rule: u32,
}

/// A rule that ops belong to: as players know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleName {
    /// `direct-fire`
    pub name: String,
    /// Sections of the book.
    pub citations: Vec<String>,
}

/// Dice that are rolled together and added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// As written: `2d6`, `cube`.
    pub name: String,
    /// Value of each face of one die, one per side: the faces of a d6 are 1 to 6, those of a custom die are indices into its words.
    pub faces: Vec<i32>,
    /// The number of dice that are added up; 1 for a custom die.
    pub count: u32,
    /// Modifications of the dice, such as rerolls; `faces` and `count` then describe the dice of the first roll.
    pub modified: Option<Box<sandtable_model::Pool>>,
    /// The words of a custom die, by face value; empty for an ordinary die.
    pub words: Vec<String>,
}

impl Pool {
    /// The bounds of its values.
    pub fn ends(&self) -> (i64, i64) {
        if let Some(modified) = &self.modified {
            return modified.ends();
        }
        let count = i64::from(self.count);
        let least = self.faces.iter().min().map_or(0, |face| i64::from(*face));
        let most = self.faces.iter().max().map_or(0, |face| i64::from(*face));
        (least * count, most * count)
    }

    /// Returns the machine steps of a roll beyond that of its op: one for each die after the first.
    #[inline]
    pub fn steps(&self) -> u64 {
        let n_dice = match &self.modified {
            None => u64::from(self.count),
            Some(modified) => modified.n_dice(),
        };
        n_dice.saturating_sub(1)
    }

    /// Rolls the dice; `next` returns the value of each face in the order of rolling. `room` is scratch memory.
    pub fn roll(
        &self,
        next: &mut impl FnMut(&[i32]) -> Option<i32>,
        room: &mut [Vec<i32>; 2],
    ) -> Option<i32> {
        let Some(modified) = &self.modified else {
            let mut sum = 0_i32;
            for _ in 0..self.count {
                sum = sum.checked_add(next(&self.faces)?)?;
            }
            return Some(sum);
        };
        let [ours, theirs] = room;
        let group = &modified.group;
        group.roll(&mut || next(&group.faces), ours)?;
        match &modified.opposed {
            None => group.comes_to(ours),
            Some(opposed) => {
                let other = &opposed.group;
                other.roll(&mut || next(&other.faces), theirs)?;
                opposed.won(group, ours, theirs)
            }
        }
    }
}

/// A dense table: every key has a lowest value and a map from values to lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The table's name, for faults.
    pub name: String,
    /// One axis per key, outermost first.
    pub axes: Vec<Axis>,
    /// The cells: the last key runs fastest.
    pub cells: Vec<i32>,
}

/// A fact that must be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// `range`
    pub fact: String,
    /// Number of registers of its arguments.
    pub n_about: u32,
}

/// A decision at a `Choose` op. Its row of registers: for each option 1 if it is offered, else 0; the worth of each option, if
/// stated; the unit that decides, or [`NONE`](super::NONE).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The decision in the players' words: `target`, `Dodge`.
    pub title: String,
    /// The way in which an option is shown.
    pub options: Options,
    /// The largest number of options.
    pub n_options: u32,
    /// Whether each option has a worth; for a draw, a weight.
    pub has_worth: bool,
    /// Whether declining is legal; for a draw, only if no option is offered.
    pub may_decline: bool,
    /// It is a random draw: every option is equally likely, or has its weight.
    pub is_drawn: bool,
    /// It is asked again until it is declined: who declines it has chosen enough.
    pub is_of_several: bool,
    /// Nothing but tracks of units that can be hidden depends on its answer.
    pub is_private: bool,
    /// It offers a reaction, which is offered only if it can be made.
    pub is_reaction: bool,
    /// It is in a block `at the same time`: who decides does not know the answers of others in the block.
    pub is_simultaneous: bool,
    /// The statement of the decision, for reasons.
    pub site: Option<Site>,
    /// Conditions of given choices that a driver makes: the index of the choice, and the register of the truth value.
    pub conditions: Vec<(usize, Reg)>,
}

/// The answer that ends a choice of several.
pub const ENOUGH: &str = "done";

/// The options of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Options {
    /// Lines or words.
    Named(Vec<String>),
    /// Numbers from this one on.
    Numbers(i32),
    /// The units of the cast.
    Units,
    /// Places of the board, by name.
    Places(Arc<[String]>),
    /// A single option that is taken or not.
    YesOrNo,
}

impl Decision {
    /// Whether it is drawn by weight: then the worth of an option is its weight.
    pub fn is_weighted(&self) -> bool {
        self.is_drawn && self.has_worth
    }

    /// The number of registers in its row.
    pub fn n_registers(&self) -> usize {
        self.n_options as usize * (1 + usize::from(self.has_worth)) + 1
    }
}

/// The dependence of the costs of a search's steps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    /// Number of places in the description of a search, besides its ends, that are compared with those of a step.
    pub n_places: u32,
    /// Numbers of the tracks whose places are compared with those of a step.
    pub tracks: Vec<u32>,
    /// Steps that cost the same, but for those from and to such places; `None` if that is not known.
    pub classes: Option<Arc<StepClasses>>,
}

/// A conjunction of clauses of simple tests of the units of some kinds, which one op carries out. A clause that is not met ends
/// the look at a unit, and a test that is met its clause: the tests after it are not carried out and cannot fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// For each unit of the cast, and first for -1: the next candidate, or [`NONE`](super::NONE).
    pub next: Vec<i32>,
    /// In order; each is met if any of its tests is.
    pub clauses: Vec<Vec<Test>>,
    /// The number of registers with which tests compare.
    pub n_about: u32,
}

/// A comparison of a property of the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The left operand.
    pub subject: Subject,
    /// The relation.
    pub relation: Relation,
    /// Whether it is to hold.
    pub holds: bool,
}

impl Test {
    /// The values that it reads.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let (value, row): (Option<Operand>, &[Operand]) = match &self.subject {
            Subject::Value(value) => (Some(*value), &[]),
            Subject::Listed(_) => (None, &[]),
            Subject::Measure(_, row) => (None, row),
        };
        let compared = match self.relation {
            Relation::Order(_, with) => Some(with),
            Relation::Set(_) => None,
        };
        value.into_iter().chain(row.iter().copied()).chain(compared)
    }
}

/// Left operand of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A computed value.
    Value(Operand),
    /// A value for each unit of the cast.
    Listed(Vec<i32>),
    /// A measure on the board of these.
    Measure(Measure, Vec<Operand>),
}

/// A value in a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A constant.
    Constant(i32),
    /// A register of the row of the scan, by its place.
    About(u32),
    /// The candidate itself.
    Itself,
    /// A track of the candidate, by number.
    Track(u32),
    /// A constant of the candidate, by field.
    Stat(u32),
}

/// A relation to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// In this order to an operand.
    Order(Order, Operand),
    /// In a set of numbers below 64, one bit each.
    Set(u64),
}

impl Filter {
    /// Iterates over the tests of all clauses.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.clauses.iter().flatten()
    }

    /// The numbers of the tracks that tests read.
    pub fn tracks(&self) -> impl Iterator<Item = u32> {
        self.tests()
            .flat_map(Test::operands)
            .filter_map(|operand| match operand {
                Operand::Track(track) => Some(track),
                Operand::Constant(_) | Operand::About(_) | Operand::Itself | Operand::Stat(_) => {
                    None
                }
            })
    }

    /// Whether tests read stats of the candidate.
    pub fn has_stats(&self) -> bool {
        let mut operands = self.tests().flat_map(Test::operands);
        operands.any(|operand| matches!(operand, Operand::Stat(_)))
    }

    /// Iterates over the candidates.
    pub fn candidates(&self) -> impl Iterator<Item = i32> {
        let known = self.next.iter().filter(|unit| **unit != super::NONE);
        let known: std::collections::BTreeSet<i32> = known.copied().collect();
        known.into_iter()
    }
}

/// A pure procedure: its result depends on its arguments and on the state alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The register of its first argument; the others follow it.
    pub arguments: Reg,
    /// The number of its arguments.
    pub n_arguments: u32,
    /// The register of its result.
    pub result: Reg,
    /// The register with the op to which it returns.
    pub back: Reg,
    /// The place of the argument that most often goes from one place of the board to the next.
    pub sweeping: u32,
    /// Registers of the state that it may read for any arguments.
    pub reads: Vec<Reg>,
    /// Tracks that it may read of a unit that is an argument: the place of the argument, and the number of the track.
    pub reads_of: Vec<(u32, u32)>,
}

/// A reason for which a program fails on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code of the finding.
    pub code: sandtable_diagnostic::Code,
    /// Message of the finding.
    pub message: String,
    /// The parts in which a value out of a range is counted, if those are not wholes.
    pub parts: Option<sandtable_syntax::ast::Parts>,
    /// The declared range that a value is out of, as `limited to` takes it.
    pub limits: Option<String>,
}

/// One track of one unit: a register of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Index into the cast.
    pub unit: u32,
    /// Track number.
    pub track: u32,
    /// Lower limit.
    pub low: i32,
    /// Upper limit.
    pub high: i32,
    /// Value at the start.
    pub start: i32,
}

/// A register of the state that starts otherwise for each question of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// The register.
    pub reg: Reg,
    /// The least that it starts with.
    pub low: i32,
    /// The upper limit of its starting value.
    pub high: i32,
}

/// A flat program for one question: ops, and tables alongside, such as the origin of each op.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// In order; execution starts at 0. The last op never runs on past the end.
    pub ops: Vec<Op>,
    /// One per op: its source.
    pub origins: Vec<Origin>,
    /// Rules that ops belong to.
    pub rules: Vec<RuleName>,
    /// The pools that can be rolled.
    pub pools: Vec<Pool>,
    /// The tables that can be looked up.
    pub grids: Vec<Grid>,
    /// The judgements that can be asked for.
    pub judgements: Vec<Judgement>,
    /// The decisions that can be made.
    pub decisions: Vec<Decision>,
    /// The costs of searches for ways.
    pub steps: Vec<Steps>,
    /// The filters of scans. Only programs for playing have them.
    pub filters: Vec<Filter>,
    /// Procedures whose results are remembered. Only programs for playing have them.
    pub formulas: Vec<Formula>,
    /// The faults that it can state.
    pub faults: Vec<Fault>,
    /// The trace notes.
    pub notes: Vec<Note>,
    /// The state: slot `n` is register `n`.
    pub slots: Vec<Slot>,
    /// The registers of the state that the questions of a family differ in; see [`super::Batch`].
    pub inputs: Vec<Input>,
    /// Registers that hold one number from start to end. Only programs for playing have them.
    pub presets: Vec<(Reg, i32)>,
    /// The number of registers, the state included. Locals that are not preset start at 0.
    pub n_registers: u32,
    /// The board, if there is one.
    pub board: Option<Arc<BoardInstance>>,
    /// The number of units in the cast.
    pub n_units: u32,
    /// The number of constants of each unit.
    pub n_fields: u32,
    /// Whether a unit is of a kind that is always on the map while in play.
    pub is_always_on_map: bool,
    /// Number of track numbers per unit. A track with a value for each unit takes as many numbers as the cast has
    /// units.
    pub n_tracks: u32,
    /// Constants: `unit * n_fields + field`.
    pub constants: Vec<i32>,
    /// Register of a track: `unit * n_tracks + track`; `None` where a unit does not have it.
    pub slot_of: Vec<Option<Reg>>,
    /// Registers that hold the outcome when the program is done.
    pub outcome: Vec<Reg>,
}

/// Typed access to the tables. An id of another program is an internal error and stops the run.
#[expect(
    clippy::indexing_slicing,
    reason = "ids are made by `lower`, which adds what they index; `Program::verify` looks"
)]
impl Program {
    /// Whether formula results and indexes depend on its state, so that every `Store` must be kept.
    pub fn is_maintained(&self) -> bool {
        !self.formulas.is_empty() || !self.filters.is_empty()
    }

    /// The op with an index.
    #[inline]
    pub fn op(&self, id: Pc) -> &Op {
        &self.ops[id.0 as usize]
    }

    /// The pool with an id.
    #[inline]
    pub fn pool(&self, id: PoolId) -> &Pool {
        &self.pools[id.0 as usize]
    }

    /// The table with an id.
    #[inline]
    pub fn grid(&self, id: GridId) -> &Grid {
        &self.grids[id.0 as usize]
    }

    /// The judgement with an id.
    #[inline]
    pub fn judgement(&self, id: JudgementId) -> &Judgement {
        &self.judgements[id.0 as usize]
    }

    /// The decision with an id.
    #[inline]
    pub fn decision(&self, id: DecisionId) -> &Decision {
        &self.decisions[id.0 as usize]
    }

    /// The costs of a search with an id.
    #[inline]
    pub fn search(&self, id: StepsId) -> &Steps {
        &self.steps[id.0 as usize]
    }

    /// The note with an id.
    #[inline]
    pub fn note(&self, id: NoteId) -> &Note {
        &self.notes[id.0 as usize]
    }

    /// The fault with an id.
    #[inline]
    pub fn fault(&self, id: FaultId) -> &Fault {
        &self.faults[id.0 as usize]
    }

    /// The origin of an op, for its author.
    #[inline]
    pub fn origin(&self, at: Pc) -> &Origin {
        &self.origins[at.0 as usize]
    }

    /// A constant of a unit; `None` where no unit is.
    #[inline]
    pub fn constant_of(&self, unit: i32, field: u32) -> Option<i32> {
        let at = usize::try_from(unit).ok()?;
        let at = at * self.n_fields as usize + field as usize;
        self.constants.get(at).copied()
    }

    /// The register of a track of a unit; `None` where no unit is, or one without the track.
    #[inline]
    pub fn slot_of_unit(&self, unit: i32, track: u32) -> Option<Reg> {
        let at = usize::try_from(unit).ok()?;
        let at = at * self.n_tracks as usize + track as usize;
        self.slot_of.get(at).copied().flatten()
    }

    /// The slot of a register of the state.
    #[inline]
    pub fn slot(&self, reg: Reg) -> &Slot {
        &self.slots[reg.0 as usize]
    }
}
