//! What can be told of a value that is worked out of others, of which only the range is known.

use super::values::{Known, Values};
use sandtable_model::NONE;
use sandtable_syntax::ast::{Order, Rounding};

pub(super) fn bit(value: i32) -> u64 {
    u32::try_from(value)
        .ok()
        .and_then(|value| 1u64.checked_shl(value))
        .unwrap_or(u64::MAX)
}

/// The values of a set.
pub(super) fn members(set: u64) -> impl Iterator<Item = i64> {
    (0..64).filter(move |value| set >> value & 1 == 1)
}

/// Least and most, of numbers or of words by their places.
pub(super) fn bounds(values: &Values) -> Option<(i64, i64)> {
    match values.some {
        Known::Numbers { low, high, .. } => Some((low, high)),
        Known::Words(set) => Some((members(set).min()?, members(set).max()?)),
        Known::Anything => None,
    }
}

/// How a comparison of two ranges comes out, if it is settled.
pub(super) fn compare(
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

/// Whether the faces that may show are those that the need asks for.
pub(super) fn meets(faces: &Values, needs: &Values, sets: &[u64]) -> Option<bool> {
    let faces = match faces.some {
        Known::Words(set) => set,
        Known::Numbers { low, high, .. } if low >= 0 && high < 64 => {
            (low..=high).fold(0, |set, face| set | 1 << face)
        }
        _ => return None,
    };
    let needs = needs.set().filter(|_| !needs.none)?;
    let mut asked = (0..)
        .zip(sets)
        .filter(|(need, _)| needs >> need & 1 == 1)
        .map(|(_, set)| set);
    let (all, any) = asked.try_fold((u64::MAX, 0), |(all, any), set| {
        Some((all & set, any | set))
    })?;
    match () {
        () if faces & any == 0 => Some(false),
        () if faces & !all == 0 => Some(true),
        () => None,
    }
}

/// A word of a scale moved, between its ends.
pub(super) fn shifted(values: &Values, by: &Values, down: bool, top: i32) -> Values {
    let top = i64::from(top).clamp(0, 63);
    let all = Values::words((0..=top).fold(0, |set, value| set | 1 << value));
    let (Some(set), Some((low, high))) = (values.set(), by.range()) else {
        return all.or_none(values.none);
    };
    let (low, high) = if down { (-high, -low) } else { (low, high) };
    let moved = members(set)
        .flat_map(|value| {
            (value + low.max(-64)).clamp(0, top)..=(value + high.min(64)).clamp(0, top)
        })
        .fold(0, |set, value| set | 1 << value);
    Values::words(moved).or_none(values.none)
}

pub(super) fn divided(left: &Values, right: &Values, rounding: Rounding) -> Values {
    let (Some((low, high)), Some((least, most))) = (left.range(), right.range()) else {
        return Values::anything();
    };
    if least <= 0 {
        return Values::numbers(i64::from(NONE) + 1, i64::from(i32::MAX));
    }
    let ends = [(low, least), (low, most), (high, least), (high, most)];
    let ends = ends.map(|(above, below)| match rounding {
        Rounding::Down => above.div_euclid(below),
        Rounding::Up => -(-above).div_euclid(below),
        Rounding::Nearest => (2 * above + below).div_euclid(2 * below),
    });
    let (low, high) = (ends.iter().min(), ends.iter().max());
    Values {
        rests: left.rests_with(right),
        ..Values::numbers(low.copied().unwrap_or(0), high.copied().unwrap_or(0))
    }
}

/// The values that a line of `depending on` takes; nothing if it takes none.
pub(super) fn taken(values: &Values, ranges: &[(i32, i32)]) -> Option<Values> {
    let fits = |value: i64| {
        let mut ranges = ranges.iter();
        ranges.any(|(low, high)| (i64::from(*low)..=i64::from(*high)).contains(&value))
    };
    match &values.some {
        Known::Numbers { low, high, .. } => {
            let first = ranges.iter().map(|(low, _)| i64::from(*low)).min()?;
            let last = ranges.iter().map(|(_, high)| i64::from(*high)).max()?;
            let (low, high) = ((*low).max(first), (*high).min(last));
            (low <= high).then(|| Values::numbers(low, high))
        }
        Known::Words(set) => {
            let set = members(*set)
                .filter(|value| fits(*value))
                .fold(0, |set, value| set | 1 << value);
            (set != 0).then(|| Values::words(set))
        }
        Known::Anything => Some(Values::anything()),
    }
}
