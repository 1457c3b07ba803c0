//! Case b1 of the benchmarks, against independent counts.

use super::vehicle::{COLOUR, DAMAGE, shots_to_kill};
use sandtable::eval::budget::Budget;
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::odds;
use sandtable::eval::sample;
use sandtable::ir::optimise;
use std::collections::BTreeMap;

/// The same by plain recursion over rolls, counted in whole numbers: no machine, no merging but of equal records.
fn by_hand(gun: usize, armour: usize, modifier: i32, shots: i32) -> BTreeMap<i32, f64> {
    let mut open = BTreeMap::from([((0, 0, 0), 1.0)]);
    let mut result = BTreeMap::new();
    for shot in 1..=shots {
        let mut next = BTreeMap::new();
        for ((moved, defence, combat), chance) in open {
            for face in 1..=6 {
                let chance = chance / 6.0;
                if face + modifier < 5 {
                    *next.entry((moved, defence, combat)).or_insert(0.0) += chance;
                    continue;
                }
                let cell = DAMAGE[gun][armour.saturating_sub(defence)];
                let cubes = match cell {
                    COLOUR => vec![(1, 0.5), (0, 0.5)],
                    cubes => vec![(cubes, 1.0)],
                };
                for (cubes, part) in cubes {
                    for throw in 0..4_usize.pow(cubes as u32) {
                        let (mut record, mut weight, mut left) =
                            ((moved, defence, combat), chance * part, throw);
                        for _ in 0..cubes {
                            match left % 4 {
                                0 | 1 => record.0 += 1,
                                2 => record.1 += 1,
                                _ => record.2 += 1,
                            }
                            weight *= [2.0, 2.0, 1.0, 1.0][left % 4] / 6.0;
                            left /= 4;
                        }
                        if record.0 + record.1 + record.2 >= 4 {
                            *result.entry(shot).or_insert(0.0) += weight;
                        } else {
                            *next.entry(record).or_insert(0.0) += weight;
                        }
                    }
                }
            }
        }
        open = next;
    }
    let survives: f64 = open.values().sum();
    if survives > 0.0 {
        result.insert(0, survives);
    }
    result
}

#[test]
fn a_heavy_gun_leaves_a_heavy_tank_with_323_of_576() {
    let program = shots_to_kill(4, 3, 1, 6);
    let exact = odds(&program, &Budget::default()).unwrap();
    // Known from the benchmark's own description, worked out by other engines.
    assert_eq!(exact.chance_of(&[0]), Chance::from_parts(323, 576).unwrap());
    assert_eq!(exact.chance_that(|_| true), Chance::one());
    let fast = optimise::run(&program);
    fast.verify().unwrap();
    let optimised = odds(&fast, &Budget::default()).unwrap();
    assert_eq!(exact.outcomes(), optimised.outcomes());
}

#[test]
fn every_gun_against_every_armour_agrees_with_the_count_by_hand() {
    for gun in 0..5 {
        for armour in 0..5 {
            let program = optimise::run(&shots_to_kill(gun, armour, 0, 4));
            let exact = odds(&program, &Budget::default()).unwrap();
            let expected = by_hand(gun as usize, armour as usize, 0, 4);
            assert_eq!(exact.outcomes().len(), expected.len());
            for (values, chance) in exact.outcomes() {
                let expected = expected[&values[0]];
                assert!((chance.percent() / 100.0 - expected).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn thrown_guns_come_near_the_exact_odds() {
    let program = shots_to_kill(4, 3, 1, 6);
    let n = 20_000;
    let plain = sample::run(&program, 7, n, &Budget::default()).unwrap();
    let fast = sample::run(&optimise::run(&program), 7, n, &Budget::default()).unwrap();
    // The same questions in the same order: the same rolls, not only about as many.
    assert_eq!(plain, fast);
    let share = plain.count(&[0]) as f64 / n as f64;
    // Standard error 0.0035; five of them.
    assert!((share - 323.0 / 576.0).abs() < 0.0176, "{share}");
}

#[test]
fn an_optimised_shot_is_short() {
    let program = optimise::run(&shots_to_kill(4, 3, 1, 6));
    let listing: Vec<String> = program
        .ops
        .iter()
        .enumerate()
        .map(|(at, op)| format!("{at} {op:?}"))
        .collect();
    assert!(program.ops.len() <= 36, "{}", listing.join("\n"));
}
