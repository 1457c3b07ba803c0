//! Reads and changes of the side of a piece that can belong to none, where nothing asks beforehand whether it has one.
//!
//! Reports: E0644.

use std::collections::BTreeSet;

use super::{Context, call_graph};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Block, Expr, Kinds, NONE, Naming, ProcedureId, RuleBook, Statement, TrackId, walk_own,
    walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let Some(side) = book.side_track() else {
        return;
    };
    let unowned = created_for_none(book);
    if unowned.is_empty() {
        return;
    }
    for (at, (naming, body)) in book.bodies().enumerate() {
        let own = (at < book.procedures.len()).then(|| ProcedureId::new(at));
        let mut seen = BTreeSet::new();
        let mut found = |unit: &Expr| {
            let Some(piece) = side_of(unit, side) else {
                return;
            };
            let kinds = piece.ty.kinds();
            let created = unowned
                .iter()
                .find(|(kind, _)| !kinds.and(*kind).is_empty());
            let Some((_, created)) = created.filter(|_| seen.insert(kinds)) else {
                return;
            };
            if !is_asked(book, (own, body), side, kinds) {
                diagnostics.push(finding(naming, unit.span, *created));
            }
        };
        walk_statements(body, &mut |statement| {
            if let Some(change) = statement.change() {
                found(change.unit);
            }
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let read = inner.track().map(|read| read.unit);
                    if let Some(unit) = read.or(inner.field().map(|(unit, _)| unit)) {
                        found(unit);
                    }
                });
            });
            true
        });
    }
}

fn finding(naming: &Naming, read: Span, created: Span) -> Diagnostic {
    Diagnostic::new(
        Code::MayHaveNoSide,
        "this piece may belong to no side, which ends the run",
    )
    .label(read, "its side is `none` then")
    .label(created, "created for no side here")
    .help("check first: `if PIECE.side is not none: …`")
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}

/// Returns the kinds of pieces that rules create for no side, each with the place of a statement that does.
fn created_for_none(book: &RuleBook) -> Vec<(Kinds, Span)> {
    let mut found: Vec<(Kinds, Span)> = Vec::new();
    for (_, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            if let Some(kind) = created(book, statement)
                && !found.iter().any(|(known, _)| *known == kind)
            {
                found.push((kind, statement.span));
            }
            true
        });
    }
    found
}

/// Returns the kind of the unit that a statement creates for no side.
fn created(book: &RuleBook, statement: &Statement) -> Option<Kinds> {
    let (profile, _) = statement.spares()?;
    let owner = statement.owner();
    let is_unowned = owner.is_none_or(|owner| owner.constant_value() == Some(NONE));
    let profile = book.profiles.get(profile.at()).filter(|_| is_unowned)?;
    Some(Kinds::one(profile.kind))
}

/// Returns the piece whose side an expression reads.
fn side_of(unit: &Expr, side: TrackId) -> Option<&Expr> {
    let read = unit.track()?;
    (read.track == side).then_some(read.unit)
}

/// Whether a rule, or one that calls it, asks which side a piece of these kinds has, or whether it has a trait.
fn is_asked(
    book: &RuleBook,
    (own, body): (Option<ProcedureId>, &Block),
    side: TrackId,
    kinds: Kinds,
) -> bool {
    let callers = book.bodies().map(|(_, body)| body);
    let mut callers =
        callers.filter(|body| own.is_some_and(|own| call_graph::calls(body).contains(&own)));
    asks(book, body, side, kinds) || callers.any(|body| asks(book, body, side, kinds))
}

fn asks(book: &RuleBook, body: &Block, side: TrackId, kinds: Kinds) -> bool {
    let is_about = |unit: &Expr| {
        let piece = side_of(unit, side);
        piece.is_some_and(|piece| !piece.ty.kinds().and(kinds).is_empty())
    };
    let mut asks = false;
    for statement in body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                if let Some(compared) = inner.comparison() {
                    let is_none = |of: &Expr| of.constant_value() == Some(NONE);
                    let (left, right) = (compared.left, compared.right);
                    let is_of_none = is_none(left) || is_none(right);
                    asks |= (compared.order == Order::Equal || is_of_none)
                        && (is_about(left) || is_about(right));
                }
                if let Some((unit, field)) = inner.field() {
                    let field = book.fields.get(field.at());
                    asks |= field.is_some_and(|field| field.is_trait)
                        && !unit.ty.kinds().and(kinds).is_empty();
                }
            });
        });
    }
    asks
}
