//! A draft against its book: rules of the book that nothing cites, rules that no section of the book stands behind, and
//! places where the book itself leaves something open.
//!
//! Reports: E0630 to E0632.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only some declarations are rules of the book"
)]

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::roster::Index;
use crate::source::Span;
use crate::syntax::ast::{self, Head, Item};
use crate::tools::coverage::{Fate, coverage};
use crate::tools::exercised::Exercised;

/// How many numbers of rules are named in one finding.
const MOST_NAMED: usize = 8;

/// Looks what the index of the book says of the rules.
pub fn against(index: &Index, rules: &[ast::File], diagnostics: &mut Diagnostics) {
    let nothing = Exercised::default();
    let entries = coverage(index, rules, &nothing);
    let missing: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fate == Fate::Missing)
        .map(|entry| entry.rule.id.as_str())
        .collect();
    if let (Some(place), false) = (ruleset(rules), missing.is_empty()) {
        diagnostics.push(uncited(place, &missing));
    }
    for entry in &entries {
        let (what, says) = match (&entry.rule.contradiction, &entry.rule.unclear) {
            (Some(says), _) => ("says two things", says),
            (None, Some(says)) => ("leaves something open", says),
            (None, None) => continue,
        };
        let Some(place) = entry.places.first() else {
            continue;
        };
        let message = match says.is_empty() {
            true => format!("the book {what} in {}", entry.rule.id),
            false => format!("the book {what} in {}: {says}", entry.rule.id),
        };
        let reading = match entry.rule.reading.is_empty() {
            true => "say in the index how it is read: `reading = \"…\"`".to_owned(),
            false => format!("read here as: {}", entry.rule.reading),
        };
        diagnostics.push(
            Diagnostic::new(Code::OpenInTheBook, message)
                .label(*place, "this follows one reading")
                .help(reading),
        );
    }
    for head in rules.iter().flat_map(|file| &file.items).filter_map(head) {
        if head.citations.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Code::HouseRule,
                    format!("`{}` cites no section of the book", head.name.value),
                )
                .label(head.name.span, "")
                .help("write the section behind it, `[5.3]`; if it is a rule of the house, nothing is wrong"),
            );
        }
    }
}

fn uncited(place: Span, missing: &[&str]) -> Diagnostic {
    let named = missing.get(..MOST_NAMED).unwrap_or(missing).join(", ");
    let more = match missing.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let message = match missing.len() {
        1 => "a rule of the book is cited by nothing that runs".to_owned(),
        n => format!("{n} rules of the book are cited by nothing that runs"),
    };
    Diagnostic::new(Code::UncitedRule, message)
        .label(place, format!("{named}{more}"))
        .help("`sandtable coverage RULESET missing` lists them")
}

/// The line that names the index.
fn ruleset(rules: &[ast::File]) -> Option<Span> {
    let mut items = rules.iter().flat_map(|file| &file.items);
    items.find_map(|item| match &item.value {
        Item::Ruleset(ruleset) => Some(ruleset.index.as_ref()?.span),
        _ => None,
    })
}

/// The head of what carries a rule out, or names its values.
fn head(item: &crate::source::Spanned<Item>) -> Option<&Head> {
    match &item.value {
        Item::Table(table) => Some(&table.head),
        Item::Modifiers(modifiers) => Some(&modifiers.head),
        Item::Procedure(procedure) => Some(&procedure.head),
        Item::Trigger(trigger) => Some(&trigger.head),
        _ => None,
    }
}
