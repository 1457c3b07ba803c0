//! Methods of our own: unit files, maps and scenarios as sections and values, and edits of them by paths.

use gen_lsp_types as lsp;
use sandtable_roster::{Step, TomlEdit, TomlEntry, TomlSection, TomlValue, toml_sections};
use sandtable_source::{FileId, SourceMap, Span};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use super::Service;
use super::answers::document;
use super::findings::{PlacedEdit, placed_edits};
use super::grids::difference;
use super::rpc::Refusal;

/// The parameters of `sandtable/toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct TomlParams {
    text_document: lsp::TextDocumentIdentifier,
}

/// The parameters of `sandtable/editToml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EditTomlParams {
    text_document: lsp::TextDocumentIdentifier,
    edits: Vec<Edit>,
}

/// An edit, of what the one before it has left.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    what: EditSort,
    path: Vec<PathStep>,
    /// The value that is set.
    value: Option<Value>,
    /// A record that is set, its keys in this order.
    table: Option<Vec<(String, Value)>>,
    /// The section whose place another takes.
    to: Option<Vec<PathStep>>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EditSort {
    Set,
    Remove,
    Move,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum PathStep {
    Name(String),
    At(usize),
}

#[derive(Debug, Serialize)]
struct TomlText {
    sections: Vec<SectionRecord>,
}

#[derive(Debug, Serialize)]
struct SectionRecord {
    path: Vec<PathStep>,
    place: Option<lsp::Location>,
    entries: Vec<EntryRecord>,
}

#[derive(Debug, Serialize)]
struct EntryRecord {
    keys: Vec<String>,
    value: Value,
    place: Option<lsp::Location>,
}

#[derive(Debug, Serialize)]
struct TomlTextEdit {
    edits: Vec<PlacedEdit>,
}

impl Service {
    /// Returns the sections and values of a text, as far as it can be read.
    ///
    /// Errors: a slip of our own.
    pub(crate) fn read_toml(&mut self, asked: &TomlParams) -> Result<Value, Refusal> {
        let (sources, file) = self.toml_source(&asked.text_document);
        let text = sources.get(file).map_or("", |source| &*source.text);
        let place = |start: usize, end: usize| {
            let span = Span::new(file, start, end);
            self.places.location(&sources, span)
        };
        let entry = |entry: TomlEntry| EntryRecord {
            value: as_json(entry.node.value()),
            place: place(entry.span.start, entry.span.end),
            keys: entry.keys,
        };
        let section = |section: TomlSection| SectionRecord {
            place: place(section.span.start, section.span.end),
            path: section.path.into_iter().map(PathStep::from).collect(),
            entries: section.entries.into_iter().map(entry).collect(),
        };
        let sections = toml_sections(text).into_iter().map(section).collect();
        document("toml", TomlText { sections })
    }

    /// Returns the edit that changes sections and values of a text; one that is not there is empty.
    ///
    /// Errors: the text cannot be read, before or afterwards; a path leads nowhere.
    pub(crate) fn edit_toml(&mut self, asked: EditTomlParams) -> Result<Value, Refusal> {
        let (sources, file) = self.toml_source(&asked.text_document);
        let text = sources.get(file).map_or("", |source| &*source.text);
        let edits = asked.edits.into_iter().map(TomlEdit::try_from);
        let edits = edits.collect::<Result<Vec<_>, Refusal>>()?;
        let edited = TomlEdit::make(&edits, text).map_err(Refusal::failed)?;
        let edits = if edited == text {
            Vec::new()
        } else {
            vec![difference(file, text, &edited)]
        };
        let edits = placed_edits(&edits, &sources, &self.places);
        document("toml-edit", TomlTextEdit { edits })
    }

    /// The text of a document: as the client has it open, else as the rulesets have it.
    fn toml_source(&mut self, asked: &lsp::TextDocumentIdentifier) -> (SourceMap, FileId) {
        let path = self.places.path(&asked.uri);
        let open = self.documents.get(&path);
        let text = match open.map(|document| document.source.text.to_string()) {
            Some(text) => text,
            None => self.text(asked).unwrap_or_default(),
        };
        let mut sources = SourceMap::default();
        let file = sources.add(path, text);
        (sources, file)
    }
}

impl From<Step> for PathStep {
    fn from(step: Step) -> Self {
        match step {
            Step::Name(name) => Self::Name(name),
            Step::At(number) => Self::At(number),
        }
    }
}

impl From<PathStep> for Step {
    fn from(step: PathStep) -> Self {
        match step {
            PathStep::Name(name) => Self::Name(name),
            PathStep::At(number) => Self::At(number),
        }
    }
}

impl TryFrom<Edit> for TomlEdit {
    type Error = Refusal;

    fn try_from(edit: Edit) -> Result<Self, Refusal> {
        let steps = |path: Vec<PathStep>| path.into_iter().map(Step::from).collect();
        let path = steps(edit.path);
        match (edit.what, edit.value, edit.table, edit.to) {
            (EditSort::Set, Some(value), None, None) => Ok(Self::Set(path, from_json(value)?)),
            (EditSort::Set, None, Some(pairs), None) => {
                let pair = |(key, value)| Ok((key, from_json(value)?));
                let pairs = pairs.into_iter().map(pair);
                let pairs = pairs.collect::<Result<_, Refusal>>()?;
                Ok(Self::Set(path, TomlValue::Table(pairs)))
            }
            (EditSort::Remove, None, None, None) => Ok(Self::Remove(path)),
            (EditSort::Move, None, None, Some(to)) => Ok(Self::Move(path, steps(to))),
            (EditSort::Set, ..) => Err(Refusal::misfit("`set` takes a `value` or a `table`")),
            (EditSort::Remove, ..) => Err(Refusal::misfit("`remove` takes a `path` alone")),
            (EditSort::Move, ..) => Err(Refusal::misfit("`move` takes `to`")),
        }
    }
}

fn as_json(value: TomlValue) -> Value {
    match value {
        TomlValue::Text(text) | TomlValue::Date(text) => Value::String(text),
        TomlValue::Whole(number) => Value::from(number),
        TomlValue::Decimal(number) => Number::from_f64(number).map_or(Value::Null, Value::Number),
        TomlValue::Flag(is_true) => Value::Bool(is_true),
        TomlValue::List(items) => items.into_iter().map(as_json).collect(),
        TomlValue::Table(pairs) => {
            let pairs = pairs.into_iter().map(|(key, value)| (key, as_json(value)));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
    }
}

fn from_json(value: Value) -> Result<TomlValue, Refusal> {
    Ok(match value {
        Value::Null => return Err(Refusal::misfit("no value is `null`: use `remove`")),
        Value::Bool(is_true) => TomlValue::Flag(is_true),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => TomlValue::Whole(number),
            (None, Some(number)) => TomlValue::Decimal(number),
            (None, None) => return Err(Refusal::misfit("this number is too large")),
        },
        Value::String(text) => TomlValue::Text(text),
        Value::Array(items) => {
            let items = items.into_iter().map(from_json);
            TomlValue::List(items.collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let pair = |(key, value)| Ok((key, from_json(value)?));
            TomlValue::Table(
                fields
                    .into_iter()
                    .map(pair)
                    .collect::<Result<_, Refusal>>()?,
            )
        }
    })
}
