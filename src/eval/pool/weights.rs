//! Distributions of dice as integer weights: convolution, negation, probabilities.

use super::{Sums, Ways, sums};
use crate::natural::Natural;
use sandtable_ir::Pool;
use sandtable_model::lowest_terms;

/// Maximum support, and maximum total weight, of a distribution that is stored as weights.
const MAX_SUPPORT: usize = 1_000;
const MAX_TOTAL: u128 = 1 << 100;
/// Work that one pool may take, in additions of machine words.
const MAX_WORK: u64 = 1 << 22;

/// A distribution over integers: the probability of `low + i` is `weights[i]` over the sum of all weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    low: i64,
    weights: Vec<u128>,
}

impl Weights {
    /// Returns the distribution of the sum of `count` dice with `sides` sides; `None` if it is too large.
    pub fn of_dice(count: u32, sides: u32) -> Option<Self> {
        let largest = i32::try_from(sides).ok()?;
        let support = u64::from(count) * u64::from(sides.saturating_sub(1)) + 1;
        let total = u128::from(sides).checked_pow(count)?;
        if count == 0 || sides == 0 || support > MAX_SUPPORT as u64 || total > MAX_TOTAL {
            return None;
        }
        Self::of_pool((1..=largest).collect(), count)
    }

    /// Returns the distribution of one die with these faces; `None` if it has none, or they lie too far apart.
    pub fn of_faces(faces: &[i32]) -> Option<Self> {
        let (low, high) = (*faces.iter().min()?, *faces.iter().max()?);
        if i64::from(high) - i64::from(low) >= MAX_SUPPORT as i64 {
            return None;
        }
        Self::of_pool(faces.to_vec(), 1)
    }

    fn of_pool(faces: Vec<i32>, count: u32) -> Option<Self> {
        let pool = Pool {
            name: String::new(),
            faces,
            count,
            modified: None,
            words: Vec::new(),
        };
        let mut budget = MAX_WORK;
        let Sums { values, ways } = sums(&pool, &mut budget)?;
        let ways: Vec<u128> = match ways {
            Ways::Small(ways) => ways.into_iter().map(u128::from).collect(),
            Ways::Large(ways) => {
                let ways = ways.into_iter().map(u128::try_from);
                ways.collect::<Result<_, _>>().ok()?
            }
        };
        let (low, high) = (*values.first()?, *values.last()?);
        let mut weights = vec![0; usize::try_from(high - low).ok()? + 1];
        for (value, ways) in values.into_iter().zip(ways) {
            let at = usize::try_from(value - low).ok()?;
            *weights.get_mut(at)? = ways;
        }
        Some(Self {
            low: low.into(),
            weights,
        })
    }

    /// Returns the least value.
    pub fn low(&self) -> i64 {
        self.low
    }

    /// Returns the greatest value.
    pub fn high(&self) -> i64 {
        self.low + self.weights.len() as i64 - 1
    }

    /// Returns the distribution of the sum of two independent variables; `None` if it is too large.
    pub fn convolved(&self, other: &Self) -> Option<Self> {
        let support = self.weights.len() + other.weights.len() - 1;
        if support > MAX_SUPPORT || self.total().checked_mul(other.total())? > MAX_TOTAL {
            return None;
        }
        Some(Self {
            low: self.low + other.low,
            weights: convolve(&self.weights, other.weights.iter().enumerate()),
        })
    }

    /// Returns the distribution of the negated variable.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self {
            low: -self.high(),
            weights: self.weights.iter().rev().copied().collect(),
        }
    }

    /// Returns the weight of a value.
    pub fn weight(&self, value: i64) -> u128 {
        let at = usize::try_from(value - self.low).ok();
        at.and_then(|at| self.weights.get(at)).copied().unwrap_or(0)
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> u128 {
        self.weights.iter().sum()
    }

    /// Returns the probability that a predicate is true of the value, in lowest terms.
    pub fn probability(&self, predicate: impl Fn(i64) -> bool) -> (u128, u128) {
        let values = (self.low..).zip(&self.weights);
        let weight = values
            .filter(|(value, _)| predicate(*value))
            .map(|(_, weight)| weight)
            .sum();
        lowest_terms(weight, self.total())
    }
}

/// Returns the product of two polynomials: one with all coefficients from degree 0 on, one with degrees in rising order.
pub(super) fn convolve<'n, N: Natural + 'n>(
    dense: &[N],
    sparse: impl IntoIterator<Item = (usize, &'n N)>,
) -> Vec<N> {
    let mut product: Vec<N> = Vec::new();
    for (degree, factor) in sparse {
        product.resize(dense.len() + degree, N::zero());
        for (place, coefficient) in product.iter_mut().skip(degree).zip(dense) {
            // The factor has fewer words than the coefficient.
            place.add_product(factor, coefficient);
        }
    }
    product
}
