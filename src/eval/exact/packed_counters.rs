//! The results of a region packed into the lanes of one word (SIMD within a register), so that counters are added to
//! what stood there before, checked against their ranges and looked up at one go.

use super::region::Region;

/// Lanes of a word.
const N_LANES: usize = 8;
/// Bits of a lane: two numbers with some to spare.
const WIDTH: u32 = 16;
/// Numbers from minus this to less than this have their place in a lane.
const MOST: i64 = 1 << 12;
/// The uppermost bit of every lane, where no sum reaches.
const TOP: u128 = 0x8000_8000_8000_8000_8000_8000_8000_8000;

/// The lane of each result, and the ranges of the counters among them. Behind the results there is a lane for each
/// register that is only read.
#[derive(Debug)]
pub(super) struct PackedCounters {
    n_results: usize,
    /// Added to a word, sets the uppermost bit of lanes that are beyond the range.
    beyond: u128,
    /// Added to a word, sets the uppermost bit of lanes that are not below the range.
    within: u128,
}

impl PackedCounters {
    /// `None` if there are too many.
    pub(super) fn of(region: &Region) -> Option<Self> {
        let n_results = region.results.len();
        let n_lanes = n_results + region.n_only_read();
        if n_lanes > N_LANES {
            return None;
        }
        let mut lanes = Self {
            n_results,
            beyond: 0,
            within: TOP,
        };
        let top = i64::from(u16::MAX) / 2 + 1;
        for counted in &region.counted {
            // Whatever lies farther out, no lane holds.
            let [low, high] = counted
                .counter
                .ends()
                .map(|end| end.clamp(-2 * MOST, 2 * MOST - 1));
            let shift = WIDTH * counted.place as u32;
            lanes.beyond |= ((top - 1 - (high + 2 * MOST)) as u128) << shift;
            lanes.within ^= ((top ^ (top - (low + 2 * MOST))) as u128) << shift;
        }
        Some(lanes)
    }

    /// The results at an end, as they were counted; `None` if they do not fit.
    pub(super) fn at_end(&self, results: &[i32]) -> Option<u128> {
        let results = results.iter().map(|value| i64::from(*value));
        word(results.chain(std::iter::repeat(0)))
    }

    /// The word to be added to them where a region is entered with other values in its counters, and what it only reads;
    /// `None` if that does not fit.
    pub(super) fn at_entry(
        &self,
        region: &Region,
        starts: &[i32],
        only_read: impl Iterator<Item = i32>,
    ) -> Option<u128> {
        let mut shifts = [0; N_LANES];
        for (counted, start) in region.counted.iter().zip(starts) {
            *shifts.get_mut(counted.place)? = counted.counter.shift(*start)?;
        }
        let shifts = shifts.into_iter().take(self.n_results);
        word(shifts.chain(only_read.map(i64::from)))
    }

    /// Both together; `None` if something was counted beyond its range.
    #[inline]
    pub(super) fn join(&self, end: u128, entry: u128) -> Option<u128> {
        let sum = end + entry;
        let beyond = (sum + self.beyond) & TOP;
        let within = (sum + self.within) & TOP;
        (beyond == 0 && within == TOP).then_some(sum)
    }
}

/// Numbers in lanes, the first in the lowest.
fn word(values: impl Iterator<Item = i64>) -> Option<u128> {
    let mut word = 0;
    for (lane, value) in (0..).zip(values.take(N_LANES)) {
        let code = value + MOST;
        if !(0..2 * MOST).contains(&code) {
            return None;
        }
        word |= (code as u128) << (WIDTH * lane);
    }
    Some(word)
}
