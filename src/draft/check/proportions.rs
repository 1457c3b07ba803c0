//! Quantities that follow from what one of something is: `one movement point (MP) is 5 knots`, beside `6 MP therefore are 30 knots`; `10
//! turns`, of 25 minutes each, beside a game of 250 minutes.
//!
//! Reports: E0713.

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use super::wrong_sum::report_at;

/// Maximum number of words between a number and the quantity that follows from it.
const MAX_DISTANCE: usize = 9;

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        let rates: Vec<Rate> = paragraph.iter().flat_map(|one| rates(&one.words)).collect();
        let [rate] = rates.as_slice() else {
            continue;
        };
        for one in paragraph {
            found.extend(converted(context, one, rate));
        }
        found.extend(whole(context, paragraph, rate));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Measure of one of something: `a turn takes about 25 minutes`, `one movement point (MP) is a speed of 5 knots`.
pub(super) struct Rate {
    /// Stems of the last word of its name and of its abbreviation.
    pub(super) nouns: Vec<String>,
    pub(super) value: i64,
    /// Stem.
    pub(super) unit: String,
}

/// The rates of a sentence.
pub(super) fn rates(words: &[Token<'_>]) -> Vec<Rate> {
    let starts = words.iter().enumerate();
    let starts = starts.filter(|(_, word)| word.is_word(&["a", "an", "each", "every", "one"]));
    starts.filter_map(|(at, _)| rate(words, at + 1)).collect()
}

/// The rate that begins with its noun at a place.
fn rate(words: &[Token<'_>], start: usize) -> Option<Rate> {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    let verbs = [
        "is",
        "takes",
        "lasts",
        "represents",
        "covers",
        "spans",
        "stands",
        "equals",
        "shows",
    ];
    let verb = (start + 1..start + 8).find(|place| is(*place, &verbs))?;
    let name = words.get(start..verb)?;
    let bracket = name.iter().position(|word| word.is_mark('('));
    let noun = name.get(..bracket.unwrap_or(name.len()))?.last()?;
    let abbreviation = bracket.and_then(|bracket| name.get(bracket + 1));
    let is_name = name.iter().all(|word| {
        word.kind == Kind::Word && word.count().is_none() || word.is_any_mark(&['(', ')'])
    });
    let mut at = verb + 1;
    at += usize::from(is(at, &["for"]));
    if is(at, &["a", "the"]) && is(at + 2, &["of"]) {
        at += 3;
    }
    at += usize::from(is(at, &["about", "some", "roughly", "exactly"]));
    let value = words.get(at)?.count().filter(|value| *value > 1)?;
    let unit = words.get(at + 1).filter(|unit| unit.kind == Kind::Word)?;
    // `One hex is 5 hexes wide`, `a 6 is 2 hits`
    let nouns: Vec<String> = [Some(noun), abbreviation]
        .into_iter()
        .flatten()
        .map(|word| stem(word.text))
        .collect();
    let unit = stem(unit.text);
    let is_plain = is_name && noun.kind == Kind::Word && !nouns.contains(&unit);
    is_plain.then_some(Rate { nouns, value, unit })
}

/// Numbers with one noun, each with its place: `60 by 45 centimetres`.
fn numbers(words: &[Token<'_>], nouns: &[String]) -> Vec<Vec<(usize, i64)>> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(value) = word.count() else {
            continue;
        };
        let noun = words.get(at + 1);
        if !noun.is_some_and(|noun| noun.kind == Kind::Word && nouns.contains(&stem(noun.text))) {
            continue;
        }
        let mut all = vec![(at, value)];
        let first = at.checked_sub(2).and_then(|first| words.get(first));
        let is_by = at
            .checked_sub(1)
            .and_then(|by| words.get(by))
            .is_some_and(|by| by.is_word(&["by"]) || by.is_any_mark(&['×']));
        if let Some(first) = first.and_then(Token::count).filter(|_| is_by) {
            all.insert(0, (at - 2, first));
        }
        found.push(all);
    }
    found
}

/// `A destroyer with 6 MP therefore steams at 30 knots, and a cruiser with 5 MP at 25 knots.`
fn converted(context: &Context<'_>, one: &Sentence<'_>, rate: &Rate) -> Vec<Diagnostic> {
    let words = one.words.as_slice();
    let (amounts, results) = (
        numbers(words, &rate.nouns),
        numbers(words, std::slice::from_ref(&rate.unit)),
    );
    let mut found = Vec::new();
    for (rank, amount) in amounts.iter().enumerate() {
        let end = amounts.get(rank + 1).and_then(|next| next.first());
        let end = end.map_or(words.len(), |(at, _)| *at);
        let Some((last, _)) = amount.last() else {
            continue;
        };
        let result = results.iter().find(|result| {
            let first = result.first().map_or(0, |(at, _)| *at);
            first > *last && first < end && first - last <= MAX_DISTANCE
        });
        for ((_, n), (at, stated)) in amount.iter().zip(result.into_iter().flatten()) {
            let product = n * rate.value;
            let word = words.get(*at).filter(|_| product != *stated);
            let message = format!("{n} times {} is {product}, not {stated}", rate.value);
            found.extend(word.and_then(|word| report_at(context, one, word, message)));
        }
    }
    found
}

/// `The campaign lasts 10 turns. A turn takes 25 minutes, so the whole campaign takes 250 minutes.`
fn whole(context: &Context<'_>, paragraph: &[&Sentence<'_>], rate: &Rate) -> Option<Diagnostic> {
    let mut counts = Vec::new();
    let mut totals = Vec::new();
    for one in paragraph {
        let mut is_after = false;
        for pair in one.words.windows(2) {
            let [number, noun] = pair else {
                continue;
            };
            is_after |= number.is_word(&["so", "therefore", "thus", "whole", "altogether"]);
            let Some(value) = number.count().filter(|value| *value > 1) else {
                continue;
            };
            let noun = stem(noun.text);
            if rate.nouns.contains(&noun) {
                counts.push(value);
            } else if noun == rate.unit && is_after && value != rate.value {
                totals.push((*one, number, value));
            }
        }
    }
    let ([count], [(one, number, stated)]) = (counts.as_slice(), totals.as_slice()) else {
        return None;
    };
    let product = count * rate.value;
    if product == *stated {
        return None;
    }
    let message = format!("{count} times {} is {product}, not {stated}", rate.value);
    report_at(context, one, number, message)
}
