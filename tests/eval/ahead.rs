//! Forecasts of the remaining work while exact odds are calculated.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use sandtable::eval::FaultKind;
use sandtable::eval::approximate::bounds_watched;
use sandtable::eval::budget::{Budget, Limit};
use sandtable::eval::exact::{Progress, odds, odds_watched};
use sandtable::eval::policy::Unstated;
use sandtable::ir::{Op, Order, OutputSpec, Program, Reg, lower, optimise};

use super::assemble::Assembler;
use crate::harness::book_of;

/// Three counts that go up or not in each round, one after the other. Before round r each is one of r numbers, and a round is
/// worked out by itself: so there are r^3 situations at its beginning, and 1^3 + … + n^3 = (n (n + 1) / 2)^2 in all.
fn three_counts(rounds: u32) -> Program {
    let text = format!(
        "ruleset test \"Test\"

kind squad \"Squad\"
  track  one, two, three: 0..99

action go (unit: squad)
  repeat {rounds} times
    if d6 >= 4: add 1 to unit.one
    if d6 >= 3: add 1 to unit.two
    if d6 >= 2: add 1 to unit.three

example \"Gone\"
  given   unit = alpha
  run     go
  expect  unit.one = 1
"
    );
    let book = book_of(&text, Some("[squad.alpha]\n"), None);
    let example = book.examples.first().unwrap();
    optimise::run(&lower::run(&book, &example.steps[0].question, OutputSpec::Outcome).program)
}

/// Forecasts on the way, and the final number of states, if there was one.
fn watched(program: &Program, budget: &Budget) -> (Vec<Progress>, Result<u64, FaultKind>) {
    let told = RefCell::new(Vec::new());
    let watch = |ahead: Progress| {
        told.borrow_mut().push(ahead);
        ControlFlow::Continue(())
    };
    let odds = odds_watched(program, budget, Unstated::Refuse, Some(&watch));
    let odds = odds.map(|odds| odds.states()).map_err(|fault| fault.kind);
    (told.into_inner(), odds)
}

#[test]
fn what_is_ahead_is_known_after_a_part_of_it() {
    let program = three_counts(32);
    let (told, states) = watched(&program, &Budget::default());
    // (32 * 33 / 2)^2.
    assert_eq!(states, Ok(278_784));
    let first = told.first().unwrap();
    assert!(first.done < 40_000, "{first:?}");
    assert!((139_392..557_568).contains(&first.about), "{first:?}");
    let one_after_another = told.windows(2).all(|two| two[0].done < two[1].done);
    assert!(one_after_another, "{told:?}");
    let alone = odds(&program, &Budget::default()).unwrap();
    assert_eq!(Ok(alone.states()), states);
}

#[test]
fn what_is_too_much_is_known_long_before_it_is_given_up() {
    let budget = Budget {
        memory: 32 << 20,
        ..Budget::default()
    };
    // (60 * 61 / 2)^2 = 3,348,900.
    let (told, states) = watched(&three_counts(60), &budget);
    let Err(FaultKind::TooManyStates(found, Limit::Memory(32))) = states else {
        panic!("{states:?}");
    };
    // A state takes from 100 to 300 bytes, with what leads on from it.
    assert!((50_000..160_000).contains(&found), "{found}");
    let first = told.first().unwrap();
    assert!(first.done < 40_000, "{first:?}");
    assert!((1_600_000..7_000_000).contains(&first.about), "{first:?}");
}

#[test]
fn of_little_nothing_is_told() {
    // (12 * 13 / 2)^2.
    assert_eq!(
        watched(&three_counts(12), &Budget::default()),
        (Vec::new(), Ok(6084))
    );
}

/// By hand: situations are looked at in lots of at most 16,384, so the third look is after at most three of them.
#[test]
fn whoever_watches_can_end_it() {
    let program = three_counts(60);
    for looks in [1, 3] {
        let seen = Cell::new(0);
        let watch = |_: Progress| {
            seen.set(seen.get() + 1);
            match seen.get() < looks {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let odds = odds_watched(&program, &Budget::default(), Unstated::Refuse, Some(&watch));
        let Err(FaultKind::Cancelled(situations)) = odds.map_err(|fault| fault.kind) else {
            panic!("it goes on");
        };
        assert!((1..=looks * 16_384).contains(&situations), "{situations}");
        assert_eq!(seen.get(), looks);
    }
}

/// Unexplored states keep their share, so the chances still sum to one.
#[test]
fn approximate_odds_that_are_ended_leave_the_rest_open() {
    let program = three_counts(60);
    let watch = |_: Progress| ControlFlow::Break(());
    let budget = Budget::default();
    let found = bounds_watched(&program, &budget, Unstated::Refuse, Some(&watch)).unwrap();
    let sum: f64 = found.outcomes.iter().map(|(_, chance)| chance).sum();
    assert!(found.open > 0.0);
    assert!((sum + found.open - 1.0).abs() < 1e-9);
}

/// A roll of a hundred faces, each followed by a million rounds of counting.
fn long_answers() -> Program {
    let mut asm = Assembler::default();
    let faces: Vec<i32> = (1..=100).collect();
    let die = asm.dice(1, &faces);
    let [face, rounds] = [0, 1].map(Reg);
    let again = asm.mark();
    asm.op(Op::Roll {
        to: face,
        pool: die,
    });
    asm.here(again);
    asm.op(Op::AddValue {
        to: rounds,
        a: rounds,
        value: 1,
    })
    .to(again, |to| Op::JumpCompareValue {
        a: rounds,
        value: 1_000_000,
        order: Order::Less,
        to,
    })
    .op(Op::Done);
    asm.finish(2, &[face, rounds])
}

/// By hand: the first state alone takes a hundred million rounds.
#[test]
fn one_state_that_takes_long_can_be_ended() {
    let program = long_answers();
    let n_looks = Cell::new(0);
    let watch = |_: Progress| {
        n_looks.set(n_looks.get() + 1);
        ControlFlow::Break(())
    };
    let budget = Budget::default();
    let odds = odds_watched(&program, &budget, Unstated::Refuse, Some(&watch));
    assert_eq!(
        odds.map_err(|fault| fault.kind),
        Err(FaultKind::Cancelled(0))
    );
    assert_eq!(n_looks.get(), 1);
}

/// The answers of one state that were followed by then are counted.
#[test]
fn approximate_odds_are_ended_between_two_answers() {
    let program = long_answers();
    let n_looks = Cell::new(0);
    let watch = |_: Progress| {
        n_looks.set(n_looks.get() + 1);
        match n_looks.get() {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    };
    let budget = Budget::default();
    let found = bounds_watched(&program, &budget, Unstated::Refuse, Some(&watch)).unwrap();
    let sum: f64 = found.outcomes.iter().map(|(_, chance)| chance).sum();
    assert!((0.01..0.5).contains(&sum), "{sum}");
    assert!((sum + found.open - 1.0).abs() < 1e-9);
    assert_eq!(n_looks.get(), 2);
}
