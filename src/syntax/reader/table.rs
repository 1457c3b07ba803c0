//! Tables as they are drawn.

use super::{Reader, lines_of};
use crate::ast::{self, CellItem};
use crate::build::{self, TableLine};
use crate::grammar::Rule;
use crate::layout::Line;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};

impl Reader<'_> {
    pub(super) fn read_table(&mut self, table: &mut ast::Table, line: &Line) {
        let mut ragged = self.framed(&line.block);
        if ragged {
            return;
        }
        let mut is_short = None;
        let mut rest = lines_of(line);
        while let Some(below) = rest.pop() {
            let node = self.line(Rule::table_line, below);
            let read =
                node.and_then(|node| self.built(below, |found| build::table_line(&node, found)));
            let is_row = matches!(read, Some(TableLine::Row(_) | TableLine::Short(_)));
            let is_this_short = matches!(read, Some(TableLine::Short(_)));
            if is_row && is_short.is_some_and(|is_short| is_short != is_this_short) {
                ragged = true;
                self.mixed_rows(self.span(below), table, is_this_short);
                self.align_below(below, &mut rest);
                continue;
            }
            if is_row && is_short.is_none() {
                is_short = Some(is_this_short);
                if is_this_short {
                    table.rows.extend(implied_header(&table.head));
                }
            }
            match read {
                Some(TableLine::Row(row) | TableLine::Short(row)) => {
                    let mut row = row;
                    if let Some(header) = table.rows.first() {
                        row.value.fill_rest(header.value.cells.len());
                    }
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
            self.align_below(below, &mut rest);
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

    /// Reports a row with a `:` in a table with a header, or one with `|` in a table without.
    fn mixed_rows(&mut self, row: Span, table: &ast::Table, is_short: bool) {
        let (message, help) = match is_short {
            true => (
                "this row has a `:`, but the first has columns",
                "write `|` between the cells",
            ),
            false => (
                "this row has columns, but the first has a `:`",
                "write `:` behind its key, as the first row has it; a table with columns has a header, and `|` in every row",
            ),
        };
        let first = table.rows.iter().map(|row| row.span);
        let first = first
            .filter(|span| *span != table.head.name.span)
            .min_by_key(|span| span.start);
        let mut finding = Diagnostic::new(Code::RaggedRow, message).label(row, "");
        if let Some(first) = first {
            finding = finding.label(first, "the first");
        }
        self.diagnostics.push(finding.help(help));
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
        let is_last_empty = |row: &&Span| {
            let text = self.text.get(row.start..row.end).unwrap_or_default();
            text.ends_with('|') && !text.starts_with('|')
        };
        // In a table with a frame all rows have one.
        if framed.len() < lines.len().div_ceil(2) && framed.iter().all(|row| is_last_empty(&row)) {
            for row in &framed {
                self.diagnostics.push(
                    Diagnostic::new(Code::RaggedRow, "the last cell of this row is empty")
                        .label(*row, "")
                        .help("write its value, or `-` for no result; without a further column delete the `|` at the end"),
                );
            }
            return true;
        }
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

/// The header of a table whose rows are like `forest, town: 2`: its key, and a column for the result. `None` without one key; the rows
/// are then reported where keys are known.
fn implied_header(head: &ast::Head) -> Option<Spanned<ast::Row>> {
    let key = head.parameters.as_deref()?.first()?;
    let span = head.name.span;
    let cell = |word: &str| Spanned::new(vec![CellItem::Word(word.to_owned())], span);
    // A column of that name cannot be a key.
    let result = if key.name.value == "result" {
        "results"
    } else {
        "result"
    };
    let cells = vec![cell(&key.name.value), cell(result)];
    Some(Spanned::new(ast::Row { cells }, span))
}

fn cells(n: usize) -> String {
    if n == 1 {
        "1 cell".to_owned()
    } else {
        format!("{n} cells")
    }
}
