//! Sheets that were printed, as programs read them.

use serde::Serialize;

use crate::sheet::placed::Sheet;

/// The document of `print`.
#[derive(Debug, Serialize)]
pub struct PrintDocument<'a> {
    /// The name of the ruleset.
    pub name: &'a str,
    /// In the order in which they were written.
    pub sheets: Vec<PrintedSheet<'a>>,
    /// Paths of the files that were written.
    pub files: &'a [String],
}

/// The document of `sandtable/print`: sheets of a kind, and the pages of one.
#[derive(Debug, Serialize)]
pub struct PreviewDocument<'a> {
    /// The name of the ruleset.
    pub name: &'a str,
    /// Every kind of sheets.
    pub kinds: &'a [PreviewKind],
    /// Those of the kind.
    pub sheets: Vec<PrintedSheet<'a>>,
    /// Name of the sheet whose pages follow; `null` if the kind has none.
    pub shown: Option<&'a str>,
    /// Its pages, as the file that is printed.
    pub html: Option<String>,
}

/// A kind of sheets.
#[derive(Debug, Serialize)]
pub struct PreviewKind {
    /// `charts`
    pub name: &'static str,
    /// In a few words.
    pub about: &'static str,
}

impl<'a> PrintedSheet<'a> {
    /// A sheet in a list.
    pub fn of(sheet: &'a Sheet) -> Self {
        Self {
            name: &sheet.name,
            title: &sheet.title,
            pages: sheet.pages.len(),
        }
    }
}

/// A sheet.
#[derive(Debug, Serialize)]
pub struct PrintedSheet<'a> {
    /// Name of its files, without an ending.
    pub name: &'a str,
    /// As shown on it.
    pub title: &'a str,
    /// Number of pages.
    pub pages: usize,
}
