//! Transfer functions of expressions.

use std::collections::BTreeSet;

use super::{BelowLeast, Bounded, Inverted, Lookup, ValueAnalysis, selected_meanings};
use crate::domain::{
    Basis, DiceTerm, Elements, ValueSet, bounds, compared, divided, remainders, satisfied, shifted,
};
use crate::environment::{Environment, is_none_literal, location};
use sandtable_eval::Weights;
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Aggregate, Arithmetic, Callable, Dimension, Expr, ExprKind, FieldId, KindId, Kinds, Meaning,
    NONE, Naming, Parameter, ProcedureId, TableId, Type, Value, walk_expr,
};
use sandtable_syntax::ast::Order;

/// Degrees of a full turn.
const FULL_TURN: i32 = 360;

impl ValueAnalysis<'_> {
    /// Returns the values of an expression.
    pub(super) fn eval(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return ValueSet::top();
        }
        if let Some(known) = location(expr).and_then(|path| environment.refined.get(&path).cloned())
        {
            return known;
        }
        let values = self.transfer(expr, environment);
        // The type bounds every value.
        if matches!(values.elements, Elements::Top) && !matches!(expr.ty, Type::Number(_)) {
            return ValueSet::of_type(self.book, expr.ty, (NONE, i32::MAX)).or_none(expr.or_none);
        }
        values
    }

    fn transfer(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        match &expr.kind {
            ExprKind::Constant(value) => ValueSet::constant(self.book, *value, expr.ty),
            ExprKind::Local(id) => {
                let declared = || {
                    let local = self.locals.get(id.at());
                    local.map_or_else(ValueSet::top, |local| {
                        let all = (NONE, i32::MAX);
                        ValueSet::of_type(self.book, local.ty, all).or_none(local.or_none)
                    })
                };
                environment.local(*id).cloned().unwrap_or_else(declared)
            }
            ExprKind::AreaUnit(place) | ExprKind::AreaPlace(place) => {
                self.eval(place, environment);
                ValueSet::top()
            }
            ExprKind::Field { .. }
            | ExprKind::Track { .. }
            | ExprKind::Ground { .. }
            | ExprKind::Measured { .. }
            | ExprKind::Fact { .. } => self.state(expr, environment),
            ExprKind::Not { .. }
            | ExprKind::Negate { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Divide { .. }
            | ExprKind::Compare { .. }
            | ExprKind::Member { .. }
            | ExprKind::Meets { .. }
            | ExprKind::Shift { .. }
            | ExprKind::Widen { .. }
            | ExprKind::Limit { .. } => self.operator(expr, environment),
            ExprKind::If { .. }
            | ExprKind::Call { .. }
            | ExprKind::Table { .. }
            | ExprKind::Modifiers { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Roll { .. }
            | ExprKind::Pool { .. }
            | ExprKind::Ratio { .. }
            | ExprKind::RestOf { .. }
            | ExprKind::RollOf { .. }
            | ExprKind::Aggregate { .. } => self.composite(expr, environment),
            ExprKind::Game
            | ExprKind::NamedSide(_)
            | ExprKind::Option(_)
            | ExprKind::Can { .. }
            | ExprKind::Offered(_)
            | ExprKind::Refused
            | ExprKind::Winner
            | ExprKind::Ended
            | ExprKind::Last(_)
            | ExprKind::Outcome => {
                walk_expr(expr, &mut |inner| {
                    self.eval(inner, &mut environment.clone());
                });
                ValueSet::top()
            }
        }
    }

    /// Evaluates reads of units, tracks, places and facts.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn state(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        match &expr.kind {
            ExprKind::Field { unit, field } => {
                self.eval(unit, environment);
                let values = self.read_stat(unit.ty.kinds(), *field);
                values.or_none(expr.or_none)
            }
            ExprKind::Track { unit, track, .. } => {
                self.eval(unit, environment);
                let kinds = unit.ty.kinds().and(self.only_kinds);
                let tracks = self.book.kinds.iter().enumerate();
                let tracks = tracks
                    .filter(|(at, _)| kinds.has(KindId::new(*at)))
                    .flat_map(|(_, kind)| &kind.tracks)
                    .filter(|known| known.track == *track);
                let values = tracks
                    .map(|known| ValueSet::of_type(self.book, expr.ty, (known.low, known.high)))
                    .reduce(|all, one| all.join(&one));
                let values = values.unwrap_or_else(ValueSet::top);
                values.or_none(expr.or_none).on(Basis::State)
            }
            ExprKind::Ground { place, field } => {
                self.eval(place, environment);
                self.ground(place.ty, *field).or_none(expr.or_none)
            }
            ExprKind::Measured { arguments, way, .. } => {
                let prefix = way.iter().flat_map(|way| &way.arguments);
                for argument in arguments.iter().chain(prefix) {
                    self.eval(argument, environment);
                }
                let range = match expr.ty {
                    Type::Number(Dimension::Degrees) => (0, FULL_TURN - 1),
                    Type::Number(_) => (0, i32::MAX),
                    _ => (NONE, i32::MAX),
                };
                let values = ValueSet::of_type(self.book, expr.ty, range);
                values.or_none(expr.or_none).on(Basis::State)
            }
            ExprKind::Fact { fact, arguments } => {
                for argument in arguments {
                    self.eval(argument, environment);
                }
                self.book
                    .facts
                    .get(fact.at())
                    .map_or_else(ValueSet::top, |fact| {
                        ValueSet::of_type(self.book, fact.ty, (fact.low, fact.high))
                    })
            }
            _ => ValueSet::top(),
        }
    }

    /// Evaluates arithmetic and logic.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn operator(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        match &expr.kind {
            ExprKind::Not(inner) => {
                ValueSet::flag(self.eval(inner, environment).truth().map(|holds| !holds))
            }
            ExprKind::Negate(inner) => {
                let inner = self.eval(inner, environment);
                ValueSet::interval(0, 0).plus(&inner, -1)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, environment),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => {
                let (above, below) = (self.eval(left, environment), self.eval(right, environment));
                let quotient = divided(&above, &below, *rounding);
                self.record_quotient(expr, (&above, &below), &quotient);
                quotient
            }
            ExprKind::Compare { order, left, right } => {
                let (one, other) = (self.eval(left, environment), self.eval(right, environment));
                ValueSet::flag(comparison(*order, &one, &other, is_none_literal(right)))
            }
            ExprKind::Member { value, set } => {
                let values = self.eval(value, environment);
                ValueSet::flag(match values.bits() {
                    Some(known) if known & set == 0 => Some(false),
                    Some(known) if known & !set == 0 && !values.none => Some(true),
                    _ => None,
                })
            }
            ExprKind::Meets { face, need, sets } => {
                let (faces, needs) = (self.eval(face, environment), self.eval(need, environment));
                ValueSet::flag(satisfied(&faces, &needs, sets))
            }
            ExprKind::Shift {
                value,
                by,
                down,
                top,
            } => {
                let (values, by) = (self.eval(value, environment), self.eval(by, environment));
                shifted(&values, &by, *down, *top)
            }
            ExprKind::Widen { value, places } => {
                let values = self.eval(value, environment);
                let words = (0..).zip(places).filter(|(at, _)| {
                    let set = values.bits();
                    set.is_none_or(|set| set >> at & 1 == 1)
                });
                let widened = words
                    .map(|(_, place)| ValueSet::constant(self.book, *place, expr.ty))
                    .reduce(|all, one| all.join(&one));
                let widened = widened.unwrap_or_else(ValueSet::top);
                widened.or_none(values.none).on(values.basis)
            }
            ExprKind::Limit { value, low, high } => {
                let values = self.eval(value, environment);
                let (low, high) = (i64::from(*low), i64::from(*high));
                match values.range() {
                    Some((least, _)) if least > high => ValueSet::interval(high, high),
                    Some((_, most)) if most < low => ValueSet::interval(low, low),
                    Some(_) => values.within(low, high),
                    None => ValueSet::interval(low, high),
                }
            }
            _ => ValueSet::top(),
        }
    }

    /// Evaluates choices by a condition, calls, dice and aggregates.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn composite(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        match &expr.kind {
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let truth = self.condition(condition, environment);
                let (mut one, mut other) = (environment.clone(), environment.clone());
                self.assume(condition, true, &mut one);
                self.assume(condition, false, &mut other);
                let (then, otherwise) =
                    (self.eval(then, &mut one), self.eval(otherwise, &mut other));
                match truth {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None if self.is_behind_condition(condition, expr) => {
                        then.join(&otherwise).on_correlated()
                    }
                    None => then.join(&otherwise),
                }
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => {
                let called = self.book.procedures.get(procedure.at());
                let called = called.map(|called| (&called.naming, called.parameters.as_slice()));
                let values = self.arguments(called, arguments, environment);
                self.pass(*procedure, values);
                let known = self.inlined(*procedure, arguments, environment);
                let known = known.or_else(|| self.read_result(Callable::Procedure(*procedure)));
                known.unwrap_or_else(ValueSet::top).or_none(expr.or_none)
            }
            ExprKind::Table { table, arguments } => {
                self.lookup(expr, *table, arguments, environment)
            }
            ExprKind::Modifiers { list, arguments } => {
                let called = self.book.modifiers.get(list.at());
                let called = called.map(|called| (&called.naming, called.parameters.as_slice()));
                self.arguments(called, arguments, environment);
                let known = self.read_result(Callable::Modifiers(*list));
                known.unwrap_or_else(ValueSet::top)
            }
            ExprKind::Dice { .. }
            | ExprKind::Roll { .. }
            | ExprKind::Pool { .. }
            | ExprKind::Ratio { .. }
            | ExprKind::RestOf { .. }
            | ExprKind::RollOf { .. } => self.roll(expr, environment),
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => {
                let mut inside = self.member_of(selection, environment);
                self.visit(
                    ordering.iter().map(|ordering| ordering.by.as_ref()),
                    &inside,
                );
                let value = value.as_ref().map(|value| self.eval(value, &mut inside));
                match (aggregate, value) {
                    (Aggregate::Highest | Aggregate::Lowest, Some(value)) => ValueSet {
                        none: expr.or_none,
                        ..value
                    },
                    (Aggregate::Number, _) => ValueSet::interval(0, i64::from(i32::MAX)),
                    _ => ValueSet::top(),
                }
            }
            _ => ValueSet::top(),
        }
    }

    /// Evaluates rolls of dice, ratios and the rest of shifts.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller hands over these kinds only"
    )]
    fn roll(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        match &expr.kind {
            ExprKind::Dice { count, sides } => match Weights::of_dice(*count, *sides) {
                Some(weights) => ValueSet::dice(DiceTerm::new(weights, expr.span)),
                None => {
                    ValueSet::interval(i64::from(*count), i64::from(*count) * i64::from(*sides))
                }
            },
            ExprKind::Roll(die) => {
                let known = self.book.dice.get(die.at()).filter(|die| die.is_numeric());
                match known.and_then(|die| Weights::of_faces(&die.faces)) {
                    Some(weights) => ValueSet::dice(DiceTerm::new(weights, expr.span)),
                    None => ValueSet::of_type(self.book, expr.ty, (NONE, i32::MAX)),
                }
            }
            ExprKind::Pool(handful) => {
                for key in &handful.keys {
                    self.eval(&key.value, environment);
                }
                let (low, high) = handful.ends();
                ValueSet::interval(low, high)
            }
            ExprKind::Ratio { left, right, .. } => {
                self.eval(left, environment);
                self.eval(right, environment);
                ValueSet::of_type(self.book, expr.ty, (NONE, i32::MAX))
            }
            ExprKind::RestOf { value, by, .. } => {
                self.eval(value, environment);
                let most = self.eval(by, environment).range();
                let most = most.map_or(i64::from(i32::MAX), |(low, high)| high.max(-low).max(0));
                ValueSet::interval(0, most)
            }
            ExprKind::RollOf { die, rungs } => {
                let rung = self.eval(die, environment);
                let rolls = (0..64).zip(rungs);
                rolls
                    .filter(|(at, _)| rung.bits().is_none_or(|set| set >> at & 1 == 1))
                    .map(|(_, roll)| roll.range())
                    .map(|(low, high)| ValueSet::interval(i64::from(low), i64::from(high)))
                    .reduce(|all, one| all.join(&one))
                    .unwrap_or_else(ValueSet::top)
            }
            _ => ValueSet::top(),
        }
    }

    fn binary(
        &mut self,
        op: Arithmetic,
        left: &Expr,
        right: &Expr,
        environment: &mut Environment,
    ) -> ValueSet {
        let one = self.eval(left, environment);
        if matches!(op, Arithmetic::And | Arithmetic::Or) {
            let mut second = environment.clone();
            self.assume(left, op == Arithmetic::And, &mut second);
            let other = self.eval(right, &mut second);
            let settling = op == Arithmetic::Or;
            return ValueSet::flag(match (one.truth(), other.truth()) {
                (Some(one), _) if one == settling => Some(settling),
                (_, Some(other)) if other == settling => Some(settling),
                (Some(_), Some(_)) => Some(!settling),
                _ => None,
            });
        }
        let other = self.eval(right, environment);
        let values = match op {
            Arithmetic::Add => one.plus(&other, 1),
            Arithmetic::Subtract if is_at_least(left, right) => {
                one.plus(&other, -1).within(0, i64::MAX)
            }
            Arithmetic::Subtract => one.plus(&other, -1),
            Arithmetic::Lower => one.extreme(&other, Ord::min),
            Arithmetic::Higher => one.extreme(&other, Ord::max),
            Arithmetic::Remainder => remainders(&one, &other),
            Arithmetic::Multiply | Arithmetic::And | Arithmetic::Or => one.times(&other),
        };
        let is_exact = values.basis == Basis::Declared;
        match is_exact && self.are_correlated(op, left, right) {
            true => values.on_correlated(),
            false => values,
        }
    }

    /// Records a number that can be below the least with which a line does what it says.
    pub(super) fn record_below(
        &mut self,
        least: i64,
        expr: &Expr,
        values: &ValueSet,
        effect: Inverted,
    ) {
        let is_below = values.range().is_some_and(|(low, _)| low < least);
        let mut known = self.current.below_least.iter();
        if is_below && !self.is_silent && !known.any(|one| one.span == expr.span) {
            let citations = self.citations.to_vec();
            let read = expr.track().map(|read| read.track);
            let tracks = self.book.kinds.iter().flat_map(|kind| &kind.tracks);
            let mut tracks = tracks.filter(|track| Some(track.track) == read);
            let starts_so =
                tracks.any(|track| track.starts_at.is_none() && i64::from(track.start) < least);
            let called = expr
                .call()
                .and_then(|(id, _)| self.book.procedures.get(id.at()));
            let is_declared_so = called.is_some_and(|called| {
                called.range.0 > NONE + 1 && i64::from(called.range.0) < least
            });
            self.current.below_least.push(BelowLeast {
                span: expr.span,
                values: values.clone(),
                effect,
                is_said: starts_so || is_declared_so,
                citations,
            });
        }
    }

    /// Records a division that has the same result for all its operands, though it does not divide evenly.
    fn record_quotient(
        &mut self,
        expr: &Expr,
        (above, below): (&ValueSet, &ValueSet),
        quotient: &ValueSet,
    ) {
        let single = |values: &ValueSet| match values.range() {
            Some((low, high)) if low == high && !values.none => Some(low),
            _ => None,
        };
        let Some(result) = single(quotient).filter(|_| !self.is_silent) else {
            return;
        };
        let is_even = match (single(above), single(below)) {
            (Some(above), Some(below)) => above.checked_rem(below) == Some(0),
            _ => false,
        };
        let mut known = self.current.constant_quotients.iter();
        if !is_even && !known.any(|(span, ..)| *span == expr.span) {
            let citations = self.citations.to_vec();
            self.current
                .constant_quotients
                .push((expr.span, result, citations));
        }
    }

    /// Returns the values of a stat of hexes or hexsides.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only numbers of units have a range of their own"
    )]
    fn ground(&mut self, ty: Type, field: FieldId) -> ValueSet {
        if let Some(values) = self.read_ground(ty == Type::Side, field) {
            return values;
        }
        let kind = match ty {
            Type::Side => self.book.link_kind(),
            _ => self.book.place_kind(),
        };
        let kind = kind.and_then(|kind| self.book.kinds.get(kind.at()));
        let field_type = self.book.fields.get(field.at());
        let (Some(kind), Some(known)) = (kind, field_type) else {
            return ValueSet::top();
        };
        let mut stats = kind.stats.iter();
        match stats.find(|stat| stat.field == field) {
            Some(stat) => ValueSet::of_type(self.book, known.ty, (stat.low, stat.high)),
            None => ValueSet::flag(None),
        }
    }

    /// Returns the values that the hexes or hexsides of the maps have; `None` without maps.
    pub(super) fn ground_of_maps(&mut self, sides: bool, field: FieldId) -> Option<ValueSet> {
        let book = self.book;
        if !self.by_roster || book.maps.is_empty() {
            return None;
        }
        let known = self.ground.entry((sides, field)).or_insert_with(|| {
            let ty = book.fields.get(field.at())?.ty;
            let mut values = BTreeSet::new();
            for board_instance in book.maps.iter().map(|map| &map.board_instance) {
                let of_row = |row: &[i32]| row.get(field.at()).copied();
                if sides {
                    let rows = board_instance
                        .sides
                        .values()
                        .chain([&board_instance.plain_side]);
                    values.extend(rows.filter_map(|row| of_row(row)));
                } else {
                    let rows = board_instance.places.chunks(board_instance.n_fields.max(1));
                    values.extend(rows.filter_map(of_row));
                }
            }
            let values = values
                .into_iter()
                .map(|value| ValueSet::constant(book, value, ty));
            values.reduce(|all, one| all.join(&one))
        });
        known.clone()
    }

    /// Returns the values of a stat of units.
    pub(super) fn field(&self, kinds: Kinds, field: FieldId) -> ValueSet {
        let Some(known) = self.book.fields.get(field.at()).filter(|_| field.at() > 0) else {
            return ValueSet::top();
        };
        // The stats of sides and of the game are set by each scenario.
        let special = [self.book.side_kind(), self.book.game_kind()];
        let of_scenarios = special.iter().flatten().any(|kind| kinds.has(*kind));
        if self.by_roster && !of_scenarios {
            let profiles = self.book.profiles.iter();
            let profiles = profiles.filter(|profile| kinds.has(profile.kind));
            let values = profiles.map(|profile| match profile.value(field) {
                Some(Value::Single(value)) => ValueSet::constant(self.book, *value, known.ty),
                // The unit has not the trait.
                None if known.is_trait => ValueSet::flag(Some(false)),
                Some(Value::Parts(_) | Value::Place(_)) | None => ValueSet::top(),
            });
            if let Some(values) = values.reduce(|all, one| all.join(&one)) {
                return values;
            }
        }
        if known.is_trait {
            return ValueSet::flag(None);
        }
        let declared = self.book.kinds.iter().enumerate();
        let stats = declared
            .filter(|(at, _)| kinds.has(KindId::new(*at)))
            .flat_map(|(_, kind)| &kind.stats)
            .filter(|stat| stat.field == field);
        let values = stats.map(|stat| {
            ValueSet::of_type(self.book, known.ty, (stat.low, stat.high)).or_none(stat.optional)
        });
        values
            .reduce(|all, one| all.join(&one))
            .unwrap_or_else(ValueSet::top)
    }

    fn lookup(
        &mut self,
        expr: &Expr,
        id: TableId,
        arguments: &[Expr],
        environment: &mut Environment,
    ) -> ValueSet {
        let keys: Vec<ValueSet> = arguments
            .iter()
            .map(|argument| self.eval(argument, environment))
            .collect();
        let all = self.read_result(Callable::Table(id));
        let all = all.unwrap_or_else(ValueSet::top);
        let Some(table) = self.book.tables.get(id.at()) else {
            return all;
        };
        let selected = selected_meanings(table, &keys).and_then(|meanings| {
            let values = meanings
                .into_iter()
                .map(|meaning| match table.meanings.get(meaning)? {
                    Meaning::Value(value) => {
                        Some(ValueSet::constant(self.book, *value, table.result.ty))
                    }
                    Meaning::Where { .. } => None,
                });
            values
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .reduce(|all, one| all.join(&one))
        });
        if let Some((span, result)) = &self.selected_cell
            && *span == expr.span
        {
            return result.clone();
        }
        if !self.is_silent {
            self.current.lookups.push(Lookup {
                table: id,
                span: expr.span,
                keys,
                places: arguments.iter().map(|argument| argument.span).collect(),
                citations: self.citations.to_vec(),
            });
        }
        selected.unwrap_or(all)
    }

    /// Returns the values of arguments, and records the numbers for which a range is declared.
    fn arguments(
        &mut self,
        called: Option<(&Naming, &[Parameter])>,
        arguments: &[Expr],
        environment: &mut Environment,
    ) -> Vec<ValueSet> {
        let mut all = Vec::with_capacity(arguments.len());
        for (at, argument) in arguments.iter().enumerate() {
            let values = self.eval(argument, environment);
            all.push(values.clone());
            let Some((naming, parameters)) = called else {
                continue;
            };
            if let Some(parameter) = parameters.get(at)
                && matches!(parameter.ty, Type::Number(_))
            {
                self.bound(Bounded {
                    span: argument.span,
                    values,
                    ty: parameter.ty,
                    range: (parameter.low, parameter.high),
                    rule: naming.name.clone(),
                    parameter: Some((parameter.name.clone(), parameter.span)),
                    citations: self.citations.to_vec(),
                });
            }
        }
        all
    }

    /// Adds the arguments of a call to those that are passed to a procedure.
    fn pass(&mut self, called: ProcedureId, arguments: Vec<ValueSet>) {
        for (at, values) in arguments.into_iter().enumerate() {
            let known = self.passed.remove(&(called, at));
            let all = known.map_or_else(|| values.clone(), |known| known.join(&values));
            self.passed.insert((called, at), all);
        }
    }
}

/// Returns the truth value of a comparison, if it is the same for all values of the operands.
fn comparison(order: Order, one: &ValueSet, other: &ValueSet, with_none: bool) -> Option<bool> {
    if with_none {
        return match (order, one.none) {
            (Order::Equal, false) => Some(false),
            (Order::NotEqual, false) => Some(true),
            _ => None,
        };
    }
    let truth = compared(order, bounds(one)?, bounds(other)?)?;
    // A comparison with `none` is neither true nor false.
    (!one.none && !other.none).then_some(truth)
}

/// Whether the left side is never less than the right one: the higher of some values and one of them, or one of them and the lower of them.
fn is_at_least(left: &Expr, right: &Expr) -> bool {
    let forms = |expr: &Expr, op: Arithmetic| {
        let mut forms = Vec::new();
        expr.chain(op, &mut |part| forms.extend(canonical_form(part, &[])));
        forms
    };
    let is_chain =
        left.operands(Arithmetic::Higher).is_some() || right.operands(Arithmetic::Lower).is_some();
    if !is_chain {
        return false;
    }
    let (higher, lower) = (
        forms(left, Arithmetic::Higher),
        forms(right, Arithmetic::Lower),
    );
    lower.iter().any(|form| higher.contains(form))
}
