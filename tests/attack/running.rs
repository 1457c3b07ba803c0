//! Rules that can be read, and take for ever when they run.

use std::time::Instant;

use sandtable::eval::approximate::{Bounds, bounds};
use sandtable::eval::budget::Budget;
use sandtable::eval::dice::Dice;
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample;
use sandtable::explain::trace::{Faces, Story, explain};
use sandtable::ir::optimise;

use super::{BUDGET, KIND, LONGEST, UNIT, found, odds_of, program};

/// A loop that is gone through so often as it may be at most.
fn never(body: &str) -> String {
    format!("{KIND}action go (u: k)\n  repeat until u.h = 9, at most 1000000 times\n{body}")
}

fn floats(rules: &str, units: &str) -> Bounds {
    let start = Instant::now();
    let program = optimise::run(&program(rules, units));
    let found = bounds(&program, &BUDGET, Unstated::Refuse).unwrap();
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    found
}

/// The finding in which a run ends.
fn thrown(rules: &str, units: &str, budget: &Budget) -> Option<&'static str> {
    let start = Instant::now();
    let program = optimise::run(&program(rules, units));
    let fault = sample::run(&program, 0, 1, budget).err();
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    fault.map(|fault| fault.diagnostic(&program).code.number())
}

fn told(rules: &str, units: &str, steps: u64) -> Story {
    let start = Instant::now();
    let program = program(rules, units);
    let story = explain(
        &program,
        &["X".to_owned()],
        Faces::Rolled(Dice::new(0)),
        steps,
    );
    assert!(start.elapsed() < LONGEST, "took {:?}", start.elapsed());
    story
}

#[test]
fn a_loop_that_waits_for_what_never_comes() {
    for body in [
        "    set u.h to 1\n",
        "    add d6 to u.g\n    set u.h to 1\n",
        "    if d6 = 7: add 1 to u.h\n",
        "    if d1000 = 1: add 1 to u.h\n    if d1000 = 1: take 1 from u.h\n",
    ] {
        let rules = never(body);
        assert_eq!(thrown(&rules, UNIT, &BUDGET), Some("E0505"), "{body}");
        let odds = odds_of(&rules, UNIT, &BUDGET);
        assert!(matches!(odds, Some("E0505" | "E0506")), "{body}: {odds:?}");
    }
    // Nothing of it ends; what was followed is left open, all of it.
    let open = floats(&never("    if d6 = 7: add 1 to u.h\n"), UNIT).open;
    assert!((open - 1.0).abs() < 1e-9, "{open}");
}

/// By hand: 40 doublings of a die are 2^40 dice.
#[test]
fn a_chain_that_doubles_its_throws() {
    let chain: String = (0..40)
        .map(|at| format!("roll r{at} -> 0..\n  result r{} + r{}\n", at + 1, at + 1))
        .collect();
    let rules = format!("{chain}roll r40 -> 0..\n  result d6\nroll go -> 0..\n  result r0\n");
    assert_eq!(odds_of(&rules, "", &BUDGET), Some("E0506"));
    let open = floats(&rules, "").open;
    assert!((open - 1.0).abs() < 1e-9, "{open}");
    assert_eq!(thrown(&rules, "", &BUDGET), Some("E0505"));
}

#[test]
fn hundreds_of_different_large_throws() {
    // One roll may be this many different ones, none or up to 1,000 dice.
    let all = "roll go (n: 0..2000) -> 0..\n  result roll (n limited to 0..1000) dice of d6\n";
    assert_eq!(found(all), [""; 0]);
    let throws = "n = d1000 - 1\n  result roll (n limited to 0..999) dice of d100";
    let rules = format!("roll go -> 0..\n  {throws}\n");
    assert_eq!(odds_of(&rules, "", &BUDGET), Some("E0506"));
    let pairs = "    n = d100\n    m = d100\n    if (roll (n limited to 1..30) dice of d100 against (m limited to 1..30) dice of d100, pairs won, ties lose) > 5: add 1 to u.h\n";
    let rules = never(pairs);
    assert_eq!(odds_of(&rules, UNIT, &BUDGET), Some("E0506"));
    assert_eq!(thrown(&rules, UNIT, &BUDGET), None);
}

/// Each die is a step: a million rolls of a thousand dice are more than one run may take.
#[test]
fn throws_of_many_dice_again_and_again() {
    for dice in [
        "1000d6",
        "1000d1000",
        "1000d6 explode 2-6 at most 99 times",
        "1000d6 reroll 2-6 at most 99 times keep highest 500",
        "500d6 against 500d6, dice beaten, ties lose",
    ] {
        let rules = never(&format!("    if {dice} = 1: add 1 to u.h\n"));
        assert_eq!(thrown(&rules, UNIT, &BUDGET), Some("E0505"), "{dice}");
    }
}

#[test]
fn a_story_that_nobody_could_read() {
    let letters = |story: &Story| -> usize { story.steps.iter().map(|step| step.text.len()).sum() };
    let rules = never("    add 1 to u.g\n    set u.g to 0\n    if 9d6 = 1: add 1 to u.h\n");
    let story = told(&rules, UNIT, 3_000_000);
    assert!(letters(&story) < 17_000_000, "{} letters", letters(&story));
    let last = story.steps.last().unwrap();
    let said = "further steps are not kept: a run keeps 200,000 steps";
    assert!(last.text.contains(said), "{}", last.text);
    assert!(story.steps.len() <= 200_001, "{} steps", story.steps.len());
    assert!(story.trouble.is_some());
}
