//! The abstract domain: sets of values that an expression can have, as intervals of numbers and sets of words.

mod arithmetic;
mod dice_term;

use std::sync::Arc;

use sandtable_model::{Dimension, NONE, RuleBook, Type, is_numeric, range_of, words_by_value};
use sandtable_source::Span;

pub(super) use arithmetic::{
    bounds, bounds_of_arm, compared, divided, members, remainders, satisfied, shifted,
    singleton_bit,
};
pub(super) use dice_term::DiceTerm;

/// An element of the abstract domain: a superset of the values that an expression can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ValueSet {
    /// The values other than [`NONE`].
    pub(super) elements: Elements,
    /// [`NONE`] is one of the values.
    pub(super) none: bool,
    /// The assumptions on which the bounds rest.
    pub(super) basis: Basis,
}

/// The assumptions on which the bounds of a set rest, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// Each bound is reached: by the declared range of a type or stat, or by dice.
    Declared,
    /// Each bound is reached if a track can have every value of its range.
    State,
    /// The bounds treat correlated values, a track among them, as independent.
    Correlated,
}

/// A set of values other than [`NONE`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Elements {
    /// An interval of numbers; bounds beyond `i32` are infinite.
    Interval {
        low: i64,
        high: i64,
        /// The dice in the sum: the rest of it has the bounds `low` less their minimum and `high` less their maximum.
        dice: Option<Arc<DiceTerm>>,
    },
    /// A set of words, flags or faces: bit `n` for value `n`.
    Set(u64),
    /// Every value.
    Top,
}

impl ValueSet {
    /// Returns an interval; bounds beyond those of program numbers become infinite.
    pub(super) fn interval(low: i64, high: i64) -> Self {
        Self {
            elements: Elements::Interval {
                low: saturated(low),
                high: saturated(high),
                dice: None,
            },
            none: false,
            basis: Basis::Declared,
        }
    }

    /// Returns a set of words, flags or faces by their bits.
    pub(super) fn set(bits: u64) -> Self {
        Self {
            elements: Elements::Set(bits),
            none: false,
            basis: Basis::Declared,
        }
    }

    /// Returns the greatest element: nothing is known.
    pub(super) fn top() -> Self {
        Self {
            elements: Elements::Top,
            none: true,
            basis: Basis::Declared,
        }
    }

    /// Returns the set of a truth value: both for `None`.
    pub(super) fn flag(truth: Option<bool>) -> Self {
        Self::set(match truth {
            Some(true) => 0b10,
            Some(false) => 0b01,
            None => 0b11,
        })
    }

    /// Returns the interval of dice, with their distribution.
    pub(super) fn dice(dice: DiceTerm) -> Self {
        Self {
            elements: Elements::Interval {
                low: dice.low(),
                high: dice.high(),
                dice: Some(Arc::new(dice)),
            },
            none: false,
            basis: Basis::Declared,
        }
    }

    /// Returns the singleton of a value of a type.
    pub(super) fn constant(book: &RuleBook, value: i32, ty: Type) -> Self {
        let is_number = is_numeric(book, ty);
        match (value, ty) {
            (NONE, _) => Self::set(0).or_none(true),
            (_, Type::Unit(_) | Type::Unknown) => Self::top(),
            _ if is_number => Self::interval(i64::from(value), i64::from(value)),
            _ => Self::set(singleton_bit(value)),
        }
    }

    /// Returns all values of a type; of a number those in a range.
    pub(super) fn of_type(book: &RuleBook, ty: Type, (low, high): (i32, i32)) -> Self {
        match ty {
            Type::Number(_) => Self::interval(lower_bound(low), i64::from(high)),
            Type::Flag => Self::flag(None),
            Type::Words(id) => Self::set(first_bits(
                book.words.get(id.at()).map_or(64, |list| list.words.len()),
            )),
            Type::Face(id) => match book.dice.get(id.at()) {
                Some(die) if die.is_numeric() => {
                    let (low, high) = (die.faces.iter().min(), die.faces.iter().max());
                    match (low, high) {
                        (Some(low), Some(high)) => {
                            Self::interval(i64::from(*low), i64::from(*high))
                        }
                        _ => Self::top(),
                    }
                }
                Some(die) => Self::set(first_bits(die.words.len())),
                None => Self::top(),
            },
            Type::Dice | Type::Unit(_) | Type::Place | Type::Side | Type::Unknown => Self::top(),
        }
    }

    /// Returns the set with [`NONE`] added if `none`.
    pub(super) fn or_none(self, none: bool) -> Self {
        Self {
            none: self.none || none,
            ..self
        }
    }

    /// Returns the set on another basis.
    pub(super) fn on(self, basis: Basis) -> Self {
        Self { basis, ..self }
    }

    /// Returns the set with bounds that need not be reached, since its operands depend on each other; a single value is reached.
    pub(super) fn on_correlated(self) -> Self {
        let is_single = self.range().is_some_and(|(low, high)| low == high);
        match (&self.elements, is_single) {
            (Elements::Interval { .. }, false) => self.on(Basis::Correlated),
            _ => self,
        }
    }

    /// Returns the bounds of an interval.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        match self.elements {
            Elements::Interval { low, high, .. } => Some((low, high)),
            Elements::Set(_) | Elements::Top => None,
        }
    }

    /// Returns the bits of a set of words, flags or faces.
    pub(super) fn bits(&self) -> Option<u64> {
        match self.elements {
            Elements::Set(bits) => Some(bits),
            Elements::Interval { .. } | Elements::Top => None,
        }
    }

    /// Returns the dice in the sum.
    pub(super) fn dice_term(&self) -> Option<&Arc<DiceTerm>> {
        match &self.elements {
            Elements::Interval { dice, .. } => dice.as_ref(),
            Elements::Set(_) | Elements::Top => None,
        }
    }

    /// Calls a visitor with the span of each roll in the sum.
    pub(super) fn each_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        if let Elements::Interval {
            dice: Some(dice), ..
        } = &mut self.elements
        {
            Arc::make_mut(dice).each_span(visit);
        }
    }

    /// Returns the truth value if only one is in the set.
    pub(super) fn truth(&self) -> Option<bool> {
        match self.elements {
            Elements::Set(0b10) => Some(true),
            Elements::Set(0b01) => Some(false),
            Elements::Set(_) | Elements::Interval { .. } | Elements::Top => None,
        }
    }

    /// Returns the join: the least element that contains both.
    pub(super) fn join(&self, other: &Self) -> Self {
        let elements = match (&self.elements, &other.elements) {
            (
                Elements::Interval { low, high, .. },
                Elements::Interval {
                    low: other_low,
                    high: other_high,
                    ..
                },
            ) => {
                if low > high {
                    other.elements.clone()
                } else if other_low > other_high {
                    self.elements.clone()
                } else {
                    Elements::Interval {
                        low: *low.min(other_low),
                        high: *high.max(other_high),
                        dice: None,
                    }
                }
            }
            (Elements::Set(bits), Elements::Set(other)) => Elements::Set(bits | other),
            // The empty set is the least element.
            (Elements::Set(0), other) | (other, Elements::Set(0)) => other.clone(),
            _ => Elements::Top,
        };
        Self {
            elements,
            none: self.none || other.none,
            basis: self.basis.max(other.basis),
        }
    }

    /// Returns the meet of an interval with another; the result can be empty, with `low > high`.
    pub(super) fn within(&self, least: i64, most: i64) -> Self {
        match self.elements {
            Elements::Interval { low, high, .. } if low >= least && high <= most => self.clone(),
            Elements::Interval { low, high, .. } => Self {
                none: self.none,
                basis: self.basis,
                ..Self::interval(low.max(least), high.min(most))
            },
            Elements::Set(_) | Elements::Top => self.clone(),
        }
    }

    /// Returns the basis of a value that is calculated from both.
    pub(super) fn basis_with(&self, other: &Self) -> Basis {
        let is_constant = |values: &Self| values.range().is_some_and(|(low, high)| low == high);
        match (self.basis, other.basis) {
            (Basis::Declared, Basis::Declared) => Basis::Declared,
            (basis, _) if is_constant(other) => basis,
            (_, basis) if is_constant(self) => basis,
            _ => Basis::Correlated,
        }
    }

    /// Describes the set in the author's words: `2 to 12`, `flank, rear`.
    pub(super) fn describe(&self, book: &RuleBook, ty: Type) -> String {
        if let Some((low, high)) = self.range() {
            let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
            if let (Type::Number(Dimension::Parts(parts)), Ok(low), Ok(high)) =
                (ty, i32::try_from(low), i32::try_from(high))
            {
                return match low == high {
                    true => parts.text(low),
                    false => range_of(ty, low, high),
                };
            }
            return match (low <= least, high >= most) {
                (true, true) => "any number".to_owned(),
                (true, false) => format!("{high} or less"),
                (false, true) => format!("{low} or more"),
                (false, false) if low == high => low.to_string(),
                (false, false) => format!("{low} to {high}"),
            };
        }
        let words = words_by_value(book, ty);
        let bits = self.bits().unwrap_or(u64::MAX);
        let named: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(at, _)| *at < 64 && bits >> at & 1 == 1)
            .map(|(_, word)| word.as_str())
            .collect();
        named.join(", ")
    }
}

/// Whether a bound is none: beyond every number of a program.
fn is_infinite(bound: i64) -> bool {
    bound.abs() >= i64::from(i32::MAX)
}

fn saturated(value: i64) -> i64 {
    let most = i64::from(i32::MAX);
    value.clamp(-most, most)
}

/// Returns the lower bound of a declared range; [`NONE`] denotes none.
fn lower_bound(value: i32) -> i64 {
    match value {
        NONE => i64::from(NONE) + 1,
        value => i64::from(value),
    }
}

/// Returns the set of the first `count` values.
fn first_bits(count: usize) -> u64 {
    match u32::try_from(count) {
        Ok(count) if count < 64 => (1u64 << count) - 1,
        _ => u64::MAX,
    }
}
