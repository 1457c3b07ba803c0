//! Tables against what the rules look up in them: falling off, rows that nothing reaches, rows that no unit has.
//!
//! Reports: E0608 to E0610.

use std::collections::{BTreeMap, BTreeSet};

use super::constant_condition::told;
use super::distribution::{spreads, steps};
use super::value_sets::{Lookup, Reach, lines};
use super::values::{Rests, Values};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Key, NONE, RuleBook, Table, TableId, Type, cell_example};
use sandtable_source::Span;

/// What the rules look up, and what they do with the units of the roster alone.
pub(super) fn lookups(
    book: &RuleBook,
    reach: &Reach<'_>,
    by_roster: Option<&Reach<'_>>,
    diagnostics: &mut Diagnostics,
) {
    let mut told_off = BTreeSet::new();
    for lookup in &reach.lookups {
        let Some(table) = book.tables.get(lookup.table.at()) else {
            continue;
        };
        for (at, key) in table.keys.iter().enumerate() {
            let place = lookup.places.get(at).copied().unwrap_or(lookup.span);
            if let Some(finding) = off(book, table, key, at, lookup)
                && told_off.insert((place, at))
            {
                diagnostics.push(finding);
            }
        }
    }
    let reached = reached(book, reach);
    let used = by_roster.map(|reach| self::reached(book, reach));
    for (at, table) in book.tables.iter().enumerate() {
        let Some(all) = reached.get(&at) else {
            // A table that only the players look at.
            continue;
        };
        let used = used.as_ref().and_then(|used| used.get(&at));
        rows(
            book,
            (TableId::new(at), table),
            reach,
            all,
            used,
            diagnostics,
        );
    }
}

/// A key that may be less or more than any row.
fn off(
    book: &RuleBook,
    table: &Table,
    key: &Key,
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
    let is_open =
        below > 0 && low <= i64::from(NONE) + 1 || above > 0 && high >= i64::from(i32::MAX);
    let name = &table.naming.name;
    let by = match (below, above) {
        _ if is_open => String::new(),
        (0, by) | (by, 0) => format!(" by up to {by}"),
        (one, other) => format!(" by up to {one} below and {other} above"),
    };
    let mut label = format!("this is {}", told(book, values, key.ty));
    if let Some(thrown) = values.thrown().filter(|_| !is_open) {
        // With the least and the most that is added to the dice.
        let (under, over) = (low - thrown.low, high - thrown.high());
        let chance = thrown.chance(|shown| shown + under < least || shown + over > most);
        let worst = if under == over { "" } else { " at worst" };
        label.push_str(&format!(
            ", off with a chance of {}/{}{worst}",
            chance.0, chance.1
        ));
    }
    let range = told(book, &Values::numbers(least, most), key.ty);
    let confidence = match is_open || values.rests == Rests::Together {
        true => Confidence::Possible,
        false => Confidence::Likely,
    };
    let place = lookup.places.get(at).copied().unwrap_or(lookup.span);
    Some(
        Diagnostic::new(Code::MayFallOff, format!("this can fall off `{name}`{by}"))
            .label(place, label)
            .label(key.span, format!("`{}` is {range}", key.name))
            .help(format!("hold it in the table: `… limited to {least}..{most}`; or give the table rows for all of it"))
            .cite(lookup.citations.iter().map(String::as_str))
            .confidence(confidence),
    )
}

/// For each table that rules read, the lines of each key that they can lead to.
fn reached(book: &RuleBook, reach: &Reach<'_>) -> BTreeMap<usize, Vec<BTreeSet<usize>>> {
    let mut reached: BTreeMap<usize, Vec<BTreeSet<usize>>> = BTreeMap::new();
    for lookup in &reach.lookups {
        let Some(table) = book.tables.get(lookup.table.at()) else {
            continue;
        };
        let known = reached
            .entry(lookup.table.at())
            .or_insert_with(|| vec![BTreeSet::new(); table.axes.len()]);
        for ((known, axis), key) in known.iter_mut().zip(&table.axes).zip(&lookup.keys) {
            known.extend(lines(axis, key));
        }
    }
    reached
}

/// Rows and columns that no rule leads to, or only with units that nobody has.
fn rows(
    book: &RuleBook,
    (id, table): (TableId, &Table),
    reach: &Reach<'_>,
    reached: &[BTreeSet<usize>],
    used: Option<&Vec<BTreeSet<usize>>>,
    diagnostics: &mut Diagnostics,
) {
    for (at, key) in table.keys.iter().enumerate() {
        let Some(reached) = reached.get(at) else {
            continue;
        };
        let used = used.and_then(|used| used.get(at));
        for (span, own) in drawn_lines(table, at) {
            if own.is_disjoint(reached) {
                let name = &table.naming.name;
                let message = format!("no rule leads to this part of `{name}`");
                let values = reach
                    .lookups
                    .iter()
                    .filter(|lookup| lookup.table == id)
                    .filter_map(|lookup| lookup.keys.get(at).cloned())
                    .reduce(|all, one| all.join(&one));
                let read = values.map_or_else(String::new, |values| {
                    let told = told(book, &values, key.ty);
                    format!("`{}` is {told} wherever the rules read it", key.name)
                });
                diagnostics.push(
                    Diagnostic::new(Code::RowNeverReached, message)
                        .label(span, read)
                        .example(first_case(book, table, at, &own))
                        .help("correct the row or what is looked up; a row that the players alone read may be allowed")
                        .cite(table.naming.citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely),
                );
            } else if used.is_some_and(|used| own.is_disjoint(used)) {
                let who = match book.maps.is_empty() {
                    true => "no unit",
                    false => "no unit and no map",
                };
                let message = format!("{who} leads to this part of `{}`", table.naming.name);
                diagnostics.push(
                    Diagnostic::new(Code::NoUnitUses, message)
                        .label(span, "")
                        .example(first_case(book, table, at, &own))
                        .help("nothing is wrong with it if units may still come")
                        .cite(table.naming.citations.iter().map(String::as_str)),
                );
            }
        }
    }
}

/// A case that reads one of some lines of a key.
fn first_case(book: &RuleBook, table: &Table, at: usize, own: &BTreeSet<usize>) -> String {
    let (size, stride) = steps(table, at);
    let spreads = spreads(book, table).unwrap_or_default();
    let mut of_line = spreads
        .iter()
        .filter(|(place, _)| own.contains(&(*place / stride % size)));
    let case = of_line
        .next()
        .and_then(|(place, spread)| cell_example::reads(book, table, *place, spread));
    case.unwrap_or_default()
}

/// Where the values of a key stand, and the lines of cells that they name.
fn drawn_lines(table: &Table, at: usize) -> BTreeMap<Span, BTreeSet<usize>> {
    let mut found: BTreeMap<Span, BTreeSet<usize>> = BTreeMap::new();
    let (size, stride) = steps(table, at);
    for (place, drawn) in table.drawn_by.iter().enumerate() {
        let cell = table.drawn.get(*drawn as usize);
        if let Some(span) = cell.and_then(|cell| cell.keys.get(at)) {
            found
                .entry(*span)
                .or_default()
                .insert(place / stride % size);
        }
    }
    found
}
