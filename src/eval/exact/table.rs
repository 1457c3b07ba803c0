//! Numbers by words: what telling things apart comes to where all that matters of them fits a word.

use crate::keys::mix;

/// What things are told apart by.
pub(super) trait Word: Copy + Eq {
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
    /// In the order in which they came.
    words: Vec<W>,
    /// Of the words.
    numbers: Vec<u32>,
    /// Places in those lists, each where the word's hash says or the next free one behind; none, or a power of 2 of them. So
    /// the free ones take little: what is larger than the allocator keeps at hand is asked of the system each time.
    places: Vec<u32>,
}

/// A free place.
const FREE: u32 = u32::MAX;
/// Places that the first word makes.
const FIRST: usize = 64;

impl<W> Default for Table<W> {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            numbers: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl<W: Word> Table<W> {
    /// The number of a word, if it is known.
    #[inline]
    pub(super) fn get(&self, word: W) -> Option<u32> {
        let at = self.places.get(self.find(word))?;
        self.numbers.get(*at as usize).copied()
    }

    /// Gives a number to a word that has none.
    #[inline]
    pub(super) fn put(&mut self, word: W, number: u32) {
        let new = self.words.len() as u32;
        self.words.push(word);
        self.numbers.push(number);
        if self.words.len() * 2 > self.places.len() {
            return self.grow();
        }
        let at = self.find(word);
        if let Some(place) = self.places.get_mut(at) {
            *place = new;
        }
    }

    /// Where a word stands, or the free place where it belongs.
    #[inline]
    fn find(&self, word: W) -> usize {
        let mask = self.places.len().wrapping_sub(1);
        let mut at = word.mixed() as usize & mask;
        while let Some(known) = self.places.get(at).filter(|known| **known != FREE) {
            if self.words.get(*known as usize) == Some(&word) {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// Twice the places.
    #[cold]
    fn grow(&mut self) {
        self.places = vec![FREE; (self.places.len() * 2).max(FIRST)];
        for at in 0..self.words.len() {
            let word = self.words.get(at).map(|word| self.find(*word));
            if let Some(place) = word.and_then(|place| self.places.get_mut(place)) {
                *place = at as u32;
            }
        }
    }
}
