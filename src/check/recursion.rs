//! Rules that call themselves: what the statements of one call would overwrite for another.
//!
//! Reports: E0206.

use std::collections::BTreeSet;

use super::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{
    Callable, ExprKind, Naming, Statement, StatementKind, blocks, walk_statement, walk_within,
};
use sandtable_source::Span;

/// Checks the bodies of all recursive rules.
pub(super) fn check_recursion(checker: &mut Checker<'_>) {
    let book = &checker.book;
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for cycle in book.cycles.values() {
        for callable in cycle {
            let Callable::Procedure(id) = callable else {
                continue;
            };
            if let Some(procedure) = book.procedures.get(id.at())
                && seen.insert(*id)
            {
                search(&procedure.naming, &procedure.body, cycle, &mut found);
            }
        }
    }
    checker.diagnostics.extend(found);
}

/// Reports orders and choices of several that a call inside of their block would overwrite: they are remembered once for each
/// statement, not for each call.
fn search(
    naming: &Naming,
    block: &[Statement],
    cycle: &BTreeSet<Callable>,
    found: &mut Vec<Diagnostic>,
) {
    for (at, statement) in block.iter().enumerate() {
        let rest = block.get(at + 1..).unwrap_or_default();
        let (what, help, inside) = match &statement.kind {
            StatementKind::Each {
                order: Some(_),
                body,
                ..
            }
            | StatementKind::Alternate {
                order: Some(_),
                body,
                ..
            } => (
                "the order of this loop",
                "delete `in order of …`, or call the rule after the loop",
                body.as_slice(),
            ),
            StatementKind::Choose(choice) if choice.several.is_some() => (
                "the choice of these units",
                "mark the chosen units with a track, and call the rule for each unit with the mark",
                rest,
            ),
            _ => ("", "", &[][..]),
        };
        if let Some(call) = recursive_call(inside, cycle) {
            found.push(
                Diagnostic::new(
                    Code::NotAllowedHere,
                    format!("{what} would be lost in a call of the rule itself"),
                )
                .label(statement.span, "")
                .label(call, "this call does the same again")
                .help(help)
                .cite(naming.citations.iter().map(String::as_str)),
            );
        }
        for inner in blocks(statement) {
            search(naming, inner, cycle, found);
        }
    }
}

/// The first call in a block of a rule on the cycle.
fn recursive_call(block: &[Statement], cycle: &BTreeSet<Callable>) -> Option<Span> {
    let mut found = None;
    for statement in block {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                if let ExprKind::Call { procedure, .. } = inner.kind
                    && cycle.contains(&Callable::Procedure(procedure))
                {
                    found = found.or(Some(inner.span));
                }
            });
        });
    }
    found
}
