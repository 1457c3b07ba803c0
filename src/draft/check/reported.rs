//! Places that earlier checks have reported, so that one mistake gives one finding.

use sandtable_diagnostic::{Diagnostic, Diagnostics};
use sandtable_source::Span;

/// Places of the first labels of earlier findings.
pub(super) struct Reported {
    places: Vec<Span>,
}

impl Reported {
    pub(super) fn new(diagnostics: &Diagnostics) -> Self {
        // The other labels of a finding say what it was compared with, which may have a mistake of its own.
        let labels = diagnostics
            .iter()
            .filter_map(|finding| finding.labels.first());
        Self {
            places: labels.map(|label| label.span).collect(),
        }
    }

    /// Whether the first label of a finding overlaps a place that is reported.
    pub(super) fn has(&self, finding: &Diagnostic) -> bool {
        finding.labels.first().is_some_and(|label| {
            let span = label.span;
            self.places.iter().any(|place| {
                place.file == span.file && place.start < span.end && span.start < place.end
            })
        })
    }
}
