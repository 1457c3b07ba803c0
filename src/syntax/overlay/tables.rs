//! Rows and cells of tables.

use super::apply::{cite, cite_more};
use super::{AmendmentContext, Work};
use crate::ast::{Amendment, Cell, CellItem, Edit, Row, Table, Where};
use crate::write::cell_text;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_source::{Span, Spanned};

/// Number of cells of each row that are keys: the columns that the header names by a parameter.
pub(super) fn n_keys(table: &Table) -> usize {
    let parameters = table.head.parameters.as_deref().unwrap_or_default();
    let header = table.rows.first().map(|row| row.value.cells.as_slice());
    let is_key = |cell: &&Spanned<Cell>| match cell.value.as_slice() {
        [CellItem::Word(word)] => parameters.iter().any(|known| known.name.value == *word),
        _ => false,
    };
    header.unwrap_or_default().iter().take_while(is_key).count()
}

fn keys_text(keys: &[Spanned<Cell>]) -> String {
    let texts: Vec<String> = keys.iter().map(|key| cell_text(&key.value)).collect();
    texts.join(" | ")
}

/// Returns the row with these keys, after the header.
fn row_of(table: &Table, keys: &[Spanned<Cell>], n_keys: usize) -> Option<usize> {
    table
        .rows
        .iter()
        .skip(1)
        .position(|row| row.value.cells.get(..n_keys) == Some(keys))
        .map(|at| at + 1)
}

impl Work<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the grammar limits the lines below each `amend`; a function names those that it applies"
    )]
    pub(super) fn table_line(
        &mut self,
        table: &mut Table,
        line: Amendment,
        said: &AmendmentContext<'_>,
    ) {
        let n_keys = n_keys(table);
        match line {
            Amendment::Row(edit, row) => self.row(table, edit, row, n_keys, said),
            Amendment::Cell { place, value } => self.cell(table, &place, value, n_keys, said),
            Amendment::Where(edit, meaning) => self.meaning(table, edit, meaning, said),
            Amendment::RemoveWhere(word) => {
                let place = table.wheres.iter().position(|old| old.word == word);
                let Some(at) = place else {
                    self.no_where(table, &word);
                    return;
                };
                let old = table.wheres.remove(at);
                self.beats(
                    said,
                    &format!("where {}", word.value),
                    "removes",
                    old.word.span,
                );
            }
            _ => {}
        }
    }

    fn row(
        &mut self,
        table: &mut Table,
        edit: Edit,
        row: Spanned<Row>,
        n_keys: usize,
        said: &AmendmentContext<'_>,
    ) {
        let Some(header) = table.rows.first() else {
            return;
        };
        let (header_span, wanted) = (header.span, header.value.cells.len());
        let mut row = row;
        if row.value.cells.len() > 1 {
            row.value.fill_rest(wanted);
        }
        let found = row.value.cells.len();
        let is_whole = match edit {
            Edit::Remove => found == n_keys || found == wanted,
            Edit::Add | Edit::Replace => found == wanted,
        };
        let keys = row.value.cells.get(..n_keys);
        let (true, Some(keys)) = (is_whole, keys) else {
            self.ragged(row.span, header_span, edit);
            return;
        };
        let part = format!("row {}", keys_text(keys));
        let place = row_of(table, keys, n_keys);
        match (
            edit,
            place.and_then(|at| table.rows.get_mut(at).zip(Some(at))),
        ) {
            (Edit::Add, Some((old, _))) => {
                let old = old.span;
                self.already_there(said.span, old, &format!("a {part}"));
                return;
            }
            (Edit::Add, None) => {
                self.beats(said, &part, "adds to", table.head.name.span);
                table.rows.push(row);
            }
            (Edit::Replace, Some((old, _))) => {
                let old_span = old.span;
                let is_same = old.value == row.value;
                *old = row;
                if is_same {
                    self.changes_nothing(said.span, old_span);
                } else {
                    self.beats(said, &part, "replaces", old_span);
                }
            }
            (Edit::Remove, Some((_, at))) => {
                let old = table.rows.remove(at);
                self.beats(said, &part, "removes", old.span);
            }
            (Edit::Replace | Edit::Remove, None) => {
                self.no_row(table, keys, row.span, n_keys, said);
                return;
            }
        }
        cite_more(&mut table.head.citations, said.citations);
    }

    fn cell(
        &mut self,
        table: &mut Table,
        place: &Spanned<Row>,
        value: Spanned<Cell>,
        n_keys: usize,
        said: &AmendmentContext<'_>,
    ) {
        let Some(header) = table.rows.first() else {
            return;
        };
        let n_columns = header.value.cells.len();
        let cells = place.value.cells.as_slice();
        let (Some(keys), column) = (cells.get(..n_keys), cells.get(n_keys..).unwrap_or_default())
        else {
            self.ragged(place.span, header.span, Edit::Remove);
            return;
        };
        let heads = header.value.cells.get(n_keys..).unwrap_or_default();
        let at = match column {
            [] if heads.len() == 1 => Some(0),
            [one] => heads.iter().position(|head| head.value == one.value),
            _ => None,
        };
        let Some(at) = at.filter(|at| n_keys + at < n_columns) else {
            let texts: Vec<String> = heads.iter().map(|head| cell_text(&head.value)).collect();
            let wanted = column.first().map(|one| cell_text(&one.value));
            let wanted = wanted.unwrap_or_default();
            self.not_there(
                column.first().map_or(place.span, |one| one.span),
                format!("{} has no such column", said.what),
                &wanted,
                texts.iter().map(String::as_str),
                &format!(
                    "write the keys of the row, then `|` and one of {}",
                    texts.join(", ")
                ),
            );
            return;
        };
        let Some(row) = row_of(table, keys, n_keys) else {
            self.no_row(table, keys, place.span, n_keys, said);
            return;
        };
        let part = format!("row {}", keys_text(cells));
        let row = table.rows.get_mut(row);
        if let Some(old) = row.and_then(|row| row.value.cells.get_mut(n_keys + at)) {
            let old_span = old.span;
            let is_same = old.value == value.value;
            *old = value;
            if is_same {
                self.changes_nothing(said.span, old_span);
            } else {
                self.beats(said, &part, "replaces", old_span);
            }
        }
        cite_more(&mut table.head.citations, said.citations);
    }

    fn meaning(
        &mut self,
        table: &mut Table,
        edit: Edit,
        mut meaning: Where,
        said: &AmendmentContext<'_>,
    ) {
        let part = format!("where {}", meaning.word.value);
        let old = table.wheres.iter_mut().find(|old| old.word == meaning.word);
        match (edit, old) {
            (Edit::Add, Some(old)) => {
                let old = old.word.span;
                self.already_there(said.span, old, &part);
            }
            (Edit::Add, None) => {
                cite(&mut meaning.citations, said.citations);
                self.beats(said, &part, "adds to", table.head.name.span);
                table.wheres.push(meaning);
            }
            (_, Some(old)) => {
                let old_span = old.word.span;
                let is_same = *old == meaning;
                cite(&mut meaning.citations, said.citations);
                *old = meaning;
                if is_same {
                    self.changes_nothing(said.span, old_span);
                } else {
                    self.beats(said, &part, "replaces", old_span);
                }
            }
            (_, None) => self.no_where(table, &meaning.word),
        }
    }

    fn no_where(&mut self, table: &Table, word: &Spanned<String>) {
        let known: Vec<&str> = table
            .wheres
            .iter()
            .map(|one| one.word.value.as_str())
            .collect();
        self.not_there(
            word.span,
            format!("the base gives no value to `{}`", word.value),
            &word.value,
            known,
            "write `add where …` if it is new",
        );
    }

    fn no_row(
        &mut self,
        table: &Table,
        keys: &[Spanned<Cell>],
        span: Span,
        n_keys: usize,
        said: &AmendmentContext<'_>,
    ) {
        let rows = table.rows.iter().skip(1);
        let known: Vec<String> = rows
            .filter_map(|row| row.value.cells.get(..n_keys))
            .map(keys_text)
            .collect();
        let keys = keys_text(keys);
        self.not_there(
            span,
            format!("{} has no row {keys}", said.what),
            &keys,
            known.iter().map(String::as_str),
            &format!(
                "write the keys of the row as in the base: {}",
                known.join("; ")
            ),
        );
    }

    fn ragged(&mut self, row: Span, header: Span, edit: Edit) {
        self.diagnostics.push(
            Diagnostic::new(
                Code::RaggedRow,
                "this row does not fit the table of the base",
            )
            .label(row, "")
            .label(header, "the header")
            .help(match edit {
                Edit::Remove => "write only the keys of the row",
                Edit::Add | Edit::Replace => "write one cell for each column",
            }),
        );
    }
}
