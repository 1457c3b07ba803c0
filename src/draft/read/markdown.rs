//! Markdown: `.md`.
//!
//! Lines between fences and rows of tables are found line by line, since rules and units in them need their exact places; all else is CommonMark.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "the events and tags of CommonMark that mean nothing here are many"
)]

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use sandtable_source::{FileId, Span, Spanned};

use super::markdown_table;
use crate::model::{
    Block, BlockContent, Cell, Chapter, Code, Comment, Container, Document, Grid, Heading,
    HeadingOrigin, ListItem, Note, Number, Paragraph, Run, Style, Text,
};

/// One line of a Markdown file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its bytes, the line break included.
    pub range: Range<usize>,
    /// Its text, the line break included.
    pub text: &'a str,
    /// The sort of line.
    pub kind: LineKind<'a>,
}

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind<'a> {
    /// ```` ```rules ````: opens a block; with the word after the marks
    FenceOpen(&'a str),
    /// ```` ``` ````: closes a block that was opened with this word
    FenceClose(&'a str),
    /// Between fences, in a block that was opened with this word.
    Fenced(&'a str),
    /// `## Title`: with the number of marks
    Heading(usize),
    /// Any other line.
    Prose,
}

/// Splits a Markdown file into lines.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let (mut start, mut block) = (0, None);
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let kind = match (line.strip_prefix("```"), block) {
            (Some(info), None) => {
                block = Some(info.trim());
                LineKind::FenceOpen(info.trim())
            }
            (Some(_), Some(info)) => {
                block = None;
                LineKind::FenceClose(info)
            }
            (None, Some(info)) => LineKind::Fenced(info),
            (None, None) => prose(line),
        };
        lines.push(Line {
            range: start..start + line.len(),
            text: line,
            kind,
        });
        start += line.len();
    }
    lines
}

fn prose(line: &str) -> LineKind<'_> {
    let text = line.trim_end();
    let title = text.trim_start_matches('#');
    let depth = text.len() - title.len();
    if depth > 0 && (title.starts_with(' ') || title.is_empty()) {
        LineKind::Heading(depth)
    } else {
        LineKind::Prose
    }
}

/// A table drawn with `|`: its rows, the header first, without the line below it.
#[derive(Debug, Default)]
pub struct PipeTable {
    /// Text and place of each cell.
    pub rows: Vec<Vec<Spanned<String>>>,
    /// Whether a line `|---|` separates the header.
    pub has_rule: bool,
    /// Bytes from its first line to its last.
    pub range: Range<usize>,
}

/// Tables among the lines of prose: adjacent lines with a `|`.
pub fn pipe_tables(file: FileId, lines: &[Line<'_>]) -> Vec<PipeTable> {
    let mut tables: Vec<PipeTable> = Vec::new();
    for line in lines {
        let is_prose = matches!(line.kind, LineKind::Prose | LineKind::Heading(_));
        if !is_prose || !line.text.contains('|') {
            continue;
        }
        let row = cells(file, line.text, line.range.start);
        match tables
            .last_mut()
            .filter(|table| table.range.end == line.range.start)
        {
            Some(table) => {
                table.range.end = line.range.end;
                if is_rule(line.text) {
                    table.has_rule = true;
                } else {
                    table.rows.push(row);
                }
            }
            None => tables.push(PipeTable {
                rows: vec![row],
                has_rule: false,
                range: line.range.clone(),
            }),
        }
    }
    tables
}

/// `|---|:-:|`
fn is_rule(line: &str) -> bool {
    let mut marks = line.trim().chars();
    marks.all(|mark| matches!(mark, '|' | '-' | ':' | ' '))
}

fn cells(file: FileId, line: &str, start: usize) -> Vec<Spanned<String>> {
    let lead = line.len() - line.trim_start().len();
    let body = line.trim();
    let framed = body.strip_prefix('|');
    let mut at = start + lead + usize::from(framed.is_some());
    let inner = framed.unwrap_or(body);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = Vec::new();
    for cell in inner.split('|') {
        let lead = cell.len() - cell.trim_start().len();
        let text = cell.trim();
        let place = Span::new(file, at + lead, at + lead + text.len());
        cells.push(Spanned::new(text.to_owned(), place));
        at += cell.len() + 1;
    }
    cells
}

/// Reads a Markdown file.
pub(super) fn read(file: FileId, name: &str, text: &str) -> Document {
    let lines = lines(text);
    let mut masked = text.as_bytes().to_vec();
    let mut document = Document::default();
    code_blocks(file, text, &lines, &mut masked, &mut document.blocks);
    for table in pipe_tables(file, &lines) {
        let first = text
            .get(table.range.clone())
            .unwrap_or_default()
            .trim_start();
        if table.rows.len() < 2 || !(table.has_rule || first.starts_with('|')) {
            continue;
        }
        mask(&mut masked, table.range.clone());
        document.blocks.push(table_block(file, &table));
    }
    comments(file, text, &mut masked, &mut document.comments);
    // Only whole characters were replaced, by spaces.
    let plain = String::from_utf8_lossy(&masked).into_owned();
    for place in markdown_table::read(file, &plain, &mut document.blocks) {
        mask(&mut masked, place);
    }
    let masked = String::from_utf8(masked).unwrap_or_else(|_| text.to_owned());
    let mut reader = Reader::new(file, &masked);
    for (event, range) in Parser::new_ext(&masked, options()).into_offset_iter() {
        reader.event(event, range);
    }
    document.blocks.extend(reader.blocks);
    document.notes = reader.notes;
    document.blocks.sort_by_key(|block| block.span.start);
    document.chapters.push(Chapter {
        file,
        name: name.to_owned(),
        text: text.to_owned(),
    });
    document
}

fn options() -> Options {
    Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
}

/// Replaces bytes by spaces, except line breaks.
fn mask(bytes: &mut [u8], range: Range<usize>) {
    for byte in bytes.get_mut(range).unwrap_or_default() {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

fn code_blocks(
    file: FileId,
    text: &str,
    lines: &[Line<'_>],
    masked: &mut [u8],
    blocks: &mut Vec<Block>,
) {
    let mut open: Option<(usize, usize, &str)> = None;
    for line in lines {
        match line.kind {
            LineKind::FenceOpen(info) => open = Some((line.range.start, line.range.end, info)),
            LineKind::FenceClose(_) => {
                if let Some((start, first, info)) = open.take() {
                    let lines = first..line.range.start;
                    let block = preformatted(file, text, start..line.range.end, lines, info);
                    blocks.push(block);
                }
            }
            LineKind::Fenced(_) => {}
            LineKind::Heading(_) | LineKind::Prose => continue,
        }
        mask(masked, line.range.clone());
    }
    if let (Some((start, first, info)), Some(last)) = (open, lines.last()) {
        blocks.push(code(
            file,
            start..last.range.end,
            first..last.range.end,
            info,
        ));
    }
}

/// Lines between fences: a table that is set with blanks, else code.
fn preformatted(
    file: FileId,
    text: &str,
    all: Range<usize>,
    lines: Range<usize>,
    info: &str,
) -> Block {
    let inner = text.get(lines.clone()).filter(|_| info.is_empty());
    let grid = inner.and_then(|inner| super::text::table(file, inner, lines.start));
    match grid {
        Some(grid) => Block {
            content: BlockContent::Table(grid),
            container: Container::Body,
            span: Span::new(file, all.start, all.end),
        },
        None => code(file, all, lines, info),
    }
}

fn code(file: FileId, all: Range<usize>, lines: Range<usize>, info: &str) -> Block {
    Block {
        content: BlockContent::Code(Code {
            language: info.to_owned(),
            lines: Span::new(file, lines.start, lines.end),
        }),
        container: Container::Body,
        span: Span::new(file, all.start, all.end),
    }
}

/// Comments `<!-- … -->`, which readers do not see.
fn comments(file: FileId, text: &str, masked: &mut [u8], found: &mut Vec<Comment>) {
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("<!--")) {
        let start = from + start;
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find("-->").map_or(text.len(), |end| start + end + 3);
        from = end.max(start + 4);
        if masked.get(start) != Some(&b'<') {
            continue;
        }
        let inner = text
            .get(start + 4..end.saturating_sub(3).max(start + 4))
            .unwrap_or_default();
        found.push(Comment {
            author: String::new(),
            text: inner.trim().to_owned(),
            anchor: Span::new(file, start, end),
        });
        mask(masked, start..end);
    }
}

fn table_block(file: FileId, table: &PipeTable) -> Block {
    let mut cells = Vec::new();
    for (row, written) in table.rows.iter().enumerate() {
        for (column, cell) in written.iter().enumerate() {
            cells.push(Cell {
                row,
                column,
                n_rows: 1,
                n_columns: 1,
                text: inline_text(cell),
                span: cell.span,
            });
        }
    }
    let span = Span::new(file, table.range.start, table.range.end);
    let mut grid = Grid::new(cells, span);
    let has_header =
        table.has_rule && (0..grid.n_columns).any(|column| !grid.text(0, column).is_empty());
    grid.n_header_rows = usize::from(has_header);
    Block {
        content: BlockContent::Table(grid),
        container: Container::Body,
        span,
    }
}

/// Text of a cell without its marks.
fn inline_text(cell: &Spanned<String>) -> Text {
    let mut reader = Reader::new(cell.span.file, &cell.value);
    reader.offset = cell.span.start;
    // A number or a dash alone would begin a list.
    let is_plain = !cell
        .value
        .contains(['*', '_', '`', '\\', '&', '[', '~', '<']);
    if is_plain {
        reader.push(&cell.value, 0..cell.value.len());
        return reader.text;
    }
    for (event, range) in Parser::new_ext(&cell.value, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => reader.open_inline(&tag),
            Event::End(end) => reader.close_inline(end),
            Event::Text(text) | Event::Code(text) => reader.push(&text, range),
            _ => {}
        }
    }
    reader.text
}

/// Whether a line begins with a letter or a short number in brackets.
fn is_bracketed(line: &str) -> bool {
    let inner = line.trim_start().strip_prefix('(');
    let mark = inner.and_then(|inner| inner.split_once(") "));
    mark.is_some_and(|(mark, _)| {
        (1..=2).contains(&mark.len()) && mark.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Events of CommonMark to blocks.
struct Reader<'a> {
    file: FileId,
    source: &'a str,
    /// Place of the source in the file.
    offset: usize,
    blocks: Vec<Block>,
    notes: Vec<Note>,
    /// Label of each note, in the order of [`Self::notes`].
    labels: Vec<String>,
    text: Text,
    style: Style,
    /// Level of the heading being read.
    heading: Option<u8>,
    /// Mark of each open list item; `None` once a paragraph has it.
    items: Vec<Option<ListItem>>,
    containers: Vec<Container>,
    n_boxes: usize,
    /// Content that is not text: metadata, an indented block.
    is_hidden: bool,
    start: usize,
}

impl<'a> Reader<'a> {
    fn new(file: FileId, source: &'a str) -> Self {
        Self {
            file,
            source,
            offset: 0,
            blocks: Vec::new(),
            notes: Vec::new(),
            labels: Vec::new(),
            text: Text::default(),
            style: Style::default(),
            heading: None,
            items: Vec::new(),
            containers: Vec::new(),
            n_boxes: 0,
            is_hidden: false,
            start: 0,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.open(&tag, range),
            Event::End(end) => self.close(end, &range),
            Event::Text(text) | Event::Code(text) => self.push(&text, range),
            Event::SoftBreak if self.begins_item(range.end) => {
                self.flush(range.start);
                self.start = range.end;
            }
            Event::SoftBreak => self.push(" ", range),
            Event::HardBreak => self.push("\n", range),
            // `side<br>choose` is two words.
            Event::InlineHtml(tag) if tag.starts_with("<br") => self.push("\n", range),
            Event::FootnoteReference(label) => {
                let at = self.note(&label);
                if let Some(note) = self.notes.get_mut(at) {
                    note.anchor = Span::new(self.file, range.start, range.end);
                }
            }
            _ => {}
        }
    }

    /// Whether a line of a paragraph is an item of a list with letters in brackets, `(b) the Skirmish,`, beside another one.
    fn begins_item(&self, start: usize) -> bool {
        let rest = self.source.get(start..).unwrap_or_default();
        let mut lines = rest.lines().take_while(|line| !line.trim().is_empty());
        let is_item = lines.next().is_some_and(is_bracketed);
        is_item
            && self.heading.is_none()
            && (is_bracketed(&self.text.plain) || lines.any(is_bracketed))
    }

    fn note(&mut self, label: &str) -> usize {
        if let Some(at) = self.labels.iter().position(|known| known == label) {
            return at;
        }
        self.labels.push(label.to_owned());
        self.notes.push(Note {
            mark: label.to_owned(),
            anchor: Span::new(self.file, 0, 0),
            is_endnote: false,
        });
        self.notes.len() - 1
    }

    fn open(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.start = range.start,
            Tag::Heading { level, .. } => {
                self.flush(range.start);
                self.start = range.start;
                self.heading = Some(*level as u8);
            }
            Tag::BlockQuote(_) => {
                self.containers.push(Container::Box(self.n_boxes));
                self.n_boxes += 1;
            }
            Tag::CodeBlock(kind) => {
                self.is_hidden = true;
                let info = match kind {
                    CodeBlockKind::Indented => "",
                    CodeBlockKind::Fenced(info) => info,
                };
                let block = code(self.file, range.clone(), range, info);
                self.blocks.push(block);
            }
            Tag::Item => {
                self.flush(range.start);
                self.start = range.start;
                let item = self.list_item(range);
                self.items.push(Some(item));
            }
            Tag::List(_) => self.flush(range.start),
            Tag::FootnoteDefinition(label) => {
                let at = self.note(label);
                self.containers.push(Container::Note(at));
                self.start = range.start;
            }
            Tag::MetadataBlock(_) => self.is_hidden = true,
            _ => self.open_inline(tag),
        }
    }

    fn open_inline(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.style.bold = true,
            Tag::Emphasis => self.style.italic = true,
            Tag::Superscript => self.style.raised = true,
            _ => {}
        }
    }

    fn close_inline(&mut self, end: TagEnd) {
        match end {
            TagEnd::Strong => self.style.bold = false,
            TagEnd::Emphasis => self.style.italic = false,
            TagEnd::Superscript => self.style.raised = false,
            _ => {}
        }
    }

    fn close(&mut self, end: TagEnd, range: &Range<usize>) {
        match end {
            TagEnd::Paragraph | TagEnd::Heading(_) => self.flush(range.end),
            TagEnd::Item => {
                self.flush(range.end);
                self.items.pop();
            }
            TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => {
                self.flush(range.end);
                self.containers.pop();
            }
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.is_hidden = false,
            _ => self.close_inline(end),
        }
    }

    /// Mark of a list item as typed.
    fn list_item(&self, range: Range<usize>) -> ListItem {
        let written = self.source.get(range).unwrap_or_default().trim_start();
        let marker = written.split_whitespace().next().unwrap_or_default();
        let is_bullet = marker.starts_with(['-', '*', '+']);
        ListItem {
            level: u8::try_from(self.items.len()).unwrap_or(8),
            marker: if is_bullet { "•" } else { marker }.to_owned(),
            number: if is_bullet {
                None
            } else {
                Number::parse(marker)
            },
            is_computed: false,
        }
    }

    fn push(&mut self, text: &str, range: Range<usize>) {
        if self.is_hidden || text.is_empty() {
            return;
        }
        let start = self.text.plain.len();
        self.text.plain.push_str(text);
        self.text.runs.push(Run {
            range: start..self.text.plain.len(),
            span: Span::new(
                self.file,
                self.offset + range.start,
                self.offset + range.end,
            ),
            style: self.style,
        });
    }

    /// Ends a block.
    fn flush(&mut self, end: usize) {
        let text = std::mem::take(&mut self.text);
        let level = self.heading.take();
        if text.is_empty() {
            return;
        }
        let content = match level {
            Some(level) => BlockContent::Heading(Heading {
                level,
                computed: None,
                typed: None,
                title: text.clone(),
                text,
                origin: HeadingOrigin::Declared,
            }),
            None => BlockContent::Paragraph(Paragraph {
                text,
                list: self.items.last_mut().and_then(Option::take),
                ..Paragraph::default()
            }),
        };
        let end = self
            .source
            .get(..end)
            .map_or(end, |text| text.trim_end().len());
        self.blocks.push(Block {
            content,
            container: self.containers.last().copied().unwrap_or_default(),
            span: Span::new(self.file, self.start, end.max(self.start)),
        });
        self.start = end;
    }
}
