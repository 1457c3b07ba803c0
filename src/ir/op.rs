//! The flat program: what every op does, in one line each.
//!
//! All values are `i32`: numbers, yes/no (1/0), places on a scale or in a list of words (from 0), units (index into
//! the cast). [`NONE`] stands for "nothing" (`-` in a table). All memory of a machine is one slice of registers:
//! first the *state* (one register for every track of every unit), then the locals. Procedures do not call
//! themselves, so every local has one fixed register and there is no stack: a call keeps the way back in a register.

use std::sync::Arc;

use sandtable_source::Span;

/// Index of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(pub u32);

/// Index of an op.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pc(pub u32);

macro_rules! index {
    ($(#[$doc:meta] $name:ident)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
    )*};
}

index! {
    /// Index into [`Program::pools`].
    PoolId
    /// Index into [`Program::grids`].
    GridId
    /// Index into [`Program::notes`].
    NoteId
    /// Index into [`Program::faults`].
    FaultId
    /// Index into [`Program::judgements`].
    JudgementId
    /// Index into [`Program::decisions`].
    DecisionId
    /// Index into [`Program::steps`].
    StepsId
}

pub use sandtable_board::search::Found;
pub use sandtable_board::{Sorts, Whole};
pub use sandtable_model::board::{Laid, Primitive};
pub use sandtable_model::{Axis, NONE};
pub use sandtable_syntax::ast::{Order, Rounding};

/// Registers side by side that an op reads or writes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The first.
    pub first: Reg,
    /// How many.
    pub n: u32,
}

/// What is measured on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// A primitive of the language, and how it is made whole where it is no whole number.
    Primitive(Primitive, Whole),
    /// The number of a place among those that can be chosen; [`NONE`] if it is none of them.
    SpotOf,
    /// The place of a number among those that can be chosen.
    Spot,
}

impl Measure {
    /// How many registers say what it is about.
    pub fn n_about(self) -> u32 {
        match self {
            Self::Primitive(primitive, _) => {
                let wants = primitive.wants().iter();
                let n: usize = wants.map(|wanted| wanted.n_registers()).sum();
                u32::try_from(n).unwrap_or(u32::MAX)
            }
            Self::SpotOf | Self::Spot => 1,
        }
    }
}

/// One step of the machine. Registers are read before they are written.
#[expect(missing_docs, reason = "each op's line names its fields")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `to = value`
    Set { to: Reg, value: i32 },
    /// `to = from`
    Copy { to: Reg, from: Reg },
    /// `to = a + b`; overflow is a fault
    Add { to: Reg, a: Reg, b: Reg },
    /// `to = a + value`; overflow is a fault
    AddValue { to: Reg, a: Reg, value: i32 },
    /// `to = a - b`; overflow is a fault
    Subtract { to: Reg, a: Reg, b: Reg },
    /// `to = a * b`; overflow is a fault
    Multiply { to: Reg, a: Reg, b: Reg },
    /// `to = a / b`, rounded; division by zero is a fault
    Divide {
        to: Reg,
        a: Reg,
        b: Reg,
        rounding: Rounding,
    },
    /// `to = -from`
    Negate { to: Reg, from: Reg },
    /// `to = 1 - from` (yes/no)
    Not { to: Reg, from: Reg },
    /// `to = (a order b)` as 1/0; [`NONE`] equals only itself and is neither less nor greater than anything
    Compare {
        to: Reg,
        a: Reg,
        b: Reg,
        order: Order,
    },
    /// `to = (a order value)` as 1/0
    CompareValue {
        to: Reg,
        a: Reg,
        value: i32,
        order: Order,
    },
    /// `to = low if from < low, high if from > high, else from`; [`NONE`] stays
    Limit {
        to: Reg,
        from: Reg,
        low: i32,
        high: i32,
    },
    /// `to = from`; outside `low` to `high` it is a fault
    Within {
        to: Reg,
        from: Reg,
        low: i32,
        high: i32,
    },
    /// `to = from + by`, held between 0 and `top`; `from` [`NONE`] stays, no overflow
    Shift {
        to: Reg,
        from: Reg,
        by: Reg,
        top: i32,
    },
    /// `to = 1` if bit `from` of `set` is set, else 0; `from` below 0 or above 63 (and [`NONE`]) is in no set
    Member { to: Reg, from: Reg, set: u64 },
    /// `to` = the cell of a grid; its keys are in the registers from `keys` on. Off the grid is a fault
    Lookup { to: Reg, grid: GridId, keys: Reg },
    /// `to` = the constant number `field` of the unit in register `unit`
    Stat { to: Reg, unit: Reg, field: u32 },
    /// `to` = the track number `track` of the unit in register `unit`
    Load { to: Reg, unit: Reg, track: u32 },
    /// the track number `track` of the unit in register `unit` becomes `from`, held in the track's range
    Store { unit: Reg, track: u32, from: Reg },
    /// `to` = the track of the unit in register `unit` whose number is `track` plus the unit in register `index`
    LoadAt {
        to: Reg,
        unit: Reg,
        track: u32,
        index: Reg,
    },
    /// the track of the unit in register `unit` whose number is `track` plus the unit in register `index` becomes `from`,
    /// held in the track's range
    StoreAt {
        unit: Reg,
        track: u32,
        index: Reg,
        from: Reg,
    },
    /// `to` = what is measured on the board; what it is about is in the registers from `about` on. What is not on the
    /// board is a fault
    Measure { to: Reg, what: Measure, about: Reg },
    /// `to` = what the hex in register `place` says, or the side of one (`of_side`)
    Ground {
        to: Reg,
        place: Reg,
        field: u32,
        of_side: bool,
    },
    /// `to` = the next place of the grid behind the one in `last`, or the first if that is [`NONE`]; [`NONE`] behind the last.
    /// If `within`, only places not farther from the one in `about` than the distance behind it
    NextSpot {
        to: Reg,
        last: Reg,
        within: bool,
        about: Reg,
    },
    /// every register of a block = `value`
    Fill { block: Block, value: i32 },
    /// the register of a block whose number is in `index` = `from`; outside of the block is our fault
    Put { block: Block, index: Reg, from: Reg },
    /// `to` = the register of a block whose number is in `index`
    Pick { to: Reg, block: Block, index: Reg },
    /// the block lists what the line between the two places in `about` passes
    Trace {
        block: Block,
        sides: bool,
        about: Reg,
    },
    /// a search begins; see [`sandtable_board::search`]
    SearchStart {
        block: Block,
        about: Reg,
        steps: StepsId,
    },
    /// a search takes in what the last step costs and asks for the next of which that is not known
    SearchStep { block: Block, steps: StepsId },
    /// a search ends; the block lists what was found
    SearchEnd {
        block: Block,
        found: Found,
        whole: Whole,
    },
    /// goes on at `to`
    Jump { to: Pc },
    /// goes on at `to` if `a` is 1 (`when`) or 0 (not `when`)
    JumpIf { a: Reg, when: bool, to: Pc },
    /// goes on at `to` if `a order b`
    JumpCompare {
        a: Reg,
        b: Reg,
        order: Order,
        to: Pc,
    },
    /// goes on at `to` if `a order value`
    JumpCompareValue {
        a: Reg,
        value: i32,
        order: Order,
        to: Pc,
    },
    /// goes on at `to` if bit `a` of `set` is set (`when`) or not set (not `when`)
    JumpMember {
        a: Reg,
        set: u64,
        when: bool,
        to: Pc,
    },
    /// asks for a throw; the answer goes to `to`
    Roll { to: Reg, pool: PoolId },
    /// asks for a judgement; what it is about is in the registers from `about` on; the answer goes to `to`
    Judge {
        to: Reg,
        judgement: JudgementId,
        about: Reg,
    },
    /// asks a player to choose; the row from `options` on says which options there are now, what each is worth and whose
    /// choice it is (see [`Decision`]); the option's index, or [`NONE`] for none of them, goes to `to`. What is settled
    /// without asking is not asked; no option at all is a fault
    Choose {
        to: Reg,
        decision: DecisionId,
        options: Reg,
    },
    /// goes on at `to`; `back` keeps the index of the next op
    Call { to: Pc, back: Reg },
    /// goes on at the index kept in `back`
    Return { back: Reg },
    /// does nothing; tells who traces. Removed from optimised programs
    Note { note: NoteId },
    /// ends with a fault
    Fail { fault: FaultId },
    /// ends; the outcome is in [`Program::outcome`]
    Done,
}

/// Where an op comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// In the rule files.
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

/// Dice that are thrown together and added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// As written: `2d6`, `cube`.
    pub name: String,
    /// Value of each face of one die, one per side: the faces of a d6 are 1 to 6, those of a custom die are indices into its words.
    pub faces: Vec<i32>,
    /// How many dice are added up; 1 for a custom die.
    pub count: u32,
    /// What else is done with them; `faces` and `count` are then the first dice that are thrown.
    pub treated: Option<Box<sandtable_model::Pool>>,
    /// The words of a custom die, by face value; empty for an ordinary die.
    pub words: Vec<String>,
}

impl Pool {
    /// All that it comes to lies between these.
    pub fn ends(&self) -> (i64, i64) {
        if let Some(treated) = &self.treated {
            return treated.ends();
        }
        let count = i64::from(self.count);
        let least = self.faces.iter().min().map_or(0, |face| i64::from(*face));
        let most = self.faces.iter().max().map_or(0, |face| i64::from(*face));
        (least * count, most * count)
    }

    /// Steps that a throw takes besides that of its op: one for each die behind the first.
    #[inline]
    pub fn steps(&self) -> u64 {
        let n_dice = match &self.treated {
            None => u64::from(self.count),
            Some(treated) => treated.n_dice(),
        };
        n_dice.saturating_sub(1)
    }

    /// Throws the dice; `next` gives the value of each face in the order of throwing. `room` holds what is thrown.
    pub fn throw(
        &self,
        next: &mut impl FnMut(&[i32]) -> Option<i32>,
        room: &mut [Vec<i32>; 2],
    ) -> Option<i32> {
        let Some(treated) = &self.treated else {
            let mut sum = 0_i32;
            for _ in 0..self.count {
                sum = sum.checked_add(next(&self.faces)?)?;
            }
            return Some(sum);
        };
        let [ours, theirs] = room;
        let lot = &treated.lot;
        lot.throw(&mut || next(&lot.faces), ours)?;
        match &treated.against {
            None => lot.comes_to(ours),
            Some(against) => {
                let other = &against.lot;
                other.throw(&mut || next(&other.faces), theirs)?;
                against.won(lot, ours, theirs)
            }
        }
    }
}

/// A dense table: every key has a lowest value and a map from values to lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The table's name, for faults.
    pub name: String,
    /// One per key, outermost first.
    pub axes: Vec<Axis>,
    /// The cells: the last key runs fastest.
    pub cells: Vec<i32>,
}

/// A fact that must be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// `range`
    pub fact: String,
    /// How many registers say what it is about.
    pub n_about: u32,
}

/// A choice that must be asked for. Its row of registers: 1 or 0 for each option that there is now or not; what each
/// is worth, if that is stated; the unit whose choice it is, or [`NONE`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is decided, in the players' words: `target`, `Dodge`.
    pub title: String,
    /// How an option is shown.
    pub options: Options,
    /// How many options there are at most.
    pub n_options: u32,
    /// It is stated what each option is worth.
    pub has_worth: bool,
    /// None of them may be taken; if it is drawn, only when there is none.
    pub may_decline: bool,
    /// Nobody decides: each of them is as likely.
    pub is_drawn: bool,
    /// The statement that lets somebody choose.
    pub site: Option<super::Site>,
}

/// What the options of a decision are.
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
    /// One thing that is done or not.
    YesOrNo,
}

impl Decision {
    /// How many registers its row has.
    pub fn n_registers(&self) -> usize {
        self.n_options as usize * (1 + usize::from(self.has_worth)) + 1
    }
}

/// What the costs of a search's steps depend on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    /// How many places the search is handed behind what every search is about; they are compared with those of a step.
    pub n_places: u32,
    /// Numbers of the tracks whose places are compared with those of a step.
    pub tracks: Vec<u32>,
    /// Steps that cost the same, but for those from and to such places; `None` if that is not known.
    pub sorts: Option<Arc<Sorts>>,
}

/// Why a program can fail on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub code: sandtable_diagnostic::Code,
    /// The message.
    pub message: String,
}

/// One track of one unit: a register of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Index into the cast.
    pub unit: u32,
    /// Track number.
    pub track: u32,
    /// Least.
    pub low: i32,
    /// Most.
    pub high: i32,
    /// At the start.
    pub start: i32,
}

/// A register of the state that starts otherwise for each question of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// Which.
    pub reg: Reg,
    /// The least that it starts with.
    pub low: i32,
    /// The most.
    pub high: i32,
}

/// A flat program for one question: ops, and beside them where each comes from.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// In order; execution starts at 0. The last op never runs on past the end.
    pub ops: Vec<Op>,
    /// One per op.
    pub origins: Vec<Origin>,
    /// Rules that ops belong to.
    pub rules: Vec<RuleName>,
    /// What can be thrown.
    pub pools: Vec<Pool>,
    /// What can be looked up.
    pub grids: Vec<Grid>,
    /// What can be asked for.
    pub judgements: Vec<Judgement>,
    /// What can be chosen.
    pub decisions: Vec<Decision>,
    /// What searches for ways depend on.
    pub steps: Vec<Steps>,
    /// How it can fail on purpose.
    pub faults: Vec<Fault>,
    /// What can be told to who traces.
    pub notes: Vec<super::Note>,
    /// The state: slot `n` is register `n`.
    pub slots: Vec<Slot>,
    /// The registers of the state that the questions of a family differ in; see [`super::Family`].
    pub inputs: Vec<Input>,
    /// How many registers there are, the state included. Locals start at 0.
    pub n_registers: u32,
    /// What it is played on, if there is a board.
    pub board: Option<Arc<Laid>>,
    /// How many units the cast has.
    pub n_units: u32,
    /// How many constants each unit has.
    pub n_fields: u32,
    /// How many tracks each unit has room for. A track with a value for each unit takes as many numbers as there are
    /// units in the cast.
    pub n_tracks: u32,
    /// Constants: `unit * n_fields + field`.
    pub constants: Vec<i32>,
    /// Register of a track: `unit * n_tracks + track`; `None` where a unit does not have it.
    pub slot_of: Vec<Option<Reg>>,
    /// Registers that hold the outcome when the program is done.
    pub outcome: Vec<Reg>,
}

/// Registers that an op reads, the one it writes, and where it may go on: what analyses need to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// To the next op.
    Next,
    /// To that op only.
    To(Pc),
    /// To the next op or to that one.
    Either(Pc),
    /// To that op, and later from there back to the next.
    Call(Pc),
    /// Back to where it was called.
    Return,
    /// Nowhere.
    End,
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "few ops work on blocks, and they are named"
)]
impl Op {
    /// Where execution may go on.
    pub fn flow(&self) -> Flow {
        match *self {
            Self::Jump { to } => Flow::To(to),
            Self::JumpIf { to, .. }
            | Self::JumpCompare { to, .. }
            | Self::JumpCompareValue { to, .. }
            | Self::JumpMember { to, .. } => Flow::Either(to),
            Self::Call { to, .. } => Flow::Call(to),
            Self::Return { .. } => Flow::Return,
            Self::Fail { .. } | Self::Done => Flow::End,
            Self::Set { .. }
            | Self::Copy { .. }
            | Self::Add { .. }
            | Self::AddValue { .. }
            | Self::Subtract { .. }
            | Self::Multiply { .. }
            | Self::Divide { .. }
            | Self::Negate { .. }
            | Self::Not { .. }
            | Self::Compare { .. }
            | Self::CompareValue { .. }
            | Self::Limit { .. }
            | Self::Within { .. }
            | Self::Shift { .. }
            | Self::Member { .. }
            | Self::Lookup { .. }
            | Self::Stat { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::LoadAt { .. }
            | Self::StoreAt { .. }
            | Self::Roll { .. }
            | Self::Judge { .. }
            | Self::Choose { .. }
            | Self::Measure { .. }
            | Self::Ground { .. }
            | Self::NextSpot { .. }
            | Self::Fill { .. }
            | Self::Put { .. }
            | Self::Pick { .. }
            | Self::Trace { .. }
            | Self::SearchStart { .. }
            | Self::SearchStep { .. }
            | Self::SearchEnd { .. }
            | Self::Note { .. } => Flow::Next,
        }
    }

    /// The block that it writes, and whether every register of it.
    pub fn writes_block(&self) -> Option<(Block, bool)> {
        match *self {
            Self::Fill { block, .. }
            | Self::Trace { block, .. }
            | Self::SearchStart { block, .. } => Some((block, true)),
            Self::Put { block, .. }
            | Self::SearchStep { block, .. }
            | Self::SearchEnd { block, .. } => Some((block, false)),
            _ => None,
        }
    }

    /// The block that it reads.
    pub fn reads_block(&self) -> Option<Block> {
        match *self {
            Self::Pick { block, .. }
            | Self::SearchStep { block, .. }
            | Self::SearchEnd { block, .. } => Some(block),
            _ => None,
        }
    }

    /// The register it writes, if any. `Store` writes a slot that only running tells.
    pub fn writes(&self) -> Option<Reg> {
        match *self {
            Self::Set { to, .. }
            | Self::Copy { to, .. }
            | Self::Add { to, .. }
            | Self::AddValue { to, .. }
            | Self::Subtract { to, .. }
            | Self::Multiply { to, .. }
            | Self::Divide { to, .. }
            | Self::Negate { to, .. }
            | Self::Not { to, .. }
            | Self::Compare { to, .. }
            | Self::CompareValue { to, .. }
            | Self::Limit { to, .. }
            | Self::Within { to, .. }
            | Self::Shift { to, .. }
            | Self::Member { to, .. }
            | Self::Lookup { to, .. }
            | Self::Stat { to, .. }
            | Self::Load { to, .. }
            | Self::LoadAt { to, .. }
            | Self::Roll { to, .. }
            | Self::Judge { to, .. }
            | Self::Choose { to, .. }
            | Self::Measure { to, .. }
            | Self::Ground { to, .. }
            | Self::NextSpot { to, .. }
            | Self::Pick { to, .. } => Some(to),
            Self::Call { back, .. } => Some(back),
            Self::Store { .. }
            | Self::StoreAt { .. }
            | Self::Fill { .. }
            | Self::Put { .. }
            | Self::Trace { .. }
            | Self::SearchStart { .. }
            | Self::SearchStep { .. }
            | Self::SearchEnd { .. }
            | Self::Jump { .. }
            | Self::JumpIf { .. }
            | Self::JumpCompare { .. }
            | Self::JumpCompareValue { .. }
            | Self::JumpMember { .. }
            | Self::Return { .. }
            | Self::Note { .. }
            | Self::Fail { .. }
            | Self::Done => None,
        }
    }
}
