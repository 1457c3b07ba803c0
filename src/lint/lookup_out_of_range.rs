//! Lookups with a key below the first or above the last row of a table.
//!
//! Reports: E0608.

use std::collections::BTreeSet;

use super::Context;
use super::domain::{Basis, ValueSet};
use super::transfer::Lookup;
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Key, NONE, RuleBook, Table, Type};

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let mut reported = BTreeSet::new();
    for lookup in context.values.lookups() {
        let Some(table) = book.tables.get(lookup.table.at()) else {
            continue;
        };
        for (at, key) in table.keys.iter().enumerate() {
            let place = lookup.places.get(at).copied().unwrap_or(lookup.span);
            if let Some(finding) = out_of_range(book, (table, key), at, lookup)
                && reported.insert((place, at))
            {
                diagnostics.push(finding);
            }
        }
    }
}

/// Reports a number that can be less or more than a key.
fn out_of_range(
    book: &RuleBook,
    (table, key): (&Table, &Key),
    at: usize,
    lookup: &Lookup,
) -> Option<Diagnostic> {
    if !matches!(key.ty, Type::Number(_)) {
        return None;
    }
    let values = lookup.keys.get(at)?;
    let (low, high) = values.range()?;
    let (least, most) = (i64::from(key.low), i64::from(key.high));
    let (below, above) = ((least - low).max(0), (high - most).max(0));
    if low > high || (below == 0 && above == 0) {
        return None;
    }
    let is_unbounded =
        below > 0 && low <= i64::from(NONE) + 1 || above > 0 && high >= i64::from(i32::MAX);
    let name = &table.naming.name;
    let by = match (below, above) {
        _ if is_unbounded => String::new(),
        (0, by) | (by, 0) => format!(" by up to {by}"),
        (one, other) => format!(" by up to {one} below and {other} above"),
    };
    let mut label = format!("this is {}", values.describe(book, key.ty));
    if let Some(dice) = values.dice_term().filter(|_| !is_unbounded) {
        // With the least and the most that is added to the dice.
        let (under, over) = (low - dice.low(), high - dice.high());
        let chance = dice.probability(|sum| sum + under < least || sum + over > most);
        let worst = if under == over { "" } else { " at worst" };
        label.push_str(&format!(
            ", out of range with a chance of {}/{}{worst}",
            chance.0, chance.1
        ));
    }
    let range = ValueSet::interval(least, most).describe(book, key.ty);
    let confidence = match is_unbounded || values.basis == Basis::Correlated {
        true => Confidence::Possible,
        false => Confidence::Likely,
    };
    let place = lookup.places.get(at).copied().unwrap_or(lookup.span);
    Some(
        Diagnostic::new(
            Code::LookupOutOfRange,
            format!("this can be out of range for `{name}`{by}"),
        )
        .label(place, label)
        .label(key.span, format!("`{}` is {range}", key.name))
        .help(format!(
            "use `… limited to {least}..{most}`, or add rows for the rest"
        ))
        .cite(lookup.citations.iter().map(String::as_str))
        .confidence(confidence),
    )
}
