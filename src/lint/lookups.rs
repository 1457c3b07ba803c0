//! Rows of tables that lookups can select, with the spans of the lookups.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::distribution::axis_layout;
use super::transfer::{ValueAnalysis, lines};
use sandtable_model::{RuleBook, Table, TableId, cell_example};
use sandtable_source::Span;

/// The cells that one lookup can select.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedCells {
    /// The table that is looked up.
    pub table: TableId,
    /// Span of the lookup.
    pub span: Span,
    /// Indices into [`Table::drawn`].
    pub cells: BTreeSet<usize>,
}

/// Returns the cells that each lookup of a rulebook without errors can select, with the units that the book has.
pub fn selected_cells(book: &RuleBook) -> Vec<SelectedCells> {
    let by_roster = !book.profiles.is_empty() || !book.maps.is_empty();
    let mut all: BTreeMap<(TableId, Span), BTreeSet<usize>> = BTreeMap::new();
    for lookup in ValueAnalysis::new(book, by_roster).lookups() {
        let Some(table) = book.tables.get(lookup.table.at()) else {
            continue;
        };
        // The indices in `drawn_by` of all combinations of rows.
        let mut places = vec![0];
        for (axis, key) in table.axes.iter().zip(&lookup.keys) {
            let size = axis.n_lines as usize;
            let lines = lines(axis, key);
            let next = |at: &usize| {
                lines
                    .iter()
                    .map(move |line| at * size + line)
                    .collect::<Vec<_>>()
            };
            places = places.iter().flat_map(next).collect();
        }
        let cells = places.iter().filter_map(|at| table.drawn_by.get(*at));
        let known = all.entry((lookup.table, lookup.span)).or_default();
        known.extend(cells.map(|cell| *cell as usize));
    }
    let all = all.into_iter();
    all.map(|((table, span), cells)| SelectedCells { table, span, cells })
        .collect()
}

/// Lines of cells that lookups can select: by table that is looked up, by key.
pub(super) type Selected = BTreeMap<TableId, Vec<BTreeSet<usize>>>;

/// Returns the lines that the lookups of an analysis can select.
pub(super) fn selected_lines(book: &RuleBook, values: &ValueAnalysis<'_>) -> Selected {
    let mut selected = Selected::new();
    for lookup in values.lookups() {
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
