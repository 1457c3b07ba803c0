//! Whole numbers of as many words as a case needs, and fractions of them: what exact answers take where 128 bits are
//! too few.

use num_bigint::BigUint;

/// Above and below the line, reduced.
pub(crate) type Fraction = (BigUint, BigUint);

/// Lowest word first.
#[derive(Clone, Copy)]
pub(crate) struct Whole<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Whole<N> {
    pub(crate) const ZERO: Self = Self([0; N]);

    pub(crate) fn of(word: u64) -> Self {
        let mut whole = Self::ZERO;
        whole.0[0] = word;
        whole
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = word.overflowing_add(*more);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
    }

    pub(crate) fn add_times(&mut self, other: &Self, factor: u64) {
        let mut carry = 0;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            let sum = u128::from(*more) * u128::from(factor) + u128::from(*word) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Self::ZERO;
        for (at, factor) in self.0.iter().enumerate().filter(|(_, word)| **word > 0) {
            let mut shifted = Self::ZERO;
            shifted.0[at..].copy_from_slice(&other.0[..N - at]);
            product.add_times(&shifted, *factor);
        }
        product
    }

    /// Divides by a small number if nothing is left over.
    fn divided(&self, by: u64) -> Option<Self> {
        let (mut quotient, mut rest) = (Self::ZERO, 0_u128);
        for at in (0..N).rev() {
            let part = rest << 64 | u128::from(self.0[at]);
            quotient.0[at] = (part / u128::from(by)) as u64;
            rest = part % u128::from(by);
        }
        (rest == 0).then_some(quotient)
    }

    /// This over a product of primes, each to its power.
    pub(crate) fn over(mut self, primes: &[(u64, u32)]) -> Fraction {
        let mut below = BigUint::from(1_u32);
        for (prime, power) in primes {
            let mut left = *power;
            while let Some(quotient) = self.divided(*prime).filter(|_| left > 0) {
                self = quotient;
                left -= 1;
            }
            below *= BigUint::from(*prime).pow(left);
        }
        let halves = self.0.iter();
        let halves = halves.flat_map(|word| [*word as u32, (word >> 32) as u32]);
        (BigUint::new(halves.collect()), below)
    }
}

/// Near enough to compare.
pub(crate) fn near((above, below): &Fraction) -> f64 {
    let shifted: BigUint = (above << 64_u32) / below;
    let words: Vec<u64> = shifted.iter_u64_digits().collect();
    words
        .iter()
        .rev()
        .fold(0.0, |sum, word| sum * 2.0_f64.powi(64) + *word as f64)
        / 2.0_f64.powi(64)
}
