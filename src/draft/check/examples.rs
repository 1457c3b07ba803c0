//! Examples of play against every reading of them: a result that no number of the example gives.
//!
//! Reports: E0723.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::explanations::{Explanations, explanations_of, is_code, roots};
use super::misread::other_row;
use super::reference::{Target, references_of};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all = context.examples();
    let tables: Vec<Results<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Results::new(context, block, grid))
        .collect();
    let reported = Reported::new(diagnostics);
    let codes = explanations_of(context);
    for example in &all {
        let mut found = Vec::new();
        for at in 0..example.len() {
            found.extend(lookup(context, example, at, &tables, &codes));
        }
        found.retain(|finding| !reported.has(finding));
        diagnostics.extend(found);
    }
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

/// Row and column of a cell of a table.
type Cell = (usize, usize);

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

    /// The columns that an example names; empty if it names none.
    fn named_columns(&self, text: &str) -> BTreeSet<usize> {
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
        match last {
            Some((column, _)) if are_odds => BTreeSet::from([*column]),
            _ => headers.iter().map(|(column, _)| *column).collect(),
        }
    }

    /// The result whose explanation has all of some words, `the defender is eliminated` for `DE`, if only one has, in the only column that the
    /// example names.
    fn explained(
        &self,
        said: &BTreeSet<String>,
        text: &str,
        codes: &Explanations,
    ) -> Option<(BTreeSet<String>, Vec<Cell>)> {
        let named = self.named_columns(text);
        let columns: BTreeSet<usize> = self.results.iter().map(|result| result.0).collect();
        if said.len() < 2 || named.len() != 1 && columns.len() != 1 {
            return None;
        }
        let mut places: BTreeMap<&str, Vec<Cell>> = BTreeMap::new();
        for (column, _, rows) in &self.results {
            let is_used = columns.len() == 1 || named.contains(column);
            for row in rows.iter().filter(|_| is_used) {
                let code = self.grid.text(*row, *column).trim();
                places.entry(code).or_default().push((*row, *column));
            }
        }
        let all = self.results.iter().filter_map(|(column, _, rows)| {
            let code = self.grid.text(*rows.first()?, *column).trim();
            let explanation = codes.get(code)?;
            said.is_subset(explanation).then_some(code)
        });
        let fitting: BTreeSet<&str> = all.collect();
        let (code, None) = (fitting.first()?, fitting.iter().nth(1)) else {
            return None;
        };
        let own = places.get(code).cloned().unwrap_or_default();
        Some((BTreeSet::from([stem(code)]), own))
    }

    /// The longest result whose words are all among some stems, if no other result is there that is no part of it.
    fn named(&self, said: &BTreeSet<String>, text: &str) -> Option<(BTreeSet<String>, Vec<Cell>)> {
        let named = self.named_columns(text);
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
pub(super) fn anchor(words: &[Token<'_>]) -> Option<(usize, bool)> {
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
        // `a 3 on the Shell Chart`, `8 on Table 10`
        let is_on_table = is_on_table(words, at);
        // `adds 1 and subtracts 1: still 6, losses`
        let is_still = is(1, &["still"]);
        let is_total =
            is_total || is_on_table || is_still || is_concluded(words, at) || is_made(words, at);
        // `This 10 is 2 more than 8`
        let is_more = next.is_some_and(|next| next.is_word(&["more", "less"]))
            && words
                .get(at + 2)
                .is_some_and(|than| than.is_word(&["than"]))
            && is(1, &["is"]);
        // `That is 7 points: …`
        let is_worth = words.iter().any(|word| word.is_word(&["worth"]));
        let is_points =
            is_total && !is_worth && next.is_some_and(|next| next.is_word(&["points", "vp"]));
        let is_total = is_total || is_more;
        let is_number = words.get(at).is_some_and(|word| word.whole().is_some());
        (is_number && (!is_measured || is_points) && (is_roll || is_total))
            .then_some((at, is_total && !is_dice))
    })
}

/// Whether a number is what changes make of a roll: `its Punch makes it 10: …`, `adding 1 gives 7, which …`, `and it's 7, so …`.
fn is_made(words: &[Token<'_>], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
    let ends = words.get(at + 1).is_none_or(|next| {
        next.is_any_mark(&['.', ',', ';', ':', '!'])
            || next.is_word(&["and", "so", "which", "on", "for"])
    });
    let is_made = is(
        1,
        &[
            "gives", "equals", "totals", "it's", "that's", "it’s", "that’s",
        ],
    ) || is(1, &["it", "that", "him", "her"]) && is(2, &["makes", "gives"])
        || is(1, &["is"]) && is(2, &["it", "this"])
        || is(1, &["s"]) && is(2, &["it", "that"]);
    ends && is_made
}

/// Whether a number is looked up in a table that is named directly after it.
fn is_on_table(words: &[Token<'_>], at: usize) -> bool {
    let on = words
        .get(at + 1)
        .is_some_and(|on| on.is_word(&["on", "in"]));
    let after = words.get(at + 2..).unwrap_or_default().iter().take(5);
    let mut after = after.take_while(|word| word.kind == Kind::Word);
    on && after.any(|word| word.is_word(&["table", "chart"]))
}

/// Whether a number is the total of a sum, alone after a colon: `a 2, and 1 for the hill: 3.`
fn is_concluded(words: &[Token<'_>], at: usize) -> bool {
    let colon = at.checked_sub(1).and_then(|colon| words.get(colon));
    let ends = words
        .get(at + 1)
        .is_none_or(|next| next.is_any_mark(&['.', ',', ';', '!']));
    let head = words.get(..at).unwrap_or_default();
    let is_sum = head.iter().any(|word| {
        word.is_word(&[
            "adds",
            "add",
            "subtracts",
            "less",
            "plus",
            "minus",
            "total",
            "with",
            "and",
        ]) || word.signed().is_some()
    });
    let n_numbers = head
        .iter()
        .filter(|word| word.count().is_some() || word.signed().is_some());
    colon.is_some_and(|colon| colon.is_mark(':')) && ends && is_sum && n_numbers.count() >= 2
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
    codes: &Explanations,
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
    // `The result is D1: the Camp retreats 1 area`
    // but `32 VP: a tactical victory`
    let has_code = |words: &[Token<'_>]| {
        let last = words.last().filter(|word| is_code(word.text));
        let before = words.len().checked_sub(2).and_then(|at| words.get(at));
        last.is_some() && before.is_none_or(|before| before.whole().is_none())
    };
    let window = match colon {
        Some(colon) if has_code(window.get(..colon)?) => window.get(..colon)?,
        Some(colon) => window.get(colon + 1..)?,
        None => window,
    };
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
    // `in the Summer column`: where the result is looked up.
    let column = words
        .windows(2)
        .position(|pair| matches!(pair, [_, column] if column.is_word(&["column"])));
    let is_column = |at: usize| column == Some(at);
    let spoken = words.iter().enumerate().filter(|(at, _)| !is_column(*at));
    let spoken: Vec<Token<'_>> = spoken.map(|(_, word)| word.clone()).collect();
    let said = result_stems(&spoken);
    // A total is looked up itself; a roll perhaps with what its sentence adds.
    let value = one.words.get(place)?.whole()?;
    let used = match is_total {
        true => BTreeSet::from([value]),
        false => numbers(&[&without_columns(one)]),
    };
    let start = example.first()?.range.start;
    let so_far = one.prose.text.plain.get(start..source.range.end)?;
    let mut findings = Vec::new();
    for table in near {
        let named = table.named(&said, so_far);
        let named = named.or_else(|| table.explained(&roots(words), so_far, codes));
        let Some((stems, places)) = named else {
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
    // `defender shaken` of one table is meant, not `shaken` of another.
    let longest: Vec<BTreeSet<String>> = findings.iter().map(|found| found.1.clone()).collect();
    findings.retain(|(_, stems, _)| {
        let mut others = longest.iter();
        !others.any(|other| stems.is_subset(other) && stems.len() < other.len())
    });
    let [(table, stems, places)] = findings.as_slice() else {
        return None;
    };
    let right = table
        .rows
        .iter()
        .find(|(row, _)| table.holds(*row, value))?;
    // An explained result may be in no cell of the column.
    let named = table.named_columns(so_far);
    let column = places
        .first()
        .map(|place| place.1)
        .or_else(|| named.first().copied())?;
    let cell = table.grid.at(right.0, column)?;
    let is_said = |word: &&Token<'_>| {
        let count = word.count().map(|count| count.to_string());
        stems.contains(&stem(word.text)) || count.is_some_and(|count| stems.contains(&count))
    };
    // An explanation has no other words.
    let is_any = |word: &&Token<'_>| matches!(word.kind, Kind::Word);
    let (first, last) = match words.iter().any(|word| is_said(&word)) {
        true => (words.iter().find(is_said)?, words.iter().rfind(is_said)?),
        false => (words.iter().find(is_any)?, words.iter().rfind(is_any)?),
    };
    // Another number before the result may be what is looked up.
    let is_before = |word: &&Token<'_>| word.range.start < first.range.start;
    let mut head = words.iter().take_while(is_before);
    if head.any(|word| word.whole().is_some()) {
        return None;
    }
    // `the Flooding counter is taken off`
    let next = words.iter().find(|word| word.range.start >= last.range.end);
    if next.is_some_and(|next| next.is_word(&["counter", "counters", "marker", "markers"])) {
        return None;
    }
    let range = first.range.start..last.range.end;
    other_row(context, source, range, (value, &cell.text.plain, cell.span))
}

/// A sentence without the numbers that name a column: `in the column +1 to +3`.
fn without_columns<'a>(one: &Sentence<'a>) -> Sentence<'a> {
    let is_column = |word: &Token<'_>| word.is_word(&["column", "columns"]);
    let mut words: Vec<Token<'a>> = Vec::new();
    let mut is_name = false;
    for word in &one.words {
        let is_part = word.is_word(&["to"]) || word.is_any_mark(&['-', '–', ':']);
        let is_number = word.whole().or(word.signed()).is_some();
        is_name = is_column(word) || is_name && (is_part || is_number);
        if !is_name || !is_number {
            words.push(word.clone());
        }
    }
    Sentence {
        words,
        ..Sentence::new(one.prose, one.range.clone())
    }
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
