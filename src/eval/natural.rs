//! Natural numbers of several widths: one machine word, a fixed number of words, or as many as it takes.

use super::chance::Chance;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A natural number. Numbers of fixed width wrap around: a user must know a bound of the result, and only add
/// and multiply, so that an intermediate overflow is harmless.
pub(super) trait Natural: Clone + Default {
    /// A small number.
    fn from_word(word: u64) -> Self;
    /// Whether it is 0.
    fn is_zero(&self) -> bool;
    /// Plus another.
    fn add(&mut self, other: &Self);
    /// Times a small number.
    fn scale(&mut self, factor: u64);
    /// Times another.
    fn times(&self, other: &Self) -> Self;
    /// Converts to a number of arbitrary width.
    fn to_big(&self) -> BigUint;

    /// 0
    fn zero() -> Self {
        Self::default()
    }

    /// Adds the product of two numbers.
    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        self.add(&a.times(b));
    }

    /// The powers from 0 to `most`.
    fn powers(&self, most: u32) -> Vec<Self> {
        let mut powers = Vec::with_capacity(most as usize + 1);
        let mut last = Self::from_word(1);
        for _ in 0..most {
            let next = last.times(self);
            powers.push(std::mem::replace(&mut last, next));
        }
        powers.push(last);
        powers
    }

    /// Over the product of these primes, each to its power.
    fn over_primes(&self, primes: &[(u64, u32)]) -> Chance {
        Chance::over_primes(self.to_big(), primes)
    }
}

/// A natural number whose operations detect overflow.
pub(super) trait CheckedNatural: Natural {
    /// `None` if it does not fit.
    fn from_big(number: &BigUint) -> Option<Self>;
    /// `None` if the product does not fit.
    fn checked_times(&self, other: &Self) -> Option<Self>;
    /// `None` if the sum does not fit.
    fn checked_add(&mut self, other: Self) -> Option<()>;
}

impl Natural for u128 {
    #[inline]
    fn from_word(word: u64) -> Self {
        Self::from(word)
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }

    #[inline]
    fn scale(&mut self, factor: u64) {
        *self = self.wrapping_mul(Self::from(factor));
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self.wrapping_mul(*other)
    }

    fn to_big(&self) -> BigUint {
        BigUint::from(*self)
    }

    fn over_primes(&self, primes: &[(u64, u32)]) -> Chance {
        Chance::over_primes_small(*self, primes)
    }
}

impl CheckedNatural for u128 {
    fn from_big(number: &BigUint) -> Option<Self> {
        Self::try_from(number).ok()
    }

    #[inline]
    fn checked_times(&self, other: &Self) -> Option<Self> {
        self.checked_mul(*other)
    }

    #[inline]
    fn checked_add(&mut self, other: Self) -> Option<()> {
        *self = Self::checked_add(*self, other)?;
        Some(())
    }
}

/// `N` words of 64 bits, lowest first.
#[derive(Debug, Clone)]
pub(super) struct Fixed<const N: usize>([u64; N]);

impl<const N: usize> Default for Fixed<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Natural for Fixed<N> {
    fn from_word(word: u64) -> Self {
        let mut number = Self::default();
        let lowest = number.0.iter_mut().take(1);
        lowest.for_each(|lowest| *lowest = word);
        number
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
    fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (at, a) in self.0.iter().enumerate().filter(|(_, a)| **a != 0) {
            let mut carry = 0_u64;
            for (place, b) in product.0.iter_mut().skip(at).zip(&other.0) {
                let sum = u128::from(*a) * u128::from(*b) + u128::from(*place) + u128::from(carry);
                *place = sum as u64;
                carry = (sum >> 64) as u64;
            }
        }
        product
    }

    fn to_big(&self) -> BigUint {
        let halves = self.0.iter();
        let halves = halves.flat_map(|word| [*word as u32, (word >> 32) as u32]);
        BigUint::new(halves.collect())
    }
}

impl Natural for BigUint {
    fn from_word(word: u64) -> Self {
        match word {
            0 => Zero::zero(),
            1 => One::one(),
            _ => Self::from(word),
        }
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn scale(&mut self, factor: u64) {
        *self *= factor;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }
}

impl CheckedNatural for BigUint {
    fn from_big(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }

    fn checked_times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn checked_add(&mut self, other: Self) -> Option<()> {
        *self += other;
        Some(())
    }
}
