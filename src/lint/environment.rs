//! What is known of names and of what is read at one place of a rule.

use std::collections::BTreeMap;

use super::values::{Known, Values};
use sandtable_model::{Expr, ExprKind, LocalId, NONE};
use sandtable_syntax::ast::Order;

/// Something that keeps its value from one reading to the next: a name, a stat of it, a fact. Pairs of what it is and
/// which.
pub(super) type Place = Vec<u32>;

/// What is known at one place of a rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Scene {
    /// What the rule keeps under names.
    pub(super) locals: BTreeMap<u32, Values>,
    /// What questions that were asked on the way have told.
    pub(super) told: BTreeMap<Place, Values>,
}

/// The place that an expression reads, if it is one.
pub(super) fn place(expr: &Expr) -> Option<Place> {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let of = |unit: &Expr, what: u32, at: usize| {
        let mut place = place(unit)?;
        place.extend([what, number(at)]);
        Some(place)
    };
    match &expr.kind {
        ExprKind::Local(id) => Some(vec![0, number(id.at())]),
        ExprKind::Field { unit, field } => of(unit, 1, field.at()),
        ExprKind::Track {
            unit,
            track,
            index: None,
            ..
        } => of(unit, 2, track.at()),
        ExprKind::Fact { fact, arguments } => {
            let mut whole = vec![3, number(fact.at())];
            for argument in arguments {
                let argument = place(argument)?;
                whole.extend([5, number(argument.len())]);
                whole.extend(argument);
            }
            Some(whole)
        }
        ExprKind::Option(id) => Some(vec![4, number(id.at())]),
        _ => None,
    }
}

impl Scene {
    pub(super) fn local(&self, id: LocalId) -> Option<&Values> {
        let id = u32::try_from(id.at()).ok()?;
        self.told.get(&vec![0, id]).or_else(|| self.locals.get(&id))
    }

    pub(super) fn keep(&mut self, id: LocalId, values: Values) {
        self.forget(id);
        if let Ok(id) = u32::try_from(id.at()) {
            self.locals.insert(id, values);
        }
    }

    /// The name stands for something else now.
    pub(super) fn forget(&mut self, id: LocalId) {
        if let Ok(id) = u32::try_from(id.at()) {
            self.locals.remove(&id);
            let is_of_it = |place: &Place| place.chunks(2).any(|pair| pair == [0, id]);
            self.told.retain(|place, _| !is_of_it(place));
        }
    }

    /// After something has changed, nothing that was asked of tracks or facts need hold any more.
    pub(super) fn forget_state(&mut self) {
        let is_state = |pair: &[u32]| matches!(pair.first(), Some(2 | 3));
        self.told.retain(|place, _| !place.chunks(2).any(is_state));
    }

    /// What holds after one of two ways.
    pub(super) fn join(self, other: Self) -> Self {
        let mut locals = self.locals;
        for (id, values) in other.locals {
            let both = locals.get(&id).map(|known| known.join(&values));
            locals.insert(id, both.unwrap_or(values));
        }
        let mut told = BTreeMap::new();
        for (place, values) in self.told {
            if let Some(others) = other.told.get(&place) {
                told.insert(place, values.join(others));
            }
        }
        Self { locals, told }
    }

    /// Takes in that a comparison of a place with known values holds.
    pub(super) fn narrow(&mut self, place: Place, now: &Values, order: Order, than: &Values) {
        let Some((low, high)) = than.range() else {
            return;
        };
        let none = now.none && order == Order::NotEqual;
        let most = i64::from(i32::MAX);
        let (least, most) = match order {
            Order::Equal => (low, high),
            Order::Less => (-most, high - 1),
            Order::LessOrEqual => (-most, high),
            Order::Greater => (low + 1, most),
            Order::GreaterOrEqual => (low, most),
            Order::NotEqual => match now.range() {
                Some((first, last)) if low == high && first == low => (first + 1, last),
                Some((first, last)) if low == high && last == low => (first, last - 1),
                _ => return,
            },
        };
        let mut narrowed = now.within(least, most);
        narrowed.none = none;
        if narrowed.range().is_some_and(|(low, high)| low <= high) {
            self.told.insert(place, narrowed);
        }
    }

    /// Takes in that a place has one of some words.
    pub(super) fn narrow_words(&mut self, place: Place, now: &Values, set: u64) {
        if let Some(known) = now.set() {
            let narrowed = Values {
                rests: now.rests,
                ..Values::words(known & set)
            };
            self.told.insert(place, narrowed);
        }
    }

    /// Takes in whether a place has nothing.
    pub(super) fn narrow_none(&mut self, place: Place, now: &Values, is_none: bool) {
        let narrowed = Values {
            some: if is_none {
                Known::Words(0)
            } else {
                now.some.clone()
            },
            none: is_none,
            rests: now.rests,
        };
        self.told.insert(place, narrowed);
    }
}

/// Whether an expression is the word `none`.
pub(super) fn is_nothing(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Constant(NONE))
}

/// The comparison that holds when this one does not.
pub(super) fn opposite(order: Order) -> Order {
    match order {
        Order::Equal => Order::NotEqual,
        Order::NotEqual => Order::Equal,
        Order::Less => Order::GreaterOrEqual,
        Order::LessOrEqual => Order::Greater,
        Order::Greater => Order::LessOrEqual,
        Order::GreaterOrEqual => Order::Less,
    }
}

/// The comparison seen from the other side.
pub(super) fn turned(order: Order) -> Order {
    match order {
        Order::Equal | Order::NotEqual => order,
        Order::Less => Order::Greater,
        Order::LessOrEqual => Order::GreaterOrEqual,
        Order::Greater => Order::Less,
        Order::GreaterOrEqual => Order::LessOrEqual,
    }
}
