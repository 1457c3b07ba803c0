//! Expressions: one row each.

use super::{Construct, Part, constructs, visit_part};
use crate::ast::walk::Visitor;
use crate::ast::{
    Aggregate, Binary, Block, Expr, Measure, Name, Order, Ordering, Parts, Roll, Rounding,
    Selection,
};

constructs! {
    /// The kind of an expression.
    ExprKind, EXPRESSIONS;

    /// A number, perhaps a distance.
    Number ["7", "2 hexes"] {
        /// Value, never negative: a minus is [`ExprKind::Negate`].
        value: i32,
        /// Unit of measure.
        measure: Option<Measure>,
    }

    /// A number in halves, quarters or eighths.
    Fraction ["1/2", "1 3/4"] {
        /// Number of parts, never negative.
        value: i32,
        /// Their size.
        parts: Parts,
    }

    /// Total of equal dice.
    Dice ["2d6", "2d6 inches"] {
        /// Number of dice.
        count: u32,
        /// Faces of each.
        sides: u32,
        /// Unit of measure.
        measure: Option<Measure>,
    }

    /// Face of a die with a name.
    Roll ["roll cube"] (die: Name)

    /// Dice that are kept, dropped, rerolled, counted or compared.
    Pool ["3d6 keep highest 2", "2d6 reroll 1 once", "6d6 count 5+", "best of 2d6", "unit.men dice of d6", "3d6 against 2d6, pairs won, ties lose"] (pool: Box<Roll>)

    /// Roll of dice that are a value.
    RollOf ["roll unit.quality"] (die: Expr)

    /// Steps of a shift beyond the end of its scale.
    RestOf ["rest of (quality raised by 3)"] (shift: Expr)

    /// The other one of two sides.
    EnemyOf ["enemy of unit.side"] (side: Expr)

    /// Yes or no.
    Flag ["yes", "no"] (flag: bool)

    /// Value of a name: a parameter, a word, a rule without parameters.
    Name ["range"] (name: String)

    /// Stat, track, part or formula of a unit.
    Member ["firer.gun"] {
        /// Unit.
        unit: Expr,
        /// Stat, track, part or formula.
        name: Name,
    }

    /// Track of a unit about another.
    Indexed ["unit.fired-at(target)"] {
        /// Unit.
        unit: Expr,
        /// Track.
        name: Name,
        /// The other unit; one.
        about: Vec<Expr>,
    }

    /// Value of a rule, table, list of modifiers, fact or built-in function.
    Call ["cover(target, firer)"] {
        /// Name.
        name: Name,
        /// Arguments, in written order.
        arguments: Vec<Expr>,
    }

    /// Whether a reaction was offered; for examples.
    Offered ["offered dodge"] (reaction: Name)

    /// Whether the `needs` lines of an action are met.
    Can ["can fire(unit, target)"] {
        /// Action.
        action: Name,
        /// Arguments, in written order.
        arguments: Vec<Expr>,
    }

    /// One of the dice of a roll above, chosen by a side.
    ChooseFace ["choose face among faces by unit.side, worth face"] {
        /// Side that decides.
        by: Option<Expr>,
        /// Name of the roll.
        dice: Name,
        /// Name of an option, for its worth.
        name: Name as scoped,
        /// Worth of an option.
        worth: Option<Expr>,
    }

    /// Opposite of a condition.
    Not ["not a"] (inner: Expr)

    /// Number with the opposite sign.
    Negate ["-a"] (inner: Expr)

    /// Arithmetic and logic of two values.
    Binary ["a + b", "a - b", "a * b", "remainder of a / b", "a and b", "a or b", "the lower of a and b", "the higher of a and b"] {
        /// Operator.
        op: Binary,
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
    }

    /// Division with its rounding.
    Divide ["a / b rounded down"] {
        /// Dividend.
        left: Expr,
        /// Divisor.
        right: Expr,
        /// Rounding; a missing one is reported by the check.
        rounding: Option<Rounding>,
    }

    /// Measured distance as a whole number.
    Rounded ["distance(a, b) rounded up"] {
        /// Value.
        value: Expr,
        /// Rounding.
        rounding: Rounding,
    }

    /// Comparison of two values.
    Compare ["a >= b"] {
        /// Comparison.
        order: Order,
        /// Left operand.
        left: Expr,
        /// Right operand.
        right: Expr,
    }

    /// Whether a value is one of some words.
    Is ["a is flank or rear", "a is not flank"] {
        /// Value.
        value: Expr,
        /// `is not`
        negated: bool,
        /// Words, at least one.
        words: Vec<Name>,
    }

    /// Whether two values are the same.
    Same ["a is target.side", "a is (b raised by 1)"] {
        /// Value.
        value: Expr,
        /// `is not`
        negated: bool,
        /// The other value.
        other: Expr,
    }

    /// Whether a unit has one of some traits.
    Has ["a has pak-40 or steady", "a has not pak-40"] {
        /// Unit.
        unit: Expr,
        /// `has not`
        negated: bool,
        /// Traits, at least one.
        traits: Vec<Name>,
    }

    /// Whether a face of a die satisfies a word of a scale.
    Meets ["cube meets need"] {
        /// Face.
        face: Expr,
        /// Value of a scale.
        need: Expr,
    }

    /// A word further up or down its scale.
    Shift ["a raised by b", "a lowered by b"] {
        /// Value of a scale.
        value: Expr,
        /// `raised`, else `lowered`.
        up: bool,
        /// Number of steps.
        by: Expr,
    }

    /// A value kept between two numbers.
    Limit ["a limited to 0..4"] {
        /// Value.
        value: Expr,
        /// Least result.
        low: Option<i32>,
        /// Greatest result.
        high: Option<i32>,
    }

    /// A value kept between two ends, at least one of them calculated.
    LimitTo ["a limited to 0..unit.men"] {
        /// Value.
        value: Expr,
        /// Least result.
        low: Option<Expr>,
        /// Greatest result.
        high: Option<Expr>,
    }

    /// Count, total, extreme, first or last of a selection, or whether it has any member.
    Aggregate ["number of unit: squad where unit is pinned", "any foe", "total of foe.men for each foe", "highest of foe.men for each foe", "lowest of foe.men for each foe", "first squad in order of squad.men, highest first", "last squad where squad.men > 0"] {
        /// Operation.
        aggregate: Aggregate,
        /// Members.
        selection: Selection as scoped,
        /// Value of a member; only of totals, the highest and the lowest.
        value: Option<Expr>,
        /// Order that says which is first or last.
        ordering: Option<Ordering>,
    }

    /// One of two values by a condition.
    If ["a if c otherwise b"] {
        /// Condition.
        condition: Expr,
        /// Value if it is met.
        then: Expr,
        /// Value if it is not.
        otherwise: Expr,
    }
}
