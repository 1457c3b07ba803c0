//! Layout of tables: widths of columns, heights of rows, and continuation of long tables.

use super::block::{Measured, SMALL, Source, TEXT, leading, lines_of};
use super::paper::Area;
use super::placed::{
    Align, Drawing, Lines, Placed, PlacedCell, PlacedRow, PlacedTable, Role, Shade, Shape, Stroke,
};
use super::text::{Line, Text};

/// The content of a table, with options of its layout.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grid {
    /// Above it; empty without one.
    pub title: Text,
    /// Sections of the book, beside the title.
    pub sections: Vec<String>,
    /// Between the title and the table.
    pub lead: Vec<Text>,
    /// Rows of column heads.
    pub heads: Vec<Vec<Cell>>,
    /// The rows below the heads.
    pub rows: Vec<Vec<Cell>>,
    /// Number of columns at the left that say what a row is about.
    pub n_keys: usize,
    /// Below it.
    pub notes: Vec<Text>,
    /// A part of it was set before.
    pub is_rest: bool,
    /// Name of the declaration that it shows, for the inventory.
    pub of: Option<String>,
    /// Size of its letters and widths of its columns, if they are settled: those of the table that it is a part of.
    pub settled: Option<(f64, Vec<f64>)>,
    /// Whether every second row is shaded.
    pub is_striped: bool,
    /// Whether it is set no wider than it needs to be.
    pub is_narrow: bool,
    /// Whether its first column takes what the others leave of the width.
    pub is_full: bool,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The text of the cell.
    pub text: Text,
    /// Number of columns.
    pub span: usize,
    /// Alignment of its lines.
    pub align: Align,
    /// Shown before the text; its area has the size.
    pub picture: Option<Drawing>,
}

impl Cell {
    /// A cell of one column.
    pub fn new(text: Text, align: Align) -> Self {
        Self {
            text,
            span: 1,
            align,
            picture: None,
        }
    }

    /// A cell with words at the left.
    pub fn words(text: impl Into<String>) -> Self {
        Self::new(Text::plain(text), Align::Left)
    }

    /// A cell with words in the middle.
    pub fn centred(text: impl Into<String>) -> Self {
        Self::new(Text::plain(text), Align::Centre)
    }

    /// A head of a column.
    pub fn head(text: impl Into<String>, align: Align) -> Self {
        Self::new(Text::bold(text), align)
    }

    /// The same cell over several columns.
    #[must_use]
    pub fn over(mut self, span: usize) -> Self {
        self.span = span.max(1);
        self
    }
}

/// Free at the left and right of a cell, in mm.
const INSET: f64 = 1.1;
/// Free above and below its lines, in mm.
const ABOVE: f64 = 0.55;
/// Above a table, in mm.
const GAP: f64 = 4.0;
/// Above a table without a title, in mm.
const GAP_UNTITLED: f64 = 1.2;
/// Sizes of letters in points, the usual one first.
const SIZES: [f64; 4] = [TEXT, 7.5, 6.5, 5.5];
/// A column is not made wider than it needs by more than this, in mm.
const SLACK: f64 = 14.0;

/// Columns of a table at a width.
struct Fit {
    size: f64,
    columns: Vec<f64>,
}

impl Grid {
    /// Number of columns.
    pub fn n_columns(&self) -> usize {
        let spans = |row: &Vec<Cell>| row.iter().map(|cell| cell.span).sum();
        self.heads
            .iter()
            .chain(&self.rows)
            .map(spans)
            .max()
            .unwrap_or(0)
    }

    /// Whether its letters have their usual size, and no word is broken, at a width.
    pub fn fits(&self, width: f64) -> bool {
        self.fit_size(TEXT, width).is_some_and(|columns| {
            // As many lines as that in a row are hard to read.
            const MOST_LINES: usize = 5;
            let rows = self.heads.iter().chain(&self.rows);
            let mut lines = rows.map(|row| self.n_lines(row, TEXT, &columns));
            lines.all(|n_lines| n_lines <= MOST_LINES)
        })
    }

    fn n_lines(&self, row: &[Cell], size: f64, columns: &[f64]) -> usize {
        let cells = over_columns(row, columns);
        let lines = cells.map(|(cell, width)| cell.text.wrap(size, room(cell, width)).len());
        lines.max().unwrap_or(0)
    }

    fn fit(&self, width: f64) -> Fit {
        if let Some((size, columns)) = &self.settled {
            return Fit {
                size: *size,
                columns: columns.clone(),
            };
        }
        for size in SIZES {
            if let Some(columns) = self.fit_size(size, width) {
                return Fit { size, columns };
            }
        }
        // Words are broken.
        let n_columns = self.n_columns().max(1);
        Fit {
            size: SIZES.last().copied().unwrap_or(SMALL),
            columns: vec![width / n_columns as f64; n_columns],
        }
    }

    /// Returns widths of columns in which no word is broken; `None` if there are none.
    fn fit_size(&self, size: f64, width: f64) -> Option<Vec<f64>> {
        let n_columns = self.n_columns();
        let mut least = vec![0.0_f64; n_columns];
        let mut most = vec![0.0_f64; n_columns];
        let rows = || self.heads.iter().chain(&self.rows);
        for row in rows() {
            let mut at = 0;
            for cell in row {
                if cell.span == 1
                    && let (Some(least), Some(most)) = (least.get_mut(at), most.get_mut(at))
                {
                    let extra = extra(cell);
                    *least = least.max(cell.text.widest_word(size) + extra);
                    *most = most.max(widest_line(&cell.text, size) + extra);
                }
                at += cell.span;
            }
        }
        for row in rows() {
            let mut at = 0;
            for cell in row {
                widen(
                    &mut least,
                    at,
                    cell,
                    cell.text.widest_word(size) + extra(cell),
                );
                widen(
                    &mut most,
                    at,
                    cell,
                    widest_line(&cell.text, size) + extra(cell),
                );
                at += cell.span;
            }
        }
        let mut columns = share(&least, &most, width, self.is_narrow)?;
        if let (true, Some(first)) = (self.is_full, columns.first().copied()) {
            let left = (width - columns.iter().sum::<f64>()).max(0.0);
            if let Some(column) = columns.first_mut() {
                *column = first + left;
            }
        }
        Some(columns)
    }

    /// The table at a width.
    pub fn measure(self, width: f64) -> Measured {
        let mut items = self.head_items(width);
        let mut y = bottom(&items);
        let fit = self.fit(width);
        let leading = leading(fit.size);
        let mut rows = Vec::new();
        for row in &self.heads {
            rows.push(placed_row(row, &fit, Shade::Head, row.len()));
        }
        for (at, row) in self.rows.iter().enumerate() {
            let shade = match self.is_striped && at % 2 == 1 {
                true => Shade::Light,
                false => Shade::None,
            };
            rows.push(placed_row(row, &fit, shade, self.n_keys));
        }
        let height: f64 = rows.iter().map(|row| row.height).sum();
        items.push(Placed::Table(PlacedTable {
            area: Area {
                y,
                w: fit.columns.iter().sum(),
                h: height,
                ..Area::default()
            },
            label: self.title.letters(),
            columns: fit.columns,
            n_heads: self.heads.len(),
            rows,
            size: fit.size,
            leading,
        }));
        y += height;
        for note in &self.notes {
            let lines = lines_of(note, Role::Text, SMALL, width);
            if lines.lines.is_empty() {
                continue;
            }
            y += 0.6;
            let height = lines.area.h;
            items.push(Placed::Lines(lines).moved(0.0, y));
            y += height;
        }
        Measured {
            gap: if self.title.is_empty() {
                GAP_UNTITLED
            } else {
                GAP
            },
            height: y,
            is_kept_with_next: false,
            items,
            source: Source::Table(Box::new(self)),
        }
    }

    /// Returns the title and the texts between it and the table.
    fn head_items(&self, width: f64) -> Vec<Placed> {
        let mut items = Vec::new();
        let mut y = 0.0;
        if !self.title.is_empty() {
            const RULE: f64 = 0.5;
            items.push(Placed::Drawing(Drawing {
                area: Area {
                    w: width,
                    h: RULE,
                    ..Area::default()
                },
                shapes: vec![Shape::Line {
                    from: (0.0, 0.0),
                    to: (width, 0.0),
                    stroke: Stroke::black(0.4),
                }],
                ..Drawing::default()
            }));
            y += RULE;
            let sections = match self.sections.as_slice() {
                [] => String::new(),
                some => format!("  [{}]", some.join(", ")),
            };
            let more = if self.is_rest { " (continued)" } else { "" };
            let title = self
                .title
                .clone()
                .plus(Text::plain(more))
                .plus(Text::plain(sections));
            let mut lines = lines_of(&title, Role::Heading(3), 9.5, width);
            lines.anchor.clone_from(&self.of);
            y += push(&mut items, lines, y) + 0.4;
        }
        for lead in self.lead.iter().filter(|lead| !lead.is_empty()) {
            y += push(&mut items, lines_of(lead, Role::Text, SMALL, width), y) + 0.4;
        }
        items
    }

    /// Splits off the rows that fit into a height; the rest has the heads again. `None` if too few fit.
    pub fn split(&self, height: f64, width: f64) -> Option<(Self, Self)> {
        /// Fewest rows on either side.
        const FEWEST: usize = 3;
        let fit = self.fit(width);
        let head = bottom(&self.head_items(width));
        let heads = self.heads.iter();
        let heads: f64 = heads
            .map(|row| placed_row(row, &fit, Shade::Head, 0).height)
            .sum();
        let mut left = height - head - heads;
        let mut n_fit = 0;
        for row in &self.rows {
            left -= placed_row(row, &fit, Shade::None, 0).height;
            if left < 0.0 {
                break;
            }
            n_fit += 1;
        }
        let n_fit = n_fit.min(self.rows.len().saturating_sub(FEWEST));
        if n_fit < FEWEST {
            return None;
        }
        let (first, rest) = self.rows.split_at_checked(n_fit)?;
        let part = |rows: &[Vec<Cell>]| Self {
            rows: rows.to_vec(),
            settled: Some((fit.size, fit.columns.clone())),
            ..self.clone()
        };
        let first = Self {
            notes: Vec::new(),
            ..part(first)
        };
        let rest = Self {
            is_rest: true,
            lead: Vec::new(),
            ..part(rest)
        };
        Some((first, rest))
    }
}

fn push(items: &mut Vec<Placed>, lines: Lines, y: f64) -> f64 {
    let height = lines.area.h;
    items.push(Placed::Lines(lines).moved(0.0, y));
    height
}

/// Position of the next item.
fn bottom(items: &[Placed]) -> f64 {
    let last = items.last().map(Placed::area);
    last.map_or(0.0, |area| area.y + area.h + 0.4)
}

/// Returns the width of a text with its line breaks.
fn widest_line(text: &Text, size: f64) -> f64 {
    let lines = text.wrap(size, f64::MAX);
    lines.iter().map(|line| line.width).fold(0.0, f64::max)
}

/// The part of a cell that its text does not have.
fn extra(cell: &Cell) -> f64 {
    let picture = cell.picture.as_ref();
    2.0 * INSET + picture.map_or(0.0, |picture| picture.area.w + 0.8)
}

fn room(cell: &Cell, width: f64) -> f64 {
    width - extra(cell)
}

/// Makes columns under a cell wide enough for it.
fn widen(columns: &mut [f64], at: usize, cell: &Cell, width: f64) {
    if cell.span < 2 {
        return;
    }
    let Some(under) = columns.get_mut(at..at + cell.span) else {
        return;
    };
    let lacks = width - under.iter().sum::<f64>();
    if lacks > 0.0 {
        let each = lacks / under.len() as f64;
        under.iter_mut().for_each(|column| *column += each);
    }
}

/// Widths between the least and the most that columns need; `None` if even the least do not fit.
fn share(least: &[f64], most: &[f64], width: f64, is_narrow: bool) -> Option<Vec<f64>> {
    let total = |columns: &[f64]| columns.iter().sum::<f64>();
    let (low, high) = (total(least), total(most));
    if low > width || least.is_empty() {
        return None;
    }
    if high <= width {
        let slack = if is_narrow { 0.0 } else { width - high };
        let each = (slack / most.len() as f64).min(SLACK);
        return Some(most.iter().map(|column| column + each).collect());
    }
    let part = (width - low) / (high - low);
    let columns = least.iter().zip(most);
    Some(
        columns
            .map(|(least, most)| least + (most - least) * part)
            .collect(),
    )
}

/// Cells with the widths that they have.
fn over_columns<'a>(row: &'a [Cell], columns: &'a [f64]) -> impl Iterator<Item = (&'a Cell, f64)> {
    row.iter().scan(0, |at, cell| {
        let under = columns.get(*at..*at + cell.span).unwrap_or_default();
        *at += cell.span;
        Some((cell, under.iter().sum()))
    })
}

fn placed_row(row: &[Cell], fit: &Fit, shade: Shade, n_heads: usize) -> PlacedRow {
    let leading = leading(fit.size);
    let mut height = leading;
    let mut cells = Vec::new();
    for (at, (cell, width)) in over_columns(row, &fit.columns).enumerate() {
        let lines: Vec<Line> = cell.text.wrap(fit.size, room(cell, width));
        height = height.max(leading * lines.len() as f64);
        if let Some(picture) = &cell.picture {
            height = height.max(picture.area.h);
        }
        cells.push(PlacedCell {
            span: cell.span,
            is_head: at < n_heads,
            shade,
            align: cell.align,
            lines,
            picture: cell.picture.clone(),
        });
    }
    PlacedRow {
        height: height + 2.0 * ABOVE,
        cells,
    }
}
