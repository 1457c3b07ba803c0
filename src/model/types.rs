//! Types of values.

use super::{DieId, KindId, WordsId};
use sandtable_syntax::ast::Measure;

/// Dimension of a number. Only equal dimensions can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Written as a bare number, or rolled: fits any.
    Any,
    /// A count.
    Plain,
    /// `hexes`, `squares`, `areas`, `inches`
    Measured(Measure),
    /// `direction`: whole degrees, clockwise from the top of the map.
    Degrees,
}

impl Dimension {
    /// The measure behind a number; without one it is a count.
    pub fn of(measure: Option<Measure>) -> Self {
        match measure {
            None => Self::Plain,
            Some(measure) => Self::Measured(measure),
        }
    }

    /// Joins two dimensions, if they fit together.
    pub fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, known) | (known, Self::Any) => Some(known),
            (left, right) if left == right => Some(left),
            _ => None,
        }
    }

    /// As shown behind a number.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Any | Self::Plain => None,
            Self::Measured(measure) => Some(measure.word()),
            Self::Degrees => Some("degrees"),
        }
    }
}

/// A set of kinds of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds(u64);

/// Most kinds of a ruleset.
pub const MOST_KINDS: usize = 64;

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(u64::MAX);

    /// One kind.
    pub fn one(kind: KindId) -> Self {
        Self(
            1u64.checked_shl(u32::try_from(kind.at()).unwrap_or(64))
                .unwrap_or(0),
        )
    }

    /// Kinds in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Kinds in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Kinds in this but not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a kind is in it.
    pub fn has(self, kind: KindId) -> bool {
        self.and(Self::one(kind)) != Self::NONE
    }

    /// Whether every kind of this is in the other.
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As a set of small numbers, one bit for each.
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A whole number.
    Number(Dimension),
    /// Yes or no.
    Flag,
    /// One of a closed list of words.
    Words(WordsId),
    /// A face of a die; a number if all its faces are.
    Face(DieId),
    /// Dice to roll: a value says how many of how many sides, and what is added.
    Dice,
    /// A unit of one of these kinds.
    Unit(Kinds),
    /// A place of the board: a hex, square or area, or a point of the table.
    Place,
    /// A side between two hexes or squares, or a link between two areas.
    Side,
    /// Something was wrong and has been reported; fits everywhere.
    Unknown,
}

impl Type {
    /// The kinds of units that it may be; none if it is no unit.
    pub fn kinds(self) -> Kinds {
        if let Self::Unit(kinds) = self {
            kinds
        } else {
            Kinds::NONE
        }
    }
}
