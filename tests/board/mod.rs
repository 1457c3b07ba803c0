//! The geometry of boards: numbers worked out by hand, and laws.

mod hexes;
mod laws;
mod table;

use sandtable::board::search::{self, Found, NOTHING, Search, Sought};
use sandtable::board::{Board, GridMap, Layout, OpenTable, Rounding, Shape};

/// Lines of as many hexes each, every second one shifted.
pub(super) fn rectangle(layout: Layout, rows: i32, hexes: i32) -> Board {
    Board::Grid(GridMap::rectangle(layout, rows, hexes).unwrap())
}

/// A hexagon of hexes.
pub(super) fn hexagon(layout: Layout, side: i32) -> Board {
    Board::Grid(GridMap::hexagon(layout, side).unwrap())
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

/// Result of a search.
pub(super) struct Searching {
    pub(super) cost: Option<i32>,
    pub(super) farthest: Option<i32>,
    pub(super) places: Vec<i32>,
}

pub(super) fn to_goal(from: i32, goal: i32) -> Sought {
    Sought {
        from,
        goal: Some(goal),
        most: None,
        spend: None,
    }
}

pub(super) fn spending(from: i32, goal: i32, points: i32) -> Sought {
    Sought {
        spend: Some(points),
        ..to_goal(from, goal)
    }
}

pub(super) fn within(from: i32, most: i32) -> Sought {
    Sought {
        from,
        goal: None,
        most: Some(most),
        spend: None,
    }
}

/// Searches as a program does, step by step. What a way over a table costs is rounded up.
pub(super) fn searched(
    board: &Board,
    sought: Sought,
    shapes: &[(i32, &Shape)],
    cost: impl Fn(i32, i32) -> Option<i32>,
) -> Searching {
    let outlines = shapes.iter().map(|(_, shape)| *shape);
    let mut block = vec![0; search::n_registers(board, outlines)];
    Search::begin(board, &mut block, sought, shapes).expect("there is room");
    loop {
        Search::resume(board, &mut block).step(None);
        let (from, to) = (block[search::FROM], block[search::TO]);
        if from == NOTHING {
            break;
        }
        block[search::COST] = cost(from, to).unwrap_or(NOTHING);
    }
    let found = match sought.goal {
        Some(_) => Found::Way,
        None => Found::Reached,
    };
    assert!(Search::resume(board, &mut block).end(found, Rounding::Up));
    let some = |value: i32| (value != NOTHING).then_some(value);
    let n_places = block[search::COUNT] as usize;
    Searching {
        cost: some(block[search::COST]),
        farthest: some(block[search::FARTHEST]),
        places: block[search::ITEMS..][..n_places].to_vec(),
    }
}
