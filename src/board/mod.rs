//! The geometry of boards: maps of hexes, squares or areas, and open tables in inches.
//!
//! Takes the outline of a board and places on it; returns distances, directions, lines, the places between, and paths.
//! Everything is computed in integers: no result depends on a platform, and a line exactly along a hexside or through an edge
//! is detected exactly. It knows no rules: terrain, visibility and the costs of steps
//! come from the caller.
//!
//! A place is one number ([`Place`]): the index of a hex, square or area, or a point of a table in hundredths of an inch,
//! `y * (width + 1) + x`. All boards but tables are graphs ([`Graph`]), with common searches and adjacency. Directions are whole
//! degrees, 0 up the map, clockwise.

mod areas;
mod compass;
mod graph;
mod grid;
mod grid_line;
mod plane;
pub mod search;
mod shape;
mod square_walk;
mod step_classes;
mod stress;
mod table;

pub use areas::{AreaMap, AreaName, MOST_AREAS};
pub use compass::turned;
pub use graph::Graph;
pub use grid::{GridFault, GridMap, Layout, MOST_CELLS};
pub use grid_line::{GridLine, LineEnd, Passed};
pub use plane::{Rounding, Whole};
pub use shape::{Shape, ShapeFault};
pub use step_classes::{Groups, StepClasses};
pub use table::{LONGEST_SIDE, OpenTable, SMALLEST_GRID};

/// A length in a direction: how much of it goes to the right and how much up, to the nearest whole.
pub fn ahead_of(direction: i32, length: i64) -> (i64, i64) {
    let step = compass::reach(direction, length);
    (step.right, step.up)
}

/// The code of a place: the index of a hex, square or area, or a point of a table in hundredths of an inch, `y * (width + 1) + x`.
pub type Place = i32;

/// A board: the outline and the measures, without pieces.
#[derive(Debug, Clone, PartialEq)]
pub enum Board {
    /// A map of hexes or squares.
    Grid(GridMap),
    /// A map of areas and links.
    Areas(AreaMap),
    /// An open table, measured in inches.
    Table(OpenTable),
}

impl Board {
    /// Returns the adjacency graph; `None` for a table.
    pub fn graph(&self) -> Option<&Graph> {
        match self {
            Self::Grid(map) => Some(map.graph()),
            Self::Areas(map) => Some(map.graph()),
            Self::Table(_) => None,
        }
    }

    /// Number of places that can be chosen: the hexes, squares or areas, or the points of the table's grid.
    #[inline]
    pub fn n_spots(&self) -> usize {
        match self {
            Self::Grid(map) => map.n_cells(),
            Self::Areas(map) => map.n_areas(),
            Self::Table(table) => table.n_spots(),
        }
    }

    /// Number of its places, if they are 0, 1, 2, …: hexes, squares and areas, not the points of a table.
    pub fn n_numbered(&self) -> Option<usize> {
        match self {
            Self::Grid(_) | Self::Areas(_) => Some(self.n_spots()),
            Self::Table(_) => None,
        }
    }

    /// The place that can be chosen under a number from 0.
    #[inline]
    pub fn spot(&self, index: usize) -> Option<Place> {
        match self {
            Self::Grid(_) | Self::Areas(_) => (index < self.n_spots())
                .then(|| i32::try_from(index).ok())
                .flatten(),
            Self::Table(table) => table.spot(index),
        }
    }

    /// Returns the index of a place among those that can be chosen; `None` if it is not on the grid.
    #[inline]
    pub fn spot_of(&self, place: Place) -> Option<usize> {
        match self {
            Self::Grid(_) | Self::Areas(_) => usize::try_from(place)
                .ok()
                .filter(|index| *index < self.n_spots()),
            Self::Table(table) => table.spot_of(place),
        }
    }

    /// `C4`, `north-ford`, or `(12.5, 8)`.
    pub fn name(&self, place: Place) -> String {
        match self {
            Self::Grid(map) => map.name(place),
            Self::Areas(map) => map.name(place),
            Self::Table(table) => table.name(place),
        }
    }

    /// The place of a name; blanks, small letters and missing brackets do no harm.
    pub fn parse(&self, text: &str) -> Option<Place> {
        match self {
            Self::Grid(map) => map.parse(text),
            Self::Areas(map) => map.place(text),
            Self::Table(table) => table.parse(text),
        }
    }

    /// Returns the place that a text names, or the nearest one at the edge of the board;
    /// `None` if it names no place.
    pub fn near(&self, text: &str) -> Option<Place> {
        match self {
            Self::Grid(map) => map.near(text),
            Self::Areas(map) => map.place(text),
            Self::Table(table) => table.near(text),
        }
    }

    /// Sorts names of places by their distance from one that a text names; names of no place come last.
    pub fn nearest_first(&self, text: &str, names: Vec<String>) -> Vec<String> {
        let Some(from) = self.near(text) else {
            return names;
        };
        let away = |name: &String| match self.parse(name) {
            Some(place) => self.length(from, place),
            None => i64::MAX,
        };
        let mut names = names;
        names.sort_by_cached_key(away);
        names
    }

    /// Returns the distance of adjacent places that can be chosen.
    pub fn stride(&self) -> u32 {
        match self {
            Self::Grid(_) | Self::Areas(_) => 1,
            Self::Table(table) => u32::try_from(table.grid()).unwrap_or(1).max(1),
        }
    }

    /// Whether the place is on the board.
    #[inline]
    pub fn holds(&self, place: Place) -> bool {
        match self {
            Self::Grid(_) | Self::Areas(_) => self.spot_of(place).is_some(),
            Self::Table(table) => table.holds(place),
        }
    }

    /// Hexes, squares or links, or inches from centre to centre. Between areas that no links join: the number of areas.
    ///
    /// Rounding has an effect on a table only. Off the board: 0.
    pub fn distance(&self, a: Place, b: Place, whole: impl Into<Whole>) -> i32 {
        match self {
            Self::Grid(map) => map.distance(a, b),
            Self::Areas(map) => map.distance(a, b),
            Self::Table(table) => table.distance(a, b, whole.into()),
        }
    }

    /// Row and column of a hex or square, both from 1; `(0, 0)` on boards without rows.
    ///
    /// Rows are counted downwards and columns to the right. Hexes with pointy tops are in straight rows; those with flat tops are
    /// in straight columns, and two lines of the drawing are one row.
    pub fn row_and_column(&self, place: Place) -> (i32, i32) {
        match self {
            Self::Grid(map) => map.row_and_column(place),
            Self::Areas(_) | Self::Table(_) => (0, 0),
        }
    }

    /// A distance on a table in hundredths of an inch, to the nearest; on other boards the distance times 100.
    pub fn length(&self, a: Place, b: Place) -> i64 {
        match self {
            Self::Grid(map) => 100 * i64::from(map.distance(a, b)),
            Self::Areas(map) => 100 * i64::from(map.distance(a, b)),
            Self::Table(table) => table.hundredths_between(a, b),
        }
    }

    /// Whether the distance is `n` at most: exactly, before any rounding.
    pub fn within(&self, a: Place, b: Place, n: i32) -> bool {
        match self {
            Self::Grid(map) => map.distance(a, b) <= n,
            Self::Areas(map) => map.distance(a, b) <= n,
            Self::Table(table) => table.within(a, b, n),
        }
    }

    /// Returns the first place with an index of at least `first` within a distance of `n` from a centre, and the number of places
    /// tested.
    /// Lines of the board beyond the distance are skipped.
    pub fn next_within(&self, center: Place, n: i32, first: usize) -> (Option<Place>, u64) {
        let window = match self {
            Self::Grid(map) if n == 1 => return map.next_adjacent(center, first),
            Self::Grid(map) => map.lines_around(center, n),
            Self::Areas(_) => 0..self.n_spots(),
            Self::Table(table) => table.rows_around(center, n),
        };
        let mut n_looked_at = 0;
        let mut spots = (first.max(window.start)..window.end).filter_map(|spot| self.spot(spot));
        let found = spots.find(|spot| {
            n_looked_at += 1;
            self.within(center, *spot, n)
        });
        (found, n_looked_at)
    }

    /// The direction from `a` to `b`, nearest degree; 0 if they are the same place.
    pub fn bearing(&self, a: Place, b: Place) -> i32 {
        let (grain, step) = self.step(a, b);
        compass::bearing(grain, step)
    }

    /// Whether `b`, seen from `a`, is within `n` degrees to either side of a direction.
    ///
    /// The edges are inside: exactly for multiples of 30 degrees on hexes and of 45 on squares and a table; no place is exactly
    /// on other edges. A place is in every arc from itself.
    #[inline]
    pub fn in_arc(&self, a: Place, direction: i32, either_side: i32, b: Place) -> bool {
        let (grain, step) = self.step(a, b);
        compass::in_arc(grain, direction, either_side, step)
    }

    /// The place `n` hexes or inches ahead; `None` off the board. A negative `n` goes backwards.
    ///
    /// On hexes and squares a direction that is not that of an adjacent one counts as the nearest one, halfway between two
    /// as the one clockwise; it does not matter whether the places between are part of the map. On a table the point is the
    /// nearest hundredth of an inch. Areas have no directions.
    pub fn ahead(&self, a: Place, direction: i32, n: i32) -> Option<Place> {
        match self {
            Self::Grid(map) => map.ahead(a, direction, n),
            Self::Areas(_) => None,
            Self::Table(table) => table.ahead(a, direction, n),
        }
    }

    /// Returns the hexes or squares that a straight line passes, in order, without those in whose centre it ends.
    ///
    /// One is passed if the line crosses its interior; a side at which the line ends belongs to none. Along a hexside both hexes are
    /// passed, the left one
    /// first; a hex or square that is only touched at a corner is not. The reversed line passes the same in reverse. Empty for areas
    /// and tables. A line over squares that ends at a side passes nothing.
    pub fn between(&self, a: impl Into<LineEnd>, b: impl Into<LineEnd>) -> Vec<Place> {
        self.line(a, b).map(|passed| passed.place).collect()
    }

    /// As [`Board::between`], one after the other, without allocating; with the hex on the other side of a hexside
    /// along which the line runs.
    pub fn line(&self, a: impl Into<LineEnd>, b: impl Into<LineEnd>) -> GridLine<'_> {
        match self {
            Self::Grid(map) => map.line(a.into(), b.into()),
            Self::Areas(_) | Self::Table(_) => GridLine::default(),
        }
    }

    /// If the line from `a` to `b` runs along a side of the hex `p`: the hex on the other side of it.
    pub fn twin(&self, p: Place, a: impl Into<LineEnd>, b: impl Into<LineEnd>) -> Option<Place> {
        self.line(a, b).find(|passed| passed.place == p)?.twin
    }

    /// The code of the side between two hexes or squares, or corner between two squares, or of the link between two areas.
    pub fn side(&self, a: Place, b: Place) -> Option<i32> {
        match self {
            Self::Grid(map) => map.side(a, b),
            Self::Areas(map) => map.graph().link(a, b),
            Self::Table(_) => None,
        }
    }

    /// The two places of a side or link, as `B2/B3`.
    pub fn side_name(&self, side: i32) -> String {
        match self {
            Self::Grid(map) => map.side_name(side),
            Self::Areas(map) => map.link_name(side),
            Self::Table(_) => format!("#{side}"),
        }
    }

    /// Returns the sides that the line from `a` to `b` crosses, in order.
    ///
    /// A side is crossed if the line passes from one of its hexes into the other, or runs along it. A line along a hexside
    /// enters and leaves two hexes together, which is two sides each.
    pub fn sides_between(&self, a: impl Into<LineEnd>, b: impl Into<LineEnd>) -> Vec<i32> {
        match self {
            Self::Grid(map) => map.sides_between(a.into(), b.into()),
            Self::Areas(_) | Self::Table(_) => Vec::new(),
        }
    }

    /// The adjacent places: hexes and squares clockwise, from the one at 30 degrees (pointy tops) or 0. None on a table.
    pub fn neighbours(&self, a: Place) -> &[Place] {
        self.graph().map_or(&[], |graph| graph.neighbours(a))
    }

    /// Inches between the nearest points of two shapes; 0 if they touch or overlap. Elsewhere as [`Board::distance`].
    pub fn gap(&self, a: Place, sa: &Shape, b: Place, sb: &Shape, whole: impl Into<Whole>) -> i32 {
        match self {
            Self::Grid(_) | Self::Areas(_) => self.distance(a, b, whole),
            Self::Table(table) => match (table.point(a), table.point(b)) {
                (Some(a), Some(b)) => shape::gap(a, sa, b, sb, whole.into()),
                _ => 0,
            },
        }
    }

    /// Returns the position at which a shape that moves straight from `a` to `b` first touches another, to the hundredth of an inch;
    /// its own
    /// if they touch there. `None` if it never does, and on other boards.
    pub fn contact(&self, a: Place, sa: &Shape, b: Place, sb: &Shape) -> Option<Place> {
        match self {
            Self::Grid(_) | Self::Areas(_) => None,
            Self::Table(table) => table.contact(a, sa, b, sb),
        }
    }

    /// Returns the point of a shape's outline that is farthest in a direction; for a side across that direction its midpoint, clamped
    /// to the table. On other boards the place itself.
    pub fn edge(&self, at: Place, shape: &Shape, direction: i32) -> Place {
        match self {
            Self::Grid(_) | Self::Areas(_) => at,
            Self::Table(table) => table.edge(at, shape, direction),
        }
    }

    /// Whether the point `p` is in a shape at a place, including its outline. On other boards: whether it is the place.
    pub fn inside(&self, p: Place, at: Place, shape: &Shape) -> bool {
        match self {
            Self::Grid(_) | Self::Areas(_) => p == at,
            Self::Table(table) => match (table.point(p), table.point(at)) {
                (Some(p), Some(at)) => shape::inside(p, at, shape),
                _ => false,
            },
        }
    }

    /// Whether the straight line from `a` to `b` goes through the inside of a shape; to touch its edge is not enough.
    ///
    /// Points within 0.05 inches of an end of the line do not count unless the whole line is inside: the end of a
    /// stretch on an edge ([`Board::cuts`]) is rounded to hundredths and may lie outside. On other boards: whether
    /// the line passes or ends at the place.
    pub fn crosses(&self, a: Place, b: Place, at: Place, shape: &Shape) -> bool {
        match self {
            Self::Grid(_) | Self::Areas(_) => {
                a == at || b == at || self.line(a, b).any(|p| p.place == at)
            }
            Self::Table(table) => match (table.point(a), table.point(b), table.point(at)) {
                (Some(a), Some(b), Some(at)) => shape::crosses(a, b, at, shape),
                _ => false,
            },
        }
    }

    /// Length in inches of the part of the straight line from `a` to `b` inside of a shape, measured to the thousandth.
    pub fn through(
        &self,
        a: Place,
        b: Place,
        at: Place,
        shape: &Shape,
        whole: impl Into<Whole>,
    ) -> i32 {
        match self {
            Self::Grid(_) | Self::Areas(_) => 0,
            Self::Table(table) => match (table.point(a), table.point(b), table.point(at)) {
                (Some(a), Some(b), Some(at)) => shape::through(a, b, at, shape, whole.into()),
                _ => 0,
            },
        }
    }

    /// The places where the line from `a` to `b` meets the edges of shapes, in order, without `a`, with `b`, to the
    /// nearest hundredth of an inch. On other boards only `b`.
    pub fn cuts(&self, a: Place, b: Place, shapes: &[(Place, &Shape)]) -> Vec<Place> {
        match self {
            Self::Grid(_) | Self::Areas(_) => (a != b).then_some(b).into_iter().collect(),
            Self::Table(table) => table.cuts(a, b, shapes),
        }
    }

    /// As [`Board::cuts`], with further points so that consecutive ones are at most an inch apart.
    pub fn inch_by_inch(&self, a: Place, b: Place, shapes: &[(Place, &Shape)]) -> Vec<Place> {
        match self {
            Self::Grid(_) | Self::Areas(_) => self.cuts(a, b, shapes),
            Self::Table(table) => table.inch_by_inch(a, b, shapes),
        }
    }

    /// Returns the point of the straight line at `hundredths` of an inch from `a`; `b` at most. On other boards `b`.
    pub fn part_way(&self, a: Place, b: Place, hundredths: i64) -> Place {
        match self {
            Self::Grid(_) | Self::Areas(_) => b,
            Self::Table(table) => table.part_way(a, b, hundredths),
        }
    }

    /// The step from one place to another, and in which units.
    #[inline]
    fn step(&self, a: Place, b: Place) -> (compass::Grain, compass::Step) {
        match self {
            Self::Grid(map) => (map.grain(), map.step(a, b)),
            Self::Areas(_) => (compass::Grain::Square, compass::Step { right: 0, up: 0 }),
            Self::Table(table) => (compass::Grain::Square, table.step(a, b)),
        }
    }
}
