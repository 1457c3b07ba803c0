//! Conditions about results that a run may lack: neither such a condition nor its negation is met without them.
//!
//! This is the strong logic of Kleene (1938) whose unknown is no at the root: negations are followed down to the comparisons, and
//! each comparison that reads a result is made false there, or true below an odd number of negations.

use super::Lowerer;
use sandtable_model::{Arithmetic, Expr, NONE, ProcedureId, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;
use std::borrow::Cow;

impl Lowerer<'_> {
    /// Returns a condition that is met only if the results that it needs are there; a bare result, and any other value, unchanged.
    pub(super) fn guarded<'e>(&self, condition: &'e Expr) -> Cow<'e, Expr> {
        let is_condition = condition.ty == Type::Flag && condition.last().is_none();
        match is_condition && !self.results_in(condition).is_empty() {
            true => Cow::Owned(self.strictly(condition, true)),
            false => Cow::Borrowed(condition),
        }
    }

    /// As [`Self::guarded`], for a part of a condition; without `wanted`, for a part that is negated.
    fn strictly(&self, condition: &Expr, wanted: bool) -> Expr {
        if let Some(inner) = condition.negated() {
            return Expr::negation(self.strictly(inner, !wanted));
        }
        if let Some((op @ (Arithmetic::And | Arithmetic::Or), left, right)) = condition.binary() {
            let (left, right) = (self.strictly(left, wanted), self.strictly(right, wanted));
            return Expr::binary_of(op, left, right, Type::Flag, condition.span);
        }
        let results = self.results_in(condition);
        if results.is_empty() || is_answered(condition, wanted) {
            return condition.clone();
        }
        let span = condition.span;
        let order = match wanted {
            true => Order::NotEqual,
            false => Order::Equal,
        };
        let guards = results
            .into_iter()
            .map(|(id, ty)| compared(id, ty, order, span));
        let parts = guards.chain([condition.clone()]);
        let joined = match wanted {
            true => Expr::all_of(parts, span),
            false => Expr::any_of(parts, span),
        };
        joined.unwrap_or_else(|| condition.clone())
    }

    /// Returns the procedures whose last results an expression reads, but for those that can give `none`.
    fn results_in(&self, expr: &Expr) -> Vec<(ProcedureId, Type)> {
        let mut results: Vec<(ProcedureId, Type)> = Vec::new();
        expr.any(|inner| {
            if let Some(id) = inner.last() {
                let known = self.book.procedures.get(id.at());
                let result = known.and_then(|known| known.result);
                let can_be_none = result.is_some_and(|result| result.or_none);
                if !can_be_none && results.iter().all(|(known, _)| *known != id) {
                    results.push((id, inner.ty));
                }
            }
            false
        });
        results
    }
}

/// Whether a result is there, or, with `Equal`, is not.
fn compared(id: ProcedureId, ty: Type, order: Order, span: Span) -> Expr {
    let result = Expr::last_result(id, ty, span);
    Expr::compare(order, result, Expr::none(ty, span), span)
}

/// Whether a comparison has the right answer without a result, too: it asks for `none`, or is false without one.
fn is_answered(condition: &Expr, wanted: bool) -> bool {
    if let Some((value, _)) = condition.member() {
        return wanted && value.last().is_some();
    }
    let Some(compared) = condition.comparison() else {
        return false;
    };
    let (left, right) = (compared.left, compared.right);
    let other = match (left.last(), right.last()) {
        (Some(_), None) => right,
        (None, Some(_)) => left,
        (None, None) | (Some(_), Some(_)) => return false,
    };
    match other.constant_value() {
        Some(NONE) => compared.is_of_equality(),
        Some(_) => wanted != (compared.order == Order::NotEqual),
        None => false,
    }
}
