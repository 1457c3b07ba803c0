//! Choices in a game that do not state whose they are.
//!
//! Reports: E0687.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Choice, Kinds, Procedure, ProcedureId, RuleBook, Values, walk_statements,
};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.side_kind().is_none() || book.sides.len() == 1 {
        // A game without sides, or with one, has one player: no side decides for what the rules themselves move.
        return;
    }
    let mut reached: BTreeSet<ProcedureId> = BTreeSet::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        if procedure.ability == Ability::Sequence {
            reached.extend(context.call_graph.reachable(ProcedureId::new(at)));
        }
    }
    let bodies = reached.iter().filter_map(|id| book.procedures.get(id.at()));
    let bodies: Vec<&Procedure> = bodies.map(AsRef::as_ref).collect();
    let sided = kinds_of_sides(book);
    // Where no choice has a side, the rules play for all.
    let mut is_by_side = false;
    for procedure in &bodies {
        walk_statements(&procedure.body, &mut |statement| {
            is_by_side |= statement.choice().is_some_and(|choice| choice.by.is_some());
            !is_by_side
        });
    }
    for procedure in bodies {
        let of_side = || {
            procedure
                .locals
                .iter()
                .any(|local| !local.ty.kinds().and(sided).is_empty())
        };
        walk_statements(&procedure.body, &mut |statement| {
            let choice = statement.choice();
            let of_nobody = choice.filter(|one| one.by.is_none() && one.top_card.is_none());
            let found = of_nobody.and_then(|choice| match has_worth(choice) {
                false => Some("in a game no side decides it: players that are simulated take the first option"),
                true if is_by_side && of_side() => Some("in a game no side decides it: the option that is worth most is taken, whichever side plays"),
                true => None,
            });
            diagnostics.extend(found.map(|why| {
                Diagnostic::new(
                    Code::ChoiceOfNobody,
                    "this choice does not state which side decides",
                )
                .label(statement.span, why)
                .help("add the side that decides, `by unit.side`; for a draw, write `at random`")
                .cite(procedure.naming.citations.iter().map(String::as_str))
                .confidence(Confidence::Likely)
            }));
            true
        });
    }
}

/// Returns the kinds of units that have a side in some rule, and the sides themselves. Pieces of no side are moved by the rules.
fn kinds_of_sides(book: &RuleBook) -> Kinds {
    let side = book.side_track();
    let mut kinds = book.side_kind().map_or(Kinds::NONE, Kinds::one);
    book.walk_exprs(&mut |_, expr| {
        let read = expr.track().filter(|read| Some(read.track) == side);
        kinds = kinds.or(read.map_or(Kinds::NONE, |read| read.unit.ty.kinds()));
    });
    kinds
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
