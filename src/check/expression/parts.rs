//! Numbers in halves, quarters and eighths: they stay exact until they are rounded.
//!
//! Such a number is a whole number of parts. Two that meet are converted to the finer parts; a whole number is converted by a
//! factor that has the type of a one in these parts.

use super::super::scope::Scope;
use super::{constant, joined, typed, unknown};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Arithmetic, Dimension, Expr, ExprKind, NONE, Type};
use sandtable_source::Span;
use sandtable_syntax::ast::{Measure, Parts, Rounding};

/// The number of parts in a whole; 1 for whole numbers, and `None` for what has none.
fn per_whole(ty: Type) -> Option<i32> {
    let has_wholes = matches!(
        ty,
        Type::Number(Dimension::Any | Dimension::Plain | Dimension::Parts(_)) | Type::Face(_)
    );
    has_wholes.then(|| ty.per_whole())
}

/// The number 1 in these parts.
fn one(per: i32, span: Span) -> Expr {
    let dimension = Parts::of(per).map_or(Dimension::Plain, Dimension::Parts);
    constant(per, Type::Number(dimension), span)
}

impl Scope<'_, '_> {
    /// Converts a number without loss to certain parts; what cannot be converted is unchanged.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other expression is converted as a whole"
    )]
    pub(super) fn in_parts(&mut self, expr: Expr, parts: Parts) -> Expr {
        let is_numeric = if let Type::Face(id) = expr.ty {
            self.is_numeric(id)
        } else {
            true
        };
        let Some(found) = per_whole(expr.ty).filter(|_| is_numeric) else {
            return expr;
        };
        if found == parts.number() || parts.number() % found != 0 {
            return expr;
        }
        let factor = parts.number() / found;
        let (ty, span) = (Type::Number(Dimension::Parts(parts)), expr.span);
        match expr.kind {
            ExprKind::Constant(NONE) => Expr { ty, ..expr },
            ExprKind::Constant(value) if value.checked_mul(factor).is_some() => {
                constant(value * factor, ty, span)
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (
                    self.in_parts(*then, parts),
                    self.in_parts(*otherwise, parts),
                );
                Expr {
                    kind: ExprKind::If {
                        condition,
                        then: Box::new(then),
                        otherwise: Box::new(otherwise),
                    },
                    ty,
                    ..expr
                }
            }
            _ => {
                let expr = self.some(expr);
                joined(Arithmetic::Multiply, expr, one(factor, span), ty, span)
            }
        }
    }

    /// Converts two numbers to the finer parts of the two.
    pub(super) fn in_common_parts(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        match left.ty.parts().max(right.ty.parts()) {
            Some(finest) => (self.in_parts(left, finest), self.in_parts(right, finest)),
            None => (left, right),
        }
    }

    /// Whether one of two numbers has parts, and the other has parts or is a whole number without a measure.
    pub(super) fn have_parts(&self, left: &Expr, right: &Expr) -> bool {
        let are_plain = per_whole(left.ty).is_some() && per_whole(right.ty).is_some();
        are_plain && left.ty.parts().or(right.ty.parts()).is_some()
    }

    /// Multiplies two numbers, one of them with parts.
    pub(super) fn times_parts(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let factors = per_whole(left.ty).zip(per_whole(right.ty));
        let Some(parts) = factors.and_then(|(a, b)| Parts::of(a * b)) else {
            self.report(
                Diagnostic::new(Code::MixedMeasures, "this is finer than eighths")
                    .label(span, "")
                    .help("round one of the two numbers first: `(…) rounded down`"),
            );
            return unknown(span);
        };
        let ty = Type::Number(Dimension::Parts(parts));
        joined(Arithmetic::Multiply, left, right, ty, span)
    }

    /// Reports `1/2 * unit.strength rounded down`: the strength alone would be rounded.
    pub(super) fn unclear_rounding(&mut self, rounded: Span) {
        self.report(
            Diagnostic::new(
                Code::MissingRounding,
                "this can be read in two ways: the second number is rounded, or the product",
            )
            .label(rounded, "only this is rounded")
            .help(
                "to round the product, put brackets around it: `(… * …) rounded down`; to round one number, put that \
                 number first: `… rounded down * 1/2`",
            ),
        );
    }

    /// Divides two numbers, one of them with parts; the result is rounded to a whole number.
    pub(super) fn divided_parts(
        &mut self,
        left: Expr,
        right: Expr,
        rounding: Rounding,
        span: Span,
    ) -> Expr {
        let (left, right) = self.in_common_parts(left, right);
        divided(left, right, rounding, span)
    }

    /// Rounds a number with parts to a whole number; `None` for other numbers.
    pub(super) fn rounded_parts(
        &mut self,
        value: Expr,
        rounding: Rounding,
        span: Span,
    ) -> Option<Expr> {
        let parts = value.ty.parts()?;
        let value = self.some(value);
        Some(divided(value, one(parts.number(), span), rounding, span))
    }
}

/// Returns the finding about a distance that meets a number in parts; `None` for two other numbers.
pub(super) fn distance_and_parts(left: Dimension, right: Dimension) -> Option<Diagnostic> {
    let (measure, parts) = match (left, right) {
        (Dimension::Measured(measure), Dimension::Parts(parts))
        | (Dimension::Parts(parts), Dimension::Measured(measure)) => (measure, parts),
        _ => return None,
    };
    let (many, count) = (measure.word(), parts.number());
    let help = match measure {
        Measure::Inches => format!(
            "calculate with plain numbers, both times {count}: `{}` and `… * {count}`",
            counted_in(measure, parts)
        ),
        Measure::Hexes | Measure::Squares | Measure::Areas => format!(
            "to count the {many}, divide: `{}`",
            counted_in(measure, parts)
        ),
    };
    let message = format!("{many} and {} cannot be mixed", parts.word());
    Some(Diagnostic::new(Code::MixedMeasures, message).help(help))
}

/// Returns the text of a distance that is made a plain number: on a table a number of parts of an inch.
pub(crate) fn counted_in(measure: Measure, parts: Parts) -> String {
    match measure {
        Measure::Inches => format!("… * {} / 1 inch rounded up", parts.number()),
        Measure::Hexes | Measure::Squares | Measure::Areas => {
            format!("… / 1 {} rounded down", measure.singular())
        }
    }
}

fn divided(left: Expr, right: Expr, rounding: Rounding, span: Span) -> Expr {
    let kind = ExprKind::Divide {
        left: Box::new(left),
        right: Box::new(right),
        rounding,
    };
    typed(kind, Type::Number(Dimension::Plain), span)
}
