//! The geometry of boards: numbers worked out by hand, and laws.

mod hexes;
mod laws;
mod table;

use sandtable::board::{Board, HexMap, Layout, OpenTable};

/// Lines of as many hexes each, every second one shifted.
pub(super) fn rectangle(layout: Layout, rows: i32, hexes: i32) -> Board {
    Board::Hexes(HexMap::rectangle(layout, rows, hexes).unwrap())
}

/// A hexagon of hexes.
pub(super) fn hexagon(layout: Layout, side: i32) -> Board {
    Board::Hexes(HexMap::hexagon(layout, side).unwrap())
}

/// A table of so many inches, chosen on every inch.
pub(super) fn table(width: i32, height: i32) -> Board {
    Board::Table(OpenTable::new(100 * width, 100 * height, 100).unwrap())
}

/// The place of a name.
pub(super) fn at(board: &Board, name: &str) -> i32 {
    board.parse(name).unwrap_or_else(|| panic!("no {name}"))
}

/// The names of places, with blanks between.
pub(super) fn names(board: &Board, places: &[i32]) -> String {
    let names: Vec<String> = places.iter().map(|place| board.name(*place)).collect();
    names.join(" ")
}
