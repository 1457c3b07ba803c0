//! Readers of a table or a list of modifiers, and its context: which modifiers change its keys or its result.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::board::RegionShape;
use sandtable_model::{
    Callable, Expr, ModifiersId, Naming, ProcedureId, RuleBook, Selection, Statement, TableId,
    walk_calls, walk_statement, walk_within,
};

/// Effect of a list of modifiers on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// A key is changed before the table is read.
    Key,
    /// The result is moved up.
    Raises,
    /// The result is moved down.
    Lowers,
    /// It is added to the result or taken from it.
    Adds,
}

/// Readers and changes of the tables and lists of a book.
#[derive(Debug, Clone, Default)]
pub struct Usage {
    /// Rules that read a table or a list, in written order: titles and sections.
    pub readers: BTreeMap<Callable, Vec<(String, Vec<String>)>>,
    /// Lists of modifiers that change a key or the result of a table, each with the titles of the rules in which they do.
    pub changes: BTreeMap<(TableId, Relation, ModifiersId), BTreeSet<String>>,
    /// Formulas that say what a step costs.
    pub ways: BTreeSet<ProcedureId>,
}

impl Usage {
    /// Returns the usage of all tables and lists of a book.
    pub fn of(book: &RuleBook) -> Self {
        let mut usage = Self::default();
        for (naming, block) in book.bodies() {
            for statement in block {
                usage.add_ways_of(statement);
                walk_statement(statement, &mut |expr| usage.add(book, naming, expr));
            }
        }
        for list in &book.modifiers {
            for line in &list.lines {
                let parts = line.per.iter().chain(&line.condition);
                parts.for_each(|part| usage.add(book, &list.naming, part));
            }
        }
        for fact in &book.facts {
            let in_play = fact.in_play.iter();
            in_play.for_each(|in_play| usage.add(book, &fact.naming, &in_play.value));
        }
        usage
    }

    fn add(&mut self, book: &RuleBook, naming: &Naming, expr: &Expr) {
        walk_within(expr, &mut |inner| {
            self.add_read(naming, inner);
            self.add_change(book, naming, inner);
            self.add_way(inner);
        });
    }

    fn add_read(&mut self, naming: &Naming, expr: &Expr) {
        let read = match expr.callee() {
            Some(read @ (Callable::Table(_) | Callable::Modifiers(_))) => read,
            Some(Callable::Procedure(_) | Callable::Fact(_)) | None => return,
        };
        let readers = self.readers.entry(read).or_default();
        let reader = (naming.shown().to_owned(), naming.citations.clone());
        if !readers.contains(&reader) {
            readers.push(reader);
        }
    }

    fn add_change(&mut self, book: &RuleBook, naming: &Naming, expr: &Expr) {
        let (relation, tables, lists) = if let Some(shift) = expr.shift() {
            let relation = match shift.down {
                true => Relation::Lowers,
                false => Relation::Raises,
            };
            (relation, tables_in(shift.value), lists_in(shift.by))
        } else if let Some((_, left, right)) = expr.binary() {
            let tables = tables_in(left).into_iter().chain(tables_in(right));
            let lists = lists_in(left).into_iter().chain(lists_in(right));
            (Relation::Adds, tables.collect(), lists.collect())
        } else if let Some((table, arguments)) = expr.lookup() {
            let mut lists = Vec::new();
            for argument in arguments {
                add_lists_behind(book, argument, &mut BTreeSet::new(), &mut lists);
            }
            (Relation::Key, vec![table], lists)
        } else {
            return;
        };
        for table in tables {
            for list in &lists {
                let is_key = self.changes.contains_key(&(table, Relation::Key, *list));
                if !is_key || relation == Relation::Key {
                    let readers = self.changes.entry((table, relation, *list)).or_default();
                    readers.insert(naming.shown().to_owned());
                }
            }
        }
    }

    fn add_way(&mut self, expr: &Expr) {
        let way = expr.measurement().and_then(|measured| measured.way);
        self.ways.extend(way.map(|way| way.procedure));
        if let Some(members) = expr.aggregation() {
            self.add_way_of(members.selection);
        }
    }

    fn add_ways_of(&mut self, statement: &Statement) {
        if let Some(selection) = statement.selection() {
            self.add_way_of(selection);
        }
        for inner in sandtable_model::blocks(statement).flatten() {
            self.add_ways_of(inner);
        }
    }

    fn add_way_of(&mut self, selection: &Selection) {
        if let Some(region) = &selection.region
            && let RegionShape::Reached { way, .. } | RegionShape::Along { way, .. } =
                &region.region_shape
        {
            self.ways.insert(way.procedure);
        }
    }
}

fn tables_in(expr: &Expr) -> Vec<TableId> {
    let mut found = Vec::new();
    found.extend(expr.lookup().map(|(table, _)| table));
    if let Some((_, left, right)) = expr.binary() {
        found.extend(tables_in(left));
        found.extend(tables_in(right));
    }
    let shifted = expr.shift().map(|shift| shift.value);
    if let Some(value) = shifted.or(expr.limited().map(|(value, ..)| value)) {
        found.extend(tables_in(value));
    }
    found
}

/// Adds the lists in a value, and those that the results of the rules it calls add up.
fn add_lists_behind(
    book: &RuleBook,
    expr: &Expr,
    seen: &mut BTreeSet<ProcedureId>,
    lists: &mut Vec<ModifiersId>,
) {
    lists.extend(lists_in(expr));
    let mut calls = Vec::new();
    walk_calls(expr, &mut |procedure| calls.push(procedure));
    for id in calls {
        let Some(rule) = book.procedures.get(id.at()) else {
            continue;
        };
        if seen.insert(id) {
            for value in results_of(&rule.body) {
                add_lists_behind(book, value, seen, lists);
            }
        }
    }
}

/// The values that a block gives as its result.
fn results_of(block: &[Statement]) -> Vec<&Expr> {
    let mut found = Vec::new();
    for statement in block {
        found.extend(statement.result());
        for inner in sandtable_model::blocks(statement) {
            found.extend(results_of(inner));
        }
    }
    found
}

fn lists_in(expr: &Expr) -> Vec<ModifiersId> {
    let mut found = Vec::new();
    found.extend(expr.modifier_sum().map(|(list, _)| list));
    if let Some((_, left, right)) = expr.binary() {
        found.extend(lists_in(left));
        found.extend(lists_in(right));
    }
    let limited = expr.limited().map(|(value, ..)| value);
    if let Some(value) = limited.or(expr.opposite()) {
        found.extend(lists_in(value));
    }
    found
}
