//! Numbers of ways, as wide as a pool needs. Only adding and multiplying is done with them, so a number of fixed width
//! may overflow on the way: what fits at the end is right at the end.

use num_bigint::BigUint;
use num_traits::{One, Zero};

pub(super) trait Number: Clone {
    fn from_word(word: u64) -> Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn big(&self) -> BigUint;

    fn zero() -> Self {
        Self::from_word(0)
    }

    /// Adds the product of two others.
    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        self.add(&a.times(b));
    }

    /// To the powers from 0 to `most`.
    fn powers(&self, most: u32) -> Vec<Self> {
        let mut powers = vec![Self::from_word(1)];
        for _ in 0..most {
            let next = powers.last().map(|last| last.times(self));
            powers.extend(next);
        }
        powers
    }
}

impl Number for u128 {
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
    fn times(&self, other: &Self) -> Self {
        self.wrapping_mul(*other)
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }
}

/// Four words of 64 bits, lowest first.
#[derive(Debug, Clone)]
pub(super) struct Wide([u64; 4]);

impl Number for Wide {
    fn from_word(word: u64) -> Self {
        Self([word, 0, 0, 0])
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.0 == [0; 4]
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
    fn times(&self, other: &Self) -> Self {
        let mut product = [0_u64; 4];
        for (at, a) in self.0.iter().enumerate().filter(|(_, a)| **a != 0) {
            let mut carry = 0_u64;
            for (place, b) in product.iter_mut().skip(at).zip(&other.0) {
                let sum = u128::from(*a) * u128::from(*b) + u128::from(*place) + u128::from(carry);
                *place = sum as u64;
                carry = (sum >> 64) as u64;
            }
        }
        Self(product)
    }

    fn big(&self) -> BigUint {
        let halves = self.0.iter();
        let halves = halves.flat_map(|word| [*word as u32, (word >> 32) as u32]);
        BigUint::new(halves.collect())
    }
}

impl Number for BigUint {
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

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn big(&self) -> BigUint {
        self.clone()
    }
}
