//! How long programs take, against the same written in Rust by hand, measured side by side.
//!
//! Each round measures both sides one after the other; the median of the rounds counts. Prints a table, and a line
//! of JSON per case.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    missing_docs,
    reason = "a benchmark prints, has a clock, and may stop at once"
)]

#[path = "../tests/eval/assemble.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod assemble;
#[path = "../tests/eval/vehicle.rs"]
mod vehicle;

use assemble::Assembler;
use sandtable::eval::exact::{Budget, odds};
use sandtable::eval::sample::{BLOCK, Dice, sample};
use sandtable::ir::{Op, Program, Reg, optimise};
use std::hint::black_box;
use std::time::Instant;
use vehicle::{COLOUR, DAMAGE, shots_to_kill};

const ROUNDS: usize = 5;

/// One measured thing. Both sides give something to check; `per` says how many resolutions one call makes.
struct Case {
    name: &'static str,
    what: &'static str,
    per: f64,
    ours: Box<dyn Fn() -> f64>,
    by_hand: Box<dyn Fn() -> f64>,
}

fn main() {
    println!("case  what     ours ns      by hand ns   ratio");
    let mut lines = Vec::new();
    for case in cases() {
        let (a, b) = ((case.ours)(), (case.by_hand)());
        assert!((a - b).abs() < 1e-2, "{}: {a} and {b} differ", case.name);
        let (ours, by_hand) = measure(&case);
        let ratio = ours / by_hand;
        println!(
            "{:<5} {:<8} {ours:<12.1} {by_hand:<12.1} {ratio:.2}",
            case.name, case.what
        );
        lines.push(format!(
            "{{\"case\":\"{}\",\"what\":\"{}\",\"ours_ns\":{ours:.1},\"by_hand_ns\":{by_hand:.1},\"ratio\":{ratio:.3}}}",
            case.name, case.what
        ));
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// Medians of both sides in nanoseconds, interleaved.
fn measure(case: &Case) -> (f64, f64) {
    let calls = [&case.ours, &case.by_hand].map(|side| calls_for_50_ms(side));
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (side, (run, calls)) in [&case.ours, &case.by_hand]
            .into_iter()
            .zip(calls)
            .enumerate()
        {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(run());
            }
            times[side].push(start.elapsed().as_nanos() as f64 / f64::from(calls) / case.per);
        }
    }
    let [ours, by_hand] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    (ours, by_hand)
}

fn calls_for_50_ms(run: &dyn Fn() -> f64) -> u32 {
    let start = Instant::now();
    let mut calls = 0;
    while start.elapsed().as_millis() < 50 {
        black_box(run());
        calls += 1;
    }
    calls
}

/// A program compiled from a rule file takes the place of the one put together by hand.
fn cases() -> Vec<Case> {
    let b1 = optimise(&shots_to_kill(4, 3, 1, 6));
    let plain = shots_to_kill(4, 3, 1, 6);
    let a2 = pool(100);
    let n = 64 * BLOCK;
    let (b1_exact, b1_sample) = (b1.clone(), b1);
    vec![
        Case {
            name: "b1",
            what: "exact",
            per: 1.0,
            ours: Box::new(move || survival(&b1_exact)),
            by_hand: Box::new(b1_by_hand),
        },
        Case {
            name: "b1",
            what: "sample",
            per: n as f64,
            ours: Box::new(move || share(&b1_sample, n)),
            by_hand: Box::new(move || b1_thrown_by_hand(n)),
        },
        Case {
            name: "b1-plain",
            what: "exact",
            per: 1.0,
            ours: Box::new(move || survival(&plain)),
            by_hand: Box::new(b1_by_hand),
        },
        Case {
            name: "a2",
            what: "exact",
            per: 1.0,
            ours: Box::new(move || {
                odds(&a2, &Budget::default())
                    .unwrap()
                    .chance(&[350])
                    .percent()
            }),
            by_hand: Box::new(|| sum_by_hand(100)[350 - 100] * 100.0),
        },
    ]
}

fn pool(count: u32) -> Program {
    let mut asm = Assembler::default();
    let pool = asm.d6(count);
    asm.op(Op::Roll { to: Reg(0), pool }).op(Op::Done);
    asm.finish(1, &[Reg(0)])
}

fn survival(program: &Program) -> f64 {
    let odds = odds(program, &Budget::default()).unwrap();
    odds.outcomes()[0].1.percent() / 100.0
}

fn share(program: &Program, n: u64) -> f64 {
    let tally = sample(program, 1, n, &Budget::default()).unwrap();
    tally.count(&[0]) as f64 / n as f64
}

fn sum_by_hand(count: usize) -> Vec<f64> {
    let mut ways = vec![1.0];
    for _ in 0..count {
        let mut next = vec![0.0; ways.len() + 5];
        for (at, chance) in ways.iter().enumerate() {
            for face in 0..6 {
                next[at + face] += chance / 6.0;
            }
        }
        ways = next;
    }
    ways
}

/// Chance that the vehicle survives, by dynamic programming over (hits, of which on the armour),
/// in floating point.
fn b1_by_hand() -> f64 {
    let mut open = [[0.0_f64; 5]; 5];
    open[0][0] = 1.0;
    let mut chances = [0.0; 7];
    for chance in chances.iter_mut().skip(1) {
        let mut next = [[0.0; 5]; 5];
        for hits in 0..4 {
            for stars in 0..=hits {
                let mass = open[hits][stars];
                if mass == 0.0 {
                    continue;
                }
                next[hits][stars] += mass / 2.0;
                let cubes = DAMAGE[4][3_usize.saturating_sub(stars)] as usize;
                let mut thrown = [[0.0; 5]; 5];
                thrown[hits][stars] = mass / 2.0;
                for _ in 0..cubes {
                    let mut after = [[0.0; 5]; 5];
                    for h in 0..5 {
                        for s in 0..=h {
                            let mass = thrown[h][s];
                            let more = (h + 1).min(4);
                            after[more][s] += mass * 5.0 / 6.0;
                            after[more][(s + 1).min(4)] += mass / 6.0;
                        }
                    }
                    thrown = after;
                }
                for h in 0..4 {
                    for s in 0..=h {
                        next[h][s] += thrown[h][s];
                    }
                }
                *chance += thrown[4].iter().sum::<f64>();
            }
        }
        open = next;
    }
    1.0 - chances.iter().sum::<f64>()
}

fn b1_thrown_by_hand(n: u64) -> f64 {
    let mut dice = Dice::new(1);
    let mut counts = [0_u64; 7];
    for run in 0..n {
        if run % BLOCK == 0 {
            dice.set_stream(run / BLOCK);
        }
        counts[thrown_by_hand(&mut dice, 4, 3, 1, 6)] += 1;
    }
    counts[0] as f64 / n as f64
}

fn thrown_by_hand(
    dice: &mut Dice,
    gun: usize,
    armour: usize,
    modifier: u32,
    shots: usize,
) -> usize {
    let (mut moved, mut defence, mut combat) = (0, 0, 0);
    for shot in 1..=shots {
        if dice.face(6) + 1 + modifier < 5 {
            continue;
        }
        let mut cubes = DAMAGE[gun][armour.saturating_sub(defence)];
        if cubes == COLOUR {
            cubes = i32::from(matches!(dice.face(6), 0 | 1 | 5));
        }
        for _ in 0..cubes {
            match dice.face(6) {
                0..4 => moved += 1,
                4 => defence += 1,
                _ => combat += 1,
            }
        }
        if moved + defence + combat >= 4 {
            return shot;
        }
    }
    0
}
