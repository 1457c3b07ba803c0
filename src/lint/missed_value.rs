//! Pairs of conditions that leave one number out between them: `< 3` and `> 3`.
//!
//! Reports: E0674.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a pattern of this finding names its forms; every other one, also a new one, is none of them"
)]

use std::collections::BTreeMap;

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::canonical::canonical_form;
use sandtable_model::{
    Bound, Expr, Modifiers, NONE, Naming, Statement, Type, blocks, walk_own, walk_within,
};
use sandtable_source::Span;
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    for (naming, body) in book.bodies() {
        let mut search = Search {
            naming,
            asked: Vec::new(),
            found: Vec::new(),
        };
        search.collect(body);
        search.block(body);
        diagnostics.extend(search.found);
    }
    for list in &book.modifiers {
        diagnostics.extend(in_modifiers(list));
    }
}

/// The set of integers that satisfy a comparison with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    UpTo(i32),
    From(i32),
    Only(i32),
    AllBut(i32),
}

impl Numbers {
    fn has(self, number: i32) -> bool {
        match self {
            Self::UpTo(most) => number <= most,
            Self::From(least) => number >= least,
            Self::Only(one) => number == one,
            Self::AllBut(one) => number != one,
        }
    }

    /// Returns the single number between two open ends.
    fn missed_between(self, other: Self) -> Option<i32> {
        match (self, other) {
            (Self::UpTo(most), Self::From(least)) | (Self::From(least), Self::UpTo(most)) => {
                let missed = most.checked_add(1)?;
                (missed.checked_add(1)? == least).then_some(missed)
            }
            _ => None,
        }
    }
}

/// A comparison of an expression with a constant.
#[derive(Debug, Clone)]
struct Asked {
    /// Canonical form of the compared expression.
    subject: String,
    numbers: Numbers,
    span: Span,
}

fn asked(condition: &Expr) -> Option<Asked> {
    let Bound {
        subject,
        order,
        number,
    } = condition.bound()?;
    if number == NONE || !matches!(subject.ty, Type::Number(_)) {
        return None;
    }
    let numbers = match order {
        Order::Less => Numbers::UpTo(number.checked_sub(1)?),
        Order::LessOrEqual => Numbers::UpTo(number),
        Order::Greater => Numbers::From(number.checked_add(1)?),
        Order::GreaterOrEqual => Numbers::From(number),
        Order::Equal => Numbers::Only(number),
        Order::NotEqual => Numbers::AllBut(number),
    };
    Some(Asked {
        subject: canonical_form(subject, &[])?,
        numbers,
        span: condition.span,
    })
}

/// A condition, with its guarded statements in canonical form, so that equal results compare equal.
struct Guard {
    asked: Asked,
    result: Option<String>,
    ends_the_rule: bool,
}

struct Search<'b> {
    naming: &'b Naming,
    /// Every comparison with a constant in the rule.
    asked: Vec<Asked>,
    found: Vec<Diagnostic>,
}

impl<'b> Search<'b> {
    fn collect(&mut self, block: &'b [Statement]) {
        for statement in block {
            walk_own(statement, &mut |expr| {
                walk_within(expr, &mut |inner| self.asked.extend(asked(inner)));
            });
            blocks(statement)
                .into_iter()
                .for_each(|inner| self.collect(inner));
        }
    }

    fn block(&mut self, block: &'b [Statement]) {
        let mut run: Vec<Guard> = Vec::new();
        for (at, statement) in block.iter().enumerate() {
            self.values(statement);
            let guard = guard_of(statement);
            if let Some(guard) = guard {
                let rest = rest_after(block, at, &guard);
                for first in &run {
                    self.compare(first, &guard, &rest);
                }
                run.push(guard);
            } else {
                run.clear();
                self.chain(statement);
            }
            blocks(statement)
                .into_iter()
                .for_each(|inner| self.block(inner));
        }
    }

    /// `if x < 3: … else if x > 3: …`, with nothing for the number between them.
    fn chain(&mut self, statement: &'b Statement) {
        let Some((condition, then, otherwise)) = statement.branch() else {
            return;
        };
        let [second] = otherwise.as_slice() else {
            return;
        };
        let Some((other, body, rest)) = second.branch() else {
            return;
        };
        if !rest.is_empty() || then.is_empty() || body.is_empty() {
            return;
        }
        if let (Some(first), Some(second)) = (asked(condition), asked(other)) {
            self.report(&first, &second, "nothing is done for it", None);
        }
    }

    /// `0 if x < 3 otherwise 1 if x > 3 otherwise 0`
    fn values(&mut self, statement: &Statement) {
        let mut pairs = Vec::new();
        walk_own(statement, &mut |expr| {
            walk_within(expr, &mut |inner| pairs.extend(pair_of(inner)));
        });
        for (first, second, rest) in pairs {
            self.report(&first, &second, "counts as otherwise", Some(rest));
        }
    }

    fn compare(&mut self, first: &Guard, second: &Guard, rest: &Rest) {
        let results = [&first.result, &second.result];
        match rest {
            Rest::Result(result, span) => {
                if results.iter().any(|known| known.as_ref() == Some(result)) {
                    let text = "the same as for one of the two";
                    self.report(&first.asked, &second.asked, text, Some(*span));
                }
            }
            Rest::Nothing if !first.ends_the_rule && !second.ends_the_rule => {
                self.report(&first.asked, &second.asked, "nothing is done for it", None);
            }
            Rest::Nothing | Rest::Other => {}
        }
    }

    fn report(&mut self, first: &Asked, second: &Asked, why: &str, rest: Option<Span>) {
        let Some(missed) = first.numbers.missed_between(second.numbers) else {
            return;
        };
        let is_asked_for = |other: &Asked| {
            let places = [first.span, second.span];
            other.subject == first.subject
                && !places.contains(&other.span)
                && other.numbers.has(missed)
        };
        if first.subject != second.subject || self.asked.iter().any(is_asked_for) {
            return;
        }
        // At 0, as between two signs, no result is intended.
        if missed == 0 && rest.is_none() {
            return;
        }
        let finding = finding(self.naming, [first.span, second.span], missed, why);
        let finding = match rest {
            Some(span) => finding.label(span, format!("applies to {missed}")),
            None => finding,
        };
        self.found.push(finding.confidence(Confidence::Likely));
    }
}

fn finding(naming: &Naming, [first, second]: [Span; 2], missed: i32, why: &str) -> Diagnostic {
    Diagnostic::new(
        Code::MissedValue,
        format!("neither of these conditions is met by {missed}: {why}"),
    )
    .label(second, "")
    .label(first, "the other condition")
    .help(format!(
        "include {missed} in one of them with `<=` or `>=`; or write a line for it"
    ))
    .cite(naming.citations.iter().map(String::as_str))
}

fn guard_of(statement: &Statement) -> Option<Guard> {
    if let Some((value, when)) = statement.outcome() {
        return Some(Guard {
            asked: asked(when?)?,
            result: Some(format!("outcome {value}")),
            ends_the_rule: true,
        });
    }
    let (condition, then, otherwise) = statement.branch()?;
    if !otherwise.is_empty() {
        return None;
    }
    let ends = |last: &Statement| last.ends_rule() || last.outcome().is_some() || last.is_jump();
    Some(Guard {
        asked: asked(condition)?,
        result: result_of(then),
        ends_the_rule: then.last().is_some_and(ends),
    })
}

/// Returns the canonical form of what a block results in.
fn result_of(block: &[Statement]) -> Option<String> {
    match block {
        [only] => result_of_statement(only),
        _ => None,
    }
}

fn result_of_statement(statement: &Statement) -> Option<String> {
    match (statement.result(), statement.outcome()) {
        (Some(value), _) => Some(format!("result {}", canonical_form(value, &[])?)),
        (None, Some((value, None))) => Some(format!("outcome {value}")),
        (None, Some((_, Some(_))) | None) => None,
    }
}

/// The statements that are executed if neither condition holds.
enum Rest {
    Nothing,
    Result(String, Span),
    Other,
}

fn rest_after(block: &[Statement], at: usize, guard: &Guard) -> Rest {
    let Some(next) = block.get(at + 1) else {
        return Rest::Nothing;
    };
    match result_of_statement(next) {
        Some(result) => Rest::Result(result, next.span),
        // A statement that is executed in any case is not the alternative to the conditions.
        None if !guard.ends_the_rule && guard_of(next).is_none() => Rest::Nothing,
        None => Rest::Other,
    }
}

/// Returns the two conditions of a value, and its last branch, which equals one of the two before it.
fn pair_of(expr: &Expr) -> Option<(Asked, Asked, Span)> {
    let first = expr.conditional()?;
    let second = first.otherwise.conditional()?;
    let rest = second.otherwise;
    let form = canonical_form(rest, &[])?;
    let results = [
        canonical_form(first.then, &[])?,
        canonical_form(second.then, &[])?,
    ];
    let is_same = results.contains(&form);
    is_same.then_some((asked(first.condition)?, asked(second.condition)?, rest.span))
}

/// Returns the finding about two lines of one list of modifiers if neither applies to the single number between them.
fn in_modifiers(list: &Modifiers) -> Option<Diagnostic> {
    let lines = list.lines.iter().filter(|line| line.per.is_none());
    let lines = lines.filter_map(|line| asked(line.condition.as_ref()?));
    let mut by_subject: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for line in lines {
        by_subject
            .entry(line.subject.clone())
            .or_default()
            .push(line);
    }
    by_subject.values().find_map(|lines| {
        let [first, second] = lines.as_slice() else {
            return None;
        };
        let missed = first.numbers.missed_between(second.numbers)?;
        let why = "no modifier applies to it";
        let finding = finding(&list.naming, [first.span, second.span], missed, why);
        Some(
            finding
                .help("if intended, ignore this")
                .confidence(Confidence::Possible),
        )
    })
}
