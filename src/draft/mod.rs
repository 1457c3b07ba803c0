//! Manuscripts: the document of an author, read into blocks, and the checks that need no rules.
//!
//! Takes the bytes of a file (.docx, .odt, .html, .md, .txt, .csv); returns a [`Document`]: headings with their numbers,
//! paragraphs with runs, tables as grids, notes, boxes, comments. [`check::run`] reports contradictions in it. This layer knows
//! neither the language of rules nor the source of the bytes.

pub mod check;
mod dictionary;
mod files;
pub mod keys;
pub mod model;
pub mod read;
pub mod revision;
mod vocabulary;

pub use files::{
    Manuscript, check_text, is_manuscript, is_of_comparison, is_of_prose, reading_order,
};
pub use model::{
    Block, BlockContent, Caption, CaptionKind, Cell, Changes, Chapter, Code, Comment, Container,
    Document, Grid, Heading, HeadingOrigin, ListItem, Note, Number, NumberPart, Paragraph, Place,
    Run, Section, Style, Text,
};
pub use read::{Format, read_document};
pub use vocabulary::{WordList, lists};
