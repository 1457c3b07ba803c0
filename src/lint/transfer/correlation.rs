//! Values that depend on each other, so that not every combination of theirs occurs.

use std::collections::BTreeSet;

use super::ValueAnalysis;
use sandtable_model::{Arithmetic, Expr, ExprKind, LocalId, walk_within};

impl ValueAnalysis<'_> {
    /// Whether a branch depends on a value that its condition restricts by way of a name, so that its bounds need not be reached.
    pub(super) fn is_behind_condition(&self, condition: &Expr, expr: &Expr) -> bool {
        let ExprKind::If {
            then, otherwise, ..
        } = &expr.kind
        else {
            return false;
        };
        let mut direct = BTreeSet::new();
        walk_within(condition, &mut |inner| {
            if let ExprKind::Local(id) = inner.kind {
                direct.insert(id);
            }
        });
        let mut indirect = self.dependencies(condition);
        indirect.retain(|id| !direct.contains(id));
        let branches = [then, otherwise].into_iter();
        branches
            .into_iter()
            .any(|branch| !self.dependencies(branch).is_disjoint(&indirect))
    }

    /// Whether operands depend on one value, so that not every pair of theirs occurs: rules that are called with it, or
    /// differences.
    pub(super) fn are_correlated(&self, op: Arithmetic, left: &Expr, right: &Expr) -> bool {
        let calls = |expr: &Expr| {
            let mut found = false;
            walk_within(expr, &mut |inner| {
                found |= matches!(
                    inner.kind,
                    ExprKind::Call { .. } | ExprKind::Table { .. } | ExprKind::If { .. }
                );
            });
            found
        };
        (op == Arithmetic::Subtract || calls(left) || calls(right))
            && !self
                .dependencies(left)
                .is_disjoint(&self.dependencies(right))
    }

    /// Returns the locals on which an expression depends, also by way of names that are set once.
    fn dependencies(&self, expr: &Expr) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            walk_within(expr, &mut |inner| {
                if let ExprKind::Local(id) = inner.kind {
                    found.insert(id);
                }
            });
            let named = self.definitions.iter();
            let next: Vec<&Expr> = named
                .filter(|(id, value)| {
                    if !found.contains(id) {
                        return false;
                    }
                    let mut is_new = false;
                    walk_within(value, &mut |inner| {
                        is_new |= matches!(inner.kind, ExprKind::Local(id) if !found.contains(&id));
                    });
                    is_new
                })
                .map(|(_, value)| *value)
                .collect();
            open.extend(next);
        }
        found
    }
}
