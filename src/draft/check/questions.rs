//! Printed chances whose question their sentence gives only in part: of several tries, of a roll that is changed, of a tie, of the higher of
//! two rolls, of a value that a rolled table gives.
//!
//! Reports: E0712.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::chances::{conditions, may_state, ways};
use super::context::{Context, Sentence};
use super::events::{clauses, dice_options, shown, spoken};
use super::printed::{Chance, printed_chances};
use super::reported::Reported;
use super::said_modifiers::shifts;
use super::table_keys::axes;
use super::words::{Kind, Token, tokens};
use crate::keys::{Dice, Key};

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if !may_state(&one.words) {
            continue;
        }
        let earlier: Vec<&Sentence<'_>> = all
            .get(at.saturating_sub(4)..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .copied()
            .filter(|before| before.prose.block == one.prose.block)
            .collect();
        let chances = printed_chances(one.text, &one.words);
        found.extend(said_twice(context, one, &chances));
        found.extend(in_turn(context, one, &earlier));
        for part in clauses(one, &chances) {
            let start = one.range.start;
            let part = Sentence::new(one.prose, start + part.start..start + part.end);
            found.extend(clause(context, &part, &earlier));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// `once in 36 turns (5.6 %)`: a chance in brackets that is not the one before them.
fn said_twice(context: &Context<'_>, one: &Sentence<'_>, chances: &[Chance]) -> Option<Diagnostic> {
    let (first, second) = chances.windows(2).find_map(|pair| {
        let [first, second] = pair else {
            return None;
        };
        let between: Vec<&Token<'_>> = one
            .words
            .iter()
            .filter(|word| {
                word.range.start >= first.range.end && word.range.end <= second.range.start
            })
            .collect();
        let (open, others) = between.split_last()?;
        let is_beside = open.is_mark('(')
            && others.len() <= 4
            && others.iter().all(|word| word.kind == Kind::Word);
        let mut after = one
            .words
            .iter()
            .filter(|word| word.range.start >= second.range.end);
        let is_open = !after.next().is_some_and(|after| after.is_mark(')'));
        let differ = (first.value - second.value).abs() > first.tolerance + second.tolerance;
        (is_beside && differ && !is_open).then_some((first, second))
    })?;
    let message = format!(
        "{} is {:.1} %, not {}",
        first.shown,
        first.value * 100.0,
        second.shown
    );
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(one.span(second.range.clone())?, "printed chance")
            .label(one.span(first.range.clone())?, "said before")
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// A question, with all chances that answer it.
pub(super) struct Question {
    pub(super) what: String,
    pub(super) chances: Vec<f64>,
}

fn clause(
    context: &Context<'_>,
    part: &Sentence<'_>,
    earlier: &[&Sentence<'_>],
) -> Option<Diagnostic> {
    let chances = printed_chances(part.text, &part.words);
    let [chance] = chances.as_slice() else {
        return None;
    };
    let outside: Vec<Token<'_>> = part
        .words
        .iter()
        .filter(|word| !chance.range.contains(&word.range.start))
        .cloned()
        .collect();
    let question = tries(context, part, &outside, earlier)
        .or_else(|| changed(context, part, &outside, earlier))
        .or_else(|| tied(context, part, &outside))
        .or_else(|| higher(context, part, &outside))
        .or_else(|| of_value(context, part, &outside))
        .or_else(|| beside(context, part, chance))?;
    report(context, part, chance, &question)
}

/// Returns the finding about a chance that answers a question wrongly.
pub(super) fn report(
    context: &Context<'_>,
    part: &Sentence<'_>,
    chance: &Chance,
    question: &Question,
) -> Option<Diagnostic> {
    let first = question.chances.first()?;
    let fits = |value: &f64| (value - chance.value).abs() <= chance.tolerance;
    if question.chances.iter().any(fits) {
        return None;
    }
    let message = format!(
        "the chance of {} is {:.1} %, not {}",
        question.what,
        first * 100.0,
        chance.shown
    );
    Some(
        Diagnostic::new(Code::WrongChance, message)
            .label(part.span(chance.range.clone())?, "printed chance")
            .help("correct the chance, or what it is the chance of")
            .confidence(Confidence::Likely)
            .cite(context.citation(part.prose.block)),
    )
}

/// Chance of a result on some dice, if they may show it and may not.
pub(super) fn chance_of(dice: Dice, key: Key) -> Option<f64> {
    let (hits, all) = ways(dice, key)?;
    let p = hits as f64 / all as f64;
    (p < 1.0).then_some(p)
}

fn moved(key: Key, shift: i64) -> Key {
    match key {
        Key::One(value) => Key::One(value - shift),
        Key::Range(low, high) => Key::Range(low - shift, high - shift),
        Key::AtLeast(low) => Key::AtLeast(low - shift),
        Key::AtMost(high) => Key::AtMost(high - shift),
        Key::Other => Key::Other,
    }
}

/// The result that the nearest of some sentences asks for, with the dice that it names or that its paragraph throws.
fn asked(
    context: &Context<'_>,
    part: &Sentence<'_>,
    earlier: &[&Sentence<'_>],
) -> Option<(Key, Vec<Dice>)> {
    let all = std::iter::once(part).chain(earlier.iter().copied());
    let found = all
        .map(|one| (one, spoken(one)))
        .find(|(_, events)| !events.is_empty());
    let (one, events) = found?;
    let [event] = events.as_slice() else {
        return None;
    };
    let [key] = event.keys.as_slice() else {
        return None;
    };
    let dice = match context.dice_in(one.text) {
        Some(dice) => vec![dice],
        None => dice_options(context, part),
    };
    Some((*key, dice))
}

/// `at Close on 4 or better, at Long on 8 or better. That is 70% and 30%`: chances in the order of the results before them.
fn in_turn(
    context: &Context<'_>,
    one: &Sentence<'_>,
    earlier: &[&Sentence<'_>],
) -> Option<Diagnostic> {
    let chances = printed_chances(one.text, &one.words);
    let before = earlier.first()?;
    let asked = conditions(&before.words);
    let is_led = one
        .words
        .first()
        .is_some_and(|first| first.is_word(&["that", "this", "these", "the", "which"]));
    let has_none = printed_chances(before.text, &before.words).is_empty();
    if !is_led
        || chances.len() < 3
        || asked.len() != chances.len()
        || !has_none
        || !conditions(&one.words).is_empty()
    {
        return None;
    }
    let fits = |dice: Dice, at: usize| {
        let pair = asked.get(at).zip(chances.get(at));
        pair.is_some_and(|(asked, chance)| {
            chance_of(dice, asked.key).is_some_and(|p| (p - chance.value).abs() <= chance.tolerance)
        })
    };
    let wrong =
        |dice: Dice| -> Vec<usize> { (0..chances.len()).filter(|at| !fits(dice, *at)).collect() };
    let options = dice_options(context, one);
    let best = options.iter().min_by_key(|dice| wrong(**dice).len())?;
    let slips = wrong(*best);
    let [at] = slips.as_slice() else {
        return None;
    };
    let (asked, chance) = (asked.get(*at)?, chances.get(*at)?);
    let question = Question {
        what: format!("{} on {best}", shown(asked.key)),
        chances: vec![chance_of(*best, asked.key)?],
    };
    report(context, one, chance, &question)
}

/// Number of tries that a clause names: `within two turns`, `with both his actions`, `if he tries twice`.
fn n_tries(words: &[Token<'_>]) -> Option<i32> {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    let tries = [
        "turns", "tries", "attempts", "rounds", "goes", "rolls", "throws", "doings", "actions",
        "chances", "phases", "shots",
    ];
    (0..words.len()).find_map(|at| {
        let word = words.get(at)?;
        if word.is_word(&["both"]) && at > 0 && is(at - 1, &["with", "in", "on", "uses", "using"]) {
            let next = (1..=2).any(|step| is(at + step, &tries));
            return next.then_some(2);
        }
        // `both rolls fail`
        if word.is_word(&["both"]) && is(at + 1, &["rolls", "throws", "tries", "attempts"]) {
            return Some(2);
        }
        if word.is_word(&["twice"]) && at > 0 && is(at - 1, &["tries", "tried", "trying"]) {
            return Some(2);
        }
        let n = word.count().filter(|n| (2..=4).contains(n))?;
        let is_in = at > 0 && is(at - 1, &["within", "in", "after", "over", "with"]);
        let is_try = is(at + 1, &tries);
        (is_in && is_try).then_some(i32::try_from(n).ok()?)
    })
}

fn tries(
    context: &Context<'_>,
    part: &Sentence<'_>,
    outside: &[Token<'_>],
    earlier: &[&Sentence<'_>],
) -> Option<Question> {
    let n = n_tries(outside)?;
    if !shifts(outside).is_empty() {
        return None;
    }
    let (key, dice) = asked(context, part, earlier)?;
    let mut chances = Vec::new();
    for p in dice.iter().filter_map(|dice| chance_of(*dice, key)) {
        let q = 1.0 - p;
        chances.extend([1.0 - q.powi(n), p.powi(n), q.powi(n), 1.0 - p.powi(n)]);
    }
    Some(Question {
        what: format!("{} in {n} tries", shown(key)),
        chances,
    })
}

/// `A rope adds 2 to the roll, and then it works five times in six`: the result that was asked for before, on a changed roll.
fn changed(
    context: &Context<'_>,
    part: &Sentence<'_>,
    outside: &[Token<'_>],
    earlier: &[&Sentence<'_>],
) -> Option<Question> {
    let shifts = shifts(outside);
    let [shift] = shifts.as_slice() else {
        return None;
    };
    let is_roll = outside
        .iter()
        .any(|word| word.is_word(&["roll", "throw", "die", "dice"]));
    let works = outside.iter().any(|word| {
        word.is_word(&[
            "works", "succeeds", "succeed", "happens", "fails", "passes", "manages",
        ])
    });
    if !is_roll || !works || !spoken(part).is_empty() {
        return None;
    }
    let (key, dice) = asked(context, part, earlier)?;
    let mut chances = Vec::new();
    for p in dice
        .iter()
        .filter_map(|dice| chance_of(*dice, moved(key, *shift)))
    {
        chances.extend([p, 1.0 - p]);
    }
    Some(Question {
        what: format!("{} on a roll changed by {shift}", shown(key)),
        chances,
    })
}

/// Dice that both sides roll, where the paragraph of a clause says so: `Each side rolls a d6`.
fn rolled_by_both(context: &Context<'_>, part: &Sentence<'_>) -> Option<(Dice, bool)> {
    let mut found = context.sentences().filter(|one| {
        let both = one.words.iter().enumerate().any(|(at, word)| {
            let next = |any: &[&str]| {
                let near = one.words.get(at + 1..(at + 4).min(one.words.len()));
                near.is_some_and(|near| near.iter().any(|word| word.is_word(any)))
            };
            word.is_word(&["both", "each"])
                && next(&[
                    "players", "player", "sides", "side", "fighter", "fighters", "of", "leaders",
                    "roll", "throw",
                ])
        });
        let rolls = one.has(&["roll", "rolls", "throw", "throws"]);
        let is_here = context.home(one.prose.block) == context.home(part.prose.block);
        is_here && both && rolls && !context.is_example(one.prose.block)
    });
    let one = found.next()?;
    let dice = context
        .dice_in(one.text)
        .or_else(|| context.dice_in(&one.prose.text.plain))?;
    let adds = one.has(&["add", "adds", "adding", "plus"]);
    (dice.count <= 2).then_some((dice, adds))
}

/// Chances that the first of two equal rolls, `ahead` added to it, is higher, the same and lower.
fn compared(dice: Dice, ahead: i64) -> [f64; 3] {
    let counts = dice.counts();
    let all: u64 = counts.iter().map(|(_, n)| n).sum();
    let mut found = [0.0; 3];
    for (one, n_one) in &counts {
        for (other, n_other) in &counts {
            let share = (n_one * n_other) as f64 / (all * all) as f64;
            let place = match (one + ahead).cmp(other) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            if let Some(sum) = found.get_mut(place) {
                *sum += share;
            }
        }
    }
    found
}

/// `You will tie one time in six`
fn tied(context: &Context<'_>, part: &Sentence<'_>, outside: &[Token<'_>]) -> Option<Question> {
    let is_tie = outside
        .iter()
        .any(|word| word.is_word(&["tie", "ties", "tied"]));
    let (dice, adds) = rolled_by_both(context, part).filter(|_| is_tie)?;
    let most = if adds { 3 } else { 0 };
    let chances = (0..=most)
        .map(|ahead| compared(dice, ahead)[1])
        .flat_map(|p| [p, 1.0 - p]);
    Some(Question {
        what: format!("a tie of two rolls of {dice}"),
        chances: chances.collect(),
    })
}

/// `A leader with Flair 1 against an enemy with none wins 21 times in 36`
fn higher(context: &Context<'_>, part: &Sentence<'_>, outside: &[Token<'_>]) -> Option<Question> {
    let is_win = outside
        .iter()
        .any(|word| word.is_word(&["win", "wins", "beats", "loses", "lose"]));
    let is_other = outside.iter().any(|word| {
        word.is_word(&[
            "twice", "half", "dice", "reroll", "rerolls", "if", "when", "best", "highest",
        ])
    });
    let numbers: Vec<i64> = outside
        .iter()
        .filter_map(|word| word.count().or(word.signed()))
        .collect();
    let is_even = outside
        .iter()
        .any(|word| word.is_word(&["same", "equal", "equally", "evenly", "level"]));
    let ahead = match numbers.as_slice() {
        [ahead] if !is_even && (1..=6).contains(ahead) => *ahead,
        [] if is_even => 0,
        _ => return None,
    };
    let (dice, _) = rolled_by_both(context, part).filter(|_| is_win && !is_other)?;
    let [above, equal, below] = compared(dice, ahead);
    let ties = 1.0 - equal;
    let chances = vec![
        above,
        below,
        equal,
        above + equal,
        below + equal,
        above / ties,
        below / ties,
    ];
    Some(Question {
        what: format!("a higher roll of {dice} with {ahead} more"),
        chances,
    })
}

/// `groping about at 8 inches one game in six`: the rows of a rolled table that give a value.
fn of_value(context: &Context<'_>, part: &Sentence<'_>, outside: &[Token<'_>]) -> Option<Question> {
    let units = [
        "inches", "inch", "hexes", "hex", "cm", "yards", "metres", "squares",
    ];
    let (at, value) = outside.iter().enumerate().find_map(|(at, word)| {
        let value = word.whole()?;
        let is_unit = outside.get(at + 1).is_some_and(|unit| unit.is_word(&units));
        is_unit.then_some((at, value))
    })?;
    let word =
        |place: usize, any: &[&str]| outside.get(place).is_some_and(|word| word.is_word(any));
    let is_or = word(at + 2, &["or"]);
    let is_more = is_or && word(at + 3, &["more", "better", "further", "farther", "over"]);
    let is_less = is_or && word(at + 3, &["less", "worse", "fewer", "under"]);
    let home = context.home(part.prose.block);
    for (block, grid) in context
        .tables()
        .filter(|(block, _)| context.home(*block) == home)
    {
        let all = axes(context, block, grid);
        let Some((axis, dice)) = all
            .iter()
            .find(|axis| axis.is_column)
            .and_then(|axis| Some((axis, axis.dice?)))
        else {
            continue;
        };
        for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
            let cell = |row: usize| {
                let words = tokens(grid.text(row, column));
                words.first().and_then(Token::whole)
            };
            let rows: Option<Vec<(Key, i64)>> = axis
                .keys
                .iter()
                .map(|(row, key, _)| Some((*key, cell(*row)?)))
                .collect();
            let Some(rows) = rows.filter(|rows| rows.iter().any(|(_, own)| *own == value)) else {
                continue;
            };
            let meant = rows.iter().filter(|(_, own)| {
                *own == value || is_more && *own > value || is_less && *own < value
            });
            let p: f64 = meant.filter_map(|(key, _)| chance_of(dice, *key)).sum();
            return (p > 0.0 && p < 1.0).then(|| Question {
                what: format!("{value} in the table"),
                chances: vec![p, 1.0 - p],
            });
        }
    }
    None
}

/// `saves each hit on a 6 (17 %)`: the chance in brackets directly after the result.
fn beside(context: &Context<'_>, part: &Sentence<'_>, chance: &Chance) -> Option<Question> {
    let open = part
        .words
        .iter()
        .rfind(|word| word.range.end <= chance.range.start)?;
    let all = conditions(&part.words);
    let [condition] = all.as_slice() else {
        return None;
    };
    let range: &Range<usize> = &condition.range;
    let is_beside = open.is_mark('(')
        && range.end <= open.range.start
        && part
            .text
            .get(range.end..open.range.start)?
            .trim()
            .is_empty();
    if !is_beside || !shifts(&part.words).is_empty() {
        return None;
    }
    let mut chances = Vec::new();
    for p in dice_options(context, part)
        .iter()
        .filter_map(|dice| chance_of(*dice, condition.key))
    {
        chances.push(p);
    }
    Some(Question {
        what: shown(condition.key),
        chances,
    })
}
