//! Tables that are monotone along a key, but for a few cells.
//!
//! Neighbours along each ordered key are compared by first-order stochastic dominance.

use std::collections::BTreeSet;

use super::{LIKELY_RATIO, POSSIBLE_RATIO, hole, line, swap};
use crate::Context;
use crate::distribution::{
    CellDistributions, MAX_CELLS, Results, axis_layout, describe_by_name, has_rolled_key,
    is_ordered, is_ordered_table, result_name, written_cell,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_eval::dominates;
use sandtable_model::{RuleBook, Table, Type, cell_example};
use sandtable_source::Span;

/// Least ratio of steps in one direction to steps in the other, for words without a declared order.
const MIN_RATIO_LISTED: usize = 6;
/// Two words are always in one of two orders.
const MIN_WORDS: usize = 3;

pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut out_of_line: Vec<(Option<&str>, Diagnostic)> = Vec::new();
    for (id, table) in context.tables() {
        let part_of = table.part_of.as_deref();
        let is_listed = is_listed(context.book, table);
        if !is_listed && !is_ordered_table(context.book, table) {
            continue;
        }
        let Some(cells) = context.distributions(id) else {
            continue;
        };
        let mut n_found = 0;
        for at in 0..table.keys.len() {
            let row = || line::out_of_line(context.book, table, cells, at);
            let pair = || along(context.book, table, cells, at, is_listed);
            let found = match is_listed {
                true => pair(),
                false => row().or_else(pair),
            };
            n_found += usize::from(found.is_some());
            out_of_line.extend(found.map(|finding| (part_of, finding)));
        }
        if !is_listed {
            diagnostics.extend(hole::holes(context.book, table, cells));
            if n_found == 0 {
                let found = swap::swapped(context, table, cells);
                out_of_line.extend(found.map(|finding| (part_of, finding)));
            }
        }
    }
    diagnostics.extend(by_row(out_of_line));
}

/// Joins the findings about one place of a table with several results, one for each result, into one about the row.
fn by_row(all: Vec<(Option<&str>, Diagnostic)>) -> Vec<Diagnostic> {
    let mut joined: Vec<(Option<&str>, Diagnostic)> = Vec::new();
    for (part_of, finding) in all {
        let is_same = |other: &Diagnostic| {
            let spans = |one: &Diagnostic| one.labels.iter().map(|label| label.span).collect();
            let (one, other): (Vec<Span>, Vec<Span>) = (spans(&finding), spans(other));
            one == other
        };
        let mut before = joined.iter_mut();
        let known =
            before.find(|(of, other)| part_of.is_some() && *of == part_of && is_same(other));
        let Some((Some(table), known)) = known else {
            joined.push((part_of, finding));
            continue;
        };
        for (label, other) in known.labels.iter_mut().zip(&finding.labels) {
            if label.text != other.text {
                label.text = format!("{}, {}", label.text, other.text);
            }
        }
        known.message =
            format!("several results are out of order here, against the other cells of `{table}`")
                .into();
        known.confidence = known.confidence.min(finding.confidence);
    }
    joined.into_iter().map(|(_, finding)| finding).collect()
}

/// Whether the results of a table are words whose only order is that of their list after `->`.
fn is_listed(book: &RuleBook, table: &Table) -> bool {
    let Type::Words(id) = table.result.ty else {
        return false;
    };
    let list = book.words.get(id.at());
    list.is_some_and(|list| !list.ordered && list.words.len() >= MIN_WORDS)
        && table.cells.len() <= MAX_CELLS
}

/// Two neighbouring cells along a key.
struct Pair<'r> {
    cells: (usize, usize),
    results: (&'r Results, &'r Results),
}

/// Reports the first cell against the direction of all others along a key.
fn along(
    book: &RuleBook,
    table: &Table,
    cells: &CellDistributions,
    at: usize,
    is_listed: bool,
) -> Option<Diagnostic> {
    let key = table.keys.get(at).filter(|key| key.dice.is_none())?;
    if !is_ordered(book, key.ty) {
        return None;
    }
    let (size, stride) = axis_layout(table, at);
    let (mut rising, mut falling) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for (place, results) in cells {
        // Two cells as written are one pair, however many values their keys name.
        let as_written = (
            table.drawn_by.get(*place),
            table.drawn_by.get(place + stride),
        );
        let is_seen = !has_rolled_key(table) && !seen.insert(as_written);
        if place / stride % size + 1 >= size || is_seen {
            continue;
        }
        let Some(next) = cells.get(&(place + stride)) else {
            continue;
        };
        let pair = || Pair {
            cells: (*place, place + stride),
            results: (results, next),
        };
        match (dominates(next, results), dominates(results, next)) {
            (true, false) => rising.push(pair()),
            (false, true) => falling.push(pair()),
            _ => {}
        }
    }
    let (few, n_many, goes) = if rising.len() < falling.len() {
        (&rising, falling.len(), "higher")
    } else {
        (&falling, rising.len(), "lower")
    };
    let ratio = if is_listed {
        MIN_RATIO_LISTED
    } else {
        POSSIBLE_RATIO
    };
    let pair = few.first().filter(|_| few.len() * ratio <= n_many)?;
    let confidence = match few.len() * LIKELY_RATIO <= n_many && !is_listed {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    let one = written_cell(table, pair.cells.0)?;
    let other = written_cell(table, pair.cells.1)?;
    let elsewhere = if goes == "higher" { "lower" } else { "higher" };
    let key = &key.name;
    let message = match (is_listed, result_name(table)) {
        (false, Some(name)) => format!(
            "`{name}` is {goes} here than in the neighbouring cell; elsewhere a higher `{key}` gives a {elsewhere} one"
        ),
        (false, None) => format!(
            "{goes} than its neighbour; elsewhere a higher `{key}` gives a {elsewhere} result"
        ),
        (true, _) => format!(
            "out of order: elsewhere along `{key}`, the words follow their order after `->`"
        ),
    };
    let text = |results: &Results| describe_by_name(book, table, results);
    let examples = [
        (pair.cells.0, pair.results.0),
        (pair.cells.1, pair.results.1),
    ];
    let examples =
        examples.map(|(place, results)| cell_example::reads(book, table, place, results));
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(other.span, text(pair.results.1))
            .label(one.span, text(pair.results.0))
            .help("correct the cell that is out of order")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(confidence)
            .example(examples.join("\n")),
    )
}
