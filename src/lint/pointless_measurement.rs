//! Measurements with a constant result, and directions treated as numbers without a cycle.
//!
//! Reports: E0626.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::board::{Measure, Primitive, Region, RegionShape};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::{
    Arithmetic, Change, Dimension, Expr, Kinds, Measurement, Naming, Selection, Type,
    walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(board) = book.board else {
        return;
    };
    let mut found = Vec::new();
    book.walk_exprs(&mut |naming, expr| {
        found.extend(constant_measurement(naming, expr, board));
        found.extend(linear_direction(naming, expr));
    });
    for (naming, block) in book.bodies() {
        walk_statements(block, &mut |statement| {
            if let Some(change) = statement.change()
                && change.how != Change::Set
                && let Some(track) = book.tracks.get(change.track.at())
                && track.ty == Type::Number(Dimension::Degrees)
            {
                let game = book.game_kind().map(Kinds::one);
                let is_of_game = game.is_some_and(|game| change.unit.ty == Type::Unit(game));
                let direction = format!(
                    "{}.{}",
                    if is_of_game { "game" } else { "unit" },
                    track.name
                );
                let by = change.amount.span;
                found.push(saturating_turn(naming, statement.span, by, &direction));
            }
            if let Some(selection) = statement.selection() {
                found.extend(of_region(naming, selection));
            }
            true
        });
    }
    // One line of the file can become several expressions.
    let mut seen = BTreeSet::new();
    for finding in found {
        let place = finding.labels.first().map(|label| label.span);
        if seen.insert(place) {
            diagnostics.push(finding);
        }
    }
}

fn finding(naming: &Naming, message: &str, place: Span, help: &str) -> Diagnostic {
    Diagnostic::new(Code::PointlessMeasurement, message)
        .label(place, "")
        .help(help)
        .cite(naming.citations.iter().map(String::as_str))
}

/// Reports a measurement whose result is constant.
fn constant_measurement(naming: &Naming, expr: &Expr, board: Measure) -> Option<Diagnostic> {
    if let Some(members) = expr.aggregation() {
        return of_region(naming, members.selection);
    }
    let Measurement {
        primitive,
        arguments,
        ..
    } = expr.measurement()?;
    let ends = match (primitive, arguments) {
        (Primitive::Twin, [_, from, to]) => Some((from, to)),
        (Primitive::InArc, [from, _, _, to]) => Some((from, to)),
        (Primitive::Turned | Primitive::Ahead | Primitive::Edge | Primitive::Inside, _) => None,
        // The gap from another place than its own is measured to the other unit.
        (Primitive::GapFrom, [unit, _, other]) => Some((unit, other)),
        (
            Primitive::Distance
            | Primitive::Gap
            | Primitive::GapFrom
            | Primitive::Contact
            | Primitive::Bearing
            | Primitive::Crosses
            | Primitive::Through
            | Primitive::Link
            | Primitive::Cost
            | Primitive::Farthest
            | Primitive::Across
            | Primitive::Along
            | Primitive::Twin
            | Primitive::InArc,
            [from, to, ..],
        ) => Some((from, to)),
        _ => None,
    };
    if ends.is_some_and(|(from, to)| are_equivalent(from, to)) {
        return Some(from_itself(naming, expr.span));
    }
    let (message, help) = match (primitive, arguments) {
        (Primitive::InArc, [_, _, half, _]) if half.literal()? >= 180 => (
            "this arc covers 360 degrees, so everything is in it",
            "count the degrees to either side: an arc of 60 degrees in front is `in-arc(unit, \
             unit.facing, 30, target)`",
        ),
        (Primitive::Turned, [_, by]) if by.literal()? % 360 == 0 => (
            "this turn has no effect: it is a full circle",
            "write the degrees, like `180` for the opposite direction",
        ),
        (Primitive::Turned, [_, by]) if board == Measure::Squares && by.literal()? % 45 != 0 => {
            return Some(
                finding(
                    naming,
                    "no side or corner of a square lies in this direction",
                    expr.span,
                    "use a multiple of 90 degrees for sides, 45 more for corners",
                )
                .confidence(Confidence::Likely),
            );
        }
        (Primitive::Turned, [_, by]) if board == Measure::Hexes && by.literal()? % 30 != 0 => {
            return Some(
                finding(
                    naming,
                    "no side or corner of a hex lies in this direction",
                    expr.span,
                    "use a multiple of 60 degrees for sides, 30 more for corners",
                )
                .confidence(Confidence::Likely),
            );
        }
        (Primitive::Ahead, [_, _, far]) if far.literal()? == 0 => (
            "this is the place itself, 0 steps ahead",
            "write the distance: `ahead(unit, unit.facing, 1)`",
        ),
        _ => return None,
    };
    Some(finding(naming, message, expr.span, help))
}

/// Reports a measurement between equal ends.
fn from_itself(naming: &Naming, place: Span) -> Diagnostic {
    finding(
        naming,
        "this measures from a place to itself",
        place,
        "name the two ends: `distance(firer, target)`",
    )
}

/// Reports a region between equal ends: `place between unit and unit`.
fn of_region(naming: &Naming, selection: &Selection) -> Option<Diagnostic> {
    let Region { region_shape, .. } = selection.region.as_deref()?;
    let ends = match region_shape {
        RegionShape::Between { ends } | RegionShape::Along { ends, .. } => ends,
        RegionShape::All | RegionShape::Within { .. } | RegionShape::Reached { .. } => return None,
    };
    let [from, to] = ends.as_ref();
    are_equivalent(from, to).then(|| from_itself(naming, from.span.to(to.span)))
}

fn is_direction(expr: &Expr) -> bool {
    expr.ty == Type::Number(Dimension::Degrees)
}

/// Reports the order or sum of directions, which are cyclic.
fn linear_direction(naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let ordered = expr.comparison().filter(|one| !one.is_of_equality());
    let added = expr.operands(Arithmetic::Add);
    let added = added.or_else(|| expr.operands(Arithmetic::Subtract));
    let operands = ordered.map(|one| (one.left, one.right)).or(added);
    let (left, right) =
        operands.filter(|(left, right)| is_direction(left) || is_direction(right))?;
    let (message, help) = match ordered {
        // A sum of directions has its own finding.
        Some(_)
            if [left, right]
                .iter()
                .any(|side| linear_direction(naming, side).is_some()) =>
        {
            return None;
        }
        Some(_) => (
            "directions cannot be compared as numbers: 350 is next to 10",
            "use an arc: `in-arc(unit, unit.facing, 60, target)`",
        ),
        None => (
            "this direction can be below 0 or above 359",
            "turn it with `turned(unit.facing, 60)`, or the other way with `turned(unit.facing, \
             -60)`",
        ),
    };
    Some(finding(naming, message, expr.span, help).confidence(Confidence::Likely))
}

/// Reports a turn by adding to the track of a direction, which saturates.
fn saturating_turn(naming: &Naming, place: Span, by: Span, direction: &str) -> Diagnostic {
    let message =
        "a track stops at its ends, so this direction cannot wrap: 330 and 60 more is 359";
    let help = format!("turn it with `set {direction} to turned({direction}, 60)`");
    finding(naming, message, place, &help).label(by, "")
}
