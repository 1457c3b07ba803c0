//! Sheets that were printed, as programs read them.

use serde::Serialize;

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
