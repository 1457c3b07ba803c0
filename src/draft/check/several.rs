//! Several dice of an example that are read in one table: `rolls 3, 5 and 9 on Table 8: a near miss, a pin and a casualty`.
//!
//! Reports: E0723.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::examples::{Results, reachable, result_stems};
use super::misread::other_row;
use super::reported::Reported;
use super::verdicts::rolled;
use super::words::Token;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables: Vec<Results<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Results::new(context, block, grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let examples = context.examples();
    let all = examples.iter().flatten();
    let found = all.filter_map(|one| read(context, one, &tables));
    diagnostics.extend(found.filter(|finding| !reported.has(finding)));
}

/// A result of the list, its words as stems and its tokens.
type Item<'w, 'a> = (BTreeSet<String>, &'w [Token<'a>]);

/// The results after the colon, one for each die.
fn items<'w, 'a>(words: &'w [Token<'a>]) -> Option<Vec<Item<'w, 'a>>> {
    let colon = words.iter().take(7).position(|word| word.is_mark(':'))?;
    let list = words.get(colon + 1..)?;
    let end = list
        .iter()
        .position(|word| word.is_any_mark(&['.', ';', '!', '(']))
        .unwrap_or(list.len());
    let is_joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and"]);
    let parts = list.get(..end)?.split(is_joint);
    let parts = parts.filter(|part| !part.is_empty());
    Some(parts.map(|part| (result_stems(part), part)).collect())
}

fn read(context: &Context<'_>, one: &Sentence<'_>, tables: &[Results<'_>]) -> Option<Diagnostic> {
    let (_, last, values) = rolled(&one.words)?;
    let items = items(one.words.get(last + 1..)?)?;
    if items.len() != values.len() || one.has(&["reroll", "rerolls", "would", "if"]) {
        return None;
    }
    let mut wrong = Vec::new();
    for table in reachable(context, one, tables) {
        let is_result =
            |item: &Item<'_, '_>| table.results.iter().any(|(_, stems, _)| means(item, stems));
        if !items.iter().all(is_result) {
            continue;
        }
        let differs = |(item, value): &(&Item<'_, '_>, &i64)| {
            !table.results.iter().any(|(_, stems, rows)| {
                means(item, stems) && rows.iter().any(|row| table.holds(*row, **value))
            })
        };
        let first = items.iter().zip(&values).find(differs)?;
        wrong.push((table, first));
    }
    let [(table, (item, value))] = wrong.as_slice() else {
        return None;
    };
    let (row, _) = table
        .rows
        .iter()
        .find(|(row, _)| table.holds(*row, **value))?;
    let named = table
        .results
        .iter()
        .find(|(_, stems, _)| means(item, stems));
    let (column, ..) = named.or(table.results.first())?;
    let cell = table.grid.at(*row, *column)?;
    let range = item.1.first()?.range.start..item.1.last()?.range.end;
    other_row(context, one, range, (**value, &cell.text.plain, cell.span))
}

/// Whether words name a result: all of them are of its name, or the other way round.
fn means(item: &Item<'_, '_>, stems: &BTreeSet<String>) -> bool {
    stems.is_subset(&item.0) || item.0.is_subset(stems) && !item.0.is_empty()
}
