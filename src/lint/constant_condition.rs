//! Conditions that are always true or never, and arms that match no value.
//!
//! Reports: E0607.

use super::Context;
use super::transfer::ConstantCondition;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::RuleBook;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for constant in &context.values.constant_conditions {
        diagnostics.push(finding(context.book, constant));
    }
    for (span, values, ty) in &context.values.dead_arms {
        diagnostics.push(
            Diagnostic::new(Code::AlwaysSo, "this line is never taken")
                .label(
                    *span,
                    format!("it is {}", values.describe(context.book, *ty)),
                )
                .help("correct its values, or take it out"),
        );
    }
}

fn finding(book: &RuleBook, constant: &ConstantCondition<'_>) -> Diagnostic {
    if constant.is_disjunction {
        return Diagnostic::new(Code::AlwaysSo, "one of these two conditions always holds")
            .label(constant.span, "so this is always met")
            .help("if both must hold, write `and`; else correct what is compared")
            .cite(constant.citations.iter().map(String::as_str));
    }
    if constant.is_out_of_play {
        return Diagnostic::new(
            Code::AlwaysSo,
            "this finds nothing: a selection takes only what is in play",
        )
        .label(constant.span, "never met by a piece in play")
        .help("write `including destroyed` or `including removed` after the kind: `gun including destroyed where …`")
        .cite(constant.citations.iter().map(String::as_str));
    }
    let message = match (constant.truth, constant.is_covered) {
        (_, true) => "this never holds here: what was asked before has taken it",
        (true, _) => "this always holds",
        (false, _) => "this never holds",
    };
    Diagnostic::new(Code::AlwaysSo, message)
        .label(constant.span, constant.describe(book))
        .help(match constant.is_covered {
            true => "ask for the rarer of the two first, or correct what is compared",
            false => "correct what is compared, or leave the question out",
        })
        .cite(constant.citations.iter().map(String::as_str))
}

impl ConstantCondition<'_> {
    /// Describes the operands of a comparison; empty for another condition.
    pub(super) fn describe(&self, book: &RuleBook) -> String {
        let described = self.operands.as_ref().map(|(left, right, ty)| {
            let (left, right) = (left.describe(book, *ty), right.describe(book, *ty));
            format!("this compares {left} with {right}")
        });
        described.unwrap_or_default()
    }
}
