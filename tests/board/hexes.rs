//! Hexes. Lines are worked out in the units of the drawing: with pointy tops centres lie at (column, -3 * line), the
//! corners of a hex at (0, ±2) and (±1, ±1) from its centre.

use super::{at, hexagon, names, rectangle, searched, spending, to_goal, within};
use sandtable::board::{Board, GridFault, GridMap, Layout, Rounding};

fn between(board: &Board, a: &str, b: &str) -> String {
    names(board, &board.between(at(board, a), at(board, b)))
}

fn distance(board: &Board, a: &str, b: &str) -> i32 {
    board.distance(at(board, a), at(board, b), Rounding::Up)
}

#[test]
fn a_hexagon_of_eight_a_side_has_169_hexes() {
    // 1 in the middle and rings of 6, 12 … 42 around it: 1 + 6 * (1 + … + 7) = 1 + 6 * 28 = 169.
    for layout in [Layout::Pointy, Layout::Flat] {
        assert_eq!(hexagon(layout, 8).n_spots(), 169);
    }
    // With pointy tops 15 lines of 8, 9 … 15 … 8 hexes.
    let map = hexagon(Layout::Pointy, 8);
    assert_eq!(map.name(0), "A1");
    assert_eq!(map.name(7), "A8");
    assert_eq!(map.name(8), "B1");
    assert_eq!(map.name(168), "O8");
    // From corner to corner it is 14 hexes, from the middle 7 to each.
    assert_eq!(distance(&map, "A1", "O8"), 14);
    assert_eq!(distance(&map, "H8", "O8"), 7);
    assert_eq!(distance(&map, "A1", "A8"), 7);
}

#[test]
fn names_go_both_ways() {
    let map = rectangle(Layout::Pointy, 28, 3);
    // The 27th line is AA, the 28th AB; three hexes each.
    assert_eq!(map.name(26 * 3), "AA1");
    assert_eq!(map.name(27 * 3 + 2), "AB3");
    assert_eq!(map.parse(" ab 3 "), Some(83));
    for wrong in ["AB4", "AB0", "AC1", "B", "1", "", "B-1", "B1x", "é1"] {
        assert_eq!(map.parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_line_through_the_middle_of_sides_passes_one_hex_at_a_time() {
    let map = rectangle(Layout::Pointy, 3, 5);
    assert_eq!(between(&map, "A1", "A4"), "A2 A3");
    assert_eq!(between(&map, "A4", "A1"), "A3 A2");
    // From (0, 0) to B3 at (5, -3), so y = -3x/5: leaves A1 at x = 1 through its side at 90 degrees (y from -1 to 1),
    // A2 where y = x - 4, at (2.5, -1.5) on its side at 150 degrees, B2 at x = 4, y = -2.4 on its side at 90.
    assert_eq!(between(&map, "A1", "B3"), "A2 B2");
    assert_eq!(between(&map, "A1", "A2"), "");
    assert_eq!(between(&map, "A1", "A1"), "");
}

#[test]
fn along_a_hexside_both_hexes_are_passed() {
    let map = rectangle(Layout::Pointy, 5, 5);
    // A2 lies at (2, 0), C2 at (2, -6): straight down, from the lower corner of A2 along the side between B1 (1, -3)
    // and B2 (3, -3). Going down, B2 lies to the left.
    assert_eq!(between(&map, "A2", "C2"), "B2 B1");
    assert_eq!(between(&map, "C2", "A2"), "B1 B2");
    // Two sides with C2 whole in the middle.
    assert_eq!(between(&map, "A2", "E2"), "B2 B1 C2 D2 D1");
    let (a, b) = (at(&map, "A2"), at(&map, "E2"));
    let twin = |name| map.twin(at(&map, name), a, b).map(|place| map.name(place));
    assert_eq!(twin("B1").as_deref(), Some("B2"));
    assert_eq!(twin("B2").as_deref(), Some("B1"));
    assert_eq!(twin("C2"), None);
    assert_eq!(twin("A2"), None);
    assert_eq!(twin("E5"), None);
    // At 120 degrees: from (2, 0) to B3 at (5, -3) along the side between A3 (4, 0) and B2 (3, -3).
    assert_eq!(between(&map, "A2", "B3"), "A3 B2");
}

#[test]
fn along_the_rim_of_the_map_there_is_one_hex() {
    // C1 lies at (0, -6), E1 at (0, -12): the line runs along the left side of D1, where the map ends.
    let map = rectangle(Layout::Pointy, 5, 5);
    assert_eq!(between(&map, "C1", "E1"), "D1");
    let d1 = at(&map, "D1");
    assert_eq!(map.twin(d1, at(&map, "C1"), at(&map, "E1")), None);
}

#[test]
fn a_corner_that_is_only_touched_is_not_passed() {
    // From B1 at (0, 0) to A9 at (15, 3), so y = x / 5, which goes through corners at (5, 1) and (10, 2): there it
    // touches A4 and B7 and goes straight on. In between it leaves B4 (centre 6, 0) where x + y = 8, at (6.67, 1.33)
    // to A5 (7, 3), that where y = x - 6, at (7.5, 1.5) to B5 (8, 0), that where x + y = 10, at (8.33, 1.67) to A6.
    let map = rectangle(Layout::Pointy, 2, 9);
    assert_eq!(between(&map, "B1", "A9"), "B2 B3 B4 A5 B5 A6 A7 A8");
    assert_eq!(between(&map, "A9", "B1"), "A8 A7 A6 B5 A5 B4 B3 B2");
}

#[test]
fn with_flat_tops_the_same_map_lies_on_its_side() {
    // Columns of five; lines of the drawing: A1 A2 A3 in columns 1, 3, 5, B1 B2 B3 in columns 2, 4, 6 and so on.
    let map = rectangle(Layout::Flat, 6, 5);
    assert_eq!(
        names(&map, map.neighbours(at(&map, "C2"))),
        "A2 B2 D2 E2 D1 B1"
    );
    // Straight up is a side: two lines of the drawing to the next hex.
    assert_eq!(between(&map, "E2", "A2"), "C2");
    assert_eq!(map.bearing(at(&map, "E2"), at(&map, "A2")), 0);
    // Straight to the right is a corner: A1 in column 1 to A2 in column 3, along the side between the hexes of
    // column 2: above it there is none, below B1.
    assert_eq!(between(&map, "A1", "A2"), "B1");
    // From C1 to C2 between B1 above (left) and D1 below.
    assert_eq!(between(&map, "C1", "C2"), "B1 D1");
    assert_eq!(distance(&map, "C1", "C2"), 2);
    assert_eq!(map.bearing(at(&map, "C1"), at(&map, "C2")), 90);
}

#[test]
fn a_line_over_a_gap_in_the_map_leaves_it_out() {
    // A1, nothing, A2 in one line; B1 below the gap's left side.
    let map = Board::Grid(GridMap::new(Layout::Pointy, &[(0, 0), (0, 4), (1, 1)]).unwrap());
    assert_eq!(between(&map, "A1", "A2"), "");
    assert_eq!(distance(&map, "A1", "A2"), 2);
    assert_eq!(map.ahead(at(&map, "A1"), 90, 1), None);
    assert_eq!(map.ahead(at(&map, "A1"), 90, 2), Some(at(&map, "A2")));
}

#[test]
fn bearings_to_the_nearest_degree() {
    let map = rectangle(Layout::Pointy, 5, 5);
    let bearing = |a, b| map.bearing(at(&map, a), at(&map, b));
    // The six sides of C2, clockwise.
    let around = ["B2", "C3", "D2", "D1", "C1", "B1"].map(|to| bearing("C2", to));
    assert_eq!(around, [30, 90, 150, 210, 270, 330]);
    // Straight over corners.
    assert_eq!(bearing("C2", "A2"), 0);
    assert_eq!(bearing("C2", "B3"), 60);
    assert_eq!(bearing("C2", "E2"), 180);
    assert_eq!(bearing("C2", "C2"), 0);
    // C2 lies at (2, -6), B4 at (7, -3): 5 half hexes to the right, 1 line up. A half hex is √3/2 wide and a line 3/2
    // high, so the tangent from the vertical is 5 √3 / 3 = 2.887: 70.89 degrees.
    assert_eq!(bearing("C2", "B4"), 71);
    assert_eq!(bearing("B4", "C2"), 251);
}

#[test]
fn arcs_hold_their_edges_exactly() {
    let map = rectangle(Layout::Pointy, 7, 7);
    let in_arc = |direction, either_side, to| {
        map.in_arc(at(&map, "D3"), direction, either_side, at(&map, to))
    };
    // Seen from D3 (column 5, line 4) the hex one line up and three half hexes to the right, C5, lies at exactly 60
    // degrees; C2, three to the left, at 300; C3 at 330, C4 at 30, D4 at 90, D2 at 270.
    assert!(in_arc(0, 60, "C5") && in_arc(0, 60, "C2"));
    assert!(!in_arc(0, 59, "C5") && !in_arc(0, 59, "C2"));
    assert!(in_arc(0, 60, "C4") && in_arc(0, 60, "C3") && in_arc(0, 60, "A3"));
    assert!(!in_arc(0, 60, "D4") && !in_arc(0, 60, "D2") && !in_arc(0, 60, "G4"));
    // The front of 60 degrees to either side of a hexside: from 330 over 30 to 90.
    assert!(in_arc(30, 60, "D4") && in_arc(30, 60, "C3"));
    assert!(!in_arc(30, 60, "E4") && !in_arc(30, 60, "D2"));
    // One ray: only what lies on it, and not behind.
    assert!(in_arc(30, 0, "C4") && in_arc(30, 0, "B4") && !in_arc(30, 0, "E3"));
    // Half of all: the edges are inside; more than half: what lies behind is out until 180.
    assert!(in_arc(0, 90, "D4") && in_arc(0, 90, "D2") && !in_arc(0, 90, "E3"));
    assert!(in_arc(0, 120, "E5") && !in_arc(0, 119, "E5") && in_arc(0, 180, "F3"));
    // Its own place is in every arc; an arc of less than nothing holds nothing.
    assert!(in_arc(30, 0, "D3") && !in_arc(30, -1, "D3"));
    // Directions go round.
    assert!(in_arc(390, 60, "D4") && in_arc(-330, 60, "D4"));
}

#[test]
fn ahead_follows_hexsides() {
    let map = rectangle(Layout::Pointy, 5, 5);
    let ahead = |from, direction, n| {
        let place = map.ahead(at(&map, from), direction, n);
        place.map_or("none".to_owned(), |place| map.name(place))
    };
    assert_eq!(ahead("C2", 90, 2), "C4");
    // Two steps at 30 degrees: one half hex to the right and one line up, twice.
    assert_eq!(ahead("C2", 30, 2), "A3");
    assert_eq!(ahead("C2", 30, -2), "E1");
    assert_eq!(ahead("C2", 90, 4), "none");
    assert_eq!(ahead("C2", 90, 0), "C2");
    // 40 degrees are nearest to the side at 30; 60 is halfway between 30 and 90: the one clockwise.
    assert_eq!(ahead("C2", 40, 1), "B2");
    assert_eq!(ahead("C2", 60, 1), "C3");
    assert_eq!(ahead("C2", 0, 1), "B2");
    assert_eq!(ahead("C2", i32::MIN, i32::MIN), "none");
}

#[test]
fn sides_have_one_code_from_both_hexes() {
    let board = rectangle(Layout::Pointy, 3, 3);
    let Board::Grid(map) = &board else { panic!() };
    let (b1, b2) = (at(&board, "B1"), at(&board, "B2"));
    // B1 has number 3; B2 lies at 90 degrees, direction 1: 3 * 6 + 1.
    assert_eq!(board.side(b1, b2), Some(19));
    assert_eq!(board.side(b2, b1), Some(19));
    assert_eq!(map.beside(19), Some((b1, Some(b2))));
    assert_eq!(map.side_name(19), "B1/B2");
    assert_eq!(board.side(b1, at(&board, "C3")), None);
    // A1 has number 0; nothing lies to its left, direction 4.
    assert_eq!(map.side_of(0, 4), Some(4));
    assert_eq!(map.beside(4), Some((0, None)));
    assert_eq!(map.side_name(4), "A1/270");
}

#[test]
fn a_line_crosses_sides() {
    let board = rectangle(Layout::Pointy, 5, 5);
    let Board::Grid(map) = &board else { panic!() };
    let sides = |a, b| {
        let sides = board.sides_between(at(&board, a), at(&board, b));
        let names: Vec<String> = sides.iter().map(|side| map.side_name(*side)).collect();
        names.join(" ")
    };
    // The line of the test above: A1 A2 B2 B3.
    assert_eq!(sides("A1", "B3"), "A1/A2 A2/B2 B2/B3");
    // Along a side: into both hexes, along the side between them, out of both. Left of the way down lies B2.
    assert_eq!(sides("A2", "C2"), "A2/B2 A2/B1 B1/B2 B2/C2 B1/C2");
    assert_eq!(sides("C2", "A2"), "B1/C2 B2/C2 B1/B2 A2/B1 A2/B2");
    assert_eq!(sides("A2", "A2"), "");
}

#[test]
fn the_cheapest_way_goes_around() {
    let map = rectangle(Layout::Pointy, 3, 4);
    // A wall of costly hexes: entering A2 or B2 costs 5, C2 is barred; all else costs 1.
    let (a2, b2, c2) = (at(&map, "A2"), at(&map, "B2"), at(&map, "C2"));
    let cost = |_: i32, to: i32| match to {
        to if to == c2 => None,
        to => Some(if to == a2 || to == b2 { 5 } else { 1 }),
    };
    // B1 to B4: over B2 5 + 1 + 1; the columns A2, B2, C2 are a wall from rim to rim, so there is no cheaper one.
    let (from, to) = (at(&map, "B1"), at(&map, "B4"));
    let way = searched(&map, to_goal(from, to), &[], cost);
    assert_eq!(
        (way.cost, names(&map, &way.places).as_str()),
        (Some(7), "B2 B3 B4")
    );
    // 6 points reach B2 (5) and from it A3, B3, C3 (6); C2 is barred.
    let reached = searched(&map, within(from, 6), &[], cost);
    assert_eq!(names(&map, &reached.places), "A1 A2 A3 B1 B2 B3 C1 C3");
    let reached = searched(&map, within(from, 5), &[], cost);
    assert_eq!(names(&map, &reached.places), "A1 A2 B1 B2 C1");
    let far = |points| searched(&map, spending(from, to, points), &[], cost).farthest;
    assert_eq!(far(6), Some(at(&map, "B3")));
    assert_eq!(far(4), Some(from));
    let barred = searched(&map, to_goal(from, c2), &[], cost);
    assert_eq!(
        (barred.cost, barred.farthest, barred.places),
        (None, None, vec![])
    );
    let nowhere = searched(&map, to_goal(from, from), &[], cost);
    assert_eq!((nowhere.cost, nowhere.places), (Some(0), vec![]));
}

#[test]
fn what_is_no_map() {
    let new = |cells: &[(i32, i32)]| GridMap::new(Layout::Pointy, cells).map(|_| ());
    assert_eq!(new(&[]), Err(GridFault::Empty));
    assert_eq!(
        new(&[(0, 0), (0, 2), (1, 2)]),
        Err(GridFault::BetweenColumns(2))
    );
    assert_eq!(new(&[(0, 2), (0, 0), (0, 2)]), Err(GridFault::Twice(2)));
    assert_eq!(new(&[(0, 0), (0, i32::MAX - 1)]), Err(GridFault::TooLarge));
    assert!(GridMap::rectangle(Layout::Flat, 100, 100).is_ok());
    assert!(GridMap::rectangle(Layout::Flat, 100, 101).is_err());
}
