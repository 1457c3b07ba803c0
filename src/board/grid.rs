//! A map of hexes or squares of any outline.
//!
//! The address of a cell is its position in the drawing, line and column of the text, with one column of spaces between the cells of a
//! line: so hexes with pointy tops have their neighbours two columns aside or one line and column away, and those with
//! flat tops two lines above and below or one line and column away. Both are the same drawing, turned. Squares have them
//! two columns aside and one line above and below.

use super::compass::{Grain, Step, turned};
use super::{Graph, Place};

/// Most hexes or squares of a map.
pub const MOST_CELLS: usize = 10_000;

/// Shape and orientation of the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Hexes with a corner on top: rows are straight. Sides at 30, 90, 150, 210, 270, 330 degrees.
    Pointy,
    /// Hexes with a side on top: columns are straight. Sides at 0, 60, 120, 180, 240, 300 degrees.
    Flat,
    /// Squares. Sides at 0, 90, 180, 270 degrees, corners between them.
    Square {
        /// Squares that touch at a corner are adjacent, too.
        diagonals: bool,
    },
}

/// Line and column of a cell in the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    pub(super) line: i32,
    pub(super) column: i32,
}

/// Reason why cells do not make a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridFault {
    /// There are no cells.
    Empty,
    /// More than [`MOST_CELLS`], or spread over too wide a drawing.
    TooLarge,
    /// The cell with this index in the input is between the columns.
    BetweenColumns(usize),
    /// The cell with this index in the input occurs twice.
    Twice(usize),
}

/// A map of hexes or squares.
///
/// Cells are called by the line of the drawing, `A` on top, and their place in it from 1: `C4`; squares by their column.
/// They are numbered line by line, each from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct GridMap {
    layout: Layout,
    /// One per place, in order; the first line is 0, and so is the leftmost column.
    cells: Vec<Cell>,
    /// The place in each line and column of the drawing, or -1.
    drawing: Vec<i32>,
    width: i32,
    height: i32,
    /// The first place of each line, and the number of places before the end of the last line.
    first_of_line: Vec<usize>,
    /// The adjacent places of each, clockwise, from the first of [`Layout::sides`].
    graph: Graph,
    /// The places at a distance of 1 at most of each, itself among them, least first.
    near: Graph,
}

impl GridMap {
    /// Builds a map from the lines and columns of its cells in a drawing, in any order.
    ///
    /// Errors: the reason why they do not form a map.
    pub fn new(layout: Layout, drawn: &[(i32, i32)]) -> Result<Self, GridFault> {
        let frame = Frame::around(drawn)?;
        let is_square = matches!(layout, Layout::Square { .. });
        let parity = |(line, column): &(i32, i32)| match is_square {
            true => column.rem_euclid(2),
            false => (line + column).rem_euclid(2),
        };
        let first = drawn.first().map(parity);
        if let Some(at) = drawn.iter().position(|cell| Some(parity(cell)) != first) {
            return Err(GridFault::BetweenColumns(at));
        }
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by_key(|at| drawn.get(*at));
        let twice = order.windows(2).find_map(|pair| match pair {
            [a, b] if drawn.get(*a) == drawn.get(*b) => Some(*b.max(a)),
            _ => None,
        });
        if let Some(at) = twice {
            return Err(GridFault::Twice(at));
        }
        let cells = order
            .iter()
            .filter_map(|at| drawn.get(*at))
            .map(|cell| Cell {
                line: cell.0 - frame.top,
                column: cell.1 - frame.left,
            });
        Ok(Self::of_cells(layout, cells.collect(), &frame))
    }

    fn of_cells(layout: Layout, cells: Vec<Cell>, frame: &Frame) -> Self {
        let size = usize::try_from(frame.width * frame.height).unwrap_or(0);
        let mut map = Self {
            layout,
            drawing: vec![-1; size],
            width: frame.width,
            height: frame.height,
            first_of_line: Vec::new(),
            graph: Graph::new(std::iter::empty()),
            near: Graph::new(std::iter::empty()),
            cells,
        };
        for (index, cell) in (0..).zip(&map.cells) {
            let at = usize::try_from(cell.line * map.width + cell.column);
            if let Some(slot) = at.ok().and_then(|at| map.drawing.get_mut(at)) {
                *slot = index;
            }
        }
        map.first_of_line = (0..=map.height)
            .map(|line| map.cells.partition_point(|cell| cell.line < line))
            .collect();
        map.link_up();
        map
    }

    /// Computes the adjacent cells of each.
    fn link_up(&mut self) {
        let places = (0..).take(self.cells.len());
        let edges = places.map(|place: Place| {
            let directions = 0..self.layout.sides().len();
            let linked = directions.filter(|direction| self.layout.is_linked(*direction));
            let edge = |direction| {
                let end = self.toward(place, direction)?;
                Some((end, self.side_of(place, direction)?))
            };
            linked.filter_map(edge).collect()
        });
        self.graph = Graph::new(edges);
        let places = (0..).take(self.cells.len());
        let near = places.map(|place: Place| {
            let around = self.graph.neighbours(place).iter().copied();
            let around = around.chain([place]);
            let near = around.filter(|other| self.distance(place, *other) <= 1);
            let mut near: Vec<(Place, i32)> = near.map(|other| (other, 0)).collect();
            near.sort_unstable();
            near
        });
        self.near = Graph::new(near);
    }

    /// The same squares with diagonal neighbours: squares that touch at a corner are adjacent, too. Hexes have no such neighbours.
    #[must_use]
    pub fn with_diagonals(mut self) -> Self {
        if let Layout::Square { diagonals } = &mut self.layout {
            *diagonals = true;
            self.link_up();
        }
        self
    }

    /// Returns a map of `n` lines (pointy tops, squares) or `n` columns (flat tops) of equal length; of hexes every second one is
    /// shifted by half a hex.
    ///
    /// Errors: no lines or cells, or too many.
    pub fn rectangle(layout: Layout, rows: i32, cells: i32) -> Result<Self, GridFault> {
        let shift = match layout {
            Layout::Pointy | Layout::Flat => 2,
            Layout::Square { .. } => 1,
        };
        let cells: Vec<(i32, i32)> = (0..rows.min(100_000))
            .flat_map(|row| (0..cells.min(100_000)).map(move |at| (row, 2 * at + row % shift)))
            .take(MOST_CELLS + 1)
            .collect();
        Self::new(layout, &layout.in_layout(cells))
    }

    /// Returns a hexagon with `side` hexes along each side: 8 make 169 hexes.
    ///
    /// Errors: no hexes, or too many.
    pub fn hexagon(layout: Layout, side: i32) -> Result<Self, GridFault> {
        let most = side.min(1_000) - 1;
        let cells: Vec<(i32, i32)> = (-most..=most)
            .flat_map(|row| {
                let half = 2 * most - row.abs();
                (0..=half).map(move |at| (row, 2 * at - half))
            })
            .collect();
        Self::new(layout, &layout.in_layout(cells))
    }

    /// Shape and orientation of its cells.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of its cells.
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Returns the adjacency graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether its cells are squares.
    pub fn is_square(&self) -> bool {
        matches!(self.layout, Layout::Square { .. })
    }

    /// Line and column of a cell in the drawing, from 0.
    pub fn drawn_at(&self, place: Place) -> Option<(i32, i32)> {
        self.cell(place).map(|cell| (cell.line, cell.column))
    }

    /// As [`Board::row_and_column`](super::Board::row_and_column).
    pub(super) fn row_and_column(&self, place: Place) -> (i32, i32) {
        let Some(cell) = self.cell(place) else {
            return (0, 0);
        };
        match self.layout {
            Layout::Flat => (cell.line / 2 + 1, cell.column + 1),
            Layout::Pointy | Layout::Square { .. } => (cell.line + 1, cell.column / 2 + 1),
        }
    }

    /// Number of lines and columns of the drawing.
    pub fn drawn_size(&self) -> (i32, i32) {
        (self.height, self.width)
    }

    /// The cell in a line and column of the drawing, from 0.
    pub fn cell_at(&self, line: i32, column: i32) -> Option<Place> {
        self.index(Cell { line, column })
    }

    /// As [`Board::next_within`](super::Board::next_within), of a cell and those around it.
    pub(super) fn next_adjacent(&self, center: Place, first: usize) -> (Option<Place>, u64) {
        let near = self.near.neighbours(center);
        let is_behind = |place: &&Place| usize::try_from(**place).is_ok_and(|at| at >= first);
        (near.iter().find(is_behind).copied(), near.len() as u64)
    }

    /// The numbers of the places on lines that may be within a distance of a cell.
    pub(super) fn lines_around(&self, center: Place, n: i32) -> std::ops::Range<usize> {
        let line = self.cell(center).map_or(0, |cell| cell.line);
        // An adjacent hex may be two lines of the drawing away.
        let lines_a_step = match self.layout {
            Layout::Flat => 2,
            Layout::Pointy | Layout::Square { .. } => 1,
        };
        let lines = n.max(0).saturating_mul(lines_a_step);
        let first_of = |line: i32| {
            let line = usize::try_from(line.clamp(0, self.height)).ok()?;
            self.first_of_line.get(line).copied()
        };
        let start = first_of(line.saturating_sub(lines));
        let end = first_of(line.saturating_add(lines).saturating_add(1));
        start.unwrap_or(0)..end.unwrap_or(self.cells.len())
    }

    /// As [`Board::name`](super::Board::name).
    pub(super) fn name(&self, place: Place) -> String {
        let Some(cell) = self.cell(place) else {
            return format!("#{place}");
        };
        let line = usize::try_from(cell.line).unwrap_or(0);
        if self.is_square() {
            return format!("{}{}", letters(line), cell.column / 2 + 1);
        }
        let first = self.first_of_line.get(line).copied().unwrap_or(0);
        let number = usize::try_from(place).unwrap_or(0) + 1 - first;
        format!("{}{number}", letters(line))
    }

    /// As [`Board::parse`](super::Board::parse).
    pub(super) fn parse(&self, text: &str) -> Option<Place> {
        let (line, number) = addressed(text)?;
        if self.is_square() {
            let line = i32::try_from(line).ok()?;
            let column = i32::try_from(number).ok()?.checked_sub(1)?;
            return self.cell_at(line, column.checked_mul(2)?);
        }
        let first = *self.first_of_line.get(line)?;
        let behind = *self.first_of_line.get(line + 1)?;
        let index = first.checked_add(number.checked_sub(1)?)?;
        (index < behind)
            .then(|| i32::try_from(index).ok())
            .flatten()
    }

    /// As [`Board::near`](super::Board::near).
    pub(super) fn near(&self, text: &str) -> Option<Place> {
        let (line, number) = addressed(text)?;
        let last = usize::try_from(self.height).ok()?.checked_sub(1)?;
        let line = line.min(last);
        let first = *self.first_of_line.get(line)?;
        let behind = *self.first_of_line.get(line + 1)?;
        let at = number.max(1) - 1;
        let index = match self.is_square() {
            true => (first..behind).min_by_key(|place| {
                let column = self.cells.get(*place).map_or(0, |cell| cell.column / 2);
                usize::try_from(column).unwrap_or(0).abs_diff(at)
            })?,
            false => first.checked_add(at)?.min(behind.checked_sub(1)?),
        };
        (index >= first)
            .then(|| i32::try_from(index).ok())
            .flatten()
    }

    /// The letters of the first and the last row.
    pub fn row_names(&self) -> (String, String) {
        let last = usize::try_from(self.height - 1).unwrap_or(0);
        (letters(0), letters(last))
    }

    /// The names of the first and the last cell in the row that a name begins with.
    pub fn row_like(&self, name: &str) -> Option<(String, String)> {
        let row = name
            .trim()
            .split(|mark: char| !mark.is_ascii_alphabetic())
            .next()?;
        let line = line_of(row)?;
        let (first, behind) = (
            *self.first_of_line.get(line)?,
            *self.first_of_line.get(line + 1)?,
        );
        let name = |at: usize| Place::try_from(at).ok().map(|place| self.name(place));
        let last = behind.checked_sub(1).filter(|last| *last >= first)?;
        name(first).zip(name(last))
    }

    /// As [`Board::distance`](super::Board::distance).
    pub(super) fn distance(&self, a: Place, b: Place) -> i32 {
        let (Some(a), Some(b)) = (self.cell(a), self.cell(b)) else {
            return 0;
        };
        self.layout.steps(a, b)
    }

    /// As [`Board::ahead`](super::Board::ahead).
    pub(super) fn ahead(&self, a: Place, direction: i32, n: i32) -> Option<Place> {
        let at = self.layout.nearest_side(direction)?;
        let side = *self.layout.sides().get(at)?;
        if n.unsigned_abs() as usize > MOST_CELLS {
            return None;
        }
        self.index(self.cell(a)?.stepped(side, n))
    }

    /// The cell over the side, or corner of a square, of this number.
    fn toward(&self, place: Place, direction: usize) -> Option<Place> {
        let side = *self.layout.sides().get(direction)?;
        self.index(self.cell(place)?.stepped(side, 1))
    }

    /// As [`Board::side`](super::Board::side); of squares also those between squares that touch at a corner.
    pub(super) fn side(&self, a: Place, b: Place) -> Option<i32> {
        let mut directions = 0..self.layout.sides().len();
        let direction = directions.find(|direction| self.toward(a, *direction) == Some(b))?;
        self.side_of(a, direction)
    }

    /// The code of a cell's side in the direction of this number, from 0; also at the rim of the map. The corners of squares
    /// count as sides.
    pub fn side_of(&self, place: Place, direction: usize) -> Option<i32> {
        self.cell(place)?;
        let n = self.layout.sides().len();
        let code = |place: Place, direction: usize| {
            Some(place * i32::try_from(n).ok()? + i32::try_from(direction).ok()?)
        };
        match self.toward(place, direction) {
            Some(other) if other < place => code(other, (direction + n / 2) % n),
            _ => code(place, direction),
        }
    }

    /// The cell and the direction of a side's code.
    pub fn decoded(&self, side: i32) -> (Place, usize) {
        let n = i32::try_from(self.layout.sides().len()).unwrap_or(1);
        let direction = usize::try_from(side.rem_euclid(n)).unwrap_or(0);
        (side.div_euclid(n), direction)
    }

    /// The cells on both sides of a side; one at the rim of the map.
    pub fn beside(&self, side: i32) -> Option<(Place, Option<Place>)> {
        let (place, direction) = self.decoded(side);
        self.cell(place)?;
        Some((place, self.toward(place, direction)))
    }

    /// `B2/B3`; at the rim of the map with the direction: `B2/30`.
    pub fn side_name(&self, side: i32) -> String {
        match self.beside(side) {
            Some((a, Some(b))) => format!("{}/{}", self.name(a), self.name(b)),
            Some((a, None)) => {
                let degrees = self.layout.degrees(self.decoded(side).1);
                format!("{}/{degrees}", self.name(a))
            }
            None => format!("#{side}"),
        }
    }

    pub(super) fn cell(&self, place: Place) -> Option<Cell> {
        let index = usize::try_from(place).ok()?;
        self.cells.get(index).copied()
    }

    pub(super) fn index(&self, cell: Cell) -> Option<Place> {
        let drawn = (0..self.height).contains(&cell.line) && (0..self.width).contains(&cell.column);
        let at = drawn.then(|| usize::try_from(cell.line * self.width + cell.column));
        let index = *self.drawing.get(at?.ok()?)?;
        (index >= 0).then_some(index)
    }

    pub(super) fn grain(&self) -> Grain {
        match self.layout {
            Layout::Pointy => Grain::Pointy,
            Layout::Flat => Grain::Flat,
            Layout::Square { .. } => Grain::Square,
        }
    }

    pub(super) fn step(&self, a: Place, b: Place) -> Step {
        match (self.cell(a), self.cell(b)) {
            (Some(a), Some(b)) => self.layout.step(a, b),
            _ => Step { right: 0, up: 0 },
        }
    }
}

impl Layout {
    /// The steps to the cells around one as lines and columns, clockwise from the one at 30 degrees (pointy tops) or 0;
    /// around a square also those over its corners.
    pub(super) fn sides(self) -> &'static [(i32, i32)] {
        match self {
            Self::Pointy => &[(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)],
            Self::Flat => &[(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)],
            Self::Square { .. } => &[
                (-1, 0),
                (-1, 2),
                (0, 2),
                (1, 2),
                (1, 0),
                (1, -2),
                (0, -2),
                (-1, -2),
            ],
        }
    }

    /// Whether the cell in the direction of this number is adjacent.
    fn is_linked(self, direction: usize) -> bool {
        match self {
            Self::Pointy | Self::Flat | Self::Square { diagonals: true } => true,
            Self::Square { diagonals: false } => direction.is_multiple_of(2),
        }
    }

    /// Degrees of the direction of this number.
    pub fn degrees(self, direction: usize) -> i32 {
        let direction = i32::try_from(direction).unwrap_or(0);
        match self {
            Self::Pointy => 60 * direction + 30,
            Self::Flat => 60 * direction,
            Self::Square { .. } => 45 * direction,
        }
    }

    /// Number of the adjacent cell's direction that is nearest to these degrees; halfway between two the one clockwise.
    fn nearest_side(self, degrees: i32) -> Option<usize> {
        let at = match self {
            Self::Pointy => turned(degrees, 0) / 60,
            Self::Flat => turned(degrees, 30) / 60,
            Self::Square { diagonals: false } => turned(degrees, 45) / 90 * 2,
            Self::Square { diagonals: true } => (2 * turned(degrees, 0) + 45) / 90 % 8,
        };
        usize::try_from(at).ok()
    }

    /// Returns the direction, in degrees, of the adjacent cell that is nearest to some degrees, as [`Board::ahead`](super::Board::ahead) takes it.
    pub fn nearest(self, degrees: i32) -> Option<i32> {
        self.nearest_side(degrees).map(|at| self.degrees(at))
    }

    /// Returns the corners of a cell as offsets from its centre, clockwise; the side of a hex with some number is between the corner
    /// with
    /// that number and the next one.
    pub(super) fn corners(self) -> &'static [Step] {
        const fn corner(right: i64, up: i64) -> Step {
            Step { right, up }
        }
        const POINTY: [Step; 6] = [
            corner(0, 2),
            corner(1, 1),
            corner(1, -1),
            corner(0, -2),
            corner(-1, -1),
            corner(-1, 1),
        ];
        const FLAT: [Step; 6] = [
            corner(-1, 1),
            corner(1, 1),
            corner(2, 0),
            corner(1, -1),
            corner(-1, -1),
            corner(-2, 0),
        ];
        const SQUARE: [Step; 4] = [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
        match self {
            Self::Pointy => &POINTY,
            Self::Flat => &FLAT,
            Self::Square { .. } => &SQUARE,
        }
    }

    /// The step from centre to centre, in units in which the corners are whole, too.
    pub(super) fn step(self, a: Cell, b: Cell) -> Step {
        let (right, up) = (i64::from(b.column - a.column), i64::from(a.line - b.line));
        match self {
            Self::Pointy => Step { right, up: 3 * up },
            Self::Flat => Step {
                right: 3 * right,
                up,
            },
            Self::Square { .. } => Step { right, up: 2 * up },
        }
    }

    /// Distance in cells, as if the map had no holes.
    fn steps(self, a: Cell, b: Cell) -> i32 {
        let (lines, columns) = ((a.line - b.line).abs(), (a.column - b.column).abs());
        match self {
            Self::Pointy => lines + ((columns - lines) / 2).max(0),
            Self::Flat => columns + ((lines - columns) / 2).max(0),
            Self::Square { diagonals: false } => lines + columns / 2,
            Self::Square { diagonals: true } => lines.max(columns / 2),
        }
    }

    /// Cells thought of with pointy tops, as they are drawn in this layout.
    fn in_layout(self, cells: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
        match self {
            Self::Pointy | Self::Square { .. } => cells,
            Self::Flat => cells.into_iter().map(|(row, at)| (at, row)).collect(),
        }
    }
}

impl Cell {
    pub(super) fn stepped(self, (lines, columns): (i32, i32), n: i32) -> Self {
        Self {
            line: self.line + lines * n,
            column: self.column + columns * n,
        }
    }
}

/// The drawing around cells.
struct Frame {
    top: i32,
    left: i32,
    width: i32,
    height: i32,
}

impl Frame {
    fn around(drawn: &[(i32, i32)]) -> Result<Self, GridFault> {
        let range = |part: fn(&(i32, i32)) -> i32| {
            let (low, high) = (drawn.iter().map(part).min(), drawn.iter().map(part).max());
            low.zip(high)
        };
        let (Some((top, bottom)), Some((left, right))) =
            (range(|cell| cell.0), range(|cell| cell.1))
        else {
            return Err(GridFault::Empty);
        };
        let size = |low: i32, high: i32| i32::try_from(i64::from(high) - i64::from(low) + 1);
        match (size(left, right), size(top, bottom)) {
            (Ok(width), Ok(height))
                if drawn.len() <= MOST_CELLS
                    && i64::from(width) * i64::from(height) <= 100 * MOST_CELLS as i64 =>
            {
                Ok(Self {
                    top,
                    left,
                    width,
                    height,
                })
            }
            _ => Err(GridFault::TooLarge),
        }
    }
}

/// The line, from 0, and the number of `C4`; spaces do no harm.
fn addressed(text: &str) -> Option<(usize, usize)> {
    let text: String = text.split_whitespace().collect();
    let digits = text.find(|mark: char| mark.is_ascii_digit())?;
    let (row, number) = text.split_at_checked(digits)?;
    Some((line_of(row)?, number.parse::<usize>().ok()?))
}

/// `A` … `Z`, `AA`, `AB` …
fn letters(line: usize) -> String {
    let mut rest = line + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        let digit = u8::try_from((rest - 1) % 26).unwrap_or(0);
        letters.push(char::from(b'A' + digit));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// The line of letters, from 0.
fn line_of(letters: &str) -> Option<usize> {
    let number = letters.bytes().try_fold(0_usize, |number, byte| {
        let upper = byte.to_ascii_uppercase();
        let digit = upper
            .is_ascii_uppercase()
            .then(|| usize::from(upper - b'A') + 1)?;
        number.checked_mul(26)?.checked_add(digit)
    })?;
    number.checked_sub(1)
}
