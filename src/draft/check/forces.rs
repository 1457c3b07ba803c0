//! Totals of a value over the units of a force: `two battalions and the grenadiers, with a Strength of 10 together`.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::examples::result_stems;
use super::reported::Reported;
use super::unit_stats::{Stat, Stats};
use super::words::{Kind, Token, stem};
use crate::model::BlockContent;

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let stats = Stats::new(context);
    // The items of the list before a sentence.
    let mut items: Vec<&Sentence<'_>> = Vec::new();
    let mut found = Vec::new();
    for one in context.sentences() {
        if one.prose.is_cell || one.prose.is_heading {
            items.clear();
            continue;
        }
        let block = one.prose.block;
        let is_item = matches!(
            context.document.blocks.get(block).map(|block| &block.content),
            Some(BlockContent::Paragraph(paragraph)) if paragraph.list.is_some()
        );
        let follows = items
            .last()
            .is_none_or(|last| last.prose.block + 1 >= block);
        if !follows {
            items.clear();
        }
        if is_item {
            items.push(one);
        }
        found.extend(total(context, one, &items, &stats));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Words by which a value is not the plain sum of those of the table.
const CHANGED: [&str; 22] = [
    "each",
    "apiece",
    "average",
    "half",
    "halved",
    "double",
    "doubled",
    "reduced",
    "exhausted",
    "wounded",
    "damaged",
    "less",
    "more",
    "plus",
    "minus",
    "every",
    "least",
    "most",
    "if",
    "would",
    "up",
    "than",
];

/// The stated total of a column, `a Strength of 10` or `13 Strength`: the place and value of the number.
fn stated(words: &[Token<'_>], column: &Stat) -> Option<(usize, i64)> {
    let [header] = column.header.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    (0..words.len()).find_map(|at| {
        let value = words.get(at)?.whole()?;
        let is_header = |place: Option<usize>| {
            let word = place.and_then(|place| words.get(place));
            word.is_some_and(|word| word.is_capitalised() && stem(word.text) == *header)
        };
        let of = at.checked_sub(1).and_then(|place| words.get(place));
        let is_of = of.is_some_and(|of| of.is_word(&["of"])) && is_header(at.checked_sub(2));
        (is_of || is_header(Some(at + 1))).then_some((at, value))
    })
}

/// The units that some words count, with their rows; `None` if they count anything else.
fn counted(words: &[Token<'_>], column: &Stat) -> Option<Vec<(i64, i64)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let is_single = word.is_word(&["a", "an", "his", "her", "their", "its"]);
        let count = word.count().or(is_single.then_some(1));
        let Some(count) = count else {
            at += 1;
            continue;
        };
        let rest = words.get(at + 1..).unwrap_or_default();
        let phrase: Vec<&Token<'_>> = rest
            .iter()
            .take(6)
            .take_while(|word| word.kind == Kind::Word && !word.is_word(&["and", "with"]))
            .collect();
        // `one company of grenadiers`
        let of = phrase.iter().position(|word| word.is_word(&["of"]));
        let skipped = of.map_or(0, |of| of + 1);
        match row(phrase.get(skipped..)?, column) {
            Some((n, value)) => {
                found.push((count, value));
                at += 1 + skipped + n;
            }
            None if is_single => at += 1,
            None => return None,
        }
    }
    Some(found)
}

/// The longest name of a row that some words begin with: its length, and the value of the row.
fn row(words: &[&Token<'_>], column: &Stat) -> Option<(usize, i64)> {
    (1..=words.len().min(4)).rev().find_map(|n| {
        let name: Vec<Token<'_>> = words.get(..n)?.iter().map(|word| (*word).clone()).collect();
        let stems: BTreeSet<String> = result_stems(&name);
        let mut rows = column.rows.iter().filter(|(own, ..)| *own == stems);
        let (only, None) = (rows.next()?, rows.next()) else {
            return None;
        };
        Some((n, only.1))
    })
}

/// The counted units of a list, without its goods in bulk: `12 powder`.
fn of_items(items: &[&Sentence<'_>], column: &Stat) -> Option<Vec<(i64, i64)>> {
    let mut found = Vec::new();
    for item in items {
        for part in item.words.split(|word| word.is_any_mark(&[',', ';'])) {
            if part.first().and_then(Token::count).is_none() {
                continue;
            }
            let is_bulk = matches!(part, [_, noun] if !noun.text.ends_with('s'))
                || matches!(part, [_, noun, end] if !noun.text.ends_with('s') && end.is_mark('.'));
            match counted(part, column) {
                Some(units) => found.extend(units),
                None if is_bulk => {}
                None => return None,
            }
        }
    }
    Some(found)
}

fn total(
    context: &Context<'_>,
    one: &Sentence<'_>,
    items: &[&Sentence<'_>],
    stats: &Stats,
) -> Option<Diagnostic> {
    stats.columns.iter().find_map(|column| {
        let (place, value) = stated(&one.words, column)?;
        let before = one.words.get(..place)?;
        // Up to the number, from the last mark that ends a thought.
        let start = before
            .iter()
            .rposition(|word| word.is_any_mark(&[';', '.', '(']))
            .map_or(0, |stop| stop + 1);
        let before = before.get(start..)?;
        let near = one.words.get(start..(place + 4).min(one.words.len()))?;
        if near.iter().any(|word| word.is_word(&CHANGED)) {
            return None;
        }
        let is_of_list = one
            .words
            .first()?
            .is_word(&["that", "this", "these", "together"])
            && items.len() >= 2
            && items.last()?.prose.block + 1 == one.prose.block;
        let units = match is_of_list {
            true => of_items(items, column)?,
            false => counted(before, column)?,
        };
        let n_units: i64 = units.iter().map(|(count, _)| count).sum();
        let sum: i64 = units.iter().map(|(count, value)| count * value).sum();
        if n_units < 2 || sum == value {
            return None;
        }
        let number = one.words.get(place)?;
        let message = format!(
            "the “{}” of these units is {sum} together, not {value}",
            column.name
        );
        Some(
            Diagnostic::new(Code::WrongSum, message)
                .label(one.span(number.range.clone())?, "")
                .help("correct one of the numbers, or the table of the units")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        )
    })
}
