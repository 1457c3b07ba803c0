//! Tables with the same keys that differ in a few cells only.
//!
//! Reports: E0621.

use super::Context;
use super::distribution::result_name;
use super::domain::ValueSet;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Axis, Meaning, NONE, RuleBook, Table, cell_example};

/// Largest number of combinations of keys of two tables that are compared.
const MAX_COMPARED: usize = 50_000;
/// Least number of results for each that differs: tables that differ in more are meant to.
const MIN_RESULTS_EACH: usize = 4;
/// Least number of results that tables with unlike names share other than by chance.
const MIN_SHARED: usize = 5;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (at, table) in context.book.tables.iter().enumerate() {
        for other in context.book.tables.iter().skip(at + 1) {
            if !have_same_signature(table, other) {
                continue;
            }
            match combinations(table, other) {
                Some(values) => {
                    diagnostics.extend(finding(context.book, (table, other), &values));
                }
                None => context.skip_tables(table, other, MAX_COMPARED),
            }
        }
    }
}

/// Whether two tables have the same keys and results, and roll no dice. Of tables with several results, only results of the same
/// name in two tables can be meant to agree.
fn have_same_signature(one: &Table, other: &Table) -> bool {
    if one.part_of.is_some()
        && other.part_of.is_some()
        && (one.part_of == other.part_of || result_name(one) != result_name(other))
    {
        return false;
    }
    let keys = |table: &Table| -> Vec<String> {
        let keys = table.keys.iter();
        keys.map(|key| format!("{} {:?}", key.name, key.ty))
            .collect()
    };
    one.result == other.result && !one.rolls && !other.rolls && keys(one) == keys(other)
}

/// Returns values of each key that represent all lines of both tables; `None` if they have too many combinations.
fn combinations(one: &Table, other: &Table) -> Option<Vec<Vec<i32>>> {
    let axes = one.axes.iter().zip(&other.axes);
    let values: Vec<Vec<i32>> = axes
        .map(|(axis, other)| representatives(axis, other))
        .collect();
    let all = values.iter();
    let n_all = all.fold(1usize, |n, values| n.saturating_mul(values.len()));
    (n_all <= MAX_COMPARED).then_some(values)
}

/// Reports the first of few combinations of keys for which the tables have different results.
fn finding(
    book: &RuleBook,
    (one, other): (&Table, &Table),
    values: &[Vec<i32>],
) -> Option<Diagnostic> {
    let n_all = values.iter().map(Vec::len).product::<usize>();
    let (mut n_same, mut differing) = (0, Vec::new());
    for at in 0..n_all {
        // Such tables are meant to differ.
        if differing.len() * MIN_RESULTS_EACH > n_all {
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
        match (result(one, &keys), result(other, &keys)) {
            (Some(first), Some(second)) if first == second => n_same += 1,
            (Some(first), Some(second)) => differing.push((keys, first, second)),
            _ => {}
        }
    }
    let (keys, first, second) = differing.first()?;
    if n_same < (MIN_RESULTS_EACH - 1) * differing.len() {
        return None;
    }
    let place = |table: &Table| {
        let written = table.drawn_for(keys).and_then(|at| table.drawn.get(at));
        written.map_or(table.naming.span, |cell| cell.span)
    };
    let ty = one.result.ty;
    let describe = |value: i32| match value {
        NONE => "nothing".to_owned(),
        value => ValueSet::constant(book, value, ty).describe(book, ty),
    };
    let (name, second_name) = (&one.naming.name, &other.naming.name);
    let message = format!(
        "`{name}` and `{second_name}` agree except for {}",
        at_keys(book, one, keys)
    );
    let examples = [one, other].map(|table| cell_example::cell(book, table, cell(table, keys)?));
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let citations = one.naming.citations.iter().chain(&other.naming.citations);
    let finding = Diagnostic::new(Code::ConflictingTables, message)
        .label(
            place(other),
            format!("{} in `{second_name}`", describe(*second)),
        )
        .label(place(one), format!("{} in `{name}`", describe(*first)))
        .help("correct one of them; better, keep one table and use it in both places")
        .cite(citations.map(String::as_str))
        .example(examples.join("\n"));
    Some(match differing.len() {
        1 if n_same >= MIN_SHARED || first_part(name) == first_part(second_name) => {
            finding.confidence(Confidence::Likely)
        }
        1 => finding.confidence(Confidence::Possible),
        n => finding
            .help(format!("{} more results differ", n - 1))
            .confidence(Confidence::Possible),
    })
}

/// Returns the first word of a name: `needed` of `needed-by-guns`.
fn first_part(name: &str) -> Option<&str> {
    name.split('-').next()
}

/// Describes keys: `range 4, class B`.
fn at_keys(book: &RuleBook, table: &Table, keys: &[i32]) -> String {
    let keys = table.keys.iter().zip(keys).map(|(key, value)| {
        let value = ValueSet::constant(book, *value, key.ty);
        format!("{} {}", key.name, value.describe(book, key.ty))
    });
    keys.collect::<Vec<_>>().join(", ")
}

/// Returns values of a key, one for each pair of lines that a value selects in both tables.
fn representatives(one: &Axis, other: &Axis) -> Vec<i32> {
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

/// Returns the cell that keys select.
fn cell(table: &Table, keys: &[i32]) -> Option<usize> {
    table.axes.iter().zip(keys).try_fold(0, |at, (axis, key)| {
        Some(at * axis.n_lines as usize + axis.line(*key)?)
    })
}

/// Returns the result of a table, if it is not calculated.
fn result(table: &Table, keys: &[i32]) -> Option<i32> {
    let meaning = table
        .meanings
        .get(*table.cells.get(cell(table, keys)?)? as usize)?;
    match meaning {
        Meaning::Value(value) => Some(*value),
        Meaning::Where { .. } => None,
    }
}
