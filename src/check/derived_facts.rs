//! Facts that are calculated in play, and which of them need a map.

use std::collections::BTreeSet;

use sandtable_model::{Callable, Expr, FactId, Meaning, RuleBook, Type, walk_expr, walk_statement};

/// Marks the facts whose calculation reads places of a map, directly or by way of other rules.
pub(super) fn mark_map_use(book: &mut RuleBook) {
    let marks: Vec<bool> = (0..book.facts.len())
        .map(|at| {
            let mut reads = MapReads {
                book,
                seen: BTreeSet::new(),
            };
            reads.fact(FactId::new(at))
        })
        .collect();
    for (fact, needs_map) in book.facts.iter_mut().zip(marks) {
        if let Some(in_play) = &mut fact.in_play {
            in_play.needs_map = needs_map;
        }
    }
}

/// A depth-first search of the call graph for reads of a map.
struct MapReads<'b> {
    book: &'b RuleBook,
    seen: BTreeSet<Callable>,
}

impl MapReads<'_> {
    fn fact(&mut self, id: FactId) -> bool {
        let in_play = self.book.facts.get(id.at());
        let in_play = in_play.and_then(|fact| fact.in_play.as_ref());
        in_play.is_some_and(|in_play| self.expr(&in_play.value))
    }

    fn expr(&mut self, expr: &Expr) -> bool {
        let members = expr.aggregation().map(|members| members.selection);
        let of_map = expr.measurement().is_some()
            || expr.ground().is_some()
            || members.is_some_and(|selection| selection.region.is_some())
            || expr.callee().is_some_and(|callee| self.callee(callee));
        if of_map || matches!(expr.ty, Type::Place | Type::Side) {
            return true;
        }
        let mut found = false;
        walk_expr(expr, &mut |inner| found = found || self.expr(inner));
        found
    }

    fn callee(&mut self, callee: Callable) -> bool {
        let book = self.book;
        let mut parts: Vec<&Expr> = Vec::new();
        let mut block = None;
        match &callee {
            Callable::Procedure(id) => block = book.procedures.get(id.at()).map(|one| &one.body),
            Callable::Table(id) => {
                let meanings = book.tables.get(id.at()).map(|table| table.meanings.iter());
                parts.extend(
                    meanings
                        .into_iter()
                        .flatten()
                        .filter_map(|meaning| match meaning {
                            Meaning::Where { value, .. } => Some(value),
                            Meaning::Value(_) => None,
                        }),
                );
            }
            Callable::Modifiers(id) => {
                let lines = book.modifiers.get(id.at()).map(|list| list.lines.iter());
                let lines = lines.into_iter().flatten();
                parts.extend(lines.flat_map(|line| line.per.iter().chain(&line.condition)));
            }
            Callable::Fact(id) => {
                let in_play = book
                    .facts
                    .get(id.at())
                    .and_then(|fact| fact.in_play.as_ref());
                parts.extend(in_play.map(|in_play| &in_play.value));
            }
        }
        if !self.seen.insert(callee) {
            return false;
        }
        let mut found = parts.into_iter().any(|part| self.expr(part));
        for statement in block.into_iter().flatten() {
            walk_statement(statement, &mut |expr| found = found || self.expr(expr));
        }
        found
    }
}
