//! Actions and sequences that no sequence calls.
//!
//! Reports: E0624.

use super::Context;
use super::call_graph::calls;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Ability, Procedure, ProcedureId, RuleBook, StatementKind, walk_statements};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut procedures = book.procedures.iter();
    // Without a sequence, players run each action by itself.
    if !procedures.any(|one| one.ability == Ability::Sequence) {
        return;
    }
    sequences(context, diagnostics);
    for action in uncalled(context, Ability::Action) {
        let name = &action.naming.name;
        diagnostics.push(
            Diagnostic::new(
                Code::NeverEntered,
                format!("no sequence comes by `{name}`, and no other rule calls it"),
            )
            .label(action.naming.span, "")
            .help("write where in the turn it is done; if it is only asked for by itself, nothing is wrong")
            .cite(action.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible),
        );
    }
}

/// Reports all sequences that no rule calls but one: a game has one.
fn sequences(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let all = uncalled(context, Ability::Sequence);
    // The game is played by the largest.
    let Some(game) = all.iter().copied().max_by_key(|one| size(one)) else {
        return;
    };
    for sequence in all.iter().filter(|one| one.naming != game.naming) {
        let (name, other) = (&sequence.naming.name, &game.naming.name);
        let has_phases = match size(sequence) {
            0 => "",
            _ => ", so nobody enters its phases in a game",
        };
        diagnostics.push(
            Diagnostic::new(
                Code::NeverEntered,
                format!("neither `{other}` nor any other rule comes by `{name}`{has_phases}"),
            )
            .label(sequence.naming.span, "")
            .label(game.naming.span, "what a game is played by")
            .help(
                "write where in the turn it is done; if it is a game of its own, nothing is wrong",
            )
            .cite(sequence.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible),
        );
    }
}

/// Returns the procedures of an ability that no other rule calls.
fn uncalled<'a>(context: &Context<'a>, ability: Ability) -> Vec<&'a Procedure> {
    let book: &'a RuleBook = context.book;
    let procedures = book.procedures.iter().enumerate();
    procedures
        .filter(|(at, one)| {
            one.ability == ability && !context.call_graph.is_called(ProcedureId::new(*at))
        })
        .map(|(_, one)| one.as_ref())
        .collect()
}

/// Returns the number of phases of a sequence and of rules that it calls.
fn size(sequence: &Procedure) -> usize {
    let mut n_phases = 0;
    walk_statements(&sequence.body, &mut |statement| {
        n_phases += usize::from(matches!(statement.kind, StatementKind::Phase { .. }));
        true
    });
    n_phases + calls(&sequence.body).len()
}
