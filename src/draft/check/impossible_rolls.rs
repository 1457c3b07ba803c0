//! Rolls in sentences that the die named before them cannot show: `roll a d6: on 6 or 7`.
//!
//! Reports: E0708.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::Context;
use super::roll_changes::speaks_of_change;
use super::words::{Kind, Token};
use crate::keys::Dice;

/// Reports: E0708.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for prose in context.paragraphs() {
        let words = context.words(&prose);
        let spoken = || spoken_dice(context, &prose.text.plain, words);
        let Some((start, dice)) = only_dice(words).or_else(spoken) else {
            continue;
        };
        if dice.is_d66() || dice.sides > 20 || speaks_of_change(&prose.text.plain, true) {
            continue;
        }
        let Some((range, value)) = out_of_reach(words.get(start..).unwrap_or_default(), dice)
        else {
            continue;
        };
        let message = format!(
            "{dice} cannot roll {value}: it gives {} to {}",
            dice.least(),
            dice.most()
        );
        diagnostics.extend(context.span(&prose, range).map(|span| {
            Diagnostic::new(Code::ImpossibleRoll, message)
                .label(span, "")
                .help("correct the number, or say which modifiers lead here")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block))
        }));
    }
}

/// The only dice that words name, all in digits, and the place after them.
fn only_dice(words: &[Token<'_>]) -> Option<(usize, Dice)> {
    let mut all = words.iter().enumerate().filter_map(|(at, word)| {
        let Kind::Dice(dice) = word.kind else {
            return None;
        };
        Some((at + 1, dice))
    });
    let only = all.next()?;
    let is_other = |word: &Token<'_>| word.is_word(&["die", "dice", "chart", "table"]);
    let is_plain = all.next().is_none() && !words.iter().any(is_other);
    is_plain.then_some(only)
}

/// The dice of words that name none in digits: `roll one die`, and the place after the first of these words.
fn spoken_dice(context: &Context<'_>, text: &str, words: &[Token<'_>]) -> Option<(usize, Dice)> {
    let has_digits = words.iter().any(|word| matches!(word.kind, Kind::Dice(_)));
    let is_die = |word: &Token<'_>| word.is_word(&["die", "dice"]);
    let is_other = |word: &Token<'_>| word.is_word(&["chart", "table"]);
    let at = words.iter().position(is_die)?;
    // Where no sides are named anywhere, the die is not known.
    let is_plain = !has_digits && !words.iter().any(is_other) && !context.sides().is_empty();
    let dice = context.dice_in(text).filter(|_| is_plain)?;
    Some((at + 1, dice))
}

/// The first number after `on` that dice cannot give, and its place.
fn out_of_reach(words: &[Token<'_>], dice: Dice) -> Option<(Range<usize>, i64)> {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if !word.is_word(&["on"]) {
            continue;
        }
        let is_article = |word: &&Token<'_>| word.is_word(&["a", "an"]);
        at += usize::from(words.get(at).filter(is_article).is_some());
        // `on 1, 2 or 3`
        while let Some(value) = words.get(at).and_then(Token::whole) {
            let (number, next) = (words.get(at)?, words.get(at + 1));
            // `0` of a ten-sided die is 10.
            let is_low = value < dice.least() && (value > 0 || !dice.sides.is_multiple_of(10));
            let is_out = value > dice.most() || is_low;
            if is_out && ends(next) {
                return Some((number.range.clone(), value));
            }
            let is_joint = next.is_some_and(|next| {
                next.is_word(&["or", "to"]) || next.is_any_mark(&[',', '-', '–'])
            });
            at += 1 + usize::from(is_joint);
            if !is_joint {
                break;
            }
        }
    }
    None
}

/// Whether a number ends before a token, and is counted in nothing.
fn ends(next: Option<&Token<'_>>) -> bool {
    next.is_none_or(|next| {
        next.is_any_mark(&[',', '.', ';', ':', ')', '-', '–', '+'])
            || next.is_word(&["or", "it", "they", "the"])
    })
}
