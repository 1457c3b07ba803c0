//! One thing that stands in two tables with two values.
//!
//! Reports: E0617, E0621.

use std::collections::BTreeMap;

use super::constant_condition::told;
use super::value_sets::constant;
use super::values::Values;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Axis, Meaning, NONE, RuleBook, Table, cell_example};

/// So many combinations of keys of two tables are compared.
const MOST_COMPARED: usize = 50_000;
/// Of so many answers, at most one may differ: tables that differ in more are meant to.
const EACH: usize = 4;
/// Tables with other names and fewer answers than this in common may agree by chance.
const MANY: usize = 5;

pub(super) fn numbers(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (at, table) in book.tables.iter().enumerate() {
        for other in book.tables.iter().skip(at + 1) {
            if is_like(table, other) {
                diagnostics.extend(match combinations(table, other) {
                    Some(values) => compared(book, (table, other), &values),
                    None => Some(too_many(table, other)),
                });
            }
        }
    }
}

/// Whether two tables answer the same question.
fn is_like(one: &Table, other: &Table) -> bool {
    let keys = |table: &Table| -> Vec<String> {
        let keys = table.keys.iter();
        keys.map(|key| format!("{} {:?}", key.name, key.ty))
            .collect()
    };
    one.result == other.result && !one.throws && !other.throws && keys(one) == keys(other)
}

/// The values of each key that tell the lines of both tables apart; `None` if they make too many combinations.
fn combinations(one: &Table, other: &Table) -> Option<Vec<Vec<i32>>> {
    let axes = one.axes.iter().zip(&other.axes);
    let values: Vec<Vec<i32>> = axes.map(|(axis, other)| apart(axis, other)).collect();
    let all = values.iter();
    let n_all = all.fold(1usize, |n, values| n.saturating_mul(values.len()));
    (n_all <= MOST_COMPARED).then_some(values)
}

fn too_many(one: &Table, other: &Table) -> Diagnostic {
    let (name, second_name) = (&one.naming.name, &other.naming.name);
    let message = format!(
        "`{name}` and `{second_name}` have the same keys and were not compared: they have more than {MOST_COMPARED} answers"
    );
    Diagnostic::new(Code::NotLookedThrough, message)
        .label(other.naming.span, "")
        .label(one.naming.span, "")
        .help("whether one of them says otherwise what the other says is for you to see")
}

fn compared(
    book: &RuleBook,
    (one, other): (&Table, &Table),
    values: &[Vec<i32>],
) -> Option<Diagnostic> {
    let n_all = values.iter().map(Vec::len).product::<usize>();
    let (mut n_same, mut differing) = (0, Vec::new());
    for at in 0..n_all {
        // Tables that differ so much are two tables.
        if differing.len() * EACH > n_all {
            return None;
        }
        let mut rest = at;
        let keys: Vec<i32> = values
            .iter()
            .filter_map(|values| {
                let value = values.get(rest % values.len().max(1)).copied();
                rest /= values.len().max(1);
                value
            })
            .collect();
        match (answer(one, &keys), answer(other, &keys)) {
            (Some(first), Some(second)) if first == second => n_same += 1,
            (Some(first), Some(second)) => differing.push((keys, first, second)),
            _ => {}
        }
    }
    let (keys, first, second) = differing.first()?;
    if n_same < (EACH - 1) * differing.len() {
        return None;
    }
    let place = |table: &Table| {
        let drawn = table
            .drawn_for(keys)
            .and_then(|drawn| table.drawn.get(drawn));
        drawn.map_or(table.naming.span, |drawn| drawn.span)
    };
    let ty = one.result.ty;
    let said = |value: i32| match value {
        NONE => "nothing".to_owned(),
        value => told(book, &constant(book, value, ty), ty),
    };
    let (name, second_name) = (&one.naming.name, &other.naming.name);
    let message = format!(
        "`{name}` and `{second_name}` say the same but for {}",
        at_keys(book, one, keys)
    );
    let cases = [(one, *first), (other, *second)].map(|(table, value)| {
        let place = cell(table, keys)?;
        cell_example::reads(book, table, place, &BTreeMap::from([(value, 1)]))
    });
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    let citations = one.naming.citations.iter().chain(&other.naming.citations);
    let finding = Diagnostic::new(Code::TwoValues, message)
        .label(
            place(other),
            format!("`{second_name}` says {}", said(*second)),
        )
        .label(place(one), format!("`{name}` says {}", said(*first)))
        .help("correct the one that is wrong; better, keep one table and read it in both places")
        .cite(citations.map(String::as_str))
        .example(cases.join("\n"));
    Some(match differing.len() {
        1 if n_same >= MANY || first_part(name) == first_part(second_name) => {
            finding.confidence(Confidence::Likely)
        }
        1 => finding.confidence(Confidence::Possible),
        n => finding
            .help(format!("{} more answers differ", n - 1))
            .confidence(Confidence::Possible),
    })
}

/// `needed` of `needed-by-guns`.
fn first_part(name: &str) -> Option<&str> {
    name.split('-').next()
}

/// `range 4, class B`
fn at_keys(book: &RuleBook, table: &Table, keys: &[i32]) -> String {
    let keys = table.keys.iter().zip(keys).map(|(key, value)| {
        let value: Values = constant(book, *value, key.ty);
        format!("{} {}", key.name, told(book, &value, key.ty))
    });
    keys.collect::<Vec<_>>().join(", ")
}

/// Values of a key, one for each pair of lines that they lie on in both tables.
fn apart(one: &Axis, other: &Axis) -> Vec<i32> {
    let end = |axis: &Axis| axis.lowest + i32::try_from(axis.lines.len()).unwrap_or(0);
    let (low, high) = (one.lowest.min(other.lowest), end(one).max(end(other)));
    let mut seen = Vec::new();
    let mut values = Vec::new();
    for value in low..high {
        if let (Some(first), Some(second)) = (one.line(value), other.line(value))
            && !seen.contains(&(first, second))
        {
            seen.push((first, second));
            values.push(value);
        }
    }
    values
}

/// The cell that answers these keys.
fn cell(table: &Table, keys: &[i32]) -> Option<usize> {
    table.axes.iter().zip(keys).try_fold(0, |at, (axis, key)| {
        Some(at * axis.n_lines as usize + axis.line(*key)?)
    })
}

/// What a table answers, if it is a value.
fn answer(table: &Table, keys: &[i32]) -> Option<i32> {
    let meaning = table
        .meanings
        .get(*table.cells.get(cell(table, keys)?)? as usize)?;
    match meaning {
        Meaning::Value(value) => Some(*value),
        Meaning::Where { .. } => None,
    }
}
