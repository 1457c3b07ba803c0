//! A ruleset made from a manuscript, as text: its files, its counts, and what is left to decide.

use std::fmt::Write as _;

use sandtable_session::encode::{Encoded, Undecided};

use crate::numerals::counted;

/// Returns the text for a ruleset that was made from `origin`; `written` are the paths of its files.
pub fn text(name: &str, origin: &str, encoded: &Encoded, written: &[String]) -> String {
    let mut text: String = written.iter().map(|path| format!("  {path}\n")).collect();
    let _ = write!(text, "\nFrom {origin}:\n");
    for line in counts(encoded) {
        let _ = writeln!(text, "  {line}");
    }
    if !encoded.open.is_empty() {
        let n = encoded.open.len();
        let _ = write!(
            text,
            "\nLeft for you to decide ({n}), marked `decide:` in the rules:\n"
        );
        for undecided in &encoded.open {
            let _ = writeln!(text, "  {}", line(undecided));
        }
    }
    let _ = write!(text, "\nTry:\n  sandtable check {name}\n");
    if let Some(roll) = encoded.rolls.first() {
        let _ = writeln!(text, "  sandtable odds {name} {roll}");
    }
    if encoded.counts.n_examples > 0 {
        let _ = writeln!(text, "  sandtable test {name}");
    }
    let _ = writeln!(text, "  sandtable coverage {name}");
    text
}

fn counts(encoded: &Encoded) -> Vec<String> {
    let counts = &encoded.counts;
    let mut lines = vec![format!(
        "{} in the index",
        counted(counts.n_sections, "section")
    )];
    lines.push(match counts.n_keyed_grids {
        0 => "no table is looked up by numbers, ranges or dice".to_owned(),
        n => format!(
            "{} of {} that {} looked up by numbers, ranges or dice: a rule with equal cells",
            counts.n_equal_tables,
            counted(n, "table"),
            if n == 1 { "is" } else { "are" }
        ),
    });
    let more = [
        (
            counts.n_modifier_lists,
            "list of modifiers",
            "lists of modifiers",
        ),
        (counts.n_units, "unit", "units"),
        (counts.n_phases, "phase of the turn", "phases of the turn"),
        (
            counts.n_rolls,
            "roll to ask the odds of",
            "rolls to ask the odds of",
        ),
        (
            counts.n_examples,
            "example that is run",
            "examples that are run",
        ),
    ];
    lines.extend(more.into_iter().filter_map(|(n, one, several)| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {several}")),
    }));
    lines
}

/// `5.3 Direct fire, paragraph 2: …`
fn line(undecided: &Undecided) -> String {
    let place = &undecided.place;
    match &place.section {
        Some(section) => format!(
            "{section}, paragraph {}: {}",
            place.paragraph, undecided.what
        ),
        None => undecided.what.clone(),
    }
}
