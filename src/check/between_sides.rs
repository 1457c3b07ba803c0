//! Literal directions of `ahead` in which no adjacent hex or square lies.
//!
//! Reports: E0573.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{Measure, Primitive, neighbours_on_map};
use sandtable_model::{Expr, RuleBook};

/// Checks every `ahead` of a finished book. A direction that some map has is sound.
pub(super) fn check_aheads(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let Some(measure) = book
        .board
        .filter(|board| matches!(board, Measure::Hexes | Measure::Squares))
    else {
        return;
    };
    let mut found = Vec::new();
    book.walk_exprs(&mut |naming, expr| {
        let measured = expr.measurement();
        let measured = measured.filter(|measured| measured.primitive == Primitive::Ahead);
        if let Some([_, direction, _]) = measured.map(|measured| measured.arguments)
            && let Some(degrees) = literal_direction(direction)
        {
            let finding = between(book, measure, degrees, direction);
            let cited = naming.citations.iter().map(String::as_str);
            found.extend(finding.map(|finding| finding.cite(cited)));
        }
    });
    for finding in found {
        diagnostics.push(finding);
    }
}

/// Returns the degrees of a direction that is a number, or a number that is turned by another one.
fn literal_direction(direction: &Expr) -> Option<i32> {
    let turned = direction.measurement();
    let turned = turned.filter(|measured| measured.primitive == Primitive::Turned);
    let degrees = match turned.map(|measured| measured.arguments) {
        Some([from, by]) => from.literal()?.checked_add(by.literal()?)?,
        Some(_) => return None,
        None => direction.literal()?,
    };
    Some(degrees.rem_euclid(360))
}

fn between(
    book: &RuleBook,
    measure: Measure,
    degrees: i32,
    direction: &Expr,
) -> Option<Diagnostic> {
    let maps = book.maps.iter();
    let maps = maps.map(|map| neighbours_on_map(measure, Some(&map.board_instance)));
    let any = book
        .maps
        .is_empty()
        .then(|| neighbours_on_map(measure, None));
    let all: Vec<(Vec<i32>, String)> = maps.chain(any).collect();
    if all
        .iter()
        .any(|(directions, _)| directions.contains(&degrees))
    {
        return None;
    }
    let (directions, words) = all.first()?;
    let (cell, side) = match measure == Measure::Squares {
        true => ("square", "squareside"),
        false => ("hex", "hexside"),
    };
    let label = match (book.maps.is_empty(), nearest(directions, degrees)) {
        (false, Some(side)) => format!("`ahead` takes the nearest, {side}"),
        (true, _) | (_, None) => String::new(),
    };
    let message = format!("no {cell} is adjacent in the direction {degrees}");
    Some(
        Diagnostic::new(Code::BetweenSides, message)
            .label(direction.span, label)
            .help(format!(
                "use the direction of a {side}: {words}; a straight line to a place farther away is `place between`"
            )),
    )
}

/// Returns the direction nearest to some degrees; of two the one clockwise.
fn nearest(directions: &[i32], degrees: i32) -> Option<i32> {
    let distance = |direction: &&i32| {
        let clockwise = (**direction - degrees).rem_euclid(360);
        (clockwise.min(360 - clockwise), clockwise > 180)
    };
    directions.iter().min_by_key(distance).copied()
}
