//! How long programs take, against the same written in Rust by hand, measured side by side.
//!
//! The programs are compiled from the rule files beside this one and from the rule book. Each round measures both
//! sides one after the other; the median of the rounds counts, and the spread says how far the rounds lie apart. Prints
//! a table, the stages on the way to an answer, and a line of JSON per case. A word on the command line picks the
//! cases whose name has it. What a case takes of memory at most is measured in a process of its own, the rule books
//! and all that is prepared before the measured call included; where the system does not tell, there is a line.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

mod allocator;
mod ask;
mod by_hand;

use ask::{ask, book, check, compile};
use by_hand::wide::near;
use by_hand::{chain, dice, gun, pools};
use sandtable::eval::budget::Budget;
use sandtable::eval::dice::Dice;
use sandtable::eval::exact::{odds, odds_of_each};
use sandtable::eval::policy::Unstated;
use sandtable::eval::sample::{self, BLOCK};
use sandtable::ir::{OutputSpec, Program, lower, optimise};
use sandtable::model::RuleBook;
use sandtable::workspace::Workspace;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;
/// Asks a process of this benchmark for the memory of one case.
const MEMORY: &str = "--memory";
/// Runs of one measured call of the sampler.
const RUNS: u64 = 16 * BLOCK;

const B1: &str = "b1 firer=attacker target=defender modifier=1";
const B2: &str = "b2 firer=attacker target=defender modifier=1";
const B3: &str = "b3 a=a b=b";
const C2: &str = "c2 target=squad";
const SHOTS: &str = "shots-to-kill firer=jagdtiger target=panther range=4";

type Side = Box<dyn Fn() -> f64>;

/// One measured thing. Both sides give something to check; `per` says how many resolutions one call makes.
struct Case {
    name: &'static str,
    what: &'static str,
    per: f64,
    ours: Side,
    by_hand: Option<Side>,
}

/// Nanoseconds of all rounds, sorted.
struct Times(Vec<f64>);

impl Times {
    fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    /// From the fastest round to the slowest, in percent of the median.
    fn spread(&self) -> f64 {
        (self.0[self.0.len() - 1] - self.0[0]) / self.median() * 100.0
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name, what] = words.as_slice()
        && flag == MEMORY
    {
        let cases = cases();
        let mut cases = cases.iter();
        let case = cases.find(|case| case.name == name && case.what == what);
        black_box((case.unwrap().ours)());
        print!("{}", peak_kilobytes().unwrap_or_default());
        return;
    }
    let mut words = words.into_iter();
    let wanted = words.find(|word| !word.starts_with("--"));
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|wanted| name.contains(wanted));
    let cases = cases();
    println!("case           what     ours ns       spread  by hand ns    spread  ratio   peak MB");
    let mut lines = Vec::new();
    for case in cases.iter().filter(|case| is_wanted(case.name)) {
        lines.push(line(case));
    }
    stages(is_wanted);
    if is_wanted("b1") {
        growth();
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// Measures a case, prints its row, and gives its line of JSON.
fn line(case: &Case) -> String {
    let Case { name, what, .. } = case;
    if let Some(by_hand) = &case.by_hand {
        let (a, b) = ((case.ours)(), by_hand());
        // Pools that are drawn at one go show other dice than those rolled one by one.
        let most = if *what == "sample" { 0.02 } else { 1e-9 };
        assert!((a - b).abs() < most, "{name}: {a} and {b} differ");
    }
    let sides = [Some(&case.ours), case.by_hand.as_ref()];
    let times = measure(&sides.into_iter().flatten().collect::<Vec<_>>(), case.per);
    let ours = &times[0];
    print!(
        "{name:<14} {what:<8} {:<13.1} {:>4.0} %  ",
        ours.median(),
        ours.spread()
    );
    let head = format!(
        "{{\"case\":\"{name}\",\"what\":\"{what}\",\"ours_ns\":{:.1}",
        ours.median()
    );
    let peak = peak_of(case);
    let peak_mb = peak.map_or("-".to_owned(), |peak| {
        format!("{:.1}", peak as f64 / 1024.0)
    });
    let peak = peak.map_or("null".to_owned(), |peak| peak.to_string());
    let Some(by_hand) = times.get(1) else {
        println!("{:>34}{peak_mb:>9}", "-");
        return format!("{head},\"by_hand_ns\":null,\"ratio\":null,\"peak_kb\":{peak}}}");
    };
    let ratio = ours.median() / by_hand.median();
    println!(
        "{:<13.1} {:>4.0} %  {ratio:<6.2} {peak_mb:>8}",
        by_hand.median(),
        by_hand.spread()
    );
    format!(
        "{head},\"by_hand_ns\":{:.1},\"ratio\":{ratio:.3},\"peak_kb\":{peak}}}",
        by_hand.median()
    )
}

/// What a case takes of memory at most, in kilobytes, by running it once in a process of its own.
fn peak_of(case: &Case) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let mut child = std::process::Command::new(program);
    let output = child.args([MEMORY, case.name, case.what]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// The most that this process has held in memory, as Linux tells it.
fn peak_kilobytes() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1).map(str::to_owned)
}

/// Times of all sides in nanoseconds, interleaved. A round is the median of its batches, which are short, so that others
/// on the machine seldom come between.
fn measure(sides: &[&Side], per: f64) -> Vec<Times> {
    let plans: Vec<Plan> = sides.iter().map(|side| Plan::of(side)).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); sides.len()];
    for _ in 0..ROUNDS {
        for (at, side) in sides.iter().enumerate() {
            times[at].push(plans[at].round(side) / per);
        }
    }
    times.into_iter().map(sorted).collect()
}

fn sorted(mut times: Vec<f64>) -> Times {
    times.sort_by(f64::total_cmp);
    Times(times)
}

/// A round of about 50 milliseconds: so many batches of so many calls, each of about 50 microseconds or one call.
struct Plan {
    batches: u32,
    calls: u32,
}

impl Plan {
    fn of(run: &dyn Fn() -> f64) -> Self {
        let once = sorted((0..9).map(|_| nanoseconds(1, run)).collect()).median();
        let calls = (50e3 / once).ceil().max(1.0);
        Self {
            batches: (50e6 / (once * calls)).ceil().max(5.0) as u32,
            calls: calls as u32,
        }
    }

    /// What one call takes.
    fn round(&self, run: &dyn Fn() -> f64) -> f64 {
        let batch = |_| nanoseconds(self.calls, run) / f64::from(self.calls);
        sorted((0..self.batches).map(batch).collect()).median()
    }
}

fn nanoseconds(calls: u32, run: &dyn Fn() -> f64) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(run());
    }
    start.elapsed().as_nanos() as f64
}

fn cases() -> Vec<Case> {
    let cases = book("benches/cases");
    let rule_book = book("hex-command-mechanized");
    vec![
        exact("a1", &cases, "a1", &[35], || share(dice::a1(), &[35])),
        exact("a2", &cases, "a2", &[350], || near(&dice::a2()[250])),
        exact("a3", &cases, "a3", &[27], || share(pools::a3(), &[27])),
        exact("a4", &cases, "a4", &[7], || share(dice::a4(), &[7])),
        exact("a5", &cases, "a5", &[20], || near(&dice::a5()[20])),
        exact("a6", &cases, "a6", &[0], || share(dice::a6(), &[0])),
        exact("a7", &cases, "a7", &[1], || {
            share(pools::matched::<3, 2>(), &[1])
        }),
        exact("a8", &cases, "a8", &[3], || {
            share(pools::matched::<6, 6>(), &[3])
        }),
        exact("d1", &cases, "kept-and-exploding", &[60], || {
            near(&pools::d1()[55])
        }),
        exact("d2", &cases, "twenty-pairs", &[7], || {
            share(pools::matched::<20, 20>(), &[7])
        }),
        exact("b1", &cases, B1, &[0], || {
            share(gun::b1::<6>(4, 3, 1), &[0])
        }),
        exact("b2", &cases, B2, &[6, 0, 0, 0, 0], || {
            share(gun::b2(), &[6, 0, 0, 0, 0])
        }),
        exact("b3", &cases, B3, &[0, 6], || share(gun::b3(), &[0, 6])),
        b4(&cases),
        exact("c1", &cases, "c1 target=squad", &[2], || {
            near(&chain::c1()[2])
        }),
        exact("c2", &cases, C2, &[2], || near(&chain::c2()[2])),
        exact("shots-to-kill", &rule_book, SHOTS, &[0], || {
            share(gun::b1::<8>(4, 3, 1), &[0])
        }),
        thrown("a1", &cases, "a1", &[35], |dice| {
            dice::a1_thrown(dice) == 35
        }),
        thrown("a2", &cases, "a2", &[350], |dice| {
            dice::thrown(dice, 100) == 350
        }),
        thrown("a3", &cases, "a3", &[27], |dice| {
            pools::a3_thrown(dice) == 27
        }),
        thrown("a4", &cases, "a4", &[7], |dice| dice::a4_thrown(dice) == 7),
        thrown("a5", &cases, "a5", &[20], |dice| {
            dice::a5_thrown(dice) == 20
        }),
        thrown("a6", &cases, "a6", &[0], |dice| dice::a6_thrown(dice) == 0),
        thrown("a7", &cases, "a7", &[1], |dice| {
            pools::matched_thrown::<3, 2>(dice) == 1
        }),
        thrown("a8", &cases, "a8", &[3], |dice| {
            pools::matched_thrown::<6, 6>(dice) == 3
        }),
        thrown("b1", &cases, B1, &[0], |dice| {
            gun::b1_thrown(dice, 4, 3, 1, 6) == 0
        }),
        thrown("b3", &cases, B3, &[0, 6], |dice| {
            gun::b3_thrown(dice) == (0, 6)
        }),
        thrown("c2", &cases, C2, &[2], |dice| chain::c2_thrown(dice) == 2),
        thrown("shots-to-kill", &rule_book, SHOTS, &[0], |dice| {
            gun::shots_to_kill_thrown(dice) == 0
        }),
        checking(),
    ]
}

/// The chance of one outcome out of all that are worked out.
fn share<const N: usize>(outcomes: Vec<by_hand::Outcome<N>>, wanted: &[i32]) -> f64 {
    let found = outcomes.iter().find(|(outcome, ..)| outcome == wanted);
    found.map_or(0.0, |(_, ways, total)| *ways as f64 / *total as f64)
}

/// An outcome behind the mark that nothing was refused.
fn done(outcome: &[i32]) -> Vec<i32> {
    [&[0], outcome].concat()
}

fn exact(
    name: &'static str,
    book: &RuleBook,
    question: &str,
    outcome: &[i32],
    by_hand: impl Fn() -> f64 + 'static,
) -> Case {
    let program = optimise::run(&compile(book, question).program);
    let outcome = done(outcome);
    Case {
        name,
        what: "exact",
        per: 1.0,
        ours: Box::new(move || chance(&program, &outcome)),
        by_hand: Some(Box::new(by_hand)),
    }
}

fn chance(program: &Program, outcome: &[i32]) -> f64 {
    let odds = odds(program, &Budget::default()).unwrap();
    odds.chance_of(outcome).percent() / 100.0
}

/// All questions of b4 as one program.
fn b4(book: &RuleBook) -> Case {
    let every = gun::every().map(|(gun, armour, modifier)| ask::b4(gun, armour, modifier));
    let batch = ask::batch(book, &every.collect::<Vec<String>>());
    Case {
        name: "b4",
        what: "exact",
        per: 1.0,
        ours: Box::new(move || {
            let all = odds_of_each(
                &batch.program,
                &batch.starts,
                &Budget::default(),
                Unstated::Refuse,
                None,
            );
            let chances = all
                .iter()
                .flatten()
                .map(|odds| odds.chance_of(&[0, 0]).percent());
            chances.sum::<f64>() / 100.0
        }),
        by_hand: Some(Box::new(|| {
            gun::b4().into_iter().map(|odds| share(odds, &[0])).sum()
        })),
    }
}

fn thrown(
    name: &'static str,
    book: &RuleBook,
    question: &str,
    outcome: &[i32],
    by_hand: impl Fn(&mut Dice) -> bool + 'static,
) -> Case {
    let program = optimise::run(&compile(book, question).program);
    let outcome = done(outcome);
    Case {
        name,
        what: "sample",
        per: RUNS as f64,
        ours: Box::new(move || {
            let tally = sample::run(&program, 1, RUNS, &Budget::default()).unwrap();
            tally.count(&outcome) as f64 / RUNS as f64
        }),
        by_hand: Some(Box::new(move || {
            let mut dice = Dice::new(1);
            let mut count = 0;
            for run in 0..RUNS {
                if run % BLOCK == 0 {
                    dice.set_stream(run / BLOCK);
                }
                count += u64::from(by_hand(&mut dice));
            }
            count as f64 / RUNS as f64
        })),
    }
}

/// The whole rule book with its units and examples, from memory.
fn checking() -> Case {
    let book = "hex-command-mechanized";
    let texts = ask::texts(book);
    Case {
        name: "rule-book",
        what: "check",
        per: 1.0,
        ours: Box::new(move || {
            let mut workspace = Workspace::new(texts.clone());
            check(&mut workspace, book).examples.len() as f64
        }),
        by_hand: None,
    }
}

/// What stands between a checked rule book and an answer, in microseconds.
fn stages(is_wanted: impl Fn(&str) -> bool) {
    println!("\nmicroseconds     ask     lower   optimise  odds    whole");
    let (cases, rule_book) = (book("benches/cases"), book("hex-command-mechanized"));
    for (name, book, question) in [
        ("b1", &cases, B1),
        ("b2", &cases, B2),
        ("b3", &cases, B3),
        ("c2", &cases, C2),
        ("shots-to-kill", &rule_book, SHOTS),
    ] {
        if !is_wanted(name) {
            continue;
        }
        let asked = ask(book, question);
        let lowered = lower::run(book, &asked, OutputSpec::Outcome);
        let program = optimise::run(&lowered.program);
        let asking = set_up(|| ask(book, question));
        let lowering = set_up(|| lower::run(book, &asked, OutputSpec::Outcome));
        let optimising = set_up(|| optimise::run(&lowered.program));
        let exact = set_up(|| odds(&program, &Budget::default()));
        let whole = asking + lowering + optimising + exact;
        println!(
            "{name:<14} {asking:>7.0} {lowering:>7.0} {optimising:>9.0} {exact:>7.0} {whole:>8.0}"
        );
    }
    println!();
}

/// How the work of b1 grows with the number of its shots.
fn growth() {
    println!("shots            situations      ops   odds, microseconds");
    for n in [6, 12, 24, 48] {
        let program = optimise::run(&compile(&ask::with_shots(n), B1).program);
        let exact = || odds(&program, &Budget::default()).unwrap();
        let (known, time) = (exact(), set_up(exact));
        println!(
            "{n:<14} {:>12} {:>8} {time:>20.0}",
            known.states(),
            known.steps()
        );
    }
    println!();
}

fn set_up<T>(run: impl Fn() -> T) -> f64 {
    let mut times: Vec<f64> = (0..101)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed().as_nanos() as f64 / 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[50]
}
