//! Cells of tables: the case that one answers, and those that a lookup can select.

use super::hover::shortened;
use super::{Facts, Hover};
use crate::symbols::SymbolKind;
use sandtable_lint::SelectedCells;
use sandtable_model::{Drawn, Table};
use sandtable_source::{FileId, Span};
use std::collections::BTreeSet;

/// A cell of a table, as drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell<'a> {
    table: &'a Table,
    drawn: &'a Drawn,
}

impl<'a> Facts<'a> {
    /// Returns the cell of a table at an offset.
    pub(crate) fn cell_at(&self, file: FileId, offset: usize) -> Option<Cell<'a>> {
        let cells = self.inputs.book.tables.iter().flat_map(|table| {
            let cells = table.drawn.iter();
            cells.map(move |drawn| Cell { table, drawn })
        });
        let mut here = cells.filter(|cell| covers(cell.drawn.span, file, offset));
        here.next()
    }

    /// Returns the facts known of a table at one of its cells.
    pub(crate) fn hover_of_cell(&self, cell: &Cell<'_>) -> Hover {
        let naming = &cell.table.naming;
        Hover {
            span: cell.drawn.span,
            kind: SymbolKind::Table,
            name: naming.name.clone(),
            title: naming.title.clone(),
            range: String::new(),
            default: None,
            citations: Vec::new(),
            doc: None,
            lines: Vec::new(),
            is_narrowed: false,
            case: None,
            declarations: vec![naming.span],
        }
    }

    /// Describes the case that a cell answers: ``range` 7-9, `class` A: `code``.
    pub(crate) fn case_of(&self, cell: &Cell<'_>) -> Option<String> {
        let keys = cell.table.keys.iter().zip(&cell.drawn.keys);
        let keys = keys.map(|(key, span)| format!("`{}` {}", key.name, self.written(*span)));
        let keys: Vec<String> = keys.collect();
        let text = self.written(cell.drawn.span);
        (!keys.is_empty()).then(|| format!("{}: `{text}`", keys.join(", ")))
    }

    /// Leaves of the lines of a table its head and those rows that the lookup at an offset can select.
    pub(crate) fn narrow(
        &self,
        known: &mut Hover,
        selected: &[SelectedCells],
        (file, offset): (FileId, usize),
    ) {
        let here = selected.iter().filter(|one| covers(one.span, file, offset));
        let innermost = here.min_by_key(|one| one.span.end - one.span.start);
        let tables = &self.inputs.book.tables;
        let Some((lookup, table)) =
            innermost.and_then(|one| Some((one, tables.get(one.table.at())?)))
        else {
            return;
        };
        if table.naming.name != known.name || lookup.cells.len() >= table.drawn.len() {
            return;
        }
        let drawn = |at: &usize| table.drawn.get(*at);
        let cells: Vec<&Drawn> = lookup.cells.iter().filter_map(drawn).collect();
        if let [drawn] = cells.as_slice() {
            known.case = self.case_of(&Cell { table, drawn });
        }
        let line = |span: Span| self.line_at(span.file, span.start);
        let rows: BTreeSet<usize> = cells.iter().map(|cell| line(cell.span).0).collect();
        let all: BTreeSet<usize> = table.drawn.iter().map(|cell| line(cell.span).0).collect();
        if rows.len() == all.len() {
            return;
        }
        let head = table.naming.span;
        let (mut start, _) = line(head);
        let block = self.text_of(head.file).get(start..).unwrap_or_default();
        let mut lines = Vec::new();
        for text in block.split_inclusive('\n') {
            let is_of_table = lines.is_empty() || text.starts_with([' ', '\t']);
            if !is_of_table || text.trim().is_empty() {
                break;
            }
            if rows.contains(&start) || !all.contains(&start) {
                lines.push(text.trim_end().to_owned());
            }
            start += text.len();
        }
        known.lines = shortened(lines);
        known.is_narrowed = true;
    }

    /// Returns the text of a span, without the spaces around it.
    fn written(&self, span: Span) -> &'a str {
        let text = self.text_of(span.file).get(span.start..span.end);
        text.unwrap_or_default().trim()
    }
}

fn covers(span: Span, file: FileId, offset: usize) -> bool {
    span.file == file && span.start <= offset && offset <= span.end
}
