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
    for id in reached {
        let Some(procedure) = book.procedures.get(id.at()) else {
            continue;
        };
        walk_statements(&procedure.body, &mut |statement| {
            if let Some(choice) = statement.choice()
                && choice.by.is_none()
                && choice.top_card.is_none()
                && !has_worth(choice)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::ChoiceOfNobody,
                        "this choice does not state which side decides",
                    )
                    .label(statement.span, "in a game no side decides it: players that are simulated take the first option")
                    .help(
                        "add the side that decides, `by unit.side`; for a draw, write `at random`",
                    )
                    .cite(procedure.naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
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
