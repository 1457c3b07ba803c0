//! Texts of requirements that give another limit than the condition: `needs side.raised < 4 "fewer than three raised"`.
//!
//! Reports: E0679.

use super::Context;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Dimension, Type, walk_statements};
use sandtable_syntax::ast::Order;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (naming, body) in context.book.bodies() {
        walk_statements(body, &mut |statement| {
            if let (Some(condition), Some(text)) = (statement.needs(), statement.requirement())
                && let Some(bound) = condition.bound()
                && matches!(bound.subject.ty, Type::Number(Dimension::Any | Dimension::Plain | Dimension::Measured(_)))
                && let (Some(limit), Some(stated)) = (limit(bound.order, bound.number), limit_of_text(text))
                && limit != (stated.0, stated.1)
                // Another value may be limited the other way round.
                && (limit.0 == stated.0 || bound.number == stated.2)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::OddValue,
                        format!("the text gives another limit than the condition: “{text}”"),
                    )
                    .label(condition.span, "the condition")
                    .help("correct one of the two; if both are right, reword the text")
                    .cite(naming.citations.iter().map(String::as_str))
                    .confidence(Confidence::Likely),
                );
            }
            true
        });
    }
}

/// Returns whether a comparison is an upper limit, and the last value within it.
fn limit(order: Order, number: i32) -> Option<(bool, i32)> {
    match order {
        Order::Less => Some((true, number.checked_sub(1)?)),
        Order::LessOrEqual => Some((true, number)),
        Order::Greater => Some((false, number.checked_add(1)?)),
        Order::GreaterOrEqual => Some((false, number)),
        Order::Equal | Order::NotEqual => None,
    }
}

/// Returns the limit that a text with a single number and without a negation gives, and that number.
fn limit_of_text(text: &str) -> Option<(bool, i32, i32)> {
    const NUMBERS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| {
        let named = NUMBERS.iter().position(|name| name == word);
        let named = named.and_then(|at| i32::try_from(at).ok());
        named.or_else(|| word.parse().ok())
    };
    let has_digit = |word: &&&str| word.contains(|letter: char| letter.is_ascii_digit());
    let mut numbers = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| Some((at, number(word)?)));
    let ((at, number), None) = (numbers.next()?, numbers.next()) else {
        return None;
    };
    let is_negated = words
        .iter()
        .any(|word| ["no", "not", "without", "none"].contains(word));
    if is_negated || words.iter().filter(has_digit).count() > 1 {
        return None;
    }
    let word = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied();
    let next = |ahead: usize| words.get(at + ahead).copied();
    let order = match (word(2), word(1), next(1), next(2)) {
        (Some("fewer" | "less"), Some("than"), ..) => Order::Less,
        (Some("more"), Some("than"), ..) => Order::Greater,
        (Some("at"), Some("least"), ..) | (_, _, Some("or"), Some("more")) => Order::GreaterOrEqual,
        (Some("at"), Some("most"), ..)
        | (_, Some("within"), ..)
        | (_, _, Some("or"), Some("fewer" | "less")) => Order::LessOrEqual,
        _ => return None,
    };
    let (is_upper, last) = limit(order, number)?;
    Some((is_upper, last, number))
}
