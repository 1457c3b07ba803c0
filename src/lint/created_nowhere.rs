//! Pieces that are created and that no rule puts on the map, although rules ask where such pieces are.
//!
//! Reports: E0613.

use std::collections::BTreeSet;

use super::Context;
use super::scenario::on_map::OnMap;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Expr, KindId, NONE, RuleBook, Statement, TrackId, Type, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(at_track) = book.at_track() else {
        return;
    };
    let mut reported = BTreeSet::new();
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            let created = statement.spares();
            let profile = created.and_then(|(profile, _)| book.profiles.get(profile.at()));
            if let Some(profile) = profile
                && reported.insert(profile.kind)
                && let Some(finding) = finding(book, at_track, profile.kind, statement)
            {
                diagnostics.push(finding.cite(naming.citations.iter().map(String::as_str)));
            }
            true
        });
    }
}

fn finding(
    book: &RuleBook,
    at_track: TrackId,
    kind: KindId,
    created: &Statement,
) -> Option<Diagnostic> {
    let asked = asked_where(book, at_track, kind)?;
    let moved = match put_somewhere(book, at_track, kind) {
        Put::OnTheMap => return None,
        Put::Never => None,
        Put::FromTheMap(moved) => Some(moved),
    };
    let name = &book.kinds.get(kind.at())?.naming.name;
    let finding = Diagnostic::new(
        Code::TrackNeverChanges,
        format!("`{name}` is created here, but no rule puts it on the map"),
    )
    .label(created.span, "created")
    .label(asked, "asks where it is");
    let finding = match moved {
        Some(moved) => finding.label(moved, "moves it only if it is on the map already"),
        None => finding,
    };
    Some(
        finding
            .help("give it a place where it is created: `set ….at to …`; if it stays off the map, ignore this")
            .confidence(Confidence::Likely),
    )
}

/// Returns where a rule reads the place of a piece of a kind, or measures from it.
fn asked_where(book: &RuleBook, at_track: TrackId, kind: KindId) -> Option<Span> {
    let mut asked = None;
    book.walk_roots(&mut |expr| {
        walk_within(expr, &mut |part| {
            let has_kind = |unit: &Expr| matches!(unit.ty, Type::Unit(kinds) if kinds.has(kind));
            let read = part.track().filter(|read| read.track == at_track);
            let is_read = read.is_some_and(|read| has_kind(read.unit));
            let measured = part.measurement();
            let is_measured = measured.is_some_and(|one| one.arguments.iter().any(has_kind));
            asked = asked.or((is_read || is_measured).then_some(part.span));
        });
    });
    asked
}

/// The rules that give a piece of a kind a place.
enum Put {
    Never,
    /// All of them, as this one, only move one that is on the map.
    FromTheMap(Span),
    OnTheMap,
}

fn put_somewhere(book: &RuleBook, at_track: TrackId, kind: KindId) -> Put {
    let on_map = OnMap::new(book, at_track);
    let mut put = Put::Never;
    for (at, (_, body)) in book.bodies().enumerate() {
        walk_statements(body, &mut |statement| {
            let change = statement.change().filter(|change| {
                change.track == at_track
                    && change.unit.ty.kinds().has(kind)
                    && change.amount.constant_value() != Some(NONE)
            });
            if let Some(change) = change {
                put = match (&put, on_map.has(at, change.unit)) {
                    (Put::OnTheMap, _) | (_, false) => Put::OnTheMap,
                    (Put::Never | Put::FromTheMap(_), true) => Put::FromTheMap(statement.span),
                };
            }
            true
        });
    }
    put
}
