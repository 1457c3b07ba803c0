//! Cells of a table as examples to run.

use super::constant_condition::told;
use super::dice_distribution::lowest;
use super::distribution::Spread;
use super::value_sets::constant;
use crate::model::{Axis, Meaning, NONE, RuleBook, Table, Type};

/// An example that reads one cell; `None` if it cannot be told what it comes to.
pub(super) fn reads(
    book: &RuleBook,
    table: &Table,
    place: usize,
    spread: &Spread,
) -> Option<String> {
    let mut rest = place;
    let mut given = Vec::new();
    for (axis, key) in table.axes.iter().zip(&table.keys).rev() {
        let size = axis.n_lines as usize;
        let line = rest.checked_rem(size)?;
        rest /= size;
        // What is thrown is thrown.
        if key.dice.is_none() {
            let value = constant(book, value_on(axis, line)?, key.ty);
            given.push(format!("{} = {}", key.name, told(book, &value, key.ty)));
        }
    }
    given.reverse();
    let name = &table.naming.name;
    let all: u128 = spread.values().sum();
    let is = match table.result.ty {
        Type::Number(_) => "=",
        _ => "is",
    };
    let claims: Vec<String> = spread
        .iter()
        .filter(|(value, _)| **value != NONE)
        .map(|(value, ways)| {
            let text = told(
                book,
                &constant(book, *value, table.result.ty),
                table.result.ty,
            );
            match lowest(*ways, all) {
                (1, 1) => format!("  expect  {name} {is} {text}\n"),
                (above, below) => format!("  odds    {name} {is} {text}: {above}/{below}\n"),
            }
        })
        .collect();
    let at = given.join(", ");
    let title = format!("{name} at {at}");
    let given = match given.is_empty() {
        true => String::new(),
        false => format!("  given   {at}\n"),
    };
    Some(format!(
        "example \"{title}\"\n{given}  run     {name}\n{}",
        claims.concat()
    ))
}

/// As [`reads`], if the cell says a plain value.
pub(crate) fn cell(book: &RuleBook, table: &Table, place: usize) -> Option<String> {
    let meaning = table.meanings.get(*table.cells.get(place)? as usize)?;
    match meaning {
        Meaning::Value(value) => reads(book, table, place, &Spread::from([(*value, 1)])),
        Meaning::Where { .. } => None,
    }
}

/// A value of a key that lies on a line.
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
