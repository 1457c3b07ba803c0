//! An amount that is taken from one unit and added to another, though the first may have less: the rest is created. Likewise by two
//! moves at the same time.
//!
//! Reports: E0672.

use super::Context;
use super::readings::{names_of, reads_track_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form};
use sandtable_model::{
    Change, Expr, Kinds, Naming, Procedure, RuleBook, Statement, TrackChange, TrackId, Type,
    blocks, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut pairs = Vec::new();
        moves_of(body, &mut pairs);
        walk_statements(body, &mut |statement| {
            let block = statement.simultaneous();
            diagnostics.extend(block.and_then(|block| moved_twice(book, naming, block)));
            true
        });
        for (taken, added) in pairs {
            if stops_at_zero(book, taken.unit, taken.track)
                && !is_guarded(book, naming, body, &taken)
            {
                diagnostics.push(finding(book, naming, &taken, &added));
            }
        }
    }
}

/// A change of a track of a unit by an amount.
#[derive(Clone, Copy)]
struct ByAmount<'b> {
    amount: &'b Expr,
    unit: &'b Expr,
    track: TrackId,
    span: Span,
}

/// Collects the pairs of statements of one block that take an amount from a track and add as much to the same track of
/// another unit.
fn moves_of<'b>(block: &'b [Statement], pairs: &mut Vec<(ByAmount<'b>, ByAmount<'b>)>) {
    let changes = |wanted: Change| {
        block.iter().filter_map(move |statement| {
            let change = statement.change().filter(|change| change.index.is_none())?;
            let is_wanted = change.how == wanted && matches!(change.amount.ty, Type::Number(_));
            is_wanted.then_some(ByAmount {
                amount: change.amount,
                unit: change.unit,
                track: change.track,
                span: statement.span,
            })
        })
    };
    for taken in changes(Change::Take) {
        let added = changes(Change::Add).find(|added| {
            added.track == taken.track
                && are_equivalent(added.amount, taken.amount)
                && !are_equivalent(added.unit, taken.unit)
        });
        pairs.extend(added.map(|added| (taken, added)));
    }
    for inner in block.iter().flat_map(blocks) {
        moves_of(inner, pairs);
    }
}

/// Reports two `move`s from one track in a block `at the same time`: each moves what there was before the block.
fn moved_twice(book: &RuleBook, naming: &Naming, block: &[Statement]) -> Option<Diagnostic> {
    let sources: Vec<(Span, TrackChange<'_>)> = block
        .iter()
        .filter_map(|statement| {
            let taken = statement.change().filter(|one| one.how == Change::Take)?;
            // The steps of a `move` are from one line.
            let mut steps = block.iter().filter(|step| step.span == statement.span);
            let is_move =
                steps.any(|step| step.change().is_some_and(|step| step.how == Change::Add));
            is_move.then_some((statement.span, taken))
        })
        .collect();
    let is_same = |one: &TrackChange<'_>, other: &TrackChange<'_>| {
        let are_equal = |one: Option<&Expr>, other: Option<&Expr>| match (one, other) {
            (Some(one), Some(other)) => are_equivalent(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        one.track == other.track
            && are_equivalent(one.unit, other.unit)
            && are_equal(one.index, other.index)
    };
    let pairs = sources.iter().enumerate().flat_map(|(at, one)| {
        let later = sources.iter().skip(at + 1);
        later.map(move |other| (one, other))
    });
    let mut pairs = pairs.filter(|((_, one), (_, other))| is_same(one, other));
    let ((first, moved), (second, _)) = pairs.next()?;
    let track = book.tracks.get(moved.track.at())?;
    Some(
        Diagnostic::new(
            Code::UnevenMove,
            format!(
                "both lines move from the `{}` that there was before the block, so more can arrive than leaves",
                track.name
            ),
        )
        .label(*first, "")
        .label(*second, "this does not know what the other has moved")
        .help("move one after the other, without `at the same time`; or `needs` enough for both before the block")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Whether the minimum of a track of a unit is 0.
fn stops_at_zero(book: &RuleBook, unit: &Expr, track: TrackId) -> bool {
    let kinds = unit.ty.kinds();
    let lines = book.kinds.iter().enumerate();
    let lines =
        lines.filter(|(at, _)| kinds == Kinds::ALL || kinds.has(sandtable_model::KindId::new(*at)));
    let lines = lines.flat_map(|(_, kind)| &kind.tracks);
    let of_track = lines.filter(|line| line.track == track);
    of_track.map(|line| line.low).min() == Some(0)
}

/// Whether a condition, a limit or a choice of the rule, or of a caller, tests the amount in the source before it is taken.
fn is_guarded(book: &RuleBook, naming: &Naming, body: &[Statement], taken: &ByAmount<'_>) -> bool {
    let names = names_of(body);
    let wanted = canonical_form(taken.unit, &[]);
    let reads = |expr: &Expr| reads_track_of(expr, taken.track, wanted.as_deref());
    let mut is_read = reads(taken.amount);
    walk_within(taken.amount, &mut |inner| {
        let value = inner.local().and_then(|local| names.get(&local));
        is_read |= value.is_some_and(|value| reads(value));
    });
    let mut statements = Vec::new();
    walk_statements(body, &mut |statement| {
        statements.push(statement);
        true
    });
    for statement in statements {
        walk_own(statement, &mut |expr| is_read |= reads(expr));
    }
    is_read || is_guarded_by_callers(book, naming, taken)
}

/// Whether a rule that calls this one reads the track.
fn is_guarded_by_callers(book: &RuleBook, naming: &Naming, taken: &ByAmount<'_>) -> bool {
    let is_it = |procedure: &Procedure| procedure.naming.span == naming.span;
    let mut bodies = book
        .bodies()
        .filter(|(caller, _)| caller.span != naming.span);
    bodies.any(|(_, body)| {
        let (mut calls, mut reads) = (false, false);
        for statement in body {
            walk_statement(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    let called = inner.call().or(inner.action_test());
                    let called = called.and_then(|(id, _)| book.procedures.get(id.at()));
                    calls |= called.is_some_and(|called| is_it(called));
                    reads |= inner.is_track(taken.track);
                });
            });
        }
        calls && reads
    })
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    taken: &ByAmount<'_>,
    added: &ByAmount<'_>,
) -> Diagnostic {
    let track = book.track_name(taken.track);
    Diagnostic::new(
        Code::UnevenMove,
        format!("if there is less `{track}` than this takes, the rest is created"),
    )
    .label(taken.span, "this takes only what there is")
    .label(added.span, "this adds the whole amount")
    .help(format!(
        "write `move … of ….{track} to ….{track}`, which moves what there is; or state that there \
         must be enough: `needs ….{track} >= …`"
    ))
    .cite(naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
