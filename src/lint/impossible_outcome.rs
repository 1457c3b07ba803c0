//! Outcomes that no line of a roll has, and results that no cell of a table has.
//!
//! Reports: E0605.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Meaning, Procedure, RuleBook, Statement, Table, Type, Words, blocks};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let tables = book.tables.iter();
    diagnostics.extend(tables.filter_map(|table| of_table(book, table)));
    let procedures = book.procedures.iter();
    diagnostics.extend(procedures.filter_map(|procedure| of_roll(book, procedure)));
}

/// Reports words of a table's own list that no cell contains. A scale has words for other tables, too.
fn of_table(book: &RuleBook, table: &Table) -> Option<Diagnostic> {
    let Type::Words(id) = table.result.ty else {
        return None;
    };
    let values = table.meanings.iter().map(|meaning| match meaning {
        Meaning::Value(value) => Some(*value),
        Meaning::Where { .. } => None,
    });
    let values: BTreeSet<i32> = values.collect::<Option<_>>()?;
    let list = book.words.get(id.at()).filter(|list| !list.ordered)?;
    let missing = missing(list, &values)?;
    Some(
        Diagnostic::new(
            Code::ImpossibleOutcome,
            format!("no cell of this table contains {missing}"),
        )
        .label(table.naming.span, "")
        .help("correct a cell, or delete the word after `->`")
        .cite(table.naming.citations.iter().map(String::as_str)),
    )
}

/// Reports outcomes that no line of a roll has.
fn of_roll(book: &RuleBook, procedure: &Procedure) -> Option<Diagnostic> {
    let list = book.words.get(procedure.outcomes?.at())?;
    let mut outcomes = BTreeSet::new();
    if !collect(&procedure.body, &mut outcomes) {
        return None;
    }
    let missing = missing(list, &outcomes)?;
    let naming = &procedure.naming;
    let message = format!("no line of `{}` gives {missing}", naming.name);
    Some(
        Diagnostic::new(Code::ImpossibleOutcome, message)
            .label(naming.span, "")
            .help("add a line that gives it, or delete the word after `->`")
            .cite(naming.citations.iter().map(String::as_str)),
    )
}

/// Returns the words of a list that are not among some values, quoted; `None` if all are.
fn missing(list: &Words, values: &BTreeSet<i32>) -> Option<String> {
    let words = (0..).zip(&list.words);
    let missing: Vec<String> = words
        .filter(|(value, _)| !values.contains(value))
        .map(|(_, word)| format!("`{word}`"))
        .collect();
    (!missing.is_empty()).then(|| missing.join(" or "))
}

/// Adds the outcomes that statements name; returns whether these are all.
fn collect(statements: &[Statement], found: &mut BTreeSet<i32>) -> bool {
    statements.iter().all(|statement| {
        if let Some((value, _)) = statement.outcome() {
            found.insert(value);
        }
        // A calculated result can be any of them.
        let is_calculated = statement.result().is_some();
        !is_calculated && blocks(statement).all(|inner| collect(inner, found))
    })
}
