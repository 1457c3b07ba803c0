//! Ids by machine words: for keys that fit one.

use super::{mix, table_bytes};
use hashbrown::HashTable;

/// A machine word as a key.
pub(crate) trait Word: Copy + Eq {
    /// Spreads every bit over all of a hash; never used for an order.
    fn mixed(self) -> u64;
}

impl Word for u64 {
    #[inline]
    fn mixed(self) -> u64 {
        mix(self ^ 0x9e37_79b9_7f4a_7c15)
    }
}

impl Word for u128 {
    #[inline]
    fn mixed(self) -> u64 {
        (self as u64).mixed() ^ mix((self >> 64) as u64)
    }
}

/// Two numbers as a word.
#[inline]
pub(crate) fn pair(one: u32, other: u32) -> u64 {
    u64::from(one) << 32 | u64::from(other)
}

/// A map from words to ids.
#[derive(Debug)]
pub(crate) struct WordMap<W, I> {
    table: HashTable<(W, I)>,
}

impl<W, I> Default for WordMap<W, I> {
    fn default() -> Self {
        Self {
            table: HashTable::new(),
        }
    }
}

impl<W: Word, I: Copy> WordMap<W, I> {
    /// The id of a word, if it has one.
    #[inline]
    pub(crate) fn get(&self, word: W) -> Option<I> {
        let known = self.table.find(word.mixed(), |(known, _)| *known == word);
        known.map(|(_, id)| *id)
    }

    /// Memory that it takes, in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        table_bytes::<(W, I)>(self.table.len())
    }

    /// Adds a word with its id; the word must be new.
    #[inline]
    pub(crate) fn insert(&mut self, word: W, id: I) {
        debug_assert!(self.get(word).is_none(), "a word gets its id once");
        self.table
            .insert_unique(word.mixed(), (word, id), |(known, _)| known.mixed());
    }
}
