//! Actions that no sequence of the book comes by.
//!
//! Reports: E0624.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use crate::model::{
    Ability, Expr, ExprKind, ProcedureId, RuleBook, Statement, walk, walk_statement,
};

/// Looks only in books that have a sequence: elsewhere, every action is asked for by itself.
pub(super) fn entered(book: &RuleBook, diagnostics: &mut Diagnostics) {
    let mut procedures = book.procedures.iter();
    if !procedures.any(|one| one.ability == Ability::Sequence) {
        return;
    }
    let called = called(book);
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

/// The rules that another rule calls.
fn called(book: &RuleBook) -> BTreeSet<ProcedureId> {
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
        walk_statement(statement, &mut |inner| expr(inner, called));
    }
}

fn expr(of: &Expr, called: &mut BTreeSet<ProcedureId>) {
    if let ExprKind::Call { procedure, .. } = &of.kind {
        called.insert(*procedure);
    }
    walk(of, &mut |inner| expr(inner, called));
}
