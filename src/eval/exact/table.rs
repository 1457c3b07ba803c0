//! Numbers by words: what telling things apart comes to where all that matters of them fits a word.

use crate::eval::keys::mix;

/// What things are told apart by.
pub(super) trait Word: Copy + Eq + Default {
    /// Every bit spread over all of a hash; never used for an order.
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
pub(super) fn pair(one: u32, other: u32) -> u64 {
    u64::from(one) << 32 | u64::from(other)
}

/// Numbers by words.
#[derive(Debug)]
pub(super) struct Table<W> {
    /// Each where its hash says or the next free place behind; none, or a power of 2 of places.
    places: Vec<(W, u32)>,
    n_words: usize,
}

/// The number at a free place.
const FREE: u32 = u32::MAX;
/// Places that the first word makes.
const FIRST: usize = 64;

impl<W> Default for Table<W> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            n_words: 0,
        }
    }
}

impl<W: Word> Table<W> {
    /// The number of a word, if it is known.
    #[inline]
    pub(super) fn get(&self, word: W) -> Option<u32> {
        let (_, number) = self.places.get(self.find(word))?;
        Some(*number).filter(|number| *number != FREE)
    }

    /// Gives a number to a word that has none.
    #[inline]
    pub(super) fn put(&mut self, word: W, number: u32) {
        self.n_words += 1;
        if self.n_words * 2 > self.places.len() {
            self.grow();
        }
        let at = self.find(word);
        if let Some(place) = self.places.get_mut(at) {
            *place = (word, number);
        }
    }

    /// Where a word stands, or the free place where it belongs.
    #[inline]
    fn find(&self, word: W) -> usize {
        let mask = self.places.len().wrapping_sub(1);
        let mut at = word.mixed() as usize & mask;
        while let Some((known, number)) = self.places.get(at) {
            if *number == FREE || *known == word {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// Four times the places.
    #[cold]
    fn grow(&mut self) {
        let n_places = (self.places.len() * 4).max(FIRST);
        let before = std::mem::replace(&mut self.places, vec![(W::default(), FREE); n_places]);
        for (word, number) in before {
            if number != FREE {
                let at = self.find(word);
                if let Some(place) = self.places.get_mut(at) {
                    *place = (word, number);
                }
            }
        }
    }
}
