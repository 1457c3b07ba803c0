//! The abstract domain of intervals, and the transfer functions of the ops on it. "Nothing" is the least value of all.

use crate::op::{NONE, Order};
use crate::program::Slot;
use crate::value::{compare, limit, shift};

/// All values from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Interval {
    /// Anything, or nothing.
    pub(super) const ANY: Self = Self {
        low: NONE,
        high: i32::MAX,
    };

    /// Yes or no.
    pub(super) const FLAG: Self = Self { low: 0, high: 1 };

    /// One value.
    pub(super) fn point(value: i32) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// The value, if there is but one.
    pub(super) fn only(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Never "nothing".
    pub(super) fn is_number(self) -> bool {
        self.low != NONE
    }

    /// Whether all values are in another range.
    pub(super) fn is_within(self, low: i32, high: i32) -> bool {
        self.low >= low && self.high <= high
    }

    /// The join: the least interval that has the values of both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The widening of this interval by one that it grew to: to the ends of a register of the state, or of all numbers.
    pub(super) fn widened(self, grown: Self, slot: Option<&Slot>) -> Self {
        let ends = slot.map_or(Self::ANY, |slot| Self {
            low: slot.low,
            high: slot.high,
        });
        let low = match grown.low < self.low {
            true if grown.low >= ends.low => ends.low,
            true => Self::ANY.low,
            false => grown.low,
        };
        let high = match grown.high > self.high {
            true if grown.high <= ends.high => ends.high,
            true => Self::ANY.high,
            false => grown.high,
        };
        Self { low, high }
    }

    /// The result of a sum and the like, and whether it may be beyond all numbers, which is a fault.
    pub(super) fn checked(low: i64, high: i64) -> (Self, bool) {
        let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
        let range = Self {
            low: low.clamp(least, most) as i32,
            high: high.clamp(least, most) as i32,
        };
        (range, low < least || high > most)
    }

    pub(super) fn plus(self, other: Self) -> (Self, bool) {
        Self::checked(
            i64::from(self.low) + i64::from(other.low),
            i64::from(self.high) + i64::from(other.high),
        )
    }

    pub(super) fn minus(self, other: Self) -> (Self, bool) {
        Self::checked(
            i64::from(self.low) - i64::from(other.high),
            i64::from(self.high) - i64::from(other.low),
        )
    }

    pub(super) fn times(self, other: Self) -> (Self, bool) {
        let [a, b] = [i64::from(self.low), i64::from(self.high)];
        let [c, d] = [i64::from(other.low), i64::from(other.high)];
        let products = [a * c, a * d, b * c, b * d];
        let low = products.iter().copied().min().unwrap_or(0);
        let high = products.iter().copied().max().unwrap_or(0);
        Self::checked(low, high)
    }

    pub(super) fn divided(self, by: Self) -> (Self, bool) {
        let most = i64::from(self.low).abs().max(i64::from(self.high).abs());
        let range = Self {
            low: (-most).max(i64::from(NONE)) as i32,
            high: most.min(i64::from(i32::MAX)) as i32,
        };
        let has_zero = by.low <= 0 && by.high >= 0;
        (range, has_zero || !self.is_number())
    }

    pub(super) fn limited(self, low: i32, high: i32) -> Self {
        Self {
            low: limit(self.low, low, high),
            high: limit(self.high, low, high),
        }
        .sorted()
    }

    pub(super) fn shifted(self, by: Self, top: i32) -> Self {
        Self {
            low: shift(self.low, by.low, top),
            high: shift(self.high, by.high, top),
        }
        .sorted()
    }

    fn sorted(self) -> Self {
        Self {
            low: self.low.min(self.high),
            high: self.low.max(self.high),
        }
    }

    /// Whether all values of this stand in that order to all of the other, or none do.
    pub(super) fn compared(self, other: Self, order: Order) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.only(), other.only()) {
            return Some(compare(a, b, order));
        }
        let apart = self.high < other.low || other.high < self.low;
        match order {
            Order::Equal => return apart.then_some(false),
            Order::NotEqual => return apart.then_some(true),
            Order::Less | Order::LessOrEqual | Order::Greater | Order::GreaterOrEqual => {}
        }
        if !self.is_number() || !other.is_number() {
            return None;
        }
        // Both orders hold or fail together at the ends that are nearest and farthest.
        let ends = [
            compare(self.low, other.high, order),
            compare(self.high, other.low, order),
        ];
        match ends {
            [true, true] => Some(true),
            [false, false] => Some(false),
            _ => None,
        }
    }

    /// The refinement by an order to a value, or by its opposite; `None` if no value is left.
    pub(super) fn refined(self, value: i32, order: Order, holds: bool) -> Option<Self> {
        let order = match holds {
            true => order,
            false if matches!(order, Order::Equal | Order::NotEqual) => order.negated(),
            false if self.is_number() && value != NONE => order.negated(),
            false => return Some(self),
        };
        if value == NONE && !matches!(order, Order::Equal | Order::NotEqual) {
            return Some(self);
        }
        let (mut low, mut high) = (i64::from(self.low), i64::from(self.high));
        let value = i64::from(value);
        match order {
            Order::Equal => (low, high) = (low.max(value), high.min(value)),
            Order::NotEqual => {
                low += i64::from(low == value);
                high -= i64::from(high == value);
            }
            Order::Less => (low, high) = (low.max(i64::from(NONE) + 1), high.min(value - 1)),
            Order::LessOrEqual => (low, high) = (low.max(i64::from(NONE) + 1), high.min(value)),
            Order::Greater => low = low.max(value + 1),
            Order::GreaterOrEqual => low = low.max(value),
        }
        (low <= high).then_some(Self {
            low: low as i32,
            high: high as i32,
        })
    }
}
