//! Conditions: their truth values, and the refinement of a state by them.

use std::rc::Rc;

use super::{ConstantCondition, RuleName, ValueAnalysis};
use crate::domain::{ValueSet, bounds, compared, members};
use crate::environment::{Environment, Step, is_none_literal, location};
use sandtable_model::{Arithmetic, Expr, ExprKind, TrackId, Type, walk_expr};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

impl ValueAnalysis<'_> {
    /// Returns the truth value of a condition if it is constant; records its parts that are constant.
    pub(super) fn condition(
        &mut self,
        condition: &Expr,
        environment: &Environment,
    ) -> Option<bool> {
        self.record(condition, environment, false);
        let truth = self.eval(condition, &mut environment.clone()).truth();
        if truth.is_none() {
            self.record_certain_tests(condition, environment);
        }
        truth
    }

    /// As [`ValueAnalysis::condition`], for an operand of `needs`.
    pub(super) fn needed(&mut self, condition: &Expr, environment: &Environment) {
        self.record(condition, environment, true);
        self.eval(condition, &mut environment.clone());
    }

    /// Records a condition, or its operands, that is constant without the path conditions or by the negations of earlier ones.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "other conditions are constant only if the author says so"
    )]
    fn record(&mut self, condition: &Expr, environment: &Environment, is_needed: bool) {
        if self.is_silent || condition.span == Span::nowhere() {
            return;
        }
        let operands = match &condition.kind {
            ExprKind::Not(inner) => {
                self.is_negated = !self.is_negated;
                self.record(inner, environment, is_needed);
                self.is_negated = !self.is_negated;
                return;
            }
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                left,
                right,
            } => {
                let both = is_needed && *op == Arithmetic::And;
                if left.span == right.span {
                    // A range, whose ends may be those of the roll.
                    return self.record_range(condition, (left, right), environment, both);
                }
                self.record(left, environment, both);
                // The second operand is evaluated only where the first does not decide.
                let mut second = environment.clone();
                self.assume(left, *op == Arithmetic::And, &mut second);
                let n_before = self.current.constant_conditions.len();
                self.record(right, &second, both);
                let is_constant = self.current.constant_conditions.len() > n_before;
                if *op == Arithmetic::And && is_constant {
                    self.mark_excluded(right, environment, n_before);
                }
                return self.record_tautology((condition, *op), (left, right), environment);
            }
            ExprKind::Compare { left, right, .. } if !is_none_literal(right) => Some((left, right)),
            ExprKind::Member { value, .. } if !is_kind_field(value) => None,
            ExprKind::Meets { .. } => None,
            // A flag that marks a unit as out of play may have changed since an earlier test.
            ExprKind::Track { .. }
                if self.looks_out_of_play(condition) || self.is_picked(condition, environment) =>
            {
                None
            }
            ExprKind::Field { field, .. } | ExprKind::Ground { field, .. }
                if self.by_roster && field.at() > 0 =>
            {
                None
            }
            _ => return,
        };
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        // Path conditions are left out: a true condition after a test for it is how rules are written.
        let mut unrefined = environment.unrefined();
        let alone = self.eval(condition, &mut unrefined).truth();
        let mut refined = environment.clone();
        if self.is_mutating {
            // What players are asked to judge may change with the state.
            refined.kill_facts();
        }
        let is_covered =
            alone.is_none() && self.eval(condition, &mut refined).truth() == Some(false);
        if let Some(truth) = alone.or_else(|| is_covered.then_some(false)) {
            let known = match is_covered {
                true => &mut refined,
                false => &mut unrefined,
            };
            let operands = operands.map(|(left, right)| {
                let values = (self.eval(left, known), self.eval(right, known));
                (values.0, values.1, left.ty)
            });
            let is_out_of_play =
                self.looks_out_of_play(condition) || self.is_picked(condition, environment);
            self.current.constant_conditions.push(ConstantCondition {
                span: condition.span,
                // A negated test of a unit is true for `none`, too.
                truth: truth != ((self.by_roster || is_out_of_play) && self.is_negated),
                is_covered,
                is_out_of_play,
                is_disjunction: false,
                is_excluded: false,
                operands,
                field: match &condition.kind {
                    ExprKind::Field { field, .. } | ExprKind::Ground { field, .. } => Some(*field),
                    _ => None,
                },
                of_ground: is_of_ground(condition),
                is_needed,
                rule: self.rule.map(RuleName::of),
                citations: self.citations.to_vec(),
            });
        }
        self.is_silent = was_silent;
    }

    /// Marks what is recorded about the second operand of `and` if only the first one decides it.
    fn mark_excluded(&mut self, right: &Expr, environment: &Environment, n_before: usize) {
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let truth = self.eval(right, &mut environment.clone()).truth();
        self.is_silent = was_silent;
        let new = self.current.constant_conditions.iter_mut().skip(n_before);
        for found in new.filter(|found| found.span == right.span && found.is_covered) {
            found.is_excluded = truth.is_none() && !found.is_out_of_play;
        }
    }

    /// Records the ends of a range that are never met; both if the range is always met.
    fn record_range(
        &mut self,
        range: &Expr,
        (low, high): (&Expr, &Expr),
        environment: &Environment,
        is_needed: bool,
    ) {
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let mut unrefined = environment.unrefined();
        let mut truth = |condition| self.eval(condition, &mut unrefined).truth();
        let (of_range, ends) = (truth(range), [truth(low), truth(high)]);
        self.is_silent = was_silent;
        for (end, truth) in [low, high].into_iter().zip(ends) {
            if of_range == Some(true) || truth != Some(true) {
                self.record(end, environment, is_needed);
            }
        }
    }

    /// Whether a condition of a selection asks for a unit that is out of play.
    fn looks_out_of_play(&self, condition: &Expr) -> bool {
        let ExprKind::Track { unit, track, .. } = &condition.kind else {
            return false;
        };
        let is_member = matches!(unit.kind, ExprKind::Local(id) if Some(id) == self.selecting);
        is_member && [TrackId::DESTROYED, TrackId::REMOVED].contains(track)
    }

    /// Whether a condition asks whether a unit is out of play that was selected from those in play, with no change since.
    fn is_picked(&self, condition: &Expr, environment: &Environment) -> bool {
        let ExprKind::Track { unit, track, .. } = &condition.kind else {
            return false;
        };
        let is_of_play = [TrackId::DESTROYED, TrackId::REMOVED].contains(track);
        unit.local().filter(|_| is_of_play).is_some_and(|local| {
            let path = [Step::Local(local), Step::Track(*track)];
            self.picked.contains(&local) && environment.refined.contains_key(path.as_slice())
        })
    }

    /// Records a disjunction that is always true, though neither operand is.
    fn record_tautology(
        &mut self,
        (condition, op): (&Expr, Arithmetic),
        (left, right): (&Expr, &Expr),
        environment: &Environment,
    ) {
        if op != Arithmetic::Or {
            return;
        }
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let mut unrefined = environment.unrefined();
        let mut truth = |condition| self.eval(condition, &mut unrefined).truth();
        let operands = [truth(left), truth(right)];
        if operands == [None, None] && truth(condition) == Some(true) {
            self.current.constant_conditions.push(ConstantCondition {
                span: condition.span,
                truth: true,
                is_covered: false,
                is_out_of_play: false,
                is_disjunction: true,
                is_excluded: false,
                operands: None,
                field: None,
                of_ground: is_of_ground(condition),
                is_needed: false,
                rule: self.rule.map(RuleName::of),
                citations: self.citations.to_vec(),
            });
        }
        self.is_silent = was_silent;
    }

    /// Refines a state by a condition that is true, or false.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "other conditions refine nothing but the location that they read"
    )]
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool, environment: &mut Environment) {
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        match &condition.kind {
            ExprKind::Not(inner) => self.assume(inner, !holds, environment),
            ExprKind::Binary {
                op: Arithmetic::And,
                left,
                right,
            } if holds => {
                self.assume(left, true, environment);
                self.assume(right, true, environment);
            }
            ExprKind::Binary {
                op: Arithmetic::Or,
                left,
                right,
            } if !holds => {
                self.assume(left, false, environment);
                self.assume(right, false, environment);
            }
            ExprKind::Binary {
                op: Arithmetic::And | Arithmetic::Or,
                left,
                right,
            } => {
                if !was_silent {
                    let guard = Rc::new((condition.clone(), holds));
                    environment.guards.push(guard);
                }
                // Either the first operand decides, or the second does.
                let mut second = environment.clone();
                self.assume(left, holds, environment);
                self.assume(left, !holds, &mut second);
                self.assume(right, holds, &mut second);
                *environment = std::mem::take(environment).join(second);
            }
            ExprKind::Compare { order, left, right } => {
                let order = if holds { *order } else { order.negated() };
                self.assume_comparison(order, left, right, environment);
            }
            ExprKind::Member { value, set } => {
                if let Some(path) = location(value) {
                    let now = self.eval(value, environment);
                    environment.refine_bits(path, &now, if holds { *set } else { !*set });
                }
            }
            ExprKind::Call { .. } if !was_silent => {
                let guard = Rc::new((condition.clone(), holds));
                environment.guards.push(guard);
            }
            _ => {
                if let Some(path) = location(condition).filter(|_| condition.ty == Type::Flag) {
                    environment
                        .refined
                        .insert(path, ValueSet::flag(Some(holds)));
                }
            }
        }
        self.is_silent = was_silent;
    }

    fn assume_comparison(
        &mut self,
        order: Order,
        left: &Expr,
        right: &Expr,
        environment: &mut Environment,
    ) {
        let sides = [(left, right, order), (right, left, order.mirrored())];
        for (side, other, order) in sides {
            let Some(path) = location(side) else { continue };
            let now = self.eval(side, environment);
            if is_none_literal(other) {
                environment.refine_none(path, &now, order == Order::Equal);
                continue;
            }
            let operand = self.eval(other, environment);
            if let Some((low, high)) = bounds(&operand)
                && let Some(known) = now.bits()
            {
                let fits =
                    |value: &i64| compared(order, (*value, *value), (low, high)) != Some(false);
                let bits = members(known)
                    .filter(fits)
                    .fold(0, |bits, value| bits | 1 << value);
                environment.refine_bits(path, &now, bits);
            } else {
                environment.refine_range(path, &now, order, &operand);
            }
        }
    }
}

/// Whether an expression reads the ground of a hex or hexside.
fn is_of_ground(expr: &Expr) -> bool {
    let mut found = matches!(expr.kind, ExprKind::Ground { .. });
    walk_expr(expr, &mut |inner| found |= is_of_ground(inner));
    found
}

/// Whether an expression is the kind of a unit: field 0.
fn is_kind_field(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Field { field, .. } if field.at() == 0)
}
