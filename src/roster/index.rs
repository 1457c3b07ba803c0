//! The book's list of numbered rules: `index.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// The numbered rules of a book, in its order.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// Each number once.
    pub rules: Vec<NumberedRule>,
}

/// What a rule of the book asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// `Direct fire procedure`
    pub title: String,
    /// The section that it stands in.
    pub section: String,
    /// What it asks for.
    pub force: Force,
    /// The book leaves something open here; what, as far as the index says it.
    pub unclear: Option<String>,
    /// The book says two things here; which, as far as the index says it.
    pub contradiction: Option<String>,
    /// How what is open, or said twice, has been read.
    pub reading: String,
    /// Why no rule carries it out.
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

#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    rule: Vec<WrittenRule>,
}

#[derive(Deserialize)]
struct WrittenRule {
    id: toml::Spanned<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    section: String,
    #[serde(default)]
    force: Force,
    #[serde(default)]
    unclear: Remark,
    #[serde(default)]
    contradiction: Remark,
    #[serde(default)]
    reading: String,
    #[serde(default)]
    reason: String,
}

/// `true`, or what there is to say.
#[derive(Deserialize)]
#[serde(untagged)]
enum Remark {
    Flag(bool),
    Text(String),
}

impl Default for Remark {
    fn default() -> Self {
        Self::Flag(false)
    }
}

impl Remark {
    fn text(self) -> Option<String> {
        match self {
            Self::Flag(false) => None,
            Self::Flag(true) => Some(String::new()),
            Self::Text(text) => Some(text),
        }
    }
}

/// Reads the index of a book. Keys that it does not know are for others.
///
/// Reports: E0407.
pub fn index(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Index {
    let written = match toml::from_str::<Written>(text) {
        Ok(written) => written,
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            diagnostics.push(
                Diagnostic::new(Code::UnitFileSyntax, "the index cannot be read")
                    .label(Span::new(file, span.start, span.end), error.message())
                    .help("each rule of the book is written `[[rule]]`, `id = \"5.3\"`, `title = \"…\"`"),
            );
            return Index::default();
        }
    };
    let mut index = Index::default();
    let mut places: BTreeMap<String, Span> = BTreeMap::new();
    for rule in written.rule {
        let range = rule.id.span();
        let place = Span::new(file, range.start, range.end);
        let id = rule.id.into_inner();
        if let Some(first) = places.insert(id.clone(), place) {
            diagnostics.push(
                Diagnostic::new(
                    Code::UnitFileSyntax,
                    format!("the index has two rules `{id}`"),
                )
                .label(place, "the second")
                .label(first, "the first")
                .help("give each rule a number of its own: `5.3-1`, `5.3-2`"),
            );
            continue;
        }
        index.rules.push(NumberedRule {
            id,
            title: rule.title,
            section: rule.section,
            force: rule.force,
            unclear: rule.unclear.text(),
            contradiction: rule.contradiction.text(),
            reading: rule.reading,
            reason: rule.reason,
        });
    }
    index
}
