//! Readings of expressions that several lints share: their dice, their sums, the units and tracks that they mention.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use std::collections::BTreeMap;

use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Arithmetic, Expr, ExprKind, LocalId, RuleBook, Statement, StatementKind, TrackId,
    walk_statements, walk_within,
};

/// The values of the names of a body that are set once.
pub(super) type Names<'b> = BTreeMap<LocalId, &'b Expr>;

/// Returns the values of the names of a body.
pub(super) fn names_of(body: &[Statement]) -> Names<'_> {
    let mut names = BTreeMap::new();
    walk_statements(body, &mut |statement| {
        if let StatementKind::Let { local, value } = &statement.kind {
            names.insert(*local, value);
        }
        true
    });
    names
}

/// Whether an expression rolls dice, by itself or by way of a roll that it calls.
pub(super) fn rolls(book: &RuleBook, expr: &Expr) -> bool {
    let mut rolls = false;
    walk_within(expr, &mut |inner| {
        rolls |= matches!(
            inner.kind,
            ExprKind::Dice { .. } | ExprKind::Roll(_) | ExprKind::Pool(_) | ExprKind::RollOf { .. }
        );
        if let ExprKind::Call { procedure, .. } = &inner.kind {
            let called = book.procedures.get(procedure.at());
            rolls |= called.is_some_and(|called| called.ability == Ability::Roll);
        }
    });
    rolls
}

/// Whether an expression mentions a local.
pub(super) fn mentions(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    walk_within(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(id) if id == local);
    });
    found
}

/// Whether an expression reads a track of any unit.
pub(super) fn reads_track(expr: &Expr, track: TrackId) -> bool {
    let mut found = false;
    walk_within(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Track { track: read, .. } if read == track);
    });
    found
}

/// Whether an expression reads a track of the unit with this canonical form.
pub(super) fn reads_track_of(expr: &Expr, track: TrackId, unit: Option<&str>) -> bool {
    let mut found = false;
    walk_within(expr, &mut |inner| {
        found |= matches!(&inner.kind, ExprKind::Track { unit: of, track: read, .. }
            if *read == track && canonical_form(of, &[]).as_deref() == unit);
    });
    found
}

/// Calls a visitor with each conjunct of a condition.
pub(super) fn conjuncts<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Binary {
            op: Arithmetic::And,
            left,
            right,
        } => {
            conjuncts(left, visit);
            conjuncts(right, visit);
        }
        _ => visit(expr),
    }
}

/// Calls a visitor with each term of a sum; `true` for a subtracted term.
pub(super) fn terms<'e>(
    expr: &'e Expr,
    names: &Names<'e>,
    is_negative: bool,
    depth: usize,
    visit: &mut impl FnMut(&'e Expr, bool),
) {
    match &expr.kind {
        ExprKind::Binary {
            op: Arithmetic::Add,
            left,
            right,
        } => {
            terms(left, names, is_negative, depth, visit);
            terms(right, names, is_negative, depth, visit);
        }
        ExprKind::Binary {
            op: Arithmetic::Subtract,
            left,
            right,
        } => {
            terms(left, names, is_negative, depth, visit);
            terms(right, names, !is_negative, depth, visit);
        }
        ExprKind::Negate(inner) => terms(inner, names, !is_negative, depth, visit),
        ExprKind::Local(id) if depth > 0 => match names.get(id) {
            Some(value) => terms(value, names, is_negative, depth - 1, visit),
            None => visit(expr, is_negative),
        },
        _ => visit(expr, is_negative),
    }
}
