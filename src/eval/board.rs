//! Evaluates board ops: measurements, and searches for paths.
//!
//! All of it is geometry of [`sandtable_board`]; the costs of steps are computed by the program, between the steps of a
//! search (see [`sandtable_board::search`]).

use std::borrow::Cow;

use super::fault::FaultKind;
use sandtable_board::search::{NOTHING, Search, Sought, list};
use sandtable_board::{LineEnd, Place, Shape, Whole, turned};
use sandtable_ir::{Found, Measure, NONE, Program, StepsId};
use sandtable_model::board::{BoardInstance, Primitive};

// Both modules have the same value for "none".
const _: () = assert!(NOTHING == NONE);

fn board_instance(program: &Program) -> Result<&BoardInstance, FaultKind> {
    program.board.as_deref().ok_or(FaultKind::NoBoard)
}

/// Returns the place in a register, which must be on the board.
fn on(board_instance: &BoardInstance, place: Option<&i32>) -> Result<Place, FaultKind> {
    let place = place.copied().unwrap_or(NONE);
    match place != NONE && board_instance.board.holds(place) {
        true => Ok(place),
        false => Err(FaultKind::OffTheBoard),
    }
}

/// The end of a line whose code a register holds.
fn end(board_instance: &BoardInstance, code: Option<&i32>) -> Result<LineEnd, FaultKind> {
    match code.copied().map(LineEnd::of_code) {
        Some(side @ LineEnd::Side(_)) if code != Some(&NONE) => Ok(side),
        Some(LineEnd::Centre(_) | LineEnd::Side(_)) | None => {
            on(board_instance, code).map(LineEnd::Centre)
        }
    }
}

const POINT: &Shape = &Shape::Disc { radius: 0 };

/// The base or outline of a unit, turned as the unit is; of no unit a point. The registers are those of the unit, its place and its direction.
fn outline<'l>(
    board_instance: &'l BoardInstance,
    about: &[i32],
    at: usize,
) -> Result<Cow<'l, Shape>, FaultKind> {
    let unit = about.get(at);
    if unit == Some(&NONE) {
        return Ok(Cow::Borrowed(POINT));
    }
    let unit = unit.and_then(|unit| usize::try_from(*unit).ok());
    let shape = unit.and_then(|unit| board_instance.shapes.get(unit));
    let facing = about.get(at + 2).copied();
    let facing = facing.ok_or(FaultKind::Ours("a measure of too few registers"))?;
    Ok(shape.ok_or(FaultKind::NoUnit)?.turned(facing))
}

/// Steps that outlines of many corners take to be measured, one against the other.
fn steps(one: &Shape, other: &Shape) -> u64 {
    let n_corners = |shape: &Shape| match shape {
        Shape::Disc { .. } => 1,
        Shape::Polygon { points } => points.len() as u64,
    };
    n_corners(one) * n_corners(other) / 8
}

/// Evaluates a measure on the row of registers; returns also its steps beyond that of the op.
pub(super) fn measure(
    program: &Program,
    what: Measure,
    about: &[i32],
) -> Result<(i32, u64), FaultKind> {
    let mut taken = 0;
    let value = measured(program, what, about, &mut taken)?;
    Ok((value, taken))
}

/// Returns the number of a place in the table of spots.
fn spot_of(program: &Program, about: &[i32]) -> Option<i32> {
    let board = &program.board.as_deref()?.board;
    i32::try_from(board.spot_of(*about.first()?)?).ok()
}

/// Returns the place with a number in the table of spots.
fn spot(program: &Program, about: &[i32]) -> Option<i32> {
    let board = &program.board.as_deref()?.board;
    board.spot(usize::try_from(*about.first()?).ok()?)
}

fn measured(
    program: &Program,
    what: Measure,
    about: &[i32],
    taken: &mut u64,
) -> Result<i32, FaultKind> {
    let (primitive, whole) = match what {
        Measure::Primitive(primitive, whole) => (primitive, whole),
        Measure::SpotOf => return Ok(spot_of(program, about).unwrap_or(NONE)),
        Measure::Spot => return Ok(spot(program, about).unwrap_or(NONE)),
    };
    if primitive == Primitive::Turned {
        let [direction, degrees, ..] = *about else {
            return Ok(NONE);
        };
        return Ok(turned(direction, degrees));
    }
    let board_instance = board_instance(program)?;
    let board = &board_instance.board;
    let place = |at: usize| on(board_instance, about.get(at));
    let number = |at: usize| {
        let number = about.get(at).copied();
        number.ok_or(FaultKind::Ours("a measure of too few registers"))
    };
    let outline = |at: usize| outline(board_instance, about, at);
    let flag = |holds: bool| Ok(i32::from(holds));
    let or_none = |place: Option<i32>| Ok(place.unwrap_or(NONE));
    match primitive {
        Primitive::Distance => Ok(board.distance(place(0)?, place(1)?, whole)),
        Primitive::Bearing => Ok(board.bearing(place(0)?, place(1)?)),
        Primitive::InArc => flag(board.in_arc(place(0)?, number(1)?, number(2)?, place(3)?)),
        Primitive::Ahead => or_none(board.ahead(place(0)?, number(1)?, number(2)?)),
        Primitive::Twin => {
            let (from, to) = (
                end(board_instance, about.get(1))?,
                end(board_instance, about.get(2))?,
            );
            or_none(board.twin(place(0)?, from, to))
        }
        Primitive::Link => match board.side(place(0)?, place(1)?) {
            Some(side) => Ok(side),
            None => Err(FaultKind::NotAdjacent),
        },
        Primitive::Gap => {
            let (one, other) = (outline(0)?, outline(3)?);
            *taken = steps(&one, &other);
            Ok(board.gap(place(1)?, &one, place(4)?, &other, whole))
        }
        Primitive::GapFrom => {
            let (one, other) = (outline(0)?, outline(4)?);
            *taken = steps(&one, &other);
            Ok(board.gap(place(3)?, &one, place(5)?, &other, whole))
        }
        Primitive::Contact => {
            let (one, other) = (outline(0)?, outline(3)?);
            *taken = steps(&one, &other);
            or_none(board.contact(place(1)?, &one, place(4)?, &other))
        }
        Primitive::Edge => {
            let one = outline(0)?;
            *taken = steps(&one, POINT);
            Ok(board.edge(place(1)?, &one, number(3)?))
        }
        Primitive::Inside => {
            let one = outline(1)?;
            *taken = steps(&one, POINT);
            flag(board.inside(place(0)?, place(2)?, &one))
        }
        Primitive::Crosses => {
            let one = outline(2)?;
            *taken = steps(&one, POINT);
            flag(board.crosses(place(0)?, place(1)?, place(3)?, &one))
        }
        Primitive::Through => {
            let one = outline(2)?;
            *taken = steps(&one, POINT);
            Ok(board.through(place(0)?, place(1)?, place(3)?, &one, whole))
        }
        Primitive::Row => Ok(board.row_and_column(place(0)?).0),
        Primitive::Column => Ok(board.row_and_column(place(0)?).1),
        Primitive::Across => {
            let (from, to) = (place(0)?, place(1)?);
            Ok((board.row_and_column(from).1 - board.row_and_column(to).1).abs())
        }
        Primitive::Along => {
            let (from, to) = (place(0)?, place(1)?);
            Ok((board.row_and_column(from).0 - board.row_and_column(to).0).abs())
        }
        Primitive::Turned | Primitive::Cost | Primitive::Farthest => Ok(NONE),
    }
}

/// The value of a field of a hex or one of its sides.
pub(super) fn ground(
    program: &Program,
    place: i32,
    field: u32,
    of_side: bool,
) -> Result<i32, FaultKind> {
    let board_instance = board_instance(program)?;
    let said = match of_side {
        true => board_instance.side(place, field),
        false => board_instance.place(place, field),
    };
    said.ok_or(FaultKind::OffTheBoard)
}

/// Returns the next place of the grid after `last` within the distance in `about`, or [`NONE`]; and the steps
/// beyond that of the op.
pub(super) fn next_spot(
    program: &Program,
    last: i32,
    about: &[i32],
) -> Result<(i32, u64), FaultKind> {
    let board_instance = board_instance(program)?;
    let board = &board_instance.board;
    let center = match about {
        [center, distance] => Some((on(board_instance, Some(center))?, *distance)),
        _ => None,
    };
    let first = match last {
        NONE => 0,
        last => board.spot_of(last).map_or(usize::MAX, |spot| spot + 1),
    };
    let (found, n_passed) = match center {
        None => (board.spot(first), 0),
        Some((center, distance)) => board.next_within(center, distance, first),
    };
    Ok((found.unwrap_or(NONE), n_passed / 4))
}

/// Lists the hexes or sides that the line between two places passes.
pub(super) fn trace(
    program: &Program,
    sides: bool,
    about: &[i32],
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let board_instance = board_instance(program)?;
    let (from, to) = (
        end(board_instance, about.first())?,
        end(board_instance, about.get(1))?,
    );
    let found = match sides {
        true => board_instance.board.sides_between(from, to),
        false => board_instance.board.between(from, to),
    };
    fits(list(block, &found))
}

/// Begins a search from the start, goal, maximum cost, amount to be spent, positions and directions of cutting units, and places
/// on which costs depend; further ones of these are `held` in tracks.
pub(super) fn search_start(
    program: &Program,
    about: &[i32],
    held: &[i32],
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let board_instance = board_instance(program)?;
    let number = |at: usize| about.get(at).copied().filter(|value| *value != NONE);
    let sought = Sought {
        from: on(board_instance, about.first())?,
        goal: match number(1) {
            None => None,
            Some(goal) => Some(on(board_instance, Some(&goal))?),
        },
        most: number(2),
        spend: number(3),
    };
    let cutting = about.get(4..);
    let cutting = cutting.ok_or(FaultKind::Ours("a search of too few registers"))?;
    let cutting = cutting.chunks_exact(2);
    let cutting = board_instance.cutting.iter().zip(cutting);
    let shapes: Vec<(Place, Cow<'_, Shape>)> = cutting
        .filter_map(|(unit, stands)| {
            let [at, facing] = *stands else { return None };
            let shape = board_instance.shapes.get(*unit as usize)?;
            let is_there = board_instance.board.holds(at);
            is_there.then(|| (at, shape.turned(facing)))
        })
        .collect();
    let shapes: Vec<(Place, &Shape)> = shapes.iter().map(|(at, shape)| (*at, &**shape)).collect();
    let mut search = Search::begin(&board_instance.board, block, sought, &shapes)
        .ok_or(FaultKind::TooManySteps)?;
    let handed = about.iter().skip(4 + 2 * board_instance.cutting.len());
    for place in handed.chain(held) {
        search.single_out(*place);
    }
    Ok(())
}

/// Passes the cost of the last step to the search, which returns the next step with an unknown cost.
pub(super) fn search_step(
    program: &Program,
    steps: StepsId,
    block: &mut [i32],
) -> Result<(), FaultKind> {
    let classes = program.steps.get(steps.0 as usize);
    let classes = classes.and_then(|steps| steps.classes.as_deref());
    Search::resume(&board_instance(program)?.board, block).step(classes);
    Ok(())
}

/// Ends a search and writes its result into the block.
pub(super) fn search_end(
    program: &Program,
    found: Found,
    whole: Whole,
    block: &mut [i32],
) -> Result<(), FaultKind> {
    fits(Search::resume(&board_instance(program)?.board, block).end(found, whole))
}

/// A list that exceeds its block is an internal error, reported as a run with too many steps.
fn fits(has_room: bool) -> Result<(), FaultKind> {
    match has_room {
        true => Ok(()),
        false => Err(FaultKind::TooManySteps),
    }
}
