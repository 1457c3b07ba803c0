//! Words that players choose from and that select a dominated line of a table.

use std::collections::BTreeSet;

use crate::Context;
use crate::distribution::{axis_layout, is_ordered_table, written_cell};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dominates;
use sandtable_model::{
    Choice, RuleBook, Table, TableId, Type, Values, WordsId, cell_example, walk_statements,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let chosen = chosen_words(context.book);
    let tables = context.tables();
    for (id, table) in tables.filter(|(_, table)| is_ordered_table(context.book, table)) {
        for (at, key) in table.keys.iter().enumerate() {
            if let Type::Words(words) = key.ty
                && chosen.contains(&words)
            {
                diagnostics.extend(finding(context, (id, table), at));
            }
        }
    }
}

/// Returns the lists from which players choose a word.
fn chosen_words(book: &RuleBook) -> BTreeSet<WordsId> {
    let mut found = BTreeSet::new();
    for procedure in &book.procedures {
        walk_statements(&procedure.body, &mut |statement| {
            if let Some((
                local,
                Values::Words {
                    condition: None, ..
                },
            )) = statement.choice().and_then(Choice::values)
                && let Some(Type::Words(id)) = procedure.locals.get(local.at()).map(|one| one.ty)
            {
                found.insert(id);
            }
            true
        });
    }
    found
}

/// Reports a word whose results another word dominates for all values of the other keys.
fn finding(context: &Context<'_>, (id, table): (TableId, &Table), at: usize) -> Option<Diagnostic> {
    let book = context.book;
    let cells = context.distributions(id)?;
    let (size, stride) = axis_layout(table, at);
    let line = |line: usize| {
        cells
            .iter()
            .filter(move |(place, _)| *place / stride % size == line)
    };
    let is_dominated = |low: usize, high: usize| {
        let mut is_strict = false;
        let mut n_seen = 0;
        let all = line(low).all(|(place, results)| {
            let Some(other) = cells.get(&(place + high * stride - low * stride)) else {
                return false;
            };
            n_seen += 1;
            is_strict |= !dominates(results, other);
            dominates(other, results)
        });
        all && is_strict && n_seen > 1
    };
    let pairs = (0..size).flat_map(|low| (0..size).map(move |high| (low, high)));
    let (low, high) = pairs
        .filter(|(low, high)| low != high)
        .find(|(low, high)| is_dominated(*low, *high))?;
    let examples = [low, high].map(|wanted| {
        let (place, results) = line(wanted).next()?;
        cell_example::reads(book, table, *place, results)
    });
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let head = |wanted: usize| -> Option<Span> {
        let (place, _) = line(wanted).next()?;
        written_cell(table, *place)?.keys.get(at).copied()
    };
    Some(
        Diagnostic::new(
            Code::DominatedOption,
            format!("this choice never gives more in `{}`", table.naming.name),
        )
        .label(head(low)?, "this")
        .label(head(high)?, "always gives as much or more")
        .help("if it costs less, or less is better, ignore this")
        .cite(table.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Possible)
        .example(examples.join("\n")),
    )
}
