//! The changes that variants make to their base, as programs read them.

use sandtable_source::SourceMap;
use sandtable_syntax::overlay::Override;
use serde::Serialize;

use crate::places::file_and_line;

/// The document of `list --overrides`.
#[derive(Debug, Serialize)]
pub struct OverridesDocument<'a> {
    ruleset: &'a str,
    overrides: Vec<OverrideRow<'a>>,
}

#[derive(Debug, Serialize)]
struct OverrideRow<'a> {
    what: &'a str,
    does: &'static str,
    variant: &'a str,
    place: Option<String>,
    base: &'a str,
    base_place: Option<String>,
    sections: &'a [String],
}

impl<'a> OverridesDocument<'a> {
    /// Describes overrides in the order in which they were applied.
    pub fn new(ruleset: &'a str, overrides: &'a [Override], sources: &SourceMap) -> Self {
        let row = |one: &'a Override| OverrideRow {
            what: &one.what,
            does: one.does,
            variant: &one.winner,
            place: file_and_line(one.winner_place, sources),
            base: &one.loser,
            base_place: file_and_line(one.loser_place, sources),
            sections: &one.citations,
        };
        Self {
            ruleset,
            overrides: overrides.iter().map(row).collect(),
        }
    }
}
