//! Examples of play against every reading of them: a result that no number of the example gives; and numbers of units, in examples and
//! elsewhere, that their tables do not have.
//!
//! Reports: E0711, E0723.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reference::{Target, references_of};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0711, E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all = context.examples();
    let tables: Vec<Results<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Results::new(context, block, grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let stats = Stats::new(context);
    for example in &all {
        let mut found = Vec::new();
        for at in 0..example.len() {
            found.extend(lookup(context, example, at, &tables));
        }
        found.extend(
            example
                .iter()
                .filter_map(|one| stats.bracketed(context, one)),
        );
        found.retain(|finding| !reported.has(finding));
        diagnostics.extend(found);
    }
    let found = context
        .sentences()
        .filter_map(|one| stats.check(context, one));
    diagnostics.extend(found.filter(|finding| !reported.has(finding)));
}

/// A table of results that is looked up by numbers.
pub(super) struct Results<'a> {
    block: usize,
    pub(super) grid: &'a Grid,
    pub(super) rows: Vec<(usize, Key)>,
    /// Stems of the header of the numbers.
    header: Vec<String>,
    /// Column, stems of its words, and the rows that have it, of each result.
    pub(super) results: Vec<(usize, BTreeSet<String>, Vec<usize>)>,
}

/// Words that make no difference to a result.
const IDLE: [&str; 16] = [
    "a", "an", "the", "is", "are", "was", "be", "has", "have", "its", "their", "his", "her", "it",
    "and", "by",
];

/// Words of a result for comparison, counts as digits.
pub(super) fn result_stems(words: &[Token<'_>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for word in words.iter().filter(|word| !word.is_word(&IDLE)) {
        if let Some(value) = word.count() {
            found.insert(value.to_string());
        } else if word.kind == Kind::Word || is_code(word.text) {
            found.insert(stem(word.text));
        } else if let Some(value) = word.signed() {
            found.insert(value.abs().to_string());
        }
    }
    found
}

/// `D`, `AR`, `D2`: a result as a code.
fn is_code(text: &str) -> bool {
    (1..=3).contains(&text.len())
        && text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

impl<'a> Results<'a> {
    pub(super) fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.iter().find(|axis| axis.is_column)?;
        let keys = axis.keys.iter();
        let rows: Vec<(usize, Key)> = keys
            .filter(|(row, _, _)| *row != usize::MAX)
            .map(|(row, key, _)| (*row, *key))
            .collect();
        let mut results: Vec<(usize, BTreeSet<String>, Vec<usize>)> = Vec::new();
        for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
            for (row, _) in &rows {
                let text = grid.text(*row, column);
                let short = text
                    .split_once([':', '(', ';'])
                    .map_or(text, |(short, _)| short);
                let words = tokens(short);
                let mut stems = result_stems(&words);
                // A number is that of what the header names: `3` of `Contact markers`.
                if stems.len() == 1
                    && words.len() == 1
                    && words.iter().any(|word| word.whole().is_some())
                {
                    stems.extend(result_stems(&tokens(&grid.header(column))));
                }
                let has_words = words.len() == 1 && is_code(short.trim())
                    || stems
                        .iter()
                        .any(|stem| stem.len() >= 3 && stem.parse::<i64>().is_err());
                if !has_words || stems.len() > 6 {
                    continue;
                }
                let mut same = results.iter_mut();
                match same.find(|(own, known, _)| *own == column && *known == stems) {
                    Some((.., rows)) => rows.push(*row),
                    None => results.push((column, stems, vec![*row])),
                }
            }
        }
        let is_lookup = !rows.iter().any(|(_, key)| *key == Key::Other) && results.len() >= 2;
        is_lookup.then_some(Self {
            block,
            grid,
            rows,
            header: header_stems(&grid.header(axis.column)),
            results,
        })
    }

    pub(super) fn holds(&self, row: usize, value: i64) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|(own, key)| *own == row && key.contains(value))
    }

    /// The longest result whose words are all among some stems, if no other result is there that is no part of it.
    fn named(&self, said: &BTreeSet<String>, text: &str) -> Option<(BTreeSet<String>, Vec<Cell>)> {
        // A column that the example names, `3:1`, is the only one that it uses.
        let headers = (0..self.grid.n_columns).map(|column| (column, self.grid.header(column)));
        let headers: Vec<(usize, String)> = headers
            .filter(|(_, header)| header.len() >= 3 && contains(text, header.trim()))
            .collect();
        let last = headers
            .iter()
            .max_by_key(|(_, header)| text.rfind(header.trim()));
        // Odds that are shifted are named one after the other: the last ones are used.
        let are_odds = headers.iter().all(|(_, header)| is_odds_column(header));
        let named: BTreeSet<usize> = match last {
            Some((column, _)) if are_odds => BTreeSet::from([*column]),
            _ => headers.iter().map(|(column, _)| *column).collect(),
        };
        let is_used = |column: usize| named.len() != 1 || named.contains(&column);
        let all = self
            .results
            .iter()
            .filter(|(column, stems, _)| stems.is_subset(said) && is_used(*column));
        let all: Vec<_> = all.collect();
        let longest = all.iter().max_by_key(|(_, stems, _)| stems.len())?;
        let is_one = all.iter().all(|(_, stems, _)| stems.is_subset(&longest.1));
        let places = all.iter().filter(|(_, stems, _)| *stems == longest.1);
        let places = places.flat_map(|(column, _, rows)| rows.iter().map(|row| (*row, *column)));
        // Words that a longer result has too may be an abridged form of it.
        let wider = self.results.iter();
        let wider = wider
            .filter(|(column, stems, _)| longest.1.is_subset(stems) && is_used(*column))
            .flat_map(|(column, _, rows)| rows.iter().map(|row| (*row, *column)));
        let mut all_places: Vec<(usize, usize)> = places.collect();
        all_places.extend(wider);
        is_one.then(|| (longest.1.clone(), all_places))
    }
}

/// `3-1`, `1:2`: a column of odds.
fn is_odds_column(header: &str) -> bool {
    let parts = header.trim().split_once(['-', ':', '–']);
    parts.is_some_and(|(left, right)| {
        let is_number = |text: &str| {
            (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        is_number(left) && is_number(right)
    })
}

/// Whether a text has some words, with no letter or digit directly before or after them.
fn contains(text: &str, words: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().last());
        let after = text.get(at + words.len()..);
        !is_part(before) && !is_part(after.and_then(|after| after.chars().next()))
    })
}

/// Words that make a result a supposed one, or the number another one.
const SUPPOSED: [&str; 22] = [
    "would",
    "if",
    "needs",
    "need",
    "needed",
    "had",
    "instead",
    "unless",
    "could",
    "should",
    "might",
    "rerolls",
    "reroll",
    "either",
    "until",
    "not",
    "no",
    "otherwise",
    "without",
    "only",
    "than",
    "fewer",
];

/// Numbers that a look-up may use: those of some sentences, sums of two neighbours, and of all of a sentence with their signs.
fn numbers(sentences: &[&Sentence<'_>]) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    let mut all: Vec<i64> = Vec::new();
    for one in sentences {
        let values: Vec<i64> = one
            .words
            .iter()
            .filter_map(|word| word.count().or(word.signed()))
            .collect();
        for pair in values.windows(2) {
            if let [first, second] = pair {
                found.extend([first + second, (first - second).abs()]);
            }
        }
        for three in values.windows(3) {
            found.insert(three.iter().sum());
        }
        if values.len() > 1 {
            found.insert(values.iter().sum());
        }
        all.extend(values);
    }
    found.extend(all);
    found
}

/// Place of a number that is rolled or a total, and whether it is a total.
fn anchor(words: &[Token<'_>]) -> Option<(usize, bool)> {
    (0..words.len()).rev().find_map(|at: usize| {
        let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
        let is = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
        let rolls: &[&str] = &[
            "rolls", "rolled", "roll", "throws", "throw", "threw", "gets", "scores", "draws",
            "shows", "show",
        ];
        let totals: &[&str] = &["total", "result", "sum", "score", "difference"];
        let next = words.get(at + 1);
        let is_measured = next.is_some_and(|next| {
            next.is_any_mark(&['"', '%', '″'])
                || next.is_word(&["dice", "hexes", "inches", "cm", "points", "times", "or"])
        });
        let is_dice = is(1, &["is", "shows"]) && is(2, &["die", "dice", "d6", "roll"])
            || is(1, &["a", "an"])
                && is(2, &["is"])
                && (is(3, &["die", "roll", "dice"])
                    || before(3).is_some_and(|word| matches!(word.kind, Kind::Dice(_))));
        let is_roll = is_dice || is(1, rolls) || is(1, &["a", "an"]) && is(2, rolls);
        let is_total = before(1).is_some_and(|word| word.is_any_mark(&['=']))
            || is(1, &["makes", "becomes"])
            || is(1, &["a", "an"]) && is(2, &["becomes"])
            || is(1, &["with"])
                && at <= 2
                && next.is_some_and(|next| next.is_word(&["vp", "points", "victory"]))
            || is(1, &["of", "is", "to"])
                && (is(2, totals) || is(2, &["modified", "adjusted", "which", "that"]));
        // `This 10 is 2 more than 8`
        let is_more = next.is_some_and(|next| next.is_word(&["more", "less"]))
            && words
                .get(at + 2)
                .is_some_and(|than| than.is_word(&["than"]))
            && is(1, &["is"]);
        // `That is 7 points: …`
        let is_points = is_total && next.is_some_and(|next| next.is_word(&["points", "vp"]));
        let is_total = is_total || is_more;
        let is_number = words.get(at).is_some_and(|word| word.whole().is_some());
        (is_number && (!is_measured || is_points) && (is_roll || is_total))
            .then_some((at, is_total && !is_dice))
    })
}

/// Stems of a header of numbers to look up, `Short by`, unless it only names dice.
fn header_stems(header: &str) -> Vec<String> {
    let words = tokens(header);
    let is_plain = words.iter().all(|word| word.kind == Kind::Word)
        && !words.iter().any(|word| {
            word.is_word(&[
                "roll", "die", "dice", "total", "result", "score", "number", "throw", "sum",
            ])
        });
    match is_plain && words.len() <= 3 {
        true => words.iter().map(|word| stem(word.text)).collect(),
        false => Vec::new(),
    }
}

/// `short by 2`, `9 laurels`: a number with the words of the header of a table that is looked up by it.
fn keyed(words: &[Token<'_>], tables: &[&Results<'_>]) -> Option<(usize, bool)> {
    let stems: Vec<String> = words.iter().map(|word| stem(word.text)).collect();
    (0..words.len()).rev().find_map(|at| {
        words.get(at)?.whole()?;
        let is_headed = tables.iter().any(|table| {
            let n = table.header.len();
            let before = at.checked_sub(n).and_then(|start| stems.get(start..at));
            let after = stems.get(at + 1..at + 1 + n);
            n > 0 && (before == Some(&table.header) || after == Some(&table.header))
        });
        is_headed.then_some((at, true))
    })
}

/// A result of a table that none of the numbers before it gives.
///
/// Reports: E0723.
fn lookup(
    context: &Context<'_>,
    example: &[&Sentence<'_>],
    at: usize,
    tables: &[Results<'_>],
) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let near = reachable(context, one, tables);
    let (place, is_total) = anchor(&one.words).or_else(|| keyed(&one.words, &near))?;
    let after = one.words.get(place + 1..)?;
    let ends = after.iter().all(|word| word.is_any_mark(&['.', '!', ')']));
    let next = example.get(at + 1).filter(|_| ends);
    // The next sentence has a number of its own.
    if next.is_some_and(|next| anchor(&next.words).is_some()) {
        return None;
    }
    let (source, rest) = match next {
        Some(next) => (*next, next.words.as_slice()),
        None => (*one, after),
    };
    let window = rest.get(..rest.len().min(14))?;
    // `2 more than 8: …`: the words after the colon.
    let colon = window.iter().position(|word| word.is_mark(':'));
    let window = window.get(colon.map_or(0, |colon| colon + 1)..)?;
    // Up to the next number that is rolled.
    let n = window
        .iter()
        .position(|word| word.is_word(&["rolls", "throws", "needs", "adds", "subtracts"]))
        .unwrap_or(window.len());
    let words = window.get(..n)?;
    let is_case = |word: &Token<'_>| {
        word.is_word(&[
            "would", "if", "had", "could", "should", "might", "unless", "needs", "instead",
        ])
    };
    if words.iter().any(|word| word.is_word(&SUPPOSED)) || one.words.iter().any(is_case) {
        return None;
    }
    let said = result_stems(words);
    // A total is looked up itself; a roll perhaps with what its sentence adds.
    let value = one.words.get(place)?.whole()?;
    let used = match is_total {
        true => BTreeSet::from([value]),
        false => numbers(&[*one]),
    };
    let start = example.first()?.range.start;
    let so_far = one.prose.text.plain.get(start..source.range.end)?;
    let mut findings = Vec::new();
    for table in near {
        let Some((stems, places)) = table.named(&said, so_far) else {
            continue;
        };
        if places
            .iter()
            .any(|(row, _)| used.iter().any(|value| table.holds(*row, *value)))
        {
            return None;
        }
        findings.push((table, stems, places));
    }
    let [(table, stems, places)] = findings.as_slice() else {
        return None;
    };
    let right = table
        .rows
        .iter()
        .find(|(row, _)| table.holds(*row, value))?;
    let column = places.first()?.1;
    let cell = table.grid.at(right.0, column)?;
    let is_said = |word: &&Token<'_>| {
        let count = word.count().map(|count| count.to_string());
        stems.contains(&stem(word.text)) || count.is_some_and(|count| stems.contains(&count))
    };
    let (first, last) = (words.iter().find(is_said)?, words.iter().rfind(is_said)?);
    let range: Range<usize> = first.range.start..last.range.end;
    let wrong = source.text.get(range.clone())?;
    let message = format!(
        "{value} gives “{}” in the table, not “{wrong}”",
        cell.text.plain.trim()
    );
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(source.span(range)?, "in the example")
            .label(cell.span, "in the table")
            .help("correct the example or the table")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// The tables that an example may use: those that it refers to, those of its chapter, and others if there are none.
pub(super) fn reachable<'t, 'a>(
    context: &Context<'_>,
    one: &Sentence<'_>,
    tables: &'t [Results<'a>],
) -> Vec<&'t Results<'a>> {
    let named = references_of(&one.prose.text.plain, context.words(&one.prose), true);
    let is_referred = |table: &&Results<'_>| {
        named.iter().any(|reference| match reference.target {
            Target::Table => {
                let caption = table.grid.caption.as_ref();
                let own = caption.and_then(|caption| caption.number.as_ref());
                own.is_some_and(|own| own.is_same(&reference.number))
            }
            Target::Section => {
                let mut sections = context.document.numbered(&reference.number);
                sections.any(|section| section.blocks.contains(&table.block))
            }
            Target::Figure => false,
        })
    };
    let referred: Vec<&Results<'_>> = tables.iter().filter(is_referred).collect();
    if !referred.is_empty() {
        return referred;
    }
    let chapter = context.chapter(one.prose.block);
    let near: Vec<&Results<'_>> = tables
        .iter()
        .filter(|table| context.chapter(table.block) == chapter)
        .collect();
    if near.is_empty() {
        tables.iter().collect()
    } else {
        near
    }
}

/// Numbers of units: the stems of a column and of a row, and the value.
struct Stats {
    columns: Vec<Stat>,
    /// Stems of the headers that are one word.
    headers: BTreeSet<String>,
}

/// Column of numbers of a table of units.
struct Stat {
    /// Stems of the header.
    header: BTreeSet<String>,
    name: String,
    /// Stems of the name of a row, its value and place.
    rows: Vec<(BTreeSet<String>, i64, Span)>,
}

/// Row and column of a cell of a table.
type Cell = (usize, usize);

impl Stats {
    fn new(context: &Context<'_>) -> Self {
        let mut columns = Vec::new();
        for (block, grid) in context.grids() {
            let is_lookup = axes(context, block, grid).iter().any(|axis| axis.is_column);
            if is_lookup || context.is_one_of_scenarios(block) {
                continue;
            }
            for column in 1..grid.n_columns {
                let name = grid.header(column);
                let header = result_stems(&tokens(&name));
                let rows: Vec<(BTreeSet<String>, i64, Span)> = grid
                    .body_rows()
                    .filter_map(|row| {
                        let words = tokens(grid.text(row, column));
                        let value = words.first()?.whole().filter(|_| words.len() <= 2)?;
                        let stems = result_stems(&tokens(grid.text(row, 0)));
                        (!stems.is_empty()).then_some((stems, value, grid.at(row, column)?.span))
                    })
                    .collect();
                if (1..=2).contains(&header.len()) && rows.len() >= 2 {
                    columns.push(Stat { header, name, rows });
                }
            }
        }
        let single = columns
            .iter()
            .filter(|column: &&Stat| column.header.len() == 1);
        let headers = single
            .flat_map(|column| column.header.iter().cloned())
            .collect();
        Self { columns, headers }
    }

    /// Whether a column is meant by one word: its header, or the last word of the only header that ends with it.
    fn is_meant(&self, column: &Stat, word: &String) -> bool {
        let ends = |column: &Stat| {
            let last = tokens(&column.name).last().map(|last| stem(last.text));
            last.as_ref() == Some(word)
        };
        let n = self.columns.iter().filter(|other| ends(other)).count();
        column.header.contains(word) && (column.header.len() == 1 || ends(column) && n == 1)
    }

    /// `found Silver (15)`: a number in brackets after the name of a row that has another.
    ///
    /// Reports: E0711.
    fn bracketed(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        words.windows(3).enumerate().find_map(|(at, window)| {
            let [open, number, close] = window else {
                return None;
            };
            let value = number.whole()?;
            if !open.is_mark('(') || !close.is_mark(')') {
                return None;
            }
            let is_name = |word: &&Token<'_>| {
                word.is_capitalised() && !word.is_word(&["a", "an", "the"])
                    || word.whole().is_some() && at > 1
            };
            let n = words.get(..at)?.iter().rev().take_while(is_name).count();
            // The first word of a sentence is a capital too.
            (1..=n.min(3)).rev().find_map(|n| {
                let name = words.get(at - n..at)?;
                let stems = result_stems(name);
                let all = self.columns.iter().flat_map(|column| column.rows.iter());
                let rows: Vec<_> = all.filter(|(own, ..)| *own == stems).collect();
                let before = (at - n).checked_sub(1).and_then(|place| words.get(place));
                // `a net for the Retiarius (10)`: the number is that of the net.
                let is_article = |word: &&Token<'_>| {
                    word.is_word(&["the", "a", "an", "his", "her", "its", "their"])
                };
                let lead = match before.filter(is_article) {
                    Some(_) => (at - n).checked_sub(2).and_then(|place| words.get(place)),
                    None => before,
                };
                if lead.is_some_and(|lead| lead.is_word(&["for", "of", "to", "with"])) {
                    return None;
                }
                let count = before.and_then(Token::count).unwrap_or(1);
                let (_, right, span) = rows.first()?;
                let is_right = rows
                    .iter()
                    .any(|(_, own, _)| *own == value || own * count == value);
                // Another kind of number is far from those of the row.
                let is_near = rows.iter().any(|(_, own, _)| {
                    let own = own * count;
                    own < value * 2 && value < own * 2
                });
                if is_right || !is_near || one.has(&CHANGED) {
                    return None;
                }
                let name = one
                    .text
                    .get(name.first()?.range.start..name.last()?.range.end)?;
                let message = format!(
                    "“{name}” is {value} here, and {} in the table",
                    right * count
                );
                Some(
                    Diagnostic::new(Code::ConflictingNumbers, message)
                        .label(one.span(number.range.clone())?, value.to_string())
                        .label(*span, format!("{right} in the table"))
                        .help("correct one of them")
                        .confidence(Confidence::Likely)
                        .cite(context.citation(one.prose.block)),
                )
            })
        })
    }

    /// `The Triplane has Guns 3`, `a Brig with a Hull of 5`: a number with the name of a column that no unit named in the sentence has.
    ///
    /// Reports: E0711.
    fn check(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        if one.has(&["would", "if", "had", "could", "unless", "instead"]) {
            return None;
        }
        for (place, number) in words.iter().enumerate() {
            let Some(value) = number.whole() else {
                continue;
            };
            let Some((header, start)) = beside(words, place) else {
                continue;
            };
            let near = words.get(place.saturating_sub(6)..(place + 3).min(words.len()));
            let is_changed = |word: &Token<'_>| {
                word.is_word(&CHANGED) || word.is_word(&["together", "altogether", "total"])
            };
            if near.is_some_and(|near| near.iter().any(is_changed)) {
                continue;
            }
            let subject = subject(words, start, &self.headers);
            let columns = self
                .columns
                .iter()
                .filter(|column| self.is_meant(column, &header));
            let mut own: Vec<(&Stat, i64, Span)> = Vec::new();
            for column in columns {
                let named = |(stems, ..): &&(BTreeSet<String>, i64, Span)| *stems == subject;
                own.extend(
                    column
                        .rows
                        .iter()
                        .filter(named)
                        .map(|(_, value, span)| (column, *value, *span)),
                );
            }
            let Some((column, right, span)) = own.first() else {
                continue;
            };
            let is_right = |(_, base, _): &(&Stat, i64, Span)| *base == value;
            if own.iter().any(is_right) {
                continue;
            }
            let message = format!(
                "“{}” is {value} here, and {right} in the table",
                column.name
            );
            return Some(
                Diagnostic::new(Code::ConflictingNumbers, message)
                    .label(one.span(number.range.clone())?, value.to_string())
                    .label(*span, format!("{right} in the table"))
                    .help("correct one of them")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(one.prose.block)),
            );
        }
        None
    }
}

/// Words by which a number is not that of the table.
const CHANGED: [&str; 20] = [
    "half",
    "double",
    "doubled",
    "halved",
    "reduced",
    "crippled",
    "left",
    "now",
    "remaining",
    "lost",
    "instead",
    "wounded",
    "damaged",
    "becomes",
    "became",
    "plus",
    "minus",
    "each",
    "another",
    "extra",
];

/// Stems of the unit that a value belongs to: the capitalised words before it, or what `The sloop, which has` begins with; empty if another
/// word or name is nearer.
fn subject(words: &[Token<'_>], start: usize, headers: &BTreeSet<String>) -> BTreeSet<String> {
    let idle: &[&str] = &[
        "has", "have", "with", "a", "an", "the", "of", "which", "its", "his", "her", "at", "moves",
        "is", "and", "whose",
    ];
    let mut name: Vec<Token<'_>> = Vec::new();
    for word in words.get(..start).unwrap_or_default().iter().rev() {
        let is_joint = word.is_word(idle) || word.is_any_mark(&['(', ',', '.', '*']);
        // Other values are between the name and this one: `Destroyer Speed 3, Search 2`.
        let is_value = word.whole().is_some() || headers.contains(&stem(word.text));
        if name.is_empty() && (is_joint || is_value) {
            continue;
        }
        // `all look to Pemberton`: small letters before a name are no part of it.
        let is_whole = name.first().is_some_and(Token::is_capitalised) && !word.is_capitalised();
        if word.kind != Kind::Word || word.is_word(idle) || is_whole {
            break;
        }
        name.insert(0, word.clone());
    }
    result_stems(&name)
}

/// The stem of a capitalised word of a value directly before a number, and its place: `Speed 4`, `Hull of 5`.
fn beside(words: &[Token<'_>], place: usize) -> Option<(String, usize)> {
    let is_operand = |word: Option<&Token<'_>>| {
        word.is_some_and(|word| word.is_any_mark(&['+', '-', '−', '–', '×', '=', '/']))
    };
    let mut before = place.checked_sub(1)?;
    if words.get(before)?.is_word(&["of"]) {
        before = before.checked_sub(1)?;
    }
    let mut is_owned = false;
    // `Pemberton, whose radius is 7`
    if words.get(before)?.is_word(&["is"]) {
        before = before.checked_sub(1)?;
        let owner = before.checked_sub(1).and_then(|owner| words.get(owner));
        is_owned = owner.is_some_and(|owner| owner.is_word(&["whose"]));
        if !is_owned {
            return None;
        }
    }
    let name = words.get(before)?;
    if is_operand(words.get(place + 1)) || !name.is_capitalised() && !is_owned {
        return None;
    }
    Some((stem(name.text), before))
}
