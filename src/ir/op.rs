//! The ops: what each does, in one line.

use super::id::{
    DecisionId, FaultId, FilterId, FormulaId, GridId, JudgementId, NoteId, Pc, PoolId, Reg, StepsId,
};

pub use sandtable_board::Whole;
pub use sandtable_board::search::Found;
pub use sandtable_model::NONE;
pub use sandtable_model::board::Primitive;
pub use sandtable_syntax::ast::{Order, Rounding};

/// Consecutive registers that an op reads or writes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The first register.
    pub first: Reg,
    /// The number of registers.
    pub n: u32,
}

/// A measure on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// A primitive of the language, with the rounding of results that are no integers.
    Primitive(Primitive, Whole),
    /// The index of a place among those that can be chosen; [`NONE`] if it cannot.
    SpotOf,
    /// The place of a number among those that can be chosen.
    Spot,
}

impl Measure {
    /// Returns the number of registers of its arguments.
    pub fn n_about(self) -> u32 {
        match self {
            Self::Primitive(primitive, _) => {
                let wants = primitive.wants().iter();
                let n: usize = wants.map(|wanted| wanted.n_registers()).sum();
                n as u32
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
    /// `to = from`; outside `low` to `high` it is a fault: the declared one, else an overflow
    Within {
        to: Reg,
        from: Reg,
        low: i32,
        high: i32,
        declared: Option<FaultId>,
    },
    /// `to = from + by`, clamped to 0 to `top`; `from` [`NONE`] stays, no overflow
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
    /// the track number `track` of the unit in register `unit` becomes `from`, clamped to the track's range
    Store { unit: Reg, track: u32, from: Reg },
    /// `to` = the track of the unit in register `unit` whose number is `track` plus the unit in register `index`
    LoadAt {
        to: Reg,
        unit: Reg,
        track: u32,
        index: Reg,
    },
    /// the track of the unit in register `unit` whose number is `track` plus the unit in register `index` becomes `from`,
    /// clamped to the track's range
    StoreAt {
        unit: Reg,
        track: u32,
        index: Reg,
        from: Reg,
    },
    /// `to` = the result of a measure on the board; its arguments are in the registers from `about` on. A place that is not on the
    /// board is a fault
    Measure { to: Reg, what: Measure, about: Reg },
    /// `to` = a stat of the hex in register `place`, or of the side in it (`of_side`)
    Ground {
        to: Reg,
        place: Reg,
        field: u32,
        of_side: bool,
    },
    /// `to` = the place of the grid that follows the one in `last`, or the first if that is [`NONE`]; [`NONE`] after the last.
    /// If `within`, only places at most as far from the place in `about` as the distance in the register that follows
    NextSpot {
        to: Reg,
        last: Reg,
        within: bool,
        about: Reg,
    },
    /// `to` = the next unit after the one in `last` (-1: the first) that a filter accepts, or [`NONE`]; the operands of its tests
    /// are in the registers from `about` on
    Scan {
        to: Reg,
        last: Reg,
        filter: FilterId,
        about: Reg,
    },
    /// loads the memoised result of a formula for its arguments and continues at its return site; without one, continues at the next
    /// op
    Recall { formula: FormulaId },
    /// memoises the result of a formula for its arguments
    Remember { formula: FormulaId },
    /// every register of a block = `value`
    Fill { block: Block, value: i32 },
    /// the register of a block whose number is in `index` = `from`; outside of the block is an internal error
    Put { block: Block, index: Reg, from: Reg },
    /// `to` = the register of a block whose number is in `index`
    Pick { to: Reg, block: Block, index: Reg },
    /// the block lists the places that the line between the two places in `about` passes
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
    /// the search receives the cost of the last step, and writes the next step with an unknown cost
    SearchStep { block: Block, steps: StepsId },
    /// a search ends; the block lists its result
    SearchEnd {
        block: Block,
        found: Found,
        whole: Whole,
    },
    /// continues at `to`
    Jump { to: Pc },
    /// continues at `to` if `a` is 1 (`when`) or 0 (not `when`)
    JumpIf { a: Reg, when: bool, to: Pc },
    /// continues at `to` if `a order b`
    JumpCompare {
        a: Reg,
        b: Reg,
        order: Order,
        to: Pc,
    },
    /// continues at `to` if `a order value`
    JumpCompareValue {
        a: Reg,
        value: i32,
        order: Order,
        to: Pc,
    },
    /// continues at `to` if bit `a` of `set` is set (`when`) or not set (not `when`)
    JumpMember {
        a: Reg,
        set: u64,
        when: bool,
        to: Pc,
    },
    /// asks for a roll; the answer is written to `to`
    Roll { to: Reg, pool: PoolId },
    /// asks for a judgement; its arguments are in the registers from `about` on; the answer is written to `to`
    Judge {
        to: Reg,
        judgement: JudgementId,
        about: Reg,
    },
    /// asks for a choice; the row from `options` on has the offered options, their worths and the unit that
    /// decides (see [`Decision`](crate::program::Decision)); the option's index, or [`NONE`] for declining, is written to `to`. A
    /// choice with one legal
    /// answer is not asked; one without is a fault
    Choose {
        to: Reg,
        decision: DecisionId,
        options: Reg,
    },
    /// continues at `to`; `back` receives the index of the next op
    Call { to: Pc, back: Reg },
    /// continues at the index in `back`
    Return { back: Reg },
    /// no effect; an event for traces. Removed from optimised programs
    Note { note: NoteId },
    /// ends with a fault
    Fail { fault: FaultId },
    /// ends; the outcome is in [`Program::outcome`](crate::program::Program::outcome)
    Done,
}

/// The control flow after an op, for analyses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The next op.
    Next,
    /// That op only.
    To(Pc),
    /// The next op or that one.
    Either(Pc),
    /// To that op, and later from there back to the next.
    Call(Pc),
    /// The op after the call.
    Return,
    /// No successor.
    End,
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "few ops work on blocks, and they are named"
)]
impl Op {
    /// The control flow of the op.
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
            | Self::Scan { .. }
            | Self::Recall { .. }
            | Self::Remember { .. }
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

    /// Returns the register it writes, if any. The slot that `Store` writes is not static.
    #[inline]
    pub fn writes(&self) -> Option<Reg> {
        let mut op = *self;
        op.writes_mut().copied()
    }

    /// The register it writes, if any, to be replaced.
    #[inline]
    pub(super) fn writes_mut(&mut self) -> Option<&mut Reg> {
        match self {
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
            | Self::Scan { to, .. }
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
            | Self::Recall { .. }
            | Self::Remember { .. }
            | Self::Note { .. }
            | Self::Fail { .. }
            | Self::Done => None,
        }
    }
}
