//! Divisions with the same rounded result for all dividends: `skill + 1 / 2 rounded down`.
//!
//! Reports: E0655.

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (span, result, citations) in context.values.constant_quotients() {
        diagnostics.push(
            Diagnostic::new(
                Code::ConstantDivision,
                format!("this division always gives {result}"),
            )
            .label(*span, "")
            .help(
                "division comes before addition: put brackets around the sum, `(… + 1) / 2`; or \
                write the number",
            )
            .cite(citations.iter().map(String::as_str)),
        );
    }
}
