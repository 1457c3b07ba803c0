//! Flags that a rule sets and asks for, but that no rule clears: what they forbid is possible once in a game.
//!
//! Reports: E0680.

use std::collections::BTreeMap;

use super::Context;
use super::done_marker::done_markers;
use super::readings::reads_track;
use super::track_usage::hiding;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, KindId, Naming, RuleBook, Statement, TrackId, Type, blocks, walk_own, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if !book
        .procedures
        .iter()
        .any(|one| is_repeated_turn(&one.body))
    {
        return;
    }
    let uses = uses(book);
    let markers = done_markers(context);
    for (track, used) in &uses {
        let is_spent = used.is_cleared || lasts(book, *track);
        let marker = markers.get(track).filter(|_| !is_spent);
        if let Some(marker) = marker.filter(|_| has_cleared_sibling(book, &uses, *track)) {
            diagnostics.push(
                finding(book, *track, marker.naming, marker.set, marker.asked)
                    .confidence(Confidence::Likely),
            );
        } else if let (false, Some((naming, set)), true) =
            (is_spent, used.set, is_hiding(book, *track))
        {
            diagnostics.push(stays_hidden(book, *track, naming, set));
        } else if let (false, Some((naming, set)), Some(asked)) =
            (is_spent, used.guarded_set, used.asked)
        {
            // Others of these flags are cleared: this one is likely to be forgotten.
            let has_guarded_sibling = uses.iter().any(|(other, used)| {
                used.is_cleared && used.is_guarded() && are_of_one_kind(book, *track, *other)
            });
            let is_forgotten = has_guarded_sibling && !is_state(book, *track);
            let confidence = match is_forgotten {
                true => Confidence::Likely,
                false => Confidence::Possible,
            };
            diagnostics.push(finding(book, *track, naming, set, asked).confidence(confidence));
        } else if let (false, Some((naming, set)), Some(asked)) = (is_spent, used.set, used.hinders)
        {
            diagnostics.push(stays(book, *track, naming, set, asked));
        }
    }
}

/// Whether another flag of the kind is cleared, by a rule or when its turn ends.
fn has_cleared_sibling(
    book: &RuleBook,
    uses: &BTreeMap<TrackId, FlagUse<'_>>,
    track: TrackId,
) -> bool {
    uses.iter().any(|(other, used)| {
        (used.is_cleared || lasts(book, *other)) && are_of_one_kind(book, track, *other)
    })
}

/// Whether a flag hides the units of a kind.
fn is_hiding(book: &RuleBook, track: TrackId) -> bool {
    hiding(book).any(|flag| flag == track)
}

/// Whether a body repeats phases, or is a sequence that loops.
fn is_repeated_turn(body: &[Statement]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |statement| {
        found |= statement.repetition().is_some() || statement.count().is_some();
        !found
    });
    found
}

/// Whether rules that do not set a flag read it: then it represents a state of a unit, not an action that is done.
fn is_state(book: &RuleBook, track: TrackId) -> bool {
    let mut bodies = book.bodies();
    let is_read_elsewhere = bodies.any(|(_, body)| {
        let (mut sets, mut reads) = (false, false);
        changes(body, &mut |changed, _, _| sets |= changed == track);
        for statement in body {
            walk_statement(statement, &mut |expr| reads |= reads_track(expr, track));
        }
        reads && !sets
    });
    let conditions = book.modifiers.iter().flat_map(|list| &list.lines);
    let mut parts = conditions.flat_map(|line| line.per.iter().chain(&line.condition));
    let facts = book.facts.iter().filter_map(|fact| fact.in_play.as_ref());
    is_read_elsewhere
        || parts.any(|part| reads_track(part, track))
        || facts
            .into_iter()
            .any(|fact| reads_track(&fact.value, track))
}

/// The uses of a flag.
#[derive(Default)]
struct FlagUse<'b> {
    /// A statement that sets it in a rule that asks for it before, and that rule.
    guarded_set: Option<(&'b Naming, Span)>,
    /// Place of the condition in that rule.
    asked: Option<Span>,
    /// A statement that sets it, and its rule.
    set: Option<(&'b Naming, Span)>,
    /// A condition of a rule that it must not be set.
    hinders: Option<Span>,
    is_cleared: bool,
}

impl FlagUse<'_> {
    fn is_guarded(&self) -> bool {
        self.guarded_set.is_some()
    }
}

fn uses(book: &RuleBook) -> BTreeMap<TrackId, FlagUse<'_>> {
    let mut uses: BTreeMap<TrackId, FlagUse<'_>> = BTreeMap::new();
    for (naming, body) in book.bodies() {
        let mut sets: Vec<(TrackId, Span)> = Vec::new();
        changes(body, &mut |track, is_set, span| {
            let used = uses.entry(track).or_default();
            match is_set {
                true => sets.push((track, span)),
                false => used.is_cleared = true,
            }
        });
        for (track, span) in &sets {
            if let Some(used) = uses.get_mut(track) {
                used.set.get_or_insert((naming, *span));
            }
        }
        for (track, span) in sets {
            if let (Some(asked), Some(used)) = (guard(body, track), uses.get_mut(&track)) {
                used.guarded_set.get_or_insert((naming, span));
                used.asked.get_or_insert(asked);
            }
        }
    }
    for (_, body) in book.bodies() {
        for (track, used) in &mut uses {
            if used.hinders.is_none() && !used.is_cleared {
                used.hinders = required(body, *track);
            }
        }
    }
    uses.retain(|track, _| {
        let known = book.tracks.get(track.at());
        let is_given = *track == TrackId::DESTROYED || *track == TrackId::REMOVED;
        !is_given && known.is_some_and(|known| known.ty == Type::Flag)
    });
    uses
}

/// Calls a visitor with each change of a track; `true` if it certainly sets a flag.
fn changes(body: &[Statement], visit: &mut impl FnMut(TrackId, bool, Span)) {
    for statement in body {
        if let Some(change) = statement.change() {
            let is_set = change.how == Change::Set && change.amount.literal() == Some(1);
            visit(change.track, is_set, statement.span);
        }
        for inner in blocks(statement) {
            changes(inner, visit);
        }
    }
}

/// Returns where an action needs that a flag is not set.
fn required(body: &[Statement], track: TrackId) -> Option<Span> {
    let needs = body.iter().filter(|statement| statement.needs().is_some());
    let mut asked = needs.map(|one| guard(std::slice::from_ref(one), track));
    asked.find_map(|asked| asked)
}

/// Returns where a rule asks that a flag is not set.
fn guard(body: &[Statement], track: TrackId) -> Option<Span> {
    let mut asked = None;
    walk_statements(body, &mut |statement| {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                if let Some(inner) = inner.negated()
                    && inner.track().is_some()
                    && reads_track(inner, track)
                {
                    asked.get_or_insert(inner.span);
                }
            });
        });
        asked.is_none()
    });
    asked
}

fn lasts(book: &RuleBook, track: TrackId) -> bool {
    let mut tracks = book.kinds.iter().flat_map(|kind| &kind.tracks);
    tracks.any(|line| line.track == track && line.lasts.is_some())
}

fn are_of_one_kind(book: &RuleBook, one: TrackId, other: TrackId) -> bool {
    let has = |kind: &sandtable_model::Kind, track: TrackId| {
        kind.tracks.iter().any(|line| line.track == track)
    };
    let mut kinds = book.kinds.iter();
    one != other && kinds.any(|kind| has(kind, one) && has(kind, other))
}

/// Returns the finding about a flag that one rule sets, another needs not to be set, and none clears.
fn stays(book: &RuleBook, track: TrackId, naming: &Naming, set: Span, asked: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared: it lasts until the end of the game"),
    )
    .label(set, "set here")
    .label(asked, "must not be set")
    .help(format!(
        "clear it in the turn, `set unit.{name} to no`, or let its track end by itself: \
        `until end of …`; if it lasts, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Possible)
}

/// Returns the end of the message that names the kind whose units each have the flag; empty for a flag of the game.
fn for_each(book: &RuleBook, track: TrackId) -> String {
    let has = |kind: &sandtable_model::Kind| kind.tracks.iter().any(|line| line.track == track);
    let mut kinds = book.kinds.iter().enumerate().filter(|(_, kind)| has(kind));
    match (kinds.next(), kinds.next()) {
        (Some((at, kind)), None) if Some(KindId::new(at)) != book.game_kind() => {
            format!(" for each {}", kind.naming.name)
        }
        (Some(_), Some(_)) => " for each unit".to_owned(),
        _ => String::new(),
    }
}

/// Returns the finding about a flag of `hidden while` that a rule sets and none clears.
fn stays_hidden(book: &RuleBook, track: TrackId, naming: &Naming, set: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` is never cleared: what is hidden by it is never revealed"),
    )
    .label(set, "hidden here")
    .help(format!(
        "add the rule that reveals it: `set unit.{name} to no`; if it stays hidden, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

fn finding(book: &RuleBook, track: TrackId, naming: &Naming, set: Span, asked: Span) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never cleared: `{}` is possible once in a game{}",
            naming.name,
            for_each(book, track)
        ),
    )
    .label(set, "set here")
    .label(asked, "must not be set")
    .help(format!(
        "clear it in the turn, `set unit.{name} to no`, or let its track end by itself: \
        `until end of …`"
    ))
    .help("for once in a game, write `once each game for …`; if intended, ignore this")
    .cite(naming.citations.iter().map(String::as_str))
}
