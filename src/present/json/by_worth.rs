//! Decisions that were made by the worth of their options, as programs read them.

use sandtable_session::by_worth::ByWorth;
use serde::Serialize;

/// A decision that is made by worth.
#[derive(Debug, Serialize)]
pub(super) struct ByWorthEntry<'a> {
    decision: &'a str,
    answer: Option<&'a str>,
}

impl<'a> ByWorthEntry<'a> {
    /// Describes decisions in their order.
    pub(super) fn all(decisions: &'a [ByWorth]) -> Vec<Self> {
        let rows = decisions.iter().map(|one| Self {
            decision: &one.title,
            answer: one.answer.as_deref(),
        });
        rows.collect()
    }
}
