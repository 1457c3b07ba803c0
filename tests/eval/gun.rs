//! Case b1 of the benchmarks: a gun against a vehicle, put together by hand as a rule book would be lowered.

use super::assemble::{Assembler, square};
use sandtable::eval::chance::Chance;
use sandtable::eval::exact::{Budget, odds};
use sandtable::eval::sample::sample;
use sandtable::ir::{Note, NoteId, Op, Order, Program, Reg, optimise};
use std::collections::BTreeMap;

const COLOUR: i32 = -1;

/// Rows: gun VL to VH; columns: armour VL to VH.
const DAMAGE: [[i32; 5]; 5] = [
    [1, COLOUR, 0, 0, 0],
    [1, 1, COLOUR, 0, 0],
    [2, 2, 1, COLOUR, 0],
    [3, 2, 1, 1, COLOUR],
    [4, 3, 2, 1, 1],
];

/// Shots to kill, as procedures: stats of units, tracks by unit, calls, a table, notes; nothing prepared.
pub fn shots_to_kill(gun: i32, armour: i32, modifier: i32, shots: i32) -> Program {
    let mut asm = Assembler::default();
    // Unit 1 is the target: tracks movement, defence, combat, destroyed. Unit 0 has none of them.
    for track in 0..3 {
        asm.slot(1, track, 0, 4, 0);
    }
    asm.slot(1, 3, 0, 1, 0);
    asm.program.n_fields = 2;
    asm.program.constants = vec![gun, modifier, armour, 0];
    asm.program
        .grids
        .push(square("damage", 5, &DAMAGE.concat()));
    asm.program.notes.push(Note::Round {
        number: Reg(4),
        name: None,
    });
    let note = Op::Note { note: NoteId(0) };
    let d6 = asm.d6(1);
    // R 0, B 1, S 2, X 3.
    let cube = asm.dice(1, &[0, 0, 1, 1, 2, 3]);
    let [shot, firer, target, result, limit] = [4, 5, 6, 7, 8].map(Reg);
    let [f_firer, f_target, f_cubes, f_stars, f_armour, f_back] = [9, 10, 11, 12, 13, 14].map(Reg);
    let [h_firer, h_roll, h_mod, h_out, h_back, flag] = [15, 16, 17, 18, 19, 20].map(Reg);
    let [d_target, d_cube, d_value, d_back, one, sum] = [21, 22, 23, 24, 25, 26].map(Reg);
    let (keys, keys_armour) = (Reg(27), Reg(28));
    let (fire, hit, damage) = (asm.mark(), asm.mark(), asm.mark());
    // count shot from 1 to N
    let (head, end) = (asm.mark(), asm.mark());
    asm.op(Op::Set {
        to: firer,
        value: 0,
    })
    .op(Op::Set {
        to: target,
        value: 1,
    })
    .op(Op::Set {
        to: limit,
        value: shots,
    })
    .op(Op::Set { to: shot, value: 1 });
    asm.here(head);
    asm.op(Op::Compare {
        to: flag,
        a: shot,
        b: limit,
        order: Order::LessOrEqual,
    })
    .to(end, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(note)
    .op(Op::Copy {
        to: f_firer,
        from: firer,
    })
    .op(Op::Copy {
        to: f_target,
        from: target,
    })
    .to(fire, |to| Op::Call { to, back: f_back })
    .op(Op::Load {
        to: flag,
        unit: target,
        track: 3,
    });
    let alive = asm.mark();
    asm.to(alive, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Copy {
        to: result,
        from: shot,
    })
    .op(Op::Done);
    asm.here(alive);
    asm.op(Op::AddValue {
        to: shot,
        a: shot,
        value: 1,
    })
    .to(head, |to| Op::Jump { to });
    asm.here(end);
    asm.op(Op::Set {
        to: result,
        value: 0,
    })
    .op(Op::Done);
    // fire(firer, target)
    asm.here(fire);
    let (again, stop) = (asm.mark(), asm.mark());
    let (number, colour, none) = (asm.mark(), asm.mark(), asm.mark());
    asm.op(Op::Copy {
        to: h_firer,
        from: f_firer,
    })
    .to(hit, |to| Op::Call { to, back: h_back })
    .to(stop, |to| Op::JumpIf {
        a: h_out,
        when: false,
        to,
    })
    .op(Op::Stat {
        to: keys,
        unit: f_firer,
        field: 0,
    })
    .op(Op::Stat {
        to: f_armour,
        unit: f_target,
        field: 0,
    })
    .op(Op::Load {
        to: d_value,
        unit: f_target,
        track: 1,
    })
    .op(Op::Negate {
        to: d_value,
        from: d_value,
    })
    .op(Op::Shift {
        to: keys_armour,
        from: f_armour,
        by: d_value,
        top: 4,
    })
    .op(Op::Lookup {
        to: f_cubes,
        grid: sandtable::ir::GridId(0),
        keys,
    })
    .to(number, |to| Op::JumpCompareValue {
        a: f_cubes,
        value: COLOUR,
        order: Order::NotEqual,
        to,
    });
    asm.here(colour);
    asm.op(Op::Roll {
        to: d_cube,
        pool: cube,
    })
    .op(Op::Member {
        to: flag,
        from: d_cube,
        set: 0b1001,
    })
    .to(none, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Set {
        to: f_cubes,
        value: 1,
    })
    .to(number, |to| Op::Jump { to });
    asm.here(none);
    asm.op(Op::Set {
        to: f_cubes,
        value: 0,
    });
    asm.here(number);
    asm.op(Op::Copy {
        to: f_stars,
        from: f_cubes,
    });
    asm.here(again);
    asm.op(Op::CompareValue {
        to: flag,
        a: f_stars,
        value: 0,
        order: Order::Greater,
    })
    .to(stop, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Copy {
        to: d_target,
        from: f_target,
    })
    .to(damage, |to| Op::Call { to, back: d_back })
    .op(Op::AddValue {
        to: f_stars,
        a: f_stars,
        value: -1,
    })
    .to(again, |to| Op::Jump { to });
    asm.here(stop);
    asm.op(Op::Return { back: f_back });
    // hit(firer)
    asm.here(hit);
    let miss = asm.mark();
    asm.op(Op::Roll {
        to: h_roll,
        pool: d6,
    })
    .op(Op::Stat {
        to: h_mod,
        unit: h_firer,
        field: 1,
    })
    .op(Op::Add {
        to: h_roll,
        a: h_roll,
        b: h_mod,
    })
    .op(Op::CompareValue {
        to: flag,
        a: h_roll,
        value: 5,
        order: Order::GreaterOrEqual,
    })
    .to(miss, |to| Op::JumpIf {
        a: flag,
        when: false,
        to,
    })
    .op(Op::Set {
        to: h_out,
        value: 1,
    })
    .op(Op::Return { back: h_back });
    asm.here(miss);
    asm.op(Op::Set {
        to: h_out,
        value: 0,
    })
    .op(Op::Return { back: h_back });
    // damage(target): one cube, then the trigger.
    asm.here(damage);
    let (blue_star, red_star, count, done) = (asm.mark(), asm.mark(), asm.mark(), asm.mark());
    asm.op(Op::Roll {
        to: d_cube,
        pool: cube,
    })
    .op(Op::Set { to: one, value: 1 })
    .to(blue_star, |to| Op::JumpCompareValue {
        a: d_cube,
        value: 2,
        order: Order::Equal,
        to,
    })
    .to(red_star, |to| Op::JumpCompareValue {
        a: d_cube,
        value: 3,
        order: Order::Equal,
        to,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 0,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 0,
        from: d_value,
    })
    .to(count, |to| Op::Jump { to });
    asm.here(blue_star);
    asm.op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 1,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 1,
        from: d_value,
    })
    .to(count, |to| Op::Jump { to });
    asm.here(red_star);
    asm.op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 2,
    })
    .op(Op::Add {
        to: d_value,
        a: d_value,
        b: one,
    })
    .op(Op::Store {
        unit: d_target,
        track: 2,
        from: d_value,
    });
    asm.here(count);
    asm.op(Op::Load {
        to: sum,
        unit: d_target,
        track: 0,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 1,
    })
    .op(Op::Add {
        to: sum,
        a: sum,
        b: d_value,
    })
    .op(Op::Load {
        to: d_value,
        unit: d_target,
        track: 2,
    })
    .op(Op::Add {
        to: sum,
        a: sum,
        b: d_value,
    })
    .to(done, |to| Op::JumpCompareValue {
        a: sum,
        value: 4,
        order: Order::Less,
        to,
    })
    .op(Op::Set { to: one, value: 1 })
    .op(Op::Store {
        unit: d_target,
        track: 3,
        from: one,
    });
    asm.here(done);
    asm.op(Op::Return { back: d_back });
    asm.finish(29, &[result])
}

/// The same by plain recursion over throws, counted in whole numbers: no machine, no merging but of equal records.
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
    assert_eq!(exact.chance(&[0]), Chance::from_parts(323, 576).unwrap());
    assert_eq!(exact.chance_that(|_| true), Chance::one());
    let fast = optimise(&program);
    fast.validate().unwrap();
    let optimised = odds(&fast, &Budget::default()).unwrap();
    assert_eq!(exact.outcomes(), optimised.outcomes());
}

#[test]
fn every_gun_against_every_armour_agrees_with_the_count_by_hand() {
    for gun in 0..5 {
        for armour in 0..5 {
            let program = optimise(&shots_to_kill(gun, armour, 0, 4));
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
    let plain = sample(&program, 7, n, &Budget::default()).unwrap();
    let fast = sample(&optimise(&program), 7, n, &Budget::default()).unwrap();
    // The same questions in the same order: the same throws, not only about as many.
    assert_eq!(plain, fast);
    let share = plain.count(&[0]) as f64 / n as f64;
    // Standard error 0.0035; five of them.
    assert!((share - 323.0 / 576.0).abs() < 0.0176, "{share}");
}

#[test]
fn an_optimised_shot_is_short() {
    let program = optimise(&shots_to_kill(4, 3, 1, 6));
    let listing: Vec<String> = program
        .ops
        .iter()
        .enumerate()
        .map(|(at, op)| format!("{at} {op:?}"))
        .collect();
    assert!(program.ops.len() <= 36, "{}", listing.join("\n"));
}
