//! How a search for ways lies in its block of registers.
//!
//! A search asks the program what each step costs: [`Op::SearchStart`](super::Op::SearchStart) lays it out,
//! [`Op::SearchStep`](super::Op::SearchStep) names the next step in [`FROM`] and [`TO`], the program puts its cost into
//! [`COST`], and so on until [`FROM`] is nothing. [`Op::SearchEnd`](super::Op::SearchEnd) leaves what was found.

use crate::board::{Board, LONGEST_SIDE, Shape};
use crate::model::board::Laid;

/// Where the step begins; nothing at the end.
pub const FROM: usize = 0;
/// Where the step ends.
pub const TO: usize = 1;
/// What the step costs, nothing if it cannot be gone; at the end what the whole way costs.
pub const COST: usize = 2;
/// Where the search begins.
pub const START: usize = 3;
/// Where it goes; nothing if anywhere.
pub const GOAL: usize = 4;
/// What a way may cost; nothing if any.
pub const MOST: usize = 5;
/// What is to be spent on the way.
pub const SPEND: usize = 6;
/// Hexes: the cost that is looked at. A table: what the way has cost so far, in hundredths.
pub const LEVEL: usize = 7;
/// Hexes: the hex that is looked at, times 8, and the direction. A table: how many stretches there are.
pub const CURSOR: usize = 8;
/// At the end: where what is to be spent runs out, or the goal.
pub const FARTHEST: usize = 9;
/// At the end: how many places are listed.
pub const COUNT: usize = 10;
/// Hexes: what each costs to reach, then for each how many steps and from where. A table: the ends of the stretches. At the
/// end: the places.
pub const ITEMS: usize = 11;

/// How many registers a search needs; a list of places along a line needs no more.
pub fn n_registers(laid: Option<&Laid>) -> usize {
    let Some(laid) = laid else {
        return ITEMS;
    };
    ITEMS
        + match &laid.board {
            Board::Hexes(map) => 2 * map.n_hexes(),
            Board::Table(table) => {
                let sides = usize::try_from(table.width() + table.height());
                let inches = sides.unwrap_or(2 * LONGEST_SIDE as usize) / 100 + 2;
                let cuts = laid
                    .cutting
                    .iter()
                    .filter_map(|at| laid.shapes.get(*at as usize));
                let cuts = cuts.map(|shape| match shape {
                    Shape::Disc { .. } => 2,
                    Shape::Polygon { points } => 2 * points.len(),
                });
                inches + cuts.sum::<usize>()
            }
        }
}
