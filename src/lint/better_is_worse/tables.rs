//! Tables in which a better key gives a worse result.
//!
//! Along each key that has an order, neighbours are compared by all their results: one is at least as high as the other if
//! no result is less likely to be reached (first-order stochastic dominance).
//!
//! Reports: E0611.

use super::distribution::{
    MOST_CELLS, Spread, Spreads, has_order, in_words, is_compared, reaches, spreads, steps,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_model::{Drawn, Meaning, NONE, RuleBook, Table, Type, cell_example};

/// So many neighbours must go one way, for each that goes the other way.
const FEW: usize = 3;
/// With fewer than that but as many as this, it is worth a look.
const SOME: usize = 2;
/// Of words in no order of their own so many must keep to that in which they are listed.
const LISTED: usize = 6;
/// Two words are in order anyway.
const FEWEST_WORDS: usize = 3;

pub(super) fn better(book: &RuleBook, diagnostics: &mut Diagnostics) {
    for table in &book.tables {
        let is_listed = is_listed(book, table);
        if !is_listed && !is_compared(book, table) {
            continue;
        }
        let Some(spreads) = spreads(book, table) else {
            continue;
        };
        for at in 0..table.keys.len() {
            let found = along(book, table, &spreads, at, is_listed);
            match found {
                None if !is_listed => diagnostics.extend(hole(book, table, &spreads, at)),
                found => diagnostics.extend(found),
            }
        }
    }
}

/// Whether a table comes to words that have no order but that in which they are listed behind `->`.
fn is_listed(book: &RuleBook, table: &Table) -> bool {
    let Type::Words(id) = table.result.ty else {
        return false;
    };
    let list = book.words.get(id.at());
    list.is_some_and(|list| !list.ordered && list.words.len() >= FEWEST_WORDS)
        && table.cells.len() <= MOST_CELLS
}

/// Two neighbours along a key, by a cell of each.
struct Pair {
    cells: (usize, usize),
    spreads: (Spread, Spread),
}

fn along(
    book: &RuleBook,
    table: &Table,
    spreads: &Spreads,
    at: usize,
    is_listed: bool,
) -> Option<Diagnostic> {
    let key = table.keys.get(at).filter(|key| key.dice.is_none())?;
    if !has_order(book, key.ty) {
        return None;
    }
    let (size, stride) = steps(table, at);
    let (mut rising, mut falling) = (Vec::new(), Vec::new());
    for (place, spread) in spreads {
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
    let least = if is_listed { LISTED } else { SOME };
    let pair = few.first().filter(|_| few.len() * least <= n_many)?;
    let confidence = match few.len() * FEW <= n_many && !is_listed {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    let (one, other) = (drawn(table, pair.cells.0)?, drawn(table, pair.cells.1)?);
    let elsewhere = if goes == "higher" { "lower" } else { "higher" };
    let key = &key.name;
    let message = match is_listed {
        false => format!(
            "this is {goes} than its neighbour, though everywhere else a higher `{key}` gives a {elsewhere} result"
        ),
        true => format!(
            "this is out of line: everywhere else along `{key}` the words come in the order in which they stand behind `->`"
        ),
    };
    let text = |spread: &Spread| in_words(book, table, spread);
    let cases = [
        (pair.cells.0, &pair.spreads.0),
        (pair.cells.1, &pair.spreads.1),
    ];
    let cases = cases.map(|(place, spread)| cell_example::reads(book, table, place, spread));
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(other.span, text(&pair.spreads.1))
            .label(one.span, text(&pair.spreads.0))
            .help("correct the cell that is out of line")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(confidence)
            .example(cases.join("\n")),
    )
}

fn drawn(table: &Table, cell: usize) -> Option<&Drawn> {
    let drawn = table.drawn_by.get(cell)?;
    table.drawn.get(*drawn as usize)
}

/// The only cell without a result that has a result on either side of it along a key, where other lines have none such.
fn hole(book: &RuleBook, table: &Table, spreads: &Spreads, at: usize) -> Option<Diagnostic> {
    let key = table.keys.get(at).filter(|key| key.dice.is_none())?;
    if !has_order(book, key.ty) {
        return None;
    }
    let (size, stride) = steps(table, at);
    let is_empty = |place: usize| {
        let meaning = table.cells.get(place);
        let meaning = meaning.and_then(|cell| table.meanings.get(*cell as usize));
        matches!(meaning, Some(Meaning::Value(NONE)))
    };
    let n_lines = table.cells.len() / size.max(1);
    let empty = (0..table.cells.len()).filter(|place| is_empty(*place));
    let mut holes = empty.filter_map(|place| {
        let line = place / stride % size;
        let start = place - line * stride;
        let along = |line: usize| start + line * stride;
        let before = (0..line).rev().map(along).find(|place| !is_empty(*place))?;
        let behind = (line + 1..size)
            .map(along)
            .find(|place| !is_empty(*place))?;
        Some((place, before, behind))
    });
    let (place, before, behind) = holes.next().filter(|_| n_lines > 1)?;
    if holes.next().is_some() {
        return None;
    }
    let cases =
        [before, behind].map(|place| cell_example::reads(book, table, place, spreads.get(&place)?));
    let cases: Vec<String> = cases.into_iter().flatten().collect();
    let text = |place: usize| Some(in_words(book, table, spreads.get(&place)?));
    let message = format!(
        "there is nothing here, though there is something on either side along `{}`",
        key.name
    );
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(drawn(table, place)?.span, "")
            .label(drawn(table, before)?.span, text(before)?)
            .label(drawn(table, behind)?.span, text(behind)?)
            .help("write what is missing; if it is meant, nothing is wrong")
            .cite(table.naming.citations.iter().map(String::as_str))
            .confidence(Confidence::Possible)
            .example(cases.join("\n")),
    )
}
