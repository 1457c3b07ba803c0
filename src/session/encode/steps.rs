//! Steps of an example of play in prose: what is rolled, what is added, and what comes of it.

use sandtable_draft::keys::Dice;

use super::cells::plain;

/// A table that examples of play may look up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepTable {
    /// Dice whose total is looked up.
    pub(crate) dice: Dice,
    /// Printed words of other keys: a list for each key.
    pub(crate) keys: Vec<Vec<String>>,
    /// Printed results.
    pub(crate) results: Vec<String>,
    /// Words of its title, in small letters.
    pub(crate) title: String,
}

/// One look-up in an example of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// Dice as they are shown; faces with the total that is told, if only the total is.
    pub(crate) faces: Vec<i32>,
    /// Their total.
    pub(crate) rolled: i32,
    /// The number that is looked up.
    pub(crate) total: i32,
    /// By other key: index of the printed word.
    pub(crate) keys: Vec<usize>,
    /// Index of the printed result.
    pub(crate) result: usize,
}

/// Verbs of rolling.
const ROLLS: [&str; 10] = [
    "roll", "rolls", "rolled", "rolling", "throw", "throws", "threw", "shows", "show", "score",
];

/// A word of a text: its small letters, and its place in them.
struct Word<'a> {
    text: &'a str,
    end: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inner = letter.is_alphanumeric() || matches!(letter, '+' | '-' | '=');
        match (start, is_inner) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                if let Some(text) = text.get(from..at) {
                    words.push(Word { text, end: at });
                }
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    words
}

/// The text as it is read: small letters, one kind of dash.
fn folded(text: &str) -> String {
    plain(text).replace(['−', '–', '—', '‑'], "-")
}

/// Reads the steps of an example that look up a table; empty if it has none that is understood.
pub(crate) fn read(text: &str, table: &StepTable) -> Vec<Step> {
    let text = folded(text);
    let words = words(&text);
    let starts: Vec<usize> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| ROLLS.contains(&word.text))
        .map(|(at, _)| at)
        .collect();
    let mut steps: Vec<Step> = Vec::new();
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(words.len());
        let Some(inner) = words.get(start + 1..end) else {
            continue;
        };
        let from = words.get(*start).map_or(0, |word| word.end);
        let to = words.get(end).map_or(text.len(), |word| word.end);
        let Some(after) = text.get(from..to) else {
            continue;
        };
        let before = text.get(..to).unwrap_or_default();
        steps.extend(step(inner, before, after, table));
    }
    steps
}

/// The step after a verb of rolling: `a 7, +1 for the leader, -3 for cover, for a total of 5: an exchange`.
fn step(words: &[Word<'_>], before: &str, after: &str, table: &StepTable) -> Option<Step> {
    let is_d66 = table.dice.is_d66();
    let (n_dice, sides) = match is_d66 {
        true => (2, 6),
        false => (
            usize::try_from(table.dice.count).ok()?,
            i32::try_from(table.dice.sides).ok()?,
        ),
    };
    let mut shown: Vec<i32> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match word.text.parse::<i32>() {
            Ok(value) if !word.text.starts_with(['+', '-']) && shown.len() < n_dice => {
                shown.push(value);
            }
            Ok(_) => break,
            Err(_)
                if matches!(
                    word.text,
                    "a" | "an" | "and" | "the" | "dice" | "die" | "for"
                ) =>
            {
                // `a 4 for a total of 7`
                if word.text == "for" && !shown.is_empty() {
                    break;
                }
            }
            Err(_) if sandtable_draft::keys::dice(word.text) == Some(table.dice) => {}
            Err(_)
                if matches!(
                    word.text,
                    "gets" | "getting" | "scores" | "scoring" | "is" | "of"
                ) => {}
            Err(_) => break,
        }
        at += 1;
    }
    let rolled: i32 = match (is_d66, shown.as_slice()) {
        (true, [tens, ones]) => tens * 10 + ones,
        _ => shown.iter().sum(),
    };
    let faces = match shown.len() {
        0 => return None,
        1 if is_d66 => vec![rolled / 10, rolled % 10],
        n if n == n_dice && shown.iter().all(|face| (1..=sides).contains(face)) => shown,
        1 => faces_of(rolled, n_dice, sides)?,
        _ => return None,
    };
    let total = total(words.get(at..)?, rolled);
    let result = latest_first(after, &table.results)?;
    let keys: Option<Vec<usize>> = table.keys.iter().map(|key| last_of(before, key)).collect();
    Some(Step {
        faces,
        rolled,
        total,
        keys: keys?,
        result,
    })
}

/// Faces of dice with a total; `None` if there are none.
fn faces_of(total: i32, n_dice: usize, sides: i32) -> Option<Vec<i32>> {
    let mut left = total;
    let mut faces = Vec::new();
    for at in 0..n_dice {
        let others = i32::try_from(n_dice - at - 1).ok()?;
        let face = (left - others).min(sides);
        if face < 1 {
            return None;
        }
        faces.push(face);
        left -= face;
    }
    (left == 0).then_some(faces)
}

/// The number that is looked up: the total that is told, else the roll and what is added to it.
fn total(words: &[Word<'_>], rolled: i32) -> i32 {
    let mut added = 0;
    for (at, word) in words.iter().enumerate() {
        let next = |n: usize| {
            words
                .get(at + n)
                .and_then(|word| word.text.parse::<i32>().ok())
        };
        let told = match word.text {
            "total" | "totals" | "totalling" => next(1).or_else(|| next(2)),
            "=" | "makes" | "gives" => next(1),
            _ => None,
        };
        if let Some(told) = told {
            return told;
        }
        match word.text.parse::<i32>() {
            Ok(value) if word.text.starts_with(['+', '-']) => added += value,
            Ok(value) => match at.checked_sub(1).and_then(|at| words.get(at)) {
                Some(verb) if matches!(verb.text, "add" | "adds" | "adding" | "plus" | "+") => {
                    added += value;
                }
                Some(verb) if matches!(verb.text, "subtract" | "subtracts" | "minus" | "less") => {
                    added -= value;
                }
                Some(_) | None => {}
            },
            Err(_) => {}
        }
    }
    rolled + added
}

/// Words that make no difference to a result: `one block is lost` is `one block lost`.
const IDLE: [&str; 11] = [
    "a", "an", "the", "is", "are", "was", "were", "be", "has", "have", "its",
];

/// The words of a text that make a difference, in order.
fn telling(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || "+-".contains(letter)));
    let words = words.map(|word| word.trim_end_matches(['-', '+']));
    words
        .filter(|word| !word.is_empty() && !IDLE.contains(word))
        .collect()
}

/// Index of the first of some words in others, as they follow each other; the plural of a word is the word too.
fn place_of(words: &[&str], sought: &[&str]) -> Option<usize> {
    let is_same = |one: &str, other: &str| one == other || one.strip_suffix('s') == Some(other);
    let mut windows = words.windows(sought.len().max(1));
    windows.position(|window| {
        let mut pairs = window.iter().zip(sought);
        pairs.all(|(one, other)| is_same(one, other))
    })
}

/// The printed words that are first in a text; of several there the longest. What is printed after a colon need not be said:
/// `shaken: Nerve -1` is `shaken`.
fn latest_first(text: &str, printed: &[String]) -> Option<usize> {
    let words = telling(text);
    let found = printed.iter().enumerate().flat_map(|(at, result)| {
        let result = folded(result);
        let short = result.split_once(':').map(|(short, _)| short.to_owned());
        let forms = [Some(result), short].into_iter().flatten();
        let places = forms.filter_map(|form| {
            let sought = telling(&form);
            let is_word = form.chars().any(char::is_alphabetic) && !sought.is_empty();
            let place = place_of(&words, &sought).filter(|_| is_word)?;
            Some((place, usize::MAX - sought.len(), at))
        });
        places.collect::<Vec<_>>()
    });
    found.min().map(|(_, _, at)| at)
}

/// The printed word that is last in a text.
fn last_of(text: &str, printed: &[String]) -> Option<usize> {
    let found = printed.iter().enumerate().filter_map(|(at, words)| {
        let words = folded(words);
        let place = text.rfind(&words).filter(|_| !words.is_empty())?;
        Some((place, words.len(), at))
    });
    found.max().map(|(_, _, at)| at)
}
