//! Literal directions of `ahead` in which no adjacent hex or square lies.
//!
//! Reports: E0573.

use sandtable_board::Board;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::board::{GameMap, Measure, Primitive, neighbours_on_map};
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
    let (_, words) = all.first()?;
    let (cell, side) = match measure == Measure::Squares {
        true => ("square", "squareside"),
        false => ("hex", "hexside"),
    };
    let taken = book.maps.first().and_then(|map| taken_on(map, degrees));
    let label = taken.map_or_else(String::new, |side| {
        format!("`ahead` takes the nearest, {side}")
    });
    let message = format!("no {cell} is adjacent in the direction {degrees}");
    Some(
        Diagnostic::new(Code::BetweenSides, message)
            .label(direction.span, label)
            .help(format!(
                "use the direction of a {side}: {words}; a straight line to a place farther away is `place between`"
            )),
    )
}

/// Returns the direction that a map takes for some degrees.
fn taken_on(map: &GameMap, degrees: i32) -> Option<i32> {
    match &*map.board_instance.board {
        Board::Grid(grid) => grid.layout().nearest(degrees),
        Board::Areas(_) | Board::Table(_) => None,
    }
}
