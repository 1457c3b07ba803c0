//! Positions of pieces: `at`, `facing`, `base`, `shape`.

use super::super::profile::{Unit, Value};
use super::cell_words::{CellWords, words_of};
use super::outline::{corners, hundredths, pair};
use sandtable_board::{AreaMap, Board, GridMap, OpenTable, Place, Shape};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{Span, Spanned};

/// Maximum size of a base, in hundredths of an inch: 40 inches.
const LARGEST_BASE: i32 = 4_000;

/// Position, facing and outline of a piece.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// The place `at`, or the centre of a shape drawn on the table; `None` if the piece is not on the map.
    pub at: Option<Spanned<Place>>,
    /// The angle `facing`, from 0 to 359.
    pub facing: Option<Spanned<i32>>,
    /// The `base` or `shape`, relative to the place.
    pub shape: Option<Spanned<Shape>>,
}

/// Reads the position of a piece of a map or a scenario on a board.
///
/// The corners of a `shape` are relative to `at`; without an `at` they are points of the table, and the place of the piece is the
/// centre of the shape. Reports: E0403, E0404, E0424, E0425.
pub fn read_standing(unit: &Unit, board: &Board, diagnostics: &mut Diagnostics) -> Standing {
    let mut standing = Standing {
        at: None,
        facing: facing(unit, diagnostics),
        shape: None,
    };
    let at = unit.stat("at").map(|stat| &stat.value);
    match board {
        Board::Grid(map) => {
            standing.at = at.and_then(|at| hex(at, board, map, diagnostics));
            for key in ["base", "shape"] {
                if let Some(stat) = unit.stat(key) {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::UnknownKey,
                            format!("a map of {} takes no `{key}`", words_of(map).cells),
                        )
                        .label(stat.key.span, "")
                        .help(format!(
                            "delete it: on {}, a piece fills its {}; if it is a track of yours, give that another name: `{key}` is \
                             a word of scenarios",
                            words_of(map).cells,
                            words_of(map).cell
                        )),
                    );
                }
            }
        }
        Board::Areas(map) => {
            standing.at = at.and_then(|at| area(at, map, diagnostics));
            standing.facing = None;
            for key in ["facing", "base", "shape"] {
                if let Some(stat) = unit.stat(key) {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::UnknownKey,
                            format!("a map of areas takes no `{key}`"),
                        )
                        .label(stat.key.span, "")
                        .help("delete it: on areas, a piece is in its area as a whole"),
                    );
                }
            }
        }
        Board::Table(table) => {
            standing.at = at.and_then(|at| point(at, table, diagnostics));
            standing.shape = base(unit, diagnostics);
            if let (None, Some(shape)) = (at, unit.stat("shape")) {
                standing.at = drawn_at(shape.value.span, table, &mut standing.shape, diagnostics);
                // The corners are drawn in the direction at the start, and kept as they are when it is 0.
                if let (Some(shape), Some(facing)) = (&mut standing.shape, &standing.facing) {
                    shape.value = shape.value.turned(-facing.value).into_owned();
                }
            }
        }
    }
    standing
}

/// Returns the base or the shape of a unit, relative to its place.
///
/// Reports: E0403, E0404, E0424.
pub fn base(unit: &Unit, diagnostics: &mut Diagnostics) -> Option<Spanned<Shape>> {
    let (base, shape) = (unit.stat("base"), unit.stat("shape"));
    if let (Some(base), Some(shape)) = (base, shape) {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongValue,
                format!("`{}` has both a base and a shape", unit.id.value),
            )
            .label(shape.key.span, "")
            .label(base.key.span, "")
            .help(
                "keep one of them: `base` is the diameter of a round base, `shape` the corners of \
                any other",
            ),
        );
        return None;
    }
    if let Some(base) = base {
        let diameter = hundredths(&base.value.value);
        if diameter.is_none() && base.value.value == Value::Unreadable {
            return None;
        }
        let Some(diameter) = diameter.filter(|size| (1..=LARGEST_BASE).contains(size)) else {
            diagnostics.push(
                Diagnostic::new(
                    Code::OutOfRange,
                    "`base` must be the diameter of a round base in inches",
                )
                .label(base.value.span, "")
                .help(
                    "write a number above 0 and up to 40, with at most two decimals: `base = 1.5`",
                ),
            );
            return None;
        };
        let radius = (diameter + 1) / 2;
        return Some(Spanned::new(Shape::Disc { radius }, base.value.span));
    }
    let shape = shape?;
    let points = corners(&shape.value, diagnostics)?;
    Some(Spanned::new(Shape::Polygon { points }, shape.value.span))
}

fn facing(unit: &Unit, diagnostics: &mut Diagnostics) -> Option<Spanned<i32>> {
    let stat = unit.stat("facing")?;
    let degrees = match &stat.value.value {
        Value::Number(number) => i32::try_from(*number).ok(),
        Value::Unreadable => return None,
        Value::Decimal(_)
        | Value::Flag(_)
        | Value::Word(_)
        | Value::List(_)
        | Value::Inline(_)
        | Value::Other(_) => None,
    };
    match degrees.filter(|degrees| (0..360).contains(degrees)) {
        Some(degrees) => Some(Spanned::new(degrees, stat.value.span)),
        None => {
            diagnostics.push(
                Diagnostic::new(
                    Code::OutOfRange,
                    "`facing` must be a direction in whole degrees",
                )
                .label(stat.value.span, "")
                .help("write a number from 0 (up the map) through 90 (right) to 359"),
            );
            None
        }
    }
}

/// Reads `at = "C4"`.
pub(super) fn hex(
    value: &Spanned<Value>,
    board: &Board,
    map: &GridMap,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Place>> {
    let Value::Word(name) = &value.value else {
        if value.value != Value::Unreadable {
            diagnostics.push(
                Diagnostic::new(
                    Code::WrongValue,
                    format!("expected the name of a {}", words_of(map).cell),
                )
                .label(value.span, format!("this is {}", value.value.type_name()))
                .help("write its row and its place in it, in quotes: `at = \"C4\"`"),
            );
        }
        return None;
    };
    named(
        &Spanned::new(name.clone(), value.span),
        board,
        map,
        diagnostics,
    )
}

/// Returns the hex with this name.
///
/// Reports: E0422.
pub(super) fn named(
    name: &Spanned<String>,
    board: &Board,
    map: &GridMap,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Place>> {
    if let Some(place) = board.parse(&name.value) {
        return Some(Spanned::new(place, name.span));
    }
    let finding = Diagnostic::new(
        Code::UnknownHex,
        format!(
            "there is no {} `{}` on this map",
            words_of(map).cell,
            name.value
        ),
    )
    .label(name.span, "");
    let CellWords { cell, cells, .. } = words_of(map);
    let finding = match board.near(&name.value) {
        Some(near) => finding.help(format!("the nearest is {}", board.name(near))),
        None => finding,
    };
    diagnostics.push(finding.help(format!(
        "{}; the rows are {} to {} from the top",
        map.row_like(&name.value).map_or_else(
            || format!("name a {cell} by its row and its place in it, `A1`"),
            |(first, last)| format!("its row has the {cells} {first} to {last}"),
        ),
        map.row_names().0,
        map.row_names().1,
    )));
    None
}

/// Reads `at = "north-ford"`.
///
/// Reports: E0403, E0422.
pub(super) fn area(
    value: &Spanned<Value>,
    map: &AreaMap,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Place>> {
    let Value::Word(name) = &value.value else {
        if value.value != Value::Unreadable {
            diagnostics.push(
                Diagnostic::new(Code::WrongValue, "expected the name of an area")
                    .label(value.span, format!("this is {}", value.value.type_name()))
                    .help("write the name of its heading, in quotes: `\"north-ford\"` for `[area.north-ford]`"),
            );
        }
        return None;
    };
    let known = map.names().iter().map(|known| known.id.as_str());
    match map.place(name) {
        Some(place) => Some(Spanned::new(place, value.span)),
        None => {
            diagnostics.push(unknown_area(name, value.span, known));
            None
        }
    }
}

/// Returns the finding about a name that no area of the map has.
pub(super) fn unknown_area<'n>(
    name: &str,
    span: Span,
    known: impl IntoIterator<Item = &'n str>,
) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownHex,
        format!("there is no area `{name}` on this map"),
    )
    .label(span, "")
    .suggest(name, known)
    .help(format!(
        "correct the name, or add the area: `[area.{name}]`"
    ))
}

/// Reads `at = [12.5, 8]`.
fn point(
    value: &Spanned<Value>,
    table: &OpenTable,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Place>> {
    let (x, y) = pair(value, "a place on the table", diagnostics)?;
    match table.place(x, y) {
        Some(place) => Some(Spanned::new(place, value.span)),
        None => {
            diagnostics.push(off_the_table(value.span, table));
            None
        }
    }
}

fn off_the_table(span: Span, table: &OpenTable) -> Diagnostic {
    let inches = |hundredths: i32| {
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let (width, height) = (inches(table.width()), inches(table.height()));
    Diagnostic::new(Code::OffTheMap, "this is off the table")
        .label(span, "")
        .help(format!(
            "(0, 0) is the lower left corner, ({width}, {height}) the upper right one"
        ))
}

/// Returns the centre of a shape drawn on the table, and the shape relative to it.
fn drawn_at(
    span: Span,
    table: &OpenTable,
    shape: &mut Option<Spanned<Shape>>,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Place>> {
    let Some(Spanned {
        value: Shape::Polygon { points },
        ..
    }) = shape
    else {
        return None;
    };
    if points.iter().any(|(x, y)| table.place(*x, *y).is_none()) {
        diagnostics.push(off_the_table(span, table));
        return None;
    }
    let middle = |part: fn(&(i32, i32)) -> i32| {
        let (low, high) = (points.iter().map(part).min(), points.iter().map(part).max());
        low.zip(high)
            .map_or(0, |(low, high)| low + (high - low) / 2)
    };
    let (x, y) = (middle(|point| point.0), middle(|point| point.1));
    for point in points.iter_mut() {
        *point = (point.0 - x, point.1 - y);
    }
    table.place(x, y).map(|place| Spanned::new(place, span))
}
