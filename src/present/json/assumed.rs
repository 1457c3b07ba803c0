//! Facts that were left to their defaults, as programs read them.

use sandtable_session::assumed::Assumed;
use serde::Serialize;

/// A fact with its default.
#[derive(Debug, Serialize)]
pub(super) struct AssumedRow<'a> {
    fact: &'a str,
    title: &'a str,
    value: &'a str,
    beside: Option<&'a str>,
    lacks_map: bool,
}

impl<'a> AssumedRow<'a> {
    /// Describes facts in their order.
    pub(super) fn all(assumed: &'a [Assumed]) -> Vec<Self> {
        let rows = assumed.iter().map(|one| Self {
            fact: &one.fact,
            title: &one.title,
            value: &one.value,
            beside: one.beside.as_deref(),
            lacks_map: one.lacks_map,
        });
        rows.collect()
    }
}
