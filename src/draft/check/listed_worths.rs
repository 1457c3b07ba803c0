//! Totals of what tables give: `Warsaw, Krakow and Thorn, which are worth 10 points together`, `all the Swedish cards together are worth 60
//! points`, `40 rounds: five turns of five rounds and five of three`.
//!
//! Reports: E0713.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::modifier_rows::telling;
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use super::wrong_sum::{report_at, sum_of};
use crate::model::Grid;

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables: Vec<Table> = context
        .tables()
        .filter(|(block, _)| !context.is_one_of_scenarios(*block))
        .map(|(_, grid)| Table::new(grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        found.extend(products(context, one));
        if !one.has(&TOGETHER) {
            continue;
        }
        for (at, total) in totals(&one.words) {
            let slip = listed(&tables, &one.words, at).or_else(|| weighted(&tables, one, at));
            if let Some((text, sum)) = slip.filter(|(_, sum)| *sum != total)
                && let Some(word) = one.words.get(at)
            {
                let message = format!("{text} is {sum}, not {total}");
                found.extend(report_at(context, one, word, message));
            }
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

const TOGETHER: [&str; 4] = ["together", "altogether", "all", "total"];

/// Numbers that are a worth, each with its place: `worth 17 points`.
fn totals(words: &[Token<'_>]) -> Vec<(usize, i64)> {
    let found = words.windows(2).enumerate().filter_map(|(at, pair)| {
        let [worth, number] = pair else {
            return None;
        };
        let value = number.count()?;
        worth
            .is_word(&["worth", "total"])
            .then_some((at + 1, value))
    });
    found.collect()
}

/// Numbers of a table by row and column.
struct Table {
    /// Words of the first column in small letters, by row.
    names: Vec<Vec<String>>,
    /// The first column as numbers, by row.
    keys: Option<Vec<i64>>,
    key_stems: BTreeSet<String>,
    /// Stems of its header and the numbers of each column, by row.
    columns: Vec<(BTreeSet<String>, Vec<Option<i64>>)>,
}

impl Table {
    fn new(grid: &Grid) -> Self {
        let rows = || grid.body_rows();
        let is_total = |row: usize| grid.text(row, 0).to_lowercase().contains("total");
        let rows: Vec<usize> = rows().filter(|row| !is_total(*row)).collect();
        let name = |row: &usize| -> Vec<String> {
            let words = tokens(grid.text(*row, 0));
            words.iter().map(|word| word.text.to_lowercase()).collect()
        };
        let number = |row: &usize, column: usize| grid.text(*row, column).trim().parse().ok();
        Self {
            names: rows.iter().map(name).collect(),
            keys: rows.iter().map(|row| number(row, 0)).collect(),
            key_stems: telling(&tokens(&grid.header(0))),
            columns: (1..grid.n_columns)
                .map(|column| {
                    let stems = telling(&tokens(&grid.header(column)));
                    (stems, rows.iter().map(|row| number(row, column)).collect())
                })
                .collect(),
        }
    }
}

/// The sum of what each of some names is worth by the tables, and how it is written; `None` if one of them is not known.
fn listed(tables: &[Table], words: &[Token<'_>], at: usize) -> Option<(String, i64)> {
    let noun = words.get(at + 1).filter(|word| word.kind == Kind::Word)?;
    let worths = worths(tables, &stem(noun.text));
    let mut terms: Vec<i64> = Vec::new();
    let mut place = 0;
    let head = words.get(..at)?;
    while place < head.len() {
        let rest = head.get(place..)?;
        let lengths = (1..=3).rev();
        let mut named = lengths.filter_map(|length| {
            let own = rest.get(..length)?;
            let is_name = own.iter().all(Token::is_capitalised);
            let name: Vec<String> = own.iter().map(|word| word.text.to_lowercase()).collect();
            Some((length, *worths.get(&name).filter(|_| is_name)?))
        });
        let word = rest.first()?;
        if let Some((length, worth)) = named.next() {
            terms.push(worth?);
            place += length;
        } else if word.is_mark(',') || word.is_word(&["and", "the"]) {
            place += 1;
        } else if terms.len() >= 2 {
            break;
        } else {
            // A name that no table has, or none.
            terms.clear();
            place += 1;
        }
    }
    let rest = head.get(place..)?;
    let has_names = rest.iter().any(Token::is_capitalised);
    let sum = terms.iter().sum();
    (terms.len() >= 2 && !has_names).then(|| (sum_of(&terms), sum))
}

/// What each row is worth in the columns of a noun; an inner `None` if tables differ.
fn worths(tables: &[Table], noun: &str) -> BTreeMap<Vec<String>, Option<i64>> {
    let mut worths: BTreeMap<Vec<String>, Option<i64>> = BTreeMap::new();
    for table in tables {
        for (_, values) in table.columns.iter().filter(|(own, _)| own.contains(noun)) {
            for (name, value) in table.names.iter().zip(values) {
                let known = worths.entry(name.clone()).or_insert(*value);
                if *known != *value {
                    *known = None;
                }
            }
        }
    }
    worths
}

/// The sum of a column of counts, each as often as its row is worth: `all the Swedish cards`.
fn weighted(tables: &[Table], one: &Sentence<'_>, at: usize) -> Option<(String, i64)> {
    let words = one.words.as_slice();
    let head = words.get(..at)?;
    let start = head
        .iter()
        .rposition(|word| word.is_any_mark(&[',', ';']))
        .map_or(0, |comma| comma + 1);
    let said = telling(head.get(start..)?);
    let whole = telling(words);
    let is_all = head.get(start..)?.iter().any(|word| word.is_word(&["all"]));
    let mut found = tables.iter().flat_map(|table| {
        let keys = table
            .keys
            .as_ref()
            .filter(|_| is_all && !table.key_stems.is_disjoint(&whole));
        let columns = keys.into_iter().flat_map(|keys| {
            let columns = table.columns.iter();
            columns
                .filter(|(own, _)| own.len() >= 2 && own.is_subset(&said))
                .map(move |(_, values)| (keys, values))
        });
        columns
    });
    let ((keys, values), None) = (found.next()?, found.next()) else {
        return None;
    };
    let values: Vec<i64> = values.iter().copied().collect::<Option<_>>()?;
    let products = keys.iter().zip(&values);
    let text: Vec<String> = products
        .clone()
        .map(|(key, n)| format!("{n} × {key}"))
        .collect();
    Some((text.join(" + "), products.map(|(key, n)| key * n).sum()))
}

/// `40 rounds: five Summer turns of five rounds and five Winter turns of three`
fn products(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = one.words.as_slice();
    let colon = words.iter().position(|word| word.is_mark(':'))?;
    let head = words.get(..colon)?;
    let [.., total, noun] = head else {
        return None;
    };
    let stated = total.whole()?;
    let tail = words.get(colon + 1..)?;
    let mut terms: Vec<(i64, i64)> = Vec::new();
    let parts = tail.split(|word| word.is_any_mark(&[',', ';']) || word.is_word(&["and"]));
    let parts: Vec<&[Token<'_>]> = parts.filter(|part| !part.is_empty()).collect();
    for part in &parts {
        let of = part.iter().position(|word| word.is_word(&["of"]))?;
        let (first, second) = (part.first()?.count()?, part.get(of + 1)?.count()?);
        let after = part.get(of + 2);
        let is_same = after.is_none_or(|word| {
            word.kind != Kind::Word || stem(word.text) == stem(noun.text) || word.is_word(&["each"])
        });
        if !is_same || of > 4 {
            return None;
        }
        terms.push((first, second));
    }
    let sum: i64 = terms.iter().map(|(first, second)| first * second).sum();
    if terms.len() < 2 || sum == stated {
        return None;
    }
    let text: Vec<String> = terms
        .iter()
        .map(|(first, second)| format!("{first} × {second}"))
        .collect();
    let message = format!("{} is {sum}, not {stated}", text.join(" + "));
    report_at(context, one, total, message)
}
