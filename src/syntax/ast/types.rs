//! Types of values, measures and literals.

use super::Name;

/// A unit of measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// `hexes`
    Hexes,
    /// `squares`
    Squares,
    /// `areas`
    Areas,
    /// `inches`
    Inches,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hexes, Self::Squares, Self::Areas, Self::Inches];

    /// As written behind a number.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Hexes => "hexes",
            Self::Squares => "squares",
            Self::Areas => "areas",
            Self::Inches => "inches",
        }
    }

    /// As written behind a one.
    #[must_use]
    pub fn singular(self) -> &'static str {
        match self {
            Self::Hexes => "hex",
            Self::Squares => "square",
            Self::Areas => "area",
            Self::Inches => "inch",
        }
    }
}

/// The unit fraction in which a type counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parts {
    /// `1/2`
    Halves,
    /// `1/4`
    Quarters,
    /// `1/8`
    Eighths,
}

impl Parts {
    /// Returns a number of parts in the coarsest parts that hold it: two quarters are one half.
    #[must_use]
    pub fn reduced(self, number: i32) -> (i32, Self) {
        match Self::of(self.number() / 2).filter(|_| number % 2 == 0) {
            Some(coarser) => coarser.reduced(number / 2),
            None => (number, self),
        }
    }

    /// Returns the parts with this denominator.
    #[must_use]
    pub fn of(number: i32) -> Option<Self> {
        match number {
            2 => Some(Self::Halves),
            4 => Some(Self::Quarters),
            8 => Some(Self::Eighths),
            _ => None,
        }
    }

    /// Returns the number of them in a whole.
    #[must_use]
    pub fn number(self) -> i32 {
        match self {
            Self::Halves => 2,
            Self::Quarters => 4,
            Self::Eighths => 8,
        }
    }

    /// Returns their name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Halves => "halves",
            Self::Quarters => "quarters",
            Self::Eighths => "eighths",
        }
    }

    /// Returns the text of a number of them: `1/2`, `-1 3/4`, `2`.
    #[must_use]
    pub fn text(self, value: i32) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let (value, mut per) = (value.unsigned_abs(), self.number().unsigned_abs());
        let (whole, mut rest) = (value / per, value % per);
        while rest != 0 && rest % 2 == 0 {
            (rest, per) = (rest / 2, per / 2);
        }
        match (whole, rest) {
            (whole, 0) => format!("{sign}{whole}"),
            (0, rest) => format!("{sign}{rest}/{per}"),
            (whole, rest) => format!("{sign}{whole} {rest}/{per}"),
        }
    }

    /// Returns the number of them in a text: `1/2`, `-1 3/4`, `2`, `1.25`; `None` if it is none or not a whole number of them.
    #[must_use]
    pub fn read(self, text: &str) -> Option<i32> {
        let per = i64::from(self.number());
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let digits = |text: &str| -> Option<i64> {
            let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| are_digits)
        };
        let exact = |above: i64, below: i64| {
            let above = above.checked_mul(per)?;
            (below != 0 && above % below == 0).then(|| above / below)
        };
        let value = if let Some((whole, decimals)) = text.split_once('.') {
            let below = 10_i64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
            let above = digits(whole)?
                .checked_mul(below)?
                .checked_add(digits(decimals)?)?;
            exact(above, below)?
        } else if let Some((above, below)) = text.split_once('/') {
            let (whole, above) = match above.rsplit_once(' ') {
                Some((whole, above)) => (digits(whole.trim_end())?, above),
                None => (0, above),
            };
            exact(digits(above)?, digits(below)?)?.checked_add(whole.checked_mul(per)?)?
        } else {
            exact(digits(text)?, 1)?
        };
        i32::try_from(if is_negative { -value } else { value }).ok()
    }
}

/// Directions in which pieces may look on a map of hexes or squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facings {
    /// `hexsides`, `squaresides`: the measure whose sides are meant, if sides are.
    pub sides: Option<Measure>,
    /// `corners`
    pub corners: bool,
}

impl Facings {
    /// As written.
    #[must_use]
    pub fn words(self) -> String {
        let sides = self
            .sides
            .map(|measure| format!("{}sides", measure.singular()));
        let corners = self.corners.then(|| "corners".to_owned());
        let words: Vec<String> = sides.into_iter().chain(corners).collect();
        words.join(" or ")
    }
}

/// The type of a value, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// `0..12 hexes`, `-3..`, `number`, `inches`; ends included
    Number {
        /// Least, if said.
        low: Option<i32>,
        /// Most, if said.
        high: Option<i32>,
        /// Behind the range, or alone.
        measure: Option<Measure>,
        /// `by 1/2`
        parts: Option<Parts>,
        /// `or none` follows it.
        or_none: bool,
    },
    /// `weight`, `vehicle or gun-team`, `front or flank or rear`, `yes or no`; `none` at the end is not in the list
    Words {
        /// At least one.
        words: Vec<Name>,
        /// `or none` is after them.
        or_none: bool,
    },
    /// `list of gun`
    List(Name),
    /// `gun of firer`
    PartOf {
        /// The kind of the part.
        kind: Name,
        /// The parameter that owns it.
        owner: Name,
    },
    /// `2d6`
    Dice {
        /// The count.
        count: u32,
        /// Faces of each.
        sides: u32,
    },
}

/// A value without any working out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// `-2`
    Number(i32),
    /// `front`, `yes`, `88-l71`
    Word(String),
}

impl Literal {
    /// As written.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
        }
    }
}
