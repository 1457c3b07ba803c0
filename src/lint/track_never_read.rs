//! Tracks that rules change and none reads.
//!
//! Reports: E0614.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (track, is_changed, is_read) in context.tracks.one_sided(context.book) {
        if !is_changed || is_read {
            continue;
        }
        let naming = &track.naming;
        diagnostics.push(
            Diagnostic::new(
                Code::TrackNeverRead,
                format!("rules change `{}`, but none reads it", naming.name),
            )
            .label(naming.span, "")
            .help("write what it does, or take it out")
            .cite(naming.citations.iter().map(String::as_str))
            // A track can be the result of a rule that players read.
            .confidence(Confidence::Likely),
        );
    }
}
