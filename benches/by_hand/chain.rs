//! Attack chains.

use super::wide::{Fraction, Whole};
use sandtable::eval::dice::Dice;

/// Ways by damage points dealt so far, as models killed and damage on the next: `3 * killed + damage`.
type Dealt<const N: usize> = [Whole<N>; 64];

/// The chances of killing 0 to 10 models by attacks that wound for two points: two ways of nine an attack.
pub(crate) fn c1() -> [Fraction; 11] {
    let struck = attacks::<1>(&[(0, 7), (2, 2)], &[0, 1]);
    killed(&struck, &[(3, 40)])
}

/// The chances of killing 0 to 10 models.
pub(crate) fn c2() -> [Fraction; 11] {
    // A hit wounds in one way of two and is not saved in two of three; each of one to three points counts in two
    // ways of three: out of 2 * 3 * 3 * 27.
    let mut points = [0; 4];
    let mut thrown = [1, 0, 0, 0];
    for n in 1..4 {
        let mut next = [0; 4];
        for n in 0..3 {
            next[n] += thrown[n];
            next[n + 1] += thrown[n] * 2;
        }
        thrown = next;
        // Rolled again as often as three points would be; two ways of six get here.
        (0..4).for_each(|at| points[at] += thrown[at] * 3_u64.pow(3 - n) * 2);
    }
    points[0] += 486 - points.iter().sum::<u64>();
    let wounds: Vec<(usize, u64)> = points.into_iter().enumerate().collect();
    // A face of one to five sixths, or a one and then the face: seven of 36 each; a one twice and a two miss.
    let struck = attacks::<8>(&wounds, &[36 - 28, 21, 7]);
    killed(&struck, &[(2, 40 + 40), (3, 40 + 20 * 2 * 5)])
}

/// Twenty attacks that hit so often, in so many ways, with such points a hit. Every attack counts as the most hits.
fn attacks<const N: usize>(points: &[(usize, u64)], n_hits: &[u64]) -> Dealt<N> {
    let of_hit: u64 = points.iter().map(|(_, ways)| ways).sum();
    let most = n_hits.len() as u32 - 1;
    let mut open = [Whole::ZERO; 64];
    open[0] = Whole::of(1);
    for _ in 0..20 {
        let mut next = [Whole::ZERO; 64];
        let mut struck = open;
        for (n, ways) in (0..).zip(n_hits) {
            if n > 0 {
                struck = strike(&struck, points);
            }
            for (sum, mass) in next.iter_mut().zip(&struck) {
                sum.add_times(mass, ways * of_hit.pow(most - n));
            }
        }
        open = next;
    }
    open
}

/// One hit. Damage beyond the last wound of a model is lost; ten models are all there are.
fn strike<const N: usize>(open: &Dealt<N>, points: &[(usize, u64)]) -> Dealt<N> {
    let mut next = [Whole::ZERO; 64];
    for (at, mass) in open.iter().enumerate().take(31) {
        for (more, ways) in points {
            let after = (at + more).min(at / 3 * 3 + 3).min(30);
            next[after].add_times(mass, *ways);
        }
    }
    next
}

fn killed<const N: usize>(open: &Dealt<N>, primes: &[(u64, u32)]) -> [Fraction; 11] {
    std::array::from_fn(|killed| {
        let mut sum = Whole::ZERO;
        open[3 * killed..3 * killed + 3]
            .iter()
            .for_each(|mass| sum.add(mass));
        sum.over(primes)
    })
}

/// c2 with real dice.
pub(crate) fn c2_thrown(dice: &mut Dice) -> i32 {
    let (mut killed, mut damage) = (0, 0);
    for _ in 0..20 {
        let mut face = dice.face(6);
        if face == 0 {
            face = dice.face(6);
        }
        let n_hits = match face {
            5 => 2,
            2..5 => 1,
            _ => 0,
        };
        for _ in 0..n_hits {
            if killed == 10 || dice.face(6) < 3 || dice.face(6) >= 4 {
                continue;
            }
            damage += (0..=dice.face(3)).filter(|_| dice.face(6) < 4).count();
            if damage >= 3 {
                damage = 0;
                killed += 1;
            }
        }
    }
    killed
}
