//! Constructs of the language played by hand: every face of every die is tried, without a program.

use std::collections::BTreeMap;

use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::{OutputSpec, lower, optimise};
use sandtable::model::RuleBook;

use crate::harness::{book_of, first_question};

/// The dice of one course: those that it rolls beyond the given ones show their first face.
pub(crate) struct Rolls {
    faces: Vec<u32>,
    sides: Vec<u32>,
}

impl Rolls {
    /// A face of a die, from 1 on.
    pub(crate) fn die(&mut self, sides: u32) -> i32 {
        let at = self.sides.len();
        self.sides.push(sides);
        if at == self.faces.len() {
            self.faces.push(0);
        }
        self.faces[at] as i32 + 1
    }
}

/// The chance of each outcome, by playing all courses of the dice one by one.
pub(crate) fn brute_force<O: Ord>(play: impl Fn(&mut Rolls) -> O) -> BTreeMap<O, Chance> {
    let mut found = BTreeMap::new();
    let mut faces: Vec<u32> = Vec::new();
    loop {
        let mut rolls = Rolls {
            faces,
            sides: Vec::new(),
        };
        let outcome = play(&mut rolls);
        let ways = rolls.sides.iter().map(|sides| u64::from(*sides)).product();
        let entry = found.entry(outcome).or_insert_with(Chance::zero);
        *entry = entry.sum(&Chance::from_parts(1, ways).unwrap());
        // The next course: the last die that has another face shows it, those after it are rolled anew.
        faces = rolls.faces;
        faces.truncate(rolls.sides.len());
        loop {
            let Some(last) = faces.pop() else {
                return found;
            };
            if last + 1 < rolls.sides[faces.len()] {
                faces.push(last + 1);
                break;
            }
        }
    }
}

/// Holds exact odds and samples of the example of a ruleset against courses that are played by hand. The outcome is what its
/// action reports.
pub(crate) fn assert_odds(rules: &str, units: Option<&str>, play: impl Fn(&mut Rolls) -> Vec<i32>) {
    assert_outcomes(rules, units, &brute_force(play));
}

/// Holds exact odds and samples of the example of a ruleset against known chances of what its action reports.
pub(crate) fn assert_outcomes(
    rules: &str,
    units: Option<&str>,
    reported: &BTreeMap<Vec<i32>, Chance>,
) {
    assert_of(&book_of(rules, units, None), rules, reported);
}

/// The same on a map.
pub(crate) fn assert_odds_on(
    rules: &str,
    units: &str,
    map: (&str, &str),
    reported: &BTreeMap<Vec<i32>, Chance>,
) {
    assert_of(&book_of(rules, Some(units), Some(map)), rules, reported);
}

fn assert_of(book: &RuleBook, rules: &str, reported: &BTreeMap<Vec<i32>, Chance>) {
    let program = lower::run(book, first_question(book), OutputSpec::Outcome).program;
    program.verify().unwrap();
    let fast = optimise::run(&program);
    fast.verify().unwrap();
    let budget = Budget::default();
    // In front stands whether the action was refused.
    let in_front = |values: &Vec<i32>| [vec![0], values.clone()].concat();
    let expected = reported
        .iter()
        .map(|(values, chance)| (in_front(values), chance.clone()));
    let expected: BTreeMap<_, _> = expected.collect();
    for program in [&program, &fast] {
        let exact = odds(program, &budget).unwrap();
        let exact: BTreeMap<_, _> = exact.outcomes().iter().cloned().collect();
        assert_eq!(exact, expected, "{rules}");
    }
    let n_runs = 400;
    let tally = sample::run(&fast, 7, n_runs, &budget).unwrap();
    for outcome in tally.outcomes.keys() {
        assert!(
            expected.contains_key(outcome),
            "{outcome:?} cannot come\n{rules}"
        );
    }
    for (outcome, chance) in &expected {
        let share = chance.percent() / 100.0;
        let deviation = (share * (1.0 - share) / n_runs as f64).sqrt();
        let seen = tally.count(outcome) as f64 / n_runs as f64;
        // Seven standard deviations, and two runs for the rarest outcomes.
        assert!(
            (seen - share).abs() < 7.0 * deviation + 2.0 / n_runs as f64,
            "{outcome:?}: {seen} instead of {share}\n{rules}"
        );
    }
}
