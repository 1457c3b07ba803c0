//! Pages with everything at its place: what the writers write.

use std::collections::BTreeSet;

use super::paper::{Area, Paper};
use super::text::{Line, Run};

/// A sheet: pages that are printed together, one file each.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Name of its files, without an ending.
    pub name: String,
    /// Shown above its pages.
    pub title: String,
    /// The paper on which it is printed.
    pub paper: Paper,
    /// At least one.
    pub pages: Vec<Page>,
}

impl Sheet {
    /// The letters that are set in regular or in bold type.
    pub fn letters(&self, bold: bool) -> BTreeSet<char> {
        let mut letters = BTreeSet::new();
        let mut add = |line: &Line| {
            for run in &line.runs {
                if let Run::Words { text, bold: heavy } = run
                    && *heavy == bold
                {
                    letters.extend(text.chars());
                }
            }
        };
        for item in self.pages.iter().flat_map(|page| &page.items) {
            match item {
                Placed::Lines(lines) => lines.lines.iter().for_each(&mut add),
                Placed::Table(table) => {
                    for cell in table.rows.iter().flat_map(|row| &row.cells) {
                        cell.lines.iter().for_each(&mut add);
                        cell.picture.iter().for_each(|one| one.each_line(&mut add));
                    }
                }
                Placed::Drawing(drawing) => drawing.each_line(&mut add),
                Placed::Frame(_) => {}
            }
        }
        letters
    }
}

impl Drawing {
    /// Hands every line of text among the shapes to a visitor.
    fn each_line(&self, visit: &mut impl FnMut(&Line)) {
        for shape in &self.shapes {
            if let Shape::Label { line, .. } = shape {
                visit(line);
            }
        }
    }
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// In reading order.
    pub items: Vec<Placed>,
}

/// Something at its place on a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Placed {
    /// Lines of text.
    Lines(Lines),
    /// A table.
    Table(PlacedTable),
    /// Shapes.
    Drawing(Drawing),
    /// A frame around other items.
    Frame(Area),
}

/// The role of lines, for readers that do not see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The title of the sheet.
    Title,
    /// A heading of a level from 2 to 4.
    Heading(u8),
    /// Text.
    Text,
    /// Text that every page repeats: book, sheet, page number.
    Margin,
}

/// Alignment of the lines of a text or a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left.
    #[default]
    Left,
    /// In the middle.
    Centre,
    /// They end at the right.
    Right,
}

/// Lines of text at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// As high as all lines.
    pub area: Area,
    /// Their role.
    pub role: Role,
    /// Size of the letters in points.
    pub size: f64,
    /// From line to line, in mm.
    pub leading: f64,
    /// Top to bottom.
    pub lines: Vec<Line>,
    /// Their alignment.
    pub align: Align,
    /// Name under which other texts refer to this page.
    pub anchor: Option<String>,
}

/// A table at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedTable {
    /// As high as all rows.
    pub area: Area,
    /// Its title, for readers that do not see it; the title above it is a text of its own.
    pub label: String,
    /// Widths of the columns in mm.
    pub columns: Vec<f64>,
    /// Number of rows of heads.
    pub n_heads: usize,
    /// Heads first.
    pub rows: Vec<PlacedRow>,
    /// Size of the letters in points.
    pub size: f64,
    /// From line to line, in mm.
    pub leading: f64,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedRow {
    /// In mm.
    pub height: f64,
    /// Left to right; their spans add up to the number of columns.
    pub cells: Vec<PlacedCell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedCell {
    /// Number of columns.
    pub span: usize,
    /// A head of columns or of a row.
    pub is_head: bool,
    /// Ground.
    pub shade: Shade,
    /// The offset at which its lines begin.
    pub align: Align,
    /// Top to bottom.
    pub lines: Vec<Line>,
    /// Shown before the lines.
    pub picture: Option<Drawing>,
}

/// Ground of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shade {
    /// The paper.
    #[default]
    None,
    /// Of every second row.
    Light,
    /// Of heads.
    Head,
}

impl Shade {
    /// Colour of the ground.
    pub fn colour(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Light => Some("#f0f0ee"),
            Self::Head => Some("#d9d9d4"),
        }
    }
}

/// Shapes in a rectangle, in mm from its upper left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// Its place.
    pub area: Area,
    /// Said to readers that do not see it; empty for an ornament.
    pub label: String,
    /// Lowest first.
    pub shapes: Vec<Shape>,
    /// Whether shapes that reach out of the rectangle are cut at its edges.
    pub is_cut: bool,
}

/// Line around a shape, or a line alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub colour: &'static str,
    /// In mm.
    pub width: f64,
    /// Dashed.
    pub is_dashed: bool,
}

impl Stroke {
    /// A black line.
    pub fn black(width: f64) -> Self {
        Self {
            colour: "#000000",
            width,
            is_dashed: false,
        }
    }
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A closed area.
    Polygon {
        /// Its corners.
        points: Vec<(f64, f64)>,
        /// Ground.
        fill: Option<&'static str>,
        /// Edge.
        stroke: Option<Stroke>,
    },
    /// A line.
    Line {
        /// First end.
        from: (f64, f64),
        /// Other end.
        to: (f64, f64),
        /// Its look.
        stroke: Stroke,
    },
    /// A circle or an ellipse.
    Ellipse {
        /// Its middle.
        centre: (f64, f64),
        /// Half its width and half its height.
        radii: (f64, f64),
        /// Ground.
        fill: Option<&'static str>,
        /// Edge.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Label {
        /// On the base line: where it begins, its middle, or where it ends.
        at: (f64, f64),
        /// RegionShape of these.
        align: Align,
        /// Size in points.
        size: f64,
        /// Colour.
        fill: &'static str,
        /// The text.
        line: Line,
    },
    /// A picture of the author.
    Picture {
        /// Its rectangle; the picture is as large as it can be in it.
        area: Area,
        /// Name under which it is known.
        name: String,
    },
}

impl Shape {
    /// A rectangle.
    pub fn rect(area: Area, fill: Option<&'static str>, stroke: Option<Stroke>) -> Self {
        let (right, low) = (area.x + area.w, area.y + area.h);
        Self::Polygon {
            points: vec![
                (area.x, area.y),
                (right, area.y),
                (right, low),
                (area.x, low),
            ],
            fill,
            stroke,
        }
    }

    /// The same shape, further to the right and down.
    #[must_use]
    pub fn moved(self, x: f64, y: f64) -> Self {
        let shift = |(left, top): (f64, f64)| (left + x, top + y);
        match self {
            Self::Polygon {
                points,
                fill,
                stroke,
            } => Self::Polygon {
                points: points.into_iter().map(shift).collect(),
                fill,
                stroke,
            },
            Self::Line { from, to, stroke } => Self::Line {
                from: shift(from),
                to: shift(to),
                stroke,
            },
            Self::Ellipse {
                centre,
                radii,
                fill,
                stroke,
            } => Self::Ellipse {
                centre: shift(centre),
                radii,
                fill,
                stroke,
            },
            Self::Label {
                at,
                align,
                size,
                fill,
                line,
            } => Self::Label {
                at: shift(at),
                align,
                size,
                fill,
                line,
            },
            Self::Picture { area, name } => Self::Picture {
                area: area.moved(x, y),
                name,
            },
        }
    }

    /// The rectangle that it fills, without the width of its lines.
    pub fn extent(&self) -> Area {
        let around = |points: &[(f64, f64)]| {
            let low = |part: fn(&(f64, f64)) -> f64| {
                points.iter().map(part).fold(f64::INFINITY, f64::min)
            };
            let high = |part: fn(&(f64, f64)) -> f64| {
                points.iter().map(part).fold(f64::NEG_INFINITY, f64::max)
            };
            let (x, y) = (low(|point| point.0), low(|point| point.1));
            Area {
                x,
                y,
                w: high(|point| point.0) - x,
                h: high(|point| point.1) - y,
            }
        };
        match self {
            Self::Polygon { points, .. } => around(points),
            Self::Line { from, to, .. } => around(&[*from, *to]),
            Self::Ellipse { centre, radii, .. } => Area {
                x: centre.0 - radii.0,
                y: centre.1 - radii.1,
                w: 2.0 * radii.0,
                h: 2.0 * radii.1,
            },
            Self::Label {
                at,
                align,
                size,
                line,
                ..
            } => {
                let height = size * super::font::POINT;
                let left = match align {
                    Align::Left => 0.0,
                    Align::Centre => line.width / 2.0,
                    Align::Right => line.width,
                };
                Area {
                    x: at.0 - left,
                    y: at.1 - height * 0.75,
                    w: line.width,
                    h: height,
                }
            }
            Self::Picture { area, .. } => *area,
        }
    }
}

impl Placed {
    /// Its rectangle.
    pub fn area(&self) -> Area {
        match self {
            Self::Lines(lines) => lines.area,
            Self::Table(table) => table.area,
            Self::Drawing(drawing) => drawing.area,
            Self::Frame(area) => *area,
        }
    }

    /// The same item, further to the right and down.
    #[must_use]
    pub fn moved(mut self, x: f64, y: f64) -> Self {
        let area = match &mut self {
            Self::Lines(lines) => &mut lines.area,
            Self::Table(table) => &mut table.area,
            Self::Drawing(drawing) => &mut drawing.area,
            Self::Frame(area) => area,
        };
        *area = area.moved(x, y);
        self
    }

    fn lines_mut(&mut self) -> Vec<&mut Line> {
        match self {
            Self::Lines(lines) => lines.lines.iter_mut().collect(),
            Self::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.flat_map(|cell| &mut cell.lines).collect()
            }
            Self::Drawing(_) | Self::Frame(_) => Vec::new(),
        }
    }
}

/// Sets the page numbers of all references; one to an anchor that no page has is a dash.
pub fn number_references(pages: &mut [Page]) {
    let mut anchors = std::collections::BTreeMap::new();
    for (number, page) in (1..).zip(pages.iter()) {
        for item in &page.items {
            if let Placed::Lines(Lines {
                anchor: Some(anchor),
                ..
            }) = item
            {
                anchors.entry(anchor.clone()).or_insert(number);
            }
        }
    }
    let items = pages.iter_mut().flat_map(|page| &mut page.items);
    for run in items
        .flat_map(Placed::lines_mut)
        .flat_map(|line| &mut line.runs)
    {
        if let Run::Page(anchor) = run {
            let number = anchors.get(anchor).map(i32::to_string);
            *run = Run::Words {
                text: number.unwrap_or_else(|| "–".to_owned()),
                bold: false,
            };
        }
    }
}
