//! Calls of actions that games are known to refuse, by the place at which one ended.
//!
//! A call that nothing checks may still be allowed whenever it is reached; a game that is refused proves that it is not.
//!
//! Reports: E0643.

use crate::call_graph::CallGraph;
use crate::unguarded_call::{UncheckedCall, unchecked_calls};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::RuleBook;
use sandtable_source::Span;

/// The calls of a book that nothing checks.
pub struct RefusedCalls {
    calls: Vec<UncheckedCall>,
}

impl RefusedCalls {
    /// Finds the calls.
    pub fn new(book: &RuleBook) -> Self {
        Self {
            calls: unchecked_calls(book, &CallGraph::new(book), true),
        }
    }

    /// Returns the finding about the call that is refused at a `needs`, where it is known; about the first one if there are several.
    pub fn finding_at(&self, needs: Span) -> Option<Diagnostic> {
        let is_within = |condition: &Span| {
            condition.file == needs.file
                && needs.start <= condition.start
                && condition.end <= needs.end
        };
        let mut calls = self.calls.iter();
        let call = calls.find(|call| call.conditions.iter().any(is_within))?;
        Some(call.finding.clone().confidence(Confidence::Certain))
    }
}

/// Whether two findings say of the same call that it is refused, or that it may be.
pub fn is_same_call(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |one: &Diagnostic| one.labels.first().map(|label| label.span);
    one.code == Code::MayBeRefused && one.code == other.code && place(one) == place(other)
}
