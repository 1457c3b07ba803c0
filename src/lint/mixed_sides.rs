//! Comparisons of one named side with its own limit, beside one that mixes two sides: `red.lost >= red.limit` and `blue.lost >= red.limit`.
//!
//! Reports: E0654.

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Expr, walk_statement, walk_within};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// The track or stat of a side, in the order of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Track(usize),
    Field(usize),
}

/// The sides of a comparison, and its place.
type Sides = (usize, usize, Span);

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.sides.len() < 2 {
        return;
    }
    for (naming, body) in book.bodies() {
        let mut compared: BTreeMap<(Value, Value, Order), Vec<Sides>> = BTreeMap::new();
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |part| {
                    if let Some((key, sides)) = of_sides(part) {
                        compared.entry(key).or_default().push(sides);
                    }
                });
            });
        }
        for pair in compared.values() {
            let [one, other] = pair.as_slice() else {
                continue;
            };
            let is_pure = |sides: &Sides| sides.0 == sides.1;
            let (pure, mixed) = match (is_pure(one), is_pure(other)) {
                (true, false) => (one, other),
                (false, true) => (other, one),
                (true, true) | (false, false) => continue,
            };
            let is_near = pure.0 == mixed.0 || pure.1 == mixed.1;
            if let Some(side) = book.sides.get(pure.0).filter(|_| is_near) {
                diagnostics.push(
                    Diagnostic::new(
                        Code::SwappedArguments,
                        "this compares two sides, where the comparison beside it is about one",
                    )
                    .label(mixed.2, "two sides")
                    .label(pure.2, format!("both of `{}`", side.name))
                    .help("name one side in both places; if two are meant, ignore this")
                    .cite(naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
        }
    }
}

/// Returns the values of named sides that an expression compares, and the sides; `None` for one value of two sides.
fn of_sides(expr: &Expr) -> Option<((Value, Value, Order), Sides)> {
    let compared = expr.comparison()?;
    let of = |expr: &Expr| {
        let track = expr.track().filter(|read| read.index.is_none());
        let track = track.map(|read| (Value::Track(read.track.at()), read.unit.named_side()));
        let field = expr.field();
        let field = field.map(|(unit, field)| (Value::Field(field.at()), unit.named_side()));
        let (value, side) = track.or(field)?;
        Some((value, side?))
    };
    let ((left, one), (right, other)) = (of(compared.left)?, of(compared.right)?);
    (left != right).then_some(((left, right, compared.order), (one, other, expr.span)))
}
