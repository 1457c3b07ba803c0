//! The abstract domain of intervals: the transfer function of each op, and the jumps that intervals decide. One definition for all
//! analyses of values. [`NONE`] is the least value.

use crate::id::Reg;
use crate::op::{NONE, Op, Order};
use crate::program::Slot;
use crate::value::{compare, divide, limit, shift};

/// All values from `low` to `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Interval {
    /// Anything, or nothing.
    pub(crate) const ANY: Self = Self {
        low: NONE,
        high: i32::MAX,
    };

    /// Yes or no.
    pub(crate) const FLAG: Self = Self { low: 0, high: 1 };

    /// Returns the interval of one value.
    pub(crate) fn point(value: i32) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// Returns the value of an interval that has a single one.
    pub(crate) fn only(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Never "nothing".
    pub(crate) fn is_number(self) -> bool {
        self.low != NONE
    }

    /// Whether all values are in another range.
    pub(crate) fn is_within(self, low: i32, high: i32) -> bool {
        self.low >= low && self.high <= high
    }

    /// Returns the join: the least interval that contains both.
    pub(crate) fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the widening of this interval by a larger one: to the limits of a register of the state, or of all numbers.
    pub(crate) fn widened(self, grown: Self, slot: Option<&Slot>) -> Self {
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
    pub(crate) fn checked(low: i64, high: i64) -> (Self, bool) {
        let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
        let range = Self {
            low: low.clamp(least, most) as i32,
            high: high.clamp(least, most) as i32,
        };
        (range, low < least || high > most)
    }

    pub(crate) fn plus(self, other: Self) -> (Self, bool) {
        Self::checked(
            i64::from(self.low) + i64::from(other.low),
            i64::from(self.high) + i64::from(other.high),
        )
    }

    pub(crate) fn minus(self, other: Self) -> (Self, bool) {
        Self::checked(
            i64::from(self.low) - i64::from(other.high),
            i64::from(self.high) - i64::from(other.low),
        )
    }

    pub(crate) fn times(self, other: Self) -> (Self, bool) {
        let [a, b] = [i64::from(self.low), i64::from(self.high)];
        let [c, d] = [i64::from(other.low), i64::from(other.high)];
        let products = [a * c, a * d, b * c, b * d];
        let low = products.iter().copied().min().unwrap_or(0);
        let high = products.iter().copied().max().unwrap_or(0);
        Self::checked(low, high)
    }

    pub(crate) fn divided(self, by: Self) -> (Self, bool) {
        let most = i64::from(self.low).abs().max(i64::from(self.high).abs());
        let range = Self {
            low: (-most).max(i64::from(NONE)) as i32,
            high: most.min(i64::from(i32::MAX)) as i32,
        };
        let has_zero = by.low <= 0 && by.high >= 0;
        (range, has_zero || !self.is_number())
    }

    pub(crate) fn limited(self, low: i32, high: i32) -> Self {
        Self {
            low: limit(self.low, low, high),
            high: limit(self.high, low, high),
        }
        .sorted()
    }

    pub(crate) fn shifted(self, by: Self, top: i32) -> Self {
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

    /// Whether all values of this are in that relation to all of the other, or none are.
    pub(crate) fn compared(self, other: Self, order: Order) -> Option<bool> {
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

    /// Whether all values are in a set, or none are.
    pub(crate) fn is_member(self, set: u64) -> Option<bool> {
        if !self.is_within(0, 63) {
            let apart = self.high < 0 || self.low > 63;
            return apart.then_some(false);
        }
        let width = self.high - self.low + 1;
        let values = (u64::MAX >> (64 - width)) << self.low;
        match set & values {
            0 => Some(false),
            all if all == values => Some(true),
            _ => None,
        }
    }

    /// The refinement by an order to a value, or by its opposite; `None` if no value is left.
    pub(crate) fn refined(self, value: i32, order: Order, holds: bool) -> Option<Self> {
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

/// The interval of what an op writes that only computes, and whether it may fail instead; `None` for every other op.
#[inline]
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "ops that read tables, units or the board, ask or jump have no values of their own here"
)]
pub(crate) fn evaluate(op: &Op, range: impl Fn(Reg) -> Interval) -> Option<(Interval, bool)> {
    let flag = |holds: Option<bool>| {
        holds.map_or(Interval::FLAG, |holds| Interval::point(i32::from(holds)))
    };
    let sure = match *op {
        Op::Set { value, .. } => Interval::point(value),
        Op::Copy { from, .. } => range(from),
        Op::Not { from, .. } => match range(from).is_within(0, 1) {
            true => Interval::point(1).minus(range(from)).0,
            false => Interval::ANY,
        },
        Op::Compare { a, b, order, .. } => flag(range(a).compared(range(b), order)),
        Op::CompareValue {
            a, value, order, ..
        } => flag(range(a).compared(Interval::point(value), order)),
        Op::Limit {
            from, low, high, ..
        } => range(from).limited(low, high),
        Op::Shift { from, by, top, .. } => range(from).shifted(range(by), top),
        Op::Member { from, set, .. } => flag(range(from).is_member(set)),
        Op::Add { a, b, .. } => return Some(range(a).plus(range(b))),
        Op::AddValue { a, value, .. } => return Some(range(a).plus(Interval::point(value))),
        Op::Subtract { a, b, .. } => return Some(range(a).minus(range(b))),
        Op::Multiply { a, b, .. } => return Some(range(a).times(range(b))),
        Op::Negate { from, .. } => return Some(Interval::point(0).minus(range(from))),
        Op::Divide { a, b, rounding, .. } => {
            return Some(match (range(a).only(), range(b).only()) {
                (Some(a), Some(b)) => divide(a, b, rounding)
                    .map_or((Interval::ANY, true), |value| {
                        (Interval::point(value), false)
                    }),
                _ => range(a).divided(range(b)),
            });
        }
        Op::Within {
            from, low, high, ..
        } => {
            let is_within = range(from).is_within(low, high);
            return Some((range(from).limited(low, high), !is_within));
        }
        _ => return None,
    };
    Some((sure, false))
}

/// Returns whether a conditional jump is taken, if the intervals of its operands decide it.
#[inline]
pub(crate) fn decide(op: &Op, range: impl Fn(Reg) -> Interval) -> Option<bool> {
    if let Op::JumpIf { a, when, .. } = *op {
        let is_set = range(a).compared(Interval::point(0), Order::NotEqual);
        return is_set.map(|is_set| is_set == when);
    }
    if let Op::JumpCompare { a, b, order, .. } = *op {
        return range(a).compared(range(b), order);
    }
    if let Op::JumpCompareValue {
        a, value, order, ..
    } = *op
    {
        return range(a).compared(Interval::point(value), order);
    }
    if let Op::JumpMember { a, set, when, .. } = *op {
        return range(a).is_member(set).map(|is_member| is_member == when);
    }
    None
}
