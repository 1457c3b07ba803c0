//! Sums of independent dice inside of a value.

use sandtable_eval::Weights;
use sandtable_source::Span;

/// The distribution of a sum of dice, and the rolls that it adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DiceTerm {
    weights: Weights,
    /// Spans of the rolls: the same roll, used twice, is not independent of itself.
    rolls: Vec<Span>,
}

impl DiceTerm {
    /// Returns the term of one roll.
    pub(crate) fn new(weights: Weights, roll: Span) -> Self {
        Self {
            weights,
            rolls: vec![roll],
        }
    }

    /// Calls a visitor with the span of each roll.
    pub(crate) fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        self.rolls.iter_mut().for_each(visit);
    }

    /// Returns the least sum.
    pub(crate) fn low(&self) -> i64 {
        self.weights.low()
    }

    /// Returns the greatest sum.
    pub(crate) fn high(&self) -> i64 {
        self.weights.high()
    }

    /// Returns the sum of two terms; `None` if they share a roll or the support is too large.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        if self.rolls.iter().any(|roll| other.rolls.contains(roll)) {
            return None;
        }
        let weights = self.weights.convolved(&other.weights)?;
        let rolls = self.rolls.iter().chain(&other.rolls);
        Some(Self {
            weights,
            rolls: rolls.copied().collect(),
        })
    }

    /// Returns the negated term.
    pub(crate) fn negated(&self) -> Self {
        Self {
            weights: self.weights.negated(),
            rolls: self.rolls.clone(),
        }
    }

    /// Returns the probability that a predicate is true of the sum, in lowest terms.
    pub(crate) fn probability(&self, predicate: impl Fn(i64) -> bool) -> (u128, u128) {
        self.weights.probability(predicate)
    }
}
