//! The best choices, with worths worked out by hand.

use std::ops::ControlFlow;

use sandtable::eval::budget::Budget;
use sandtable::eval::mdp::{Interest, Solution, advise};
use sandtable::eval::policy::Unstated;
use sandtable::ir::{OutputSpec, lower, optimise};

use crate::harness::book_of;

/// Solution for the units at these places of the cast, by the first `odds` of the first example.
fn advice(text: &str, ours: &[bool], is_against: bool) -> Solution {
    advice_within(text, ours, is_against, &Budget::default())
}

fn advice_within(text: &str, ours: &[bool], is_against: bool, budget: &Budget) -> Solution {
    let book = book_of(text, Some("[squad.alpha]\n\n[squad.beta]\n"), None);
    let example = book.examples.first().unwrap();
    let condition = example.steps[0].odds.first().unwrap().0.as_ref();
    let wanted = OutputSpec::Conditions(&[condition]);
    let program = optimise::run(&lower::run(&book, &example.steps[0].question, wanted).program);
    let interest = Interest {
        ours: ours.to_vec(),
        is_against,
        unstated: Unstated::First,
    };
    advise(&program, &interest, budget, &|_| ControlFlow::Continue(())).unwrap()
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

/// Worth of a state, as a fraction.
fn exactly(advice: &Solution, node: u32) -> String {
    let (numerator, denominator) = advice.fraction(node).unwrap();
    format!("{numerator}/{denominator}")
}

/// Charging hits with 1/2; creeping comes near with 2/3 and then hits with 5/6: 5/9. What the rules say charging is
/// worth does not matter.
const CHARGE_OR_CREEP: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..1

action attack (unit: squad)
  choose by unit \"how\"
    \"charge\", worth 1:
      if d6 >= 4: add 1 to unit.hits
    \"creep\":
      if d6 >= 3:
        choose by unit \"near\"
          \"hold\": stop
          \"shoot\":
            if d6 >= 2: add 1 to unit.hits

example \"A hit\"
  given  unit = alpha
  run    attack
  odds   unit.hits = 1: 1/2
";

#[test]
fn the_best_looks_behind_the_next_throw() {
    let advice = advice(CHARGE_OR_CREEP, &[true], false);
    assert!(near(advice.worth(), 5.0 / 9.0), "{}", advice.worth());
    let choices = advice.choices();
    let [first, second] = choices.as_slice() else {
        panic!("{choices:?}");
    };
    let worths = |node| -> Vec<f64> {
        let options = advice.options(node);
        options.into_iter().map(|(_, worth, _)| worth).collect()
    };
    let first_worths = worths(*first);
    assert!(near(first_worths[0], 0.5) && near(first_worths[1], 5.0 / 9.0));
    assert_eq!(advice.best(*first), 1);
    assert_eq!(exactly(&advice, 0), "5/9");
    assert_eq!(exactly(&advice, *second), "5/6");
    let second_worths = worths(*second);
    assert!(near(second_worths[0], 0.0) && near(second_worths[1], 5.0 / 6.0));
    assert_eq!(advice.trail(*second).last(), Some(second));
}

/// Twenty rounds, in each of which 4 or 5 is needed, as the unit likes; then a long stretch in which nothing is rolled. The
/// better chance is 1/2 each, so it fails only with 1/2^20.
const WAIT: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..1
  track  idle: 0..1

action attack (unit: squad)
  repeat 20 times
    choose by unit \"how\"
      \"well\":
        if d6 >= 4: set unit.hits to 1
      \"badly\":
        if d6 >= 5: set unit.hits to 1
    repeat 500 times
      set unit.idle to 1 - unit.idle

example \"A hit\"
  given  unit = alpha
  run    attack
  odds   unit.hits = 1: 1/2
";

#[test]
fn long_stretches_are_gone_through_once_for_each_situation() {
    // Two situations a round, hit or not, each with two options of six answers: 480 stretches of more than 1,000 steps, of which 40
    // and a few until it is known where they come together are enough. Steps are for 100 runs of 3,000.
    let budget = Budget {
        steps: 3_000,
        ..Budget::default()
    };
    let advice = advice_within(WAIT, &[true], false, &budget);
    assert_eq!(
        exactly(&advice, 0),
        format!("{}/{}", (1 << 20) - 1, 1 << 20)
    );
}

/// Again until 6 shows, or stop: who goes on for ever hits for certain. By hand: v = max(0, 1/6 + 5/6 v) = 1.
const AGAIN: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..1
  track  rounds: 0..1

action attack (unit: squad)
  repeat until unit.hits = 1, at most 1000000 times
    choose by unit \"on\"
      \"stop\": stop
      \"again\":
        if d6 = 6: add 1 to unit.hits

example \"A hit\"
  given  unit = alpha
  run    attack
  odds   unit.hits = 1: 1/2
";

#[test]
fn what_goes_round_is_gone_over_until_nothing_changes() {
    let text = AGAIN.replace("at most 1000000 times", "at most 3 times");
    let advice = advice(&text, &[true], false);
    // Three tries: 1 - (5/6)^3 = 91/216.
    assert!(near(advice.worth(), 91.0 / 216.0), "{}", advice.worth());
    assert_eq!(exactly(&advice, 0), "91/216");
}

/// The other side lies down or stands: 1/2 or 1/3 to hit. Against it, it lies down; by its own first option, it stands.
const STAND_OR_LIE: &str = "ruleset test \"Test\"

kind squad \"Squad\"
  track  hits: 0..1

action attack (unit: squad, other: squad)
  choose by other \"how\"
    \"stand\":
      if d6 >= 4: add 1 to other.hits
    \"lie\":
      choose by unit \"then\"
        \"wait\": stop
        \"shoot\":
          if d6 >= 5: add 1 to other.hits

example \"A hit\"
  given  unit = alpha, other = beta
  run    attack
  odds   other.hits = 1: 1/2
";

#[test]
fn the_others_may_choose_the_worst() {
    let mild = advice(STAND_OR_LIE, &[true, false], false);
    assert!(near(mild.worth(), 0.5), "{}", mild.worth());
    let hard = advice(STAND_OR_LIE, &[true, false], true);
    assert!(near(hard.worth(), 1.0 / 3.0), "{}", hard.worth());
    assert_eq!([exactly(&mild, 0), exactly(&hard, 0)], ["1/2", "1/3"]);
}
