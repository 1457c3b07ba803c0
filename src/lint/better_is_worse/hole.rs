//! Cells without a result between two that have one.

use crate::distribution::{
    CellDistributions, axis_layout, describe_by_name, is_ordered, written_cell,
};
use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_model::{Meaning, NONE, RuleBook, Table, cell_example};

/// Least number of cells with a result for each hole of a table: a table with more holes is meant to have them.
const MIN_RESULTS_EACH: usize = 3;
/// As [`MIN_RESULTS_EACH`], for a finding that is likely.
const LIKELY_RESULTS_EACH: usize = 4;

/// Returns a finding for each cell without a result between two with one, along any key with an order.
pub(super) fn holes(book: &RuleBook, table: &Table, cells: &CellDistributions) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut seen = Vec::new();
    for (at, key) in table.keys.iter().enumerate() {
        if key.dice.is_some() || !is_ordered(book, key.ty) {
            continue;
        }
        let holes = holes_along(table, at);
        let n_results = (0..table.cells.len())
            .filter(|place| !is_empty(table, *place))
            .count();
        if holes.len() * MIN_RESULTS_EACH > n_results {
            continue;
        }
        let (size, _) = axis_layout(table, at);
        let is_matrix = table.cells.len() > size;
        let confidence = match is_matrix && holes.len() * LIKELY_RESULTS_EACH <= n_results {
            true => Confidence::Likely,
            false => Confidence::Possible,
        };
        for hole in holes {
            let drawn = table.drawn_by.get(hole.place);
            if drawn.is_some_and(|drawn| seen.contains(drawn)) {
                continue;
            }
            seen.extend(drawn);
            let finding = finding(book, table, cells, &key.name, &hole);
            findings.extend(finding.map(|finding| finding.confidence(confidence)));
        }
    }
    findings
}

/// A cell without a result, and the nearest with one before and after it.
struct Hole {
    place: usize,
    before: usize,
    after: usize,
}

fn is_empty(table: &Table, place: usize) -> bool {
    let meaning = table.cells.get(place);
    let meaning = meaning.and_then(|cell| table.meanings.get(*cell as usize));
    matches!(meaning, Some(Meaning::Value(NONE)))
}

fn holes_along(table: &Table, at: usize) -> Vec<Hole> {
    let (size, stride) = axis_layout(table, at);
    let empty = (0..table.cells.len()).filter(|place| is_empty(table, *place));
    let holes = empty.filter_map(|place| {
        let line = place / stride % size;
        let start = place - line * stride;
        let along = |line: usize| start + line * stride;
        let has_result = |place: &usize| !is_empty(table, *place);
        let before = (0..line).rev().map(along).find(has_result)?;
        let after = (line + 1..size).map(along).find(has_result)?;
        Some(Hole {
            place,
            before,
            after,
        })
    });
    holes.collect()
}

fn finding(
    book: &RuleBook,
    table: &Table,
    cells: &CellDistributions,
    key: &str,
    hole: &Hole,
) -> Option<Diagnostic> {
    let sides = [hole.before, hole.after];
    let examples = sides.map(|place| cell_example::reads(book, table, place, cells.get(&place)?));
    let examples: Vec<String> = examples.into_iter().flatten().collect();
    let text = |place: usize| Some(describe_by_name(book, table, cells.get(&place)?));
    let message = format!("no result here, but one on either side along `{key}`");
    Some(
        Diagnostic::new(Code::BetterIsWorse, message)
            .label(written_cell(table, hole.place)?.span, "")
            .label(written_cell(table, hole.before)?.span, text(hole.before)?)
            .label(written_cell(table, hole.after)?.span, text(hole.after)?)
            .help("add the missing result; if intended, ignore this")
            .cite(table.naming.citations.iter().map(String::as_str))
            .example(examples.join("\n")),
    )
}
