//! Dice of which some are kept, and dice in sorted pairs.

use super::wide::{Fraction, Whole};
use super::{Outcome, reduced};
use sandtable::eval::dice::Dice;

/// `n` over `k`.
fn over(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |ways, at| ways * (n - at) as u128 / (at as u128 + 1))
}

/// The sum of the highest three of ten d10.
pub(crate) fn a3() -> Vec<Outcome<1>> {
    let mut open = [[0_u128; 31]; 3];
    let mut done = [0_u128; 31];
    open[0][0] = 1;
    for face in (1..=10).rev() {
        for placed in (0..3).rev() {
            let left = 10 - placed;
            let tail: u128 = (3 - placed..=left)
                .map(|n| over(left, n) * (face as u128 - 1).pow((left - n) as u32))
                .sum();
            for sum in 0..31 {
                let ways = open[placed][sum];
                if ways == 0 {
                    continue;
                }
                for n in 1..3 - placed {
                    open[placed + n][sum + n * face] += ways * over(left, n);
                }
                done[sum + (3 - placed) * face] += ways * tail;
            }
        }
    }
    let sums = done.into_iter().zip(0..).map(|(ways, sum)| ([sum], ways));
    reduced(sums, 10_u128.pow(10))
}

/// The sums, from 5 on, of the highest five of twenty d10 that are rolled again and added on a 10, at most twice.
pub(crate) fn d1() -> Vec<Fraction> {
    let mut die = [0_u64; 31];
    (1..10).for_each(|face| {
        die[face] = 100;
        die[face + 10] = 10;
        die[face + 20] = 1;
    });
    die[30] = 1;
    let mut open = vec![[Whole::<4>::ZERO; 151]; 5];
    let mut done = vec![Whole::<4>::ZERO; 151];
    open[0][0] = Whole::of(1);
    let mut below = 1000;
    for face in (1..31).rev().filter(|face| die[*face] > 0) {
        let ways = die[face];
        below -= ways;
        let (some, lower) = (powers(ways), powers(below));
        for placed in (0..5_usize).rev() {
            let left = 20 - placed;
            let mut tail = Whole::ZERO;
            for n in 5 - placed..=left {
                tail.add_times(&some[n].times(&lower[left - n]), over(left, n) as u64);
            }
            for sum in 0..=30 * placed {
                let ways = open[placed][sum];
                if ways.is_zero() {
                    continue;
                }
                for n in 1..5 - placed {
                    let factor = some[n].0[0] * over(left, n) as u64;
                    open[placed + n][sum + n * face].add_times(&ways, factor);
                }
                done[sum + (5 - placed) * face].add(&ways.times(&tail));
            }
        }
    }
    let sums = done.into_iter().skip(5);
    sums.map(|ways| ways.over(&[(2, 60), (5, 60)])).collect()
}

/// To the powers from 0 to 20.
fn powers(of: u64) -> [Whole<4>; 21] {
    let mut power = Whole::of(1);
    std::array::from_fn(|_| {
        let this = power;
        power = Whole::ZERO;
        power.add_times(&this, of);
        this
    })
}

/// `A` d6 against `B` d6 in sorted pairs, ties lost: how many pairs are won.
pub(crate) fn matched<const A: usize, const B: usize>() -> Vec<Outcome<1>> {
    let pairs = A.min(B);
    let at = |a: usize, b: usize| (a * (B + 1) + b) * (pairs + 1);
    let mut open = vec![0_u128; at(A, B) + pairs + 1];
    open[0] = 1;
    for _ in 0..6 {
        for b in (0..B).rev() {
            for a in 0..=A {
                for n in 1..=B - b {
                    let ways = over(B - b, n);
                    for won in 0..=pairs {
                        open[at(a, b + n) + won] += open[at(a, b) + won] * ways;
                    }
                }
            }
        }
        for a in (0..A).rev() {
            for b in 0..=B {
                for n in 1..=A - a {
                    let ways = over(A - a, n);
                    let more = (a + n).min(pairs).saturating_sub(a.max(b));
                    for won in 0..=pairs - more {
                        open[at(a + n, b) + won + more] += open[at(a, b) + won] * ways;
                    }
                }
            }
        }
    }
    let ends = open.split_off(at(A, B)).into_iter().zip(0..);
    reduced(
        ends.map(|(ways, won)| ([won], ways)),
        6_u128.pow((A + B) as u32),
    )
}

/// The highest three of ten d10, rolled.
pub(crate) fn a3_thrown(dice: &mut Dice) -> i32 {
    let mut best = [0; 3];
    for _ in 0..10 {
        let mut face = dice.face(10) as i32 + 1;
        for kept in &mut best {
            if face > *kept {
                std::mem::swap(kept, &mut face);
            }
        }
    }
    best.iter().sum()
}

/// Sorted pairs, rolled.
pub(crate) fn matched_thrown<const A: usize, const B: usize>(dice: &mut Dice) -> usize {
    let mut ours: [u32; A] = std::array::from_fn(|_| dice.face(6));
    let mut theirs: [u32; B] = std::array::from_fn(|_| dice.face(6));
    ours.sort_unstable_by(|a, b| b.cmp(a));
    theirs.sort_unstable_by(|a, b| b.cmp(a));
    let pairs = ours.iter().zip(&theirs);
    pairs.filter(|(ours, theirs)| ours > theirs).count()
}
