//! Rules that cite no section of the book.
//!
//! Reports: E0631.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_explain::coverage::house_rules;
use sandtable_model::{Ability, Among, ProcedureId, walk_calls, walk_statement, walk_statements};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(source) = &context.source else {
        return;
    };
    let advice = only_advice(context);
    for rule in house_rules(source.rules) {
        let name = &rule.head.name;
        if advice.contains(&name.span) {
            continue;
        }
        diagnostics.push(
            Diagnostic::new(
                Code::HouseRule,
                format!("`{}` cites no section of the book", name.value),
            )
            .label(name.span, "")
            .help("add the section after it, `[5.3]`; if it is a house rule, ignore this"),
        );
    }
}

/// Returns the names of the formulas that nothing calls but worths and other such formulas: they rate options, and are no rules.
fn only_advice(context: &Context<'_>) -> BTreeSet<Span> {
    let book = context.book;
    let mut worths = BTreeSet::new();
    let (mut rated, mut needed): (BTreeSet<_>, BTreeSet<_>) = Default::default();
    for (at, (_, body)) in book.bodies().enumerate() {
        walk_statements(body, &mut |statement| {
            match statement.choice().map(|choice| &choice.among) {
                Some(Among::Lines(lines)) => {
                    let lines = lines.iter().filter_map(|line| line.worth.as_ref());
                    worths.extend(lines.map(|worth| worth.span));
                }
                Some(Among::Values { worth, .. }) => {
                    worths.extend(worth.iter().map(|worth| worth.span));
                }
                None => {}
            }
            true
        });
        let rule = book.procedures.get(at);
        if rule.is_some_and(|rule| rule.ability == Ability::Formula) {
            continue;
        }
        for statement in body {
            walk_statement(statement, &mut |expr| {
                let called = match worths.contains(&expr.span) {
                    true => &mut rated,
                    false => &mut needed,
                };
                walk_calls(expr, &mut |id| _ = called.insert(id));
            });
        }
    }
    for line in book.modifiers.iter().flat_map(|list| &list.lines) {
        let parts = line.per.iter().chain(&line.condition);
        parts.for_each(|part| walk_calls(part, &mut |id| _ = needed.insert(id)));
    }
    let reached = |from: BTreeSet<ProcedureId>| {
        let all = from.into_iter().map(|id| context.call_graph.reachable(id));
        all.flatten().collect::<BTreeSet<_>>()
    };
    let (rated, needed) = (reached(rated), reached(needed));
    let rules = rated.difference(&needed);
    let rules = rules.filter_map(|id| book.procedures.get(id.at()));
    rules.map(|rule| rule.naming.span).collect()
}
