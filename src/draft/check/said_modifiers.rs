//! Modifiers of a roll that a sentence states or whose circumstance it names.

use std::collections::BTreeSet;

use super::context::{Context, Sentence};
use super::words::{Kind, Token, stem, tokens};

/// Numbers that may be added to a roll: those with a sign, and those after `add` and its like.
pub(super) fn shifts(words: &[Token<'_>]) -> Vec<i64> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if let Some(value) = word.signed() {
            found.push(value);
        }
        let is_change = word.is_word(&["add", "adds", "plus", "minus", "subtract", "subtracts"]);
        let next = words.get(at + 1).and_then(Token::count);
        found.extend(next.filter(|_| is_change));
    }
    found
}

/// Values of a rating with a name, which may be added to a roll: `With a Law of 4 and nothing else to add`.
pub(super) fn ratings(words: &[Token<'_>]) -> Vec<i64> {
    let found = words.windows(3).filter_map(|window| match window {
        [name, of, value] if name.is_capitalised() && of.is_word(&["of"]) => value.whole(),
        _ => None,
    });
    found.collect()
}

/// Words that say little: they are in sentences about any result.
const COMMON: [&str; 42] = [
    "unit", "units", "turn", "turns", "round", "roll", "rolls", "effect", "result", "chance",
    "player", "time", "times", "case", "cases", "phase", "model", "figure", "the", "they", "them",
    "that", "this", "and", "for", "with", "its", "his", "her", "their", "then", "than", "not",
    "all", "one", "two", "has", "have", "are", "was", "from", "will",
];

pub(super) fn stems_of(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words
        .iter()
        .filter(|word| word.kind == Kind::Word && word.text.len() >= 3 && !word.is_word(&COMMON));
    words.map(|word| stem(word.text)).collect()
}

/// Returns the modifiers of the circumstances that a clause names, from the tables of its chapter and the sentences of its section:
/// `At Full it sinks one time in two`.
pub(super) fn named_modifiers(context: &Context<'_>, part: &Sentence<'_>) -> Vec<i64> {
    let said = stems_of(&part.words);
    let chapter = context.chapter(part.prose.block);
    let mut found = Vec::new();
    // `Subtract 1 if your own boat is at Full.`
    for one in context.sentences() {
        let is_here = context.home(one.prose.block) == context.home(part.prose.block);
        let is_itself =
            one.prose.block == part.prose.block && one.range.contains(&part.range.start);
        if is_here && !is_itself && !said.is_disjoint(&stems_of(&one.words)) {
            found.extend(shifts(&one.words));
        }
    }
    for (_, grid) in context
        .grids()
        .filter(|(block, _)| context.chapter(*block) == chapter)
    {
        for row in grid.body_rows() {
            let label = stems_of(&tokens(grid.text(row, 0)));
            if label.is_empty() || !label.iter().all(|stem| said.contains(stem)) {
                continue;
            }
            let cells = (1..grid.n_columns).map(|column| tokens(grid.text(row, column)));
            found.extend(cells.filter_map(|cell| cell.first()?.signed()));
        }
    }
    found
}
