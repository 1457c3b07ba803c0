//! Forty fixed questions of five books: samples of fixed seeds against the exact odds, by Pearson's chi-square test.
//!
//! All tests together may raise a false alarm in 4 of 100,000 programs that are right, so each of forty may in one of a million: its
//! chi-square fails if a larger one has a chance below that. By one free count the critical value is 23.93, by two 27.63, by ten 48.47.

use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Distribution;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::{OutputSpec, Program, lower, optimise};

use super::questions::{Picks, entries, question};
use crate::rulebooks::rulebook;

/// The chance that any test fails by chance.
const FALSE_ALARM: f64 = 4e-5;

/// The books; a variant has its base's questions.
const BOOKS: [&str; 5] = [
    "hellion",
    "hex-command-mechanized",
    "hgs-base",
    "pips",
    "stargrunt-digest",
];

/// Questions of each book.
const EACH: usize = 8;

/// Runs of a sample.
const RUNS: u64 = 20_000;

/// Least number of runs that an outcome is expected in; rarer ones are counted together.
const LEAST: f64 = 10.0;

/// Small, so that the questions are quick; one beyond it is passed over.
const BUDGET: Budget = Budget {
    steps: 100_000,
    memory: 16 << 20,
    reductions: sandtable::eval::reductions::Reductions::ALL,
};

/// The chance of a chi-square of `n_free` free counts above `x`: one less the regularised lower incomplete gamma function of
/// `n_free / 2` and `x / 2`, by its power series.
fn chance_above(x: f64, n_free: u32) -> f64 {
    let (a, x) = (f64::from(n_free) / 2.0, x / 2.0);
    if x > 600.0 + 4.0 * a {
        // The first term is below the smallest number, and the chance below 10^-100.
        return 0.0;
    }
    // Gamma of a + 1, in steps of one from 1 or the root of pi.
    let (mut at, mut ln_gamma) = match n_free % 2 {
        0 => (1.0, 0.0),
        _ => (0.5, std::f64::consts::PI.sqrt().ln()),
    };
    while at < a + 0.75 {
        ln_gamma += f64::ln(at);
        at += 1.0;
    }
    let mut term = (a * x.max(1e-300).ln() - x - ln_gamma).exp();
    let (mut sum, mut n) = (0.0, a);
    while term > sum * 1e-17 || n < x {
        sum += term;
        n += 1.0;
        term *= x / n;
    }
    1.0 - sum
}

/// Of two free counts the chance is the exponential function of minus a half; the others are from printed tables.
#[test]
fn critical_values_are_those_of_the_tables() {
    let near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-4;
    assert!(near(chance_above(2.0 * 1e6_f64.ln(), 2), 1e-6));
    assert!(near(chance_above(3.841_459, 1), 0.05));
    assert!(near(chance_above(10.827_566, 1), 0.001));
    assert!(near(chance_above(18.307_038, 10), 0.05));
    assert!(near(chance_above(23.928_127, 1), 1e-6));
    assert!(near(chance_above(149.449_253, 100), 0.001));
    assert!(chance_above(1e6, 3) < 1e-100);
}

/// Chi-square and free counts of a sample.
fn chi_square(exact: &Distribution, seen: impl Fn(&[i32]) -> u64, n_runs: u64) -> (f64, u32) {
    let mut counts = Vec::new();
    let (mut rare, mut rare_seen) = (0.0, 0.0);
    for (outcome, chance) in exact.outcomes() {
        let expected = chance.percent() / 100.0 * n_runs as f64;
        let seen = seen(outcome) as f64;
        if expected < LEAST {
            (rare, rare_seen) = (rare + expected, rare_seen + seen);
        } else {
            counts.push((expected, seen));
        }
    }
    if rare >= LEAST {
        counts.push((rare, rare_seen));
    }
    let of = |(expected, seen): &(f64, f64)| (seen - expected).powi(2) / expected;
    let n_free = u32::try_from(counts.len().saturating_sub(1)).unwrap();
    (counts.iter().map(of).sum(), n_free)
}

/// The questions of a book, each with its exact odds.
fn questions(book: &str) -> Vec<(Program, Distribution)> {
    let analysis = rulebook(book);
    let book = analysis.book();
    let mut picks = Picks::new(40);
    let mut found = Vec::new();
    for entry in entries(book).iter().cycle().take(3_000) {
        let Some(question) = question(book, entry, &mut picks) else {
            continue;
        };
        let program = optimise::run(&lower::run(book, &question, OutputSpec::Outcome).program);
        let Ok(exact) = odds(&program, &BUDGET) else {
            continue;
        };
        // Enough outcomes that a wrong chance could be seen.
        if chi_square(&exact, |_| 0, RUNS).1 > 0 {
            found.push((program, exact));
        }
        if found.len() == EACH {
            break;
        }
    }
    found
}

/// `SAMPLES=25` asks for samples of so many seeds.
#[test]
fn samples_of_forty_questions_have_their_exact_odds() {
    let n_seeds = std::env::var("SAMPLES").ok();
    let n_seeds: u64 = n_seeds.map_or(1, |n| n.parse().unwrap());
    let least = FALSE_ALARM / ((BOOKS.len() * EACH) as f64 * n_seeds as f64);
    let budget = Budget {
        steps: 1_000_000,
        ..Budget::default()
    };
    let mut n_told_apart = 0;
    for book in BOOKS {
        let questions = questions(book);
        assert_eq!(questions.len(), EACH, "{book}");
        for (at, (program, exact)) in questions.iter().enumerate() {
            for seed in 0..n_seeds {
                let tally = sample::run(program, 1_000 + seed, RUNS, &budget).unwrap();
                for outcome in tally.outcomes.keys() {
                    assert!(
                        !exact.chance_of(outcome).is_zero(),
                        "{book} {at}: {outcome:?} cannot come"
                    );
                }
                let (chi, n_free) = chi_square(exact, |outcome| tally.count(outcome), RUNS);
                let chance = chance_above(chi, n_free);
                assert!(
                    chance >= least,
                    "{book} {at}, seed {seed}: chi-square {chi} with {n_free} free has a chance of {chance}"
                );
                // The same sample against chances in another order, as a sampler with a slip in it would have.
                let outcomes = exact.outcomes();
                let next = |outcome: &[i32]| {
                    let at = outcomes
                        .iter()
                        .position(|(other, _)| other == outcome)
                        .unwrap();
                    tally.count(&outcomes[(at + 1) % outcomes.len()].0)
                };
                let (chi, n_free) = chi_square(exact, next, RUNS);
                n_told_apart += u64::from(chance_above(chi, n_free) < least);
            }
        }
    }
    // Where outcomes are about as likely as each other, another order makes no difference.
    let n_tests = (BOOKS.len() * EACH) as u64 * n_seeds;
    assert!(n_told_apart * 2 >= n_tests, "{n_told_apart} of {n_tests}");
}
