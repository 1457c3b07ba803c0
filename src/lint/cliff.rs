//! Steps in a table that are far larger than its others.
//!
//! Reports: E0618.

use super::Context;
use super::distribution::{
    Results, axis_layout, describe, is_ordered, is_ordered_table, written_cell,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Table, TableId, cell_example};

/// Least ratio of a cliff to the next largest step.
const MIN_RATIO: i64 = 3;
/// Least number of steps of a line in which one can be an outlier.
const MIN_STEPS: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables = context.tables();
    for (id, table) in tables.filter(|(_, table)| is_ordered_table(context.book, table)) {
        for (at, key) in table.keys.iter().enumerate() {
            if key.dice.is_none() && is_ordered(context.book, key.ty) {
                diagnostics.extend(finding(context, (id, table), at));
            }
        }
    }
}

/// Returns the result of a cell that is certain.
fn certain(results: &Results) -> Option<i64> {
    let mut results = results.keys();
    let first = results.next()?;
    results.next().is_none().then_some(i64::from(*first))
}

/// Reports the largest step along a key that is far larger than all others on its line.
fn finding(context: &Context<'_>, (id, table): (TableId, &Table), at: usize) -> Option<Diagnostic> {
    let book = context.book;
    let cells = context.distributions(id)?;
    let (size, stride) = axis_layout(table, at);
    let starts = cells.keys().filter(|place| *place / stride % size == 0);
    let cliffs = starts.filter_map(|start| {
        let line = (0..size).map(|step| {
            let place = start + step * stride;
            Some((place, certain(cells.get(&place)?)?))
        });
        let line: Vec<(usize, i64)> = line.collect::<Option<_>>()?;
        let mut steps: Vec<(i64, usize, usize)> = line
            .windows(2)
            .filter_map(|pair| {
                let &[(place, value), (next, after)] = pair else {
                    return None;
                };
                Some(((after - value).abs(), place, next))
            })
            .collect();
        steps.sort_unstable_by_key(|(height, ..)| std::cmp::Reverse(*height));
        let (height, place, next) = *steps.first()?;
        let second = steps.get(1)?.0;
        let is_steep = steps.len() >= MIN_STEPS && second > 0 && height > MIN_RATIO * second;
        is_steep.then_some((height, second, place, next))
    });
    let (height, second, place, next) = cliffs.max_by_key(|(height, ..)| *height)?;
    let key = &table.keys.get(at)?.name;
    let examples =
        [place, next].map(|place| cell_example::reads(book, table, place, cells.get(&place)?));
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let message = format!(
        "a step of {height} to the neighbour along `{key}`; elsewhere in the line at most {second}"
    );
    Some(
        Diagnostic::new(Code::Cliff, message)
            .label(
                written_cell(table, next)?.span,
                describe(book, table, cells.get(&next)?),
            )
            .label(
                written_cell(table, place)?.span,
                describe(book, table, cells.get(&place)?),
            )
            .help("correct the number, or add a row between; if intended, ignore this")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible)
            .example(examples.join("\n")),
    )
}
