//! Methods of our own: what can be asked of a ruleset, and what can be given to a question.

use std::sync::Arc;

use gen_lsp_types as lsp;
use sandtable_session::catalogue::{Category, Listed, list};
use sandtable_session::example_situation::{ExampleSituation, simplest};
use sandtable_session::form::{
    Field, FieldRole, FieldType, FieldValue, fields, further_units, option_default, option_values,
    sides,
};
use sandtable_session::question::Pair;
use sandtable_workspace::Analysis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answers::document;
use super::rpc::Refusal;
use super::{EFFORT, Service};

/// The categories that can be asked, in the order in which they are offered, each as one of it is called.
const ASKED: [(Category, &str); 6] = [
    (Category::Rolls, "roll"),
    (Category::Actions, "action"),
    (Category::Sequences, "sequence"),
    (Category::Formulas, "formula"),
    (Category::Tables, "table"),
    (Category::Modifiers, "modifiers"),
];

/// The parameters of `sandtable/form`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormParams {
    ruleset: String,
    /// The rule whose fields are wanted.
    ask: Option<String>,
    /// Keys and values that are given already: the tracks of their units become fields.
    #[serde(default)]
    given: Vec<(String, String)>,
    #[serde(default)]
    variants: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Form {
    ruleset: String,
    title: String,
    asks: Vec<AskRow>,
    fields: Vec<FieldRow>,
    example: Option<ExampleRow>,
    units: Vec<ValueRow>,
    sides: Vec<ValueRow>,
    options: Vec<OptionRow>,
    variants: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ExampleRow {
    title: String,
    given: Vec<PairRow>,
    units: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PairRow {
    key: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct AskRow {
    name: String,
    title: String,
    sort: &'static str,
    sections: Vec<String>,
    place: Option<lsp::Location>,
}

#[derive(Debug, Serialize)]
struct FieldRow {
    key: String,
    title: String,
    role: &'static str,
    kind: &'static str,
    values: Vec<ValueRow>,
    from: Option<i32>,
    to: Option<i32>,
    measure: Option<&'static str>,
    default: Option<String>,
    optional: bool,
    several: bool,
    sections: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ValueRow {
    value: String,
    title: String,
}

#[derive(Debug, Serialize)]
struct OptionRow {
    name: String,
    title: String,
    values: Vec<String>,
    default: String,
    sections: Vec<String>,
}

impl Service {
    /// Returns the entries of a ruleset, and the form of one of its rules.
    ///
    /// Errors: the ruleset has errors, or no such rule.
    pub(crate) fn form(&mut self, asked: &FormParams) -> Result<Value, Refusal> {
        let analysis = self.sound(&asked.ruleset, &asked.variants)?;
        let book = analysis.book();
        let fields = match &asked.ask {
            None => Vec::new(),
            Some(name) => {
                let unknown = || Refusal::failed(format!("there is no rule `{name}` to ask"));
                let entry = book.find_entry(name).ok_or_else(unknown)?;
                let given = |key: &str| {
                    let mut pairs = asked.given.iter();
                    let (_, value) = pairs.find(|(known, _)| known == key)?;
                    Some(value.as_str())
                };
                fields(book, analysis.sources(), entry, given)
            }
        };
        let example = asked.ask.as_ref().and_then(|rule| {
            // Answers from a book of the program are given without its examples; the editor has read them.
            let written = match analysis.bundle().is_built_in() {
                true => self.workspace.analyse(&asked.ruleset, &[], EFFORT),
                false => Arc::clone(&analysis),
            };
            simplest(&written, rule)
        });
        let options = book.options.iter().map(|option| OptionRow {
            name: option.naming.name.clone(),
            title: option.naming.shown().to_owned(),
            values: option_values(book, option),
            default: option_default(book, option),
            sections: option.naming.citations.clone(),
        });
        let form = Form {
            ruleset: asked.ruleset.clone(),
            title: book
                .naming
                .as_ref()
                .map_or_else(|| asked.ruleset.clone(), |naming| naming.shown().to_owned()),
            asks: self.asks(&analysis),
            fields: fields.into_iter().map(FieldRow::from).collect(),
            example: example.map(ExampleRow::from),
            units: values(further_units(book)),
            sides: values(sides(book)),
            options: options.collect(),
            variants: self.variants_of(&asked.ruleset),
        };
        document("form", form)
    }

    fn asks(&self, analysis: &Analysis) -> Vec<AskRow> {
        let mut rows = Vec::new();
        for (category, sort) in ASKED {
            let listed = list(analysis.book(), Some(category));
            let row = |listed: Listed| AskRow {
                place: listed
                    .span
                    .and_then(|span| self.places.location(analysis.sources(), span)),
                title: match listed.title.is_empty() {
                    true => listed.name.clone(),
                    false => listed.title,
                },
                name: listed.name,
                sort,
                sections: listed.citations,
            };
            rows.extend(listed.into_iter().flat_map(|(_, listed)| listed).map(row));
        }
        rows
    }

    /// Returns the names of the rulesets that change another.
    fn variants_of(&self, ruleset: &str) -> Vec<String> {
        let all = self.workspace.rulesets().into_iter();
        let changes = |name: &String| {
            let bundle = self.workspace.load(name);
            bundle.is_ok_and(|bundle| {
                let base = bundle.layers.split_last().map_or(&[][..], |(_, base)| base);
                base.iter().any(|layer| layer.name == ruleset)
            })
        };
        all.filter(changes).collect()
    }
}

fn values(known: Vec<FieldValue>) -> Vec<ValueRow> {
    let row = |known: FieldValue| ValueRow {
        value: known.value,
        title: known.title,
    };
    known.into_iter().map(row).collect()
}

impl From<ExampleSituation> for ExampleRow {
    fn from(example: ExampleSituation) -> Self {
        let pair = |pair: Pair| PairRow {
            key: pair.key,
            value: pair.value,
        };
        Self {
            title: example.title,
            given: example.given.into_iter().map(pair).collect(),
            units: example.units.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Field> for FieldRow {
    fn from(field: Field) -> Self {
        Self {
            role: match field.role {
                FieldRole::Parameter => "parameter",
                FieldRole::Fact => "fact",
                FieldRole::Track => "track",
            },
            kind: match field.ty {
                FieldType::Unit => "unit",
                FieldType::Word => "word",
                FieldType::Number => "number",
                FieldType::Flag => "yes-no",
                FieldType::Text => "text",
            },
            values: values(field.values),
            from: field.range.map(|(low, _)| low),
            to: field.range.map(|(_, high)| high),
            key: field.key,
            title: field.title,
            measure: field.measure,
            default: field.default,
            optional: field.is_optional,
            several: field.is_several,
            sections: field.citations,
        }
    }
}
