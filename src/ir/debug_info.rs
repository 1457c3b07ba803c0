//! Debug information of a program, for traces.

use super::id::{DecisionId, PoolId, Reg};
use super::op::Block;
use sandtable_model::board::BoardInstance;
use sandtable_model::{FactId, LocalId, ModifiersId, OptionId, ProcedureId, ReactionId, TableId};
use sandtable_source::Span;
use sandtable_syntax::ast::Parts;
use std::sync::Arc;

/// The kind of a value that a question gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputKind {
    /// A fact.
    Fact(FactId),
    /// An optional rule.
    Option(OptionId),
}

/// One of the results of a table that has several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPart {
    /// Name or title of the table.
    pub table: String,
    /// The name of the result.
    pub result: String,
}

/// The format in which a value is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// A number, followed by its measure if it has one (`hexes`).
    Number(Option<&'static str>),
    /// A number in halves, quarters or eighths: `1 1/2`.
    Parts(Parts),
    /// `yes` or `no`
    Flag,
    /// A word of this list, by its index.
    Words(Vec<String>),
    /// Dice that a unit rolls: `2d6+3`.
    Dice,
    /// A unit of the cast, by index; shown by its title.
    Unit,
    /// A place of this board, by name.
    Place(Option<Places>),
    /// A side of a place of this board, or a link between two: `B2/B3`.
    Side(Option<Places>),
}

impl Shown {
    /// Returns the number of counted units in one, if the value is a number: 2 of a number in halves.
    pub fn parts_of_one(&self) -> Option<i32> {
        match self {
            Self::Number(_) => Some(1),
            Self::Parts(parts) => Some(parts.number()),
            Self::Flag
            | Self::Words(_)
            | Self::Dice
            | Self::Unit
            | Self::Place(_)
            | Self::Side(_) => None,
        }
    }
}

/// A board that names its places. Equal only if it is the same object.
#[derive(Debug, Clone)]
pub struct Places(pub Arc<BoardInstance>);

impl PartialEq for Places {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Places {}

/// A register and how its value is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The register of the value.
    pub reg: Reg,
    /// The way in which it is shown.
    pub shown: Shown,
    /// For a set of units: the number of registers from the first on, with a flag for each unit of the cast.
    pub set_of: Option<u32>,
}

impl Reading {
    /// Whether the value is one unit.
    pub fn is_of_unit(&self) -> bool {
        self.shown == Shown::Unit && self.set_of.is_none()
    }
}

/// A rule with statements of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// A formula, roll, action or sequence.
    Procedure(ProcedureId),
    /// A reaction.
    Reaction(ReactionId),
    /// One line of a trigger: which trigger, which line.
    When(usize, usize),
}

/// A statement of a rule and the registers of the rule's locals, from which its conditions can be evaluated again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The rule that contains the statement.
    pub within: Within,
    /// The span of the statement.
    pub span: Span,
    /// Base register of the locals: local `n` is in this register plus `n`.
    pub locals: Reg,
    /// Locals of the enclosing loops over selections, which have registers of their own.
    pub bound: Vec<(LocalId, Reg)>,
    /// Parameters with several units, each with a flag for each unit of the cast.
    pub sets: Vec<(LocalId, Block)>,
}

/// A trace event. The origin of its op gives the rule and the span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A rule begins.
    Enter {
        /// `direct-fire`
        name: String,
        /// `Direct fire`, if it has a title.
        title: Option<String>,
        /// Parameter names and values.
        parameters: Vec<(String, Reading)>,
        /// Whether the rule is a formula, which changes nothing.
        is_formula: bool,
    },
    /// A rule ends.
    Leave {
        /// `direct-fire`
        name: String,
        /// `Direct fire`, if it has a title.
        title: Option<String>,
        /// Its result, if it has one.
        value: Option<Reading>,
    },
    /// A local is bound: `need = …`.
    Kept {
        /// Name of the local.
        name: String,
        /// The value.
        value: Reading,
    },
    /// A fact or option was read.
    Fact {
        /// The fact or option.
        asked: InputKind,
        /// `cover`
        name: String,
        /// The value that was read.
        value: Reading,
        /// Whether the value is the default, since none was given.
        default: bool,
    },
    /// A table was read.
    Row {
        /// The table.
        id: TableId,
        /// Name or title of the table.
        table: String,
        /// Key names and values.
        keys: Vec<(String, Reading)>,
        /// The result.
        cell: Reading,
        /// The word for the result, if it differs from the text of the cell.
        word: Option<String>,
        /// The result of a table with several, and the name or title of that table.
        part: Option<RowPart>,
    },
    /// A list of modifiers begins.
    List,
    /// A line of a list of modifiers was evaluated; it applies unless `amount` is 0.
    Modifier {
        /// Name of the list.
        list: String,
        /// Text of the line.
        label: String,
        /// The amount that it adds.
        amount: Reg,
        /// Sections of the book.
        citations: Vec<String>,
    },
    /// The sum of a list of modifiers is complete.
    Total {
        /// The list.
        id: ModifiersId,
        /// The register of its first parameter; the others follow.
        parameters: Reg,
        /// Name of the list.
        list: String,
        /// Title of the list.
        title: Option<String>,
        /// The sum.
        total: Reg,
    },
    /// Dice were rolled.
    Rolled {
        /// The pool that was rolled.
        pool: PoolId,
        /// The result of the roll.
        value: Reading,
    },
    /// A track was changed.
    Changed {
        /// The register of the unit.
        unit: Reg,
        /// Name of the track.
        track: String,
        /// Its number; the first one, if it has a value for each unit.
        number: u32,
        /// Whether the track is the place of the unit on the board.
        is_place: bool,
        /// The register of the unit for which it has this value, if it has one for each of some.
        about: Option<Reg>,
        /// The value before.
        before: Reading,
        /// The value after.
        after: Reading,
        /// The register of the value before it was limited to the range of the track.
        wanted: Reg,
    },
    /// A trigger fires.
    Trigger {
        /// `knocked-out`
        name: String,
        /// The register of the unit that it fires for.
        unit: Reg,
    },
    /// The condition of a `needs` was evaluated.
    Needs {
        /// Text of the requirement.
        why: String,
        /// The register of its truth value; 0 refuses the action.
        holds: Reg,
        /// The `needs` statement, for reasons.
        site: Option<Site>,
    },
    /// A requirement is not met, and the run is refused; for observers only.
    Refused {
        /// Text of the requirement.
        why: String,
    },
    /// Something is not offered.
    NotOffered {
        /// Name of the reaction or the window.
        what: String,
        /// Text of the requirement that is not met.
        why: String,
        /// The register of the unit to which it would be offered, if there is one.
        by: Option<Reg>,
        /// The `needs` statement, for reasons.
        site: Option<Site>,
    },
    /// A decision was answered, by a player or because one answer was legal.
    Chosen {
        /// The decision.
        decision: DecisionId,
        /// The first register of the row of the decision.
        options: Reg,
        /// The register of the answer.
        answer: Reg,
    },
    /// Lookups begin, such as those of the condition of a selection or the worth of an option.
    LookUp,
    /// Lookups end.
    LookedUp,
    /// The loop over a selection ends.
    TurnsEnd {
        /// Name of the loop's local.
        name: String,
    },
    /// An iteration of a loop over a selection begins.
    Member {
        /// Name of the loop's local.
        name: String,
        /// The member.
        member: Reading,
    },
    /// A block `at the same time` begins.
    Together,
    /// All of a block `at the same time` was evaluated; its changes follow.
    TogetherEnds,
    /// A phase begins.
    Phase {
        /// `mop-up`
        name: String,
        /// Title of the phase.
        title: String,
    },
    /// The phase that began last ends.
    PhaseEnd,
    /// Tracks that last until the end of a sequence or phase are about to be reset; for observers only.
    Resets,
    /// The game ends.
    GameEnds {
        /// The register of the winner, if the game can have one.
        winner: Option<Reg>,
    },
    /// A loop without a limit begins. Its iterations are not counted in a register, so that equal states recur.
    Rounds {
        /// Id of the loop.
        of: u32,
    },
    /// An iteration of a loop without a limit begins.
    NextRound {
        /// Id of the loop.
        of: u32,
    },
    /// An iteration of a repetition begins.
    Round {
        /// The register of the number of the iteration.
        number: Reg,
        /// Name of the counter, if it has one.
        name: Option<String>,
        /// The words that are counted through, by their numbers; empty for numbers.
        words: Vec<String>,
    },
}

impl Note {
    /// Whether observers of games count it: the beginning of a rule that rolls or changes something, of a phase or a round, a
    /// trigger, the end of the game, a refusal.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other notes, also new ones, are for traces"
    )]
    pub fn is_milestone(&self) -> bool {
        match self {
            Self::Enter { is_formula, .. } => !is_formula,
            Self::Trigger { .. }
            | Self::Refused { .. }
            | Self::Phase { .. }
            | Self::Resets
            | Self::Rounds { .. }
            | Self::NextRound { .. }
            | Self::Round { .. }
            | Self::GameEnds { .. } => true,
            _ => false,
        }
    }
}
