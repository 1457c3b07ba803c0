//! Dice that are added up are one question, however many they are.

use super::assemble::Assembler;
use num_bigint::BigUint;
use sandtable::eval::budget::{Budget, Limit};
use sandtable::eval::chance::{Chance, Distribution};
use sandtable::eval::exact::odds;
use sandtable::eval::{FaultKind, Weights};
use sandtable::ir::{Op, Order, Program, Reg};

fn pool(count: u32, faces: &[i32]) -> Program {
    let mut asm = Assembler::default();
    let pool = asm.dice(count, faces);
    asm.op(Op::Roll { to: Reg(0), pool }).op(Op::Done);
    asm.finish(1, &[Reg(0)])
}

/// 7 comes up in 6 of 36 ways on two dice, and 12 in one.
#[test]
fn dice_that_are_taken_away_are_counted_below_zero() {
    let away = Weights::of_dice(2, 6).unwrap().negated();
    assert_eq!((away.low(), away.high()), (-12, -2));
    assert_eq!((away.weight(-7), away.weight(-12)), (6, 1));
    assert_eq!((away.weight(7), away.total()), (0, 36));
}

fn exact(program: &Program) -> Distribution {
    odds(program, &Budget::default()).unwrap()
}

/// Ways to throw each sum, die by die.
fn ways(count: u32, faces: &[i32]) -> std::collections::BTreeMap<i32, BigUint> {
    let mut ways = std::collections::BTreeMap::from([(0, BigUint::from(1_u32))]);
    for _ in 0..count {
        let mut next = std::collections::BTreeMap::new();
        for (sum, ways) in ways {
            for face in faces {
                *next
                    .entry(sum + face)
                    .or_insert_with(|| BigUint::from(0_u32)) += &ways;
            }
        }
        ways = next;
    }
    ways
}

#[test]
fn ten_dice_show_ten_in_one_way_of_60466176() {
    let distribution = exact(&pool(10, &[1, 2, 3, 4, 5, 6]));
    assert_eq!(distribution.outcomes().len(), 51);
    assert_eq!(distribution.states(), 1);
    assert_eq!(
        distribution.chance_of(&[10]),
        Chance::from_parts(1, 60_466_176).unwrap()
    );
}

#[test]
fn sums_agree_with_adding_die_by_die() {
    let odd_faces: &[i32] = &[-3, 0, 0, 7];
    for (count, faces) in [
        (0, odd_faces),
        (1, odd_faces),
        (5, odd_faces),
        (40, odd_faces),
        (100, &[1, 2, 3, 4, 5, 6]),
    ] {
        let distribution = exact(&pool(count, faces));
        let all = BigUint::from(faces.len()).pow(count);
        let expected = ways(count, faces);
        assert_eq!(distribution.outcomes().len(), expected.len());
        for (values, chance) in distribution.outcomes() {
            let expected = Chance::new(expected[&values[0]].clone(), all.clone()).unwrap();
            assert_eq!(*chance, expected);
        }
        assert_eq!(distribution.chance_that(|_| true), Chance::one());
    }
}

#[test]
fn a_thousand_dice_can_be_asked_for() {
    let distribution = exact(&pool(1000, &[1, 2, 3, 4, 5, 6]));
    assert_eq!(distribution.outcomes().len(), 5001);
    let least = Chance::new(BigUint::from(1_u32), BigUint::from(6_u32).pow(1000)).unwrap();
    assert_eq!(distribution.chance_of(&[1000]), least);
}

#[test]
fn numbers_beyond_128_bits_are_exact() {
    // Sixty dice one after the other, counting sixes: binomial, over 6^60.
    let mut asm = Assembler::default();
    let d6 = asm.d6(1);
    let [count, left, roll] = [0, 1, 2].map(Reg);
    let (reroll, next) = (asm.mark(), asm.mark());
    asm.op(Op::Set {
        to: left,
        value: 60,
    });
    asm.here(reroll);
    asm.op(Op::Roll { to: roll, pool: d6 })
        .to(next, |to| Op::JumpCompareValue {
            a: roll,
            value: 6,
            order: Order::Less,
            to,
        })
        .op(Op::AddValue {
            to: count,
            a: count,
            value: 1,
        });
    asm.here(next);
    asm.op(Op::AddValue {
        to: left,
        a: left,
        value: -1,
    })
    .to(reroll, |to| Op::JumpCompareValue {
        a: left,
        value: 0,
        order: Order::Greater,
        to,
    })
    .op(Op::Done);
    let program = asm.finish(3, &[count]);
    let distribution = exact(&program);
    let all = BigUint::from(6_u32).pow(60);
    let mut binomial = BigUint::from(1_u32);
    for sixes in 0..=60_u32 {
        let ways = &binomial * BigUint::from(5_u32).pow(60 - sixes);
        let expected = Chance::new(ways, all.clone()).unwrap();
        assert_eq!(distribution.chance_of(&[sixes as i32]), expected);
        binomial = binomial * (60 - sixes) / (sixes + 1);
    }
    // One situation for each count of sixes after each of 0 to 59 dice.
    assert_eq!(distribution.states(), 60 * 61 / 2);
}

#[test]
fn a_budget_that_is_too_small_says_how_far_it_came() {
    // Six answers of 16 bytes are more than two fifths of 235.
    let budget = Budget {
        memory: 235,
        ..Budget::default()
    };
    let fault = odds(&pool(1, &[1, 2, 3, 4, 5, 6]), &budget).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooManyStates(1, Limit::Memory(0)));
}
