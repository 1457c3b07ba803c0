//! Tables with several results in each cell: each result is looked up in a table of its own.
//!
//! Reports: E0201, E0202, E0206, E0303.

use super::declare::twice;
use super::scope::Scope;
use super::{Checker, Named};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Expr, Row, Statement, Symbol, TableId};
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, CellItem};

/// The tables of one result each, by the place of the name of the table that has them all.
#[derive(Debug, Default)]
pub(crate) struct Expanded {
    tables: Vec<(Span, Vec<OneResult>)>,
}

/// One of several results of a table.
#[derive(Debug)]
pub(crate) struct OneResult {
    /// `defender`
    pub(super) name: ast::Name,
    /// The table with this result alone: `losses.defender`.
    pub(super) table: ast::Table,
}

impl Expanded {
    /// Takes the tables with several results apart.
    pub(super) fn new(files: &[ast::File], diagnostics: &mut Diagnostics) -> Self {
        let items = files.iter().flat_map(|file| &file.items);
        let tables = items.filter_map(|item| {
            if let ast::Item::Table(table) = &item.value {
                Some(table)
            } else {
                None
            }
        });
        let tables = tables.filter_map(|table| {
            let ast::ResultType::Several(results) = table.head.result.as_ref()? else {
                return None;
            };
            report_cells(table, results, diagnostics);
            for (at, result) in results.iter().enumerate() {
                let name = &result.name;
                let mut before = results.iter().take(at);
                if let Some(first) = before.find(|known| known.name.value == name.value) {
                    diagnostics.push(twice(&name.value, name.span, first.name.span));
                }
            }
            let results = results.iter().enumerate();
            let tables = results.filter_map(|(at, result)| one_result(table, at, result));
            Some((table.head.name.span, tables.collect()))
        });
        Self {
            tables: tables.collect(),
        }
    }

    /// The tables of a table with several results.
    pub(super) fn of(&self, table: &ast::Table) -> Option<&[OneResult]> {
        let mut tables = self.tables.iter();
        let (_, found) = tables.find(|(span, _)| *span == table.head.name.span)?;
        Some(found)
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// Number of columns of a table that hold keys.
fn n_leading(table: &ast::Table) -> usize {
    let keys = table.head.parameters.as_deref().unwrap_or_default();
    let Some(last) = keys.last() else { return 0 };
    let header = table.rows.first().map(|row| row.value.cells.as_slice());
    let cell = header.and_then(|cells| cells.get(keys.len() - 1));
    let is_last_named = cell.is_some_and(
        |cell| matches!(cell.value.as_slice(), [CellItem::Word(word)] if *word == last.name.value),
    );
    match is_last_named {
        true => keys.len(),
        false => keys.len() - 1,
    }
}

/// The cells with results, row by row.
fn result_cells(table: &ast::Table) -> impl Iterator<Item = &Spanned<ast::Cell>> {
    let n_leading = n_leading(table);
    let rows = table.rows.iter().skip(1);
    rows.flat_map(move |row| row.value.cells.iter().skip(n_leading))
}

fn report_cells(table: &ast::Table, results: &[ast::Parameter], diagnostics: &mut Diagnostics) {
    let names: Vec<&str> = results.iter().map(|one| one.name.value.as_str()).collect();
    for cell in result_cells(table).filter(|cell| cell.value.len() != results.len()) {
        let message = match cell.value.len() {
            0 => "an empty cell".to_owned(),
            1 => format!(
                "this cell has 1 result, but the table has {}",
                results.len()
            ),
            n => format!(
                "this cell has {n} results, but the table has {}",
                results.len()
            ),
        };
        diagnostics.push(
            Diagnostic::new(Code::BadCell, message)
                .label(cell.span, "")
                .label(table.head.name.span, "this table")
                .help(format!(
                    "write the results in this order, with commas between them: {}",
                    names.join(", ")
                ))
                .cite(table.head.citations.iter().map(|one| one.value.as_str())),
        );
    }
}

/// The same table with one of its results.
fn one_result(table: &ast::Table, at: usize, result: &ast::Parameter) -> Option<OneResult> {
    let n_leading = n_leading(table);
    let mut one = table.clone();
    let name = &result.name.value;
    one.head.name.value = format!("{}.{name}", table.head.name.value);
    if let Some(title) = &mut one.head.title {
        title.value = format!("{} ({name})", title.value);
    }
    one.head.result = Some(ast::ResultType::Type(result.ty.clone()?));
    let rows = one.rows.iter_mut().skip(1);
    for cell in rows.flat_map(|row| row.value.cells.iter_mut().skip(n_leading)) {
        let item = cell.value.get(at).or_else(|| cell.value.first()).cloned();
        cell.value = item.into_iter().collect();
    }
    let said = result_cells(&one).flat_map(|cell| &cell.value);
    let said: Vec<String> = said.filter_map(word_of).collect();
    // What another result means by a word is no matter here.
    one.wheres
        .retain(|meaning| said.contains(&meaning.word.value));
    Some(OneResult {
        name: result.name.clone(),
        table: one,
    })
}

/// The word of an item that a `where` can explain.
fn word_of(item: &CellItem) -> Option<String> {
    match item {
        CellItem::Word(word) => Some(word.clone()),
        CellItem::Number(number) => Some(number.to_string()),
        CellItem::Dash => Some("-".to_owned()),
        CellItem::Numbers { .. } => item.as_word(),
        CellItem::Words { .. } | CellItem::Any => None,
    }
}

impl<'a> Checker<'a> {
    /// Declares the tables of a table with several results; the name of the table is that of the first.
    pub(super) fn declare_results(&mut self, head: &ast::Head, results: &'a [OneResult]) -> Named {
        let first = Named::Table(TableId::new(self.tables.len()));
        let mut named = Vec::new();
        for one in results {
            let id = TableId::new(self.tables.len());
            self.tables.push(&one.table);
            let table = one.table.head.name.value.clone();
            self.names.insert(table, Named::Table(id));
            self.declares(one.name.span, Symbol::Local(one.name.span));
            named.push((one.name.clone(), id));
        }
        let results = named.iter().map(|(name, id)| (name.clone(), *id));
        self.book.rows.push(Row {
            naming: super::naming(head),
            results: results.collect(),
        });
        self.several.insert(head.name.value.clone(), named);
        first
    }

    /// For a table with one of several results: the name of the whole table, and whether it has the first result.
    pub(super) fn results_of(&self, table: TableId) -> Option<(&str, bool)> {
        self.several.iter().find_map(|(name, results)| {
            let at = results.iter().position(|(_, id)| *id == table)?;
            Some((name.as_str(), at == 0))
        })
    }
}

impl Scope<'_, '_> {
    /// `loss = losses(column)`: looks a row up once, and keeps each of its results. `None` for any other value.
    pub(super) fn keep_results(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        at: Span,
    ) -> Option<Vec<Statement>> {
        let (table, arguments) = value.value.call()?;
        let results = self.checker.several.get(&table.value)?.clone();
        let (_, first) = results.first()?;
        self.checker.used.names.insert(Named::Table(*first));
        self.refers(table.span, Named::Table(*first));
        let row = self.table_call(table, *first, arguments, value.span);
        self.fresh(name);
        let keys = self.checker.book.tables.get(first.at());
        let keys: Vec<String> = keys.map_or_else(Vec::new, |table| {
            table.keys.iter().map(|key| key.name.clone()).collect()
        });
        let mut steps = Vec::new();
        let mut held = Vec::new();
        let Some((_, arguments)) = row.lookup() else {
            return Some(steps);
        };
        for (key, argument) in keys.iter().zip(arguments) {
            if argument.constant_value().is_some() || argument.local().is_some() {
                held.push(argument.clone());
                continue;
            }
            // Rolled or looked up once for all results. With a space in it: no rule can name it.
            let place = Spanned::new(format!("{} {key}", name.value), name.span);
            let local = self.declare(&place, argument.ty, argument.or_none);
            if let Some(range) = self.bounds(argument).or_else(|| self.range_of(argument)) {
                self.ranges.insert(local, range);
            }
            self.note_calculated(&place, local, argument);
            held.push(Expr {
                or_none: argument.or_none,
                ..Expr::of_local(local, argument.ty, argument.span)
            });
            steps.push(Statement::bind(local, argument.clone(), at));
        }
        for (result, table) in &results {
            let Some(known) = self.checker.book.tables.get(table.at()) else {
                continue;
            };
            let value = Expr::lookup_of(*table, known, held.clone(), value.span);
            let place = Spanned::new(format!("{}.{}", name.value, result.value), name.span);
            let local = self.declare(&place, value.ty, value.or_none);
            if let Some(range) = self.bounds(&value).or_else(|| self.range_of(&value)) {
                self.ranges.insert(local, range);
            }
            self.note_calculated(name, local, &value);
            steps.push(Statement::bind(local, value, at));
        }
        Some(steps)
    }

    /// Whether a name is that of a row with several results.
    pub(super) fn is_row(&self, name: &str) -> bool {
        let mut names = self.visible_names();
        names.any(|known| {
            known
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
        })
    }

    /// Whether an expression is a row of several results: a name, or a lookup.
    pub(super) fn is_of_row(&self, unit: &ast::Expr) -> bool {
        let several = &self.checker.several;
        let is_table = |(name, _): (&ast::Name, _)| several.contains_key(&name.value);
        unit.value.name().is_some_and(|name| self.is_row(name))
            || unit.value.call().is_some_and(is_table)
    }

    /// `loss.defender`, `losses(2, column).defender`
    pub(super) fn one_of_row(&mut self, unit: &ast::Expr, name: &ast::Name, span: Span) -> Expr {
        if let Some(row) = unit.value.name() {
            let full = format!("{row}.{}", name.value);
            if self.local(&full).is_some() {
                let value = self.check_name(&full, unit.span, None);
                return Expr { span, ..value };
            }
            let start = format!("{row}.");
            let names = self.visible_names();
            let known: Vec<String> = names
                .filter_map(|known| known.strip_prefix(&start))
                .map(str::to_owned)
                .collect();
            self.no_result(row, name, &known);
        } else if let Some((table, arguments)) = unit.value.call() {
            let results = self.checker.several.get(&table.value).cloned();
            let results = results.unwrap_or_default();
            let found = results.iter().find(|(known, _)| known.value == name.value);
            if let Some((result, id)) = found {
                if let Some((_, first)) = results.first() {
                    self.refers(table.span, Named::Table(*first));
                }
                self.refers(name.span, Symbol::Local(result.span));
                self.checker.used.names.insert(Named::Table(*id));
                return self.table_call(table, *id, arguments, span);
            }
            let known = results.iter().map(|(known, _)| known.value.clone());
            let known: Vec<String> = known.collect();
            self.no_result(&table.value, name, &known);
        }
        super::expression::unknown(span)
    }

    fn no_result(&mut self, row: &str, name: &ast::Name, known: &[String]) {
        self.report(
            Diagnostic::new(
                Code::UnknownName,
                format!("`{row}` has no result `{}`", name.value),
            )
            .label(name.span, "")
            .suggest(&name.value, known.iter().map(String::as_str))
            .help(format!("it has {}", known.join(", "))),
        );
    }

    /// Reports a row of several results where one value is needed.
    pub(super) fn whole_row(&mut self, span: Span, row: &str, results: &[String]) -> Expr {
        let first = results.first().map_or("…", String::as_str);
        let help = match self.is_row(row) {
            true => format!("read one of them: `{row}.{first}`"),
            false => format!(
                "name the row on a line of its own, `row = {row}(…)`, and read `row.{first}`"
            ),
        };
        self.report(
            Diagnostic::new(
                Code::NotAllowedHere,
                format!("`{row}` has several results, but one is needed here"),
            )
            .label(span, "")
            .help(help),
        );
        super::expression::unknown(span)
    }
}
