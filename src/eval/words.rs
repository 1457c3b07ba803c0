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

/// Outcomes side by side, with what happens in all of them told once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldApart {
    /// What happens in all, a line for each unit; nothing if there is nothing, or only one outcome.
    pub in_all: Vec<String>,
    /// By outcome: what else, as [`outcome_lines`]; at least one line.
    pub each: Vec<Vec<String>>,
}

/// Tells outcomes apart by that in which they differ. What was refused stands for itself.
pub fn told_apart<'a>(
    parts: &[OutcomePart],
    outcomes: impl Iterator<Item = &'a [i32]> + Clone,
    units: &[String],
) -> ToldApart {
    let is_done = |outcome: &&[i32]| {
        let refused = |(part, value): (&OutcomePart, &i32)| {
            matches!(part, OutcomePart::Refused) && *value != 0
        };
        !parts.iter().zip(*outcome).any(refused)
    };
    let done = outcomes.clone().filter(is_done);
    let is_shared = |at: usize| {
        let is_track = matches!(parts.get(at), Some(OutcomePart::Track { .. }));
        let mut values = done.clone().map(|outcome| outcome.get(at));
        let first = values.next();
        is_track && values.all(|value| Some(value) == first)
    };
    let several = done.clone().nth(1).is_some();
    let shared: Vec<bool> = (0..parts.len())
        .map(|at| several && is_shared(at))
        .collect();
    let is_in_all = |at: usize| shared.get(at).copied().unwrap_or(false);
    let in_all = done.clone().next().map_or_else(Vec::new, |outcome| {
        unit_lines(parts, outcome, units, is_in_all)
    });
    let each = outcomes.map(|outcome| {
        let mut lines = lines(parts, outcome, units, |at| !is_in_all(at));
        if lines.is_empty() {
            lines.push(
                match parts
                    .iter()
                    .any(|part| matches!(part, OutcomePart::Track { .. }))
                {
                    false => "played to the end of the rules",
                    true if in_all.is_empty() => "no effect",
                    true => "nothing else",
                }
                .to_owned(),
            );
        }
        lines
    });
    ToldApart {
        each: each.collect(),
        in_all,
    }
}

/// As [`outcome_words`], with a line for each unit: what has come out, `Sherman: movement hits 1, destroyed`.
pub fn outcome_lines(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> Vec<String> {
    let lines = lines(parts, outcome, units, |_| true);
    let has_tracks = |part: &OutcomePart| matches!(part, OutcomePart::Track { .. });
    if lines.is_empty() && parts.iter().any(has_tracks) {
        return vec!["no effect".to_owned()];
    }
    lines
}

/// What has come out, and a line for each unit with those of its changed tracks that are to be told.
fn lines(
    parts: &[OutcomePart],
    outcome: &[i32],
    units: &[String],
    is_told: impl Fn(usize) -> bool,
) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (part, value) in parts.iter().zip(outcome) {
        match part {
            OutcomePart::Refused if *value != 0 => return vec!["refused".to_owned()],
            OutcomePart::Refused | OutcomePart::Track { .. } => {}
            OutcomePart::Ended => words.extend(ending(*value, units)),
            OutcomePart::Value(shown) | OutcomePart::Reported { shown, .. } => {
                words.push(show(*value, shown, units));
            }
            OutcomePart::Condition => words.push(show(*value, &Shown::Flag, units)),
        }
    }
    let mut lines = Vec::new();
    if !words.is_empty() {
        lines.push(words.join(", "));
    }
    lines.extend(unit_lines(parts, outcome, units, is_told));
    lines
}

/// A line for each unit: those of its tracks that have changed and are to be told.
fn unit_lines(
    parts: &[OutcomePart],
    outcome: &[i32],
    units: &[String],
    is_told: impl Fn(usize) -> bool,
) -> Vec<String> {
    let mut changed: Vec<(usize, String)> = Vec::new();
    for (at, (part, value)) in parts.iter().zip(outcome).enumerate() {
        if let OutcomePart::Track {
            unit,
            title,
            shown,
            start,
            ..
        } = part
            && value != start
            && is_told(at)
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
    // Stable: the tracks of one unit keep their order.
    changed.sort_by_key(|(unit, _)| *unit);
    let of_units = changed.chunk_by(|(one, _), (other, _)| one == other);
    of_units
        .map(|of_one| {
            let unit = of_one.first().and_then(|(unit, _)| units.get(*unit));
            let texts: Vec<&str> = of_one.iter().map(|(_, text)| text.as_str()).collect();
            format!("{}: {}", unit.map_or("", String::as_str), texts.join(", "))
        })
        .collect()
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
