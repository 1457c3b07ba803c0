//! Calls and their arguments.

use super::super::id::Reg;
use super::super::op::Op;
use super::window::MOST_PIECES;
use super::{Callee, Frame, Lowerer, offset};
use sandtable_diagnostic::Code;
use sandtable_model::literals::range_of;
use sandtable_model::{Expr, NONE, Type};

impl Lowerer<'_> {
    /// Lowers a call; the result is copied, so that a second call does not overwrite it.
    pub(super) fn call(&mut self, callee: Callee, arguments: &[Expr], frame: Frame) -> Reg {
        let values = self.argument_values(callee, arguments, frame);
        match self.inlinable(callee) {
            Some(called) => self.inlined(&called, &values, |lowerer, result, frame| {
                let value = lowerer.expr(result, frame);
                lowerer.result_in_range(result, value, frame)
            }),
            None => self.call_with(callee, &values),
        }
    }

    /// Lowers arguments, each limited to the range of its parameter.
    pub(super) fn argument_values(
        &mut self,
        callee: Callee,
        arguments: &[Expr],
        frame: Frame,
    ) -> Vec<Reg> {
        let sets = self.sets_of(callee);
        let arguments = arguments.iter().enumerate();
        arguments
            .map(|(at, argument)| {
                if sets.contains(&at) {
                    return self.set_argument(argument, frame);
                }
                let value = self.expr(argument, frame);
                self.argument_in_range(callee, at, argument, value)
            })
            .collect()
    }

    /// Limits an argument to the declared range of its parameter.
    fn argument_in_range(&mut self, callee: Callee, at: usize, argument: &Expr, from: Reg) -> Reg {
        let book = self.book;
        let called = match callee {
            Callee::Procedure(id) | Callee::Can(id) => book
                .procedures
                .get(id.at())
                .map(|called| (&called.naming, called.parameters.as_slice())),
            Callee::Modifiers(id) => book
                .modifiers
                .get(id.at())
                .map(|called| (&called.naming, called.parameters.as_slice())),
            Callee::Table(_)
            | Callee::Window(_)
            | Callee::Reaction(_)
            | Callee::Fact(_)
            | Callee::When(..)
            | Callee::Musts => None,
        };
        let Some((naming, parameter)) =
            called.and_then(|(naming, parameters)| Some((naming, parameters.get(at)?)))
        else {
            return from;
        };
        if !matches!(parameter.ty, Type::Number(_)) {
            return from;
        }
        let span = std::mem::replace(&mut self.span, argument.span);
        let (low, high) = (parameter.low, parameter.high);
        let declared = || {
            let range = range_of(parameter.ty, low, high);
            format!(
                "`{}` of `{}` is declared as {range}",
                parameter.name, naming.name
            )
        };
        let value = self.in_range(
            from,
            (low, high),
            (parameter.ty, parameter.or_none || argument.or_none),
            declared,
        );
        self.span = span;
        value
    }

    pub(super) fn call_with(&mut self, callee: Callee, arguments: &[Reg]) -> Reg {
        let outside = self.context.clone();
        let is_within = self.nests(callee);
        let called = is_within.then(|| self.called(callee));
        self.context = outside;
        let Some((entry, called)) = called else {
            return self.set(NONE);
        };
        let sets = self.sets_of(callee);
        for (at, from) in arguments.iter().enumerate() {
            if sets.contains(&at) {
                self.copy_set(called.locals, at, *from);
                continue;
            }
            self.emit(Op::Copy {
                to: offset(called.locals, at),
                from: *from,
            });
        }
        self.emit(Op::Call {
            to: Self::to(entry),
            back: called.back,
        });
        let from = called.result;
        self.unary(|to| Op::Copy { to, from })
    }

    /// Counts a call of a rule that calls itself, or a firing of a trigger that sets itself off; `false`, and a fault, if it is nested
    /// too deep.
    fn nests(&mut self, callee: Callee) -> bool {
        if let Callee::When(at, _) = callee {
            let Some(most) = self.book.triggers.get(at).and_then(|one| one.deep) else {
                return true;
            };
            let n_firings = self.context.firings.entry(at).or_default();
            *n_firings += 1;
            let is_within = *n_firings <= most && self.callees.len() <= MOST_PIECES;
            if !is_within {
                self.fires_too_deep(at, most);
            }
            return is_within;
        }
        let (Callee::Procedure(id) | Callee::Can(id)) = callee else {
            return true;
        };
        let rule = self.book.procedures.get(id.at());
        let Some((rule, most)) = rule.and_then(|rule| Some((rule, rule.deep?))) else {
            return true;
        };
        let n_calls = self.context.calls.entry(id).or_default();
        *n_calls += 1;
        if *n_calls > most || self.callees.len() > MOST_PIECES {
            let name = &rule.naming.name;
            let message = format!("`{name}` calls itself more than {most} deep");
            self.fail(Code::CallsTooDeep, message);
            return false;
        }
        true
    }

    /// Ends the run: a trigger sets itself off too often.
    pub(super) fn fires_too_deep(&mut self, trigger: usize, most: u32) {
        let trigger = self.book.triggers.get(trigger);
        let name = trigger.map_or("", |one| one.naming.name.as_str());
        let message = format!("`{name}` sets itself off more than {most} deep");
        self.fail(Code::CallsTooDeep, message);
    }
}
