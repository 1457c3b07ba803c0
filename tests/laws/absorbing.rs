//! `repeat until` without a limit: exact odds against the equations of an absorbing Markov chain, solved here.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use sandtable::diagnostic::Code;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::ir::{OutputSpec, lower, optimise};

use super::brute_force::assert_outcomes;
use crate::harness::{book_of, first_question};

/// States that a walk passes through; from there on it ends.
const N_PASSED: usize = 4;

/// States in which it ends.
const N_ENDS: usize = 3;

/// Faces of the die of each step.
const N_FACES: usize = 3;

/// A fraction: numerator and denominator, which is positive.
type Fraction = (i128, i128);

fn reduced((numerator, denominator): Fraction) -> Fraction {
    let (mut a, mut b) = (numerator.abs(), denominator.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let sign = denominator.signum();
    (sign * numerator / a.max(1), sign * denominator / a.max(1))
}

fn minus_product(from: Fraction, one: Fraction, other: Fraction) -> Fraction {
    let product = reduced((one.0 * other.0, one.1 * other.1));
    reduced((from.0 * product.1 - product.0 * from.1, from.1 * product.1))
}

/// The chance to end in one state, from every state that is passed through: Gauss and Jordan's elimination of
/// `p(i) = sum over faces of p(next) / n`.
fn chances_of(end: usize, leads: &[Vec<usize>]) -> Vec<Fraction> {
    let n = N_FACES as i128;
    let mut rows: Vec<Vec<Fraction>> = (0..N_PASSED)
        .map(|state| {
            let mut row = vec![(0, 1); N_PASSED + 1];
            row[state] = (n, 1);
            for to in &leads[state] {
                match to.checked_sub(N_PASSED) {
                    None => row[*to] = minus_product(row[*to], (1, 1), (1, 1)),
                    Some(at) if at == end => row[N_PASSED].0 += 1,
                    Some(_) => {}
                }
            }
            row
        })
        .collect();
    for pivot in 0..N_PASSED {
        let with = (pivot..N_PASSED)
            .find(|row| rows[*row][pivot].0 != 0)
            .unwrap();
        rows.swap(pivot, with);
        let head = rows[pivot][pivot];
        for entry in &mut rows[pivot] {
            *entry = reduced((entry.0 * head.1, entry.1 * head.0));
        }
        let pivot_row = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != pivot) {
            let factor = row[pivot];
            for (entry, above) in row.iter_mut().zip(&pivot_row) {
                *entry = minus_product(*entry, factor, *above);
            }
        }
    }
    rows.iter().map(|row| row[N_PASSED]).collect()
}

/// The states from which an end can be reached.
fn can_end(leads: &[Vec<usize>]) -> Vec<bool> {
    let mut ends = [vec![false; N_PASSED], vec![true; N_ENDS]].concat();
    for _ in 0..N_PASSED {
        for (state, next) in leads.iter().enumerate() {
            ends[state] |= next.iter().any(|to| ends[*to]);
        }
    }
    ends
}

/// The states that a walk from the first one can reach.
fn reached(leads: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; N_PASSED + N_ENDS];
    reached[0] = true;
    for _ in 0..N_PASSED {
        for (state, next) in leads.iter().enumerate() {
            if reached[state] {
                next.iter().for_each(|to| reached[*to] = true);
            }
        }
    }
    reached
}

fn rules_of(leads: &[Vec<usize>]) -> String {
    let last = N_PASSED - 1;
    let mut rules = format!(
        "ruleset test \"Test\"\n\nkind piece \"Piece\"\n  track  at: 0..9\n\n\
         table leads (at: 0..{last}, shown: d{N_FACES}) -> 0..9\n  at | 1 | 2 | 3\n"
    );
    for (state, next) in leads.iter().enumerate() {
        writeln!(rules, "  {state} | {} | {} | {}", next[0], next[1], next[2]).unwrap();
    }
    write!(
        rules,
        "\naction walk \"Walk\" (piece)\n  repeat until piece.at >= {N_PASSED}\n    roll d{N_FACES} as shown\n    \
         set piece.at to leads(piece.at limited to 0..{last}, shown)\n  report piece.at\n\n\
         example \"Walk\"\n  given   piece = one\n  run     walk\n  dice    1\n  expect  piece.at = 0\n"
    )
    .unwrap();
    rules
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_walk_ends_as_its_equations_say(
        leads in vec(vec(0..N_PASSED + N_ENDS, N_FACES), N_PASSED),
    ) {
        let rules = rules_of(&leads);
        let units = Some("[piece.one]\n");
        let ends = can_end(&leads);
        let is_sure = reached(&leads).iter().zip(&ends).all(|(is_reached, ends)| !is_reached || *ends);
        if !is_sure {
            let book = book_of(&rules, units, None);
            let program = lower::run(&book, first_question(&book), OutputSpec::Outcome).program;
            for program in [optimise::run(&program), program] {
                let fault = odds(&program, &Budget::default()).unwrap_err();
                prop_assert_eq!(fault.diagnostic(&program).code, Code::TooManySteps);
            }
            return Ok(());
        }
        // States that no end is reached from are not reached either: let them lead to an end.
        let mut sound = leads.clone();
        for (next, ends) in sound.iter_mut().zip(&ends) {
            if !ends {
                next.fill(N_PASSED);
            }
        }
        let mut expected = BTreeMap::new();
        for end in 0..N_ENDS {
            let (numerator, denominator) = chances_of(end, &sound)[0];
            if numerator > 0 {
                let chance = Chance::from_parts(numerator as u64, denominator as u64).unwrap();
                expected.insert(vec![(N_PASSED + end) as i32], chance);
            }
        }
        assert_outcomes(&rules, units, &expected);
    }
}
