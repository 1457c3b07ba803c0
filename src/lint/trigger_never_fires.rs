//! Triggers on a value that is never reached.
//!
//! Reports: E0615.

use super::Context;
use super::domain::bounds;
use super::track_usage::Write;
use super::transfer::Watch;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{Crossing, ExprKind, RuleBook, Trigger, When};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut reported = Vec::new();
    for watch in &context.values.watches {
        if let Some(finding) = unreachable_level(context.book, watch) {
            reported.push(watch.when.watched.span);
            diagnostics.push(finding);
        }
    }
    for trigger in &context.book.triggers {
        for when in &trigger.whens {
            if context.tracks.is_unchanged(when) {
                diagnostics.push(unchanged(trigger, when));
            } else if !reported.contains(&when.watched.span) {
                diagnostics.extend(wrong_direction(context, trigger, when));
            }
        }
    }
}

/// Reports a level that the watched value never has, or always has.
fn unreachable_level(book: &RuleBook, watch: &Watch<'_>) -> Option<Diagnostic> {
    let when = watch.when;
    let ((low, high), (least, most)) = (bounds(&watch.watched)?, bounds(&watch.level)?);
    let is_unreachable = match when.crossing {
        // Below the level before, then at it or above.
        Crossing::Reaches => high < least || low >= most,
        Crossing::FallsTo => low > most || high <= least,
        Crossing::Becomes => high < least || low > most,
    };
    let is_never_met = match when.crossing {
        Crossing::Reaches => high < least,
        Crossing::FallsTo => low > most,
        Crossing::Becomes => true,
    };
    let message = match is_never_met {
        true => "what this trigger waits for never comes",
        false => "what this trigger waits for holds from the beginning, so it never comes",
    };
    is_unreachable.then(|| {
        let described = watch.watched.describe(book, when.watched.ty);
        Diagnostic::new(Code::TriggerNeverFires, message)
            .label(when.watched.span, format!("this is {described}"))
            .label(when.level.span, "waited for")
            .help("correct the number, or take the trigger out")
    })
}

/// Reports a trigger on tracks that no rule changes.
fn unchanged(trigger: &Trigger, when: &When) -> Diagnostic {
    Diagnostic::new(
        Code::TriggerNeverFires,
        "no rule changes what this trigger watches",
    )
    .label(when.span, "")
    .help("write the rule that changes it, or take the trigger out")
    .cite(trigger.naming.citations.iter().map(String::as_str))
}

/// Reports a trigger on a track that rules only move away from the level, or only of units that it does not watch.
fn wrong_direction(context: &Context<'_>, trigger: &Trigger, when: &When) -> Option<Diagnostic> {
    let ExprKind::Track {
        track, index: None, ..
    } = &when.watched.kind
    else {
        return None;
    };
    // A track with a duration is reset without a statement.
    let mut declared = context.book.kinds.iter().flat_map(|kind| &kind.tracks);
    if declared.any(|known| known.track == *track && known.lasts.is_some()) {
        return None;
    }
    let writes = context.tracks.writes.iter();
    let own: Vec<&Write> = writes
        .filter(|one| one.track == *track && !one.kinds.and(trigger.kinds).is_empty())
        .collect();
    let name = context.book.tracks.get(track.at());
    let name = name.map_or("", |track| track.name.as_str());
    let (message, place) = match own.first() {
        None => (
            format!("rules change `{name}` of others, but of nobody that this trigger watches"),
            None,
        ),
        Some(first) => {
            let change = only_change(when, &own, name)?;
            (
                format!("this trigger waits in vain: rules only ever {change}"),
                Some(first.span),
            )
        }
    };
    let finding =
        Diagnostic::new(Code::TriggerNeverFires, message).label(when.watched.span, "watched");
    let finding = match place.filter(|place: &Span| *place != when.span) {
        Some(place) => finding.label(place, "here, for one"),
        None => finding,
    };
    Some(
        finding
            .help("write the rule that changes it, or take the trigger out")
            .cite(trigger.naming.citations.iter().map(String::as_str)),
    )
}

/// Returns what all writes do to the track, if none of them can reach the level.
fn only_change(when: &When, writes: &[&Write], name: &str) -> Option<String> {
    match (when.crossing, &when.level.kind) {
        (Crossing::Reaches, _) => {
            let is_raised = writes.iter().any(|one| one.raises);
            (!is_raised).then(|| format!("lower `{name}`"))
        }
        (Crossing::FallsTo, _) => {
            let is_lowered = writes.iter().any(|one| one.lowers);
            (!is_lowered).then(|| format!("raise `{name}`"))
        }
        (Crossing::Becomes, ExprKind::Constant(level)) => {
            let mut assigned = writes.iter().map(|one| one.constant);
            assigned
                .all(|value| value.is_some_and(|value| value != *level))
                .then(|| format!("set `{name}` to something else"))
        }
        (Crossing::Becomes, _) => None,
    }
}
