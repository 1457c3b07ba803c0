//! What rules ask for and nobody has: no unit of the unit files, no hex of the maps.
//!
//! Reports: E0610, E0625.

use std::collections::{BTreeMap, BTreeSet};

use super::constant_condition::told;
use super::value_sets::{Reach, Settled};
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_model::{FieldId, RuleBook};
use sandtable_source::Span;

/// Labels of one finding.
const MOST_SHOWN: usize = 4;

/// What never holds with the units and maps that there are, though it could.
pub(super) fn unmet(
    book: &RuleBook,
    reach: &Reach<'_>,
    by_roster: &Reach<'_>,
    diagnostics: &mut Diagnostics,
) {
    let settled: BTreeSet<Span> = reach.settled.iter().map(|one| one.span).collect();
    let unmet = by_roster.settled.iter();
    let unmet = unmet.filter(|one| !one.answer && !one.is_taken && !settled.contains(&one.span));
    // A trait is one finding, wherever it is asked for.
    let mut by_trait: BTreeMap<(FieldId, bool), Vec<&Settled<'_>>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for one in unmet.filter(|one| seen.insert(one.span)) {
        match one.wanted {
            Some(wanted) => by_trait
                .entry((wanted, one.of_ground))
                .or_default()
                .push(one),
            None => diagnostics.push(finding(book, &[one], "meets this")),
        }
    }
    for ((wanted, _), places) in by_trait {
        let name = book.fields.get(wanted.at()).map_or("", |field| &field.name);
        diagnostics.push(finding(book, &places, &format!("has `{name}`")));
    }
}

fn finding(book: &RuleBook, places: &[&Settled<'_>], what: &str) -> Diagnostic {
    let of_ground = places.iter().any(|one| one.of_ground);
    let (code, who, help) = match of_ground {
        true => (
            Code::NotOnTheMap,
            "no hex or hexside of the maps",
            "nothing is wrong with it if maps may still come",
        ),
        false => (
            Code::NoUnitUses,
            "no unit of the unit files",
            "nothing is wrong with it if units may still come",
        ),
    };
    let in_vain: BTreeSet<&str> = places
        .iter()
        .filter(|one| one.is_needed)
        .filter_map(|one| Some(one.rule?.name.as_str()))
        .collect();
    let in_vain: Vec<String> = in_vain.iter().map(|name| format!("`{name}`")).collect();
    let message = match in_vain.is_empty() {
        true => format!("{who} {what}"),
        false => format!("{who} {what}, so nobody can do {}", in_vain.join(" or ")),
    };
    let mut finding = Diagnostic::new(code, message);
    for one in places.iter().take(MOST_SHOWN) {
        let label = match &one.sides {
            Some((left, right, ty)) => {
                let (left, right) = (told(book, left, *ty), told(book, right, *ty));
                format!("this compares {left} with {right}")
            }
            None => String::new(),
        };
        finding = finding.label(one.span, label);
    }
    let cited = places.iter().flat_map(|one| &one.citations);
    let cited: BTreeSet<&str> = cited.map(String::as_str).collect();
    let finding = match places.len().saturating_sub(MOST_SHOWN) {
        0 => finding,
        more => finding.help(format!("asked in {more} more places")),
    };
    finding.help(help).cite(cited)
}
