//! Slices of numbers that are told apart and numbered in the order they are first seen.

use super::machine::Machine;
use sandtable_ir::Reg;

/// Numbered slices. All live in one piece of memory.
#[derive(Debug)]
pub(super) struct Keys {
    words: Vec<i32>,
    ends: Vec<u32>,
    /// Slices, each at the place that its hash says or the next free one behind; a power of 2 of places.
    table: Vec<Place>,
}

/// A place of the table.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The upper half of the slice's hash.
    tag: u32,
    /// The number of the slice.
    at: u32,
}

/// From so many places on a table grows more slowly.
const MANY: usize = 1 << 16;

/// A free place of the table.
const FREE: Place = Place {
    tag: u32::MAX,
    at: u32::MAX,
};

impl Default for Keys {
    /// None yet, with room for some.
    fn default() -> Self {
        Self {
            words: Vec::with_capacity(256),
            ends: Vec::with_capacity(64),
            table: vec![FREE; 128],
        }
    }
}

impl Keys {
    /// The number of a slice, and whether it is new. What tells slices of different kinds apart belongs in the slice.
    #[inline]
    pub(super) fn number(&mut self, key: &[i32]) -> (u32, bool) {
        let start = self.words.len();
        self.words.extend_from_slice(key);
        self.number_last(start)
    }

    /// As [`Self::number`], of numbers that come one by one.
    pub(super) fn number_of(&mut self, key: impl Iterator<Item = i32>) -> (u32, bool) {
        let start = self.words.len();
        self.words.extend(key);
        self.number_last(start)
    }

    /// The number of what a machine has in some registers, behind a number for the kind.
    #[inline]
    pub(super) fn number_at(&mut self, kind: i32, regs: &[Reg], machine: &Machine) -> (u32, bool) {
        let start = self.words.len();
        self.words.push(kind);
        self.words.extend(regs.iter().map(|reg| machine.get(*reg)));
        self.number_last(start)
    }

    /// Numbers what stands behind all other slices; takes it away again if it is known.
    #[inline]
    fn number_last(&mut self, start: usize) -> (u32, bool) {
        let key = self.words.get(start..).unwrap_or(&[]);
        let hash = hash(key);
        let tag = (hash >> 32) as u32;
        let mask = self.table.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(known) = self.table.get(place).filter(|known| known.at != FREE.at) {
            if known.tag == tag && is_same(self.get(known.at), key) {
                let at = known.at;
                self.words.truncate(start);
                return (at, false);
            }
            place = (place + 1) & mask;
        }
        let at = self.ends.len() as u32;
        if let Some(free) = self.table.get_mut(place) {
            *free = Place { tag, at };
        }
        self.ends.push(self.words.len() as u32);
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        (at, true)
    }

    /// Four times the places, later twice.
    #[cold]
    fn grow(&mut self) {
        let times = if self.table.len() < MANY { 4 } else { 2 };
        let mut table = vec![FREE; self.table.len() * times];
        let mask = table.len() - 1;
        for known in self.table.iter().filter(|known| known.at != FREE.at) {
            let mut place = hash(self.get(known.at)) as usize & mask;
            while table.get(place).is_some_and(|place| place.at != FREE.at) {
                place = (place + 1) & mask;
            }
            if let Some(free) = table.get_mut(place) {
                *free = *known;
            }
        }
        self.table = table;
    }

    /// The kind in front of a slice.
    #[inline]
    pub(super) fn kind(&self, at: u32) -> i32 {
        self.get(at).first().copied().unwrap_or(0)
    }

    /// Puts the numbers behind the kind back into the registers of a machine.
    #[inline]
    pub(super) fn restore(&self, at: u32, regs: &[Reg], machine: &mut Machine) {
        for (reg, value) in regs.iter().zip(self.get(at).iter().skip(1)) {
            machine.set(*reg, *value);
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

/// Whether two slices are equal; they are short, so that calling anybody would take longer.
#[inline]
fn is_same(one: &[i32], other: &[i32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

/// Mixes all numbers of a slice; never used for an order.
#[inline]
fn hash(key: &[i32]) -> u64 {
    let mut state = key.len() as u64;
    let (pairs, rest) = key.as_chunks::<2>();
    for [low, high] in pairs {
        let word = u64::from(*high as u32) << 32 | u64::from(*low as u32);
        state = (state.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }
    for word in rest {
        state = (state.rotate_left(5) ^ u64::from(*word as u32)).wrapping_mul(SPREAD);
    }
    mix(state)
}

const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

/// Spreads every bit of a word over all.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let product = u128::from(word) * u128::from(SPREAD);
    (product as u64) ^ ((product >> 64) as u64)
}
