//! Totals of a value over the units of a force: `two battalions and the grenadiers, with a Strength of 10 together`.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::examples::result_stems;
use super::force_counts::PIECES;
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

/// Stems of headers of what points may be.
const WORTH: [&str; 8] = [
    "strength", "point", "valu", "worth", "cost", "combat", "attack", "factor",
];

/// A stated total with the place of its number.
struct Stated {
    at: usize,
    value: i64,
    /// Whether it names the column; `12 points` names none.
    is_named: bool,
}

/// The stated totals of a column: `a Strength of 10`, `13 Strength`, `13 strength points`, `13 points`.
fn stated(words: &[Token<'_>], column: &Stat) -> Vec<Stated> {
    let [header] = column.header.iter().collect::<Vec<_>>()[..] else {
        return Vec::new();
    };
    let found = (0..words.len()).filter_map(|at| {
        let value = words.get(at)?.whole()?;
        let is_header = |place: Option<usize>| {
            let word = place.and_then(|place| words.get(place));
            word.is_some_and(|word| stem(word.text) == *header)
        };
        let is_capital = words.get(at + 1).is_some_and(Token::is_capitalised);
        let is_points = |place: usize| {
            let word = words.get(place);
            word.is_some_and(|word| word.is_word(&["points", "pts"]))
        };
        let of = at.checked_sub(1).and_then(|place| words.get(place));
        let is_of = of.is_some_and(|of| of.is_word(&["of"])) && is_header(at.checked_sub(2));
        let is_unit = is_header(Some(at + 1)) && (is_capital || is_points(at + 2));
        let is_named = is_of || is_unit;
        let is_meant = WORTH.contains(&header.as_str()) && is_points(at + 1);
        (is_named || is_meant).then_some(Stated {
            at,
            value,
            is_named,
        })
    });
    found.collect()
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
        let before = words.get(..at).unwrap_or_default();
        match row(phrase.get(skipped..)?, before, column) {
            Some((n, value)) => {
                found.push((count, value));
                at += 1 + skipped + n;
            }
            // `an S-Boot`: a unit that no row has.
            None if is_single
                && phrase.first().is_some_and(|noun| {
                    noun.is_capitalised() && !column.header.contains(&stem(noun.text))
                }) =>
            {
                return None;
            }
            None if is_single => at += 1,
            // `26 counters with a strength of 34`: all of them together.
            None if phrase.first().is_some_and(|noun| noun.is_word(&PIECES)) => at += 1,
            None => return None,
        }
    }
    Some(found)
}

/// The longest name of a row that some words begin with: its length, and the value of the row. The words before them may name its group: `The
/// French have 18 Foot`.
fn row(words: &[&Token<'_>], before: &[Token<'_>], column: &Stat) -> Option<(usize, i64)> {
    let groups: BTreeSet<String> = before.iter().map(|word| stem(word.text)).collect();
    (1..=words.len().min(4)).rev().find_map(|n| {
        let name: Vec<Token<'_>> = words.get(..n)?.iter().map(|word| (*word).clone()).collect();
        let stems: BTreeSet<String> = result_stems(&name);
        let only = |is_meant: &dyn Fn(&BTreeSet<String>) -> bool| {
            let mut rows = column.rows.iter().filter(|(own, ..)| is_meant(own));
            let (only, None) = (rows.next()?, rows.next()) else {
                return None;
            };
            Some((n, only.1))
        };
        let of_group = |own: &BTreeSet<String>| {
            !stems.is_empty()
                && own.is_superset(&stems)
                && own.len() == stems.len() + 1
                && own.difference(&stems).all(|group| groups.contains(group))
        };
        only(&|own| *own == stems).or_else(|| only(&of_group))
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
    let mut found: Vec<(bool, &Stat, usize, i64, i64)> = Vec::new();
    for column in &stats.columns {
        for stated in stated(&one.words, column) {
            let units = units_before(one, &stated, items, column);
            let units = units.unwrap_or_default();
            let n_units: i64 = units.iter().map(|(count, _)| count).sum();
            let sum: i64 = units.iter().map(|(count, value)| count * value).sum();
            if n_units >= 2 {
                found.push((stated.is_named, column, stated.at, stated.value, sum));
            }
        }
    }
    let is_right = |place: usize| {
        let mut same = found.iter().filter(|(_, _, own, ..)| *own == place);
        same.any(|(.., value, sum)| value == sum)
    };
    // `12 points` may be those of any column, which is nearly their sum.
    let is_meant = |(is_named, _, place, value, sum): &&(bool, &Stat, usize, i64, i64)| {
        let is_near = (value - sum).abs() * 3 <= *sum;
        !is_right(*place) && (*is_named || is_near)
    };
    let meant = found.iter().filter(is_meant);
    let (_, column, place, value, sum) = meant.max_by_key(|(is_named, ..)| *is_named)?;
    let number = one.words.get(*place)?;
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
}

/// The units that a sentence counts before a stated total, or the list above it.
fn units_before(
    one: &Sentence<'_>,
    stated: &Stated,
    items: &[&Sentence<'_>],
    column: &Stat,
) -> Option<Vec<(i64, i64)>> {
    let before = one.words.get(..stated.at)?;
    // Up to the number, from the last mark that ends a thought, or from the total of another force.
    let is_total =
        |word: &Token<'_>| word.is_any_mark(&[';', '.', '(']) || word.is_word(&["points"]);
    let start = before.iter().rposition(is_total).map_or(0, |stop| stop + 1);
    let before = before.get(start..)?;
    let near = one.words.get(start..(stated.at + 4).min(one.words.len()))?;
    if near.iter().any(|word| word.is_word(&CHANGED)) {
        return None;
    }
    let is_of_list = one
        .words
        .first()?
        .is_word(&["that", "this", "these", "together"])
        && items.len() >= 2
        && items.last()?.prose.block + 1 == one.prose.block;
    match is_of_list {
        true => of_items(items, column),
        false => counted(before, column),
    }
}
