//! What every rule may come to and look up: each is followed once, with every value that it may be handed.
//!
//! Questions narrow what is known below them. What is not understood may be anything, so a value is never missed.

mod questions;
mod statements;
mod totals;
mod values;

use std::collections::BTreeMap;

use super::ranges::{bit, members};
use super::scene::{Place, Scene, place};
use super::values::{Known, Values};
use sandtable_model::Callable;
use sandtable_model::{
    Ability, Axis, Expr, ExprKind, FieldId, Local, Meaning, NONE, Naming, Parameter, ProcedureId,
    RuleBook, Table, TableId, Type, When,
};
use sandtable_source::Span;

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
pub(super) struct Settled<'a> {
    pub(super) span: Span,
    pub(super) answer: bool,
    /// An earlier question of the same rule has taken it.
    pub(super) is_taken: bool,
    /// What is compared, and with what.
    pub(super) sides: Option<(Values, Values, Type)>,
    /// The trait that is asked for, if it is one.
    pub(super) wanted: Option<FieldId>,
    /// Hexes or their sides are asked about.
    pub(super) of_ground: bool,
    /// It is asked behind `needs`.
    pub(super) is_needed: bool,
    /// The rule that asks.
    pub(super) rule: Option<&'a Naming>,
    /// Sections of the rule that asks.
    pub(super) citations: Vec<String>,
}

/// What has been found out of all rules.
pub(super) struct Reach<'a> {
    book: &'a RuleBook,
    /// Stats have only the values that units of the roster have, hexes only what those of the maps say.
    by_roster: bool,
    /// What the hexes and hexsides of the maps say, as far as it was asked for.
    of_maps: BTreeMap<(bool, FieldId), Option<Values>>,
    results: Vec<Option<Values>>,
    pub(super) lists: Vec<Option<Values>>,
    tables: Vec<Option<Values>>,
    pub(super) lookups: Vec<Lookup>,
    pub(super) settled: Vec<Settled<'a>>,
    /// Lines of `depending on` that are never taken: where, and what is asked about.
    pub(super) idle_arms: Vec<(Span, Values, Type)>,
    /// Numbers to choose from of which there may be none: where, the first, the last, sections.
    pub(super) short: Vec<(Span, Values, Values, Vec<String>)>,
    /// Choices whose lines all have a condition, of which none may hold: where, sections.
    pub(super) left_open: Vec<(Span, Vec<String>)>,
    /// Names that the rule keeps values under.
    locals: &'a [Local],
    /// The rule that is followed may change what it asks.
    may_change: bool,
    rule: Option<&'a Naming>,
    citations: &'a [String],
    /// What the rule that is followed comes to, so far.
    result: Option<Values>,
    quiet: bool,
    /// How much of the rule that is followed may still be looked at.
    left: u32,
    /// What triggers wait for: the value that is watched, and the value to reach.
    pub(super) awaited: Vec<(&'a When, Values, Values)>,
    /// Rules that are too long or too deep to be followed.
    pub(super) given_up: Vec<&'a Naming>,
}

/// So many expressions of one rule are looked at, again for each question about them.
const MOST_LOOKED_AT: u32 = 200_000;

impl<'a> Reach<'a> {
    /// Follows every rule of a book; `order` has each after those that it calls.
    pub(super) fn new(book: &'a RuleBook, by_roster: bool) -> Self {
        let mut reach = Self {
            book,
            by_roster,
            of_maps: BTreeMap::new(),
            results: vec![None; book.procedures.len()],
            lists: vec![None; book.modifiers.len()],
            tables: vec![None; book.tables.len()],
            lookups: Vec::new(),
            settled: Vec::new(),
            idle_arms: Vec::new(),
            short: Vec::new(),
            left_open: Vec::new(),
            locals: &[],
            may_change: false,
            rule: None,
            citations: &[],
            result: None,
            quiet: false,
            left: 0,
            given_up: Vec::new(),
            awaited: Vec::new(),
        };
        for node in &book.call_order {
            match *node {
                Callable::Procedure(id) => reach.procedure(id),
                Callable::Table(id) => reach.table(id.at()),
                Callable::Modifiers(id) => reach.list(id.at()),
                _ => {}
            }
        }
        for trigger in &book.triggers {
            reach.begin(&trigger.naming, &trigger.locals);
            reach.may_change = true;
            for when in &trigger.whens {
                let mut scene = Scene::default();
                let watched = reach.eval(&when.watched, &mut scene);
                let level = reach.eval(&when.level, &mut scene);
                reach.awaited.push((when, watched, level));
                reach.block(&when.body, scene);
            }
            reach.end(&trigger.naming);
        }
        for reaction in &book.reactions {
            reach.begin(&reaction.naming, &reaction.locals);
            reach.may_change = true;
            let scene = handed(book, &reaction.parameters);
            for expr in reaction.by.iter().chain(&reaction.worth) {
                reach.eval(expr, &mut scene.clone());
            }
            reach.block(&reaction.body, scene);
            reach.end(&reaction.naming);
        }
        for fact in &book.facts {
            reach.begin(&fact.naming, &[]);
            if let Some(in_play) = &fact.in_play {
                reach.eval(&in_play.value, &mut handed(book, &fact.parameters));
            }
            reach.end(&fact.naming);
        }
        reach
    }

    /// What a rule may come to, if it comes to something.
    pub(super) fn result_of(&self, id: ProcedureId) -> Option<&Values> {
        self.results.get(id.at())?.as_ref()
    }

    fn begin(&mut self, naming: &'a Naming, locals: &'a [Local]) {
        self.locals = locals;
        self.may_change = false;
        self.rule = Some(naming);
        self.citations = &naming.citations;
        self.left = MOST_LOOKED_AT;
    }

    fn end(&mut self, naming: &'a Naming) {
        if self.left == 0 {
            self.given_up.push(naming);
        }
    }

    fn procedure(&mut self, id: ProcedureId) {
        let Some(procedure) = self.book.procedures.get(id.at()) else {
            return;
        };
        self.begin(&procedure.naming, &procedure.locals);
        self.may_change = procedure.ability > Ability::Roll;
        self.result = None;
        let scene = handed(self.book, &procedure.parameters);
        let end = self.block(&procedure.body, scene);
        for value in procedure.report.iter().flatten() {
            self.eval(value, &mut handed(self.book, &procedure.parameters));
        }
        let result = self.result.take();
        let result = result.map(|values| values.or_none(end.is_some()));
        self.end(&procedure.naming);
        if let Some(place) = self.results.get_mut(id.at()) {
            *place = result;
        }
    }

    fn table(&mut self, at: usize) {
        let Some(table) = self.book.tables.get(at) else {
            return;
        };
        self.begin(&table.naming, &[]);
        let values = table.meanings.iter().map(|meaning| match meaning {
            Meaning::Value(value) => constant(self.book, *value, table.result.ty),
            Meaning::Where { value, .. } => self.eval(value, &mut Scene::default()),
        });
        let values = values.reduce(|all, one| all.join(&one));
        self.end(&table.naming);
        if let Some(place) = self.tables.get_mut(at) {
            *place = values;
        }
    }

    fn list(&mut self, at: usize) {
        let Some(list) = self.book.modifiers.get(at) else {
            return;
        };
        self.begin(&list.naming, &[]);
        let scene = handed(self.book, &list.parameters);
        let total = totals::total(self, list, &scene);
        self.end(&list.naming);
        if let Some(place) = self.lists.get_mut(at) {
            *place = Some(total.within(i64::from(list.limit.0), i64::from(list.limit.1)));
        }
    }
}

/// What the parameters of a rule may be.
fn handed(book: &RuleBook, parameters: &[Parameter]) -> Scene {
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
fn cells(table: &Table, keys: &[Values]) -> Option<Vec<usize>> {
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
            .is_some_and(sandtable_model::Die::is_numeric),
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
