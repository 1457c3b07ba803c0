//! Plain text: `.txt`. Lines are paragraphs, unless the text is broken at a fixed width.

use std::ops::Range;

use sandtable_source::{FileId, Span};

use crate::model::{
    Block, BlockContent, Cell, Chapter, Container, Document, Grid, Heading, HeadingOrigin, Number,
    Paragraph, Run, Style, Text,
};

/// Lines of this length or less, and most of the long ones near it, are broken at a fixed width.
const WIDTH: usize = 90;

/// A line with its place.
#[derive(Debug, Clone)]
struct Line<'a> {
    text: &'a str,
    start: usize,
}

/// Reads a text.
pub(super) fn read(file: FileId, name: &str, text: &str) -> Document {
    let lines = lines(text);
    let mut reader = Reader {
        file,
        document: Document::default(),
        is_wrapped: is_wrapped(&lines),
    };
    let mut at = 0;
    while at < lines.len() {
        let rest = lines.get(at..).unwrap_or_default();
        let n_table = reader.table(rest);
        at += if n_table > 0 {
            n_table
        } else {
            reader.paragraph(rest)
        };
    }
    let mut document = reader.document;
    document.chapters.push(Chapter {
        file,
        name: name.to_owned(),
        text: text.to_owned(),
    });
    document
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push(Line {
            text: line.trim_end(),
            start,
        });
        start += line.len();
    }
    lines
}

/// Whether lines are broken at a fixed width, so that a paragraph is several lines.
fn is_wrapped(lines: &[Line<'_>]) -> bool {
    let lengths: Vec<usize> = lines.iter().map(|line| line.text.chars().count()).collect();
    let n_filled = lengths.iter().filter(|length| **length > 0).count();
    let n_near = lengths
        .iter()
        .filter(|length| (55..=WIDTH).contains(*length))
        .count();
    let n_long = lengths.iter().filter(|length| **length > WIDTH).count();
    n_near * 5 > n_filled * 2 && n_long * 20 < n_filled
}

/// Splits a line into the cells of a row.
type Split = fn(&str) -> Vec<Range<usize>>;

struct Reader {
    file: FileId,
    document: Document,
    is_wrapped: bool,
}

impl Reader {
    fn push(&mut self, content: BlockContent, range: Range<usize>) {
        self.document.blocks.push(Block {
            content,
            container: Container::Body,
            span: Span::new(self.file, range.start, range.end),
        });
    }

    /// Reads a paragraph or heading; returns the number of its lines.
    fn paragraph(&mut self, lines: &[Line<'_>]) -> usize {
        let Some(first) = lines.first() else {
            return 1;
        };
        if first.text.trim().is_empty() {
            return 1;
        }
        let title = first.text.trim_start_matches('#');
        let depth = first.text.len() - title.len();
        if (1..=6).contains(&depth) && title.starts_with(' ') {
            let text = self.text(lines.get(..1).unwrap_or_default(), depth);
            let heading = Heading {
                level: u8::try_from(depth).unwrap_or(6),
                computed: None,
                typed: None,
                title: text.clone(),
                text,
                origin: HeadingOrigin::Declared,
            };
            let end = first.start + first.text.len();
            self.push(BlockContent::Heading(heading), first.start..end);
            return 1;
        }
        let mut n = 1;
        while self.is_wrapped
            && let Some(next) = lines.get(n)
            && continues(lines.get(n - 1).map_or("", |line| line.text), next.text)
        {
            n += 1;
        }
        let taken = lines.get(..n).unwrap_or_default();
        let text = self.text(taken, 0);
        let end = taken
            .last()
            .map_or(first.start, |line| line.start + line.text.len());
        let paragraph = Paragraph {
            text,
            ..Paragraph::default()
        };
        self.push(BlockContent::Paragraph(paragraph), first.start..end);
        n
    }

    /// Text of lines joined by spaces; `**bold**` is read as in Markdown.
    fn text(&self, lines: &[Line<'_>], skipped: usize) -> Text {
        let mut text = Text::default();
        for line in lines {
            if !text.plain.is_empty() {
                text.plain.push(' ');
            }
            let trimmed = line.text.trim_start();
            let mut lead = line.text.len() - trimmed.len();
            let mut rest = trimmed;
            if let Some(after) = rest.get(skipped..).filter(|_| skipped > 0) {
                lead += skipped + after.len() - after.trim_start().len();
                rest = after.trim_start();
            }
            self.push_line(&mut text, rest, line.start + lead);
        }
        text
    }

    fn push_line(&self, text: &mut Text, line: &str, start: usize) {
        let is_marked = line.matches("**").count().is_multiple_of(2);
        let (mut bold, mut at) = (false, start);
        let pieces: Vec<&str> = if is_marked {
            line.split("**").collect()
        } else {
            vec![line]
        };
        for piece in pieces {
            let from = text.plain.len();
            text.plain.push_str(piece);
            if !piece.is_empty() {
                text.runs.push(Run {
                    range: from..text.plain.len(),
                    span: Span::new(self.file, at, at + piece.len()),
                    style: Style {
                        bold,
                        ..Style::default()
                    },
                });
            }
            bold = !bold;
            at += piece.len() + 2;
        }
    }

    /// Reads a table, if one begins here; returns the number of its lines.
    fn table(&mut self, lines: &[Line<'_>]) -> usize {
        let ways: [Split; 3] = [by_bars, by_tabs, by_gaps];
        for (way, split) in ways.into_iter().enumerate() {
            let first = lines.first().map_or(0, |line| split(line.text).len());
            if first < 2 {
                continue;
            }
            let is_row = |line: &&Line<'_>| {
                let n = split(line.text).len();
                n >= 2 && (way == 0 || n == first || way == 1 && n.abs_diff(first) <= 1)
            };
            let mut n = lines.iter().take_while(is_row).count();
            let least = if way == 2 { 3 } else { 2 };
            let mut narrow = Vec::new();
            // A long name leaves one space before the last column.
            while way == 2
                && n >= least
                && let Some(column) = last_column(lines.get(..n).unwrap_or_default())
                && let Some(line) = lines
                    .get(n)
                    .filter(|line| begins_at(line.text, column, first))
            {
                narrow.push(line.start);
                n += 1;
                n += lines
                    .get(n..)
                    .unwrap_or_default()
                    .iter()
                    .take_while(is_row)
                    .count();
            }
            let taken = lines.get(..n).unwrap_or_default();
            if n >= least && !taken.iter().all(|line| is_entry(line.text)) {
                self.push_table(taken, split, &narrow);
                return n;
            }
        }
        0
    }

    /// Appends the table of some lines; in narrow ones, by their starts, one space separates the last column.
    fn push_table(&mut self, lines: &[Line<'_>], split: Split, narrow: &[usize]) {
        let mut cells = Vec::new();
        let parts = |line: &Line<'_>| match narrow.contains(&line.start) {
            true => by_last_gap(line.text, split),
            false => split(line.text),
        };
        let is_rule = |line: &&Line<'_>| {
            !line
                .text
                .chars()
                .all(|mark| matches!(mark, '|' | '-' | ':' | ' ' | '+' | '='))
        };
        let mut has_rule = false;
        for (row, line) in lines.iter().filter(is_rule).enumerate() {
            for (column, range) in parts(line).into_iter().enumerate() {
                let raw = line.text.get(range.clone()).unwrap_or_default();
                let lead = raw.len() - raw.trim_start().len();
                let start = line.start + range.start + lead;
                let mut text = Text::default();
                self.push_line(&mut text, raw.trim(), start);
                cells.push(Cell {
                    row,
                    column,
                    n_rows: 1,
                    n_columns: 1,
                    text,
                    span: Span::new(self.file, start, start + raw.trim().len()),
                });
            }
        }
        if lines.iter().filter(is_rule).count() < lines.len() {
            has_rule = lines.get(1).is_some_and(|line| !is_rule(&line));
        }
        let start = lines.first().map_or(0, |line| line.start);
        let end = lines
            .last()
            .map_or(start, |line| line.start + line.text.len());
        let mut grid = Grid::new(cells, Span::new(self.file, start, end));
        grid.n_header_rows = usize::from(has_rule);
        self.push(BlockContent::Table(grid), start..end);
    }
}

/// Whether a line continues the paragraph of the line before it.
fn continues(before: &str, line: &str) -> bool {
    let text = line.trim_start();
    if text.is_empty() || before.trim().is_empty() || before.trim_start().starts_with('#') {
        return false;
    }
    let is_item = text.starts_with(['-', '*', '•', '#', '|', '('])
        || text.starts_with(|letter: char| letter.is_ascii_digit())
            && text
                .split_whitespace()
                .next()
                .is_some_and(|word| word.ends_with(['.', ')']) || word.contains('.'));
    !is_item && before.chars().count() >= 45
}

fn by_bars(line: &str) -> Vec<Range<usize>> {
    if !line.contains('|') {
        return Vec::new();
    }
    let end = line.trim_end().trim_end_matches('|').len();
    let start = line.len() - line.trim_start().trim_start_matches('|').len();
    let inner = line.get(start..end.max(start)).unwrap_or_default();
    let mut at = start;
    let cells = inner.split('|').map(|cell| {
        let range = at..at + cell.len();
        at += cell.len() + 1;
        range
    });
    cells.collect()
}

fn by_tabs(line: &str) -> Vec<Range<usize>> {
    if !line.trim().contains('\t') || numbered_with_tab(line) {
        return Vec::new();
    }
    let mut at = 0;
    let cells = line.split('\t').map(|cell| {
        let range = at..at + cell.len();
        at += cell.len() + 1;
        range
    });
    cells.collect()
}

/// `5.3<tab>Direct fire`: the tab only follows the mark of a list or heading.
fn numbered_with_tab(line: &str) -> bool {
    let (first, rest) = line.trim().split_once('\t').unwrap_or_default();
    let is_mark =
        first.ends_with(['.', ')']) || first.contains('.') || matches!(first, "•" | "-" | "*");
    let is_number = Number::parse(first).is_some() || matches!(first, "•" | "-" | "*");
    is_mark && is_number && !rest.contains('\t')
}

/// Cells separated by two spaces or more.
fn by_gaps(line: &str) -> Vec<Range<usize>> {
    let body = line.trim();
    if body.starts_with(['-', '*', '•']) || !body.contains("  ") {
        return Vec::new();
    }
    let lead = line.len() - line.trim_start().len();
    let mut cells = Vec::new();
    let (mut start, mut at) = (lead, lead);
    let mut rest = body;
    while let Some(gap) = rest.find("  ") {
        // Two spaces after a full stop only end a sentence.
        let before = rest.get(..gap).unwrap_or_default();
        let after = rest.get(gap..).unwrap_or_default();
        let width = after.len() - after.trim_start().len();
        at += gap;
        if width > 2 || !before.ends_with(['.', '!', '?', ':']) {
            cells.push(start..at);
            start = at + width;
        }
        at += width;
        rest = after.trim_start();
    }
    cells.push(start..lead + body.len());
    cells
}

/// The offset at which the last cell of each line begins, below the header; `None` if they differ.
fn last_column(lines: &[Line<'_>]) -> Option<usize> {
    let mut starts = lines
        .iter()
        .skip(1)
        .filter_map(|line| Some(by_gaps(line.text).last()?.start));
    let first = starts.next()?;
    starts.all(|start| start == first).then_some(first)
}

/// Whether a line has a short last word at an offset after one space, and no more than the columns before it.
fn begins_at(line: &str, column: usize, n_columns: usize) -> bool {
    let (Some(head), Some(tail)) = (line.get(..column), line.get(column..)) else {
        return false;
    };
    let is_joined = head.ends_with(' ') && !head.ends_with("  ");
    let is_value = (1..=6).contains(&tail.len())
        && !tail.contains(' ')
        && tail.bytes().any(|byte| byte.is_ascii_digit());
    let n_before = if head.contains("  ") {
        by_gaps(head).len()
    } else {
        1
    };
    is_joined && is_value && n_before + 1 == n_columns
}

/// Cells of a line whose last one is its last word.
fn by_last_gap(line: &str, split: Split) -> Vec<Range<usize>> {
    let at = line.trim_end().rfind(' ').unwrap_or(0);
    let head = line.get(..at).unwrap_or_default();
    let last = at + 1..line.len();
    if !head.trim().contains("  ") {
        return vec![0..at, last];
    }
    let mut cells = split(head);
    cells.push(last);
    cells
}

/// Whether a line is an entry of a table of contents: ends with a page number after a tab or dots.
pub(super) fn is_entry(line: &str) -> bool {
    let text = line.trim_end();
    let head = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let n_digits = text.len() - head.len();
    let is_led = head.ends_with('\t')
        || head.ends_with("..")
        || head.trim_end().ends_with("..")
        || head.ends_with("…");
    (1..=3).contains(&n_digits) && is_led && head.chars().any(char::is_alphabetic)
}
