//! The values of a search for a fair one.

use sandtable_session::report::Estimate;
use sandtable_session::tuning::{TunedValue, Tuning};

use crate::bars::{Side, columns};
use crate::csv::sheet;
use crate::numerals::{grouped, rounded};

/// Chances to be the nearest that are worth a mention.
const POSSIBLE: f64 = 0.025;

/// Returns the values for people. `tracks` are the titles of the further values, `remark` says why the search ended early, if it did.
pub fn text(tuning: &Tuning, tracks: &[String], remark: Option<&str>) -> String {
    let players: Vec<String> = tuning
        .sides
        .iter()
        .map(|side| format!("{} {}", side.name, side.player))
        .collect();
    let mut text = format!(
        "{}: {} games, {} (--seed {})\nAim: {}\n",
        tuning.title,
        grouped(tuning.n_games),
        players.join(", "),
        tuning.seed,
        aim(tuning)
    );
    for one in &tuning.assumed {
        text.push_str(&format!("Assumed: {one}.\n"));
    }
    text.push('\n');
    let mut head: Vec<String> = vec!["value".to_owned(), tuning.aim.value.clone()];
    head.extend(["nearest", "games"].map(str::to_owned));
    let lengths = tuning.values.iter().find(|one| !one.lengths.is_empty());
    head.extend(
        lengths
            .iter()
            .flat_map(|one| one.lengths.iter().map(|(what, _)| (*what).to_owned())),
    );
    head.extend(tracks.iter().cloned());
    let mut sides = vec![Side::Left];
    sides.extend(head.iter().skip(1).map(|_| Side::Right));
    let mut rows = vec![head];
    rows.extend(tuning.values.iter().map(|one| row(tuning, one)));
    for line in columns(&rows, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    for one in &tuning.values {
        if let Some(error) = &one.error {
            text.push_str(&format!("  {} cannot be played: {error}\n", words(one)));
        }
        if let Some(failure) = &one.failure {
            text.push_str(&format!(
                "  {}: {} games failed: {failure}\n",
                words(one),
                grouped(one.n_failed)
            ));
        }
    }
    text.push('\n');
    for sentence in sentences(tuning) {
        text.push_str(&format!("  {sentence}\n"));
    }
    if let Some(remark) = remark {
        text.push_str(&format!("\n  {remark}\n"));
    }
    text
}

/// `winner is blue = 50 %`
pub(crate) fn aim(tuning: &Tuning) -> String {
    let aim = &tuning.aim;
    let unit = if aim.is_share { " %" } else { "" };
    format!("{} = {}{unit}", aim.value, aim.wanted)
}

/// `garrison.men=6, option.mist=on`
pub(crate) fn words(value: &TunedValue) -> String {
    let changes: Vec<String> = value.changes.iter().map(ToString::to_string).collect();
    changes.join(", ")
}

fn row(tuning: &Tuning, value: &TunedValue) -> Vec<String> {
    let found = |estimate: Option<Estimate>, is_share: bool| match (estimate, is_share) {
        (None, _) => "-".to_owned(),
        (Some(one), true) => format!("{:.1} % ({:.1} to {:.1} %)", one.mean, one.low, one.high),
        (Some(one), false) => format!("{:.2} ({:.2} to {:.2})", one.mean, one.low, one.high),
    };
    let mut row = vec![
        words(value),
        found(value.found, tuning.aim.is_share),
        match value.found {
            Some(_) => format!("{:.1} %", 100.0 * value.nearest),
            None => "-".to_owned(),
        },
        grouped(value.n_games),
    ];
    row.extend(
        value
            .lengths
            .iter()
            .map(|(_, mean)| found(Some(*mean), false)),
    );
    row.extend(value.tracks.iter().map(|one| found(*one, false)));
    row
}

/// Why no value is the nearest: the aim has no value in any game, the games break off, or none was played.
fn without_best(tuning: &Tuning) -> String {
    let values = || tuning.values.iter();
    let n_ended: u64 = values().map(|one| one.n_games - one.n_failed).sum();
    if n_ended > 0 {
        let (aim, games) = (&tuning.aim.value, grouped(n_ended));
        return format!(
            "At the end of all games ({games}), `{aim}` is none: aim at a value that games have."
        );
    }
    match values().find_map(|one| one.failure.as_ref().or(one.error.as_ref())) {
        Some(why) => format!("No value can be played: {why}."),
        None => "No game was played to its end.".to_owned(),
    }
}

/// Sentences about the values: which is the nearest, how sure that is, and what else it changes.
pub(crate) fn sentences(tuning: &Tuning) -> Vec<String> {
    let Some(best) = tuning.best.and_then(|at| tuning.values.get(at)) else {
        return vec![without_best(tuning)];
    };
    let unit = if tuning.aim.is_share { " %" } else { "" };
    let mut sentences = vec![format!(
        "{} is the nearest, with a chance of {:.1} %.",
        words(best),
        100.0 * best.nearest
    )];
    let rivals: Vec<String> = tuning
        .values
        .iter()
        .filter(|one| !std::ptr::eq(*one, best) && one.nearest >= POSSIBLE)
        .map(|one| format!("{} ({:.1} %)", words(one), 100.0 * one.nearest))
        .collect();
    if !rivals.is_empty() {
        sentences.push(format!("It may also be {}.", rivals.join(" or ")));
    }
    if let (Some(found), false) = (best.found, tuning.is_reached) {
        sentences.push(format!(
            "It does not reach the aim: its interval, {:.1} to {:.1}{unit}, does not contain {}{unit}.",
            found.low, found.high, tuning.aim.wanted
        ));
    }
    let first = tuning
        .values
        .iter()
        .find(|one| !one.lengths.is_empty() && !std::ptr::eq(*one, best));
    for (what, mean) in &best.lengths {
        let other = first.and_then(|one| {
            let same = one.lengths.iter().find(|(other, _)| other == what);
            same.map(|(_, mean)| (one, mean))
        });
        if let Some((one, other)) = other
            && (mean.low > other.high || mean.high < other.low)
        {
            sentences.push(format!(
                "A game has {:.1} {what} with it, {:.1} with {}.",
                mean.mean,
                other.mean,
                words(one)
            ));
        }
    }
    sentences
}

/// Returns the values for spreadsheets, a line each.
pub fn csv(tuning: &Tuning) -> String {
    let names: Vec<String> = tuning
        .values
        .first()
        .map(|one| {
            one.changes
                .iter()
                .map(|change| change.name.clone())
                .collect()
        })
        .unwrap_or_default();
    let mut head = names;
    let columns = ["found", "low", "high", "nearest", "games", "failed"];
    head.extend(columns.map(str::to_owned));
    let mut lines = vec![head];
    for one in &tuning.values {
        let mut line: Vec<String> = one.changes.iter().map(|one| one.value.clone()).collect();
        match one.found {
            Some(found) => {
                line.extend([found.mean, found.low, found.high].map(|x| rounded(x).to_string()));
            }
            None => line.extend([String::new(), String::new(), String::new()]),
        }
        line.push(rounded(one.nearest).to_string());
        line.push(one.n_games.to_string());
        line.push(one.n_failed.to_string());
        lines.push(line);
    }
    sheet(&lines)
}
