//! Computations of ops on plain values, without a machine.

use super::op::{NONE, Order, Rounding};
use super::program::Grid;

impl Grid {
    /// The cell for these keys, outermost first; `None` off the grid.
    pub fn cell(&self, keys: &[i32]) -> Option<i32> {
        let mut at = 0;
        for (axis, key) in self.axes.iter().zip(keys) {
            at = at * axis.n_lines as usize + axis.line(*key)?;
        }
        self.cells.get(at).copied()
    }
}

/// [`NONE`] is no number: a sum that lands on it has overflowed.
pub fn checked(value: Option<i32>) -> Option<i32> {
    value.filter(|value| *value != NONE)
}

/// `a / b`, rounded; `None` when `b` is 0.
pub fn divide(a: i32, b: i32, rounding: Rounding) -> Option<i32> {
    if b == 0 {
        return None;
    }
    let (a, b) = (i64::from(a) * i64::from(b.signum()), i64::from(b).abs());
    let quotient = match rounding {
        Rounding::Down => a.div_euclid(b),
        Rounding::Up => -(-a).div_euclid(b),
        Rounding::Nearest => (2 * a + b).div_euclid(2 * b),
    };
    i32::try_from(quotient).ok()
}

/// Whether `a order b`; nothing is neither less nor greater than anything.
#[inline]
pub fn compare(a: i32, b: i32, order: Order) -> bool {
    match order {
        Order::Equal => a == b,
        Order::NotEqual => a != b,
        Order::Less => a < b && a != NONE,
        Order::LessOrEqual => a <= b && (a != NONE || b == NONE),
        Order::Greater => a > b && b != NONE,
        Order::GreaterOrEqual => a >= b && (b != NONE || a == NONE),
    }
}

/// Whether bit `value` of `set` is set.
#[inline]
pub fn member(value: i32, set: u64) -> bool {
    (0..64).contains(&value) && set >> value & 1 == 1
}

/// Returns `value` clamped to a range, whose lower end counts if the ends cross; [`NONE`] stays.
#[inline]
pub fn limit(value: i32, low: i32, high: i32) -> i32 {
    if value == NONE {
        value
    } else {
        value.min(high).max(low)
    }
}

/// `value` moved along a scale that ends at `top`; [`NONE`] stays.
#[inline]
pub fn shift(value: i32, by: i32, top: i32) -> i32 {
    if value == NONE {
        value
    } else {
        value.saturating_add(by).max(0).min(top)
    }
}
