//! Slices of numbers that are told apart and numbered in the order they are first seen.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Numbered slices. All live in one piece of memory.
#[derive(Debug)]
pub(super) struct Keys {
    words: Vec<i32>,
    ends: Vec<u32>,
    table: HashTable<(u32, u32)>,
}

impl Default for Keys {
    /// None yet, with room for some.
    fn default() -> Self {
        Self {
            words: Vec::with_capacity(1024),
            ends: Vec::with_capacity(256),
            table: HashTable::with_capacity(448),
        }
    }
}

impl Keys {
    /// The number of a slice, and whether it is new. What tells slices of different kinds apart belongs in the slice.
    #[inline]
    pub(super) fn number(&mut self, key: &[i32]) -> (u32, bool) {
        let Self { words, ends, table } = self;
        let hash = hash(key);
        let entry = table.entry(
            hash,
            |(tag, at)| *tag == hash as u32 && slice(words, ends, *at) == key,
            |(_, at)| self::hash(slice(words, ends, *at)),
        );
        match entry {
            Entry::Occupied(entry) => (entry.get().1, false),
            Entry::Vacant(entry) => {
                let at = ends.len() as u32;
                entry.insert((hash as u32, at));
                words.extend_from_slice(key);
                ends.push(words.len() as u32);
                (at, true)
            }
        }
    }

    /// The slice with a number.
    #[inline]
    pub(super) fn get(&self, at: u32) -> &[i32] {
        slice(&self.words, &self.ends, at)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How much memory the slices take, in numbers.
    pub(super) fn n_words(&self) -> usize {
        self.words.len()
    }
}

#[inline]
fn slice<'a>(words: &'a [i32], ends: &[u32], at: u32) -> &'a [i32] {
    let at = at as usize;
    let start = match at {
        0 => 0,
        _ => ends.get(at - 1).copied().unwrap_or(0),
    };
    let end = ends.get(at).copied().unwrap_or(start);
    words.get(start as usize..end as usize).unwrap_or(&[])
}

/// Mixes all numbers of a slice; never used for an order.
#[inline]
fn hash(key: &[i32]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ key.len() as u64;
    let (pairs, rest) = key.as_chunks::<2>();
    for [first, second] in pairs {
        let pair = u64::from(*first as u32) << 32 | u64::from(*second as u32);
        state = mix(state ^ pair);
    }
    for word in rest {
        state = mix(state ^ u64::from(*word as u32));
    }
    state ^ (state >> 29)
}

/// Spreads every bit of a word over all.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let product = u128::from(word) * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ ((product >> 64) as u64)
}
