//! Bitmap indexes of the units that scans look for (O'Neil and Quass 1997).
//!
//! Each test of a scan that compares a track or a constant of a unit with a number has the set of units that pass it; each test
//! that compares it with a register has a set per value. Sets of tracks are updated as the state changes. A scan intersects a few
//! words, and tests single units only for measurements and other comparisons.
#![expect(
    clippy::indexing_slicing,
    reason = "units, registers of the state and filters are those of one program, for which the index was made; a slip stops the run"
)]

use super::fault::FaultKind;
use super::scan::Looking;
use sandtable_ir::value::{compare, member};
use sandtable_ir::{
    Filter, FilterId, NONE, Operand, Order, Program, Reg, Relation, Subject, Test, written_slots,
};
use std::collections::{BTreeMap, BTreeSet};

/// Words of the sets by value of one track or constant, at most: an eighth of a megabyte.
const MOST_WORDS: usize = 1 << 14;

/// The indexes of one program, as of one state.
#[derive(Debug, Clone)]
pub struct BitmapIndex {
    /// Words of a set of units.
    n_words: usize,
    /// The words of all sets, grouped by set.
    words: Vec<u64>,
    tracks: Vec<Option<TrackSets>>,
    /// By register of the state: its unit and its track.
    slots: Vec<(u32, u32)>,
    /// By filter: its plan.
    plans: Vec<Plan>,
}

/// A set of units: the place of its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SetId(usize);

/// Sets by value: of `low` and the following values, then of [`NONE`].
#[derive(Debug, Clone, Copy)]
struct ValueSets {
    low: i32,
    n_values: usize,
    first: SetId,
}

/// The sets that depend on a track.
#[derive(Debug, Clone, Default)]
struct TrackSets {
    by_value: Option<ValueSets>,
    /// The units whose track has a relation to a number.
    by_relation: Vec<(Relation, SetId)>,
}

/// A filter, taken apart.
#[derive(Debug, Clone)]
struct Plan {
    candidates: SetId,
    /// The clauses that sets decide, one after the other.
    terms: Vec<Term>,
    /// The places of the other clauses.
    rest: Vec<usize>,
}

/// A test that sets decide.
#[derive(Debug, Clone, Copy)]
struct Term {
    units: Units,
    /// Whether these units pass, or all others.
    holds: bool,
    /// Whether it is the last of its clause.
    ends_clause: bool,
}

/// The units that a term is about.
#[derive(Debug, Clone, Copy)]
enum Units {
    /// The members of a set.
    Of(SetId),
    /// Those with the value in a register of the row.
    WithValue(ValueSets, u32),
    /// The one in a register of the row.
    In(u32),
}

impl BitmapIndex {
    /// The indexes for all filters of a program, as of its start.
    pub(super) fn new(program: &Program) -> Self {
        let n_tracks = program.n_tracks as usize;
        let mut building = Building {
            program,
            unreported: written_slots(program),
            index: Self {
                n_words: program.n_units as usize / 64 + 1,
                words: Vec::new(),
                tracks: vec![None; n_tracks],
                slots: program
                    .slots
                    .iter()
                    .map(|slot| (slot.unit, slot.track))
                    .collect(),
                plans: Vec::new(),
            },
            columns: BTreeMap::new(),
        };
        let filters = program.filters.iter();
        let plans = filters.map(|filter| building.plan(filter)).collect();
        let mut index = building.index;
        index.plans = plans;
        for (at, slot) in (0..).zip(&program.slots) {
            index.changed(Reg(at), NONE, slot.start);
        }
        index
    }

    /// Updates the sets after a change of a register of the state.
    #[inline]
    pub(super) fn changed(&mut self, slot: Reg, before: i32, after: i32) {
        let (unit, track) = self.slots[slot.0 as usize];
        let Some(sets) = &self.tracks[track as usize] else {
            return;
        };
        let (word, bit) = (unit as usize / 64, 1 << (unit % 64));
        if let Some(by_value) = sets.by_value {
            if let Some(SetId(set)) = by_value.set(self.n_words, before) {
                self.words[set + word] &= !bit;
            }
            if let Some(SetId(set)) = by_value.set(self.n_words, after) {
                self.words[set + word] |= bit;
            }
        }
        for (relation, SetId(set)) in &sets.by_relation {
            match holds(after, *relation) {
                true => self.words[set + word] |= bit,
                false => self.words[set + word] &= !bit,
            }
        }
    }

    /// As [`scan::next`](super::scan::next), with its errors, for the state in `registers`.
    pub(super) fn next(
        &self,
        program: &Program,
        filter: FilterId,
        last: i32,
        row: &[i32],
        registers: &[i32],
    ) -> Result<(i32, u64), FaultKind> {
        let plan = &self.plans[filter.0 as usize];
        let first = (last + 1) as usize;
        let mut behind = u64::MAX << (first % 64);
        let mut steps = 0;
        for word in first / 64..self.n_words {
            let mut units = self.words[plan.candidates.0 + word] & behind;
            behind = u64::MAX;
            if units == 0 {
                continue;
            }
            let mut passing = 0;
            for term in &plan.terms {
                passing |= self.word(term, row, word);
                if term.ends_clause {
                    units &= std::mem::take(&mut passing);
                }
            }
            while units != 0 {
                let unit = (word * 64) as i32 + units.trailing_zeros() as i32;
                let looking = Looking {
                    program,
                    registers,
                    row,
                    unit,
                };
                let filter = &program.filters[filter.0 as usize];
                let mut rest = plan.rest.iter().map(|at| &filter.clauses[*at]);
                steps += 1;
                if looking.meets_all(&mut rest, &mut steps)? {
                    return Ok((unit, steps));
                }
                units &= units - 1;
            }
        }
        Ok((NONE, steps))
    }

    /// One word of the units that pass a term.
    #[inline]
    fn word(&self, term: &Term, row: &[i32], word: usize) -> u64 {
        let units = match term.units {
            Units::Of(SetId(set)) => self.words[set + word],
            Units::WithValue(by_value, about) => {
                let set = by_value.set(self.n_words, row[about as usize]);
                set.map_or(0, |SetId(set)| self.words[set + word])
            }
            Units::In(about) => match usize::try_from(row[about as usize]) {
                Ok(unit) if unit / 64 == word => 1 << (unit % 64),
                Ok(_) | Err(_) => 0,
            },
        };
        match term.holds {
            true => units,
            false => !units,
        }
    }
}

impl ValueSets {
    /// The set of a value; `None` if no unit can have it.
    #[inline]
    fn set(&self, n_words: usize, value: i32) -> Option<SetId> {
        let at = match value {
            NONE => self.n_values,
            _ => usize::try_from(value.checked_sub(self.low)?).ok()?,
        };
        let is_known = value == NONE || at < self.n_values;
        is_known.then_some(SetId(self.first.0 + at * n_words))
    }
}

/// Whether a value has a relation to a number.
#[inline]
fn holds(value: i32, relation: Relation) -> bool {
    match relation {
        Relation::Order(order, Operand::Constant(with)) => compare(value, with, order),
        Relation::Set(set) => member(value, set),
        Relation::Order(
            _,
            Operand::About(_) | Operand::Itself | Operand::Track(_) | Operand::Stat(_),
        ) => false,
    }
}

/// Builder of the indexes.
struct Building<'a> {
    program: &'a Program,
    /// Registers of the state whose changes are not reported.
    unreported: BTreeSet<Reg>,
    index: BitmapIndex,
    /// Sets by value of constants, by unit.
    columns: BTreeMap<Vec<i32>, Option<ValueSets>>,
}

impl Building<'_> {
    fn plan(&mut self, filter: &Filter) -> Plan {
        let candidates: Vec<i32> = filter.candidates().collect();
        let mut plan = Plan {
            candidates: self.new_sets(1),
            terms: Vec::new(),
            rest: Vec::new(),
        };
        for unit in &candidates {
            self.add(plan.candidates, *unit);
        }
        // After a clause that may fault no clause is decided in advance, since it may never be evaluated.
        let mut is_safe = true;
        for (at, clause) in filter.clauses.iter().enumerate() {
            is_safe &= clause.iter().all(|test| self.is_safe(test, &candidates));
            let tests = clause.iter();
            let terms = tests.map(|test| self.term(test, &candidates));
            let terms = match is_safe {
                true => terms.collect::<Option<Vec<Term>>>(),
                false => None,
            };
            match terms {
                Some(mut terms) if !terms.is_empty() => {
                    if let Some(last) = terms.last_mut() {
                        last.ends_clause = true;
                    }
                    plan.terms.append(&mut terms);
                }
                Some(_) | None => plan.rest.push(at),
            }
        }
        plan
    }

    /// Whether a test of these units cannot fault.
    fn is_safe(&self, test: &Test, candidates: &[i32]) -> bool {
        let slot = |unit: &i32, track| self.program.slot_of_unit(*unit, track);
        let is_known = |operand: Operand| match operand {
            Operand::Track(track) => candidates.iter().all(|unit| slot(unit, track).is_some()),
            Operand::Constant(_) | Operand::About(_) | Operand::Itself | Operand::Stat(_) => true,
        };
        !matches!(test.subject, Subject::Measure(..)) && test.operands().all(is_known)
    }

    /// The sets that decide a test; `None` if none do.
    fn term(&mut self, test: &Test, candidates: &[i32]) -> Option<Term> {
        let (units, holds) = match (&test.subject, test.relation) {
            (Subject::Measure(..), _)
            | (Subject::Value(Operand::About(_)), _)
            | (_, Relation::Order(_, Operand::Itself | Operand::Track(_) | Operand::Stat(_))) => {
                return None;
            }
            (subject, Relation::Order(order, Operand::About(about))) => {
                let units = match subject {
                    Subject::Value(Operand::Itself) => Units::In(about),
                    Subject::Value(Operand::Track(track)) => {
                        Units::WithValue(self.values_of_track(*track)?, about)
                    }
                    Subject::Value(_) | Subject::Listed(_) | Subject::Measure(..) => {
                        Units::WithValue(self.values_of(subject, candidates)?, about)
                    }
                };
                match order {
                    Order::Equal => (units, test.holds),
                    Order::NotEqual => (units, !test.holds),
                    Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => {
                        return None;
                    }
                }
            }
            (Subject::Value(Operand::Track(track)), relation) => {
                (Units::Of(self.set_of_track(*track, relation)?), test.holds)
            }
            (subject, relation) => {
                let set = self.new_sets(1);
                for unit in candidates {
                    if holds(self.constant(subject, *unit)?, relation) {
                        self.add(set, *unit);
                    }
                }
                (Units::Of(set), test.holds)
            }
        };
        Some(Term {
            units,
            holds,
            ends_clause: false,
        })
    }

    /// A value of a unit that never changes.
    fn constant(&self, subject: &Subject, unit: i32) -> Option<i32> {
        match subject {
            Subject::Value(Operand::Constant(value)) => Some(*value),
            Subject::Value(Operand::Itself) => Some(unit),
            Subject::Value(Operand::Stat(field)) => self.program.constant_of(unit, *field),
            Subject::Listed(values) => values.get(usize::try_from(unit).ok()?).copied(),
            Subject::Value(Operand::About(_) | Operand::Track(_)) | Subject::Measure(..) => None,
        }
    }

    /// Sets by value of what never changes.
    fn values_of(&mut self, subject: &Subject, candidates: &[i32]) -> Option<ValueSets> {
        let values = candidates.iter().map(|unit| self.constant(subject, *unit));
        let values = values.collect::<Option<Vec<i32>>>()?;
        let mut column = vec![NONE; self.program.n_units as usize];
        for (unit, value) in candidates.iter().zip(&values) {
            column[*unit as usize] = *value;
        }
        if let Some(known) = self.columns.get(&column) {
            return *known;
        }
        let numbers = || values.iter().copied().filter(|value| *value != NONE);
        let by_value = self.new_values(numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        if let Some(by_value) = by_value {
            for (unit, value) in candidates.iter().zip(&values) {
                if let Some(set) = by_value.set(self.index.n_words, *value) {
                    self.add(set, *unit);
                }
            }
        }
        self.columns.insert(column, by_value);
        by_value
    }

    /// Sets by value of a track, if all its changes are reported.
    fn values_of_track(&mut self, track: u32) -> Option<ValueSets> {
        if let Some(known) = self.track(track)?.by_value {
            return Some(known);
        }
        let slots = self.program.slots.iter().filter(|slot| slot.track == track);
        let starts = slots.clone().map(|slot| slot.start);
        let starts = starts.filter(|start| *start != NONE);
        let low = slots.clone().map(|slot| slot.low).chain(starts.clone());
        let high = slots.map(|slot| slot.high).chain(starts);
        let by_value = self.new_values(low.min()?, high.max()?);
        self.track(track)?.by_value = by_value;
        by_value
    }

    /// The units whose track has a relation to a number, if all its changes are reported.
    fn set_of_track(&mut self, track: u32, relation: Relation) -> Option<SetId> {
        let known = self.track(track)?.by_relation.iter();
        let known = known.clone().find(|(known, _)| *known == relation);
        if let Some((_, set)) = known {
            return Some(*set);
        }
        let set = self.new_sets(1);
        self.track(track)?.by_relation.push((relation, set));
        Some(set)
    }

    fn track(&mut self, track: u32) -> Option<&mut TrackSets> {
        let mut slots = (0..).zip(&self.program.slots);
        let of_track = |(at, slot): (u32, &sandtable_ir::Slot)| {
            slot.track == track && self.unreported.contains(&Reg(at))
        };
        if slots.any(of_track) {
            return None;
        }
        let sets = self.index.tracks.get_mut(track as usize)?;
        Some(sets.get_or_insert_default())
    }

    /// Sets of the values from `low` to `high`, all empty; `None` if they take too much room.
    fn new_values(&mut self, low: i32, high: i32) -> Option<ValueSets> {
        let n_values = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
        if n_values.saturating_mul(self.index.n_words) > MOST_WORDS {
            return None;
        }
        Some(ValueSets {
            low,
            n_values,
            first: self.new_sets(n_values + 1),
        })
    }

    fn new_sets(&mut self, n: usize) -> SetId {
        let first = self.index.words.len();
        let n_words = n * self.index.n_words;
        self.index.words.resize(first + n_words, 0);
        SetId(first)
    }

    fn add(&mut self, SetId(set): SetId, unit: i32) {
        self.index.words[set + unit as usize / 64] |= 1 << (unit % 64);
    }
}
