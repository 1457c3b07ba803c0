//! Supplies that rules ask for, but that no rule takes from: each condition on what is left is always met.
//!
//! Reports: E0613.

use std::collections::BTreeSet;

use super::Context;
use super::readings::is_read_of;
use super::track_usage::{Write, is_declared, of_kind};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Change, Expr, KindId, KindTrack, RuleBook, TrackId, Type, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut reported = BTreeSet::new();
    for (at, kind) in book.kinds.iter().enumerate() {
        let kind_id = KindId::new(at);
        for track in kind.tracks.iter().filter(|track| is_declared(kind, track)) {
            let writes = context.tracks.writes_of(track.track, kind_id);
            let Some(first) = writes.first() else {
                continue;
            };
            // A number that is also added to and set to its minimum counts something.
            let is_set = |write: &Write| match write.sets {
                true => write.constant != Some(track.low),
                false => write.raises && !write.lowers,
            };
            let set = writes.iter().find(|write| write.sets).filter(|_| {
                let all = || writes.iter();
                all().all(|write| write.sets) || all().all(|write| is_set(write))
            });
            let only_raised = writes.iter().all(|write| write.raises && !write.lowers);
            let known = book.tracks.get(track.track.at());
            let is_number = known
                .is_some_and(|known| matches!(known.ty, Type::Number(_)) && known.index.is_none());
            let is_plain = track.lasts.is_none()
                && !track.is_internal()
                && Some(at) != book.game_kind().map(|kind| kind.at());
            if !is_number || !is_plain {
                continue;
            }
            if let Some(set) = set
                && track.high > track.low.saturating_add(1)
            {
                if is_set_to_several(book, track)
                    && let Some(asked) = only_asked_for_any(book, track, kind_id)
                    && reported.insert(track.naming.span)
                {
                    diagnostics.push(amount_unread(book, track, (asked, set.span)));
                }
                continue;
            }
            if !only_raised
                || track.start <= track.low && track.starts_at.is_none()
                // One that begins full is reported as one that cannot move.
                || track.start >= track.high
            {
                continue;
            }
            if let Some(place) = asked_for_any(book, track, kind_id)
                && !context.is_begun(&track.naming.name)
                && reported.insert(track.naming.span)
            {
                diagnostics.push(finding(book, track, (place, first.span)));
            }
        }
    }
}

/// Returns where a condition asks whether a track has any left: above its minimum, with a number that it has at the start; `None` if a condition asks
/// for more.
fn asked_for_any(book: &RuleBook, track: &KindTrack, kind: KindId) -> Option<Span> {
    let mut asked = None;
    let mut asks_for_more = false;
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            if let Some((least, span)) = least_asked(part, (track.track, kind)) {
                asks_for_more |= track.starts_at.is_none() && least > track.start;
                asked = asked.or((least > track.low).then_some(span));
            }
        });
    });
    asked.filter(|_| !asks_for_more)
}

/// Returns where a condition asks whether a track has any left, if all that reads the track asks nothing else.
fn only_asked_for_any(book: &RuleBook, track: &KindTrack, kind: KindId) -> Option<Span> {
    let track_of_kind = (track.track, kind);
    let (mut asked, mut n_reads, mut n_asked) = (None, 0, 0);
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            n_reads += u32::from(is_read_of(part, track_of_kind));
            let is_bound = part
                .bound()
                .is_some_and(|bound| is_read_of(bound.subject, track_of_kind));
            if is_bound
                && let Some((least, span)) = least_asked(part, track_of_kind)
                && least == track.low.saturating_add(1)
            {
                n_asked += 1;
                asked = asked.or(Some(span));
            }
        });
    });
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let is_watched = whens
        .into_iter()
        .any(|when| when.reads.contains(&track.track));
    asked.filter(|_| n_reads == n_asked && !is_watched)
}

/// Whether rules set a track to more than one value above its minimum: numbers, and results of tables. What is calculated from other values may be
/// lowered with them.
fn is_set_to_several(book: &RuleBook, track: &KindTrack) -> bool {
    let (mut above, mut is_looked_up, mut is_calculated) = (BTreeSet::new(), false, false);
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let change = statement.change();
            let set = change.filter(|change| change.track == track.track);
            if let Some(set) = set.filter(|change| change.how == Change::Set) {
                match set.amount.constant_value() {
                    Some(value) if value > track.low => _ = above.insert(value),
                    Some(_) => {}
                    None if set.amount.lookup().is_some() => is_looked_up = true,
                    None => is_calculated = true,
                }
            }
            true
        });
    }
    !is_calculated && (is_looked_up || above.len() > 1)
}

fn amount_unread(book: &RuleBook, track: &KindTrack, (asked, set): (Span, Span)) -> Diagnostic {
    let name = &track.naming.name;
    Diagnostic::new(
        Code::TrackNeverChanges,
        format!(
            "rules set `{name}`{} and only ask whether there is any: its amount makes no difference",
            of_kind(book, track)
        ),
    )
    .label(asked, "asks whether there is any left")
    .label(set, "set here")
    .help(format!(
        "take from it where it is used: `take 1 from ….{name}`; if it only tells yes from no, make it a flag"
    ))
    .cite(track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Returns the number that a track must have for a condition, or for its contrary.
fn least_asked(condition: &Expr, track: (TrackId, KindId)) -> Option<(i32, Span)> {
    if let Some(compared) = condition.comparison()
        && is_read_of(compared.left, track)
        && (compared.right.lookup().is_some() || compared.right.call().is_some())
    {
        // A price, whatever it is.
        let is_least = matches!(compared.order, Order::GreaterOrEqual | Order::Less);
        return is_least.then_some((1, condition.span));
    }
    let bound = condition
        .bound()
        .filter(|bound| is_read_of(bound.subject, track))?;
    let least = match bound.order {
        Order::Greater | Order::LessOrEqual => bound.number.checked_add(1)?,
        Order::GreaterOrEqual | Order::Less => bound.number,
        Order::Equal | Order::NotEqual => bound.number.checked_add(1)?,
    };
    Some((least, condition.span))
}

fn finding(book: &RuleBook, track: &KindTrack, (asked, raised): (Span, Span)) -> Diagnostic {
    let name = &track.naming.name;
    Diagnostic::new(
        Code::TrackNeverChanges,
        format!(
            "`{name}`{} never falls: rules ask whether there is any left, but none takes from it",
            of_kind(book, track)
        ),
    )
    .label(asked, "asks whether there is any left")
    .label(raised, "only added to")
    .help(format!(
        "take from it where it is used: `take 1 from ….{name}`; or begin it at its minimum"
    ))
    .cite(track.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
