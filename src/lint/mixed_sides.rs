//! Comparisons of one named side with its own limit, in one condition with one that mixes two sides: `red.lost >= red.limit and blue.lost >= red.limit`.
//!
//! Reports: E0654.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Arithmetic, Expr, FieldId, RuleBook, TrackId, walk_own, walk_statements};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// A value of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Track(TrackId),
    Field(FieldId),
}

/// A comparison of values of two sides, or of one.
struct Compared {
    left: usize,
    right: usize,
    span: Span,
}

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.sides.len() < 2 {
        return;
    }
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            walk_own(statement, &mut |expr| {
                let chains = [Arithmetic::And, Arithmetic::Or].into_iter();
                let found = chains.filter_map(|op| mixed(book, op, expr));
                diagnostics
                    .extend(found.map(|one| one.cite(naming.citations.iter().map(String::as_str))));
            });
            true
        });
    }
}

/// Returns the finding about a chain in which one of two comparisons of the same values mixes two sides.
fn mixed(book: &RuleBook, op: Arithmetic, expr: &Expr) -> Option<Diagnostic> {
    let mut all: BTreeMap<(Value, Value, Order), Vec<Compared>> = BTreeMap::new();
    expr.chain(op, &mut |part| {
        if let Some((key, compared)) = of_sides(part) {
            all.entry(key).or_default().push(compared);
        }
    });
    all.into_values().find_map(|pair| {
        let [one, other] = pair.as_slice() else {
            return None;
        };
        let (pure, mixed) = match (one.left == one.right, other.left == other.right) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            (true, true) | (false, false) => return None,
        };
        let is_near = pure.left == mixed.left || pure.right == mixed.right;
        let side = book.sides.get(pure.left).filter(|_| is_near)?;
        Some(
            Diagnostic::new(
                Code::SwappedArguments,
                "this compares two sides, where the comparison beside it is about one",
            )
            .label(mixed.span, "two sides")
            .label(pure.span, format!("both of `{}`", side.name))
            .help("name one side in both places; if two are meant, ignore this")
            .confidence(Confidence::Likely),
        )
    })
}

/// Returns the values of named sides that an expression compares, and the sides; `None` for one value of two sides.
fn of_sides(expr: &Expr) -> Option<((Value, Value, Order), Compared)> {
    let compared = expr.comparison()?;
    let of = |expr: &Expr| {
        let track = expr.track().filter(|read| read.index.is_none());
        let track = track.map(|read| (Value::Track(read.track), read.unit.named_side()));
        let field = expr.field();
        let field = field.map(|(unit, field)| (Value::Field(field), unit.named_side()));
        let (value, side) = track.or(field)?;
        Some((value, side?))
    };
    let ((left, one), (right, other)) = (of(compared.left)?, of(compared.right)?);
    let sides = Compared {
        left: one,
        right: other,
        span: expr.span,
    };
    (left != right).then_some(((left, right, compared.order), sides))
}
