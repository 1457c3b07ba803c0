//! A phase that is run alone: it must not use names that its sequence sets before.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Block, LocalId, Question, RuleBook, walk_own, walk_statements, walk_within};
use sandtable_source::Span;

/// The body of a phase of a sequence.
fn phase_body<'b>(book: &'b RuleBook, question: &Question, phase: &str) -> Option<&'b Block> {
    let sequence = book.procedures.get(question.procedure?.at())?;
    let mut found = None;
    walk_statements(&sequence.body, &mut |statement| {
        if statement.phase().is_some_and(|naming| naming.name == phase) {
            found = statement.grouped();
        }
        true
    });
    found
}

/// The finding about a name that the phase uses and that is set outside of it.
pub(super) fn unset_names(
    book: &RuleBook,
    question: &Question,
    phase: &str,
    span: Span,
) -> Option<Diagnostic> {
    let sequence = book.procedures.get(question.procedure?.at())?;
    let body = phase_body(book, question, phase)?;
    let n_parameters = sequence.parameters.len();
    let mut set: BTreeSet<LocalId> = (0..n_parameters).map(LocalId::new).collect();
    let mut used: Vec<(LocalId, Span)> = Vec::new();
    walk_statements(body, &mut |statement| {
        set.extend(statement.bound_local());
        set.extend(statement.selection().map(|selection| selection.local));
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                used.extend(inner.local().map(|local| (local, inner.span)));
                set.extend(inner.aggregation().map(|members| members.selection.local));
            });
        });
        true
    });
    let (local, place) = used.into_iter().find(|(local, _)| !set.contains(local))?;
    let name = sequence.locals.get(local.at())?;
    let message = format!(
        "`{phase}` cannot be run alone: it uses `{}`, which `{}` sets outside of it",
        name.name, sequence.naming.name
    );
    let finding = Diagnostic::new(Code::NotAllowedHere, message)
        .label(span, "")
        .label(place, "used here");
    Some(finding.help(format!("run all of it: `run {}`", sequence.naming.name)))
}
