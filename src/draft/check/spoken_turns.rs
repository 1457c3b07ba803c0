//! Lengths of the game in the sentences of a text.

use super::spoken::{Spoken, Subject};
use super::words::Token;

/// `fifth` is 5.
fn ordinal(word: &str) -> Option<i64> {
    const WORDS: [&str; 9] = [
        "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    ];
    let at = WORDS
        .iter()
        .position(|known| word.eq_ignore_ascii_case(known))?;
    i64::try_from(at + 4).ok()
}

/// `A game is played over 10 rounds`, whatever ends it earlier.
fn played_over<'a>(words: &[Token<'_>]) -> Option<Spoken<'a>> {
    words.windows(4).find_map(|window| {
        let [played, over, number, turns] = window else {
            return None;
        };
        let is_length = played.is_word(&["played"]) && over.is_word(&["over", "for"]);
        let is_rounds = turns.is_word(&["rounds"]);
        let is_turns = is_rounds || turns.is_word(&["turns", "game-turns"]);
        let value = number.count().filter(|_| is_length && is_turns)?;
        let what = if is_rounds { "rounds" } else { "" };
        Some((Subject::Turns, what, value, number.range.clone()))
    })
}

/// `The game lasts 8 turns`, `the game ends after turn 10`.
pub(super) fn turns_in<'a>(words: &[Token<'_>]) -> Vec<Spoken<'a>> {
    let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
    // `the higher total after eight turns wins`
    let is_score = has(&["wins", "win"]) && has(&["total", "points", "score", "most"]);
    let is_game = is_score || has(&["game", "games", "battle", "match"]);
    // `if the game ends after turn 10`: how it ends without the rest of the sentence.
    let is_end = |at: usize| {
        let is =
            |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
        is(at + 1, &["the"])
            && is(at + 2, &["game"])
            && is(at + 3, &["ends"])
            && is(at + 4, &["after"])
    };
    // `at the end of the ninth turn`
    let is_last = |at: usize| {
        let is =
            |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
        is(at + 1, &["the"]) && is(at + 2, &["end"]) && is(at + 3, &["of"])
    };
    // `unless the scenario says otherwise`; `ends after eight rounds, or when the last unit is gone`: what else may end it.
    let n_turns = words
        .iter()
        .position(|word| word.is_word(&["turns", "rounds", "game-turns"]))
        .filter(|_| {
            words
                .iter()
                .any(|word| word.is_word(&["lasts", "ends", "end", "last"]))
        });
    let is_case = words.iter().enumerate().any(|(at, word)| {
        let is_of_the_end =
            word.is_word(&["if"]) && is_end(at) || word.is_word(&["at"]) && is_last(at);
        let is_later = n_turns.is_some_and(|n_turns| {
            let first = words.get(n_turns + 1);
            let is_joint =
                first.is_some_and(|first| first.is_mark(',') || first.is_word(&["unless", "or"]));
            at > n_turns && is_joint
        });
        !is_of_the_end
            && !is_later
            && word.is_word(&[
                "if",
                "unless",
                "tournament",
                "shorter",
                "longer",
                "optional",
                "may",
                "or",
                "example",
                "scenario",
                "at",
                "least",
                "before",
                "until",
                "roll",
                "rolls",
            ])
    });
    if let Some(spoken) = played_over(words) {
        return vec![spoken];
    }
    let is_length = words.iter().any(|word| {
        word.is_word(&[
            "lasts",
            "last",
            "covers",
            "ends",
            "end",
            "over",
            "after",
            "length",
            "continues",
        ])
    });
    if !is_game || is_case || !is_length {
        return Vec::new();
    }
    let found = words.iter().enumerate().filter_map(|(at, word)| {
        let next = words.get(at + 1);
        let is_after = at
            .checked_sub(2)
            .and_then(|before| words.get(before))
            .is_some_and(|before| before.is_word(&["after", "of", "with"]));
        // `after the fifth turn`
        let nth = ordinal(word.text).filter(|_| {
            is_after && next.is_some_and(|next| next.is_word(&["turn", "round", "game-turn"]))
        });
        if let Some(value) = nth {
            let is_round = next.is_some_and(|next| next.is_word(&["round"]));
            let what = if is_round { "rounds" } else { "" };
            return Some((Subject::Turns, what, value, word.range.clone()));
        }
        let value = word.count()?;
        let is_game_turns = next.is_some_and(|next| next.is_word(&["game"]))
            && words.get(at + 2).is_some_and(|mark| mark.is_mark('-'))
            && words
                .get(at + 3)
                .is_some_and(|turns| turns.is_word(&["turns"]));
        let is_turns = is_game_turns
            || next.is_some_and(|next| next.is_word(&["turns", "game-turns"]))
            || next.is_some_and(|next| next.is_word(&["game", "full", "complete"]))
                && words
                    .iter()
                    .skip(at + 2)
                    .take(2)
                    .any(|after| after.is_word(&["turns"]));
        let is_turn = at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|before| before.is_word(&["turn", "game-turn"]));
        let is_rounds = next.is_some_and(|next| next.is_word(&["rounds"]));
        // A game may count both: turns are compared with turns, rounds with rounds.
        let what = if is_rounds { "rounds" } else { "" };
        (is_turns || is_turn || is_rounds)
            .then(|| (Subject::Turns, what, value, word.range.clone()))
    });
    let found: Vec<Spoken<'a>> = found.collect();
    if found.len() == 1 { found } else { Vec::new() }
}
