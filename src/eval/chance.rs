//! Exact chances, and distributions of outcomes.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// An exact fraction from 0 to 1, always reduced.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chance {
    numerator: BigUint,
    denominator: BigUint,
}

impl Chance {
    /// Returns the chance 0.
    pub fn zero() -> Self {
        Self {
            numerator: BigUint::zero(),
            denominator: BigUint::one(),
        }
    }

    /// Returns the chance 1.
    pub fn one() -> Self {
        Self {
            numerator: BigUint::one(),
            denominator: BigUint::one(),
        }
    }

    /// `numerator / denominator`; `None` unless that is a number from 0 to 1.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Option<Self> {
        if denominator.is_zero() || numerator > denominator {
            return None;
        }
        let common = numerator.gcd(&denominator);
        Some(Self {
            numerator: numerator / &common,
            denominator: denominator / &common,
        })
    }

    /// `numerator / denominator`; `None` unless that is a number from 0 to 1.
    pub fn from_parts(numerator: u64, denominator: u64) -> Option<Self> {
        Self::new(numerator.into(), denominator.into())
    }

    /// `numerator / denominator`, both in digits; `None` unless that is a number from 0 to 1.
    pub fn from_digits(numerator: &str, denominator: &str) -> Option<Self> {
        let number = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10);
        Self::new(number(numerator)?, number(denominator)?)
    }

    /// Returns the exact value of a floating-point number, clamped to the range from 0 to 1.
    pub fn of_float(number: f64) -> Self {
        if number >= 1.0 {
            return Self::one();
        }
        if number.is_nan() || number < f64::MIN_POSITIVE {
            return Self::zero();
        }
        let bits = number.to_bits();
        let digits = bits & ((1 << 52) - 1) | 1 << 52;
        // The exponent follows the sign, and the digits are a whole number of 2 to the power of -52.
        let below = 1023 + 52 - (bits >> 52);
        let common = u64::from(digits.trailing_zeros()).min(below);
        Self {
            numerator: BigUint::from(digits >> common),
            denominator: BigUint::one() << (below - common),
        }
    }

    /// A fraction whose denominator is the product of these primes, each to its power: quicker than any other.
    pub(super) fn over_primes(mut numerator: BigUint, primes: &[(u64, u32)]) -> Self {
        if numerator.is_zero() {
            return Self::zero();
        }
        let mut denominator = BigUint::one();
        for (prime, power) in primes {
            let common = multiplicity(&numerator, *prime).min(u64::from(*power)) as u32;
            if common > 0 {
                numerator /= BigUint::from(*prime).pow(common);
            }
            denominator *= BigUint::from(*prime).pow(power - common);
        }
        Self {
            numerator,
            denominator,
        }
    }

    /// As [`Self::over_primes`], where both numbers fit.
    pub(super) fn over_primes_small(mut numerator: u128, primes: &[(u64, u32)]) -> Self {
        if numerator == 0 {
            return Self::zero();
        }
        let mut denominator = 1_u128;
        for (prime, power) in primes {
            let mut left = *power;
            if *prime == 2 {
                let common = numerator.trailing_zeros().min(left);
                numerator >>= common;
                left -= common;
            }
            let prime = u128::from(*prime);
            while left > 0 && prime != 2 && numerator.is_multiple_of(prime) {
                numerator /= prime;
                left -= 1;
            }
            denominator *= prime.pow(left);
        }
        Self {
            numerator: numerator.into(),
            denominator: denominator.into(),
        }
    }

    /// Above the line.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Whether it never happens.
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Returns the chance that one of two disjoint events happens, clamped to 1.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        let sum = Self::new(numerator, &self.denominator * &other.denominator);
        debug_assert!(
            sum.is_some(),
            "chances of disjoint events add up to 1 at most"
        );
        sum.unwrap_or_else(Self::one)
    }

    /// The share that this has of something at least as likely; `None` if that never happens.
    pub fn share_of(&self, whole: &Self) -> Option<Self> {
        let numerator = &self.numerator * &whole.denominator;
        Self::new(numerator, &self.denominator * &whole.numerator)
    }

    /// The chance that it does not happen.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Self {
            numerator: &self.denominator - &self.numerator,
            denominator: self.denominator.clone(),
        }
    }

    /// Near enough for bars and columns: 83.33 for 5/6.
    pub fn percent(&self) -> f64 {
        if self.numerator.is_zero() {
            return 0.0;
        }
        let places = self.denominator.bits() - self.numerator.bits() + 64;
        let quotient = (&self.numerator << places) / &self.denominator;
        let scale = (-(places as f64)).exp2();
        quotient.to_f64().unwrap_or(0.0) * scale * 100.0
    }
}

/// The multiplicity of a prime in a number that is not 0.
fn multiplicity(number: &BigUint, prime: u64) -> u64 {
    if prime == 2 {
        return number.trailing_zeros().unwrap_or(0);
    }
    // The largest power in one word decides most numbers in one division.
    let power = u64::MAX.ilog(prime);
    let largest = prime.pow(power);
    let mut times = 0;
    let mut left = number.clone();
    loop {
        let (quotient, rest) = left.div_rem(&BigUint::from(largest));
        let mut rest = rest.iter_u64_digits().next().unwrap_or(0);
        if rest != 0 {
            while rest.is_multiple_of(prime) {
                rest /= prime;
                times += 1;
            }
            return times;
        }
        times += u64::from(power);
        left = quotient;
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = &self.numerator * &other.denominator;
        left.cmp(&(&other.numerator * &self.denominator))
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.numerator)?;
        if self.denominator.is_one() {
            return Ok(());
        }
        write!(formatter, "/{}", self.denominator)
    }
}

/// A sum of chances that is not limited to 1, so that an internal error is detected.
struct ExactSum {
    numerator: BigUint,
    denominator: BigUint,
}

impl Default for ExactSum {
    fn default() -> Self {
        Self {
            numerator: BigUint::zero(),
            denominator: BigUint::one(),
        }
    }
}

impl ExactSum {
    fn plus(self, chance: &Chance) -> Self {
        let common = self.denominator.lcm(&chance.denominator);
        let own = self.numerator * (&common / &self.denominator);
        let more = &chance.numerator * (&common / &chance.denominator);
        Self {
            numerator: own + more,
            denominator: common,
        }
    }

    fn is_one(&self) -> bool {
        self.numerator == self.denominator
    }
}

/// All outcomes that can happen, each with its chance. The chances sum to exactly 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Distribution {
    outcomes: Vec<(Vec<i32>, Chance)>,
    states: u64,
    steps: u64,
}

impl Distribution {
    /// From outcomes in any order, no two the same.
    pub(super) fn new(mut outcomes: Vec<(Vec<i32>, Chance)>, states: u64, steps: u64) -> Self {
        outcomes.retain(|(_, chance)| !chance.is_zero());
        outcomes.sort_by(|a, b| a.0.cmp(&b.0));
        debug_assert!(
            outcomes
                .iter()
                .fold(ExactSum::default(), |sum, (_, chance)| sum.plus(chance))
                .is_one(),
            "the chances of all outcomes sum to one"
        );
        Self {
            outcomes,
            states,
            steps,
        }
    }

    /// The values of the outcome's registers and how likely they are, least values first.
    pub fn outcomes(&self) -> &[(Vec<i32>, Chance)] {
        &self.outcomes
    }

    /// The number of states that were expanded.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The number of ops that were carried out to expand them.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The chance of one outcome.
    pub fn chance_of(&self, outcome: &[i32]) -> Chance {
        self.chance_that(|values| values == outcome)
    }

    /// Returns the chance of all outcomes that meet a predicate.
    pub fn chance_that(&self, mut holds: impl FnMut(&[i32]) -> bool) -> Chance {
        self.outcomes
            .iter()
            .filter(|(values, _)| holds(values))
            .fold(Chance::zero(), |sum, (_, chance)| sum.sum(chance))
    }
}
