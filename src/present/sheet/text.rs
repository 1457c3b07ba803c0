//! Text: runs of words, broken into lines that are as wide as the font says.

use super::font::{POINT, advance};

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// Words in one style.
    Words {
        /// The characters of the run.
        text: String,
        /// Bold letters.
        bold: bool,
    },
    /// The number of the page on which the block with an anchor is placed.
    Page(String),
}

/// A text as runs, in reading order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Run>);

/// A line of text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// Its runs; pages are numbers by now, or still to be set.
    pub runs: Vec<Run>,
    /// Width of the line in mm.
    pub width: f64,
}

/// Digits whose width is reserved for a page number that is not yet known.
const PAGE_DIGITS: &str = "000";

impl Text {
    /// Regular words.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::words(text, false)
    }

    /// Bold words.
    pub fn bold(text: impl Into<String>) -> Self {
        Self::words(text, true)
    }

    fn words(text: impl Into<String>, bold: bool) -> Self {
        let text = text.into();
        match text.is_empty() {
            true => Self::default(),
            false => Self(vec![Run::Words { text, bold }]),
        }
    }

    /// This text and then another.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its letters, without how they look.
    pub fn letters(&self) -> String {
        let runs = self.0.iter().map(|run| match run {
            Run::Words { text, .. } => text.as_str(),
            Run::Page(_) => PAGE_DIGITS,
        });
        runs.collect()
    }

    /// Returns the width in mm of the whole text on one line, in a size in points.
    pub fn width(&self, size: f64) -> f64 {
        let marks = self.marks();
        marks.iter().map(|mark| mark.width * size * POINT).sum()
    }

    /// Width in mm of its widest word.
    pub fn widest_word(&self, size: f64) -> f64 {
        let (mut widest, mut now): (f64, f64) = (0.0, 0.0);
        for mark in self.marks() {
            match mark.breaks() {
                Break::Space => now = 0.0,
                Break::Around => {
                    now = 0.0;
                    widest = widest.max(mark.width);
                }
                Break::After => {
                    widest = widest.max(now + mark.width);
                    now = 0.0;
                }
                Break::Never => {
                    now += mark.width;
                    widest = widest.max(now);
                }
            }
        }
        widest * size * POINT
    }

    /// Lines of at most a width in mm. A word that is wider than a line is broken between its letters.
    pub fn wrap(&self, size: f64, width: f64) -> Vec<Line> {
        let marks = self.marks();
        let ems = (width + 0.001) / (size * POINT);
        let mut lines: Vec<Vec<Mark>> = Vec::new();
        let mut line: Vec<Mark> = Vec::new();
        // How many marks of the line are in it for certain: up to the last place at which it may be broken.
        let mut settled = 0;
        let mut used = 0.0;
        for mark in marks {
            if mark.is_line_end() {
                lines.push(std::mem::take(&mut line));
                (settled, used) = (0, 0.0);
                continue;
            }
            let breaks = mark.breaks();
            if breaks == Break::Space && line.is_empty() {
                continue;
            }
            if used + mark.width > ems && !line.is_empty() && breaks != Break::Space {
                let at = match (breaks, settled) {
                    (Break::Around, _) | (_, 0) => line.len(),
                    (_, settled) => settled,
                };
                let rest = line.split_off(at);
                lines.push(std::mem::replace(&mut line, rest));
                while line
                    .first()
                    .is_some_and(|mark| mark.breaks() == Break::Space)
                {
                    line.remove(0);
                }
                used = line.iter().map(|mark| mark.width).sum();
                settled = 0;
            }
            used += mark.width;
            line.push(mark);
            if breaks != Break::Never {
                settled = line.len();
            }
        }
        lines.push(line);
        lines
            .into_iter()
            .map(|marks| joined(marks, size))
            .filter(|line| !line.runs.is_empty())
            .collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for run in &self.0 {
            match run {
                Run::Words { text, bold } => marks.extend(text.chars().map(|letter| {
                    let letter = shown(letter);
                    Mark {
                        content: Content::Letter(letter),
                        bold: *bold,
                        width: if letter == '\n' {
                            0.0
                        } else {
                            advance(letter, *bold)
                        },
                    }
                })),
                Run::Page(anchor) => marks.push(Mark {
                    content: Content::Page(anchor.clone()),
                    bold: false,
                    width: PAGE_DIGITS.chars().map(|digit| advance(digit, false)).sum(),
                }),
            }
        }
        marks
    }
}

/// The letter that is printed for a letter: one that cannot be seen, or turns the direction of other letters, is a space.
fn shown(letter: char) -> char {
    let code = u32::from(letter);
    let turns = matches!(code, 0x202a..=0x202e | 0x2066..=0x2069 | 0x2028 | 0x2029);
    match letter {
        '\n' => '\n',
        _ if letter.is_control() || turns => ' ',
        _ => letter,
    }
}

#[derive(Debug, Clone)]
enum Content {
    Letter(char),
    Page(String),
}

/// A letter, or the room for a page number.
#[derive(Debug, Clone)]
struct Mark {
    content: Content,
    bold: bool,
    /// Width as a factor of the size of letters.
    width: f64,
}

/// Places at which a line may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    /// Here, and the mark goes.
    Space,
    /// Before it and after it.
    Around,
    /// After it.
    After,
    /// Nowhere near it.
    Never,
}

impl Mark {
    fn is_line_end(&self) -> bool {
        matches!(self.content, Content::Letter('\n'))
    }

    fn breaks(&self) -> Break {
        match self.content {
            Content::Letter(' ' | '\n') => Break::Space,
            Content::Letter('/' | '|') => Break::After,
            Content::Letter(letter) if u32::from(letter) >= 0x2e80 => Break::Around,
            Content::Letter(_) | Content::Page(_) => Break::Never,
        }
    }
}

fn joined(mut marks: Vec<Mark>, size: f64) -> Line {
    while marks
        .last()
        .is_some_and(|mark| mark.breaks() == Break::Space)
    {
        marks.pop();
    }
    let width: f64 = marks.iter().map(|mark| mark.width).sum();
    let mut runs: Vec<Run> = Vec::new();
    for mark in marks {
        match (mark.content, runs.last_mut()) {
            (Content::Letter(letter), Some(Run::Words { text, bold })) if *bold == mark.bold => {
                text.push(letter);
            }
            (Content::Letter(letter), _) => runs.push(Run::Words {
                text: letter.to_string(),
                bold: mark.bold,
            }),
            (Content::Page(anchor), _) => runs.push(Run::Page(anchor)),
        }
    }
    Line {
        runs,
        width: width * size * POINT,
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    fn lines(text: &Text, size: f64, width: f64) -> Vec<String> {
        let lines = text.wrap(size, width);
        lines
            .into_iter()
            .map(|line| Text(line.runs).letters())
            .collect()
    }

    #[test]
    fn no_letter_is_lost_and_no_line_is_too_wide() {
        let text = Text::plain("one two  three/four ")
            .plus(Text::bold("a-very-long-name-without-any-space"));
        for width in [3.0, 5.0, 12.0, 40.0] {
            let broken = text.wrap(8.0, width);
            assert!(
                broken.iter().all(|line| line.width <= width + 0.01),
                "{width}"
            );
            let all: String = lines(&text, 8.0, width).concat();
            let dense = |text: &str| text.replace(' ', "");
            assert_eq!(dense(&all), dense(&text.letters()), "{width}");
        }
    }

    #[test]
    fn lines_break_at_spaces_and_between_signs_of_east_asia() {
        assert_eq!(
            lines(&Text::plain("aa bb\ncc"), 10.0, 100.0),
            ["aa bb", "cc"]
        );
        // An em of 10 points is 3.53 mm; two of these signs need 2.12 em.
        assert_eq!(lines(&Text::plain("漢字漢字"), 10.0, 8.0), ["漢字", "漢字"]);
    }

    #[test]
    fn marks_that_turn_the_direction_are_spaces() {
        assert_eq!(
            lines(&Text::plain("a\u{202e}b\u{7}c"), 10.0, 100.0),
            ["a b c"]
        );
    }
}
