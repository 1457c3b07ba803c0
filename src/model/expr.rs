//! Expressions and statements with resolved names.

use super::board::{Primitive, Region, Way};
use super::{
    CastUnit, ConditionHere, DiceValue, DieId, FactId, FieldId, KeyedPool, Kinds, LocalId,
    ModifiersId, Naming, OptionId, ProcedureId, ProfileId, ReactionId, RuleBook, TableId, TrackId,
    Type, WindowId, WordsId,
};
use sandtable_board::Whole;
use sandtable_source::Span;
use sandtable_syntax::ast::{Ability, Aggregate, Change, Order, Rounding};

/// A typed expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Whether its value can be [`NONE`](super::NONE).
    pub or_none: bool,
    /// Span of its text.
    pub span: Span,
}

/// Arithmetic and logic of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `the lower of a and b`, of numbers or of values of one scale
    Lower,
    /// `the higher of a and b`
    Higher,
    /// `a and b`; `b` is evaluated only if `a` is true
    And,
    /// `a or b`; `b` is evaluated only if `a` is false
    Or,
}

/// A set of units or places, each bound to a local in turn.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The local bound to each member.
    pub local: LocalId,
    /// The name of the local, as written; empty if no rule gives one.
    pub name: String,
    /// The kinds of its members.
    pub kinds: Kinds,
    /// The region, if its members are places of the board instead of units.
    pub region: Option<Box<Region>>,
    /// Owner of its members, which are then parts; without it parts are not selected.
    pub owner: Option<Box<Expr>>,
    /// Restriction to the units of a set.
    pub chosen: Option<Chosen>,
    /// Whether destroyed units are included.
    pub destroyed: bool,
    /// Whether units that have left play, or not entered it, are included.
    pub removed: bool,
    /// The condition that its members meet.
    pub condition: Option<Box<Expr>>,
}

/// A set of units that a selection is restricted to.
#[derive(Debug, Clone)]
pub enum Chosen {
    /// The units that a choice of several has chosen.
    Marked {
        /// The track that marks them; [`NONE`](super::NONE) for all other units.
        mark: TrackId,
        /// Whether they are parts of units.
        are_parts: bool,
    },
    /// The set that was given for a parameter: an [`ExprKind::Local`].
    Given(Box<Expr>),
}

impl Chosen {
    /// Returns the parameter whose set it is.
    pub fn parameter(&self) -> Option<LocalId> {
        match self {
            Self::Given(parameter) => parameter.local(),
            Self::Marked { .. } => None,
        }
    }
}

impl Selection {
    /// Whether a unit can be a member as far as units and their parts are distinguished.
    pub fn takes(&self, unit: &CastUnit) -> bool {
        let is_part = unit.owner.is_some();
        match (&self.owner, &self.chosen) {
            (Some(_), _) => is_part,
            (None, Some(Chosen::Marked { are_parts, .. })) => is_part == *are_parts,
            (None, Some(Chosen::Given(_))) => true,
            (None, None) => !is_part,
        }
    }

    /// Returns the parameter whose set it is restricted to.
    pub fn set_parameter(&self) -> Option<LocalId> {
        self.chosen.as_ref().and_then(Chosen::parameter)
    }

    /// Returns the type of its members.
    pub fn ty(&self) -> Type {
        match &self.region {
            Some(region) if region.sides => Type::Side,
            Some(_) => Type::Place,
            None => Type::Unit(self.kinds),
        }
    }
}

/// `in order of side.initiative, highest first`
#[derive(Debug, Clone)]
pub struct Ordering {
    /// The value that is compared; never [`NONE`](super::NONE).
    pub by: Box<Expr>,
    /// Whether the highest value is first, rather than the lowest. Equal members keep the order of the list.
    pub highest: bool,
}

/// The operation of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number, the index of a word, a truth value, or an index in the cast.
    Constant(i32),
    /// The value of a local.
    Local(LocalId),
    /// A constant of a unit.
    Field {
        /// The unit that has the constant.
        unit: Box<Expr>,
        /// The stat or trait.
        field: FieldId,
    },
    /// A stat of a place, or of a side or link between two.
    Ground {
        /// The place, side or link.
        place: Box<Expr>,
        /// The stat.
        field: FieldId,
    },
    /// `distance(firer, target)`: measured on the board
    Measured {
        /// The primitive.
        primitive: Primitive,
        /// Its arguments: places, units, numbers.
        arguments: Vec<Expr>,
        /// The step cost, for a primitive that searches for a path.
        way: Option<Way>,
        /// The rounding of results that are no integers.
        whole: Option<Whole>,
    },
    /// The value of a track of a unit.
    Track {
        /// The unit that has the track.
        unit: Box<Expr>,
        /// The track that is read.
        track: TrackId,
        /// The unit that the value is about, for a track with a value for each unit.
        index: Option<Box<Expr>>,
    },
    /// The unit that represents an area of the map.
    AreaUnit(Box<Expr>),
    /// The area that a unit represents.
    AreaPlace(Box<Expr>),
    /// The unit that represents the game.
    Game,
    /// A side that the ruleset names, by its index in [`RuleBook::sides`].
    NamedSide(usize),
    /// `not a`
    Not(Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b`, `a and b`
    Binary {
        /// The operation.
        op: Arithmetic,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `a / b rounded down`
    Divide {
        /// The dividend.
        left: Box<Expr>,
        /// The divisor.
        right: Box<Expr>,
        /// The rounding of the quotient.
        rounding: Rounding,
    },
    /// `a >= b`; `is` with a value is [`Order::Equal`]
    Compare {
        /// The relation.
        order: Order,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `a is flank or rear`: whether bit `a` of the set is set
    Member {
        /// The tested value, from 0 to 63.
        value: Box<Expr>,
        /// The set, with a bit for each value.
        set: u64,
    },
    /// `cube meets need`
    Meets {
        /// The value of a die's face.
        face: Box<Expr>,
        /// The required value of a scale.
        need: Box<Expr>,
        /// For each value of the scale, the set of faces that meet it.
        sets: Vec<u64>,
    },
    /// `a raised by b`
    Shift {
        /// The value of a scale that is shifted.
        value: Box<Expr>,
        /// Number of steps up; down if negative.
        by: Box<Expr>,
        /// Whether the direction is reversed, for `lowered`.
        down: bool,
        /// The highest value of the scale.
        top: i32,
    },
    /// A word of one list as the same word of a longer one; [`NONE`](super::NONE) stays
    Widen {
        /// The value of the shorter list.
        value: Box<Expr>,
        /// For each value of the shorter list, the value of the same word in the longer one.
        places: Vec<i32>,
    },
    /// `a limited to 0..4`
    Limit {
        /// The value that is clamped.
        value: Box<Expr>,
        /// The lower limit.
        low: i32,
        /// The upper limit.
        high: i32,
    },
    /// `number of unit: squad where unit is pinned`
    Aggregate {
        /// The operation on the members.
        aggregate: Aggregate,
        /// The value of a member, for totals, the highest and the lowest.
        value: Option<Box<Expr>>,
        /// The members.
        selection: Box<Selection>,
        /// The order of the members; `None` for that of the list.
        ordering: Option<Ordering>,
    },
    /// `a if c otherwise b`
    If {
        /// The condition.
        condition: Box<Expr>,
        /// The value if the condition is true.
        then: Box<Expr>,
        /// The value if the condition is false.
        otherwise: Box<Expr>,
    },
    /// The value of a formula, roll or action.
    Call {
        /// The called procedure.
        procedure: ProcedureId,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
    },
    /// Whether the first lines of an action allow it.
    Can {
        /// The tested action.
        action: ProcedureId,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
    },
    /// In an example: whether the run offered a reaction.
    Offered(ReactionId),
    /// In an example: whether a `needs` refused the run.
    Refused,
    /// A lookup in a table.
    Table {
        /// The table that is looked up.
        table: TableId,
        /// The values of its keys.
        arguments: Vec<Expr>,
    },
    /// The sum of a list of modifiers.
    Modifiers {
        /// The list of modifiers.
        list: ModifiersId,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
    },
    /// The value of a fact.
    Fact {
        /// The fact that is read.
        fact: FactId,
        /// The arguments, one per parameter.
        arguments: Vec<Expr>,
    },
    /// The value of an optional rule.
    Option(OptionId),
    /// `2d6`
    Dice {
        /// The number of dice.
        count: u32,
        /// The number of sides of each die.
        sides: u32,
    },
    /// `roll cube`
    Roll(DieId),
    /// Dice that are kept, rerolled, counted or matched.
    Pool(Box<KeyedPool>),
    /// At the end: the winner of the game, or [`NONE`](super::NONE).
    Winner,
    /// At the end: whether the game has ended.
    Ended,
    /// `roll unit.quality`
    RollOf {
        /// A value that is dice, or a rung of a ladder.
        die: Box<Expr>,
        /// The dice of each rung; empty if the value itself is dice.
        rungs: Vec<DiceValue>,
    },
    /// `rest of (a raised by b)`: the number of steps past the end of the scale; at least 0
    RestOf {
        /// The value of a scale that is shifted.
        value: Box<Expr>,
        /// Number of steps up; down if negative.
        by: Box<Expr>,
        /// Whether the direction is reversed, for `lowered`.
        down: bool,
        /// The highest value of the scale.
        top: i32,
    },
    /// `odds(attack, defence) rounded down`: the greatest rung of a scale of ratios that two numbers reach
    Ratio {
        /// The left number of the ratio.
        left: Box<Expr>,
        /// The right number of the ratio.
        right: Box<Expr>,
        /// The rungs of the scale, ascending.
        rungs: Vec<super::Ratio>,
        /// Whether a ratio between two rungs is rounded up.
        up: bool,
    },
    /// In an example: the last result of a procedure.
    Last(ProcedureId),
    /// In an example that runs a table or a list of modifiers: its result.
    Outcome,
}

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
        let (StatementKind::Call(call) | StatementKind::Let { value: call, .. }) = &self.kind
        else {
            return None;
        };
        let ExprKind::Call {
            procedure,
            arguments,
        } = &call.kind
        else {
            return None;
        };
        let rule = book.procedures.get(procedure.at())?;
        (rule.ability == Ability::Action).then_some((*procedure, arguments.as_slice()))
    }
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
    /// Words with their values.
    Words(Vec<(String, i32)>),
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
