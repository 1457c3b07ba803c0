//! An `if` that makes the condition of the next `if` true, so that a unit takes two steps at once.
//!
//! Reports: E0699.

use super::{Context, track_condition};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{Change, Expr, Naming, RuleBook, Statement, walk_blocks, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        walk_blocks(body, &mut |block| {
            let pairs = block.iter().zip(block.iter().skip(1));
            diagnostics.extend(
                pairs.filter_map(|(first, second)| finding(context.book, naming, first, second)),
            );
        });
    }
}

fn finding(
    book: &RuleBook,
    naming: &Naming,
    first: &Statement,
    second: &Statement,
) -> Option<Diagnostic> {
    let (before, then, otherwise) = first.branch()?;
    let (after, next, _) = second.branch()?;
    // A block that ends the rule or a round of a loop, in one of its branches too, does not always reach the next line.
    let mut leaves = false;
    walk_statements(then, &mut |inner| {
        leaves |= inner.is_stop() || inner.is_jump();
        true
    });
    if leaves || !otherwise.is_empty() {
        return None;
    }
    let tested = tested(before)?;
    let read = tested.track()?;
    if !are_same(self::tested(after)?, tested) {
        return None;
    }
    let mut changes = then.iter().filter_map(Statement::change);
    let change =
        changes.rfind(|change| change.track == read.track && are_same(change.unit, read.unit))?;
    let value = (change.how == Change::Set).then(|| change.amount.literal())??;
    // The next line is about the same track again: otherwise the second is a consequence of the first.
    let changes_again = next
        .iter()
        .filter_map(Statement::change)
        .any(|again| again.track == read.track && are_same(again.unit, read.unit));
    let holds = |condition: &Expr, value: i32| {
        track_condition::holds(condition, &|part| part.track().is_some(), value)
    };
    let values = track_condition::values(book, read.track)?;
    let values = values.filter(|value| holds(before, *value) == Some(true));
    let values: Vec<i32> = values.collect();
    let by_first = values
        .iter()
        .all(|value| holds(after, *value) == Some(false));
    if !changes_again || values.is_empty() || !by_first || holds(after, value) != Some(true) {
        return None;
    }
    let name = book.track_name(read.track);
    Some(
        Diagnostic::new(
            Code::FallsThrough,
            format!("`{name}` changes twice at once: the line above makes this condition true"),
        )
        .label(
            after.span,
            "met by every unit that the line above has changed",
        )
        .label(first.span, "this changes it first")
        .help("if only one of the two is to happen, write `else if` here")
        .help("if both are meant, ignore this")
        .cite(naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely),
    )
}

/// Whether two expressions are written alike.
fn are_same(one: &Expr, other: &Expr) -> bool {
    let one = canonical_form(one, &[]);
    one.is_some() && one == canonical_form(other, &[])
}

/// The track that a condition compares with a literal, or tests.
fn tested(condition: &Expr) -> Option<&Expr> {
    let subject = condition
        .bound()
        .map(|bound| bound.subject)
        .or_else(|| condition.member().map(|(value, _)| value))
        .or_else(|| condition.negated().and_then(tested))
        .unwrap_or(condition);
    subject.track().map(|_| subject)
}
