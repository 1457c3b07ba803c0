//! Calls of actions that games are known to refuse, by the place at which one ended.
//!
//! A call that nothing checks may still be allowed whenever it is reached; a game that is refused proves that it is not.
//!
//! Reports: E0643.

use crate::call_graph::CallGraph;
use crate::unguarded_call::{UNLESS_ALLOWED, unchecked_calls};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::RuleBook;
use sandtable_source::Span;

/// Returns the finding about the call that is refused at a `needs`, where it is known; about the first one if there are several.
pub fn finding_at(book: &RuleBook, needs: Span) -> Option<Diagnostic> {
    let is_within = |condition: &Span| {
        condition.file == needs.file && needs.start <= condition.start && condition.end <= needs.end
    };
    let calls = unchecked_calls(book, &CallGraph::new(book), true);
    let mut calls = calls.into_iter();
    let call = calls.find(|call| call.conditions.iter().any(is_within))?;
    let mut finding = call.finding;
    let help = finding.help.take().unwrap_or_default();
    let cure = help.split(UNLESS_ALLOWED).next().unwrap_or_default();
    Some(
        finding
            .help(cure.trim_end_matches("; "))
            .confidence(Confidence::Certain),
    )
}

/// Whether two findings say of the same call that it is refused, or that it may be.
pub fn is_same_call(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |one: &Diagnostic| one.labels.first().map(|label| label.span);
    [one, other]
        .iter()
        .all(|finding| finding.code == Code::MayBeRefused)
        && place(one) == place(other)
}
