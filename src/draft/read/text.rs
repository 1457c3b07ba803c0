//! Plain text: `.txt`. Lines are paragraphs, unless the text is broken at a fixed width.

use std::ops::Range;

use sandtable_source::{FileId, Span};

use super::aligned;
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

/// Reads preformatted lines as a table, `None` if a line of them is no row; with the place of the first byte in the file.
pub(super) fn table(file: FileId, text: &str, start: usize) -> Option<Grid> {
    let all = lines_from(text, start);
    let is_filled = |line: &Line<'_>| !line.text.trim().is_empty();
    let first = all.iter().position(is_filled)?;
    let last = all.iter().rposition(is_filled)?;
    let rows = all.get(first..=last)?;
    let mut reader = Reader {
        file,
        document: Document::default(),
        is_wrapped: false,
    };
    let n_read = reader.table(rows);
    match reader.document.blocks.pop()?.content {
        BlockContent::Table(grid) => Some(grid).filter(|_| n_read == rows.len()),
        BlockContent::Heading(_) | BlockContent::Paragraph(_) | BlockContent::Code(_) => None,
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    lines_from(text, 0)
}

/// The lines of a text that begins at a place of its file.
fn lines_from(text: &str, mut start: usize) -> Vec<Line<'_>> {
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
    // Titles and rows of tables are short in any text.
    let is_prose = |line: &Line<'_>| {
        let text = line.text.trim();
        text.split_whitespace().count() >= 4 && !text.contains("   ") && !text.contains('|')
    };
    let prose = lines.iter().filter(|line| is_prose(line));
    let lengths: Vec<usize> = prose.map(|line| line.text.chars().count()).collect();
    // Of whatever width: lines that end within a sentence, which the next one goes on with.
    let n_open = lines.windows(2).filter(|pair| {
        let [line, next] = pair else {
            return false;
        };
        let ends = line
            .text
            .ends_with(['.', ':', ';', '!', '?', ')', '"', '”']);
        let goes_on = next.text.starts_with(|letter: char| letter.is_lowercase());
        is_prose(line) && !ends && goes_on && continues(line.text, next.text)
    });
    if n_open.count() * 4 > lengths.len() {
        return true;
    }
    let is_near = |length: &&usize| (55..=WIDTH).contains(*length);
    let n_near = lengths.iter().filter(is_near).count();
    let n_long = lengths.iter().filter(|length| **length > WIDTH).count();
    n_near * 5 > lengths.len() * 2 && n_long * 20 < lengths.len()
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
        let first = lines.first().map_or("", |line| line.text);
        if by_bars(first).len() >= 2 {
            let is_row = |line: &&Line<'_>| by_bars(line.text).len() >= 2 || is_rule(line.text);
            return self.table_of(lines, is_row, by_bars);
        }
        let n_cells = by_tabs(first).len();
        if n_cells >= 2 {
            let is_row = |line: &&Line<'_>| {
                let n = by_tabs(line.text).len();
                n >= 2 && n.abs_diff(n_cells) <= 1
            };
            let n_lines = self.table_of(lines, is_row, by_tabs);
            if n_lines > 0 {
                return n_lines;
            }
        }
        self.aligned_table(lines)
    }

    /// Reads the rows at the start of some lines, two or more; returns the number of their lines.
    fn table_of(
        &mut self,
        lines: &[Line<'_>],
        is_row: impl Fn(&&Line<'_>) -> bool,
        split: Split,
    ) -> usize {
        let n = lines.iter().take_while(|line| is_row(line)).count();
        let taken = lines.get(..n).unwrap_or_default();
        if n < 2 || taken.iter().all(|line| is_entry(line.text)) {
            return 0;
        }
        let rows = taken.iter().filter(|line| !is_rule(line.text));
        let rows: Vec<(&Line<'_>, Vec<Range<usize>>)> =
            rows.map(|line| (line, split(line.text))).collect();
        let has_rule = taken.get(1).is_some_and(|line| is_rule(line.text));
        self.push_table(&rows, has_rule, taken);
        n
    }

    /// Reads a table that is set with blanks; returns the number of its lines.
    fn aligned_table(&mut self, lines: &[Line<'_>]) -> usize {
        if aligned::pieces(lines.first().map_or("", |line| line.text)).len() < 2 {
            return 0;
        }
        let run = lines.iter().take_while(|line| !line.text.trim().is_empty());
        let run: Vec<&Line<'_>> = run.collect();
        let has_rule = run.get(1).is_some_and(|line| is_rule(line.text));
        let all = run.iter().copied().filter(|line| !is_rule(line.text));
        let all: Vec<&Line<'_>> = all.collect();
        let plain: Vec<String> = all.iter().map(|line| one_byte(line.text)).collect();
        let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
        let Some(table) = aligned::align(&plain, has_rule) else {
            return 0;
        };
        let taken = all.get(..table.rows.len()).unwrap_or_default();
        if taken.iter().all(|line| is_entry(line.text)) {
            return 0;
        }
        let rows = taken.iter().zip(&table.rows);
        let rows: Vec<(&Line<'_>, Vec<Range<usize>>)> = rows
            .map(|(line, cells)| (*line, in_bytes(line.text, cells)))
            .collect();
        let Some(end) = taken.last().map(|line| line.start) else {
            return 0;
        };
        let n_taken = lines.iter().take_while(|line| line.start <= end).count();
        self.push_table(&rows, has_rule, lines.get(..n_taken).unwrap_or_default());
        n_taken
    }

    /// Appends the table of some rows with their cells, an empty range for a cell without text.
    fn push_table(
        &mut self,
        rows: &[(&Line<'_>, Vec<Range<usize>>)],
        has_rule: bool,
        lines: &[Line<'_>],
    ) {
        let mut cells = Vec::new();
        for (row, (line, parts)) in rows.iter().enumerate() {
            for (column, range) in parts.iter().enumerate() {
                if range.is_empty() && column > 0 {
                    continue;
                }
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
        let start = lines.first().map_or(0, |line| line.start);
        let end = lines
            .last()
            .map_or(start, |line| line.start + line.text.len());
        let mut grid = Grid::new(cells, Span::new(self.file, start, end));
        grid.n_header_rows = usize::from(has_rule);
        self.push(BlockContent::Table(grid), start..end);
    }
}

/// Whether a line is drawn: `-----+-----`, `|---|---|`.
fn is_rule(line: &str) -> bool {
    let is_mark = |mark| matches!(mark, '|' | '-' | ':' | ' ' | '+' | '=' | '_');
    line.chars().all(is_mark) && line.matches(['-', '=', '_']).count() >= 3
}

/// A line with one byte for each character, so that places in it are columns of the page.
fn one_byte(line: &str) -> String {
    let plain = line.chars().map(|letter| match letter {
        letter if letter.is_whitespace() => ' ',
        letter if letter.is_ascii() => letter,
        '•' => '*',
        _ => 'x',
    });
    plain.collect()
}

/// Places of characters as places of bytes.
fn in_bytes(line: &str, cells: &[Range<usize>]) -> Vec<Range<usize>> {
    let offsets: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
    let offset = |place: usize| offsets.get(place).copied().unwrap_or(line.len());
    let cells = cells.iter();
    cells
        .map(|cell| offset(cell.start)..offset(cell.end))
        .collect()
}

/// Whether a line continues the paragraph of the line before it.
fn continues(before: &str, line: &str) -> bool {
    let text = line.trim_start();
    if text.is_empty() || before.trim().is_empty() || before.trim_start().starts_with('#') {
        return false;
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    // `shifts the column one to the left, to` and `1-2. The die shows 4`
    let is_marked = text.starts_with(['#', '|', '-', '*', '•']) || is_bracketed_mark(first);
    // `2 Places That Attackers and Defenders May Be Set up In`
    let is_title = before
        .split_whitespace()
        .all(|word| word.len() <= 4 || !word.starts_with(char::is_lowercase));
    if !is_marked && !is_title && before.chars().count() >= 45 && is_open(before, first) {
        return true;
    }
    let is_item = text.starts_with(['-', '*', '•', '#', '|'])
        || text.starts_with('(') && (is_bracketed_mark(first) || begins_item(before, line))
        || text.starts_with('[') && begins_item(before, line)
        || text.starts_with(|letter: char| letter.is_ascii_digit())
            && (first.ends_with(['.', ')']) || first.contains('.'))
        || matches!(text.as_bytes(), [letter, b'.' | b')', b' ', ..] if letter.is_ascii_alphabetic());
    !is_item && before.chars().count() >= 45
}

/// Words that no paragraph and no item of a list ends with.
const UNENDING: [&str; 47] = [
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "without",
    "under", "over", "into", "than", "as", "and", "or", "but", "nor", "is", "are", "was", "were",
    "be", "has", "have", "had", "may", "must", "can", "will", "costs", "rule", "rules", "section",
    "sections", "case", "cases", "table", "see", "between", "per", "within", "if",
];

/// Whether a line ends within a sentence, and the next one begins with a number that is no mark of an item: after `under`, or `1-2.`, a ratio.
fn is_open(before: &str, first: &str) -> bool {
    let before = before.trim_end();
    let ends = before.ends_with(['.', ':', ';', '!', '?', ')', '"', '”']);
    let last = before.rsplit(' ').next().unwrap_or_default();
    // `(Section`
    let last = last.trim_start_matches('(').to_lowercase();
    let is_ratio = first
        .strip_suffix('.')
        .and_then(|ratio| ratio.split_once(['-', '/', '–']))
        .is_some_and(|(one, other)| {
            let is_number =
                |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            is_number(one) && is_number(other)
        });
    !ends && (UNENDING.contains(&last.as_str()) || is_ratio)
}

/// Whether a word is the mark of an item in brackets: `(a)`, `(12)`, `(iv)`.
fn is_bracketed_mark(word: &str) -> bool {
    let inner = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|inner| {
        let is_roman = inner.bytes().all(|byte| b"ivxIVX".contains(&byte));
        let is_number = inner.bytes().all(|byte| byte.is_ascii_digit());
        !inner.is_empty() && inner.len() <= 4 && (inner.len() == 1 || is_roman || is_number)
    })
}

/// Whether a line in brackets begins a paragraph: less indented than the line before, or after the end of a sentence.
fn begins_item(before: &str, line: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    indent(line) < indent(before) || before.trim_end().ends_with(['.', ':', ';', '!', '?', ')'])
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
