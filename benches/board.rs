//! How long boards take: a field of movement, lines of sight, lines over shapes.
//!
//! First the geometry alone, costs being read from a list, then fields of movement and a line of sight as rules ask for
//! them, which cost what a formula says, over a map of the same size. Each thing is measured in short rounds of which the fastest
//! counts, since what else the machine does only adds to it. Prints a table with the bounds that hold for it; says so and ends with an error if one is not kept.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

mod allocator;
mod ruled;

use ruled::Ruled;
use sandtable::board::search::{self, Found, NOTHING, Search, Sought};
use sandtable::board::{Board, GridMap, Layout, OpenTable, Place, Rounding, Shape};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

const ROUNDS: usize = 201;

/// Microseconds of one call: the fastest of the rounds, each of so many calls.
fn measured(calls: usize, mut call: impl FnMut(usize)) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for number in 0..calls {
                call(number);
            }
            start.elapsed().as_secs_f64() * 1e6 / calls as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[0]
}

/// Numbers that look random and are the same every time.
fn scattered(number: usize) -> usize {
    let mixed = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33) as usize
}

/// A whole search, step by step as a program does it.
fn searched(
    board: &Board,
    block: &mut [i32],
    from: Place,
    goal: Option<Place>,
    shapes: &[(Place, &Shape)],
    cost_of: impl Fn(Place) -> Option<i32>,
) {
    let sought = Sought {
        from,
        goal,
        most: None,
        spend: None,
    };
    Search::begin(board, block, sought, shapes).unwrap();
    loop {
        Search::resume(board, block).step(None);
        if block[search::FROM] == NOTHING {
            break;
        }
        block[search::COST] = cost_of(block[search::TO]).unwrap_or(NOTHING);
    }
    let found = if goal.is_some() {
        Found::Way
    } else {
        Found::Reached
    };
    assert!(Search::resume(board, block).end(found, Rounding::Up));
    black_box(block[search::COUNT]);
}

fn main() -> ExitCode {
    let board = Board::Grid(GridMap::rectangle(Layout::Pointy, 40, 60).unwrap());
    let n_hexes = board.n_spots();
    let hex = |number: usize| (scattered(number) % n_hexes) as Place;
    let costs: Vec<Option<i32>> = (0..n_hexes)
        .map(|at| (!scattered(at).is_multiple_of(10)).then_some(1 + (scattered(at) % 4) as i32))
        .collect();
    let cost_of = |to: Place| costs[to as usize];
    let table = Board::Table(OpenTable::new(7_200, 4_800, 100).unwrap());
    let point = |number: usize| table.spot(scattered(number) % table.n_spots()).unwrap();
    let octagon = Shape::Polygon {
        points: vec![
            (-100, -250),
            (100, -250),
            (250, -100),
            (250, 100),
            (100, 250),
            (-100, 250),
            (-250, 100),
            (-250, -100),
        ],
    };
    let woods: Vec<(Place, &Shape)> = (0..20).map(|at| (point(at * 7), &octagon)).collect();

    let mut block = vec![0; search::n_registers(&board, std::iter::empty())];
    let field = measured(2, |number| {
        searched(&board, &mut block, hex(number), None, &[], cost_of);
    });
    let sight = measured(500, |number| {
        let (a, b) = (hex(number), hex(number + 5_000));
        black_box(
            board
                .line(a, b)
                .filter(|passed| costs[passed.place as usize].is_none())
                .count(),
        );
    });
    let corner_to_corner = measured(500, |_| {
        let last = (n_hexes - 1) as Place;
        black_box(
            board
                .line(0, last)
                .filter(|passed| costs[passed.place as usize].is_none())
                .count(),
        );
    });
    let way = measured(2, |number| {
        let ends = (hex(number), hex(number + 100));
        searched(&board, &mut block, ends.0, Some(ends.1), &[], cost_of);
    });
    let measure = measured(2_000, |number| {
        black_box(board.distance(hex(number), hex(number + 1), Rounding::Up));
    });
    let arc = measured(2_000, |number| {
        black_box(board.in_arc(hex(number), 30, 60, hex(number + 1)));
    });
    let over_woods = measured(100, |number| {
        let (a, b) = (point(number), point(number + 1_000));
        let crossed = woods
            .iter()
            .filter(|(at, wood)| table.crosses(a, b, *at, wood));
        black_box(crossed.count());
    });
    let outlines = woods.iter().map(|(_, wood)| *wood);
    let mut block = vec![0; search::n_registers(&table, outlines)];
    let march = measured(100, |number| {
        let (a, b) = (point(number), point(number + 1_000));
        searched(&table, &mut block, a, Some(b), &woods, |_| Some(1));
    });

    let ruled = Ruled::new();
    let by_rules = |formula: &str| {
        let mut question = ruled.question(formula);
        measured(2, |_| {
            black_box(question.answer());
        })
    };

    let rows: [(&str, f64, Option<f64>); 12] = [
        (
            "field of movement, 60 x 40 hexes, all of them",
            field,
            Some(1_000.0),
        ),
        ("line of sight, 60 x 40 hexes, any two", sight, Some(10.0)),
        (
            "line of sight, 60 x 40 hexes, corner to corner",
            corner_to_corner,
            Some(10.0),
        ),
        ("cheapest way, 60 x 40 hexes, any two", way, None),
        ("distance of two hexes", measure, None),
        ("arc of a hex", arc, None),
        (
            "line of sight, table, over 20 octagons",
            over_woods,
            Some(10.0),
        ),
        ("straight way, table, over 20 octagons", march, None),
        (
            "field of movement by a rule's cost, all of them",
            by_rules("field"),
            Some(1_000.0),
        ),
        (
            "field of movement by a rule's cost, 8 points",
            by_rules("near-field"),
            None,
        ),
        (
            "the same, where costs depend on who is near",
            by_rules("watched-field"),
            None,
        ),
        (
            "line of sight by a rule, 60 x 40 hexes",
            by_rules("sight"),
            Some(10.0),
        ),
    ];
    let mut is_kept = true;
    for (what, time, bound) in rows {
        let verdict = match bound {
            Some(bound) if time > bound => {
                is_kept = false;
                format!("more than {bound} µs")
            }
            Some(bound) => format!("below {bound} µs"),
            None => String::new(),
        };
        println!("{what:<50} {time:>10.3} µs  {verdict}");
    }
    if is_kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
