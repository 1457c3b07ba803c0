//! An open table, measured in inches; (0, 0) is its lower left corner.

use super::Place;
use super::compass::{Step, reach};
use super::plane::{FINE, Fraction, Point, Rounding, Whole, inches, narrow, nearest};
use super::shape::{self, Shape};

/// The longest side of a table, in hundredths of an inch.
pub const LONGEST_SIDE: i32 = 40_000;
/// The least distance between points on which places are chosen, in hundredths of an inch.
pub const SMALLEST_GRID: i32 = 25;

/// An open table. All lengths in hundredths of an inch.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenTable {
    width: i32,
    height: i32,
    grid: i32,
}

impl OpenTable {
    /// A table of a width and a height, with places chosen on points so far apart, from (0, 0).
    ///
    /// `None` if a side is less than the grid or longer than [`LONGEST_SIDE`], or the grid finer than
    /// [`SMALLEST_GRID`].
    pub fn new(width: i32, height: i32, grid: i32) -> Option<Self> {
        let fits = |side: i32| (grid..=LONGEST_SIDE).contains(&side);
        (grid >= SMALLEST_GRID && fits(width) && fits(height)).then_some(Self {
            width,
            height,
            grid,
        })
    }

    /// Returns the width, from left to right.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns the height, from bottom to top.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Between the points on which places are chosen.
    pub fn grid(&self) -> i32 {
        self.grid
    }

    /// The place of a point in hundredths of an inch; `None` off the table.
    pub fn place(&self, x: i32, y: i32) -> Option<Place> {
        let holds = (0..=self.width).contains(&x) && (0..=self.height).contains(&y);
        holds.then(|| y * (self.width + 1) + x)
    }

    /// The point of a place, x and y in hundredths of an inch.
    #[inline]
    pub fn hundredths(&self, place: Place) -> Option<(i32, i32)> {
        let columns = self.width + 1;
        let (x, y) = (place % columns, place / columns);
        self.holds(place).then_some((x, y))
    }

    /// Whether a place is on the table. With [`LONGEST_SIDE`] there are 1.6 billion places, which fit a number.
    #[inline]
    pub(super) fn holds(&self, place: Place) -> bool {
        (0..(self.width + 1) * (self.height + 1)).contains(&place)
    }

    #[inline]
    pub(super) fn point(&self, place: Place) -> Option<Point> {
        let (x, y) = self.hundredths(place)?;
        Some(Point {
            x: i64::from(x),
            y: i64::from(y),
        })
    }

    /// Returns the place of a point that is on the table or, by rounding, directly beside it.
    fn nearest_place(&self, point: Point) -> Place {
        let within = |part: i64, side: i32| i32::try_from(part.clamp(0, i64::from(side)));
        let (x, y) = (within(point.x, self.width), within(point.y, self.height));
        self.place(x.unwrap_or(0), y.unwrap_or(0)).unwrap_or(0)
    }

    pub(super) fn n_spots(&self) -> usize {
        let (columns, rows) = self.grid_size();
        usize::try_from(columns * rows).unwrap_or(0)
    }

    /// Points of the grid from left to right, and from bottom to top.
    fn grid_size(&self) -> (i32, i32) {
        (self.width / self.grid + 1, self.height / self.grid + 1)
    }

    /// The numbers of the points of the grid on rows within a distance of a place.
    pub(super) fn rows_around(&self, center: Place, n: i32) -> std::ops::Range<usize> {
        let (columns, rows) = self.grid_size();
        let y = self.hundredths(center).map_or(0, |(_, y)| y);
        let reach = n.max(0).saturating_mul(100);
        let row = |y: i32| y.div_euclid(self.grid).clamp(0, rows);
        let spots = |row: i32| usize::try_from(row * columns).unwrap_or(0);
        let start = row(y.saturating_sub(reach));
        let end = row(y.saturating_add(reach)).saturating_add(1).min(rows);
        spots(start)..spots(end)
    }

    pub(super) fn spot(&self, index: usize) -> Option<Place> {
        let (columns, rows) = self.grid_size();
        let index = i32::try_from(index).ok()?;
        let (column, row) = (index % columns, index / columns);
        (row < rows).then(|| self.place(column * self.grid, row * self.grid))?
    }

    pub(super) fn spot_of(&self, place: Place) -> Option<usize> {
        let (x, y) = self.hundredths(place)?;
        let on_grid = x % self.grid == 0 && y % self.grid == 0;
        let index = y / self.grid * self.grid_size().0 + x / self.grid;
        on_grid.then(|| usize::try_from(index).ok())?
    }

    pub(super) fn name(&self, place: Place) -> String {
        self.hundredths(place).map_or_else(
            || format!("#{place}"),
            |(x, y)| format!("({}, {})", decimal(x), decimal(y)),
        )
    }

    pub(super) fn parse(&self, text: &str) -> Option<Place> {
        let text = text.trim();
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')')?,
            None => text,
        };
        let (x, y) = inner.split_once(',')?;
        self.place(hundredths_of(x.trim())?, hundredths_of(y.trim())?)
    }

    /// As [`Board::near`](super::Board::near).
    pub(super) fn near(&self, text: &str) -> Option<Place> {
        let text = text.trim().trim_start_matches('(').trim_end_matches(')');
        let (x, y) = text.split_once(',')?;
        let (x, y) = (hundredths_of(x.trim())?, hundredths_of(y.trim())?);
        self.place(x.clamp(0, self.width), y.clamp(0, self.height))
    }

    pub(super) fn step(&self, a: Place, b: Place) -> Step {
        match (self.point(a), self.point(b)) {
            (Some(a), Some(b)) => Step {
                right: b.x - a.x,
                up: b.y - a.y,
            },
            _ => Step { right: 0, up: 0 },
        }
    }

    /// The square of a distance in hundredths.
    fn squared(&self, a: Place, b: Place) -> i64 {
        let step = self.step(a, b);
        step.right * step.right + step.up * step.up
    }

    pub(super) fn distance(&self, a: Place, b: Place, whole: Whole) -> i32 {
        let squared = Fraction {
            over: i128::from(self.squared(a, b)),
            under: 1,
        };
        inches(squared, 0, whole)
    }

    pub(super) fn within(&self, a: Place, b: Place, n: i32) -> bool {
        let most = 100 * i128::from(n);
        n >= 0 && i128::from(self.squared(a, b)) <= most * most
    }

    pub(super) fn ahead(&self, a: Place, direction: i32, n: i32) -> Option<Place> {
        let at = self.point(a)?;
        let step = reach(direction, 100 * i64::from(n));
        let (x, y) = (at.x + step.right, at.y + step.up);
        self.place(i32::try_from(x).ok()?, i32::try_from(y).ok()?)
    }

    pub(super) fn contact(&self, a: Place, sa: &Shape, b: Place, sb: &Shape) -> Option<Place> {
        let (from, to) = (self.point(a)?, self.point(b)?);
        let length = i64::try_from(to.minus(from).fine_length() / FINE + 1).ok()?;
        let spot = |hundredths: i64| match hundredths >= length {
            true => b,
            false => self.nearest_place(from.towards(to, i128::from(hundredths) * FINE)),
        };
        let touches = |spot: Place| {
            let point = self.point(spot);
            point.is_some_and(|point| shape::gap(point, sa, to, sb, Rounding::Up.into()) == 0)
        };
        if touches(a) {
            return Some(a);
        }
        // INVARIANT: apart at the first, touching at the second.
        let (mut apart, mut touching) = (0, length);
        if !touches(spot(touching)) {
            return None;
        }
        while touching - apart > 1 {
            let middle = apart + (touching - apart) / 2;
            match touches(spot(middle)) {
                true => touching = middle,
                false => apart = middle,
            }
        }
        Some(spot(touching))
    }

    pub(super) fn edge(&self, at: Place, shape: &Shape, direction: i32) -> Place {
        let point = self.point(at);
        point.map_or(at, |point| {
            self.nearest_place(shape::edge(point, shape, direction))
        })
    }

    pub(super) fn cuts(&self, a: Place, b: Place, shapes: &[(Place, &Shape)]) -> Vec<Place> {
        let (Some(from), Some(to)) = (self.point(a), self.point(b)) else {
            return Vec::new();
        };
        let mut at = Vec::new();
        for (place, shape) in shapes {
            if let Some(place) = self.point(*place) {
                shape::edges(from, to, place, shape, &mut at);
            }
        }
        self.places_along(a, b, at)
    }

    pub(super) fn inch_by_inch(
        &self,
        a: Place,
        b: Place,
        shapes: &[(Place, &Shape)],
    ) -> Vec<Place> {
        let mut points = Vec::new();
        let mut last = a;
        for next in self.cuts(a, b, shapes) {
            let (Some(from), Some(to)) = (self.point(last), self.point(next)) else {
                continue;
            };
            let length = to.minus(from).fine_length();
            let whole = (1..).map(|inch| inch * 100 * FINE);
            points.extend(
                whole
                    .take_while(|along| *along < length)
                    .map(|along| self.nearest_place(from.towards(to, along))),
            );
            points.push(next);
            last = next;
        }
        points.dedup();
        points
    }

    /// Returns the places at these distances from `a` in fine units, in order and without duplicates, without `a`, followed by `b`.
    fn places_along(&self, a: Place, b: Place, mut at: Vec<i128>) -> Vec<Place> {
        let (Some(from), Some(to)) = (self.point(a), self.point(b)) else {
            return Vec::new();
        };
        at.sort_unstable();
        let mut places: Vec<Place> = at
            .into_iter()
            .map(|along| self.nearest_place(from.towards(to, along)))
            .chain([b])
            .collect();
        places.retain(|place| *place != a);
        places.dedup();
        places
    }

    pub(super) fn part_way(&self, a: Place, b: Place, hundredths: i64) -> Place {
        let (Some(from), Some(to)) = (self.point(a), self.point(b)) else {
            return a;
        };
        let along = i128::from(hundredths.max(0)) * FINE;
        if along >= to.minus(from).fine_length() {
            return b;
        }
        self.nearest_place(from.towards(to, along))
    }

    /// A distance to the nearest hundredth of an inch.
    pub(super) fn hundredths_between(&self, a: Place, b: Place) -> i64 {
        let (Some(a), Some(b)) = (self.point(a), self.point(b)) else {
            return 0;
        };
        narrow(nearest(b.minus(a).fine_length(), FINE))
    }
}

/// Hundredths as inches: `12.5`.
fn decimal(hundredths: i32) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    match (part, part % 10) {
        (0, _) => whole.to_string(),
        (_, 0) => format!("{whole}.{}", part / 10),
        _ => format!("{whole}.{part:02}"),
    }
}

/// Inches as hundredths: digits with two decimals at most.
fn hundredths_of(text: &str) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > 2 || !digits(whole) || !digits(part) {
        return None;
    }
    let part = format!("{part:0<2}").parse::<i32>().ok()?;
    whole
        .parse::<i32>()
        .ok()?
        .checked_mul(100)?
        .checked_add(part)
}
