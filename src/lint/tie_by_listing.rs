//! Selection of the first member with the highest or lowest value: a tie is broken by the order of the list.
//!
//! Reports: E0683.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use std::collections::BTreeSet;

use super::Context;
use super::readings::{Names, names_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Aggregate, Among, Arithmetic, Choice, Expr, ExprKind, Kinds, LocalId, Naming, Selection,
    Statement, StatementKind, Values, blocks, walk_own, walk_statements, walk_within,
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
            is_counted |= match &statement.kind {
                StatementKind::Each { selection, .. } => equals_best(selection, &names),
                StatementKind::Choose(choice) => is_choice_of_equals(choice, &names),
                _ => false,
            };
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
            match &statement.kind {
                StatementKind::Each {
                    selection,
                    order: None,
                    ..
                } if Some(selection.kinds) == self.sides => self.around.push(selection.local),
                StatementKind::If {
                    condition, then, ..
                } => self.condition(condition, then),
                _ => {}
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
        let wins = |statement: &Statement| match &statement.kind {
            StatementKind::EndGame {
                winner: Some(winner),
            } => matches!(winner.kind, ExprKind::Local(id) if id == one || id == other),
            _ => false,
        };
        if !then.iter().any(wins) {
            return;
        }
        let mut open = None;
        let mut is_settled = false;
        condition.chain(Arithmetic::And, &mut |part| {
            if let ExprKind::Compare { order, left, right } = &part.kind
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

/// Whether a player chooses among those that have the highest or lowest value.
fn is_choice_of_equals(choice: &Choice, names: &Names<'_>) -> bool {
    if let Among::Values { values, .. } = &choice.among
        && let Values::Units(selection) = values.as_ref()
    {
        return equals_best(selection, names);
    }
    false
}

/// Whether an expression is a highest or lowest value, or a local bound to one.
fn is_best(expr: &Expr, names: &Names<'_>) -> bool {
    match &expr.kind {
        ExprKind::Local(id) => names
            .get(id)
            .is_some_and(|value| is_best(value, &Names::new())),
        ExprKind::Aggregate { aggregate, .. } => {
            matches!(aggregate, Aggregate::Highest | Aggregate::Lowest)
        }
        _ => false,
    }
}

/// Whether a selection contains exactly the members with the highest or lowest value.
fn equals_best(selection: &Selection, names: &Names<'_>) -> bool {
    let Some(condition) = selection.condition.as_deref() else {
        return false;
    };
    let mut found = false;
    condition.chain(Arithmetic::And, &mut |part| {
        if let ExprKind::Compare {
            order: Order::Equal,
            left,
            right,
        } = &part.kind
        {
            let of = |value: &Expr, best: &Expr| {
                value.reads_local(selection.local) && is_best(best, names)
            };
            found |= of(left, right) || of(right, left);
        }
    });
    found
}

fn is_check_for_ties(expr: &Expr, names: &Names<'_>) -> bool {
    matches!(&expr.kind, ExprKind::Aggregate {
        aggregate: Aggregate::Number | Aggregate::Any,
        selection,
        ..
    } if equals_best(selection, names))
}

fn first_of_equals(
    naming: &Naming,
    expr: &Expr,
    names: &Names<'_>,
) -> Option<(sandtable_source::Span, Diagnostic)> {
    let ExprKind::Aggregate {
        aggregate: Aggregate::First,
        selection,
        ordering: None,
        ..
    } = &expr.kind
    else {
        return None;
    };
    let condition = selection.condition.as_deref()?;
    if !equals_best(selection, names) {
        return None;
    }
    let finding = Diagnostic::new(
        Code::TieByListing,
        "several can have this value: the one listed first is taken",
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
