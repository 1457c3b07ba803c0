//! The open table; shapes are in hundredths of an inch.

use super::{at, names, searched, spending, table, to_goal};
use sandtable::board::{Board, OpenTable, Rounding, Shape, Whole};

const BASE: Shape = Shape::Disc { radius: 50 };

fn square(side: i32) -> Shape {
    Shape::Polygon {
        points: vec![(0, 0), (side, 0), (side, side), (0, side)],
    }
}

#[test]
fn places_and_the_grid() {
    let board = Board::Table(OpenTable::new(7200, 4800, 50).unwrap());
    // 0, 0.5 … 72 are 145 points, 0 … 48 are 97.
    assert_eq!(board.n_spots(), 145 * 97);
    assert_eq!(board.name(board.spot(146).unwrap()), "(0.5, 0.5)");
    assert_eq!(board.spot(145 * 97), None);
    let place = at(&board, "(12.5, 8)");
    assert_eq!(place, 800 * 7201 + 1250);
    assert_eq!(board.name(place), "(12.5, 8)");
    // 8 inches are line 16 of the grid, 12.5 column 25.
    assert_eq!(board.spot_of(place), Some(16 * 145 + 25));
    assert_eq!(board.spot_of(at(&board, "12.25,8")), None);
    assert_eq!(board.name(at(&board, " ( 0.05 , 48 ) ")), "(0.05, 48)");
    for wrong in [
        "(72.01, 0)",
        "(1, 2",
        "1",
        "(1, -2)",
        "(1.234, 1)",
        "(a, b)",
        "(., 1)",
    ] {
        assert_eq!(board.parse(wrong), None, "{wrong}");
    }
    // What lies beyond an edge is nearest to the place on it.
    assert_eq!(board.near("(12.5, 8)"), Some(place));
    assert_eq!(board.near("99, 8"), Some(at(&board, "(72, 8)")));
    assert_eq!(board.near("(12.5, 50)"), Some(at(&board, "(12.5, 48)")));
    assert_eq!(board.near("moon"), None);
    // The farthest corner of the largest table still has a number.
    let large = table(400, 400);
    assert_eq!(large.name(at(&large, "(400, 400)")), "(400, 400)");
    assert!(!large.holds(at(&large, "(400, 400)") + 1) && !large.holds(-1));
}

#[test]
fn distances_and_their_rounding() {
    let board = table(30, 30);
    let d = |a, b, rounding| board.distance(at(&board, a), at(&board, b), rounding);
    // 3, 4, 5.
    for rounding in [Rounding::Up, Rounding::Down, Rounding::Nearest] {
        assert_eq!(d("1,1", "4,5", rounding), 5);
    }
    // The root of 9 + 16.0801 is 5.008.
    assert_eq!(d("0,0", "3,4.01", Rounding::Up), 6);
    assert_eq!(d("0,0", "3,4.01", Rounding::Nearest), 5);
    assert_eq!(d("0,0", "0,2.5", Rounding::Nearest), 3);
    // The end of a band is in it, a hundredth more is not.
    let within = |b, n| board.within(at(&board, "0,0"), at(&board, b), n);
    assert!(within("3,4", 5) && !within("3,4.01", 5) && !within("3,4", -5));
}

#[test]
fn directions() {
    let board = table(30, 30);
    let bearing = |b| board.bearing(at(&board, "10,10"), at(&board, b));
    assert_eq!(
        ["10,20", "20,20", "20,10", "10,0", "0,0", "0,10"].map(bearing),
        [0, 45, 90, 180, 225, 270]
    );
    // A tangent of 3/4 is 36.87 degrees; 4 left and 3 up is 306.87.
    assert_eq!(["13,14", "6,13"].map(bearing), [37, 307]);
    let in_arc = |n, b| board.in_arc(at(&board, "10,10"), 0, n, at(&board, b));
    assert!(in_arc(45, "20,20") && in_arc(45, "0,20") && !in_arc(45, "20,19.99"));
    assert!(in_arc(90, "20,10") && !in_arc(90, "20,9.99") && in_arc(135, "20,0"));
    let ahead = |direction, n| {
        board
            .ahead(at(&board, "10,10"), direction, n)
            .map(|place| board.name(place))
    };
    assert_eq!(ahead(90, 6).as_deref(), Some("(16, 10)"));
    // 10 inches at 30 degrees: half of them to the right, 8.6603 up.
    assert_eq!(ahead(30, 10).as_deref(), Some("(15, 18.66)"));
    assert_eq!(ahead(225, 10).as_deref(), Some("(2.93, 2.93)"));
    assert_eq!(ahead(180, 11), None);
}

#[test]
fn gaps_between_bases() {
    let board = table(30, 30);
    let gap = |a, sa: &Shape, b, sb: &Shape| {
        board.gap(at(&board, a), sa, at(&board, b), sb, Rounding::Up)
    };
    // Centres 3 apart, half an inch of each base: 2. Touching and overlapping: 0.
    assert_eq!(gap("1,1", &BASE, "4,1", &BASE), 2);
    assert_eq!(gap("1,1", &BASE, "4.01,1", &BASE), 3);
    assert_eq!(gap("1,1", &BASE, "2,1", &BASE), 0);
    assert_eq!(gap("1,1", &BASE, "1.1,1", &BASE), 0);
    // A square from (10, 10) to (14, 14): from (5, 12) 5 less half an inch, up; from its corner 3, 4, 5 away likewise.
    assert_eq!(gap("5,12", &BASE, "10,10", &square(400)), 5);
    assert_eq!(gap("10,10", &square(400), "17,18", &BASE), 5);
    assert_eq!(gap("12,12", &BASE, "10,10", &square(400)), 0);
    // Two squares: side by side 2 apart, meeting at a corner, one in the other.
    assert_eq!(gap("10,10", &square(400), "16,12", &square(400)), 2);
    assert_eq!(gap("10,10", &square(400), "14,14", &square(400)), 0);
    assert_eq!(gap("10,10", &square(400), "11,11", &square(100)), 0);
    // A slanted edge from (0, 0) to (8, 6): from (1, 7) it is |8 * 7 - 6 * 1| / 10 = 5 away.
    let wedge = Shape::Polygon {
        points: vec![(0, 0), (800, 600), (800, 0)],
    };
    let point = Shape::Disc { radius: 0 };
    assert_eq!(gap("1,7", &point, "0,0", &wedge), 5);
}

#[test]
fn the_inside_of_shapes() {
    let board = table(30, 30);
    // An L: the square from (10, 10) to (14, 14) without its upper right quarter.
    let angle = Shape::Polygon {
        points: vec![
            (0, 0),
            (400, 0),
            (400, 200),
            (200, 200),
            (200, 400),
            (0, 400),
        ],
    };
    let inside = |p| board.inside(at(&board, p), at(&board, "10,10"), &angle);
    assert!(inside("11,13") && inside("13,11"));
    assert!(!inside("13,13") && !inside("9,10") && !inside("15,12") && !inside("12.01,12.01"));
    // Edges and corners are inside.
    assert!(inside("10,12") && inside("12,12") && inside("14,12") && inside("10,10"));
    assert!(board.inside(at(&board, "10.3,10.4"), at(&board, "10,10"), &BASE));
    assert!(!board.inside(at(&board, "10.3,10.41"), at(&board, "10,10"), &BASE));
}

#[test]
fn lines_touch_or_cross() {
    let board = table(30, 30);
    let crosses = |a, b, shape: &Shape| {
        board.crosses(at(&board, a), at(&board, b), at(&board, "10,10"), shape)
    };
    let wood = square(400);
    assert!(crosses("8,12", "16,12", &wood));
    assert!(crosses("11,11", "13,13", &wood), "wholly inside");
    assert!(crosses("12,12", "20,12", &wood), "from inside");
    assert!(!crosses("8,10", "16,10", &wood), "along an edge");
    assert!(
        !crosses("8,16", "16,8", &square(200)),
        "through the corner (12, 12) only"
    );
    assert!(
        crosses("8,15.98", "15.98,8", &square(200)),
        "just cut the corner"
    );
    assert!(crosses("8,8", "16,16", &wood), "corner to corner");
    assert!(!crosses("8,12", "10,12", &wood), "up to the edge");
    assert!(!crosses("8,12", "10.05,12", &wood), "a sliver at the end");
    assert!(crosses("8,12", "10.06,12", &wood));
    // Discs: a tangent touches.
    assert!(!crosses("8,10.5", "12,10.5", &BASE) && crosses("8,10.49", "12,10.49", &BASE));
    assert!(!crosses("5,10", "9,10", &BASE), "in front of it");
}

#[test]
fn inches_of_a_line_in_a_shape() {
    let board = table(60, 40);
    let through = |a, b, place, shape: &Shape, rounding| {
        board.through(
            at(&board, a),
            at(&board, b),
            at(&board, place),
            shape,
            rounding,
        )
    };
    // A wood 12 inches wide.
    let wood = Shape::Polygon {
        points: vec![(0, 0), (1200, 0), (1200, 800), (0, 800)],
    };
    for rounding in [Rounding::Up, Rounding::Down, Rounding::Nearest] {
        assert_eq!(through("5,14", "30,14", "10,10", &wood, rounding), 12);
        // 3, 4, 5: from (10, 10) to (16, 18) leaves at the upper edge, 8 up and 6 aside: 10.
        assert_eq!(through("7,6", "22,26", "10,10", &wood, rounding), 10);
        // Along the edge: nothing.
        assert_eq!(through("5,10", "30,10", "10,10", &wood, rounding), 0);
        // A chord of a disc of radius 5 at a distance of 3 from its centre: 2 * 4.
        let disc = Shape::Disc { radius: 500 };
        assert_eq!(through("0,13", "30,13", "10,10", &disc, rounding), 8);
    }
    // Corner to corner the root of 144 + 64, 14.42.
    assert_eq!(through("10,10", "22,18", "10,10", &wood, Rounding::Up), 15);
    assert_eq!(
        through("10,10", "22,18", "10,10", &wood, Rounding::Down),
        14
    );
    // A U is passed twice: 2 inches of each leg.
    let horseshoe = Shape::Polygon {
        points: vec![
            (0, 0),
            (600, 0),
            (600, 600),
            (400, 600),
            (400, 200),
            (200, 200),
            (200, 600),
            (0, 600),
        ],
    };
    assert_eq!(
        through("5,14", "30,14", "10,10", &horseshoe, Rounding::Up),
        4
    );
    // Just on the bottom of the notch the line runs along an edge in the middle, in the legs left and right of it.
    assert_eq!(
        through("5,12", "30,12", "10,10", &horseshoe, Rounding::Up),
        4
    );
}

#[test]
fn a_line_is_cut_at_edges() {
    let board = table(60, 40);
    let (a, b) = (at(&board, "5,14"), at(&board, "30,14"));
    let (wood, pond) = (square(800), Shape::Disc { radius: 500 });
    let shapes = [(at(&board, "10,10"), &wood), (at(&board, "20,11"), &pond)];
    // The wood from 10 to 18; the pond's chord at a distance of 3: from 16 to 24.
    assert_eq!(
        names(&board, &board.cuts(a, b, &shapes)),
        "(10, 14) (16, 14) (18, 14) (24, 14) (30, 14)"
    );
    assert_eq!(
        names(&board, &board.cuts(b, a, &shapes)),
        "(24, 14) (18, 14) (16, 14) (10, 14) (5, 14)"
    );
    assert_eq!(names(&board, &board.cuts(a, b, &[])), "(30, 14)");
    assert_eq!(names(&board, &board.cuts(a, a, &shapes)), "");
    let (a, b) = (at(&board, "8.5,14"), at(&board, "12,14"));
    assert_eq!(
        names(&board, &board.inch_by_inch(a, b, &shapes)),
        "(9.5, 14) (10, 14) (11, 14) (12, 14)"
    );
}

#[test]
fn twelve_inches_of_thick_trees() {
    let board = table(60, 40);
    // 12 inches of trees at 3 a point each, within a line of 25: 36 for the trees, 13 for the rest.
    let trees = Shape::Polygon {
        points: vec![(0, 0), (1200, 0), (1200, 800), (0, 800)],
    };
    let place = at(&board, "10,10");
    let shapes = [(place, &trees)];
    let cost = |a: i32, b: i32| match board.crosses(a, b, place, &trees) {
        true => Some(3),
        false => Some(1),
    };
    let (a, b) = (at(&board, "5,14"), at(&board, "30,14"));
    let way = searched(&board, to_goal(a, b), &shapes, cost);
    // 25 inches, inch by inch; the edges of the trees lie on whole inches.
    assert_eq!((way.cost, way.places.len()), (Some(49), 25));
    let inside = to_goal(at(&board, "10,14"), at(&board, "22,14"));
    assert_eq!(searched(&board, inside, &shapes, cost).cost, Some(36));
    let far = |points| searched(&board, spending(a, b, points), &shapes, cost).farthest;
    // 5 points to the edge, 15 more for 5 inches of trees; 1 more is a third of an inch.
    assert_eq!(far(20), Some(at(&board, "15,14")));
    assert_eq!(far(21), Some(at(&board, "15.33,14")));
    assert_eq!(far(49), Some(b));
    let barred = searched(&board, to_goal(a, b), &shapes, |_, _| None);
    assert_eq!(
        (barred.cost, barred.farthest, barred.places),
        (None, None, vec![])
    );
}

#[test]
fn lengths_made_whole_in_other_units() {
    let board = table(30, 30);
    let point = Shape::Disc { radius: 0 };
    let gap = |b, times, per, rounding| {
        let whole = Whole {
            times,
            per,
            rounding,
        };
        board.gap(at(&board, "0,0"), &point, at(&board, b), &BASE, whole)
    };
    // 5 - 0.5 are 4.5 inches: 18 quarters, 9 halves, 2.25 of 2 inches.
    assert_eq!(gap("3,4", 4, 1, Rounding::Up), 18);
    assert_eq!(gap("3,4", 2, 1, Rounding::Up), 9);
    assert_eq!(gap("3,4", 1, 2, Rounding::Up), 3);
    assert_eq!(gap("3,4", 1, 2, Rounding::Nearest), 2);
    assert_eq!(gap("3,4", 3, 2, Rounding::Down), 6);
    // The root of 9 + 16.0801 is 5.008; less 0.5 and times 4 that is 18.03.
    assert_eq!(gap("3,4.01", 4, 1, Rounding::Up), 19);
    assert_eq!(gap("3,4.01", 4, 1, Rounding::Down), 18);
    assert_eq!(gap("3,4.01", 4, 1, Rounding::Nearest), 18);
    let half = Whole {
        times: 1,
        per: 2,
        rounding: Rounding::Up,
    };
    // 11 inches of the line lie in the square; half of that is 5.5.
    let through = board.through(
        at(&board, "1,4"),
        at(&board, "20,4"),
        at(&board, "3,3"),
        &square(1100),
        half,
    );
    assert_eq!(through, 6);
}

#[test]
fn where_bases_first_touch() {
    let board = table(30, 30);
    let contact = |a, sa: &Shape, b, sb: &Shape| {
        let place = board.contact(at(&board, a), sa, at(&board, b), sb);
        place.map(|place| board.name(place))
    };
    // Centres an inch apart; along 3, 4, 5 the 9 inches before that are 5.4 and 7.2.
    assert_eq!(contact("0,0", &BASE, "0,10", &BASE).unwrap(), "(0, 9)");
    assert_eq!(contact("0,0", &BASE, "6,8", &BASE).unwrap(), "(5.4, 7.2)");
    // 9.5 up is half an inch before the side of the square, and 7.5 of the 8 inches up: 12 less 7.5 / 8 of 2 is 10.125.
    assert_eq!(
        contact("12,2", &BASE, "10,10", &square(400)).unwrap(),
        "(10.13, 9.5)"
    );
    // Where it touches already it stays; so does what is no farther than touching.
    assert_eq!(contact("1,1", &BASE, "2,1", &BASE).unwrap(), "(1, 1)");
    assert_eq!(contact("1,1", &BASE, "1.2,1", &BASE).unwrap(), "(1, 1)");
    // Wherever it comes from, it touches there, and a hundredth before it does not.
    for (x, y) in [(3, 29), (29, 7), (17, 1), (30, 30)] {
        let (from, to) = (at(&board, &format!("{x},{y}")), at(&board, "11,13"));
        let place = board.contact(from, &BASE, to, &BASE).unwrap();
        assert_eq!(board.gap(place, &BASE, to, &BASE, Rounding::Up), 0);
        assert!(board.length(place, to) >= 98, "{}", board.name(place));
    }
}

#[test]
fn the_edge_of_a_base() {
    let board = table(30, 30);
    let edge =
        |a, shape: &Shape, direction| board.name(board.edge(at(&board, a), shape, direction));
    assert_eq!(edge("5,5", &BASE, 90), "(5.5, 5)");
    assert_eq!(edge("5,5", &BASE, 180), "(5, 4.5)");
    // 0.5 times the sine of 45 degrees is 0.35.
    assert_eq!(edge("5,5", &BASE, 45), "(5.35, 5.35)");
    // The middle of the upper side; the corner.
    assert_eq!(edge("5,5", &square(200), 0), "(6, 7)");
    assert_eq!(edge("5,5", &square(200), 45), "(7, 7)");
    assert_eq!(edge("5,5", &square(200), 1), "(7, 7)");
    // A base hangs over the side of the table.
    assert_eq!(edge("0.2,5", &BASE, 270), "(0, 5)");
    assert_eq!(edge("5,5", &Shape::Disc { radius: 0 }, 270), "(5, 5)");
}
