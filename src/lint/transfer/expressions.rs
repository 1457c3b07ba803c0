//! What expressions may come to.

use std::collections::BTreeSet;

use super::super::dice_distribution::Thrown;
use super::super::ranges::{bounds, compare, divided, meets, shifted};
use super::super::scene::{Scene, is_nothing, place};
use super::super::values::{Known, Rests, Values};
use super::{Lookup, Reach, cells, constant};
use sandtable_model::{
    Aggregate, Arithmetic, Expr, ExprKind, FieldId, KindId, Meaning, NONE, TableId, Type, Value,
    walk_expr,
};
use sandtable_syntax::ast::Order;

impl Reach<'_> {
    /// What an expression may come to.
    pub(super) fn eval(&mut self, expr: &Expr, scene: &mut Scene) -> Values {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Values::anything();
        }
        if let Some(known) = place(expr).and_then(|place| scene.told.get(&place).cloned()) {
            return known;
        }
        let values = self.worked_out(expr, scene);
        // What a type holds is known even where nothing else is.
        if matches!(values.some, Known::Anything) && !matches!(expr.ty, Type::Number(_)) {
            return Values::of_type(self.book, expr.ty, (NONE, i32::MAX)).or_none(expr.or_none);
        }
        values
    }

    fn worked_out(&mut self, expr: &Expr, scene: &mut Scene) -> Values {
        match &expr.kind {
            ExprKind::Constant(value) => constant(self.book, *value, expr.ty),
            ExprKind::Local(id) => {
                let declared = || {
                    let local = self.locals.get(id.at());
                    local.map_or_else(Values::anything, |local| {
                        let all = (NONE, i32::MAX);
                        Values::of_type(self.book, local.ty, all).or_none(local.or_none)
                    })
                };
                scene.local(*id).cloned().unwrap_or_else(declared)
            }
            ExprKind::Field { unit, field } => {
                self.eval(unit, scene);
                self.field(unit.ty, *field).or_none(expr.or_none)
            }
            ExprKind::Track { unit, track, .. } => {
                self.eval(unit, scene);
                let kinds = unit.ty.kinds();
                let tracks = self.book.kinds.iter().enumerate();
                let tracks = tracks
                    .filter(|(at, _)| kinds.has(KindId::new(*at)))
                    .flat_map(|(_, kind)| &kind.tracks)
                    .filter(|known| known.track == *track);
                let values = tracks
                    .map(|known| Values::of_type(self.book, expr.ty, (known.low, known.high)))
                    .reduce(|all, one| all.join(&one));
                let values = values.unwrap_or_else(Values::anything);
                Values {
                    rests: Rests::State,
                    ..values.or_none(expr.or_none)
                }
            }
            ExprKind::Ground { place, field } => {
                self.eval(place, scene);
                self.ground(place.ty, *field).or_none(expr.or_none)
            }
            ExprKind::Measured { arguments, way, .. } => {
                let prefix = way.iter().flat_map(|way| &way.arguments);
                for argument in arguments.iter().chain(prefix) {
                    self.eval(argument, scene);
                }
                let low = match expr.ty {
                    Type::Number(_) => 0,
                    _ => NONE,
                };
                let values = Values::of_type(self.book, expr.ty, (low, i32::MAX));
                Values {
                    rests: Rests::State,
                    ..values.or_none(expr.or_none)
                }
            }
            ExprKind::Fact { fact, arguments } => {
                for argument in arguments {
                    self.eval(argument, scene);
                }
                self.book
                    .facts
                    .get(fact.at())
                    .map_or_else(Values::anything, |fact| {
                        Values::of_type(self.book, fact.ty, (fact.low, fact.high))
                    })
            }
            ExprKind::Not(inner) => {
                Values::flag(self.eval(inner, scene).decided().map(|holds| !holds))
            }
            ExprKind::Negate(inner) => {
                let inner = self.eval(inner, scene);
                Values::numbers(0, 0).add(&inner, -1)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, scene),
            ExprKind::Divide {
                left,
                right,
                rounding,
            } => {
                let (left, right) = (self.eval(left, scene), self.eval(right, scene));
                divided(&left, &right, *rounding)
            }
            ExprKind::Compare { order, left, right } => {
                let (one, other) = (self.eval(left, scene), self.eval(right, scene));
                Values::flag(self.settled(*order, &one, &other, is_nothing(right)))
            }
            ExprKind::Member { value, set } => {
                let values = self.eval(value, scene);
                Values::flag(match values.set() {
                    Some(known) if known & set == 0 => Some(false),
                    Some(known) if known & !set == 0 && !values.none => Some(true),
                    _ => None,
                })
            }
            ExprKind::Meets { face, need, sets } => {
                let (faces, needs) = (self.eval(face, scene), self.eval(need, scene));
                Values::flag(meets(&faces, &needs, sets))
            }
            ExprKind::Shift {
                value,
                by,
                down,
                top,
            } => {
                let (values, by) = (self.eval(value, scene), self.eval(by, scene));
                shifted(&values, &by, *down, *top)
            }
            ExprKind::Limit { value, low, high } => {
                let values = self.eval(value, scene);
                let (low, high) = (i64::from(*low), i64::from(*high));
                match values.range() {
                    Some((least, _)) if least > high => Values::numbers(high, high),
                    Some((_, most)) if most < low => Values::numbers(low, low),
                    Some(_) => values.within(low, high),
                    None => Values::numbers(low, high),
                }
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let answer = self.ask(condition, scene);
                let (mut one, mut other) = (scene.clone(), scene.clone());
                self.told(condition, true, &mut one);
                self.told(condition, false, &mut other);
                let (then, otherwise) =
                    (self.eval(then, &mut one), self.eval(otherwise, &mut other));
                match answer {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => then.join(&otherwise),
                }
            }
            ExprKind::Call {
                procedure,
                arguments,
            } => {
                for argument in arguments {
                    self.eval(argument, scene);
                }
                let known = self.results.get(procedure.at()).cloned().flatten();
                known.unwrap_or_else(Values::anything).or_none(expr.or_none)
            }
            ExprKind::Table { table, arguments } => self.looked_up(expr, *table, arguments, scene),
            ExprKind::Modifiers { list, arguments } => {
                for argument in arguments {
                    self.eval(argument, scene);
                }
                let known = self.lists.get(list.at()).cloned().flatten();
                known.unwrap_or_else(Values::anything)
            }
            ExprKind::Dice { count, sides } => match Thrown::dice(*count, *sides, expr.span) {
                Some(thrown) => Values::dice(thrown),
                None => Values::numbers(i64::from(*count), i64::from(*count) * i64::from(*sides)),
            },
            ExprKind::Throw(die) => {
                let known = self.book.dice.get(die.at()).filter(|die| die.is_numeric());
                let faces: Vec<i64> = known
                    .map(|die| die.faces.iter().map(|face| i64::from(*face)).collect())
                    .unwrap_or_default();
                match Thrown::faces(&faces, expr.span) {
                    Some(thrown) => Values::dice(thrown),
                    None => Values::of_type(self.book, expr.ty, (NONE, i32::MAX)),
                }
            }
            ExprKind::Pool(handful) => {
                for key in &handful.keys {
                    self.eval(&key.value, scene);
                }
                let (low, high) = handful.ends();
                Values::numbers(low, high)
            }
            ExprKind::Ratio { left, right, .. } => {
                self.eval(left, scene);
                self.eval(right, scene);
                Values::of_type(self.book, expr.ty, (NONE, i32::MAX))
            }
            ExprKind::RestOf { value, by, .. } => {
                self.eval(value, scene);
                let most = self.eval(by, scene).range();
                let most = most.map_or(i64::from(i32::MAX), |(low, high)| high.max(-low).max(0));
                Values::numbers(0, most)
            }
            ExprKind::ThrowOf { die, rungs } => {
                let rung = self.eval(die, scene);
                let thrown = (0..64).zip(rungs);
                thrown
                    .filter(|(at, _)| rung.set().is_none_or(|set| set >> at & 1 == 1))
                    .map(|(_, thrown)| thrown.range())
                    .map(|(low, high)| Values::numbers(i64::from(low), i64::from(high)))
                    .reduce(|all, one| all.join(&one))
                    .unwrap_or_else(Values::anything)
            }
            ExprKind::Aggregate {
                aggregate,
                value,
                selection,
                ordering,
            } => {
                let mut inside = self.selected(selection, scene);
                self.look(
                    ordering.iter().map(|ordering| ordering.by.as_ref()),
                    &inside,
                );
                let value = value.as_ref().map(|value| self.eval(value, &mut inside));
                match (aggregate, value) {
                    (Aggregate::Highest | Aggregate::Lowest, Some(value)) => Values {
                        none: expr.or_none,
                        ..value
                    },
                    (Aggregate::Number, _) => Values::numbers(0, i64::from(i32::MAX)),
                    _ => Values::anything(),
                }
            }
            ExprKind::Game
            | ExprKind::Option(_)
            | ExprKind::Can { .. }
            | ExprKind::Offered(_)
            | ExprKind::Winner
            | ExprKind::Ended
            | ExprKind::Last(_)
            | ExprKind::Outcome => {
                walk_expr(expr, &mut |inner| {
                    self.eval(inner, &mut scene.clone());
                });
                Values::anything()
            }
        }
    }

    fn binary(&mut self, op: Arithmetic, left: &Expr, right: &Expr, scene: &mut Scene) -> Values {
        let one = self.eval(left, scene);
        if matches!(op, Arithmetic::And | Arithmetic::Or) {
            let mut behind = scene.clone();
            self.told(left, op == Arithmetic::And, &mut behind);
            let other = self.eval(right, &mut behind);
            let settling = op == Arithmetic::Or;
            return Values::flag(match (one.decided(), other.decided()) {
                (Some(one), _) if one == settling => Some(settling),
                (_, Some(other)) if other == settling => Some(settling),
                (Some(_), Some(_)) => Some(!settling),
                _ => None,
            });
        }
        let other = self.eval(right, scene);
        match op {
            Arithmetic::Add => one.add(&other, 1),
            Arithmetic::Subtract => one.add(&other, -1),
            Arithmetic::Lower => one.extreme(&other, Ord::min),
            Arithmetic::Higher => one.extreme(&other, Ord::max),
            Arithmetic::Multiply | Arithmetic::And | Arithmetic::Or => {
                let (Some((low, high)), Some((least, most))) = (one.range(), other.range()) else {
                    return Values::anything();
                };
                let ends = [low * least, low * most, high * least, high * most];
                let (low, high) = (ends.iter().min(), ends.iter().max());
                Values {
                    rests: one.rests_with(&other),
                    ..Values::numbers(low.copied().unwrap_or(0), high.copied().unwrap_or(0))
                }
            }
        }
    }

    fn settled(&self, order: Order, one: &Values, other: &Values, with_none: bool) -> Option<bool> {
        if with_none {
            return match (order, one.none) {
                (Order::Equal, false) => Some(false),
                (Order::NotEqual, false) => Some(true),
                _ => None,
            };
        }
        let answer = compare(order, bounds(one)?, bounds(other)?)?;
        // Nothing compares with nothing.
        (!one.none && !other.none).then_some(answer)
    }

    /// What hexes or their sides may say.
    fn ground(&mut self, ty: Type, field: FieldId) -> Values {
        if let Some(values) = self.of_maps(ty == Type::Side, field) {
            return values;
        }
        let kind = match ty {
            Type::Side => self.book.hexside_kind(),
            _ => self.book.hex_kind(),
        };
        let kind = kind.and_then(|kind| self.book.kinds.get(kind.at()));
        let field_type = self.book.fields.get(field.at());
        let (Some(kind), Some(known)) = (kind, field_type) else {
            return Values::anything();
        };
        let mut stats = kind.stats.iter();
        match stats.find(|stat| stat.field == field) {
            Some(stat) => Values::of_type(self.book, known.ty, (stat.low, stat.high)),
            None => Values::flag(None),
        }
    }

    /// What the hexes of the maps, or their sides, do say; `None` without maps.
    fn of_maps(&mut self, sides: bool, field: FieldId) -> Option<Values> {
        let book = self.book;
        if !self.by_roster || book.maps.is_empty() {
            return None;
        }
        let known = self.of_maps.entry((sides, field)).or_insert_with(|| {
            let ty = book.fields.get(field.at())?.ty;
            let mut said = BTreeSet::new();
            for laid in book.maps.iter().map(|map| &map.laid) {
                let of_row = |row: &[i32]| row.get(field.at()).copied();
                if sides {
                    let rows = laid.sides.values().chain([&laid.plain_side]);
                    said.extend(rows.filter_map(|row| of_row(row)));
                } else {
                    let rows = laid.hexes.chunks(laid.n_fields.max(1));
                    said.extend(rows.filter_map(of_row));
                }
            }
            let values = said.into_iter().map(|value| constant(book, value, ty));
            values.reduce(|all, one| all.join(&one))
        });
        known.clone()
    }

    /// The values of a stat of units.
    fn field(&self, ty: Type, field: FieldId) -> Values {
        let Some(known) = self.book.fields.get(field.at()).filter(|_| field.at() > 0) else {
            return Values::anything();
        };
        let kinds = ty.kinds();
        // What sides and the game are like, each scenario says.
        let special = [self.book.side_kind(), self.book.game_kind()];
        let of_scenarios = special.iter().flatten().any(|kind| kinds.has(*kind));
        if self.by_roster && !of_scenarios {
            let profiles = self.book.profiles.iter();
            let profiles = profiles.filter(|profile| kinds.has(profile.kind));
            let values = profiles.map(|profile| match profile.value(field) {
                Some(Value::Single(value)) => constant(self.book, *value, known.ty),
                // A trait that it does not have.
                None if known.is_trait => Values::flag(Some(false)),
                Some(Value::Parts(_)) | None => Values::anything(),
            });
            if let Some(values) = values.reduce(|all, one| all.join(&one)) {
                return values;
            }
        }
        if known.is_trait {
            return Values::flag(None);
        }
        let declared = self.book.kinds.iter().enumerate();
        let stats = declared
            .filter(|(at, _)| kinds.has(KindId::new(*at)))
            .flat_map(|(_, kind)| &kind.stats)
            .filter(|stat| stat.field == field);
        let values = stats.map(|stat| {
            Values::of_type(self.book, known.ty, (stat.low, stat.high)).or_none(stat.optional)
        });
        values
            .reduce(|all, one| all.join(&one))
            .unwrap_or_else(Values::anything)
    }

    fn looked_up(
        &mut self,
        expr: &Expr,
        id: TableId,
        arguments: &[Expr],
        scene: &mut Scene,
    ) -> Values {
        let keys: Vec<Values> = arguments
            .iter()
            .map(|argument| self.eval(argument, scene))
            .collect();
        let all = self.tables.get(id.at()).cloned().flatten();
        let all = all.unwrap_or_else(Values::anything);
        let Some(table) = self.book.tables.get(id.at()) else {
            return all;
        };
        let narrowed = cells(table, &keys).and_then(|cells| {
            let values = cells
                .into_iter()
                .map(|cell| match table.meanings.get(cell)? {
                    Meaning::Value(value) => Some(constant(self.book, *value, table.result.ty)),
                    Meaning::Where { .. } => None,
                });
            values
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .reduce(|all, one| all.join(&one))
        });
        if !self.quiet {
            self.lookups.push(Lookup {
                table: id,
                span: expr.span,
                keys,
                places: arguments.iter().map(|argument| argument.span).collect(),
                citations: self.citations.to_vec(),
            });
        }
        narrowed.unwrap_or(all)
    }
}
