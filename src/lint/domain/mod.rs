//! What an expression may come to, as far as that can be told without running it.

use std::rc::Rc;

use super::dice_distribution::Thrown;
use sandtable_model::{NONE, RuleBook, Type};

/// The values that something may have. Never too few; perhaps too many.
#[derive(Debug, Clone)]
pub(super) struct Values {
    /// Which.
    pub(super) some: Known,
    /// It may be nothing.
    pub(super) none: bool,
    /// What its ends rest on.
    pub(super) rests: Rests,
}

/// What the ends of a value rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rests {
    /// On what is written alone: types, stats, dice.
    Written,
    /// On one track, between its ends.
    State,
    /// On a track and something else: how far both go together is not looked at.
    Together,
}

/// Values other than nothing.
#[derive(Debug, Clone)]
pub(super) enum Known {
    /// Numbers from the one to the other; beyond `i32` stands for no end.
    Numbers {
        low: i64,
        high: i64,
        /// What of it is thrown: the rest is `low` less the least of it, to `high` less the most of it.
        thrown: Option<Rc<Thrown>>,
    },
    /// Words, flags or faces: bit `n` for value `n`.
    Words(u64),
    /// Nothing can be said.
    Anything,
}

impl Values {
    /// What is larger than any number that is run with has no end.
    pub(super) fn numbers(low: i64, high: i64) -> Self {
        Self {
            some: Known::Numbers {
                low: held(low),
                high: held(high),
                thrown: None,
            },
            none: false,
            rests: Rests::Written,
        }
    }

    pub(super) fn words(set: u64) -> Self {
        Self {
            some: Known::Words(set),
            none: false,
            rests: Rests::Written,
        }
    }

    pub(super) fn anything() -> Self {
        Self {
            some: Known::Anything,
            none: true,
            rests: Rests::Written,
        }
    }

    /// Yes, no, or either.
    pub(super) fn flag(decided: Option<bool>) -> Self {
        Self::words(match decided {
            Some(true) => 0b10,
            Some(false) => 0b01,
            None => 0b11,
        })
    }

    pub(super) fn dice(thrown: Thrown) -> Self {
        Self {
            some: Known::Numbers {
                low: thrown.low,
                high: thrown.high(),
                thrown: Some(Rc::new(thrown)),
            },
            none: false,
            rests: Rests::Written,
        }
    }

    pub(super) fn or_none(self, none: bool) -> Self {
        Self {
            none: self.none || none,
            ..self
        }
    }

    /// All values of a type; a number in a range.
    pub(super) fn of_type(book: &RuleBook, ty: Type, (low, high): (i32, i32)) -> Self {
        match ty {
            Type::Number(_) => Self::numbers(end(low), end(high)),
            Type::Flag => Self::flag(None),
            Type::Words(id) => Self::words(first(
                book.words.get(id.at()).map_or(64, |list| list.words.len()),
            )),
            Type::Face(id) => match book.dice.get(id.at()) {
                Some(die) if die.is_numeric() => {
                    let (low, high) = (die.faces.iter().min(), die.faces.iter().max());
                    match (low, high) {
                        (Some(low), Some(high)) => Self::numbers(i64::from(*low), i64::from(*high)),
                        _ => Self::anything(),
                    }
                }
                Some(die) => Self::words(first(die.words.len())),
                None => Self::anything(),
            },
            Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => {
                Self::anything()
            }
        }
    }

    /// Least and most, if they are numbers.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        match self.some {
            Known::Numbers { low, high, .. } => Some((low, high)),
            Known::Words(_) | Known::Anything => None,
        }
    }

    /// As bits, if they are words or flags.
    pub(super) fn set(&self) -> Option<u64> {
        match self.some {
            Known::Words(set) => Some(set),
            Known::Numbers { .. } | Known::Anything => None,
        }
    }

    /// What is thrown of it.
    pub(super) fn thrown(&self) -> Option<&Rc<Thrown>> {
        match &self.some {
            Known::Numbers { thrown, .. } => thrown.as_ref(),
            Known::Words(_) | Known::Anything => None,
        }
    }

    /// Whether a flag is settled.
    pub(super) fn decided(&self) -> Option<bool> {
        match self.some {
            Known::Words(0b10) => Some(true),
            Known::Words(0b01) => Some(false),
            Known::Words(_) | Known::Numbers { .. } | Known::Anything => None,
        }
    }

    /// The values of either.
    pub(super) fn join(&self, other: &Self) -> Self {
        let some = match (&self.some, &other.some) {
            (
                Known::Numbers { low, high, .. },
                Known::Numbers {
                    low: other_low,
                    high: other_high,
                    ..
                },
            ) => {
                if low > high {
                    other.some.clone()
                } else if other_low > other_high {
                    self.some.clone()
                } else {
                    Known::Numbers {
                        low: *low.min(other_low),
                        high: *high.max(other_high),
                        thrown: None,
                    }
                }
            }
            (Known::Words(set), Known::Words(other)) => Known::Words(set | other),
            // No word yet: only nothing.
            (Known::Words(0), other) | (other, Known::Words(0)) => other.clone(),
            _ => Known::Anything,
        };
        Self {
            some,
            none: self.none || other.none,
            rests: self.rests.max(other.rests),
        }
    }

    /// Held in a range; a range that leaves nothing is not followed further.
    pub(super) fn within(&self, least: i64, most: i64) -> Self {
        match self.some {
            Known::Numbers { low, high, .. } if low >= least && high <= most => self.clone(),
            Known::Numbers { low, high, .. } => Self {
                none: self.none,
                rests: self.rests,
                ..Self::numbers(low.max(least), high.min(most))
            },
            Known::Words(_) | Known::Anything => self.clone(),
        }
    }

    /// The lower or the higher of two, as `pick` says.
    pub(super) fn extreme(&self, other: &Self, pick: fn(i64, i64) -> i64) -> Self {
        let rests = self.rests_with(other);
        if let (Some(one), Some(other)) = (self.set(), other.set()) {
            let words = |set: u64| (0..64).filter(move |at| set >> at & 1 == 1);
            let pairs = words(one).flat_map(|a| words(other).map(move |b| pick(a, b)));
            return Self {
                rests,
                ..Self::words(pairs.fold(0, |set, word| set | 1 << word))
            };
        }
        let (Some((low, high)), Some((other_low, other_high))) = (self.range(), other.range())
        else {
            return Self::anything();
        };
        Self {
            rests,
            ..Self::numbers(pick(low, other_low), pick(high, other_high))
        }
    }

    /// Sum or difference.
    pub(super) fn add(&self, other: &Self, sign: i64) -> Self {
        let (Some((low, high)), Some((other_low, other_high))) = (self.range(), other.range())
        else {
            return Self::anything();
        };
        let (more, less) = if sign < 0 {
            (-other_high, -other_low)
        } else {
            (other_low, other_high)
        };
        let thrown = match (self.thrown(), other.thrown()) {
            (Some(one), None) => Some(Rc::clone(one)),
            (None, Some(one)) if sign < 0 => Some(Rc::new(one.negated())),
            (None, Some(one)) => Some(Rc::clone(one)),
            (Some(one), Some(other)) if sign < 0 => one.and(&other.negated()).map(Rc::new),
            (Some(one), Some(other)) => one.and(other).map(Rc::new),
            (None, None) => None,
        };
        Self {
            some: Known::Numbers {
                low: held(low + more),
                high: held(high + less),
                thrown,
            },
            none: self.none || other.none,
            rests: self.rests_with(other),
        }
    }

    /// What a value rests on that is worked out of both.
    pub(super) fn rests_with(&self, other: &Self) -> Rests {
        let is_one = |values: &Self| values.range().is_some_and(|(low, high)| low == high);
        match (self.rests, other.rests) {
            (Rests::Written, Rests::Written) => Rests::Written,
            (rests, _) if is_one(other) => rests,
            (_, rests) if is_one(self) => rests,
            _ => Rests::Together,
        }
    }
}

fn held(value: i64) -> i64 {
    let most = i64::from(i32::MAX);
    value.clamp(-most, most)
}

/// A number without an end is as large as it can be.
fn end(value: i32) -> i64 {
    match value {
        NONE => i64::from(NONE) + 1,
        value => i64::from(value),
    }
}

/// The first so many values.
fn first(count: usize) -> u64 {
    match u32::try_from(count) {
        Ok(count) if count < 64 => (1u64 << count) - 1,
        _ => u64::MAX,
    }
}
