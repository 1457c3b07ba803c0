//! Memoisation of results of procedures: formulas, tests of actions, modifiers, facts, and aggregates.
//!
//! Only for programs without notes. Each procedure is emitted with placeholders for an op that reads its memo and one that writes it;
//! those that prove to be pure get these ops once the whole program is known.

use std::collections::BTreeSet;

use super::super::id::{FormulaId, Pc, Reg};
use super::super::op::Op;
use super::super::optimise;
use super::super::program::Formula;
use super::super::purity::{Candidate, MOST_ARGUMENTS, Purity};
use super::{Callee, Frame, Lowerer, count, offset};
use sandtable_model::{Ability, Expr, LocalId, Type, walk_expr};

/// A procedure that is being lowered, and the op at which its result would be recalled.
pub(super) struct Opened {
    candidate: Candidate,
    first: usize,
}

impl Lowerer<'_> {
    /// Begins a subroutine with a memo; `None` if its result is never memoised.
    pub(super) fn begin_callee(&mut self, callee: Callee, frame: Frame) -> Option<Opened> {
        let types = self.parameter_types(callee).filter(|_| !self.is_traced)?;
        let place = types.iter().rposition(|ty| *ty == Type::Place);
        Some(self.begin_candidate(Candidate {
            entry: Pc(0),
            arguments: frame.locals,
            n_arguments: types.len(),
            sweeping: place.unwrap_or(types.len().saturating_sub(1)),
            result: frame.result,
            back: frame.back,
        }))
    }

    fn begin_candidate(&mut self, candidate: Candidate) -> Opened {
        let first = self.placeholder();
        let entry = Pc(count(first));
        let candidate = Candidate { entry, ..candidate };
        Opened { candidate, first }
    }

    /// Ends a procedure, right before it returns.
    pub(super) fn end_candidate(&mut self, opened: Option<Opened>) {
        if let Some(Opened { candidate, first }) = opened {
            let last = self.placeholder();
            self.candidates.push((candidate, [first, last]));
        }
    }

    /// Emits a placeholder for an op that reads or writes a memo.
    fn placeholder(&mut self) -> usize {
        self.emit(optimise::NOP);
        self.program.ops.len() - 1
    }

    /// The types of the parameters of a piece that may be pure.
    fn parameter_types(&self, callee: Callee) -> Option<Vec<Type>> {
        let book = self.book;
        let parameters = match callee {
            Callee::Procedure(id) => {
                let procedure = book.procedures.get(id.at());
                let formula = procedure.filter(|one| one.ability == Ability::Formula);
                &formula?.parameters
            }
            Callee::Can(id) => &book.procedures.get(id.at())?.parameters,
            Callee::Modifiers(id) => &book.modifiers.get(id.at())?.parameters,
            Callee::Fact(id) => &book.facts.get(id.at())?.parameters,
            Callee::Table(_)
            | Callee::Window(_)
            | Callee::Reaction(_)
            | Callee::When(..)
            | Callee::Musts => {
                return None;
            }
        };
        Some(parameters.iter().map(|one| one.ty).collect())
    }

    /// Recalls and remembers the results of those candidates that are pure.
    pub(super) fn remember_formulas(&mut self) {
        let mut purity = Purity::new(&self.program);
        let candidates = self.candidates.iter();
        let found: Vec<(Formula, [usize; 2])> = candidates
            .filter_map(|(candidate, places)| Some((purity.formula(candidate)?, *places)))
            .collect();
        for (formula, [first, last]) in found {
            let id = FormulaId(count(self.program.formulas.len()));
            self.program.formulas.push(formula);
            let ops = [
                (first, Op::Recall { formula: id }),
                (last, Op::Remember { formula: id }),
            ];
            for (at, op) in ops {
                if let Some(place) = self.program.ops.get_mut(at) {
                    *place = op;
                }
            }
        }
    }

    /// Lowers an aggregate. In programs without notes, one that measures or calls is a subroutine of its own, with its free names as
    /// arguments.
    pub(super) fn aggregated(
        &mut self,
        expr: &Expr,
        frame: Frame,
        lay: impl FnOnce(&mut Self) -> Reg,
    ) -> Reg {
        if self.is_traced || !is_heavy(expr) {
            return lay(self);
        }
        let names = free_names(expr);
        if names.len() > MOST_ARGUMENTS || self.is_remembered_for(names.len(), frame) {
            return lay(self);
        }
        let values: Vec<Reg> = names.iter().map(|name| self.local(*name, frame)).collect();
        let arguments = self.row_of(&values);
        let (result, back) = (self.reg(), self.reg());
        let (entry, after) = (self.label(), self.label());
        self.emit(Op::Call {
            to: Self::to(entry),
            back,
        });
        self.jump(after);
        self.place(entry);
        let opened = self.begin_candidate(Candidate {
            entry: Pc(0),
            arguments,
            n_arguments: names.len(),
            sweeping: names.len().saturating_sub(1),
            result,
            back,
        });
        let n_bound = self.bound.len();
        for (at, name) in names.iter().enumerate() {
            let bound = (frame.locals, frame.back, *name, offset(arguments, at));
            self.bound.push(bound);
        }
        let from = lay(self);
        self.bound.truncate(n_bound);
        self.emit(Op::Copy { to: result, from });
        self.end_candidate(Some(opened));
        self.emit(Op::Return { back });
        self.place(after);
        self.unary(|to| Op::Copy { to, from: result })
    }
}

impl Lowerer<'_> {
    /// Whether an expression is the whole body of a formula with this number of parameters, so that its result is memoised with that
    /// of the
    /// formula.
    fn is_remembered_for(&mut self, n_names: usize, frame: Frame) -> bool {
        let Some(Callee::Procedure(id)) = frame.callee else {
            return false;
        };
        let procedure = self.book.procedures.get(id.at());
        let n_parameters = procedure.map(|procedure| procedure.parameters.len());
        n_parameters == Some(n_names) && self.single_result(id).is_some()
    }
}

/// The names of the rule that an expression reads and does not bind itself.
fn free_names(expr: &Expr) -> BTreeSet<LocalId> {
    fn collect(expr: &Expr, bound: &mut Vec<LocalId>, free: &mut BTreeSet<LocalId>) {
        free.extend(expr.local().filter(|local| !bound.contains(local)));
        let n_bound = bound.len();
        bound.extend(expr.aggregation().map(|members| members.selection.local));
        walk_expr(expr, &mut |inner| collect(inner, bound, free));
        bound.truncate(n_bound);
    }
    let mut free = BTreeSet::new();
    collect(expr, &mut Vec::new(), &mut free);
    free
}

/// Whether an aggregate does more for each of its units than compare.
pub(super) fn is_heavy(expr: &Expr) -> bool {
    let mut is_heavy = false;
    walk_expr(expr, &mut |inner| {
        is_heavy |= inner.any(|part| {
            part.measurement().is_some()
                || part.call().is_some()
                || part.action_test().is_some()
                || part.fact().is_some()
                || part.aggregation().is_some()
        });
    });
    is_heavy
}
