//! Abstract interpretation over value sets (Cousot and Cousot 1977): soundly over-approximates the results, table lookups and
//! conditions of all rules.
//!
//! Rules are visited once, callees first, with every value of their parameters. Path conditions refine values
//! below them. An expression that is not modelled has every value of its type.

mod certain_tests;
mod conditions;
mod correlation;
mod differences;
mod expressions;
mod kept_rules;
mod modifier_totals;
mod records;
mod statements;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::domain::{Elements, ValueSet, members};
use super::environment::{Environment, Step, location};
pub(super) use certain_tests::{CertainTest, Source as CertainSource, single_expression};
use kept_rules::Reads;
pub(super) use kept_rules::{Interpretation, KeptRules};
pub(super) use records::{BelowLeast, Bounded, ConstantCondition, Inverted, Lookup};
use records::{EmptyRange, Records, RuleName};
use sandtable_model::{
    Ability, Axis, Callable, Expr, FieldId, KindId, Kinds, Local, LocalId, Meaning, Naming,
    Parameter, Procedure, ProcedureId, Profile, ProfileId, RuleBook, Table, Trigger, Type, Value,
    When, walk_within,
};
use sandtable_source::Span;

/// The value that a trigger watches, and the value that it waits for.
pub(super) struct Watch<'a> {
    pub(super) when: &'a When,
    /// The unit of the roster for which the value sets are, or its kind; `None` for all.
    pub(super) of: Option<(KindId, Option<ProfileId>)>,
    pub(super) watched: ValueSet,
    pub(super) level: ValueSet,
}

/// The results of the interpretation, and its state while it runs.
pub(super) struct ValueAnalysis<'a> {
    book: &'a RuleBook,
    /// Stats have only the values of the units of the roster, hexes only those of the maps.
    by_roster: bool,
    /// Memo of the values that stats of units have, by the set of their kinds.
    stats: BTreeMap<(u64, FieldId), ValueSet>,
    /// Memo of the values that hexes and hexsides of the maps have, by stat.
    ground: BTreeMap<(bool, FieldId), Option<ValueSet>>,
    /// Results of procedures, totals of lists of modifiers and results of tables, by id.
    results: Vec<Option<ValueSet>>,
    totals: Vec<Option<ValueSet>>,
    tables: Vec<Option<ValueSet>>,
    /// The records of the rules that are interpreted.
    finished: Vec<Arc<Records>>,
    /// Those of the current rule.
    current: Records,
    /// The inputs of the current rule so far, if its interpretation is memoised.
    reads: Option<Reads>,
    kept: Option<KeptRules<'a>>,
    pub(super) watches: Vec<Watch<'a>>,
    /// Values of the arguments of all calls of each procedure, by parameter.
    passed: BTreeMap<(ProcedureId, usize), ValueSet>,
    /// Values with which procedures are entered, instead of all values of the parameter.
    narrowed: BTreeMap<(ProcedureId, usize), ValueSet>,
    /// Rules that were interpreted only in part.
    pub(super) truncated: Vec<&'a Naming>,
    /// The locals of the current rule.
    locals: &'a [Local],
    /// The current rule can change the state.
    is_mutating: bool,
    rule: Option<&'a Naming>,
    /// The current rule, if it is a procedure.
    procedure: Option<ProcedureId>,
    citations: &'a [String],
    /// The join of the results of the current rule so far.
    result: Option<ValueSet>,
    /// The expressions that the names of the current rule denote.
    definitions: BTreeMap<LocalId, &'a Expr>,
    /// The cell that a lookup is taken to select: its span, and the result.
    selected_cell: Option<(Span, ValueSet)>,
    /// The condition is an operand of `not`.
    is_negated: bool,
    /// The name of the selection whose condition is evaluated.
    selecting: Option<LocalId>,
    /// The names of this body that are selected from the units in play.
    picked: BTreeSet<LocalId>,
    /// The kinds that every unit is assumed to have.
    only_kinds: Kinds,
    /// Nothing is recorded, since the expression is recorded elsewhere.
    is_silent: bool,
    /// Number of expressions of the current rule that may still be evaluated.
    budget: u32,
}

/// Maximum number of evaluations of expressions for one rule.
const MAX_EVALUATIONS: u32 = 200_000;

impl<'a> ValueAnalysis<'a> {
    /// Interprets every rule of a book, in the order of its call graph.
    pub(super) fn new(book: &'a RuleBook, by_roster: bool) -> Self {
        let mut analysis = Self::before(book, by_roster);
        analysis.interpret();
        analysis
    }

    /// As [`Self::new`], with interpretations of single rules that are kept.
    pub(super) fn with_kept(book: &'a RuleBook, by_roster: bool, kept: KeptRules<'a>) -> Self {
        let mut analysis = Self::before(book, by_roster);
        analysis.kept = Some(kept);
        analysis.interpret();
        analysis
    }

    /// Interprets every rule of a book, each of some formulas and rolls only with the arguments that its calls pass in this analysis.
    pub(super) fn as_called(&self, is_narrowed: &dyn Fn(ProcedureId) -> bool) -> Self {
        let mut analysis = Self::before(self.book, self.by_roster);
        analysis.kept = self.kept;
        let passed = self.passed.iter();
        let passed = passed.filter(|((id, _), _)| is_narrowed(*id));
        analysis.narrowed = passed.map(|(key, set)| (*key, set.clone())).collect();
        analysis.interpret();
        analysis
    }

    /// Returns the arguments that all calls pass for a parameter; `None` without a call.
    pub(super) fn passed(&self, id: ProcedureId, parameter: usize) -> Option<&ValueSet> {
        self.passed.get(&(id, parameter))
    }

    /// Returns an analysis without results.
    fn before(book: &'a RuleBook, by_roster: bool) -> Self {
        Self {
            book,
            by_roster,
            stats: BTreeMap::new(),
            ground: BTreeMap::new(),
            results: vec![None; book.procedures.len()],
            totals: vec![None; book.modifiers.len()],
            tables: vec![None; book.tables.len()],
            finished: Vec::new(),
            current: Records::default(),
            reads: None,
            kept: None,
            passed: BTreeMap::new(),
            narrowed: BTreeMap::new(),
            watches: Vec::new(),
            truncated: Vec::new(),
            locals: &[],
            is_mutating: false,
            rule: None,
            procedure: None,
            citations: &[],
            result: None,
            definitions: BTreeMap::new(),
            selected_cell: None,
            is_negated: false,
            selecting: None,
            picked: BTreeSet::new(),
            only_kinds: Kinds::ALL,
            is_silent: false,
            budget: 0,
        }
    }

    /// Interprets every rule, in the order of the call graph.
    fn interpret(&mut self) {
        let (book, analysis) = (self.book, self);
        for node in &book.call_order {
            analysis.node(*node);
        }
        for trigger in &book.triggers {
            analysis.enter(&trigger.naming, &trigger.locals);
            analysis.is_mutating = true;
            for when in &trigger.whens {
                let mut environment = Environment::default();
                let watched = analysis.eval(&when.watched, &mut environment);
                let level = analysis.eval(&when.level, &mut environment);
                analysis.watches.push(Watch {
                    when,
                    of: None,
                    watched,
                    level,
                });
                analysis.watches_by_kind(trigger, when);
                analysis.block(&when.body, environment);
            }
            analysis.leave(&trigger.naming);
        }
        for reaction in &book.reactions {
            analysis.enter(&reaction.naming, &reaction.locals);
            analysis.is_mutating = true;
            let environment = on_entry(book, &reaction.parameters);
            for expr in reaction.by.iter().chain(&reaction.worth) {
                analysis.eval(expr, &mut environment.clone());
            }
            analysis.block(&reaction.body, environment);
            analysis.leave(&reaction.naming);
        }
        for fact in &book.facts {
            analysis.enter(&fact.naming, &[]);
            if let Some(in_play) = &fact.in_play {
                analysis.eval(&in_play.value, &mut on_entry(book, &fact.parameters));
            }
            analysis.leave(&fact.naming);
        }
        let rest = std::mem::take(&mut analysis.current);
        analysis.finished.push(Arc::new(rest));
    }

    fn interpret_rule(&mut self, node: Callable) {
        match node {
            Callable::Procedure(id) => self.procedure(id),
            Callable::Table(id) => self.table(id.at()),
            Callable::Modifiers(id) => self.modifiers(id.at()),
            // The value of a fact is given.
            Callable::Fact(_) => {}
        }
    }

    fn records(&self) -> impl Iterator<Item = &Records> {
        self.finished.iter().map(Arc::as_ref)
    }

    /// Iterates over the lookups of tables.
    pub(super) fn lookups(&self) -> impl Iterator<Item = &Lookup> {
        self.records().flat_map(|of_rule| &of_rule.lookups)
    }

    /// Iterates over the numbers with a declared range.
    pub(super) fn bounded(&self) -> impl Iterator<Item = &Bounded> {
        self.records().flat_map(|of_rule| &of_rule.bounded)
    }

    /// Iterates over the conditions that are constant.
    pub(super) fn constant_conditions(&self) -> impl Iterator<Item = &ConstantCondition> {
        self.records()
            .flat_map(|of_rule| &of_rule.constant_conditions)
    }

    /// Iterates over the tests of dice that a cell of a table or a stat of a unit makes certain.
    pub(super) fn certain_tests(&self) -> impl Iterator<Item = &CertainTest> {
        self.records().flat_map(|of_rule| &of_rule.certain_tests)
    }

    /// Iterates over the divisions with the same result for all operands: span, result, sections of the rule.
    pub(super) fn constant_quotients(&self) -> impl Iterator<Item = &(Span, i64, Vec<String>)> {
        self.records()
            .flat_map(|of_rule| &of_rule.constant_quotients)
    }

    /// Iterates over the arms of `depending on` that match no value: span, values, type.
    pub(super) fn dead_arms(&self) -> impl Iterator<Item = &(Span, ValueSet, Type)> {
        self.records().flat_map(|of_rule| &of_rule.dead_arms)
    }

    /// Iterates over the choices from a range of numbers that can be empty.
    pub(super) fn empty_ranges(&self) -> impl Iterator<Item = &EmptyRange> {
        self.records().flat_map(|of_rule| &of_rule.empty_ranges)
    }

    /// Iterates over the numbers that can turn what a line does into its opposite.
    pub(super) fn below_least(&self) -> impl Iterator<Item = &BelowLeast> {
        self.records().flat_map(|of_rule| &of_rule.below_least)
    }

    /// Iterates over the choices in which every option has a condition and all can be false: span, sections of the rule.
    pub(super) fn conditional_choices(&self) -> impl Iterator<Item = &(Span, Vec<String>)> {
        self.records()
            .flat_map(|of_rule| &of_rule.conditional_choices)
    }

    /// Returns the state on entry to a procedure, with the stats of one unit; nothing is recorded.
    pub(super) fn enter_with(
        &mut self,
        procedure: &'a Procedure,
        unit: LocalId,
        profile: &Profile,
    ) -> Environment {
        let book = self.book;
        self.enter(&procedure.naming, &procedure.locals);
        self.is_silent = true;
        let mut environment = on_entry(book, &procedure.parameters);
        let kind = book.kinds.get(profile.kind.at());
        for field in kind.into_iter().flat_map(|kind| &kind.traits) {
            let has = profile.value(*field).is_some();
            let path = vec![Step::Local(unit), Step::Field(*field)];
            environment.refined.insert(path, ValueSet::flag(Some(has)));
        }
        for (field, value) in &profile.values {
            let ty = book.fields.get(field.at()).map(|field| field.ty);
            if let (Value::Single(value), Some(ty)) = (value, ty) {
                let path = vec![Step::Local(unit), Step::Field(*field)];
                let value = ValueSet::constant(book, *value, ty);
                environment.refined.insert(path, value);
            }
        }
        environment
    }

    /// Returns the values of an expression in a state.
    pub(super) fn value_in(&mut self, expr: &Expr, environment: &mut Environment) -> ValueSet {
        self.eval(expr, environment)
    }

    /// Evaluates what a trigger watches for each kind of unit, and for each unit if stats are part of it.
    fn watches_by_kind(&mut self, trigger: &'a Trigger, when: &'a When) {
        let book = self.book;
        let mut stats = Vec::new();
        for part in [&when.watched, &when.level] {
            walk_within(part, &mut |inner| {
                if let Some((_, field)) = inner.field()
                    && let Some(path) = location(inner)
                {
                    stats.push((path, field));
                }
            });
        }
        let was_silent = std::mem::replace(&mut self.is_silent, true);
        let kinds = (0..book.kinds.len()).map(KindId::new);
        for kind in kinds.filter(|kind| trigger.kinds.has(*kind)) {
            self.only_kinds = Kinds::one(kind);
            let profiles = book.profiles.iter().enumerate();
            let profiles = profiles.filter(|(_, profile)| profile.kind == kind);
            let has_units = !stats.is_empty() && book.game_kind() != Some(kind);
            let units: Vec<_> = profiles
                .filter(|_| has_units)
                .map(|(at, profile)| (Some(ProfileId::new(at)), Some(profile)))
                .collect();
            for (id, profile) in std::iter::once((None, None)).chain(units) {
                let mut environment = Environment::default();
                for (path, field) in &stats {
                    let ty = book.fields.get(field.at()).map(|field| field.ty);
                    if let Some(Value::Single(value)) = profile.and_then(|one| one.value(*field))
                        && let Some(ty) = ty
                    {
                        let value = ValueSet::constant(book, *value, ty);
                        environment.refined.insert(path.clone(), value);
                    }
                }
                let watched = self.eval(&when.watched, &mut environment);
                let level = self.eval(&when.level, &mut environment);
                self.watches.push(Watch {
                    when,
                    of: Some((kind, id)),
                    watched,
                    level,
                });
            }
        }
        self.only_kinds = Kinds::ALL;
        self.is_silent = was_silent;
    }

    /// Returns the results of a procedure, if it has any.
    pub(super) fn result_of(&self, id: ProcedureId) -> Option<&ValueSet> {
        self.results.get(id.at())?.as_ref()
    }

    fn enter(&mut self, naming: &'a Naming, locals: &'a [Local]) {
        self.locals = locals;
        self.is_mutating = false;
        self.rule = Some(naming);
        self.procedure = None;
        self.citations = &naming.citations;
        self.definitions.clear();
        self.picked.clear();
        self.budget = MAX_EVALUATIONS;
    }

    fn leave(&mut self, naming: &'a Naming) {
        if self.budget == 0 {
            self.truncated.push(naming);
        }
    }

    fn procedure(&mut self, id: ProcedureId) {
        let Some(procedure) = self.book.procedures.get(id.at()) else {
            return;
        };
        self.enter(&procedure.naming, &procedure.locals);
        self.is_mutating = procedure.ability > Ability::Roll;
        self.procedure = Some(id);
        self.result = None;
        let mut environment = on_entry(self.book, &procedure.parameters);
        for at in 0..procedure.parameters.len() {
            if let Some(values) = self.narrowed.get(&(id, at)) {
                environment.locals.insert(LocalId::new(at), values.clone());
            }
        }
        let end = self.block(&procedure.body, environment);
        for value in procedure.report.iter().flatten() {
            self.eval(value, &mut on_entry(self.book, &procedure.parameters));
        }
        let result = self.result.take();
        let result = result.map(|values| values.or_none(end.is_some()));
        // A value out of the declared range is a fault.
        let is_number = matches!(
            procedure.result.map(|result| result.ty),
            Some(Type::Number(_))
        );
        let (low, high) = procedure.range;
        let result = match is_number {
            true => result.map(|values| values.within(i64::from(low), i64::from(high))),
            false => result,
        };
        self.leave(&procedure.naming);
        if let Some(known) = self.results.get_mut(id.at()) {
            *known = result;
        }
    }

    fn table(&mut self, at: usize) {
        let Some(table) = self.book.tables.get(at) else {
            return;
        };
        self.enter(&table.naming, &[]);
        let values = table.meanings.iter().map(|meaning| match meaning {
            Meaning::Value(value) => ValueSet::constant(self.book, *value, table.result.ty),
            Meaning::Where { value, .. } => self.eval(value, &mut Environment::default()),
        });
        let values = values.reduce(|all, one| all.join(&one));
        self.leave(&table.naming);
        if let Some(known) = self.tables.get_mut(at) {
            *known = values;
        }
    }

    fn modifiers(&mut self, at: usize) {
        let Some(list) = self.book.modifiers.get(at) else {
            return;
        };
        self.enter(&list.naming, &[]);
        let environment = on_entry(self.book, &list.parameters);
        let total = modifier_totals::total(self, list, &environment);
        self.leave(&list.naming);
        if let Some(known) = self.totals.get_mut(at) {
            *known = Some(total.within(i64::from(list.limit.0), i64::from(list.limit.1)));
        }
    }
}

/// Returns the state on entry to a rule: every value of its parameters.
fn on_entry(book: &RuleBook, parameters: &[Parameter]) -> Environment {
    let mut environment = Environment::default();
    for (at, parameter) in parameters.iter().enumerate() {
        if !matches!(parameter.ty, Type::Unit(_)) {
            let range = (parameter.low, parameter.high);
            let values = ValueSet::of_type(book, parameter.ty, range);
            let values = values.or_none(parameter.or_none);
            environment.locals.insert(LocalId::new(at), values);
        }
    }
    environment
}

/// Returns the meanings of the cells that keys can select; `None` if they are too many.
fn selected_meanings(table: &Table, keys: &[ValueSet]) -> Option<Vec<usize>> {
    const MAX_CELLS: usize = 4_096;
    let mut cells = vec![0];
    for (axis, key) in table.axes.iter().zip(keys) {
        let lines = lines(axis, key);
        if lines.len() * cells.len() > MAX_CELLS {
            return None;
        }
        let size = axis.n_lines as usize;
        cells = cells
            .iter()
            .flat_map(|cell| lines.iter().map(move |line| cell * size + line))
            .collect();
    }
    let mut meanings: Vec<usize> = cells
        .iter()
        .filter_map(|cell| table.cells.get(*cell))
        .map(|meaning| *meaning as usize)
        .collect();
    meanings.sort_unstable();
    meanings.dedup();
    Some(meanings)
}

/// Returns the lines of cells that a key can select, in rising order.
pub(super) fn lines(axis: &Axis, key: &ValueSet) -> Vec<usize> {
    let lowest = i64::from(axis.lowest);
    let length = axis.lines.len() as i64;
    let fits = |value: i64| match &key.elements {
        Elements::Interval { low, high, .. } => (*low..=*high).contains(&value),
        Elements::Set(bits) => (0..64).contains(&value) && bits >> value & 1 == 1,
        Elements::Top => true,
    };
    let (below, above) = match &key.elements {
        Elements::Interval { low, high, .. } => (*low < lowest, *high >= lowest + length),
        Elements::Set(bits) => (false, members(*bits).any(|value| value >= lowest + length)),
        Elements::Top => (true, true),
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
