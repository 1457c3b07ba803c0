//! Results of examples against the tables that they are read in.
//!
//! Reports: E0723.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Prose};
use super::table_keys::axes;
use super::words::{Kind, Token, sentences, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let examples: Vec<Prose<'_>> = context
        .paragraphs()
        .into_iter()
        .filter(|prose| context.is_example(prose.block))
        .collect();
    if examples.is_empty() {
        return;
    }
    let tables: Vec<Table<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Table::new(context, block, grid))
        .collect();
    for prose in &examples {
        let all = sentences(&prose.text.plain);
        for (at, range) in all.iter().enumerate() {
            let next = all.get(at + 1);
            diagnostics.extend(sentence(context, prose, range, next, &tables));
        }
    }
}

/// Table of results in words that is looked up by numbers.
struct Table<'a> {
    block: usize,
    grid: &'a Grid,
    rows: Vec<(usize, Key)>,
    /// Columns of results.
    columns: Vec<usize>,
    /// Words of each result, with its position.
    results: Vec<(usize, usize, Vec<String>)>,
}

impl<'a> Table<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.iter().find(|axis| axis.is_column)?;
        // A calendar is looked up by the turn, and no number of an example is one without the word.
        let is_calendar = tokens(&grid.header(axis.column))
            .iter()
            .any(|word| word.is_word(&["turn", "turns", "round", "rounds", "date"]));
        if is_calendar {
            return None;
        }
        let rows: Vec<(usize, Key)> = axis
            .keys
            .iter()
            .filter(|(row, key, _)| *row != usize::MAX && *key != Key::Other)
            .map(|(row, key, _)| (*row, *key))
            .collect();
        let columns: Vec<usize> = (0..grid.n_columns)
            .filter(|column| *column != axis.column)
            .collect();
        let mut results = Vec::new();
        for (row, _) in &rows {
            for column in &columns {
                // `shaken: Nerve -1` is `shaken` in an example.
                let text = grid.text(*row, *column);
                let short = text.split_once(':').map(|(short, _)| short);
                for text in [Some(text), short].into_iter().flatten() {
                    let words = result_words(text);
                    let has_letters = words
                        .iter()
                        .any(|word| word.chars().any(char::is_alphabetic));
                    if has_letters && words.len() <= 8 {
                        results.push((*row, *column, words));
                    }
                }
            }
        }
        (!results.is_empty()).then_some(Self {
            block,
            grid,
            rows,
            columns,
            results,
        })
    }

    /// The row that a number is looked up in.
    fn row(&self, value: i64) -> Option<usize> {
        let mut rows = self.rows.iter().filter(|(_, key)| key.contains(value));
        rows.next().map(|(row, _)| *row)
    }

    /// Columns of results that a text names; all of them if it names none.
    fn named_columns(&self, text: &str) -> Vec<usize> {
        let lower = text.to_lowercase();
        let is_named = |column: &usize| {
            let header = self.grid.header(*column).to_lowercase();
            !header.is_empty() && contains(&lower, &header)
        };
        let named: Vec<usize> = self.columns.iter().copied().filter(is_named).collect();
        let odds = |column: &usize| self.grid.header(*column).contains([':', '-', '–']);
        let last = named
            .iter()
            .filter(|column| odds(column))
            .max_by_key(|column| lower.rfind(&self.grid.header(**column).to_lowercase()));
        if named.is_empty() || self.columns.len() == 1 {
            self.columns.clone()
        } else if let Some(last) = last.filter(|_| named.iter().all(odds)) {
            // Odds that are shifted are named one after the other.
            vec![*last]
        } else {
            named
        }
    }
}

/// Whether a text has some words, with no letter, digit or hyphen directly before or after them.
fn contains(text: &str, words: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().last());
        let after = text
            .get(at + words.len()..)
            .and_then(|after| after.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Words that make no difference to a result.
const IDLE: [&str; 12] = [
    "a", "an", "the", "is", "are", "was", "be", "has", "have", "its", "their", "his",
];

fn result_words(text: &str) -> Vec<String> {
    tokens(text).iter().filter_map(result_word).collect()
}

fn result_word(token: &Token<'_>) -> Option<String> {
    match token.kind {
        Kind::Word if token.is_word(&IDLE) => None,
        Kind::Word => Some(stem(token.text)),
        Kind::Number { .. } | Kind::Signed(_) | Kind::Dice(_) | Kind::Dotted => {
            Some(token.text.to_lowercase())
        }
        Kind::Fraction(_) | Kind::Mark(_) => None,
    }
}

/// Number that an example looks up.
struct Looked {
    at: usize,
    value: i64,
    /// Whether it is a total and not only what the dice show.
    is_total: bool,
}

/// Words that make a result a supposed one, or the number another one.
const SUPPOSED: [&str; 16] = [
    "would", "if", "needs", "need", "needed", "had", "instead", "only", "unless", "could",
    "should", "might", "rerolls", "reroll", "either", "until",
];
/// Words of a change to a roll.
const CHANGES: [&str; 18] = [
    "add",
    "adds",
    "adding",
    "plus",
    "minus",
    "subtract",
    "subtracts",
    "subtracting",
    "modified",
    "modifier",
    "modifiers",
    "bonus",
    "penalty",
    "reduced",
    "increased",
    "shift",
    "shifts",
    "shifted",
];

fn looked_up(words: &[Token<'_>]) -> Option<Looked> {
    let mut found = None;
    for (at, token) in words.iter().enumerate() {
        let Some(value) = token.whole() else {
            continue;
        };
        let before = |back: usize, any: &[&str]| {
            at.checked_sub(back)
                .and_then(|place| words.get(place))
                .is_some_and(|word| word.is_word(any))
        };
        let is_equals = at
            .checked_sub(1)
            .and_then(|place| words.get(place))
            .is_some_and(|word| word.is_mark('='));
        let named: &[&str] = &["roll", "die", "dice"];
        let is_total = is_equals
            || before(1, &["is", "makes", "equals", "becomes", "totals"])
                && !before(2, named)
                && !before(2, &["strength", "value", "range", "quality"])
            || before(1, &["of"]) && before(2, &["total", "result", "sum", "score", "difference"]);
        let rolls: &[&str] = &["rolls", "rolled", "gets", "throws", "scores"];
        let is_sum = before(1, &["have", "has"])
            && words.get(at + 1).is_some_and(|next| next.is_mark(':'))
            && words
                .get(..at)
                .is_some_and(|head| head.iter().any(|word| word.is_word(&CHANGES)));
        let is_total = is_total || is_sum;
        let is_roll = before(1, rolls)
            || before(1, &["a", "an"]) && before(2, rolls)
            || before(1, &["is", "of"]) && before(2, named);
        let next = words.get(at + 1);
        let is_free = next.is_some_and(|next| {
            next.is_any_mark(&[':', ',', ';', '—', '–', '('])
                || next.is_word(&[
                    "and", "so", "which", "on", "for", "with", "means", "causing",
                ])
        });
        if (is_total || is_roll) && is_free {
            found = Some(Looked {
                at,
                value,
                is_total,
            });
        } else {
            // Another number after it: what is looked up is not known.
            found = None;
        }
    }
    found
}

/// Returns the total with which a sentence ends: `9 + 1 - 1 = 9.`
fn total_at_end(words: &[Token<'_>]) -> Option<i64> {
    let is_end = |word: &&Token<'_>| word.is_any_mark(&['.', '!']);
    let n = words.len() - words.iter().rev().take_while(is_end).count();
    let [.., before, last] = words.get(..n)? else {
        return None;
    };
    let is_total = before.is_mark('=') || before.is_word(&["makes", "equals", "totals"]);
    last.whole().filter(|_| is_total)
}

/// The first longest result of a table in some words: its place and its position in the table.
fn first_result<'t>(
    words: &[Token<'_>],
    table: &'t Table<'_>,
) -> Option<(Range<usize>, &'t [String])> {
    let stems: Vec<(usize, String)> = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, result_word(word)?)))
        .collect();
    for start in 0..stems.len() {
        let fits = |result: &&(usize, usize, Vec<String>)| {
            let found = stems.get(start..start + result.2.len());
            found.is_some_and(|found| found.iter().map(|(_, stem)| stem).eq(result.2.iter()))
        };
        let longest = table
            .results
            .iter()
            .filter(fits)
            .max_by_key(|result| result.2.len());
        if let Some((_, _, result)) = longest {
            let first = words.get(stems.get(start)?.0)?;
            let end = stems.get(start + result.len() - 1)?.0;
            let last = words.get(end)?;
            // `the Flooding counter is taken off`
            let next = words.get(end + 1);
            if next.is_some_and(|next| next.is_word(&["counter", "counters", "marker", "markers"]))
            {
                continue;
            }
            return Some((first.range.start..last.range.end, result));
        }
    }
    None
}

/// Judges a sentence that looks up a number, and gives its result itself or leaves it to the next.
fn sentence(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    next: Option<&Range<usize>>,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let words = tokens(text);
    let is_supposed = |words: &[Token<'_>]| words.iter().any(|word| word.is_word(&SUPPOSED));
    if is_supposed(&words) {
        return None;
    }
    if let Some(looked) = looked_up(&words) {
        let after = words.get(looked.at + 1..)?;
        return judge(context, prose, range.start, &looked, after, tables);
    }
    let (value, next) = (total_at_end(&words)?, next?);
    let after = tokens(prose.text.plain.get(next.clone())?);
    let looked = Looked {
        at: 0,
        value,
        is_total: true,
    };
    if is_supposed(&after) || looked_up(&after).is_some() {
        return None;
    }
    judge(context, prose, next.start, &looked, &after, tables)
}

/// Compares the result in some words, of a part of a text that begins at an offset, with what the tables of the chapter give.
fn judge(
    context: &Context<'_>,
    prose: &Prose<'_>,
    start: usize,
    looked: &Looked,
    after: &[Token<'_>],
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    if after.iter().any(|word| word.is_word(&CHANGES)) {
        return None;
    }
    let is_changed = context
        .words(prose)
        .iter()
        .any(|word| word.is_word(&CHANGES) || matches!(word.kind, Kind::Signed(_)));
    if is_changed && !looked.is_total {
        return None;
    }
    let chapter = context.chapter(prose.block);
    let near = tables
        .iter()
        .filter(|table| context.chapter(table.block) == chapter);
    let mut slips = Vec::new();
    for table in near {
        let Some((place, result)) = first_result(after, table) else {
            continue;
        };
        let row = table.row(looked.value)?;
        let columns = table.named_columns(&prose.text.plain);
        let given = table
            .results
            .iter()
            .filter(|(own, column, _)| *own == row && columns.contains(column));
        let given: Vec<&(usize, usize, Vec<String>)> = given.collect();
        // What the example says may be part of a longer result, or the table gives it elsewhere.
        if given.is_empty()
            || given.iter().any(|(_, _, words)| {
                words == result || words.windows(result.len()).any(|window| window == result)
            })
        {
            return None;
        }
        slips.push((table, place, given));
    }
    let [(table, place, given)] = slips.as_slice() else {
        return None;
    };
    let (row, column, _) = given.first()?;
    let cell = table.grid.at(*row, *column)?;
    let here = start + place.start..start + place.end;
    let (right, wrong) = (cell.text.plain.trim(), prose.text.plain.get(here.clone())?);
    let is_sure = given
        .iter()
        .all(|(_, _, words)| Some(words) == given.first().map(|first| &first.2));
    let message = if is_sure {
        format!(
            "{} gives “{right}” in the table, not “{wrong}”",
            looked.value
        )
    } else {
        format!("{} never gives “{wrong}” in the table", looked.value)
    };
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(context.span(prose, here)?, "in the example")
            .label(cell.span, "in the table")
            .help("correct the example or the table")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}
