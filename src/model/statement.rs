//! Statements with resolved names.

use super::{
    ConditionHere, Expr, LocalId, Naming, Ordering, ProcedureId, ProfileId, RuleBook, Selection,
    TrackId, WindowId, WordsId,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{Ability, Change};

/// Statements, in order.
pub type Block = Vec<Statement>;

/// A statement with its source.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The operation and its parts.
    pub kind: StatementKind,
    /// Sections of the book that it cites itself.
    pub citations: Vec<String>,
    /// Span of its text.
    pub span: Span,
}

impl Statement {
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        matches!(
            self.kind,
            StatementKind::Repeat { .. }
                | StatementKind::Count { .. }
                | StatementKind::Each { .. }
                | StatementKind::Alternate { .. }
        )
    }

    /// Returns the action that it calls, for its effects or to bind its result, with the arguments.
    pub fn called_action(&self, book: &RuleBook) -> Option<(ProcedureId, &[Expr])> {
        let bound = self.binding().map(|(_, value)| value);
        let (procedure, arguments) = self.evaluated().or(bound)?.call()?;
        let rule = book.procedures.get(procedure.at())?;
        (rule.ability == Ability::Action).then_some((procedure, arguments))
    }
}

/// One of the two changes to which a transfer of points from one track to another is reduced.
#[derive(Debug, Clone)]
pub enum Transfer {
    /// The points that leave a track, with the transfer before its reduction.
    Out(Box<WrittenTransfer>),
    /// The points that reach the other track.
    In,
}

/// A transfer of points before its reduction.
#[derive(Debug, Clone)]
pub struct WrittenTransfer {
    /// The amount, before the ends of the tracks limit it.
    pub amount: Expr,
    /// The track that loses the points.
    pub from: Expr,
    /// The track that gains them.
    pub to: Expr,
}

/// One line of `depending on`.
#[derive(Debug, Clone)]
pub struct Arm {
    /// Ranges of values, ends included; empty for `otherwise`.
    pub ranges: Vec<(i32, i32)>,
    /// The statements of the line.
    pub body: Block,
    /// Span of the line.
    pub span: Span,
}

/// A decision of a player, or a random draw.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Title of the decision.
    pub title: String,
    /// The decider; `None` if the rules name none.
    pub by: Option<Chooser>,
    /// The options.
    pub among: Among,
    /// Whether declining is legal.
    pub or_none: bool,
    /// Whether several options are chosen, one after the other, until it is declined.
    pub several: Option<Several>,
    /// The deck whose top card is drawn; the selection has the cards in it.
    pub top_card: Option<TopCard>,
    /// Conditions of choices that examples give for it.
    pub conditions: Vec<ConditionHere>,
}

/// A choice of several.
#[derive(Debug, Clone)]
pub struct Several {
    /// The maximum number of choices; `None` for no limit.
    pub most: Option<Expr>,
    /// The track that marks the chosen units.
    pub mark: TrackId,
}

/// The draw of the top card of a deck: uniformly among those with the lowest value of its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopCard {
    /// Index of the deck in the book.
    pub deck: usize,
}

/// The decider of a choice.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// A side, or the side of a unit.
    Side(Expr),
    /// Chance: every option is equally likely.
    Chance,
}

impl Choice {
    /// Returns the side or unit that decides.
    pub fn side(&self) -> Option<&Expr> {
        match &self.by {
            Some(Chooser::Side(side)) => Some(side),
            Some(Chooser::Chance) | None => None,
        }
    }

    /// Whether it is a random draw.
    pub fn is_drawn(&self) -> bool {
        matches!(self.by, Some(Chooser::Chance))
    }
}

/// The options of a choice.
#[derive(Debug, Clone)]
pub enum Among {
    /// A choice of values; the chosen one is bound to a local.
    Values {
        /// The local of the chosen value.
        local: LocalId,
        /// The values that can be chosen.
        values: Box<Values>,
        /// The worth of a value, which is bound to the local.
        worth: Option<Expr>,
    },
    /// A choice of lines; the chosen one is executed.
    Lines(Vec<Line>),
}

/// Values that can be chosen.
#[derive(Debug, Clone)]
pub enum Values {
    /// Consecutive numbers.
    Numbers {
        /// The least number.
        from: Expr,
        /// The greatest number.
        to: Expr,
        /// Lower bound of the numbers.
        low: i32,
        /// Upper bound of the numbers.
        high: i32,
    },
    /// Words of a list.
    Words {
        /// Each with its value.
        words: Vec<(String, i32)>,
        /// The condition that a word meets, which is bound to the local.
        condition: Option<Expr>,
    },
    /// Units, parts or places.
    Units(Selection),
}

/// An option with statements.
#[derive(Debug, Clone)]
pub struct Line {
    /// Title of the option.
    pub title: String,
    /// The condition under which it is offered.
    pub condition: Option<Expr>,
    /// The worth of the option, if stated.
    pub worth: Option<Expr>,
    /// The statements that are executed if it is chosen.
    pub body: Block,
    /// Sections of the book that it cites itself.
    pub citations: Vec<String>,
    /// Span of the line.
    pub span: Span,
}

/// An order that is determined once, before the loop that uses it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The compared value.
    pub ordering: Ordering,
    /// The internal track that stores the compared value.
    pub key: TrackId,
}

/// A ranking of units: sets a track of each to its position in an order.
#[derive(Debug, Clone)]
pub struct Rank {
    /// The ranked units.
    pub selection: Selection,
    /// The compared value, with the internal track that stores it.
    pub order: Settled,
    /// The treatment of equal values.
    pub ties: Ties,
    /// Internal tracks for the position so far, and the final position.
    pub places: [TrackId; 2],
    /// The ranked unit: the local of the selection.
    pub unit: Expr,
    /// The track that is set to the position.
    pub track: TrackId,
}

/// The treatment of equal values in a ranking.
#[derive(Debug, Clone)]
pub enum Ties {
    /// They keep the order of the roster.
    AsListed,
    /// They have the same position.
    Shared,
    /// They roll these dice until all differ.
    Roll(Expr),
}

/// The operation of a statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Binds a value to a local.
    Let {
        /// The local.
        local: LocalId,
        /// The bound value.
        value: Expr,
    },
    /// Ends a roll with an outcome if a condition is true.
    Outcome {
        /// The list of outcomes.
        words: WordsId,
        /// The index of the outcome.
        value: i32,
        /// The condition; `None` for always.
        when: Option<Expr>,
    },
    /// Ends a procedure with a result.
    Result(Expr),
    /// Refuses the action unless a condition is true.
    Needs {
        /// The required condition.
        condition: Expr,
        /// Text of the requirement.
        why: String,
    },
    /// Ends the run with a fault unless a condition is true.
    Must {
        /// The required condition.
        condition: Expr,
        /// Text of the requirement.
        text: String,
    },
    /// Executes one of two blocks.
    If {
        /// The condition.
        condition: Expr,
        /// The block if the condition is true.
        then: Block,
        /// The block if the condition is false.
        otherwise: Block,
    },
    /// Evaluates a block on the state before it, and then applies all its changes.
    Simultaneous {
        /// The statements of the block.
        body: Block,
    },
    /// Repeats a block.
    Repeat {
        /// The condition that ends the loop, tested before each iteration.
        until: Option<Expr>,
        /// Number of iterations, or its maximum; `None` for `until` without a limit.
        times: Option<Expr>,
        /// The loop body.
        body: Block,
    },
    /// Executes a block for each number of a range.
    Count {
        /// The local bound to the number.
        local: LocalId,
        /// The first number.
        from: Expr,
        /// The last number.
        to: Expr,
        /// The loop body.
        body: Block,
    },
    /// Executes a block for each member of a selection.
    Each {
        /// The members.
        selection: Selection,
        /// The order, determined before the first iteration; `None` for that of the list.
        order: Option<Settled>,
        /// The loop body.
        body: Block,
    },
    /// Executes a block for each member of a selection that meets a condition, in rounds until none does.
    Alternate {
        /// The members.
        selection: Selection,
        /// The order, determined before the first iteration; `None` for that of the list.
        order: Option<Settled>,
        /// The condition, tested at each turn.
        condition: Expr,
        /// The loop body.
        body: Block,
    },
    /// Executes a phase of a sequence.
    Phase {
        /// Name, title, citations.
        naming: Naming,
        /// The statements of the phase.
        body: Block,
    },
    /// Sets a track of each member of a selection to its position in an order.
    Rank(Box<Rank>),
    /// Ends the game.
    EndGame {
        /// The winner, if the game has one.
        winner: Option<Expr>,
    },
    /// Executes the block of the line whose ranges contain a value.
    Depending {
        /// The value.
        value: Expr,
        /// The lines; each value is in one at most, and `otherwise` is last.
        arms: Vec<Arm>,
    },
    /// Changes a track of a unit.
    Change {
        /// Addition, subtraction or assignment.
        how: Change,
        /// The amount, or the new value.
        amount: Expr,
        /// The unit whose track is changed.
        unit: Expr,
        /// The track that is changed.
        track: TrackId,
        /// The unit that the value is about, for a track with a value for each unit.
        index: Option<Expr>,
        /// The half of a transfer of points that it is.
        transfer: Option<Transfer>,
    },
    /// Refuses the action if a mark is set; otherwise sets it.
    OnceEach {
        /// The unit that is marked.
        unit: Expr,
        /// The unit that the mark is about, if there is one for each.
        index: Option<Expr>,
        /// The internal track of the mark.
        track: TrackId,
        /// Text of the requirement.
        why: String,
    },
    /// Brings a spare unit into play.
    Create {
        /// The local bound to the unit, or to [`NONE`](super::NONE) if no spare is left.
        local: LocalId,
        /// The unit of the roster that is created.
        profile: ProfileId,
        /// The owner of the new unit.
        owner: Option<Expr>,
        /// Number of spares.
        most: u32,
    },
    /// Asks for a decision, or draws.
    Choose(Box<Choice>),
    /// Evaluates an expression for its effects.
    Call(Expr),
    /// Opens a window for reactions.
    Open {
        /// The opened window.
        window: WindowId,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
        /// Block that is run if a reaction cancels; it gives the result of the rule. Empty in rules without a result.
        cancelled: Vec<Statement>,
    },
    /// Ends the action at whose window the reaction was offered.
    Cancel,
    /// Ends the action.
    Stop,
    /// `nothing`
    Nothing,
    /// Continues with the next iteration of the innermost loop.
    Next,
    /// Leaves the innermost loop.
    Done,
}
