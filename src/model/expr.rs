//! Expressions with resolved names.

use super::board::{Primitive, Region, Way};
use super::{
    CastUnit, DiceValue, DieId, FactId, FieldId, KeyedPool, Kinds, LocalId, ModifiersId, OptionId,
    ProcedureId, ReactionId, TableId, TrackId, Type,
};
use sandtable_board::Whole;
use sandtable_source::Span;
use sandtable_syntax::ast::{Aggregate, Order, Rounding};

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
    /// `remainder of a / b`, of the quotient rounded down: it has the sign of `b`
    Remainder,
    /// `the lower of a and b`, of numbers or of values of one scale
    Lower,
    /// `the higher of a and b`
    Higher,
    /// `a and b`; `b` is evaluated only if `a` is true
    And,
    /// `a or b`; `b` is evaluated only if `a` is false
    Or,
}

/// Returns the remainder of a quotient that is rounded down; `None` for a division by zero. It has the sign of the divisor.
pub fn remainder(dividend: i32, divisor: i32) -> Option<i32> {
    let (a, b) = (i64::from(dividend), i64::from(divisor));
    let left_over = a.checked_rem_euclid(b)?;
    let is_between = b < 0 && left_over > 0;
    i32::try_from(if is_between { left_over + b } else { left_over }).ok()
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
    /// The unit that represents a hex, square or area of the map.
    AreaUnit(Box<Expr>),
    /// The place that a unit represents.
    AreaPlace(Box<Expr>),
    /// The unit that represents the game.
    Game,
    /// A side that the ruleset names, by its index in [`RuleBook::sides`](super::RuleBook::sides).
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
