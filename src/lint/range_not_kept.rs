//! Results and arguments that can be out of the range that is declared for them.
//!
//! Reports: E0642.

use std::collections::BTreeSet;

use super::Context;
use super::domain::{Basis, ValueSet};
use super::transfer::Bounded;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Dimension, NONE, RuleBook, Type};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut reported = BTreeSet::new();
    for bounded in &context.values.bounded {
        if let Some(finding) = out_of_range(context.book, bounded)
            && reported.insert(bounded.span)
        {
            diagnostics.push(finding);
        }
    }
}

fn out_of_range(book: &RuleBook, bounded: &Bounded) -> Option<Diagnostic> {
    let (low, high) = bounded.values.range()?;
    let (least, most) = bounded.range;
    let (is_below, is_above) = (low < i64::from(least), high > i64::from(most));
    // A range without an end says that nothing is known of the value, not that it is out of the range.
    let is_unbounded =
        is_below && low <= i64::from(NONE) + 1 || is_above && high >= i64::from(i32::MAX);
    if low > high || is_unbounded || !is_below && !is_above {
        return None;
    }
    // A track without bounds, or values that depend on each other, may be in the range nevertheless.
    let is_outside = high < i64::from(least) || low > i64::from(most);
    let confidence = match bounded.values.basis {
        Basis::Declared if is_outside => Confidence::Certain,
        Basis::Declared => Confidence::Likely,
        Basis::State | Basis::Correlated => Confidence::Possible,
    };
    // Numbers in hexes, say, are described without the measure.
    let ty = match bounded.ty.parts() {
        Some(_) => bounded.ty,
        None => Type::Number(Dimension::Plain),
    };
    let limits = limits(bounded);
    let range = ValueSet::interval(i64::from(least), i64::from(most)).describe(book, ty);
    let rule = &bounded.rule;
    let finding = match &bounded.parameter {
        None => Diagnostic::new(
            Code::RangeNotKept,
            format!("this can be out of the range that `{rule}` declares for its result"),
        ),
        Some((name, _)) => Diagnostic::new(
            Code::RangeNotKept,
            format!("this can be out of the range that `{rule}` declares for `{name}`"),
        ),
    };
    let finding = finding.label(
        bounded.span,
        format!("the value is {}", bounded.values.describe(book, ty)),
    );
    let finding = match &bounded.parameter {
        Some((name, span)) => finding.label(*span, format!("`{name}` is {range}")),
        None => finding,
    };
    let cure = match &bounded.parameter {
        None => {
            format!("declare a wider range, or limit it: `… limited to {limits}`")
        }
        Some(_) => format!(
            "declare a wider range for the parameter, or limit the value: `… limited to \
             {limits}`"
        ),
    };
    Some(
        finding
            .help(cure)
            .confidence(confidence)
            .cite(bounded.citations.iter().map(String::as_str)),
    )
}

/// Returns the range as `limited to` takes it: in wholes, an open end left out.
fn limits(bounded: &Bounded) -> String {
    let (least, most) = bounded.range;
    let per = bounded.ty.per_whole();
    let low = match least <= NONE + 1 {
        true => String::new(),
        false => (-(-least).div_euclid(per)).to_string(),
    };
    let high = match most == i32::MAX {
        true => String::new(),
        false => most.div_euclid(per).to_string(),
    };
    format!("{low}..{high}")
}
