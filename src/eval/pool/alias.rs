//! Pools that are drawn at one go: one of the values they can come to, each as often as by throwing the dice.
//!
//! Every value has a place of the same size; what it does not fill of its own is filled by another value (Walker 1977,
//! Vose 1991). So a draw picks a place, and then one of the two in it.

use super::{Sums, Ways, sums};
use crate::dice::Dice;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use sandtable_ir::Pool;

/// How many ways a pool is brought to that has more than fit: what is rounded is less than any sample could show.
const BITS: u64 = 62;

/// What a pool comes to, to draw from.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    places: Vec<Place>,
    /// The size of a place.
    size: u64,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    own: i32,
    other: i32,
    /// How much of the place is its own.
    n_own: u64,
}

impl Drawn {
    /// `None` if it takes more work than that to know what the pool comes to.
    pub(crate) fn of(pool: &Pool, mut most: u64) -> Option<Self> {
        let Sums { values, ways } = sums(pool, &mut most)?;
        let ways = match ways {
            Ways::Small(ways) => ways,
            Ways::Large(ways) => scaled(&ways),
        };
        let size: u64 = ways.iter().sum();
        let n_values = u128::from(values.len() as u64);
        let place = |value: &i32| Place {
            own: *value,
            other: *value,
            n_own: size,
        };
        let mut places: Vec<Place> = values.iter().map(place).collect();
        // As many times as there are places, so that all together fill them.
        let mut left: Vec<u128> = ways.iter().map(|n| u128::from(*n) * n_values).collect();
        let (mut poor, mut rich): (Vec<usize>, Vec<usize>) = (0..left.len())
            .partition(|at| left.get(*at).is_some_and(|left| *left < u128::from(size)));
        while let (Some(short), Some(long)) = (poor.pop(), rich.last().copied()) {
            let own = left.get(short).copied()?;
            let place = places.get_mut(short)?;
            place.n_own = own as u64;
            place.other = values.get(long).copied()?;
            let rest = left.get_mut(long)?;
            *rest -= u128::from(size) - own;
            if *rest < u128::from(size) {
                rich.pop();
                poor.push(long);
            }
        }
        Some(Self { places, size })
    }

    /// What the pool comes to this time.
    #[inline]
    pub(crate) fn draw(&self, dice: &mut Dice) -> i32 {
        let place = dice.face(self.places.len() as u32) as usize;
        let part = dice.below(self.size);
        let place = self.places.get(place);
        place.map_or(0, |place| match part < place.n_own {
            true => place.own,
            false => place.other,
        })
    }
}

/// The same shares of as many ways as fit.
fn scaled(ways: &[BigUint]) -> Vec<u64> {
    let total: BigUint = ways.iter().sum();
    if total.is_zero() {
        return vec![0; ways.len()];
    }
    let share = |ways: &BigUint| ((ways << BITS) / &total).to_u64().unwrap_or(0);
    let mut shares: Vec<u64> = ways.iter().map(share).collect();
    let rest = (1 << BITS) - shares.iter().sum::<u64>();
    if let Some(most) = shares.iter_mut().max() {
        *most += rest;
    }
    shares
}
