//! Columns of modifiers in tables.

use super::words::{Kind, tokens};
use crate::model::Grid;

/// The value of a cell that is one signed number, perhaps with a word after it: `−1`, `+1 CB`.
pub(super) fn signed_cell(text: &str) -> Option<i64> {
    let words = tokens(text);
    let (([first], Kind::Signed(value)) | ([first, _], Kind::Signed(value))) =
        (words.as_slice(), words.first()?.kind)
    else {
        return None;
    };
    let is_plain = words
        .get(1)
        .is_none_or(|word| matches!(word.kind, Kind::Word) || word.is_mark('*'));
    (first.range.start == 0 && is_plain).then_some(value)
}

/// The only column of signed numbers of a table, and the column of words beside it.
pub(super) fn modifier_columns(grid: &Grid) -> Option<(usize, usize)> {
    let rows: Vec<usize> = grid.body_rows().collect();
    let n_signed = |column: usize| {
        rows.iter()
            .filter(|row| signed_cell(grid.text(**row, column)).is_some())
            .count()
    };
    let signed: Vec<usize> = (0..grid.n_columns)
        .filter(|column| n_signed(*column) * 5 >= rows.len() * 3 && n_signed(*column) > 0)
        .collect();
    let [value] = signed.as_slice() else {
        return None;
    };
    let n_words = |column: usize| {
        rows.iter()
            .filter(|row| {
                grid.text(**row, column)
                    .chars()
                    .filter(|letter| letter.is_alphabetic())
                    .count()
                    >= 3
            })
            .count()
    };
    let label =
        (0..grid.n_columns).find(|column| column != value && n_words(*column) * 2 > rows.len())?;
    Some((label, *value))
}
