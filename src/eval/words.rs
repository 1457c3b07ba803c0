//! Values, faces and outcomes in the players' words, and faces back out of words.

use crate::ir::{NONE, OutcomePart, Pool, Shown};
use crate::model::Thrown;

/// A value in the players' words. `units` are the titles of the cast; a unit that is not among them is shown by its place.
pub fn show(value: i32, shown: &Shown, units: &[String]) -> String {
    if value == NONE {
        return "none".to_owned();
    }
    match shown {
        Shown::Number(None) => value.to_string(),
        Shown::Unit => usize::try_from(value)
            .ok()
            .and_then(|at| units.get(at).cloned())
            .unwrap_or_else(|| value.to_string()),
        Shown::Number(Some("hexes")) if value == 1 => "1 hex".to_owned(),
        Shown::Number(Some("inches")) if value == 1 => "1 inch".to_owned(),
        Shown::Number(Some(unit)) => format!("{value} {unit}"),
        Shown::Dice => Thrown::of_value(value).map_or_else(String::new, |dice| dice.to_string()),
        Shown::Place(Some(places)) => places.0.board.name(value),
        Shown::Place(None) => value.to_string(),
        Shown::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Shown::Words(words) => usize::try_from(value)
            .ok()
            .and_then(|at| words.get(at).cloned())
            .unwrap_or_else(|| value.to_string()),
    }
}

/// What an outcome means in the players' words: `hit`, `Sherman: movement hits 1, destroyed`, `no effect`.
pub fn outcome_words(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> String {
    outcome_lines(parts, outcome, units).join(", ")
}

/// As [`outcome_words`], of a game: where nothing else is to be told, it was played to its end.
pub fn ending_words(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> String {
    match outcome_words(parts, outcome, units) {
        words if words.is_empty() => "played to the end of the rules".to_owned(),
        words => words,
    }
}

/// As [`outcome_words`], with a line for each unit: what has come out, `Sherman: movement hits 1, destroyed`.
pub fn outcome_lines(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut tracks = false;
    for (part, value) in parts.iter().zip(outcome) {
        match part {
            OutcomePart::Refused if *value != 0 => return vec!["refused".to_owned()],
            OutcomePart::Refused => {}
            OutcomePart::Ended => words.extend(ending(*value, units)),
            OutcomePart::Value(shown) | OutcomePart::Reported { shown, .. } => {
                words.push(show(*value, shown, units));
            }
            OutcomePart::Condition => words.push(show(*value, &Shown::Flag, units)),
            OutcomePart::Track { .. } => tracks = true,
        }
    }
    let mut lines = Vec::new();
    if !words.is_empty() {
        lines.push(words.join(", "));
    }
    if !tracks {
        return lines;
    }
    let mut changed: Vec<(usize, String)> = Vec::new();
    for (part, value) in parts.iter().zip(outcome) {
        if let OutcomePart::Track {
            unit,
            title,
            shown,
            start,
            ..
        } = part
            && value != start
        {
            let title = title.to_lowercase();
            let text = match (shown, value) {
                (Shown::Flag, 1) => title,
                (Shown::Flag, _) => format!("not {title}"),
                _ => format!("{title} {}", show(*value, shown, units)),
            };
            changed.push((*unit, text));
        }
    }
    if changed.is_empty() && lines.is_empty() {
        return vec!["no effect".to_owned()];
    }
    // Stable: the tracks of one unit keep their order.
    changed.sort_by_key(|(unit, _)| *unit);
    for of_one in changed.chunk_by(|(one, _), (other, _)| one == other) {
        let unit = of_one.first().and_then(|(unit, _)| units.get(*unit));
        let texts: Vec<&str> = of_one.iter().map(|(_, text)| text.as_str()).collect();
        lines.push(format!(
            "{}: {}",
            unit.map_or("", String::as_str),
            texts.join(", ")
        ));
    }
    lines
}

/// How a game has ended: `won by Red`; nothing while it goes on.
pub(super) fn ending(winner: i32, units: &[String]) -> Option<String> {
    let unit = usize::try_from(winner).ok().and_then(|at| units.get(at));
    match (winner, unit) {
        (NONE, _) => None,
        (_, Some(unit)) => Some(format!("the game ends, won by {unit}")),
        (_, None) => Some("the game ends".to_owned()),
    }
}

/// The face of a die by its word or number.
pub fn face_value(pool: &Pool, faces: &[i32], word: &str) -> Option<i32> {
    let value = if pool.words.is_empty() {
        word.parse().ok()?
    } else {
        let at = pool.words.iter().position(|known| known == word)?;
        i32::try_from(at).ok()?
    };
    faces.contains(&value).then_some(value)
}

/// Every face of a die in words, each once.
pub fn face_words(pool: &Pool, faces: &[i32]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for face in faces {
        let word = face_word(pool, *face);
        if !known.contains(&word) {
            known.push(word);
        }
    }
    known
}

/// The word or number of a face.
pub fn face_word(pool: &Pool, face: i32) -> String {
    usize::try_from(face)
        .ok()
        .and_then(|at| pool.words.get(at).cloned())
        .unwrap_or_else(|| face.to_string())
}
