//! Values that depend on each other, so that not every combination of theirs occurs.

use std::collections::BTreeSet;

use super::ValueAnalysis;
use sandtable_model::{Arithmetic, Expr, LocalId, walk_within};

impl ValueAnalysis<'_> {
    /// Whether a branch depends on a value that its condition restricts by way of a name, so that its bounds need not be reached.
    pub(super) fn is_behind_condition(&self, condition: &Expr, expr: &Expr) -> bool {
        let Some(conditional) = expr.conditional() else {
            return false;
        };
        let mut direct = BTreeSet::new();
        walk_within(condition, &mut |inner| {
            direct.extend(inner.local());
        });
        let mut indirect = self.dependencies(condition);
        indirect.retain(|id| !direct.contains(id));
        [conditional.then, conditional.otherwise]
            .into_iter()
            .any(|branch| !self.dependencies(branch).is_disjoint(&indirect))
    }

    /// Whether operands depend on one value, so that not every pair of theirs occurs: rules that are called with it, or
    /// differences.
    pub(super) fn are_correlated(&self, op: Arithmetic, left: &Expr, right: &Expr) -> bool {
        let calls = |expr: &Expr| {
            let mut found = false;
            walk_within(expr, &mut |inner| {
                found |= inner.call().is_some()
                    || inner.lookup().is_some()
                    || inner.conditional().is_some();
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
                found.extend(inner.local());
            });
            let named = self.definitions.iter();
            let next: Vec<&Expr> = named
                .filter(|(id, value)| {
                    if !found.contains(id) {
                        return false;
                    }
                    let mut is_new = false;
                    walk_within(value, &mut |inner| {
                        is_new |= inner.local().is_some_and(|id| !found.contains(&id));
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
