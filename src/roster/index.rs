//! The book's list of numbered rules: `index.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

#[derive(Deserialize)]
struct Index {
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    id: String,
    #[serde(default)]
    title: String,
}

/// The titles of the book's rules by their ids. Keys other than `id` and `title` are for others.
///
/// Reports: E0407.
pub fn index(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> BTreeMap<String, String> {
    match toml::from_str::<Index>(text) {
        Ok(index) => index
            .rule
            .into_iter()
            .map(|rule| (rule.id, rule.title))
            .collect(),
        Err(error) => {
            let span = error.span().unwrap_or(0..0);
            diagnostics.push(
                Diagnostic::new(Code::UnitFileSyntax, "the index cannot be read")
                    .label(Span::new(file, span.start, span.end), error.message())
                    .help("each rule of the book is written `[[rule]]`, `id = \"5.3\"`, `title = \"…\"`"),
            );
            BTreeMap::new()
        }
    }
}
