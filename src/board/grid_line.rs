//! Straight lines over hexes, between centres and middles of sides, and over squares, between centres.
//!
//! An exact walk in integers: of each hex the side through which the line leaves is found by the sign of a cross
//! product with its corners, so a line along a hexside is known to be one, and the line back is the reverse. Over squares
//! the next border of columns is compared with the next border of lines.

use super::Place;
use super::compass::Step;
use super::grid::{Cell, GridMap, Layout};
use super::square_walk::SquareWalk;
use std::cmp::Ordering;

/// An end of a straight line over hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// The centre of a hex.
    Centre(Place),
    /// The middle of a side, by the code of the side.
    Side(i32),
}

impl LineEnd {
    /// Returns the end with a code: a place, or a side below all places.
    pub fn of_code(code: i32) -> Self {
        match code < 0 {
            true => Self::Side(-1 - code),
            false => Self::Centre(code),
        }
    }
}

impl From<Place> for LineEnd {
    fn from(place: Place) -> Self {
        Self::Centre(place)
    }
}

/// A cell that a line passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// A cell that the line passes.
    pub place: Place,
    /// The hex on the other side, if the line runs along a side of this one and that hex is on the map.
    pub twin: Option<Place>,
}

/// The cells of a map that a line passes, without those in whose centre it ends, in order; of two along a hexside the left one first.
#[derive(Debug, Clone, Default)]
pub struct GridLine<'m> {
    walk: Option<(&'m GridMap, Walk)>,
    right: Option<Passed>,
}

impl Iterator for GridLine<'_> {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        if let Some(passed) = self.right.take() {
            return Some(passed);
        }
        let (map, walk) = self.walk.as_mut()?;
        loop {
            let (left, right) = match walk.next()? {
                LineStep::One(cell) => (map.index(cell), None),
                LineStep::Two(left, right) => (map.index(left), map.index(right)),
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

impl GridMap {
    /// As [`Board::line`](super::Board::line).
    pub(super) fn line(&self, a: LineEnd, b: LineEnd) -> GridLine<'_> {
        GridLine {
            walk: self.walk(a, b).map(|walk| (self, walk)),
            right: None,
        }
    }

    /// As [`Board::sides_between`](super::Board::sides_between).
    pub(super) fn sides_between(&self, a: LineEnd, b: LineEnd) -> Vec<i32> {
        let Some(walk) = self.walk(a, b) else {
            return Vec::new();
        };
        let centre = |end: LineEnd| match end {
            LineEnd::Centre(place) => self.cell(place).map(LineStep::One),
            LineEnd::Side(_) => None,
        };
        let mut sides = Vec::new();
        let mut last = centre(a);
        for stage in walk.chain(centre(b)) {
            for before in last.into_iter().flat_map(LineStep::cells) {
                for after in stage.cells() {
                    sides.extend(self.side_of_cells(before, after));
                }
            }
            if let LineStep::Two(left, right) = stage {
                sides.extend(self.side_of_cells(left, right));
            }
            last = Some(stage);
        }
        sides
    }

    /// Returns the side between two adjacent cells; one of the two may lie outside the map.
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

    fn walk(&self, a: LineEnd, b: LineEnd) -> Option<Walk> {
        let (from, to) = (self.anchor(a)?, self.anchor(b)?);
        match (self.layout(), from, to) {
            (layout @ (Layout::Pointy | Layout::Flat), ..) => {
                HexWalk::new(layout, from, to).map(Walk::Hexes)
            }
            (Layout::Square { .. }, Anchor::Centre(from), Anchor::Centre(to)) => {
                Some(Walk::Squares(SquareWalk::new(from, to)))
            }
            (Layout::Square { .. }, ..) => None,
        }
    }

    fn anchor(&self, end: LineEnd) -> Option<Anchor> {
        match end {
            LineEnd::Centre(place) => self.cell(place).map(Anchor::Centre),
            LineEnd::Side(side) => {
                let (place, direction) = self.decoded(side);
                Some(Anchor::Side(self.cell(place)?, direction))
            }
        }
    }
}

/// An end of a line, by cells: a centre, or the middle of the side in the direction of a number.
#[derive(Debug, Clone, Copy)]
enum Anchor {
    Centre(Cell),
    Side(Cell, usize),
}

impl Anchor {
    /// Twice the step to it from the origin, which is whole for the middles of sides, too.
    fn twice(self, layout: Layout) -> Option<Step> {
        let origin = Cell { line: 0, column: 0 };
        match self {
            Self::Centre(cell) => Some(layout.step(origin, cell) * 2),
            Self::Side(cell, direction) => {
                let beyond = cell.stepped(*layout.sides().get(direction)?, 1);
                Some(layout.step(origin, cell) + layout.step(origin, beyond))
            }
        }
    }

    /// Returns the hex that a line enters from this corner, or both hexes if it runs along their side.
    fn entered(self, layout: Layout, line: Step) -> Option<LineStep> {
        let (cell, direction) = match self {
            Self::Centre(cell) => return Some(LineStep::One(cell)),
            Self::Side(cell, direction) => (cell, direction),
        };
        let corners = layout.corners();
        let (left, right) = (corners.get(direction)?, corners.get((direction + 1) % 6)?);
        // The hex is to the right of its side, traversed clockwise.
        let along = *right + *left * -1;
        let beyond = cell.stepped(*layout.sides().get(direction)?, 1);
        Some(match along.clockwise(line).cmp(&0) {
            Ordering::Greater => LineStep::One(cell),
            Ordering::Less => LineStep::One(beyond),
            // Traversed anticlockwise, the hex is to the left.
            Ordering::Equal if along.right * line.right + along.up * line.up < 0 => {
                LineStep::Two(cell, beyond)
            }
            Ordering::Equal => LineStep::Two(beyond, cell),
        })
    }
}

/// Next step of a line: one hex, or those on both sides of a hexside, the left one first.
#[derive(Debug, Clone, Copy)]
enum LineStep {
    One(Cell),
    Two(Cell, Cell),
}

impl LineStep {
    fn cells(self) -> impl Iterator<Item = Cell> {
        let (first, second) = match self {
            Self::One(cell) => (cell, None),
            Self::Two(left, right) => (left, Some(right)),
        };
        [first].into_iter().chain(second)
    }

    fn has(self, cell: Cell) -> bool {
        self.cells().any(|one| one == cell)
    }
}

/// The walk along a line, on and beside the map.
#[derive(Debug, Clone)]
enum Walk {
    Hexes(HexWalk),
    Squares(SquareWalk),
}

impl Iterator for Walk {
    type Item = LineStep;

    fn next(&mut self) -> Option<LineStep> {
        match self {
            Self::Hexes(walk) => walk.next(),
            Self::Squares(walk) => walk.next().map(LineStep::One),
        }
    }
}

/// The traversal of the hexes whose interior a line passes, except a hex in whose centre it
/// ends.
#[derive(Debug, Clone)]
struct HexWalk {
    at: Cell,
    /// The hex in which the line begins, if it begins at a side.
    first: Option<LineStep>,
    /// A hex of the last step, and whether the line ends in its centre.
    goal: (Cell, bool),
    is_over: bool,
    /// Distance of the centre of the hex to the right of the line.
    aside: i64,
    /// Offsets to the right of the two corners between which the line passes.
    left_corner: i64,
    right_corner: i64,
    /// The sides to the left of these corners, between them and to the right: the step, and its offset to the right.
    ways: [((i32, i32), i64); 3],
    /// Whether the line points exactly at the left corner: then it runs along hexsides, and this is the next pair.
    along_side: bool,
    pair_next: bool,
}

impl HexWalk {
    /// `None` from a point to itself.
    fn new(layout: Layout, from: Anchor, to: Anchor) -> Option<Self> {
        let (start, end) = (from.twice(layout)?, to.twice(layout)?);
        let line = end + start * -1;
        let corners = layout.corners();
        let corner = |number: usize| corners.get(number % 6).map(|corner| *corner * 2);
        let sector = (0..6).find(|number| {
            let (left, right) = (corner(*number), corner(number + 1));
            left.is_some_and(|left| left.clockwise(line) >= 0)
                && right.is_some_and(|right| line.clockwise(right) > 0)
        })?;
        let aside = |step: Step| line.clockwise(step);
        let origin = Cell { line: 0, column: 0 };
        let way = |number: usize| {
            let side = layout.sides().get(number % 6).copied()?;
            Some((
                side,
                aside(layout.step(origin, origin.stepped(side, 1)) * 2),
            ))
        };
        let ways = [way(sector + 5)?, way(sector)?, way(sector + 1)?];
        let goal = match (to, to.entered(layout, line * -1)?) {
            (Anchor::Centre(cell), _) => (cell, true),
            (Anchor::Side(..), LineStep::One(cell) | LineStep::Two(cell, _)) => (cell, false),
        };
        let (at, first) = match (from, from.entered(layout, line)?) {
            (Anchor::Centre(cell), _) => (cell, None),
            (Anchor::Side(..), first @ LineStep::One(cell)) => (cell, Some(first)),
            // The line enters from the hex before.
            (Anchor::Side(..), LineStep::Two(left, _)) => (left.stepped(ways[0].0, -1), None),
        };
        let is_pair = first.is_none() && matches!(from, Anchor::Side(..));
        let centre = layout.step(origin, at) * 2 + start * -1;
        let off = if is_pair { 0 } else { aside(centre) };
        let left_corner = aside(corner(sector)?);
        Some(Self {
            at,
            first,
            goal,
            is_over: first.is_none() && !is_pair && at == goal.0,
            aside: off,
            left_corner,
            right_corner: aside(corner(sector + 1)?),
            ways,
            along_side: left_corner == 0 && off == 0,
            pair_next: true,
        })
    }

    /// Moves to the next hex, or to the next two if the line runs along their side.
    fn step(&mut self) -> LineStep {
        let [left, middle, right] = self.ways;
        if self.along_side {
            let pair = (self.at.stepped(left.0, 1), self.at.stepped(middle.0, 1));
            self.pair_next = !self.pair_next;
            if !self.pair_next {
                return LineStep::Two(pair.0, pair.1);
            }
            self.at = pair.0.stepped(middle.0, 1);
        } else {
            // A line through a corner only touches the third hex there, and continues in the one straight ahead.
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
        LineStep::One(self.at)
    }
}

impl Iterator for HexWalk {
    type Item = LineStep;

    fn next(&mut self) -> Option<LineStep> {
        if self.is_over {
            return None;
        }
        let stage = match self.first.take() {
            Some(first) => first,
            None => self.step(),
        };
        let (goal, in_centre) = self.goal;
        self.is_over = stage.has(goal);
        (!self.is_over || !in_centre).then_some(stage)
    }
}
