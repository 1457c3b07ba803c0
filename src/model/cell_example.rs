//! Worked examples that read one cell of a table.

use std::collections::BTreeMap;

use super::ratio::lowest_terms;
use super::{Axis, Meaning, NONE, RuleBook, Table, Type, is_numeric, words_by_value};

/// Returns an example that reads the cell at `place`, whose results have these weights over all faces of its rolled keys; `None` if
/// one cannot be written.
pub fn reads(
    book: &RuleBook,
    table: &Table,
    place: usize,
    results: &BTreeMap<i32, u128>,
) -> Option<String> {
    let all: u128 = results.values().sum();
    let is_rolled = table.keys.iter().any(|key| key.dice.is_some());
    let claims: Option<Vec<String>> = results
        .iter()
        .filter(|(value, _)| **value != NONE)
        .map(|(value, ways)| {
            let claim = claim(book, table, *value)?;
            Some(match lowest_terms(*ways, all) {
                // A run of a table with a rolled key needs its dice; a chance is of all of them.
                (1, 1) if !is_rolled => format!("  expect  {claim}\n"),
                (above, below) => format!("  odds    {claim}: {above}/{below}\n"),
            })
        })
        .collect();
    let given = given(book, table, place, false)?;
    Some(example(table, &given, &[], &claims?))
}

/// As [`reads`], for a cell with a plain value: its rolled keys show the faces that select it.
pub fn cell(book: &RuleBook, table: &Table, place: usize) -> Option<String> {
    let meaning = table.meanings.get(*table.cells.get(place)? as usize)?;
    match meaning {
        Meaning::Value(NONE) => reads(book, table, place, &BTreeMap::from([(NONE, 1)])),
        Meaning::Value(value) => {
            let claim = format!("  expect  {}\n", claim(book, table, *value)?);
            let faces = faces(table, place)?;
            let given = given(book, table, place, true)?;
            Some(example(table, &given, &faces, &[claim]))
        }
        Meaning::Where { .. } => None,
    }
}

/// Returns the line of each key that selects a cell, outermost first.
fn lines_of(table: &Table, place: usize) -> Option<Vec<usize>> {
    let mut rest = place;
    let mut lines = Vec::new();
    for axis in table.axes.iter().rev() {
        let size = axis.n_lines as usize;
        lines.push(rest.checked_rem(size)?);
        rest /= size;
    }
    lines.reverse();
    Some(lines)
}

/// Returns a value of each key that selects a cell, as text with the name of the key, and whether the key is rolled.
fn given(
    book: &RuleBook,
    table: &Table,
    place: usize,
    with_rolled: bool,
) -> Option<Vec<(String, bool)>> {
    let mut given = Vec::new();
    let keys = table.axes.iter().zip(&table.keys);
    for ((axis, key), line) in keys.zip(lines_of(table, place)?) {
        let is_rolled = key.dice.is_some();
        if with_rolled || !is_rolled {
            let value = value_text(book, value_on(axis, line)?, key.ty)?;
            given.push((format!("{} = {value}", key.name), is_rolled));
        }
    }
    Some(given)
}

/// Returns faces of the rolled keys that select a cell, in the order in which they are rolled.
fn faces(table: &Table, place: usize) -> Option<Vec<String>> {
    let mut faces = Vec::new();
    let keys = table.axes.iter().zip(&table.keys);
    for ((axis, key), line) in keys.zip(lines_of(table, place)?) {
        let Some((count, sides)) = key.dice else {
            continue;
        };
        let (count, sides) = (i32::try_from(count).ok()?, i32::try_from(sides).ok()?);
        let mut rest = value_on(axis, line)?;
        for n_more in (0..count).rev() {
            // Each further die shows at least 1.
            let face = (rest - n_more).min(sides);
            if face < 1 {
                return None;
            }
            faces.push(face.to_string());
            rest -= face;
        }
        if rest != 0 {
            return None;
        }
    }
    Some(faces)
}

/// Returns the condition that a table gives a value.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only numbers are compared with `=`"
)]
fn claim(book: &RuleBook, table: &Table, value: i32) -> Option<String> {
    let is = match table.result.ty {
        Type::Number(_) => "=",
        _ => "is",
    };
    let text = value_text(book, value, table.result.ty)?;
    Some(format!("{} {is} {text}", table.naming.name))
}

/// Writes the example.
fn example(table: &Table, given: &[(String, bool)], faces: &[String], claims: &[String]) -> String {
    let name = &table.naming.name;
    let all: Vec<&str> = given.iter().map(|(text, _)| text.as_str()).collect();
    let plain = given.iter().filter(|(_, is_rolled)| !is_rolled);
    let plain: Vec<&str> = plain.map(|(text, _)| text.as_str()).collect();
    let line = |word: &str, parts: &str| match parts.is_empty() {
        true => String::new(),
        false => format!("  {word:<8}{parts}\n"),
    };
    format!(
        "example \"{name} at {}\"\n{}  run     {}\n{}{}",
        all.join(", "),
        line("given", &plain.join(", ")),
        // One of several results is asked of its table.
        table.part_of.as_ref().unwrap_or(name),
        line("dice", &faces.join(", ")),
        claims.concat()
    )
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
