//! Columns of tables that name the section of each row: `12.4` below `Rule`.
//!
//! Reports: E0701.

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};

use super::context::Context;
use super::references::{is_known, numbers_beside};
use super::words::tokens;
use crate::model::{Cell, Grid, Number};

/// Reports: E0701.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    for (block, grid) in context.tables() {
        diagnostics.extend(missing(context, block, grid));
    }
}

/// The only cell of a column of sections, `12.4` below `Rule`, whose number no section has.
fn missing(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let names = [
        "rule",
        "rules",
        "section",
        "sections",
        "ref",
        "reference",
        "case",
        "see",
        "paragraph",
    ];
    let column = (1..grid.n_columns).find(|column| {
        let header = grid.header(*column);
        let words = tokens(&header);
        matches!(words.as_slice(), [only] | [only, _] if only.is_word(&names))
    })?;
    let cells = grid.body_rows().filter_map(|row| grid.at(row, column));
    let cells = cells.filter(|cell| !cell.text.is_empty());
    let numbers: Vec<(Number, &Cell)> = cells
        .map(|cell| Some((Number::parse(cell.text.plain.trim())?, cell)))
        .collect::<Option<_>>()?;
    let mut unknown = numbers
        .iter()
        .filter(|(number, _)| !is_known(context, number));
    let ((number, cell), None) = (unknown.next()?, unknown.next()) else {
        return None;
    };
    (numbers.len() >= 4 && number.depth() > 1).then(|| {
        Diagnostic::new(
            Code::MissingSection,
            format!("there is no section {number}"),
        )
        .label(cell.span, "referred to here")
        .help(numbers_beside(context, number))
        .cite(context.citation(block))
    })
}
