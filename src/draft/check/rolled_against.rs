//! Rolls against a value of a unit: whether the roll must reach it or stay below it.

use super::context::Context;
use super::words::stem;

/// Whether a roll against a value must be equal to or less than it, or at least as high; `None` if no rule says so, or two say different things.
pub(super) fn direction(context: &Context<'_>, value: &str) -> Option<bool> {
    let mut known = None;
    for one in context.sentences() {
        let words = &one.words;
        let Some(at) = words
            .iter()
            .position(|word| word.is_capitalised() && stem(word.text) == value)
        else {
            continue;
        };
        let head = words.get(at.saturating_sub(5)..at).unwrap_or_default();
        let is_equal = words
            .iter()
            .any(|word| word.is_word(&["equal", "equals", "equalling"]));
        let has = |any: &[&str]| head.iter().any(|word| word.is_word(any));
        let own = if is_equal && has(&["less", "lower", "under"]) {
            true
        } else if is_equal && has(&["more", "higher", "greater", "exceeds", "exceed"]) {
            false
        } else {
            continue;
        };
        if known.is_some_and(|known| known != own) {
            return None;
        }
        known = Some(own);
    }
    known
}
