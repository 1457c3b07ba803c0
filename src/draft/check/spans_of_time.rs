//! Lengths of time that follow from each other: `each turn is six months`, beside a turn from May to October; `10 turns`, of 25 minutes each,
//! beside a game of 250 minutes.
//!
//! Reports: E0711, E0713.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::calendar::month_of;
use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use super::wrong_sum::report_at;

/// Units of time.
const UNITS: [&str; 7] = ["minut", "hour", "day", "week", "month", "year", "second"];

/// Reports: E0711, E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        let lengths: Vec<Length> = paragraph
            .iter()
            .flat_map(|one| lengths(&one.words))
            .collect();
        let months = lengths.iter().filter(|length| length.unit == "month");
        for length in months {
            for one in paragraph {
                found.extend(months_wrong(context, one, length));
            }
        }
        let [length] = lengths.as_slice() else {
            continue;
        };
        found.extend(whole(context, paragraph, length));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// What one of something lasts: `a turn takes about 25 minutes`.
struct Length {
    noun: String,
    value: i64,
    unit: String,
}

fn lengths(words: &[Token<'_>]) -> Vec<Length> {
    let found = words.iter().enumerate().filter_map(|(at, word)| {
        let is_one = word.is_word(&["a", "each", "every", "one"]);
        let noun = words
            .get(at + 1)
            .filter(|noun| is_one && noun.kind == Kind::Word)?;
        let verb = words.get(at + 2)?;
        let is_verb = verb.is_word(&["is", "takes", "lasts", "represents", "covers", "spans"]);
        let about = words.get(at + 3).filter(|_| is_verb)?;
        let place = at + 3 + usize::from(about.is_word(&["about", "some", "roughly"]));
        let value = words.get(place)?.count()?;
        let unit = stem(words.get(place + 1)?.text);
        UNITS.contains(&unit.as_str()).then(|| Length {
            noun: stem(noun.text),
            value,
            unit,
        })
    });
    found.collect()
}

/// `A Summer turn runs from May to October`, beside turns of another number of months.
fn months_wrong(context: &Context<'_>, one: &Sentence<'_>, length: &Length) -> Option<Diagnostic> {
    let words = one.words.as_slice();
    let mut wrong = words.windows(4).enumerate().filter_map(|(at, window)| {
        let [from, first, to, last] = window else {
            return None;
        };
        let is_span = from.is_word(&["from"]) && to.is_word(&["to", "through", "until"]);
        let (low, high) = (month_of(first).filter(|_| is_span)?, month_of(last)?);
        let n = (high + 12 - low) % 12 + 1;
        let before = words.get(at.checked_sub(3)?..at)?;
        let is_about = before.iter().any(|word| stem(word.text) == length.noun);
        (is_about && i64::try_from(n).ok()? != length.value).then_some((first, last, n))
    });
    let (first, last, n) = wrong.next()?;
    let message = format!(
        "{} to {} are {n} months, not {}",
        first.text, last.text, length.value
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(first.range.start..last.range.end)?, "")
            .help("correct the months or the length of a turn")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `The campaign lasts 10 turns. A turn takes 25 minutes, so the whole campaign takes 250 minutes.`
fn whole(
    context: &Context<'_>,
    paragraph: &[&Sentence<'_>],
    length: &Length,
) -> Option<Diagnostic> {
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
            if noun == length.noun {
                counts.push(value);
            } else if noun == length.unit && is_after && value != length.value {
                totals.push((*one, number, value));
            }
        }
    }
    let ([count], [(one, number, stated)]) = (counts.as_slice(), totals.as_slice()) else {
        return None;
    };
    let product = count * length.value;
    if product == *stated {
        return None;
    }
    let message = format!("{count} times {} is {product}, not {stated}", length.value);
    report_at(context, one, number, message)
}
