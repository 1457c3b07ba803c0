//! Distances in inches rounded so that a comparison of them is wrong at its limit.
//!
//! Reports: E0627.

use std::collections::BTreeSet;

use super::Context;
use sandtable_board::Whole;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Comparison, Expr, Naming, RuleBook};
use sandtable_source::Span;
use sandtable_syntax::ast::{Order, Rounding};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    if book.board.is_none() {
        return;
    }
    // One line of the file can become several expressions.
    let mut seen = BTreeSet::new();
    book.walk_exprs(&mut |naming, expr| {
        let finding = finding(book, naming, expr);
        diagnostics.extend(finding.filter(|_| seen.insert(expr.span)));
    });
}

/// Reports a comparison of a rounded distance that the rounding makes true, or false, beyond its limit.
fn finding(book: &RuleBook, naming: &Naming, expr: &Expr) -> Option<Diagnostic> {
    let Comparison { order, left, right } = expr.comparison()?;
    let (measured, order) = match (rounding(book, left), rounding(book, right)) {
        (Some(measured), None) => (measured, order),
        (None, Some(measured)) => (measured, order.mirrored()),
        _ => return None,
    };
    let (how, span) = measured;
    let (mark, example, is_so) = match (how, order) {
        (Rounding::Down, Order::LessOrEqual) => ("<=", "6.9 inches count as 6", "still meet"),
        (Rounding::Down, Order::Greater) => (">", "6.9 inches count as 6", "do not yet meet"),
        (Rounding::Up, Order::Less) => ("<", "5.1 inches count as 6", "no longer meet"),
        (Rounding::Up, Order::GreaterOrEqual) => (">=", "5.1 inches count as 6", "already meet"),
        _ => return None,
    };
    let (word, right_word) = match how {
        Rounding::Down => ("down", "up"),
        Rounding::Up | Rounding::Nearest => ("up", "down"),
    };
    let message = format!("rounded {word}, {example} and {is_so} a `{mark} 6`");
    let finding =
        Diagnostic::new(Code::RoundedTheWrongWay, message).label(expr.span, "compared here");
    let is_elsewhere =
        span.file != expr.span.file || span.start < expr.span.start || span.end > expr.span.end;
    let finding = match is_elsewhere {
        true => finding.label(span, "rounded here"),
        false => finding,
    };
    Some(
        finding
            .help(format!(
                "with `{mark}`, write `rounded {right_word}`; if the book counts only whole \
                inches, ignore this"
            ))
            .cite(naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
    )
}

/// Returns how a measurement is rounded, and where; also of a fact that is measured in play.
fn rounding(book: &RuleBook, expr: &Expr) -> Option<(Rounding, Span)> {
    if let Some((fact, _)) = expr.fact() {
        let in_play = book.facts.get(fact.at())?.in_play.as_ref()?;
        let is_measured = in_play.value.measurement().is_some();
        return is_measured
            .then(|| rounding(book, &in_play.value))
            .flatten();
    }
    // Parts of an inch, or of a path, are compared otherwise.
    let whole = expr.measurement()?.whole;
    let whole = whole.filter(|whole| *whole == Whole::from(whole.rounding))?;
    Some((whole.rounding, expr.span))
}
