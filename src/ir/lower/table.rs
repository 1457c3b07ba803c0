//! Lookups in tables: a grid selects a cell by registers of keys.

use super::super::debug_info::{Note, RowPart};
use super::super::id::{GridId, Reg};
use super::super::op::Op;
use super::super::program::Grid;
use super::{Callee, Frame, Lowerer, offset};
use sandtable_model::{Expr, LocalId, Meaning, NONE, Table, TableId};
use sandtable_syntax::ast::Order;

impl Lowerer<'_> {
    /// Looks a cell up; its value is in the returned register.
    pub(super) fn lookup(&mut self, id: TableId, arguments: &[Expr], frame: Frame) -> Reg {
        let book = self.book;
        let Some(table) = book.tables.get(id.at()) else {
            return self.set(NONE);
        };
        let plain: Option<Vec<i32>> = table
            .meanings
            .iter()
            .map(|meaning| match meaning {
                Meaning::Value(value) => Some(*value),
                Meaning::Where { .. } => None,
            })
            .collect();
        let Some(values) = plain else {
            return self.call(Callee::Table(id), arguments, frame);
        };
        let keys = self.side_by_side(arguments, frame);
        let rule = self.rule_named(&table.naming);
        let outer = std::mem::replace(&mut self.rule, rule);
        let to = self.reg();
        let grid = self.table_grid(id, table, |meaning| {
            values.get(meaning).copied().unwrap_or(NONE)
        });
        self.emit(Op::Lookup { to, grid, keys });
        self.row_note(id, table, keys, to, None);
        self.rule = outer;
        to
    }

    /// Lowers a table whose cells have meanings: the grid selects the meaning, and each meaning has its own ops. The table is a
    /// procedure of its own; expanded in place, tables that read each other twice would double the program each time.
    pub(super) fn explained(&mut self, id: TableId, table: &Table, frame: Frame) {
        self.rule = self.rule_named(&table.naming);
        self.span = table.naming.span;
        let (keys, to) = (frame.locals, frame.result);
        let grid = self.table_grid(id, table, super::value);
        let which = self.reg();
        self.emit(Op::Lookup {
            to: which,
            grid,
            keys,
        });
        let end = self.label();
        for (at, meaning) in table.meanings.iter().enumerate() {
            let next = self.label();
            self.emit(Op::JumpCompareValue {
                a: which,
                value: super::value(at),
                order: Order::NotEqual,
                to: Self::to(next),
            });
            match meaning {
                Meaning::Value(value) => {
                    self.emit(Op::Set { to, value: *value });
                    self.row_note(id, table, keys, to, None);
                }
                Meaning::Where {
                    word,
                    value,
                    citations,
                    ..
                } => {
                    let rule = if citations.is_empty() {
                        self.rule
                    } else {
                        self.rule_of(&table.naming.name, citations)
                    };
                    let outer = std::mem::replace(&mut self.rule, rule);
                    let from = self.expr(value, frame);
                    self.emit(Op::Copy { to, from });
                    self.row_note(id, table, keys, to, Some(word));
                    self.rule = outer;
                }
            }
            self.jump(end);
            self.place(next);
        }
        self.emit(Op::Set { to, value: NONE });
        self.place(end);
    }

    fn table_grid(&mut self, id: TableId, table: &Table, value: impl Fn(usize) -> i32) -> GridId {
        self.grid(format!("table {}", id.at()), || Grid {
            name: table.naming.shown().to_owned(),
            axes: table.axes.clone(),
            cells: table
                .cells
                .iter()
                .map(|meaning| value(*meaning as usize))
                .collect(),
        })
    }

    fn row_note(
        &mut self,
        id: TableId,
        table: &Table,
        keys: Reg,
        cell: Reg,
        word: Option<&String>,
    ) {
        let note = Note::Row {
            id,
            table: table.naming.shown().to_owned(),
            keys: table
                .keys
                .iter()
                .enumerate()
                .map(|(at, key)| (key.name.clone(), self.reading(offset(keys, at), key.ty)))
                .collect(),
            cell: self.reading(cell, table.result.ty),
            word: word.cloned(),
            part: part_of(table),
        };
        self.note(note);
    }

    /// Looks each result of a table with several up by the same keys, which are calculated and rolled once.
    pub(super) fn row_of_results(&mut self, row: usize, frame: Frame) -> Reg {
        let (book, question) = (self.book, self.question);
        let Some((_, arguments)) = question.entry.lookup() else {
            return self.expr(&question.entry, frame);
        };
        let keys = Frame {
            locals: self.regs(arguments.len()),
            ..frame
        };
        let mut held = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let from = self.expr(argument, frame);
            let to = offset(keys.locals, at);
            self.emit(Op::Copy { to, from });
            held.push(Expr {
                or_none: argument.or_none,
                ..Expr::of_local(LocalId::new(at), argument.ty, argument.span)
            });
        }
        let results = book.rows.get(row).map(|row| row.results.as_slice());
        debug_assert!(results.is_some(), "a row of the book");
        for (name, id) in results.into_iter().flatten() {
            let Some(table) = book.tables.get(id.at()) else {
                debug_assert!(false, "a table of the book");
                continue;
            };
            let lookup = Expr::lookup_of(*id, table, held.clone(), question.entry.span);
            let from = self.expr(&lookup, keys);
            let to = self.reg();
            self.emit(Op::Copy { to, from });
            self.row.push((name.clone(), table.result.ty, to));
        }
        let first = self.row.first().map(|(.., first)| *first);
        first.unwrap_or(self.outcome)
    }
}

/// Returns the result that a table holds of a table with several, with the name or title of that one.
fn part_of(table: &Table) -> Option<RowPart> {
    let whole = table.part_of.as_ref()?;
    let result = table.naming.name.strip_prefix(whole)?.strip_prefix('.')?;
    let title = table.naming.title.as_deref();
    let title = title.and_then(|title| title.strip_suffix(&format!(" ({result})")));
    Some(RowPart {
        table: title.unwrap_or(whole).to_owned(),
        result: result.to_owned(),
    })
}
