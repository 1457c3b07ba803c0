//! Constructors of expressions and statements.

use crate::board::{Primitive, Way};
use crate::{
    Expr, ExprKind, LocalId, ProcedureId, ReactionId, Statement, StatementKind, Table, TableId,
    TrackId, Type,
};
use sandtable_board::Whole;
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

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

    /// Returns a statement that refuses the action unless a condition is true.
    pub fn requiring(condition: Expr, span: Span) -> Self {
        let why = String::new();
        Self::new(StatementKind::Needs { condition, why }, span)
    }
}
