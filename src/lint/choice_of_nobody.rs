//! Choices in a game that do not state whose they are.
//!
//! Reports: E0687.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, Choice, ProcedureId, Values, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let sides = book.side_kind();
    if sides.is_none() {
        // A game without sides has one player.
        return;
    }
    let mut reached: BTreeSet<ProcedureId> = BTreeSet::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        if procedure.ability == Ability::Sequence {
            reached.extend(context.call_graph.reachable(ProcedureId::new(at)));
        }
    }
    let bodies = reached.iter().filter_map(|id| book.procedures.get(id.at()));
    let bodies: Vec<_> = bodies.map(|one| (&one.naming, &one.body)).collect();
    // Where no choice has a side, the rules play for all.
    let mut is_by_side = false;
    for (_, body) in &bodies {
        walk_statements(body, &mut |statement| {
            is_by_side |= statement.choice().is_some_and(|choice| choice.by.is_some());
            !is_by_side
        });
    }
    for (naming, body) in bodies {
        walk_statements(body, &mut |statement| {
            let choice = statement.choice();
            let of_nobody = choice.filter(|one| one.by.is_none() && one.top_card.is_none());
            let found = of_nobody.and_then(|choice| match has_worth(choice) {
                false => Some("in a game no side decides it: players that are simulated take the first option"),
                true if is_by_side => Some("in a game no side decides it: the option that is worth most is taken, whichever side plays"),
                true => None,
            });
            diagnostics.extend(found.map(|why| {
                Diagnostic::new(
                    Code::ChoiceOfNobody,
                    "this choice does not state which side decides",
                )
                .label(statement.span, why)
                .help("add the side that decides, `by unit.side`; for a draw, write `at random`")
                .cite(naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely)
            }));
            true
        });
    }
}

/// Whether options have a worth, so that the rules decide.
fn has_worth(choice: &Choice) -> bool {
    match &choice.among {
        sandtable_model::Among::Values { worth, values, .. } => {
            worth.is_some()
                || matches!(values.as_ref(), Values::Words { words, .. } if words.len() < 2)
        }
        sandtable_model::Among::Lines(lines) => lines.iter().any(|line| line.worth.is_some()),
    }
}
