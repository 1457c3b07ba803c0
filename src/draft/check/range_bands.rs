//! Bands of distance that examples name, against the distance and the table: `10 inches is Medium range`.
//!
//! Reports: E0723.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::read_off::stems_of;
use super::reported::Reported;
use super::words::Token;
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let bands: Vec<Bands> = context
        .tables()
        .filter_map(|(_, grid)| bands(grid))
        .collect();
    if bands.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for example in context.examples() {
        let mut distance = None;
        let mut said = BTreeSet::new();
        for one in &example {
            found.extend(sentence(context, one, &bands, &mut distance, &mut said));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A table of bands of distance.
struct Bands {
    /// Names of the bands.
    names: Vec<String>,
    /// Words of each row, its range for each band, and the place of each; no words where the rows are the bands.
    rows: Vec<Row>,
}

/// Words of a row, with the range and the place of each of its bands.
type Row = (BTreeSet<String>, Vec<(Key, Span)>);

/// Words of a header without what is in brackets.
fn name(header: &str) -> String {
    let name = header.split('(').next().unwrap_or_default();
    name.trim().to_owned()
}

fn is_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
        && name
            .chars()
            .all(|letter| letter.is_alphabetic() || letter == ' ')
}

fn range_at(grid: &Grid, row: usize, column: usize) -> Option<(Key, Span)> {
    let key = Key::parse(grid.text(row, column))?;
    Some((key, grid.at(row, column)?.span))
}

/// Reads a table whose neighbouring columns, or whose rows, are ranges that go on from each other.
fn bands(grid: &Grid) -> Option<Bands> {
    let is_range = |row: usize, column: usize| {
        matches!(range_at(grid, row, column), Some((Key::Range(..), _)))
    };
    let rows: Vec<usize> = grid.body_rows().collect();
    let wide: Vec<usize> = (1..grid.n_columns)
        .filter(|column| rows.len() >= 2 && rows.iter().all(|row| is_range(*row, *column)))
        .collect();
    if wide.len() >= 2 {
        let names: Vec<String> = wide
            .iter()
            .map(|column| name(&grid.header(*column)))
            .collect();
        let labels: Vec<BTreeSet<String>> = rows
            .iter()
            .map(|row| stems_of(grid.text(*row, 0)))
            .collect();
        let found = rows.iter().zip(&labels).map(|(row, label)| {
            // Words that only this row has.
            let own = label
                .iter()
                .filter(|stem| labels.iter().filter(|other| other.contains(*stem)).count() == 1);
            let cells = wide
                .iter()
                .filter_map(|column| range_at(grid, *row, *column));
            (own.cloned().collect(), cells.collect())
        });
        let is_named = names.iter().all(|name| is_name(name));
        return is_named.then(|| Bands {
            rows: found.collect(),
            names,
        });
    }
    let column = (1..grid.n_columns).find(|column| {
        let header = grid.header(*column).to_lowercase();
        let is_distance = [
            "inches", "cm", "hexes", "range", "distance", "yards", "squares",
        ]
        .iter()
        .any(|word| header.contains(word));
        is_distance && rows.len() >= 2 && rows.iter().all(|row| is_range(*row, *column))
    })?;
    let names: Vec<String> = rows.iter().map(|row| name(grid.text(*row, 0))).collect();
    let cells = rows.iter().filter_map(|row| range_at(grid, *row, column));
    names.iter().all(|name| is_name(name)).then(|| Bands {
        rows: vec![(BTreeSet::new(), cells.collect())],
        names,
    })
}

const UNITS: [&str; 8] = [
    "inches", "inch", "cm", "hexes", "hex", "squares", "yards", "metres",
];

fn sentence(
    context: &Context<'_>,
    one: &Sentence<'_>,
    bands: &[Bands],
    distance: &mut Option<i64>,
    said: &mut BTreeSet<String>,
) -> Option<Diagnostic> {
    let words = &one.words;
    let own = stems_of(one.text);
    said.extend(own.iter().cloned());
    let mut n_own = 0;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1);
        let is_unit =
            next.is_some_and(|next| next.is_word(&UNITS) || next.is_any_mark(&['"', '″', '”']));
        if let Some(value) = word.whole().filter(|_| is_unit) {
            *distance = Some(value);
            n_own += 1;
        }
    }
    let distance = distance.filter(|_| n_own <= 1)?;
    let is_open = one.has(&[
        "if", "would", "half", "not", "instead", "moves", "move", "had",
    ]);
    for table in bands.iter().filter(|_| !is_open) {
        let named: Vec<(usize, &Token<'_>)> = words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| {
                let rank = table.names.iter().position(|name| name == word.text)?;
                // `Medium range`, `is Medium`, `that's Far`
                let before = at.checked_sub(1).and_then(|before| words.get(before));
                let is_said = words
                    .get(at + 1)
                    .is_some_and(|next| next.is_word(&["range"]))
                    || before.is_some_and(|before| {
                        before.is_word(&["is", "that's", "that’s", "it's", "it’s", "at"])
                    });
                is_said.then_some((rank, word))
            })
            .collect();
        let [(rank, word)] = named.as_slice() else {
            continue;
        };
        // The row that the sentence names, else those that the example has named.
        let of = |words: &BTreeSet<String>| -> Vec<&Vec<(Key, Span)>> {
            let rows = table.rows.iter();
            rows.filter(|(label, _)| {
                label.is_empty() && table.rows.len() == 1 || !label.is_disjoint(words)
            })
            .map(|(_, cells)| cells)
            .collect()
        };
        let near = of(&own);
        let rows = if near.is_empty() { of(said) } else { near };
        let holds = |cells: &[(Key, Span)]| {
            cells
                .get(*rank)
                .is_some_and(|(key, _)| key.contains(distance))
        };
        if rows.is_empty() || rows.iter().any(|cells| holds(cells)) {
            continue;
        }
        let cells = rows.first()?;
        let right = cells.iter().position(|(key, _)| key.contains(distance))?;
        let message = format!(
            "{distance} is {} in the table, not {}",
            table.names.get(right)?,
            word.text
        );
        return Some(
            Diagnostic::new(Code::MisreadTable, message)
                .label(one.span(word.range.clone())?, "in the example")
                .label(cells.get(right)?.1, "in the table")
                .help("correct the example or the table")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        );
    }
    None
}
