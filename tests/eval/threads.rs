//! Samples on many threads.

use std::time::Duration;

use sandtable::eval::budget::Budget;
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample;
use sandtable::eval::sample::blocks::{Choosing, Histogram, Trial};
use sandtable::ir::{Program, Wanted, lower, optimise};
use sandtable::session::sampling::{Sampling, count};

use crate::harness::book_of;

const TEXT: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..9

action fire (unit: squad)
  choose used from 0 to 2 by unit
  repeat 4 times
    if d6 <= used * 2 + 1: add 1 to unit.hits

example \"A hit\"
  given  unit = alpha
  run    fire
  odds   unit.hits = 1: 1/3
";

fn program() -> Program {
    let book = book_of(TEXT, Some("[squad.alpha]\n"), None);
    let example = book.examples.first().unwrap();
    optimise::run(&lower::run(&book, &example.question, Wanted::Outcome).program)
}

fn counted(program: &Program, course: Trial<'_>, threads: usize, within: Option<f64>) -> Histogram {
    let sampling = Sampling {
        seed: 7,
        runs: 50_001,
        within,
        threads: Some(threads),
        most: None,
    };
    let shares = |counted: &Histogram| {
        let counts = counted.outcomes.values();
        counts.map(|count| (*count, counted.runs)).collect()
    };
    let sampled = count(program, course, Budget::STEPS, sampling, shares).unwrap();
    assert!(!sampled.is_cut);
    sampled.counted
}

#[test]
fn one_thread_counts_as_sixteen() {
    let program = program();
    let courses = [
        Trial::Question(Unstated::First),
        Trial::Question(Unstated::Random),
        Trial::Game(&[Choosing::Random]),
        Trial::Game(&[Choosing::Policy]),
    ];
    for course in courses {
        let one = counted(&program, course, 1, None);
        assert_eq!(one.runs, 50_001);
        assert_eq!(one, counted(&program, course, 3, None));
        assert_eq!(one, counted(&program, course, 16, None));
    }
}

#[test]
fn precision_stops_at_the_same_run_on_any_number_of_threads() {
    let program = program();
    let course = Trial::Question(Unstated::First);
    let one = counted(&program, course, 1, Some(1.0));
    // A share of one half is known to a point of a hundred after about 9,604 throws.
    assert!((5_000..50_001).contains(&one.runs), "{}", one.runs);
    assert_eq!(one, counted(&program, course, 16, Some(1.0)));
}

/// However long it may take, and on however many threads: what is done by then is the beginning of what all would be.
#[test]
fn what_the_time_allows_is_a_sample_of_so_many_runs() {
    let program = program();
    let unstated = Unstated::Random;
    for (milliseconds, threads) in [(0, 1), (0, 4), (1, 3), (30, 1), (30, 2), (30, 16)] {
        let sampling = Sampling {
            seed: 7,
            runs: 1_000_000_000,
            within: None,
            threads: Some(threads),
            most: Some(Duration::from_millis(milliseconds)),
        };
        let course = Trial::Question(unstated);
        let cut = count(&program, course, Budget::STEPS, sampling, |_| Vec::new()).unwrap();
        assert!(cut.is_cut && cut.counted.runs > 0);
        let runs = cut.counted.runs;
        let known = sample::run_with(&program, 7, runs, &Budget::default(), unstated).unwrap();
        assert_eq!(known, cut.counted, "{runs} runs");
    }
}

#[test]
fn blocks_throw_what_a_sample_throws() {
    let program = program();
    for unstated in [Unstated::First, Unstated::Random] {
        let known = sample::run_with(&program, 7, 50_001, &Budget::default(), unstated).unwrap();
        let blocks = counted(&program, Trial::Question(unstated), 2, None);
        assert_eq!(known, blocks);
    }
}
