//! Spreadsheets saved as text: one table.

use sandtable_source::{FileId, Span};

use crate::model::{
    Block, BlockContent, Cell, Chapter, Container, Document, Grid, Run, Style, Text,
};

/// Reads a table; its cells are separated by the mark that its first line has most of.
pub(super) fn read(file: FileId, name: &str, text: &str) -> Document {
    let mark = separator(text);
    let mut cells: Vec<Cell> = Vec::new();
    let (mut row, mut column, mut start) = (0, 0, 0);
    let mut in_quotes = false;
    let mut ends = text
        .char_indices()
        .map(|(at, letter)| (at, Some(letter)))
        .collect::<Vec<_>>();
    ends.push((text.len(), None));
    for (at, letter) in ends {
        if letter == Some('"') {
            in_quotes = !in_quotes;
        }
        let is_line_end = letter.is_none() || letter == Some('\n') && !in_quotes;
        if !is_line_end && (letter != Some(mark) || in_quotes) {
            continue;
        }
        let raw = text.get(start..at).unwrap_or_default();
        if !raw.trim().is_empty() || column > 0 || !is_line_end {
            cells.push(cell(file, raw, start, row, column));
        }
        start = at + letter.map_or(0, char::len_utf8);
        if is_line_end {
            row += usize::from(cells.last().is_some_and(|cell| cell.row == row));
            column = 0;
        } else {
            column += 1;
        }
    }
    let span = Span::new(file, 0, text.len());
    let mut document = Document::default();
    if !cells.is_empty() {
        document.blocks.push(Block {
            content: BlockContent::Table(Grid::new(cells, span)),
            container: Container::Body,
            span,
        });
    }
    document.chapters.push(Chapter {
        file,
        name: name.to_owned(),
        text: text.to_owned(),
    });
    document
}

fn separator(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let marks = [',', ';', '\t'].into_iter();
    marks
        .max_by_key(|mark| (first.matches(*mark).count(), *mark == ','))
        .unwrap_or(',')
}

fn cell(file: FileId, raw: &str, start: usize, row: usize, column: usize) -> Cell {
    let trimmed = raw.trim();
    let lead = raw.len() - raw.trim_start().len();
    let quoted = trimmed
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let from = start + lead + usize::from(quoted.is_some());
    let written = quoted.unwrap_or(trimmed);
    let span = Span::new(file, from, from + written.len());
    let plain = written.replace("\"\"", "\"").replace('\r', "");
    let runs = vec![Run {
        range: 0..plain.len(),
        span,
        style: Style::default(),
    }];
    Cell {
        row,
        column,
        n_rows: 1,
        n_columns: 1,
        text: Text { plain, runs },
        span,
    }
}
