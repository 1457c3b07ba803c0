//! Selection of the first member with the highest or lowest value: a tie is broken by the order of the list.
//!
//! Reports: E0683.

use std::collections::BTreeSet;

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Aggregate, Arithmetic, Choice, Comparison, Expr, Kinds, LocalId, Naming, Selection, Statement,
    blocks, walk_own, walk_statements, walk_within,
};
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        let mut search = Victories {
            naming,
            sides: context.book.side_kind().map(Kinds::one),
            around: Vec::new(),
            found: Vec::new(),
        };
        search.block(body);
        diagnostics.extend(search.found);
    }
    super::won_together::check(context, diagnostics);
    let mut seen = BTreeSet::new();
    for (naming, body) in context.book.bodies() {
        let names = names_of(body);
        let mut found = Vec::new();
        let mut is_counted = false;
        walk_statements(body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    found.extend(first_of_equals(naming, inner, &names));
                    // The rule counts the members with the value, or tests whether another member has it.
                    is_counted |= is_check_for_ties(inner, &names);
                });
            });
            // A loop or a choice over all members with the value resolves ties.
            let chosen = statement.choice().and_then(Choice::units);
            let selection = statement.each().map(|each| each.selection).or(chosen);
            is_counted |= selection.is_some_and(|selection| equals_best(selection, &names));
            true
        });
        if !is_counted {
            found.retain(|(span, _)| seen.insert(*span));
            diagnostics.extend(found.into_iter().map(|(_, finding)| finding));
        }
    }
}

/// Victories of one side over another by a comparison that both meet if they are equal.
struct Victories<'b> {
    naming: &'b Naming,
    sides: Option<Kinds>,
    /// The locals of the loops over sides around a statement, the outermost first.
    around: Vec<LocalId>,
    found: Vec<Diagnostic>,
}

impl Victories<'_> {
    fn block(&mut self, block: &[Statement]) {
        for statement in block {
            let n_around = self.around.len();
            if let Some(each) = statement.each()
                && each.order.is_none()
                && Some(each.selection.kinds) == self.sides
            {
                self.around.push(each.selection.local);
            } else if let Some((condition, then, _)) = statement.branch() {
                self.condition(condition, then);
            }
            for inner in blocks(statement) {
                self.block(inner);
            }
            self.around.truncate(n_around);
        }
    }

    fn condition(&mut self, condition: &Expr, then: &[Statement]) {
        let [.., one, other] = self.around.as_slice() else {
            return;
        };
        let (one, other) = (*one, *other);
        let is_either = |winner: &Expr| winner.is_local(one) || winner.is_local(other);
        let wins = |statement: &Statement| statement.winner().is_some_and(is_either);
        if !then.iter().any(wins) {
            return;
        }
        let mut open = None;
        let mut is_settled = false;
        condition.chain(Arithmetic::And, &mut |part| {
            if let Some(Comparison { order, left, right }) = part.comparison()
                && left.reads_local(one) != left.reads_local(other)
                && right.reads_local(one) != right.reads_local(other)
                && left.reads_local(one) == right.reads_local(other)
                && let Some(form) = of_any_side(left, [one, other])
                && Some(form) == of_any_side(right, [one, other])
            {
                match order {
                    Order::GreaterOrEqual | Order::LessOrEqual => open = Some(part.span),
                    Order::Less | Order::Greater | Order::NotEqual => is_settled = true,
                    Order::Equal => {}
                }
            }
        });
        if let (Some(span), false) = (open, is_settled) {
            self.found.push(
                Diagnostic::new(
                    Code::TieByListing,
                    "two sides that are equal can both meet this: the one listed first wins",
                )
                .label(span, "met by both if they are equal")
                .help("write `>` or `<`, and state what equal sides get; if intended, ignore this")
                .cite(self.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Returns the canonical form of an expression with both sides under one name.
fn of_any_side(expr: &Expr, sides: [LocalId; 2]) -> Option<String> {
    let n_locals = sides.iter().map(|side| side.at() + 1).max()?;
    let names = (0..n_locals).map(|at| {
        let is_side = sides.contains(&LocalId::new(at));
        Some(if is_side {
            "side".to_owned()
        } else {
            format!("l{at}")
        })
    });
    let names: Vec<Option<String>> = names.collect();
    canonical_form(expr, &names)
}

/// Whether an expression is a highest or lowest value, or a local bound to one.
fn is_best(expr: &Expr, names: &Names<'_>) -> bool {
    let bound = expr.local().and_then(|local| names.get(&local));
    let aggregate = expr.aggregation().map(|members| members.aggregate);
    matches!(aggregate, Some(Aggregate::Highest | Aggregate::Lowest))
        || bound.is_some_and(|value| is_best(value, &Names::new()))
}

/// Whether a selection contains exactly the members with the highest or lowest value.
fn equals_best(selection: &Selection, names: &Names<'_>) -> bool {
    let Some(condition) = selection.condition.as_deref() else {
        return false;
    };
    let mut found = false;
    condition.chain(Arithmetic::And, &mut |part| {
        let equality = part.comparison().filter(|one| one.order == Order::Equal);
        if let Some(Comparison { left, right, .. }) = equality {
            let of = |value: &Expr, best: &Expr| {
                value.reads_local(selection.local) && is_best(best, names)
            };
            found |= of(left, right) || of(right, left);
        }
    });
    found
}

fn is_check_for_ties(expr: &Expr, names: &Names<'_>) -> bool {
    expr.aggregation().is_some_and(|members| {
        matches!(members.aggregate, Aggregate::Number | Aggregate::Any)
            && equals_best(members.selection, names)
    })
}

fn first_of_equals(
    naming: &Naming,
    expr: &Expr,
    names: &Names<'_>,
) -> Option<(sandtable_source::Span, Diagnostic)> {
    let members = expr.aggregation()?;
    let condition = members.selection.condition.as_deref()?;
    let which = match members.aggregate {
        Aggregate::First => "first",
        Aggregate::Last => "last",
        Aggregate::Number
        | Aggregate::Any
        | Aggregate::Total
        | Aggregate::Highest
        | Aggregate::Lowest
        | Aggregate::Set => return None,
    };
    if members.ordering.is_some() || !equals_best(members.selection, names) {
        return None;
    }
    let finding = Diagnostic::new(
        Code::TieByListing,
        format!("several can have this value: the one listed {which} is taken"),
    )
    .label(condition.span, "can be met by several")
    .help(
        "break the tie: add an order, `in order of …`, or check how many have the value, \
        `number of … where …`",
    )
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely);
    Some((expr.span, finding))
}
