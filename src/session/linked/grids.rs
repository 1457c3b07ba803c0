//! Grids of a manuscript compared with tables, lists of modifiers and units of the rules, cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_draft::keys::Key;
use sandtable_model::{
    Meaning, Modifiers, NONE, Profile, RuleBook, Table, Type, Value, words_by_value,
};
use sandtable_source::Span;

use super::super::encode::cells::{is_empty, number, plain, sole_number, word_of};
use super::super::encode::grids::modifier_columns;
use super::super::encode::modifiers::amount;
use super::super::encode::names::slug;
use super::super::encode::printed::{Printed, PrintedCell, key_list};

/// A cell of a manuscript beside the same of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ComparedCell {
    /// As printed.
    pub(crate) printed: String,
    /// Its place in the manuscript.
    pub(crate) span: Option<Span>,
    /// As the rules have it.
    pub(crate) ruled: String,
    /// Its place in the rules.
    pub(crate) rule: Span,
    /// Whether both say the same.
    pub(crate) is_same: bool,
    /// Whether they say so in the same words or numbers, not only consistently.
    pub(crate) is_literal: bool,
}

/// All cells of a grid beside those of the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// Cells that have a fellow.
    pub(crate) cells: Vec<ComparedCell>,
    /// Printed rows, columns or keys without a fellow: what is missing in the rules, with its place.
    pub(crate) missing: Vec<(String, Option<Span>)>,
    /// The value of the rules where the manuscript has none, with its place.
    pub(crate) extra: Vec<(String, Span)>,
}

impl Comparison {
    /// Whether every cell has a fellow that says the same.
    pub(crate) fn is_equal(&self) -> bool {
        self.missing.is_empty() && self.cells.iter().all(|cell| cell.is_same)
    }

    /// Number of cells that say the same in the same words or numbers.
    pub(crate) fn n_literal(&self) -> usize {
        let cells = self.cells.iter();
        cells.filter(|cell| cell.is_same && cell.is_literal).count()
    }
}

/// Compares a grid with a table of the rules, in the layout in which they agree most; `None` if its keys are not those of the table.
pub(crate) fn with_table(book: &RuleBook, name: &str, printed: &Printed) -> Option<Comparison> {
    let parts: Vec<&Table> = book
        .tables
        .iter()
        .filter(|table| table.part_of.as_deref() == Some(name) || table.naming.name == name)
        .collect();
    let first = parts.first()?;
    let n_keys = first.keys.len();
    let n_columns = printed.heads.len();
    let mut layouts: Vec<Vec<KeyPlace>> = Vec::new();
    // A column for each key, then the result.
    if n_columns == n_keys + parts.len() || n_columns == n_keys + 1 {
        layouts.push((0..n_keys).map(KeyPlace::Column).collect());
    }
    // Keys first, the last along the top; or the other way round.
    if n_keys >= 2 && n_columns >= n_keys {
        for across in 0..n_keys {
            let mut next = 0;
            let places = (0..n_keys).map(|key| match key == across {
                true => KeyPlace::Across,
                false => {
                    next += 1;
                    KeyPlace::Column(next - 1)
                }
            });
            layouts.push(places.collect());
        }
    }
    if n_keys == 1 && printed.rows.len() == parts.len() && n_columns > 2 {
        layouts.push(vec![KeyPlace::Across]);
    }
    let compared = layouts
        .iter()
        .filter_map(|layout| in_layout(book, &parts, printed, layout));
    compared.max_by_key(|found| {
        let n_same = found.cells.iter().filter(|cell| cell.is_same).count();
        (n_same, std::cmp::Reverse(found.missing.len()))
    })
}

/// Place of the values of a key in a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyPlace {
    Column(usize),
    Across,
}

fn in_layout(
    book: &RuleBook,
    parts: &[&Table],
    printed: &Printed,
    layout: &[KeyPlace],
) -> Option<Comparison> {
    let is_across = layout.contains(&KeyPlace::Across);
    let n_leading = match (is_across, layout.len()) {
        (true, 1) => 1,
        (true, n) => n - 1,
        (false, n) => n,
    };
    let mut found = Comparison::default();
    let mut claimed: BTreeSet<Vec<i32>> = BTreeSet::new();
    let mut pairs: Vec<Pair> = Vec::new();
    let mut lines: Vec<(&Vec<PrintedCell>, usize)> = Vec::new();
    let n_columns = printed.heads.len();
    for row in &printed.rows {
        let last = if is_across { n_columns } else { n_leading + 1 };
        lines.extend((n_leading..last).map(|column| (row, column)));
    }
    // Rows for all other values come last.
    let is_other = |(row, _): &(&Vec<PrintedCell>, usize)| {
        let first = row.get(n_leading.saturating_sub(1));
        first.is_some_and(|cell| Key::parse(&cell.text) == Some(Key::Other))
    };
    lines.sort_by_key(is_other);
    for (row, column) in lines {
        let mut values: Vec<Vec<i32>> = Vec::new();
        let table = parts.first()?;
        for (place, key) in layout.iter().zip(&table.keys) {
            let cell = match place {
                KeyPlace::Column(at) => row.get(*at),
                KeyPlace::Across => printed.heads.get(column),
            };
            let text = cell.map_or("", |cell| cell.text.as_str());
            match key_values(book, key.ty, (key.low, key.high), text) {
                Some(own) => values.push(own),
                None => {
                    let missing = (text.to_owned(), cell.and_then(|cell| cell.span));
                    if !found.missing.contains(&missing) {
                        found.missing.push(missing);
                    }
                }
            }
        }
        if values.len() < layout.len() {
            continue;
        }
        let cases: Vec<Vec<i32>> = product(&values)
            .into_iter()
            .filter(|case| claimed.insert(case.clone()))
            .collect();
        pairs.extend(pair(book, parts, row, column, &cases));
    }
    let n_lost = found.missing.len() * 2;
    if pairs.is_empty() || n_lost > printed.rows.len() + n_columns {
        return None;
    }
    found.cells = judged(pairs);
    Some(found)
}

/// A printed cell and what the rules give for its keys.
struct Pair {
    printed: String,
    span: Option<Span>,
    /// Values of the rules as text, each once.
    ruled: Vec<String>,
    rule: Span,
    /// Words that a result can be.
    words: Vec<String>,
}

/// The printed cell of a row beside the cells of the rules for some cases; of a table of several results in one cell, or in columns.
fn pair(
    book: &RuleBook,
    parts: &[&Table],
    row: &[PrintedCell],
    column: usize,
    cases: &[Vec<i32>],
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (at, table) in parts.iter().enumerate() {
        let own = parts.len() > 1 && row.len() > column + at && column + parts.len() == row.len();
        let cell = row.get(if own { column + at } else { column });
        let whole = cell.map_or("", |cell| cell.text.as_str());
        let text = match parts.len() > 1 && !own {
            true => whole.split([',', '/', ';']).nth(at).unwrap_or_default(),
            false => whole,
        };
        let mut ruled: Vec<String> = Vec::new();
        let mut rule = None;
        for case in cases {
            let Some((text, span)) = ruled_cell(book, table, case) else {
                continue;
            };
            if !ruled.contains(&text) {
                ruled.push(text);
                rule = Some(span);
            }
        }
        if let Some(rule) = rule {
            pairs.push(Pair {
                printed: text.trim().to_owned(),
                span: cell.and_then(|cell| cell.span),
                ruled,
                rule,
                words: words_by_value(book, table.result.ty),
            });
        }
    }
    pairs
}

/// The result of a table for values of its keys, as text, and its place.
pub(crate) fn ruled_cell(book: &RuleBook, table: &Table, case: &[i32]) -> Option<(String, Span)> {
    let at = table.axes.iter().zip(case).try_fold(0, |at, (axis, key)| {
        Some(at * axis.n_lines as usize + axis.line(*key)?)
    })?;
    let meaning = usize::try_from(*table.cells.get(at)?).ok()?;
    let drawn = table.drawn_for(case).and_then(|at| table.drawn.get(at));
    let span = drawn.map_or(table.naming.span, |drawn| drawn.span);
    let text = match table.meanings.get(meaning)? {
        Meaning::Value(NONE) => "none".to_owned(),
        Meaning::Value(value) => shown(book, table.result.ty, *value),
        Meaning::Where { word, .. } => word.clone(),
    };
    Some((text, span))
}

/// A value of a type as text.
fn shown(book: &RuleBook, ty: Type, value: i32) -> String {
    let words = words_by_value(book, ty);
    let word = usize::try_from(value).ok().and_then(|at| words.get(at));
    word.cloned().unwrap_or_else(|| value.to_string())
}

/// Judges pairs: by numbers and spelling, else by what the same printed words are elsewhere.
fn judged(pairs: Vec<Pair>) -> Vec<ComparedCell> {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for pair in &pairs {
        if let [only] = pair.ruled.as_slice() {
            *counts
                .entry((plain(&pair.printed), only.clone()))
                .or_insert(0) += 1;
        }
    }
    let usual = |printed: &str| {
        let of_it = counts.iter().filter(|((text, _), _)| text == printed);
        of_it
            .max_by_key(|(_, n)| **n)
            .map(|((_, ruled), _)| ruled.clone())
    };
    let judge = |pair: Pair| {
        let literal = match pair.ruled.as_slice() {
            [only] => literally(&pair, only),
            _ => Some(false),
        };
        let is_same = literal.unwrap_or_else(|| {
            let usual = usual(&plain(&pair.printed));
            pair.ruled.len() == 1 && usual.as_ref() == pair.ruled.first()
        });
        ComparedCell {
            printed: pair.printed,
            span: pair.span,
            ruled: pair.ruled.join(" or "),
            rule: pair.rule,
            is_same,
            is_literal: literal.is_some(),
        }
    };
    pairs.into_iter().map(judge).collect()
}

/// Whether a printed cell and a ruled one say the same, as far as numbers and spelling tell; `None` if only usage can.
fn literally(pair: &Pair, ruled: &str) -> Option<bool> {
    let printed = pair.printed.as_str();
    if is_empty(printed) {
        return Some(ruled == "none" || ruled == "0");
    }
    let word = word_of(printed);
    if let Some(value) = number(printed).or_else(|| sole_number(printed))
        && ruled.parse::<i32>().is_ok()
    {
        return Some(ruled == value.to_string());
    }
    if word == ruled || plain(printed) == ruled.replace('-', " ") {
        return Some(true);
    }
    if number(printed).is_some() {
        return Some(false);
    }
    // Results with the same beginning are told apart by a digit.
    let ending = ruled.strip_prefix(word.as_str());
    if ending.is_some_and(|ending| ending.parse::<u32>().is_ok()) {
        return None;
    }
    // The printed word is another word of the list.
    let is_other = |known: &String| *known == word || known.replace('-', " ") == plain(printed);
    pair.words.iter().any(is_other).then_some(false)
}

/// Most values of one key that are compared one by one.
const MOST_VALUES: i64 = 400;

/// The values of a key that a printed key means; `None` if it is no key of that type.
fn key_values(book: &RuleBook, ty: Type, (low, high): (i32, i32), text: &str) -> Option<Vec<i32>> {
    let words = words_by_value(book, ty);
    if !words.is_empty() {
        let is_meant = |known: &&String| {
            **known == word_of(text)
                || known.replace('-', " ") == plain(text)
                || slug(text).as_deref() == Some(known.as_str())
                || same_ratio(known, text)
        };
        let at = words.iter().position(|known| is_meant(&known))?;
        return Some(vec![i32::try_from(at).ok()?]);
    }
    let mut values: Vec<i32> = Vec::new();
    if text.trim() == "00" && high == 100 {
        return Some(vec![100]);
    }
    for key in key_list(text)? {
        let (from, to) = if key == Key::Other {
            (Some(i64::from(low)), None)
        } else {
            key.bounds()
        };
        let least = i64::from(low);
        let most = i64::from(high);
        let from = from.unwrap_or(least).max(least);
        let to = to.unwrap_or(most).min(most).min(from + MOST_VALUES);
        values.extend((from..=to).filter_map(|value| i32::try_from(value).ok()));
    }
    Some(values)
}

/// `3:1` is `3-1`.
fn same_ratio(known: &str, text: &str) -> bool {
    let plain = |text: &str| {
        let text = text.trim().trim_end_matches('+');
        text.replace([':', '–', '—', '/'], "-").replace(" to ", "-")
    };
    known.contains(':') && plain(known) == plain(text)
}

fn product(values: &[Vec<i32>]) -> Vec<Vec<i32>> {
    values.iter().fold(vec![Vec::new()], |cases, own| {
        let longer = cases.iter().flat_map(|case| {
            own.iter().map(move |value| {
                let mut longer = case.clone();
                longer.push(*value);
                longer
            })
        });
        longer.take(20_000).collect()
    })
}

/// Compares a grid with a list of modifiers, line by line; `None` if it is no such list.
pub(crate) fn with_modifiers(list: &Modifiers, printed: &Printed) -> Option<Comparison> {
    let columns = modifier_columns(printed)?;
    let mut found = Comparison::default();
    let mut used: Vec<usize> = Vec::new();
    for row in &printed.rows {
        let (words, sum) = (row.get(columns.words)?, row.get(columns.amounts)?);
        let printed_amount = amount(&sum.text.replace(['−', '–'], "-"));
        let best = list
            .lines
            .iter()
            .enumerate()
            .filter(|(at, _)| !used.contains(at))
            .map(|(at, line)| (likeness(&words.text, &line.label), at, line))
            .max_by_key(|(likeness, at, _)| (*likeness, std::cmp::Reverse(*at)));
        match best.filter(|(likeness, ..)| *likeness >= 50) {
            Some((likeness, at, line)) => {
                used.push(at);
                found.cells.push(ComparedCell {
                    printed: sum.text.clone(),
                    span: sum.span,
                    ruled: format!("{:+}", line.amount),
                    rule: line.span,
                    is_same: printed_amount == Some(line.amount),
                    is_literal: likeness == 100,
                });
            }
            None if printed_amount == Some(0) => {}
            None => found.missing.push((words.text.clone(), words.span)),
        }
    }
    let extra = list.lines.iter().enumerate();
    let extra = extra.filter(|(at, _)| !used.contains(at));
    found.extra = extra
        .map(|(_, line)| (line.label.clone(), line.span))
        .collect();
    (!found.cells.is_empty()).then_some(found)
}

/// Likeness of two circumstances in percent: shared words out of all of the shorter.
fn likeness(one: &str, other: &str) -> usize {
    let words = |text: &str| -> BTreeSet<String> {
        let text = plain(text);
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words
            .filter(|word| {
                !word.is_empty() && !["a", "an", "the", "is", "in", "of", "or"].contains(word)
            })
            .map(|word| word.strip_suffix('s').unwrap_or(word).to_owned())
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let n = one.len().max(other.len());
    if n == 0 {
        return 0;
    }
    one.intersection(&other).count() * 100 / n
}

/// Compares a grid with the units of a kind, stat by stat; `None` if none of its rows is a unit of that kind.
pub(crate) fn with_units(book: &RuleBook, kind: &str, printed: &Printed) -> Option<Comparison> {
    let kind_at = book
        .kinds
        .iter()
        .position(|known| known.naming.name == kind)?;
    let mut found = Comparison::default();
    let profiles: Vec<&Profile> = book
        .profiles
        .iter()
        .filter(|profile| profile.kind.at() == kind_at && !profile.id.is_empty())
        .collect();
    let fields: Vec<Option<usize>> = printed
        .heads
        .iter()
        .map(|head| {
            let name = slug(&head.text)?;
            let fields = book.fields.iter();
            fields
                .clone()
                .position(|field| field.name == name)
                .or_else(|| {
                    let mut fields = fields;
                    fields.position(|field| field.name == format!("{name}-value"))
                })
        })
        .collect();
    let mut n_units = 0;
    for row in &printed.rows {
        let Some(first) = row.first() else { continue };
        let is_meant = |profile: &&&Profile| {
            plain(&profile.title) == plain(&first.text)
                || slug(&first.text).as_deref() == Some(profile.id.as_str())
        };
        let Some(profile) = profiles.iter().find(is_meant) else {
            found.missing.push((first.text.clone(), first.span));
            continue;
        };
        n_units += 1;
        for (cell, field) in row.iter().zip(&fields).skip(1) {
            let Some(at) = *field else { continue };
            let Some(field) = book.fields.get(at) else {
                continue;
            };
            let value = profile.values.iter().find(|(id, _)| id.at() == at);
            let ruled = match value.map(|(_, value)| value) {
                Some(Value::Single(NONE)) | None if !field.is_trait => "none".to_owned(),
                None => "no".to_owned(),
                Some(Value::Single(value)) => shown(book, field.ty, *value),
                Some(Value::Place(place)) => place.value.clone(),
                Some(Value::Parts(_)) => continue,
            };
            let pair = Pair {
                printed: cell.text.clone(),
                span: cell.span,
                words: words_by_value(book, field.ty),
                rule: profile.span,
                ruled: vec![ruled.clone()],
            };
            // A stat of numbers cannot hold a word.
            let is_word = number(&pair.printed).is_none() && sole_number(&pair.printed).is_none();
            let is_beyond = is_word && ruled == "none" && pair.words.is_empty();
            let literal = match is_beyond {
                true => Some(true),
                false => literally(&pair, &ruled),
            };
            found.cells.push(ComparedCell {
                printed: pair.printed,
                span: pair.span,
                rule: pair.rule,
                is_same: literal.unwrap_or(false),
                is_literal: literal.is_some(),
                ruled,
            });
        }
    }
    (n_units > 0).then_some(found)
}
