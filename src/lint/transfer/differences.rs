//! Amounts that are differences: whether a rule compares what it subtracts.

use super::ValueAnalysis;
use crate::environment::Environment;
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Arithmetic, Expr, KindTrack, TrackId, walk_statement, walk_within};

impl ValueAnalysis<'_> {
    /// Whether an amount that is added is a difference that nothing keeps at 0 or more: `d6 - 3`, `hits - room`, also by a name.
    pub(super) fn is_open_difference(&self, amount: &Expr) -> bool {
        let Some((left, right)) = self.named(amount).operands(Arithmetic::Subtract) else {
            return false;
        };
        // Dice are not asked for: each roll is another one.
        let is_rolled = left.any(Expr::is_roll);
        is_rolled
            || right.literal().is_none()
                && !self.is_upper_end(left, right)
                && !self.is_compared(amount, left, right)
    }

    /// Whether two numbers are one value less something and the same value plus something: `speed - thrust` and `speed + thrust`.
    pub(super) fn is_around_one_value(
        &mut self,
        from: &Expr,
        to: &Expr,
        environment: &Environment,
    ) -> bool {
        let split = |analysis: &Self, expr: &Expr, op: Arithmetic| {
            let value = analysis.named(expr);
            let operands = value.operands(op);
            let (centre, part) = operands.map_or((value, None), |(one, part)| (one, Some(part)));
            let centre = canonical_form(analysis.named(centre), &[]);
            (centre, part.cloned())
        };
        let (low, less) = split(self, from, Arithmetic::Subtract);
        let (high, more) = split(self, to, Arithmetic::Add);
        let mut parts = less.iter().chain(&more);
        low.is_some()
            && low == high
            && parts.all(|part| {
                let values = self.eval(part, &mut environment.clone());
                values.range().is_some_and(|(least, _)| least >= 0)
            })
    }

    /// Returns the value that a name of this rule denotes; any other expression itself.
    fn named<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        let value = expr.local().and_then(|name| self.definitions.get(&name));
        value.copied().unwrap_or(expr)
    }

    /// Whether the right operand is a track that ends at the stat on the left: `squad.full - squad.men`.
    fn is_upper_end(&self, left: &Expr, right: &Expr) -> bool {
        let ends = |track: TrackId, end: &dyn Fn(&KindTrack) -> bool| {
            let kinds = self.book.kinds.iter();
            let mut lines = kinds.flat_map(|kind| &kind.tracks);
            lines.any(|line| line.track == track && end(line))
        };
        let (left, right) = (self.named(left), self.named(right).track());
        right.is_some_and(|read| {
            ends(read.track, &|line| {
                let by_stat = left.field().map(|(_, field)| field);
                by_stat.is_some() && line.ends_at == by_stat
            })
        })
    }

    /// Whether the rule compares the operands with each other, or their difference with a number.
    fn is_compared(&self, amount: &Expr, left: &Expr, right: &Expr) -> bool {
        let form = |expr: &Expr| canonical_form(self.named(expr), &[]);
        let (operands, difference) = ([form(left), form(right)], form(amount));
        let [Some(one), Some(other)] = &operands else {
            return false;
        };
        let is_one_of_them = |expr: &Expr| {
            let form = form(expr);
            form.as_ref() == Some(one) || form.as_ref() == Some(other)
        };
        let mut is_compared = false;
        let of_rule = self.book.bodies().filter(|(naming, _)| {
            let own = self.rule.map(|rule| rule.span);
            own == Some(naming.span)
        });
        for statement in of_rule.flat_map(|(_, body)| body) {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |part| {
                    if let Some(compared) = part.comparison() {
                        let sides = [compared.left, compared.right];
                        let is_difference = |side: &&Expr| form(side) == difference;
                        is_compared |= sides.iter().all(|side| is_one_of_them(side))
                            || difference.is_some() && sides.iter().any(is_difference);
                    }
                });
            });
        }
        is_compared
    }
}
