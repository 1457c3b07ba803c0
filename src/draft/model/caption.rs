//! Captions of tables and figures.

use sandtable_source::Span;

use super::number::Number;

/// Kind of thing that a caption numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CaptionKind {
    /// `Table 3`, `Chart B`
    Table,
    /// `Figure 2`, `Illustration 4`, `Diagram 1`
    Figure,
}

/// Number and title of a table or figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// The sort of caption.
    pub kind: CaptionKind,
    /// Its number; `None` for a title alone.
    pub number: Option<Number>,
    /// Words after the number; may be empty.
    pub title: String,
    /// Place of the caption.
    pub span: Span,
}
