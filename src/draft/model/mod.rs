//! A manuscript as data: blocks in reading order, the sections they form, places in both.

mod caption;
mod document;
mod grid;
mod number;
mod text;

pub use caption::{Caption, CaptionKind};
pub use document::{
    Block, BlockContent, Changes, Chapter, Code, Comment, Container, Document, Heading,
    HeadingOrigin, ListItem, Note, Paragraph, Place, Section,
};
pub use grid::{Cell, Grid};
pub use number::{Number, NumberPart};
pub(crate) use number::{in_roman, roman};
pub use text::{Run, Style, Text};
