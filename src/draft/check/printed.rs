//! Chances that a text states: `27.8 %`, `1 in 6`, `half of all rolls`, `every third roll`.

use std::ops::Range;

use super::words::{Kind, Token};

/// Printed chance with its place.
pub(super) struct Chance {
    pub(super) value: f64,
    /// Chances that are as good: by rounding.
    pub(super) tolerance: f64,
    pub(super) range: Range<usize>,
    pub(super) shown: String,
}

fn is_about(words: &[Token<'_>], at: usize) -> bool {
    let before = words.get(at.saturating_sub(2)..at).unwrap_or_default();
    before.iter().any(|word| {
        word.is_word(&[
            "about",
            "roughly",
            "nearly",
            "almost",
            "approximately",
            "around",
            "some",
            "over",
            "under",
        ]) || word.is_any_mark(&['~', '≈', '>', '<'])
    }) || before.last().is_some_and(|word| word.is_word(&["than"]))
}

/// `one third of all such moves`, `two thirds of the time`.
fn parts(text: &str, words: &[Token<'_>]) -> Vec<Chance> {
    const NAMES: [(&str, &str, f64); 12] = [
        ("half", "halves", 2.0),
        ("third", "thirds", 3.0),
        ("quarter", "quarters", 4.0),
        ("fifth", "fifths", 5.0),
        ("sixth", "sixths", 6.0),
        ("seventh", "sevenths", 7.0),
        ("eighth", "eighths", 8.0),
        ("ninth", "ninths", 9.0),
        ("tenth", "tenths", 10.0),
        ("twelfth", "twelfths", 12.0),
        ("eighteenth", "eighteenths", 18.0),
        ("twentieth", "twentieths", 20.0),
    ];
    let is_part = |word: &Token<'_>| {
        let mut names = NAMES.iter();
        names.any(|(one, many, _)| word.is_word(&[one, many]))
    };
    if !words.iter().any(is_part) {
        return Vec::new();
    }
    let found = words.windows(4).filter_map(|window| {
        let [count, part, of, whole] = window else {
            return None;
        };
        let (.., divisor) = NAMES
            .iter()
            .find(|(one, many, _)| part.is_word(&[one, many]))?;
        let n = count
            .count()
            .or_else(|| count.is_word(&["a"]).then_some(1))?;
        let after = words
            .iter()
            .find(|word| word.range.start > whole.range.start);
        let is_all = whole.is_word(&["all", "such", "cases", "rolls", "throws"])
            || whole.is_word(&["the", "its", "their", "his", "her", "these", "those"])
                && after.is_some_and(|after| after.is_word(&TRIES));
        let range = count.range.start..part.range.end;
        // `at 3-1 in one third and at 4-1 in two thirds`
        let before = words.iter().rfind(|word| word.range.end <= range.start);
        let is_in = before.is_some_and(|before| before.is_word(&["in"]))
            && (of.is_word(&["and", "there", "but"]) || of.is_any_mark(&[',', '.', ';']));
        (of.is_word(&["of"]) && is_all || is_in).then(|| Chance {
            value: n as f64 / divisor,
            tolerance: 1e-9,
            shown: text.get(range.clone()).unwrap_or_default().to_owned(),
            range,
        })
    });
    found.collect()
}

/// Repeated events: a part of them is a chance.
const TRIES: [&str; 16] = [
    "time",
    "cases",
    "rolls",
    "throws",
    "attempts",
    "tries",
    "hits",
    "shots",
    "dice",
    "tests",
    "checks",
    "saves",
    "turns",
    "occasions",
    "attacks",
    "draws",
];

/// `an even chance`, `half the time`.
fn halves(text: &str, words: &[Token<'_>]) -> Vec<Chance> {
    const PHRASES: [&[&str]; 10] = [
        &["half", "of", "all"],
        &["even", "chance"],
        &["chances", "are", "even"],
        &["odds", "are", "even"],
        &["even", "odds"],
        &["even", "money"],
        &["therefore", "even"],
        &["thus", "even"],
        &["half", "the", "time"],
        &["half", "of", "the", "time"],
    ];
    if !words.iter().any(|word| word.is_word(&["half", "even"])) {
        return Vec::new();
    }
    let found = PHRASES.iter().flat_map(|phrase| {
        words.windows(phrase.len()).filter_map(|window| {
            let mut pairs = window.iter().zip(phrase.iter());
            let is_phrase = pairs.all(|(word, part)| word.is_word(std::slice::from_ref(part)));
            let range = window.first()?.range.start..window.last()?.range.end;
            is_phrase.then(|| Chance {
                value: 0.5,
                tolerance: 1e-9,
                shown: text.get(range.clone()).unwrap_or_default().to_owned(),
                range,
            })
        })
    });
    found.collect()
}

/// `every third roll`, `every other one`.
fn every(text: &str, words: &[Token<'_>]) -> Vec<Chance> {
    const ORDER: [(&str, f64); 8] = [
        ("second", 2.0),
        ("other", 2.0),
        ("third", 3.0),
        ("fourth", 4.0),
        ("fifth", 5.0),
        ("sixth", 6.0),
        ("eighth", 8.0),
        ("tenth", 10.0),
    ];
    if !words.iter().any(|word| word.is_word(&["every"])) {
        return Vec::new();
    }
    let found = words.windows(3).filter_map(|window| {
        let [every, nth, what] = window else {
            return None;
        };
        let (_, divisor) = ORDER.iter().find(|(name, _)| nth.is_word(&[name]))?;
        let is_try = what.is_word(&[
            "roll", "throw", "die", "shot", "hit", "attempt", "try", "test",
        ]);
        let range = every.range.start..nth.range.end;
        (every.is_word(&["every"]) && is_try).then(|| Chance {
            value: 1.0 / divisor,
            tolerance: 1e-9,
            shown: text.get(range.clone()).unwrap_or_default().to_owned(),
            range,
        })
    });
    found.collect()
}

/// Words between the two numbers of `3 times in 36`, `1 chance in 6`.
const BETWEEN: [&str; 55] = [
    "check",
    "checks",
    "test",
    "tests",
    "turn",
    "turns",
    "round",
    "rounds",
    "chance",
    "chances",
    "time",
    "times",
    "out",
    "roll",
    "rolls",
    "die",
    "dice",
    "throw",
    "throws",
    "shot",
    "shots",
    "try",
    "tries",
    "case",
    "cases",
    "hit",
    "hits",
    "attempt",
    "attempts",
    "game",
    "games",
    "night",
    "nights",
    "day",
    "days",
    "battle",
    "battles",
    "evening",
    "evenings",
    "fight",
    "fights",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "go",
    "goes",
    "occasion",
    "occasions",
    "season",
    "seasons",
    "draw",
    "draws",
];

/// Chances of a text in the order of their places, none inside another.
pub(super) fn printed_chances(text: &str, words: &[Token<'_>]) -> Vec<Chance> {
    let mut found = halves(text, words);
    found.extend(parts(text, words));
    found.extend(every(text, words));
    found.extend(
        (0..words.len())
            .filter_map(|at| percentage(text, words, at).or_else(|| ratio(text, words, at))),
    );
    // `one half of all rolls` has `half of all` in it.
    found.sort_by_key(|chance| (chance.range.start, usize::MAX - chance.range.end));
    let mut end = 0;
    found.retain(|chance| {
        let is_new = chance.range.start >= end;
        end = end.max(chance.range.end);
        is_new
    });
    found
}

/// `27.8 %`, `twenty per cent`
fn percentage(text: &str, words: &[Token<'_>], at: usize) -> Option<Chance> {
    let token = words.get(at)?;
    let next = words.get(at + 1);
    let is_percent = next.is_some_and(|next| {
        next.is_mark('%')
            || next.is_word(&["percent"])
            || next.is_word(&["per"])
                && words
                    .get(at + 2)
                    .is_some_and(|after| after.is_word(&["cent"]))
    });
    let (value, decimals) = match token.kind {
        Kind::Number { value, decimals } => (value, decimals),
        Kind::Word => (token.count()? as f64, 0),
        Kind::Signed(_) | Kind::Dotted | Kind::Dice(_) | Kind::Fraction(_) | Kind::Mark(_) => {
            return None;
        }
    };
    let step = 10_f64.powi(i32::from(decimals));
    let tolerance = if is_about(words, at) {
        0.025
    } else {
        0.01 / step
    };
    let is_two_words = next.is_some_and(|next| next.is_word(&["per"]));
    let last = words.get(at + 1 + usize::from(is_two_words));
    let range = token.range.start..last.map_or(token.range.end, |last| last.range.end);
    is_percent.then(|| Chance {
        value: value / 100.0,
        tolerance: tolerance * 0.999,
        shown: text.get(range.clone()).unwrap_or_default().to_owned(),
        range,
    })
}

/// `1 in 6`, `5/36`, `1 chance in 6`, `a one-in-six chance`
fn ratio(text: &str, words: &[Token<'_>], at: usize) -> Option<Chance> {
    let token = words.get(at)?;
    let once = token.is_word(&["once"]).then_some(1);
    let part = token.count().or(once)?;
    let mut place = at + 1;
    // `a one-in-six chance`
    let is_joined = words.get(place).is_some_and(|word| word.is_mark('-'));
    place += usize::from(is_joined);
    while words.get(place).is_some_and(|word| word.is_word(&BETWEEN)) {
        place += 1;
    }
    let joint = words.get(place);
    let is_slash = joint.is_some_and(|joint| joint.is_mark('/')) && place == at + 1;
    let is_in = joint.is_some_and(|joint| joint.is_word(&["in"]))
        || place > at + 1 && joint.is_some_and(|joint| joint.is_word(&["of"]));
    let is_joined = is_joined && words.get(place + 1).is_some_and(|word| word.is_mark('-'));
    place += usize::from(is_joined);
    let whole = words.get(place + 1).and_then(Token::count);
    let whole =
        whole.filter(|whole| (is_slash || is_in) && part > 0 && *whole > part && *whole <= 1296)?;
    let ends = words.get(place + 2).is_none_or(|after| {
        !after.is_any_mark(&['/', '%'])
            && !after.is_word(&["inches", "hexes", "inch", "hex", "turns"])
    });
    let is_usual = [6, 10, 12, 20, 36, 100, 216, 8, 4, 2, 3, 18, 9].contains(&whole);
    let last = words.get(place + 1);
    let range = token.range.start..last.map_or(token.range.end, |last| last.range.end);
    (ends && (is_in || is_usual)).then(|| Chance {
        value: part as f64 / whole as f64,
        tolerance: if is_about(words, at) { 0.025 } else { 1e-9 },
        shown: text.get(range.clone()).unwrap_or_default().to_owned(),
        range,
    })
}
