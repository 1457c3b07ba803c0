//! Types of values.

use super::{DieId, KindId, NONE, WordsId};
use sandtable_syntax::ast::{Measure, Parts};

/// Dimension of a number. Only equal dimensions can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Written as a bare number, or rolled: fits any.
    Any,
    /// A number without a measure.
    Plain,
    /// `hexes`, `squares`, `areas`, `inches`
    Measured(Measure),
    /// A whole number of halves, quarters or eighths.
    Parts(Parts),
    /// Whole degrees, clockwise from the top of the map: `direction`.
    Degrees,
}

impl Dimension {
    /// Returns the dimension of a measure; without one, that of a count.
    pub fn of(measure: Option<Measure>) -> Self {
        match measure {
            None => Self::Plain,
            Some(measure) => Self::Measured(measure),
        }
    }

    /// Returns the join of two dimensions, if they are compatible.
    pub fn join(self, other: Self) -> Option<Self> {
        match (self, other) {
            // A bare number is converted first.
            (Self::Any, Self::Parts(_)) | (Self::Parts(_), Self::Any) => None,
            (Self::Any, known) | (known, Self::Any) => Some(known),
            (left, right) if left == right => Some(left),
            _ => None,
        }
    }

    /// Returns the unit that follows a number.
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Any | Self::Plain => None,
            Self::Measured(measure) => Some(measure.word()),
            Self::Parts(parts) => Some(parts.word()),
            Self::Degrees => Some("degrees"),
        }
    }
}

/// A set of kinds of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u64);

/// Maximum number of kinds of a ruleset.
pub const MOST_KINDS: usize = 64;

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Every kind.
    pub const ALL: Self = Self(u64::MAX);

    /// Returns the set of one kind.
    pub fn one(kind: KindId) -> Self {
        Self(
            1u64.checked_shl(u32::try_from(kind.at()).unwrap_or(64))
                .unwrap_or(0),
        )
    }

    /// Iterates over the kinds, in the order of the book.
    pub fn members(self) -> impl Iterator<Item = KindId> {
        let all = (0..64_usize).map(KindId::new);
        all.filter(move |kind| self.has(*kind))
    }

    /// Returns the union.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the difference.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a kind is a member.
    pub fn has(self, kind: KindId) -> bool {
        self.and(Self::one(kind)) != Self::NONE
    }

    /// Whether it is a subset of the other.
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set as bits, one for each kind.
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A whole number.
    Number(Dimension),
    /// A truth value.
    Flag,
    /// A word of a closed list.
    Words(WordsId),
    /// A face of a die; a number if all its faces are.
    Face(DieId),
    /// Dice as a value: their number, their sides, and the number that is added.
    Dice,
    /// A unit of one of these kinds.
    Unit(Kinds),
    /// A place of the board: a hex, square or area, or a point of the table.
    Place,
    /// A side between two hexes or squares, or a link between two areas.
    Side,
    /// The type after an error that was reported; compatible with every type.
    Unknown,
}

impl Type {
    /// Returns the kinds of a unit type; the empty set for other types.
    pub fn kinds(self) -> Kinds {
        if let Self::Unit(kinds) = self {
            kinds
        } else {
            Kinds::NONE
        }
    }

    /// Returns the kinds of a unit type; `None` for other types.
    pub fn of_units(self) -> Option<Kinds> {
        if let Self::Unit(kinds) = self {
            Some(kinds)
        } else {
            None
        }
    }

    /// Returns the dimension of a number type.
    pub fn dimension(self) -> Option<Dimension> {
        if let Self::Number(dimension) = self {
            Some(dimension)
        } else {
            None
        }
    }

    /// Returns the parts in which numbers of the type are counted, if those are not wholes.
    pub fn parts(self) -> Option<Parts> {
        if let Self::Number(Dimension::Parts(parts)) = self {
            Some(parts)
        } else {
            None
        }
    }

    /// Returns the number of parts in a whole; 1 for what is counted in wholes.
    pub fn per_whole(self) -> i32 {
        self.parts().map_or(1, Parts::number)
    }

    /// Returns a range of values as `limited to` takes it: in wholes within it, an open end left out.
    pub fn limits(self, (low, high): (i32, i32)) -> String {
        let per = self.per_whole();
        let low = match low <= NONE + 1 {
            true => String::new(),
            false => (-(-low).div_euclid(per)).to_string(),
        };
        let high = match high == i32::MAX {
            true => String::new(),
            false => high.div_euclid(per).to_string(),
        };
        format!("{low}..{high}")
    }
}
