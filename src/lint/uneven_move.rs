//! An amount that is taken from one unit and added to another, though the first may have less: the rest is created. Likewise by two
//! moves at the same time.
//!
//! Reports: E0672.

use super::Context;
use super::readings::{names_of, reads_track_of};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{are_equivalent, canonical_form};
use sandtable_model::{
    Change, Expr, Kinds, LocalId, Naming, Procedure, RuleBook, Statement, TrackChange, TrackId,
    Type, walk_blocks, walk_own, walk_statement, walk_statements, walk_within,
};
use sandtable_source::Span;

/// Depth to which calls are followed.
const MAX_DEPTH: usize = 4;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut pairs = Vec::new();
        walk_blocks(body, &mut |block| moves_of(block, &mut pairs));
        walk_statements(body, &mut |statement| {
            let block = statement.simultaneous();
            diagnostics.extend(block.and_then(|block| {
                moved_twice(book, naming, block).or_else(|| moved_by_many(book, naming, block))
            }));
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
}

/// Reports two `move`s from one track in a block `at the same time`: each moves what there was before the block.
fn moved_twice(book: &RuleBook, naming: &Naming, block: &[Statement]) -> Option<Diagnostic> {
    let sources: Vec<(Span, TrackChange<'_>)> = block
        .iter()
        .filter_map(|statement| {
            let taken = statement.change().filter(|one| one.how == Change::Take)?;
            is_of_move(block, statement).then_some((statement.span, taken))
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
    moved_by_two(book, naming, moved.track, [*first, *second])
}

/// A unit that a block names: it is the same in every round of a loop inside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Game,
    Side(usize),
    Local(LocalId),
}

/// A `move` from a track of a unit that is the same in all rounds.
#[derive(Clone, Copy)]
struct Source {
    owner: Owner,
    track: TrackId,
    span: Span,
    /// Whether a loop repeats it.
    is_repeated: bool,
}

/// Reports moves from one track of one unit in a block `at the same time`, by a loop or by several calls.
fn moved_by_many(book: &RuleBook, naming: &Naming, block: &[Statement]) -> Option<Diagnostic> {
    let mut sources = Vec::new();
    let itself = |local: LocalId| Some(Owner::Local(local));
    sources_of(book, block, &itself, (false, MAX_DEPTH), &mut sources);
    let mut all = sources.iter().enumerate();
    all.find_map(|(at, one)| {
        let mut later = sources.iter().skip(at + 1);
        let other = later.find(|other| (other.owner, other.track) == (one.owner, one.track));
        let second = other.map(|other| other.span);
        let second = second.or(one.is_repeated.then_some(one.span))?;
        moved_by_two(book, naming, one.track, [one.span, second])
    })
}

/// Collects the moves that a block makes in any case, also by actions that it calls.
fn sources_of(
    book: &RuleBook,
    block: &[Statement],
    owners: &dyn Fn(LocalId) -> Option<Owner>,
    (is_repeated, depth): (bool, usize),
    found: &mut Vec<Source>,
) {
    let owner_of = |unit: &Expr| match (unit.local(), unit.named_side()) {
        (Some(local), _) => owners(local),
        (None, Some(side)) => Some(Owner::Side(side)),
        (None, None) => unit.is_game().then_some(Owner::Game),
    };
    for statement in block {
        if let Some(taken) = statement.change()
            && taken.how == Change::Take
            && taken.index.is_none()
            && is_of_move(block, statement)
            && let Some(owner) = owner_of(taken.unit)
        {
            found.push(Source {
                owner,
                track: taken.track,
                span: statement.span,
                is_repeated,
            });
        }
        if let Some(each) = statement.each() {
            let member = each.selection.local;
            // Locals are numbered as they are declared: those of the body may be another unit in each round.
            let inside = |local: LocalId| owners(local).filter(|_| local.at() < member.at());
            sources_of(book, each.body, &inside, (true, depth), found);
        }
        let call = statement.evaluated().and_then(Expr::call);
        if let Some((id, arguments)) = call.filter(|_| depth > 0)
            && let Some(called) = book.procedures.get(id.at())
        {
            let handed: Vec<Option<Owner>> = arguments.iter().map(owner_of).collect();
            let inside = |local: LocalId| handed.get(local.at()).copied().flatten();
            let mut of_call = Vec::new();
            sources_of(
                book,
                &called.body,
                &inside,
                (is_repeated, depth - 1),
                &mut of_call,
            );
            // Each of several calls is reported at its own place.
            found.extend(of_call.into_iter().map(|one| Source {
                span: statement.span,
                ..one
            }));
        }
    }
}

/// Whether a change is a step of a `move`: they are from one line.
fn is_of_move(block: &[Statement], change: &Statement) -> bool {
    let mut steps = block.iter().filter(|step| step.span == change.span);
    steps.any(|step| step.change().is_some_and(|step| step.how == Change::Add))
}

/// Returns the finding about two moves from one track, or about one that is repeated.
fn moved_by_two(
    book: &RuleBook,
    naming: &Naming,
    track: TrackId,
    [first, second]: [Span; 2],
) -> Option<Diagnostic> {
    let track = book.tracks.get(track.at())?;
    if first == second {
        return Some(
            Diagnostic::new(
                Code::UnevenMove,
                format!(
                    "every round moves from the `{}` that there was before the block, so more can arrive than leaves",
                    track.name
                ),
            )
            .label(first, "does not know what the other rounds have moved")
            .help("move one after the other, without `at the same time`; or `needs` enough for all before the block")
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
    Some(
        Diagnostic::new(
            Code::UnevenMove,
            format!(
                "both lines move from the `{}` that there was before the block, so more can arrive than leaves",
                track.name
            ),
        )
        .label(first, "")
        .label(second, "this does not know what the other has moved")
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
