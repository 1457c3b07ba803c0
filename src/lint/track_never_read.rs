//! Tracks that rules change and none reads.
//!
//! Reports: E0614.

use super::Context;
use super::track_usage::of_kind;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Track, Type};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (track, is_changed, is_read) in context.tracks.one_sided(context.book) {
        if !is_changed || is_read {
            continue;
        }
        let naming = &track.naming;
        let is_expected = context.tracks.expected.contains(&track.track);
        diagnostics.push(
            Diagnostic::new(
                Code::TrackNeverRead,
                format!(
                    "`{}`{} is changed but never read",
                    naming.name,
                    of_kind(context.book, track)
                ),
            )
            .label(naming.span, "")
            .help("use it in a rule, or delete it")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(match context.book.tracks.get(track.track.at()) {
                Some(known) if is_marker(known) && !is_expected => Confidence::Likely,
                // A counter, or a track that an example tests, can be a result that players read.
                _ => Confidence::Possible,
            }),
        );
    }
}

/// Whether a track is a marker of a unit: a flag.
fn is_marker(track: &Track) -> bool {
    track.ty == Type::Flag && track.index.is_none()
}
