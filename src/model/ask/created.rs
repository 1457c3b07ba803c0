//! Which units a question may bring into play.

use super::super::{
    Entry, Expr, ExprKind, ProcedureId, ProfileId, RuleBook, Statement, StatementKind, walk,
    walk_statement, walk_statements,
};
use std::collections::BTreeSet;

/// What the procedures of a book create, and what they call: found once, since every question asks for it.
#[derive(Debug, Clone, Default)]
pub(in crate::model) struct Creating {
    /// Of triggers and reactions, which may come into every question.
    anywhere: Found,
    /// By procedure.
    procedures: Vec<Found>,
}

#[derive(Debug, Clone, Default)]
struct Found {
    created: Vec<(ProfileId, u32)>,
    /// Each once, in order of their last call.
    called: Vec<ProcedureId>,
}

/// Which units a question may create, and how many of each.
pub(super) fn created(book: &RuleBook, entry: Entry) -> Vec<(ProfileId, u32)> {
    let Entry::Procedure(entry) = entry else {
        return Vec::new();
    };
    let creating = book.creating.get_or_init(|| Creating::of(book));
    let mut created = creating.anywhere.created.clone();
    let mut open = vec![entry];
    open.extend(&creating.anywhere.called);
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id)
            && let Some(found) = creating.procedures.get(id.at())
        {
            created.extend(&found.created);
            open.extend(&found.called);
        }
    }
    created
}

impl Creating {
    fn of(book: &RuleBook) -> Self {
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let whens = whens.map(|when| when.body.as_slice());
        let reactions = book.reactions.iter();
        let mut anywhere = Found::default();
        for body in whens.chain(reactions.map(|reaction| reaction.body.as_slice())) {
            anywhere.block(body);
        }
        let of_procedure = |body: &[Statement]| {
            let mut found = Found::default();
            found.block(body);
            found
        };
        let procedures = book.procedures.iter();
        Self {
            anywhere,
            procedures: procedures
                .map(|procedure| of_procedure(&procedure.body))
                .collect(),
        }
    }
}

impl Found {
    fn block(&mut self, block: &[Statement]) {
        walk_statements(block, &mut |statement| {
            if let StatementKind::Create { profile, most, .. } = statement.kind {
                self.created.push((profile, most));
            }
            true
        });
        for statement in block {
            walk_statement(statement, &mut |expr| calls(expr, &mut self.called));
        }
    }
}

fn calls(expr: &Expr, called: &mut Vec<ProcedureId>) {
    if let ExprKind::Call { procedure, .. } = expr.kind {
        // What is called last is looked at first.
        called.retain(|known| *known != procedure);
        called.push(procedure);
    }
    walk(expr, &mut |inner| calls(inner, called));
}
