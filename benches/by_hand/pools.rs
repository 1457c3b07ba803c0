//! Dice of which some are kept, and dice in sorted pairs.

use super::{Outcome, reduced};
use sandtable::eval::sample::Dice;

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

/// The chances of the sums, from 5 on, of the highest five of twenty d10 that are thrown again and added on a 10, at
/// most twice; in floating point.
pub(crate) fn d1() -> Vec<f64> {
    let mut die = [0.0; 31];
    (1..10).for_each(|face| {
        die[face] = 0.1;
        die[face + 10] = 0.01;
        die[face + 20] = 0.001;
    });
    die[30] = 0.001;
    let mut open = vec![vec![0.0; 151]; 5];
    let mut done = vec![0.0; 151];
    open[0][0] = 1.0;
    let mut below = 1.0;
    for face in (1..31).rev().filter(|face| face % 10 != 0 || *face == 30) {
        let chance: f64 = die[face];
        below -= chance;
        for placed in (0..5_usize).rev() {
            let left = 20 - placed;
            let some = |n: usize| over(left, n) as f64 * chance.powi(n as i32);
            let tail: f64 = (5 - placed..=left)
                .map(|n| some(n) * below.powi((left - n) as i32))
                .sum();
            for sum in 0..=30 * placed {
                let ways = open[placed][sum];
                if ways == 0.0 {
                    continue;
                }
                for n in 1..5 - placed {
                    open[placed + n][sum + n * face] += ways * some(n);
                }
                done[sum + (5 - placed) * face] += ways * tail;
            }
        }
    }
    done.split_off(5)
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

/// The highest three of ten d10, thrown.
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

/// Sorted pairs, thrown.
pub(crate) fn matched_thrown<const A: usize, const B: usize>(dice: &mut Dice) -> usize {
    let mut ours: [u32; A] = std::array::from_fn(|_| dice.face(6));
    let mut theirs: [u32; B] = std::array::from_fn(|_| dice.face(6));
    ours.sort_unstable_by(|a, b| b.cmp(a));
    theirs.sort_unstable_by(|a, b| b.cmp(a));
    let pairs = ours.iter().zip(&theirs);
    pairs.filter(|(ours, theirs)| ours > theirs).count()
}
