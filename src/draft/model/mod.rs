//! A manuscript as data: blocks in reading order, the sections they form, places in both.

mod document;
mod grid;
mod number;
mod text;

pub use document::{
    Block, BlockContent, Caption, CaptionKind, Changes, Chapter, Code, Comment, Container,
    Document, Heading, HeadingOrigin, ListItem, Note, Paragraph, Place, Section,
};
pub use grid::{Cell, Grid};
pub use number::{Number, NumberPart};
pub use text::{Run, Style, Text};
