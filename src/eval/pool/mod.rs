//! Distributions of sums of dice, as a number of ways for each total.

mod alias;
mod transform;
mod weights;

pub(super) use alias::AliasTable;
pub use weights::Weights;

use super::chance::Chance;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{Num, ToPrimitive, Zero};
use sandtable_ir::Pool;
use std::collections::BTreeMap;

/// Work that one pool may take, in additions of machine words: about a second.
const MOST_WORK: u128 = 1 << 29;

/// The distribution of a pool: every sum, ascending, with its number of ways.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    /// The sums, ascending.
    pub(super) values: Vec<i32>,
    /// The ways of each sum.
    pub(super) ways: Ways,
}

/// Numbers of ways: small ones are worth their own shape.
#[derive(Debug, Clone)]
pub(super) enum Ways {
    /// The total fits a word.
    Small(Vec<u64>),
    /// The total does not fit a word.
    Large(Vec<BigUint>),
}

/// Returns every sum of a pool in ascending order, with its exact chance; `None` if that takes more than `work` additions of machine
/// words, or a sum is out of the range of a register.
pub fn roll_chances(pool: &Pool, mut work: u64) -> Option<Vec<(i32, Chance)>> {
    let sums = sums(pool, &mut work).filter(Sums::is_sound)?;
    let ways: Vec<BigUint> = match sums.ways {
        Ways::Small(ways) => ways.into_iter().map(BigUint::from).collect(),
        Ways::Large(ways) => ways,
    };
    let total: BigUint = ways.iter().sum();
    let chance = |ways: BigUint| Chance::new(ways, total.clone());
    let rows = sums.values.into_iter().zip(ways);
    rows.map(|(sum, ways)| Some((sum, chance(ways)?))).collect()
}

/// `None` if that takes too much work or goes beyond the numbers the program knows. What it takes is taken from `left`, in
/// additions of machine words or what takes about as long.
pub(super) fn sums(pool: &Pool, left: &mut u64) -> Option<Sums> {
    if let Some(modified) = &pool.modified {
        return transform::sums(modified, left);
    }
    let mut faces = BTreeMap::<i64, u64>::new();
    for face in &pool.faces {
        *faces.entry(i64::from(*face)).or_default() += 1;
    }
    let (lowest, highest) = (*faces.keys().next()?, *faces.keys().next_back()?);
    let count = i64::from(pool.count);
    i32::try_from(lowest * count).ok()?;
    i32::try_from(highest * count).ok()?;
    let total = u128::from(pool.faces.len() as u64).checked_pow(pool.count);
    let words = u128::from(pool.count) * u128::from(pool.faces.len().max(2).ilog2() + 1) / 64 + 1;
    let width = (highest - lowest) as u128 * u128::from(pool.count) + 1;
    if pool.count != 1 {
        let work = width * faces.len() as u128 * words;
        if work > MOST_WORK.min((*left).into()) {
            return None;
        }
        *left -= work as u64;
    }
    // Intermediate numbers are larger than the total by what a step multiplies and adds up.
    let spare = (width + 1) * (u128::from(pool.count) + 1) * pool.faces.len() as u128;
    let is_small = total.and_then(|total| total.checked_mul(spare));
    match (pool.count, is_small) {
        (0, _) => Some(Sums::of_words(vec![(0, 1)])),
        (1, _) => {
            let faces = faces.iter();
            let counted = faces.map(|(face, ways)| (*face, u128::from(*ways)));
            Some(Sums::of_words(counted.collect()))
        }
        (_, Some(_)) => {
            let counted = power::<u128>(&faces, lowest, width as usize, pool.count);
            Some(Sums::of_words(counted))
        }
        (_, None) => {
            let counted = power::<BigUint>(&faces, lowest, width as usize, pool.count);
            Some(Sums::of_large(counted))
        }
    }
}

impl Sums {
    /// Whether there is a number of ways for each value, and no value is repeated.
    pub(super) fn is_sound(&self) -> bool {
        let n_ways = match &self.ways {
            Ways::Small(ways) => ways.len(),
            Ways::Large(ways) => ways.len(),
        };
        n_ways == self.values.len()
    }

    /// Every sum with its chance, near enough.
    pub(super) fn shares(&self) -> Vec<(i32, f64)> {
        let ways: Vec<f64> = match &self.ways {
            Ways::Small(ways) => ways.iter().map(|ways| *ways as f64).collect(),
            Ways::Large(ways) => {
                // In proportion to the largest, since the numbers themselves may be beyond any float.
                let most = ways.iter().map(BigUint::bits).fold(0, u64::max);
                let shift = most.saturating_sub(900);
                // At most 900 bits are left, which a float holds.
                let near = ways.iter().map(|ways| (ways >> shift).to_f64());
                near.map(|ways| ways.unwrap_or(f64::INFINITY)).collect()
            }
        };
        let total: f64 = ways.iter().sum();
        debug_assert!(
            self.is_sound() && total > 0.0 && total.is_finite(),
            "the shares sum to one"
        );
        let shares = ways.into_iter().map(|ways| ways / total);
        self.values.iter().copied().zip(shares).collect()
    }

    /// Builds the distribution from distinct values in ascending order, with their ways.
    fn of_words(mut counted: Vec<(i64, u128)>) -> Self {
        counted.retain(|(_, ways)| *ways > 0);
        let ways = || counted.iter().map(|(_, ways)| *ways);
        let common = ways()
            .fold(0, |common: u128, ways| common.gcd(&ways))
            .max(1);
        // The distribution is unchanged when the ways are divided by a common factor.
        let fits = u64::try_from(ways().sum::<u128>() / common).is_ok();
        Self {
            values: counted.iter().map(|(value, _)| *value as i32).collect(),
            ways: match fits {
                true => Ways::Small(ways().map(|ways| (ways / common) as u64).collect()),
                false => Ways::Large(ways().map(BigUint::from).collect()),
            },
        }
    }

    /// As [`Self::of_words`], of more ways than fit.
    fn of_large(mut counted: Vec<(i64, BigUint)>) -> Self {
        counted.retain(|(_, ways)| !ways.is_zero());
        Self {
            values: counted.iter().map(|(value, _)| *value as i32).collect(),
            ways: Ways::Large(counted.into_iter().map(|(_, ways)| ways).collect()),
        }
    }
}

/// Returns the number of ways to roll all dice, including rerolls.
pub(super) fn total(pool: &Pool) -> BigUint {
    match &pool.modified {
        None => BigUint::from(pool.faces.len()).pow(pool.count),
        Some(modified) => modified
            .rolls()
            .map(|(rolls, sides)| BigUint::from(sides).pow(rolls))
            .product(),
    }
}

/// Iterates over the numbers of sides of all dice.
pub(super) fn sides(pool: &Pool) -> impl Iterator<Item = u64> {
    let others = pool.modified.iter();
    let others = others.flat_map(|modified| modified.rolls().map(|(_, sides)| sides as u64));
    std::iter::once(pool.faces.len() as u64).chain(others)
}

/// The coefficients of `P(x)^count`, where `P` counts the faces of one die by their distance from the lowest.
///
/// From `P Q' = count P' Q` every coefficient of the power `Q` follows from those before it:
/// `m p(0) q(m) = sum over i of (i (count + 1) - m) p(i) q(m - i)`.
fn power<N: Num + Clone + From<u128>>(
    faces: &BTreeMap<i64, u64>,
    lowest: i64,
    width: usize,
    count: u32,
) -> Vec<(i64, N)> {
    // The lowest face occurs at least once.
    let first = N::from(u128::from(faces[&lowest]));
    let steps: Vec<(usize, u64)> = faces
        .iter()
        .map(|(face, ways)| ((face - lowest) as usize, *ways))
        .filter(|(step, _)| *step > 0)
        .collect();
    let mut ways: Vec<N> = Vec::with_capacity(width);
    ways.push(num_traits::pow(first.clone(), count as usize));
    for at in 1..width {
        let (mut more, mut less) = (N::zero(), N::zero());
        for (step, weight) in &steps {
            let Some(before) = at.checked_sub(*step).and_then(|before| ways.get(before)) else {
                continue;
            };
            let factor = *step as i128 * (i128::from(count) + 1) - at as i128;
            let term = before.clone() * N::from(factor.unsigned_abs() * u128::from(*weight));
            match factor > 0 {
                true => more = more + term,
                false => less = less + term,
            }
        }
        ways.push((more - less) / (N::from(at as u128) * first.clone()));
    }
    let sums = lowest * i64::from(count)..;
    sums.zip(ways).filter(|(_, ways)| !ways.is_zero()).collect()
}
