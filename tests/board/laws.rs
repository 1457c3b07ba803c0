//! Laws of every board.

use super::{hexagon, rectangle, searched, table, to_goal, within};
use proptest::prelude::*;
use sandtable::board::search::Sought;
use sandtable::board::{AreaMap, AreaName, Board, GridMap, Layout, LineEnd, Rounding, Shape};
use std::collections::BTreeSet;

fn of_hexes() -> impl Strategy<Value = Layout> {
    prop_oneof![Just(Layout::Pointy), Just(Layout::Flat)]
}

fn of_squares() -> impl Strategy<Value = Layout> {
    any::<bool>().prop_map(|diagonals| Layout::Square { diagonals })
}

/// Maps of any layout: rectangles, hexagons, and such with gaps.
fn maps() -> impl Strategy<Value = Board> {
    of_layout(prop_oneof![of_hexes(), of_squares()].boxed())
}

fn of_layout(layout: BoxedStrategy<Layout>) -> impl Strategy<Value = Board> {
    (layout, 0..3, 1..9_i32, 1..9_i32, any::<u64>()).prop_map(|(layout, what, a, b, gaps)| {
        let is_square = matches!(layout, Layout::Square { .. });
        let shift = if is_square { 1 } else { 2 };
        match what {
            0 => rectangle(layout, a, b),
            1 if !is_square => hexagon(layout, a),
            _ => {
                let cells: Vec<(i32, i32)> = (0..a)
                    .flat_map(|line| (0..b).map(move |at| (line, 2 * at + line % shift)))
                    .filter(|(line, column)| {
                        (*line, *column) == (0, 0) || gaps >> ((line * 7 + column) % 64) & 1 == 0
                    })
                    .collect();
                Board::Grid(GridMap::new(layout, &cells).unwrap())
            }
        }
    })
}

/// A map and three of its places.
fn places() -> impl Strategy<Value = (Board, [i32; 3])> {
    with_places(maps().boxed())
}

fn with_places(maps: BoxedStrategy<Board>) -> impl Strategy<Value = (Board, [i32; 3])> {
    maps.prop_flat_map(|map| {
        let place = 0..i32::try_from(map.n_spots()).unwrap();
        (Just(map), [place.clone(), place.clone(), place])
    })
}

/// Maps of areas with links in any place; some have parts that no link joins.
fn areas() -> impl Strategy<Value = Board> {
    let link = (0..100_i32, 0..100_i32);
    (1..12_usize, prop::collection::vec(link, 0..20)).prop_map(|(n, links)| {
        let names = (0..n).map(|at| AreaName {
            id: format!("area-{at}"),
            title: format!("Area {at}"),
        });
        let whole = i32::try_from(n).unwrap();
        let links = links.iter().map(|(a, b)| (a % whole, b % whole));
        let links: Vec<(i32, i32)> = links.filter(|(a, b)| a != b).collect();
        Board::Areas(AreaMap::new(names.collect(), &links, &vec![None; n]).unwrap())
    })
}

/// Any board but a table, and three of its places.
fn of_graphs() -> impl Strategy<Value = (Board, [i32; 3])> {
    with_places(prop_oneof![maps(), areas()].boxed())
}

fn squared(pixels: (i64, i64)) -> i64 {
    pixels.0 * pixels.0 + pixels.1 * pixels.1
}

/// The places within a distance, as the board finds them one after the other.
fn near(board: &Board, center: i32, n: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut first = 0;
    while let (Some(place), _) = board.next_within(center, n, first) {
        found.push(place);
        first = board.spot_of(place).unwrap() + 1;
    }
    found
}

/// The same by looking at each place.
fn near_by_looking(board: &Board, center: i32, n: i32) -> Vec<i32> {
    let spots = (0..board.n_spots()).filter_map(|spot| board.spot(spot));
    spots
        .filter(|spot| board.within(center, *spot, n))
        .collect()
}

proptest! {
    #[test]
    fn boards_have_distances((map, [a, b, c]) in of_graphs()) {
        let d = |a, b| map.distance(a, b, Rounding::Up);
        prop_assert_eq!(d(a, b), d(b, a));
        prop_assert_eq!(d(a, b) == 0, a == b);
        prop_assert!(d(a, c) <= d(a, b) + d(b, c));
        for next in map.neighbours(a).iter().copied() {
            prop_assert_eq!(d(a, next), 1);
            prop_assert!((d(a, b) - d(next, b)).abs() <= 1);
        }
    }

    /// A step is a link, and its code is that of both places and no others.
    /// All places that are near enough, in order, are those found one by one.
    #[test]
    fn no_place_that_is_near_enough_is_passed_over((map, [a, ..]) in of_graphs(), n in -1..12_i32) {
        prop_assert_eq!(near(&map, a, n), near_by_looking(&map, a, n));
    }

    #[test]
    fn links_join_what_is_adjacent((map, [a, b, _]) in of_graphs()) {
        let graph = map.graph().unwrap();
        let is_adjacent = map.neighbours(a).contains(&b);
        prop_assert_eq!(is_adjacent, map.neighbours(b).contains(&a));
        prop_assert_eq!(graph.link(a, b), graph.link(b, a));
        prop_assert_eq!(graph.link(a, b).is_some(), is_adjacent);
        if let Some(link) = graph.link(a, b) {
            prop_assert_eq!(Some(link), map.side(a, b));
            let of_link = graph.links().iter().filter(|known| **known == link);
            prop_assert_eq!(of_link.count(), 2);
        }
    }

    /// Against Floyd's algorithm on the links.
    #[test]
    fn areas_are_as_far_apart_as_the_fewest_links((map, [a, b, _]) in with_places(areas().boxed())) {
        let n = map.n_spots();
        let mut links = vec![vec![i32::try_from(n).unwrap(); n]; n];
        for (at, row) in links.iter_mut().enumerate() {
            row[at] = 0;
            for other in map.neighbours(at as i32) {
                row[*other as usize] = 1;
            }
        }
        for by in 0..n {
            for from in 0..n {
                for to in 0..n {
                    links[from][to] = links[from][to].min(links[from][by] + links[by][to]);
                }
            }
        }
        let expected = links[a as usize][b as usize];
        prop_assert_eq!(map.distance(a, b, Rounding::Up), expected);
        let Board::Areas(areas) = &map else { panic!() };
        let part = areas.parts().into_iter().find(|part| part.contains(&a)).unwrap();
        prop_assert_eq!(part.contains(&b), expected < i32::try_from(n).unwrap());
    }

    /// The walk against its definition: a square is passed if its centre lies nearer to the line than half its diagonal in
    /// the direction across it, which is how far a corner is off, and none of the ends is its centre.
    #[test]
    fn a_line_over_squares_passes_what_it_should((map, [a, b, _]) in with_places(of_layout(of_squares().boxed()).boxed())) {
        let Board::Grid(squares) = &map else { panic!() };
        let centre = |place: i32| {
            let (line, column) = squares.drawn_at(place).unwrap();
            (column, 2 * line)
        };
        let (from, to) = (centre(a), centre(b));
        let step = (to.0 - from.0, to.1 - from.1);
        let mut expected = BTreeSet::new();
        for place in 0..i32::try_from(map.n_spots()).unwrap() {
            let at = centre(place);
            let off = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
                .map(|(x, y)| step.0 * (at.1 + y - from.1) - step.1 * (at.0 + x - from.0));
            let is_crossed = off.iter().any(|off| *off > 0) && off.iter().any(|off| *off < 0);
            let within = |low: i32, high: i32, at: i32| low.min(high) <= at && at <= low.max(high);
            let is_near = within(from.0, to.0, at.0) && within(from.1, to.1, at.1);
            if is_crossed && is_near && place != a && place != b {
                expected.insert(place);
            }
        }
        let passed = map.between(a, b);
        let set: BTreeSet<i32> = passed.iter().copied().collect();
        prop_assert_eq!(set.len(), passed.len());
        prop_assert_eq!(set, expected);
    }

    #[test]
    fn names_are_unique((map, [a, ..]) in of_graphs()) {
        prop_assert_eq!(map.parse(&map.name(a)), Some(a));
    }

    #[test]
    fn a_line_back_is_the_reverse((map, [a, b, _]) in places()) {
        let mut back = map.between(b, a);
        back.reverse();
        prop_assert_eq!(map.between(a, b), back);
        let mut sides = map.sides_between(b, a);
        sides.reverse();
        prop_assert_eq!(map.sides_between(a, b), sides);
    }

    #[test]
    fn a_line_on_a_whole_map_is_as_long_as_the_distance(
        layout in of_hexes(), side in 1..9_i32, a: u16, b: u16
    ) {
        let map = hexagon(layout, side);
        let n = i32::try_from(map.n_spots()).unwrap();
        let (a, b) = (i32::from(a) % n, i32::from(b) % n);
        let line: Vec<_> = map.line(a, b).collect();
        let distance = map.distance(a, b, Rounding::Up);
        // Without ties at least one hex for each distance on the way; a pair counts for two.
        prop_assert!(i32::try_from(line.len()).unwrap() >= distance - 1);
        let on_the_way: BTreeSet<i32> = line.iter().map(|p| map.distance(a, p.place, Rounding::Up)).collect();
        prop_assert_eq!(on_the_way, (1..distance).collect::<BTreeSet<i32>>());
        for passed in line {
            prop_assert_eq!(map.twin(passed.place, a, b), passed.twin);
            if let Some(twin) = passed.twin {
                prop_assert_eq!(map.distance(passed.place, twin, Rounding::Up), 1);
            }
        }
    }

    /// The walk against its definition: a hex is passed if some of the line lies inside of it, or along one of its sides,
    /// and the line does not end in its centre. Ends are centres, or middles of sides by the numbers of their directions.
    #[test]
    fn a_line_passes_what_it_should(
        (map, [a, b, _]) in with_places(of_layout(of_hexes().boxed()).boxed()), from_side in prop::option::of(0..6_usize), to_side in prop::option::of(0..6_usize)
    ) {
        let Board::Grid(hexes) = &map else { panic!() };
        let pointy = hexes.layout() == Layout::Pointy;
        // Pointy: (column, 3 * line); flat: turned, (line, 3 * column). Everything is doubled.
        let centre = |hex: i32| {
            let (line, column) = hexes.drawn_at(hex).unwrap();
            let (x, y) = if pointy { (column, line) } else { (line, column) };
            (2 * i64::from(x), 6 * i64::from(y))
        };
        let corners = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
        // The side at 30 degrees of pointy tops goes from the corner on top to the upper right one, and so on clockwise;
        // down the drawing is up the axis. Of flat tops the side on top lies where turned the left one is.
        let end = |hex: i32, side: Option<usize>| {
            let at = centre(hex);
            let Some(side) = side else { return (LineEnd::Centre(hex), at) };
            let (x, y) = match pointy {
                true => [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)][side],
                false => [(-2, 0), (-1, 3), (1, 3), (2, 0), (1, -3), (-1, -3)][side],
            };
            (LineEnd::Side(hexes.side_of(hex, side).unwrap()), (at.0 + x, at.1 + y))
        };
        let ((a_end, from), (b_end, to)) = (end(a, from_side), end(b, to_side));
        let step = (to.0 - from.0, to.1 - from.1);
        let mut expected = BTreeSet::new();
        for hex in 0..i32::try_from(map.n_spots()).unwrap() {
            let at = centre(hex);
            let is_end = [(a_end, a), (b_end, b)].contains(&(LineEnd::Centre(hex), hex));
            let corners = corners.map(|(x, y)| (at.0 + 2 * x - from.0, at.1 + 2 * y - from.1));
            let off = corners.map(|(x, y)| step.0 * y - step.1 * x);
            let crossed = off.iter().any(|c| *c > 0) && off.iter().any(|c| *c < 0);
            let along = off.iter().filter(|c| **c == 0).count() == 2 && !crossed;
            if step == (0, 0) || is_end || !crossed && !along {
                continue;
            }
            // Where the whole line meets the edge of the hex, as shares of the way from one end to the other.
            let share = |x: f64, y: f64| match step.0 {
                0 => y / step.1 as f64,
                _ => x / step.0 as f64,
            };
            let mut meets = Vec::new();
            for (at, one) in off.iter().enumerate() {
                let (other, near, far) = (off[(at + 1) % 6], corners[at], corners[(at + 1) % 6]);
                if *one == 0 {
                    meets.push(share(near.0 as f64, near.1 as f64));
                } else if one.signum() * other.signum() < 0 {
                    let part = *one as f64 / (one - other) as f64;
                    let between = |near: i64, far: i64| near as f64 + (far - near) as f64 * part;
                    meets.push(share(between(near.0, far.0), between(near.1, far.1)));
                }
            }
            let enters = meets.iter().copied().fold(f64::INFINITY, f64::min).max(0.0);
            let leaves = meets.iter().copied().fold(f64::NEG_INFINITY, f64::max).min(1.0);
            if enters + 1e-9 < leaves {
                expected.insert(hex);
            }
        }
        let passed: Vec<i32> = map.between(a_end, b_end);
        let set: BTreeSet<i32> = passed.iter().copied().collect();
        prop_assert_eq!(set.len(), passed.len());
        prop_assert_eq!(set, expected);
        let mut back = map.between(b_end, a_end);
        back.reverse();
        prop_assert_eq!(&passed, &back);
        let mut sides = map.sides_between(b_end, a_end);
        sides.reverse();
        prop_assert_eq!(map.sides_between(a_end, b_end), sides);
    }

    #[test]
    fn bearings_and_arcs_agree((map, [a, b, _]) in places(), direction in 0..360_i32, n in 0..180_i32) {
        let bearing = map.bearing(a, b);
        prop_assert!((0..360).contains(&bearing));
        if a != b {
            prop_assert_eq!((map.bearing(b, a) + 180) % 360, bearing);
            let off = (bearing - direction).rem_euclid(360);
            let off = off.min(360 - off);
            let inside = map.in_arc(a, direction, n, b);
            prop_assert!(inside || off >= n, "{} degrees off", off);
            prop_assert!(!inside || off <= n + 1, "{} degrees off", off);
        }
    }

    #[test]
    fn ahead_and_back((map, [a, ..]) in places(), turn in 0..4_usize, n in 0..9_i32) {
        let Board::Grid(cells) = &map else { panic!() };
        // Of squares without diagonals every second direction only.
        let direction = cells.layout().degrees(2 * turn % if cells.is_square() { 8 } else { 6 });
        if let Some(there) = map.ahead(a, direction, n) {
            prop_assert_eq!(map.distance(a, there, Rounding::Up), n);
            prop_assert_eq!(map.ahead(there, direction + 180, n), Some(a));
            if n > 0 {
                prop_assert_eq!(map.bearing(a, there), direction);
            }
        }
    }

    /// Against rounds over all places until nothing gets cheaper.
    #[test]
    fn a_field_is_the_cheapest((map, [from, to, _]) in of_graphs(), seed: u64, most in 0..30_i32, dear: bool) {
        // Dear steps are told apart in several rounds.
        let scale = if dear { 3_001 } else { 1 };
        let most = most * scale;
        let cost = |a: i32, b: i32| {
            let mixed = seed ^ u64::try_from(a * 977 + b * 131).unwrap().wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let cost = i32::try_from((mixed >> 40) % 9).unwrap();
            (cost < 8).then_some(cost * scale)
        };
        let n = map.n_spots();
        let mut best = vec![None; n];
        best[from as usize] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for a in 0..n {
                let Some(here) = best[a] else { continue };
                for b in map.neighbours(a as i32).iter().copied() {
                    let Some(step) = cost(a as i32, b) else { continue };
                    let total: i32 = here + step;
                    if total <= most && best[b as usize].is_none_or(|known| total < known) {
                        best[b as usize] = Some(total);
                        changed = true;
                    }
                }
            }
        }
        let reached = searched(&map, within(from, most), &[], cost).places;
        let cheap: Vec<i32> = (0..n as i32).filter(|hex| best[*hex as usize].is_some()).collect();
        prop_assert_eq!(reached, cheap);
        let way = searched(&map, Sought { most: Some(most), ..to_goal(from, to) }, &[], cost);
        prop_assert_eq!(way.cost, best[to as usize]);
        if let Some(price) = way.cost {
            let mut at = from;
            let mut sum = 0;
            for next in way.places {
                sum += cost(at, next).unwrap();
                at = next;
            }
            prop_assert_eq!((at, sum), (to, price));
        }
    }

    #[test]
    fn no_point_that_is_near_enough_is_passed_over(x in 0..1500_i32, y in 0..900_i32, n in -1..20_i32) {
        let board = table(15, 9);
        let Board::Table(open) = &board else { panic!() };
        let center = open.place(x, y).unwrap();
        prop_assert_eq!(near(&board, center, n), near_by_looking(&board, center, n));
    }

    #[test]
    fn tables_have_distances(points in prop::array::uniform6(0..3000_i32)) {
        let board = table(30, 30);
        let Board::Table(open) = &board else { panic!() };
        let [a, b, c] = [(0, 1), (2, 3), (4, 5)].map(|(x, y)| open.place(points[x], points[y]).unwrap());
        prop_assert_eq!(board.parse(&board.name(a)), Some(a));
        let d = |a, b| board.distance(a, b, Rounding::Up);
        prop_assert_eq!(d(a, b), d(b, a));
        prop_assert!(d(a, c) <= d(a, b) + d(b, c));
        prop_assert!(board.within(a, b, d(a, b)) && !board.within(a, b, d(a, b) - 1));
        let down = board.distance(a, b, Rounding::Down);
        prop_assert!(down == d(a, b) || down + 1 == d(a, b));
        let disc = Shape::Disc { radius: 0 };
        prop_assert_eq!(board.gap(a, &disc, b, &disc, Rounding::Up), d(a, b));
        let step = (i64::from(points[0] - points[2]), i64::from(points[1] - points[3]));
        prop_assert!(squared(step) <= 10_000 * i64::from(d(a, b)).pow(2));
    }

    /// Turned corners are where floats have them, to the hundredth; by right angles exactly, so that four of them change nothing.
    #[test]
    fn outlines_turn(
        corners in prop::collection::vec((-500..500_i32, -500..500_i32), 3..6),
        degrees in -400..400_i32,
    ) {
        let shape = Shape::Polygon { points: corners.clone() };
        let turned = shape.turned(degrees).into_owned();
        let Shape::Polygon { points } = turned else { panic!() };
        let (sine, cosine) = f64::from(degrees).to_radians().sin_cos();
        for ((x, y), (right, up)) in corners.iter().zip(points) {
            let (x, y) = (f64::from(*x), f64::from(*y));
            prop_assert!((x * cosine + y * sine - f64::from(right)).abs() < 0.501);
            prop_assert!((y * cosine - x * sine - f64::from(up)).abs() < 0.501);
        }
        let quarter = shape.turned(90).into_owned();
        let half = quarter.turned(90).into_owned();
        prop_assert_eq!(half.turned(180).into_owned(), shape);
    }

    /// A line that is cut at edges equals the sum of its pieces; a shape and its parts agree.
    #[test]
    fn the_pieces_of_a_line_are_the_whole(
        ends in prop::array::uniform4(0..3000_i32),
        corners in prop::collection::vec((-500..500_i32, -500..500_i32), 3..4),
        radius in 0..600_i32,
    ) {
        let board = table(30, 30);
        let Board::Table(open) = &board else { panic!() };
        let (a, b) = (open.place(ends[0], ends[1]).unwrap(), open.place(ends[2], ends[3]).unwrap());
        let at = open.place(1500, 1500).unwrap();
        let (triangle, disc) = (Shape::Polygon { points: corners }, Shape::Disc { radius });
        for shape in [&triangle, &disc] {
            let whole = board.through(a, b, at, shape, Rounding::Up);
            prop_assert!(whole <= board.distance(a, b, Rounding::Up));
            prop_assert_eq!(board.through(b, a, at, shape, Rounding::Up), whole);
            prop_assert_eq!(board.crosses(a, b, at, shape), board.crosses(b, a, at, shape));
            if whole > 0 && board.gap(at, shape, at, shape, Rounding::Up) == 0 && a != b {
                prop_assert!(board.through(a, b, at, shape, Rounding::Down) == 0 || board.crosses(a, b, at, shape));
            }
            let outside = !board.inside(a, at, shape) && !board.inside(b, at, shape);
            if outside && board.crosses(a, b, at, shape) {
                prop_assert!(board.cuts(a, b, &[(at, shape)]).len() >= 2);
            }
            let way = searched(&board, to_goal(a, b), &[(at, shape)], |_, _| Some(1));
            prop_assert_eq!(way.places.last().copied().unwrap_or(a), b);
            // A point an inch: the length to the nearest hundredth, rounded up.
            prop_assert_eq!(i64::from(way.cost.unwrap()), (board.length(a, b) + 99) / 100);
        }
    }

    /// A line between two points outside of a disc crosses it if its point nearest to the centre is inside: by floats, where they
    /// can tell.
    #[test]
    fn a_line_crosses_the_discs_that_it_comes_near(
        ends in prop::array::uniform4(0..3000_i32),
        radius in 1..900_i32,
    ) {
        let board = table(30, 30);
        let Board::Table(open) = &board else { panic!() };
        let (a, b) = (open.place(ends[0], ends[1]).unwrap(), open.place(ends[2], ends[3]).unwrap());
        let at = open.place(1500, 1500).unwrap();
        let [ax, ay, bx, by] = ends.map(|end| f64::from(end - 1500));
        let (x, y) = (bx - ax, by - ay);
        let part = (-(ax * x + ay * y) / (x * x + y * y)).clamp(0.0, 1.0);
        let nearest = (ax + part * x).hypot(ay + part * y);
        let outer = f64::from(radius) + 0.001;
        if a != b && ax.hypot(ay) > outer && bx.hypot(by) > outer && (nearest - f64::from(radius)).abs() > 0.001 {
            let is_crossed = board.crosses(a, b, at, &Shape::Disc { radius });
            prop_assert_eq!(is_crossed, nearest < f64::from(radius));
        }
    }
}
