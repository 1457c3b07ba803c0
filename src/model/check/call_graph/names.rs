//! The rules that a body names.

use std::collections::BTreeSet;

use super::Formulas;
use crate::Callable;
use crate::check::{Checker, Named};
use crate::{KindId, ProcedureId};
use sandtable_syntax::ast;

/// Names in a body: called or bare, and those behind a dot. A bare name under which the body keeps a value is none.
#[derive(Default)]
pub(in crate::check) struct Names<'t> {
    bare: BTreeSet<&'t str>,
    members: BTreeSet<&'t str>,
    /// Parameters and names that are kept so far.
    kept: Vec<&'t str>,
}

impl<'t> Names<'t> {
    /// Takes in what a rule is handed.
    pub(in crate::check) fn parameters(&mut self, head: &'t ast::Head) {
        let parameters = head.parameters.iter().flatten();
        let names = parameters.map(|parameter| parameter.name.value.as_str());
        self.kept.extend(names);
    }

    /// The rules that are named.
    pub(in crate::check) fn nodes(
        &self,
        checker: &Checker<'_>,
        formulas: &Formulas,
        own: Option<KindId>,
    ) -> Vec<Callable> {
        let named = self.bare.iter().filter_map(|name| {
            let named = checker.names.get(*name)?;
            match named {
                Named::Procedure(id) => Some(Callable::Procedure(*id)),
                Named::Table(id) => Some(Callable::Table(*id)),
                Named::Modifiers(id) => Some(Callable::Modifiers(*id)),
                Named::Fact(id) => Some(Callable::Fact(*id)),
                Named::Option(_) => None,
            }
        });
        let of = |name: &&str| formulas.get(*name).into_iter().flatten();
        let members = self.members.iter().flat_map(of);
        let bare = self.bare.iter().flat_map(of);
        let own = bare.filter(|(kind, _)| own == Some(*kind));
        let asked: BTreeSet<ProcedureId> = members.chain(own).map(|(_, id)| *id).collect();
        named
            .chain(asked.into_iter().map(Callable::Procedure))
            .collect()
    }

    pub(in crate::check) fn block(&mut self, block: &'t ast::Block) {
        let n_kept = self.kept.len();
        for statement in block {
            self.statement(&statement.kind.value);
        }
        self.kept.truncate(n_kept);
    }

    /// A block below which a name is kept.
    fn block_with(&mut self, name: &'t ast::Name, block: &'t ast::Block) {
        self.kept.push(&name.value);
        self.block(block);
        self.kept.pop();
    }

    fn statement(&mut self, statement: &'t ast::StatementKind) {
        match statement {
            ast::StatementKind::Let { name, value } => {
                self.expr(value);
                self.kept.push(&name.value);
            }
            ast::StatementKind::Result(value)
            | ast::StatementKind::Destroy(value)
            | ast::StatementKind::Remove(value)
            | ast::StatementKind::Call(value) => self.expr(value),
            ast::StatementKind::Outcome { when, .. } => {
                when.iter().for_each(|when| self.expr(when));
            }
            ast::StatementKind::Needs { condition, .. } => self.expr(condition),
            ast::StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.block(then);
                otherwise.iter().for_each(|block| self.block(block));
            }
            ast::StatementKind::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            ast::StatementKind::RepeatUntil { until, most, body } => {
                self.expr(until);
                self.expr(most);
                self.block(body);
            }
            ast::StatementKind::Count {
                name,
                from,
                to,
                body,
            } => {
                self.expr(from);
                self.expr(to);
                self.block_with(name, body);
            }
            ast::StatementKind::Depending { value, arms } => {
                self.expr(value);
                arms.iter().for_each(|arm| self.block(&arm.value.body));
            }
            ast::StatementKind::Each {
                selection,
                ordering,
                body,
            } => {
                self.selection(selection, ordering.as_ref());
                self.block_with(&selection.name, body);
            }
            ast::StatementKind::Alternate {
                selection,
                ordering,
                condition,
                body,
            } => {
                self.selection(selection, ordering.as_ref());
                self.kept.push(&selection.name.value);
                self.expr(condition);
                self.block(body);
                self.kept.pop();
            }
            ast::StatementKind::Phase { body, .. } => self.block(body),
            ast::StatementKind::Rank {
                selection,
                ordering,
                ties,
                place,
            } => {
                self.selection(selection, Some(ordering));
                self.kept.push(&selection.name.value);
                if let Some(ast::Ties::Throw(thrown)) = ties {
                    self.expr(thrown);
                }
                self.expr(place);
                self.kept.pop();
            }
            ast::StatementKind::EndGame { winner } => {
                winner.iter().for_each(|winner| self.expr(winner));
            }
            ast::StatementKind::Change { amount, place, .. } => {
                self.expr(amount);
                self.expr(place);
            }
            ast::StatementKind::Create { name, owner, .. } => {
                owner.iter().for_each(|owner| self.expr(owner));
                self.kept.push(&name.value);
            }
            ast::StatementKind::OnceEach { unit, index, .. } => {
                self.expr(unit);
                index.iter().for_each(|index| self.expr(index));
            }
            ast::StatementKind::Report(values) => {
                values.iter().for_each(|value| self.expr(value));
            }
            ast::StatementKind::Choose {
                among, by, worth, ..
            } => {
                match among {
                    ast::Among::Numbers { from, to, .. } => {
                        self.expr(from);
                        self.expr(to);
                    }
                    ast::Among::Listed(selection) => self.selection(selection, None),
                }
                self.chooser(by.as_ref());
                self.kept.push(&among.name().value);
                worth.iter().for_each(|worth| self.expr(worth));
            }
            ast::StatementKind::ChooseOne { by, options, .. } => {
                self.chooser(by.as_ref());
                options
                    .iter()
                    .for_each(|option| self.offered(&option.value));
            }
            ast::StatementKind::May { by, option } => {
                by.iter().for_each(|by| self.expr(by));
                self.offered(option);
            }
            // What a window leads to is told by its depth, so it may lead back here.
            ast::StatementKind::Open { arguments, .. } => {
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ast::StatementKind::At { by, .. } => by.iter().for_each(|by| self.expr(by)),
            ast::StatementKind::Worth(worth) => self.expr(worth),
            ast::StatementKind::Throw(name) => self.kept.push(&name.value),
            ast::StatementKind::Cancel | ast::StatementKind::Stop => {}
        }
    }

    fn chooser(&mut self, by: Option<&'t ast::Chooser>) {
        if let Some(ast::Chooser::Side(side)) = by {
            self.expr(side);
        }
    }

    fn offered(&mut self, option: &'t ast::Offered) {
        let values = option.condition.iter().chain(&option.worth);
        values.for_each(|value| self.expr(value));
        self.block(&option.body);
    }

    fn selection(&mut self, selection: &'t ast::Selection, order: Option<&'t ast::Ordering>) {
        selection.owner.iter().for_each(|owner| self.expr(owner));
        let region = selection.region.iter().flat_map(|region| region.parts());
        region.for_each(|part| self.expr(part));
        self.kept.push(&selection.name.value);
        let condition = selection.condition.iter();
        condition.for_each(|condition| self.expr(condition));
        order.iter().for_each(|order| self.expr(&order.by));
        self.kept.pop();
    }

    pub(in crate::check) fn expr(&mut self, expr: &'t ast::Expr) {
        match expr.value.as_ref() {
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Throw(_)
            | ast::ExprKind::Offered(_)
            | ast::ExprKind::Flag(_) => {}
            ast::ExprKind::Pool(throw) => {
                for die in throw.names() {
                    self.bare.insert(&die.value);
                }
                throw.values().for_each(|value| self.expr(value));
            }
            ast::ExprKind::Name(name) => {
                if !self.kept.contains(&name.as_str()) {
                    self.bare.insert(name);
                }
            }
            ast::ExprKind::Member { unit, name } => {
                self.expr(unit);
                self.members.insert(&name.value);
            }
            ast::ExprKind::Indexed { unit, name, about } => {
                self.expr(unit);
                self.members.insert(&name.value);
                about.iter().for_each(|about| self.expr(about));
            }
            ast::ExprKind::Same { value, other, .. } => {
                self.expr(value);
                self.expr(other);
            }
            ast::ExprKind::Call { name, arguments }
            | ast::ExprKind::Can {
                action: name,
                arguments,
            } => {
                self.bare.insert(&name.value);
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ast::ExprKind::ThrowOf(inner)
            | ast::ExprKind::RestOf(inner)
            | ast::ExprKind::Not(inner)
            | ast::ExprKind::Negate(inner)
            | ast::ExprKind::Has { unit: inner, .. }
            | ast::ExprKind::Rounded { value: inner, .. }
            | ast::ExprKind::Limit { value: inner, .. } => self.expr(inner),
            ast::ExprKind::Is { value, words, .. } => {
                self.expr(value);
                // `unit is fatigued` may ask a formula of its kind.
                self.members
                    .extend(words.iter().map(|word| word.value.as_str()));
            }
            ast::ExprKind::Binary { left, right, .. }
            | ast::ExprKind::Divide { left, right, .. }
            | ast::ExprKind::Compare { left, right, .. }
            | ast::ExprKind::Meets {
                face: left,
                need: right,
            }
            | ast::ExprKind::Shift {
                value: left,
                by: right,
                ..
            } => {
                self.expr(left);
                self.expr(right);
            }
            ast::ExprKind::Aggregate {
                value,
                selection,
                ordering,
                ..
            } => {
                self.kept.push(&selection.name.value);
                value.iter().for_each(|value| self.expr(value));
                self.kept.pop();
                self.selection(selection, ordering.as_ref());
            }
            ast::ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}
