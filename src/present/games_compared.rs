//! Two versions of a game side by side.

use sandtable_session::games_compared::{ComparedRow, GamesComparison, VersionInfo};
use sandtable_session::report::Estimate;

use crate::bars::{Side, columns};
use crate::csv::sheet;
use crate::numerals::{grouped, rounded};

/// Returns the comparison for people. `remark` says why games ended early, if they did.
pub fn text(comparison: &GamesComparison, remark: Option<&str>) -> String {
    let mut text = format!(
        "{}: {} games of each, with the same dice (--seed {})\n",
        comparison.title,
        grouped(comparison.n_games),
        comparison.seed
    );
    for (name, version) in [
        ("first ", &comparison.first),
        ("second", &comparison.second),
    ] {
        text.push_str(&format!("{name}  {}\n", version_words(version)));
    }
    text.push('\n');
    if let Some(condition) = &comparison.given {
        for (name, version) in [
            ("first ", &comparison.first),
            ("second", &comparison.second),
        ] {
            let (low, high) = version.given.between();
            text.push_str(&format!(
                "  {name}  given {condition}: {:.1} % of the games ({low:.1} to {high:.1} %)\n",
                version.given.percent()
            ));
        }
        text.push('\n');
    }
    let mut rows = vec![
        ["", "first", "second", "difference"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(comparison.rows.iter().map(row));
    let sides = [Side::Left, Side::Right, Side::Right, Side::Right];
    for line in columns(&rows, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    for line in sentences(comparison) {
        text.push_str(&format!("\n  {line}\n"));
    }
    if let Some(remark) = remark {
        text.push_str(&format!("\n  {remark}\n"));
    }
    text
}

/// Sentences about a comparison: what differs, and how many games changed.
pub(crate) fn sentences(comparison: &GamesComparison) -> Vec<String> {
    let differs = |row: &&ComparedRow| {
        row.difference
            .is_some_and(|one| one.low > 0.0 || one.high < 0.0)
    };
    let different: Vec<&str> = comparison
        .rows
        .iter()
        .filter(differs)
        .map(|row| row.title.as_str())
        .collect();
    let mut lines = vec![match different.is_empty() {
        true if comparison.is_same => {
            "Both games of every pair have the same winner, length and values: in these games the changes make no difference. Play more games, or look whether it was so before.".to_owned()
        }
        true => "Every interval contains 0: nothing is known to differ.".to_owned(),
        false => format!(
            "The intervals of these differences do not contain 0: {}.",
            different.join(", ")
        ),
    }];
    let changed = comparison.changed;
    if changed.of > 0 {
        let (low, high) = changed.between();
        lines.push(format!(
            "The winner is another in {:.1} % of the pairs ({low:.1} to {high:.1} %).",
            changed.percent()
        ));
    }
    for (name, version) in [("first", &comparison.first), ("second", &comparison.second)] {
        if let Some(failure) = &version.failure {
            lines.push(format!(
                "{} games of the {name} version failed: {failure}.",
                grouped(version.n_failed)
            ));
        }
    }
    lines
}

/// `garrison.men=6: blue policy, red search:100`
pub(crate) fn version_words(version: &VersionInfo) -> String {
    let sides = version.sides.iter();
    let players: Vec<String> = sides
        .map(|side| format!("{} {}", side.name, side.player))
        .collect();
    let players = players.join(", ");
    match version.changes.is_empty() {
        true => format!("as it is: {players}"),
        false => format!("{}: {players}", version.changes.join(", ")),
    }
}

/// A quantity as cells: its title, both values and the difference.
pub(crate) fn row(row: &ComparedRow) -> Vec<String> {
    let value = |estimate: Option<Estimate>| match (estimate, row.is_share) {
        (None, _) => "-".to_owned(),
        (Some(one), true) => format!("{:.1} %", one.mean),
        (Some(one), false) => format!("{:.2}", one.mean),
    };
    let difference = match (row.difference, row.is_share) {
        (None, _) => "-".to_owned(),
        (Some(one), true) => format!(
            "{:+.1} points ({:+.1} to {:+.1})",
            one.mean + 0.0,
            one.low + 0.0,
            one.high + 0.0
        ),
        (Some(one), false) => format!(
            "{:+.2} ({:+.2} to {:+.2})",
            one.mean + 0.0,
            one.low + 0.0,
            one.high + 0.0
        ),
    };
    vec![
        row.title.clone(),
        value(row.first),
        value(row.second),
        difference,
    ]
}

/// Returns the comparison for spreadsheets: a line for each quantity.
pub fn csv(comparison: &GamesComparison) -> String {
    let head = [
        "what",
        "unit",
        "first",
        "first low",
        "first high",
        "second",
        "second low",
        "second high",
        "difference",
        "low",
        "high",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in &comparison.rows {
        let unit = if row.is_share { "percent" } else { "number" };
        let mut line = vec![row.title.clone(), unit.to_owned()];
        for estimate in [row.first, row.second, row.difference] {
            match estimate {
                Some(one) => {
                    line.extend([one.mean, one.low, one.high].map(|x| rounded(x).to_string()));
                }
                None => line.extend([String::new(), String::new(), String::new()]),
            }
        }
        lines.push(line);
    }
    sheet(&lines)
}
