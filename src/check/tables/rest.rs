//! `otherwise | 2`: the row of all combinations of keys that no other row has.

use super::grid::Grid;
use super::grid::{CellAnswer, MOST_CELLS, Ranges, boxed, domain, pieces};
use super::regions::boxes;
use sandtable_model::{RuleBook, Table};

/// Returns the combinations that have no answer, as boxes; `None` for a table that is too large, which is reported elsewhere.
pub(super) fn missing_boxes(
    book: &RuleBook,
    table: &Table,
    answers: &[CellAnswer<'_>],
) -> Option<Vec<Vec<Ranges>>> {
    let cuts: Vec<Vec<i64>> = table
        .keys
        .iter()
        .enumerate()
        .map(|(at, key)| {
            let ranges = answers.iter().filter_map(|answer| answer.keys.get(at));
            pieces(domain(book, key), ranges.flatten().copied())
        })
        .collect();
    let sizes: Vec<usize> = cuts
        .iter()
        .map(|cuts| cuts.len().saturating_sub(1))
        .collect();
    let n_cells = sizes
        .iter()
        .try_fold(1_usize, |n, size| n.checked_mul(*size));
    let n_cells = n_cells.filter(|n_cells| *n_cells <= MOST_CELLS)?;
    let grid = Grid { cuts, sizes };
    let mut is_left = vec![true; n_cells];
    for answer in answers {
        for at in boxed(&grid, &answer.keys).iter() {
            if let Some(is_left) = is_left.get_mut(at) {
                *is_left = false;
            }
        }
    }
    let (found, _) = boxes(&grid.sizes, is_left, usize::MAX);
    let ranges = |pieces: &[usize], cuts: &[i64]| -> Ranges {
        let ends = pieces.iter().filter_map(|at| {
            let (low, next) = (cuts.get(*at)?, cuts.get(at + 1)?);
            Some((*low, next - 1))
        });
        let mut joined = Ranges::new();
        for (low, high) in ends {
            match joined.last_mut() {
                Some(last) if last.1 + 1 == low => last.1 = high,
                _ => joined.push((low, high)),
            }
        }
        joined
    };
    let keys = found.into_iter().map(|pieces| {
        let keys = pieces.iter().zip(&grid.cuts);
        keys.map(|(pieces, cuts)| ranges(pieces, cuts)).collect()
    });
    Some(keys.collect())
}

/// Returns the parts of boxes in which the last key has values of a column; all of them without a column.
pub(super) fn within(boxes: &[Vec<Ranges>], column: Option<&Ranges>) -> Vec<Vec<Ranges>> {
    let Some(column) = column else {
        return boxes.to_vec();
    };
    let common = |ranges: &Ranges| -> Ranges {
        let pairs = ranges
            .iter()
            .flat_map(|one| column.iter().map(move |other| (one, other)));
        let common = pairs.map(|(one, other)| (one.0.max(other.0), one.1.min(other.1)));
        common.filter(|(low, high)| low <= high).collect()
    };
    let parts = boxes.iter().filter_map(|keys| {
        let (last, leading) = keys.split_last()?;
        let last = common(last);
        let keys = leading.iter().cloned().chain([last.clone()]);
        (!last.is_empty()).then(|| keys.collect())
    });
    parts.collect()
}
