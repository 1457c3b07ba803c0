//! Numbers that invert the effect of a line when they are small: `take`, `add`, `per` and `count … from … to`; and those that are always 0.
//!
//! Reports: E0663, E0696.

use std::collections::BTreeSet;

use super::Context;
use super::domain::Basis;
use super::transfer::{BelowLeast, Inverted};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Dimension, NONE, RuleBook, Type};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // With a roster, only values that its units can have are reported.
    let values = context.roster_values.as_ref().unwrap_or(&context.values);
    let mut seen = BTreeSet::new();
    for found in values.below_least() {
        if seen.insert(found.span) {
            diagnostics.extend(finding(context.book, found));
        }
    }
}

/// Reports a name whose value is 0 wherever a line adds it to a track or takes it from one.
pub(super) fn of_zero(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let zeros = context.values.below_least();
    for zero in zeros.filter(|one| one.effect == Inverted::Zero) {
        diagnostics.push(
            Diagnostic::new(
                Code::AlreadySet,
                "this changes nothing: the amount is always 0",
            )
            .label(zero.span, "0 wherever this line is reached")
            .help("correct the condition above, which excludes every other value")
            .cite(zero.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    }
}

fn finding(book: &RuleBook, found: &BelowLeast) -> Option<Diagnostic> {
    let (low, _) = found.values.range()?;
    // A bound that is not known says nothing.
    if low <= i64::from(NONE) + 1 {
        return None;
    }
    let confidence = match found.values.basis {
        // A number may well go up and down by dice.
        _ if found.effect == Inverted::Added => Confidence::Possible,
        Basis::Declared => Confidence::Likely,
        // Such a track is that small before anything happens, and of such a rule its author says so.
        Basis::State | Basis::Correlated if found.is_said && found.effect == Inverted::Counted => {
            Confidence::Likely
        }
        Basis::State | Basis::Correlated => Confidence::Possible,
    };
    let (message, help) = match found.effect {
        Inverted::Zero => return None,
        Inverted::Taken => (
            "this can be below 0, and taking less than nothing adds".to_owned(),
            "limit it, in brackets: `take (… limited to 0..) from …`",
        ),
        Inverted::Added => (
            "this can be below 0, and adding less than nothing takes".to_owned(),
            "limit it, in brackets: `add (… limited to 0..) to …`; if intended, ignore this",
        ),
        Inverted::Per => (
            "this can be below 0, and the modifier then has the opposite sign".to_owned(),
            "limit it: `per (… limited to 0..)`",
        ),
        Inverted::Counted => (
            format!("this can be {low}, and the loop then counts down"),
            "write a condition before it: `if … >= 1:`; or `repeat … times`, which does nothing for 0",
        ),
    };
    let values = found.values.describe(book, Type::Number(Dimension::Plain));
    let finding = Diagnostic::new(Code::BelowZero, message)
        .label(found.span, values)
        .help(help)
        .cite(found.citations.iter().map(String::as_str));
    Some(finding.confidence(confidence))
}
