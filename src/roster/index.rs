//! The book's list of numbered rules: `index.toml`.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

use super::control_characters;
use super::ties::{self, Ties};
use super::unfit::Unfit;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_source::{FileId, Span};

/// The numbered rules of a book, in its order.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Each number once.
    pub rules: Vec<NumberedRule>,
    /// The manuscript of the book.
    pub ties: Ties,
}

/// Requirement of a rule of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Force {
    /// A program can carry it out.
    #[default]
    Executable,
    /// The players or an umpire decide.
    Judgement,
    /// Nothing to carry out.
    Advice,
}

/// One numbered rule of the book.
#[derive(Debug, Clone)]
pub struct NumberedRule {
    /// `5.3.2`
    pub id: String,
    /// Its place in the index; a heading of a draft is not written in an index.
    pub span: Option<Span>,
    /// `Direct fire procedure`
    pub title: String,
    /// The section that contains it.
    pub section: String,
    /// Its requirement.
    pub force: Force,
    /// The book leaves something open here; what, as far as the index says it.
    pub unclear: Option<String>,
    /// The book says two things here; which, as far as the index says it.
    pub contradiction: Option<String>,
    /// Reading of what is open or said twice in the book.
    pub reading: String,
    /// Reason why no rule carries it out.
    pub reason: String,
}

impl Index {
    /// The titles of the rules by their ids.
    pub fn titles(&self) -> BTreeMap<String, String> {
        let titles = self.rules.iter();
        titles
            .map(|rule| (rule.id.clone(), rule.title.clone()))
            .collect()
    }
}

/// Reads the index of a book. Keys that it does not know are for others.
///
/// Reports: E0407.
pub fn read_index(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Index {
    control_characters::report(file, text, diagnostics);
    let table = DeTable::parse(text).map_err(|error| Unfit {
        range: error.span().unwrap_or(0..0),
        label: error.message().to_owned(),
    });
    let read = table.and_then(|table| {
        let table = table.get_ref();
        Ok((rules(table)?, ties::read(file, table)?))
    });
    let (rules, ties) = match read {
        Ok(read) => read,
        Err(Unfit { range, label }) => {
            diagnostics.push(
                Diagnostic::new(Code::UnitFileSyntax, "the index cannot be read")
                    .label(Span::new(file, range.start, range.end), label)
                    .help(
                        "write each rule of the book as `[[rule]]`, `id = \"5.3\"`, `title = \
                        \"…\"`",
                    ),
            );
            return Index::default();
        }
    };
    let mut index = Index {
        ties,
        ..Index::default()
    };
    let mut places: BTreeMap<String, Span> = BTreeMap::new();
    for (range, rule) in rules {
        let place = Span::new(file, range.start, range.end);
        if let Some(first) = places.insert(rule.id.clone(), place) {
            diagnostics.push(
                Diagnostic::new(
                    Code::UnitFileSyntax,
                    format!("the index has two rules `{}`", rule.id),
                )
                .label(place, "the second")
                .label(first, "the first")
                .help("give each rule its own number: `5.3-1`, `5.3-2`"),
            );
            continue;
        }
        let span = Some(place);
        index.rules.push(NumberedRule { span, ..rule });
    }
    index
}

/// The rules in the order in which they are written, each with the place of its id.
fn rules(table: &DeTable<'_>) -> Result<Vec<(Range<usize>, NumberedRule)>, Unfit> {
    let Some(rules) = table.get("rule") else {
        return Ok(Vec::new());
    };
    let DeValue::Array(entries) = rules.get_ref() else {
        return Err(Unfit::new(rules, "`rule` needs double brackets"));
    };
    entries.iter().map(rule).collect()
}

fn rule(entry: &Placed<DeValue<'_>>) -> Result<(Range<usize>, NumberedRule), Unfit> {
    let DeValue::Table(keys) = entry.get_ref() else {
        return Err(Unfit::new(entry, "write `[[rule]]`"));
    };
    let Some(id) = keys.get("id") else {
        return Err(Unfit::new(entry, "this rule has no `id`"));
    };
    let rule = NumberedRule {
        span: None,
        id: text(keys, "id")?,
        title: text(keys, "title")?,
        section: text(keys, "section")?,
        force: force(keys)?,
        unclear: remark(keys, "unclear")?,
        contradiction: remark(keys, "contradiction")?,
        reading: text(keys, "reading")?,
        reason: text(keys, "reason")?,
    };
    Ok((id.span(), rule))
}

/// The text under a key; empty if the key is missing.
fn text(keys: &DeTable<'_>, key: &str) -> Result<String, Unfit> {
    match keys.get(key).map(|value| (value, value.get_ref())) {
        None => Ok(String::new()),
        Some((_, DeValue::String(text))) => Ok(text.to_string()),
        Some((value, _)) => Err(Unfit::new(
            value,
            format!("`{key}` must be a text in quotes"),
        )),
    }
}

fn force(keys: &DeTable<'_>) -> Result<Force, Unfit> {
    let Some(value) = keys.get("force") else {
        return Ok(Force::default());
    };
    match value.get_ref().as_str() {
        Some("executable") => Ok(Force::Executable),
        Some("judgement") => Ok(Force::Judgement),
        Some("advice") => Ok(Force::Advice),
        Some(_) | None => Err(Unfit::new(
            value,
            "`force` must be \"executable\", \"judgement\" or \"advice\"",
        )),
    }
}

/// A remark under a key: `true`, or what there is to say.
fn remark(keys: &DeTable<'_>, key: &str) -> Result<Option<String>, Unfit> {
    match keys.get(key).map(|value| (value, value.get_ref())) {
        None | Some((_, DeValue::Boolean(false))) => Ok(None),
        Some((_, DeValue::Boolean(true))) => Ok(Some(String::new())),
        Some((_, DeValue::String(text))) => Ok(Some(text.to_string())),
        Some((value, _)) => Err(Unfit::new(
            value,
            format!("`{key}` must be `true`, or a text in quotes"),
        )),
    }
}
