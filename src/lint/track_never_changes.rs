//! Tracks that no rule changes, or that rules only move past the end at which they start.
//!
//! Reports: E0613.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{KindId, KindTrack};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (track, is_changed, is_read) in context.tracks.one_sided(context.book) {
        // A scenario can give each unit its own value.
        let is_begun = || is_read && (context.begun)().contains(&track.naming.name);
        if !is_changed && !is_begun() {
            diagnostics.push(never_changed(track, is_read));
        }
    }
    stuck(context, diagnostics);
}

fn never_changed(track: &KindTrack, is_read: bool) -> Diagnostic {
    let name = &track.naming.name;
    let (message, help) = match is_read {
        true => (
            format!("`{name}` is read but never changed"),
            "add the rule that changes it, or make it a stat (fixed) or a fact (from the players)",
        ),
        false => (
            format!("`{name}` is neither read nor changed"),
            "use it in a rule, or delete it",
        ),
    };
    Diagnostic::new(Code::TrackNeverChanges, message)
        .label(track.naming.span, "")
        .help(help)
        .cite(track.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}

/// Reports tracks that start at an end of their range and are only moved past it.
fn stuck(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (at, kind) in context.book.kinds.iter().enumerate() {
        let is_read = |track: &&KindTrack| context.tracks.read.contains(&track.track);
        for track in kind.tracks.iter().filter(is_read) {
            let writes = context.tracks.writes_of(track.track, KindId::new(at));
            // What starts at a stat may start anywhere.
            let is_fixed = track.starts_at.is_none();
            let is_at_minimum =
                is_fixed && track.start == track.low && !writes.iter().any(|one| one.raises);
            let is_at_maximum =
                is_fixed && track.start == track.high && !writes.iter().any(|one| one.lowers);
            let (Some(first), true) = (writes.first(), is_at_minimum || is_at_maximum) else {
                continue;
            };
            let (change, end) = match is_at_minimum {
                true => ("lower", "minimum"),
                false => ("raise", "maximum"),
            };
            let name = &track.naming.name;
            diagnostics.push(
                Diagnostic::new(
                    Code::TrackNeverChanges,
                    format!("rules only {change} `{name}`, which starts at its {end}"),
                )
                .label(track.naming.span, "")
                .label(first.span, "for example here")
                .help("add a rule that changes it the other way, or change its start: `starts …`")
                .cite(track.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}
