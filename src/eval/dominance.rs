//! First-order stochastic dominance.

use std::collections::BTreeMap;

use crate::chance::Chance;

/// A probability, or a weight that is in proportion to one.
pub trait Weight: Clone + PartialOrd {
    /// Returns the weight of an impossible value.
    fn none() -> Self;
    /// Adds the weights of two disjoint events.
    fn plus(&self, other: &Self) -> Self;
    /// Scales the weight to a distribution with another total.
    fn scaled(&self, total: &Self) -> Self;
}

impl Weight for u128 {
    fn none() -> Self {
        0
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn scaled(&self, total: &Self) -> Self {
        self * total
    }
}

impl Weight for Chance {
    fn none() -> Self {
        Self::zero()
    }

    fn plus(&self, other: &Self) -> Self {
        self.sum(other)
    }

    /// Chances sum to one.
    fn scaled(&self, _: &Self) -> Self {
        self.clone()
    }
}

/// Whether one distribution stochastically dominates another or equals it: every value is reached or exceeded with at least
/// the same probability.
pub fn dominates<W: Weight>(one: &BTreeMap<i32, W>, other: &BTreeMap<i32, W>) -> bool {
    let sum = |weights: &mut dyn Iterator<Item = &W>| {
        weights.fold(W::none(), |sum, weight| sum.plus(weight))
    };
    let (total, other_total) = (sum(&mut one.values()), sum(&mut other.values()));
    let tail = |weights: &BTreeMap<i32, W>, least: i32| {
        sum(&mut weights.range(least..).map(|(_, weight)| weight))
    };
    let mut values = one.keys().chain(other.keys());
    values.all(|least| tail(one, *least).scaled(&other_total) >= tail(other, *least).scaled(&total))
}
