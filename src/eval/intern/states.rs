//! Interned states of the machine.
//!
//! A state is the location of the machine, and the values of the registers that are live there. If there
//! are few of them, each gets a *lane* of one large word, which is fast to compare; from the first value on that
//! does not fit its lane, states are slices.

use super::slices::SliceInterner;
use super::{mix, table_bytes};
use crate::explore::Location;
use crate::machine::Machine;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use sandtable_ir::{IndexVec, NONE, Reg};

sandtable_ir::define_ids! {
    /// The number of a state, in the order in which states are first seen.
    pub(crate) struct StateId;
}

/// A lane that is narrower is not worth the trouble.
const NARROWEST: u32 = 8;

/// Interned states.
#[derive(Debug)]
pub(crate) struct StateInterner {
    store: Store,
    /// The numbers of live registers: at the end, then at each question.
    n_live: Vec<usize>,
}

#[derive(Debug)]
enum Store {
    Packed(PackedStates),
    Slices(SliceInterner<StateId>),
}

impl StateInterner {
    /// Empty. `n_live` says how many registers are live: at the end, then at each question.
    pub(crate) fn new(n_live: Vec<usize>) -> Self {
        let n_lanes = n_live.iter().max().map_or(1, |most| most + 1);
        let lane = (64 / n_lanes.div_ceil(2)).min(32) as u32;
        Self {
            store: match lane {
                NARROWEST.. => Store::Packed(PackedStates::new(lane)),
                _ => Store::Slices(SliceInterner::default()),
            },
            n_live,
        }
    }

    /// The id of the state of a machine, and whether it is new. `regs` are those that are live.
    #[inline]
    pub(crate) fn intern(
        &mut self,
        location: Location,
        regs: &[Reg],
        machine: &Machine,
    ) -> (StateId, bool) {
        let kind = location.code();
        let packed = match &mut self.store {
            Store::Slices(slices) => return slices.intern_registers(kind, regs, machine),
            Store::Packed(packed) => packed,
        };
        let values = regs.iter().map(|reg| machine.get(*reg));
        if let Some(word) = packed.pack(kind, values) {
            return packed.intern(word);
        }
        let mut slices = unpacked(packed, &self.n_live);
        let found = slices.intern_registers(kind, regs, machine);
        self.store = Store::Slices(slices);
        found
    }

    /// The location of a state.
    #[inline]
    pub(crate) fn location(&self, state: StateId) -> Location {
        Location::of_code(match &self.store {
            Store::Packed(packed) => packed.kind(state),
            Store::Slices(slices) => slices.kind(state),
        })
    }

    /// Adds the values of a state to a list.
    #[inline]
    pub(crate) fn values(&self, state: StateId, list: &mut Vec<i32>) {
        match &self.store {
            Store::Packed(packed) => {
                let n_live = n_live(&self.n_live, packed.kind(state));
                list.extend(packed.values(state).take(n_live));
            }
            Store::Slices(slices) => list.extend(slices.values(state)),
        }
    }

    /// Writes the values of a state into the registers of a machine.
    #[inline]
    pub(crate) fn restore(&self, state: StateId, regs: &[Reg], machine: &mut Machine) {
        match &self.store {
            Store::Packed(packed) => {
                for (reg, value) in regs.iter().zip(packed.values(state)) {
                    machine.set(*reg, value);
                }
            }
            Store::Slices(slices) => slices.restore(state, regs, machine),
        }
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        match &self.store {
            Store::Packed(packed) => packed.words.len(),
            Store::Slices(slices) => slices.len(),
        }
    }

    /// Memory that they take, in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        match &self.store {
            Store::Packed(packed) => {
                let n = packed.words.len();
                size_of::<Halves>() * n + table_bytes::<StateId>(n)
            }
            Store::Slices(slices) => slices.n_bytes(),
        }
    }
}

/// The number of live registers at the location of a state of this kind.
#[expect(
    clippy::indexing_slicing,
    reason = "kinds are -1 for the end, and from 0 on the questions for which there is a number"
)]
fn n_live(all: &[usize], kind: i32) -> usize {
    all[(kind + 1) as usize]
}

/// The same states as slices, with the same ids.
#[cold]
fn unpacked(packed: &PackedStates, all: &[usize]) -> SliceInterner<StateId> {
    let mut slices = SliceInterner::default();
    for state in packed.words.ids() {
        let kind = packed.kind(state);
        let values = packed.values(state).take(n_live(all, kind));
        slices.intern_all(std::iter::once(kind).chain(values));
    }
    slices
}

/// States as words of two halves: the kind plus 1 in the lowest lane, then the values.
#[derive(Debug)]
struct PackedStates {
    /// Number of bits of a lane. No lane crosses the middle of the word.
    lane: u32,
    words: IndexVec<StateId, Halves>,
    table: HashTable<StateId>,
}

/// The lower half, then the upper.
type Halves = [u64; 2];

impl PackedStates {
    fn new(lane: u32) -> Self {
        Self {
            lane,
            words: IndexVec::with_capacity(64),
            table: HashTable::with_capacity(112),
        }
    }

    /// `None` if a value does not fit. A lane holds a value plus half of the lane's values, and 0 for nothing.
    #[inline]
    fn pack(&self, kind: i32, values: impl Iterator<Item = i32>) -> Option<Halves> {
        let lane = self.lane;
        let half = 1_i64 << (lane - 1);
        let first = (kind + 1) as u64;
        let (mut low, mut word, mut shift) = (None, first, lane);
        // All codes that must fit, one over the other.
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
    fn intern(&mut self, word: Halves) -> (StateId, bool) {
        let Self { words, table, .. } = self;
        let entry = table.entry(
            hash(word),
            |state| words[*state] == word,
            |state| hash(words[*state]),
        );
        match entry {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                let state = words.push(word);
                entry.insert(state);
                (state, true)
            }
        }
    }

    #[inline]
    fn kind(&self, state: StateId) -> i32 {
        let [low, _] = self.words[state];
        (low & self.mask()) as i32 - 1
    }

    /// Iterates over the values of a state, followed by [`NONE`] for each unused lane.
    #[inline]
    fn values(&self, state: StateId) -> impl Iterator<Item = i32> {
        let [low, high] = self.words[state];
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
