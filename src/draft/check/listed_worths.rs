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

/// A column of a table, without the row of totals.
struct Column {
    header: String,
    stems: BTreeSet<String>,
    /// Words in small letters, by row.
    texts: Vec<Vec<String>>,
    /// By row.
    values: Vec<Option<i64>>,
}

impl Column {
    /// Its numbers, if each row has one.
    fn numbers(&self) -> Option<Vec<i64>> {
        self.values.iter().copied().collect()
    }
}

struct Table {
    columns: Vec<Column>,
}

impl Table {
    fn new(grid: &Grid) -> Self {
        let is_total = |row: usize| {
            let text = grid.text(row, 0).to_lowercase();
            text.starts_with("total") || text.starts_with("all ")
        };
        let rows: Vec<usize> = grid.body_rows().filter(|row| !is_total(*row)).collect();
        let columns = (0..grid.n_columns).map(|column| {
            let header = grid.header(column);
            let text = |row: &usize| -> Vec<String> {
                let words = tokens(grid.text(*row, column));
                words.iter().map(|word| word.text.to_lowercase()).collect()
            };
            let value = |row: &usize| grid.text(*row, column).trim().parse().ok();
            Column {
                stems: telling(&tokens(&header)),
                texts: rows.iter().map(text).collect(),
                values: rows.iter().map(value).collect(),
                header,
            }
        });
        Self {
            columns: columns.collect(),
        }
    }

    /// The rows that a clause is about, by a word that is a whole cell of them: `all British ships`. Without such a word all of them.
    fn rows(&self, clause: &[Token<'_>]) -> Option<Vec<usize>> {
        let n = self.columns.first()?.texts.len();
        for column in &self.columns {
            let is_named = |row: &usize| {
                let text = column.texts.get(*row).map(Vec::as_slice);
                matches!(text, Some([only]) if clause.iter().any(|word| {
                    word.kind == Kind::Word && word.text.to_lowercase() == *only
                }))
            };
            let rows: Vec<usize> = (0..n).filter(is_named).collect();
            if rows.len() >= 2 && rows.len() < n {
                return Some(rows);
            }
        }
        let is_all = clause.iter().any(|word| word.is_word(&["all"]));
        is_all.then(|| (0..n).collect())
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

/// The worth of each row by the columns of a noun; an inner `None` if tables differ.
fn worths(tables: &[Table], noun: &str) -> BTreeMap<Vec<String>, Option<i64>> {
    let mut worths: BTreeMap<Vec<String>, Option<i64>> = BTreeMap::new();
    for table in tables {
        let Some((named, others)) = table.columns.split_first() else {
            continue;
        };
        for column in others.iter().filter(|column| column.stems.contains(noun)) {
            for (name, value) in named.texts.iter().zip(&column.values) {
                let known = worths.entry(name.clone()).or_insert(*value);
                if *known != *value {
                    *known = None;
                }
            }
        }
    }
    worths
}

/// The sum of a column of counts, each as often as its row is worth: `all the Swedish cards`, `the British ships`.
fn weighted(tables: &[Table], one: &Sentence<'_>, at: usize) -> Option<(String, i64)> {
    let words = one.words.as_slice();
    let head = words.get(..at)?;
    let start = head
        .iter()
        .rposition(|word| word.is_any_mark(&[',', ';']))
        .map_or(0, |comma| comma + 1);
    let clause = head.get(start..)?;
    let said = telling(clause);
    // `… and the Germans are worth 82`: what was counted before
    let places = totals(words).into_iter().map(|(place, _)| place);
    let mut nouns = [at]
        .into_iter()
        .chain(places)
        .map(|place| nouns_after(words, place));
    let nouns = nouns.find(|nouns| !nouns.is_empty())?;
    let noun_stems = telling(nouns);
    let mut found = Vec::new();
    for table in tables {
        for count in &table.columns {
            let is_count = !count.stems.is_empty() && count.stems.is_subset(&said);
            let Some(counts) = count.numbers().filter(|_| is_count) else {
                continue;
            };
            for worth in table
                .columns
                .iter()
                .filter(|worth| worth.header != count.header)
            {
                let is_meant =
                    !worth.stems.is_disjoint(&noun_stems) || initials(nouns, &worth.header);
                let worths = worth.numbers().filter(|_| is_meant);
                if let Some((worths, rows)) = worths.zip(table.rows(clause)) {
                    let pairs = rows
                        .into_iter()
                        .filter_map(|row| Some((*counts.get(row)?, *worths.get(row)?)));
                    found.push((count.stems.len(), pairs.collect::<Vec<(i64, i64)>>()));
                }
            }
        }
    }
    // The longest header says most about what is counted.
    let longest = found.iter().map(|(length, _)| *length).max()?;
    let mut meant = found.iter().filter(|(length, _)| *length == longest);
    let (Some((_, pairs)), None) = (meant.next(), meant.next()) else {
        return None;
    };
    Some((
        products_of(pairs),
        pairs.iter().map(|(n, worth)| n * worth).sum(),
    ))
}

/// The words that say what a number counts: `42 torpedo factors`.
fn nouns_after<'w, 'a>(words: &'w [Token<'a>], at: usize) -> &'w [Token<'a>] {
    let rest = words.get(at + 1..).unwrap_or_default();
    let n = rest
        .iter()
        .take(3)
        .take_while(|word| word.kind == Kind::Word && !word.is_word(&["in", "and", "together"]));
    rest.get(..n.count()).unwrap_or_default()
}

/// Whether a header is the initials of two or three words of a sentence that follow each other: `VP` of `victory points`.
fn initials(words: &[Token<'_>], header: &str) -> bool {
    let letters: Vec<char> = header.trim().chars().collect();
    let is_short = (2..=3).contains(&letters.len()) && letters.iter().all(|one| one.is_uppercase());
    is_short
        && words.windows(letters.len()).any(|window| {
            let first = window.iter().map(|word| word.text.chars().next());
            let first: Vec<Option<char>> = first
                .map(|letter| letter.map(|letter| letter.to_ascii_uppercase()))
                .collect();
            let is_words = window.iter().all(|word| word.kind == Kind::Word);
            is_words && first.iter().flatten().eq(letters.iter())
        })
}

/// `2 × 10 + 6 × 6`
fn products_of(pairs: &[(i64, i64)]) -> String {
    let products = pairs.iter().map(|(n, worth)| format!("{n} × {worth}"));
    products.collect::<Vec<String>>().join(" + ")
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
    let message = format!("{} is {sum}, not {stated}", products_of(&terms));
    report_at(context, one, total, message)
}
