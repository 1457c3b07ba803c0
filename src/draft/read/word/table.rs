//! Tables of a Word document.

use super::super::builder::{CellDraft, Inline};
use super::super::xml::Element;
use super::body::{Reader, plain_text};
use super::is_body;
use crate::model::Style;

/// Cell as Word writes it: merged rows are cells that continue the one above.
struct RawCell<'a> {
    element: &'a Element,
    column: usize,
    n_columns: usize,
    continues: bool,
}

/// Widest table that is read.
const WIDEST: usize = 200;

impl Reader {
    /// Reads a table: as a grid; as its content, if it only places text.
    pub(super) fn read_table(&mut self, table: &Element) {
        let rows = rows(table);
        let is_nested = contains_table(table);
        let n_cells: usize = rows.iter().map(|(_, cells)| cells.len()).sum();
        if is_nested || n_cells == 1 {
            if self.enter() {
                let before = self.builder.container;
                if is_body(before) && !is_nested {
                    self.builder.container = self.builder.new_box();
                }
                for cell in rows.iter().flat_map(|(_, cells)| cells) {
                    self.blocks(cell.element);
                    self.flush();
                }
                self.builder.container = before;
            }
            self.leave();
            return;
        }
        let headers = rows.iter().take_while(|(is_header, _)| *is_header).count();
        let mut cells: Vec<CellDraft> = Vec::with_capacity(n_cells);
        for (row, (_, raw)) in rows.iter().enumerate() {
            for cell in raw {
                let above = cells
                    .iter_mut()
                    .rev()
                    .find(|above| above.column == cell.column);
                match above {
                    Some(above) if cell.continues && above.row + above.n_rows == row => {
                        above.n_rows += 1;
                    }
                    _ => cells.push(CellDraft {
                        row,
                        column: cell.column,
                        n_rows: 1,
                        n_columns: cell.n_columns,
                        inline: self.cell_text(cell.element),
                    }),
                }
            }
        }
        self.builder.table(cells, headers);
        self.write_aside();
    }

    /// Paragraphs of a cell, the mark of each list item before it.
    fn cell_text(&mut self, cell: &Element) -> Inline {
        let mut text = Inline::default();
        let mut paragraphs = Vec::new();
        collect_paragraphs(cell, &mut paragraphs);
        for paragraph in paragraphs {
            let mut inline = Inline::default();
            self.inlines(paragraph, Style::default(), &mut inline);
            if inline.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push("\n", Style::default());
            }
            text.append(inline);
        }
        text
    }
}

/// Rows with whether each is marked as a header; rows whose deletion was tracked are left out.
fn rows(table: &Element) -> Vec<(bool, Vec<RawCell<'_>>)> {
    let mut rows = Vec::new();
    let mut elements = Vec::new();
    collect_rows(table, &mut elements);
    for row in elements {
        let properties = row.child("trPr");
        if properties.is_some_and(|one| one.child("del").is_some()) {
            continue;
        }
        let number = |name: &str| properties?.child(name)?.number("val");
        let is_header = properties.is_some_and(|one| one.flag("tblHeader") == Some(true));
        let mut column = number("gridBefore").unwrap_or(0).min(WIDEST);
        let mut cells: Vec<RawCell<'_>> = Vec::new();
        let mut elements = Vec::new();
        collect_cells(row, &mut elements);
        for element in elements {
            let properties = element.child("tcPr");
            let span = properties.and_then(|one| one.child("gridSpan")?.number("val"));
            let span = span.unwrap_or(1).clamp(1, WIDEST);
            let merge = |name: &str| {
                let mark = properties?.child(name)?;
                Some(mark.get("val").as_deref() != Some("restart"))
            };
            if merge("hMerge") == Some(true)
                && let Some(last) = cells.last_mut()
            {
                last.n_columns += span;
                column += span;
                continue;
            }
            if column >= WIDEST {
                break;
            }
            cells.push(RawCell {
                element,
                column,
                n_columns: span,
                continues: merge("vMerge") == Some(true),
            });
            column += span;
        }
        rows.push((is_header, cells));
    }
    rows
}

fn collect_rows<'a>(parent: &'a Element, rows: &mut Vec<&'a Element>) {
    for child in parent.elements() {
        match &*child.name {
            "tr" => rows.push(child),
            "sdt" | "sdtContent" | "ins" | "customXml" => collect_rows(child, rows),
            _ => {}
        }
    }
}

fn collect_cells<'a>(parent: &'a Element, cells: &mut Vec<&'a Element>) {
    for child in parent.elements() {
        match &*child.name {
            "tc" => cells.push(child),
            "sdt" | "sdtContent" | "customXml" => collect_cells(child, cells),
            _ => {}
        }
    }
}

fn collect_paragraphs<'a>(parent: &'a Element, paragraphs: &mut Vec<&'a Element>) {
    for child in parent.elements() {
        match &*child.name {
            "p" => paragraphs.push(child),
            "sdt" | "sdtContent" | "ins" | "customXml" => collect_paragraphs(child, paragraphs),
            _ => {}
        }
    }
}

/// Whether a cell has a table in it, and with it a heading or more text than a cell of a chart has.
fn contains_table(table: &Element) -> bool {
    let mut rows = Vec::new();
    collect_rows(table, &mut rows);
    rows.iter().any(|row| {
        let mut cells = Vec::new();
        collect_cells(row, &mut cells);
        cells.iter().any(|cell| {
            cell.elements()
                .any(|child| child.is("tbl") && !plain_text(child).is_empty())
        })
    })
}
