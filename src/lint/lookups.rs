//! Lines of tables that lookups can select, and where they are written.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::distribution::axis_layout;
use super::transfer::{ValueAnalysis, lines};
use sandtable_model::{RuleBook, Table, TableId, cell_example};
use sandtable_source::Span;

/// Lines of cells that lookups can select: by table that is looked up, by key.
pub(super) type Selected = BTreeMap<TableId, Vec<BTreeSet<usize>>>;

/// Returns the lines that the lookups of an analysis can select.
pub(super) fn selected_lines(book: &RuleBook, values: &ValueAnalysis<'_>) -> Selected {
    let mut selected = Selected::new();
    for lookup in &values.lookups {
        let Some(table) = book.tables.get(lookup.table.at()) else {
            continue;
        };
        let known = selected
            .entry(lookup.table)
            .or_insert_with(|| vec![BTreeSet::new(); table.axes.len()]);
        for ((known, axis), key) in known.iter_mut().zip(&table.axes).zip(&lookup.keys) {
            known.extend(lines(axis, key));
        }
    }
    selected
}

/// Returns where the values of a key are written, with the lines of cells that each of them names.
pub(super) fn written_lines(table: &Table, at: usize) -> BTreeMap<Span, BTreeSet<usize>> {
    let mut written: BTreeMap<Span, BTreeSet<usize>> = BTreeMap::new();
    let (size, stride) = axis_layout(table, at);
    for (place, drawn) in table.drawn_by.iter().enumerate() {
        let cell = table.drawn.get(*drawn as usize);
        if let Some(span) = cell.and_then(|cell| cell.keys.get(at)) {
            let lines = written.entry(*span).or_default();
            lines.insert(place / stride % size);
        }
    }
    written
}

/// Returns an example that reads a cell on one of some lines of a key; empty if none can be written.
pub(super) fn example_on(
    context: &Context<'_>,
    (id, table): (TableId, &Table),
    at: usize,
    lines: &BTreeSet<usize>,
) -> String {
    let (size, stride) = axis_layout(table, at);
    let cells = context.distributions(id).into_iter().flatten();
    let mut on_lines = cells.filter(|(place, _)| lines.contains(&(*place / stride % size)));
    let example = on_lines
        .next()
        .and_then(|(place, results)| cell_example::reads(context.book, table, *place, results));
    example.unwrap_or_default()
}
