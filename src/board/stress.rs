//! Positions for the places of a graph on paper: stress majorization, one place at a time (Gansner, Koren and North 2004).
//!
//! Nothing but sums, products, quotients and square roots of floating-point numbers, which are the same on every platform.

use super::compass::reach;

/// Length of a link, where no positions are given.
const LINK: f64 = 300.0;
/// Rounds over all places.
const N_ROUNDS: usize = 120;
/// Fewer rounds for many places, so that their product is bounded.
const MOST_STEPS: usize = 20_000_000;

type Point = (f64, f64);

/// A position for each place: the given one, else one whose distances to the others are near to the number of links to them.
/// `links` has the fewest links between each two places in rows.
pub(super) fn positions(links: &[u16], given: &[Option<(i32, i32)>]) -> Vec<(i32, i32)> {
    let n = given.len();
    let mut points: Vec<Point> = given
        .iter()
        .zip(circle(n))
        .map(|(given, first)| given.map_or(first, |(x, y)| (f64::from(x), f64::from(y))))
        .collect();
    let unit = unit(links, given);
    let rounds = N_ROUNDS.min(MOST_STEPS / (n * n).max(1)).max(1);
    if given.iter().all(Option::is_some) {
        return rounded(&points);
    }
    for _ in 0..rounds {
        for (at, fixed) in given.iter().enumerate() {
            let row = links.get(at * n..(at + 1) * n).unwrap_or_default();
            if fixed.is_none()
                && let Some(better) = majorized(at, row, &points, unit)
                && let Some(point) = points.get_mut(at)
            {
                *point = better;
            }
        }
    }
    rounded(&points)
}

/// The minimum of the function that bounds the stress of one place from above; `None` for a single place.
fn majorized(at: usize, links: &[u16], points: &[Point], unit: f64) -> Option<Point> {
    let &(x, y) = points.get(at)?;
    let (mut right, mut up, mut weights) = (0.0, 0.0, 0.0);
    for (other, (links, (other_x, other_y))) in links.iter().zip(points).enumerate() {
        if other == at {
            continue;
        }
        let wanted = unit * f64::from(*links);
        let weight = 1.0 / (wanted * wanted);
        let (dx, dy) = (x - other_x, y - other_y);
        let length = (dx * dx + dy * dy).sqrt();
        let stretch = if length > 0.0 { wanted / length } else { 0.0 };
        right += weight * (other_x + stretch * dx);
        up += weight * (other_y + stretch * dy);
        weights += weight;
    }
    (weights > 0.0).then(|| (right / weights, up / weights))
}

/// Average length of a link between places of given positions.
fn unit(links: &[u16], given: &[Option<(i32, i32)>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (row, one) in links.chunks(given.len().max(1)).zip(given) {
        for (links, other) in row.iter().zip(given) {
            if let (1, Some(one), Some(other)) = (links, one, other) {
                let (dx, dy) = (f64::from(one.0 - other.0), f64::from(one.1 - other.1));
                sum += (dx * dx + dy * dy).sqrt();
                count += 1.0;
            }
        }
    }
    if sum > 0.0 { sum / count } else { LINK }
}

/// Points around a circle, in order.
fn circle(n: usize) -> impl Iterator<Item = Point> {
    let of_turn = move |at: usize| {
        let degrees = i32::try_from(at * 360 / n.max(1)).unwrap_or(0);
        // Places that share a degree lie at different radii.
        let radius = 1_000 + 10 * i64::try_from(at).unwrap_or(0);
        let step = reach(degrees, radius);
        let whole = |length: i64| f64::from(i32::try_from(length).unwrap_or(0));
        (whole(step.right), whole(step.up))
    };
    (0..n).map(of_turn)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "positions are held to what fits beforehand"
)]
fn rounded(points: &[Point]) -> Vec<(i32, i32)> {
    let whole = |length: f64| length.clamp(-1e8, 1e8).round() as i32;
    points.iter().map(|(x, y)| (whole(*x), whole(*y))).collect()
}
