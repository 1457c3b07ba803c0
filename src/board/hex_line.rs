//! Straight lines over hexes, from centre to centre.
//!
//! An exact walk in integers: of each hex the side through which the line leaves is found by the sign of a cross
//! product with its corners, so a line along a hexside is known to be one, and the line back is the reverse.

use super::Place;
use super::compass::Step;
use super::hexes::{Cell, HexMap, Layout};

/// A hex that a line passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// The hex.
    pub place: Place,
    /// The hex on the other side, if the line runs along a side of this one and the map goes on there.
    pub twin: Option<Place>,
}

/// The hexes of a map that a line passes, without both ends, in order; of two along a hexside the left one first.
#[derive(Debug, Clone, Default)]
pub struct HexLine<'m> {
    walk: Option<(&'m HexMap, Walk)>,
    right: Option<Passed>,
}

impl Iterator for HexLine<'_> {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        if let Some(passed) = self.right.take() {
            return Some(passed);
        }
        let (map, walk) = self.walk.as_mut()?;
        loop {
            let (left, right) = match walk.next()? {
                Stage::One(cell) => (map.index(cell), None),
                Stage::Two(left, right) => (map.index(left), map.index(right)),
            };
            let passed = |place: Option<Place>, twin| place.map(|place| Passed { place, twin });
            match (passed(left, right), passed(right, left)) {
                (None, None) => {}
                (Some(first), second) | (None, second @ Some(first)) => {
                    self.right = second.filter(|_| left.is_some());
                    return Some(first);
                }
            }
        }
    }
}

impl HexMap {
    /// As [`Board::line`](super::Board::line).
    pub(super) fn line(&self, a: Place, b: Place) -> HexLine<'_> {
        HexLine {
            walk: self.walk(a, b).map(|walk| (self, walk)),
            right: None,
        }
    }

    /// As [`Board::sides_between`](super::Board::sides_between).
    pub(super) fn sides_between(&self, a: Place, b: Place) -> Vec<i32> {
        let (Some(from), Some(to), Some(walk)) = (self.cell(a), self.cell(b), self.walk(a, b))
        else {
            return Vec::new();
        };
        if a == b {
            return Vec::new();
        }
        let mut sides = Vec::new();
        let mut last = Stage::One(from);
        for stage in walk.chain([Stage::One(to)]) {
            for before in last.cells() {
                for after in stage.cells() {
                    sides.extend(self.side_of_cells(before, after));
                }
            }
            if let Stage::Two(left, right) = stage {
                sides.extend(self.side_of_cells(left, right));
            }
            last = stage;
        }
        sides
    }

    /// The side between two adjacent cells of which one may lie beside the map.
    fn side_of_cells(&self, a: Cell, b: Cell) -> Option<i32> {
        let (hex, other) = match self.index(a) {
            Some(hex) => (hex, b),
            None => (self.index(b)?, a),
        };
        let cell = self.cell(hex)?;
        let sides = self.layout().sides();
        let direction = sides
            .iter()
            .position(|side| cell.stepped(*side, 1) == other)?;
        self.side_of(hex, direction)
    }

    fn walk(&self, a: Place, b: Place) -> Option<Walk> {
        Walk::new(self.layout(), self.cell(a)?, self.cell(b)?)
    }
}

/// Next step of a line: one hex, or those on both sides of a hexside, the left one first.
#[derive(Debug, Clone, Copy)]
enum Stage {
    One(Cell),
    Two(Cell, Cell),
}

impl Stage {
    fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Self::One(cell) => (cell, None),
            Self::Two(left, right) => (left, Some(right)),
        };
        [first].into_iter().chain(second)
    }
}

/// The walk along a line, on and beside the map. Ends before the goal.
#[derive(Debug, Clone)]
struct Walk {
    at: Cell,
    goal: Cell,
    /// Distance of the centre of the hex to the right of the line.
    aside: i64,
    /// Distance by which the two corners between which the line points lie further to the right.
    left_corner: i64,
    right_corner: i64,
    /// The sides to the left of them, between them and to the right of them: the step, and how much further to the right.
    ways: [((i32, i32), i64); 3],
    /// Whether the line points exactly at the left corner: then it runs along hexsides, and this is the next pair.
    along_side: bool,
    pair_next: bool,
}

impl Walk {
    /// `None` from a hex to itself.
    fn new(layout: Layout, from: Cell, to: Cell) -> Option<Self> {
        let line = layout.step(from, to);
        let corners = layout.corners();
        let corner = |number: usize| corners.get(number % 6).copied();
        let sector = (0..6).find(|number| {
            let (left, right) = (corner(*number), corner(number + 1));
            left.is_some_and(|left| left.clockwise(line) >= 0)
                && right.is_some_and(|right| line.clockwise(right) > 0)
        })?;
        let aside = |step: Step| line.clockwise(step);
        let way = |number: usize| {
            let side = layout.sides().get(number % 6).copied()?;
            let origin = Cell { line: 0, column: 0 };
            Some((side, aside(layout.step(origin, origin.stepped(side, 1)))))
        };
        Some(Self {
            at: from,
            goal: to,
            aside: 0,
            left_corner: aside(corner(sector)?),
            right_corner: aside(corner(sector + 1)?),
            ways: [way(sector + 5)?, way(sector)?, way(sector + 1)?],
            along_side: aside(corner(sector)?) == 0,
            pair_next: true,
        })
    }
}

impl Iterator for Walk {
    type Item = Stage;

    fn next(&mut self) -> Option<Stage> {
        if self.at == self.goal {
            return None;
        }
        let [left, middle, right] = self.ways;
        if self.along_side {
            let pair = (self.at.stepped(left.0, 1), self.at.stepped(middle.0, 1));
            self.pair_next = !self.pair_next;
            if !self.pair_next {
                return Some(Stage::Two(pair.0, pair.1));
            }
            self.at = pair.0.stepped(middle.0, 1);
        } else {
            // A line through a corner touches a third hex there, but goes on in the one straight ahead.
            let (side, aside) = if self.aside + self.left_corner > 0 {
                left
            } else if self.aside + self.right_corner < 0 {
                right
            } else {
                middle
            };
            self.aside += aside;
            self.at = self.at.stepped(side, 1);
        }
        (self.at != self.goal).then_some(Stage::One(self.at))
    }
}
