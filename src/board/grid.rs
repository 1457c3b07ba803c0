//! A map of hexes of any outline.
//!
//! A hex is addressed as it is drawn, by line and column of the text, with one column of blanks between the hexes of a
//! line: so hexes with pointy tops have their neighbours two columns aside or one line and column away, and those with
//! flat tops two lines above and below or one line and column away. Both are the same drawing, turned.

use super::Place;
use super::compass::{Grain, Step, turned};

/// Most hexes of a map.
pub const MOST_HEXES: usize = 10_000;

/// Orientation of the hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// A corner on top: rows are straight. Sides at 30, 90, 150, 210, 270, 330 degrees.
    Pointy,
    /// A side on top: columns are straight. Sides at 0, 60, 120, 180, 240, 300 degrees.
    Flat,
}

/// Line and column of a hex in the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    pub(super) line: i32,
    pub(super) column: i32,
}

/// Reason why hexes do not make a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HexMapFault {
    /// There is none.
    Empty,
    /// More than [`MOST_HEXES`], or spread over too wide a drawing.
    TooLarge,
    /// The hex of this index, as handed over, stands between the columns.
    BetweenColumns(usize),
    /// The hex of this index, as handed over, is there twice.
    Twice(usize),
}

/// A map of hexes.
///
/// Hexes are called by the line of the drawing, `A` on top, and their place in it from 1: `C4`. They are numbered line
/// by line, each from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct HexMap {
    layout: Layout,
    /// One per hex, in order; the first line is 0, and so is the leftmost column.
    cells: Vec<Cell>,
    /// The hex in each line and column of the drawing, or -1.
    drawing: Vec<i32>,
    width: i32,
    height: i32,
    /// The first hex of each line, and the number of hexes behind the last line.
    first_of_line: Vec<usize>,
    /// The six adjacent hexes of each, or -1.
    neighbours: Vec<[i32; 6]>,
}

impl HexMap {
    /// A map of the hexes at these lines and columns of a drawing, in whatever order.
    ///
    /// Errors: why they do not make one.
    pub fn new(layout: Layout, drawn: &[(i32, i32)]) -> Result<Self, HexMapFault> {
        let frame = Frame::around(drawn)?;
        let parity = |(line, column): &(i32, i32)| (line + column).rem_euclid(2);
        let first = drawn.first().map(parity);
        if let Some(at) = drawn.iter().position(|cell| Some(parity(cell)) != first) {
            return Err(HexMapFault::BetweenColumns(at));
        }
        let mut order: Vec<usize> = (0..drawn.len()).collect();
        order.sort_by_key(|at| drawn.get(*at));
        let twice = order.windows(2).find_map(|pair| match pair {
            [a, b] if drawn.get(*a) == drawn.get(*b) => Some(*b.max(a)),
            _ => None,
        });
        if let Some(at) = twice {
            return Err(HexMapFault::Twice(at));
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
            neighbours: Vec::new(),
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
        map.neighbours = map
            .cells
            .iter()
            .map(|cell| {
                let beside = layout.sides().map(|side| map.index(cell.stepped(side, 1)));
                beside.map(|index| index.unwrap_or(-1))
            })
            .collect();
        map
    }

    /// So many lines (pointy tops) or columns (flat tops) of as many hexes each, every second one shifted by half a
    /// hex.
    ///
    /// Errors: none of them, or too many.
    pub fn rectangle(layout: Layout, rows: i32, hexes: i32) -> Result<Self, HexMapFault> {
        let cells: Vec<(i32, i32)> = (0..rows.min(100_000))
            .flat_map(|row| (0..hexes.min(100_000)).map(move |at| (row, 2 * at + row % 2)))
            .take(MOST_HEXES + 1)
            .collect();
        Self::new(layout, &layout.laid(cells))
    }

    /// A hexagon with so many hexes to a side: 8 make 169 hexes.
    ///
    /// Errors: none of them, or too many.
    pub fn hexagon(layout: Layout, side: i32) -> Result<Self, HexMapFault> {
        let most = side.min(1_000) - 1;
        let cells: Vec<(i32, i32)> = (-most..=most)
            .flat_map(|row| {
                let half = 2 * most - row.abs();
                (0..=half).map(move |at| (row, 2 * at - half))
            })
            .collect();
        Self::new(layout, &layout.laid(cells))
    }

    /// Orientation of its hexes.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of its hexes.
    pub fn n_hexes(&self) -> usize {
        self.cells.len()
    }

    /// Number of codes of hexsides: six per hex, though of a side between two hexes only the lower one's is
    /// used.
    pub fn n_sides(&self) -> usize {
        6 * self.cells.len()
    }

    /// Line and column of a hex in the drawing, from 0.
    pub fn drawn_at(&self, place: Place) -> Option<(i32, i32)> {
        self.cell(place).map(|cell| (cell.line, cell.column))
    }

    /// Number of lines and columns of the drawing.
    pub fn drawn_size(&self) -> (i32, i32) {
        (self.height, self.width)
    }

    /// The hex in a line and column of the drawing, from 0.
    pub fn hex_at(&self, line: i32, column: i32) -> Option<Place> {
        self.index(Cell { line, column })
    }

    /// As [`Board::name`](super::Board::name).
    pub(super) fn name(&self, place: Place) -> String {
        let Some(cell) = self.cell(place) else {
            return format!("#{place}");
        };
        let line = usize::try_from(cell.line).unwrap_or(0);
        let first = self.first_of_line.get(line).copied().unwrap_or(0);
        let number = usize::try_from(place).unwrap_or(0) + 1 - first;
        format!("{}{number}", letters(line))
    }

    /// As [`Board::parse`](super::Board::parse).
    pub(super) fn parse(&self, text: &str) -> Option<Place> {
        let text: String = text.split_whitespace().collect();
        let digits = text.find(|mark: char| mark.is_ascii_digit())?;
        let (row, number) = text.split_at_checked(digits)?;
        let (line, number) = (line_of(row)?, number.parse::<usize>().ok()?);
        let first = *self.first_of_line.get(line)?;
        let behind = *self.first_of_line.get(line + 1)?;
        let index = first.checked_add(number.checked_sub(1)?)?;
        (index < behind)
            .then(|| i32::try_from(index).ok())
            .flatten()
    }

    /// As [`Board::near`](super::Board::near).
    pub(super) fn near(&self, text: &str) -> Option<Place> {
        let text: String = text.split_whitespace().collect();
        let digits = text.find(|mark: char| mark.is_ascii_digit())?;
        let (row, number) = text.split_at_checked(digits)?;
        let number = number.parse::<usize>().ok()?;
        let last = usize::try_from(self.height).ok()?.checked_sub(1)?;
        let line = line_of(row)?.min(last);
        let first = *self.first_of_line.get(line)?;
        let behind = *self.first_of_line.get(line + 1)?;
        let index = first.checked_add(number.max(1) - 1)?;
        let index = index.min(behind.checked_sub(1)?);
        (index >= first)
            .then(|| i32::try_from(index).ok())
            .flatten()
    }

    /// The letters of the first and the last row.
    pub fn row_names(&self) -> (String, String) {
        let last = usize::try_from(self.height - 1).unwrap_or(0);
        (letters(0), letters(last))
    }

    /// The names of the first and the last hex in the row that a name begins with.
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
        (first < behind).then(|| {
            (
                format!("{}1", letters(line)),
                format!("{}{}", letters(line), behind - first),
            )
        })
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
        let ahead = turned(direction, if self.layout == Layout::Flat { 30 } else { 0 });
        let side = usize::try_from(ahead / 60).ok()?;
        let side = *self.layout.sides().get(side)?;
        if n.unsigned_abs() as usize > MOST_HEXES {
            return None;
        }
        self.index(self.cell(a)?.stepped(side, n))
    }

    /// As [`Board::neighbours`](super::Board::neighbours).
    pub(super) fn neighbours(&self, a: Place) -> [Option<Place>; 6] {
        let found = usize::try_from(a).ok().and_then(|a| self.neighbours.get(a));
        found.map_or([None; 6], |six| six.map(|at| (at >= 0).then_some(at)))
    }

    /// The adjacent hexes from a direction on, clockwise, with the numbers of their directions.
    #[inline]
    pub(super) fn beside_from(
        &self,
        hex: Place,
        first: i32,
    ) -> impl Iterator<Item = (i32, Place)> + '_ {
        let at = usize::try_from(hex).unwrap_or(usize::MAX);
        let six = self.neighbours.get(at).map_or(&[][..], |six| &six[..]);
        let known = (0..).zip(six.iter().copied());
        known.filter(move |(side, next)| *side >= first && *next >= 0)
    }

    /// As [`Board::side`](super::Board::side).
    pub(super) fn side(&self, a: Place, b: Place) -> Option<i32> {
        let direction = self.neighbours(a).iter().position(|at| *at == Some(b))?;
        self.side_of(a, direction)
    }

    /// The code of a hex's side in the direction of this number, from 0; also at the rim of the map.
    pub fn side_of(&self, hex: Place, direction: usize) -> Option<i32> {
        self.cell(hex)?;
        let code = |hex: Place, direction: usize| {
            let direction = i32::try_from(direction).ok()?;
            Some(hex * 6 + direction)
        };
        match *self.neighbours(hex).get(direction)? {
            Some(other) if other < hex => code(other, (direction + 3) % 6),
            _ => code(hex, direction),
        }
    }

    /// The hexes on both sides of a hexside; one at the rim of the map.
    pub fn beside(&self, side: i32) -> Option<(Place, Option<Place>)> {
        let (hex, direction) = (side.div_euclid(6), side.rem_euclid(6));
        self.cell(hex)?;
        let other = *self.neighbours(hex).get(usize::try_from(direction).ok()?)?;
        Some((hex, other))
    }

    /// `B2/B3`; at the rim of the map with the direction: `B2/30`.
    pub fn side_name(&self, side: i32) -> String {
        let degrees = 60 * side.rem_euclid(6) + if self.layout == Layout::Pointy { 30 } else { 0 };
        match self.beside(side) {
            Some((a, Some(b))) => format!("{}/{}", self.name(a), self.name(b)),
            Some((a, None)) => format!("{}/{degrees}", self.name(a)),
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
    /// The steps to the six adjacent hexes as lines and columns, clockwise from the one at 30 or 0 degrees.
    pub(super) fn sides(self) -> [(i32, i32); 6] {
        match self {
            Self::Pointy => [(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)],
            Self::Flat => [(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)],
        }
    }

    /// The six corners of a hex as steps from its centre; the side of a number lies between the corner of the same
    /// number and the next one.
    pub(super) fn corners(self) -> [Step; 6] {
        let corner = |(right, up)| Step { right, up };
        match self {
            Self::Pointy => [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)].map(corner),
            Self::Flat => [(-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)].map(corner),
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
        }
    }

    /// Distance in hexes.
    fn steps(self, a: Cell, b: Cell) -> i32 {
        let (lines, columns) = ((a.line - b.line).abs(), (a.column - b.column).abs());
        match self {
            Self::Pointy => lines + ((columns - lines) / 2).max(0),
            Self::Flat => columns + ((lines - columns) / 2).max(0),
        }
    }

    /// Cells thought of with pointy tops, as they are drawn in this layout.
    fn laid(self, cells: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
        match self {
            Self::Pointy => cells,
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

/// The drawing around hexes.
struct Frame {
    top: i32,
    left: i32,
    width: i32,
    height: i32,
}

impl Frame {
    fn around(drawn: &[(i32, i32)]) -> Result<Self, HexMapFault> {
        let range = |part: fn(&(i32, i32)) -> i32| {
            let (low, high) = (drawn.iter().map(part).min(), drawn.iter().map(part).max());
            low.zip(high)
        };
        let (Some((top, bottom)), Some((left, right))) =
            (range(|cell| cell.0), range(|cell| cell.1))
        else {
            return Err(HexMapFault::Empty);
        };
        let size = |low: i32, high: i32| i32::try_from(i64::from(high) - i64::from(low) + 1);
        match (size(left, right), size(top, bottom)) {
            (Ok(width), Ok(height))
                if drawn.len() <= MOST_HEXES
                    && i64::from(width) * i64::from(height) <= 100 * MOST_HEXES as i64 =>
            {
                Ok(Self {
                    top,
                    left,
                    width,
                    height,
                })
            }
            _ => Err(HexMapFault::TooLarge),
        }
    }
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
