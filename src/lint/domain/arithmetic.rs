//! Abstract operations: sets of results from sets of operands.

use super::{Elements, ValueSet};
use sandtable_model::NONE;
use sandtable_syntax::ast::{Order, Rounding};
use std::sync::Arc;

/// Returns the set of one word, flag or face.
pub(crate) fn singleton_bit(value: i32) -> u64 {
    u32::try_from(value)
        .ok()
        .and_then(|value| 1u64.checked_shl(value))
        .unwrap_or(u64::MAX)
}

/// Iterates over the values in a set of bits.
pub(crate) fn members(set: u64) -> impl Iterator<Item = i64> {
    (0..64).filter(move |value| set >> value & 1 == 1)
}

/// Returns the least and the greatest value, of words by their places in their list.
pub(crate) fn bounds(values: &ValueSet) -> Option<(i64, i64)> {
    match values.elements {
        Elements::Interval { low, high, .. } => Some((low, high)),
        Elements::Set(set) => Some((members(set).min()?, members(set).max()?)),
        Elements::Top => None,
    }
}

/// Returns the truth value of a comparison of all pairs from two ranges, if it is the same for all.
pub(crate) fn compared(
    order: Order,
    (low, high): (i64, i64),
    (least, most): (i64, i64),
) -> Option<bool> {
    let when = |yes: bool, no: bool| match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let apart = high < least || low > most;
    let same = low == high && least == most && low == least;
    match order {
        Order::Equal => when(same, apart),
        Order::NotEqual => when(apart, same),
        Order::Less => when(high < least, low >= most),
        Order::LessOrEqual => when(high <= least, low > most),
        Order::Greater => when(low > most, high <= least),
        Order::GreaterOrEqual => when(low >= most, high < least),
    }
}

/// Returns whether every face, or no face, satisfies every need; `sets` are the faces that satisfy each need.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "sets and the top element have no bounds"
)]
pub(crate) fn satisfied(faces: &ValueSet, needs: &ValueSet, sets: &[u64]) -> Option<bool> {
    let faces = match faces.elements {
        Elements::Set(set) => set,
        Elements::Interval { low, high, .. } if low >= 0 && high < 64 => {
            (low..=high).fold(0, |set, face| set | 1 << face)
        }
        _ => return None,
    };
    let needs = needs.bits().filter(|_| !needs.none)?;
    let mut needed = (0..)
        .zip(sets)
        .filter(|(need, _)| needs >> need & 1 == 1)
        .map(|(_, set)| set);
    let (all, any) = needed.try_fold((u64::MAX, 0), |(all, any), set| {
        Some((all & set, any | set))
    })?;
    match () {
        () if faces & any == 0 => Some(false),
        () if faces & !all == 0 => Some(true),
        () => None,
    }
}

/// Returns the words of a scale moved by a range of steps, saturating at its ends.
pub(crate) fn shifted(values: &ValueSet, by: &ValueSet, down: bool, top: i32) -> ValueSet {
    let top = i64::from(top).clamp(0, 63);
    let all = ValueSet::set((0..=top).fold(0, |set, value| set | 1 << value));
    let (Some(set), Some((low, high))) = (values.bits(), by.range()) else {
        return all.or_none(values.none);
    };
    let (low, high) = if down { (-high, -low) } else { (low, high) };
    let moved = members(set)
        .flat_map(|value| {
            (value + low.max(-64)).clamp(0, top)..=(value + high.min(64)).clamp(0, top)
        })
        .fold(0, |set, value| set | 1 << value);
    ValueSet::set(moved).or_none(values.none)
}

/// Returns the range of a rounded quotient; without bounds if the divisor can be zero or negative.
pub(crate) fn divided(left: &ValueSet, right: &ValueSet, rounding: Rounding) -> ValueSet {
    let (Some((low, high)), Some((least, most))) = (left.range(), right.range()) else {
        return ValueSet::top();
    };
    if least <= 0 {
        return ValueSet::interval(i64::from(NONE) + 1, i64::from(i32::MAX));
    }
    let ends = [(low, least), (low, most), (high, least), (high, most)];
    let ends = ends.map(|(above, below)| match rounding {
        Rounding::Down => above.div_euclid(below),
        Rounding::Up => -(-above).div_euclid(below),
        Rounding::Nearest => (2 * above + below).div_euclid(2 * below),
    });
    let quotient = hull(ends).on(left.basis_with(right));
    // A part of a number without a bound has no bound either.
    match quotient.range() {
        Some((least, most)) => {
            let low = if super::is_infinite(low) { low } else { least };
            let high = if super::is_infinite(high) { high } else { most };
            ValueSet::interval(low, high).on(quotient.basis)
        }
        None => quotient,
    }
}

/// Returns the set of remainders.
pub(crate) fn remainders(left: &ValueSet, right: &ValueSet) -> ValueSet {
    let Some((least, most)) = right.range().filter(|(least, _)| *least > 0) else {
        return ValueSet::interval(i64::from(NONE) + 1, i64::from(i32::MAX));
    };
    let (low, high) = left.range().unwrap_or((i64::MIN, i64::MAX));
    let is_known = least == most && !super::is_infinite(low) && !super::is_infinite(high);
    let (low, high) = match is_known && low.div_euclid(least) == high.div_euclid(least) {
        true => (low.rem_euclid(least), high.rem_euclid(least)),
        false if low >= 0 => (0, (most - 1).min(high)),
        false => (0, most - 1),
    };
    // Values between the bounds of the dividend may be missing.
    ValueSet::interval(low, high).on_correlated()
}

/// Returns the values that an arm of `depending on` matches; `None` if it matches none.
pub(crate) fn bounds_of_arm(values: &ValueSet, ranges: &[(i32, i32)]) -> Option<ValueSet> {
    let is_matched = |value: i64| {
        let mut ranges = ranges.iter();
        ranges.any(|(low, high)| (i64::from(*low)..=i64::from(*high)).contains(&value))
    };
    match &values.elements {
        Elements::Interval { low, high, .. } => {
            let first = ranges.iter().map(|(low, _)| i64::from(*low)).min()?;
            let last = ranges.iter().map(|(_, high)| i64::from(*high)).max()?;
            let (low, high) = ((*low).max(first), (*high).min(last));
            (low <= high).then(|| ValueSet::interval(low, high))
        }
        Elements::Set(bits) => {
            let bits = members(*bits)
                .filter(|value| is_matched(*value))
                .fold(0, |bits, value| bits | 1 << value);
            (bits != 0).then(|| ValueSet::set(bits))
        }
        Elements::Top => Some(ValueSet::top()),
    }
}

impl ValueSet {
    /// Returns the set of sums, or of differences for a negative sign.
    pub(crate) fn plus(&self, other: &Self, sign: i64) -> Self {
        let (Some((low, high)), Some((other_low, other_high))) = (self.range(), other.range())
        else {
            return Self::top();
        };
        let (more, less) = if sign < 0 {
            (-other_high, -other_low)
        } else {
            (other_low, other_high)
        };
        let dice = match (self.dice_term(), other.dice_term()) {
            (Some(one), None) => Some(Arc::clone(one)),
            (None, Some(one)) if sign < 0 => Some(Arc::new(one.negated())),
            (None, Some(one)) => Some(Arc::clone(one)),
            (Some(one), Some(other)) if sign < 0 => one.plus(&other.negated()).map(Arc::new),
            (Some(one), Some(other)) => one.plus(other).map(Arc::new),
            (None, None) => None,
        };
        Self {
            elements: Elements::Interval {
                low: sum(low, more),
                high: sum(high, less),
                dice,
            },
            none: self.none || other.none,
            basis: self.basis_with(other),
        }
    }

    /// Returns the lower or the higher of two values, as `pick` says.
    pub(crate) fn extreme(&self, other: &Self, pick: fn(i64, i64) -> i64) -> Self {
        let basis = self.basis_with(other);
        if let (Elements::Set(one), Elements::Set(other)) = (&self.elements, &other.elements) {
            let members = |set: u64| (0..64).filter(move |at| set >> at & 1 == 1);
            let pairs = members(*one).flat_map(|a| members(*other).map(move |b| pick(a, b)));
            return Self::set(pairs.fold(0, |set, member| set | 1 << member)).on(basis);
        }
        let (Some((low, high)), Some((other_low, other_high))) = (self.range(), other.range())
        else {
            return Self::top();
        };
        Self::interval(pick(low, other_low), pick(high, other_high)).on(basis)
    }

    /// Returns the set of products.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let (Some((low, high)), Some((least, most))) = (self.range(), other.range()) else {
            return Self::top();
        };
        let ends = [low * least, low * most, high * least, high * most];
        hull(ends).on(self.basis_with(other))
    }
}

/// Returns the sum of two bounds; infinite if one of them is.
fn sum(one: i64, other: i64) -> i64 {
    let mut bounds = [one, other].into_iter();
    let infinite = bounds.find(|bound| super::is_infinite(*bound));
    super::saturated(infinite.unwrap_or(one + other))
}

/// Returns the interval of some values.
fn hull(values: [i64; 4]) -> ValueSet {
    let bounds = values.into_iter().map(|value| (value, value));
    let bounds = bounds.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    bounds.map_or_else(ValueSet::top, |(low, high)| ValueSet::interval(low, high))
}
