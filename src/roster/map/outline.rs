//! Lengths in inches, points of a table and shapes, as written.

use super::super::profile::Value;
use sandtable_board::{Shape, ShapeFault};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Spanned;

/// Maximum number of corners of a shape.
const MOST_CORNERS: usize = 500;

/// Returns a number with at most two decimals in hundredths of an inch; `None` for other values.
pub(super) fn hundredths(value: &Value) -> Option<i32> {
    let written = match value {
        Value::Number(number) => return i32::try_from(*number).ok()?.checked_mul(100),
        Value::Decimal(written) => written.replace('_', ""),
        Value::Flag(_)
        | Value::Word(_)
        | Value::List(_)
        | Value::Inline(_)
        | Value::Other(_)
        | Value::Unreadable => return None,
    };
    let (sign, size) = match written.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, written.strip_prefix('+').unwrap_or(&written)),
    };
    let (whole, part) = size.split_once('.')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let part = part.trim_end_matches('0');
    if part.len() > 2 || !digits(part) {
        return None;
    }
    let part = format!("{part:0<2}").parse::<i32>().ok()?;
    let whole = whole.parse::<i32>().ok()?.checked_mul(100)?;
    Some(sign * whole.checked_add(part)?)
}

/// Returns a pair of lengths, `[12.5, 8]`, in hundredths. `what` names the pair in findings: `a point of the table`.
///
/// Reports: E0403.
pub(super) fn pair(
    value: &Spanned<Value>,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<(i32, i32)> {
    let found = match &value.value {
        Value::List(parts) => match parts.as_slice() {
            [x, y] => hundredths(&x.value).zip(hundredths(&y.value)),
            _ => None,
        },
        Value::Unreadable => return None,
        Value::Number(_)
        | Value::Decimal(_)
        | Value::Flag(_)
        | Value::Word(_)
        | Value::Inline(_)
        | Value::Other(_) => None,
    };
    if found.is_none() {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongValue,
                format!("{what} must be two numbers of inches"),
            )
            .label(value.span, format!("this is {}", value.value.type_name()))
            .help("write them in brackets, with at most two decimals: `[12.5, 8]`"),
        );
    }
    found
}

/// Returns the corners of a shape, `[[10, 10], [22, 10], [22, 18]]`, in hundredths.
///
/// Reports: E0403, E0424.
pub(super) fn corners(
    value: &Spanned<Value>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(i32, i32)>> {
    let Value::List(written) = &value.value else {
        if value.value != Value::Unreadable {
            diagnostics.push(
                Diagnostic::new(Code::WrongValue, "`shape` must be a list of points")
                    .label(value.span, format!("this is {}", value.value.type_name()))
                    .help("write its corners in order: `[[10, 10], [22, 10], [22, 18]]`"),
            );
        }
        return None;
    };
    if written.len() > MOST_CORNERS {
        diagnostics.push(
            Diagnostic::new(
                Code::BadShape,
                format!("this shape has {} corners", written.len()),
            )
            .label(value.span, "")
            .help(format!("use at most {MOST_CORNERS} corners")),
        );
        return None;
    }
    let mut points = Vec::new();
    for point in written {
        points.push(pair(point, "a corner of a shape", diagnostics)?);
    }
    let span = |at: usize| written.get(at).map_or(value.span, |point| point.span);
    let faulty = match Shape::fault(&points) {
        None => return Some(points),
        Some(ShapeFault::TooFew) => Diagnostic::new(
            Code::BadShape,
            match points.len() {
                1 => "a shape of one corner has no inside".to_owned(),
                n => format!("a shape of {n} corners has no inside"),
            },
        )
        .label(value.span, "")
        .help("write at least three corners; for a round base write its diameter: `base = 1.5`"),
        Some(ShapeFault::Twice(first, second)) => {
            Diagnostic::new(Code::BadShape, "two corners of this shape are the same")
                .label(span(second), "here again")
                .label(span(first), "first here")
                .help("delete one of them; the last corner is joined to the first automatically")
        }
        Some(ShapeFault::Flat) => {
            Diagnostic::new(Code::BadShape, "the corners of this shape are in one line")
                .label(value.span, "")
                .help("move a corner off the line")
        }
        Some(ShapeFault::Crossing(first, second)) => {
            Diagnostic::new(Code::BadShape, "this shape crosses itself")
                .label(span(second), "the edge from here to the next corner")
                .label(span(first), "meets the edge from here to the next corner")
                .help("write the corners in order around the shape")
        }
    };
    diagnostics.push(faulty);
    None
}
