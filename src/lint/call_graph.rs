//! The call graph of rules: callers, callees, and rules with several callers.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_model::{
    ProcedureId, RuleBook, Statement, blocks, walk_calls, walk_own, walk_statement, walk_within,
};

/// Calls between the procedures of a book.
#[derive(Debug, Default)]
pub(super) struct CallGraph {
    /// One entry per call, a caller of several calls several times.
    callers: BTreeMap<ProcedureId, Vec<ProcedureId>>,
    callees: BTreeMap<ProcedureId, BTreeSet<ProcedureId>>,
    /// Procedures that a loop calls.
    in_loops: BTreeSet<ProcedureId>,
    /// Procedures that are tested by `can`.
    asked: BTreeSet<ProcedureId>,
    /// Procedures that a trigger or reaction calls.
    by_events: BTreeSet<ProcedureId>,
}

impl CallGraph {
    pub(super) fn new(book: &RuleBook) -> Self {
        let mut graph = Self::default();
        for (at, procedure) in book.procedures.iter().enumerate() {
            graph.block(ProcedureId::new(at), &procedure.body, false);
        }
        let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
        let bodies = whens.map(|when| &when.body);
        for body in bodies.chain(book.reactions.iter().map(|reaction| &reaction.body)) {
            graph.by_events.extend(calls(body));
        }
        graph
    }

    fn block(&mut self, caller: ProcedureId, block: &[Statement], is_in_loop: bool) {
        for statement in block {
            let is_in_loop = is_in_loop || statement.is_loop();
            let mut called = BTreeSet::new();
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| {
                    called.extend(inner.call().map(|(procedure, _)| procedure));
                    self.asked
                        .extend(inner.action_test().map(|(action, _)| action));
                });
            });
            for id in called {
                self.callers.entry(id).or_default().push(caller);
                self.callees.entry(caller).or_default().insert(id);
                if is_in_loop {
                    self.in_loops.insert(id);
                }
            }
            for inner in blocks(statement) {
                self.block(caller, inner, is_in_loop);
            }
        }
    }

    /// Whether another rule calls a procedure, or asks whether it can be done.
    pub(super) fn is_called(&self, id: ProcedureId) -> bool {
        let mut callers = self.callers.get(&id).into_iter().flatten();
        callers.any(|caller| *caller != id)
            || self.by_events.contains(&id)
            || self.asked.contains(&id)
    }

    /// Iterates over the procedures that a trigger or reaction calls.
    pub(super) fn called_by_events(&self) -> impl Iterator<Item = &ProcedureId> {
        self.by_events.iter()
    }

    /// Returns the procedures that lead to one, if it runs at most once each time that the first of them runs.
    pub(super) fn callers_if_once(&self, mut id: ProcedureId) -> Option<BTreeSet<ProcedureId>> {
        let mut chain = BTreeSet::new();
        loop {
            if self.in_loops.contains(&id) || self.by_events.contains(&id) {
                return None;
            }
            let callers = self.callers.get(&id).map_or(&[][..], Vec::as_slice);
            match callers {
                [] => return Some(chain),
                [caller] if chain.insert(*caller) => id = *caller,
                _ => return None,
            }
        }
    }

    /// Returns some procedures and all that call them, directly or not.
    pub(super) fn reaching(&self, mut reached: BTreeSet<ProcedureId>) -> BTreeSet<ProcedureId> {
        let mut open: Vec<ProcedureId> = reached.iter().copied().collect();
        while let Some(id) = open.pop() {
            let callers = self.callers.get(&id).into_iter().flatten();
            open.extend(callers.filter(|caller| reached.insert(**caller)));
        }
        reached
    }

    /// Returns a procedure and all that it calls, directly or not.
    pub(super) fn reachable(&self, id: ProcedureId) -> BTreeSet<ProcedureId> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![id]);
        while let Some(id) = open.pop() {
            if reached.insert(id) {
                open.extend(self.callees.get(&id).into_iter().flatten());
            }
        }
        reached
    }
}

/// Returns the procedures that a body calls.
pub(super) fn calls(body: &[Statement]) -> BTreeSet<ProcedureId> {
    let mut called = BTreeSet::new();
    for statement in body {
        walk_statement(statement, &mut |expr| {
            walk_calls(expr, &mut |id| _ = called.insert(id));
        });
    }
    called
}
