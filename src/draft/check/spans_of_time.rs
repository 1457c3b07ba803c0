//! Spans against their length: `each turn is six months`, beside a turn from May to October; `six Game Turns, 7 to 12`.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::calendar::month_of;
use super::context::{Context, Sentence};
use super::proportions::{Rate, rates};
use super::reported::Reported;
use super::words::stem;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        let lengths = paragraph.iter().flat_map(|one| rates(&one.words));
        for length in lengths.filter(|length| length.unit == "month") {
            for one in paragraph {
                found.extend(months_wrong(context, one, &length));
            }
        }
    }
    found.extend(all.iter().filter_map(|one| turns_wrong(context, one)));
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A number of turns, followed by the numbers of the first and the last of them: `lasts six Game Turns, 7 to 12.`
fn turns_wrong(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = one.words.as_slice();
    let (count, noun, first, last) = words.iter().enumerate().find_map(|(at, noun)| {
        let is_noun = noun.is_word(&["turns", "rounds"]);
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_joined = before.is_some_and(|before| before.is_word(&["game"]));
        let count = words.get(at.checked_sub(1 + usize::from(is_joined))?)?;
        let lead = words.get(at + 1)?.is_any_mark(&[',', '(']);
        let [first, to, last, end] = words.get(at + 2..at + 6)? else {
            return None;
        };
        let is_span = to.is_word(&["to", "through"]) || to.is_any_mark(&['-', '–']);
        let is_end = end.is_any_mark(&[',', ')', '.', ';']);
        let (n, low, high) = (count.count()?, first.whole()?, last.whole()?);
        let is_wrong = low < high && high.checked_sub(low)?.checked_add(1)? != n;
        (is_noun && lead && is_span && is_end && is_wrong).then_some((n, noun, first, last))
    })?;
    let n = last.whole()? - first.whole()? + 1;
    let (low, high) = (first.text, last.text);
    let message = format!(
        "{low} to {high} are {n} {}, not {count}",
        noun.text.to_lowercase()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(first.range.start..last.range.end)?, "")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `A Summer turn runs from May to October`, beside turns of another number of months.
fn months_wrong(context: &Context<'_>, one: &Sentence<'_>, length: &Rate) -> Option<Diagnostic> {
    let words = one.words.as_slice();
    let mut wrong = words.windows(4).enumerate().filter_map(|(at, window)| {
        let [from, first, to, last] = window else {
            return None;
        };
        let is_span = from.is_word(&["from"]) && to.is_word(&["to", "through", "until"]);
        let (low, high) = (month_of(first).filter(|_| is_span)?, month_of(last)?);
        let n = (high + 12 - low) % 12 + 1;
        let before = words.get(at.checked_sub(3)?..at)?;
        let is_about = before
            .iter()
            .any(|word| length.nouns.contains(&stem(word.text)));
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
