//! Checks of a manuscript alone, without rules.

use sandtable_diagnostic::Diagnostics;

use crate::model::Document;

/// Reports what contradicts itself in a manuscript.
///
/// Reports: E0701 to E0724.
pub fn run(document: &Document, diagnostics: &mut Diagnostics) {
    let _ = (document, diagnostics);
}
