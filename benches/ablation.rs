//! What each reduction of exact odds saves: the same answers with all of them, and with each switched off in turn.
//!
//! A line for each case, in milliseconds of processor time: the median of five rounds, in which all variants take turns; one round
//! where a call takes seconds. `-` where the question is beyond the budget without it. A word on the command line picks the cases whose
//! name has it. `cases` are single questions, `examples` all questions of a book's worked examples that exact odds answer.
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

mod ask;
mod clock;
mod play;

use std::cell::RefCell;
use std::hint::black_box;

use ask::{batch, book, compile};
use clock::{Rounds, nanoseconds};
use play::Game;
use sandtable::eval::budget::Budget;
use sandtable::eval::exact::{odds, odds_of_each};
use sandtable::eval::policy::Unstated;
use sandtable::eval::reductions::Reductions;
use sandtable::eval::sample;
use sandtable::eval::sample::blocks::{Blocks, Choosing, Halt, Trial};
use sandtable::ir::{OutputSpec, Program, lower, optimise};
use sandtable::session::library::RulesetCache;
use sandtable::session::question::{Pair, Question};
use sandtable::session::solve::{Method, Session};
use sandtable::session::watch::Unwatched;
use sandtable::workspace::Effort;
use sandtable::workspace::workers::Alone;

const ROUNDS: usize = 5;
/// A call that takes so many nanoseconds is measured once.
const LONG: f64 = 2e9;
/// Nanoseconds of one round of short calls.
const ROUND: f64 = 5e7;
const BOOKS: [&str; 5] = [
    "hgs-house-rules",
    "hellion",
    "stargrunt-digest",
    "pips",
    "hex-command-mechanized",
];

/// Scenarios that are played, and the number of games.
const GAMES: [(&str, u64); 7] = [
    ("pips/outpost", 50),
    ("stargrunt-digest/farm", 20),
    ("stargrunt-digest/ambush", 50),
    ("hellion/crossroads", 20),
    ("tic-tac-toe/game", 10_000),
    ("connect-four/game", 1_000),
    ("breakthrough/game", 100),
];

/// Answers with a budget; says whether there was an answer.
type Run = Box<dyn Fn(&Budget) -> bool>;

fn main() {
    let wanted = std::env::args()
        .skip(1)
        .find(|word| !word.starts_with("--"));
    let mut variants = vec![("all", Reductions::ALL)];
    variants.extend(Reductions::each_off());
    variants.push(("none", Reductions::none()));
    let heads = variants.iter().map(|(name, _)| format!("{name:>18}"));
    println!("{:<26}{}", "ms without", heads.collect::<String>());
    for (name, make) in cases() {
        if wanted.as_deref().is_none_or(|wanted| name.contains(wanted)) {
            measure(&name, &make(), &variants);
        }
    }
}

fn measure(name: &str, run: &Run, variants: &[(&str, Reductions)]) {
    let budget = |reductions| Budget {
        reductions,
        ..Budget::default()
    };
    let once = |reductions| {
        let mut is_answered = false;
        let time = nanoseconds(|| is_answered = run(&budget(reductions)));
        is_answered.then_some(time)
    };
    let first: Vec<Option<f64>> = variants.iter().map(|(_, one)| once(*one)).collect();
    let mut times: Vec<Vec<f64>> = first.iter().map(|time| Vec::from_iter(*time)).collect();
    for _ in 0..ROUNDS {
        for (at, (_, one)) in variants.iter().enumerate() {
            let Some(first) = first[at].filter(|time| *time < LONG) else {
                continue;
            };
            let calls = (ROUND / first).ceil();
            let all: f64 = (0..calls as u32).filter_map(|_| once(*one)).sum();
            times[at].push(all / calls);
        }
    }
    print!("{name:<26}");
    for times in times {
        match times.is_empty() {
            true => print!("{:>18}", "-"),
            false => print!("{:>18.3}", Rounds::new(times).median() / 1e6),
        }
    }
    println!();
}

/// Cases by name, made when they are measured.
fn cases() -> Vec<(String, Box<dyn Fn() -> Run>)> {
    let mut cases: Vec<(String, Box<dyn Fn() -> Run>)> = Vec::new();
    let small = [
        "a6",
        "kept-and-exploding",
        "b1 firer=attacker target=defender modifier=1",
        "b2 firer=attacker target=defender modifier=1",
        "b3 a=a b=b",
        "c1 target=squad",
        "c2 target=squad",
    ];
    for text in small {
        let name = text.split(' ').next().unwrap().to_owned();
        cases.push((
            name,
            Box::new(move || single(compile(&book("benches/cases"), text).program)),
        ));
    }
    cases.push((
        "b4, 125 questions".to_owned(),
        Box::new(|| {
            let all = (0..5).flat_map(|gun| (0..5).map(move |armour| (gun, armour)));
            let all =
                all.flat_map(|(gun, armour)| (-2..=2).map(move |by| ask::b4(gun, armour, by)));
            let batch = batch(&book("benches/cases"), &all.collect::<Vec<String>>());
            Box::new(move |budget| {
                let found = odds_of_each(
                    &batch.program,
                    &batch.starts,
                    budget,
                    Unstated::Refuse,
                    None,
                );
                found.iter().all(Option::is_some)
            })
        }),
    ));
    cases.push((
        "shots-to-kill".to_owned(),
        Box::new(|| {
            let text = "shots-to-kill firer=jagdtiger target=panther range=4";
            single(compile(&book("hex-command-mechanized"), text).program)
        }),
    ));
    cases.push(("table of kills".to_owned(), Box::new(table)));
    for name in BOOKS {
        cases.push((format!("examples {name}"), Box::new(move || examples(name))));
    }
    for text in ["b3 a=a b=b", "c2 target=squad"] {
        let name = text.split(' ').next().unwrap();
        cases.push((
            format!("sample {name}"),
            Box::new(move || rolls(&compile(&book("benches/cases"), text).program)),
        ));
    }
    for (scenario, n_games) in GAMES {
        cases.push((
            format!("{n_games} x {scenario}"),
            Box::new(move || games(scenario, n_games)),
        ));
    }
    cases
}

/// A sample of a question.
fn rolls(program: &Program) -> Run {
    let program = optimise::run(program);
    Box::new(move |budget| black_box(sample::run(&program, 1, 16_384, budget)).is_ok())
}

/// Games by policies, or by chance where the rules state no worth.
fn games(scenario: &str, n_games: u64) -> Run {
    let game = Game::of(scenario);
    let choosing = game.all(match scenario.ends_with("/game") {
        true => Choosing::Random,
        false => Choosing::Policy,
    });
    Box::new(move |budget| {
        let (program, trial) = (&game.lowered.program, Trial::Game(&choosing));
        let mut blocks = Blocks::with_reductions(program, trial, 1, 50_000_000, budget.reductions);
        (0..n_games).all(|number| blocks.roll(number, 1, &Halt::default()).is_ok())
    })
}

fn single(program: Program) -> Run {
    let program = optimise::run(&program);
    Box::new(move |budget| black_box(odds(&program, budget)).is_ok())
}

/// The table of all shots of the mechanized rulebook, as the command `odds` makes it.
fn table() -> Run {
    let ruleset = "hex-command-mechanized";
    let given = ["firer=*", "target=*", "range=7", "cover=1"];
    let given: Result<Vec<Pair>, String> = given.iter().map(|pair| pair.parse()).collect();
    let question = Question {
        given: given.unwrap(),
        ..Question::new(ruleset, Some("shots-to-kill".to_owned()))
    };
    let workspace = RefCell::new(ask::workspace());
    workspace.borrow_mut().analyse(ruleset, &[], Effort::Answer);
    Box::new(move |budget| {
        let mut workspace = workspace.borrow_mut();
        let mut session = Session {
            library: &mut RulesetCache::new(&mut workspace),
            watch: &mut Unwatched,
            workers: &Alone,
            budget: *budget,
            method: Method::Exact,
        };
        session.sweep(&question, &[]).unwrap().n_open == 0
    })
}

/// The first steps of all worked examples that have exact odds.
fn examples(name: &str) -> Run {
    let book = book(name);
    let mut programs = Vec::new();
    for example in book.examples.iter() {
        for step in example.steps.iter().take(1) {
            let lowered = lower::run(&book, &step.question, OutputSpec::Outcome);
            let program = optimise::run(&lowered.program);
            let small = Budget {
                memory: 16 << 20,
                ..Budget::default()
            };
            if odds(&program, &small).is_ok() {
                programs.push(program);
            }
        }
    }
    Box::new(move |budget| {
        let found = programs.iter().map(|program| odds(program, budget).is_ok());
        black_box(found.filter(|is_ok| *is_ok).count()) == programs.len()
    })
}
