//! The results of a region packed into the lanes of one word (SIMD within a register), so that counters are added to
//! their former values, checked against their ranges and looked up in one operation each.

use super::region::Region;

/// Number of lanes of a word.
const N_LANES: usize = 8;
/// Number of bits of a lane, which hold the sum of two numbers.
const WIDTH: u32 = 16;
/// Bound of the absolute value of a number in a lane.
const MOST: i64 = 1 << 12;
/// The uppermost bit of every lane, which no sum reaches.
const TOP: u128 = 0x8000_8000_8000_8000_8000_8000_8000_8000;

/// The lane of each result, and the ranges of the counters among them. After the results there is a lane for each
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
    /// Returns the lanes of a region; `None` if it needs too many.
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
            // Ends beyond the values of a lane are never reached.
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

    /// Packs the results at an end of the region; `None` if one does not fit.
    pub(super) fn at_end(&self, results: &[i32]) -> Option<u128> {
        let results = results.iter().map(|value| i64::from(*value));
        word(results.chain(std::iter::repeat(0)))
    }

    /// Packs the values to be added for an entry with other values of the counters, and the values that are only read;
    /// `None` if one does not fit.
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

    /// Returns the sum of both words; `None` if a counter leaves its range.
    #[inline]
    pub(super) fn join(&self, end: u128, entry: u128) -> Option<u128> {
        let sum = end + entry;
        let beyond = (sum + self.beyond) & TOP;
        let within = (sum + self.within) & TOP;
        (beyond == 0 && within == TOP).then_some(sum)
    }
}

/// Packs numbers into lanes, the first into the lowest.
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
