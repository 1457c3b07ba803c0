//! Columns of a table that have the same results in every row.
//!
//! Reports: E0637.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::distribution::axis_layout;
use super::lookups::{example_on, written_lines};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Axis, Table, TableId, Type};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (id, table) in context.tables() {
        for at in 0..table.keys.len() {
            for columns in mergeable(table, at) {
                diagnostics.push(finding(context, (id, table), at, &columns));
            }
        }
    }
}

/// A column: its head, and its lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    head: Span,
    lines: BTreeSet<usize>,
}

/// Returns groups of columns with equal results that one head could name; none if all columns are equal, since then the key has
/// no effect.
fn mergeable(table: &Table, at: usize) -> Vec<Vec<Column>> {
    let (Some(axis), Some(key)) = (table.axes.get(at), table.keys.get(at)) else {
        return Vec::new();
    };
    let columns = columns(table, at);
    let mut groups: BTreeMap<Vec<u32>, Vec<Column>> = BTreeMap::new();
    let n_columns = columns.len();
    for column in columns {
        if let Some(results) = results(table, at, &column) {
            groups.entry(results).or_default().push(column);
        }
    }
    let groups = groups.into_values().filter(|group| group.len() < n_columns);
    let is_number = matches!(key.ty, Type::Number(_));
    let runs = groups.flat_map(|group| match is_number {
        true => group
            .chunk_by(|one, other| are_contiguous(axis, one, other))
            .map(<[Column]>::to_vec)
            .collect(),
        // A head can name any words.
        false => vec![group],
    });
    runs.filter(|run| run.len() > 1).collect()
}

/// Returns the columns of a key from left to right; none if its values are not heads of columns.
fn columns(table: &Table, at: usize) -> Vec<Column> {
    let first_cell = table.drawn.iter().map(|cell| cell.span.start).min();
    let columns: Vec<Column> = written_lines(table, at)
        .into_iter()
        .map(|(head, lines)| Column { head, lines })
        .collect();
    let is_head = |column: &Column| first_cell.is_some_and(|first| column.head.end <= first);
    // Values of rows are written beside their cells: only the first row begins before all of them.
    match columns.len() > 1 && columns.iter().all(is_head) {
        true => columns,
        false => Vec::new(),
    }
}

/// Returns the results of a column, row by row; `None` if they differ between its lines.
fn results(table: &Table, at: usize, column: &Column) -> Option<Vec<u32>> {
    let (size, stride) = axis_layout(table, at);
    let of_line = |line: usize| -> Vec<u32> {
        let cells = table.cells.iter().enumerate();
        cells
            .filter(|(place, _)| place / stride % size == line)
            .map(|(_, meaning)| *meaning)
            .collect()
    };
    let mut lines = column.lines.iter().map(|line| of_line(*line));
    let first = lines.next()?;
    lines.all(|other| other == first).then_some(first)
}

/// Whether the numbers of the second column follow those of the first.
fn are_contiguous(axis: &Axis, one: &Column, other: &Column) -> bool {
    let bounds = |column: &Column| {
        let values = (axis.lowest..).zip(&axis.lines);
        let mut own = values
            .filter(|(_, line)| column.lines.contains(&usize::from(**line)))
            .map(|(value, _)| value);
        let first = own.next()?;
        Some((first, own.next_back().unwrap_or(first)))
    };
    match (bounds(one), bounds(other)) {
        (Some((low, high)), Some((next_low, next_high))) => {
            high.checked_add(1) == Some(next_low) || next_high.checked_add(1) == Some(low)
        }
        _ => false,
    }
}

fn finding(
    context: &Context<'_>,
    (id, table): (TableId, &Table),
    at: usize,
    columns: &[Column],
) -> Diagnostic {
    let message = match columns.len() {
        2 => "two columns have the same results in every row".to_owned(),
        n => format!("{n} columns have the same results in every row"),
    };
    let labelled = columns.iter().enumerate();
    let finding = labelled.fold(
        Diagnostic::new(Code::MergeableColumns, message),
        |finding, (n, column)| finding.label(column.head, if n == 0 { "this" } else { "and this" }),
    );
    let examples = columns.iter().take(2);
    let examples: Vec<String> = examples
        .map(|column| example_on(context, (id, table), at, &column.lines))
        .collect();
    finding
        .example(examples.join("\n"))
        .help("correct the cells if one was copied; else name both in one column, if the book does not draw them apart")
        .cite(table.naming.citations.iter().map(String::as_str))
}
