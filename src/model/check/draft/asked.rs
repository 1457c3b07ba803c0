//! Questions that have only one answer, and lines that nothing leads to.
//!
//! Reports: E0607, E0617.

use super::reach::{Reach, Settled};
use super::values::Values;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::check::types::words_of;
use crate::model::{NONE, RuleBook, Type};

pub(super) fn asked(book: &RuleBook, reach: &Reach<'_>, diagnostics: &mut Diagnostics) {
    for settled in &reach.settled {
        diagnostics.push(always(book, settled));
    }
    for (span, values, ty) in &reach.idle_arms {
        let diagnostic = Diagnostic::new(Code::AlwaysSo, "this line is never taken")
            .label(*span, format!("it is {}", told(book, values, *ty)))
            .help("correct its values, or take it out");
        diagnostics.push(diagnostic);
    }
    for naming in &reach.given_up {
        diagnostics.push(
            Diagnostic::new(
                Code::NotLookedThrough,
                format!("`{}` is too involved to be looked through", naming.name),
            )
            .label(naming.span, "not every way through this rule was followed")
            .help("keep what is worked out under names, or make formulas of it")
            .cite(naming.citations.iter().map(String::as_str)),
        );
    }
}

fn always(book: &RuleBook, settled: &Settled) -> Diagnostic {
    let message = if settled.answer {
        "this always holds"
    } else {
        "this never holds"
    };
    let label = match &settled.sides {
        Some((left, right, ty)) => {
            let (left, right) = (told(book, left, *ty), told(book, right, *ty));
            format!("this compares {left} with {right}")
        }
        None => String::new(),
    };
    Diagnostic::new(Code::AlwaysSo, message)
        .label(settled.span, label)
        .help("correct what is compared, or leave the question out")
        .cite(settled.citations.iter().map(String::as_str))
}

/// Values in the author's words: `2 to 12`, `flank, rear`.
pub(super) fn told(book: &RuleBook, values: &Values, ty: Type) -> String {
    if let Some((low, high)) = values.range() {
        let (least, most) = (i64::from(NONE) + 1, i64::from(i32::MAX));
        return match (low <= least, high >= most) {
            (true, true) => "any number".to_owned(),
            (true, false) => format!("{high} or less"),
            (false, true) => format!("{low} or more"),
            (false, false) if low == high => low.to_string(),
            (false, false) => format!("{low} to {high}"),
        };
    }
    let words = match ty {
        Type::Flag => vec!["no".to_owned(), "yes".to_owned()],
        _ => words_of(book, ty),
    };
    let set = values.set().unwrap_or(u64::MAX);
    let named: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(at, _)| *at < 64 && set >> at & 1 == 1)
        .map(|(_, word)| word.as_str())
        .collect();
    named.join(", ")
}
