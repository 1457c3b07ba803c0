//! Actions and sequences that no sequence of the book comes by.
//!
//! Reports: E0624.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Procedure, ProcedureId, RuleBook, Statement, StatementKind, walk_calls,
    walk_statement, walk_statements,
};

/// Looks only in books that have a sequence: elsewhere, every action is asked for by itself.
pub(super) fn entered(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut procedures = book.procedures.iter();
    if !procedures.any(|one| one.ability == Ability::Sequence) {
        return;
    }
    let called = called(book);
    sequences(book, &called, diagnostics);
    for (at, action) in book.procedures.iter().enumerate() {
        let is_called = called.contains(&ProcedureId::new(at));
        if action.ability != Ability::Action || is_called {
            continue;
        }
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

/// Several sequences that no other rule comes by: a game has one.
fn sequences(book: &RuleBook, called: &BTreeSet<ProcedureId>, diagnostics: &mut Diagnostics) {
    let all = book.procedures.iter().enumerate();
    let first: Vec<_> = all
        .filter(|(at, one)| {
            one.ability == Ability::Sequence && !called.contains(&ProcedureId::new(*at))
        })
        .map(|(_, one)| one)
        .collect();
    // The one that comes by most is that of the game.
    let phases = |one: &&Procedure| {
        let mut n_phases = 0;
        walk_statements(&one.body, &mut |statement| {
            n_phases += usize::from(matches!(statement.kind, StatementKind::Phase { .. }));
            true
        });
        let mut calls = BTreeSet::new();
        block(&one.body, &mut calls);
        n_phases + calls.len()
    };
    let Some(game) = first.iter().copied().max_by_key(phases) else {
        return;
    };
    for sequence in first.iter().filter(|one| one.naming != game.naming) {
        let (name, other) = (&sequence.naming.name, &game.naming.name);
        let has_phases = match phases(sequence) {
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

/// The rules that another rule calls.
pub(super) fn called(book: &RuleBook) -> BTreeSet<ProcedureId> {
    let mut called = BTreeSet::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let mut own = BTreeSet::new();
        block(&procedure.body, &mut own);
        own.remove(&ProcedureId::new(at));
        called.extend(own);
    }
    for when in book.triggers.iter().flat_map(|trigger| &trigger.whens) {
        block(&when.body, &mut called);
    }
    for reaction in &book.reactions {
        block(&reaction.body, &mut called);
    }
    called
}

fn block(block: &[Statement], called: &mut BTreeSet<ProcedureId>) {
    for statement in block {
        walk_statement(statement, &mut |expr| {
            walk_calls(expr, &mut |id| _ = called.insert(id));
        });
    }
}
