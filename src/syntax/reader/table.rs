//! Tables as they are drawn.

use super::Reader;
use crate::ast;
use crate::build::{self, TableLine};
use crate::grammar::Rule;
use crate::layout::Line;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::Span;

impl Reader<'_> {
    pub(super) fn read_table(&mut self, table: &mut ast::Table, line: &Line) {
        let mut ragged = self.framed(&line.block);
        if ragged {
            return;
        }
        for below in &line.block {
            let node = self.line(Rule::table_line, below);
            match node.and_then(|node| self.built(below, |found| build::table_line(&node, found))) {
                Some(TableLine::Row(row)) => {
                    let header = table
                        .rows
                        .first()
                        .map_or(row.value.cells.len(), |header| header.value.cells.len());
                    if row.value.cells.len() == header {
                        table.rows.push(row);
                    } else {
                        ragged = true;
                        let first = table.rows.first().map(|header| header.span);
                        self.ragged(row.span, row.value.cells.len(), header, first);
                    }
                }
                Some(TableLine::Where(meaning)) => table.wheres.push(meaning),
                Some(TableLine::Several(several)) => {
                    self.once(&mut table.several, several, below);
                }
                None => ragged = true,
            }
            self.nothing_below(below);
        }
        if !ragged && table.rows.len() == 1 {
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBlock, "a table with a header and no rows")
                    .label(self.span(line), "")
                    .help("write its rows below the header"),
            );
        }
        if ragged {
            // A table with a row missing would only be reported again, as a gap.
            table.rows.clear();
        }
    }

    /// Reports rows with a `|` before the first or after the last cell.
    pub(super) fn framed(&mut self, lines: &[Line]) -> bool {
        let headless: Vec<Span> = lines
            .iter()
            .flat_map(|line| &line.block)
            .filter(|line| self.begins_with_bar(line))
            .map(|line| self.span(line))
            .collect();
        for row in &headless {
            self.diagnostics.push(
                Diagnostic::new(Code::RaggedRow, "this row starts with an empty cell")
                    .label(*row, "")
                    .help("write the keys in every row, even if they are those of the row above"),
            );
        }
        let framed: Vec<Span> = lines
            .iter()
            .filter(|line| {
                let text = self.text.get(line.start..line.end).unwrap_or_default();
                self.begins_with_bar(line) || text.ends_with('|')
            })
            .map(|line| self.span(line))
            .collect();
        let Some(first) = framed.first() else {
            return !headless.is_empty();
        };
        let message = match framed.len() {
            1 => "this row has a `|` at its start or end".to_owned(),
            n => format!("{n} rows have a `|` at their start or end"),
        };
        self.diagnostics.push(
            Diagnostic::new(Code::RaggedRow, message)
                .label(*first, "the first")
                .help("delete the `|` before the first cell and after the last"),
        );
        true
    }

    fn begins_with_bar(&self, line: &Line) -> bool {
        let text = self.text.get(line.start..line.end);
        text.is_some_and(|text| text.starts_with('|'))
    }

    pub(super) fn ragged(&mut self, row: Span, found: usize, wanted: usize, header: Option<Span>) {
        let mut diagnostic = Diagnostic::new(
            Code::RaggedRow,
            format!("this row has {}, but the header has {wanted}", cells(found)),
        )
        .label(row, format!("{} here", cells(found)));
        if let Some(header) = header {
            diagnostic = diagnostic.label(header, format!("{} here", cells(wanted)));
        }
        self.diagnostics.push(diagnostic.help(if found < wanted {
            "add the missing cells, with `-` for no result"
        } else {
            "delete the extra cells, or add columns to the header"
        }));
    }
}

fn cells(n: usize) -> String {
    if n == 1 {
        "1 cell".to_owned()
    } else {
        format!("{n} cells")
    }
}
