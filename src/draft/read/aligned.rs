//! Tables that a text sets with blanks: the pieces of a line between two blanks or more, in columns by their places.

use std::ops::Range;

/// The cells of each line of a table, by column; an empty range where a line has nothing in a column.
pub(super) struct Aligned {
    pub(super) rows: Vec<Vec<Range<usize>>>,
}

/// Least number of rows without a line of dashes.
const N_ROWS: usize = 3;

/// Reads the lines up to the first that fits into no column as rows; `None` if they form no table. A line of dashes below the header
/// makes two rows enough.
pub(super) fn align(lines: &[&str], has_rule: bool) -> Option<Aligned> {
    let pieces: Vec<Vec<Range<usize>>> = lines.iter().map(|line| pieces(line)).collect();
    let n_columns = usual(&pieces)?;
    let least = if has_rule { 2 } else { N_ROWS };
    let Some(mut columns) = columns(&pieces, n_columns) else {
        // Cells at the right that end at one place and begin at several.
        let equal = pieces.into_iter().take_while(|row| row.len() == n_columns);
        let rows: Vec<Vec<Range<usize>>> = equal.collect();
        return (rows.len() >= least).then(|| Aligned {
            rows: joined(lines, rows),
        });
    };
    let mut rows = Vec::new();
    for (line, pieces) in lines.iter().zip(&pieces) {
        let Some(row) = place(line, pieces, &columns) else {
            break;
        };
        for (column, cell) in columns.iter_mut().zip(&row) {
            if *cell != (0..0) && pieces.len() == n_columns {
                *column = column.start.min(cell.start)..column.end.max(cell.end);
            }
        }
        rows.push(row);
    }
    (rows.len() >= least).then(|| Aligned {
        rows: joined(lines, rows),
    })
}

/// Rows whose first cells are one word and a number, `Turn   7`, with both in one cell: the blanks only align the digits.
fn joined(lines: &[&str], rows: Vec<Vec<Range<usize>>>) -> Vec<Vec<Range<usize>>> {
    let text = |at: usize, column: usize| -> &str {
        let cell = rows.get(at).and_then(|row| row.get(column));
        let line = lines.get(at).copied().unwrap_or_default();
        let text = cell.and_then(|cell| line.get(cell.clone()));
        text.unwrap_or_default().trim()
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    let word = text(0, 0);
    let is_one = word.bytes().all(|one| one.is_ascii_alphabetic())
        && !word.is_empty()
        && rows.iter().all(|row| row.len() >= 3)
        && (0..rows.len()).all(|at| text(at, 0) == word && is_number(text(at, 1)));
    if !is_one {
        return rows;
    }
    let rows = rows.into_iter().map(|row| {
        let ends = row.first().zip(row.get(1));
        let first = ends.map_or(0..0, |(one, other)| one.start..other.end);
        std::iter::once(first)
            .chain(row.into_iter().skip(2))
            .collect()
    });
    rows.collect()
}

/// The most usual number of pieces of a line, two or more, if at least half of the lines with several have it.
fn usual(pieces: &[Vec<Range<usize>>]) -> Option<usize> {
    let counts = pieces.iter().map(Vec::len).filter(|n| *n >= 2);
    let counts: Vec<usize> = counts.collect();
    let n_of = |n: usize| counts.iter().filter(|own| **own == n).count();
    let most = counts.iter().copied().max_by_key(|n| (n_of(*n), *n))?;
    (n_of(most) * 2 >= counts.len() && n_of(most) >= 2).then_some(most)
}

/// Places of the columns, from the lines with a piece in each; `None` if they overlap.
fn columns(pieces: &[Vec<Range<usize>>], n: usize) -> Option<Vec<Range<usize>>> {
    let mut whole = pieces.iter().filter(|pieces| pieces.len() == n);
    let mut columns = whole.next()?.clone();
    for pieces in whole {
        for (column, piece) in columns.iter_mut().zip(pieces) {
            *column = column.start.min(piece.start)..column.end.max(piece.end);
        }
    }
    let is_apart = columns
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.end < other.start));
    is_apart.then_some(columns)
}

/// The pieces of a line by column; `None` if it has none at the columns after the first.
fn place(
    line: &str,
    pieces: &[Range<usize>],
    columns: &[Range<usize>],
) -> Option<Vec<Range<usize>>> {
    let mut row: Vec<Range<usize>> = vec![0..0; columns.len()];
    let mut add = |at: usize, piece: Range<usize>| {
        if let Some(cell) = row.get_mut(at) {
            let start = if *cell == (0..0) {
                piece.start
            } else {
                cell.start
            };
            *cell = start..piece.end;
        }
    };
    for piece in pieces {
        let mut rest = piece.clone();
        loop {
            let at = nearest(&rest, columns)?;
            let Some((head, tail)) = split(line, &rest, columns, at) else {
                add(at, rest);
                break;
            };
            add(at, head);
            rest = tail;
        }
    }
    let n_filled = row.iter().filter(|cell| **cell != (0..0)).count();
    (n_filled >= 2).then_some(row)
}

/// The column that a piece begins in or is nearest to.
fn nearest(piece: &Range<usize>, columns: &[Range<usize>]) -> Option<usize> {
    let all = columns.iter().enumerate();
    let near = all.min_by_key(|(_, column)| {
        if column.start < piece.end && piece.start < column.end {
            // The first of those that it overlaps.
            0
        } else {
            column
                .start
                .saturating_sub(piece.end)
                .max(piece.start.saturating_sub(column.end))
                + 1
        }
    });
    near.map(|(at, _)| at)
}

/// Splits a piece that reaches into the next column at the only blank between them: `Turn 10`, under `Turn  9`.
fn split(
    line: &str,
    piece: &Range<usize>,
    columns: &[Range<usize>],
    at: usize,
) -> Option<(Range<usize>, Range<usize>)> {
    let (own, next) = (columns.get(at)?, columns.get(at + 1)?);
    if piece.end <= next.start {
        return None;
    }
    let text = line.get(piece.clone())?;
    let blanks = text.match_indices(' ');
    let blanks = blanks.map(|(blank, _)| piece.start + blank);
    let fitting = blanks.filter_map(|blank| {
        let tail = blank + 1..piece.end;
        let fits = blank >= own.end
            && tail.start + 3 >= next.start
            && tail.start < next.end
            && tail.end <= next.end.max(next.start + 8);
        fits.then_some((piece.start..blank, tail))
    });
    fitting.max_by_key(|(head, _)| head.end)
}

/// Parts of a line between two blanks or more.
pub(super) fn pieces(line: &str) -> Vec<Range<usize>> {
    let body = line.trim();
    let is_item = body.starts_with(['*', '•'])
        || body.starts_with('-')
            && !body
                .get(1..)
                .is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()));
    if is_item || body.is_empty() {
        return Vec::new();
    }
    let lead = line.len() - line.trim_start().len();
    let mut cells: Vec<Range<usize>> = Vec::new();
    let (mut start, mut at) = (lead, lead);
    let mut rest = body;
    while let Some(gap) = rest.find("  ") {
        // Two spaces after a full stop only end a sentence, and those after the number of a paragraph begin its text.
        let before = rest.get(..gap).unwrap_or_default();
        let after = rest.get(gap..).unwrap_or_default();
        let width = after.len() - after.trim_start().len();
        at += gap;
        let is_number = start == lead && is_mark(line.get(start..at).unwrap_or_default());
        if !is_number && (width > 2 || !before.ends_with(['.', '!', '?', ':'])) {
            cells.push(start..at);
            start = at + width;
        }
        at += width;
        rest = after.trim_start();
    }
    cells.push(start..lead + body.len());
    cells
}

/// `[3.1]`, `(a)`, `12.4`: the number of a paragraph and not of a row.
fn is_mark(text: &str) -> bool {
    let inner = text.trim_start_matches(['[', '(']);
    let is_bracketed = inner.len() < text.len() && text.ends_with([']', ')']);
    let parts: Vec<&str> = text.split('.').collect();
    let is_dotted = parts.len() >= 3
        && parts
            .iter()
            .all(|part| !part.is_empty() && part.bytes().all(|one| one.is_ascii_digit()));
    (is_bracketed || is_dotted) && text.len() <= 8
}
