//! Loops whose body cannot change their condition.
//!
//! Reports: E0612.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::simultaneous::visit_reached;
use sandtable_model::{
    Block, Expr, Naming, RuleBook, Statement, TrackId, fired_by, walk_changes, walk_expr,
    walk_statements,
};

/// Checks every loop of a finished book.
pub(super) fn check_loops(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for (naming, body) in book.bodies() {
        walk_statements(body, &mut |statement| {
            diagnostics.extend(finding(book, statement, naming));
            true
        });
    }
}

fn finding(book: &RuleBook, statement: &Statement, naming: &Naming) -> Option<Diagnostic> {
    // Without a limit it would be endless, which is E0246.
    let repeat = statement
        .repetition()
        .filter(|repeat| repeat.times.is_some())?;
    let (until, body) = (repeat.until?, repeat.body);
    (!may_change(book, until, body) && !leaves(body)).then(|| {
        Diagnostic::new(
            Code::IneffectiveLoop,
            "nothing in this loop changes its condition, so it runs to its limit or not at all",
        )
        .label(until.span, "the condition")
        .help("change the condition inside the block, or use `if` instead of the loop")
        .cite(naming.citations.iter().map(String::as_str))
    })
}

/// Whether a loop waits for a condition that only tracks could change, without a way out: it never sees its own changes in a block
/// `at the same time`.
pub(super) fn waits_for_tracks(statement: &Statement) -> bool {
    let Some(repeat) = statement.repetition() else {
        return false;
    };
    repeat.until.is_some_and(|until| {
        let mut reads = BTreeSet::new();
        is_plain(until, &mut reads)
            && !reads.is_empty()
            && !binds_a_local_of(until, repeat.body)
            && !leaves(repeat.body)
    })
}

/// Whether a block has a `done`, if only that of a loop inside of it.
fn leaves(body: &Block) -> bool {
    let mut found = false;
    walk_statements(body, &mut |statement| {
        found |= statement.is_done();
        !found
    });
    found
}

/// Whether a block can change the value of a condition.
fn may_change(book: &RuleBook, condition: &Expr, body: &Block) -> bool {
    let mut reads = BTreeSet::new();
    if !is_plain(condition, &mut reads) {
        return true;
    }
    let selects = condition.any(|part| part.aggregation().is_some());
    let (mut changed, mut adds_or_resets) = (BTreeSet::new(), false);
    // What called rules change, also those of reactions.
    let mut look = |block: &Block, changed: &mut BTreeSet<TrackId>| {
        visit_reached(book, block, &mut |statement: &Statement| {
            walk_changes(statement, &mut |_, track| _ = changed.insert(track));
            adds_or_resets |=
                selects && (statement.created().is_some() || statement.spares().is_some());
            // A called sequence resets tracks at the end of its phases.
            adds_or_resets |= statement.phase().is_some();
        });
    };
    look(body, &mut changed);
    for (trigger, line) in fired_by(book, &changed) {
        let when = book.triggers.get(trigger);
        let when = when.and_then(|one| one.whens.get(line));
        if let Some(when) = when {
            look(&when.body, &mut changed);
        }
    }
    adds_or_resets || !changed.is_disjoint(&reads) || binds_a_local_of(condition, body)
}

/// Whether a block binds a local again that a condition reads.
fn binds_a_local_of(condition: &Expr, body: &Block) -> bool {
    let mut binds = false;
    walk_statements(body, &mut |statement| {
        let bound = statement.binding();
        binds |= bound.is_some_and(|(local, _)| condition.reads_local(local));
        !binds
    });
    binds
}

/// Whether an expression reads nothing mutable but the tracks in `reads`, and rolls no dice.
fn is_plain(expr: &Expr, reads: &mut BTreeSet<TrackId>) -> bool {
    let mut plain = expr.is_fixed();
    if let Some(read) = expr.track() {
        reads.insert(read.track);
        plain = true;
    }
    if let Some(members) = expr.aggregation()
        && members.selection.region.is_none()
        && members.selection.chosen.is_none()
    {
        reads.extend([TrackId::DESTROYED, TrackId::REMOVED]);
        plain = true;
    }
    walk_expr(expr, &mut |inner| plain &= is_plain(inner, reads));
    plain
}
