//! Tests of dice that one cell of a table, or the stat of one unit, makes certain.
//!
//! A comparison that is open over all values is evaluated again for each single result of the lookups and each single value
//! of the stats in it, with the names of the rule replaced by what they denote and formulas of one expression inlined: a disjunctive completion of the state
//! for one value at a time (Cousot and Cousot 1979).

use std::collections::BTreeSet;

use super::{ValueAnalysis, selected_meanings};
use crate::domain::{ValueSet, bounds};
use crate::environment::{Environment, Location, location};
use sandtable_model::{
    Ability, Comparison, Expr, FieldId, Kinds, LocalId, Meaning, NONE, ProcedureId, RuleBook,
    TableId, Type, Value, walk_expr, walk_within,
};
use sandtable_source::Span;

/// Maximum number of names that are followed to their values.
const MAX_DEPTH: usize = 4;

/// A test of dice that is certain for a cell of a table or for a unit.
#[derive(Debug, Clone)]
pub(crate) struct CertainTest {
    /// Span of the comparison.
    pub(crate) span: Span,
    /// Whether it is always true, rather than never.
    pub(crate) truth: bool,
    pub(crate) source: Source,
    /// The values of the side with the dice.
    pub(crate) rolled: ValueSet,
    /// Sections of the rule.
    pub(crate) citations: Vec<String>,
}

/// The part of a comparison that makes it certain.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// A result of a table: its meaning, by index.
    Cell(TableId, usize),
    /// A value of a stat of units of these kinds.
    Stat(FieldId, Kinds, i32),
}

/// A lookup or stat inside of a comparison.
struct Part {
    kind: PartKind,
    /// The names that denote it, the innermost first.
    names: Vec<LocalId>,
}

enum PartKind {
    Lookup(Span, TableId, Vec<ValueSet>),
    Stat(Location, FieldId, Kinds),
}

impl ValueAnalysis<'_> {
    /// Records the cells and stats that make an open comparison with dice certain.
    pub(super) fn record_certain_tests(&mut self, condition: &Expr, environment: &Environment) {
        let Some(Comparison { left, right, .. }) = condition.comparison() else {
            return;
        };
        if self.is_silent || self.by_roster {
            return;
        }
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let mut operands = environment.clone();
        let operands = [left, right].map(|side| self.eval(side, &mut operands));
        let mut rolled = operands.into_iter();
        if let Some(rolled) = rolled.find(|side| side.dice_term().is_some()) {
            let mut parts = Vec::new();
            self.collect(condition, &[], environment, &mut parts);
            for part in parts {
                for (source, value) in self.single_values(&part) {
                    if let Some(truth) = self.truth_with(condition, &part, &value, environment) {
                        self.current.certain_tests.push(CertainTest {
                            span: condition.span,
                            truth,
                            source,
                            rolled: rolled.clone(),
                            citations: self.citations.to_vec(),
                        });
                    }
                }
            }
        }
        self.is_silent = was_silent;
    }

    /// Collects the lookups and stats of an expression, and of what its names denote.
    fn collect(
        &mut self,
        expr: &Expr,
        names: &[LocalId],
        environment: &Environment,
        parts: &mut Vec<Part>,
    ) {
        if let Some(local) = expr.local()
            && let Some(value) = self.definitions.get(&local).copied()
            && names.len() < MAX_DEPTH
        {
            let inner = std::iter::once(local).chain(names.iter().copied());
            let inner: Vec<LocalId> = inner.collect();
            self.collect(value, &inner, environment, parts);
        }
        if let Some((procedure, arguments)) = expr.call() {
            self.collect_called(procedure, arguments, names, environment, parts);
        }
        let lookup = expr.lookup().map(|(table, arguments)| {
            let keys = arguments.iter();
            let keys = keys.map(|key| self.eval(key, &mut environment.clone()));
            PartKind::Lookup(expr.span, table, keys.collect())
        });
        let stat = expr.field().filter(|(_, field)| field.at() > 0);
        let stat = stat.and_then(|(unit, field)| {
            Some(PartKind::Stat(location(expr)?, field, unit.ty.kinds()))
        });
        let kind = lookup.or(stat);
        if let Some(kind) = kind.filter(|_| matches!(expr.ty, Type::Number(_))) {
            let names = names.to_vec();
            parts.push(Part { kind, names });
        }
        walk_expr(expr, &mut |inner| {
            self.collect(inner, names, environment, parts)
        });
    }

    /// Collects the lookups of a formula that is called.
    fn collect_called(
        &mut self,
        formula: ProcedureId,
        arguments: &[Expr],
        names: &[LocalId],
        environment: &Environment,
        parts: &mut Vec<Part>,
    ) {
        self.read_body(formula);
        let Some(body) = single_expression(self.book, formula) else {
            return;
        };
        let inside = self.entered(formula, arguments, &mut environment.clone());
        walk_within(body, &mut |expr| {
            let is_number = matches!(expr.ty, Type::Number(_));
            if let Some((table, arguments)) = expr.lookup().filter(|_| is_number) {
                let keys = arguments.iter();
                let keys = keys.map(|key| self.eval(key, &mut inside.clone()));
                let kind = PartKind::Lookup(expr.span, table, keys.collect());
                let names = names.to_vec();
                parts.push(Part { kind, names });
            }
            if let Some((procedure, arguments)) = expr.call() {
                self.collect_called(procedure, arguments, names, &inside, parts);
            }
        });
    }

    /// Returns the abstract state in which a rule begins that is called with these arguments.
    fn entered(
        &mut self,
        called: ProcedureId,
        arguments: &[Expr],
        environment: &mut Environment,
    ) -> Environment {
        let mut inside = Environment::default();
        let called = self.book.procedures.get(called.at());
        let parameters = called.map_or(&[][..], |called| &called.parameters);
        for (at, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            let value = self.eval(argument, environment);
            if !matches!(parameter.ty, Type::Unit(_)) {
                inside.bind(LocalId::new(at), value);
            }
        }
        inside
    }

    /// Returns the values of a call of a formula while a single result of a lookup is tried in it; `None` otherwise, or for a formula
    /// of
    /// more than one expression.
    pub(super) fn inlined(
        &mut self,
        formula: ProcedureId,
        arguments: &[Expr],
        environment: &mut Environment,
    ) -> Option<ValueSet> {
        self.selected_cell.as_ref()?;
        self.read_body(formula);
        let body = single_expression(self.book, formula)?;
        let mut inside = self.entered(formula, arguments, environment);
        Some(self.eval(body, &mut inside))
    }

    /// Returns the single values that a part can have, apart from none.
    fn single_values(&mut self, part: &Part) -> Vec<(Source, ValueSet)> {
        let book = self.book;
        match &part.kind {
            PartKind::Lookup(_, id, keys) => {
                let Some(table) = book.tables.get(id.at()) else {
                    return Vec::new();
                };
                let meanings = selected_meanings(table, keys).unwrap_or_default();
                let values = meanings.into_iter().filter_map(|meaning| {
                    match table.meanings.get(meaning)? {
                        Meaning::Value(value) if *value != NONE => {
                            let value = ValueSet::constant(book, *value, table.result.ty);
                            Some((Source::Cell(*id, meaning), value))
                        }
                        Meaning::Value(_) | Meaning::Where { .. } => None,
                    }
                });
                values.collect()
            }
            PartKind::Stat(_, field, kinds) => {
                self.read_roster();
                let profiles = book.profiles.iter();
                let profiles = profiles.filter(|profile| kinds.has(profile.kind));
                let values: BTreeSet<i32> = profiles
                    .filter_map(|profile| match profile.value(*field)? {
                        Value::Single(value) if *value != NONE => Some(*value),
                        Value::Single(_) | Value::Parts(_) | Value::Place(_) => None,
                    })
                    .collect();
                let Some(ty) = book.fields.get(field.at()).map(|field| field.ty) else {
                    return Vec::new();
                };
                let values = values.into_iter().map(|value| {
                    let set = ValueSet::constant(book, value, ty);
                    (Source::Stat(*field, *kinds, value), set)
                });
                values.collect()
            }
        }
    }

    /// Returns the truth value of a condition for a single value of a part; `None` if it is open, or if the conditions before
    /// rule the value out.
    fn truth_with(
        &mut self,
        condition: &Expr,
        part: &Part,
        value: &ValueSet,
        environment: &Environment,
    ) -> Option<bool> {
        let mut inside = environment.clone();
        let selected = match &part.kind {
            PartKind::Lookup(span, ..) => Some((*span, value.clone())),
            PartKind::Stat(path, ..) => {
                let known = inside.refined.insert(path.clone(), value.clone());
                if known.is_some_and(|known| !overlap(&known, value)) {
                    return None;
                }
                None
            }
        };
        self.selected_cell = selected;
        let truth = self.truth_below(condition, &part.names, environment, inside);
        self.selected_cell = None;
        truth
    }

    fn truth_below(
        &mut self,
        condition: &Expr,
        names: &[LocalId],
        environment: &Environment,
        mut inside: Environment,
    ) -> Option<bool> {
        for name in names {
            let value = self.definitions.get(name).copied()?;
            let values = self.eval(value, &mut inside);
            let known = environment.local(*name)?;
            if !overlap(known, &values) {
                return None;
            }
            inside.bind(*name, values);
        }
        self.eval(condition, &mut inside).truth()
    }
}

/// Returns the expression of a formula that has no other statement.
pub(crate) fn single_expression(book: &RuleBook, formula: ProcedureId) -> Option<&Expr> {
    let formula = book.procedures.get(formula.at())?;
    // One that calls itself would be expanded into itself.
    let formula = Some(formula).filter(|formula| formula.deep.is_none())?;
    let [only] = formula.body.as_slice() else {
        return None;
    };
    if let Some(value) = only.result()
        && formula.ability == Ability::Formula
    {
        return Some(value);
    }
    None
}

/// Whether two sets of numbers can have a value in common.
fn overlap(one: &ValueSet, other: &ValueSet) -> bool {
    match (bounds(one), bounds(other)) {
        (Some((low, high)), Some((least, most))) => low <= most && least <= high,
        _ => true,
    }
}
