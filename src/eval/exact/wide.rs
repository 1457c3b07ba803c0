//! Whole numbers of a fixed width: what sums of chances are made of where a limit is known.

use crate::chance::Chance;
use num_bigint::BigUint;

/// A whole number of a fixed width. Whoever uses it knows that nothing grows beyond.
pub(super) trait Mass: Clone + Default {
    /// 1
    fn one() -> Self;
    /// Times a factor.
    fn scale(&mut self, factor: u64);
    /// Whether it is 0.
    fn is_zero(&self) -> bool;
    /// Plus another.
    fn add(&mut self, other: &Self);
    /// Over the product of these primes, each to its power.
    fn chance(&self, primes: &[(u64, u32)]) -> Chance;
}

impl Mass for u128 {
    fn one() -> Self {
        1
    }

    #[inline]
    fn scale(&mut self, factor: u64) {
        *self = self.wrapping_mul(Self::from(factor));
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }

    fn chance(&self, primes: &[(u64, u32)]) -> Chance {
        Chance::over_primes_small(*self, primes)
    }
}

/// `N` words of 64 bits, lowest first.
#[derive(Debug, Clone)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Mass for Wide<N> {
    fn one() -> Self {
        let mut one = Self::default();
        if let Some(lowest) = one.0.first_mut() {
            *lowest = 1;
        }
        one
    }

    #[inline]
    fn scale(&mut self, factor: u64) {
        let mut carry = 0_u64;
        for word in &mut self.0 {
            let product = u128::from(*word) * u128::from(factor) + u128::from(carry);
            *word = product as u64;
            carry = (product >> 64) as u64;
        }
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = word.overflowing_add(*more);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
    }

    fn chance(&self, primes: &[(u64, u32)]) -> Chance {
        let halves = self
            .0
            .iter()
            .flat_map(|word| [*word as u32, (word >> 32) as u32]);
        Chance::over_primes(BigUint::new(halves.collect()), primes)
    }
}
