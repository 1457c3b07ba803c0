//! Questions that a rule asks, and what their answers tell.

use super::super::ranges::{bounds, compare, members};
use super::super::scene::{Scene, is_nothing, opposite, place, turned};
use super::super::values::Values;
use super::{Reach, Settled, is_kind};
use sandtable_model::{Arithmetic, Expr, ExprKind, Type, walk_expr};
use sandtable_syntax::ast::Order;

impl Reach<'_> {
    /// Whether a condition is settled; its parts that are settled by what they ask alone are noted.
    pub(super) fn ask(&mut self, condition: &Expr, scene: &Scene) -> Option<bool> {
        self.ask_for(condition, scene, false)
    }

    /// As [`Reach::ask`]; whether the rule is refused unless it holds.
    pub(super) fn ask_for(
        &mut self,
        condition: &Expr,
        scene: &Scene,
        is_needed: bool,
    ) -> Option<bool> {
        if !self.quiet {
            self.note(condition, scene, is_needed);
        }
        self.eval(condition, &mut scene.clone()).decided()
    }

    fn note(&mut self, condition: &Expr, scene: &Scene, is_needed: bool) {
        let sides = match &condition.kind {
            ExprKind::Not(inner) => return self.note(inner, scene, false),
            ExprKind::Binary {
                op: op @ (Arithmetic::And | Arithmetic::Or),
                left,
                right,
            } => {
                let both = is_needed && *op == Arithmetic::And;
                self.note(left, scene, both);
                return self.note(right, scene, both);
            }
            ExprKind::Compare { left, right, .. } if !is_nothing(right) => Some((left, right)),
            ExprKind::Member { value, .. } if !is_kind(value) => None,
            ExprKind::Meets { .. } => None,
            ExprKind::Field { field, .. } | ExprKind::Ground { field, .. }
                if self.by_roster && field.at() > 0 =>
            {
                None
            }
            _ => return,
        };
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        // What was asked before is left out: that the rest is settled then is how rules are written.
        let mut untold = Scene {
            locals: scene.locals.clone(),
            ..Scene::default()
        };
        let alone = self.eval(condition, &mut untold).decided();
        let mut told = scene.clone();
        if self.may_change {
            told.forget_state();
        }
        let is_taken = alone.is_none() && self.eval(condition, &mut told).decided() == Some(false);
        if let Some(answer) = alone.or_else(|| is_taken.then_some(false)) {
            let known = match is_taken {
                true => &mut told,
                false => &mut untold,
            };
            let sides = sides.map(|(left, right)| {
                let sides = (self.eval(left, known), self.eval(right, known));
                (sides.0, sides.1, left.ty)
            });
            self.settled.push(Settled {
                span: condition.span,
                answer,
                is_taken,
                sides,
                wanted: match &condition.kind {
                    ExprKind::Field { field, .. } | ExprKind::Ground { field, .. } => Some(*field),
                    _ => None,
                },
                of_ground: is_of_ground(condition),
                is_needed,
                rule: self.rule,
                citations: self.citations.to_vec(),
            });
        }
        self.quiet = is_quiet;
    }

    /// Takes in that a condition holds, or that it does not.
    pub(super) fn told(&mut self, condition: &Expr, holds: bool, scene: &mut Scene) {
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        match &condition.kind {
            ExprKind::Not(inner) => self.told(inner, !holds, scene),
            ExprKind::Binary {
                op: Arithmetic::And,
                left,
                right,
            } if holds => {
                self.told(left, true, scene);
                self.told(right, true, scene);
            }
            ExprKind::Binary {
                op: Arithmetic::Or,
                left,
                right,
            } if !holds => {
                self.told(left, false, scene);
                self.told(right, false, scene);
            }
            ExprKind::Binary {
                op: Arithmetic::And | Arithmetic::Or,
                left,
                right,
            } => {
                // Either of them settles it, or the other does.
                let mut behind = scene.clone();
                self.told(left, holds, scene);
                self.told(left, !holds, &mut behind);
                self.told(right, holds, &mut behind);
                *scene = std::mem::take(scene).join(behind);
            }
            ExprKind::Compare { order, left, right } => {
                let order = if holds { *order } else { opposite(*order) };
                self.compared(order, left, right, scene);
            }
            ExprKind::Member { value, set } => {
                if let Some(place) = place(value) {
                    let now = self.eval(value, scene);
                    scene.narrow_words(place, &now, if holds { *set } else { !*set });
                }
            }
            _ => {
                if let Some(place) = place(condition).filter(|_| condition.ty == Type::Flag) {
                    scene.told.insert(place, Values::flag(Some(holds)));
                }
            }
        }
        self.quiet = is_quiet;
    }

    fn compared(&mut self, order: Order, left: &Expr, right: &Expr, scene: &mut Scene) {
        let sides = [(left, right, order), (right, left, turned(order))];
        for (side, other, order) in sides {
            let Some(place) = place(side) else { continue };
            let now = self.eval(side, scene);
            if is_nothing(other) {
                scene.narrow_none(place, &now, order == Order::Equal);
                continue;
            }
            let than = self.eval(other, scene);
            if let Some((low, high)) = bounds(&than)
                && let Some(known) = now.set()
            {
                let fits =
                    |value: &i64| compare(order, (*value, *value), (low, high)) != Some(false);
                let set = members(known)
                    .filter(fits)
                    .fold(0, |set, value| set | 1 << value);
                scene.narrow_words(place, &now, set);
            } else {
                scene.narrow(place, &now, order, &than);
            }
        }
    }
}

/// Whether something is asked about a hex or a side of one.
fn is_of_ground(expr: &Expr) -> bool {
    let mut found = matches!(expr.kind, ExprKind::Ground { .. });
    walk_expr(expr, &mut |inner| found |= is_of_ground(inner));
    found
}
