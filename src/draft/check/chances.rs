//! Printed chances against the dice named beside them.
//!
//! Reports: E0712.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Prose, Sentence};
use super::printed::{Chance, printed_chances};
use super::table_keys::axes;
use super::words::{Kind, Token, tokens};
use crate::keys::{Dice, Key, all_dice};
use crate::model::BlockContent;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for one in context.sentences().filter(|one| may_state(&one.words)) {
        let (prose, range) = (&one.prose, &one.range);
        diagnostics.extend(average(context, prose, range.clone()));
        diagnostics.extend(doubles(context, prose, range.clone()));
        for clause in clauses(&prose.text.plain, range) {
            diagnostics.extend(sentence(context, prose, clause));
        }
    }
    for one in context.all_sentences() {
        diagnostics.extend(twice(context, one).or_else(|| in_percent(context, one)));
    }
}

/// Whether a sentence has a word or a mark without which it states no chance and no average.
pub(super) fn may_state(words: &[Token<'_>]) -> bool {
    words.iter().any(|word| {
        word.is_any_mark(&['%', '/'])
            || word.is_word(&[
                "in", "of", "half", "even", "percent", "per", "average", "once",
            ])
    })
}

/// Splits a sentence at its semicolons, and at colons between two chances; a part that states no chance is joined to the next one.
fn clauses(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = sentence.start;
    let inner = text.get(sentence.clone()).unwrap_or_default();
    let states = |part: &str| !printed_chances(part, &tokens(part)).is_empty();
    for (at, mark) in inner.match_indices([';', ':']) {
        let end = sentence.start + at + 1;
        let part = text.get(start..end).unwrap_or_default();
        let rest = text.get(end..sentence.end).unwrap_or_default();
        // `Half of all games are fair: the chance of 3 or less is 50 %.`
        if states(part) && (mark == ";" || states(rest)) {
            found.push(start..end);
            start = end;
        }
    }
    found.push(start..sentence.end);
    found
}

/// Condition on a roll with its place: `10 or more`, `4+`, `a 6`.
pub(super) struct Condition {
    pub(super) key: Key,
    pub(super) range: Range<usize>,
}

/// Words that make the chance of a sentence another one than that of a single roll.
const OTHERS: [&str; 22] = [
    "each",
    "both",
    "any",
    "either",
    "twice",
    "reroll",
    "rerolls",
    "rerolled",
    "per",
    "modifier",
    "modifiers",
    "modified",
    "bonus",
    "best",
    "highest",
    "lowest",
    "worst",
    "doubles",
    "double",
    "least",
    "then",
    "three",
];

fn sentence(context: &Context<'_>, prose: &Prose<'_>, range: Range<usize>) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let words = tokens(text);
    let chances = printed_chances(text, &words);
    let conditions = conditions(&words);
    // `needs a 6`: this number or more, or this number or less.
    let is_need = |word: &Token<'_>| word.is_word(&["needs", "need", "needed", "requires"]);
    let is_open = words.iter().any(is_need)
        && conditions
            .iter()
            .any(|condition| matches!(condition.key, Key::One(_)));
    if chances.is_empty() || conditions.len() != chances.len() || conditions.len() > 3 || is_open {
        return None;
    }
    // `on each die`, in a paragraph that throws several
    let one_die = || {
        let is_die = words.iter().any(|word| word.is_word(&["die"]));
        (is_die && context.all_dice(&prose.text.plain).is_empty())
            .then(|| context.usual(1))
            .flatten()
    };
    let dice = dice_of(context, prose, text).or_else(one_die)?;
    let is_bracketed = conditions.iter().all(|condition| {
        let before = words
            .iter()
            .rfind(|word| word.range.end <= condition.range.start);
        let after = words
            .iter()
            .filter(|word| word.range.start >= condition.range.end);
        before.is_some_and(|before| before.is_mark('('))
            && after
                .take(3)
                .any(|after| matches!(after.kind, Kind::Dice(_)))
    });
    let is_other = words.iter().enumerate().any(|(at, word)| {
        // `one in three`: a word of a chance says nothing about the roll.
        let is_in_chance = chances
            .iter()
            .any(|chance| chance.range.contains(&word.range.start));
        // `each die`; `throw a die for each unit`
        let is_single = dice.count == 1
            && word.is_word(&["each"])
            && (words.get(at + 1).is_some_and(|next| next.is_word(&["die"]))
                || at
                    .checked_sub(1)
                    .and_then(|before| words.get(before))
                    .is_some_and(|before| before.is_word(&["for"])));
        // `without modifiers`: the roll itself.
        let is_without = word.is_word(&["modifier", "modifiers"])
            && at
                .checked_sub(1)
                .and_then(|before| words.get(before))
                .is_some_and(|before| before.is_word(&["without", "no", "before"]));
        // `at least two are lost in 30 % of all rolls (8 or more on a d10)`: the roll is given in brackets.
        let is_beside = is_bracketed && word.is_word(&["least"]);
        !is_in_chance && !is_single && !is_without && !is_beside && is_other(word)
    });
    if is_other {
        return None;
    }
    let results: Vec<bool> = conditions
        .iter()
        .zip(&chances)
        .map(|(condition, chance)| agrees(dice, condition.key, chance))
        .collect();
    // Of several pairs one must agree, so that they are known to belong together.
    if results.iter().all(|agrees| *agrees) || results.len() > 1 && !results.contains(&true) {
        return None;
    }
    // Where the sentence names no dice, others of its section may be meant.
    let home = context.home(prose.block);
    let names_none = context.all_dice(text).is_empty();
    let is_of_others = |condition: &Condition, chance: &Chance| {
        names_none
            && context.paragraphs().iter().any(|other| {
                context.home(other.block) == home
                    && context
                        .all_dice(&other.text.plain)
                        .iter()
                        .any(|dice| agrees(*dice, condition.key, chance))
            })
    };
    let pairs = conditions.iter().zip(&chances).zip(&results);
    let mut wrong = pairs.filter_map(|(pair, agrees)| (!agrees).then_some(pair));
    let (condition, chance) = wrong.find(|(one, chance)| !is_of_others(one, chance))?;
    let moved = |inner: &Range<usize>| range.start + inner.start..range.start + inner.end;
    Some(
        finding(dice, condition.key, chance)?
            .label(context.span(prose, moved(&chance.range))?, "printed chance")
            .label(
                context.span(prose, moved(&condition.range))?,
                "of this roll",
            )
            .help("correct the chance or the roll")
            .cite(context.citation(prose.block)),
    )
}

/// Whether a word makes the chance of a sentence another one than that of a single roll.
pub(super) fn is_other(word: &Token<'_>) -> bool {
    word.is_word(&OTHERS) || matches!(word.kind, Kind::Signed(_))
}

/// The only dice of a text, which name all rolls in it.
fn only_dice(text: &str) -> Option<Dice> {
    let all = all_dice(text);
    let first = *all.first()?;
    let is_only = all.iter().all(|dice| *dice == first);
    (is_only && !first.is_d66()).then_some(first)
}

/// `an average of 8"`, beside dice that give another one.
fn average(context: &Context<'_>, prose: &Prose<'_>, range: Range<usize>) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let words = tokens(text);
    let at = words.windows(2).position(
        |pair| matches!(pair, [one, of] if one.is_word(&["average"]) && of.is_word(&["of"])),
    )?;
    let number = words.get(at + 2)?;
    let Kind::Number { value, .. } = number.kind else {
        return None;
    };
    let dice = only_dice(&prose.text.plain)?;
    let mean = (dice.least() + dice.most()) as f64 / 2.0;
    let whole = context.words(prose);
    let named = whole
        .iter()
        .position(|word| matches!(word.kind, Kind::Dice(_)))?;
    // A number of another unit is no average of the dice.
    let after = words.get(at + 3);
    let is_measured = after.is_some_and(|after| {
        !after.is_any_mark(&['.', ',', ';', ':', ')'])
            && whole.get(named + 1).map(|unit| unit.text) != Some(after.text)
    });
    let is_near = (value - mean).abs() < 0.51;
    if is_measured || is_near || whole.iter().any(is_other) {
        return None;
    }
    let place = range.start + number.range.start..range.start + number.range.end;
    let name = dice.to_string();
    let message = format!("{name} gives {mean} on average, not {}", number.text);
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(context.span(prose, place)?, "printed average")
            .help("correct the average or the dice")
            .cite(context.citation(prose.block)),
    )
}

/// `the chance of a double on two dice is 1 in 12`.
fn doubles(context: &Context<'_>, prose: &Prose<'_>, range: Range<usize>) -> Option<Diagnostic> {
    let text = prose.text.plain.get(range.clone())?;
    let words = tokens(text);
    let at = words
        .iter()
        .position(|word| word.is_word(&["double", "doubles"]))?;
    let is_event = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| before.is_word(&["a", "any", "of", "rolling"]));
    // `a double 1`
    let is_one = words
        .get(at + 1)
        .is_some_and(|after| after.whole().is_some());
    let chances = printed_chances(text, &words);
    let ([chance], true, []) = (chances.as_slice(), is_event, conditions(&words).as_slice()) else {
        return None;
    };
    let is_changed = words.iter().any(|word| {
        word.is_word(&[
            "not", "no", "without", "least", "twice", "then", "reroll", "times", "three",
        ]) && !chance.range.contains(&word.range.start)
    });
    let dice = only_dice(text)
        .or_else(|| only_dice(&prose.text.plain))
        .or_else(|| context.dice_in(text))?;
    let n_ways = match is_one {
        true => dice.sides.saturating_mul(dice.sides),
        false => dice.sides,
    };
    let value = 1.0 / f64::from(n_ways);
    if dice.count != 2 || is_changed || (value - chance.value).abs() <= chance.tolerance {
        return None;
    }
    let message = format!(
        "the chance of a double on {} is {:.1} % (1/{}), not {}",
        dice,
        value * 100.0,
        n_ways,
        chance.shown
    );
    let place = range.start + chance.range.start..range.start + chance.range.end;
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(context.span(prose, place)?, "printed chance")
            .help("correct the chance or the dice")
            .cite(context.citation(prose.block)),
    )
}

/// The finding about a chance that is not that of a roll.
pub(super) fn finding(dice: Dice, key: Key, chance: &Chance) -> Option<Diagnostic> {
    let (hits, all) = ways(dice, key)?;
    let divisor = gcd(hits, all).max(1);
    let percent = hits as f64 * 100.0 / all as f64;
    let name = dice.to_string();
    let shown = match key.bounds() {
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (None, None) => return None,
    };
    let message = format!(
        "the chance of {shown} on {name} is {percent:.1} % ({}/{}), not {}",
        hits / divisor,
        all / divisor,
        chance.shown
    );
    Some(Diagnostic::new(Code::WrongChance, message))
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

/// Rolls that meet a condition, and all rolls.
pub(super) fn ways(dice: Dice, key: Key) -> Option<(u64, u64)> {
    let counts = dice.counts();
    let all: u64 = counts.iter().map(|(_, n)| n).sum();
    let hits: u64 = counts
        .iter()
        .filter(|(total, _)| key.contains(*total))
        .map(|(_, n)| n)
        .sum();
    (all > 0 && hits > 0 && key != Key::Other).then_some((hits, all))
}

/// Whether a printed chance is that of a roll.
pub(super) fn agrees(dice: Dice, key: Key, chance: &Chance) -> bool {
    let Some((hits, all)) = ways(dice, key) else {
        return true;
    };
    let exact = hits as f64 / all as f64;
    (exact - chance.value).abs() <= chance.tolerance
}

/// The dice of a sentence: named in it, else in its paragraph, else last before it in the section.
pub(super) fn dice_of(context: &Context<'_>, prose: &Prose<'_>, sentence: &str) -> Option<Dice> {
    let only = |text: &str| {
        let all = context.all_dice(text);
        let Some(first) = all.first() else {
            return context.dice_in(text).map(Some);
        };
        Some(all.iter().all(|dice| dice == first).then_some(*first))
    };
    if let Some(found) = only(sentence) {
        return found;
    }
    if let Some(found) = only(&prose.text.plain) {
        return found;
    }
    let home = context.home(prose.block);
    for back in 1..=4 {
        let at = prose.block.checked_sub(back)?;
        if context.home(at) != home {
            return None;
        }
        let found = match &context.document.blocks.get(at)?.content {
            BlockContent::Paragraph(paragraph) => only(&paragraph.text.plain),
            BlockContent::Heading(heading) => only(&heading.text.plain),
            BlockContent::Table(grid) => axes(context, at, grid)
                .first()
                .and_then(|axis| axis.dice)
                .map(Some),
            BlockContent::Code(_) => None,
        };
        if let Some(found) = found {
            return found;
        }
    }
    None
}

pub(super) fn conditions(words: &[Token<'_>]) -> Vec<Condition> {
    let mut found: Vec<Condition> = Vec::new();
    for (at, token) in words.iter().enumerate() {
        let Some(value) = token.whole() else {
            continue;
        };
        // The second number of `4-6 on a d6`.
        let is_second = matches!(words.get(at.saturating_sub(2)..at), Some([low, joint])
            if low.whole().is_some() && joint.is_any_mark(&['-', '–']));
        if is_second {
            continue;
        }
        let word =
            |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
        let mark =
            |place: usize, mark: char| words.get(place).is_some_and(|word| word.is_mark(mark));
        let end_of = |place: usize| {
            words
                .get(place)
                .map_or(token.range.end, |last| last.range.end)
        };
        let is_glued = words
            .get(at + 1)
            .is_some_and(|next| next.range.start == token.range.end);
        let condition = if mark(at + 1, '+') && is_glued {
            Some((Key::AtLeast(value), end_of(at + 1)))
        } else if word(at + 1, &["or"])
            && word(
                at + 2,
                &["more", "higher", "better", "above", "greater", "over"],
            )
        {
            Some((Key::AtLeast(value), end_of(at + 2)))
        } else if word(at + 1, &["or"])
            && word(at + 2, &["less", "lower", "fewer", "under", "below"])
        {
            Some((Key::AtMost(value), end_of(at + 2)))
        } else if (mark(at + 1, '-') || mark(at + 1, '–') || word(at + 1, &["to"]))
            && (at_roll(words, at) || is_on_dice(words, at + 2))
        {
            let high = words.get(at + 2).and_then(Token::whole);
            high.filter(|high| *high > value)
                .map(|high| (Key::Range(value, high), end_of(at + 2)))
        } else if let Some((last, place)) = listed(words, at) {
            Some((Key::Range(value, last), end_of(place)))
        } else if at_roll(words, at)
            && !mark(at + 1, '%')
            && !mark(at + 1, '/')
            && !word(at + 1, &["in", "or", "to", "percent"])
        {
            Some((Key::One(value), token.range.end))
        } else {
            None
        };
        if let Some((key, end)) = condition {
            found.push(Condition {
                key,
                range: token.range.start..end,
            });
        }
    }
    found
}

/// Last number, with its place, of a list of results in a row: `of 5 or 6`, `each 4, 5 or 6`.
fn listed(words: &[Token<'_>], at: usize) -> Option<(i64, usize)> {
    let is_result = at_roll(words, at)
        || at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|before| before.is_word(&["each", "of"]));
    let (mut last, mut place) = (words.get(at)?.whole()?, at);
    if !is_result {
        return None;
    }
    loop {
        let mut next = place + 1;
        let is_comma = words.get(next)?.is_mark(',');
        next += usize::from(is_comma);
        let is_or = words.get(next)?.is_word(&["or"]);
        next += usize::from(is_or);
        next += usize::from(words.get(next)?.is_word(&["a", "an"]));
        let value = words.get(next)?.whole()?;
        if value != last + 1 || !is_comma && !is_or {
            return None;
        }
        (last, place) = (value, next);
        if is_or {
            return Some((last, place));
        }
    }
}

/// Whether a number is the result of a roll: `on a 6`, `a roll of 7`, `rolling 7`, `exactly 7`.
fn at_roll(words: &[Token<'_>], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
    is(1, &["a", "an"]) && is(2, &["on", "roll", "rolls", "rolling", "of", "only"])
        || is(1, &["of"]) && is(2, &["roll", "result", "total", "score"])
        || is(
            1,
            &[
                "roll",
                "rolling",
                "exactly",
                "rolls",
                "natural",
                "unmodified",
            ],
        )
        || is(1, &["on"])
        || is_on_dice(words, at)
}

/// Whether a number is followed by the dice that it is rolled on: `12 on 2d6`, `a 6 on a d6`.
fn is_on_dice(words: &[Token<'_>], at: usize) -> bool {
    let is_on = words.get(at + 1).is_some_and(|on| on.is_word(&["on"]));
    let mut place = at + 2;
    if words
        .get(place)
        .is_some_and(|word| word.is_word(&["a", "one", "the"]))
    {
        place += 1;
    }
    let is_dice = words
        .get(place)
        .is_some_and(|dice| matches!(dice.kind, Kind::Dice(_)));
    is_on && is_dice
}

/// A chance, followed by the same as a percentage in brackets: `2 in 6 (37 %)`.
fn in_percent(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    if !one.text.contains("%)") {
        return None;
    }
    let chances = printed_chances(one.text, &one.words);
    chances.windows(2).find_map(|pair| {
        let [fraction, percent] = pair else {
            return None;
        };
        let between = one.text.get(fraction.range.end..percent.range.start)?;
        let after = one.text.get(percent.range.end..)?;
        let is_fraction = !fraction.shown.contains('%') && percent.shown.contains('%');
        let is_alone = between.trim() == "(" && after.starts_with(')');
        let tolerance = fraction.tolerance + percent.tolerance;
        let is_wrong = (fraction.value - percent.value).abs() > tolerance;
        if !is_fraction || !is_alone || !is_wrong {
            return None;
        }
        let message = format!(
            "{} is {:.1} %, not {}",
            fraction.shown,
            fraction.value * 100.0,
            percent.shown
        );
        Some(
            Diagnostic::new(Code::WrongChance, message)
                .label(one.span(percent.range.clone())?, "printed chance")
                .label(one.span(fraction.range.clone())?, "the same as a fraction")
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        )
    })
}

/// `27.8 % (10 of 36)`, `41.7 per cent (15 throws of 36)`: a chance, and the same as a fraction in brackets.
fn twice(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = one.words.as_slice();
    let open = words.iter().position(|word| word.is_mark('('))?;
    let close = open + words.iter().skip(open).position(|word| word.is_mark(')'))?;
    let inner = words.get(open + 1..close)?;
    // `(1 in 6)` is a chance by itself, and compared as one.
    if !printed_chances(one.text, inner).is_empty() {
        return None;
    }
    let (part, whole) = match inner {
        [part, between @ .., joint, whole] | [part, between @ .., joint, whole, _]
            if joint.is_word(&["of", "in"]) || joint.is_mark('/') =>
        {
            let is_short = between.len() <= 2 && between.iter().all(|word| word.kind == Kind::Word);
            (part.whole().filter(|_| is_short)?, whole.whole()?)
        }
        _ => return None,
    };
    let before = one.text.get(..words.get(open)?.range.start)?;
    let head = words.get(..open)?;
    let chances = printed_chances(before, head);
    let chance = chances.last()?;
    let between = head
        .iter()
        .filter(|word| word.range.start >= chance.range.end);
    let is_near = between.clone().count() <= 12
        && between
            .clone()
            .all(|word| word.whole().is_none() && !word.is_any_mark(&[';', ':']));
    let value = part as f64 / whole as f64;
    let is_wrong = (value - chance.value).abs() > chance.tolerance;
    if !is_near
        || !is_wrong
        || part > whole
        || whole < 2
        || !chance.shown.contains(|one: char| one.is_ascii_digit())
    {
        return None;
    }
    let message = format!(
        "{part} of {whole} is {:.1} %, not {}",
        value * 100.0,
        chance.shown
    );
    let fraction = inner.first()?.range.start..inner.last()?.range.end;
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(one.span(chance.range.clone())?, "printed chance")
            .label(one.span(fraction)?, "the same as a fraction")
            .help("correct one of them")
            .cite(context.citation(one.prose.block)),
    )
}
