//! A journey over squares and areas: paths, ranges, zones and exact odds against brute force.

use std::collections::VecDeque;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use sandtable::explain::examples;

use crate::harness::{HERE, book_of};

/// Places by their names, and the links between them; whether each link is guarded.
#[derive(Debug, Clone)]
struct Country {
    board: &'static str,
    link: &'static str,
    map: String,
    names: Vec<String>,
    links: Vec<(usize, usize, bool)>,
}

/// A map of areas: a chain, so that everything is joined, and further links.
fn areas() -> impl Strategy<Value = Country> {
    let further = vec((0..8_usize, 0..8_usize, any::<bool>()), 0..6);
    (vec(any::<bool>(), 2..7), further).prop_map(|(chain, further)| {
        let n = chain.len() + 1;
        let mut links: Vec<(usize, usize, bool)> = Vec::new();
        let chain = chain
            .iter()
            .enumerate()
            .map(|(at, guarded)| (at, at + 1, *guarded));
        let further = further
            .iter()
            .map(|(a, b, guarded)| (a % n, b % n, *guarded));
        for (a, b, guarded) in chain.chain(further) {
            let is_known = links
                .iter()
                .any(|(c, d, _)| (*c, *d) == (a, b) || (*d, *c) == (a, b));
            if a != b && !is_known {
                links.push((a, b, guarded));
            }
        }
        let names: Vec<String> = (0..n).map(|at| format!("area-{at}")).collect();
        let mut map = String::new();
        for name in &names {
            writeln!(map, "[area.{name}]").unwrap();
        }
        for (a, b, guarded) in &links {
            let traits = if *guarded { "\"guarded\"" } else { "" };
            writeln!(
                map,
                "[[link]]\nbetween = [\"{}\", \"{}\"]\ntraits = [{traits}]",
                names[*a], names[*b]
            )
            .unwrap();
        }
        Country {
            board: "areas",
            link: "link",
            map,
            names,
            links,
        }
    })
}

/// A rectangle of squares, with diagonals or without.
fn squares() -> impl Strategy<Value = Country> {
    (
        1..4_usize,
        2..4_usize,
        any::<bool>(),
        vec(any::<bool>(), 60),
    )
        .prop_map(|(rows, columns, diagonals, guarded)| {
            let name =
                |row: usize, column: usize| format!("{}{}", ["A", "B", "C"][row], column + 1);
            let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let squares: Vec<(usize, usize)> = squares.collect();
            let names: Vec<String> = squares
                .iter()
                .map(|(row, column)| name(*row, *column))
                .collect();
            let mut links: Vec<(usize, usize, bool)> = Vec::new();
            for (a, one) in squares.iter().enumerate() {
                for (b, other) in squares.iter().enumerate().skip(a + 1) {
                    let (down, aside) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
                    let is_beside = down + aside == 1 || diagonals && down == 1 && aside == 1;
                    if is_beside {
                        links.push((a, b, guarded[links.len() % guarded.len()]));
                    }
                }
            }
            let row = vec!["."; columns].join(" ");
            let drawn = vec![row; rows].join("\n");
            let mut map = format!("squares = \"\"\"\n{drawn}\n\"\"\"\n[legend]\n\".\" = {{}}\n");
            for (a, b, _) in links.iter().filter(|(.., guarded)| *guarded) {
                writeln!(
                    map,
                    "[[side]]\nbetween = [\"{}\", \"{}\"]\ntraits = [\"guarded\"]",
                    names[*a], names[*b]
                )
                .unwrap();
            }
            Country {
                board: if diagonals {
                    "squares with diagonals"
                } else {
                    "squares"
                },
                link: "squareside",
                map,
                names,
                links,
            }
        })
}

impl Country {
    fn beside(&self, at: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.links
            .iter()
            .filter_map(move |(a, b, guarded)| match at {
                at if at == *a => Some((*b, *guarded)),
                at if at == *b => Some((*a, *guarded)),
                _ => None,
            })
    }

    /// Fewest links from a place to each, by breadth-first search.
    fn links_from(&self, start: usize) -> Vec<usize> {
        let mut far = vec![usize::MAX; self.names.len()];
        far[start] = 0;
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for (next, _) in self.beside(at) {
                if far[next] == usize::MAX {
                    far[next] = far[at] + 1;
                    open.push_back(next);
                }
            }
        }
        far
    }

    /// The least that a path to each place costs, by rounds over all links until nothing gets cheaper: 10 for each step and 1
    /// more where it is guarded.
    fn costs_from(&self, start: usize) -> Vec<usize> {
        let mut costs = vec![usize::MAX / 2; self.names.len()];
        costs[start] = 0;
        for _ in 0..self.names.len() {
            for (a, b, guarded) in &self.links {
                let step = 10 + usize::from(*guarded);
                costs[*b] = costs[*b].min(costs[*a] + step);
                costs[*a] = costs[*a].min(costs[*b] + step);
            }
        }
        costs
    }

    fn rules(&self, start: usize, goal: usize, range: usize) -> String {
        let (links, costs) = (self.links_from(start), self.costs_from(start));
        let reached = costs.iter().filter(|cost| **cost <= 10 * range).count();
        let near = links.iter().filter(|far| **far <= range).count();
        let n_guarded = u32::try_from(costs[goal] % 10).unwrap();
        // Each guard is passed by 3 or more of a d6: 2 times in 3.
        let (passes, all) = (2_u64.pow(n_guarded), 3_u64.pow(n_guarded));
        let Self {
            board, link, names, ..
        } = self;
        let (from, to) = (&names[start], &names[goal]);
        let one = if *link == "link" { "area" } else { "square" };
        format!(
            "ruleset journey \"Journey\"
  board {board}

kind {link} \"Between\"
  traits  guarded

kind envoy \"Envoy\"
  track  met: 0..9

formula step (unit: envoy, from: place, to: place) -> 10..11
  result 11 if {link}(from, to) has guarded otherwise 10

action travel \"Travels\" (unit: envoy, goal: place)
  each spot: place along step(unit) from unit to goal
    here = unit.at
    if {link}(here, spot) has guarded:
      add 1 to unit.met
      if d6 <= 2: destroy unit
      if unit is destroyed: stop
    set unit.at to spot

formula far (unit: envoy, goal: place) = distance(unit, goal) / 1 {one} rounded down
formula price (unit: envoy, goal: place) -> 0..999 or none = cost(unit, goal, step(unit))
formula near (unit: envoy) = number of spot: place within {range} of unit
formula reached (unit: envoy) = number of spot: place reached by step(unit) from unit within {range} * 10

example \"Far\"
  map     {HERE}
  given   unit = ann, unit.at = {from}, goal = {to}
  run     far
  expect  far = {far}

example \"Price\"
  map     {HERE}
  given   unit = ann, unit.at = {from}, goal = {to}
  run     price
  expect  price = {price}

example \"Near\"
  map     {HERE}
  given   unit = ann, unit.at = {from}
  run     near
  expect  near = {near}

example \"Reached\"
  map     {HERE}
  given   unit = ann, unit.at = {from}
  run     reached
  expect  reached = {reached}

example \"Journey\"
  map     {HERE}
  given   unit = ann, unit.at = {from}, goal = {to}
  run     travel
  odds    unit is not destroyed: {passes}/{all}
",
            far = links[goal],
            price = costs[goal],
        )
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_journey_is_what_brute_force_says(
        country in prop_oneof![areas().boxed(), squares().boxed()],
        start in 0..99_usize,
        goal in 0..99_usize,
        range in 1..4_usize,
    ) {
        let n = country.names.len();
        let rules = country.rules(start % n, goal % n, range);
        let book = book_of(&rules, Some("[envoy.ann]\n"), Some((HERE, &country.map)));
        for example in book.examples.iter() {
            let outcome = examples::run(&book, example);
            let found: Vec<&str> = outcome.findings.iter().map(|found| &*found.message).collect();
            prop_assert!(found.is_empty(), "{}: {found:?}\n{rules}\n{}", example.title, country.map);
        }
    }
}
