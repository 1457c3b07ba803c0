//! Tables in which a better key gives a worse result.
//!
//! Along each key that has an order, neighbours are compared by all their results: one is at least as high as the other if
//! no result is less likely to be reached (first-order stochastic dominance).
//!
//! Reports: E0611.

use super::case;
use super::spread::{Spread, has_order, in_words, is_compared, reaches, spreads, steps};
use crate::diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use crate::model::{RuleBook, Table};

/// So many neighbours must go one way, for each that goes the other way.
const FEW: usize = 3;

pub(super) fn better(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for table in book.tables.iter().filter(|table| is_compared(book, table)) {
        for at in 0..table.keys.len() {
            diagnostics.extend(along(book, table, at));
        }
    }
}

/// Two neighbours along a key, by a cell of each.
struct Pair {
    cells: (usize, usize),
    spreads: (Spread, Spread),
}

fn along(book: &RuleBook, table: &Table, at: usize) -> Option<Diagnostic> {
    let key = table.keys.get(at).filter(|key| key.dice.is_none())?;
    if !has_order(book, key.ty) {
        return None;
    }
    let spreads = spreads(book, table)?;
    let (size, stride) = steps(table, at);
    let (mut rising, mut falling) = (Vec::new(), Vec::new());
    for (place, spread) in &spreads {
        if place / stride % size + 1 >= size {
            continue;
        }
        let Some(next) = spreads.get(&(place + stride)) else {
            continue;
        };
        let pair = || Pair {
            cells: (*place, place + stride),
            spreads: (spread.clone(), next.clone()),
        };
        match (reaches(next, spread), reaches(spread, next)) {
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
    let pair = few.first().filter(|_| few.len() * FEW <= n_many)?;
    let drawn = |cell: usize| {
        let drawn = table.drawn_by.get(cell)?;
        table.drawn.get(*drawn as usize)
    };
    let (one, other) = (drawn(pair.cells.0)?, drawn(pair.cells.1)?);
    let elsewhere = if goes == "higher" { "lower" } else { "higher" };
    let message = format!(
        "this is {goes} than its neighbour, though everywhere else a higher `{}` gives a {elsewhere} result",
        key.name
    );
    let text = |spread: &Spread| in_words(book, table, spread);
    let cases = [
        (pair.cells.0, &pair.spreads.0),
        (pair.cells.1, &pair.spreads.1),
    ];
    let cases = cases.map(|(place, spread)| case::reads(book, table, place, spread));
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(other.span, text(&pair.spreads.1))
            .label(one.span, text(&pair.spreads.0))
            .help("correct the cell that is out of line")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Likely)
            .example(cases.join("\n")),
    )
}
