//! Rows that a rule looks up with a fact, if every caller has restricted that fact: `volley(range(firer, target))` in a roll, and
//! `needs range(firer, target) < 3` above the only call of the roll.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::called_unseen;
use crate::Context;
use crate::domain::ValueSet;
use crate::lookups::written_lines;
use crate::readings::{Names, named, names_of};
use crate::transfer::lines;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::{Substitution, canonical_form};
use sandtable_model::{
    Ability, Arithmetic, Choice, Expr, ProcedureId, RuleBook, Selection, Statement, TableId, Type,
    blocks, walk_own, walk_statement, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

/// A key of a table that a rule looks up with a fact about its parameters.
struct LookedUp {
    rule: ProcedureId,
    table: TableId,
    key: usize,
    /// The fact, its arguments those of the parameters.
    value: Expr,
}

/// A least and a greatest value.
type Range = (i64, i64);

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let looked_up = looked_up(context);
    if looked_up.is_empty() {
        return;
    }
    let rules: BTreeSet<ProcedureId> = looked_up.iter().map(|one| one.rule).collect();
    let mut calls = Calls {
        rules: &rules,
        found: Vec::new(),
        places: BTreeSet::new(),
    };
    for (_, body) in book.bodies() {
        calls.block(body, &names_of(body), Vec::new());
    }
    let unseen = unseen_calls(book, &calls);
    let n_lookups = n_lookups(book);
    for one in &looked_up {
        if n_lookups.get(&one.table) == Some(&1)
            && !unseen.contains(&one.rule)
            && let Some(range) = calls.range(one)
        {
            diagnostics.extend(findings(context, one, range).into_iter().flatten());
        }
    }
}

fn looked_up(context: &Context<'_>) -> Vec<LookedUp> {
    let book = context.book;
    let unseen = called_unseen(book);
    let mut found = Vec::new();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let rule = ProcedureId::new(at);
        let is_rule = matches!(procedure.ability, Ability::Formula | Ability::Roll);
        if !is_rule || unseen.contains(&rule) || !context.call_graph.is_called(rule) {
            continue;
        }
        let names = names_of(&procedure.body);
        let n_parameters = procedure.parameters.len();
        let is_parameter = |expr: &Expr| expr.local().is_some_and(|one| one.at() < n_parameters);
        visit_parts(&procedure.body, &mut |expr| {
            let Some((table, arguments)) = expr.lookup() else {
                return;
            };
            for (key, argument) in arguments.iter().enumerate() {
                let value = named(argument, &names);
                let is_number = matches!(value.ty, Type::Number(_)) && value.ty.per_whole() == 1;
                let fact = value.fact().filter(|_| is_number);
                if fact.is_some_and(|(_, about)| about.iter().all(is_parameter)) {
                    found.push(LookedUp {
                        rule,
                        table,
                        key,
                        value: value.clone(),
                    });
                }
            }
        });
    }
    found
}

/// Calls a visitor with every part of the expressions of a block.
fn visit_parts(block: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    for statement in block {
        walk_statement(statement, &mut |expr| walk_within(expr, visit));
    }
}

/// Returns the number of lookups of each table in the whole book.
fn n_lookups(book: &RuleBook) -> BTreeMap<TableId, usize> {
    let mut numbers = BTreeMap::new();
    book.walk_exprs(&mut |_, expr| {
        if let Some((table, _)) = expr.lookup() {
            *numbers.entry(table).or_default() += 1;
        }
    });
    numbers
}

/// Returns the rules with a call outside of bodies, or in one that is not followed.
fn unseen_calls(book: &RuleBook, calls: &Calls<'_>) -> BTreeSet<ProcedureId> {
    let mut unseen = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        walk_within(expr, &mut |part| {
            let called = part.call().filter(|_| !calls.places.contains(&part.span));
            unseen.extend(called.map(|(id, _)| id));
        });
    };
    book.walk_roots(&mut visit);
    let heads = book.reactions.iter();
    heads
        .flat_map(|one| one.by.iter().chain(&one.worth))
        .for_each(&mut visit);
    let whens = book.triggers.iter().flat_map(|trigger| &trigger.whens);
    whens.for_each(|when| {
        [&when.watched, &when.level]
            .into_iter()
            .for_each(&mut visit)
    });
    unseen
}

/// The canonical form of a fact, with its least and greatest value under the conditions that hold.
type Known = (String, Range);

/// The calls of some rules, with the ranges of facts at each.
struct Calls<'r> {
    rules: &'r BTreeSet<ProcedureId>,
    found: Vec<(ProcedureId, Substitution, Vec<Known>)>,
    places: BTreeSet<Span>,
}

impl Calls<'_> {
    fn block(&mut self, block: &[Statement], names: &Names<'_>, mut known: Vec<Known>) {
        for statement in block {
            self.own(statement, &known);
            if let Some(condition) = statement.needs() {
                restrict(condition, true, names, &mut known);
            }
            let branch = statement.branch();
            for (at, inner) in blocks(statement).enumerate() {
                // A loop may change what was known before it.
                let mut inside = match branch {
                    Some(_) => known.clone(),
                    None => Vec::new(),
                };
                if let Some((condition, ..)) = branch {
                    restrict(condition, at == 0, names, &mut inside);
                }
                let members = statement.each().map(|each| each.selection);
                selected(members, names, &mut inside);
                self.block(inner, names, inside);
            }
            if let Some(condition) = statement.early_end() {
                restrict(condition, false, names, &mut known);
            } else if is_changing(statement) {
                known.clear();
            }
            let chosen = statement.choice().filter(|choice| !choice.or_none);
            selected(chosen.and_then(Choice::units), names, &mut known);
        }
    }

    /// Adds the calls of a statement itself.
    fn own(&mut self, statement: &Statement, known: &[Known]) {
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |part| {
                let called = part.call().filter(|(id, _)| self.rules.contains(id));
                if let Some((id, arguments)) = called {
                    let forms = arguments.iter().map(|one| canonical_form(one, &[]));
                    self.found.push((id, forms.collect(), known.to_vec()));
                    self.places.insert(part.span);
                }
            });
        });
    }

    /// Returns the range that all calls of a rule leave to the fact that it looks up; `None` if one leaves it open.
    fn range(&self, looked_up: &LookedUp) -> Option<Range> {
        let calls = self.found.iter().filter(|(id, ..)| *id == looked_up.rule);
        let ranges = calls.map(|(_, arguments, known)| {
            let form = canonical_form(&looked_up.value, arguments)?;
            let of_fact = known.iter().filter(|(known, _)| *known == form);
            of_fact
                .map(|(_, range)| *range)
                .reduce(|one, other| (one.0.max(other.0), one.1.min(other.1)))
        });
        let ranges: Vec<Range> = ranges.collect::<Option<_>>()?;
        let all = ranges.into_iter();
        all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// Adds what the condition of a selection says of facts.
fn selected(selection: Option<&Selection>, names: &Names<'_>, known: &mut Vec<Known>) {
    let condition = selection.and_then(|selection| selection.condition.as_deref());
    condition
        .into_iter()
        .for_each(|one| restrict(one, true, names, known));
}

/// Adds what a condition says of facts if it is met, or if it is not.
fn restrict(condition: &Expr, is_met: bool, names: &Names<'_>, known: &mut Vec<Known>) {
    if let Some(inner) = condition.negated() {
        return restrict(inner, !is_met, names, known);
    }
    let joint = if is_met {
        Arithmetic::And
    } else {
        Arithmetic::Or
    };
    if let Some((left, right)) = condition.operands(joint) {
        restrict(left, is_met, names, known);
        restrict(right, is_met, names, known);
        return;
    }
    let Some(bound) = condition.bound() else {
        return;
    };
    let subject = named(bound.subject, names);
    let form = subject.fact().and_then(|_| canonical_form(subject, &[]));
    let number = i64::from(bound.number);
    let order = if is_met {
        bound.order
    } else {
        bound.order.negated()
    };
    let range = match order {
        Order::Less => (i64::MIN, number - 1),
        Order::LessOrEqual => (i64::MIN, number),
        Order::Greater => (number + 1, i64::MAX),
        Order::GreaterOrEqual => (number, i64::MAX),
        Order::Equal => (number, number),
        Order::NotEqual => return,
    };
    known.extend(form.map(|form| (form, range)));
}

/// Whether a statement may change the positions of pieces, itself or by what it calls.
fn is_changing(statement: &Statement) -> bool {
    let is_plain = statement
        .binding()
        .is_some_and(|(_, value)| value.call().is_none())
        || statement.needs().is_some()
        || statement.is_nothing()
        || statement
            .choice()
            .is_some_and(|choice| choice.lines().is_none());
    !is_plain
}

/// Returns the findings about rows that the callers leave out, and that are not left out anyway.
fn findings(
    context: &Context<'_>,
    looked_up: &LookedUp,
    (low, high): Range,
) -> Option<Vec<Diagnostic>> {
    let book = context.book;
    let table = book.tables.get(looked_up.table.at())?;
    let rule = &book.procedures.get(looked_up.rule.at())?.naming.name;
    let fact = book.facts.get(looked_up.value.fact()?.0.at())?;
    let passed = ValueSet::interval(low.max(fact.low.into()), high.min(fact.high.into()));
    let reached = lines(table.axes.get(looked_up.key)?, &passed);
    let selected = context.selected.get(&looked_up.table)?;
    let selected = selected.get(looked_up.key)?;
    let written = written_lines(table, looked_up.key).into_iter();
    let never = written.filter(|(_, lines)| {
        !lines.is_disjoint(selected) && !lines.iter().any(|line| reached.contains(line))
    });
    let (name, passed) = (&fact.naming.name, passed.describe(book, fact.ty));
    let findings = never.map(|(span, _)| {
        Diagnostic::new(
            Code::RowNeverReached,
            format!("no rule reaches this part of `{}`", table.naming.name),
        )
        .label(span, format!("`{rule}` is only called with `{name}` {passed}"))
        .help("correct the row or the condition of the caller; if only players read the row, allow it")
        .cite(table.naming.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
    });
    Some(findings.collect())
}
