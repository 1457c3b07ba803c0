//! Text of values, faces and outcomes, and parsing of faces.

use sandtable_ir::{NONE, OutcomePart, Pool, Shown, winners};
use sandtable_model::DiceValue;
use sandtable_model::board::Measure;

/// Returns the text of a value. `units` are the titles of the cast; a unit that is not among them is shown by its index.
pub fn show(value: i32, shown: &Shown, units: &[String]) -> String {
    if value == NONE {
        return "none".to_owned();
    }
    match shown {
        Shown::Number(None) => value.to_string(),
        Shown::Parts(parts) => parts.text(value),
        Shown::Unit => unit_titles(value, units).unwrap_or_else(|| value.to_string()),
        Shown::Number(Some(unit)) => {
            let measure = Measure::ALL.into_iter().find(|known| known.word() == *unit);
            match measure.filter(|_| value == 1) {
                Some(measure) => format!("1 {}", measure.singular()),
                None => format!("{value} {unit}"),
            }
        }
        Shown::Dice => DiceValue::of_value(value).map_or_else(String::new, |dice| dice.to_string()),
        Shown::Place(Some(places)) => places.0.board.name(value),
        Shown::Side(Some(places)) => places.0.board.side_name(value),
        Shown::Place(None) | Shown::Side(None) => value.to_string(),
        Shown::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Shown::Words(words) => usize::try_from(value)
            .ok()
            .and_then(|at| words.get(at).cloned())
            .unwrap_or_else(|| value.to_string()),
    }
}

/// Returns the text of an outcome: `hit`, `Sherman: movement hits 1, destroyed`, `no effect`.
pub fn outcome_words(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> String {
    outcome_lines(parts, outcome, units).join(", ")
}

/// As [`outcome_words`], for a game: without another report, the text is that it ended.
pub fn ending_words(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> String {
    Outcome::of(parts, outcome, units).to_string()
}

/// As [`outcome_words`], with a line for the result and one for the changes of each unit, `Sherman: movement hits 1, destroyed`.
pub fn outcome_lines(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> Vec<String> {
    let outcome = Outcome::of(parts, outcome, units);
    let mut lines = outcome.told();
    if lines.is_empty() {
        lines.extend(outcome.nothing.map(str::to_owned));
    }
    lines
}

/// The text of an outcome, in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Text of each value.
    words: Vec<String>,
    /// Changed tracks, grouped by unit.
    changes: Vec<Change>,
    /// Text if there are neither values nor changes, for outcomes that can have them.
    nothing: Option<&'static str>,
}

/// A track whose value at the end differs from that at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    /// Index into the cast, where several may have the same title.
    unit: usize,
    title: String,
    /// `movement hits 1`
    text: String,
}

impl Outcome {
    /// Returns the text of an outcome of a program.
    pub fn of(parts: &[OutcomePart], outcome: &[i32], units: &[String]) -> Self {
        let mut told = Self {
            words: Vec::new(),
            changes: Vec::new(),
            nothing: None,
        };
        // Spare units, whose other tracks say nothing.
        let mut out_of_play = Vec::new();
        for (part, value) in parts.iter().zip(outcome) {
            match part {
                OutcomePart::Refused if *value != 0 => return Self::from("refused".to_owned()),
                OutcomePart::Refused => {}
                OutcomePart::Ended => told.words.extend(ending(*value, units)),
                OutcomePart::Value(shown) => told.words.push(show(*value, shown, units)),
                OutcomePart::Reported { shown, name, .. } => {
                    let value = show(*value, shown, units);
                    told.words.push(match name {
                        Some(name) => format!("{name} {value}"),
                        None => value,
                    });
                }
                OutcomePart::Condition => told.words.push(show(*value, &Shown::Flag, units)),
                OutcomePart::Track {
                    unit,
                    title,
                    shown,
                    start,
                    is_spare,
                    ..
                } => {
                    told.nothing = Some("no effect");
                    if *is_spare && *value != 0 {
                        out_of_play.push(*unit);
                    } else if value != start {
                        let name = units.get(*unit);
                        debug_assert!(name.is_some(), "a unit of the cast");
                        told.changes.push(Change {
                            unit: *unit,
                            title: name.map_or_else(|| unit.to_string(), String::clone),
                            text: match is_spare {
                                true => "in play".to_owned(),
                                false => change(title, *value, shown, units),
                            },
                        });
                    }
                }
            }
        }
        told.changes
            .retain(|change| !out_of_play.contains(&change.unit));
        // A stable sort keeps the order of the tracks of one unit.
        told.changes.sort_by_key(|change| change.unit);
        told
    }

    /// Returns a line for the values, and one for each unit; none if there is nothing to say.
    pub fn told(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.words.is_empty() {
            lines.push(self.words.join(", "));
        }
        lines.extend(unit_lines(&self.changes));
        lines
    }

    /// Returns a line for the values, and one for each unit; for a game without another report, that it ended.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = self.told();
        if lines.is_empty() {
            let nothing = self.nothing.unwrap_or("the sequence ends");
            lines.push(nothing.to_owned());
        }
        lines
    }
}

impl From<String> for Outcome {
    /// Wraps a finished text.
    fn from(words: String) -> Self {
        Self {
            words: vec![words],
            changes: Vec::new(),
            nothing: None,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.lines().join(", "))
    }
}

/// Texts of several outcomes, with the changes that all have in common factored out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldApart {
    /// Changes that all outcomes have in common, a line for each unit; empty for a single outcome.
    pub in_all: Vec<String>,
    /// By outcome: its other changes, as [`Outcome::lines`].
    pub each: Vec<Vec<String>>,
}

impl ToldApart {
    /// Factors out the common changes of outcomes.
    pub fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome> + Clone) -> Self {
        let mut others = outcomes.clone();
        let in_all = match (others.next(), others.clone().next()) {
            (Some(first), Some(_)) => first
                .changes
                .iter()
                .filter(|change| others.clone().all(|other| other.changes.contains(change)))
                .cloned()
                .collect(),
            _ => Vec::new(),
        };
        let each = outcomes.map(|outcome| {
            let mut rest = outcome.clone();
            rest.changes.retain(|change| !in_all.contains(change));
            if !in_all.is_empty() {
                rest.nothing = Some("nothing else");
            }
            rest.lines()
        });
        Self {
            each: each.collect(),
            in_all: unit_lines(&in_all),
        }
    }
}

/// Returns a line for each unit.
fn unit_lines(changes: &[Change]) -> Vec<String> {
    let of_units = changes.chunk_by(|one, other| one.unit == other.unit);
    of_units
        .map(|of_one| {
            let title = of_one.first().map_or("", |change| change.title.as_str());
            let texts: Vec<&str> = of_one.iter().map(|change| change.text.as_str()).collect();
            format!("{title}: {}", texts.join(", "))
        })
        .collect()
}

/// `movement hits 1`, `destroyed`
fn change(title: &str, value: i32, shown: &Shown, units: &[String]) -> String {
    let title = title.to_lowercase();
    match (shown, value) {
        (Shown::Flag, 1) => title,
        (Shown::Flag, _) => format!("not {title}"),
        _ => format!("{title} {}", show(value, shown, units)),
    }
}

/// Returns the text of the end of a game, `won by Red`; `None` before the end.
pub fn ending(winner: i32, units: &[String]) -> Option<String> {
    match (winner, unit_titles(winner, units)) {
        (NONE, _) => None,
        (_, Some(unit)) => Some(format!("the game ends, won by {unit}")),
        (_, None) => Some("the game ends".to_owned()),
    }
}

/// Returns the title of a unit, or those of the sides that have won together; `None` for a value that is no unit.
pub fn unit_titles(value: i32, units: &[String]) -> Option<String> {
    titles_of(winners(value), units)
}

/// Returns the titles of units by their indices in the cast, `Red, Blue and Green`; `None` without any, or if one is not in the cast.
pub fn titles_of(cast: impl IntoIterator<Item = usize>, units: &[String]) -> Option<String> {
    let titles = cast.into_iter().map(|at| units.get(at));
    let titles: Vec<&str> = titles
        .map(|title| title.map(String::as_str))
        .collect::<Option<_>>()?;
    let (last, before) = titles.split_last()?;
    Some(match before {
        [] => (*last).to_owned(),
        _ => format!("{} and {last}", before.join(", ")),
    })
}

/// Returns the face of a die by its word or number.
pub fn face_value(pool: &Pool, faces: &[i32], word: &str) -> Option<i32> {
    let value = if pool.words.is_empty() {
        word.parse().ok()?
    } else {
        let at = pool.words.iter().position(|known| known == word)?;
        i32::try_from(at).ok()?
    };
    faces.contains(&value).then_some(value)
}

/// Returns the distinct faces of a die as text.
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

/// Returns the word or number of a face.
pub fn face_word(pool: &Pool, face: i32) -> String {
    usize::try_from(face)
        .ok()
        .and_then(|at| pool.words.get(at).cloned())
        .unwrap_or_else(|| face.to_string())
}
