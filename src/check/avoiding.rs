//! Paths that are chosen by one formula and paid for by another: `along march(unit) avoiding danger(unit) from unit to goal`,
//! `cost(unit, goal, march(unit), danger(unit))`.
//!
//! Both are reduced to a search by one formula of the check's own, which joins danger and cost in one number: of two paths the one
//! with less danger in total has the smaller number, and of those with equal danger the cheaper one.
//!
//! Reports: E0206, E0404.

use std::sync::Arc;

use super::expression::{constant, joined, unknown};
use super::procedure_stubs::blank;
use super::scope::Scope;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::board::{Measure, Primitive, Way};
use sandtable_model::{
    Arithmetic, Block, Dimension, Expr, Local, LocalId, NONE, Naming, Parameter, Procedure,
    ProcedureId, ResultType, Statement, Type,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{self, Order, Rounding};

/// A step of danger outweighs a whole path of this cost.
const DANGER: i32 = 1 << 16;

/// Most that a step can cost, so that no path costs as much as a step of danger.
const MOST_COST: i32 = 99;

/// Most danger of a step, so that the number of a path stays within the numbers of a program.
const MOST_DANGER: i32 = 49;

/// A formula of the check's own while it is built.
struct Body {
    locals: Vec<Local>,
    n_parameters: usize,
    steps: Block,
    span: Span,
}

impl Scope<'_, '_> {
    /// Joins the formula for the cost of a step and that for its danger.
    pub(super) fn combined_cost(
        &mut self,
        cost: Option<Way>,
        danger: Option<Way>,
        span: Span,
    ) -> Option<Way> {
        let (cost, danger) = (cost?, danger?);
        if self.checker.book.board == Some(Measure::Inches) {
            self.report(
                Diagnostic::new(Code::NotAllowedHere, "on a table every path is straight")
                    .label(span, "there is no other path to choose")
                    .help("delete `avoiding …`; go around in several straight moves"),
            );
            return None;
        }
        let in_range = [
            self.has_range(&cost, MOST_COST, "cost", span),
            self.has_range(&danger, MOST_DANGER, "danger", span),
        ];
        if in_range.contains(&false) {
            return None;
        }
        let title = format!("{}, avoiding {}", self.shown(&cost), self.shown(&danger));
        let own = cost.arguments.iter().chain(&danger.arguments);
        let own: Vec<Type> = own.map(|argument| argument.ty).collect();
        let types = own.iter().copied().chain([Type::Place, Type::Place]);
        let mut body = Body::new(types, span);
        let n_own = own.len();
        let step = [n_own, n_own + 1].map(|at| body.parameter(at));
        let n_of_cost = cost.arguments.len();
        let of_cost = (0..n_of_cost).map(|at| body.parameter(at));
        let of_cost = of_cost.chain(step.clone()).collect();
        let of_danger = (n_of_cost..n_own).map(|at| body.parameter(at));
        let of_danger = of_danger.chain(step).collect();
        let number = Type::Number(Dimension::Plain);
        let cost_of = body.kept(self.called(cost.procedure, of_cost, span));
        body.none_if_none(&cost_of);
        let danger_of = body.kept(self.called(danger.procedure, of_danger, span));
        body.none_if_none(&danger_of);
        let within = |value: Expr, high: i32| {
            let value = Expr {
                or_none: false,
                ..value
            };
            Expr::clamped(value, (0, high), number, span)
        };
        let weight = constant(DANGER, number, span);
        let weighed = joined(
            Arithmetic::Multiply,
            within(danger_of, MOST_DANGER),
            weight,
            number,
            span,
        );
        let cost_of = within(cost_of, MOST_COST);
        body.result(joined(Arithmetic::Add, weighed, cost_of, number, span));
        let procedure = self.own_formula(title, body, number);
        Some(Way {
            procedure,
            arguments: cost.arguments.into_iter().chain(danger.arguments).collect(),
        })
    }

    /// `cost(unit, goal, march(unit), danger(unit))`: the cost of the path that avoids danger.
    pub(super) fn cost_avoiding(
        &mut self,
        ends: [&ast::Expr; 2],
        [way, avoiding]: [&ast::Expr; 2],
        span: Span,
    ) -> Expr {
        let ends = ends.map(|end| self.expr_of_type(end, Type::Place));
        let (cost, danger) = (self.way(way), self.way(avoiding));
        let Some(way) = self.combined_cost(cost, danger, way.span.to(avoiding.span)) else {
            return unknown(span);
        };
        let number = Type::Number(Dimension::Plain);
        let of_way: Vec<Type> = way.arguments.iter().map(|argument| argument.ty).collect();
        let types = [Type::Place, Type::Place].into_iter().chain(of_way);
        let mut body = Body::new(types, span);
        let n_parameters = body.n_parameters;
        let ends_of_path = vec![body.parameter(0), body.parameter(1)];
        let by = Way {
            procedure: way.procedure,
            arguments: (2..n_parameters).map(|at| body.parameter(at)).collect(),
        };
        let of_path = body.kept(Expr {
            ty: number,
            ..Expr::measured(Primitive::Cost, ends_of_path, Some(by), None, span)
        });
        body.none_if_none(&of_path);
        let of_path = Expr {
            or_none: false,
            ..of_path
        };
        let weight = constant(DANGER, number, span);
        let danger = Expr::quotient(
            [of_path.clone(), weight.clone()],
            Rounding::Down,
            number,
            span,
        );
        let danger = joined(Arithmetic::Multiply, danger, weight, number, span);
        body.result(joined(Arithmetic::Subtract, of_path, danger, number, span));
        let title = self.title_of(way.procedure);
        let procedure = self.own_formula(format!("cost of {title}"), body, number);
        let arguments = ends.into_iter().chain(way.arguments).collect();
        self.called(procedure, arguments, span)
    }

    /// Whether a formula gives whole numbers from 0 to a limit; reported if it does not.
    fn has_range(&mut self, way: &Way, most: i32, what: &str, span: Span) -> bool {
        let Some(known) = self.checker.book.procedures.get(way.procedure.at()) else {
            return false;
        };
        let has_parts = matches!(
            known.result.map(|result| result.ty),
            Some(Type::Number(Dimension::Parts(_)))
        );
        let (low, high) = known.range;
        let (name, declared) = (known.naming.name.clone(), known.naming.span);
        if !has_parts && low >= 0 && high <= most {
            return true;
        }
        self.report(
            Diagnostic::new(
                Code::OutOfRange,
                format!("here the {what} of a step must be a whole number from 0 to {most}"),
            )
            .label(span, "")
            .label(declared, "this formula can give others")
            .help(format!(
                "declare its range after the brackets, `formula {name} (…) -> 0..9 or none`, and keep its results in it"
            )),
        );
        false
    }

    fn title_of(&self, procedure: ProcedureId) -> String {
        let known = self.checker.book.procedures.get(procedure.at());
        known.map_or_else(String::new, |known| known.naming.shown().to_owned())
    }

    fn shown(&self, way: &Way) -> String {
        self.title_of(way.procedure)
    }

    fn called(&self, procedure: ProcedureId, arguments: Vec<Expr>, span: Span) -> Expr {
        let known = self.checker.book.procedures.get(procedure.at());
        let result = known.and_then(|known| known.result);
        let ty = result.map_or(Type::Unknown, |result| result.ty);
        Expr {
            or_none: result.is_some_and(|result| result.or_none),
            ..Expr::call_of(procedure, arguments, ty, span)
        }
    }

    /// Adds a formula of the check's own, which no rule can name.
    fn own_formula(&mut self, title: String, body: Body, ty: Type) -> ProcedureId {
        let procedures = &mut self.checker.book.procedures;
        let id = ProcedureId::new(procedures.len());
        let Body {
            locals,
            n_parameters,
            steps,
            span,
        } = body;
        let parameters = locals
            .iter()
            .take(n_parameters)
            .map(|local| Parameter::unlimited(local.name.clone(), local.ty, span));
        procedures.push(Arc::new(Procedure {
            naming: Naming {
                name: String::new(),
                title: Some(title),
                citations: Vec::new(),
                span,
            },
            parameters: parameters.collect(),
            result: Some(ResultType { ty, or_none: true }),
            body: steps,
            locals,
            is_generated: true,
            ..blank()
        }));
        id
    }
}

impl Body {
    fn new(parameters: impl Iterator<Item = Type>, span: Span) -> Self {
        let locals: Vec<Local> = parameters
            .map(|ty| Local {
                name: String::new(),
                ty,
                or_none: false,
            })
            .collect();
        Self {
            n_parameters: locals.len(),
            locals,
            steps: Block::new(),
            span,
        }
    }

    fn parameter(&self, at: usize) -> Expr {
        let ty = self.locals.get(at).map_or(Type::Unknown, |local| local.ty);
        Expr::of_local(LocalId::new(at), ty, self.span)
    }

    /// Binds a value to a local of its own.
    fn kept(&mut self, value: Expr) -> Expr {
        let local = LocalId::new(self.locals.len());
        let (ty, or_none) = (value.ty, value.or_none);
        self.locals.push(Local {
            name: String::new(),
            ty,
            or_none,
        });
        self.steps.push(Statement::bind(local, value, self.span));
        Expr {
            or_none,
            ..Expr::of_local(local, ty, self.span)
        }
    }

    /// Ends with `none` if a value is missing.
    fn none_if_none(&mut self, value: &Expr) {
        if !value.or_none {
            return;
        }
        let span = self.span;
        let none = constant(NONE, value.ty, span);
        let is_none = Expr::compare(Order::Equal, value.clone(), none, span);
        let then = vec![Statement::give(Expr::none(value.ty, span), span)];
        let step = Statement::if_else(is_none, then, Block::new(), span);
        self.steps.push(step);
    }

    fn result(&mut self, value: Expr) {
        self.steps.push(Statement::give(value, self.span));
    }
}
