//! Numbered rules of the book that no rule implements.
//!
//! Reports: E0630.

use super::Context;
use super::index_coverage::named;
use sandtable_diagnostic::{Code, CommandHelp, Diagnostic, Diagnostics};
use sandtable_explain::coverage::{Fate, entries};
use sandtable_explain::exercised::Exercised;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(source) = &context.source else {
        return;
    };
    let untested = Exercised::default();
    let entries = entries(source.index, source.rules, &untested);
    let missing: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fate == Fate::Missing)
        .map(|entry| entry.rule.id.as_str())
        .collect();
    let Some(place) = source.index_line().filter(|_| !missing.is_empty()) else {
        return;
    };
    let message = match missing.len() {
        1 => "one rule of the book is not implemented".to_owned(),
        n => format!("{n} rules of the book are not implemented"),
    };
    diagnostics.push(
        Diagnostic::new(Code::UncitedRule, message)
            .label(place, named(&missing))
            .help_by(CommandHelp::Missing),
    );
}
