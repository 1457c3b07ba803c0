//! Counters that trigger something when they are full and then stay full: from then on it happens every time.
//!
//! Reports: E0680.

use super::Context;
use super::readings::{is_read_of, reads_track};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::are_equivalent;
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Change, KindId, Naming, RuleBook, Statement, TrackChange, TrackId, blocks, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        search(book, naming, body, diagnostics);
    }
}

fn search(book: &RuleBook, naming: &Naming, block: &[Statement], diagnostics: &mut Diagnostics) {
    for (at, statement) in block.iter().enumerate() {
        let added = statement.change().filter(|change| {
            let by = change.amount.literal();
            change.how == Change::Add && change.index.is_none() && by.is_some_and(|by| by > 0)
        });
        let rest = block.get(at + 1..).unwrap_or_default();
        if let Some(added) = added
            && let Some((full, asked)) = rest.iter().find_map(|line| full(book, added, line))
            && is_read_once(book, added)
        {
            diagnostics.push(finding(
                book,
                naming,
                (added.track, full),
                statement.span,
                asked,
            ));
        }
        for inner in blocks(statement) {
            search(book, naming, inner, diagnostics);
        }
    }
}

/// Returns the limit of a track and the condition, if a line asks whether the track is at it, does something that adds up, and leaves it
/// there.
fn full(book: &RuleBook, added: TrackChange<'_>, line: &Statement) -> Option<(i32, Span)> {
    let (condition, then, _) = line.branch()?;
    let bound = condition.bound()?;
    let read = bound.subject.track()?;
    let is_it = read.track == added.track && are_equivalent(read.unit, added.unit);
    let is_at_least = matches!(bound.order, Order::Equal | Order::GreaterOrEqual);
    let kind = only_kind(book, added)?;
    let mut lines = book.kinds.get(kind.at())?.tracks.iter();
    let track = lines.find(|line| line.track == added.track)?;
    let is_full = bound.number == track.high && track.ends_at.is_none() && track.lasts.is_none();
    if !is_it || !is_at_least || !is_full || track.low == track.high {
        return None;
    }
    let (mut adds_up, mut is_left) = (false, true);
    visit_reached(book, then, &mut |inner| {
        if let Some(change) = inner.change() {
            let is_gone = [TrackId::DESTROYED, TrackId::REMOVED].contains(&change.track);
            is_left &= change.track != added.track && !is_gone;
            adds_up |= change.how != Change::Set || change.amount.literal().is_none();
        }
        is_left &= !inner.ends_game();
    });
    (adds_up && is_left).then_some((track.high, condition.span))
}

/// Returns the only kind whose track a statement changes.
fn only_kind(book: &RuleBook, change: TrackChange<'_>) -> Option<KindId> {
    let kinds = change.unit.ty.kinds();
    let all = (0..book.kinds.len()).map(KindId::new);
    let mut having = all.filter(|kind| kinds.has(*kind));
    having.next().filter(|_| having.next().is_none())
}

/// Whether nothing but the one condition reads the track: another one may keep a full unit away.
fn is_read_once(book: &RuleBook, added: TrackChange<'_>) -> bool {
    let Some(kind) = only_kind(book, added) else {
        return false;
    };
    let mut n_reads = 0;
    book.walk_roots(&mut |expr| {
        if reads_track(expr, added.track) {
            walk_within(expr, &mut |inner| {
                n_reads += usize::from(is_read_of(inner, (added.track, kind)));
            });
        }
    });
    let mut whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    n_reads == 1 && !whens.any(|when| when.reads.contains(&added.track))
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    (track, full): (TrackId, i32),
    added: Span,
    asked: Span,
) -> Diagnostic {
    let name = book.track_name(track);
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!("`{name}` stays at {full}: from then on this happens every time"),
    )
    .label(asked, format!("met again whenever it is {full}"))
    .label(added, "counted up to its end")
    .help(format!(
        "set it back in this block: `set unit.{name} to 0`; if intended, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
