//! Two conditions one after the other, one or the other always met, so that the lines below them are never reached:
//! `if a >= b: end game won by red`, `if b > a: end game won by blue`, `end game`.
//!
//! Reports: E0607.

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{Comparison, Expr, Naming, Statement, walk_blocks};
use sandtable_syntax::ast::Order;

/// Returns the findings about such conditions, each with the second condition.
pub(super) fn findings(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (naming, body) in context.book.bodies() {
        walk_blocks(body, &mut |block| {
            for lines in block.windows(3) {
                if let [first, second, below] = lines
                    && let (Some(one), Some(other)) = (end(first), end(second))
                    && is_negation(one, other)
                {
                    found.push(finding(naming, one, other, below));
                }
            }
        });
    }
    found
}

/// Returns the condition of a line that ends the rule or the game if it is met.
fn end(line: &Statement) -> Option<Comparison<'_>> {
    let (condition, then, otherwise) = line.branch()?;
    let last = then.last()?;
    let ends = last.ends_rule() || last.ends_game();
    condition
        .comparison()
        .filter(|_| ends && otherwise.is_empty())
}

/// Whether one comparison is met exactly when the other is not.
fn is_negation(one: Comparison<'_>, other: Comparison<'_>) -> bool {
    if one.is_of_equality() {
        return false;
    }
    let are_same = |left: &Expr, right: &Expr| are_equivalent(left, right);
    let is_direct = are_same(one.left, other.left) && are_same(one.right, other.right);
    let is_mirrored = are_same(one.left, other.right) && are_same(one.right, other.left);
    let order = one.order.negated();
    (is_direct && other.order == order) || (is_mirrored && other.order == order.mirrored())
}

fn finding(
    naming: &Naming,
    one: Comparison<'_>,
    other: Comparison<'_>,
    below: &Statement,
) -> Diagnostic {
    let span = |compared: Comparison<'_>| compared.left.span.to(compared.right.span);
    Diagnostic::new(
        Code::ConstantCondition,
        "this condition is always met: the one above it covers the rest",
    )
    .label(span(other), "met whenever the one above is not")
    .label(span(one), "not met then")
    .label(below.span, "never reached")
    .help(match one.order {
        Order::GreaterOrEqual => "if equals are a case of their own, write `>` in the line above",
        Order::LessOrEqual => "if equals are a case of their own, write `<` in the line above",
        Order::Equal | Order::NotEqual | Order::Less | Order::Greater => {
            "correct one of the two comparisons, or delete the lines below"
        }
    })
    .cite(naming.citations.iter().map(String::as_str))
}
