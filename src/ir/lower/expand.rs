//! Inlining of small formulas at the level of expressions: arguments are not copied, and conditions jump from within.
//!
//! Only for programs without notes, and for formulas that are one expression. A formula that loops over places, measures, or
//! loops over units stays a call, whose result is memoised.

use std::rc::Rc;

use super::super::id::Reg;
use super::remember::is_heavy;
use super::{Callee, Frame, Lowerer};
use sandtable_model::{Ability, Expr, LocalId, Procedure, ProcedureId, Statement, Type, walk_expr};

/// Maximum number of expressions in a formula that is expanded.
const MOST_EXPRESSIONS: usize = 16;

/// Maximum depth of formulas that are expanded in one another.
const MOST_DEEP: usize = 4;

/// A formula that is one short expression.
pub(super) struct Small {
    procedure: ProcedureId,
    result: Rc<Expr>,
}

impl Lowerer<'_> {
    /// The value of a formula that is a single expression, and neither calls itself nor is asked for afterwards.
    pub(super) fn single_result(&mut self, id: ProcedureId) -> Option<Rc<Expr>> {
        if let Some(known) = self.results.get(&id) {
            return known.clone();
        }
        let book = self.book;
        let called = book.procedures.get(id.at());
        let is_plain = |ability: Ability| {
            ability == Ability::Formula
                && !self.last.contains_key(&id)
                && !book.cycles.contains_key(&id)
        };
        let takes_set = |called: &Procedure| called.parameters.iter().any(|one| one.is_several);
        let called = called.filter(|called| is_plain(called.ability) && !takes_set(called));
        let result = called
            .and_then(|called| value_of(&called.body))
            .map(Rc::new);
        self.results.insert(id, result.clone());
        result
    }

    /// Returns a formula that is expanded at its calls; `None` for others.
    pub(super) fn inlinable(&mut self, callee: Callee) -> Option<Small> {
        let Callee::Procedure(procedure) = callee else {
            return None;
        };
        if self.is_traced || self.n_expanded >= MOST_DEEP {
            return None;
        }
        let result = self.single_result(procedure)?;
        // On a map a bitmap index says at once who is where.
        let n_scans = usize::from(self.n_numbered(Type::Place).is_some());
        let mut room = Room {
            n_expressions: MOST_EXPRESSIONS,
            n_scans,
        };
        room.has_room_for(&result)
            .then_some(Small { procedure, result })
    }

    /// Lays the expression of a formula with values for its parameters.
    pub(super) fn inlined<T>(
        &mut self,
        small: &Small,
        arguments: &[Reg],
        lay: impl FnOnce(&mut Self, &Expr, Frame) -> T,
    ) -> T {
        let frame = Frame {
            locals: self.reg(),
            result: self.outcome,
            back: self.reg(),
            end: self.refuse,
            callee: Some(Callee::Procedure(small.procedure)),
        };
        let n_bound = self.bound.len();
        for (at, value) in arguments.iter().enumerate() {
            let local = LocalId::new(at);
            self.bound.push((frame.locals, frame.back, local, *value));
        }
        let book = self.book;
        let rule = book.procedures.get(small.procedure.at());
        let rule = rule.map_or(self.rule, |called| self.rule_named(&called.naming));
        let outer = std::mem::replace(&mut self.rule, rule);
        self.n_expanded += 1;
        let emitted = lay(self, &small.result, frame);
        self.n_expanded -= 1;
        self.rule = outer;
        self.bound.truncate(n_bound);
        emitted
    }
}

/// The value of a body that is a result, perhaps after lines that give another one if a condition holds.
fn value_of(body: &[Statement]) -> Option<Expr> {
    let (first, rest) = body.split_first()?;
    if let Some(value) = first.result().filter(|_| rest.is_empty()) {
        return Some(value.clone());
    }
    let (condition, then, otherwise) = first.branch()?;
    let otherwise = match (otherwise.as_slice(), rest) {
        (otherwise, []) => otherwise,
        ([], rest) => rest,
        ([_, ..], [_, ..]) => return None,
    };
    let (then, otherwise) = (value_of(then)?, value_of(otherwise)?);
    let (condition, span) = (condition.clone(), condition.span);
    Some(Expr::choice_of(condition, then, otherwise, span))
}

/// The size that an expression may still have, to be short.
struct Room {
    n_expressions: usize,
    /// Aggregates of units that compare, and no more.
    n_scans: usize,
}

impl Room {
    /// Whether an expression is short, and neither measures nor goes through anything but the units of a scan.
    fn has_room_for(&mut self, expr: &Expr) -> bool {
        let is_light = match expr.aggregation() {
            Some(_) => !is_heavy(expr) && take_one(&mut self.n_scans),
            None => expr.measurement().is_none() && expr.last().is_none() && !expr.is_outcome(),
        };
        let mut has_room = is_light && take_one(&mut self.n_expressions);
        walk_expr(expr, &mut |inner| {
            has_room = has_room && self.has_room_for(inner);
        });
        has_room
    }
}

/// Decrements a counter; returns `false` if it is 0.
fn take_one(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left -= usize::from(is_left);
    is_left
}
