//! A game that was begun, as programs read it.

use sandtable_session::encode::{Encoded, Undecided};
use serde::Serialize;

/// The document of `new`.
#[derive(Debug, Serialize)]
pub struct NewDocument<'a> {
    /// The name of the ruleset.
    pub name: &'a str,
    /// The starter or the manuscript that it was made from.
    pub from: &'a str,
    /// Paths of the files that were written.
    pub files: &'a [String],
    /// Counts and open questions, if it was made from a manuscript.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<MadeRecord<'a>>,
}

/// Declarations made from a manuscript.
#[derive(Debug, Serialize)]
pub struct MadeRecord<'a> {
    sections: usize,
    keyed_tables: usize,
    equal_tables: usize,
    modifier_lists: usize,
    units: usize,
    phases: usize,
    rolls: usize,
    examples: usize,
    undecided: Vec<UndecidedRecord<'a>>,
}

/// Something that the author has to decide.
#[derive(Debug, Serialize)]
struct UndecidedRecord<'a> {
    section: Option<&'a str>,
    paragraph: usize,
    quote: &'a str,
    text: &'a str,
}

impl<'a> From<&'a Encoded> for MadeRecord<'a> {
    fn from(encoded: &'a Encoded) -> Self {
        let counts = &encoded.counts;
        Self {
            sections: counts.n_sections,
            keyed_tables: counts.n_keyed_grids,
            equal_tables: counts.n_equal_tables,
            modifier_lists: counts.n_modifier_lists,
            units: counts.n_units,
            phases: counts.n_phases,
            rolls: counts.n_rolls,
            examples: counts.n_examples,
            undecided: encoded.open.iter().map(UndecidedRecord::from).collect(),
        }
    }
}

impl<'a> From<&'a Undecided> for UndecidedRecord<'a> {
    fn from(undecided: &'a Undecided) -> Self {
        Self {
            section: undecided.place.section.as_deref(),
            paragraph: undecided.place.paragraph,
            quote: &undecided.place.quote,
            text: &undecided.what,
        }
    }
}
