//! Printed chances against all events that they may be the chance of. A chance is wrong if it fits none of them, on any dice that may be
//! meant, neither as the chance of the event nor as that of its opposite or of several tries.
//!
//! Reports: E0712.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::bands::thresholds;
use super::chances::{conditions, may_state, ways};
use super::context::{Context, Sentence};
use super::printed::{Chance, printed_chances};
use super::reported::Reported;
use super::rolled_against::direction;
use super::said_modifiers::{named_modifiers, ratings, shifts, stems_of};
use super::table_keys::axes;
use super::words::{Token, stem, tokens};
use crate::keys::{Dice, Key};
use crate::model::{BlockContent, Grid};

/// Event of a roll.
pub(super) struct Event {
    /// Results that are the event: several rows of a table may give it.
    pub(super) keys: Vec<Key>,
    what: String,
    /// Dice of the table.
    dice: Option<Dice>,
    /// Whether only its own chance counts, not that of its opposite.
    is_exact: bool,
    place: Option<Span>,
}

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let reported = Reported::new(diagnostics);
    for (at, one) in all.iter().enumerate() {
        if !may_state(&one.words) {
            continue;
        }
        let chances = printed_chances(one.text, &one.words);
        let before = |steps: usize| {
            let before = at.checked_sub(steps).and_then(|before| all.get(before));
            before.filter(|before| before.prose.block == one.prose.block)
        };
        let parts = clauses(one, &chances);
        for (rank, part) in parts.iter().cloned().enumerate() {
            let last = rank.checked_sub(1).and_then(|rank| parts.get(rank));
            let earlier = [before(1), before(2), before(3)];
            let earlier: Vec<&Sentence<'_>> = earlier.into_iter().flatten().copied().collect();
            let finding = clause(context, one, part, last, &earlier);
            diagnostics.extend(finding.filter(|finding| !reported.has(finding)));
        }
    }
}

/// Splits a sentence before each further chance, at the mark before it.
pub(super) fn clauses(one: &Sentence<'_>, chances: &[Chance]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for pair in chances.windows(2) {
        let [first, second] = pair else {
            continue;
        };
        let mut between = one.words.iter().filter(|word| {
            word.range.start >= first.range.end && word.range.end <= second.range.start
        });
        let joint = between.find(|word| word.is_any_mark(&[',', ';']) || word.is_word(&["and"]));
        if let Some(joint) = joint {
            found.push(start..joint.range.start);
            start = joint.range.end;
        }
    }
    found.push(start..one.text.len());
    found
}

/// Words by which the chance is not that of one event, or a number is no result of a roll.
const OTHERS: [&str; 25] = [
    "reroll",
    "rerolls",
    "rerolled",
    "best",
    "highest",
    "lowest",
    "worst",
    "doubles",
    "double",
    "modified",
    "expected",
    "average",
    "twice",
    "if",
    "unless",
    "least",
    "strength",
    "half-strength",
    "victory",
    "points",
    "both",
    "either",
    "together",
    "unlike",
    "than",
];

/// Words that point back to the sentence before.
const POINTERS: [&str; 12] = [
    "thus",
    "this",
    "that",
    "so",
    "therefore",
    "hence",
    "which",
    "success",
    "succeeds",
    "fails",
    "it",
    "happens",
];

fn clause(
    context: &Context<'_>,
    one: &Sentence<'_>,
    part: Range<usize>,
    last: Option<&Range<usize>>,
    earlier: &[&Sentence<'_>],
) -> Option<Diagnostic> {
    let start = one.range.start;
    let part = Sentence::new(one.prose, start + part.start..start + part.end);
    let chances = printed_chances(part.text, &part.words);
    let [chance] = chances.as_slice() else {
        return None;
    };
    let outside: Vec<&Token<'_>> = part
        .words
        .iter()
        .filter(|word| !chance.range.contains(&word.range.start))
        .collect();
    // `Both sides roll`: not both dice.
    let is_other = outside.iter().enumerate().any(|(at, word)| {
        let of = outside.get(at + 1);
        let is_sides = of.is_some_and(|of| of.is_word(&["sides", "players", "armies"]));
        word.is_word(&OTHERS) && !(word.is_word(&["both"]) && is_sides)
    });
    if is_other || is_quantity(&part, chance) {
        return None;
    }
    // `Without this, …`: as if the sentence before were not there.
    let is_without = matches!(one.words.as_slice(), [without, this, ..]
        if without.is_word(&["without"]) && this.is_word(&["this", "that", "it", "these", "them"]));
    if is_without {
        return None;
    }
    let mut events = spoken(&part);
    let points_back = outside.iter().any(|word| word.is_word(&POINTERS));
    let mut shifted: Vec<&Sentence<'_>> = vec![&part];
    if events.is_empty() && points_back {
        let last = earlier
            .iter()
            .take(2)
            .find(|sentence| !spoken(sentence).is_empty());
        let last = last.filter(|sentence| {
            printed_chances(sentence.text, &sentence.words).is_empty() && !sentence.has(&OTHERS)
        });
        if let Some(last) = last {
            events = spoken(last);
            shifted.push(last);
            // `3 or more and he is up. … On a 1 he falls. So a wall beats you …` may be about either.
            let others = earlier.iter().filter(|one| !std::ptr::eq(*one, last));
            events.extend(others.flat_map(|one| spoken(one)));
        }
    }
    // A unit at a distance says more than a word of a result.
    if events.is_empty() {
        events = of_bands(context, one, &part);
    }
    if events.is_empty() {
        let outside: Vec<Token<'_>> = outside.iter().map(|word| (*word).clone()).collect();
        events = of_tables(context, &part, &stems_of(&outside));
    }
    // `finds the Magazine one time in six; a six-pounder finds it …`
    if let Some(last) = last.filter(|_| events.is_empty() && part.has(&["it"])) {
        let before = Sentence::new(one.prose, start + last.start..start + last.end);
        if !before.has(&["never", "cannot"]) {
            events = of_tables(context, &before, &stems_of(&before.words));
        }
    }
    // `Lamps Out: … This happens in one round out of six.`
    if events.is_empty()
        && let Some((label, _)) = part.prose.text.plain.split_once(':')
        && label.split_whitespace().count() <= 4
    {
        events = of_tables(context, &part, &stems_of(&tokens(label)));
    }
    if events.is_empty() {
        events = of_values(context, &part);
    }
    let mut shifts: Vec<i64> = shifted.iter().flat_map(|one| shifts(&one.words)).collect();
    shifts.extend(named_modifiers(context, &part));
    shifts.extend(ratings(&one.words));
    judge(context, &part, chance, &events, &shifts)
}

/// `half of its steps`: a part of a quantity.
fn is_quantity(part: &Sentence<'_>, chance: &Chance) -> bool {
    let mut after = part
        .words
        .iter()
        .filter(|word| word.range.start >= chance.range.end);
    let (first, second) = (after.next(), after.next());
    let is_of = first.is_some_and(|first| first.is_word(&["of"]));
    let _ = chance;
    is_of && second.is_some_and(|second| second.is_word(&["its", "their", "his", "her"]))
}

/// The events that words name: `on 5 or more`, `at least 9`, `a six`.
pub(super) fn spoken(one: &Sentence<'_>) -> Vec<Event> {
    let words = &one.words;
    let mut found: Vec<Event> = Vec::new();
    let is_need = one.has(&["needs", "need", "needed", "requires"]);
    let mut add = |key: Key, range: Range<usize>| {
        let place = one.span(range.clone());
        let is_new = found.iter().all(|known| known.keys != [key]);
        if is_new {
            found.push(Event {
                keys: vec![key],
                what: shown(key),
                dice: None,
                is_exact: is_need,
                place,
            });
        }
    };
    for (at, word) in words.iter().enumerate() {
        for key in needed(words, at) {
            add(key, word.range.clone());
        }
    }
    for condition in conditions(words) {
        let next = words
            .iter()
            .find(|word| word.range.start >= condition.range.end);
        // `needs an 8` may be this number or more: it is read above.
        let is_one = is_need && matches!(condition.key, Key::One(_));
        if !is_one && !next.is_some_and(is_unit) {
            add(condition.key, condition.range);
        }
    }
    for (at, word) in words.iter().enumerate() {
        let Some(value) = word.count() else {
            continue;
        };
        let is = |back: usize, any: &[&str]| {
            let before = at.checked_sub(back).and_then(|place| words.get(place));
            before.is_some_and(|before| before.is_word(any))
        };
        let next = words.get(at + 1);
        let ends = next.is_none_or(|next| {
            next.is_any_mark(&[',', '.', ';', ':', ')'])
                || next.is_word(&[
                    "on", "is", "has", "comes", "with", "in", "and", "this", "that",
                ])
        });
        let key = if !ends {
            None
        } else if is(1, &["least"]) && is(2, &["at"]) {
            Some(Key::AtLeast(value))
        } else if is(1, &["than"]) && is(2, &["more", "higher", "greater"]) || is(1, &["above"]) {
            Some(Key::AtLeast(value + 1))
        } else if is(1, &["than"]) && is(2, &["less", "lower", "fewer"]) || is(1, &["below"]) {
            Some(Key::AtMost(value - 1))
        } else if is(1, &["a", "an"])
            && is(2, &["on", "rolls", "roll", "rolling", "with", "needs"])
            && word.whole().is_none()
        {
            Some(Key::One(value))
        } else {
            None
        };
        if let Some(key) = key {
            add(key, word.range.clone());
        }
    }
    found
}

/// Results that a number after `needs` may mean: it or more, it or less, it alone; `needs a 5 or a 6`.
fn needed(words: &[Token<'_>], at: usize) -> Vec<Key> {
    let is = |place: Option<usize>, any: &[&str]| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let verbs: &[&str] = &["needs", "need", "needed", "requires"];
    let before = at.checked_sub(1);
    // `needs only an 8`
    let article = usize::from(is(before, &["a", "an"]));
    let only = usize::from(is(at.checked_sub(1 + article), &["only", "just"]));
    let is_needed = is(at.checked_sub(1 + article + only), verbs);
    let Some(value) = words.get(at).and_then(Token::count).filter(|_| is_needed) else {
        return Vec::new();
    };
    if is(Some(at + 1), &["or"]) {
        let next = at + 2 + usize::from(is(Some(at + 2), &["a", "an"]));
        let other = words.get(next).and_then(Token::count);
        return match other == Some(value + 1) {
            true => vec![Key::Range(value, value + 1)],
            false => Vec::new(),
        };
    }
    if words.get(at + 1).is_some_and(is_unit) {
        return Vec::new();
    }
    vec![Key::AtLeast(value), Key::AtMost(value), Key::One(value)]
}

/// Units that make a number before them a quantity.
fn is_unit(word: &Token<'_>) -> bool {
    word.is_any_mark(&['"', '″'])
        || word.is_word(&[
            "hexes", "hex", "inches", "inch", "cm", "points", "steps", "turns", "rounds", "units",
            "dice", "hits", "models", "figures", "squares", "areas", "cards",
        ])
}

pub(super) fn shown(key: Key) -> String {
    match key.bounds() {
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (None, None) => "this".to_owned(),
    }
}

/// Events of tables and lists of the section: rows that a clause names by their results or by their labels.
fn of_tables(context: &Context<'_>, part: &Sentence<'_>, said: &BTreeSet<String>) -> Vec<Event> {
    let home = context.home(part.prose.block);
    let chapter = context.chapter(part.prose.block);
    let mut grids: Vec<(usize, &Grid)> = context
        .grids()
        .filter(|(block, _)| context.chapter(*block) == chapter)
        .collect();
    grids.sort_by_key(|(block, _)| {
        let is_far = context.home(*block) != home;
        (is_far, block.abs_diff(part.prose.block))
    });
    for (block, grid) in grids {
        let found = results(context, block, grid, said);
        if !found.is_empty() {
            return found;
        }
    }
    labels(context, said)
}

/// Stems of verdicts that any roll may have.
const VERDICTS: [&str; 6] = ["hit", "miss", "fail", "pass", "kill", "succeed"];

/// The results of a table that a clause names by a word that no other result has.
fn results(
    context: &Context<'_>,
    block: usize,
    grid: &Grid,
    said: &BTreeSet<String>,
) -> Vec<Event> {
    let axes = axes(context, block, grid);
    let Some((axis, dice)) = axes
        .iter()
        .find(|axis| axis.is_column)
        .and_then(|axis| Some((axis, axis.dice?)))
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
        let mut all: Vec<(BTreeSet<String>, Vec<Key>, usize)> = Vec::new();
        for (row, key, _) in axis.keys.iter().filter(|(row, _, _)| *row != usize::MAX) {
            let text = grid.text(*row, column);
            let text = text.split_once(':').map_or(text, |(short, _)| short);
            let stems = stems_of(&tokens(text));
            match all.iter_mut().find(|(own, ..)| *own == stems) {
                Some((_, keys, _)) => keys.push(*key),
                None => all.push((stems, vec![*key], *row)),
            }
        }
        let is_named = |stems: &BTreeSet<String>| {
            // `An Old Salt passes` names no `Kind old lady`.
            let n_said = stems.iter().filter(|stem| said.contains(*stem)).count();
            n_said >= stems.len().div_ceil(2)
                && stems.iter().any(|stem| {
                    // `it hits` names no `Magazine hit`.
                    if stems.len() > 1 && VERDICTS.contains(&stem.as_str()) {
                        return false;
                    }
                    let n = all
                        .iter()
                        .filter(|(other, ..)| other.contains(stem))
                        .count();
                    n == 1 && said.contains(stem)
                })
        };
        let named = all.iter().filter(|(stems, ..)| is_named(stems));
        let named: Vec<_> = named.collect();
        let [(_, keys, row)] = named.as_slice() else {
            continue;
        };
        if keys.contains(&Key::Other) {
            continue;
        }
        found.push(Event {
            keys: keys.clone(),
            what: format!("“{}”", grid.text(*row, column)),
            dice: Some(dice),
            is_exact: false,
            place: grid.at(*row, column).map(|cell| cell.span),
        });
    }
    found
}

/// Whether a range is a band of its row, with the next one beside it: `0–8 | 9–18 | 19–28`.
fn is_band(grid: &Grid, row: usize, column: usize) -> bool {
    let range = |column: usize| match Key::parse(grid.text(row, column)) {
        Some(Key::Range(low, high)) => Some((low, high)),
        Some(Key::One(_) | Key::AtLeast(_) | Key::AtMost(_) | Key::Other) | None => None,
    };
    range(column).is_some_and(|(low, high)| {
        let others = (1..grid.n_columns).filter(|other| *other != column);
        let mut others = others.filter_map(range);
        others.any(|(other_low, other_high)| other_low == high + 1 || other_high + 1 == low)
    })
}

/// Rows and items with a threshold whose whole label a clause names: `Heavy foot: 5–6`, `Guard 3+`.
fn labels(context: &Context<'_>, said: &BTreeSet<String>) -> Vec<Event> {
    let mut found: Vec<(usize, Event)> = Vec::new();
    let mut add = |label: &str, text: &str, place: Option<Span>| {
        let stems = stems_of(&tokens(label));
        let is_named = !stems.is_empty() && stems.iter().all(|stem| said.contains(stem));
        if let Some(key) = Key::parse(text).filter(|key| is_named && key.is_range()) {
            found.push((
                stems.len(),
                Event {
                    keys: vec![key],
                    what: shown(key),
                    dice: None,
                    is_exact: false,
                    place,
                },
            ));
        }
    };
    for (_, grid) in context.tables() {
        for row in grid.body_rows() {
            for column in (1..grid.n_columns).filter(|column| !is_band(grid, row, *column)) {
                let place = grid.at(row, column).map(|cell| cell.span);
                add(grid.text(row, 0), grid.text(row, column), place);
            }
        }
    }
    for (_, block) in context.blocks() {
        if let BlockContent::Paragraph(paragraph) = &block.content
            && paragraph.list.is_some()
            && let Some((label, text)) = paragraph.text.plain.split_once(':')
        {
            let place = paragraph.text.span(0..label.len());
            add(label, text.trim().trim_end_matches('.'), place);
        }
    }
    let most = found.iter().map(|(n, _)| *n).max();
    let named = found.into_iter().filter(|(n, _)| Some(*n) == most);
    named.map(|(_, event)| event).collect()
}

/// `with Morale 9`, where the rules ask for a roll that is equal to or less than the Morale: the event of such a roll.
fn of_values(context: &Context<'_>, part: &Sentence<'_>) -> Vec<Event> {
    let mut found: Vec<Event> = Vec::new();
    for (at, number) in part.words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| part.words.get(before));
        let (Some(name), Some(value)) = (before, number.whole()) else {
            continue;
        };
        if !name.is_capitalised() {
            continue;
        }
        let Some(is_most) = direction(context, &stem(name.text)) else {
            continue;
        };
        let key = match is_most {
            true => Key::AtMost(value),
            false => Key::AtLeast(value),
        };
        found.push(Event {
            keys: vec![key],
            what: shown(key),
            dice: None,
            is_exact: false,
            place: part.span(name.range.start..number.range.end),
        });
    }
    // Of two values it is not known which one is rolled against.
    if found.len() > 1 {
        found.clear();
    }
    found
}

/// The threshold of a table for a unit at a distance.
fn of_bands(context: &Context<'_>, one: &Sentence<'_>, part: &Sentence<'_>) -> Vec<Event> {
    let all = thresholds(context, one, part).into_iter();
    let events = all.map(|(key, place)| Event {
        keys: vec![key],
        what: shown(key),
        dice: None,
        is_exact: true,
        place: Some(place),
    });
    events.collect()
}

/// The dice that may be meant: those of the clause, else those of its paragraph and before it, else all of the manuscript.
pub(super) fn dice_options(context: &Context<'_>, part: &Sentence<'_>) -> Vec<Dice> {
    if let Some(dice) = context.dice_in(part.text) {
        return vec![dice];
    }
    let own = context.all_dice(&part.prose.text.plain);
    let lower = part.prose.text.plain.to_lowercase();
    let is_one = ["a die", "one die", "each die", "the die"]
        .iter()
        .any(|words| lower.contains(words));
    let mut options = own.clone();
    if own.is_empty() {
        options.extend(context.named_dice());
        let sides = context.sides().iter();
        options.extend(sides.map(|sides| Dice {
            count: 1,
            sides: *sides,
            added: 0,
        }));
        options.extend(context.usual(1));
        // `Most rolls are made with two dice`
        if context.rolls_two() {
            let doubled = options.iter().filter(|dice| dice.count == 1);
            let doubled: Vec<Dice> = doubled.map(|dice| Dice { count: 2, ..*dice }).collect();
            options.extend(doubled);
        }
    }
    let single = |dice: &Dice| Dice {
        count: 1,
        added: 0,
        ..*dice
    };
    let singles: Vec<Dice> = options.iter().map(single).collect();
    if is_one && own.is_empty() {
        options.clear();
    }
    options.extend(singles);
    options.retain(|dice| !dice.is_d66());
    options.sort();
    options.dedup();
    options
}

/// Exact chance of an event, `shift` added to the roll.
fn exact(event: &Event, dice: Dice, shift: i64) -> Option<f64> {
    let dice = event.dice.unwrap_or(dice);
    let mut hits = 0;
    let mut all = 0;
    for key in &event.keys {
        // On a changed roll, the row of the greatest number is for all above it, and that of the least for all below.
        let open = match key.bounds() {
            (Some(low), Some(high)) if shift != 0 && high == dice.most() && low > dice.least() => {
                Key::AtLeast(low)
            }
            (Some(low), Some(high)) if shift != 0 && low == dice.least() && high < dice.most() => {
                Key::AtMost(high)
            }
            _ => *key,
        };
        let moved = match open {
            Key::One(value) => Key::One(value - shift),
            Key::Range(low, high) => Key::Range(low - shift, high - shift),
            Key::AtLeast(low) => Key::AtLeast(low - shift),
            Key::AtMost(high) => Key::AtMost(high - shift),
            Key::Other => return None,
        };
        if let Some((n, whole)) = ways(dice, moved) {
            hits += n;
            all = whole;
        }
    }
    (all > 0).then(|| hits as f64 / all as f64)
}

/// Chances that are as good as that of an event: its own, that of its opposite, and those of some tries.
fn readings(p: f64, tries: &[i32]) -> Vec<f64> {
    let q = 1.0 - p;
    let mut found = vec![p, q, p * p, q * q, 1.0 - p * p, 1.0 - q * q];
    for n in tries {
        found.extend([p.powi(*n), q.powi(*n), 1.0 - p.powi(*n), 1.0 - q.powi(*n)]);
    }
    found
}

fn judge(
    context: &Context<'_>,
    part: &Sentence<'_>,
    chance: &Chance,
    events: &[Event],
    shifts: &[i64],
) -> Option<Diagnostic> {
    if events.is_empty() {
        return None;
    }
    let options = dice_options(context, part);
    let tries: Vec<i32> = part
        .words
        .iter()
        .filter(|word| !chance.range.contains(&word.range.start))
        .filter_map(|word| i32::try_from(word.count()?).ok())
        .filter(|n| (2..=6).contains(n))
        .collect();
    let is_exact = events.iter().all(|event| event.is_exact);
    let fits = |p: f64| {
        let all = match is_exact {
            true => vec![p],
            false => readings(p, &tries),
        };
        all.iter()
            .any(|value| (value - chance.value).abs() <= chance.tolerance)
    };
    let moved = shifts.iter().flat_map(|shift| [*shift, -*shift]);
    let moved: Vec<i64> = std::iter::once(0).chain(moved).collect();
    for dice in &options {
        for shift in &moved {
            let each = events
                .iter()
                .filter_map(|event| exact(event, *dice, *shift));
            let each: Vec<f64> = each.collect();
            let sum: f64 = each.iter().sum();
            // `by the end of turn 8`, of a roll on turn 7 and another on turn 8.
            let pairs = each.iter().zip(each.iter().skip(1));
            let mut both = pairs.flat_map(|(one, other)| {
                let neither = (1.0 - one) * (1.0 - other);
                [one * other, neither, 1.0 - neither, (1.0 - one) * other]
            });
            if both.any(fits) {
                return None;
            }
            let neighbours = each.iter().zip(each.iter().skip(1));
            let mut differences = neighbours.map(|(one, other)| (one - other).abs());
            if each.iter().any(|p| fits(*p)) || fits(sum) || differences.any(fits) {
                return None;
            }
        }
    }
    let dice = options.iter().find(|dice| {
        let p = events.first().and_then(|event| exact(event, **dice, 0));
        p.is_some_and(|p| p > 0.0 && p < 1.0)
    })?;
    let event = events.first()?;
    let used = event.dice.unwrap_or(*dice);
    let p = exact(event, used, 0).filter(|p| *p > 0.0 && *p < 1.0)?;
    let message = format!(
        "the chance of {} on {used} is {:.1} %, not {}",
        event.what,
        p * 100.0,
        chance.shown
    );
    let finding = Diagnostic::new(Code::WrongChance, message)
        .label(part.span(chance.range.clone())?, "printed chance");
    let finding = match event.place {
        Some(place) => finding.label(place, "of this"),
        None => finding,
    };
    Some(
        finding
            .help("correct the chance, or what it is the chance of")
            .confidence(Confidence::Likely)
            .cite(context.citation(part.prose.block)),
    )
}
