//! Captions, header rows, layout.

use std::mem;

use crate::keys::{self, Key};
use crate::model::{BlockContent, Caption, CaptionKind, Cell, Container, Document, Grid};

use super::captions::caption_number;
use super::lists::is_short;
use super::paragraph_mut;

/// A cell with more words is running text.
const MOST_WORDS: usize = 45;

/// Completes the tables of a document.
pub(super) fn find(document: &mut Document) {
    find_figures(document);
    for at in 0..document.blocks.len() {
        let is_table = matches!(
            document.blocks.get(at).map(|block| &block.content),
            Some(BlockContent::Table(_))
        );
        if !is_table {
            continue;
        }
        let caption = caption_near(document, at);
        let Some(block) = document.blocks.get_mut(at) else {
            continue;
        };
        let BlockContent::Table(grid) = &mut block.content else {
            continue;
        };
        drop_empty_lines(grid);
        let title = title_row(grid);
        grid.caption = caption.or(title);
        if grid.n_header_rows == 0 {
            grid.n_header_rows = header_rows(grid);
        }
        grid.n_header_rows = whole_header(grid);
        grid.n_header_columns = header_columns(grid);
        grid.is_layout = is_layout(grid);
    }
}

/// Marks the captions of figures.
fn find_figures(document: &mut Document) {
    for block in &mut document.blocks {
        let span = block.span;
        if block.container == Container::Contents {
            continue;
        }
        let Some(one) = paragraph_mut(&mut block.content) else {
            continue;
        };
        let Some((kind, number, title)) = caption_number(&one.text.plain) else {
            continue;
        };
        // `Diagram 1: The squad starts behind the wall. …`: a description of a figure may be long.
        let lead = one.text.plain.split_whitespace().nth(1);
        let is_told = kind == CaptionKind::Figure
            && lead.is_some_and(|lead| lead.ends_with([':', '.', '–', '—']));
        let is_long = one.text.plain.split_whitespace().count() > 25;
        if is_told || !is_long {
            // The title of a long caption is its first sentence; `St. Vith` in a short one is no end of it.
            let first = title.split(". ").next().filter(|_| is_long);
            one.caption = Some(Caption {
                kind,
                number: Some(number),
                title: first.unwrap_or(&title).to_owned(),
                span: one.text.whole().unwrap_or(span),
            });
        }
    }
}

/// The caption of a table: the paragraph before it, else the one after it, of those that are captions.
fn caption_near(document: &Document, at: usize) -> Option<Caption> {
    let caption = |place: Option<usize>| {
        let block = document.blocks.get(place?)?;
        match &block.content {
            BlockContent::Paragraph(paragraph) => paragraph.caption.clone(),
            BlockContent::Heading(heading) => {
                let (kind, number, title) = caption_number(&heading.text.plain)?;
                let number = Some(number);
                Some(Caption {
                    kind,
                    number,
                    title,
                    span: block.span,
                })
            }
            BlockContent::Table(_) | BlockContent::Code(_) => None,
        }
    };
    let of_table = |caption: &Caption| caption.kind == CaptionKind::Table;
    let before = caption(at.checked_sub(1)).filter(of_table);
    let is_taken = {
        let next = document.blocks.get(at + 2).map(|block| &block.content);
        matches!(next, Some(BlockContent::Table(_)))
    };
    let after = caption(Some(at + 1)).filter(of_table).filter(|_| !is_taken);
    let titled = || {
        let place = at.checked_sub(1)?;
        let text = is_short(document, place)?;
        let lower = text.to_lowercase();
        let names_table = ["table", "chart", "matrix", "modifiers", "results"]
            .iter()
            .any(|word| lower.contains(word));
        let span = document.blocks.get(place)?.span;
        (names_table && !text.trim_end().ends_with(['.', ','])).then(|| Caption {
            kind: CaptionKind::Table,
            number: None,
            title: text.trim().trim_end_matches(':').to_owned(),
            span,
        })
    };
    before.or(after).or_else(titled)
}

/// Greatest number of rows of a header.
const MOST_HEADER_ROWS: usize = 3;

/// The rows of a header with those that its cells reach down to, `Side` beside `Ratings` above `Speed`: a word processor may mark the first alone.
fn whole_header(grid: &Grid) -> usize {
    let n = grid.n_header_rows;
    let cells = grid.cells.iter().filter(|cell| cell.row < n);
    let end = cells.map(|cell| cell.row + cell.n_rows).max().unwrap_or(n);
    match end <= MOST_HEADER_ROWS && end + 1 < grid.n_rows {
        true => end.max(n),
        false => n,
    }
}

/// Takes out rows and columns without any text, as word processors leave them.
fn drop_empty_lines(grid: &mut Grid) {
    let is_empty_row =
        |row: usize| (0..grid.n_columns).all(|column| grid.text(row, column).is_empty());
    let is_empty_column =
        |column: usize| (0..grid.n_rows).all(|row| grid.text(row, column).is_empty());
    let rows: Vec<usize> = (0..grid.n_rows).filter(|row| is_empty_row(*row)).collect();
    let columns: Vec<usize> = (0..grid.n_columns)
        .filter(|column| is_empty_column(*column))
        .collect();
    if rows.is_empty() && columns.is_empty() {
        return;
    }
    let before = |lines: &[usize], at: usize| lines.iter().filter(|line| **line < at).count();
    let kept = |lines: &[usize], from: usize, n: usize| {
        (from..from + n).filter(|at| !lines.contains(at)).count()
    };
    let headers = kept(&rows, 0, grid.n_header_rows);
    let cells = mem::take(&mut grid.cells).into_iter().filter_map(|cell| {
        let n_rows = kept(&rows, cell.row, cell.n_rows);
        let n_columns = kept(&columns, cell.column, cell.n_columns);
        (n_rows > 0 && n_columns > 0).then(|| Cell {
            row: cell.row - before(&rows, cell.row),
            column: cell.column - before(&columns, cell.column),
            n_rows,
            n_columns,
            ..cell
        })
    });
    let cells: Vec<Cell> = cells.collect();
    let Some(span) = cells.first().map(|cell| cell.span) else {
        return;
    };
    *grid = Grid::new(cells, span);
    grid.n_header_rows = headers;
}

/// A first row that is one cell over all columns is the title of the table, and a header row.
fn title_row(grid: &mut Grid) -> Option<Caption> {
    let first = grid.at(0, 0)?;
    if grid.n_columns < 2 || first.n_columns < grid.n_columns || grid.n_rows < 3 {
        return None;
    }
    let text = first.text.plain.trim();
    if text.is_empty() || text.split_whitespace().count() > 12 {
        return None;
    }
    let span = first.span;
    let (number, title) = match caption_number(text) {
        Some((_, number, title)) => (Some(number), title),
        None => (None, text.to_owned()),
    };
    if grid.n_header_rows == 0 {
        grid.n_header_rows = 1 + header_rows_from(grid, 1);
    }
    Some(Caption {
        kind: CaptionKind::Table,
        number,
        title,
        span,
    })
}

fn header_rows(grid: &Grid) -> usize {
    header_rows_from(grid, 0)
}

/// Rows from one on that name columns: words above numbers, or words all in bold above text that is not.
fn header_rows_from(grid: &Grid, from: usize) -> usize {
    if grid.n_rows < from + 2 {
        return 0;
    }
    // A cell over several columns heads those below it.
    let spans = |row: usize| {
        let cells = grid.row(row);
        cells.len() > 1 && cells.iter().skip(1).any(|cell| cell.n_columns > 1)
    };
    // So does one that is repeated, as where merged cells have been split: `Side | Ratings | Ratings` above `Side | Speed | Hull`.
    let repeats = |row: usize| {
        let words = |row: usize, column: usize| {
            let text = grid.text(row, column);
            Some(text).filter(|text| text.chars().any(char::is_alphabetic))
        };
        let same = |column: &usize| words(row, *column).is_some();
        let beside = (1..grid.n_columns).filter(same);
        let is_split = beside.filter(|column| words(row, *column) == words(row, column - 1));
        let mut below = (0..grid.n_columns).filter(same);
        is_split.count() > 0 && below.any(|column| words(row, column) == words(row + 1, column))
    };
    let mut row = from;
    while row + 2 < grid.n_rows && (spans(row) || repeats(row)) {
        row += 1;
    }
    let n = row - from + usize::from(is_header(grid, row));
    if n == row - from && row > from {
        n + 1
    } else {
        n
    }
}

fn is_header(grid: &Grid, row: usize) -> bool {
    let texts: Vec<&str> = (0..grid.n_columns)
        .map(|column| grid.text(row, column))
        .collect();
    let names_dice = texts
        .iter()
        .any(|text| keys::dice(text).is_some() && Key::parse(text).is_none());
    if names_dice {
        return true;
    }
    let is_key = |text: &&str| Key::parse(text).is_some();
    let body: Vec<&str> = (row + 1..grid.n_rows)
        .map(|below| grid.text(below, 0))
        .collect();
    let n_keys = body.iter().filter(|text| is_key(text)).count();
    // Words above a column of keys, and keys beside words: `Range | 0-3 | 4-6`.
    let first = texts.first().copied().unwrap_or_default();
    if n_keys * 2 > body.len() && !is_key(&first) && body.len() > 1 {
        return true;
    }
    let rest = texts.get(1..).unwrap_or_default();
    let are_keys = rest.len() > 1 && rest.iter().filter(|text| !text.is_empty()).all(is_key);
    if are_keys && !is_key(&first) && n_keys == 0 {
        let own: Vec<String> = rest.iter().map(|text| (*text).to_owned()).collect();
        let has_range = own
            .iter()
            .any(|text| Key::parse(text).is_some_and(|key| key.is_range()));
        let below = (1..grid.n_columns).map(|column| grid.text(row + 1, column));
        let below: Vec<&str> = below.collect();
        let named = [
            "range", "roll", "die", "dice", "odds", "result", "score", "turn",
        ]
        .iter()
        .any(|word| first.to_lowercase().contains(word));
        return has_range || named || below.iter().any(|text| !is_key(text) && !text.is_empty());
    }
    let is_word = |text: &&str| !text.chars().any(|letter| letter.is_ascii_digit());
    let all_words = texts.iter().all(is_word)
        && texts.iter().filter(|text| !text.is_empty()).count() * 2 >= texts.len();
    let has_numbers = (row + 1..grid.n_rows).any(|below| {
        (0..grid.n_columns).any(|column| {
            grid.text(below, column)
                .chars()
                .any(|letter| letter.is_ascii_digit())
        })
    });
    let is_bold = |below: usize| {
        let cells = grid.row(below);
        let mut filled = cells.iter().filter(|cell| !cell.text.is_empty());
        filled.all(|cell| cell.text.has_style(0, |style| style.bold))
    };
    all_words && (has_numbers || is_bold(row) && !is_bold(row + 1))
}

/// 1 where the first column names rows: words beside numbers, or keys.
fn header_columns(grid: &Grid) -> usize {
    if grid.n_columns < 2 {
        return 0;
    }
    let filled = grid
        .body_rows()
        .filter(|row| !grid.text(*row, 0).is_empty());
    usize::from(filled.count() * 2 > grid.body_rows().len())
}

/// Whether the cells are running text in columns.
fn is_layout(grid: &Grid) -> bool {
    if grid.n_columns == 1 && grid.n_rows == 1 {
        return true;
    }
    let long = grid
        .cells
        .iter()
        .filter(|cell| cell.text.plain.split_whitespace().count() > MOST_WORDS)
        .count();
    let filled = grid
        .cells
        .iter()
        .filter(|cell| !cell.text.is_empty())
        .count();
    grid.n_rows <= 2 && long > 0 && grid.n_header_rows == 0 || long * 2 > filled
}
