//! Rules that measure on a board, run on boards that are put together here.

use std::sync::Arc;

use sandtable::board::{Board, HexMap, Layout, OpenTable, Shape};
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::ir::{Wanted, lower, optimise};
use sandtable::model::board::Laid;
use sandtable::model::{self, Binding, RuleBook};
use sandtable::source::Spanned;
use sandtable::syntax::ast::Literal;

use crate::harness::book_of;

fn laid(board: Board, book: &RuleBook, shapes: Vec<Shape>, cutting: Vec<u32>) -> Laid {
    let n_hexes = match &board {
        Board::Hexes(map) => map.n_hexes(),
        Board::Table(_) => 0,
    };
    let n_fields = book.fields.len();
    let mut hexes = vec![0; n_hexes * n_fields];
    // Every fifth hex has woods, if there is such a trait.
    if let Some(woods) = book.fields.iter().position(|field| field.name == "woods") {
        for hex in (0..n_hexes).step_by(5) {
            hexes[hex * n_fields + woods] = 1;
        }
    }
    Laid {
        board: Arc::new(board),
        n_fields,
        hexes: hexes.into(),
        sides: Arc::default(),
        plain_side: vec![0; n_fields],
        shapes,
        cutting,
    }
}

/// Result of a formula with a unit `unit` at a place.
fn run(book: &RuleBook, laid: Laid, name: &str, at: &[(&str, &str)]) -> (i32, i32) {
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
    let mut question = model::ask_question(book, &name, &[], &bindings, &[], &mut diagnostics)
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
    for (_, place) in at {
        let place = laid.board.parse(place).unwrap();
        question.cast[0].starts.push((track, place));
    }
    question.laid = Some(Arc::new(laid));
    let lowered = lower::run(book, &question, Wanted::Outcome);
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
    let map = HexMap::rectangle(Layout::Pointy, 10, 12).unwrap();
    let laid = laid(Board::Hexes(map), &book, Vec::new(), Vec::new());
    let value = |name: &str| {
        let (plain, optimised) = run(&book, laid.clone(), name, &[("unit", "F4")]);
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
    let laid = laid(table, &book, vec![Shape::Disc { radius: 0 }], Vec::new());
    let value = |name: &str| {
        let (plain, optimised) = run(&book, laid.clone(), name, &[("unit", "(10, 10)")]);
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
