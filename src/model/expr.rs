//! Expressions and statements with ids for names.

use super::board::{Primitive, Region, Way};
use super::{
    DiceValue, DieId, FactId, FieldId, KeyedPool, Kinds, LocalId, ModifiersId, Naming, OptionId,
    ProcedureId, ProfileId, ReactionId, RuleBook, TableId, TrackId, Type, WindowId, WordsId,
};
use sandtable_board::Whole;
use sandtable_source::Span;
use sandtable_syntax::ast::{Ability, Aggregate, Change, Order, Rounding};

/// A typed expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its result.
    pub ty: Type,
    /// It may be nothing.
    pub or_none: bool,
    /// Its place.
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
    /// `a and b`; `b` is not worked out when `a` is no
    And,
    /// `a or b`; `b` is not worked out when `a` is yes
    Or,
}

/// Some of the units of the game, each bound to a name in turn.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Denotes each of them.
    pub local: LocalId,
    /// The name, as written; empty where no rule gives one.
    pub name: String,
    /// Their kinds.
    pub kinds: Kinds,
    /// Places of the board are meant, not units.
    pub region: Option<Box<Region>>,
    /// Owner of the parts; without it parts of units are not selected.
    pub owner: Option<Box<Expr>>,
    /// Only those that a choice of several has chosen.
    pub chosen: Option<Chosen>,
    /// Destroyed units are meant too.
    pub destroyed: bool,
    /// Units that have left play, or not entered it, are meant too.
    pub removed: bool,
    /// The condition that they meet.
    pub condition: Option<Box<Expr>>,
}

/// The units that a choice of several has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    /// Its track marks them: nothing for all others.
    pub mark: TrackId,
    /// They are parts of units.
    pub are_parts: bool,
}

impl Selection {
    /// Whether they are parts of units.
    pub fn is_of_parts(&self) -> bool {
        self.owner.is_some() || self.chosen.is_some_and(|chosen| chosen.are_parts)
    }

    /// Type of its name.
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
    /// The value that is compared; never none.
    pub by: Box<Expr>,
    /// `highest first`, else `lowest first`. Equals are as listed.
    pub highest: bool,
}

/// The kind of an expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number, a word's place, yes/no, a place in the cast.
    Constant(i32),
    /// A kept value.
    Local(LocalId),
    /// A constant of a unit.
    Field {
        /// The unit.
        unit: Box<Expr>,
        /// The field.
        field: FieldId,
    },
    /// A stat of a hex or of a side of one.
    Ground {
        /// The place.
        place: Box<Expr>,
        /// The question.
        field: FieldId,
    },
    /// `distance(firer, target)`: measured on the board
    Measured {
        /// The measure.
        primitive: Primitive,
        /// Places, units, numbers.
        arguments: Vec<Expr>,
        /// Of a way: what its steps cost.
        way: Option<Way>,
        /// Rounding, where it is no whole number.
        whole: Option<Whole>,
    },
    /// The state of a unit.
    Track {
        /// The unit.
        unit: Box<Expr>,
        /// The track.
        track: TrackId,
        /// About whom, if it has a value for each.
        index: Option<Box<Expr>>,
    },
    /// The unit that keeps the tracks of an area of the map.
    AreaUnit(Box<Expr>),
    /// The unit that is the game itself.
    Game,
    /// A side that the ruleset names, by its place in [`RuleBook::sides`].
    NamedSide(usize),
    /// `not a`
    Not(Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// `a + b`, `a and b`
    Binary {
        /// The op.
        op: Arithmetic,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `a / b rounded down`
    Divide {
        /// Above the line.
        left: Box<Expr>,
        /// Below the line.
        right: Box<Expr>,
        /// The rounding.
        rounding: Rounding,
    },
    /// `a >= b`; `is` with a value is [`Order::Equal`]
    Compare {
        /// The order.
        order: Order,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `a is flank or rear`: whether bit `a` of the set is set
    Member {
        /// The value that is asked about.
        value: Box<Expr>,
        /// The values.
        set: u64,
    },
    /// `cube meets need`
    Meets {
        /// The face.
        face: Box<Expr>,
        /// The value of a scale.
        need: Box<Expr>,
        /// For each value of the scale, the faces that meet it.
        sets: Vec<u64>,
    },
    /// `a raised by b`
    Shift {
        /// A value of a scale.
        value: Box<Expr>,
        /// Steps up; down when negative.
        by: Box<Expr>,
        /// `lowered`: `by` counts the other way.
        down: bool,
        /// The highest value of the scale.
        top: i32,
    },
    /// A word of one list as the same word of a longer one; nothing stays nothing
    Widen {
        /// A value of the shorter list.
        value: Box<Expr>,
        /// For each value of the shorter list, that of the same word in the longer one.
        places: Vec<i32>,
    },
    /// `a limited to 0..4`
    Limit {
        /// The value.
        value: Box<Expr>,
        /// Least.
        low: i32,
        /// Most.
        high: i32,
    },
    /// `number of unit: squad where unit is pinned`
    Aggregate {
        /// The aggregate.
        aggregate: Aggregate,
        /// Of what; only of totals, the highest and the lowest.
        value: Option<Box<Expr>>,
        /// Over which units.
        selection: Box<Selection>,
        /// The order; else as listed.
        ordering: Option<Ordering>,
    },
    /// `a if c otherwise b`
    If {
        /// The question.
        condition: Box<Expr>,
        /// Taken when it holds.
        then: Box<Expr>,
        /// Taken when it does not.
        otherwise: Box<Expr>,
    },
    /// A formula, roll or action.
    Call {
        /// The procedure.
        procedure: ProcedureId,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// Whether none of the first lines of an action refuses it.
    Can {
        /// The action.
        action: ProcedureId,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// In an example: whether a reaction was offered.
    Offered(ReactionId),
    /// Whether a `needs` has refused what an example runs.
    Refused,
    /// A table is read.
    Table {
        /// The table.
        table: TableId,
        /// One per key.
        arguments: Vec<Expr>,
    },
    /// A list of modifiers is added up.
    Modifiers {
        /// The list.
        list: ModifiersId,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// A fact is read.
    Fact {
        /// The fact.
        fact: FactId,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// Whether an optional rule is on.
    Option(OptionId),
    /// `2d6`
    Dice {
        /// The count.
        count: u32,
        /// Faces of each.
        sides: u32,
    },
    /// `roll cube`
    Roll(DieId),
    /// Dice with which more is done than adding them up.
    Pool(Box<KeyedPool>),
    /// At the end: who has won the game, or nothing.
    Winner,
    /// At the end: whether the game has ended.
    Ended,
    /// `roll unit.quality`
    RollOf {
        /// Dice, or a rung of a ladder.
        die: Box<Expr>,
        /// Dice of each rung; empty where the value itself is dice.
        rungs: Vec<DiceValue>,
    },
    /// `rest of (a raised by b)`: steps past the end of the scale; not negative
    RestOf {
        /// A value of a scale.
        value: Box<Expr>,
        /// Steps up; down when negative.
        by: Box<Expr>,
        /// `lowered`: `by` counts the other way.
        down: bool,
        /// The highest value of the scale.
        top: i32,
    },
    /// `odds(attack, defence) rounded down`: the rung of a scale of ratios that two numbers reach
    Ratio {
        /// The value that is compared.
        left: Box<Expr>,
        /// With what.
        right: Box<Expr>,
        /// The words of the scale, least first.
        rungs: Vec<super::Ratio>,
        /// Between two rungs the higher one is taken.
        up: bool,
    },
    /// In an example: the last result of a roll or action.
    Last(ProcedureId),
    /// In an example that runs a table or a list of modifiers: its result.
    Outcome,
}

/// Statements, in order.
pub type Block = Vec<Statement>;

/// A statement and where it comes from.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its effect.
    pub kind: StatementKind,
    /// Sections it cites itself.
    pub citations: Vec<String>,
    /// Its place.
    pub span: Span,
}

impl Statement {
    /// Whether it runs its body several times.
    pub fn is_loop(&self) -> bool {
        matches!(
            self.kind,
            StatementKind::Repeat { .. }
                | StatementKind::Count { .. }
                | StatementKind::Each { .. }
                | StatementKind::Alternate { .. }
        )
    }

    /// The action that it carries out, for what it does or for its result, and what that is handed.
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
    /// Its statements.
    pub body: Block,
    /// Its place.
    pub span: Span,
}

/// Something that a player decides.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The title, in the players' words.
    pub title: String,
    /// The side that decides.
    pub by: Option<Chooser>,
    /// The options.
    pub among: Among,
    /// It may be nothing.
    pub or_none: bool,
    /// Several are chosen, one after the other, until nothing is.
    pub several: Option<Several>,
    /// It is the draw of the top card of a deck; the selection names the cards that are in it.
    pub top_card: Option<TopCard>,
}

/// A choice of several.
#[derive(Debug, Clone)]
pub struct Several {
    /// The most that can be chosen; `None` for any number.
    pub most: Option<Expr>,
    /// Its track marks those that are chosen.
    pub mark: TrackId,
}

/// The draw of the top card of a deck: of those with the lowest place in its order, each as likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopCard {
    /// Index into the decks of the book.
    pub deck: usize,
}

/// The one who decides.
#[derive(Debug, Clone)]
pub enum Chooser {
    /// A side, or that of a unit.
    Side(Expr),
    /// Chance: every option is as likely.
    Chance,
}

impl Choice {
    /// The unit whose choice it is.
    pub fn side(&self) -> Option<&Expr> {
        match &self.by {
            Some(Chooser::Side(side)) => Some(side),
            Some(Chooser::Chance) | None => None,
        }
    }

    /// Whether it is drawn.
    pub fn is_drawn(&self) -> bool {
        matches!(self.by, Some(Chooser::Chance))
    }
}

/// The options.
#[derive(Debug, Clone)]
pub enum Among {
    /// Values, kept under a name.
    Values {
        /// The name.
        local: LocalId,
        /// The values.
        values: Box<Values>,
        /// Worth of a value; the name denotes it.
        worth: Option<Expr>,
    },
    /// Lines.
    Lines(Vec<Line>),
}

/// Values that can be chosen.
#[derive(Debug, Clone)]
pub enum Values {
    /// Numbers.
    Numbers {
        /// The first.
        from: Expr,
        /// The last.
        to: Expr,
        /// None is less.
        low: i32,
        /// None is more.
        high: i32,
    },
    /// Words, with their values.
    Words(Vec<(String, i32)>),
    /// Units, or parts of one.
    Units(Selection),
}

/// One thing that can be done.
#[derive(Debug, Clone)]
pub struct Line {
    /// In the players' words.
    pub title: String,
    /// The condition under which it can be chosen.
    pub condition: Option<Expr>,
    /// Its worth.
    pub worth: Option<Expr>,
    /// Its statements.
    pub body: Block,
    /// Sections it cites itself.
    pub citations: Vec<String>,
    /// Its place.
    pub span: Span,
}

/// An order that is settled once and then kept.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The value that is compared.
    pub ordering: Ordering,
    /// A track that no rule names; it keeps what was compared.
    pub key: TrackId,
}

/// Units and their places in an order.
#[derive(Debug, Clone)]
pub struct Rank {
    /// The selection.
    pub selection: Selection,
    /// The value that is compared, and the internal track that keeps it.
    pub order: Settled,
    /// The rule for equals.
    pub ties: Ties,
    /// Internal tracks: the place so far, and the final place.
    pub places: [TrackId; 2],
    /// The unit whose place it is: the name of the selection.
    pub unit: Expr,
    /// The track that keeps the place.
    pub track: TrackId,
}

/// The rule for equals in a ranking.
#[derive(Debug, Clone)]
pub enum Ties {
    /// In the order of the roster.
    AsListed,
    /// They have the same place.
    Shared,
    /// Each of them throws, again and again until none are equal.
    Roll(Expr),
}

/// The kind of a statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Keeps a value.
    Let {
        /// Under which name.
        local: LocalId,
        /// The value.
        value: Expr,
    },
    /// Ends a roll with an outcome, if a condition holds.
    Outcome {
        /// The outcome.
        words: WordsId,
        /// Its value.
        value: i32,
        /// The condition; always without one.
        when: Option<Expr>,
    },
    /// Ends with a value.
    Result(Expr),
    /// Is refused unless it holds.
    Needs {
        /// The condition.
        condition: Expr,
        /// In the players' words.
        why: String,
    },
    /// One of two blocks.
    If {
        /// The question.
        condition: Expr,
        /// Taken when it holds.
        then: Block,
        /// Taken when it does not.
        otherwise: Block,
    },
    /// A block that is worked out on the state before it; then all its changes are made.
    Simultaneous {
        /// The block.
        body: Block,
    },
    /// A block several times.
    Repeat {
        /// Looked at before each round.
        until: Option<Expr>,
        /// Number of rounds, or the most there can be; `None` for `until` without a limit.
        times: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// A block for each number.
    Count {
        /// Holds the number.
        local: LocalId,
        /// First.
        from: Expr,
        /// Last.
        to: Expr,
        /// The body.
        body: Block,
    },
    /// A block for each unit of a selection.
    Each {
        /// The selection.
        selection: Selection,
        /// In which order, settled before the first; else as listed.
        order: Option<Settled>,
        /// The body.
        body: Block,
    },
    /// A block for each unit of a selection that meets a condition, round after round until none does.
    Alternate {
        /// The selection.
        selection: Selection,
        /// In which order, settled before the first; else as listed.
        order: Option<Settled>,
        /// Asked at each turn.
        condition: Expr,
        /// The body.
        body: Block,
    },
    /// A part of a sequence.
    Phase {
        /// Name, title, citations.
        naming: Naming,
        /// The body.
        body: Block,
    },
    /// Sets a track of each unit of a selection to its place in an order.
    Rank(Box<Rank>),
    /// Ends the whole run.
    EndGame {
        /// The winner, if there is one.
        winner: Option<Expr>,
    },
    /// The block of the arm that has the value.
    Depending {
        /// The question.
        value: Expr,
        /// Each value is in one at most; an `otherwise` is last.
        arms: Vec<Arm>,
    },
    /// Changes a track.
    Change {
        /// Add, take or set.
        how: Change,
        /// The amount, or the new value.
        amount: Expr,
        /// The unit.
        unit: Expr,
        /// The track.
        track: TrackId,
        /// About whom, if it has a value for each.
        index: Option<Expr>,
    },
    /// Is refused if a mark is set; sets it.
    OnceEach {
        /// The unit that is marked.
        unit: Expr,
        /// About whom, if there is one for each.
        index: Option<Expr>,
        /// The mark.
        track: TrackId,
        /// In the players' words.
        why: String,
    },
    /// Brings a spare unit into play.
    Create {
        /// Keeps the unit, or nothing if there is no spare.
        local: LocalId,
        /// The profile.
        profile: ProfileId,
        /// Its owner.
        owner: Option<Expr>,
        /// Number of spares.
        most: u32,
    },
    /// Lets a player choose.
    Choose(Box<Choice>),
    /// Works something out for what it does.
    Call(Expr),
    /// Lets others react.
    Open {
        /// The window.
        window: WindowId,
        /// One per parameter.
        arguments: Vec<Expr>,
    },
    /// Ends the action in which the window of the reaction is open.
    Cancel,
    /// Ends the action.
    Stop,
    /// `nothing`
    Nothing,
    /// Continues the innermost loop: its next round or unit.
    Next,
    /// Leaves the innermost loop.
    Done,
}
