//! A game that was begun, as programs read it.

use serde::Serialize;

/// The document of `new`.
#[derive(Debug, Serialize)]
pub struct NewDocument<'a> {
    /// The name of the ruleset.
    pub name: &'a str,
    /// The starter that it was made from.
    pub from: &'a str,
    /// Paths of the files that were written.
    pub files: &'a [String],
}
