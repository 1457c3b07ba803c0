//! Words of a parameter that a rule treats by themselves, but that no call hands over.
//!
//! Reports: E0688.

use std::collections::BTreeSet;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{
    Ability, Callable, Expr, LocalId, Procedure, ProcedureId, RuleBook, Type, walk_statement,
    walk_statements, walk_within,
};
use sandtable_source::Span;

/// The least number of calls from which the words of a parameter are known.
const MIN_CALLS: usize = 2;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let played = (context.played)();
    for (at, procedure) in book.procedures.iter().enumerate() {
        let id = ProcedureId::new(at);
        let is_played = played.contains(&procedure.naming.name);
        if procedure.ability == Ability::Sequence || is_played {
            continue;
        }
        for (nth, parameter) in procedure.parameters.iter().enumerate() {
            let Type::Words(words) = parameter.ty else {
                continue;
            };
            let Some(passed) = passed(book, id, nth) else {
                continue;
            };
            let words = book.words.get(words.at());
            let words = words.map_or(&[][..], |list| list.words.as_slice());
            for (value, span) in treated(procedure, LocalId::new(nth)) {
                let word = usize::try_from(value)
                    .ok()
                    .and_then(|value| words.get(value));
                if let Some(word) = word.filter(|_| !passed.contains(&value)) {
                    diagnostics.push(finding(procedure, &parameter.name, word, span));
                }
            }
        }
    }
}

/// Returns the words that the calls of a rule hand over; `None` if one hands over a value, or if there are few calls.
fn passed(book: &RuleBook, id: ProcedureId, nth: usize) -> Option<BTreeSet<i32>> {
    let (mut passed, mut n_calls, mut is_open) = (BTreeSet::new(), 0, false);
    book.walk_exprs(&mut |_, expr| {
        if expr.callee() != Some(Callable::Procedure(id)) {
            return;
        }
        n_calls += 1;
        let argument = expr.arguments().and_then(|arguments| arguments.get(nth));
        match argument.and_then(Expr::literal) {
            Some(value) => _ = passed.insert(value),
            None => is_open = true,
        }
    });
    (!is_open && n_calls >= MIN_CALLS).then_some(passed)
}

/// Returns the single words that a rule compares a parameter with, or has a line for; each with its place.
fn treated(procedure: &Procedure, parameter: LocalId) -> Vec<(i32, Span)> {
    let mut found: Vec<(i32, Span)> = Vec::new();
    let mut add = |value: i32, span: Span| {
        if found.iter().all(|(known, _)| *known != value) {
            found.push((value, span));
        }
    };
    for statement in &procedure.body {
        walk_statement(statement, &mut |expr| {
            walk_within(expr, &mut |inner| {
                let member = inner
                    .member()
                    .filter(|(value, _)| value.is_local(parameter));
                let of_set = member.filter(|(_, set)| set.count_ones() == 1);
                let value = of_set.and_then(|(_, set)| i32::try_from(set.trailing_zeros()).ok());
                let bound = inner.bound().filter(|bound| {
                    bound.subject.is_local(parameter)
                        && bound.order == sandtable_syntax::ast::Order::Equal
                });
                let value = value.or(bound.map(|bound| bound.number));
                value.into_iter().for_each(|value| add(value, inner.span));
            });
        });
    }
    walk_statements(&procedure.body, &mut |statement| {
        if let Some((value, arms)) = statement.cases()
            && value.is_local(parameter)
        {
            for arm in arms {
                if let [(low, high)] = arm.ranges.as_slice()
                    && low == high
                {
                    add(*low, arm.span);
                }
            }
        }
        true
    });
    found
}

fn finding(procedure: &Procedure, parameter: &str, word: &str, span: Span) -> Diagnostic {
    let name = &procedure.naming.name;
    Diagnostic::new(
        Code::UnusedWord,
        format!("no rule calls `{name}` with `{word}` for `{parameter}`"),
    )
    .label(span, "never met in a game")
    .help(format!(
        "call it so where it is meant: one of its calls may have another word; or delete what is about `{word}`"
    ))
    .cite(procedure.naming.citations.iter().map(String::as_str))
    .confidence(Confidence::Likely)
}
