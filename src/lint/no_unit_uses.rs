//! Conditions that no unit meets, and rows that no unit selects.
//!
//! Reports: E0610.

use std::collections::BTreeSet;

use super::Context;
use super::lookups::{example_on, written_lines};
use super::roster_conditions::{Missing, unsatisfied};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    rows(context, diagnostics);
    let missing = Missing {
        code: Code::NoUnitUses,
        subject: "no unit of the unit files",
        help: "if more units are planned, ignore this",
    };
    diagnostics.extend(unsatisfied(context, false, &missing));
    arms(context, diagnostics);
}

/// Reports lines of a `depending on` for values that no unit of the roster has.
fn arms(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(roster_values) = &context.roster_values else {
        return;
    };
    let dead = context.values.dead_arms();
    let dead: BTreeSet<Span> = dead.map(|(span, ..)| *span).collect();
    let unused = roster_values.dead_arms();
    for (span, values, ty) in unused.filter(|(span, ..)| !dead.contains(span)) {
        diagnostics.push(
            Diagnostic::new(Code::NoUnitUses, "no unit of the unit files uses this line")
                .label(
                    *span,
                    format!("the value is {}", values.describe(context.book, *ty)),
                )
                .help("if more units are planned, ignore this")
                .confidence(Confidence::Possible),
        );
    }
}

/// Reports rows and columns that a lookup could select, but not with the units and maps of the roster.
fn rows(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let Some(by_roster) = &context.roster_selected else {
        return;
    };
    let book = context.book;
    let subject = match book.maps.is_empty() {
        true => "no unit",
        false => "no unit and no map",
    };
    for (id, selected) in &context.selected {
        let (Some(table), Some(by_roster)) = (book.tables.get(id.at()), by_roster.get(id)) else {
            continue;
        };
        let keys = selected.iter().zip(by_roster).enumerate();
        for (at, (selected, by_roster)) in keys.filter(|(_, (all, some))| !some.is_superset(all)) {
            for (span, lines) in written_lines(table, at) {
                if lines.is_disjoint(selected) || !lines.is_disjoint(by_roster) {
                    continue;
                }
                let message = format!("{subject} reaches this part of `{}`", table.naming.name);
                diagnostics.push(
                    Diagnostic::new(Code::NoUnitUses, message)
                        .label(span, "")
                        .example(example_on(context, (*id, table), at, &lines))
                        .help("if more units are planned, ignore this")
                        .cite(table.naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Possible),
                );
            }
        }
    }
}
