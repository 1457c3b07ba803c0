//! Tracks that no rule changes, or that rules only move past the end at which they start.
//!
//! Reports: E0613.

use super::Context;
use super::track_usage::is_declared;
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
            // A change that sets it to its start does not move it away from there.
            let mut moving = writes
                .iter()
                .filter(|one| one.constant != Some(track.start));
            let is_at_minimum =
                is_fixed && track.start == track.low && !moving.clone().any(|one| one.raises);
            let is_at_maximum =
                is_fixed && track.start == track.high && !moving.clone().any(|one| one.lowers);
            let is_set_to_start = is_fixed && is_declared(kind, track) && moving.next().is_none();
            let (Some(first), true) = (
                writes.first(),
                is_at_minimum || is_at_maximum || is_set_to_start,
            ) else {
                continue;
            };
            let name = &track.naming.name;
            // A scenario can begin elsewhere; without one it is unknown whether it will.
            let is_unknown = is_set_to_start && (context.played)().is_empty();
            if is_unknown || (context.begun)().contains(name) {
                continue;
            }
            let message = match (is_set_to_start, is_at_minimum) {
                (true, _) => format!("rules only set `{name}` to the value at which it starts"),
                (false, true) => format!("rules only lower `{name}`, which starts at its minimum"),
                (false, false) => format!("rules only raise `{name}`, which starts at its maximum"),
            };
            diagnostics.push(
                Diagnostic::new(Code::TrackNeverChanges, message)
                    .label(track.naming.span, "")
                    .label(first.span, "for example here")
                    .help(
                        "add a rule that changes it the other way, or change its start: `starts …`",
                    )
                    .cite(track.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
            );
        }
    }
}
