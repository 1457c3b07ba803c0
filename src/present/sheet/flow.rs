//! Layout: blocks into columns, columns into pages.
//!
//! Neighbouring blocks that fit into a column make a band of columns of about equal height; a block that needs the whole
//! width is a band of its own. What fits into one column is not split, unless it would leave most of a column free.

use std::collections::VecDeque;

use super::block::{Block, Measured, SMALL, lines_of};
use super::paper::{Area, MARGIN, Paper};
use super::placed::{Align, Page, Placed, Role, number_references};
use super::text::Text;

/// Properties of all pages of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The size of paper.
    pub paper: Paper,
    /// Title of the book.
    pub book: String,
    /// Title of the sheet.
    pub title: String,
}

/// Blank margin of a page of text, in mm.
pub const EDGE: f64 = MARGIN + 3.65;
/// Height of the head of a page, and of its foot, in mm.
const HEAD: f64 = 8.0;
const FOOT: f64 = 5.0;
/// Between columns, in mm.
const GUTTER: f64 = 5.0;

impl Frame {
    /// The rectangle for blocks.
    pub fn body(&self) -> Area {
        let (w, h) = self.paper.size();
        Area {
            x: EDGE,
            y: EDGE + HEAD,
            w: w - 2.0 * EDGE,
            h: h - 2.0 * EDGE - HEAD - FOOT,
        }
    }

    /// Adds what every page repeats, and sets the numbers of pages.
    pub fn finish(&self, pages: &mut Vec<Page>) {
        if pages.is_empty() {
            pages.push(Page::default());
        }
        number_references(pages);
        close_gaps(pages);
        let n_pages = pages.len();
        let (width, height) = self.paper.size();
        let width = width - 2.0 * EDGE;
        for (number, page) in (1..).zip(pages) {
            let role = if number == 1 {
                Role::Title
            } else {
                Role::Margin
            };
            // Not more than the half of a page is for either title.
            let (left, right) = (width * 0.45, width * 0.5);
            let title = one_line(
                &Text::bold(self.title.as_str()),
                role,
                14.0,
                left,
                Align::Left,
            );
            let book = one_line(
                &Text::plain(self.book.as_str()),
                Role::Margin,
                SMALL,
                right,
                Align::Right,
            );
            let number = Text::plain(format!("{} – page {number} of {n_pages}", self.title));
            let foot = one_line(&number, Role::Margin, SMALL, width, Align::Centre);
            let foot_at = height - EDGE - foot.area().h;
            page.items.insert(0, title.moved(EDGE, EDGE));
            page.items
                .insert(1, book.moved(EDGE + width - right, EDGE + 1.5));
            page.items.push(foot.moved(EDGE, foot_at));
        }
    }
}

/// Raises headings that would be more than one level below the heading before them.
fn close_gaps(pages: &mut [Page]) {
    let mut last = 1;
    let items = pages.iter_mut().flat_map(|page| &mut page.items);
    for item in items {
        if let Placed::Lines(lines) = item
            && let Role::Heading(level) = &mut lines.role
        {
            *level = (*level).min(last + 1);
            last = *level;
        }
    }
}

/// A text in one line: set smaller, and in the end cut with a mark, if it is too long.
fn one_line(text: &Text, role: Role, size: f64, width: f64, align: Align) -> Placed {
    let natural = text.width(size);
    let size = match natural > width {
        true => (size * width / natural).max(size / 2.0),
        false => size,
    };
    let mut lines = lines_of(text, role, size, width);
    lines.lines.truncate(2);
    lines.area.h = lines.leading * lines.lines.len() as f64;
    lines.align = align;
    Placed::Lines(lines)
}

/// Lays blocks in a number of columns and numbers the pages. Where little is left for the last page, blocks are set closer together.
pub fn compose(frame: &Frame, n_columns: usize, blocks: Vec<Block>) -> Vec<Page> {
    /// A share of a page.
    const LITTLE: f64 = 0.3;
    let (mut pages, used) = set_columns(frame, n_columns, blocks.clone(), 1.0);
    if pages.len() > 1 && used < LITTLE * frame.body().h {
        let (closer, _) = set_columns(frame, n_columns, blocks, 0.5);
        if closer.len() < pages.len() {
            pages = closer;
        }
    }
    frame.finish(&mut pages);
    pages
}

/// Pages of blocks whose gaps have a share of their usual height, and the used height of the last page.
fn set_columns(frame: &Frame, n_columns: usize, blocks: Vec<Block>, gaps: f64) -> (Vec<Page>, f64) {
    let body = frame.body();
    let n_columns = n_columns.max(1);
    let gutters = GUTTER * (n_columns - 1) as f64;
    let column = (body.w - gutters) / n_columns as f64;
    let mut layout = Layout {
        body,
        pages: vec![Page::default()],
        y: 0.0,
    };
    let mut narrow: VecDeque<Measured> = VecDeque::new();
    for block in blocks {
        let is_wide = n_columns > 1 && needs_width(&block, column);
        let measured = |block: Block, width: f64| {
            let mut measured = block.measure(width);
            measured.gap *= gaps;
            measured
        };
        if is_wide {
            // A heading goes with the block that it is about.
            let mut kept = VecDeque::new();
            while narrow.back().is_some_and(|last| last.is_kept_with_next) {
                kept.extend(narrow.pop_back());
            }
            layout.add_band(std::mem::take(&mut narrow), n_columns, column);
            let mut band: VecDeque<Measured> = kept.into_iter().rev().collect();
            band.push_back(measured(block, body.w));
            layout.add_band(band, 1, body.w);
        } else {
            narrow.push_back(measured(block, column));
        }
    }
    layout.add_band(narrow, n_columns, column);
    let mut pages = layout.pages;
    if pages.len() > 1 && pages.last().is_some_and(|page| page.items.is_empty()) {
        pages.pop();
    }
    (pages, layout.y)
}

fn needs_width(block: &Block, column: f64) -> bool {
    match block {
        Block::Table(grid) => !grid.fits(column),
        Block::Drawing(drawing) => drawing.area.w > column + 0.01,
        Block::Heading { .. }
        | Block::Paragraph(_)
        | Block::Step { .. }
        | Block::Note(_)
        | Block::Boxed { .. } => false,
    }
}

struct Layout {
    body: Area,
    pages: Vec<Page>,
    /// Used height of the last page.
    y: f64,
}

/// Above a band that is not the first of its page, in mm.
const BAND_GAP: f64 = 3.0;

impl Layout {
    fn add_band(&mut self, mut blocks: VecDeque<Measured>, n_columns: usize, width: f64) {
        while !blocks.is_empty() {
            let gap = if self.y > 0.0 { BAND_GAP } else { 0.0 };
            let left = self.body.h - self.y - gap;
            let is_fresh = self.y == 0.0;
            let all = self.body.h;
            let tried = |height: f64| fill(blocks.clone(), n_columns, height, all, width, is_fresh);
            let mut best = tried(left);
            if best.rest.is_empty() {
                // The least height at which nothing is left makes columns of equal height.
                let (mut low, mut high) = (0.0, left);
                for _ in 0..14 {
                    let middle = (low + high) / 2.0;
                    let other = tried(middle);
                    match other.rest.is_empty() && !other.splits {
                        true => {
                            high = middle;
                            best = other;
                        }
                        false => low = middle,
                    }
                }
            }
            let has_any = best.columns.iter().any(|column| !column.is_empty());
            if has_any {
                self.place(best.columns, width, self.y + gap);
            }
            if best.rest.is_empty() {
                return;
            }
            if !has_any && is_fresh {
                // An indivisible block higher than a page is placed nevertheless, so that the loop terminates.
                if let Some(block) = best.rest.pop_front() {
                    self.place(vec![vec![block]], width, 0.0);
                }
            }
            blocks = best.rest;
            self.pages.push(Page::default());
            self.y = 0.0;
        }
    }

    fn place(&mut self, columns: Vec<Vec<Measured>>, width: f64, top: f64) {
        let Some(page) = self.pages.last_mut() else {
            return;
        };
        let mut lowest: f64 = top;
        for (at, column) in columns.into_iter().enumerate() {
            let x = self.body.x + (width + GUTTER) * at as f64;
            let mut y = top;
            for (nth, block) in column.into_iter().enumerate() {
                if nth > 0 {
                    y += block.gap;
                }
                let items = block.items.into_iter();
                page.items
                    .extend(items.map(|item| item.moved(x, self.body.y + y)));
                y += block.height;
            }
            lowest = lowest.max(y);
        }
        self.y = lowest;
    }
}

struct Filled {
    columns: Vec<Vec<Measured>>,
    rest: VecDeque<Measured>,
    /// A block was split that would fit into a column.
    splits: bool,
}

/// Fills columns of a height with blocks in order.
fn fill(
    mut blocks: VecDeque<Measured>,
    n_columns: usize,
    height: f64,
    all: f64,
    width: f64,
    is_fresh: bool,
) -> Filled {
    let mut columns = Vec::new();
    let mut splits = false;
    for _ in 0..n_columns {
        let mut column: Vec<Measured> = Vec::new();
        let mut y = 0.0;
        while let Some(block) = blocks.pop_front() {
            let gap = if column.is_empty() { 0.0 } else { block.gap };
            if y + gap + block.height <= height + 0.001 {
                y += gap + block.height;
                column.push(block);
                continue;
            }
            // A block higher than a whole page is split where it begins, other blocks only if a column would otherwise remain
            // mostly empty.
            let is_long = block.height > all;
            let is_text = matches!(block.source, super::block::Source::Lines(_));
            if is_long || is_text {
                match block.split(height - y - gap, width) {
                    Ok((first, rest)) => {
                        splits |= !is_long && !is_text;
                        column.push(first);
                        blocks.push_front(rest);
                    }
                    Err(block) => blocks.push_front(*block),
                }
            } else {
                blocks.push_front(block);
            }
            break;
        }
        // A heading is not the last of its column.
        let is_over = blocks.is_empty();
        while !is_over && column.last().is_some_and(|last| last.is_kept_with_next) {
            if column.len() == 1 && is_fresh && columns.is_empty() && height >= all - 0.001 {
                break;
            }
            if let Some(last) = column.pop() {
                blocks.push_front(last);
            }
        }
        columns.push(column);
    }
    Filled {
        columns,
        rest: blocks,
        splits,
    }
}
