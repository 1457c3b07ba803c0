//! Rows and columns that are named by the words of a scale: `short`, `medium`, `long`.
//!
//! Reports: E0709.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use super::words::{Kind, tokens};
use crate::model::{Cell, Grid};

/// Words of a scale, each step by itself.
const SCALES: [&[&[&str]]; 5] = [
    &[
        &["adjacent", "contact"],
        &["close"],
        &["short"],
        &["medium"],
        &["long"],
        &["extreme"],
    ],
    &[
        &["open", "none", "clear"],
        &["light", "soft"],
        &["medium"],
        &["heavy", "hard"],
    ],
    &[
        &["raw", "untrained"],
        &["green"],
        &["regular", "trained"],
        &["veteran"],
        &["elite"],
    ],
    &[&["poor", "bad"], &["fair"], &["good"], &["excellent"]],
    &[&["tiny"], &["small"], &["medium"], &["large"], &["huge"]],
];

/// Reports: E0709.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        let finding =
            disorder(&header_cells(grid), "column").or_else(|| disorder(&row_cells(grid), "row"));
        diagnostics.extend(finding.map(|finding| finding.cite(context.citation(block))));
    }
}

fn header_cells(grid: &Grid) -> Vec<&Cell> {
    let Some(row) = grid.n_header_rows.checked_sub(1) else {
        return Vec::new();
    };
    (1..grid.n_columns)
        .filter_map(|column| grid.at(row, column))
        .collect()
}

fn row_cells(grid: &Grid) -> Vec<&Cell> {
    grid.body_rows().filter_map(|row| grid.at(row, 0)).collect()
}

/// Label of a row or column with the scales that have its word, and its step there.
struct Step<'a> {
    places: Vec<Option<usize>>,
    /// Its words beside that of the scale.
    rest: Vec<&'a str>,
    span: Span,
}

fn step(cell: &Cell) -> Option<Step<'_>> {
    let words = tokens(&cell.text.plain);
    let words: Vec<_> = words
        .iter()
        .filter(|word| word.kind == Kind::Word)
        .collect();
    if words.is_empty() || words.len() > 3 {
        return None;
    }
    let place = |scale: &&[&[&str]]| {
        scale
            .iter()
            .position(|step| words.iter().any(|word| word.is_word(step)))
    };
    let places: Vec<Option<usize>> = SCALES.iter().map(place).collect();
    let all = SCALES.iter().flat_map(|scale| scale.iter());
    let all: Vec<&&[&str]> = all.collect();
    let is_step = |text: &str| {
        all.iter()
            .any(|step| step.iter().any(|word| word.eq_ignore_ascii_case(text)))
    };
    let rest = words.iter().map(|word| word.text);
    Some(Step {
        places,
        rest: rest.filter(|text| !is_step(text)).collect(),
        span: cell.span,
    })
}

/// The first label that breaks the order of a scale, where all labels are steps of one scale.
fn disorder(cells: &[&Cell], what: &str) -> Option<Diagnostic> {
    let steps: Vec<Step<'_>> = cells.iter().map(|cell| step(cell)).collect::<Option<_>>()?;
    if steps.len() < 3 || !shares_rest(&steps) {
        return None;
    }
    let order = (0..SCALES.len()).find_map(|scale| {
        let places = steps.iter().map(|step| step.places.get(scale).copied()?);
        places.collect::<Option<Vec<usize>>>()
    })?;
    let n_up = order.windows(2).filter(|pair| pair.first() < pair.last());
    let (n_up, n_steps) = (n_up.count(), order.len() - 1);
    let n_same = order.windows(2).filter(|pair| pair.first() == pair.last());
    if n_same.count() > 0 || n_up == 0 || n_up == n_steps || is_by_letters(cells) {
        return None;
    }
    let rises = n_up * 2 >= n_steps;
    let at = order
        .windows(2)
        .position(|pair| (pair.first() < pair.last()) != rises)?;
    let (before, after) = (steps.get(at)?, steps.get(at + 1)?);
    let message = format!("the {what}s of this table are out of order");
    Some(
        Diagnostic::new(Code::RowsOutOfOrder, message)
            .label(after.span, "out of order")
            .label(before.span, format!("the {what} before it"))
            .help(format!("put the {what}s in the order of their words"))
            .confidence(Confidence::Likely),
    )
}

/// Whether all labels have the same words beside those of the scale, or none.
fn shares_rest(steps: &[Step<'_>]) -> bool {
    let mut rests: Vec<&Vec<&str>> = steps.iter().map(|step| &step.rest).collect();
    rests.retain(|rest| !rest.is_empty());
    rests.dedup();
    rests.len() <= 1
}

fn is_by_letters(cells: &[&Cell]) -> bool {
    cells.is_sorted_by_key(|cell| cell.text.plain.to_lowercase())
}
