//! Sparse systems of linear equations with integer coefficients, as they arise from cyclic components.
//!
//! Row `i` is `diagonal y(i) = right + sum over others of coefficient y(j)`, with natural numbers only. Unknowns are eliminated
//! one after the other, those with the fewest neighbours first (Markowitz 1957), as states of a Markov chain are (Daws 2004). Each row
//! is divided by the common divisor of its numbers, which keeps numbers short.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::BTreeSet;

/// An equation for one unknown.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    /// The coefficient of its unknown; never 0 when that is eliminated.
    pub(super) diagonal: BigUint,
    /// Other unknowns, each once and least first, and their coefficients.
    pub(super) others: Vec<(usize, BigUint)>,
    /// The constants, for several systems that differ in nothing else.
    pub(super) right: Vec<BigUint>,
}

/// The solution: every unknown of every system is a whole number over one divisor.
#[derive(Debug)]
pub(super) struct Solution {
    /// The least common divisor that suffices.
    pub(super) divisor: BigUint,
    /// By unknown, then by system: the numerator.
    pub(super) unknowns: Vec<Vec<BigUint>>,
}

/// An order of elimination.
#[derive(Debug)]
pub(super) struct Order {
    unknowns: Vec<usize>,
    /// The number of coefficients of all rows at the time when their unknowns are eliminated.
    pub(super) n_coefficients: u64,
    /// The number of coefficients that are replaced, over all rows.
    pub(super) n_replaced: u64,
    /// The number of constants that are replaced.
    pub(super) n_constants: u64,
}

#[expect(
    clippy::indexing_slicing,
    reason = "unknowns are numbered by their rows"
)]
impl Order {
    /// The order for rows that mention these other unknowns. It ends where more than `most` coefficients are replaced.
    pub(super) fn of(others: Vec<BTreeSet<usize>>, most: u64) -> Self {
        let n = others.len();
        let mut others = others;
        let mut mentioned: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
        for (row, others) in others.iter().enumerate() {
            for other in others {
                mentioned[*other].insert(row);
            }
        }
        let joins = |others: &[BTreeSet<usize>], mentioned: &[BTreeSet<usize>], at: usize| {
            others[at].len() * mentioned[at].len()
        };
        let mut open: BTreeSet<(usize, usize)> = (0..n)
            .map(|at| (joins(&others, &mentioned, at), at))
            .collect();
        let mut order = Self {
            unknowns: Vec::with_capacity(n),
            n_coefficients: 0,
            n_replaced: 0,
            n_constants: 0,
        };
        while order.n_replaced <= most
            && let Some((_, pivot)) = open.pop_first()
        {
            let columns = std::mem::take(&mut others[pivot]);
            let rows = std::mem::take(&mut mentioned[pivot]);
            let affected: BTreeSet<usize> = columns.union(&rows).copied().collect();
            for at in &affected {
                open.remove(&(joins(&others, &mentioned, *at), *at));
            }
            for row in &rows {
                others[*row].remove(&pivot);
                for column in columns.iter().filter(|column| *column != row) {
                    others[*row].insert(*column);
                    mentioned[*column].insert(*row);
                }
                order.n_replaced += others[*row].len() as u64 + 1;
            }
            for column in &columns {
                mentioned[*column].remove(&pivot);
            }
            for at in affected {
                open.insert((joins(&others, &mentioned, at), at));
            }
            order.n_coefficients += columns.len() as u64 + 1;
            order.n_constants += rows.len() as u64;
            order.unknowns.push(pivot);
        }
        order
    }
}

/// Steps that are left. A product of two words is one, and so is about a nanosecond.
#[derive(Debug)]
pub(in crate::exact) struct Steps(pub(in crate::exact) u64);

/// Steps for each number that is computed, of any length.
const STEPS_A_NUMBER: u64 = 64;
/// Steps for each product of two words of numbers whose common divisor is computed: that goes bit by bit.
const STEPS_A_DIVISOR: u64 = 40;

impl Steps {
    /// Takes those for products of some numbers with one. At 0 it stays.
    fn multiply<'n>(&mut self, one: &BigUint, numbers: impl Iterator<Item = &'n BigUint>) {
        let one = words(one);
        let steps = numbers.map(|number| STEPS_A_NUMBER + one * words(number));
        self.0 = self.0.saturating_sub(steps.sum());
    }

    /// Takes those for the common divisor of two numbers. At 0 it stays.
    fn common_divisor(&mut self, one: &BigUint, other: &BigUint) {
        let steps = STEPS_A_DIVISOR * words(one) * words(other);
        self.0 = self.0.saturating_sub(steps);
    }
}

fn words(number: &BigUint) -> u64 {
    number.bits() / 64 + 1
}

/// Solves systems in which every unknown is determined; `None` if that takes more steps than are left.
#[expect(
    clippy::indexing_slicing,
    reason = "unknowns are numbered by their rows"
)]
pub(super) fn solve(mut rows: Vec<Row>, order: &Order, steps: &mut Steps) -> Option<Solution> {
    let n_systems = rows.first().map_or(0, |row| row.right.len());
    let mut mentioned: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); rows.len()];
    for (at, row) in rows.iter().enumerate() {
        for (other, _) in &row.others {
            mentioned[*other].insert(at);
        }
    }
    for pivot in order.unknowns.iter().copied() {
        let gone = std::mem::take(&mut rows[pivot]);
        for (other, _) in &gone.others {
            mentioned[*other].remove(&pivot);
        }
        for at in std::mem::take(&mut mentioned[pivot]) {
            rows[at].replace(at, pivot, &gone, steps);
            if steps.0 == 0 {
                return None;
            }
            for (other, _) in gone.others.iter().filter(|(other, _)| *other != at) {
                mentioned[*other].insert(at);
            }
        }
        rows[pivot] = gone;
    }
    let mut found = Found {
        divisors: vec![BigUint::one(); rows.len()],
        unknowns: vec![vec![BigUint::zero(); n_systems]; rows.len()],
    };
    for at in order.unknowns.iter().rev().copied() {
        let row = std::mem::take(&mut rows[at]);
        found.put_in(at, row, steps);
        if steps.0 == 0 {
            return None;
        }
    }
    found.over_one_divisor(steps)
}

impl Row {
    /// Substitutes the row of an unknown for it.
    fn replace(&mut self, own: usize, unknown: usize, by: &Self, steps: &mut Steps) {
        let Ok(place) = self.others.binary_search_by_key(&unknown, |(at, _)| *at) else {
            return;
        };
        let (_, factor) = self.others.remove(place);
        steps.common_divisor(&factor, &by.diagonal);
        let common = factor.gcd(&by.diagonal);
        let (factor, own_factor) = (factor / &common, &by.diagonal / common);
        steps.multiply(&own_factor, self.numbers());
        steps.multiply(&factor, by.numbers());
        self.diagonal *= &own_factor;
        for (_, coefficient) in &mut self.others {
            *coefficient *= &own_factor;
        }
        for (right, more) in self.right.iter_mut().zip(&by.right) {
            *right *= &own_factor;
            if !more.is_zero() {
                *right += &factor * more;
            }
        }
        for (at, coefficient) in &by.others {
            let more = &factor * coefficient;
            if *at == own {
                debug_assert!(more < self.diagonal, "something leads out of the cycle");
                self.diagonal -= more;
                continue;
            }
            match self.others.binary_search_by_key(at, |(at, _)| *at) {
                Ok(place) => {
                    if let Some((_, known)) = self.others.get_mut(place) {
                        *known += more;
                    }
                }
                Err(place) => self.others.insert(place, (*at, more)),
            }
        }
        steps.common_divisor(&self.diagonal, &self.diagonal);
        self.reduce();
    }

    fn numbers(&self) -> impl Iterator<Item = &BigUint> {
        let others = self.others.iter().map(|(_, coefficient)| coefficient);
        std::iter::once(&self.diagonal)
            .chain(others)
            .chain(&self.right)
    }

    /// Divides the row by the common divisor of its numbers.
    fn reduce(&mut self) {
        let common = self.numbers().fold(self.diagonal.clone(), common_divisor);
        if common.is_one() {
            return;
        }
        self.diagonal /= &common;
        for (_, coefficient) in &mut self.others {
            *coefficient /= &common;
        }
        for right in &mut self.right {
            *right /= &common;
        }
    }
}

/// Solved unknowns, each for all systems.
struct Found {
    /// By unknown: the least divisor that suffices.
    divisors: Vec<BigUint>,
    /// By unknown, then by system: the numerator over the divisor of the unknown.
    unknowns: Vec<Vec<BigUint>>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "unknowns are numbered by their rows"
)]
impl Found {
    /// Solves an unknown whose row refers only to solved ones.
    fn put_in(&mut self, at: usize, row: Row, steps: &mut Steps) {
        let others = row.others.iter().map(|(other, _)| *other);
        let over = others.fold(BigUint::one(), |over, other| {
            steps.common_divisor(&over, &self.divisors[other]);
            over.lcm(&self.divisors[other])
        });
        let mut found: Vec<BigUint> = row.right.iter().map(|right| right * &over).collect();
        for (other, factor) in row.others {
            let factor = factor * (&over / &self.divisors[other]);
            steps.multiply(&factor, self.unknowns[other].iter());
            for (sum, unknown) in found.iter_mut().zip(&self.unknowns[other]) {
                *sum += &factor * unknown;
            }
        }
        let divisor = row.diagonal * over;
        steps.common_divisor(&divisor, &divisor);
        let common = found.iter().fold(divisor.clone(), common_divisor);
        if !common.is_one() {
            found.iter_mut().for_each(|number| *number /= &common);
        }
        self.divisors[at] = divisor / common;
        self.unknowns[at] = found;
    }

    fn over_one_divisor(self, steps: &mut Steps) -> Option<Solution> {
        let Self {
            divisors,
            mut unknowns,
        } = self;
        let mut divisor = BigUint::one();
        for own in &divisors {
            steps.common_divisor(&divisor, own);
            if steps.0 == 0 {
                return None;
            }
            divisor = divisor.lcm(own);
        }
        for (unknown, own) in unknowns.iter_mut().zip(&divisors) {
            let factor = &divisor / own;
            unknown.iter_mut().for_each(|number| *number *= &factor);
        }
        Some(Solution { divisor, unknowns })
    }
}

/// The greatest common divisor of two numbers; the second may be far longer.
fn common_divisor(one: BigUint, other: &BigUint) -> BigUint {
    if one.is_one() || other.is_zero() {
        return one;
    }
    (other % &one).gcd(&one)
}
