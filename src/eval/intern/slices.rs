//! Interned slices of numbers.

use super::{SPREAD, mix, table_bytes};
use crate::machine::Machine;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use sandtable_ir::{Id, IndexVec, Reg};

/// Interned slices, contiguous in memory.
#[derive(Debug)]
pub(crate) struct SliceInterner<I> {
    words: Vec<i32>,
    /// One past the last word of each slice.
    ends: IndexVec<I, u32>,
    table: HashTable<u32>,
}

impl<I: Id> Default for SliceInterner<I> {
    /// Empty, with room for some.
    fn default() -> Self {
        Self {
            words: Vec::with_capacity(256),
            ends: IndexVec::with_capacity(64),
            table: HashTable::with_capacity(56),
        }
    }
}

impl<I: Id> SliceInterner<I> {
    /// Returns the id of a slice, and whether it is new. The kind of a slice has to be part of it.
    #[inline]
    pub(crate) fn intern(&mut self, key: &[i32]) -> (I, bool) {
        let start = self.words.len();
        self.words.extend_from_slice(key);
        self.intern_last(start)
    }

    /// As [`Self::intern`], for an iterator.
    pub(crate) fn intern_all(&mut self, key: impl Iterator<Item = i32>) -> (I, bool) {
        let start = self.words.len();
        self.words.extend(key);
        self.intern_last(start)
    }

    /// Returns the id of the values of some registers, preceded by a number for the kind.
    #[inline]
    pub(crate) fn intern_registers(
        &mut self,
        kind: i32,
        regs: &[Reg],
        machine: &Machine,
    ) -> (I, bool) {
        let start = self.words.len();
        self.words.push(kind);
        self.words.extend(regs.iter().map(|reg| machine.get(*reg)));
        self.intern_last(start)
    }

    /// Interns the words after all other slices; removes them if the slice is known.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "`start` is a length that the words had before"
    )]
    fn intern_last(&mut self, start: usize) -> (I, bool) {
        let Self { words, ends, table } = self;
        let key = &words[start..];
        let entry = table.entry(
            hash(key),
            |known| is_same(slice(words, ends, I::from_index(*known as usize)), key),
            |known| hash(slice(words, ends, I::from_index(*known as usize))),
        );
        match entry {
            Entry::Occupied(entry) => {
                let known = *entry.get();
                words.truncate(start);
                (I::from_index(known as usize), false)
            }
            Entry::Vacant(entry) => {
                entry.insert(ends.len() as u32);
                (ends.push(words.len() as u32), true)
            }
        }
    }

    /// The kind in front of a slice.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "callers that ask for the kind have put it before every slice"
    )]
    pub(crate) fn kind(&self, id: I) -> i32 {
        self.get(id)[0]
    }

    /// Returns the values of a slice, without the kind.
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "callers that ask for these have put a kind before every slice"
    )]
    pub(crate) fn values(&self, id: I) -> &[i32] {
        &self.get(id)[1..]
    }

    /// Writes the values of a slice, without the kind, into the registers of a machine.
    #[inline]
    pub(crate) fn restore(&self, id: I, regs: &[Reg], machine: &mut Machine) {
        let values = self.values(id);
        debug_assert_eq!(values.len(), regs.len(), "a value for each register");
        for (reg, value) in regs.iter().zip(values) {
            machine.set(*reg, *value);
        }
    }

    /// The slice with an id.
    #[inline]
    pub(crate) fn get(&self, id: I) -> &[i32] {
        slice(&self.words, &self.ends, id)
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Memory that the slices take, in numbers.
    pub(crate) fn n_words(&self) -> usize {
        self.words.len()
    }

    /// Memory that everything takes, in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        let n = self.ends.len();
        size_of::<i32>() * self.words.len() + size_of::<u32>() * n + table_bytes::<u32>(n)
    }
}

#[inline]
#[expect(
    clippy::indexing_slicing,
    reason = "ends are lengths that the words had, in order"
)]
fn slice<'a, I: Id>(words: &'a [i32], ends: &IndexVec<I, u32>, id: I) -> &'a [i32] {
    let start = match id.index() {
        0 => 0,
        at => ends[I::from_index(at - 1)],
    };
    &words[start as usize..ends[id] as usize]
}

/// Whether two slices are equal; they are short, so that a call of `memcmp` would take longer.
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
