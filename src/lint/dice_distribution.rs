//! How often a throw of dice comes to what.

use sandtable_model::lowest_terms;
use sandtable_source::Span;

/// A throw whose results are counted.
#[derive(Debug, Clone)]
pub(super) struct Thrown {
    /// The least result.
    pub(super) low: i64,
    /// How many ways lead to each result, from the least on.
    ways: Vec<u128>,
    /// Where dice are thrown for it: a throw that is used twice is not two throws.
    places: Vec<Span>,
}

/// With more results or ways than this, nothing is counted.
const MOST_RESULTS: usize = 1_000;
const MOST_WAYS: u128 = 1 << 100;

impl Thrown {
    /// So many dice with so many sides, added up.
    pub(super) fn dice(count: u32, sides: u32, place: Span) -> Option<Self> {
        let faces: Vec<i64> = (1..=i64::from(sides.min(2_000))).collect();
        let one = Self::faces(&faces, place)?;
        if count == 0 || sides > 1_000 {
            return None;
        }
        let mut all = one.clone();
        for _ in 1..count {
            all = all.convolved(&one)?;
        }
        Some(all)
    }

    /// A die with numbers of its own.
    pub(super) fn faces(faces: &[i64], place: Span) -> Option<Self> {
        let (low, high) = (*faces.iter().min()?, *faces.iter().max()?);
        let length = usize::try_from(high - low + 1).ok()?;
        if length > MOST_RESULTS {
            return None;
        }
        let mut ways = vec![0; length];
        for face in faces {
            let at = usize::try_from(face - low).ok()?;
            *ways.get_mut(at)? += 1;
        }
        Some(Self {
            low,
            ways,
            places: vec![place],
        })
    }

    /// The greatest result.
    pub(super) fn high(&self) -> i64 {
        self.low + i64::try_from(self.ways.len()).unwrap_or(1) - 1
    }

    /// Both, added up; nothing if they share a throw.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        if self.places.iter().any(|place| other.places.contains(place)) {
            return None;
        }
        let mut both = self.convolved(other)?;
        both.places.extend(&other.places);
        Some(both)
    }

    fn convolved(&self, other: &Self) -> Option<Self> {
        let length = self.ways.len() + other.ways.len() - 1;
        if length > MOST_RESULTS || self.n_ways().checked_mul(other.n_ways())? > MOST_WAYS {
            return None;
        }
        let mut ways = vec![0; length];
        for (at, one) in self.ways.iter().enumerate() {
            for (more, two) in other.ways.iter().enumerate() {
                *ways.get_mut(at + more)? += one * two;
            }
        }
        Some(Self {
            low: self.low + other.low,
            ways,
            places: self.places.clone(),
        })
    }

    /// Counted the other way.
    pub(super) fn negated(&self) -> Self {
        Self {
            low: -self.high(),
            ways: self.ways.iter().rev().copied().collect(),
            places: self.places.clone(),
        }
    }

    /// How many ways lead to a result.
    pub(super) fn ways_to(&self, result: i64) -> u128 {
        let at = usize::try_from(result - self.low).ok();
        at.and_then(|at| self.ways.get(at)).copied().unwrap_or(0)
    }

    fn n_ways(&self) -> u128 {
        self.ways.iter().sum()
    }

    /// The chance of results that meet a condition, as a fraction in lowest terms.
    pub(super) fn chance(&self, meets: impl Fn(i64) -> bool) -> (u128, u128) {
        let results = (self.low..).zip(&self.ways);
        let n_meeting = results
            .filter(|(result, _)| meets(*result))
            .map(|(_, ways)| ways)
            .sum();
        lowest_terms(n_meeting, self.n_ways())
    }
}
