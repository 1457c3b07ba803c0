//! Costs that are paid without a test that they can be paid, although another rule tests it.
//!
//! Reports: E0681.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use std::collections::BTreeMap;

use super::Context;
use super::readings::{names_of, reads_track, reads_track_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Ability, Among, Change, Expr, ExprKind, Procedure, RuleBook, Statement, StatementKind, TrackId,
    Type, blocks, walk_own, walk_statements, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let required = required(book);
    for procedure in &book.procedures {
        if procedure.ability != Ability::Action || procedure.parameters.is_empty() {
            continue;
        }
        for statement in &procedure.body {
            let StatementKind::Change {
                how: Change::Take,
                amount,
                unit,
                track,
                index: None,
            } = &statement.kind
            else {
                continue;
            };
            let Some(elsewhere) = required.get(track) else {
                continue;
            };
            if is_number(amount) && is_own(unit) {
                let paid = Payment {
                    amount,
                    unit,
                    track: *track,
                    span: statement.span,
                };
                diagnostics.extend(of_payment(book, procedure, &paid, *elsewhere));
            }
        }
    }
}

struct Payment<'b> {
    amount: &'b Expr,
    unit: &'b Expr,
    track: TrackId,
    span: Span,
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Number(_))
}

/// Whether an expression is the first unit of the parameters of a rule, its side, or the game.
fn is_own(unit: &Expr) -> bool {
    match &unit.kind {
        ExprKind::Local(id) => id.at() == 0,
        ExprKind::Track { unit, .. } | ExprKind::Field { unit, .. } => is_own(unit),
        ExprKind::Game => true,
        _ => false,
    }
}

/// Returns the tracks for which `needs` lines of actions require an amount, each with the span of such a line.
fn required(book: &RuleBook) -> BTreeMap<TrackId, Span> {
    let mut required = BTreeMap::new();
    for procedure in &book.procedures {
        if procedure.ability != Ability::Action {
            continue;
        }
        let mut paid: Vec<TrackId> = Vec::new();
        walk_statements(&procedure.body, &mut |statement| {
            if let StatementKind::Change {
                how: Change::Take,
                track,
                ..
            } = &statement.kind
            {
                paid.push(*track);
            }
            true
        });
        for statement in &procedure.body {
            if let StatementKind::Needs { condition, .. } = &statement.kind {
                walk_within(condition, &mut |inner| {
                    if let ExprKind::Compare { order, left, .. } = &inner.kind
                        && matches!(order, Order::GreaterOrEqual | Order::Greater)
                        && let ExprKind::Track { track, .. } = &left.kind
                        && paid.contains(track)
                    {
                        required.entry(*track).or_insert(inner.span);
                    }
                });
            }
        }
    }
    required
}

fn of_payment(
    book: &RuleBook,
    procedure: &Procedure,
    paid: &Payment<'_>,
    elsewhere: Span,
) -> Option<Diagnostic> {
    let name = book.tracks.get(paid.track.at())?.name.as_str();
    let finding = |message: String, label: &str, place: Span| {
        Diagnostic::new(Code::UncheckedCost, message)
            .label(paid.span, "takes only what there is")
            .label(place, label)
            .help(format!("add a line above it: `needs ….{name} >= …`"))
            .cite(procedure.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely)
    };
    let unit = canonical_form(paid.unit, &[]);
    let names = names_of(&procedure.body);
    let mut is_read = reads_track(paid.amount, paid.track);
    walk_within(paid.amount, &mut |inner| {
        // An amount in a local may have been calculated from the track.
        is_read |= matches!(&inner.kind, ExprKind::Local(id) if names.contains_key(id));
    });
    let mut checked: Option<(i32, Span)> = None;
    walk_all(&procedure.body, &mut |expr| {
        if reads_track_of(expr, paid.track, unit.as_deref()) {
            is_read = true;
            walk_within(expr, &mut |inner| {
                checked = checked.or(least_checked(inner, paid.track))
            });
        }
    });
    match (checked, paid.amount.literal()) {
        (Some((least, place)), Some(amount)) if least < amount && least > 0 => {
            let message = format!("this costs {amount} `{name}`, but only {least} is required");
            Some(finding(message, "requires less", place))
        }
        _ if is_read || is_checked_by_callers(book, procedure, paid.track) => None,
        _ => {
            let message =
                format!("this cost is paid without checking whether there is enough `{name}`");
            Some(finding(message, "another action checks it", elsewhere))
        }
    }
}

/// Returns the least value of a track that a comparison with a number requires, and its span.
fn least_checked(expr: &Expr, track: TrackId) -> Option<(i32, Span)> {
    let ExprKind::Compare { order, left, right } = &expr.kind else {
        return None;
    };
    let is_it = matches!(&left.kind, ExprKind::Track { track: read, .. } if *read == track);
    let number = right.literal().filter(|_| is_it)?;
    match order {
        Order::GreaterOrEqual => Some((number, expr.span)),
        Order::Greater => Some((number.checked_add(1)?, expr.span)),
        _ => None,
    }
}

fn walk_all(block: &[Statement], visit: &mut impl FnMut(&Expr)) {
    for statement in block {
        walk_own(statement, visit);
        for inner in blocks(statement) {
            walk_all(inner, visit);
        }
    }
}

/// Whether a rule that calls the action reads the track.
fn is_checked_by_callers(book: &RuleBook, action: &Procedure, track: TrackId) -> bool {
    let mut bodies = book
        .bodies()
        .filter(|(caller, _)| caller.span != action.naming.span);
    bodies.any(|(_, body)| {
        let (mut calls, mut reads) = (false, false);
        let mut look = |expr: &Expr| {
            reads |= reads_track(expr, track);
            walk_within(expr, &mut |inner| {
                if let ExprKind::Call { procedure, .. } = &inner.kind {
                    let called = book.procedures.get(procedure.at());
                    calls |= called.is_some_and(|called| called.naming.span == action.naming.span);
                }
            });
        };
        walk_all(body, &mut look);
        let mut lines = Vec::new();
        walk_statements(body, &mut |statement| {
            if let StatementKind::Choose(choice) = &statement.kind
                && let Among::Lines(offered) = &choice.among
            {
                lines.extend(offered.iter().filter_map(|line| line.condition.as_ref()));
            }
            true
        });
        lines.into_iter().for_each(look);
        calls && reads
    })
}
