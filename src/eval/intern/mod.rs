//! Interning: keys are numbered in the order in which they are first seen, equal keys alike.
//!
//! Keys are slices of numbers, machine words, or states of the machine. All tables are those of `hashbrown`; they were
//! measured against open addressing with linear probing and tags, and are as fast or faster at every size.

mod slices;
mod states;
mod words;

pub(super) use slices::SliceInterner;
pub(super) use states::{StateId, StateInterner};
pub(super) use words::{WordMap, pair};

/// Returns the bytes of a hash table with `n_items` of this type: a control byte for each slot, and a third of all slots empty on
/// average.
const fn table_bytes<T>(n_items: usize) -> usize {
    n_items * (size_of::<T>() + 1) * 3 / 2
}

const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

/// Spreads every bit of a word over all: the halves of a product, folded.
#[inline]
fn mix(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(SPREAD);
    (product as u64) ^ ((product >> 64) as u64)
}
