//! The abstract state at a point of a rule: values of its locals, and of locations that path conditions restrict.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::domain::{Elements, ValueSet};
use sandtable_model::{Expr, FactId, FieldId, LocalId, NONE, OptionId, TrackId};
use sandtable_syntax::ast::Order;

/// One step of an access path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Local(LocalId),
    Game,
    /// A side that the rules name, by its number.
    Side(usize),
    Field(FieldId),
    Track(TrackId),
    Fact(FactId),
    Option(OptionId),
    /// The next steps, by number, are an argument of the fact.
    Argument(usize),
}

/// An access path: something that has the same value each time it is read, until it is changed.
pub(super) type Location = Vec<Step>;

/// The abstract state at a point of a rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Environment {
    /// Values of locals.
    pub(super) locals: BTreeMap<LocalId, ValueSet>,
    /// Refinements by path conditions.
    pub(super) refined: BTreeMap<Location, ValueSet>,
    /// Path conditions that refine no single location, each with its truth value.
    pub(super) guards: Vec<Rc<(Expr, bool)>>,
    /// Locals that alias the value of a location, while that has not changed.
    aliases: BTreeMap<LocalId, Location>,
}

/// Returns the access path of an expression, if it is one.
pub(super) fn location(expr: &Expr) -> Option<Location> {
    let of = |unit: &Expr, step: Step| {
        let mut path = location(unit)?;
        path.push(step);
        Some(path)
    };
    if let Some(local) = expr.local() {
        return Some(vec![Step::Local(local)]);
    }
    if expr.is_game() {
        return Some(vec![Step::Game]);
    }
    if let Some(side) = expr.named_side() {
        return Some(vec![Step::Side(side)]);
    }
    if let Some((unit, field)) = expr.field() {
        return of(unit, Step::Field(field));
    }
    if let Some(read) = expr.track().filter(|read| read.index.is_none()) {
        return of(read.unit, Step::Track(read.track));
    }
    if let Some((fact, arguments)) = expr.fact() {
        let mut path = vec![Step::Fact(fact)];
        for argument in arguments {
            let argument = location(argument)?;
            path.push(Step::Argument(argument.len()));
            path.extend(argument);
        }
        return Some(path);
    }
    expr.option().map(|option| vec![Step::Option(option)])
}

impl Environment {
    /// Returns the value of a local, refined.
    pub(super) fn local(&self, id: LocalId) -> Option<&ValueSet> {
        let refined = self.refined.get([Step::Local(id)].as_slice());
        refined.or_else(|| self.locals.get(&id))
    }

    /// Assigns a local.
    pub(super) fn bind(&mut self, id: LocalId, values: ValueSet) {
        self.kill(id);
        self.locals.insert(id, values);
    }

    /// Forgets a local and every refinement that depends on it.
    pub(super) fn kill(&mut self, id: LocalId) {
        self.locals.remove(&id);
        let step = Step::Local(id);
        self.aliases
            .retain(|local, path| *local != id && !path.contains(&step));
        self.refined.retain(|path, _| !path.contains(&step));
        self.guards.retain(|guard| !guard.0.reads_local(id));
    }

    /// Forgets every refinement that depends on tracks or facts: the state may have changed.
    pub(super) fn kill_state(&mut self) {
        let is_state = |step: &Step| matches!(step, Step::Track(_) | Step::Fact(_));
        self.refined.retain(|path, _| !path.iter().any(is_state));
        self.aliases.retain(|_, path| !path.iter().any(is_state));
        self.guards.clear();
    }

    /// Records that a local denotes what a location holds.
    pub(super) fn alias(&mut self, id: LocalId, path: Location) {
        self.aliases.insert(id, path);
    }

    /// Refines the values of a location and of its aliases.
    fn refine(&mut self, path: Location, values: ValueSet) {
        let local = match path.as_slice() {
            [Step::Local(id)] => Some(id),
            _ => None,
        };
        if let Some(other) = local.and_then(|id| self.aliases.get(id)) {
            self.refined.insert(other.clone(), values.clone());
        }
        self.refined.insert(path, values);
    }

    /// Forgets every refinement that depends on facts.
    pub(super) fn kill_facts(&mut self) {
        let is_fact = |step: &Step| matches!(step, Step::Fact(_));
        self.refined.retain(|path, _| !path.iter().any(is_fact));
    }

    /// Returns the state without what path conditions say.
    pub(super) fn unrefined(&self) -> Self {
        Self {
            locals: self.locals.clone(),
            ..Self::default()
        }
    }

    /// Returns the join of two states, where paths meet.
    pub(super) fn join(self, other: Self) -> Self {
        let mut locals = self.locals;
        for (id, values) in other.locals {
            let both = locals.get(&id).map(|known| known.join(&values));
            locals.insert(id, both.unwrap_or(values));
        }
        let mut refined = BTreeMap::new();
        for (path, values) in self.refined {
            if let Some(others) = other.refined.get(&path) {
                refined.insert(path, values.join(others));
            }
        }
        let mut guards = self.guards;
        guards.retain(|guard| other.guards.iter().any(|known| Rc::ptr_eq(guard, known)));
        let mut aliases = self.aliases;
        aliases.retain(|id, path| other.aliases.get(id) == Some(path));
        Self {
            locals,
            refined,
            guards,
            aliases,
        }
    }

    /// Refines a number by a comparison that is true.
    pub(super) fn refine_range(
        &mut self,
        path: Location,
        now: &ValueSet,
        order: Order,
        operand: &ValueSet,
    ) {
        let Some((low, high)) = operand.range() else {
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
        let mut refined = now.within(least, most);
        refined.none = none;
        if refined.range().is_some_and(|(low, high)| low <= high) {
            self.refine(path, refined);
        }
    }

    /// Refines a word, flag or face to those in a set.
    pub(super) fn refine_bits(&mut self, path: Location, now: &ValueSet, bits: u64) {
        if let Some(known) = now.bits() {
            let refined = ValueSet::set(known & bits).on(now.basis);
            self.refine(path, refined);
        }
    }

    /// Refines a value to [`NONE`], or to all others.
    pub(super) fn refine_none(&mut self, path: Location, now: &ValueSet, is_none: bool) {
        let refined = ValueSet {
            elements: if is_none {
                Elements::Set(0)
            } else {
                now.elements.clone()
            },
            none: is_none,
            basis: now.basis,
        };
        self.refined.insert(path, refined);
    }
}

/// Whether an expression is the literal `none`.
pub(super) fn is_none_literal(expr: &Expr) -> bool {
    expr.constant_value() == Some(NONE)
}
