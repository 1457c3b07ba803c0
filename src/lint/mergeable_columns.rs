//! Columns of a table that have the same results in every row.
//!
//! Reports: E0637.

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::distribution::axis_layout;
use super::lookups::{example_on, written_lines};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Axis, Table, TableId, Type};
use sandtable_source::Span;

/// Tables of fewer columns often lump classes together.
const MIN_OTHERS: usize = 3;
/// Least number of different results in two equal columns that are hardly equal on purpose.
const MIN_DIFFERENT: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // Of several results, another one can differ.
    let tables = context
        .tables()
        .filter(|(_, table)| table.part_of.is_none());
    for (id, table) in tables {
        for columns in mergeable(table) {
            diagnostics.push(finding(context, (id, table), &columns));
        }
    }
}

/// A column: its head, and its lines of cells.
#[derive(Debug, Clone)]
struct Column {
    head: Span,
    lines: BTreeSet<usize>,
}

/// Returns groups of columns with equal results that one head could name; none if all columns are equal, since then the key has
/// no effect.
fn mergeable(table: &Table) -> Vec<Vec<Column>> {
    let at = table.keys.len().saturating_sub(1);
    let (Some(axis), Some(key)) = (table.axes.get(at), table.keys.get(at)) else {
        return Vec::new();
    };
    if !has_columns(table, at) {
        return Vec::new();
    }
    let columns = written_lines(table, at);
    let n_columns = columns.len();
    let results = results_by_line(table, at);
    let mut groups: BTreeMap<&[u32], Vec<Column>> = BTreeMap::new();
    for (head, lines) in columns {
        let mut of_lines = lines.iter().filter_map(|line| results.get(*line));
        if let Some(first) = of_lines.next()
            && of_lines.all(|other| other == first)
        {
            let group = groups.entry(first.as_slice()).or_default();
            group.push(Column { head, lines });
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

/// Whether the values of the last key are heads of columns: written before all cells. In a list, each is beside its cell.
fn has_columns(table: &Table, at: usize) -> bool {
    let first_cell = table.drawn.iter().map(|cell| cell.span.start).min();
    let heads: BTreeSet<Span> = table
        .drawn
        .iter()
        .filter_map(|cell| cell.keys.get(at).copied())
        .collect();
    let is_head = |head: &Span| first_cell.is_some_and(|first| head.end <= first);
    heads.len() > 1 && heads.iter().all(is_head)
}

/// Returns the results on each line of a key, row by row.
fn results_by_line(table: &Table, at: usize) -> Vec<Vec<u32>> {
    let (size, stride) = axis_layout(table, at);
    let mut lines = vec![Vec::new(); size];
    for (place, meaning) in table.cells.iter().enumerate() {
        if let Some(line) = lines.get_mut(place / stride % size) {
            line.push(*meaning);
        }
    }
    lines
}

/// Whether the numbers of one column follow those of the other.
fn are_contiguous(axis: &Axis, one: &Column, other: &Column) -> bool {
    let bounds = |column: &Column| {
        let values = (axis.lowest..).zip(&axis.lines);
        let own = values.filter(|(_, line)| column.lines.contains(&usize::from(**line)));
        let own: Vec<i32> = own.map(|(value, _)| value).collect();
        Some((*own.first()?, *own.last()?))
    };
    match (bounds(one), bounds(other)) {
        (Some((low, high)), Some((next_low, next_high))) => {
            high.checked_add(1) == Some(next_low) || next_high.checked_add(1) == Some(low)
        }
        _ => false,
    }
}

/// Returns the confidence that equal columns are an error: two of many columns that are equal in several different rows are hardly
/// intentional.
fn confidence(table: &Table, at: usize, columns: &[Column]) -> Confidence {
    let n_columns = written_lines(table, at).len();
    let results = results_by_line(table, at);
    let line = columns.first().and_then(|column| column.lines.first());
    let of_line = line.and_then(|line| results.get(*line));
    let n_different = of_line.map_or(0, |line| line.iter().collect::<BTreeSet<_>>().len());
    match columns.len() == 2 && n_columns > MIN_OTHERS && n_different >= MIN_DIFFERENT {
        true => Confidence::Likely,
        false => Confidence::Possible,
    }
}

fn finding(
    context: &Context<'_>,
    (id, table): (TableId, &Table),
    columns: &[Column],
) -> Diagnostic {
    let message = match columns.len() {
        2 => "two columns have the same results in every row".to_owned(),
        n => format!("{n} columns have the same results in every row"),
    };
    let mut finding = Diagnostic::new(Code::MergeableColumns, message);
    for (n, column) in columns.iter().enumerate() {
        finding = finding.label(column.head, if n == 0 { "this" } else { "and this" });
    }
    let at = table.keys.len().saturating_sub(1);
    let examples = columns.iter().take(2);
    let examples: Vec<String> = examples
        .map(|column| example_on(context, (id, table), at, &column.lines))
        .collect();
    finding
        .example(examples.join("\n"))
        .confidence(confidence(table, at, columns))
        .help(
            "if one was copied by mistake, correct it; otherwise join them, unless the book prints \
            both",
        )
        .cite(table.naming.citations.iter().map(String::as_str))
}
