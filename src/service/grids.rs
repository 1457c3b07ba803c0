//! Methods of our own: tables, modifiers and kinds of a text as grids that are edited in place.

use gen_lsp_types as lsp;
use sandtable_diagnostic::{Diagnostics, TextEdit};
use sandtable_source::{FileId, SourceFile, Span};
use sandtable_syntax::ast::File;
use sandtable_syntax::markdown::{is_markdown, read_markdown};
use sandtable_syntax::{Grid, RowEdit, grids, parse};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answers::document;
use super::findings::{PlacedEdit, placed_edits};
use super::rpc::Refusal;
use super::{Service, Spot};

/// The parameters of `sandtable/grids`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct GridsParams {
    text_document: lsp::TextDocumentIdentifier,
}

/// The parameters of `sandtable/editGrid`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EditGridParams {
    text_document: lsp::TextDocumentIdentifier,
    /// `table`, `modifiers` or `kind`.
    sort: String,
    name: String,
    edits: Vec<Edit>,
}

/// A change of one row; rows count from 0, as they are before all edits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// `set`, `insert`, before that row, `remove`, or `move`, to the place of another.
    what: EditSort,
    row: usize,
    /// The row whose place a row is moved to.
    to: Option<usize>,
    #[serde(default)]
    cells: Vec<String>,
}

impl Edit {
    /// The edit of a row; `None` if it names no place to move it to.
    fn of_row(&self) -> Option<RowEdit> {
        Some(match self.what {
            EditSort::Set => RowEdit::Set(self.row, self.cells.clone()),
            EditSort::Insert => RowEdit::Insert(self.row, self.cells.clone()),
            EditSort::Remove => RowEdit::Remove(self.row),
            EditSort::Move => RowEdit::Move(self.row, self.to?),
        })
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EditSort {
    Set,
    Insert,
    Remove,
    Move,
}

#[derive(Debug, Serialize)]
struct Grids {
    grids: Vec<GridRecord>,
}

#[derive(Debug, Serialize)]
struct GridRecord {
    sort: &'static str,
    name: String,
    title: String,
    place: Option<lsp::Location>,
    columns: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    place: Option<lsp::Location>,
    cells: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct GridEdit {
    pub(crate) edits: Vec<PlacedEdit>,
}

impl Service {
    /// Lists the tables, modifiers and kinds of a text, those that can be read.
    ///
    /// Errors: a slip of our own.
    pub(crate) fn list_grids(&mut self, asked: &GridsParams) -> Result<Value, Refusal> {
        let Some(spot) = self.analysed(&asked.text_document.uri) else {
            return document("grids", Grids { grids: Vec::new() });
        };
        let sources = spot.analysis.sources();
        let record = |grid: Grid| GridRecord {
            sort: grid.sort.word(),
            name: grid.name,
            title: grid.title,
            place: self.places.location(sources, grid.span),
            columns: grid.columns,
            rows: grid
                .rows
                .into_iter()
                .map(|row| Row {
                    place: self.places.location(sources, row.span),
                    cells: row.cells,
                })
                .collect(),
        };
        let grids = spot.editable_grids().into_iter().map(record).collect();
        document("grids", Grids { grids })
    }

    /// Returns the edit that changes rows of a grid.
    ///
    /// Errors: there is no such grid or row, an edit is incomplete, or the text could not be read afterwards.
    pub(crate) fn edit_grid(&mut self, asked: &EditGridParams) -> Result<Value, Refusal> {
        let spot = self.analysed(&asked.text_document.uri);
        let missing = || {
            let (sort, name) = (&asked.sort, &asked.name);
            Refusal::failed(format!("this text has no {sort} `{name}`"))
        };
        let spot = spot.ok_or_else(missing)?;
        let source = spot.source().ok_or_else(missing)?;
        let all = spot.editable_grids().into_iter();
        let mut wanted =
            all.filter(|grid| grid.sort.word() == asked.sort && grid.name == asked.name);
        let grid = wanted.next().ok_or_else(missing)?;
        let edits: Option<Vec<RowEdit>> = asked.edits.iter().map(Edit::of_row).collect();
        let edits = edits.ok_or_else(|| Refusal::failed("a `move` needs the row `to`"))?;
        let text = grid.edited(&source.name, spot.file, &source.text, &edits);
        let text = text.map_err(Refusal::failed)?;
        let edit = difference(spot.file, &source.text, &text);
        let edits = placed_edits(&[edit], spot.analysis.sources(), &self.places);
        document("grid-edit", GridEdit { edits })
    }
}

impl Spot {
    /// The grids of the text.
    fn editable_grids(&self) -> Vec<Grid> {
        self.source()
            .map(|source| grids(&tree(self.file, source)))
            .unwrap_or_default()
    }
}

/// The tree of a text, of a draft that of its rules.
pub(crate) fn tree(file: FileId, source: &SourceFile) -> File {
    let mut unheard = Diagnostics::default();
    let draft = is_markdown(&source.name).then(|| read_markdown(file, &source.text));
    let rules = draft.as_ref().map_or(&*source.text, |draft| &draft.rules);
    parse(file, rules, &mut unheard)
}

/// The edit of whole lines that makes a text another.
pub(crate) fn difference(file: FileId, before: &str, after: &str) -> TextEdit {
    let same = |(one, other): &(&str, &str)| one == other;
    let lines =
        |text: &'_ str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(before), lines(after));
    let pairs = || {
        old.iter()
            .map(String::as_str)
            .zip(new.iter().map(String::as_str))
    };
    let first = pairs().take_while(same).count();
    let most = old.len().min(new.len()) - first;
    let backwards = old.iter().rev().map(String::as_str);
    let backwards = backwards.zip(new.iter().rev().map(String::as_str));
    let last = backwards.take_while(same).count().min(most);
    let length = |lines: &[String]| lines.iter().map(String::len).sum::<usize>();
    let start = length(old.get(..first).unwrap_or_default());
    let end = before.len() - length(old.get(old.len() - last..).unwrap_or_default());
    let text = new.get(first..new.len() - last).unwrap_or_default();
    TextEdit {
        span: Span::new(file, start, end),
        text: text.concat(),
    }
}
