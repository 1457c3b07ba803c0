//! Tracks that last until the end of a sequence that is never repeated, so that their reset is never seen.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::Context;
use crate::done_marker::{done_markers, loops};
use crate::{counter_of_loop, flag_of_loop};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, KindTrack, ProcedureId, TrackId, walk_statement, walk_within};

/// The largest number of labels of one finding.
const MAX_LABELS: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut by_duration: BTreeMap<&str, Vec<&KindTrack>> = BTreeMap::new();
    for track in book.kinds.iter().flat_map(|kind| &kind.tracks) {
        // The counters of `once each` need no reset.
        let duration = track.lasts.as_ref();
        if let Some(duration) = duration.filter(|_| !track.is_internal()) {
            by_duration.entry(&duration.value).or_default().push(track);
        }
    }
    if by_duration.is_empty() {
        return;
    }
    let ends = OnceCell::new();
    for (at, sequence) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        let Some(tracks) = by_duration.get(sequence.naming.name.as_str()) else {
            continue;
        };
        let callers = context.call_graph.callers_if_once(id);
        let Some(callers) = callers.filter(|_| sequence.ability == Ability::Sequence) else {
            continue;
        };
        let read = read_outside(context, id, &callers);
        let unread = tracks.iter().filter(|track| !read.contains(&track.track));
        let unread: Vec<&&KindTrack> = unread.collect();
        let shown = unread.iter().take(MAX_LABELS);
        let Some(first) = unread.first() else {
            continue;
        };
        let ends = ends.get_or_init(|| ends_of_loops(context));
        let confidence = match unread.iter().any(|track| ends.contains(&track.track)) {
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        let name = &sequence.naming.name;
        let message = format!(
            "`{name}` is never repeated, so `{}` is never reset",
            first.naming.name
        );
        let start = Diagnostic::new(Code::NeverRepeated, message);
        let finding = shown.fold(start, |finding, track| {
            finding.label(track.naming.span, format!("until the end of `{name}`"))
        });
        let finding = match unread.len().saturating_sub(MAX_LABELS) {
            0 => finding,
            1 => finding.help("one more track is never reset"),
            more => finding.help(format!("{more} more tracks are never reset")),
        };
        diagnostics.push(
            finding
                .label(sequence.naming.span, "played once")
                .help(
                    "put it into `repeat until …, at most 12 times`; if each is played separately, \
                    ignore this",
                )
                .cite(sequence.naming.citations.iter().map(String::as_str))
                .confidence(confidence),
        );
    }
}

/// Returns the tracks that end a loop which comes again, and those that mark what a unit has done in a turn: without their reset, later turns are
/// empty.
fn ends_of_loops(context: &Context<'_>) -> BTreeSet<TrackId> {
    let turns = loops(context);
    let flags = flag_of_loop::closed_loops(context.book, &turns);
    let counters = counter_of_loop::closed_loops(context.book, &turns);
    let closed = flags.into_keys().chain(counters.into_keys());
    let markers = done_markers(context, &turns).into_iter();
    let markers = markers.filter(|(_, marker)| !marker.is_of_one);
    closed
        .map(|(track, _)| track)
        .chain(markers.map(|(track, _)| track))
        .collect()
}

/// Returns the tracks that are read by the rules around a sequence but not inside of it, and those that triggers watch.
fn read_outside(
    context: &Context<'_>,
    id: ProcedureId,
    callers: &BTreeSet<ProcedureId>,
) -> BTreeSet<TrackId> {
    let (book, graph) = (context.book, &context.call_graph);
    let inside = graph.reachable(id);
    let all = callers.iter().flat_map(|caller| graph.reachable(*caller));
    let outside: BTreeSet<ProcedureId> = all.filter(|one| !inside.contains(one)).collect();
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let mut read: BTreeSet<TrackId> = whens.flat_map(|when| when.reads.clone()).collect();
    let rules = outside
        .iter()
        .filter_map(|one| book.procedures.get(one.at()));
    for statement in rules.flat_map(|rule| &rule.body) {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                read.extend(inner.track().map(|one| one.track));
            });
        });
    }
    read
}
