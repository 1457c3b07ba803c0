//! Chances of every rule of every book, under random questions.

use std::collections::BTreeMap;

use sandtable::ask::ask_question;
use sandtable::diagnostic::Diagnostics;
use sandtable::eval::FaultKind;
use sandtable::eval::approximate::bounds;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::{Chance, Distribution};
use sandtable::eval::dice::Dice;
use sandtable::eval::exact::{odds, odds_of_each};
use sandtable::eval::machine::{Ask, Machine, Pause};
use sandtable::eval::policy::Unstated;
use sandtable::eval::reductions::Reductions;
use sandtable::eval::sample;
use sandtable::explain::trace::{Faces, explain};
use sandtable::ir::{Lowered, OutputSpec, Program, Template, have_one_template, lower, optimise};
use sandtable::model::{Question, RuleBook};
use sandtable::syntax::ast::Literal;

use super::questions::{Picks, bound, entries, question, questions_alike, somewhere};
use crate::rulebooks::{names, rulebook};

/// Small, so that the laws are quick; a question beyond it is left out.
const BUDGET: Budget = Budget {
    steps: 100_000,
    memory: 16 << 20,
    reductions: Reductions::ALL,
};

/// Calls `check` with questions about everything in every book.
fn for_each_question(
    seed: u64,
    each: usize,
    mut check: impl FnMut(&RuleBook, &Question, &Lowered, &Distribution),
) {
    let mut picks = Picks::new(seed);
    let mut n_checked = 0;
    for name in names() {
        let analysis = rulebook(&name);
        let book = analysis.book();
        for entry in entries(book) {
            for _ in 0..each {
                let Some(question) = question(book, &entry, &mut picks) else {
                    continue;
                };
                let lowered = lower::run(book, &question, OutputSpec::Outcome);
                lowered.program.verify().unwrap();
                // Off the table, or not given: told alike by all drivers, see `faults_agree`.
                if let Ok(exact) = odds(&optimise::run(&lowered.program), &BUDGET) {
                    check(book, &question, &lowered, &exact);
                    n_checked += 1;
                }
            }
        }
    }
    assert!(
        n_checked >= 20 * each,
        "only {n_checked} questions came out"
    );
}

#[test]
fn chances_sum_to_one_and_optimising_changes_nothing() {
    for_each_question(1, 3, |_, _, lowered, exact| {
        let sum = exact
            .outcomes()
            .iter()
            .fold(Chance::zero(), |sum, (_, chance)| sum.sum(chance));
        assert_eq!(sum, Chance::one());
        // What is not optimised may keep more situations apart than the budget of these laws allows.
        match odds(&lowered.program, &BUDGET) {
            Ok(plain) => assert_eq!(plain.outcomes(), exact.outcomes()),
            Err(fault) => assert!(
                matches!(fault.kind, FaultKind::TooManyStates(..)),
                "{fault:?}"
            ),
        }
    });
}

/// Each reduction of the state space leaves the answer as it is; without it there may be too many states for the budget.
#[test]
fn reductions_change_nothing() {
    let (mut n_same, mut n_beyond) = (0, 0);
    for_each_question(3, 1, |_, _, lowered, exact| {
        let program = optimise::run(&lowered.program);
        let off = Reductions::each_off().into_iter().map(|(_, off)| off);
        for reductions in off.chain([Reductions::none()]) {
            let budget = Budget {
                reductions,
                ..BUDGET
            };
            match odds(&program, &budget) {
                Ok(plain) => {
                    assert_eq!(plain.outcomes(), exact.outcomes(), "{reductions:?}");
                    n_same += 1;
                }
                Err(fault) => {
                    assert!(
                        matches!(fault.kind, FaultKind::TooManyStates(..)),
                        "{reductions:?}: {fault:?}"
                    );
                    n_beyond += 1;
                }
            }
        }
    });
    assert!(n_same > 9 * n_beyond, "{n_same} answers, {n_beyond} beyond");
}

/// Questions that differ only in numbers have the same odds together as alone, whichever they are lowered from.
#[test]
fn questions_with_one_template_are_answered_as_alone() {
    let mut picks = Picks::new(5);
    let (mut n_batches, mut n_together, mut n_alone) = (0, 0, 0);
    for name in names() {
        let analysis = rulebook(&name);
        let book = analysis.book();
        for entry in entries(book) {
            let questions = questions_alike(book, &entry, 6, &mut picks);
            let Some(first) = questions.first() else {
                continue;
            };
            let alike = questions.iter();
            let alike: Vec<&Question> = alike
                .filter(|question| have_one_template(book, first, question))
                .collect();
            let Some(last) = alike.last().filter(|_| alike.len() > 1) else {
                continue;
            };
            let template = Template::of(book, last, OutputSpec::Outcome);
            let batch = template.batch(book, &alike).unwrap().optimised();
            batch.program.verify().unwrap();
            let together = odds_of_each(
                &batch.program,
                &batch.starts,
                &BUDGET,
                Unstated::Refuse,
                None,
            );
            assert_eq!(together.len(), alike.len());
            for (question, together) in alike.iter().zip(together) {
                let lowered = lower::run(book, question, OutputSpec::Outcome);
                assert_eq!(template.parts(book, question).unwrap(), lowered.parts);
                let alone = odds(&optimise::run(&lowered.program), &BUDGET);
                match (alone, together) {
                    (Ok(alone), Some(together)) => {
                        assert_eq!(together.outcomes(), alone.outcomes(), "{name} {entry}");
                        n_together += 1;
                    }
                    (Ok(_), None) => n_alone += 1,
                    (Err(fault), Some(_)) => assert!(
                        matches!(fault.kind, FaultKind::TooManyStates(..)),
                        "{name} {entry}: {fault:?}"
                    ),
                    (Err(_), None) => {}
                }
            }
            n_batches += 1;
        }
    }
    assert!(n_batches >= 150, "only {n_batches} batches");
    assert!(n_together >= 500, "only {n_together} answered together");
    assert!(
        n_alone * 20 <= n_together,
        "{n_alone} beside {n_together} not answered together"
    );
}

#[test]
fn floats_come_to_the_same() {
    let (mut n_whole, mut n_open) = (0, 0);
    for_each_question(3, 1, |_, _, lowered, exact| {
        let near = bounds(&optimise::run(&lowered.program), &BUDGET, Unstated::Refuse).unwrap();
        if near.open > 1e-12 {
            n_open += 1;
            return;
        }
        n_whole += 1;
        let near = near.outcomes.iter();
        let near: Vec<_> = near.filter(|(_, chance)| *chance > 1e-12).collect();
        let likely = exact.outcomes().iter();
        let likely: Vec<_> = likely
            .filter(|(_, chance)| chance.percent() > 1e-10)
            .collect();
        assert_eq!(near.len(), likely.len());
        for ((outcome, near), (same, chance)) in near.into_iter().zip(likely) {
            assert_eq!(outcome, same);
            let exact = chance.percent() / 100.0;
            assert!((near - exact).abs() < 1e-12, "{near} for {chance}");
        }
    });
    assert!(n_whole > 20 * n_open, "{n_whole}, and {n_open} left open");
}

/// The true chance lies within the bounds, however early it is given up.
#[test]
fn what_is_left_open_bounds_the_chance() {
    let short = Budget {
        steps: 300,
        ..BUDGET
    };
    let mut n_open = 0;
    for_each_question(4, 2, |_, _, lowered, exact| {
        let Ok(near) = bounds(&optimise::run(&lowered.program), &short, Unstated::Refuse) else {
            return;
        };
        n_open += u32::from(near.open > 0.0);
        let found: f64 = near.outcomes.iter().map(|(_, chance)| chance).sum();
        assert!((found + near.open - 1.0).abs() < 1e-12);
        for (outcome, chance) in exact.outcomes() {
            let low = near.outcomes.iter().find(|(known, _)| known == outcome);
            let low = low.map_or(0.0, |(_, chance)| *chance);
            let exact = chance.percent() / 100.0;
            assert!((low - 1e-12..=low + near.open + 1e-12).contains(&exact));
        }
    });
    assert!(n_open > 3, "{n_open}");
}

/// The chances of all outcomes by following every answer by itself, nothing merged; `None` if those are too many.
fn unmerged(program: &Program) -> Option<BTreeMap<Vec<i32>, Chance>> {
    let mut open = vec![(Machine::new(program), Chance::one())];
    let mut found: BTreeMap<Vec<i32>, Chance> = BTreeMap::new();
    for _ in 0..3_000 {
        let Some((mut machine, chance)) = open.pop() else {
            return Some(found);
        };
        let mut steps = BUDGET.steps;
        match machine.run(program, &mut Ask, &mut steps) {
            Pause::Done => {
                let outcome = program.outcome.iter().map(|reg| machine.get(*reg));
                let sum = found.entry(outcome.collect()).or_insert_with(Chance::zero);
                *sum = sum.sum(&chance);
            }
            Pause::Roll(pool) => {
                let pool = &program.pools[pool.0 as usize];
                if pool.count != 1 || pool.modified.is_some() {
                    return None;
                }
                let n_faces = chance.denominator() * pool.faces.len();
                let share = Chance::new(chance.numerator().clone(), n_faces).unwrap();
                open.extend(pool.faces.iter().map(|face| {
                    let mut next = machine.clone();
                    next.answer(program, *face);
                    (next, share.clone())
                }));
            }
            Pause::Judge(_) | Pause::Choose(_) | Pause::Fault(_) => return None,
        }
    }
    None
}

#[test]
fn merging_changes_nothing() {
    let mut n_checked = 0;
    for_each_question(4, 3, |_, _, lowered, exact| {
        if let Some(unmerged) = unmerged(&lowered.program) {
            let merged: BTreeMap<Vec<i32>, Chance> = exact.outcomes().iter().cloned().collect();
            assert_eq!(unmerged, merged);
            n_checked += 1;
        }
    });
    assert!(
        n_checked >= 20,
        "only {n_checked} questions were small enough"
    );
}

#[test]
fn a_told_run_ends_in_an_outcome_that_can_come() {
    let mut seed = 0u64;
    for_each_question(2, 3, |_, question, lowered, exact| {
        let units = question.unit_titles();
        for _ in 0..3 {
            seed += 1;
            let faces = Faces::Rolled(Dice::new(seed));
            let told = explain(&lowered.program, &units, faces, BUDGET.steps);
            let outcome = told.outcome.expect("no fault has a chance");
            assert!(!exact.chance_of(&outcome).is_zero(), "{outcome:?}");
            // The same faces, given by hand, come to the same.
            let given: Vec<String> = told.rolled.iter().map(|one| one.face.clone()).collect();
            let faces = Faces::Given(&given);
            let again = explain(&lowered.program, &units, faces, BUDGET.steps);
            assert_eq!(again.outcome, Some(outcome));
        }
    });
}

/// By Wilson and Hilferty, the chi-square of `n` free counts lies below this but for 3 in 10 million samples (5 sigma).
fn chi_square_bound(n: f64) -> f64 {
    let ninth = 2.0 / (9.0 * n);
    n * (1.0 - ninth + 5.0 * ninth.sqrt()).powi(3)
}

#[test]
fn samples_agree_with_exact_odds() {
    const RUNS: u64 = 1000;
    let mut seed = 0u64;
    for_each_question(3, 1, |_, _, lowered, exact| {
        seed += 1;
        let budget = Budget {
            steps: 100_000,
            ..Budget::default()
        };
        let tally = sample::run(&optimise::run(&lowered.program), seed, RUNS, &budget).unwrap();
        let (mut chi, mut n_free) = (0.0, -1.0);
        // Rare outcomes are counted together.
        let (mut rare, mut rare_seen) = (0.0, 0.0);
        let mut add = |expected: f64, seen: f64| {
            chi += (seen - expected).powi(2) / expected;
            n_free += 1.0;
        };
        for (outcome, chance) in exact.outcomes() {
            let expected = chance.percent() / 100.0 * RUNS as f64;
            let seen = tally.count(outcome) as f64;
            if expected < 10.0 {
                (rare, rare_seen) = (rare + expected, rare_seen + seen);
            } else {
                add(expected, seen);
            }
        }
        if rare >= 10.0 {
            add(rare, rare_seen);
        }
        for outcome in tally.outcomes.keys() {
            assert!(
                !exact.chance_of(outcome).is_zero(),
                "{outcome:?} cannot come"
            );
        }
        assert!(
            n_free < 1.0 || chi <= chi_square_bound(n_free),
            "chi-square {chi} with {n_free} free"
        );
    });
}

/// Adds up the outcomes of all sequences of faces; `None` if they are too many.
fn all_sequences(lowered: &Lowered, units: &[String]) -> Option<BTreeMap<Vec<i32>, Chance>> {
    let mut found: BTreeMap<Vec<i32>, Chance> = BTreeMap::new();
    let mut open: Vec<(Vec<String>, u64)> = vec![(Vec::new(), 1)];
    let mut n_runs = 0;
    while let Some((faces, ways)) = open.pop() {
        n_runs += 1;
        if n_runs > 400 {
            return None;
        }
        let told = explain(&lowered.program, units, Faces::Given(&faces), BUDGET.steps);
        if let Some(outcome) = told.outcome {
            let chance = Chance::from_parts(1, ways)?;
            let sum = found.entry(outcome).or_insert_with(Chance::zero);
            *sum = sum.sum(&chance);
            continue;
        }
        let Some(sandtable::explain::trace::Trouble::RanOut(die, _)) = told.trouble else {
            return None;
        };
        let pool = lowered.program.pools.iter().find(|pool| pool.name == die)?;
        let n_faces = pool.faces.len() as u64;
        for face in &pool.faces {
            let word = match pool.words.get(*face as usize) {
                Some(word) => word.clone(),
                None => face.to_string(),
            };
            let more = faces.iter().cloned().chain([word]).collect();
            open.push((more, ways.checked_mul(n_faces)?));
        }
    }
    Some(found)
}

#[test]
fn all_sequences_of_faces_add_up_to_the_exact_odds() {
    let mut n_followed = 0;
    for_each_question(4, 2, |_, question, lowered, exact| {
        let units = question.unit_titles();
        if let Some(found) = all_sequences(lowered, &units) {
            let exact: BTreeMap<_, _> = exact.outcomes().iter().cloned().collect();
            assert_eq!(found, exact);
            n_followed += 1;
        }
    });
    assert!(n_followed >= 20, "only {n_followed} were small enough");
}

#[test]
fn neither_cover_nor_combat_hits_help_the_firer() {
    let analysis = rulebook("hex-command-mechanized");
    let book = analysis.book();
    let hit = |range: i32, cover: i32, hits: i32, target: &str| -> Chance {
        let bindings = [
            bound(&["firer"], Literal::Word("panther".to_owned())),
            bound(&["target"], Literal::Word(target.to_owned())),
            bound(&["range"], Literal::Number(range)),
            bound(&["cover"], Literal::Number(cover)),
            bound(&["firer", "combat-hits"], Literal::Number(hits)),
        ];
        let mut diagnostics = Diagnostics::default();
        let name = somewhere("to-hit".to_owned());
        let question = ask_question(book, &name, &[], &bindings, &[], &mut diagnostics).unwrap();
        let lowered = lower::run(book, &question, OutputSpec::Outcome);
        let exact = odds(&optimise::run(&lowered.program), &BUDGET).unwrap();
        // `hit` is the first outcome.
        exact.chance_that(|outcome| outcome == [0, 0])
    };
    let mut n_worse = 0;
    for target in ["tiger-i", "panther", "sherman"] {
        for range in 0..18 {
            for step in 0..4 {
                let (less, more) = (hit(range, step, 0, target), hit(range, step + 1, 0, target));
                assert!(more <= less, "cover {step} at {range} against {target}");
                n_worse += u32::from(more < less);
                let (less, more) = (hit(range, 0, step, target), hit(range, 0, step + 1, target));
                assert!(more <= less, "hits {step} at {range} against {target}");
                n_worse += u32::from(more < less);
            }
        }
    }
    assert!(n_worse > 50, "only {n_worse} steps made a difference");
}
