//! Read sets of rules, with all that they call: facts, stats, tracks, tables.

use std::collections::BTreeSet;

use sandtable_model::{
    Block, Expr, FactId, FieldId, Meaning, ModifiersId, ProcedureId, RuleBook, TableId, TrackId,
    walk_expr, walk_statement,
};

/// The read set of a rule.
#[derive(Debug, Default)]
pub(super) struct Reads {
    pub(super) facts: BTreeSet<FactId>,
    pub(super) fields: BTreeSet<FieldId>,
    pub(super) tracks: BTreeSet<TrackId>,
    pub(super) tables: BTreeSet<TableId>,
    procedures: BTreeSet<ProcedureId>,
    modifiers: BTreeSet<ModifiersId>,
}

impl Reads {
    /// Returns the read set of a procedure.
    pub(super) fn of(book: &RuleBook, id: ProcedureId) -> Self {
        let mut reads = Self::default();
        reads.procedure(book, id);
        reads
    }

    fn procedure(&mut self, book: &RuleBook, id: ProcedureId) {
        if !self.procedures.insert(id) {
            return;
        }
        if let Some(procedure) = book.procedures.get(id.at()) {
            self.block(book, &procedure.body);
        }
    }

    fn block(&mut self, book: &RuleBook, block: &Block) {
        for statement in block {
            walk_statement(statement, &mut |expr| self.expr(book, expr));
        }
    }

    fn expr(&mut self, book: &RuleBook, expr: &Expr) {
        self.facts.extend(expr.fact().map(|(fact, _)| fact));
        self.fields.extend(expr.field().map(|(_, field)| field));
        self.tracks.extend(expr.track().map(|read| read.track));
        if let Some((procedure, _)) = expr.call().or(expr.action_test()) {
            self.procedure(book, procedure);
        }
        if let Some((list, _)) = expr.modifier_sum() {
            self.modifiers(book, list);
        }
        if let Some((table, _)) = expr.lookup() {
            self.table(book, table);
        }
        walk_expr(expr, &mut |inner| self.expr(book, inner));
    }

    fn modifiers(&mut self, book: &RuleBook, id: ModifiersId) {
        if !self.modifiers.insert(id) {
            return;
        }
        let lines = book.modifiers.get(id.at()).map(|list| &list.lines);
        for line in lines.into_iter().flatten() {
            for part in line.per.iter().chain(&line.condition) {
                self.expr(book, part);
            }
        }
    }

    fn table(&mut self, book: &RuleBook, id: TableId) {
        if !self.tables.insert(id) {
            return;
        }
        let meanings = book.tables.get(id.at()).map(|table| &table.meanings);
        for meaning in meanings.into_iter().flatten() {
            if let Meaning::Where { value, .. } = meaning {
                self.expr(book, value);
            }
        }
    }
}
