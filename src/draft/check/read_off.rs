//! Results and bands that examples read off tables at a number that they state: `fails by 3. The boat must Turn away`, `10 inches is Medium`.
//!
//! Reports: E0723.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::misread::differs;
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let tables: Vec<Table<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Table::new(context, block, grid))
        .collect();
    let effects: Vec<Effects<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Effects::new(context, block, grid))
        .collect();
    let mut found = Vec::new();
    for example in context.examples() {
        for at in 0..example.len() {
            found.extend(result(context, &example, at, &tables));
            found.extend(pair(context, &example, at, &tables));
            found.extend(effect(context, &example, at, &effects));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A table of named results that is looked up by numbers.
struct Table<'a> {
    rows: Vec<(usize, Key)>,
    /// Whether its numbers are differences: `Failed by`, `Lead`.
    is_difference: bool,
    results: Vec<Named<'a>>,
}

/// A result with its cell.
struct Named<'a> {
    words: Vec<String>,
    text: &'a str,
    row: usize,
    span: Span,
}

impl<'a> Table<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.iter().find(|axis| axis.is_column)?;
        let keys = axis.keys.iter().filter(|(row, _, _)| *row != usize::MAX);
        let rows: Vec<(usize, Key)> = keys.map(|(row, key, _)| (*row, *key)).collect();
        let column = axis.column + 1;
        let results: Vec<Named<'_>> = rows
            .iter()
            .filter_map(|(row, _)| {
                let cell = grid.at(*row, column)?;
                let text = grid.text(*row, column);
                let short = text.split([':', '(', ';', ',', '.']).next()?.trim();
                let words = lowered(&tokens(short));
                (!words.is_empty() && words.len() <= 4 && short.starts_with(char::is_uppercase))
                    .then_some(Named {
                        words,
                        text: short,
                        row: *row,
                        span: cell.span,
                    })
            })
            .collect();
        let is_calendar = tokens(&grid.header(axis.column))
            .iter()
            .any(|word| word.is_word(&["turn", "turns", "round", "rounds", "date"]));
        // Where other columns have the same results, the row alone does not give one.
        let others = (column + 1..grid.n_columns).flat_map(|column| grid.column(column));
        let n_again = others
            .filter(|cell| results.iter().any(|one| one.text == cell.text.plain.trim()))
            .count();
        let has_other =
            n_again >= 2 || is_calendar || rows.iter().any(|(_, key)| *key == Key::Other);
        let header = grid.header(axis.column);
        let is_difference = tokens(&header).iter().any(|word| {
            word.is_word(&[
                "by",
                "over",
                "under",
                "lead",
                "margin",
                "difference",
                "short",
                "excess",
                "above",
                "below",
            ])
        });
        (!has_other && results.len() == rows.len() && results.len() >= 2).then_some(Self {
            is_difference,
            rows,
            results,
        })
    }

    fn row(&self, value: i64) -> Option<usize> {
        let mut rows = self.rows.iter().filter(|(_, key)| key.contains(value));
        rows.next().map(|(row, _)| *row)
    }

    fn named(&self, row: usize) -> Option<&Named<'a>> {
        self.results.iter().find(|one| one.row == row)
    }
}

fn lowered(words: &[Token<'_>]) -> Vec<String> {
    let words = words.iter().filter(|word| word.kind == Kind::Word);
    words.map(|word| word.text.to_lowercase()).collect()
}

/// The first result of a table in some words from a place on, longer ones first: its first and last place, and its rank.
fn first_of(words: &[Token<'_>], from: usize, table: &Table<'_>) -> Option<(usize, usize, usize)> {
    (from..words.len()).find_map(|at| {
        let fits = |one: &Named<'_>| {
            let own = words.get(at..at + one.words.len());
            own.is_some_and(|own| {
                own.iter().zip(&one.words).all(|(word, part)| {
                    word.kind == Kind::Word && word.text.to_lowercase() == *part
                })
            })
        };
        // One word is a result only if it is written as a name.
        let is_name = |one: &Named<'_>| {
            one.words.len() > 1 || at > 0 && words.get(at).is_some_and(Token::is_capitalised)
        };
        let (rank, one) = table
            .results
            .iter()
            .enumerate()
            .filter(|(_, one)| fits(one) && is_name(one))
            .max_by_key(|(_, one)| one.words.len())?;
        Some((at, at + one.words.len() - 1, rank))
    })
}

/// Words by which a result is not that of the number before it.
const SUPPOSED: [&str; 18] = [
    "would", "if", "needs", "need", "needed", "had", "instead", "only", "unless", "could", "not",
    "should", "might", "already", "still", "was", "never", "until",
];

/// Greatest number of words between a number and its result.
const NEAR: usize = 12;

/// Part that a number has in a lookup.
#[derive(PartialEq)]
enum Lookup {
    /// `by 3`
    Difference,
    /// `with 9`, `a 2 is …`, `that's 9`
    Total,
}

/// The lookup of the number at a place.
fn lookup(words: &[Token<'_>], at: usize) -> Option<Lookup> {
    words.get(at)?.whole()?;
    let is = |back: usize, any: &[&str]| {
        let word = at.checked_sub(back).and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let next = words.get(at + 1);
    let ends = next.is_none_or(|next| next.is_any_mark(&['.', ',', ';', ':', '!']));
    let joined = next.is_some_and(|next| next.is_word(&["and", "so", "which"]));
    let is_points = next.is_some_and(|next| next.is_word(&["points", "in", "here"]));
    let is_stated = is(1, &["is", "of"]) && is(2, &["difference", "margin", "lead"]);
    if (is(1, &["by"]) || is_stated) && (ends || joined || is_points) {
        return Some(Lookup::Difference);
    }
    let is_pronoun = next.is_some_and(|next| {
        next.is_word(&[
            "he", "she", "it", "they", "he's", "he’s", "she's", "she’s", "it's", "it’s", "the",
        ])
    });
    let is_with =
        is(1, &["with", "on"]) && (is_pronoun || next.is_some_and(|next| next.is_mark(',')));
    let is_that = is(1, &["a", "an", "the", "that", "this"])
        && next.is_some_and(|next| next.is_word(&["is", "means", "gives"]));
    let totals = [
        "that's", "that’s", "it's", "it’s", "makes", "making", "gives", "giving", "totals",
    ];
    let is_total = (is(1, &totals)
        || is(1, &["is"]) && is(2, &["that", "which", "it", "total"])
        || is(1, &["of"]) && is(2, &["total"])
        || is(1, &["it"]) && is(2, &["makes"]))
        && (ends || joined);
    (is_with || is_that || is_total).then_some(Lookup::Total)
}

/// A result that the number before it does not give.
fn result(
    context: &Context<'_>,
    example: &[&Sentence<'_>],
    at: usize,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let words = &one.words;
    (0..words.len()).find_map(|place| {
        let kind = lookup(words, place)?;
        let value = words.get(place)?.whole()?;
        let rest = words.get(place + 1..)?;
        let is_number = |word: &Token<'_>| word.whole().is_some();
        let end = rest.iter().position(is_number).unwrap_or(rest.len());
        let here = rest.get(..end.min(NEAR))?;
        let next = example.get(at + 1).filter(|_| end == rest.len());
        let own = tables
            .iter()
            .filter(|table| table.is_difference == (kind == Lookup::Difference));
        let mut wrong = Vec::new();
        for table in own {
            let row = table.row(value);
            let in_here = first_of(here, 0, table).map(|found| (*one, here, found));
            let in_next = || {
                let next = next?;
                let n = next.words.iter().position(is_number);
                let part = next.words.get(..n.unwrap_or(next.words.len()))?;
                Some((*next, part, first_of(part, 0, table)?))
            };
            let Some((sentence, part, (first, last, rank))) = in_here.or_else(in_next) else {
                continue;
            };
            let given = table.results.get(rank)?;
            let right = row.and_then(|row| table.named(row))?;
            // The same result may be given by several rows, or be explained by what it causes.
            let later =
                first_of(part, last + 1, table).and_then(|(_, _, rank)| table.results.get(rank));
            let is_right =
                right.words == given.words || later.is_some_and(|later| later.words == right.words);
            let lead = part.get(..first)?;
            let is_supposed = lead.iter().any(|word| word.is_word(&SUPPOSED));
            if is_right || is_supposed {
                return None;
            }
            wrong.push((sentence, part, first, last, given, right));
        }
        let [(sentence, part, first, last, given, right)] = wrong.as_slice() else {
            return None;
        };
        let range = part.get(*first)?.range.start..part.get(*last)?.range.end;
        let message = format!(
            "{value} gives “{}” in the table, not “{}”",
            right.text, given.text
        );
        differs(context, sentence, range, message, right.span)
    })
}

/// `roll 6 and 8, which are a Holed and a Crew hit`: two numbers, and the result of each.
fn pair(
    context: &Context<'_>,
    example: &[&Sentence<'_>],
    at: usize,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let words = &one.words;
    let start = words.windows(4).position(|window| {
        matches!(window, [first, and, second, after]
            if first.whole().is_some() && and.is_word(&["and"]) && second.whole().is_some()
                && after.is_any_mark(&[',', ':']))
    })?;
    let values = [words.get(start)?.whole()?, words.get(start + 2)?.whole()?];
    let part = words.get(start + 4..)?;
    let is_led = words.get(start + 3)?.is_mark(':')
        || part.first()?.is_word(&["which"]) && part.get(1)?.is_word(&["are", "mean", "give"]);
    for table in tables.iter().filter(|_| is_led) {
        let Some((first, last, rank)) = first_of(part, 0, table) else {
            continue;
        };
        let second = first_of(part, last + 1, table);
        let is_both = part
            .get(last + 1)
            .is_some_and(|word| word.is_word(&["both", "twice", "each"]));
        let one_given = (first, last, table.results.get(rank)?);
        let other_given = match second {
            Some((from, to, rank)) => (from, to, table.results.get(rank)?),
            None if is_both => one_given,
            None => return None,
        };
        let given = [one_given, other_given];
        let right: Vec<&Named<'_>> = values
            .iter()
            .filter_map(|value| table.named(table.row(*value)?))
            .collect();
        let slips: Vec<usize> = right
            .iter()
            .zip(&given)
            .enumerate()
            .filter(|(_, (right, (_, _, given)))| right.words != given.words)
            .map(|(rank, _)| rank)
            .collect();
        if let ([rank], 2) = (slips.as_slice(), right.len()) {
            let (first, last, given) = given.get(*rank)?;
            let right = right.get(*rank)?;
            let value = values.get(*rank)?;
            let range = part.get(*first)?.range.start..part.get(*last)?.range.end;
            let message = format!(
                "{value} gives “{}” in the table, not “{}”",
                right.text, given.text
            );
            return differs(context, one, range, message, right.span);
        }
        return None;
    }
    None
}

/// A table of differences whose results have numbers: `5 to 7 | the loser loses 2 points of Crew`.
struct Effects<'a> {
    rows: Vec<(Key, &'a str, Span)>,
}

impl<'a> Effects<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.iter().find(|axis| axis.is_column)?;
        let header = grid.header(axis.column).to_lowercase();
        let is_difference = ["difference", "margin", "lead", "by"]
            .iter()
            .any(|word| header.split_whitespace().any(|own| own == *word));
        let rows = axis.keys.iter().filter(|(row, _, _)| *row != usize::MAX);
        let rows = rows.filter_map(|(row, key, _)| {
            let column = axis.column + 1;
            let cell = grid.at(*row, column)?;
            Some((*key, grid.text(*row, column), cell.span))
        });
        let rows: Vec<(Key, &str, Span)> = rows.collect();
        (is_difference && rows.len() >= 2 && grid.n_columns == axis.column + 2)
            .then_some(Self { rows })
    }
}

/// A verb, a number and its noun, as stems: `loses 2 points`.
fn deeds(words: &[Token<'_>]) -> Vec<(String, i64, String, std::ops::Range<usize>)> {
    let found = words.windows(3).filter_map(|window| {
        let [verb, number, noun] = window else {
            return None;
        };
        let is_deed = verb.kind == Kind::Word && noun.kind == Kind::Word;
        let value = number.count().filter(|_| is_deed)?;
        Some((
            stem(verb.text),
            value,
            stem(noun.text),
            number.range.clone(),
        ))
    });
    found.collect()
}

/// `The difference is 5, so Wami loses 1 point of Crew`: what another row of the table does.
fn effect(
    context: &Context<'_>,
    example: &[&Sentence<'_>],
    at: usize,
    tables: &[Effects<'_>],
) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let words = &one.words;
    let place = (0..words.len()).find(|at| lookup(words, *at) == Some(Lookup::Difference))?;
    let value = words.get(place)?.whole()?;
    let rest = words.get(place + 1..)?;
    if rest.iter().any(|word| word.is_word(&SUPPOSED)) {
        return None;
    }
    let said = deeds(rest);
    tables.iter().find_map(|table| {
        let of = |text: &str| deeds(&tokens(text));
        let mut rows = table.rows.iter();
        let (_, right, span) = rows.find(|(key, ..)| key.contains(value))?;
        let own = of(right);
        said.iter().find_map(|(verb, n, noun, range)| {
            let is_same = |(other, m, unit, _): &(String, i64, String, std::ops::Range<usize>)| {
                other == verb && unit == noun && m == n
            };
            let is_alike = own
                .iter()
                .find(|(other, _, unit, _)| other == verb && unit == noun);
            let is_elsewhere = table
                .rows
                .iter()
                .any(|(_, text, _)| of(text).iter().any(is_same));
            let (_, m, ..) = is_alike.filter(|_| is_elsewhere && !own.iter().any(is_same))?;
            let message = format!("{value} gives {m} in the table, not {n}");
            differs(context, one, range.clone(), message, *span)
        })
    })
}

/// Stems of the words of a text.
pub(super) fn stems_of(text: &str) -> BTreeSet<String> {
    let words = tokens(text).into_iter();
    let words = words.filter(|word| word.kind == Kind::Word && word.text.len() >= 3);
    words.map(|word| stem(word.text)).collect()
}
