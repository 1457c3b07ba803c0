//! The words of maps that are drawn.

use sandtable_board::{GridMap, Layout};

/// The words of a map of hexes or squares.
pub(super) struct CellWords {
    /// `hex`
    pub(super) cell: &'static str,
    /// `hexes`
    pub(super) cells: &'static str,
    /// The shape and orientation, if it is always the same.
    pub(super) layout: Option<Layout>,
}

pub(super) const HEXES: CellWords = CellWords {
    cell: "hex",
    cells: "hexes",
    layout: None,
};

pub(super) const SQUARES: CellWords = CellWords {
    cell: "square",
    cells: "squares",
    layout: Some(Layout::Square { diagonals: false }),
};

/// The words of a grid.
pub(super) fn words_of(map: &GridMap) -> &'static CellWords {
    match map.is_square() {
        true => &SQUARES,
        false => &HEXES,
    }
}
