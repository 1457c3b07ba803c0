//! Readings of expressions that several lints share: their dice, their sums, the units and tracks that they mention.

use std::collections::BTreeMap;

use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Arithmetic, Expr, KindId, LocalId, RuleBook, Statement, TrackId, blocks, walk_changes,
    walk_own, walk_statements,
};

/// The values of the names of a body that are set once.
pub(super) type Names<'b> = BTreeMap<LocalId, &'b Expr>;

/// Returns the values of the names of a body.
pub(super) fn names_of(body: &[Statement]) -> Names<'_> {
    let mut names = BTreeMap::new();
    walk_statements(body, &mut |statement| {
        names.extend(statement.binding());
        true
    });
    names
}

/// Returns the value of a name, else the expression itself.
pub(super) fn named<'e>(expr: &'e Expr, names: &Names<'e>) -> &'e Expr {
    let value = expr.local().and_then(|local| names.get(&local).copied());
    value.unwrap_or(expr)
}

/// Whether an expression rolls dice, by itself or by way of a roll that it calls.
pub(super) fn rolls(book: &RuleBook, expr: &Expr) -> bool {
    expr.any(|part| part.is_roll() || calls_a_roll(book, part))
}

/// Whether an expression calls a roll.
pub(super) fn calls_a_roll(book: &RuleBook, expr: &Expr) -> bool {
    let called = expr.call().and_then(|(id, _)| book.procedures.get(id.at()));
    called.is_some_and(|called| called.ability == Ability::Roll)
}

/// Whether an expression reads a track of any unit.
pub(super) fn reads_track(expr: &Expr, track: TrackId) -> bool {
    expr.any(|part| part.is_track(track))
}

/// Whether an expression of a block reads a track.
pub(super) fn is_read_in(block: &[Statement], track: TrackId) -> bool {
    let mut is_read = false;
    walk_statements(block, &mut |statement| {
        walk_own(statement, &mut |expr| is_read |= reads_track(expr, track));
        !is_read
    });
    is_read
}

/// Forgets facts about tracks that a statement, or what it calls, may change; `track_of` gives the track of a fact.
pub(super) fn forget<T>(
    book: &RuleBook,
    statement: &Statement,
    known: &mut Vec<T>,
    track_of: &impl Fn(&T) -> TrackId,
) {
    let is_call = statement.evaluated().is_some() || statement.called_action(book).is_some();
    let is_open = statement.window().is_some() || statement.simultaneous().is_some();
    let whens = || book.triggers.iter().flat_map(|trigger| &trigger.whens);
    let mut fires = false;
    walk_changes(statement, &mut |_, changed| {
        fires |= whens().any(|when| when.reads.is_empty() || when.reads.contains(&changed));
        known.retain(|one| track_of(one) != changed);
    });
    // Triggers change more.
    if is_call || is_open || fires {
        known.clear();
    }
    for inner in blocks(statement).flatten() {
        forget(book, inner, known, track_of);
    }
}

/// Whether an expression is a read of a track of units of a kind.
pub(super) fn is_read_of(expr: &Expr, (track, kind): (TrackId, KindId)) -> bool {
    let read = expr.track().filter(|read| read.track == track);
    read.is_some_and(|read| read.unit.ty.kinds().has(kind))
}

/// Whether an expression reads a track of the unit with this canonical form.
pub(super) fn reads_track_of(expr: &Expr, track: TrackId, unit: Option<&str>) -> bool {
    let is_of_unit = |of: &Expr| canonical_form(of, &[]).as_deref() == unit;
    expr.any(|part| {
        let read = part.track().filter(|read| read.track == track);
        read.is_some_and(|read| is_of_unit(read.unit))
    })
}

/// Calls a visitor with each term of a sum; `true` for a subtracted term.
pub(super) fn terms<'e>(
    expr: &'e Expr,
    names: &Names<'e>,
    is_negative: bool,
    depth: usize,
    visit: &mut dyn FnMut(&'e Expr, bool),
) {
    if let Some((left, right)) = expr.operands(Arithmetic::Add) {
        terms(left, names, is_negative, depth, visit);
        terms(right, names, is_negative, depth, visit);
    } else if let Some((left, right)) = expr.operands(Arithmetic::Subtract) {
        terms(left, names, is_negative, depth, visit);
        terms(right, names, !is_negative, depth, visit);
    } else if let Some(inner) = expr.opposite() {
        terms(inner, names, !is_negative, depth, visit);
    } else if let Some(value) = expr
        .local()
        .filter(|_| depth > 0)
        .and_then(|id| names.get(&id))
    {
        terms(value, names, is_negative, depth - 1, visit);
    } else {
        visit(expr, is_negative);
    }
}
