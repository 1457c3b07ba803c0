//! Questions that have only one answer, and lines that nothing leads to.
//!
//! Reports: E0607, E0615, E0617.

use super::ranges::bounds;
use super::value_sets::{Reach, Settled};
use super::values::Values;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::words_of;
use sandtable_model::{Crossing, NONE, RuleBook, Type, When};

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
    for (when, watched, level) in &reach.awaited {
        diagnostics.extend(never_reached(book, when, watched, level));
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

fn always(book: &RuleBook, settled: &Settled<'_>) -> Diagnostic {
    let message = match (settled.answer, settled.is_taken) {
        (_, true) => "this never holds here: what was asked before has taken it",
        (true, _) => "this always holds",
        (false, _) => "this never holds",
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
        .help(match settled.is_taken {
            true => "ask for the rarer of the two first, or correct what is compared",
            false => "correct what is compared, or leave the question out",
        })
        .cite(settled.citations.iter().map(String::as_str))
}

/// A trigger that waits for a value that what it watches never has, or always has.
fn never_reached(
    book: &RuleBook,
    when: &When,
    watched: &Values,
    level: &Values,
) -> Option<Diagnostic> {
    let ((low, high), (least, most)) = (bounds(watched)?, bounds(level)?);
    let is_vain = match when.crossing {
        // Less before, then as much or more.
        Crossing::Reaches => high < least || low >= most,
        Crossing::FallsTo => low > most || high <= least,
        Crossing::Becomes => high < least || low > most,
    };
    let ty = when.watched.ty;
    let is_never = match when.crossing {
        Crossing::Reaches => high < least,
        Crossing::FallsTo => low > most,
        Crossing::Becomes => true,
    };
    let message = match is_never {
        true => "what this trigger waits for never comes",
        false => "what this trigger waits for holds from the beginning, so it never comes",
    };
    is_vain.then(|| {
        Diagnostic::new(Code::TriggerNeverFires, message)
            .label(
                when.watched.span,
                format!("this is {}", told(book, watched, ty)),
            )
            .label(when.level.span, "waited for")
            .help("correct the number, or take the trigger out")
    })
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
