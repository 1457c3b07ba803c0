//! Shapes on a table, and what a straight line and another shape are to them.
//!
//! Corners, edges and touching are decided exactly. Only the length of a line inside of a shape is measured in fine
//! units, since it may be no fraction.

use std::borrow::Cow;

use super::compass::{reach, turned_points};
use super::plane::{FINE, Fraction, Point, Whole, inches, nearest, nearest_root};

/// The base or the outline of a piece, in hundredths of an inch from its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A round base.
    Disc {
        /// From the centre to the edge; 0 is a point.
        radius: i32,
    },
    /// A polygon whose edges do not cross.
    Polygon {
        /// Its corners in order, in either sense.
        points: Vec<(i32, i32)>,
    },
}

/// Reason why corners make no shape. Numbers are those of corners, from 0; an edge has the number of the corner that it begins at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeFault {
    /// Less than three corners.
    TooFew,
    /// Two corners are the same point.
    Twice(usize, usize),
    /// All corners are on one line.
    Flat,
    /// Two edges cross or touch that are not adjacent.
    Crossing(usize, usize),
}

impl Shape {
    /// Returns the shape turned clockwise about its place, each corner to the nearest hundredth of an inch; for multiples of 90 degrees exactly.
    pub fn turned(&self, degrees: i32) -> Cow<'_, Self> {
        match self {
            Self::Polygon { points } if degrees % 360 != 0 => Cow::Owned(Self::Polygon {
                points: turned_points(points, degrees).collect(),
            }),
            Self::Polygon { .. } | Self::Disc { .. } => Cow::Borrowed(self),
        }
    }

    /// Returns the fault of the corners of a polygon, if there is one.
    pub fn fault(points: &[(i32, i32)]) -> Option<ShapeFault> {
        if points.len() < 3 {
            return Some(ShapeFault::TooFew);
        }
        for (at, point) in points.iter().enumerate() {
            if let Some(first) = points.iter().take(at).position(|known| known == point) {
                return Some(ShapeFault::Twice(first, at));
            }
        }
        let corners = corners(
            Point { x: 0, y: 0 },
            &Shape::Polygon {
                points: points.to_vec(),
            },
        );
        let area: i64 = sides(&corners).map(|(p, q)| p.cross(q)).sum();
        let edges: Vec<(Point, Point)> = sides(&corners).collect();
        let is_flat = edges.windows(2).all(|pair| match pair {
            [(a, b), (_, c)] => b.minus(*a).cross(c.minus(*b)) == 0,
            _ => true,
        });
        if area == 0 && is_flat {
            return Some(ShapeFault::Flat);
        }
        for (later, (p, q)) in edges.iter().enumerate() {
            for (earlier, (a, b)) in edges.iter().enumerate().take(later) {
                let allowed = match (
                    earlier + 1 == later,
                    earlier == 0 && later + 1 == edges.len(),
                ) {
                    (true, _) => Some(*p),
                    (_, true) => Some(*q),
                    _ => None,
                };
                if touch(*a, *b, *p, *q, allowed) {
                    return Some(ShapeFault::Crossing(earlier, later));
                }
            }
        }
        None
    }
}

/// Whether two edges meet anywhere but in the corner that they have in common.
fn touch(a: Point, b: Point, p: Point, q: Point, common: Option<Point>) -> bool {
    let met = edge_meetings(a, b, p, q);
    match common {
        None => !met.is_empty(),
        // Edges that follow each other meet in their corner; if in more, they lie over each other.
        Some(_) => met
            .iter()
            .any(|one| met.iter().any(|other| one.is_less(*other))),
    }
}

/// Slivers at the ends of a line that are shorter than this do not make it cross a shape: 0.05 inches.
const SLIVER: i128 = 5 * FINE;

/// Position along a line, in fine units from its start.
type Stretch = (i128, i128);

pub(super) fn inside(p: Point, at: Point, shape: &Shape) -> bool {
    match shape {
        Shape::Disc { radius } => p.minus(at).squared() <= i64::from(*radius).pow(2),
        Shape::Polygon { points } if passes_by(p, p, at, points) => false,
        Shape::Polygon { .. } => side_of(Ratio::whole(p), &corners(at, shape)) != Side::Outside,
    }
}

pub(super) fn crosses(a: Point, b: Point, at: Point, shape: &Shape) -> bool {
    if a == b {
        return match shape {
            Shape::Disc { radius } => a.minus(at).squared() < i64::from(*radius).pow(2),
            Shape::Polygon { .. } => side_of(Ratio::whole(a), &corners(at, shape)) == Side::Inside,
        };
    }
    if let Shape::Disc { radius } = shape
        && let Some(plainly) = plainly_crosses(a, b, at, *radius)
    {
        return plainly;
    }
    let stretches = stretches(a, b, at, shape);
    if stretches.is_empty() {
        return false;
    }
    let length = b.minus(a).fine_length();
    stretches.into_iter().any(|(from, to)| {
        let at_an_end = from <= 0 || to >= length;
        let is_whole = from <= 0 && to >= length;
        is_whole || !at_an_end || to - from > SLIVER
    })
}

/// As [`crosses`] of a round base, where no length is needed: the line passes by, or begins and ends well outside.
fn plainly_crosses(a: Point, b: Point, at: Point, radius: i32) -> Option<bool> {
    let Some(half) = half_chord(a, b, at, radius) else {
        return Some(false);
    };
    // Beyond the rounding of the edge, and with a section inside that does not round to nothing.
    let outer = i64::from(radius + 1).pow(2);
    let is_outside = |end: Point| at.minus(end).squared() >= outer;
    let is_long = 4 * half * FINE * FINE >= i128::from(b.minus(a).squared());
    (is_outside(a) && is_outside(b) && is_long).then_some(true)
}

pub(super) fn through(a: Point, b: Point, at: Point, shape: &Shape, whole: Whole) -> i32 {
    let fine: i128 = stretches(a, b, at, shape)
        .iter()
        .map(|(from, to)| to - from)
        .sum();
    // To the thousandth of an inch first: sums of rounded parts may miss a whole number by a little.
    let thousandths = nearest(fine, FINE / 10);
    whole.of(thousandths, 1_000)
}

/// Adds where the line meets the edge, in fine units from `a`, both ends of the line left out.
pub(super) fn edges(a: Point, b: Point, at: Point, shape: &Shape, found: &mut Vec<i128>) {
    let length = b.minus(a).fine_length();
    let between = |along: &i128| (1..length).contains(along);
    match shape {
        Shape::Disc { .. } => {
            let ends = chord(a, b, at, shape).map(|(from, to)| [from, to]);
            found.extend(ends.into_iter().flatten().filter(between));
        }
        Shape::Polygon { points } if passes_by(a, b, at, points) => {}
        Shape::Polygon { .. } => {
            let met = meetings(a, b, &corners(at, shape));
            found.extend(met.into_iter().map(|t| along(t, length)).filter(between));
        }
    }
}

pub(super) fn gap(a: Point, sa: &Shape, b: Point, sb: &Shape, whole: Whole) -> i32 {
    let (squared, less) = match (sa, sb) {
        (Shape::Disc { radius: one }, Shape::Disc { radius: other }) => (
            fraction(b.minus(a).squared()),
            i64::from(*one) + i64::from(*other),
        ),
        (Shape::Disc { radius }, Shape::Polygon { .. }) => {
            (from_point(a, &corners(b, sb)), i64::from(*radius))
        }
        (Shape::Polygon { .. }, Shape::Disc { radius }) => {
            (from_point(b, &corners(a, sa)), i64::from(*radius))
        }
        (Shape::Polygon { .. }, Shape::Polygon { .. }) => {
            (from_polygon(&corners(a, sa), &corners(b, sb)), 0)
        }
    };
    inches(squared, less, whole)
}

/// Returns the point of the outline that is farthest in a direction; the midpoint if there are several.
pub(super) fn edge(at: Point, shape: &Shape, direction: i32) -> Point {
    let step = |hundredths: i64| {
        let step = reach(direction, hundredths);
        Point {
            x: step.right,
            y: step.up,
        }
    };
    match shape {
        Shape::Disc { radius } => at.plus(step(i64::from(*radius))),
        Shape::Polygon { .. } => {
            let corners = corners(at, shape);
            // Longer than any shape, so that a degree is more than the rounding.
            let ray = step(1_000_000);
            let how_far = |corner: &Point| corner.minus(at).dot(ray);
            let farthest = corners.iter().map(how_far).max().unwrap_or(0);
            // A side across the direction: its corners differ by the rounding of the ray only.
            let near = |corner: &&Point| farthest - how_far(corner) <= 1_000_000;
            let ends: Vec<&Point> = corners.iter().filter(near).collect();
            let n = i64::try_from(ends.len()).unwrap_or(1).max(1);
            Point {
                x: ends.iter().map(|end| end.x).sum::<i64>() / n,
                y: ends.iter().map(|end| end.y).sum::<i64>() / n,
            }
        }
    }
}

/// The parts of a line in the inside of a shape, in order; each longer than 0, and two may meet.
fn stretches(a: Point, b: Point, at: Point, shape: &Shape) -> Vec<Stretch> {
    match shape {
        Shape::Disc { .. } => {
            let part = chord(a, b, at, shape).map(|(from, to)| {
                let length = b.minus(a).fine_length();
                (from.max(0), to.min(length))
            });
            part.filter(|(from, to)| from < to).into_iter().collect()
        }
        Shape::Polygon { points } if passes_by(a, b, at, points) => Vec::new(),
        Shape::Polygon { .. } => in_polygon(a, b, &corners(at, shape)),
    }
}

/// Whether all corners are on one side of the line, or of a box around it: most lines miss most shapes.
fn passes_by(a: Point, b: Point, at: Point, points: &[(i32, i32)]) -> bool {
    let (line, from) = (b.minus(a), at.minus(a));
    let relative = |(x, y): &(i32, i32)| {
        from.plus(Point {
            x: i64::from(*x),
            y: i64::from(*y),
        })
    };
    let all = |beside: &dyn Fn(Point) -> bool| points.iter().all(|point| beside(relative(point)));
    all(&|p| p.x < line.x.min(0))
        || all(&|p| p.x > line.x.max(0))
        || all(&|p| p.y < line.y.min(0))
        || all(&|p| p.y > line.y.max(0))
        || all(&|p| line.cross(p) > 0)
        || all(&|p| line.cross(p) < 0)
}

/// Points at which the line, made endless, enters and leaves a disc; `None` if it passes by or touches it, or ends before it.
fn chord(a: Point, b: Point, at: Point, shape: &Shape) -> Option<Stretch> {
    let Shape::Disc { radius } = shape else {
        return None;
    };
    let line = b.minus(a);
    let squared = i128::from(line.squared());
    let half = nearest_root(Fraction {
        over: half_chord(a, b, at, *radius)? * FINE * FINE,
        under: squared,
    });
    let along = i128::from(line.dot(at.minus(a)));
    let middle = nearest(along * line.fine_length(), squared);
    Some((middle - half, middle + half))
}

/// The square of half of the part of the line, made endless, in a disc, times that of the line; `None` as of [`chord`].
fn half_chord(a: Point, b: Point, at: Point, radius: i32) -> Option<i128> {
    let (line, centre) = (b.minus(a), at.minus(a));
    let (squared, along) = (line.squared(), line.dot(centre));
    let inner = i64::from(radius).pow(2);
    let ends_before = along <= 0 && centre.squared() >= inner;
    let begins_behind = along >= squared && at.minus(b).squared() >= inner;
    if ends_before || begins_behind {
        return None;
    }
    let cross = i128::from(line.cross(centre));
    let half = i128::from(inner) * i128::from(squared) - cross * cross;
    (half > 0).then_some(half)
}

fn in_polygon(a: Point, b: Point, corners: &[Point]) -> Vec<Stretch> {
    let length = b.minus(a).fine_length();
    let mut met = meetings(a, b, corners);
    let (start, end) = (
        Fraction { over: 0, under: 1 },
        Fraction { over: 1, under: 1 },
    );
    met.extend([start, end]);
    met.sort_by(|one, other| (one.over * other.under).cmp(&(other.over * one.under)));
    met.windows(2)
        .filter_map(|pair| match pair {
            [from, to] if from.is_less(*to) => {
                let middle = Ratio::between(a, b, *from, *to);
                let is_inside = side_of(middle, corners) == Side::Inside;
                is_inside.then(|| (along(*from, length), along(*to, length)))
            }
            _ => None,
        })
        .filter(|(from, to)| from < to)
        .collect()
}

/// Returns the positions on the line from `a` (0) to `b` (1) at which it meets edges; for an edge along it both ends, clamped to the
/// line.
fn meetings(a: Point, b: Point, corners: &[Point]) -> Vec<Fraction> {
    let edges = sides(corners);
    edges.flat_map(|(p, q)| edge_meetings(a, b, p, q)).collect()
}

/// Returns the positions for one edge.
fn edge_meetings(a: Point, b: Point, p: Point, q: Point) -> Vec<Fraction> {
    let (line, edge, from) = (b.minus(a), q.minus(p), p.minus(a));
    let mut met = Vec::new();
    let mut meet = |over: i64, under: i64| {
        let sign = i128::from(under.signum());
        let (over, under) = (i128::from(over) * sign, i128::from(under) * sign);
        if under > 0 && (0..=under).contains(&over) {
            met.push(Fraction { over, under });
        }
    };
    let under = line.cross(edge);
    if under != 0 {
        let on_edge = from.cross(line) * under.signum();
        if (0..=under.abs()).contains(&on_edge) {
            meet(from.cross(edge), under);
        }
    } else if line.cross(from) == 0 {
        meet(line.dot(from), line.squared());
        meet(line.dot(q.minus(a)), line.squared());
    }
    met
}

fn along(part: Fraction, length: i128) -> i128 {
    nearest(part.over * length, part.under)
}

/// The squared distance of a point from a polygon; 0 inside.
fn from_point(p: Point, corners: &[Point]) -> Fraction {
    if side_of(Ratio::whole(p), corners) != Side::Outside {
        return fraction(0);
    }
    let distances = sides(corners).map(|(from, to)| from_edge(p, from, to));
    distances.reduce(Fraction::least).unwrap_or(fraction(0))
}

/// The squared distance of two polygons; 0 if they touch or overlap.
fn from_polygon(one: &[Point], other: &[Point]) -> Fraction {
    let meet = sides(one).any(|(a, b)| !meetings(a, b, other).is_empty());
    if meet {
        return fraction(0);
    }
    let points = |of: &[Point], to: &[Point]| {
        let distances = of.iter().map(|point| from_point(*point, to));
        distances.reduce(Fraction::least).unwrap_or(fraction(0))
    };
    points(one, other).least(points(other, one))
}

fn from_edge(p: Point, from: Point, to: Point) -> Fraction {
    let (edge, step) = (to.minus(from), p.minus(from));
    let along = edge.dot(step);
    if along <= 0 {
        fraction(step.squared())
    } else if along >= edge.squared() {
        fraction(p.minus(to).squared())
    } else {
        let cross = i128::from(edge.cross(step));
        Fraction {
            over: cross * cross,
            under: i128::from(edge.squared()),
        }
    }
}

fn fraction(value: i64) -> Fraction {
    Fraction {
        over: i128::from(value),
        under: 1,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Inside,
    Edge,
    Outside,
}

/// A point whose parts are fractions.
#[derive(Debug, Clone, Copy)]
struct Ratio {
    x: i128,
    y: i128,
    under: i128,
}

impl Ratio {
    fn whole(point: Point) -> Self {
        Self {
            x: i128::from(point.x),
            y: i128::from(point.y),
            under: 1,
        }
    }

    /// The point of the line from `a` (0) to `b` (1) halfway between two others.
    fn between(a: Point, b: Point, from: Fraction, to: Fraction) -> Self {
        let over = from.over * to.under + to.over * from.under;
        let under = 2 * from.under * to.under;
        let part =
            |start: i64, end: i64| i128::from(start) * under + i128::from(end - start) * over;
        Self {
            x: part(a.x, b.x),
            y: part(a.y, b.y),
            under,
        }
    }
}

/// Returns the position of a point relative to a polygon, by the number of edges to its right.
fn side_of(point: Ratio, corners: &[Point]) -> Side {
    let mut is_inside = false;
    for (p, q) in sides(corners) {
        let relative = |corner: Point| {
            let x = i128::from(corner.x) * point.under - point.x;
            let y = i128::from(corner.y) * point.under - point.y;
            (x, y)
        };
        let ((px, py), (qx, qy)) = (relative(p), relative(q));
        // The cross product of the edge, which is not scaled, and the scaled step to the point.
        let (ex, ey) = (i128::from(q.x - p.x), i128::from(q.y - p.y));
        let turn = ey * px - ex * py;
        let beside = |one: i128, other: i128| one.signum() * other.signum() <= 0;
        if turn == 0 && beside(px, qx) && beside(py, qy) {
            return Side::Edge;
        }
        if (py > 0) != (qy > 0) && (turn > 0) == (ey > 0) {
            is_inside = !is_inside;
        }
    }
    if is_inside {
        Side::Inside
    } else {
        Side::Outside
    }
}

fn corners(at: Point, shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Disc { .. } => vec![at],
        Shape::Polygon { points } => points
            .iter()
            .map(|(x, y)| {
                at.plus(Point {
                    x: i64::from(*x),
                    y: i64::from(*y),
                })
            })
            .collect(),
    }
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}
