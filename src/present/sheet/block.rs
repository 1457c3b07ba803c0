//! Blocks: the parts of a sheet before they have places, and the heights that they need at a width.

use super::font::POINT;
use super::grid::Grid;
use super::paper::Area;
use super::placed::{Align, Drawing, Lines, Placed, Role};
use super::text::{Line, Text};

/// A part of a sheet, in reading order.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A heading, which is kept with the block after it.
    Heading {
        /// 2, 3 or 4; 1 is the title of the sheet.
        level: u8,
        /// The text of the heading.
        text: Text,
        /// Sections of the book.
        sections: Vec<String>,
        /// Name under which other texts refer to its page.
        anchor: Option<String>,
    },
    /// A paragraph of normal size.
    Paragraph(Text),
    /// A step or an item of a list.
    Step {
        /// Lists around its list.
        depth: usize,
        /// Its mark and its words.
        text: Text,
        /// Small letters, for a note.
        is_small: bool,
    },
    /// Small text.
    Note(Text),
    /// Text in a frame: a worked example.
    Boxed {
        /// Title of the example.
        title: Text,
        /// The paragraphs in the frame.
        paragraphs: Vec<Text>,
    },
    /// A table, which may continue in the next column.
    Table(Grid),
    /// Shapes; the area has the size, not the place.
    Drawing(Drawing),
}

/// Size in points of text.
pub const TEXT: f64 = 8.5;
/// Size in points of small text.
pub const SMALL: f64 = 7.0;
/// Distance of baselines, as a factor of the size of letters.
pub const LEADING: f64 = 1.22;
/// Between blocks, in mm.
const GAP: f64 = 2.2;

/// Of a list within another, in mm.
const INDENT: f64 = 3.6;

/// A block measured at a width.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Space above it in mm, unless it is the first of its column.
    pub gap: f64,
    /// Height in mm.
    pub height: f64,
    /// Whether it must not be the last of a column.
    pub is_kept_with_next: bool,
    /// Its items, placed in a rectangle that begins at the left and at the top.
    pub items: Vec<Placed>,
    /// The rest of a table or of a paragraph, from which a part can be split off.
    pub source: Source,
}

/// A block that may be split.
#[derive(Debug, Clone)]
pub enum Source {
    /// It cannot be split.
    Whole,
    /// A table, which continues with its heads repeated.
    Table(Box<Grid>),
    /// Lines of a paragraph.
    Lines(Lines),
    /// A frame, split between its paragraphs.
    Boxed {
        /// Its title.
        title: Text,
        /// Its paragraphs.
        paragraphs: Vec<Text>,
    },
}

/// From line to line, in mm, of a size in points.
pub fn leading(size: f64) -> f64 {
    size * LEADING * POINT
}

/// Lines of a text as an item that begins at the left and at the top.
pub fn lines_of(text: &Text, role: Role, size: f64, width: f64) -> Lines {
    set(text.wrap(size, width), role, size, width)
}

fn set(lines: Vec<Line>, role: Role, size: f64, width: f64) -> Lines {
    let leading = leading(size);
    Lines {
        area: Area {
            w: width,
            h: leading * lines.len() as f64,
            ..Area::default()
        },
        role,
        size,
        leading,
        lines,
        align: Align::Left,
        anchor: None,
    }
}

impl Block {
    /// A heading without sections and anchor.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading {
            level,
            text: Text::bold(text),
            sections: Vec::new(),
            anchor: None,
        }
    }

    /// The block at a width.
    pub fn measure(self, width: f64) -> Measured {
        match self {
            Self::Heading {
                level,
                text,
                sections,
                anchor,
            } => measure_heading(level, text, &sections, anchor, width),
            Self::Paragraph(text) => measure_lines(lines_of(&text, Role::Text, TEXT, width)),
            Self::Step {
                depth,
                text,
                is_small,
            } => {
                let size = if is_small { SMALL } else { TEXT };
                let indent = (depth as f64 * INDENT).min(width / 2.0);
                let mut lines = lines_of(&text, Role::Text, size, width - indent);
                lines.area.x = indent;
                measure_lines(lines)
            }
            Self::Note(text) => measure_lines(lines_of(&text, Role::Text, SMALL, width)),
            Self::Boxed { title, paragraphs } => measure_box(&title, &paragraphs, width),
            Self::Table(grid) => grid.measure(width),
            Self::Drawing(mut drawing) => {
                let height = drawing.area.h;
                drawing.area.x = 0.0;
                drawing.area.y = 0.0;
                Measured {
                    gap: GAP,
                    height,
                    is_kept_with_next: false,
                    items: vec![Placed::Drawing(drawing)],
                    source: Source::Whole,
                }
            }
        }
    }
}

fn measure_heading(
    level: u8,
    text: Text,
    sections: &[String],
    anchor: Option<String>,
    width: f64,
) -> Measured {
    let (size, gap) = match level {
        2 => (13.0, 4.0),
        3 => (10.5, 3.0),
        _ => (TEXT, GAP),
    };
    let text = match sections {
        [] => text,
        some => text.plus(Text::plain(format!("  [{}]", some.join(", ")))),
    };
    let mut lines = lines_of(&text, Role::Heading(level), size, width);
    lines.anchor = anchor;
    Measured {
        gap,
        height: lines.area.h,
        is_kept_with_next: true,
        items: vec![Placed::Lines(lines)],
        source: Source::Whole,
    }
}

fn measure_lines(lines: Lines) -> Measured {
    Measured {
        gap: GAP / 2.0,
        height: lines.area.h,
        is_kept_with_next: false,
        items: vec![Placed::Lines(lines.clone())],
        source: Source::Lines(lines),
    }
}

fn measure_box(title: &Text, paragraphs: &[Text], width: f64) -> Measured {
    const INSET: f64 = 2.0;
    let inner = width - 2.0 * INSET;
    let mut y = INSET;
    let mut items = Vec::new();
    let texts = std::iter::once((title, Role::Text))
        .chain(paragraphs.iter().map(|text| (text, Role::Text)));
    for (text, role) in texts {
        let lines = lines_of(text, role, TEXT, inner);
        if lines.lines.is_empty() {
            continue;
        }
        let height = lines.area.h;
        items.push(Placed::Lines(lines).moved(INSET, y));
        y += height + GAP / 3.0;
    }
    let height = y - GAP / 3.0 + INSET;
    let frame = Placed::Frame(Area {
        w: width,
        h: height,
        ..Area::default()
    });
    items.insert(0, frame);
    Measured {
        gap: GAP,
        height,
        is_kept_with_next: false,
        items,
        source: Source::Boxed {
            title: title.clone(),
            paragraphs: paragraphs.to_vec(),
        },
    }
}

/// The title of the rest of a frame.
fn continued(title: &Text) -> Text {
    const MARK: &str = " – continued";
    if title.letters().ends_with(MARK) {
        title.clone()
    } else {
        title.clone().plus(Text::plain(MARK))
    }
}

impl Measured {
    /// Splits off a part of at most a height; the second is the rest. `None` if nothing useful fits.
    pub fn split(self, height: f64, width: f64) -> Result<(Self, Self), Box<Self>> {
        /// Fewest lines on either side of a split paragraph.
        const FEWEST: usize = 2;
        match self.source {
            Source::Whole => Err(Box::new(self)),
            Source::Lines(ref lines) => {
                let n_fit = (height / lines.leading) as usize;
                let n_fit = n_fit.min(lines.lines.len().saturating_sub(FEWEST));
                if n_fit < FEWEST {
                    return Err(Box::new(self));
                }
                let (first, rest) = lines.lines.split_at_checked(n_fit).unwrap_or_default();
                let part = |part: &[Line], anchor: Option<String>| {
                    let mut part = set(part.to_vec(), lines.role, lines.size, lines.area.w);
                    part.area.x = lines.area.x;
                    part.anchor = anchor;
                    measure_lines(part)
                };
                Ok((part(first, lines.anchor.clone()), part(rest, None)))
            }
            Source::Boxed {
                ref title,
                ref paragraphs,
            } => {
                let halves = (1..paragraphs.len()).rev().find_map(|n| {
                    let (first, rest) = paragraphs.split_at_checked(n)?;
                    let first = measure_box(title, first, width);
                    (first.height <= height).then_some((first, rest))
                });
                match halves {
                    Some((first, rest)) => Ok((first, measure_box(&continued(title), rest, width))),
                    None => Err(Box::new(self)),
                }
            }
            Source::Table(ref grid) => match grid.split(height, width) {
                Some((first, rest)) => Ok((first.measure(width), rest.measure(width))),
                None => Err(Box::new(self)),
            },
        }
    }
}
