//! Rules that cite no section of the book.
//!
//! Reports: E0631.

use super::Context;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_explain::coverage::house_rules;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(source) = &context.source else {
        return;
    };
    for rule in house_rules(source.rules) {
        let name = &rule.head.name;
        diagnostics.push(
            Diagnostic::new(
                Code::HouseRule,
                format!("`{}` cites no section of the book", name.value),
            )
            .label(name.span, "")
            .help("add the section after it, `[5.3]`; if it is a house rule, ignore this"),
        );
    }
}
