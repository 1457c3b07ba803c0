//! Verdicts of examples of play: the hits of some dice against every threshold that the rules name, and who wins with how many points.
//!
//! Reports: E0713, E0723.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::chances::conditions;
use super::context::{Context, Sentence};
use super::outcomes::of_each_die;
use super::reported::Reported;
use super::words::Token;
use super::wrong_sum::LEARNT;
use crate::keys::Key;

/// Reports: E0713, E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all = context.examples();
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for example in &all {
        for at in 0..example.len() {
            found.extend(hits(context, example, at));
            found.extend(odds(context, example, at));
        }
        found.extend(winner(context, example));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Thresholds that the chapter of an example names for single dice.
fn thresholds(context: &Context<'_>, block: usize) -> Vec<Key> {
    let chapter = context.chapter(block);
    let mut found = Vec::new();
    for one in context.sentences() {
        if context.chapter(one.prose.block) == chapter && !context.is_example(one.prose.block) {
            found.extend(conditions(&one.words).iter().map(|condition| condition.key));
            found.extend(of_each_die(&one.words));
        }
    }
    for (at, grid) in context.tables() {
        if context.chapter(at) == chapter {
            let cells = grid.cells.iter();
            found.extend(cells.filter_map(|cell| Key::parse(&cell.text.plain)));
        }
    }
    found
}

/// A run of results of dice: its first and last place, and the numbers.
pub(super) fn rolled(words: &[Token<'_>]) -> Option<(usize, usize, Vec<i64>)> {
    let verb = words.iter().position(|word| {
        word.is_word(&[
            "rolls", "rolled", "throws", "throw", "gets", "roll", "shows", "show", "get", "threw",
            "rolling",
        ])
    })?;
    let first = (verb + 1..words.len().min(verb + 10)).find(|at| {
        words.get(*at).is_some_and(|word| word.whole().is_some())
            && words
                .get(at + 1)
                .is_some_and(|word| word.is_mark(',') || word.is_word(&["and"]))
    })?;
    let mut found = Vec::new();
    let (mut place, mut last) = (first, first);
    while let Some(value) = words.get(place).and_then(Token::whole) {
        found.push(value);
        last = place;
        let mut next = place + 1;
        next += usize::from(words.get(next).is_some_and(|word| word.is_mark(',')));
        next += usize::from(words.get(next).is_some_and(|word| word.is_word(&["and"])));
        next += usize::from(
            words
                .get(next)
                .is_some_and(|word| word.is_word(&["a", "an"])),
        );
        if next == place + 1 {
            break;
        }
        place = next;
    }
    (found.len() >= 2).then_some((first, last, found))
}

/// The least face of each die, where a sentence gives it and nothing that changes it: `must show 7 or more`, `needs 8s`.
fn required(words: &[Token<'_>]) -> Option<Key> {
    let is = |place: Option<usize>, any: &[&str]| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let mut found = (0..words.len()).filter_map(|at| {
        let word = words.get(at)?;
        let several = word
            .text
            .strip_suffix('s')
            .and_then(|text| text.parse().ok());
        let value: i64 = word.whole().or(several)?;
        let mut lead = at.checked_sub(1);
        while is(lead, &["a", "an", "only", "at", "least"]) {
            lead = lead?.checked_sub(1);
        }
        let is_lead = is(lead, &["needs", "need", "needing"])
            || is(lead, &["show"]) && is(lead?.checked_sub(1), &["must"]);
        let next = words.get(at + 1);
        let is_more = next.is_some_and(|next| next.is_mark('+'))
            || is(Some(at + 1), &["or"])
                && is(Some(at + 2), &["more", "better", "higher", "above"]);
        (is_lead && (is_more || several.is_some())).then_some(Key::AtLeast(value))
    });
    let (key, None) = (found.next()?, found.next()) else {
        return None;
    };
    let is_changed = words.iter().any(|word| {
        word.signed().is_some()
            || word.is_word(&[
                "add",
                "adds",
                "subtract",
                "subtracts",
                "plus",
                "minus",
                "with",
            ])
    });
    (!is_changed).then_some(key)
}

/// Whether a number is what changes make of a roll: `the 4 becomes 6 and misses`.
fn is_made(words: &[Token<'_>], number: &Token<'_>) -> bool {
    words.iter().zip(words.iter().skip(1)).any(|(word, next)| {
        next.range == number.range && word.is_word(&["becomes", "makes", "is", "to"])
    })
}

/// Words for dice that count, or do not.
const HITS: [&str; 16] = [
    "hit",
    "hits",
    "success",
    "successes",
    "kill",
    "kills",
    "wound",
    "wounds",
    "miss",
    "misses",
    "failure",
    "failures",
    "save",
    "saves",
    "casualty",
    "casualties",
];

/// `It rolls 2, 4, 5 and 6: two hits.`, where no threshold counts two of them.
fn hits(context: &Context<'_>, example: &[&Sentence<'_>], at: usize) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let (first, last, values) = rolled(&one.words)?;
    let rest = one.words.get(last + 1..)?;
    let ends = rest.iter().all(|word| word.is_any_mark(&['.', '!']));
    let next = example.get(at + 1).filter(|_| ends);
    let (source, words) = match next {
        Some(next) => (*next, next.words.as_slice()),
        None => (*one, rest),
    };
    let is_hit = |word: &Token<'_>| word.is_word(&HITS);
    let place = words.iter().take(8).position(is_hit)?;
    let number = words
        .get(place.saturating_sub(2)..place)?
        .iter()
        .rev()
        .find(|word| word.count().is_some() || word.is_word(&["no", "a", "single"]))?;
    // `He rolls 9 and 5, and the 9 hits.`
    let is_die = number.whole().is_some_and(|value| values.contains(&value))
        && words
            .iter()
            .any(|word| word.range.end + 1 == number.range.start && word.is_word(&["the", "that"]));
    if is_made(words, number) || is_die {
        return None;
    }
    let count = match number.count() {
        Some(count) => count,
        None if number.is_word(&["no"]) => 0,
        None => 1,
    };
    let mut keys = thresholds(context, one.prose.block);
    let is_ruled = !keys.is_empty();
    // Numbers of the example before it, and these with a change of it, may be thresholds of a unit.
    let earlier = example.get(..at)?.iter().flat_map(|one| one.words.iter());
    let earlier: Vec<&Token<'_>> = earlier.chain(one.words.get(..first)?).collect();
    let bases: Vec<i64> = earlier.iter().filter_map(|word| word.count()).collect();
    let changes = earlier.iter().filter_map(|word| word.signed());
    let changes: Vec<i64> = std::iter::once(0).chain(changes).collect();
    for base in &bases {
        for value in changes
            .iter()
            .flat_map(|change| [base + change, base - change])
        {
            keys.extend([Key::AtLeast(value), Key::AtMost(value), Key::One(value)]);
        }
    }
    // `The dice must show 7 or more.` before them says it all.
    let said = example.get(..at)?.iter().rev().take(2);
    let said = std::iter::once(one.words.get(..first)?)
        .chain(said.map(|one| one.words.as_slice()))
        .find_map(required);
    if let Some(key) = said {
        keys = vec![key];
    }
    // Each die would count.
    keys.retain(|key| !matches!(key, Key::AtLeast(low) if *low <= 1) && *key != Key::Other);
    let n_of = |key: &Key| {
        let counted = values.iter().filter(|value| key.contains(**value));
        i64::try_from(counted.count()).ok()
    };
    let n = i64::try_from(values.len()).ok()?;
    let is_miss = words
        .get(place)?
        .is_word(&["miss", "misses", "failure", "failures"]);
    let fits = |key: &Key| n_of(key).is_some_and(|own| own == count || is_miss && n - own == count);
    let is_changed = one.has(&["reroll", "rerolls", "again", "best", "highest"]);
    // `a 4 and a 5: a hit` may be a total of both.
    let is_total = values.len() == 2 && count < 2;
    if !is_ruled || is_changed || is_total || keys.iter().any(fits) {
        return None;
    }
    let message = if count > n {
        format!("the example counts {count} of {n} dice")
    } else {
        format!("no threshold of the rules counts {count} of these dice")
    };
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(source.span(number.range.clone())?, "")
            .help(LEARNT)
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// The odds of a sentence, with their place: `the odds are 3-1`, `at odds of 1:2`.
fn stated_odds(words: &[Token<'_>]) -> Option<(usize, i64, i64)> {
    (0..words.len()).find_map(|at| {
        let joint = words.get(at + 1)?;
        let is_joint = joint.is_any_mark(&['-', '–', ':', '−']) || joint.is_word(&["to"]);
        let (one, other) = (words.get(at)?.whole()?, words.get(at + 2)?.whole()?);
        let near = words.get(at.saturating_sub(4)..(at + 5).min(words.len()))?;
        let is_odds = near.iter().any(|word| word.is_word(&["odds"]))
            || at > 0
                && words.get(at - 1)?.is_word(&["is"])
                && words
                    .get(..at)?
                    .iter()
                    .any(|word| word.is_word(&["to", "against"]));
        (is_joint && is_odds && (one == 1 || other == 1)).then_some((at, one, other))
    })
}

/// `13 points attack 4, so the odds are 4-1`: no two numbers of the example, nor their sums, have these odds.
fn odds(context: &Context<'_>, example: &[&Sentence<'_>], at: usize) -> Option<Diagnostic> {
    let one = example.get(at)?;
    let (place, high, low) = stated_odds(&one.words)?;
    let is_changed = example.get(..=at)?.iter().any(|sentence| {
        sentence.has(&[
            "shift", "shifts", "shifted", "column", "columns", "up", "nearest", "half", "halved",
            "double", "doubled", "if", "would",
        ])
    });
    let own = one.words.get(..place)?;
    let earlier = example
        .get(..at)?
        .iter()
        .flat_map(|sentence| sentence.words.iter());
    let all: Vec<&Token<'_>> = earlier.chain(own).collect();
    let numbers_of = |words: &[&Token<'_>]| -> Vec<i64> {
        let counts = words.iter().filter_map(|word| word.count());
        counts.filter(|n| *n > 0).collect()
    };
    // `The attackers have 14 points, the defender 3, so the odds are 4-1`: its own two numbers are all.
    let own = numbers_of(&own.iter().collect::<Vec<_>>());
    let numbers = match own.len() {
        2 => own,
        _ => numbers_of(&all),
    };
    let fits = |attack: i64, defence: i64| match (high, low) {
        (high, 1) => attack / defence == high,
        (_, low) => attack > 0 && (defence + attack - 1) / attack == low,
    };
    // Both sides may be sums, of numbers one after the other.
    let sum = |from: usize, to: usize| {
        numbers
            .get(from..to)
            .map_or(0, |part| part.iter().sum::<i64>())
    };
    let n = numbers.len();
    // The search below grows with the fourth power of their number.
    if is_changed || !(2..=10).contains(&n) {
        return None;
    }
    let mut splits = (1..n).flat_map(|first| (0..first).map(move |start| (start, first)));
    let is_found = splits.any(|(start, first)| {
        let mut ends = (first..n).flat_map(|from| (from + 1..=n).map(move |to| (from, to)));
        ends.any(|(from, to)| {
            let (one, other) = (sum(start, first), sum(from, to));
            fits(one, other) || fits(other, one)
        })
    });
    if is_found {
        return None;
    }
    let range = one.words.get(place)?.range.start..one.words.get(place + 2)?.range.end;
    let message = format!(
        "no two numbers of the example have odds of {}",
        one.text.get(range.clone())?
    );
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(one.span(range)?, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Whether a rule of the chapter of a block says that the higher number wins.
fn higher_wins(context: &Context<'_>, block: usize) -> bool {
    let chapter = context.chapter(block);
    context.paragraphs().iter().any(|one| {
        let words = context.words(one);
        let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
        context.chapter(one.block) == chapter
            && !context.is_example(one.block)
            && has(&["more", "most", "higher", "highest"])
            && has(&["win", "wins", "winner"])
    })
}

/// `The Romans have 12 points. … The Carthaginians have 9. The Carthaginians win.`
fn winner(context: &Context<'_>, example: &[&Sentence<'_>]) -> Option<Diagnostic> {
    let (at, verdict) = example.iter().enumerate().find_map(|(at, one)| {
        let place = one
            .words
            .iter()
            .position(|word| word.is_word(&["wins", "win", "won"]))
            .filter(|place| (1..=5).contains(place))?;
        let name = one.words.get(..place)?.iter().find(|word| {
            word.is_capitalised() && !word.is_word(&["the", "a", "an", "so", "thus", "therefore"])
        })?;
        Some((at, (name, *one)))
    })?;
    let (name, sentence) = verdict;
    let is_negated = sentence.has(&[
        "not", "no", "neither", "draw", "if", "unless", "nobody", "would",
    ]);
    let mut totals: Vec<(&str, i64, Span)> = Vec::new();
    for one in example.get(..at)? {
        let lead = one.words.iter().take(6).find(|word| {
            word.is_capitalised() && !word.is_word(&["the", "a", "an", "example", "in", "at"])
        });
        let last = one.words.iter().rfind(|word| word.whole().is_some());
        if let (Some(lead), Some(last)) = (lead, last) {
            let span = one.span(last.range.clone())?;
            let total = (lead.text, last.whole()?, span);
            match totals.iter_mut().find(|(known, ..)| *known == lead.text) {
                Some(known) => *known = total,
                None => totals.push(total),
            }
        }
    }
    let [one, other] = totals.as_slice() else {
        return None;
    };
    let (own, loser) = match (one.0 == name.text, other.0 == name.text) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return None,
    };
    if is_negated || own.1 >= loser.1 || !higher_wins(context, sentence.prose.block) {
        return None;
    }
    let message = format!(
        "“{}” cannot win with {} against {}",
        name.text, own.1, loser.1
    );
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(sentence.span(name.range.clone())?, "in the example")
            .label(own.2, "this total")
            .help("correct the example; in the rules the higher number wins")
            .confidence(Confidence::Likely)
            .cite(context.citation(sentence.prose.block)),
    )
}
