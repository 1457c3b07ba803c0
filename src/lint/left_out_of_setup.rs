//! Flags that a set-up for the next battle does not clear, although it clears others of the same unit and puts it on the map.
//!
//! Reports: E0680, by way of [`flag_never_cleared`](super::flag_never_cleared).

use std::collections::{BTreeMap, BTreeSet};

use super::readings::reads_track;
use super::track_usage::{Flag, is_declared};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{
    Change, Expr, KindId, LocalId, NONE, Naming, RuleBook, Statement, TrackId, Type, blocks,
    walk_own, walk_within,
};
use sandtable_source::Span;

/// Least number of flags that a set-up clears.
const MIN_CLEARED: usize = 3;

/// Statements that set up a unit.
pub(super) struct Setup {
    /// Flags that they clear, in their order.
    cleared: Vec<TrackId>,
    span: Span,
}

/// Returns the only flag of a kind that a set-up neither clears nor reads, with the set-up.
pub(super) fn left_out_of_setups(book: &RuleBook) -> BTreeMap<Flag, Setup> {
    let mut found = BTreeMap::new();
    if book.at_track().is_none() {
        return found;
    }
    for (_, body) in book.bodies() {
        search(book, body, &mut found);
    }
    found
}

fn search(book: &RuleBook, block: &[Statement], found: &mut BTreeMap<Flag, Setup>) {
    for statement in block {
        if let Some(each) = statement.each() {
            let condition = each.selection.condition.as_deref();
            of_unit(book, (each.selection.local, each.body), condition, found);
        }
        for inner in blocks(statement) {
            search(book, inner, found);
        }
    }
}

fn of_unit(
    book: &RuleBook,
    (unit, body): (LocalId, &[Statement]),
    condition: Option<&Expr>,
    found: &mut BTreeMap<Flag, Setup>,
) {
    let (mut cleared, mut is_placed, mut first) = (Vec::new(), false, None);
    let mut read = BTreeSet::new();
    let mut kinds = None;
    for statement in body {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |part| {
                read.extend(part.track().map(|read| read.track))
            });
        });
        let change = statement
            .change()
            .filter(|change| change.unit.is_local(unit));
        let Some(change) = change.filter(|change| change.how == Change::Set) else {
            continue;
        };
        let known = book.tracks.get(change.track.at());
        let is_flag = known.is_some_and(|known| known.ty == Type::Flag);
        if is_flag && change.amount.literal() == Some(0) {
            cleared.push(change.track);
            first = first.or(Some(statement.span));
            kinds = Some(change.unit.ty.kinds());
        }
        is_placed |=
            Some(change.track) == book.at_track() && change.amount.constant_value() != Some(NONE);
    }
    let (Some(kinds), Some(span)) = (kinds, first) else {
        return;
    };
    if cleared.len() < MIN_CLEARED || !is_placed {
        return;
    }
    let all = (0..book.kinds.len()).map(KindId::new);
    for kind in all.filter(|kind| kinds.has(*kind)) {
        let mut left = flags_of(book, kind);
        left.retain(|flag| {
            let is_asked = condition.is_some_and(|asked| reads_track(asked, *flag));
            !cleared.contains(flag) && !read.contains(flag) && !is_asked
        });
        if let [only] = left.as_slice() {
            let cleared = cleared.clone();
            found.insert((*only, kind), Setup { cleared, span });
        }
    }
}

/// Returns the flags of a kind that begin as no and have no end of their own.
fn flags_of(book: &RuleBook, kind: KindId) -> Vec<TrackId> {
    let known = book.kinds.get(kind.at());
    let tracks = known.into_iter().flat_map(|known| {
        let tracks = known.tracks.iter();
        tracks.filter(|track| is_declared(known, track))
    });
    let flags = tracks.filter(|track| {
        let ty = book.tracks.get(track.track.at()).map(|known| known.ty);
        ty == Some(Type::Flag) && track.start == 0 && track.lasts.is_none()
    });
    flags.map(|track| track.track).collect()
}

/// Returns the finding about such a flag.
pub(super) fn not_set_up(
    book: &RuleBook,
    track: TrackId,
    naming: &Naming,
    set: Span,
    setup: &Setup,
) -> Diagnostic {
    let name = book.track_name(track);
    let others = setup.cleared.iter().take(2);
    let others: Vec<String> = others
        .map(|other| format!("`{}`", book.track_name(*other)))
        .collect();
    Diagnostic::new(
        Code::FlagNeverCleared,
        format!(
            "`{name}` is never cleared, though {} are when units are set up",
            others.join(" and ")
        ),
    )
    .label(set, "set here")
    .label(setup.span, "the set-up clears others")
    .help(format!(
        "clear it there, too: `set unit.{name} to no`; if it lasts, ignore this"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
