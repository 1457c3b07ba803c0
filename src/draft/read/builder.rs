//! Builder of a document: blocks, and the plain text that their spans refer to.

use sandtable_source::{FileId, Span};

use crate::model::{
    Block, BlockContent, Cell, Chapter, Comment, Container, Document, Grid, Heading, HeadingOrigin,
    ListItem, Note, Number, Paragraph, Run, Style, Text,
};

/// Characters of one paragraph before they have places.
#[derive(Debug, Default)]
pub(super) struct Inline {
    plain: String,
    pieces: Vec<(usize, Style)>,
    /// Byte offset of each mark.
    marks: Vec<(usize, Mark)>,
}

/// Point in a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Mark of a footnote, by its index in the document.
    Note(usize),
    CommentStart(usize),
    CommentEnd(usize),
    InsertionStart,
    InsertionEnd,
    Deletion,
}

impl Inline {
    /// Appends characters; typographic spaces become plain, invisible marks are left out, raised digits become `¹²³`.
    pub(super) fn push(&mut self, text: &str, style: Style) {
        let start = self.plain.len();
        for letter in text.chars() {
            match letter {
                '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
                    self.plain.push(' ');
                }
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
                '\r' => {}
                '\u{2011}' => self.plain.push('-'),
                digit @ '0'..='9' if style.raised => self.plain.push(raised(digit)),
                letter => self.plain.push(letter),
            }
        }
        if self.plain.len() > start {
            self.pieces.push((self.plain.len(), style));
        }
    }

    pub(super) fn mark(&mut self, mark: Mark) {
        self.marks.push((self.plain.len(), mark));
    }

    pub(super) fn plain(&self) -> &str {
        &self.plain
    }

    pub(super) fn is_empty(&self) -> bool {
        self.plain.trim().is_empty()
    }

    /// Appends another paragraph, as when the mark between them was deleted or both are in one cell.
    pub(super) fn append(&mut self, other: Self) {
        let start = self.plain.len();
        self.plain.push_str(&other.plain);
        let pieces = other.pieces.into_iter();
        self.pieces
            .extend(pieces.map(|(end, style)| (end + start, style)));
        let marks = other.marks.into_iter();
        self.marks
            .extend(marks.map(|(at, mark)| (at + start, mark)));
    }

    /// Removes white space at both ends.
    fn trim(&mut self) {
        self.plain.truncate(self.plain.trim_end().len());
        let lead = self.plain.len() - self.plain.trim_start().len();
        self.plain.drain(..lead);
        let end = self.plain.len();
        for (at, _) in &mut self.pieces {
            *at = at.saturating_sub(lead).min(end);
        }
        for (at, _) in &mut self.marks {
            *at = at.saturating_sub(lead).min(end);
        }
    }
}

fn raised(digit: char) -> char {
    let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let value = digit
        .to_digit(10)
        .and_then(|value| usize::try_from(value).ok());
    value
        .and_then(|value| raised.get(value))
        .copied()
        .unwrap_or(digit)
}

/// Cell before it has a place.
#[derive(Debug, Default)]
pub(super) struct CellDraft {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) n_rows: usize,
    pub(super) n_columns: usize,
    pub(super) inline: Inline,
}

/// Document in the making.
pub(super) struct Builder {
    file: FileId,
    name: String,
    text: String,
    pub(super) document: Document,
    /// Container of the following blocks.
    pub(super) container: Container,
    n_boxes: usize,
    /// Places at which comments begin, by index.
    comment_starts: Vec<(usize, usize)>,
    insertion: Option<usize>,
}

impl Builder {
    pub(super) fn new(file: FileId, name: &str) -> Self {
        Self {
            file,
            name: name.to_owned(),
            text: String::new(),
            document: Document::default(),
            container: Container::Body,
            n_boxes: 0,
            comment_starts: Vec::new(),
            insertion: None,
        }
    }

    /// A box that no block has yet.
    pub(super) fn new_box(&mut self) -> Container {
        self.n_boxes += 1;
        Container::Box(self.n_boxes - 1)
    }

    /// Adds a note whose mark follows; returns its index.
    pub(super) fn add_note(&mut self, mark: String, is_endnote: bool) -> usize {
        let at = self.text.len();
        self.document.notes.push(Note {
            mark,
            anchor: Span::new(self.file, at, at),
            is_endnote,
        });
        self.document.notes.len() - 1
    }

    /// Adds a comment; its marks give it a place. Returns its index.
    pub(super) fn add_comment(&mut self, author: String, text: String) -> usize {
        let anchor = Span::new(self.file, 0, 0);
        self.document.comments.push(Comment {
            author,
            text,
            anchor,
        });
        self.document.comments.len() - 1
    }

    /// Adds a heading; an empty one is left out.
    pub(super) fn heading(&mut self, level: u8, computed: Option<Number>, inline: Inline) {
        let text = self.line(inline);
        if text.is_empty() {
            return;
        }
        let span = self.whole(&text);
        let heading = Heading {
            level,
            computed,
            typed: None,
            title: text.clone(),
            text,
            origin: HeadingOrigin::Declared,
        };
        self.push(BlockContent::Heading(heading), span);
    }

    /// Adds a paragraph; an empty one is left out.
    pub(super) fn paragraph(&mut self, inline: Inline, list: Option<ListItem>, style: &str) {
        let text = self.line(inline);
        if text.is_empty() {
            return;
        }
        let span = self.whole(&text);
        let paragraph = Paragraph {
            text,
            list,
            style: style.to_lowercase(),
            ..Paragraph::default()
        };
        self.push(BlockContent::Paragraph(paragraph), span);
    }

    /// Adds a table of cells in reading order.
    pub(super) fn table(&mut self, cells: Vec<CellDraft>, n_header_rows: usize) {
        let start = self.text.len();
        let mut row = None;
        let mut placed: Vec<Cell> = Vec::with_capacity(cells.len());
        for mut cell in cells {
            match row {
                None => {}
                Some(before) if before == cell.row => self.text.push_str(" | "),
                Some(_) => self.text.push('\n'),
            }
            row = Some(cell.row);
            cell.inline.trim();
            let at = self.text.len();
            let text = self.write(cell.inline, true);
            placed.push(Cell {
                row: cell.row,
                column: cell.column,
                n_rows: cell.n_rows.max(1),
                n_columns: cell.n_columns.max(1),
                text,
                span: Span::new(self.file, at, self.text.len()),
            });
        }
        let span = Span::new(self.file, start, self.text.len());
        self.text.push('\n');
        if placed.iter().all(|cell| cell.text.is_empty()) {
            return;
        }
        let mut grid = Grid::new(placed, span);
        grid.n_header_rows = n_header_rows;
        self.push(BlockContent::Table(grid), span);
    }

    pub(super) fn finish(mut self) -> Document {
        self.document.chapters = vec![Chapter {
            file: self.file,
            name: self.name,
            text: self.text,
        }];
        self.document
    }

    fn push(&mut self, content: BlockContent, span: Span) {
        let container = self.container;
        self.document.blocks.push(Block {
            content,
            container,
            span,
        });
    }

    fn whole(&self, text: &Text) -> Span {
        let end = self.text.len();
        text.whole().unwrap_or(Span::new(self.file, end, end))
    }

    /// Writes a line of its own; nothing for an empty text.
    fn line(&mut self, mut inline: Inline) -> Text {
        inline.trim();
        if inline.is_empty() {
            self.write(inline, false);
            return Text::default();
        }
        let text = self.write(inline, false);
        self.text.push('\n');
        text
    }

    /// Appends characters and records their spans. In a cell a line break is replaced by a space of the same length.
    fn write(&mut self, inline: Inline, in_cell: bool) -> Text {
        let start = self.text.len();
        if in_cell {
            self.text.push_str(&inline.plain.replace('\n', " "));
        } else {
            self.text.push_str(&inline.plain);
        }
        for (at, mark) in inline.marks {
            self.resolve(start + at, mark);
        }
        let (mut from, mut runs) = (0, Vec::<Run>::new());
        for (end, style) in inline.pieces {
            if end > from {
                match runs.last_mut() {
                    Some(last) if last.style == style => {
                        last.range.end = end;
                        last.span.end = start + end;
                    }
                    _ => runs.push(Run {
                        range: from..end,
                        span: Span::new(self.file, start + from, start + end),
                        style,
                    }),
                }
            }
            from = from.max(end);
        }
        Text {
            plain: inline.plain,
            runs,
        }
    }

    fn resolve(&mut self, at: usize, mark: Mark) {
        let here = Span::new(self.file, at, at);
        match mark {
            Mark::Note(index) => {
                if let Some(note) = self.document.notes.get_mut(index) {
                    note.anchor = here;
                }
            }
            Mark::CommentStart(index) => self.comment_starts.push((index, at)),
            Mark::CommentEnd(index) => {
                let starts = self.comment_starts.iter();
                let start = starts.rev().find(|(open, _)| *open == index);
                let start = start.map_or(at, |(_, start)| *start);
                if let Some(comment) = self.document.comments.get_mut(index) {
                    comment.anchor = Span::new(self.file, start, at);
                }
            }
            Mark::InsertionStart => self.insertion = Some(at),
            Mark::InsertionEnd => {
                let start = self.insertion.take().unwrap_or(at);
                let span = Span::new(self.file, start, at);
                self.document.changes.inserted.push(span);
            }
            Mark::Deletion => self.document.changes.deleted.push(here),
        }
    }
}
