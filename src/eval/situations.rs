//! The situations found so far, told apart and numbered in the order they are first seen.
//!
//! A situation is the question at which the machine stands, or the end, and the numbers that matter there. Where there
//! are few of them, each gets a *lane* of one large word, which is quick to compare; from the first number on that
//! does not fit its lane, situations are slices.

use super::keys::{Keys, mix};
use super::machine::Machine;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use sandtable_ir::{NONE, Reg};

/// What stands in the place of a question for the end of a run; questions have their index there.
pub(super) const END: i32 = -1;

/// A lane that is narrower is not worth the trouble.
const NARROWEST: u32 = 8;

/// Numbered situations.
#[derive(Debug)]
pub(super) struct Situations {
    store: Store,
    /// How many numbers matter: at the end, then at each question.
    n_values: Vec<usize>,
    key: Vec<i32>,
}

#[derive(Debug)]
enum Store {
    Words(Words),
    Slices(Keys),
}

impl Situations {
    /// None yet. `n_values` says how many numbers matter: at the end, then at each question.
    pub(super) fn new(n_values: Vec<usize>) -> Self {
        let n_lanes = n_values.iter().max().copied().unwrap_or(0) + 1;
        let lane = (64 / n_lanes.div_ceil(2)).min(32) as u32;
        Self {
            store: match lane {
                NARROWEST.. => Store::Words(Words::new(lane)),
                _ => Store::Slices(Keys::default()),
            },
            n_values,
            key: Vec::new(),
        }
    }

    /// The number of a situation, and whether it is new.
    #[inline]
    pub(super) fn number(&mut self, kind: i32, regs: &[Reg], machine: &Machine) -> (u32, bool) {
        if let Store::Words(words) = &mut self.store {
            let values = regs.iter().map(|reg| machine.get(*reg));
            if let Some(word) = words.pack(kind, values) {
                return words.number(word);
            }
        }
        self.number_slice(kind, regs, machine)
    }

    #[cold]
    fn number_slice(&mut self, kind: i32, regs: &[Reg], machine: &Machine) -> (u32, bool) {
        if matches!(self.store, Store::Words(_)) {
            self.unpack();
        }
        self.key.clear();
        self.key.push(kind);
        self.key.extend(regs.iter().map(|reg| machine.get(*reg)));
        match &mut self.store {
            Store::Slices(keys) => keys.number(&self.key),
            Store::Words(_) => (0, false),
        }
    }

    /// Goes over to slices; all keep their numbers.
    fn unpack(&mut self) {
        let mut keys = Keys::default();
        let mut key = Vec::new();
        for node in 0..self.len() as u32 {
            key.clear();
            key.push(self.kind(node));
            self.values(node, &mut key);
            keys.number(&key);
        }
        self.store = Store::Slices(keys);
    }

    /// The question at which a situation stands, or [`END`].
    #[inline]
    pub(super) fn kind(&self, node: u32) -> i32 {
        match &self.store {
            Store::Words(words) => words.kind(node),
            Store::Slices(keys) => keys.get(node).first().copied().unwrap_or(END),
        }
    }

    /// Adds the numbers of a situation to a list.
    #[inline]
    pub(super) fn values(&self, node: u32, list: &mut Vec<i32>) {
        match &self.store {
            Store::Words(words) => {
                let n_values = self.n_values.get((words.kind(node) + 1) as usize);
                list.extend(words.values(node).take(n_values.copied().unwrap_or(0)));
            }
            Store::Slices(keys) => list.extend(keys.get(node).iter().skip(1)),
        }
    }

    /// Puts the numbers of a situation back into the registers of a machine.
    #[inline]
    pub(super) fn restore(&self, node: u32, regs: &[Reg], machine: &mut Machine) {
        match &self.store {
            Store::Words(words) => {
                for (reg, value) in regs.iter().zip(words.values(node)) {
                    machine.set(*reg, value);
                }
            }
            Store::Slices(keys) => {
                for (reg, value) in regs.iter().zip(keys.get(node).iter().skip(1)) {
                    machine.set(*reg, *value);
                }
            }
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        match &self.store {
            Store::Words(words) => words.words.len(),
            Store::Slices(keys) => keys.len(),
        }
    }

    /// How much memory they take, in numbers.
    pub(super) fn n_words(&self) -> usize {
        match &self.store {
            Store::Words(words) => words.words.len() * 4,
            Store::Slices(keys) => keys.n_words(),
        }
    }
}

/// Situations as words of two halves: the kind plus 1 in the lowest lane, then the numbers.
#[derive(Debug)]
struct Words {
    /// Bits of a lane. No lane lies in both halves.
    lane: u32,
    words: Vec<Halves>,
    table: HashTable<u32>,
}

/// The lower half, then the upper.
type Halves = [u64; 2];

impl Words {
    fn new(lane: u32) -> Self {
        Self {
            lane,
            words: Vec::with_capacity(64),
            table: HashTable::with_capacity(112),
        }
    }

    /// `None` if a number does not fit. A lane holds a number plus half of the lane's values, and 0 for nothing.
    #[inline]
    fn pack(&self, kind: i32, values: impl Iterator<Item = i32>) -> Option<Halves> {
        let lane = self.lane;
        let half = 1_i64 << (lane - 1);
        let first = (kind + 1) as u64;
        let (mut low, mut word, mut shift) = (None, first, lane);
        // All numbers that must fit, one over the other.
        let mut all = first;
        for value in values {
            if shift + lane > 64 {
                (low, word, shift) = (Some(word), 0, 0);
            }
            if value != NONE {
                let code = (i64::from(value) + half) as u64;
                all |= code | code.wrapping_sub(1);
                word |= code << shift;
            }
            shift += lane;
        }
        let halves = match low {
            Some(low) => [low, word],
            None => [word, 0],
        };
        (all >> lane == 0).then_some(halves)
    }

    #[inline]
    fn number(&mut self, word: Halves) -> (u32, bool) {
        let Self { words, table, .. } = self;
        let entry = table.entry(
            hash(word),
            |at| words.get(*at as usize) == Some(&word),
            |at| words.get(*at as usize).map_or(0, |word| hash(*word)),
        );
        match entry {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let at = words.len() as u32;
                entry.insert(at);
                words.push(word);
                (at, true)
            }
        }
    }

    #[inline]
    fn get(&self, node: u32) -> Halves {
        self.words.get(node as usize).copied().unwrap_or([0, 0])
    }

    #[inline]
    fn kind(&self, node: u32) -> i32 {
        let [low, _] = self.get(node);
        (low & self.mask()) as i32 - 1
    }

    /// The numbers of a situation, with nothing in the lanes behind.
    #[inline]
    fn values(&self, node: u32) -> impl Iterator<Item = i32> {
        let [low, high] = self.get(node);
        let (lane, mask) = (self.lane, self.mask());
        let half = 1_i64 << (lane - 1);
        let (mut word, mut shift) = (low, lane);
        std::iter::repeat_with(move || {
            if shift + lane > 64 {
                (word, shift) = (high, 0);
            }
            let code = word >> shift & mask;
            shift += lane;
            match code {
                0 => NONE,
                code => (code as i64 - half) as i32,
            }
        })
    }

    #[inline]
    fn mask(&self) -> u64 {
        (1 << self.lane) - 1
    }
}

/// Mixes both halves; never used for an order.
#[inline]
fn hash([low, high]: Halves) -> u64 {
    let mixed = mix(mix(low ^ 0x9e37_79b9_7f4a_7c15) ^ high);
    mixed ^ (mixed >> 29)
}
