//! Numbers that a sentence gives a meaning each, where two have the same: `1 is north, 2 is northwest, … and 6 is northwest`.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::words::{Kind, Token};

/// Minimum number of meanings.
const MIN_MEANINGS: usize = 4;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    diagnostics.extend(context.sentences().flat_map(|one| twice(context, one)));
}

fn twice(context: &Context<'_>, one: &Sentence<'_>) -> Vec<Diagnostic> {
    let words = one.words.as_slice();
    let meanings: Vec<(i64, &Token<'_>)> = words
        .windows(4)
        .filter_map(|window| {
            let [number, is, meaning, end] = window else {
                return None;
            };
            let is_whole = end.is_any_mark(&[',', ';', '.']) || end.is_word(&["and"]);
            let is_meaning = is.is_word(&["is", "means"]) && meaning.kind == Kind::Word;
            Some((number.whole().filter(|_| is_meaning && is_whole)?, meaning))
        })
        .collect();
    let numbers = meanings.iter().map(|(number, _)| *number);
    let is_list = numbers
        .clone()
        .zip(numbers.skip(1))
        .all(|(one, next)| next == one + 1);
    if meanings.len() < MIN_MEANINGS || !is_list {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, (number, meaning)) in meanings.iter().enumerate() {
        let before = meanings.get(..at).unwrap_or_default();
        let first = before
            .iter()
            .find(|(_, other)| other.text.eq_ignore_ascii_case(meaning.text));
        let Some((first, other)) = first else {
            continue;
        };
        let message = format!("both {first} and {number} are “{}”", meaning.text);
        let labels = one
            .span(other.range.clone())
            .zip(one.span(meaning.range.clone()));
        found.extend(labels.map(|(other, own)| {
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(other, first.to_string())
                .label(own, number.to_string())
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block))
        }));
    }
    found
}
