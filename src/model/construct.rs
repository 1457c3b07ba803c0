//! Constructors of expressions and statements.

use crate::board::{Primitive, Way};
use crate::{
    Aggregate, Among, Arithmetic, Arm, Block, Change, Choice, Chooser, Dimension, Expr, ExprKind,
    FieldId, KeyedPool, Kinds, LocalId, ModifiersId, NONE, Ordering, ProcedureId, ProfileId, Ratio,
    ReactionId, Selection, Settled, Statement, StatementKind, Table, TableId, TrackId, Transfer,
    Type,
};
use sandtable_board::Whole;
use sandtable_source::Span;
use sandtable_syntax::ast::{Order, Rounding};

impl Expr {
    /// Returns an expression whose value is never [`NONE`](crate::NONE).
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Self {
        Self {
            kind,
            ty,
            or_none: false,
            span,
        }
    }

    /// Returns a constant.
    pub fn constant(value: i32, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Constant(value), ty, span)
    }

    /// Returns `yes` or `no`.
    pub fn flag(value: bool, span: Span) -> Self {
        Self::constant(i32::from(value), Type::Flag, span)
    }

    /// Returns [`NONE`] in the place of a value of a type.
    pub fn none(ty: Type, span: Span) -> Self {
        Self {
            or_none: true,
            ..Self::constant(NONE, ty, span)
        }
    }

    /// Returns the sum of equal dice.
    pub fn dice(count: u32, sides: u32, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Dice { count, sides }, ty, span)
    }

    /// Returns the result of dice that are kept, rerolled, counted or matched.
    pub fn pool_of(pool: KeyedPool, span: Span) -> Self {
        let ty = Type::Number(Dimension::Any);
        Self::new(ExprKind::Pool(Box::new(pool)), ty, span)
    }

    /// Returns the value of a local.
    pub fn of_local(local: LocalId, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::Local(local), ty, span)
    }

    /// Returns a side that the ruleset names, by its index.
    pub fn of_side(side: usize, ty: Type, span: Span) -> Self {
        Self::new(ExprKind::NamedSide(side), ty, span)
    }

    /// Returns the value of a track of a unit.
    pub fn of_track(unit: Self, track: TrackId, index: Option<Self>, ty: Type) -> Self {
        let span = unit.span;
        let kind = ExprKind::Track {
            unit: Box::new(unit),
            track,
            index: index.map(Box::new),
        };
        Self::new(kind, ty, span)
    }

    /// Returns a stat or trait of a unit.
    pub fn of_field(unit: Self, field: FieldId, ty: Type, span: Span) -> Self {
        let unit = Box::new(unit);
        Self::new(ExprKind::Field { unit, field }, ty, span)
    }

    /// Returns arithmetic or logic of two values.
    pub fn binary_of(op: Arithmetic, left: Self, right: Self, ty: Type, span: Span) -> Self {
        let kind = ExprKind::Binary {
            op,
            left: Box::new(left),
            right: Box::new(right),
        };
        Self::new(kind, ty, span)
    }

    /// Returns whether one of some conditions is true; `None` without any.
    pub fn any_of(conditions: impl IntoIterator<Item = Self>, span: Span) -> Option<Self> {
        let join = |left, right| Self::binary_of(Arithmetic::Or, left, right, Type::Flag, span);
        conditions.into_iter().reduce(join)
    }

    /// Returns whether each of some conditions is true; `None` without any.
    pub fn all_of(conditions: impl IntoIterator<Item = Self>, span: Span) -> Option<Self> {
        let join = |left, right| Self::binary_of(Arithmetic::And, left, right, Type::Flag, span);
        conditions.into_iter().reduce(join)
    }

    /// Returns a rounded quotient.
    pub fn quotient([left, right]: [Self; 2], rounding: Rounding, ty: Type, span: Span) -> Self {
        let kind = ExprKind::Divide {
            left: Box::new(left),
            right: Box::new(right),
            rounding,
        };
        Self::new(kind, ty, span)
    }

    /// Returns the rung of a scale that the ratio of two numbers reaches; with `up`, a ratio between two rungs is rounded up.
    pub fn ratio_of(
        [left, right]: [Self; 2],
        (rungs, up): (Vec<Ratio>, bool),
        ty: Type,
        span: Span,
    ) -> Self {
        let kind = ExprKind::Ratio {
            left: Box::new(left),
            right: Box::new(right),
            rungs,
            up,
        };
        Self::new(kind, ty, span)
    }

    /// Returns a value that is clamped to a range.
    pub fn clamped(value: Self, (low, high): (i32, i32), ty: Type, span: Span) -> Self {
        let value = Box::new(value);
        Self::new(ExprKind::Limit { value, low, high }, ty, span)
    }

    /// Returns an operation on the members of a selection, each of which may have a value.
    pub fn aggregate_of(
        aggregate: Aggregate,
        value: Option<Self>,
        selection: Selection,
        ordering: Option<Ordering>,
        (ty, span): (Type, Span),
    ) -> Self {
        let kind = ExprKind::Aggregate {
            aggregate,
            value: value.map(Box::new),
            selection: Box::new(selection),
            ordering,
        };
        Self::new(kind, ty, span)
    }

    /// Returns a comparison.
    pub fn compare(order: Order, left: Self, right: Self, span: Span) -> Self {
        let kind = ExprKind::Compare {
            order,
            left: Box::new(left),
            right: Box::new(right),
        };
        Self::new(kind, Type::Flag, span)
    }

    /// Returns a test of a value for being one of a set, with a bit for each member.
    pub fn is_member(value: Self, set: u64, span: Span) -> Self {
        let kind = ExprKind::Member {
            value: Box::new(value),
            set,
        };
        Self::new(kind, Type::Flag, span)
    }

    /// Returns a measurement of any type, which can be [`NONE`](crate::NONE).
    pub fn measured(
        primitive: Primitive,
        arguments: Vec<Self>,
        way: Option<Way>,
        whole: Option<Whole>,
        span: Span,
    ) -> Self {
        Self {
            kind: ExprKind::Measured {
                primitive,
                arguments,
                way,
                whole,
            },
            ty: Type::Unknown,
            or_none: true,
            span,
        }
    }

    /// Returns the negation of a condition.
    pub fn negation(condition: Self) -> Self {
        let span = condition.span;
        Self::new(ExprKind::Not(Box::new(condition)), Type::Flag, span)
    }

    /// Returns a choice between two values, of the type of the first one.
    pub fn choice_of(condition: Self, then: Self, otherwise: Self, span: Span) -> Self {
        Self {
            ty: then.ty,
            or_none: then.or_none || otherwise.or_none,
            span,
            kind: ExprKind::If {
                condition: Box::new(condition),
                then: Box::new(then),
                otherwise: Box::new(otherwise),
            },
        }
    }

    /// Returns a call of a procedure.
    pub fn call_of(procedure: ProcedureId, arguments: Vec<Self>, ty: Type, span: Span) -> Self {
        let kind = ExprKind::Call {
            procedure,
            arguments,
        };
        Self::new(kind, ty, span)
    }

    /// Returns the test whether the first lines of an action allow it.
    pub fn can_do(action: ProcedureId, arguments: Vec<Self>, span: Span) -> Self {
        Self::new(ExprKind::Can { action, arguments }, Type::Flag, span)
    }

    /// Returns the called procedure with the arguments.
    pub fn into_call(self) -> Option<(ProcedureId, Vec<Self>)> {
        let ExprKind::Call {
            procedure,
            arguments,
        } = self.kind
        else {
            return None;
        };
        Some((procedure, arguments))
    }

    /// Returns a lookup in a table.
    pub fn lookup_of(id: TableId, table: &Table, arguments: Vec<Self>, span: Span) -> Self {
        Self {
            kind: ExprKind::Table {
                table: id,
                arguments,
            },
            ty: table.result.ty,
            or_none: table.result.or_none,
            span,
        }
    }

    /// Returns the sum of a list of modifiers.
    pub fn sum_of(list: ModifiersId, arguments: Vec<Self>, span: Span) -> Self {
        let ty = Type::Number(Dimension::Plain);
        Self::new(ExprKind::Modifiers { list, arguments }, ty, span)
    }

    /// Returns the question, in an example, whether the run offered a reaction.
    pub fn was_offered(reaction: ReactionId, span: Span) -> Self {
        Self::new(ExprKind::Offered(reaction), Type::Flag, span)
    }

    /// Returns the last result of a procedure, for the conditions of an example; [`NONE`](crate::NONE) without a run of it.
    pub fn last_result(procedure: ProcedureId, ty: Type, span: Span) -> Self {
        Self {
            or_none: true,
            ..Self::new(ExprKind::Last(procedure), ty, span)
        }
    }
}

impl Statement {
    /// Returns a statement without citations of its own.
    pub fn new(kind: StatementKind, span: Span) -> Self {
        Self {
            kind,
            citations: Vec::new(),
            span,
        }
    }

    /// Returns the binding of a value to a local.
    pub fn bind(local: LocalId, value: Expr, span: Span) -> Self {
        Self::new(StatementKind::Let { local, value }, span)
    }

    /// Returns the end of a rule with a result.
    pub fn give(result: Expr, span: Span) -> Self {
        Self::new(StatementKind::Result(result), span)
    }

    /// Returns a branch.
    pub fn if_else(condition: Expr, then: Block, otherwise: Block, span: Span) -> Self {
        let kind = StatementKind::If {
            condition,
            then,
            otherwise,
        };
        Self::new(kind, span)
    }

    /// Returns a distinction of cases.
    pub fn depending_on(value: Expr, arms: Vec<Arm>, span: Span) -> Self {
        Self::new(StatementKind::Depending { value, arms }, span)
    }

    /// Returns the assignment of a value to a track without an index.
    pub fn set(unit: Expr, track: TrackId, amount: Expr, span: Span) -> Self {
        Self::set_about(unit, track, None, amount, span)
    }

    /// Returns the assignment of a value to a track; `index` is the unit that the value is about.
    pub fn set_about(
        unit: Expr,
        track: TrackId,
        index: Option<Expr>,
        amount: Expr,
        span: Span,
    ) -> Self {
        let kind = StatementKind::Change {
            how: Change::Set,
            amount,
            unit,
            track,
            index,
            transfer: None,
        };
        Self::new(kind, span)
    }

    /// Returns a change of the track that an expression reads; `None` for other expressions.
    pub fn change_of(place: Expr, how: Change, amount: Expr, span: Span) -> Option<Self> {
        let ExprKind::Track { unit, track, index } = place.kind else {
            return None;
        };
        let kind = StatementKind::Change {
            how,
            amount,
            unit: *unit,
            track,
            index: index.map(|index| *index),
            transfer: None,
        };
        Some(Self::new(kind, span))
    }

    /// Returns a change of a track that is a half of a transfer of points.
    pub fn half_of(mut self, half: Transfer) -> Self {
        if let StatementKind::Change { transfer, .. } = &mut self.kind {
            *transfer = Some(half);
        }
        self
    }

    /// Returns a loop that ends after a number of rounds.
    pub fn repeat(times: Expr, body: Block, span: Span) -> Self {
        let kind = StatementKind::Repeat {
            until: None,
            times: Some(times),
            body,
        };
        Self::new(kind, span)
    }

    /// Returns a loop that ends at a condition, or after a number of rounds.
    pub fn repeat_until(until: Expr, times: Expr, body: Block, span: Span) -> Self {
        let kind = StatementKind::Repeat {
            until: Some(until),
            times: Some(times),
            body,
        };
        Self::new(kind, span)
    }

    /// Returns a loop over consecutive numbers.
    pub fn count_to(local: LocalId, [from, to]: [Expr; 2], body: Block, span: Span) -> Self {
        let kind = StatementKind::Count {
            local,
            from,
            to,
            body,
        };
        Self::new(kind, span)
    }

    /// Returns a loop over the members of a selection.
    pub fn each_of(selection: Selection, order: Option<Settled>, body: Block, span: Span) -> Self {
        let kind = StatementKind::Each {
            selection,
            order,
            body,
        };
        Self::new(kind, span)
    }

    /// Returns a decision, or a draw.
    pub fn decide(choice: Choice, span: Span) -> Self {
        Self::new(StatementKind::Choose(Box::new(choice)), span)
    }

    /// Returns a statement that refuses the action if a mark of a unit is set, perhaps about another one, and sets it otherwise.
    pub fn once_each(
        (unit, index): (Expr, Option<Expr>),
        track: TrackId,
        why: String,
        span: Span,
    ) -> Self {
        let kind = StatementKind::OnceEach {
            unit,
            index,
            track,
            why,
        };
        Self::new(kind, span)
    }

    /// Returns the creation of a unit, bound to a local; `most` is the number of its spares.
    pub fn create(
        local: LocalId,
        (profile, most): (ProfileId, u32),
        owner: Option<Expr>,
        span: Span,
    ) -> Self {
        let kind = StatementKind::Create {
            local,
            profile,
            owner,
            most,
        };
        Self::new(kind, span)
    }

    /// Returns a statement that evaluates an expression for its effects.
    pub fn evaluate(call: Expr, span: Span) -> Self {
        Self::new(StatementKind::Call(call), span)
    }

    /// Returns a statement that refuses the action unless a condition is true.
    pub fn requiring(condition: Expr, span: Span) -> Self {
        let why = String::new();
        Self::new(StatementKind::Needs { condition, why }, span)
    }
}

impl Selection {
    /// Returns the units of some kinds that are in play.
    pub fn of_units(local: LocalId, kinds: Kinds) -> Self {
        Self {
            local,
            name: String::new(),
            kinds,
            region: None,
            owner: None,
            chosen: None,
            destroyed: false,
            removed: false,
            condition: None,
        }
    }
}

impl Choice {
    /// Returns a choice of one option, which must be made.
    pub fn new(title: String, by: Option<Chooser>, among: Among) -> Self {
        Self {
            title,
            by,
            among,
            or_none: false,
            several: None,
            top_card: None,
            conditions: Vec::new(),
        }
    }
}
