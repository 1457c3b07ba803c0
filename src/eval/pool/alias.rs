//! Alias tables: a sum of a pool is drawn in constant time, with the same distribution as by rolling its dice (Walker 1977, Vose
//! 1991).
//!
//! Every value has a column of the same height; the part that it does not fill is filled by one other value, its alias. A
//! draw selects a column, and then one of the two values in it.

use super::{Sums, Ways, sums};
use crate::dice::Dice;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use sandtable_ir::Pool;

/// Bits to which the ways of a larger pool are scaled: no sample could reveal the rounding.
const BITS: u64 = 62;

/// The distribution of a pool, to draw from.
#[derive(Debug, Clone)]
pub(crate) struct AliasTable {
    columns: Vec<Column>,
    /// The height of a column.
    height: u64,
}

#[derive(Debug, Clone, Copy)]
struct Column {
    own: i32,
    alias: i32,
    /// The part of the column that is its own.
    n_own: u64,
}

impl AliasTable {
    /// `None` if the distribution of the pool takes more work than that.
    pub(crate) fn of(pool: &Pool, mut most: u64) -> Option<Self> {
        let Sums { values, ways } = sums(pool, &mut most)?;
        let ways = match ways {
            Ways::Small(ways) => ways,
            Ways::Large(ways) => scaled(&ways),
        };
        let height: u64 = ways.iter().sum();
        debug_assert!(
            height > 0 && ways.len() == values.len(),
            "each value has its ways"
        );
        let n_values = u128::from(values.len() as u64);
        let column = |value: &i32| Column {
            own: *value,
            alias: *value,
            n_own: height,
        };
        let mut columns: Vec<Column> = values.iter().map(column).collect();
        // Multiplied by the number of columns, so that the mean height is the total.
        let left: Vec<u128> = ways.iter().map(|n| u128::from(*n) * n_values).collect();
        fill(&mut columns, &values, left, height.into());
        Some(Self { columns, height })
    }

    /// The value that is drawn this time.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "faces are below the number of columns, of which there is at least one"
    )]
    pub(crate) fn draw(&self, dice: &mut Dice) -> i32 {
        let column = self.columns[dice.face(self.columns.len() as u32) as usize];
        match dice.below(self.height) < column.n_own {
            true => column.own,
            false => column.alias,
        }
    }
}

/// Fills the columns of values that have too little with what others have too much (Vose 1991).
#[expect(
    clippy::indexing_slicing,
    reason = "indices are those of the values, of which each has a column and something left"
)]
fn fill(columns: &mut [Column], values: &[i32], mut left: Vec<u128>, height: u128) {
    let (mut poor, mut rich): (Vec<usize>, Vec<usize>) =
        (0..left.len()).partition(|at| left[*at] < height);
    while let (Some(short), Some(long)) = (poor.pop(), rich.last().copied()) {
        columns[short].n_own = left[short] as u64;
        columns[short].alias = values[long];
        left[long] -= height - left[short];
        if left[long] < height {
            rich.pop();
            poor.push(long);
        }
    }
    debug_assert!(poor.is_empty(), "whole numbers fill the columns exactly");
}

/// The same shares of as many ways as fit.
fn scaled(ways: &[BigUint]) -> Vec<u64> {
    let total: BigUint = ways.iter().sum();
    // No more than the bits, since no value has more ways than all.
    let share = |ways: &BigUint| ((ways << BITS) / &total).to_u64().unwrap_or(1 << BITS);
    let mut shares: Vec<u64> = ways.iter().map(share).collect();
    let rest = (1 << BITS) - shares.iter().sum::<u64>();
    if let Some(most) = shares.iter_mut().max() {
        *most += rest;
    }
    shares
}
