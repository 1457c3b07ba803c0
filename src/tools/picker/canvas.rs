//! A grid of cells with coloured letters, which fills the screen.

use std::fmt;
use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, ContentStyle, PrintStyledContent, Stylize};
use unicode_width::UnicodeWidthChar;

/// Cells, row by row.
#[derive(Debug, Clone)]
pub struct Canvas {
    width: usize,
    rows: Vec<Vec<Cell>>,
}

/// A letter with its combining marks; empty for the second cell of a wide letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    text: String,
    style: ContentStyle,
}

/// Cells in a row.
pub(super) type Line = Vec<Cell>;

/// A rectangle of cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Area {
    /// Splits off the topmost `n` rows; returns these and the rows below.
    pub(super) fn split_rows(self, n: usize) -> (Self, Self) {
        let height = n.min(self.height);
        let below = Self {
            y: self.y + height,
            height: self.height - height,
            ..self
        };
        (Self { height, ..self }, below)
    }

    /// Splits off the leftmost `n` columns; returns these and the columns right of them.
    pub(super) fn split_columns(self, n: usize) -> (Self, Self) {
        let width = n.min(self.width);
        let beside = Self {
            x: self.x + width,
            width: self.width - width,
            ..self
        };
        (Self { width, ..self }, beside)
    }
}

impl Canvas {
    /// Returns a grid of blank cells.
    pub(super) fn new(width: usize, height: usize) -> Self {
        let rows = vec![vec![Cell::blank(); width]; height];
        Self { width, rows }
    }

    /// Returns the area of all cells.
    pub(super) fn area(&self) -> Area {
        Area {
            x: 0,
            y: 0,
            width: self.width,
            height: self.rows.len(),
        }
    }

    /// Writes lines from the top of an area, as far as they fit.
    pub(super) fn write(&mut self, area: Area, lines: impl IntoIterator<Item = Line>) {
        let rows = self.rows.iter_mut().skip(area.y).take(area.height);
        for (row, line) in rows.zip(lines) {
            let cells = row.iter_mut().skip(area.x).take(area.width);
            for (cell, written) in cells.zip(line) {
                *cell = written;
            }
        }
    }

    /// Draws a border within an area, with a title; returns the area inside.
    pub(super) fn frame(&mut self, area: Area, title: &str) -> Area {
        if area.width < 2 || area.height < 2 {
            return Area { height: 0, ..area };
        }
        let (width, height) = (area.width - 2, area.height - 2);
        let mut top = line(title, ContentStyle::new());
        top.truncate(width);
        top.resize(width, Cell::new('─', ContentStyle::new()));
        let side = || Cell::new('│', ContentStyle::new());
        let middle = [vec![side()], vec![Cell::blank(); width], vec![side()]].concat();
        let plain = |text: &str| line(text, ContentStyle::new());
        let mut rows = vec![[plain("┌"), top, plain("┐")].concat()];
        rows.extend(vec![middle; height]);
        rows.push(plain(&format!("└{}┘", "─".repeat(width))));
        self.write(area, rows);
        Area {
            x: area.x + 1,
            y: area.y + 1,
            width,
            height,
        }
    }

    /// Prints all cells, from the upper left corner of the terminal.
    ///
    /// Errors: the output cannot be written.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        for (y, row) in (0..).zip(&self.rows) {
            queue!(out, MoveTo(0, y))?;
            for run in row.chunk_by(|a, b| a.style == b.style) {
                let text: String = run.iter().map(|cell| cell.text.as_str()).collect();
                let style = run.first().map(|cell| cell.style).unwrap_or_default();
                queue!(out, PrintStyledContent(style.apply(text)))?;
            }
        }
        out.flush()
    }
}

impl fmt::Display for Canvas {
    /// Writes the letters without colours.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let text: String = row.iter().map(|cell| cell.text.as_str()).collect();
            writeln!(formatter, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

impl Cell {
    fn new(letter: char, style: ContentStyle) -> Self {
        let text = letter.to_string();
        Self { text, style }
    }

    fn blank() -> Self {
        Self::new(' ', ContentStyle::new())
    }

    fn is_blank(&self) -> bool {
        self.text == " "
    }
}

/// Returns a text in one style. Control characters, and combining marks without a letter before them, are omitted.
pub(super) fn line(text: &str, style: ContentStyle) -> Line {
    let mut line: Line = Vec::new();
    for letter in text.chars() {
        match (letter.width().unwrap_or(0), line.last_mut()) {
            (0, Some(cell)) if !letter.is_control() => cell.text.push(letter),
            (0, _) => {}
            (width, _) => {
                line.push(Cell::new(letter, style));
                let beside = (1..width).map(|_| Cell {
                    text: String::new(),
                    style,
                });
                line.extend(beside);
            }
        }
    }
    line
}

/// Returns a text with the colours of its escape codes.
pub(super) fn coloured(text: &str) -> Line {
    let mut style = ContentStyle::new();
    let mut parts = text.split("\u{1b}[");
    let mut cells: Line = parts
        .next()
        .map_or_else(Vec::new, |plain| line(plain, style));
    for part in parts {
        let (codes, text) = part.split_once('m').unwrap_or(("", part));
        style = styled(style, codes);
        cells.extend(line(text, style));
    }
    cells
}

/// Applies escape codes to a style; an unknown code resets it.
fn styled(mut style: ContentStyle, codes: &str) -> ContentStyle {
    let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(code) = codes.next() {
        style = match code {
            1 => style.attribute(Attribute::Bold),
            2 => style.attribute(Attribute::Dim),
            4 => style.attribute(Attribute::Underlined),
            7 => style.attribute(Attribute::Reverse),
            30..=37 => style.with(Color::AnsiValue(code - 30)),
            40..=47 => style.on(Color::AnsiValue(code - 40)),
            90..=97 => style.with(Color::AnsiValue(code - 82)),
            100..=107 => style.on(Color::AnsiValue(code - 92)),
            // `38;5;` is followed by the index of one of 256 colours.
            38 => match codes.nth(1) {
                Some(colour) => style.with(Color::AnsiValue(colour)),
                None => style,
            },
            _ => ContentStyle::new(),
        };
    }
    style
}

/// Breaks a line at spaces into lines of at most `width` cells; spaces at a break are removed.
pub(super) fn wrapped(line: &[Cell], width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = line;
    while rest.len() > width && width > 0 {
        let head = rest.iter().take(width + 1);
        let indent = head.clone().take_while(|cell| cell.is_blank()).count();
        let blank = head
            .enumerate()
            .skip(indent)
            .rfind(|(_, cell)| cell.is_blank());
        let end = blank.map_or(width, |(at, _)| at);
        let (first, behind) = rest.split_at(end);
        lines.push(without_blanks_behind(first).to_vec());
        let n_blank = behind.iter().take_while(|cell| cell.is_blank()).count();
        rest = behind.get(n_blank..).unwrap_or_default();
    }
    if lines.is_empty() || !rest.is_empty() {
        lines.push(rest.to_vec());
    }
    lines
}

/// Breaks a line at spaces; further lines are indented by two more cells than the first.
pub(super) fn hanging(line: &[Cell], width: usize) -> Vec<Line> {
    let indent = line.iter().take_while(|cell| cell.is_blank()).count();
    let below = indent + 2;
    if line.len() <= width || 2 * below > width {
        return wrapped(line, width);
    }
    let (head, body) = line.split_at(indent);
    let lines = wrapped(body, width - below).into_iter().enumerate();
    let lines = lines.map(|(at, line)| match at {
        0 => [head, &line].concat(),
        _ => [vec![Cell::blank(); below], line].concat(),
    });
    lines.collect()
}

fn without_blanks_behind(line: &[Cell]) -> &[Cell] {
    let last = line.iter().rposition(|cell| !cell.is_blank());
    let end = last.map_or(0, |last| last + 1);
    line.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Canvas, ContentStyle, coloured, hanging, line, wrapped};

    fn lines(text: &str, width: usize) -> Vec<String> {
        let lines = wrapped(&line(text, ContentStyle::new()), width);
        let text = |line: &super::Line| line.iter().map(|cell| cell.text.as_str()).collect();
        lines.iter().map(text).collect()
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(lines("  one two three", 9), ["  one two", "three"]);
        assert_eq!(lines("one  two", 4), ["one", "two"]);
        assert_eq!(lines("one  ", 3), ["one"]);
        assert_eq!(lines("unbroken", 5), ["unbro", "ken"]);
        assert_eq!(lines("", 5), [""]);
    }

    #[test]
    fn lines_hang() {
        let lines = hanging(&line("  one two three", ContentStyle::new()), 11);
        let text = |line: &super::Line| line.iter().map(|cell| cell.text.as_str()).collect();
        let lines: Vec<String> = lines.iter().map(text).collect();
        assert_eq!(lines, ["  one two", "    three"]);
    }

    #[test]
    fn a_wide_letter_takes_two_cells_and_a_mark_over_a_letter_none() {
        assert_eq!(line("口a\u{301}", ContentStyle::new()).len(), 3);
    }

    #[test]
    fn colours_last_until_they_are_taken_back() {
        let mut canvas = Canvas::new(4, 1);
        canvas.write(canvas.area(), [coloured("a\u{1b}[1;31mb\u{1b}[0mc")]);
        let mut printed = Vec::new();
        canvas.print(&mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        let (before, behind) = printed.split_once('b').unwrap();
        assert!(before.ends_with("\u{1b}[38;5;1m\u{1b}[1m"), "{before:?}");
        assert!(behind.starts_with("\u{1b}["), "{behind:?}");
        assert_eq!(canvas.to_string(), "abc\n");
    }
}
