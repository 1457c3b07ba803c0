//! Questions that a rule asks, and what their answers tell.

use super::super::ranges::{bounds, compare, members};
use super::super::scene::{Scene, is_nothing, opposite, place, turned};
use super::super::values::Values;
use super::{Reach, Settled, is_kind};
use crate::model::{Arithmetic, Expr, ExprKind, Type};
use crate::syntax::ast::Order;

impl Reach<'_> {
    /// Whether a condition is settled; its parts that are settled by what they ask alone are noted.
    pub(super) fn ask(&mut self, condition: &Expr, scene: &Scene) -> Option<bool> {
        if !self.quiet {
            self.note(condition, scene);
        }
        self.eval(condition, &mut scene.clone()).decided()
    }

    fn note(&mut self, condition: &Expr, scene: &Scene) {
        let sides = match &condition.kind {
            ExprKind::Not(inner) => return self.note(inner, scene),
            ExprKind::Binary {
                op: Arithmetic::And | Arithmetic::Or,
                left,
                right,
            } => {
                self.note(left, scene);
                return self.note(right, scene);
            }
            ExprKind::Compare { left, right, .. } if !is_nothing(right) => Some((left, right)),
            ExprKind::Member { value, .. } if !is_kind(value) => None,
            ExprKind::Meets { .. } => None,
            _ => return,
        };
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        // What was asked before is left out: that the rest is settled then is how rules are written.
        let mut untold = Scene {
            locals: scene.locals.clone(),
            ..Scene::default()
        };
        let answer = self.eval(condition, &mut untold).decided();
        if let Some(answer) = answer {
            let sides = sides.map(|(left, right)| {
                let sides = (self.eval(left, &mut untold), self.eval(right, &mut untold));
                (sides.0, sides.1, left.ty)
            });
            self.settled.push(Settled {
                span: condition.span,
                answer,
                sides,
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
