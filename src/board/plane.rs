//! Points, lengths and their rounding on a table: exact in integers.

/// Rounding of a number that is not whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// `rounded down`: to the whole number below
    Down,
    /// `rounded up`: to the whole number above
    Up,
    /// `rounded to nearest`, halves up
    Nearest,
}

/// Conversion of a length to a whole number: multiplied, divided, then rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whole {
    /// Factor, 1 at least.
    pub times: i32,
    /// Divisor, applied after the factor, 1 at least.
    pub per: i32,
    /// Rounding at the end.
    pub rounding: Rounding,
}

impl From<Rounding> for Whole {
    fn from(rounding: Rounding) -> Self {
        Self {
            times: 1,
            per: 1,
            rounding,
        }
    }
}

impl Whole {
    /// Returns a distance of `parts` parts of an inch, given the number of parts in an inch.
    #[inline]
    pub(super) fn of(self, parts: i128, inch: i128) -> i32 {
        let per = inch * i128::from(self.per.max(1));
        let parts = parts * i128::from(self.times);
        let (over, under) = match self.rounding {
            Rounding::Down => (parts, per),
            Rounding::Up => (parts + per - 1, per),
            Rounding::Nearest => (2 * parts + per, 2 * per),
        };
        let whole = match narrow_quotient(over, under) {
            Some((over, under)) => i128::from(over.div_euclid(under)),
            None => over.div_euclid(under),
        };
        i32::try_from(whole).unwrap_or(i32::MAX)
    }
}

/// A point of a table, or a step between two, in hundredths of an inch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub(super) x: i64,
    pub(super) y: i64,
}

/// A fraction; the lower part is more than 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fraction {
    pub(super) over: i128,
    pub(super) under: i128,
}

/// Units in a hundredth of an inch in which lengths along a line are measured.
pub(super) const FINE: i128 = 1_000;

impl Point {
    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }

    pub(super) fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    pub(super) fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The square of the length.
    pub(super) fn squared(self) -> i64 {
        self.dot(self)
    }

    /// The length in fine units, to the nearest.
    pub(super) fn fine_length(self) -> i128 {
        nearest_root(Fraction {
            over: i128::from(self.squared()) * FINE * FINE,
            under: 1,
        })
    }

    /// Returns the point at a distance of `fine` units towards `to`, to the nearest hundredth of an inch.
    pub(super) fn towards(self, to: Self, fine: i128) -> Self {
        let step = to.minus(self);
        let length = step.fine_length();
        if length == 0 {
            return self;
        }
        let part = |whole: i64| narrow(nearest(i128::from(whole) * fine, length));
        Self {
            x: self.x + part(step.x),
            y: self.y + part(step.y),
        }
    }
}

impl Fraction {
    pub(super) fn is_less(self, other: Self) -> bool {
        self.over * other.under < other.over * self.under
    }

    pub(super) fn least(self, other: Self) -> Self {
        if other.is_less(self) { other } else { self }
    }
}

/// Returns the root of a number of squared hundredths, less a number of hundredths, in whole inches; 0 at least.
pub(super) fn inches(squared: Fraction, less: i64, whole: Whole) -> i32 {
    let times = i128::from(whole.times);
    let over = squared.over.max(0) * times * times;
    let floor = root(over, squared.under);
    let exact = floor * floor * squared.under == over;
    let parts = floor - i128::from(less) * times;
    // A fraction strictly between `parts` and the next integer is rounded like one half.
    let rest = i128::from(!exact);
    let halves = Whole { times: 1, ..whole };
    halves.of(2 * parts + rest, 200).max(0)
}

/// Both parts of a quotient as machine words, if they fit: nearly all do, and division of wide numbers takes many times as long.
#[inline]
fn narrow_quotient(over: i128, under: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(over).ok()?, i64::try_from(under).ok()?))
}

/// The root of a quotient, rounded down.
#[inline]
fn root(over: i128, under: i128) -> i128 {
    // As in `narrow_quotient`.
    match (u64::try_from(over), u64::try_from(under)) {
        (Ok(over), Ok(1)) => i128::from(whole_root(over)),
        (Ok(over), Ok(under @ 1..)) => i128::from(whole_root(over / under)),
        _ => (over / under).isqrt(),
    }
}

/// The root, rounded down. That of a float is rounded to the nearest, and as long as squares are whole in floats, no root but that
/// of a square is near enough to a whole number to be rounded to it.
#[inline]
fn whole_root(square: u64) -> u64 {
    match square < 1 << (f64::MANTISSA_DIGITS - 1) {
        true => (square as f64).sqrt() as u64,
        false => square.isqrt(),
    }
}

/// The root, to the nearest whole.
pub(super) fn nearest_root(square: Fraction) -> i128 {
    let twice = root(4 * square.over.max(0), square.under);
    (twice + 1) / 2
}

/// The quotient, to the nearest whole, halves away from 0; the divisor is more than 0.
pub(super) fn nearest(over: i128, under: i128) -> i128 {
    let half = if over < 0 { -under } else { under };
    let (over, under) = (2 * over + half, 2 * under);
    match narrow_quotient(over, under) {
        Some((over, under)) => i128::from(over / under),
        None => over / under,
    }
}

pub(super) fn narrow(wide: i128) -> i64 {
    i64::try_from(wide).unwrap_or(0)
}
