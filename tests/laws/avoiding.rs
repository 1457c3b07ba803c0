//! Paths that avoid danger first and cost second, against all paths tried by hand.

use proptest::collection::vec;
use proptest::prelude::*;
use sandtable::explain::examples;

use crate::harness::{HERE, book_of};

const COLUMNS: usize = 4;
const ROWS: usize = 3;

/// What it costs to enter a square, and how dangerous it is; `None` if nobody can.
type Square = Option<(i32, i32)>;

const RULES: &str = "ruleset test
  board squares

kind square
  price   0..3, default 0
  danger  0..2, default 0
  traits  barred

kind scout
  track  spent: 0..99
  track  met: 0..99

formula march (to: place) -> 0..3 or none
  if to has barred: result none
  result to.price

formula march-step (unit: scout, from: place, to: place) -> 0..3 or none = march(to)

formula danger-step (from: place, to: place) -> 0..2 = to.danger

formula cost-of (unit: scout, goal: place) -> number or none = cost(unit, goal, march-step(unit), danger-step())

action walk (unit: scout, goal: place) -> number or none
  known = cost-of(unit, goal)
  each spot: place along march-step(unit) avoiding danger-step() from unit to goal
    add spot.price to unit.spent
    add spot.danger to unit.met
    set unit.at to spot
  result known

";

fn symbol(square: Square) -> char {
    match square {
        None => 'x',
        Some((price, danger)) => char::from(b'a' + (price * 3 + danger) as u8),
    }
}

fn map(squares: &[Square]) -> String {
    let mut text = "squares = \"\"\"\n".to_owned();
    for row in squares.chunks(COLUMNS) {
        let row: Vec<String> = row
            .iter()
            .map(|square| symbol(*square).to_string())
            .collect();
        text.push_str(&row.join(" "));
        text.push('\n');
    }
    text.push_str("\"\"\"\n\n[legend]\nx = { name = \"Barred\", traits = [\"barred\"] }\n");
    let mut known: Vec<(char, i32, i32)> = squares
        .iter()
        .filter_map(|square| square.map(|(price, danger)| (symbol(*square), price, danger)))
        .collect();
    known.sort_unstable();
    known.dedup();
    for (symbol, price, danger) in known {
        text.push_str(&format!(
            "{symbol} = {{ name = \"{symbol}\", price = {price}, danger = {danger} }}\n"
        ));
    }
    text
}

/// The least danger, and with it the least cost, from the first square to each other one.
fn best(squares: &[Square]) -> Vec<Option<(i32, i32)>> {
    let mut found = vec![None; squares.len()];
    found[0] = Some((0, 0));
    for _ in 0..squares.len() {
        for at in 0..squares.len() {
            let Some((danger, cost)) = found[at] else {
                continue;
            };
            let (row, column) = (at / COLUMNS, at % COLUMNS);
            for next in 0..squares.len() {
                let apart = row.abs_diff(next / COLUMNS) + column.abs_diff(next % COLUMNS);
                let (Some((price, risk)), 1) = (squares[next], apart) else {
                    continue;
                };
                let reached = (danger + risk, cost + price);
                if found[next].is_none_or(|known| reached < known) {
                    found[next] = Some(reached);
                }
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn danger_counts_before_cost(
        squares in vec(prop::option::weighted(0.85, (0..4_i32, 0..3_i32)), ROWS * COLUMNS),
        goal in 1..ROWS * COLUMNS,
    ) {
        let (row, column) = (goal / COLUMNS, goal % COLUMNS);
        let goal_name = format!("{}{}", char::from(b'A' + row as u8), column + 1);
        let expected = match best(&squares)[goal] {
            Some((danger, cost)) => format!(
                "walk = {cost}, unit.spent = {cost}, unit.met = {danger}, unit.at is {goal_name}"
            ),
            None => "walk is none, unit.at is A1".to_owned(),
        };
        let rules = format!(
            "{RULES}example \"walk\"\n  map {HERE}\n  given unit = one, unit.at = A1, goal = {goal_name}\n  run walk\n  expect {expected}\n"
        );
        let map = map(&squares);
        let book = book_of(&rules, Some("[scout.one]\n"), Some((HERE, map.as_str())));
        let outcome = examples::run(&book, &book.examples[0]);
        prop_assert!(outcome.findings.is_empty(), "{:?}\n{map}\n{rules}", outcome.findings);
    }
}
