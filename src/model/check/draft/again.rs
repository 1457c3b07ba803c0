//! What counts twice: lines of modifiers that ask the same, in one list or in two lists that count for one roll.
//!
//! Reports: E0616.

use std::collections::BTreeMap;

use super::shape::{Handed, shape};
use crate::diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use crate::model::{
    Expr, ExprKind, Modifier, Modifiers, ModifiersId, Procedure, RuleBook, StatementKind, walk,
    walk_statement, walk_statements,
};
use crate::source::Span;

/// Lists that call lists that call lists are followed so deep.
const DEEPEST: usize = 4;

pub(super) fn again(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for list in &book.modifiers {
        let own = Handed::new();
        let mut seen = BTreeMap::new();
        lines(list, &own, &mut |asks, line| {
            let first = *seen.entry(asks).or_insert(line.span);
            if first != line.span {
                let message = "two lines of this list count for the same thing";
                diagnostics.push(finding(message, line, first));
            }
        });
    }
    for procedure in &book.procedures {
        across(book, procedure, diagnostics);
    }
}

fn finding(message: &str, line: &Modifier, first: Span) -> Diagnostic {
    Diagnostic::new(Code::ModifierTwice, message)
        .label(line.span, "and here")
        .label(first, "here")
        .help("make one line of them, or correct what one of them asks")
        .cite(line.citations.iter().map(String::as_str))
}

/// Hands the lines of a list of which it can be told what they ask to a visitor.
fn lines<'l>(list: &'l Modifiers, handed: &Handed, visit: &mut impl FnMut(String, &'l Modifier)) {
    for line in &list.lines {
        // Lines of one `once` group are drawn so that the first counts.
        let parts: Vec<&Expr> = line.per.iter().chain(&line.condition).collect();
        if line.once.is_some() || parts.is_empty() {
            continue;
        }
        let asks: Option<Vec<String>> = parts.iter().map(|part| shape(part, handed)).collect();
        if let Some(asks) = asks {
            // A count and a condition of the same text are not the same.
            let has = (line.per.is_some(), line.condition.is_some());
            visit(format!("{has:?}{}", asks.join("/")), line);
        }
    }
}

/// Two lists that are added to one throw and ask the same.
fn across(book: &RuleBook, procedure: &Procedure, diagnostics: &mut Diagnostics) {
    walk_statements(&procedure.body, &mut |statement| {
        // Each line of the rule by itself: what is added in one sum is added to one throw.
        let is_plain = !matches!(statement.kind, StatementKind::If { .. });
        let mut calls = Vec::new();
        if is_plain {
            let own = Handed::new();
            walk_statement(statement, &mut |expr| {
                sum(book, expr, &own, DEEPEST, &mut calls)
            });
        }
        let mut seen: BTreeMap<String, (ModifiersId, Span)> = BTreeMap::new();
        for (id, handed) in &calls {
            let Some(list) = book.modifiers.get(id.at()) else {
                continue;
            };
            lines(list, handed, &mut |asks, line| {
                let (first, place) = *seen.entry(asks).or_insert((*id, line.span));
                if first != *id {
                    let message = format!(
                        "this counts twice for `{}`: two of its lists of modifiers ask the same",
                        procedure.naming.name
                    );
                    let finding = finding(&message, line, place).confidence(Confidence::Likely);
                    diagnostics.push(finding);
                }
            });
        }
        statement_is_whole(statement)
    });
}

/// Whether what stands below a statement is still to be looked at by itself.
fn statement_is_whole(statement: &crate::model::Statement) -> bool {
    !crate::model::blocks(statement).is_empty()
}

/// The lists that are added up in an expression, and those that their lines add in turn.
fn sum(
    book: &RuleBook,
    expr: &Expr,
    handed: &Handed,
    depth: usize,
    calls: &mut Vec<(ModifiersId, Handed)>,
) {
    if let ExprKind::Modifiers { list, arguments } = &expr.kind {
        let arguments: Handed = arguments
            .iter()
            .map(|argument| shape(argument, handed))
            .collect();
        let lines = book.modifiers.get(list.at()).map(|list| &list.lines);
        calls.push((*list, arguments.clone()));
        if depth > 0 {
            for per in lines
                .into_iter()
                .flatten()
                .filter_map(|line| line.per.as_ref())
            {
                sum(book, per, &arguments, depth - 1, calls);
            }
        }
        return;
    }
    // The ways of a choice do not count together.
    if !matches!(expr.kind, ExprKind::If { .. }) {
        walk(expr, &mut |inner| sum(book, inner, handed, depth, calls));
    }
}
