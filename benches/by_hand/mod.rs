//! The cases as a programmer would write each for itself, with the numbers of the case put in: the limit that
//! programs are measured against. Exact answers are reduced fractions.

pub(crate) mod chain;
pub(crate) mod dice;
pub(crate) mod gun;
pub(crate) mod pools;
pub(crate) mod wide;

use num_integer::Integer;

/// An outcome and its chance, reduced.
pub(crate) type Outcome<const N: usize> = ([i32; N], u128, u128);

/// Outcomes of which every one came in so many ways of `total`.
pub(crate) fn reduced<const N: usize>(
    ways: impl IntoIterator<Item = ([i32; N], u128)>,
    total: u128,
) -> Vec<Outcome<N>> {
    ways.into_iter()
        .filter(|(_, ways)| *ways > 0)
        .map(|(outcome, ways)| {
            let common = ways.gcd(&total);
            (outcome, ways / common, total / common)
        })
        .collect()
}
