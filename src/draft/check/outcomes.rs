//! Chances of results that are named and not numbered: a result of a table, at least one of several dice, what the sentence before says.
//!
//! Reports: E0712.

use std::ops::Range;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};

use super::chances::{conditions, dice_of, is_other, may_state, ways};
use super::context::{Context, Prose, Sentence};
use super::printed::{Chance, printed_chances};
use super::said_modifiers::{named_modifiers, ratings};
use super::table_keys::axes;
use super::words::{Kind, Token, stem, tokens};
use crate::keys::{Dice, Key};
use crate::model::Grid;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    for (at, one) in all.iter().enumerate() {
        let (prose, range, words) = (&one.prose, &one.range, one.words.as_slice());
        if !may_state(words)
            || printed_chances(one.text, words).is_empty()
            || !conditions(words).is_empty()
        {
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let before = before.filter(|before| before.prose.block == prose.block);
        let found = at_least_one(context, prose, range, words)
            .or_else(|| said_before(context, prose, range, &before?.range));
        if found.is_some() {
            diagnostics.extend(found);
            continue;
        }
        if !ratings(words).is_empty() {
            continue;
        }
        for clause in clauses(&prose.text.plain, range) {
            diagnostics.extend(of_table(context, prose, clause));
        }
    }
}

fn report(
    context: &Context<'_>,
    prose: &Prose<'_>,
    (hits, all): (u64, u64),
    what: &str,
    start: usize,
    chance: &Chance,
) -> Option<Diagnostic> {
    let exact = hits as f64 / all as f64;
    if (exact - chance.value).abs() <= chance.tolerance {
        return None;
    }
    let message = format!(
        "the chance of {what} is {:.1} %, not {}",
        exact * 100.0,
        chance.shown
    );
    let place = start + chance.range.start..start + chance.range.end;
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(context.span(prose, place)?, "printed chance")
            .help("correct the chance, or what it is the chance of")
            .cite(context.citation(prose.block)),
    )
}

/// The results of one die that a rule about each die counts: `every 5 or 6 is a success`, `each 6 cancels`, `each die of 4 or more`.
pub(super) fn of_each_die(words: &[Token<'_>]) -> Option<Key> {
    for (at, word) in words.iter().enumerate() {
        if !word.is_word(&["each", "every"]) {
            continue;
        }
        let is_die = words
            .get(at + 1)
            .is_some_and(|next| next.is_word(&["die", "dice"]));
        let mut place = at + 1;
        if is_die {
            place += 1;
            while words.get(place).is_some_and(|word| {
                word.is_word(&[
                    "of", "that", "shows", "showing", "rolls", "with", "a", "which",
                ])
            }) {
                place += 1;
            }
        }
        let Some(low) = words.get(place).and_then(Token::whole) else {
            continue;
        };
        let next = words.get(place + 1);
        let after = words.get(place + 2);
        if next.is_some_and(|next| next.is_mark('+')) {
            return Some(Key::AtLeast(low));
        }
        let is_or = next.is_some_and(|next| next.is_word(&["or"]) || next.is_any_mark(&[',']));
        if is_or && after.is_some_and(|after| after.is_word(&["more", "higher", "better", "above"]))
        {
            return Some(Key::AtLeast(low));
        }
        let mut high = low;
        while words
            .get(place + 1)
            .is_some_and(|joint| joint.is_word(&["or", "and"]) || joint.is_mark(','))
            && words.get(place + 2).and_then(Token::whole) == Some(high + 1)
        {
            high += 1;
            place += 2;
        }
        let is_verb = words
            .get(place + 1)
            .is_some_and(|verb| verb.kind == Kind::Word && !verb.is_word(&UNITS));
        if is_verb {
            return Some(match high == low {
                true => Key::One(low),
                false => Key::Range(low, high),
            });
        }
    }
    None
}

/// Words by which a number after `each` is a quantity.
const UNITS: [&str; 12] = [
    "hexes", "inches", "cm", "points", "point", "turns", "rounds", "units", "models", "figures",
    "steps", "dice",
];

fn one_die(context: &Context<'_>, prose: &Prose<'_>) -> Option<Dice> {
    let dice = context
        .dice_in(&prose.text.plain)
        .or_else(|| dice_of(context, prose, &prose.text.plain))
        .or_else(|| context.usual(1))?;
    (dice.added == 0 && !dice.is_d66()).then_some(Dice { count: 1, ..dice })
}

/// `with three dice the chance of at least one is 42 %`, after `Each 6 cancels one success.`
fn at_least_one(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    words: &[Token<'_>],
) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let found = printed_chances(text, words);
    let [chance] = found.as_slice() else {
        return None;
    };
    words.windows(2).find(
        |pair| matches!(pair, [least, one] if least.is_word(&["least"]) && one.is_word(&["one"])),
    )?;
    let mut counts = words.windows(2).filter_map(|pair| match pair {
        [n, dice] if dice.is_word(&["dice"]) => n.count(),
        _ => None,
    });
    let count = counts.next()?;
    if counts.any(|other| other != count) {
        return None;
    }
    let key = of_each_die(context.words(prose))?;
    let (hits, sides) = ways(one_die(context, prose)?, key)?;
    let count = u32::try_from(count)
        .ok()
        .filter(|count| (2..=6).contains(count))?;
    let all = sides.checked_pow(count)?;
    let none = (sides - hits).checked_pow(count)?;
    let what = format!("at least one on {count} dice");
    report(
        context,
        prose,
        (all - none, all),
        &what,
        range.start,
        chance,
    )
}

/// `Every 5 or 6 is a success. Each die thus has one chance in three`: the chance of what the sentence before names.
fn said_before(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    before: &Range<usize>,
) -> Option<Diagnostic> {
    let plain = &prose.text.plain;
    let (text, earlier) = (plain.get(range.clone())?, plain.get(before.clone())?);
    let (words, earlier_words) = (tokens(text), tokens(earlier));
    let found = printed_chances(text, &words);
    let [chance] = found.as_slice() else {
        return None;
    };
    let points_back = words
        .iter()
        .any(|word| word.is_word(&["thus", "this", "that", "so", "therefore", "hence"]));
    let is_changed = words.iter().any(|word| {
        !chance.range.contains(&word.range.start) && is_other(word) && !word.is_word(&["each"])
    });
    if !points_back || is_changed || !printed_chances(earlier, &earlier_words).is_empty() {
        return None;
    }
    let (dice, key) = if let Some(key) = of_each_die(&earlier_words) {
        (one_die(context, prose)?, key)
    } else {
        let conditions = conditions(&earlier_words);
        let [condition] = conditions.as_slice() else {
            return None;
        };
        if earlier_words.iter().any(is_other) {
            return None;
        }
        (dice_of(context, prose, earlier)?, condition.key)
    };
    let what = format!("this on {dice}");
    report(context, prose, ways(dice, key)?, &what, range.start, chance)
}

/// Splits a sentence at `, and`, `;` and `and` before another chance.
fn clauses(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let inner = text.get(sentence.clone()).unwrap_or_default();
    let mut found = Vec::new();
    let mut start = 0;
    let joints = inner.match_indices([',', ';']);
    for (at, _) in joints {
        let part = inner.get(start..at).unwrap_or_default();
        let rest = inner.get(at..).unwrap_or_default();
        if !printed_chances(part, &tokens(part)).is_empty()
            && !printed_chances(rest, &tokens(rest)).is_empty()
        {
            found.push(sentence.start + start..sentence.start + at);
            start = at + 1;
        }
    }
    found.push(sentence.start + start..sentence.end);
    found
}

/// `a chance of 40 % that nothing stirs`, after a table of dice with this result.
fn of_table(context: &Context<'_>, prose: &Prose<'_>, range: Range<usize>) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let words = tokens(text);
    let found = printed_chances(text, &words);
    let [chance] = found.as_slice() else {
        return None;
    };
    let is_other = words.iter().any(|word| {
        let is_open =
            is_other(word) || word.is_word(&["or", "better", "more", "worse", "not", "if", "when"]);
        is_open && !chance.range.contains(&word.range.start)
    });
    // With a modifier it is another chance.
    if is_other || !named_modifiers(context, &Sentence::new(*prose, range.clone())).is_empty() {
        return None;
    }
    let stems: Vec<String> = words
        .iter()
        .filter(|word| word.kind == Kind::Word && !chance.range.contains(&word.range.start))
        .map(|word| stem(word.text))
        .collect();
    let home = context.home(prose.block);
    let near = context
        .grids()
        .filter(|(block, _)| *block < prose.block && context.home(*block) == home)
        .max_by_key(|(block, _)| *block)?;
    let (block, grid) = near;
    let axes = axes(context, block, grid);
    let axis = axes.iter().find(|axis| axis.is_column)?;
    let dice = axis.dice?;
    let column = result_column(grid, axis.column, prose.text.plain.as_str())?;
    let result = named_result(grid, column, &stems)?;
    let counts = dice.counts();
    let rows = axis.keys.iter().filter(|(row, key, _)| {
        *row != usize::MAX && *key != Key::Other && result_of(grid, *row, column) == result
    });
    let keys: Vec<Key> = rows.map(|(_, key, _)| *key).collect();
    let is_in = |total: i64| keys.iter().any(|key| key.contains(total));
    let all: u64 = counts.iter().map(|(_, n)| n).sum();
    let hits = counts.iter().filter(|(total, _)| is_in(*total));
    let hits: u64 = hits.map(|(_, n)| n).sum();
    let what = format!("this result on {dice}");
    (hits > 0)
        .then(|| report(context, prose, (hits, all), &what, range.start, chance))
        .flatten()
}

/// The only column of results, or the one whose header has a word in a text that no other header has.
fn result_column(grid: &Grid, key_column: usize, text: &str) -> Option<usize> {
    let columns: Vec<usize> = (0..grid.n_columns)
        .filter(|column| *column != key_column)
        .collect();
    if let [only] = columns.as_slice() {
        return Some(*only);
    }
    let stems_of =
        |text: &str| -> Vec<String> { tokens(text).iter().map(|word| stem(word.text)).collect() };
    let said = stems_of(text);
    let headers: Vec<(usize, Vec<String>)> = columns
        .iter()
        .map(|column| (*column, stems_of(&grid.header(*column))))
        .collect();
    let mut named = headers.iter().filter(|(column, header)| {
        header.iter().any(|stem| {
            let is_other =
                |(other, header): &(usize, Vec<String>)| other != column && header.contains(stem);
            said.contains(stem) && !headers.iter().any(is_other)
        })
    });
    let (first, None) = (named.next()?, named.next()) else {
        return None;
    };
    Some(first.0)
}

/// Stems of the result of a row.
fn result_of(grid: &Grid, row: usize, column: usize) -> Vec<String> {
    // `engine damaged: Speed is 2 less`
    let text = grid.text(row, column);
    let text = text.split_once(':').map_or(text, |(short, _)| short);
    let words = tokens(text);
    let words = words.iter().filter(|word| {
        word.kind == Kind::Word && !word.is_word(&["a", "an", "the", "one", "two", "three"])
    });
    words.map(|word| stem(word.text)).collect()
}

/// The only result whose words are all among some stems, and which is no part of another result.
fn named_result(grid: &Grid, column: usize, stems: &[String]) -> Option<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for row in grid.body_rows() {
        let result = result_of(grid, row, column);
        if !result.is_empty() && !all.contains(&result) {
            all.push(result);
        }
    }
    let is_in = |result: &&Vec<String>| result.iter().all(|stem| stems.contains(stem));
    let named: Vec<&Vec<String>> = all.iter().filter(is_in).collect();
    let [only] = named.as_slice() else {
        return None;
    };
    let is_part = all
        .iter()
        .any(|other| other != *only && only.iter().all(|stem| other.contains(stem)));
    (!is_part).then(|| (*only).clone())
}
