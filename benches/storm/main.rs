//! Exact answers, side by side with those of the model checker Storm, which are the same fractions.
//!
//! The cases b1, b3 and c2 of `ratios` are written here as Markov chains. Both sides answer with the chance of every outcome, on one
//! thread each, in turn. Ours starts with the checked rulebook, Storm with the text of its model. The time is that of the processor.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    dead_code,
    reason = "a benchmark prints, has a clock, may stop at once, and shares code with others"
)]

#[path = "../allocator.rs"]
mod allocator;
#[path = "../ask.rs"]
mod ask;
#[path = "../clock.rs"]
mod clock;
#[path = "../other.rs"]
mod other;

use std::collections::BTreeMap;
use std::hint::black_box;

use ask::{book, compile};
use clock::{Rounds, nanoseconds};
use other::Other;
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Distribution;
use sandtable::eval::exact::odds;
use sandtable::ir::{Program, optimise};
use sandtable::model::RuleBook;

const ROUNDS: usize = 5;
/// Answers of one of our rounds.
const ANSWERS: usize = 200;

const CASES: [(&str, &str); 3] = [
    ("b1", "b1 firer=attacker target=defender modifier=1"),
    ("b3", "b3 a=a b=b"),
    ("c2", "c2 target=squad"),
];

fn main() {
    let Some(mut other) = Other::start("storm/answers.py") else {
        println!("Storm is not to be had");
        return;
    };
    let book = book("benches/cases");
    println!("case  ours µs  spread  only odds  Storm µs  spread  only checking  states  ratio");
    let lines: Vec<String> = CASES
        .iter()
        .map(|(name, question)| compared(name, question, &book, &mut other))
        .collect();
    lines.iter().for_each(|line| println!("{line}"));
}

/// Requires the same fractions, measures both sides in turn, prints a row, and gives the line of JSON of a case.
fn compared(name: &str, question: &str, book: &RuleBook, other: &mut Other) -> String {
    let program = || optimise::run(&compile(book, question).program);
    let answered = |program: &Program| odds(program, &Budget::default()).unwrap();
    let theirs = other.ask(name);
    assert_eq!(fractions(&answered(&program())), chances(&theirs), "{name}");
    let (mut ours, mut only, mut whole, mut checking) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let each = |run: &dyn Fn() -> Distribution| {
            nanoseconds(|| (0..ANSWERS).for_each(|_| drop(black_box(run())))) / ANSWERS as f64
        };
        ours.push(each(&|| answered(&program())));
        let program = program();
        only.push(each(&|| answered(&program)));
        let theirs = other.ask(name);
        let number = |key: &str| theirs[key].as_f64().unwrap();
        whole.push(number("build_ns") + number("check_ns"));
        checking.push(number("check_ns"));
    }
    let ratios = ours.iter().zip(&whole).map(|(ours, whole)| ours / whole);
    let ratio = Rounds::new(ratios.collect()).median();
    let [ours, only, whole, checking] = [ours, only, whole, checking].map(Rounds::new);
    println!(
        "{name:<5} {:<8.0} {:>4.0} %  {:<10.0} {:<9.0} {:>4.0} %  {:<14.0} {:<7} {ratio:.5}",
        ours.median() / 1e3,
        ours.spread(),
        only.median() / 1e3,
        whole.median() / 1e3,
        whole.spread(),
        checking.median() / 1e3,
        theirs["states"]
    );
    format!(
        "{{\"case\":\"{name}\",\"what\":\"exact\",\"ours_ns\":{:.0},\"ours_odds_ns\":{:.0},\"storm_ns\":{:.0},\"storm_check_ns\":{:.0},\"ratio\":{ratio:.6}}}",
        ours.median(),
        only.median(),
        whole.median(),
        checking.median()
    )
}

/// Outcomes that can come, without the mark that nothing was refused, and their reduced fractions.
fn fractions(distribution: &Distribution) -> BTreeMap<String, String> {
    let outcomes = distribution.outcomes().iter();
    outcomes
        .map(|(outcome, chance)| {
            let values: Vec<String> = outcome[1..].iter().map(i32::to_string).collect();
            let fraction = format!("{}/{}", chance.numerator(), chance.denominator());
            (values.join(" "), fraction)
        })
        .collect()
}

/// The same of Storm, which also lists what cannot come.
fn chances(answer: &serde_json::Value) -> BTreeMap<String, String> {
    let chances = answer["chances"].as_object().unwrap();
    let chances = chances.iter().map(|(outcome, chance)| {
        let chance = chance.as_str().unwrap();
        (outcome.clone(), chance.to_owned())
    });
    chances.filter(|(_, chance)| chance != "0").collect()
}
