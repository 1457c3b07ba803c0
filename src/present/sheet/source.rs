//! Sources of sheets: a checked rulebook, the text of its rules as trees, its scenarios, pictures of the author.

use std::collections::BTreeMap;

use sandtable_model::RuleBook;
use sandtable_roster::{Index, Scenario};
use sandtable_source::FileId;
use sandtable_syntax::ast;

use super::names::Names;

/// A Markdown file of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manuscript {
    /// Its id among the sources.
    pub file: FileId,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A ruleset as the makers of sheets see it.
pub struct Source<'a> {
    /// Name of the ruleset.
    pub name: &'a str,
    /// The checked rulebook.
    pub book: &'a RuleBook,
    /// The rules in force, file by file.
    pub trees: &'a [ast::File],
    /// The book's numbered rules.
    pub index: Option<&'a Index>,
    /// Scenarios by name.
    pub scenarios: &'a [(String, Scenario)],
    /// Names of declarations that variants have changed, each with the variant.
    pub changes: &'a [(String, String)],
    /// Its Markdown drafts, in the order of their names.
    pub manuscripts: &'a [Manuscript],
    /// Pictures of the author, by the id of the unit.
    pub pictures: BTreeMap<String, Picture>,
    /// Titles of names.
    pub names: Names,
}

impl<'a> Source<'a> {
    /// A ruleset without pictures.
    pub fn new(
        name: &'a str,
        book: &'a RuleBook,
        trees: &'a [ast::File],
        scenarios: &'a [(String, Scenario)],
    ) -> Self {
        Self {
            name,
            book,
            trees,
            index: None,
            scenarios,
            changes: &[],
            manuscripts: &[],
            pictures: BTreeMap::new(),
            names: Names::of(trees),
        }
    }

    /// Title of the book, else the name of the ruleset.
    pub fn title(&self) -> String {
        let naming = self.book.naming.as_ref();
        naming.map_or(self.name, |naming| naming.shown()).to_owned()
    }

    /// Every declaration of the rules, in written order.
    pub fn items(&self) -> impl Iterator<Item = &'a ast::Item> {
        let trees: &'a [ast::File] = self.trees;
        trees.iter().flat_map(|file| &file.items).map(|item| {
            if let ast::Item::Replace(inner) = &item.value {
                inner.as_ref()
            } else {
                &item.value
            }
        })
    }
}

/// A picture of the author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its format.
    pub format: PictureFormat,
    /// Contents of its file.
    pub bytes: Vec<u8>,
    /// Path of its copy, from the folder of the sheets.
    pub file: String,
}

/// Formats of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// `png`
    Png,
    /// `jpg`, `jpeg`
    Jpeg,
    /// `svg`; nothing in it can run where it is shown as a picture
    Svg,
}

impl PictureFormat {
    /// The format of a file by its ending.
    pub fn of(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "png" => Some(Self::Png),
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// As browsers call it.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Svg => "image/svg+xml",
        }
    }
}
