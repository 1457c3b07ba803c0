//! Tests of dice that one cell of a table, or the stat of one unit, makes certain: a `7` that a d6 must reach.
//!
//! Reports: E0651.

use std::collections::BTreeSet;

use super::Context;
use super::transfer::{CertainSource, CertainTest};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{RuleBook, Type, Value};
use sandtable_source::Span;

/// The largest number of cells or units that one finding labels.
const MAX_LABELS: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for test in context.values.certain_tests() {
        let places = places(context.book, &test.source);
        if let Some((first, _)) = places.first()
            && seen.insert((test.span, *first, test.truth))
        {
            diagnostics.push(finding(context.book, test, &places));
        }
    }
}

/// Returns where the value that makes a test certain is written, with a name for it.
fn places(book: &RuleBook, source: &CertainSource) -> Vec<(Span, String)> {
    match source {
        CertainSource::Cell(id, meaning) => {
            let Some(table) = book.tables.get(id.at()) else {
                return Vec::new();
            };
            let cells = table.cells.iter().zip(&table.drawn_by);
            let cells = cells.filter(|(cell, _)| **cell as usize == *meaning);
            let drawn: BTreeSet<Span> = cells
                .filter_map(|(_, drawn)| Some(table.drawn.get(*drawn as usize)?.span))
                .collect();
            drawn
                .into_iter()
                .map(|span| (span, String::new()))
                .collect()
        }
        CertainSource::Stat(field, kinds, value) => {
            let name = book.field_name(*field);
            let profiles = book.profiles.iter();
            let profiles = profiles.filter(|profile| {
                kinds.has(profile.kind) && profile.value(*field) == Some(&Value::Single(*value))
            });
            let places = profiles.map(|profile| (profile.span, format!("its `{name}` is {value}")));
            places.collect()
        }
    }
}

fn finding(book: &RuleBook, test: &CertainTest, places: &[(Span, String)]) -> Diagnostic {
    let (how, of) = (
        if test.truth { "always" } else { "never" },
        match test.source {
            CertainSource::Cell(..) => "cell",
            CertainSource::Stat(..) => "unit",
        },
    );
    let message = format!("with this {of} the dice {how} meet the condition");
    let finding = Diagnostic::new(Code::CertainRoll, message);
    let labelled = places.iter().take(MAX_LABELS);
    let finding = labelled.fold(finding, |finding, (span, text)| {
        finding.label(*span, text.as_str())
    });
    let ty = Type::Number(sandtable_model::Dimension::Plain);
    let rolled = test.rolled.describe(book, ty);
    let finding = finding.label(test.span, format!("the roll is {rolled}"));
    let finding = match places.len().saturating_sub(MAX_LABELS) {
        0 => finding,
        more => finding.help(format!("the same in {more} more places")),
    };
    finding
        .help(
            "correct the number; if no roll is intended, write `-` or a word such as `auto`, and \
            check for it first",
        )
        .cite(test.citations.iter().map(String::as_str))
        .confidence(Confidence::Likely)
}
