//! Rules that measure on a board, run on boards that are put together here.

use std::sync::Arc;

use sandtable::ask::Binding;
use sandtable::board::{AreaMap, AreaName, Board, GridMap, Layout, OpenTable, Shape};
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::ir::{OutputSpec, lower, optimise};
use sandtable::model::RuleBook;
use sandtable::model::board::BoardInstance;
use sandtable::source::Spanned;
use sandtable::syntax::ast::Literal;

use crate::harness::book_of;

fn board_instance(
    board: Board,
    book: &RuleBook,
    shapes: Vec<Shape>,
    cutting: Vec<u32>,
) -> BoardInstance {
    let n_places = board.graph().map_or(0, |graph| graph.n_places());
    let n_fields = book.fields.len();
    let mut places = vec![0; n_places * n_fields];
    // Every fifth place has woods, if there is such a trait.
    if let Some(woods) = book.fields.iter().position(|field| field.name == "woods") {
        for place in (0..n_places).step_by(5) {
            places[place * n_fields + woods] = 1;
        }
    }
    BoardInstance {
        board: Arc::new(board),
        n_fields,
        places: places.into(),
        sides: Arc::default(),
        plain_side: vec![0; n_fields],
        shapes,
        cutting,
    }
}

/// Result of a formula with a unit `unit` at a place, `("unit", "C4")`, perhaps with a direction, `("facing", "90")`.
fn run(
    book: &RuleBook,
    board_instance: BoardInstance,
    name: &str,
    at: &[(&str, &str)],
) -> (i32, i32) {
    let mut diagnostics = Diagnostics::default();
    let span = sandtable::source::Span::nowhere();
    let name = Spanned::new(name.to_owned(), span);
    let bindings: Vec<Binding> = [("unit", "ann")]
        .iter()
        .map(|(name, value)| Binding {
            place: vec![Spanned::new((*name).to_owned(), span)],
            about: Vec::new(),
            value: Spanned::new(Literal::Word((*value).to_owned()), span),
        })
        .collect();
    let mut question =
        sandtable::ask::ask_question(book, &name, &[], &bindings, &[], &mut diagnostics)
            .unwrap_or_else(|| {
                panic!(
                    "{:?}",
                    diagnostics
                        .iter()
                        .map(|d| d.message.clone())
                        .collect::<Vec<_>>()
                )
            });
    let track = book.at_track().unwrap();
    for (what, value) in at {
        let start = match *what {
            "facing" => (book.facing_track().unwrap(), value.parse().unwrap()),
            _ => (track, board_instance.board.parse(value).unwrap()),
        };
        question.cast[0].starts.push(start);
    }
    question.cast[0].shape = board_instance.shapes.first().cloned();
    question.board_instance = Some(Arc::new(board_instance));
    let lowered = lower::run(book, &question, OutputSpec::Outcome);
    lowered.program.verify().unwrap();
    let optimised = optimise::run(&lowered.program);
    optimised.verify().unwrap();
    let mut values = Vec::new();
    for program in [&lowered.program, &optimised] {
        let mut machine = Machine::new(program);
        match machine.run(program, &mut Ask, &mut 1_000_000) {
            Pause::Done => values.push(machine.get(program.outcome[1])),
            Pause::Fault(fault) => panic!("{}", fault.diagnostic(program).message),
            other => panic!("{other:?}"),
        }
    }
    (values[0], values[1])
}

const HEXES: &str = r#"ruleset test "Test"
  board hexes

kind hex "Hex"
  level 0..5, default 0
  traits woods

kind scout "Scout"
  track goal: place or none

formula step (unit: scout, from: place, to: place) -> number or none
  if to has woods: result 3
  result 1

formula near (unit: scout) = number of spot: place within 2 of unit
formula wooded (unit: scout) = number of spot: place where spot has woods
formula reached (unit: scout) = number of spot: place reached by step(unit) from unit within 3
formula bordering (unit: scout) = number of spot: place within 1 of unit where distance(spot, unit) = 1
formula east (unit: scout) -> 0..99 hexes
  there = ahead(unit, 90, 4)
  if there is none: result 99
  result distance(unit, there)
formula way-east (unit: scout) -> 0..99
  there = ahead(unit, 90, 4)
  way = cost(unit, there, step(unit))
  if way is none: result 99
  result way
formula steps-east (unit: scout) -> 0..99
  there = ahead(unit, 90, 4)
  result number of spot: place along step(unit) from unit to there
formula far-east (unit: scout) -> 0..99 hexes
  there = ahead(unit, 90, 4)
  result distance(unit, farthest(unit, there, 2, step(unit)))
formula between (unit: scout) -> 0..99
  there = ahead(unit, 90, 4)
  result number of spot: place between unit and there
formula turned-right (unit: scout) = turned(unit.facing, 420)
"#;

#[test]
fn rules_measure_on_hexes() {
    let book = book_of(HEXES, Some("[scout.ann]\n"), None);
    // Ten rows of twelve; hexes 0, 5, 10 … have woods: in the row of F (60 to 71) F1 (60), F6 (65) and F11 (70).
    let map = GridMap::rectangle(Layout::Pointy, 10, 12).unwrap();
    let board_instance = board_instance(Board::Grid(map), &book, Vec::new(), Vec::new());
    let value = |name: &str| {
        let (plain, optimised) = run(&book, board_instance.clone(), name, &[("unit", "F4")]);
        assert_eq!(plain, optimised, "{name}");
        plain
    };
    // 1 + 6 + 12 hexes.
    assert_eq!(value("near"), 19);
    // 120 hexes, every fifth.
    assert_eq!(value("wooded"), 24);
    assert_eq!(value("bordering"), 6);
    assert_eq!(value("east"), 4);
    // F4 to F8: F5 1, F6 woods 3, F7 1, F8 1, or around it by one hex more: 5.
    assert_eq!(value("way-east"), 5);
    assert_eq!(value("steps-east"), 5);
    assert_eq!(value("far-east"), 2);
    assert_eq!(value("between"), 3);
    assert_eq!(value("turned-right"), 60);
}

/// A line 8 inches wide and 1 deep, and a point 10 inches up from its middle. Its front is half an inch away, its flank 4 inches. At 45
/// degrees the point is 7.07 inches to its side and 7.07 before it: 3.07 and 6.57 from its corner, and the root of 52.6 is 7.25.
#[test]
fn an_outline_turns_with_its_unit() {
    let rules = "ruleset test \"Test\"\n  board inches\n\nkind scout \"Scout\"\n\n\
                 formula apart (unit: scout) -> 0..2000 inches\n  \
                 result gap(unit, ahead(unit, 0, 10)) * 100 rounded to nearest\n";
    let book = book_of(rules, Some("[scout.ann]\n"), None);
    let line = Shape::Polygon {
        points: vec![(-400, -50), (400, -50), (400, 50), (-400, 50)],
    };
    for (facing, apart) in [
        ("0", 950),
        ("90", 600),
        ("180", 950),
        ("270", 600),
        ("45", 725),
    ] {
        let table = Board::Table(OpenTable::new(4800, 3600, 100).unwrap());
        let board_instance = board_instance(table, &book, vec![line.clone()], Vec::new());
        let at = [("unit", "(20, 10)"), ("facing", facing)];
        assert_eq!(
            run(&book, board_instance, "apart", &at),
            (apart, apart),
            "{facing}"
        );
    }
}

/// The line of before, at (20, 10) and turned to the right: 0.5 inches to its sides, 4 ahead and behind. A point 3 inches up is inside, and one
/// 3 inches to the right is not; a line 2 inches above its middle and 3 to both sides crosses it, for 1 inch. Its edge up is 4 inches away.
/// Moved 10 inches to the right, its side is 9 inches from where the other was.
#[test]
fn every_measure_knows_that_an_outline_has_turned() {
    let rules = "ruleset test \"Test\"\n  board inches\n\nkind scout \"Scout\"\n\n\
        formula up (unit: scout) -> yes or no = inside(ahead(unit, 0, 3), unit)\n\
        formula right (unit: scout) -> yes or no = inside(ahead(unit, 90, 3), unit)\n\
        formula across (unit: scout) -> yes or no\n  above = ahead(unit, 0, 2)\n  \
          result crosses(ahead(above, 270, 3), ahead(above, 90, 3), unit)\n\
        formula within (unit: scout) -> 0..2000 inches\n  above = ahead(unit, 0, 2)\n  \
          result through(ahead(above, 270, 3), ahead(above, 90, 3), unit) * 100 rounded to nearest\n\
        formula tip (unit: scout) -> 0..2000 inches = distance(unit, edge(unit, 0)) * 100 rounded to nearest\n\
        formula beside (unit: scout) -> 0..2000 inches\n  \
          result gap-from(unit, ahead(unit, 90, 10), unit) * 100 rounded to nearest\n";
    let book = book_of(rules, Some("[scout.ann]\n"), None);
    let line = Shape::Polygon {
        points: vec![(-400, -50), (400, -50), (400, 50), (-400, 50)],
    };
    let value = |name: &str, facing: &str| {
        let table = Board::Table(OpenTable::new(4800, 3600, 100).unwrap());
        let board_instance = board_instance(table, &book, vec![line.clone()], Vec::new());
        let at = [("unit", "(20, 10)"), ("facing", facing)];
        let (plain, optimised) = run(&book, board_instance, name, &at);
        assert_eq!(plain, optimised, "{name}");
        plain
    };
    let names = ["up", "right", "across", "within", "tip", "beside"];
    assert_eq!(
        names.map(|name| value(name, "90")),
        [1, 0, 1, 100, 400, 900]
    );
    // Not turned: 0.5 inches up and down, 4 to both sides. Moved by 10, it is 2 inches from itself.
    assert_eq!(names.map(|name| value(name, "0")), [0, 1, 0, 0, 50, 200]);
}

const TABLE: &str = r#"ruleset test "Test"
  board inches

kind scout "Scout"
  track goal: place or none
kind wood "Wood"
  cost 1..9

formula step (unit: scout, from: place, to: place) -> number or none
  if any wood where crosses(from, to, wood): result 3
  result 1

formula far (unit: scout) -> 0..99 inches
  result distance(unit, ahead(unit, 90, 12)) rounded up
formula dear (unit: scout) -> 0..99
  there = ahead(unit, 90, 12)
  way = cost(unit, there, step(unit)) rounded up
  if way is none: result 99
  result way
formula short (unit: scout) -> 0..99 inches
  there = ahead(unit, 90, 12)
  result distance(unit, farthest(unit, there, 12, step(unit))) rounded down
formula points (unit: scout) = number of spot: place within 2 of unit
formula inches (unit: scout) -> 0..99
  there = ahead(unit, 90, 12)
  result number of spot: place along step(unit) from unit to there
formula reach (unit: scout) = number of spot: place reached by step(unit) from unit within 3
"#;

#[test]
fn rules_measure_on_a_table() {
    let book = book_of(TABLE, Some("[scout.ann]\n"), None);
    let table = Board::Table(OpenTable::new(4800, 3600, 100).unwrap());
    let board_instance = board_instance(table, &book, vec![Shape::Disc { radius: 0 }], Vec::new());
    let value = |name: &str| {
        let (plain, optimised) = run(&book, board_instance.clone(), name, &[("unit", "(10, 10)")]);
        assert_eq!(plain, optimised, "{name}");
        plain
    };
    assert_eq!(value("far"), 12);
    assert_eq!(value("dear"), 12);
    assert_eq!(value("short"), 12);
    // Points with x*x + y*y <= 4: 13.
    assert_eq!(value("points"), 13);
    assert_eq!(value("inches"), 12);
    // Points with x*x + y*y <= 9: 29.
    assert_eq!(value("reach"), 29);
}

const SQUARES: &str = r#"ruleset test "Test"
  board squares

kind square "Square"
  traits woods

kind squareside "Side of a square"
  traits wall

kind scout "Scout"
  track goal: place or none

formula step (unit: scout, from: place, to: place) -> number or none
  if to has woods: result 3
  result 1

formula near (unit: scout) = number of spot: place within 2 of unit
formula wooded (unit: scout) = number of spot: place where spot has woods
formula reached (unit: scout) = number of spot: place reached by step(unit) from unit within 2
formula east (unit: scout) -> 0..99 squares
  there = ahead(unit, 90, 4)
  if there is none: result 99
  result distance(unit, there)
formula way-east (unit: scout) -> 0..99
  there = ahead(unit, 90, 4)
  way = cost(unit, there, step(unit))
  if way is none: result 99
  result way
formula far-east (unit: scout) -> 0..99 squares
  there = ahead(unit, 90, 4)
  result distance(unit, farthest(unit, there, 2, step(unit)))
formula corner (unit: scout) -> 0..99
  there = ahead(ahead(unit, 90, 3), 180, 3)
  result number of spot: place between unit and there
formula knight (unit: scout) -> 0..99
  there = ahead(ahead(unit, 90, 2), 180, 1)
  result number of spot: place between unit and there
formula crossed (unit: scout) -> 0..99
  there = ahead(ahead(unit, 90, 2), 180, 1)
  result number of side: squareside between unit and there where side has not wall
formula south-east (unit: scout) = bearing(unit, ahead(ahead(unit, 90, 3), 180, 3))
formula in-front (unit: scout) = number of spot: place within 1 of unit where in-arc(unit, 0, 45, spot) and spot is not unit.at
"#;

/// Ten rows of twelve; squares 0, 5, 10 … have woods: in the row of F (60 to 71) F1 (60), F6 (65) and F11 (70).
fn squares(text: &str, diagonals: bool) -> impl Fn(&str) -> i32 {
    let book = book_of(text, Some("[scout.ann]\n"), None);
    let layout = Layout::Square { diagonals };
    let map = GridMap::rectangle(layout, 10, 12).unwrap();
    let board_instance = board_instance(Board::Grid(map), &book, Vec::new(), Vec::new());
    move |name: &str| {
        let (plain, optimised) = run(&book, board_instance.clone(), name, &[("unit", "F4")]);
        assert_eq!(plain, optimised, "{name}");
        plain
    }
}

#[test]
fn rules_measure_on_squares() {
    let value = squares(SQUARES, false);
    // 1 + 4 + 8 squares.
    assert_eq!(value("near"), 13);
    // 120 squares, every fifth.
    assert_eq!(value("wooded"), 24);
    // Of the 13, E3 (50), F6 (65) and G4 (75) are woods, and H4 lies beyond G4.
    assert_eq!(value("reached"), 9);
    assert_eq!(value("east"), 4);
    // F4 to F8: F5 1, F6 woods 3, F7 1, F8 1; around it are two squares more.
    assert_eq!(value("way-east"), 6);
    assert_eq!(value("far-east"), 1);
    // Through the corners of two squares on the diagonal: G5, H6.
    assert_eq!(value("corner"), 2);
    // From F4 to G6: F5 and G5 are passed.
    assert_eq!(value("knight"), 2);
    assert_eq!(value("crossed"), 3);
    assert_eq!(value("south-east"), 135);
    // Only E4: its corners are not beside.
    assert_eq!(value("in-front"), 1);
}

#[test]
fn squares_touch_at_corners_where_the_rules_say_so() {
    let text = SQUARES.replace("board squares", "board squares with diagonals");
    let value = squares(&text, true);
    // 5 by 5.
    assert_eq!(value("near"), 25);
    // F4 to F8 around F6: E5 or G5 … 4 steps, none of them woods.
    assert_eq!(value("way-east"), 4);
    // E3, E4, E5: the edges of the arc are inside.
    assert_eq!(value("in-front"), 3);
    assert_eq!(value("east"), 4);
}

const AREAS: &str = r#"ruleset test "Test"
  board areas

kind area "Area"
  traits woods

kind link "Link"
  traits river

kind scout "Scout"
  track goal: place or none

formula step (unit: scout, from: place, to: place) -> number or none
  if to has woods: result 3
  result 1

formula near (unit: scout) = number of spot: place within 2 of unit
formula wooded (unit: scout) = number of spot: place where spot has woods
formula reached (unit: scout) = number of spot: place reached by step(unit) from unit within 3
formula ring (unit: scout) = number of spot: place where distance(spot, unit) = 2
formula dry (unit: scout) = number of spot: place within 1 of unit where distance(spot, unit) = 1 and not link(spot, unit) has river
formula farthest-off (unit: scout) -> 0..99 areas or none = highest of distance(spot, unit) for each spot: place
"#;

#[test]
fn rules_measure_on_areas() {
    let book = book_of(AREAS, Some("[scout.ann]\n"), None);
    // A ring of six areas, a0 to a5, and a6 that nothing joins; a0 and a5 have woods.
    let names = (0..7).map(|at| AreaName {
        id: format!("a{at}"),
        title: format!("Area {at}"),
    });
    let links: Vec<(i32, i32)> = (0..6).map(|at| (at, (at + 1) % 6)).collect();
    let map = AreaMap::new(names.collect(), &links, &[None; 7]).unwrap();
    let board_instance = board_instance(Board::Areas(map), &book, Vec::new(), Vec::new());
    let value = |name: &str| {
        let (plain, optimised) = run(&book, board_instance.clone(), name, &[("unit", "a1")]);
        assert_eq!(plain, optimised, "{name}");
        plain
    };
    // a1, a0, a2, a5, a3.
    assert_eq!(value("near"), 5);
    assert_eq!(value("wooded"), 2);
    // a1, a2, a3, a4, and a0 for 3.
    assert_eq!(value("reached"), 5);
    assert_eq!(value("ring"), 2);
    assert_eq!(value("dry"), 2);
    // What nothing joins is as far away as there are areas.
    assert_eq!(value("farthest-off"), 7);
}
