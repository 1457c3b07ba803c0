//! What is measured: in vain, or rounded so that it is compared wrongly.
//!
//! Reports: E0626, E0627.

use std::collections::BTreeSet;

use super::super::shape::shape;
use super::{blocks, every_expr};
use sandtable_board::Whole;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::{Measure, Primitive, Region, Which};
use sandtable_model::{
    Arithmetic, Change, Dimension, Expr, ExprKind, Naming, RuleBook, Selection, StatementKind,
    Type, Values, walk_statements,
};
use sandtable_source::Span;
use sandtable_syntax::ast::{Order, Rounding};

pub(super) fn measures(book: &RuleBook, board: Measure, diagnostics: &mut Diagnostics) {
    let mut found = Vec::new();
    every_expr(book, &mut |naming, expr| {
        found.extend(in_vain(naming, expr, board));
        found.extend(round_and_round(naming, expr));
        found.extend(rounded(book, naming, expr));
    });
    for (naming, block) in blocks(book) {
        walk_statements(block, &mut |statement| {
            if let StatementKind::Change {
                how: Change::Add | Change::Take,
                track,
                amount,
                ..
            } = &statement.kind
                && Some(*track) == book.facing_track()
            {
                let place = statement.span;
                found.push(stops_at_the_top(naming, place, amount.span));
            }
            if let StatementKind::Each { selection, .. } = &statement.kind {
                found.extend(of_region(naming, selection));
            }
            if let StatementKind::Choose(choice) = &statement.kind
                && let sandtable_model::Among::Values { values, .. } = &choice.among
                && let Values::Units(selection) = values.as_ref()
            {
                found.extend(of_region(naming, selection));
            }
            true
        });
    }
    // What one line of the file became may stand in several places.
    let mut seen = BTreeSet::new();
    for finding in found {
        let place = finding.labels.first().map(|label| label.span);
        if seen.insert((finding.code, place)) {
            diagnostics.push(finding);
        }
    }
}

fn vain(naming: &Naming, message: &str, place: Span, help: &str) -> Diagnostic {
    Diagnostic::new(Code::MeasuredInVain, message)
        .label(place, "")
        .help(help)
        .cite(naming.citations.iter().map(String::as_str))
}

fn are_same(one: &Expr, other: &Expr) -> bool {
    let one = shape(one, &[]);
    one.is_some() && one == shape(other, &[])
}

/// A number that stands there.
pub(super) fn constant(expr: &Expr) -> Option<i32> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(*value),
        ExprKind::Negate(inner) => constant(inner)?.checked_neg(),
        _ => None,
    }
}

/// Something that always comes to the same.
fn in_vain(naming: &Naming, expr: &Expr, board: Measure) -> Option<Diagnostic> {
    if let ExprKind::Aggregate { selection, .. } = &expr.kind {
        return of_region(naming, selection);
    }
    let ExprKind::Measured {
        primitive,
        arguments,
        ..
    } = &expr.kind
    else {
        return None;
    };
    let ends = match (primitive, arguments.as_slice()) {
        (Primitive::Twin, [_, from, to]) => Some((from, to)),
        (Primitive::InArc, [from, _, _, to]) => Some((from, to)),
        (Primitive::Turned | Primitive::Ahead | Primitive::Edge | Primitive::Inside, _) => None,
        // From where it might stand to where it stands is a distance.
        (Primitive::GapFrom, [unit, _, other]) => Some((unit, other)),
        (
            Primitive::Distance
            | Primitive::Gap
            | Primitive::GapFrom
            | Primitive::Contact
            | Primitive::Bearing
            | Primitive::Crosses
            | Primitive::Through
            | Primitive::Hexside
            | Primitive::Cost
            | Primitive::Farthest
            | Primitive::Twin
            | Primitive::InArc,
            [from, to, ..],
        ) => Some((from, to)),
        _ => None,
    };
    if ends.is_some_and(|(from, to)| are_same(from, to)) {
        return Some(from_itself(naming, expr.span));
    }
    let (message, help) = match (primitive, arguments.as_slice()) {
        (Primitive::InArc, [_, _, half, _]) if constant(half)? >= 180 => (
            "this arc goes all round, so everything lies in it",
            "the degrees are those to either side: an arc of 60 degrees in front is `in-arc(unit, unit.facing, 30, target)`",
        ),
        (Primitive::Turned, [_, by]) if constant(by)? % 360 == 0 => (
            "this turns nothing: it is a whole turn",
            "say how many degrees, `180` for the other way round",
        ),
        (Primitive::Turned, [_, by]) if board == Measure::Hexes && constant(by)? % 30 != 0 => {
            return Some(
                vain(
                    naming,
                    "no side and no corner of a hex lies in this direction",
                    expr.span,
                    "hexsides are 60 degrees apart, corners lie 30 degrees beside them",
                )
                .confidence(Confidence::Likely),
            );
        }
        (Primitive::Ahead, [_, _, far]) if constant(far)? == 0 => (
            "this is the place itself: it is no step ahead",
            "say how far ahead: `ahead(unit, unit.facing, 1)`",
        ),
        _ => return None,
    };
    Some(vain(naming, message, expr.span, help))
}

fn from_itself(naming: &Naming, place: Span) -> Diagnostic {
    vain(
        naming,
        "this measures from a place to itself",
        place,
        "name the two ends: `distance(firer, target)`",
    )
}

/// `place between unit and unit`
fn of_region(naming: &Naming, selection: &Selection) -> Option<Diagnostic> {
    let Region { which, .. } = selection.region.as_deref()?;
    let ends = match which {
        Which::Between { ends } | Which::Along { ends, .. } => ends,
        Which::All | Which::Within { .. } | Which::Reached { .. } => return None,
    };
    let [from, to] = ends.as_ref();
    are_same(from, to).then(|| from_itself(naming, from.span.to(to.span)))
}

fn is_direction(expr: &Expr) -> bool {
    expr.ty == Type::Number(Dimension::Degrees)
}

/// Directions that are treated as if they had a least and a greatest.
fn round_and_round(naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let (message, help) = match &expr.kind {
        ExprKind::Compare {
            order: Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual,
            left,
            right,
        } if (is_direction(left) || is_direction(right))
            // A sum of directions has its own finding.
            && ![left, right].iter().any(|side| round_and_round(naming, side).is_some()) =>
        {
            (
                "directions have no least and no greatest: 350 lies beside 10",
                "ask for an arc: `in-arc(unit, unit.facing, 60, target)`",
            )
        }
        ExprKind::Binary {
            op: Arithmetic::Add | Arithmetic::Subtract,
            left,
            right,
        } if is_direction(left) || is_direction(right) => (
            "directions go round: this can come to less than 0 or more than 359",
            "turn it: `turned(unit.facing, 60)`, the other way `turned(unit.facing, -60)`",
        ),
        _ => return None,
    };
    Some(vain(naming, message, expr.span, help).confidence(Confidence::Likely))
}

fn stops_at_the_top(naming: &Naming, place: Span, by: Span) -> Diagnostic {
    let message = "directions go round, but a track stops at its ends: 330 and 60 more is 359";
    vain(
        naming,
        message,
        place,
        "turn it: `set unit.facing to turned(unit.facing, 60)`",
    )
    .label(by, "")
}

/// What a distance in inches is compared with, rounded so that it does not fit the comparison.
fn rounded(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Compare { order, left, right } = &expr.kind else {
        return None;
    };
    let (measured, order) = match (rounding(book, left), rounding(book, right)) {
        (Some(measured), None) => (measured, *order),
        (None, Some(measured)) => (measured, super::super::scene::turned(*order)),
        _ => return None,
    };
    let (how, span) = measured;
    let (mark, example, is_so) = match (how, order) {
        (Rounding::Down, Order::LessOrEqual) => ("<=", "6.9 inches count as 6", "still meet"),
        (Rounding::Down, Order::Greater) => (">", "6.9 inches count as 6", "do not yet meet"),
        (Rounding::Up, Order::Less) => ("<", "5.1 inches count as 6", "no longer meet"),
        (Rounding::Up, Order::GreaterOrEqual) => (">=", "5.1 inches count as 6", "already meet"),
        _ => return None,
    };
    let (word, right_word) = match how {
        Rounding::Down => ("down", "up"),
        Rounding::Up | Rounding::Nearest => ("up", "down"),
    };
    let message = format!("rounded {word}, {example} and {is_so} a `{mark} 6`");
    let finding =
        Diagnostic::new(Code::RoundedTheWrongWay, message).label(expr.span, "compared here");
    let is_elsewhere =
        span.file != expr.span.file || span.start < expr.span.start || span.end > expr.span.end;
    let finding = match is_elsewhere {
        true => finding.label(span, "rounded here"),
        false => finding,
    };
    Some(
        finding
            .help(format!("with `{mark}`, say `rounded {right_word}`; if the book counts whole inches only, nothing is wrong"))
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}

/// How something measured is rounded, and where that is said; also by a fact that is measured in play.
fn rounding(book: &RuleBook, expr: &Expr) -> Option<(Rounding, Span)> {
    match &expr.kind {
        // In parts of an inch, or of a way, the comparison is another one.
        ExprKind::Measured { whole, .. } => {
            let whole = whole.filter(|whole| *whole == Whole::from(whole.rounding))?;
            Some((whole.rounding, expr.span))
        }
        ExprKind::Fact { fact, .. } => {
            let fact = book.facts.get(fact.at())?;
            match &fact.in_play.as_ref()?.value {
                value if matches!(value.kind, ExprKind::Measured { .. }) => rounding(book, value),
                _ => None,
            }
        }
        _ => None,
    }
}
