//! The report of a scenario: sections of sentences and tables, as text and as one page for a browser.

mod html;
mod sections;
mod separators;
mod text;
mod versions;

pub use html::page;
pub(crate) use html::{MAP_LEGEND, MAP_TITLE, map_of_fights};
pub use sections::sections_of;
pub(crate) use sections::{heading, sections_of_numbers};
pub use text::as_text;

/// A part of a report.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Sentences that a designer can act on.
    pub sentences: Vec<String>,
    /// Numbers.
    pub table: Option<Table>,
}

/// A table of a section.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Headings of the columns.
    pub head: Vec<String>,
    /// Cells, as many as columns.
    pub rows: Vec<Vec<String>>,
    /// By row, a value with its interval, drawn beside it.
    pub marks: Vec<Mark>,
    /// The ends of the scale on which marks are drawn.
    pub scale: (f64, f64),
}

/// A value with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// The value.
    pub value: f64,
    /// The least that the true value can be.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// Headings of columns.
fn heads<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}
