//! The names that an example, map or scenario knows beside those of the rules.

use sandtable_model::Parameter;
use sandtable_roster::Map;
use sandtable_source::{FileId, Span};

/// The names that an example, map or scenario knows beside those of the rules.
pub(super) struct Cast<'n> {
    /// Names of pieces that it or its map declares, each with the scope of its declaration.
    pub(super) pieces: Vec<(&'n str, Span)>,
    /// Parameters of the entry.
    pub(super) parameters: Vec<Parameter>,
}

/// Returns the beginning of a file, which is the scope of the names of its pieces.
pub(super) fn beginning(file: FileId) -> Span {
    Span::new(file, 0, 0)
}

/// The pieces of a map, each with the scope of its declaration.
pub(super) fn placed_on(map: &Map) -> impl Iterator<Item = (&str, Span)> {
    let ids = map.units.iter().map(|(unit, _)| &unit.id);
    ids.map(|id| (id.value.as_str(), beginning(id.span.file)))
}
