//! Tracks that no rule changes, or that rules only move past the end at which they start.
//!
//! Reports: E0613.

use super::Context;
use super::readings::reads_track;
use super::track_usage::{Write, is_declared, of_kind};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, KindId, KindTrack, RuleBook, Statement, TrackId, Type, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut never: Vec<(Vec<&KindTrack>, (bool, bool))> = Vec::new();
    for (track, is_changed, is_read) in context.tracks.one_sided(context.book) {
        let known = context.book.tracks.get(track.track.at());
        let is_flag = known.is_some_and(|known| known.ty == Type::Flag);
        let is_begun = is_read && context.is_begun(&track.naming.name);
        // A scenario can give each unit its own value.
        if !is_changed && (is_flag || !is_begun) {
            add_to_group(&mut never, track, (is_read, is_begun));
        }
    }
    for (tracks, (is_read, is_begun)) in never {
        let finding = never_changed(context.book, &tracks, is_read);
        let finding = finding.map(|finding| match is_begun {
            true => finding.help("a scenario can give values of stats, too"),
            false => finding,
        });
        diagnostics.extend(finding.map(|finding| {
            // Units without the flag are still to get it, by a rule that is missing.
            match is_begun && !is_awaited(context.book, &tracks) {
                true => finding.confidence(Confidence::Possible),
                false => finding.confidence(Confidence::Likely),
            }
        }));
    }
    stuck(context, diagnostics);
    of_named_sides(context, diagnostics);
}

/// Whether an action needs, or a loop takes, units that do not have a flag yet.
fn is_awaited(book: &RuleBook, flags: &[&KindTrack]) -> bool {
    let is_withheld = |condition: &Expr| {
        condition.any(|part| {
            let read = part.negated().and_then(Expr::track);
            read.is_some_and(|read| flags.iter().any(|flag| flag.track == read.track))
        })
    };
    let mut bodies = book.bodies();
    bodies.any(|(_, body)| {
        let mut is_awaited = false;
        walk_statements(body, &mut |statement| {
            let each = statement.each().map(|each| each.selection);
            let taken = each.and_then(|selection| selection.condition.as_deref());
            is_awaited |= statement.needs().or(taken).is_some_and(&is_withheld);
            !is_awaited
        });
        is_awaited
    })
}

/// Adds a track to those of the same declaration with the same mistake: a track with a value for each word is one for its author.
fn add_to_group<'b, M: PartialEq>(
    groups: &mut Vec<(Vec<&'b KindTrack>, M)>,
    track: &'b KindTrack,
    mistake: M,
) {
    let is_same = |(tracks, known): &&mut (Vec<&KindTrack>, M)| {
        let first = tracks.first().map(|first| first.naming.span);
        first == Some(track.naming.span) && *known == mistake
    };
    match groups.iter_mut().find(is_same) {
        Some((tracks, _)) => tracks.push(track),
        None => groups.push((vec![track], mistake)),
    }
}

/// Returns the name of tracks of one declaration: `ammo(fair)`, or `ammo` for several words.
fn name_of<'b>(tracks: &[&'b KindTrack]) -> &'b str {
    match tracks {
        [] => "",
        [only] => &only.naming.name,
        [first, ..] => {
            let name = first.naming.name.as_str();
            name.split_once('(').map_or(name, |(name, _)| name)
        }
    }
}

fn never_changed(book: &RuleBook, tracks: &[&KindTrack], is_read: bool) -> Option<Diagnostic> {
    let (track, name) = (tracks.first()?, name_of(tracks));
    let of_kind = of_kind(book, track);
    let (message, help) = match is_read {
        true => (
            format!("`{name}`{of_kind} is read but never changed"),
            "add the rule that changes it, or make it a stat (fixed) or a fact (from the players)",
        ),
        false => (
            format!("`{name}`{of_kind} is neither read nor changed"),
            "use it in a rule, or delete it",
        ),
    };
    let finding = Diagnostic::new(Code::TrackNeverChanges, message)
        .label(track.naming.span, "")
        .help(help);
    Some(finding.cite(track.naming.citations.iter().map(String::as_str)))
}

/// The way in which rules move a track only past its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stuck {
    SetToStart,
    LoweredAtMinimum,
    RaisedAtMaximum,
}

/// Reports tracks that start at an end of their range and are only moved past it.
fn stuck(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut groups: Vec<(Vec<&KindTrack>, (Stuck, Span))> = Vec::new();
    for (at, kind) in context.book.kinds.iter().enumerate() {
        let is_read = |track: &&KindTrack| context.tracks.read.contains(&track.track);
        for track in kind.tracks.iter().filter(is_read) {
            let writes = context.tracks.writes_of(track.track, KindId::new(at));
            // A track that starts at a stat, or as a unit is placed, may start anywhere.
            let is_fixed = track.starts_at.is_none() && is_declared(kind, track);
            // A change that sets it to its start does not move it away from there.
            let mut moving = writes
                .iter()
                .filter(|one| one.constant != Some(track.start));
            let is_at_minimum =
                is_fixed && track.start == track.low && !moving.clone().any(|one| one.raises);
            let is_at_maximum =
                is_fixed && track.start == track.high && !moving.clone().any(|one| one.lowers);
            let is_set_to_start = is_fixed && moving.next().is_none();
            let (Some(first), true) = (
                writes.first(),
                is_at_minimum || is_at_maximum || is_set_to_start,
            ) else {
                continue;
            };
            let name = &track.naming.name;
            // A scenario can begin elsewhere; without one it is unknown whether it will, but for a flag that nothing asks for except to clear it.
            let is_unknown = is_set_to_start
                && (context.played)().is_empty()
                && !is_cleared_below_itself(context.book, track.track, first.span);
            if is_unknown || context.is_begun(name) {
                continue;
            }
            let stuck = match (is_set_to_start, is_at_minimum) {
                (true, _) => Stuck::SetToStart,
                (false, true) => Stuck::LoweredAtMinimum,
                (false, false) => Stuck::RaisedAtMaximum,
            };
            add_to_group(&mut groups, track, (stuck, first.span));
        }
    }
    for (tracks, (stuck, example)) in groups {
        diagnostics.extend(only_past_its_end(&tracks, stuck, example));
    }
}

/// Whether a rule clears a flag only in the block of a condition that asks for the flag itself: it is there to be set.
fn is_cleared_below_itself(book: &RuleBook, flag: TrackId, cleared: Span) -> bool {
    let is_flag = book
        .tracks
        .get(flag.at())
        .is_some_and(|known| known.ty == Type::Flag);
    let mut bodies = book.bodies();
    is_flag
        && bodies.any(|(_, body)| {
            let mut is_below = false;
            walk_statements(body, &mut |statement| {
                if let Some((condition, then, _)) = statement.branch() {
                    let clears = |inner: &Statement| inner.span == cleared;
                    is_below |= reads_track(condition, flag) && then.iter().any(clears);
                }
                !is_below
            });
            is_below
        })
}

fn only_past_its_end(tracks: &[&KindTrack], stuck: Stuck, example: Span) -> Option<Diagnostic> {
    let (track, name) = (tracks.first()?, name_of(tracks));
    let message = match stuck {
        Stuck::SetToStart => format!("rules only set `{name}` to the value at which it starts"),
        Stuck::LoweredAtMinimum => {
            format!("rules only lower `{name}`, which starts at its minimum")
        }
        Stuck::RaisedAtMaximum => format!("rules only raise `{name}`, which starts at its maximum"),
    };
    let finding = Diagnostic::new(Code::TrackNeverChanges, message)
        .label(track.naming.span, "")
        .label(example, "for example here")
        .help("add a rule that changes it the other way, or change its start: `starts …`")
        .cite(track.naming.citations.iter().map(String::as_str));
    Some(finding.confidence(Confidence::Likely))
}

/// Reports tracks of sides that all rules change for named sides, and that stay at their start for one of these sides, though rules take from it.
fn of_named_sides(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let sides = book.side_kind();
    let Some((kind_id, kind)) = sides.and_then(|id| Some((id, book.kinds.get(id.at())?))) else {
        return;
    };
    for track in &kind.tracks {
        let writes = context.tracks.writes_of(track.track, kind_id);
        let is_plain = is_declared(kind, track)
            && track.starts_at.is_none()
            && track.lasts.is_none()
            && !context.is_begun(&track.naming.name);
        if !is_plain || writes.iter().any(|write| write.side.is_none()) {
            continue;
        }
        if let Some(finding) = of_the_other_side(book, track.track, &writes) {
            diagnostics.push(finding.cite(track.naming.citations.iter().map(String::as_str)));
            continue;
        }
        if track.start != track.low {
            continue;
        }
        let Some(raised) = writes.iter().find(|write| write.raises) else {
            continue;
        };
        let lowered = writes.iter().find(|write| {
            let mut of_side = writes.iter().filter(|other| other.side == write.side);
            write.lowers && !of_side.any(|other| other.raises)
        });
        if let Some(lowered) = lowered
            && let Some(side) = lowered.side.and_then(|side| book.sides.get(side))
        {
            let (name, side) = (&track.naming.name, &side.name);
            diagnostics.push(
                Diagnostic::new(
                    Code::TrackNeverChanges,
                    format!("nothing adds to `{name}` of `{side}`, so there is never any to take"),
                )
                .label(lowered.span, "taken here")
                .label(raised.span, "added to that of another side")
                .help("correct the side of one of them, or add the rule that gives it some; if it begins with some, say so: `starts …`")
                .cite(track.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely),
            );
        }
    }
}

/// Returns the finding about a track that rules change only for some named sides, and compare with that of another one.
fn of_the_other_side(book: &RuleBook, track: TrackId, writes: &[&Write]) -> Option<Diagnostic> {
    let first = writes.first()?;
    let mut compared: Option<(usize, Span)> = None;
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            let Some(asked) = part.comparison() else {
                return;
            };
            let side_of = |expr: &Expr| {
                let read = expr.track().filter(|read| read.track == track);
                read.filter(|read| read.index.is_none())?.unit.named_side()
            };
            if let (Some(left), Some(right)) = (side_of(asked.left), side_of(asked.right)) {
                let is_changed = |side: usize| writes.iter().any(|one| one.side == Some(side));
                let constant = match (is_changed(left), is_changed(right)) {
                    (true, false) => Some(right),
                    (false, true) => Some(left),
                    (true, true) | (false, false) => None,
                };
                compared = compared.or(constant.map(|side| (side, part.span)));
            }
        });
    });
    let (side, place) = compared?;
    let (name, side) = (book.track_name(track), &book.sides.get(side)?.name);
    let finding = Diagnostic::new(
        Code::TrackNeverChanges,
        format!(
            "no rule changes `{name}` of `{side}`, with which that of another side is compared"
        ),
    );
    Some(
        finding
            .label(first.span, "changed for another side only")
            .label(place, "compared here")
            .help("name the side that it is about: `….side` of the piece, or `enemy of …`; or add the rule that is missing")
            .confidence(Confidence::Likely),
    )
}
