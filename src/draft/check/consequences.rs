//! Findings that follow from another one: a chance is wrong because its row of the table has lost or won a number.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use crate::keys::Key;
use crate::model::Grid;

/// Takes back wrong chances of results whose rows are beside a gap or overlap: the chance is right again when the row is.
pub(super) fn take_back(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let cells = cells_beside(context, diagnostics);
    if cells.is_empty() {
        return;
    }
    let chances = diagnostics
        .iter()
        .filter(|finding| finding.code == Code::WrongChance);
    let follows = |finding: &&Diagnostic| {
        let mut labels = finding.labels.iter().map(|label| label.span);
        let is_of_cell = |place: Span| cells.iter().any(|(cell, _)| is_in(place, *cell));
        // Two labels: the sentence says itself which roll is meant, or the row is the other one.
        let only = match finding.labels.as_slice() {
            [only] => Some(only.span),
            _ => None,
        };
        labels.any(is_of_cell) || only.is_some_and(|place| says(context, place, &cells))
    };
    let follow: Vec<Span> = chances
        .filter(follows)
        .filter_map(|finding| finding.labels.first().map(|label| label.span))
        .collect();
    diagnostics.retain(|finding| {
        let place = finding.labels.first().map(|label| label.span);
        finding.code != Code::WrongChance || !place.is_some_and(|place| follow.contains(&place))
    });
}

/// Cells of the rows beside gaps and overlaps, and their texts in small letters.
fn cells_beside(context: &Context<'_>, diagnostics: &Diagnostics) -> Vec<(Span, String)> {
    let codes = [Code::GapInPrintedTable, Code::OverlapInPrintedTable];
    let findings = diagnostics
        .iter()
        .filter(|finding| codes.contains(&finding.code));
    let mut found = Vec::new();
    for label in findings.flat_map(|finding| &finding.labels) {
        for (_, grid) in context.tables() {
            let Some(row) = row_at(grid, label.span) else {
                continue;
            };
            let rows = row.saturating_sub(1).max(grid.body_rows().start)..=row;
            let cells = rows.flat_map(|row| grid.row(row));
            let texts = cells.map(|cell| (cell.span, cell.text.plain.trim().to_lowercase()));
            found.extend(texts);
        }
    }
    found
}

fn is_in(place: Span, whole: Span) -> bool {
    place.file == whole.file && whole.start <= place.start && place.end <= whole.end
}

fn row_at(grid: &Grid, span: Span) -> Option<usize> {
    let cells = grid.cells.iter();
    let mut inside = cells.filter(|cell| is_in(span, cell.span));
    inside.next().map(|cell| cell.row)
}

/// Whether the sentence of a place has one of some results.
fn says(context: &Context<'_>, place: Span, cells: &[(Span, String)]) -> bool {
    let mut sentences = context.sentences();
    sentences.any(|one| {
        let span = one.span(0..one.text.len());
        let is_there = span.is_some_and(|span| is_in(place, span));
        let lower = one.text.to_lowercase();
        let is_result = |text: &str| text.len() >= 4 && Key::parse(text).is_none();
        let mut results = cells.iter().filter(|(_, text)| is_result(text));
        is_there && results.any(|(_, result)| lower.contains(result))
    })
}
