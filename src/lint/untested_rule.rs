//! Numbered rules of the book that are implemented and that no example runs.
//!
//! Reports: E0636.

use super::Context;
use super::index_coverage::named;
use sandtable_diagnostic::{Code, CommandHelp, Confidence, Diagnostic, Diagnostics};
use sandtable_explain::coverage::{Fate, entries, exercised};

/// Runs every example of the book.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let is_run = context
        .trials
        .is_some_and(|trials| trials.effort.runs_examples());
    let Some(source) = context.source.as_ref().filter(|_| is_run) else {
        return;
    };
    let exercised = exercised(context.book);
    let entries = entries(source.index, source.rules, &exercised);
    let untested: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fate == Fate::Encoded && !entry.exercised)
        .map(|entry| entry.rule.id.as_str())
        .collect();
    let Some(place) = source.index_line().filter(|_| !untested.is_empty()) else {
        return;
    };
    let message = match untested.len() {
        1 => "no example tests one rule of the book".to_owned(),
        n => format!("no example tests {n} rules of the book"),
    };
    let finding = Diagnostic::new(Code::UntestedRule, message)
        .label(place, named(&untested))
        .help("add examples for them")
        .help_by(CommandHelp::Unexercised);
    // Rules that only an unexplored part of some odds reaches may be tested nevertheless.
    diagnostics.push(match exercised.partly_followed.len() {
        0 => finding,
        n => finding.confidence(Confidence::Possible).help(format!(
            "not every end of the odds in {n} of the examples was explored, so some may be tested"
        )),
    });
}
