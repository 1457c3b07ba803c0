//! Debug information of a program, for traces.

use super::id::{DecisionId, PoolId, Reg};
use sandtable_model::board::BoardInstance;
use sandtable_model::{FactId, LocalId, ModifiersId, OptionId, ProcedureId, ReactionId, TableId};
use sandtable_source::Span;
use std::sync::Arc;

/// A source of a given value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputKind {
    /// A fact.
    Fact(FactId),
    /// An optional rule that is on.
    Option(OptionId),
}

/// The way in which a value is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// A number, followed by its measure if it has one (`hexes`).
    Number(Option<&'static str>),
    /// `yes` or `no`
    Flag,
    /// One of these words, by place.
    Words(Vec<String>),
    /// Dice that a unit rolls: `2d6+3`.
    Dice,
    /// A unit of the cast, by index; shown by its title.
    Unit,
    /// A place of this board, by name.
    Place(Option<Places>),
}

/// A board as what names its places; the same only as itself.
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

/// A statement of a rule that is being carried out, and where the values of the rule's names are: enough to ask again
/// what it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The rule.
    pub within: Within,
    /// The span of the statement.
    pub span: Span,
    /// Name `n` of the rule is in this register plus `n`.
    pub locals: Reg,
    /// Names of selections whose loops are open at this op have registers of their own.
    pub bound: Vec<(LocalId, Reg)>,
}

/// One thing to tell. The op's origin says by which rule and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A rule begins; its parameters.
    Enter {
        /// `direct-fire`
        name: String,
        /// `Direct fire`, if it has a title.
        title: Option<String>,
        /// Parameter names and values.
        parameters: Vec<(String, Reading)>,
        /// It only works something out.
        is_formula: bool,
    },
    /// A rule ends, with a value or without.
    Leave {
        /// `direct-fire`
        name: String,
        /// `Direct fire`, if it has a title.
        title: Option<String>,
        /// Its value.
        value: Option<Reading>,
    },
    /// `need = …` keeps a value.
    Kept {
        /// The name.
        name: String,
        /// The value.
        value: Reading,
    },
    /// A fact or option was read.
    Fact {
        /// Its id.
        asked: InputKind,
        /// `cover`
        name: String,
        /// Its value or kind.
        value: Reading,
        /// Not given, so the default.
        default: bool,
    },
    /// A table was read.
    Row {
        /// Its id.
        id: TableId,
        /// Name or title of the table.
        table: String,
        /// Key names and values.
        keys: Vec<(String, Reading)>,
        /// The cell.
        cell: Reading,
        /// The word for the cell, where it is not the cell's own text.
        word: Option<String>,
    },
    /// A list of modifiers begins.
    List,
    /// One line of a list of modifiers was worked out; it applies unless `amount` is 0.
    Modifier {
        /// Name of the list.
        list: String,
        /// In the players' words.
        label: String,
        /// The amount that it adds.
        amount: Reg,
        /// Sections of the book.
        citations: Vec<String>,
    },
    /// The list of modifiers is summed up.
    Total {
        /// Its id.
        id: ModifiersId,
        /// Its parameters: the first is in this register.
        parameters: Reg,
        /// Name of the list.
        list: String,
        /// In the players' words.
        title: Option<String>,
        /// The sum.
        total: Reg,
    },
    /// Dice were rolled.
    Rolled {
        /// The kind.
        pool: PoolId,
        /// The value that they show.
        value: Reading,
    },
    /// A track was changed.
    Changed {
        /// The unit.
        unit: Reg,
        /// Name of the track.
        track: String,
        /// Before.
        before: Reading,
        /// After.
        after: Reading,
        /// The value that it was to become, if its ends let it.
        wanted: Reg,
    },
    /// A trigger fires.
    Trigger {
        /// `knocked-out`
        name: String,
        /// For which unit.
        unit: Reg,
    },
    /// A `needs` was looked at; it is refused if the register holds 0.
    Needs {
        /// In the players' words.
        why: String,
        /// Whether it holds.
        holds: Reg,
        /// The statement.
        site: Option<Site>,
    },
    /// Something is not offered.
    NotOffered {
        /// A reaction or a window.
        what: String,
        /// In the players' words.
        why: String,
        /// The statement that keeps it from being offered.
        site: Option<Site>,
    },
    /// Something was chosen, or was settled without asking.
    Chosen {
        /// The decision.
        decision: DecisionId,
        /// Its row of registers.
        options: Reg,
        /// The answer.
        answer: Reg,
    },
    /// Only lookups follow: a condition of a selection, the worth of an option.
    LookUp,
    /// Up to here.
    LookedUp,
    /// All units of a selection have had their turns.
    TurnsEnd {
        /// The name that stood for them.
        name: String,
    },
    /// The turn of one unit of a selection begins.
    Member {
        /// The name that refers to it.
        name: String,
        /// Its id.
        member: Reading,
    },
    /// A block `at the same time` begins.
    Together,
    /// A phase begins.
    Phase {
        /// `mop-up`
        name: String,
        /// In the players' words.
        title: String,
    },
    /// The phase that began last ends.
    PhaseEnd,
    /// The game ends.
    GameEnds {
        /// The winner, if anybody.
        winner: Option<Reg>,
    },
    /// A loop without a limit begins. No register counts its rounds, so that equal states recur.
    Rounds {
        /// Number of the loop.
        of: u32,
    },
    /// A round of a loop without a limit begins.
    NextRound {
        /// Number of the loop.
        of: u32,
    },
    /// A round of a repetition begins.
    Round {
        /// The number of the round, or the count.
        number: Reg,
        /// Name of the count, if it has one.
        name: Option<String>,
        /// The words that are counted through, by their numbers; empty for numbers.
        words: Vec<String>,
    },
}

impl Note {
    /// Whether observers of games count it: the beginning of a rule that rolls or changes something, of a phase or a round, a
    /// trigger, the end of the game.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other notes, also new ones, are for traces"
    )]
    pub fn is_milestone(&self) -> bool {
        match self {
            Self::Enter { is_formula, .. } => !is_formula,
            Self::Trigger { .. }
            | Self::Phase { .. }
            | Self::Rounds { .. }
            | Self::NextRound { .. }
            | Self::Round { .. }
            | Self::GameEnds { .. } => true,
            _ => false,
        }
    }
}
