//! Worked examples that read one cell of a table.

use std::collections::BTreeMap;

use super::ratio::lowest_terms;
use super::{Axis, Meaning, NONE, RuleBook, Table, Type, is_numeric, words_by_value};

/// Returns an example that reads the cell at `place`, whose results have these weights; `None` if one cannot be written.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only numbers are compared with `=`"
)]
pub fn reads(
    book: &RuleBook,
    table: &Table,
    place: usize,
    results: &BTreeMap<i32, u128>,
) -> Option<String> {
    let mut rest = place;
    let mut given = Vec::new();
    for (axis, key) in table.axes.iter().zip(&table.keys).rev() {
        let size = axis.n_lines as usize;
        let line = rest.checked_rem(size)?;
        rest /= size;
        // A key with dice is rolled.
        if key.dice.is_none() {
            let value = value_on(axis, line)?;
            given.push(format!(
                "{} = {}",
                key.name,
                value_text(book, value, key.ty)?
            ));
        }
    }
    given.reverse();
    let name = &table.naming.name;
    let all: u128 = results.values().sum();
    let is = match table.result.ty {
        Type::Number(_) => "=",
        _ => "is",
    };
    let claims: Option<Vec<String>> = results
        .iter()
        .filter(|(value, _)| **value != NONE)
        .map(|(value, ways)| {
            let text = value_text(book, *value, table.result.ty)?;
            Some(match lowest_terms(*ways, all) {
                (1, 1) => format!("  expect  {name} {is} {text}\n"),
                (above, below) => format!("  odds    {name} {is} {text}: {above}/{below}\n"),
            })
        })
        .collect();
    let at = given.join(", ");
    let title = format!("{name} at {at}");
    let given = match given.is_empty() {
        true => String::new(),
        false => format!("  given   {at}\n"),
    };
    Some(format!(
        "example \"{title}\"\n{given}  run     {}\n{}",
        // One of several results is asked of its table.
        table.part_of.as_ref().unwrap_or(name),
        claims?.concat()
    ))
}

/// As [`reads`], for a cell with a plain value.
pub fn cell(book: &RuleBook, table: &Table, place: usize) -> Option<String> {
    let meaning = table.meanings.get(*table.cells.get(place)? as usize)?;
    match meaning {
        Meaning::Value(value) => reads(book, table, place, &BTreeMap::from([(*value, 1)])),
        Meaning::Where { .. } => None,
    }
}

/// Returns a value in the notation of rules; `None` if the type does not have it.
fn value_text(book: &RuleBook, value: i32, ty: Type) -> Option<String> {
    if is_numeric(book, ty) {
        return Some(value.to_string());
    }
    let at = usize::try_from(value).ok()?;
    words_by_value(book, ty).get(at).cloned()
}

/// Returns a value of a key that selects a line.
fn value_on(axis: &Axis, line: usize) -> Option<i32> {
    let lines = (axis.lowest..).zip(&axis.lines);
    let mut on = lines.filter(|(_, known)| usize::from(**known) == line);
    let past = axis.lowest + i32::try_from(axis.lines.len()).ok()?;
    on.next()
        .map(|(value, _)| value)
        .or_else(|| {
            axis.above
                .filter(|above| usize::from(*above) == line)
                .map(|_| past)
        })
        .or_else(|| {
            let below = axis.below.filter(|below| usize::from(*below) == line);
            below.map(|_| axis.lowest - 1)
        })
}
