//! Bands of distance that examples name, against the distance and the table: `10 inches is Medium range`; and how far something reaches.
//!
//! Reports: E0711, E0723.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::misread::differs;
use super::read_off::stems_of;
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0711, E0723.
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
    for one in context.sentences() {
        found.extend(reach(context, one, &bands));
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

/// A band that holds no distance.
const NOWHERE: Key = Key::Range(1, 0);

/// Stems of the words of a text, and its names of a number and a word: `3-pounder`.
fn names_of(text: &str) -> BTreeSet<String> {
    let mut found = stems_of(text);
    let words = tokens(text);
    found.extend(words.windows(3).filter_map(|window| {
        let [number, dash, word] = window else {
            return None;
        };
        let is_joined = dash.is_any_mark(&['-', '–']) && word.kind == Kind::Word;
        let value = number.whole().filter(|_| is_joined)?;
        Some(format!("{value}-{}", stem(word.text)))
    }));
    found
}

/// Words by which a distance is the greatest.
const FAR: [&str; 8] = [
    "farther", "further", "farthest", "furthest", "reach", "reaches", "beyond", "up",
];

/// `A Maxim never fires farther than 6 inches`: the greatest distance of a row, which is no end of its bands.
fn reach(context: &Context<'_>, one: &Sentence<'_>, bands: &[Bands]) -> Option<Diagnostic> {
    let words = &one.words;
    let at = (0..words.len()).find(|at| {
        let unit = words.get(at + 1);
        let is_unit =
            unit.is_some_and(|unit| unit.is_word(&UNITS) || unit.is_any_mark(&['"', '″', '”']));
        let lead = words.get(at.saturating_sub(4)..*at);
        let is_far = lead.is_some_and(|lead| lead.iter().any(|word| word.is_word(&FAR)));
        is_unit && is_far && words.get(*at).is_some_and(|word| word.count().is_some())
    })?;
    let number = words.get(at)?;
    let value = number.count()?;
    let is_open = one.has(&["if", "half", "would", "moves", "move", "may", "than"])
        && !one.has(&["never", "farther", "further"]);
    let own = names_of(one.text);
    let rows = bands.iter().flat_map(|table| &table.rows);
    let mut named = rows.filter(|(label, _)| !label.is_disjoint(&own));
    let (Some((_, cells)), None) = (named.next(), named.next()) else {
        return None;
    };
    let ends: Vec<(i64, Span)> = cells
        .iter()
        .filter(|(key, _)| *key != NOWHERE)
        .filter_map(|(key, span)| Some((key.bounds().1?, *span)))
        .collect();
    let is_end = ends.iter().any(|(end, _)| *end == value);
    let (most, span) = ends.iter().max_by_key(|(end, _)| *end)?;
    let is_near = value * 2 > *most && value < most * 2;
    if is_open || is_end || !is_near || context.is_example(one.prose.block) {
        return None;
    }
    let message = format!("a reach of {value} here, but of {most} in the table");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(number.range.clone())?, value.to_string())
            .label(*span, format!("{most} in the table"))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
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
    // `none`: this row has no such band.
    let is_none = |row: usize, column: usize| {
        let text = grid.text(row, column).trim().to_lowercase();
        ["none", "no", "-", "–", "—"].contains(&text.as_str())
    };
    let rows: Vec<usize> = grid.body_rows().collect();
    let is_wide = |column: &usize| {
        let n_ranges = rows.iter().filter(|row| is_range(**row, *column)).count();
        let mut others = rows.iter().filter(|row| !is_range(**row, *column));
        rows.len() >= 2 && n_ranges * 2 > rows.len() && others.all(|row| is_none(*row, *column))
    };
    let wide: Vec<usize> = (1..grid.n_columns).filter(is_wide).collect();
    if wide.len() >= 2 {
        let names: Vec<String> = wide
            .iter()
            .map(|column| {
                // Of a header in two rows, `Range in inches` above `Short`, the lower one names the band.
                let row = grid.n_header_rows.saturating_sub(1);
                name(grid.text(row, *column))
            })
            .collect();
        let labels: Vec<BTreeSet<String>> = rows
            .iter()
            .map(|row| names_of(grid.text(*row, 0)))
            .collect();
        let found = rows.iter().zip(&labels).map(|(row, label)| {
            // Words that only this row has.
            let own = label
                .iter()
                .filter(|stem| labels.iter().filter(|other| other.contains(*stem)).count() == 1);
            let cells = wide.iter().filter_map(|column| {
                let span = grid.at(*row, *column)?.span;
                range_at(grid, *row, *column).or(Some((NOWHERE, span)))
            });
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
    let own = names_of(one.text);
    said.extend(own.iter().cloned());
    let mut n_own = 0;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1);
        let is_unit =
            next.is_some_and(|next| next.is_word(&UNITS) || next.is_any_mark(&['"', '″', '”']));
        if let Some(value) = word.count().filter(|_| is_unit) {
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
        let place = cells.get(right)?.1;
        return differs(context, one, word.range.clone(), message, place);
    }
    None
}
