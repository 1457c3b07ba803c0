//! Loops whose body cannot change their condition.
//!
//! Reports: E0612.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{
    Block, Expr, ExprKind, Naming, RuleBook, Statement, StatementKind, TrackId, walk_changes,
    walk_expr, walk_statement, walk_statements, walk_within,
};

/// Checks every loop of a finished book.
pub(super) fn check_loops(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            diagnostics.extend(finding(statement, naming));
            true
        });
    }
}

fn finding(statement: &Statement, naming: &Naming) -> Option<Diagnostic> {
    // Without a limit it would be endless, which is E0246.
    let StatementKind::Repeat {
        until: Some(until),
        times: Some(_),
        body,
    } = &statement.kind
    else {
        return None;
    };
    (!may_change(until, body) && !leaves(body)).then(|| {
        Diagnostic::new(
            Code::IneffectiveLoop,
            "nothing in this loop changes its condition, so it runs to its limit or not at all",
        )
        .label(until.span, "the condition")
        .help("change the condition inside the block, or use `if` instead of the loop")
        .cite(naming.citations.iter().map(String::as_str))
    })
}

/// Whether a block has a `done`, if only that of a loop inside of it.
fn leaves(body: &Block) -> bool {
    let mut found = false;
    walk_statements(body, &mut |statement| {
        found |= matches!(statement.kind, StatementKind::Done);
        !found
    });
    found
}

/// Whether a block can change the value of a condition.
fn may_change(condition: &Expr, body: &Block) -> bool {
    let mut reads = BTreeSet::new();
    if !is_plain(condition, &mut reads) {
        return true;
    }
    let mut changes = binds_a_local_of(condition, body);
    for statement in body {
        walk_changes(statement, &mut |_, track| changes |= reads.contains(&track));
        // A called rule can change any track.
        walk_statement(statement, &mut |expr| {
            changes |= calls(expr) && !reads.is_empty()
        });
    }
    changes
}

/// Whether a block binds a local again that a condition reads.
fn binds_a_local_of(condition: &Expr, body: &Block) -> bool {
    let mut read = BTreeSet::new();
    walk_within(condition, &mut |part| {
        if let ExprKind::Local(local) = part.kind {
            read.insert(local);
        }
    });
    let mut binds = false;
    walk_statements(body, &mut |statement| {
        binds |=
            matches!(&statement.kind, StatementKind::Let { local, .. } if read.contains(local));
        !binds
    });
    binds
}

fn calls(expr: &Expr) -> bool {
    let mut found = matches!(expr.kind, ExprKind::Call { .. });
    walk_expr(expr, &mut |inner| found |= calls(inner));
    found
}

/// Whether an expression reads nothing mutable but the tracks in `reads`, and rolls no dice.
fn is_plain(expr: &Expr, reads: &mut BTreeSet<TrackId>) -> bool {
    let mut plain = expr.is_fixed();
    if let ExprKind::Track { track, .. } = &expr.kind {
        reads.insert(*track);
        plain = true;
    }
    walk_expr(expr, &mut |inner| plain &= is_plain(inner, reads));
    plain
}
