//! Tables of HTML in Markdown: `<table>` with its rows and cells, each at its place in the file.

use std::ops::Range;

use sandtable_source::{FileId, Span};

use crate::model::{Block, BlockContent, Cell, Container, Grid, Run, Style, Text};

/// Widest and longest span of a cell that is believed.
const WIDEST: usize = 100;

/// Appends the tables of a text whose code is masked; returns their places.
pub(super) fn read(file: FileId, text: &str, blocks: &mut Vec<Block>) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = lower.get(from..).and_then(|rest| rest.find("<table")) {
        let start = from + start;
        let Some(length) = lower.get(start..).and_then(|rest| rest.find("</table>")) else {
            break;
        };
        let end = start + length + "</table>".len();
        from = end;
        // A table in a table is layout.
        let inner = lower.get(start + 1..end).unwrap_or_default();
        let mut reader = Reader {
            file,
            text,
            cells: Vec::new(),
            n_header_rows: 0,
        };
        if !inner.contains("<table") {
            reader.rows(start..end);
        }
        if reader.cells.iter().any(|cell| cell.column > 0) {
            let span = Span::new(file, start, end);
            let mut grid = Grid::new(reader.cells, span);
            grid.n_header_rows = reader.n_header_rows;
            blocks.push(Block {
                content: BlockContent::Table(grid),
                container: Container::Body,
                span,
            });
            found.push(start..end);
        }
    }
    found
}

/// A tag with its place: `<td colspan=2>`.
struct Tag<'a> {
    name: String,
    text: &'a str,
    range: Range<usize>,
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    cells: Vec<Cell>,
    n_header_rows: usize,
}

/// Cell whose end is not yet known.
struct Open {
    start: usize,
    column: usize,
    n_rows: usize,
    n_columns: usize,
    is_header: bool,
}

impl<'a> Reader<'a> {
    fn tag(&self, range: Range<usize>) -> Option<Tag<'a>> {
        let rest = self.text.get(range.clone())?;
        let start = rest.find('<')?;
        let length = rest.get(start..)?.find('>')?;
        let text = rest.get(start..=start + length)?;
        let name = text.trim_start_matches('<');
        let name = name.split(|letter: char| letter.is_whitespace() || letter == '>');
        Some(Tag {
            name: name.into_iter().next()?.to_ascii_lowercase(),
            text,
            range: range.start + start..range.start + start + text.len(),
        })
    }

    fn rows(&mut self, place: Range<usize>) {
        let mut at = place.start;
        let mut row: Option<usize> = None;
        let mut column = 0;
        let mut open: Option<Open> = None;
        let mut is_header = true;
        // Rows down to which each column is covered by a cell above.
        let mut covered: Vec<usize> = Vec::new();
        while let Some(tag) = self.tag(at..place.end) {
            at = tag.range.end;
            let is_cell = matches!(tag.name.as_str(), "td" | "th");
            let ends =
                is_cell || matches!(tag.name.as_str(), "/td" | "/th" | "tr" | "/tr" | "/table");
            if let Some(cell) = open.take_if(|_| ends) {
                is_header &= cell.is_header;
                self.close(&cell, row.unwrap_or(0), tag.range.start);
            }
            if tag.name == "tr" || tag.name == "/table" {
                let n = row.map_or(0, |row| row + 1);
                if row.is_some() && is_header && self.n_header_rows + 1 == n {
                    self.n_header_rows = n;
                }
                (row, column, is_header) = (Some(n), 0, true);
            }
            if is_cell {
                let own = row.unwrap_or(0);
                while covered.get(column).is_some_and(|until| *until > own) {
                    column += 1;
                }
                let (n_columns, n_rows) =
                    (number(tag.text, "colspan"), number(tag.text, "rowspan"));
                covered.resize(covered.len().max(column + n_columns), 0);
                for until in covered.iter_mut().skip(column).take(n_columns) {
                    *until = own + n_rows;
                }
                open = Some(Open {
                    start: tag.range.end,
                    column,
                    n_rows,
                    n_columns,
                    is_header: tag.name == "th",
                });
                column += n_columns;
                if column > WIDEST {
                    return;
                }
            }
        }
    }

    fn close(&mut self, cell: &Open, row: usize, end: usize) {
        let text = self.cell_text(cell.start..end);
        self.cells.push(Cell {
            row,
            column: cell.column,
            n_rows: cell.n_rows,
            n_columns: cell.n_columns,
            text,
            span: Span::new(self.file, cell.start, end),
        });
    }

    /// The text of a cell without its tags; each piece between them is a run.
    fn cell_text(&self, place: Range<usize>) -> Text {
        let mut text = Text::default();
        let mut at = place.start;
        loop {
            let tag = self.tag(at..place.end);
            let end = tag.as_ref().map_or(place.end, |tag| tag.range.start);
            self.push(&mut text, at..end);
            let Some(tag) = tag else {
                text.plain.truncate(text.plain.trim_end().len());
                return text;
            };
            if tag.name.starts_with("br") && !text.plain.ends_with(' ') {
                text.plain.push(' ');
            }
            at = tag.range.end;
        }
    }

    fn push(&self, text: &mut Text, place: Range<usize>) {
        let raw = self.text.get(place.clone()).unwrap_or_default();
        let trimmed = match text.plain.is_empty() || text.plain.ends_with(' ') {
            true => raw.trim_start(),
            false => raw,
        };
        let start = place.end - trimmed.len();
        let kept = trimmed.trim_end();
        let plain = super::html::decoded(kept);
        if plain.is_empty() {
            return;
        }
        let from = text.plain.len();
        text.plain.push_str(&plain);
        text.runs.push(Run {
            range: from..text.plain.len(),
            span: Span::new(self.file, start, start + kept.len()),
            style: Style::default(),
        });
        if kept.len() < trimmed.len() {
            text.plain.push(' ');
        }
    }
}

/// The number of an attribute, 1 if there is none: `colspan="2"`.
fn number(tag: &str, name: &str) -> usize {
    let lower = tag.to_ascii_lowercase();
    let rest = lower.split_once(name).map_or("", |(_, rest)| rest);
    let rest = rest.trim_start_matches([' ', '=', '"', '\'']);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(1_usize).clamp(1, WIDEST)
}
