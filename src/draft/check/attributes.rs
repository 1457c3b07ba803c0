//! Attributes of rows: `Podlasie is Marsh`, `turn 10 is Winter 1659`, `odd-numbered turns are Summer turns`. A sentence that gives a row another
//! attribute than its table is wrong.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Maximum number of words of a value.
const MAX_WORDS: usize = 3;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let tables: Vec<Table> = context
        .tables()
        .filter(|(block, _)| !context.is_one_of_scenarios(*block))
        .filter_map(|(_, grid)| Table::new(grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        for table in &tables {
            found.extend(table.named(context, one));
            found.extend(table.alternate(context, one));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Value of a row in a column: its words in small letters.
struct Value {
    words: Vec<String>,
    /// As it is written.
    text: String,
    span: Span,
}

/// Column whose cells are one of a few values each.
struct Column {
    /// By row.
    values: Vec<Option<Value>>,
    all: BTreeSet<Vec<String>>,
    has_years: bool,
}

impl Column {
    fn new(grid: &Grid, column: usize) -> Option<Self> {
        let values: Vec<Option<Value>> = grid
            .body_rows()
            .map(|row| {
                let text = grid.text(row, column).trim().to_owned();
                let words = words_of(&text);
                let span = grid.at(row, column)?.span;
                let is_value = (1..=MAX_WORDS).contains(&words.len());
                is_value.then_some(Value { words, text, span })
            })
            .collect();
        let is_value = |words: &[String]| match words {
            [only] if only.bytes().all(|byte| byte.is_ascii_digit()) => is_year(only),
            _ => words
                .iter()
                .all(|word| word.chars().all(char::is_alphabetic)),
        };
        let known = values.iter().flatten();
        let all: BTreeSet<Vec<String>> = known.clone().map(|value| value.words.clone()).collect();
        let is_sorted = known.clone().count() >= 3 && known.clone().all(|one| is_value(&one.words));
        // Each value is that of several rows, or most are.
        let repeats = all.len() >= 2 && all.len() * 3 <= known.count() * 2;
        let has_years = all
            .iter()
            .all(|value| matches!(value.as_slice(), [only] if is_year(only)));
        (is_sorted && (repeats || has_years)).then_some(Self {
            values,
            all,
            has_years,
        })
    }

    /// The value that some words begin with.
    fn begins<'t>(&self, words: &'t [Token<'t>]) -> Option<(&'t [Token<'t>], Vec<String>)> {
        if self.has_years {
            let year = words.get(..1)?;
            let text = year.first()?.text;
            return is_year(text).then(|| (year, vec![text.to_owned()]));
        }
        let longest = self.all.iter().filter_map(|value| {
            let own = words.get(..value.len())?;
            let is_same = own
                .iter()
                .zip(value)
                .all(|(word, value)| word.text.to_lowercase() == *value);
            // A value is a name: `Open`, not `open`.
            let is_name = own
                .iter()
                .any(|word| word.is_capitalised() || word.whole().is_some());
            (is_same && is_name).then(|| (own, value.clone()))
        });
        longest.max_by_key(|(own, _)| own.len())
    }
}

fn is_year(text: &str) -> bool {
    text.parse()
        .is_ok_and(|year: i64| (1000..2200).contains(&year))
}

/// The words of a cell in small letters.
fn words_of(text: &str) -> Vec<String> {
    let words = tokens(text);
    words.iter().map(|word| word.text.to_lowercase()).collect()
}

/// Words that name the rows of a table.
enum Keys {
    /// Their names as stems, by row.
    Names(Vec<Vec<String>>),
    /// A noun and a number: `turn 10`.
    Numbers(String, BTreeMap<i64, usize>),
}

struct Table {
    keys: Keys,
    columns: Vec<Column>,
}

impl Table {
    fn new(grid: &Grid) -> Option<Self> {
        if grid.n_header_rows == 0 || grid.n_columns < 2 || grid.body_rows().count() < 3 {
            return None;
        }
        let columns: Vec<Column> = (1..grid.n_columns)
            .filter_map(|column| Column::new(grid, column))
            .collect();
        let keys = Keys::new(grid).filter(|_| !columns.is_empty())?;
        Some(Self { keys, columns })
    }

    /// `turn 10 is Winter 1659`
    fn named(&self, context: &Context<'_>, one: &Sentence<'_>) -> Vec<Diagnostic> {
        let words = one.words.as_slice();
        let is_open = one.has(&["if", "unless", "becomes", "become", "suppose", "instead"]);
        let mut found = Vec::new();
        for (row, end) in self.keys.mentions(words).into_iter().filter(|_| !is_open) {
            let Some(mut at) = value_after(words, end) else {
                continue;
            };
            // `Winter 1659` is of two columns.
            while let Some((column, own, said)) = self.columns.iter().find_map(|column| {
                let (own, said) = column.begins(words.get(at..)?)?;
                Some((column, own, said))
            }) {
                at += own.len();
                let is_whole = words.get(at).is_none_or(|next| !next.is_mark('-'));
                let Some(Some(right)) = column.values.get(row).filter(|_| is_whole) else {
                    break;
                };
                if right.words != said {
                    found.extend(report(context, one, own, right));
                }
            }
        }
        found
    }

    /// `Odd-numbered turns are Summer turns and even-numbered turns are Winter turns.`
    fn alternate(&self, context: &Context<'_>, one: &Sentence<'_>) -> Vec<Diagnostic> {
        let Keys::Numbers(noun, rows) = &self.keys else {
            return Vec::new();
        };
        let words = one.words.as_slice();
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let is_odd = word.is_word(&["odd"]);
            if !is_odd && !word.is_word(&["even"]) {
                continue;
            }
            let rest = words.get(at..).unwrap_or_default();
            let head = rest
                .iter()
                .take(4)
                .position(|word| stem(word.text) == *noun);
            let Some(head) = head else {
                continue;
            };
            let said = value_after(words, at + head + 1);
            for column in &self.columns {
                let Some((own, said)) = said.and_then(|at| column.begins(words.get(at..)?)) else {
                    continue;
                };
                let of_parity = rows
                    .iter()
                    .filter(|(number, _)| (*number % 2 != 0) == is_odd);
                let values = of_parity.filter_map(|(_, row)| column.values.get(*row)?.as_ref());
                let values: Vec<&Value> = values.collect();
                let is_wrong = values.iter().all(|value| value.words != said);
                let first = values.first().filter(|_| is_wrong && values.len() >= 2);
                found.extend(first.and_then(|right| report(context, one, own, right)));
            }
        }
        found
    }
}

impl Keys {
    fn new(grid: &Grid) -> Option<Self> {
        let header = tokens(&grid.header(0)).last().map(|word| stem(word.text))?;
        let cells: Vec<&str> = grid
            .body_rows()
            .map(|row| grid.text(row, 0).trim())
            .collect();
        let numbers: Option<Vec<i64>> = cells.iter().map(|cell| cell.parse().ok()).collect();
        if let Some(numbers) = numbers {
            let rows: BTreeMap<i64, usize> = numbers
                .iter()
                .enumerate()
                .map(|(row, number)| (*number, row))
                .collect();
            return (rows.len() == cells.len()).then_some(Self::Numbers(header, rows));
        }
        let names: Vec<Vec<String>> = cells.iter().map(|cell| names_of(cell)).collect();
        let distinct: BTreeSet<&Vec<String>> = names.iter().collect();
        // A name is no word of the text: `Open`, the ground.
        let are_names = names.iter().all(|name| !name.is_empty());
        (distinct.len() == names.len() && are_names).then_some(Self::Names(names))
    }

    /// The rows that a sentence names, each with the place after the name.
    fn mentions(&self, words: &[Token<'_>]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            match self {
                Self::Numbers(noun, rows) => {
                    let number = words.get(at + 1).and_then(Token::whole);
                    let row = number.and_then(|number| rows.get(&number));
                    let row = row.filter(|_| stem(word.text) == *noun);
                    found.extend(row.map(|row| (*row, at + 2)));
                }
                Self::Names(names) => {
                    let is_here = |name: &&Vec<String>| {
                        words.get(at..at + name.len()).is_some_and(|own| {
                            let is_same = |(word, name): (&Token<'_>, &String)| {
                                word.is_capitalised() && word.text.to_lowercase() == *name
                            };
                            own.iter().zip(name.iter()).all(is_same)
                        })
                    };
                    let rows = names.iter().enumerate();
                    let longest = rows
                        .filter(|(_, name)| is_here(name))
                        .max_by_key(|(_, name)| name.len());
                    found.extend(longest.map(|(row, name)| (row, at + name.len())));
                }
            }
        }
        found
    }
}

/// The words of a name in small letters; empty if it is none.
fn names_of(text: &str) -> Vec<String> {
    let words = tokens(text);
    let is_name = (1..=3).contains(&words.len())
        && words.iter().all(|word| word.kind == Kind::Word)
        && words.first().is_some_and(Token::is_capitalised);
    match is_name {
        true => words_of(text),
        false => Vec::new(),
    }
}

/// The place of a value after a name: `is Marsh`, `, which is Open`, `(Winter 1657)`, `, a Forest area`.
fn value_after(words: &[Token<'_>], end: usize) -> Option<usize> {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    let mut at = end;
    let is_mark = words
        .get(at)
        .is_some_and(|word| word.is_any_mark(&[',', '(', ':']));
    at += usize::from(is_mark);
    let is_which = is(at, &["which", "that"]);
    at += usize::from(is_which);
    let is_verb = is(at, &["is", "are", "was"]);
    at += usize::from(is_verb);
    at += usize::from(is(at, &["a", "an", "the"]));
    ((is_mark && !is_which) || is_verb).then_some(at)
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    said: &[Token<'_>],
    right: &Value,
) -> Option<Diagnostic> {
    let range = said.first()?.range.start..said.last()?.range.end;
    let text = one.text.get(range.clone())?;
    let message = format!("“{text}” here, and “{}” in the table", right.text);
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(range)?, "")
            .label(right.span, "this row")
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
