//! Layout of a board on paper: where places, corners and sides lie. Lengths are hundredths of a pixel.

use sandtable_board::{AreaMap, Board, GridMap, Layout, OpenTable, Place};

/// From the centre of a hex to its corners: 26 pixels.
pub(crate) const RADIUS: i64 = 2_600;
/// Half of that times the root of 3: half the width of a hex with pointy tops.
pub(crate) const HALF: i64 = 2_252;
/// The side of a square.
pub(crate) const SIDE: i64 = 4_400;
/// Between the centres of the two areas that are nearest to each other, at least.
pub(crate) const APART: i64 = 9_000;
/// The radius of an area.
pub(crate) const AREA: i64 = 2_600;
/// Around the board.
pub(crate) const MARGIN: i64 = 2_400;
/// An inch of a table, at most.
pub(crate) const INCH: i64 = 1_200;
/// The widest table.
pub(crate) const WIDEST: i64 = 160_000;
/// A line of text below the board.
pub(crate) const LINE: i64 = 2_000;

/// A point of the picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

/// Scale and offset from places to points of the picture.
pub(crate) struct Plan<'a> {
    board: Outline<'a>,
    pub(crate) top: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    /// The radius of a piece without a base.
    pub(crate) piece: i64,
}

enum Outline<'a> {
    Grid(&'a GridMap),
    Areas(Paper<'a>),
    Table(&'a OpenTable, i64),
}

/// Areas, and how their positions on paper lie in the picture.
struct Paper<'a> {
    map: &'a AreaMap,
    left: i64,
    top: i64,
    /// A length on paper is multiplied by the first and divided by the second.
    scale: (i64, i64),
}

impl<'a> Paper<'a> {
    fn of(map: &'a AreaMap) -> (Self, i64, i64) {
        let places = (0..).take(map.n_areas());
        let points = places.filter_map(|place| map.position(place));
        let points: Vec<(i64, i64)> = points.map(|(x, y)| (i64::from(x), i64::from(y))).collect();
        let span = |part: fn(&(i64, i64)) -> i64| {
            let (low, high) = (points.iter().map(part).min(), points.iter().map(part).max());
            low.zip(high).unwrap_or_default()
        };
        let (x, y) = (span(|point| point.0), span(|point| point.1));
        let apart = |(at, a): (usize, &(i64, i64))| {
            let others = points.iter().skip(at + 1);
            others
                .map(|b| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2))
                .filter(|squared| *squared > 0)
                .min()
        };
        let nearest = points.iter().enumerate().filter_map(apart).min();
        let nearest = nearest.map_or(1, |squared| squared.isqrt().max(1));
        let widest = (x.1 - x.0).max(y.1 - y.0).max(1);
        // On a wide map close neighbours may overlap, so that the size of the picture is bounded.
        let scale = match widest * APART / nearest > WIDEST {
            true => (WIDEST, widest),
            false => (APART, nearest),
        };
        let paper = Self {
            map,
            left: x.0,
            top: y.1,
            scale,
        };
        let (width, height) = (paper.scaled(x.1 - x.0), paper.scaled(y.1 - y.0));
        (paper, width + 2 * AREA, height + 2 * AREA + LINE)
    }

    fn scaled(&self, length: i64) -> i64 {
        length * self.scale.0 / self.scale.1
    }
}

impl<'a> Plan<'a> {
    /// The layout of a board that begins so far down.
    pub(crate) fn new(board: &'a Board, top: i64) -> Self {
        match board {
            Board::Grid(map) => Self::of_grid(map, top),
            Board::Areas(map) => Self::of_areas(map, top),
            Board::Table(table) => Self::of_table(table, top),
        }
    }

    fn of_areas(map: &'a AreaMap, top: i64) -> Self {
        let (paper, width, height) = Paper::of(map);
        Self {
            board: Outline::Areas(paper),
            top,
            width,
            height,
            piece: RADIUS / 2,
        }
    }

    fn of_grid(map: &'a GridMap, top: i64) -> Self {
        let (lines, columns) = map.drawn_size();
        let (lines, columns) = (i64::from(lines) - 1, i64::from(columns) - 1);
        let (width, height) = match map.layout() {
            Layout::Pointy => (
                columns * HALF + 2 * HALF,
                lines * RADIUS * 3 / 2 + 2 * RADIUS,
            ),
            Layout::Flat => (
                columns * RADIUS * 3 / 2 + 2 * RADIUS,
                lines * HALF + 2 * HALF,
            ),
            Layout::Square { .. } => (columns * SIDE / 2 + SIDE, lines * SIDE + SIDE),
        };
        Self {
            board: Outline::Grid(map),
            top,
            width,
            height,
            piece: RADIUS / 2,
        }
    }

    fn of_table(table: &'a OpenTable, top: i64) -> Self {
        let (width, height) = (i64::from(table.width()), i64::from(table.height()));
        let inch = INCH.min(WIDEST * 100 / width).max(1);
        Self {
            board: Outline::Table(table, inch),
            top,
            width: width * inch / 100,
            height: height * inch / 100,
            piece: inch / 2,
        }
    }

    pub(crate) fn at(&self, place: Place) -> At {
        let (x, y) = match &self.board {
            Outline::Grid(map) => {
                let (line, column) = map.drawn_at(place).unwrap_or_default();
                let (line, column) = (i64::from(line), i64::from(column));
                match map.layout() {
                    Layout::Pointy => (HALF + column * HALF, RADIUS + line * RADIUS * 3 / 2),
                    Layout::Flat => (RADIUS + column * RADIUS * 3 / 2, HALF + line * HALF),
                    Layout::Square { .. } => (SIDE / 2 + column * SIDE / 2, SIDE / 2 + line * SIDE),
                }
            }
            Outline::Areas(paper) => {
                let (x, y) = paper.map.position(place).unwrap_or_default();
                let right = paper.scaled(i64::from(x) - paper.left);
                let down = paper.scaled(paper.top - i64::from(y));
                (AREA + right, AREA + down)
            }
            Outline::Table(table, inch) => {
                let (x, y) = table.hundredths(place).unwrap_or_default();
                let x = i64::from(x) * inch / 100;
                (x, self.height - i64::from(y) * inch / 100)
            }
        };
        At {
            x: MARGIN + x,
            y: self.top + y,
        }
    }

    /// Returns the corners of a hex or square, clockwise; the side of a hex with some number is between the corner with that number
    /// and
    /// the next one.
    pub(crate) fn corners(&self, map: &GridMap, place: Place) -> Vec<At> {
        let centre = self.at(place);
        let steps: &[(i64, i64)] = match map.layout() {
            Layout::Pointy => &[
                (0, -RADIUS),
                (HALF, -RADIUS / 2),
                (HALF, RADIUS / 2),
                (0, RADIUS),
                (-HALF, RADIUS / 2),
                (-HALF, -RADIUS / 2),
            ],
            Layout::Square { .. } => &[
                (-SIDE / 2, -SIDE / 2),
                (SIDE / 2, -SIDE / 2),
                (SIDE / 2, SIDE / 2),
                (-SIDE / 2, SIDE / 2),
            ],
            Layout::Flat => &[
                (-RADIUS / 2, -HALF),
                (RADIUS / 2, -HALF),
                (RADIUS, 0),
                (RADIUS / 2, HALF),
                (-RADIUS / 2, HALF),
                (-RADIUS, 0),
            ],
        };
        let at = |(x, y): &(i64, i64)| At {
            x: centre.x + x,
            y: centre.y + y,
        };
        steps.iter().map(at).collect()
    }

    /// The ends of the side of this code; of a corner between two squares a short stroke across it.
    pub(crate) fn side(&self, map: &GridMap, side: i32) -> Option<(At, At)> {
        let (place, direction) = map.decoded(side);
        let corners = self.corners(map, place);
        let first = match map.is_square() {
            true => direction.div_ceil(2),
            false => direction,
        };
        let corner = *corners.get(first % corners.len())?;
        if map.is_square() && direction % 2 == 1 {
            let centre = self.at(place);
            let along = |part: i64| At {
                x: corner.x + (corner.x - centre.x) * part / 6,
                y: corner.y + (corner.y - centre.y) * part / 6,
            };
            return Some((along(-1), along(1)));
        }
        Some((corner, *corners.get((first + 1) % corners.len())?))
    }

    /// A length of the board in hundredths of an inch.
    pub(crate) fn length(&self, hundredths: i64) -> i64 {
        match &self.board {
            Outline::Grid(_) | Outline::Areas(_) => 0,
            Outline::Table(_, inch) => hundredths * inch / 100,
        }
    }
}

/// Hundredths of a pixel as pixels.
pub(crate) fn px(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}
