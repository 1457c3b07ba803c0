//! Grids of a manuscript as plain rows: headers joined, groups as a column, halves beside each other below each other.

use sandtable_draft::Grid;
use sandtable_draft::keys::{Key, dice};
use sandtable_source::Span;

use super::cells::is_empty;

/// A cell as printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PrintedCell {
    /// Its text, on one line.
    pub(crate) text: String,
    /// Its place in the manuscript; `None` for a cell that is printed nowhere.
    pub(crate) span: Option<Span>,
}

/// A grid as heads and rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    /// Heads of the columns; empty where there is none.
    pub(crate) heads: Vec<PrintedCell>,
    /// Rows, each with a cell for each head.
    pub(crate) rows: Vec<Vec<PrintedCell>>,
    /// Lines below the rows.
    pub(crate) notes: Vec<String>,
}

/// Reads a grid as rows.
pub(crate) fn read(grid: &Grid) -> Printed {
    let mut printed = with_groups(grid);
    fold(&mut printed);
    lead_with_keys(&mut printed);
    fill_down(&mut printed);
    printed
}

/// Keys of a cell: `7`, `4-6`, `1, 3-4`.
pub(crate) fn key_list(text: &str) -> Option<Vec<Key>> {
    if let Some(key) = Key::parse(text) {
        return Some(vec![key]);
    }
    let text = text.replace(" and ", ",").replace(" or ", ",");
    let parts: Option<Vec<Key>> = text.split([',', '/', ';']).map(Key::parse).collect();
    parts.filter(|parts| parts.len() > 1)
}

fn is_key(text: &str) -> bool {
    key_list(text).is_some()
}

fn cell(grid: &Grid, row: usize, column: usize) -> PrintedCell {
    PrintedCell {
        text: one_line(grid.text(row, column)),
        span: grid.at(row, column).map(|cell| cell.span),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Number of rows of heads: of a grid without any, the first row is one if keys are below it.
fn n_head_rows(grid: &Grid) -> usize {
    let first = grid.body_rows().start;
    // A format may ask for a row of heads that the author has filled with the first row.
    let is_data = |row: usize| is_key(grid.text(row, 0)) && !is_key(grid.text(row, 1));
    if first == 1 && grid.n_columns == 2 && (0..grid.n_rows).all(is_data) {
        return 0;
    }
    if first > 0 || grid.n_rows < 3 {
        return first;
    }
    let below = (1..grid.n_rows).all(|row| is_key(grid.text(row, 0)));
    usize::from(below && !is_key(grid.text(0, 0)))
}

/// The text of a row that is one label for the rows below it.
fn label(grid: &Grid, row: usize) -> Option<String> {
    let first = grid.at(row, 0)?;
    let text = one_line(&first.text.plain);
    let is_across = first.n_columns == grid.n_columns;
    let is_alone = (1..grid.n_columns).all(|column| {
        let text = grid.text(row, column);
        text.is_empty()
    });
    (grid.n_columns > 1 && !text.is_empty() && !is_key(&text) && (is_across || is_alone))
        .then_some(text)
}

/// The rows, with a column of labels in front if labels are between them.
fn with_groups(grid: &Grid) -> Printed {
    let n_heads = n_head_rows(grid);
    let head = |column: usize| {
        let mut words: Vec<String> = Vec::new();
        for row in 0..n_heads {
            let text = one_line(grid.text(row, column));
            if !text.is_empty() && words.last() != Some(&text) {
                words.push(text);
            }
        }
        let row = n_heads.checked_sub(1);
        PrintedCell {
            text: words.join(" "),
            span: row.and_then(|row| Some(grid.at(row, column)?.span)),
        }
    };
    let mut printed = Printed {
        heads: (0..grid.n_columns).map(head).collect(),
        ..Printed::default()
    };
    let mut group = None;
    let mut groups: Vec<Option<PrintedCell>> = Vec::new();
    for row in n_heads..grid.n_rows {
        if let Some(text) = label(grid, row) {
            let span = grid.at(row, 0).map(|cell| cell.span);
            let is_last = (row + 1..grid.n_rows).all(|row| label(grid, row).is_some());
            match is_last {
                true => printed.notes.push(text),
                false => group = Some(PrintedCell { text, span }),
            }
            continue;
        }
        let cells: Vec<PrintedCell> = (0..grid.n_columns)
            .map(|column| cell(grid, row, column))
            .collect();
        if cells.iter().all(|cell| cell.text.is_empty()) {
            continue;
        }
        printed.rows.push(cells);
        groups.push(group.clone());
    }
    let n_groups = groups.iter().flatten().count();
    if n_groups == 0 {
        return printed;
    }
    if n_groups < groups.len() {
        // A label further down is a remark.
        let mut texts: Vec<String> = groups.into_iter().flatten().map(|cell| cell.text).collect();
        texts.dedup();
        printed.notes.extend(texts);
        return printed;
    }
    printed.heads.insert(
        0,
        PrintedCell {
            text: "group".to_owned(),
            span: None,
        },
    );
    for (row, group) in printed.rows.iter_mut().zip(groups) {
        row.insert(0, group.unwrap_or_default());
    }
    printed
}

/// Sets halves that are printed beside each other below each other: `2d6 | Result | 2d6 | Result`.
fn fold(printed: &mut Printed) {
    let n = printed.heads.len();
    let is_period = |period: &usize| {
        n.is_multiple_of(*period)
            && printed.heads.iter().enumerate().all(|(at, head)| {
                let first = printed.heads.get(at % period);
                !head.text.is_empty() && first.is_some_and(|first| first.text == head.text)
            })
    };
    let Some(period) = (2..n).find(is_period) else {
        return;
    };
    let rows = std::mem::take(&mut printed.rows);
    printed.heads.truncate(period);
    for part in 0..n / period {
        printed.rows.extend(rows.iter().filter_map(|row| {
            let cells = row.get(part * period..(part + 1) * period)?;
            let is_filled = cells.iter().any(|cell| !cell.text.is_empty());
            is_filled.then(|| cells.to_vec())
        }));
    }
}

/// Moves a column of keys under a head that names dice to the front: `Result | 2d6`.
fn lead_with_keys(printed: &mut Printed) {
    let is_column = |at: usize| {
        let mut cells = printed.rows.iter().filter_map(|row| row.get(at));
        cells.all(|cell| is_key(&cell.text))
    };
    if printed.rows.is_empty() || is_column(0) {
        return;
    }
    let mut others = printed.heads.iter().enumerate().skip(1);
    let Some((at, _)) = others.find(|(at, head)| dice(&head.text).is_some() && is_column(*at))
    else {
        return;
    };
    // Words before the keys may be keys too, if each row has its own.
    let is_only = printed.heads.len() == 2;
    if !is_only {
        return;
    }
    let head = printed.heads.remove(at);
    printed.heads.insert(0, head);
    for row in &mut printed.rows {
        if at < row.len() {
            let cell = row.remove(at);
            row.insert(0, cell);
        }
    }
}

/// Repeats words of the first column that are printed once for the rows below them.
fn fill_down(printed: &mut Printed) {
    let mut firsts = printed.rows.iter().map(|row| row.first());
    let is_name = |cell: Option<&PrintedCell>| {
        cell.is_some_and(|cell| !is_empty(&cell.text) && !is_key(&cell.text))
    };
    let has_second = printed.heads.len() > 2
        && printed
            .rows
            .iter()
            .all(|row| row.get(1).is_some_and(|cell| is_key(&cell.text)));
    if !is_name(firsts.next().flatten()) || !has_second {
        return;
    }
    let mut last = PrintedCell::default();
    for row in &mut printed.rows {
        let Some(first) = row.first_mut() else {
            continue;
        };
        match first.text.is_empty() {
            true => first.clone_from(&last),
            false => last.clone_from(first),
        }
    }
}
