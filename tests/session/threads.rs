//! Samples on many threads.

use std::time::{Duration, Instant};

use sandtable::eval::budget::Budget;
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample::blocks::{Choosing, Histogram, Trial};
use sandtable::eval::sample::{self, BLOCK};
use sandtable::ir::{OutputSpec, Program, lower, optimise};
use sandtable::session::sampling::{Sampling, count};
use sandtable::session::watch::{Unwatched, Watch, Work};
use sandtable::tools::threads::Threads;
use sandtable::workspace::workers::Alone;

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
    optimise::run(&lower::run(&book, &example.steps[0].question, OutputSpec::Outcome).program)
}

fn counted(program: &Program, course: Trial<'_>, threads: usize, within: Option<f64>) -> Histogram {
    let sampling = Sampling {
        seed: 7,
        runs: 50_001,
        within,
    };
    let workers = Threads::new(Some(threads));
    let watch = &mut Unwatched;
    let shares = |counted: &Histogram| {
        let counts = counted.outcomes.values();
        counts.map(|count| (*count, counted.runs)).collect()
    };
    let sampled = count(
        program,
        course,
        Budget::STEPS,
        sampling,
        &workers,
        watch,
        shares,
    )
    .unwrap();
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
    // A share of one half is known to a point of a hundred after about 9,604 rolls.
    assert!((5_000..50_001).contains(&one.runs), "{}", one.runs);
    assert_eq!(one, counted(&program, course, 16, Some(1.0)));
}

/// Ends a sample when the time is over.
struct Until(Instant);

impl Watch for Until {
    fn cancelled(&mut self, _work: Work) -> bool {
        Instant::now() >= self.0
    }
}

/// Ends a sample when it is asked for the time of that number.
struct After(u32);

impl Watch for After {
    fn cancelled(&mut self, _work: Work) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// The sample that is rolled until the watcher ends it.
fn cut(program: &Program, threads: usize, watch: &mut dyn Watch) -> Histogram {
    let sampling = Sampling {
        seed: 7,
        runs: 1_000_000_000,
        within: None,
    };
    let course = Trial::Question(Unstated::Random);
    let workers = Threads::new(Some(threads));
    let steps = Budget::STEPS;
    let cut = count(program, course, steps, sampling, &workers, watch, |_| {
        Vec::new()
    });
    let cut = cut.unwrap();
    assert!(cut.is_cut && cut.counted.runs > 0);
    cut.counted
}

fn assert_begins_all(program: &Program, counted: &Histogram) {
    let runs = counted.runs;
    let known = sample::run_with(program, 7, runs, &Budget::default(), Unstated::Random).unwrap();
    assert_eq!(known, *counted, "{runs} runs");
}

/// However long it may take, and on however many threads: what is done by then is the beginning of what all would be.
#[test]
fn what_the_time_allows_is_a_sample_of_so_many_runs() {
    let program = program();
    for (milliseconds, threads) in [(0, 1), (0, 4), (1, 3), (30, 1), (30, 2), (30, 16)] {
        let end = Instant::now() + Duration::from_millis(milliseconds);
        assert_begins_all(&program, &cut(&program, threads, &mut Until(end)));
    }
}

/// On one thread, no more than a block of runs is rolled between two questions to the watcher.
#[test]
fn a_sample_ends_when_the_watcher_says_so() {
    let program = program();
    for after in [1, 2, 40] {
        let counted = cut(&program, 1, &mut After(after));
        assert!(counted.runs <= u64::from(after) * BLOCK, "{}", counted.runs);
        assert_begins_all(&program, &counted);
    }
    assert_eq!(cut(&program, 1, &mut After(1)).runs, 1);
}

#[test]
fn workers_that_do_nothing_leave_the_work_to_the_caller() {
    /// Says that there are many, and works with none.
    struct Lazy;
    impl sandtable::workspace::workers::Workers for Lazy {
        fn count(&self) -> usize {
            5
        }
        fn run(&self, _n: usize, _work: &(dyn Fn() + Sync)) {}
    }
    let program = program();
    let sampling = Sampling {
        seed: 7,
        runs: 20_000,
        within: None,
    };
    let course = Trial::Question(Unstated::First);
    let counted = |workers: &dyn sandtable::workspace::workers::Workers| {
        let watch = &mut Unwatched;
        let steps = Budget::STEPS;
        let counted = count(&program, course, steps, sampling, workers, watch, |_| {
            Vec::new()
        });
        counted.unwrap().counted
    };
    assert_eq!(counted(&Lazy), counted(&Alone));
}

#[test]
fn blocks_roll_the_dice_of_a_sample() {
    let program = program();
    for unstated in [Unstated::First, Unstated::Random] {
        let known = sample::run_with(&program, 7, 50_001, &Budget::default(), unstated).unwrap();
        let blocks = counted(&program, Trial::Question(unstated), 2, None);
        assert_eq!(known, blocks);
    }
}
