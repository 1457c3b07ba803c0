//! Words of a parameter that a rule treats by themselves, but that no call hands over.
//!
//! Reports: E0688.

use std::collections::{BTreeMap, BTreeSet};

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
    let passed = Passed::by_calls(book);
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
            let passed = passed.get(&(id, nth));
            let Some(passed) = passed.filter(|passed| passed.is_known()) else {
                continue;
            };
            let words = book.words.get(words.at());
            let words = words.map_or(&[][..], |list| list.words.as_slice());
            for (value, span) in treated(procedure, LocalId::new(nth)) {
                let word = usize::try_from(value)
                    .ok()
                    .and_then(|value| words.get(value));
                if let Some(word) = word.filter(|_| !passed.words.contains(&value)) {
                    diagnostics.push(finding(procedure, &parameter.name, word, span));
                }
            }
        }
    }
}

/// The words that the calls of a rule hand over for one of its parameters.
#[derive(Default)]
struct Passed {
    words: BTreeSet<i32>,
    n_calls: usize,
    /// Whether a call hands over a value that is calculated.
    is_open: bool,
}

impl Passed {
    /// Returns what calls hand over for parameters that are words, by rule and parameter.
    fn by_calls(book: &RuleBook) -> BTreeMap<(ProcedureId, usize), Self> {
        let mut all: BTreeMap<(ProcedureId, usize), Self> = BTreeMap::new();
        book.walk_exprs(&mut |_, expr| {
            let Some(Callable::Procedure(id)) = expr.callee() else {
                return;
            };
            let called = book.procedures.get(id.at());
            let parameters = called.map_or(&[][..], |called| called.parameters.as_slice());
            let arguments = expr.arguments().unwrap_or_default();
            for (nth, parameter) in parameters.iter().enumerate() {
                if let Type::Words(_) = parameter.ty {
                    let passed = all.entry((id, nth)).or_default();
                    passed.n_calls += 1;
                    match arguments.get(nth).and_then(Expr::literal) {
                        Some(value) => _ = passed.words.insert(value),
                        None => passed.is_open = true,
                    }
                }
            }
        });
        all
    }

    fn is_known(&self) -> bool {
        !self.is_open && self.n_calls >= MIN_CALLS
    }
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
