//! Calls and their arguments.

use super::super::id::Reg;
use super::super::op::Op;
use super::window::MOST_PIECES;
use super::{Callee, Frame, Lowerer, offset};
use sandtable_diagnostic::Code;
use sandtable_model::literals::range_of;
use sandtable_model::{Expr, NONE, Type};
use sandtable_syntax::ast::Order;

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
        if let Callee::When(at, _) = callee {
            self.count_firing(at, -1);
        }
        let from = called.result;
        self.unary(|to| Op::Copy { to, from })
    }

    /// Counts a call of a rule that calls itself, or a firing of a trigger that sets itself off; `false`, and a fault, if it is nested
    /// too deep.
    fn nests(&mut self, callee: Callee) -> bool {
        if let Callee::When(at, _) = callee {
            return self.nests_firing(at);
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

    /// As [`Self::nests`], for a trigger. Triggers that set each other off share a depth, so that there is a piece for each depth and not for each
    /// combination of depths; each of them is then counted while the program runs.
    fn nests_firing(&mut self, at: usize) -> bool {
        let book = self.book;
        let Some((trigger, most)) = book.triggers.get(at).and_then(|one| Some((one, one.deep?)))
        else {
            return true;
        };
        let others = trigger
            .circle
            .iter()
            .filter_map(|one| book.triggers.get(*one)?.deep);
        let deepest = others.fold(0, u32::saturating_add).max(most);
        let first = trigger.circle.first().copied().unwrap_or(at);
        // How deep triggers are that cannot fire within this one makes no difference to it.
        let matters = |one: &usize| *one == first || trigger.leads_to.contains(one);
        self.context.firings.retain(|one, _| matters(one));
        let depth = self.context.firings.entry(first).or_default();
        *depth += 1;
        let is_within = *depth <= deepest && self.callees.len() <= MOST_PIECES;
        if !is_within {
            self.fires_too_deep(at, most);
        } else if let Some(counter) = self.firings.get(&at).copied() {
            let within = self.label();
            self.emit(Op::JumpCompareValue {
                a: counter,
                value: i32::try_from(most).unwrap_or(i32::MAX),
                order: Order::Less,
                to: Self::to(within),
            });
            self.fires_too_deep(at, most);
            self.place(within);
            self.count_firing(at, 1);
        }
        is_within
    }

    /// Counts a firing of a trigger that begins or ends, if it is one of several that set each other off.
    fn count_firing(&mut self, trigger: usize, value: i32) {
        if let Some(counter) = self.firings.get(&trigger).copied() {
            self.emit(Op::AddValue {
                to: counter,
                a: counter,
                value,
            });
        }
    }

    /// Allocates the counters of firings.
    pub(super) fn begin_firings(&mut self) {
        let triggers = self.book.triggers.iter().enumerate();
        let several = triggers.filter(|(_, one)| one.circle.len() > 1);
        for at in several.map(|(at, _)| at) {
            let counter = self.set(0);
            self.firings.insert(at, counter);
        }
    }

    /// Ends the run: a trigger sets itself off too often.
    pub(super) fn fires_too_deep(&mut self, trigger: usize, most: u32) {
        let trigger = self.book.triggers.get(trigger);
        let name = trigger.map_or("", |one| one.naming.name.as_str());
        let message = format!("`{name}` sets itself off more than {most} deep");
        self.fail(Code::CallsTooDeep, message);
    }
}
