//! Rules that call themselves: what the statements of one call would overwrite for another.
//!
//! Reports: E0206.

use std::collections::BTreeSet;

use super::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::{Callable, Naming, Statement, blocks, walk_statement, walk_within};
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
        let is_ordered = matches!(statement.turns(), Some((_, Some(_))));
        let is_of_several = statement.choice().is_some_and(|one| one.several.is_some());
        let (what, help, inside) = match (is_ordered, is_of_several) {
            (true, _) => (
                "the order of this loop",
                "delete `in order of …`, or call the rule after the loop",
                blocks(statement).collect(),
            ),
            (false, true) => (
                "the choice of these units",
                "mark the chosen units with a track, and call the rule for each unit with the mark",
                vec![rest],
            ),
            (false, false) => ("", "", Vec::new()),
        };
        let mut inside = inside.into_iter();
        if let Some(call) = inside.find_map(|block| recursive_call(block, cycle)) {
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
                if let Some((procedure, _)) = inner.call()
                    && cycle.contains(&Callable::Procedure(procedure))
                {
                    found = found.or(Some(inner.span));
                }
            });
        });
    }
    found
}
