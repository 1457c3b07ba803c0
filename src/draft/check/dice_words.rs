//! Dice whose sides are given in words: `a ten-sided die`, `two dice with six sides`.

use super::words::Token;
use crate::keys::Dice;

/// The only dice whose sides are given in words: `a ten-sided die`, `two six-sided dice`; an inner `None` if there are several, an outer
/// one if there are none.
pub(super) fn sided_dice(words: &[Token<'_>]) -> Option<Option<Dice>> {
    let mut found: Option<Dice> = None;
    for (at, window) in words.windows(4).enumerate() {
        let [_, _, _, noun] = window else {
            continue;
        };
        let (Some(sides), true) = (
            window
                .get(..3)
                .and_then(|sided_words| sided(sided_words).first().copied()),
            noun.is_word(&["die", "dice"]),
        ) else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let count = match before {
            _ if noun.is_word(&["die"]) => Some(1),
            Some(before) if before.is_word(&["both"]) => Some(2),
            Some(before) => before.count().and_then(|count| u32::try_from(count).ok()),
            None => None,
        };
        let dice = count
            .filter(|count| (1..=6).contains(count))
            .map(|count| Dice {
                count,
                sides,
                added: 0,
            });
        let Some(dice) = dice else {
            return Some(None);
        };
        if found.is_some_and(|known| known != dice) {
            return Some(None);
        }
        found = Some(dice);
    }
    found.map(Some)
}

/// Sides of dice in words: `ten-sided`, `20-sided`.
pub(super) fn sided(words: &[Token<'_>]) -> Vec<u32> {
    let mut found = Vec::new();
    for (at, window) in words.windows(3).enumerate() {
        let [number, mark, sided] = window else {
            continue;
        };
        // `two dice with six sides`
        let is_with = sided.is_word(&["sides"])
            && number.is_word(&["with", "of"])
            && at
                .checked_sub(1)
                .and_then(|before| words.get(before))
                .is_some_and(|before| before.is_word(&["die", "dice"]));
        let sides = if mark.is_mark('-') && sided.is_word(&["sided"]) {
            number.count()
        } else if is_with {
            mark.count()
        } else {
            None
        };
        found.extend(sides.and_then(|value| u32::try_from(value).ok()));
    }
    found
}

/// Words for how a die looks, which do not change what it rolls.
pub(super) const LOOKS: [&str; 16] = [
    "white", "black", "red", "blue", "green", "yellow", "grey", "gray", "brown", "purple",
    "orange", "coloured", "colored", "ordinary", "normal", "standard",
];
