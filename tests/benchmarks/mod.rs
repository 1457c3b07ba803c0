//! The benchmark cases as rule files, against the same worked out by hand in `benches/by_hand`.
#![allow(
    dead_code,
    clippy::needless_range_loop,
    reason = "the code by hand is shared with the benchmark, and reads as one writes it"
)]

#[path = "../../benches/ask.rs"]
mod ask;
#[path = "../../benches/by_hand/mod.rs"]
mod by_hand;

use ask::{batch, book, compile};
use by_hand::gun;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::{Chance, Distribution};
use sandtable::eval::dice::Dice;
use sandtable::eval::exact::{odds, odds_of_each};
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample;
use sandtable::ir::{Program, optimise};
use sandtable::model::RuleBook;

const B1: &str = "b1 firer=attacker target=defender modifier=1";
const B2: &str = "b2 firer=attacker target=defender modifier=1";
const B3: &str = "b3 a=a b=b";

fn program(book: &RuleBook, question: &str) -> Program {
    optimise::run(&compile(book, question).program)
}

fn distribution(question: &str) -> Distribution {
    odds(
        &program(&book("benches/cases"), question),
        &Budget::default(),
    )
    .unwrap()
}

/// Outcomes without the mark that nothing was refused.
fn outcomes<const N: usize>(distribution: &Distribution) -> Vec<([i32; N], Chance)> {
    let outcomes = distribution.outcomes().iter();
    outcomes
        .map(|(outcome, chance)| (outcome[1..].try_into().unwrap(), chance.clone()))
        .collect()
}

fn assert_same<const N: usize>(question: &str, by_hand: Vec<by_hand::Outcome<N>>) {
    let mut by_hand: Vec<([i32; N], Chance)> = by_hand
        .into_iter()
        .map(|(outcome, ways, total)| (outcome, Chance::new(ways.into(), total.into()).unwrap()))
        .collect();
    by_hand.sort();
    assert_eq!(
        outcomes::<N>(&distribution(question)),
        by_hand,
        "{question}"
    );
}

fn assert_fractions(
    question: &str,
    by_hand: impl IntoIterator<Item = by_hand::wide::Fraction>,
    first: i32,
) {
    let distribution = distribution(question);
    for ((above, below), outcome) in by_hand.into_iter().zip(first..) {
        let by_hand = Chance::new(above, below).unwrap();
        assert_eq!(
            distribution.chance_of(&[0, outcome]),
            by_hand,
            "{question}: {outcome}"
        );
    }
}

#[test]
fn the_files_have_no_findings() {
    book("benches/cases");
}

/// Counted, not derived: a slowdown shows here on the noisiest machine.
#[test]
fn no_more_situations_are_told_apart_than_were() {
    for (question, most) in [
        (B1, 41),
        (B2, 77),
        (B3, 2656),
        ("c1 target=squad", 210),
        ("c2 target=squad", 530),
    ] {
        let states = distribution(question).states();
        assert!(states <= most, "{question}: {states}");
    }
}

/// Counted, not derived, as above.
#[test]
fn no_more_ops_are_carried_out_than_were() {
    for (question, most) in [
        (B1, 636),
        (B2, 3983),
        (B3, 12_949),
        ("c1 target=squad", 2247),
        ("c2 target=squad", 27_854),
    ] {
        let steps = distribution(question).steps();
        assert!(steps <= most, "{question}: {steps}");
    }
}

/// From the fourth shot on every number of markers below four can be there, so each shot more takes as many situations
/// as the one before: twice the shots, twice the growth.
#[test]
fn work_grows_as_the_number_of_shots() {
    let counts = [6, 12, 24, 48].map(|n| {
        let book = ask::with_shots(n);
        let odds = odds(&program(&book, B1), &Budget::default()).unwrap();
        let last = odds.outcomes().iter().map(|(outcome, _)| outcome[1]).max();
        assert_eq!(last, Some(n as i32));
        [odds.states(), odds.steps()]
    });
    for at in 0..2 {
        let [a, b, c, d] = counts.map(|counts| counts[at]);
        assert_eq!(c - b, 2 * (b - a), "{counts:?}");
        assert_eq!(d - c, 4 * (b - a), "{counts:?}");
    }
}

#[test]
fn counts_of_outcomes_are_as_stated() {
    for (question, n_outcomes) in [
        ("a1", 51),
        ("a2", 501),
        ("a4", 21),
        ("a3", 28),
        ("a5", 326),
        ("a6", 3),
        ("a7", 3),
        ("a8", 7),
        ("kept-and-exploding", 146),
        ("twenty-pairs", 21),
        (B1, 5),
        (B2, 234),
        (B3, 9),
        ("c1 target=squad", 11),
        ("c2 target=squad", 11),
    ] {
        assert_eq!(
            distribution(question).outcomes().len(),
            n_outcomes,
            "{question}"
        );
    }
}

#[test]
fn single_rolls_are_as_by_hand() {
    assert_same("a1", by_hand::dice::a1());
    assert_fractions("a2", by_hand::dice::a2(), 100);
    assert_same("a3", by_hand::pools::a3());
    assert_same("a4", by_hand::dice::a4());
    assert_fractions("a5", by_hand::dice::a5(), 0);
    assert_same("a6", by_hand::dice::a6());
    assert_same("a7", by_hand::pools::matched::<3, 2>());
    assert_same("a8", by_hand::pools::matched::<6, 6>());
    assert_fractions("kept-and-exploding", by_hand::pools::d1(), 5);
    assert_same("twenty-pairs", by_hand::pools::matched::<20, 20>());
}

#[test]
fn a_gun_against_a_vehicle_is_as_by_hand() {
    assert_same(B1, gun::b1::<6>(4, 3, 1));
    assert_same(B2, gun::b2());
    assert_same(B3, gun::b3());
}

#[test]
fn a_vehicle_survives_six_shots_as_stated() {
    let survives = Chance::from_parts(323, 576).unwrap();
    assert_eq!(distribution(B1).chance_of(&[0, 0]), survives);
}

#[test]
fn the_side_that_shoots_first_wins_the_duel_as_stated() {
    let wins = distribution(B3).chance_that(|outcome| outcome[1] == 1);
    assert!((wins.percent() - 38.170).abs() < 0.000_5);
}

#[test]
fn every_gun_against_every_armour_is_as_by_hand() {
    let book = book("benches/cases");
    let every = gun::every().map(|(gun, armour, modifier)| ask::b4(gun, armour, modifier));
    let texts: Vec<String> = every.collect();
    let batch = batch(&book, &texts);
    let all = odds_of_each(
        &batch.program,
        &batch.starts,
        &Budget::default(),
        Unstated::Refuse,
        None,
    );
    let all: Vec<Distribution> = all.into_iter().map(Option::unwrap).collect();
    // Counted, not derived, as above: the ops carried out for all questions together.
    assert!(all[0].steps() <= 21_785, "{}", all[0].steps());
    let mut n_outcomes = 0;
    for ((text, together), by_hand) in texts.iter().zip(all).zip(gun::b4()) {
        let by_hand: Vec<([i32; 1], Chance)> = by_hand
            .into_iter()
            .map(|(outcome, ways, total)| {
                (outcome, Chance::new(ways.into(), total.into()).unwrap())
            })
            .collect();
        assert_eq!(outcomes::<1>(&together), by_hand);
        let alone = odds(&program(&book, text), &Budget::default()).unwrap();
        assert_eq!(outcomes::<1>(&alone), by_hand);
        n_outcomes += by_hand.len();
    }
    assert_eq!(n_outcomes, 437);
}

#[test]
fn chains_are_as_by_hand() {
    assert_fractions("c1 target=squad", by_hand::chain::c1(), 0);
    assert_fractions("c2 target=squad", by_hand::chain::c2(), 0);
    let c2 = distribution("c2 target=squad");
    let killed = c2.outcomes().iter();
    let mean: f64 = killed
        .map(|(outcome, chance)| f64::from(outcome[1]) * chance.percent() / 100.0)
        .sum();
    assert!((mean - 2.28692).abs() < 0.000_005);
}

#[test]
fn the_rule_book_asks_the_same_as_b1() {
    let book = book("hex-command-mechanized");
    let question = "shots-to-kill firer=jagdtiger target=panther range=4";
    let odds = odds(&program(&book, question), &Budget::default()).unwrap();
    let by_hand = gun::b1::<8>(4, 3, 1);
    let by_hand: Vec<([i32; 1], Chance)> = by_hand
        .into_iter()
        .map(|(outcome, ways, total)| (outcome, Chance::new(ways.into(), total.into()).unwrap()))
        .collect();
    assert_eq!(outcomes::<1>(&odds), by_hand);
}

#[test]
fn what_is_thrown_by_hand_is_what_is_thrown_by_rule() {
    // The same dice, asked in the same order, show the same faces.
    let book = book("benches/cases");
    let n = 1000;
    let mut dice = Dice::new(7);
    let mut counts = [0; 7];
    (0..n).for_each(|_| counts[gun::b1_thrown(&mut dice, 4, 3, 1, 6) as usize] += 1);
    let tally = sample::run(&program(&book, B1), 7, n, &Budget::default()).unwrap();
    for (outcome, count) in (0..).zip(counts) {
        assert_eq!(tally.count(&[0, outcome]), count);
    }
    let mut dice = Dice::new(7);
    let a_wins = (0..n).filter(|_| gun::b3_thrown(&mut dice).0 == 1).count() as u64;
    let tally = sample::run(&program(&book, B3), 7, n, &Budget::default()).unwrap();
    let ours = tally.outcomes.iter().filter(|(outcome, _)| outcome[1] == 1);
    assert_eq!(ours.map(|(_, count)| count).sum::<u64>(), a_wins);
}
