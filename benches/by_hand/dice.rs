//! Single rolls.

use super::wide::{Fraction, Whole};
use super::{Outcome, reduced};
use sandtable::eval::dice::Dice;

/// The sum of ten d6.
pub(crate) fn a1() -> Vec<Outcome<1>> {
    let mut ways = vec![1_u128];
    for _ in 0..10 {
        let mut next = vec![0; ways.len() + 5];
        for (at, before) in ways.iter().enumerate() {
            (0..6).for_each(|face| next[at + face] += before);
        }
        ways = next;
    }
    let sums = ways.into_iter().zip(10..).map(|(ways, sum)| ([sum], ways));
    reduced(sums, 6_u128.pow(10))
}

/// The sums of a hundred d6, from 100 on.
pub(crate) fn a2() -> Vec<Fraction> {
    let mut ways = vec![Whole::<5>::of(1)];
    for _ in 0..100 {
        let mut next = vec![Whole::ZERO; ways.len() + 5];
        for (at, before) in ways.iter().enumerate() {
            (0..6).for_each(|face| next[at + face].add(before));
        }
        ways = next;
    }
    let sums = ways.into_iter();
    sums.map(|ways| ways.over(&[(2, 100), (3, 100)])).collect()
}

/// How many of twenty d12 show 9 or more.
pub(crate) fn a4() -> Vec<Outcome<1>> {
    let mut ways = vec![1_u128];
    for _ in 0..20 {
        let mut next = vec![0; ways.len() + 1];
        for (at, before) in ways.iter().enumerate() {
            next[at] += before * 2;
            next[at + 1] += before;
        }
        ways = next;
    }
    reduced(
        ways.into_iter().zip(0..).map(|(ways, n)| ([n], ways)),
        3_u128.pow(20),
    )
}

/// The sums, from 0 on, of five d6 that are rolled again and added on a 6, at most ten times a die.
pub(crate) fn a5() -> Vec<Fraction> {
    let mut die = [0; 67];
    for again in 0..=10 {
        let ways = 6_u64.pow(10 - again);
        let sum = 6 * again as usize;
        (1..6).for_each(|face| die[sum + face] += ways);
    }
    die[66] = 1;
    let mut sums = vec![Whole::<3>::of(1)];
    for _ in 0..5 {
        let mut next = vec![Whole::ZERO; sums.len() + 66];
        for (more, ways) in die.iter().enumerate().filter(|(_, ways)| **ways > 0) {
            for (at, before) in sums.iter().enumerate() {
                next[at + more].add_times(before, *ways);
            }
        }
        sums = next;
    }
    let sums = sums.into_iter();
    sums.map(|ways| ways.over(&[(2, 55), (3, 55)])).collect()
}

/// Best of six d6 against best of six d6.
pub(crate) fn a6() -> Vec<Outcome<1>> {
    let best = |face: u128| face.pow(6) - (face - 1).pow(6);
    let ties: u128 = (1..=6).map(|face| best(face) * best(face)).sum();
    let total = 6_u128.pow(12);
    let wins = (total - ties) / 2;
    reduced([([-1], wins), ([0], ties), ([1], wins)], total)
}

/// The sum of ten d6, rolled.
pub(crate) fn a1_thrown(dice: &mut Dice) -> i32 {
    (0..10).map(|_| dice.face(6) as i32 + 1).sum()
}

/// The sum of some d6, rolled.
pub(crate) fn thrown(dice: &mut Dice, count: usize) -> i32 {
    (0..count).map(|_| dice.face(6) as i32 + 1).sum()
}

/// How many of twenty d12 show 9 or more, rolled.
pub(crate) fn a4_thrown(dice: &mut Dice) -> i32 {
    (0..20).map(|_| i32::from(dice.face(12) >= 8)).sum()
}

/// Five exploding d6, all rolled before any is rolled again.
pub(crate) fn a5_thrown(dice: &mut Dice) -> i32 {
    let n_sixes = |dice: &mut Dice, sum: &mut i32| {
        let face = dice.face(6) as i32 + 1;
        *sum += face;
        face == 6
    };
    let mut sum = 0;
    let first: usize = (0..5).map(|_| usize::from(n_sixes(dice, &mut sum))).sum();
    for _ in 0..first {
        let mut left = 10;
        while left > 0 && n_sixes(dice, &mut sum) {
            left -= 1;
        }
    }
    sum
}

/// Best of six d6 against best of six d6, rolled.
pub(crate) fn a6_thrown(dice: &mut Dice) -> i32 {
    let mut best = || (0..6).map(|_| dice.face(6)).max().unwrap_or(0) as i32;
    let ours = best();
    (ours - best()).signum()
}
