//! Views of expressions.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each view is of one or two kinds of expressions"
)]

use crate::board::{Primitive, Way};
use crate::{
    Aggregate, Arithmetic, Callable, DiceValue, DieId, Expr, ExprKind, FactId, FieldId, LocalId,
    ModifiersId, NONE, OptionId, Ordering, ProcedureId, ReactionId, Selection, TableId, TrackId,
    walk_within,
};
use sandtable_board::Whole;
use sandtable_syntax::ast::Order;

/// A read of a track.
#[derive(Debug, Clone, Copy)]
pub struct TrackRead<'e> {
    /// The unit that has the track.
    pub unit: &'e Expr,
    /// The track that is read.
    pub track: TrackId,
    /// The unit that the value is about, for a track with a value for each unit.
    pub index: Option<&'e Expr>,
}

/// A comparison of two values.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'e> {
    /// The relation.
    pub order: Order,
    /// The left operand.
    pub left: &'e Expr,
    /// The right operand.
    pub right: &'e Expr,
}

/// A comparison of a value with a number, which is on the right.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'e> {
    /// The value that is compared; no number itself.
    pub subject: &'e Expr,
    /// The relation.
    pub order: Order,
    /// The number.
    pub number: i32,
}

/// An operation on the members of a selection.
#[derive(Debug, Clone, Copy)]
pub struct Aggregation<'e> {
    /// The operation on the members.
    pub aggregate: Aggregate,
    /// The value of a member, for totals, the highest and the lowest.
    pub value: Option<&'e Expr>,
    /// The members.
    pub selection: &'e Selection,
    /// The order of the members; `None` for that of the list.
    pub ordering: Option<&'e Ordering>,
}

/// A measurement on the board.
#[derive(Debug, Clone, Copy)]
pub struct Measurement<'e> {
    /// The primitive.
    pub primitive: Primitive,
    /// Its arguments: places, units, numbers.
    pub arguments: &'e [Expr],
    /// The step cost, for a primitive that searches for a path.
    pub way: Option<&'e Way>,
    /// The rounding of results that are no integers.
    pub whole: Option<Whole>,
}

/// A choice between two values.
#[derive(Debug, Clone, Copy)]
pub struct Conditional<'e> {
    /// The condition.
    pub condition: &'e Expr,
    /// The value if the condition is true.
    pub then: &'e Expr,
    /// The value if the condition is false.
    pub otherwise: &'e Expr,
}

/// A shift of a value along its scale.
#[derive(Debug, Clone, Copy)]
pub struct Shift<'e> {
    /// The value that is shifted.
    pub value: &'e Expr,
    /// Number of steps up; down if negative.
    pub by: &'e Expr,
    /// Whether the direction is reversed, for `lowered`.
    pub down: bool,
    /// The highest value of the scale.
    pub top: i32,
}

impl Comparison<'_> {
    /// Whether it tests for equality, or for the contrary.
    pub fn is_of_equality(&self) -> bool {
        matches!(self.order, Order::Equal | Order::NotEqual)
    }
}

impl Expr {
    /// Whether the operation itself reads nothing that rules change, and rolls no dice; its operands may.
    pub fn is_fixed(&self) -> bool {
        // Any other operation, also a new one, may read the state.
        matches!(
            self.kind,
            ExprKind::Constant(_)
                | ExprKind::Local(_)
                | ExprKind::Field { .. }
                | ExprKind::Option(_)
                | ExprKind::Not(_)
                | ExprKind::Negate(_)
                | ExprKind::Binary { .. }
                | ExprKind::Divide { .. }
                | ExprKind::Compare { .. }
                | ExprKind::Member { .. }
                | ExprKind::Shift { .. }
                | ExprKind::Widen { .. }
                | ExprKind::Limit { .. }
                | ExprKind::If { .. }
        )
    }

    /// Returns the side whose enemy it is: `enemy of unit.side` is reduced to a choice between two named sides.
    pub fn enemy_of(&self) -> Option<&Expr> {
        let other_side = |expr: &'_ Expr| match &expr.kind {
            ExprKind::NamedSide(at) => Some(*at),
            _ => None,
        };
        let ExprKind::If {
            condition,
            then,
            otherwise,
        } = &self.kind
        else {
            return None;
        };
        let ExprKind::Compare {
            order: Order::Equal,
            left,
            right,
        } = &condition.kind
        else {
            return None;
        };
        let ExprKind::If {
            then: second,
            otherwise: nobody,
            ..
        } = &otherwise.kind
        else {
            return None;
        };
        let is_enemy = other_side(right) == Some(0)
            && other_side(then) == Some(1)
            && other_side(second) == Some(0)
            && nobody.literal() == Some(NONE);
        is_enemy.then_some(left)
    }

    /// Returns the local that it reads.
    pub fn local(&self) -> Option<LocalId> {
        match self.kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        }
    }

    /// Whether it is a local.
    pub fn is_local(&self, local: LocalId) -> bool {
        self.local() == Some(local)
    }

    /// Whether it, or a part of it, reads a local.
    pub fn reads_local(&self, local: LocalId) -> bool {
        self.any(|part| part.is_local(local))
    }

    /// Whether it or a part of it has a property.
    pub fn any(&self, mut is_sought: impl FnMut(&Expr) -> bool) -> bool {
        let mut found = false;
        walk_within(self, &mut |part| found = found || is_sought(part));
        found
    }

    /// Returns the value of a constant: of a number without a sign, a word, a truth value or a unit of the cast.
    pub fn constant_value(&self) -> Option<i32> {
        match self.kind {
            ExprKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the unit and the stat or trait of it that it reads.
    pub fn field(&self) -> Option<(&Expr, FieldId)> {
        match &self.kind {
            ExprKind::Field { unit, field } => Some((unit, *field)),
            _ => None,
        }
    }

    /// Returns the place, or the side or link between two, and the stat of it that it reads.
    pub fn ground(&self) -> Option<(&Expr, FieldId)> {
        match &self.kind {
            ExprKind::Ground { place, field } => Some((place, *field)),
            _ => None,
        }
    }

    /// Returns the read of a track.
    pub fn track(&self) -> Option<TrackRead<'_>> {
        match &self.kind {
            ExprKind::Track { unit, track, index } => Some(TrackRead {
                unit,
                track: *track,
                index: index.as_deref(),
            }),
            _ => None,
        }
    }

    /// Whether it reads a track, of any unit.
    pub fn is_track(&self, track: TrackId) -> bool {
        matches!(self.kind, ExprKind::Track { track: read, .. } if read == track)
    }

    /// Returns the place whose unit it is.
    pub fn place_of_unit(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::AreaUnit(place) => Some(place),
            _ => None,
        }
    }

    /// Whether it is the unit that represents the game.
    pub fn is_game(&self) -> bool {
        matches!(self.kind, ExprKind::Game)
    }

    /// Returns the optional rule whose value it is.
    pub fn option(&self) -> Option<OptionId> {
        match self.kind {
            ExprKind::Option(option) => Some(option),
            _ => None,
        }
    }

    /// Returns the index of the side that the ruleset names.
    pub fn named_side(&self) -> Option<usize> {
        match self.kind {
            ExprKind::NamedSide(side) => Some(side),
            _ => None,
        }
    }

    /// Returns the number whose sign it changes.
    pub fn opposite(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Negate(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the condition that it negates.
    pub fn negated(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Not(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the operation with its operands.
    pub fn binary(&self) -> Option<(Arithmetic, &Expr, &Expr)> {
        match &self.kind {
            ExprKind::Binary { op, left, right } => Some((*op, left, right)),
            _ => None,
        }
    }

    /// Returns the operands of an operation.
    pub fn operands(&self, op: Arithmetic) -> Option<(&Expr, &Expr)> {
        let (found, left, right) = self.binary()?;
        (found == op).then_some((left, right))
    }

    /// Calls a visitor with the operands of a chain of one operation, from left to right; with itself if it is none.
    pub fn chain<'e>(&'e self, op: Arithmetic, visit: &mut dyn FnMut(&'e Expr)) {
        match self.operands(op) {
            Some((left, right)) => {
                left.chain(op, visit);
                right.chain(op, visit);
            }
            None => visit(self),
        }
    }

    /// Returns the comparison.
    pub fn comparison(&self) -> Option<Comparison<'_>> {
        match &self.kind {
            ExprKind::Compare { order, left, right } => Some(Comparison {
                order: *order,
                left,
                right,
            }),
            _ => None,
        }
    }

    /// Returns whether two values must be the same or must differ, and the values: `a is b`, `a is not b`.
    pub fn sameness(&self) -> Option<(bool, &Expr, &Expr)> {
        let negated = self.negated();
        let compared = negated.unwrap_or(self).comparison();
        let compared = compared.filter(Comparison::is_of_equality)?;
        let is_same = (compared.order == Order::Equal) == negated.is_none();
        Some((is_same, compared.left, compared.right))
    }

    /// Returns the comparison of a value with a literal number, whichever is on the left.
    pub fn bound(&self) -> Option<Bound<'_>> {
        let Comparison { order, left, right } = self.comparison()?;
        let (subject, order, number) = match (left.literal(), right.literal()) {
            (None, Some(number)) => (left, order, number),
            (Some(number), None) => (right, order.mirrored(), number),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        Some(Bound {
            subject,
            order,
            number,
        })
    }

    /// Returns the value that is tested for being one of a set, with a bit for each member.
    pub fn member(&self) -> Option<(&Expr, u64)> {
        match &self.kind {
            ExprKind::Member { value, set } => Some((value, *set)),
            _ => None,
        }
    }

    /// Returns the clamped value with the lower and the upper limit.
    pub fn limited(&self) -> Option<(&Expr, i32, i32)> {
        match &self.kind {
            ExprKind::Limit { value, low, high } => Some((value, *low, *high)),
            _ => None,
        }
    }

    /// Returns the shift of a value along its scale.
    pub fn shift(&self) -> Option<Shift<'_>> {
        match &self.kind {
            ExprKind::Shift {
                value,
                by,
                down,
                top,
            } => Some(Shift {
                value,
                by,
                down: *down,
                top: *top,
            }),
            _ => None,
        }
    }

    /// Whether it asks, in an example, whether the run was refused.
    pub fn is_refusal(&self) -> bool {
        matches!(self.kind, ExprKind::Refused)
    }

    /// Whether it is the winner of the game.
    pub fn is_winner(&self) -> bool {
        matches!(self.kind, ExprKind::Winner)
    }

    /// Returns the operand that is compared with the winner of the game.
    pub fn beside_winner<'e>(left: &'e Self, right: &'e Self) -> Option<&'e Self> {
        match (left.is_winner(), right.is_winner()) {
            (true, _) => Some(right),
            (_, true) => Some(left),
            _ => None,
        }
    }

    /// Whether it asks for the winner of the game, or whether the game has ended.
    pub fn is_about_the_end(&self) -> bool {
        matches!(self.kind, ExprKind::Winner | ExprKind::Ended)
    }

    /// Returns the procedure whose last result it is, in an example.
    pub fn last(&self) -> Option<ProcedureId> {
        match self.kind {
            ExprKind::Last(procedure) => Some(procedure),
            _ => None,
        }
    }

    /// Whether it is, in an example that runs a table or a list of modifiers, its result.
    pub fn is_outcome(&self) -> bool {
        matches!(self.kind, ExprKind::Outcome)
    }

    /// Returns the reaction that it asks, in an example, whether the run offered it.
    pub fn offered(&self) -> Option<ReactionId> {
        match self.kind {
            ExprKind::Offered(reaction) => Some(reaction),
            _ => None,
        }
    }

    /// Returns the choice between two values.
    pub fn conditional(&self) -> Option<Conditional<'_>> {
        match &self.kind {
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => Some(Conditional {
                condition,
                then,
                otherwise,
            }),
            _ => None,
        }
    }

    /// Returns the operation on the members of a selection.
    pub fn aggregation(&self) -> Option<Aggregation<'_>> {
        match &self.kind {
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => Some(Aggregation {
                aggregate: *aggregate,
                value: value.as_deref(),
                selection,
                ordering: ordering.as_ref(),
            }),
            _ => None,
        }
    }

    /// Returns the selection whose members are the set that it hands over.
    pub fn set_of_units(&self) -> Option<&Selection> {
        let aggregation = self.aggregation()?;
        (aggregation.aggregate == Aggregate::Set).then_some(aggregation.selection)
    }

    /// Returns the selection whose members are the set that it hands over, to be changed.
    pub fn set_of_units_mut(&mut self) -> Option<&mut Selection> {
        match &mut self.kind {
            ExprKind::Aggregate {
                aggregate: Aggregate::Set,
                selection,
                ..
            } => Some(selection),
            _ => None,
        }
    }

    /// Returns the measurement.
    pub fn measurement(&self) -> Option<Measurement<'_>> {
        match &self.kind {
            ExprKind::Measured {
                primitive,
                arguments,
                way,
                whole,
            } => Some(Measurement {
                primitive: *primitive,
                arguments,
                way: way.as_ref(),
                whole: *whole,
            }),
            _ => None,
        }
    }

    /// Returns the called procedure with the arguments.
    pub fn call(&self) -> Option<(ProcedureId, &[Expr])> {
        match &self.kind {
            ExprKind::Call {
                procedure,
                arguments,
            } => Some((*procedure, arguments)),
            _ => None,
        }
    }

    /// Returns the action that is tested for being allowed, with the arguments.
    pub fn action_test(&self) -> Option<(ProcedureId, &[Expr])> {
        match &self.kind {
            ExprKind::Can { action, arguments } => Some((*action, arguments)),
            _ => None,
        }
    }

    /// Returns the table that is looked up, with the values of its keys.
    pub fn lookup(&self) -> Option<(TableId, &[Expr])> {
        match &self.kind {
            ExprKind::Table { table, arguments } => Some((*table, arguments)),
            _ => None,
        }
    }

    /// Returns the list of modifiers whose sum it is, with the arguments.
    pub fn modifier_sum(&self) -> Option<(ModifiersId, &[Expr])> {
        match &self.kind {
            ExprKind::Modifiers { list, arguments } => Some((*list, arguments)),
            _ => None,
        }
    }

    /// Returns the fact that it reads, with the arguments.
    pub fn fact(&self) -> Option<(FactId, &[Expr])> {
        match &self.kind {
            ExprKind::Fact { fact, arguments } => Some((*fact, arguments)),
            _ => None,
        }
    }

    /// Returns the rule that it evaluates, tests or passes to a measurement.
    pub fn callee(&self) -> Option<Callable> {
        match &self.kind {
            ExprKind::Call { procedure, .. } => Some(Callable::Procedure(*procedure)),
            ExprKind::Can { action, .. } => Some(Callable::Procedure(*action)),
            ExprKind::Measured { way, .. } => Some(Callable::Procedure(way.as_ref()?.procedure)),
            ExprKind::Table { table, .. } => Some(Callable::Table(*table)),
            ExprKind::Modifiers { list, .. } => Some(Callable::Modifiers(*list)),
            ExprKind::Fact { fact, .. } => Some(Callable::Fact(*fact)),
            _ => None,
        }
    }

    /// Returns the arguments of a call, a test of an action, a lookup, a sum of modifiers, or a fact.
    pub fn arguments(&self) -> Option<&[Expr]> {
        match &self.kind {
            ExprKind::Call { arguments, .. }
            | ExprKind::Can { arguments, .. }
            | ExprKind::Table { arguments, .. }
            | ExprKind::Modifiers { arguments, .. }
            | ExprKind::Fact { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// Returns the arguments of a call, a test of an action, a lookup, a sum of modifiers, or a fact, to be changed.
    pub fn arguments_mut(&mut self) -> Option<&mut [Expr]> {
        match &mut self.kind {
            ExprKind::Call { arguments, .. }
            | ExprKind::Can { arguments, .. }
            | ExprKind::Table { arguments, .. }
            | ExprKind::Modifiers { arguments, .. }
            | ExprKind::Fact { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// Returns the units of the read of a track, to be changed: that of the track, and the one that it is about. None for other
    /// expressions.
    pub fn track_units_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let units = match &mut self.kind {
            ExprKind::Track { unit, index, .. } => [Some(unit), index.as_mut()],
            _ => [None, None],
        };
        units.into_iter().flatten().map(AsMut::as_mut)
    }

    /// Returns the number of dice and of their sides, for a sum of numbered dice.
    pub fn numbered_dice(&self) -> Option<(u32, u32)> {
        match self.kind {
            ExprKind::Dice { count, sides } => Some((count, sides)),
            _ => None,
        }
    }

    /// Returns the declared die that it rolls.
    pub fn rolled_die(&self) -> Option<DieId> {
        match self.kind {
            ExprKind::Roll(die) => Some(die),
            _ => None,
        }
    }

    /// Returns the value that it rolls: dice, or a rung of a ladder.
    pub fn rolled_value(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::RollOf { die, .. } => Some(die),
            _ => None,
        }
    }

    /// Returns the dice of each rung of the ladder of which it rolls one; empty for other expressions.
    pub fn rungs(&self) -> &[DiceValue] {
        match &self.kind {
            ExprKind::RollOf { rungs, .. } => rungs,
            _ => &[],
        }
    }

    /// Whether the operation itself rolls dice of which it takes the total.
    pub fn is_plain_roll(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::RollOf { .. }
        )
    }

    /// Whether the operation itself rolls dice; its operands, and what it calls, may roll too.
    pub fn is_roll(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::RollOf { .. } | ExprKind::Pool(_)
        )
    }
}
