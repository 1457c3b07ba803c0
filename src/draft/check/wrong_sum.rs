//! Totals that are compared with the sum of their terms.
//!
//! Reports: E0713.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};

use super::context::{Context, Sentence};
use super::words::Token;

/// A total that is wrong, with its terms.
pub(super) struct Slip {
    pub(super) range: Range<usize>,
    pub(super) terms: Vec<i64>,
    pub(super) written: i64,
}

/// Cure of a wrong number of an example.
pub(super) const LEARNT: &str = "correct one of the numbers: readers learn the rules from examples";

/// Returns the finding about a total; `None` if it is right.
///
/// Reports: E0713.
pub(super) fn report(context: &Context<'_>, one: &Sentence<'_>, slip: &Slip) -> Option<Diagnostic> {
    let sum: i64 = slip.terms.iter().sum();
    if sum == slip.written {
        return None;
    }
    if is_modified(context, one, slip.written - sum) {
        return None;
    }
    let text = sum_of(&slip.terms);
    Some(
        Diagnostic::new(
            Code::WrongSum,
            format!("{text} is {sum}, not {}", slip.written),
        )
        .label(one.span(slip.range.clone())?, "")
        .help(LEARNT)
        .cite(context.citation(one.prose.block)),
    )
}

/// Whether the paragraph has said before that all changes together are the difference: `together +1: he has to roll a 7. He rolls 6 and 3, or
/// 10 in all`.
pub(super) fn is_modified(context: &Context<'_>, one: &Sentence<'_>, difference: i64) -> bool {
    let mut before = context.sentences().filter(|other| {
        other.prose.block == one.prose.block && other.range.start <= one.range.start
    });
    before.any(|other| {
        let words = other.words.as_slice();
        (0..words.len()).any(|at| {
            let value = words.get(at).and_then(Token::signed);
            value == Some(difference) && is_net(words, at)
        })
    })
}

/// The terms of a sum as written: `4 − 1 + 2`.
pub(super) fn sum_of(terms: &[i64]) -> String {
    let mut text = String::new();
    for (at, term) in terms.iter().enumerate() {
        let sign = match (at, *term < 0) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        };
        text.push_str(&format!("{sign}{}", term.abs()));
    }
    text
}

/// Returns a finding at the number that is not the sum.
pub(super) fn report_at(
    context: &Context<'_>,
    one: &Sentence<'_>,
    word: &Token<'_>,
    message: String,
) -> Option<Diagnostic> {
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(one.span(word.range.clone())?, "")
            .help(LEARNT)
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Whether a number with a sign is the total of all changes: `together that is −1`, `all modifiers are +2`, `+4 in all`.
pub(super) fn is_net(words: &[Token<'_>], at: usize) -> bool {
    let is = |place: Option<usize>, any: &[&str]| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let back = |n: usize| at.checked_sub(n);
    let head = words.get(..at).unwrap_or_default();
    let stop = head
        .iter()
        .rposition(|word| word.is_any_mark(&['.', ';', ':', ',']));
    let clause = head
        .get(stop.map_or(0, |stop| stop + 1)..)
        .unwrap_or_default();
    let has = |any: &[&str]| clause.iter().any(|word| word.is_word(any));
    let is_sum = has(&["together", "altogether", "sum", "total", "net"])
        || has(&["all"]) && has(&["changes", "modifiers", "drms"]);
    let is_stated = is(
        back(1),
        &["is", "are", "of", "makes", "make", "gives", "be"],
    );
    is_sum && is_stated
        || is(back(1), &["together", "altogether"])
        || is(back(1), &["all", "total"]) && is(back(2), &["in"])
        || is(back(1), &["is"]) && is(back(2), &["modifier", "drm"])
        || is(Some(at + 1), &["in"]) && is(Some(at + 2), &["all", "total"])
        || is(Some(at + 1), &["altogether", "together"])
}
