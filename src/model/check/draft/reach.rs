//! What every rule may come to and look up: each is followed once, with every value that it may be handed.
//!
//! Questions narrow what is known below them. What is not understood may be anything, so a value is never missed.

use super::ranges::{bit, bounds, compare, divided, meets, members, shifted, taken};
use super::scene::{Place, Scene, is_nothing, opposite, place, turned};
use super::thrown::Thrown;
use super::values::{Known, Values};
use crate::model::check::circles::Node;
use crate::model::{
    Arithmetic, Axis, Block, Expr, ExprKind, FieldId, Local, Meaning, NONE, ProcedureId, RuleBook,
    Statement, StatementKind, TableId, Type, Value, walk, walk_statement,
};
use crate::source::Span;
use crate::syntax::ast::Order;

/// A table is read.
pub(super) struct Lookup {
    pub(super) table: TableId,
    pub(super) span: Span,
    /// What each key may be.
    pub(super) keys: Vec<Values>,
    /// Where each key is worked out.
    pub(super) places: Vec<Span>,
    /// Sections of the rule that reads it.
    pub(super) citations: Vec<String>,
}

/// A question with only one answer.
pub(super) struct Settled {
    pub(super) span: Span,
    pub(super) answer: bool,
    /// What is compared, and with what.
    pub(super) sides: Option<(Values, Values, Type)>,
    /// Sections of the rule that asks.
    pub(super) citations: Vec<String>,
}

/// What has been found out of all rules.
pub(super) struct Reach<'a> {
    book: &'a RuleBook,
    /// Stats have only the values that units of the roster have.
    by_roster: bool,
    results: Vec<Option<Values>>,
    pub(super) lists: Vec<Option<Values>>,
    tables: Vec<Option<Values>>,
    pub(super) lookups: Vec<Lookup>,
    pub(super) settled: Vec<Settled>,
    /// Lines of `depending on` that are never taken: where, and what is asked about.
    pub(super) idle_arms: Vec<(Span, Values, Type)>,
    /// Names that the rule keeps values under.
    locals: &'a [Local],
    citations: &'a [String],
    /// What the rule that is followed comes to, so far.
    result: Option<Values>,
    quiet: bool,
}

impl<'a> Reach<'a> {
    /// Follows every rule of a book; `order` has each after those that it calls.
    pub(super) fn new(book: &'a RuleBook, order: &[Node], by_roster: bool) -> Self {
        let mut reach = Self {
            book,
            by_roster,
            results: vec![None; book.procedures.len()],
            lists: vec![None; book.modifiers.len()],
            tables: vec![None; book.tables.len()],
            lookups: Vec::new(),
            settled: Vec::new(),
            idle_arms: Vec::new(),
            locals: &[],
            citations: &[],
            result: None,
            quiet: false,
        };
        for node in order {
            match *node {
                Node::Procedure(id) => reach.procedure(id),
                Node::Table(id) => reach.table(id.at()),
                Node::Modifiers(id) => reach.list(id.at()),
                _ => {}
            }
        }
        for trigger in &book.triggers {
            reach.locals = &trigger.locals;
            reach.citations = &trigger.naming.citations;
            for when in &trigger.whens {
                let mut scene = Scene::default();
                reach.eval(&when.watched, &mut scene);
                reach.eval(&when.level, &mut scene);
                reach.block(&when.body, scene);
            }
        }
        for reaction in &book.reactions {
            reach.locals = &reaction.locals;
            reach.citations = &reaction.naming.citations;
            let scene = handed(book, &reaction.parameters);
            for expr in reaction.by.iter().chain(&reaction.worth) {
                reach.eval(expr, &mut scene.clone());
            }
            reach.block(&reaction.body, scene);
        }
        reach.locals = &[];
        for fact in &book.facts {
            reach.citations = &fact.naming.citations;
            if let Some(in_play) = &fact.in_play {
                reach.eval(&in_play.value, &mut handed(book, &fact.parameters));
            }
        }
        reach
    }

    fn procedure(&mut self, id: ProcedureId) {
        let Some(procedure) = self.book.procedures.get(id.at()) else {
            return;
        };
        self.locals = &procedure.locals;
        self.citations = &procedure.naming.citations;
        self.result = None;
        let scene = handed(self.book, &procedure.parameters);
        let end = self.block(&procedure.body, scene);
        for value in procedure.report.iter().flatten() {
            self.eval(value, &mut handed(self.book, &procedure.parameters));
        }
        let result = self.result.take();
        let result = result.map(|values| values.or_none(end.is_some()));
        if let Some(place) = self.results.get_mut(id.at()) {
            *place = result;
        }
    }

    fn table(&mut self, at: usize) {
        let Some(table) = self.book.tables.get(at) else {
            return;
        };
        self.locals = &[];
        self.citations = &table.naming.citations;
        let values = table.meanings.iter().map(|meaning| match meaning {
            Meaning::Value(value) => constant(self.book, *value, table.result.ty),
            Meaning::Where { value, .. } => self.eval(value, &mut Scene::default()),
        });
        let values = values.reduce(|all, one| all.join(&one));
        if let Some(place) = self.tables.get_mut(at) {
            *place = values;
        }
    }

    fn list(&mut self, at: usize) {
        let Some(list) = self.book.modifiers.get(at) else {
            return;
        };
        self.locals = &[];
        self.citations = &list.naming.citations;
        let scene = handed(self.book, &list.parameters);
        let total = super::totals::total(self, list, &scene);
        if let Some(place) = self.lists.get_mut(at) {
            *place = Some(total.within(i64::from(list.limit.0), i64::from(list.limit.1)));
        }
    }

    // --- Statements

    /// Follows a block; what is known behind it, unless it always ends the rule.
    fn block(&mut self, block: &Block, mut scene: Scene) -> Option<Scene> {
        for statement in block {
            scene = self.statement(statement, scene)?;
        }
        Some(scene)
    }

    fn statement(&mut self, statement: &Statement, mut scene: Scene) -> Option<Scene> {
        match &statement.kind {
            StatementKind::Let { local, value } => {
                let values = self.eval(value, &mut scene);
                scene.keep(*local, values);
            }
            StatementKind::Outcome { value, when, .. } => {
                let answer = when.as_ref().map(|when| self.ask(when, &scene));
                if answer != Some(Some(false)) {
                    self.comes_to(Values::words(bit(*value)));
                }
                let when = when.as_ref()?;
                self.told(when, false, &mut scene);
            }
            StatementKind::Result(value) => {
                let values = self.eval(value, &mut scene);
                self.comes_to(values);
                return None;
            }
            StatementKind::Needs { condition, .. } => {
                self.ask(condition, &scene);
                self.told(condition, true, &mut scene);
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.ask(condition, &scene);
                let mut other = scene.clone();
                self.told(condition, true, &mut scene);
                self.told(condition, false, &mut other);
                let ends = (self.block(then, scene), self.block(otherwise, other));
                return match ends {
                    (Some(one), Some(other)) => Some(one.join(other)),
                    (one, other) => one.or(other),
                };
            }
            StatementKind::Repeat { until, times, body } => {
                self.eval(times, &mut scene);
                scene.forget_state();
                let mut inside = scene.clone();
                if let Some(until) = until {
                    self.ask(until, &inside);
                    self.told(until, false, &mut inside);
                }
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Count {
                local,
                from,
                to,
                body,
            } => {
                let from = self.eval(from, &mut scene);
                let counted = from.join(&self.eval(to, &mut scene));
                scene.forget_state();
                let mut inside = scene.clone();
                inside.keep(*local, counted);
                return Some(self.after(body, inside, scene));
            }
            StatementKind::Depending { value, arms } => {
                let values = self.eval(value, &mut scene);
                let mut end: Option<Scene> = None;
                for arm in arms {
                    let mut inside = scene.clone();
                    if !arm.ranges.is_empty() {
                        let taken = taken(&values, &arm.ranges);
                        if taken.is_none() {
                            self.idle_arms.push((arm.span, values.clone(), value.ty));
                        }
                        if let (Some(taken), Some(place)) = (taken, place(value)) {
                            inside.told.insert(place, taken);
                        }
                    }
                    let after = self.block(&arm.body, inside);
                    end = match (end, after) {
                        (Some(one), Some(other)) => Some(one.join(other)),
                        (one, other) => one.or(other),
                    };
                }
                return end;
            }
            StatementKind::Change { amount, .. } => {
                self.eval(amount, &mut scene);
                scene.forget_state();
            }
            StatementKind::Call(call) => {
                self.eval(call, &mut scene);
                scene.forget_state();
            }
            StatementKind::Stop => return None,
            // Whatever it does: what stands in it is looked at by itself, and nothing is known behind it.
            _ => {
                scene.forget_state();
                walk_statement(statement, &mut |expr| {
                    self.eval(expr, &mut scene.clone());
                });
            }
        }
        Some(scene)
    }

    /// What is known behind a block that is gone through several times or not at all.
    fn after(&mut self, body: &Block, inside: Scene, outside: Scene) -> Scene {
        match self.block(body, inside) {
            Some(mut end) => {
                end.forget_state();
                outside.join(end)
            }
            None => outside,
        }
    }

    fn comes_to(&mut self, values: Values) {
        self.result = Some(match self.result.take() {
            Some(known) => known.join(&values),
            None => values,
        });
    }

    // --- Questions

    /// Whether a condition is settled; its parts that are settled by what they ask alone are noted.
    pub(super) fn ask(&mut self, condition: &Expr, scene: &Scene) -> Option<bool> {
        self.note(condition, scene);
        self.eval(condition, &mut scene.clone()).decided()
    }

    fn note(&mut self, condition: &Expr, scene: &Scene) {
        let sides = match &condition.kind {
            ExprKind::Not(inner) => return self.note(inner, scene),
            ExprKind::Binary {
                op: Arithmetic::And | Arithmetic::Or,
                left,
                right,
            } => {
                self.note(left, scene);
                return self.note(right, scene);
            }
            ExprKind::Compare { left, right, .. } if !is_nothing(right) => Some((left, right)),
            ExprKind::Member { value, .. } if !is_kind(value) => None,
            ExprKind::Meets { .. } => None,
            _ => return,
        };
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        // What was asked before is left out: that the rest is settled then is how rules are written.
        let mut untold = Scene {
            locals: scene.locals.clone(),
            ..Scene::default()
        };
        let answer = self.eval(condition, &mut untold).decided();
        if let Some(answer) = answer {
            let sides = sides.map(|(left, right)| {
                let sides = (self.eval(left, &mut untold), self.eval(right, &mut untold));
                (sides.0, sides.1, left.ty)
            });
            self.settled.push(Settled {
                span: condition.span,
                answer,
                sides,
                citations: self.citations.to_vec(),
            });
        }
        self.quiet = is_quiet;
    }

    /// Takes in that a condition holds, or that it does not.
    pub(super) fn told(&mut self, condition: &Expr, holds: bool, scene: &mut Scene) {
        let is_quiet = std::mem::replace(&mut self.quiet, true);
        match &condition.kind {
            ExprKind::Not(inner) => self.told(inner, !holds, scene),
            ExprKind::Binary {
                op: Arithmetic::And,
                left,
                right,
            } if holds => {
                self.told(left, true, scene);
                self.told(right, true, scene);
            }
            ExprKind::Binary {
                op: Arithmetic::Or,
                left,
                right,
            } if !holds => {
                self.told(left, false, scene);
                self.told(right, false, scene);
            }
            ExprKind::Compare { order, left, right } => {
                let order = if holds { *order } else { opposite(*order) };
                self.compared(order, left, right, scene);
            }
            ExprKind::Member { value, set } => {
                if let Some(place) = place(value) {
                    let now = self.eval(value, scene);
                    scene.narrow_words(place, &now, if holds { *set } else { !*set });
                }
            }
            _ => {
                if let Some(place) = place(condition).filter(|_| condition.ty == Type::Flag) {
                    scene.told.insert(place, Values::flag(Some(holds)));
                }
            }
        }
        self.quiet = is_quiet;
    }

    fn compared(&mut self, order: Order, left: &Expr, right: &Expr, scene: &mut Scene) {
        let sides = [(left, right, order), (right, left, turned(order))];
        for (side, other, order) in sides {
            let Some(place) = place(side) else { continue };
            let now = self.eval(side, scene);
            if is_nothing(other) {
                scene.narrow_none(place, &now, order == Order::Equal);
                continue;
            }
            let than = self.eval(other, scene);
            if let Some((low, high)) = bounds(&than)
                && let Some(known) = now.set()
            {
                let fits =
                    |value: &i64| compare(order, (*value, *value), (low, high)) != Some(false);
                let set = members(known)
                    .filter(fits)
                    .fold(0, |set, value| set | 1 << value);
                scene.narrow_words(place, &now, set);
            } else {
                scene.narrow(place, &now, order, &than);
            }
        }
    }

    // --- Expressions

    /// What an expression may come to.
    pub(super) fn eval(&mut self, expr: &Expr, scene: &mut Scene) -> Values {
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
                    .filter(|(at, _)| kinds.has(crate::model::KindId::new(*at)))
                    .flat_map(|(_, kind)| &kind.tracks)
                    .filter(|known| known.track == *track);
                let values = tracks
                    .map(|known| Values::of_type(self.book, expr.ty, (known.low, known.high)))
                    .reduce(|all, one| all.join(&one));
                values
                    .unwrap_or_else(Values::anything)
                    .or_none(expr.or_none)
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
            _ => {
                walk(expr, &mut |inner| {
                    self.eval(inner, &mut Scene::default());
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
            Arithmetic::Multiply | Arithmetic::And | Arithmetic::Or => {
                let (Some((low, high)), Some((least, most))) = (one.range(), other.range()) else {
                    return Values::anything();
                };
                let ends = [low * least, low * most, high * least, high * most];
                let (low, high) = (ends.iter().min(), ends.iter().max());
                Values::numbers(low.copied().unwrap_or(0), high.copied().unwrap_or(0))
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

    /// The values of a stat of units.
    fn field(&self, ty: Type, field: FieldId) -> Values {
        let Some(known) = self.book.fields.get(field.at()).filter(|_| field.at() > 0) else {
            return Values::anything();
        };
        let kinds = ty.kinds();
        if self.by_roster {
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
            .filter(|(at, _)| kinds.has(crate::model::KindId::new(*at)))
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

/// What the parameters of a rule may be.
fn handed(book: &RuleBook, parameters: &[crate::model::Parameter]) -> Scene {
    let mut scene = Scene::default();
    for (at, parameter) in (0..).zip(parameters) {
        if !matches!(parameter.ty, Type::Unit(_)) {
            let values = Values::of_type(book, parameter.ty, (parameter.low, parameter.high));
            scene.locals.insert(at, values);
        }
    }
    scene
}

/// Meanings of the cells that keys can lead to; nothing where they are too many to look at.
fn cells(table: &crate::model::Table, keys: &[Values]) -> Option<Vec<usize>> {
    const MOST: usize = 4_096;
    let mut places = vec![0];
    for (axis, key) in table.axes.iter().zip(keys) {
        let lines = lines(axis, key);
        if lines.len() * places.len() > MOST {
            return None;
        }
        let size = axis.n_lines as usize;
        places = places
            .iter()
            .flat_map(|place| lines.iter().map(move |line| place * size + line))
            .collect();
    }
    let mut found: Vec<usize> = places
        .iter()
        .filter_map(|place| table.cells.get(*place))
        .map(|cell| *cell as usize)
        .collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The lines of cells that a key can lead to.
pub(super) fn lines(axis: &Axis, key: &Values) -> Vec<usize> {
    let lowest = i64::from(axis.lowest);
    let length = i64::try_from(axis.lines.len()).unwrap_or(0);
    let fits = |value: i64| match &key.some {
        Known::Numbers { low, high, .. } => (*low..=*high).contains(&value),
        Known::Words(set) => (0..64).contains(&value) && set >> value & 1 == 1,
        Known::Anything => true,
    };
    let (below, above) = match &key.some {
        Known::Numbers { low, high, .. } => (*low < lowest, *high >= lowest + length),
        Known::Words(set) => (false, members(*set).any(|value| value >= lowest + length)),
        Known::Anything => (true, true),
    };
    let inside = (lowest..).zip(&axis.lines);
    let mut found: Vec<usize> = inside
        .filter(|(value, line)| **line != u16::MAX && fits(*value))
        .map(|(_, line)| usize::from(*line))
        .collect();
    found.extend(axis.below.filter(|_| below).map(usize::from));
    found.extend(axis.above.filter(|_| above).map(usize::from));
    found.sort_unstable();
    found.dedup();
    found
}

/// A single value.
pub(super) fn constant(book: &RuleBook, value: i32, ty: Type) -> Values {
    let is_number = match ty {
        Type::Number(_) => true,
        Type::Face(id) => book
            .dice
            .get(id.at())
            .is_some_and(crate::model::Die::is_numeric),
        _ => false,
    };
    match (value, ty) {
        (NONE, _) => Values::words(0).or_none(true),
        (_, Type::Unit(_) | Type::Unknown) => Values::anything(),
        _ if is_number => Values::numbers(i64::from(value), i64::from(value)),
        _ => Values::words(bit(value)),
    }
}

/// Whether an expression is the kind of a unit.
fn is_kind(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Field { field, .. } if field.at() == 0)
}

/// As a place with a test of it that only names values: `aspect is flank`, `range > 2`.
pub(super) fn simple_test(condition: &Expr) -> Option<Place> {
    match &condition.kind {
        ExprKind::Member { value, .. } => place(value),
        ExprKind::Compare { left, right, .. } => match right.kind {
            ExprKind::Constant(value) if value != NONE => place(left),
            _ => None,
        },
        _ => None,
    }
}
