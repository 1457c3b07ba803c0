//! Word: `.docx`.
//!
//! Numbers of headings and lists are computed from the paragraph, its style and the list definitions. Tracked changes are read as accepted.

mod body;
mod numbering;
mod styles;
mod table;

pub(super) use numbering::formatted;

use sandtable_source::FileId;

use super::archive;
use super::builder::Builder;
use super::fault::{Fault, Foreign};
use super::xml::{self, Element};
use crate::model::{Container, Document};
use body::Reader;
use numbering::Numbering;
use styles::Styles;

/// Parts of the archive that are read.
const PARTS: [&str; 6] = [
    "word/document.xml",
    "word/styles.xml",
    "word/numbering.xml",
    "word/footnotes.xml",
    "word/endnotes.xml",
    "word/comments.xml",
];

/// Reads a document.
///
/// Errors: why it cannot be read.
pub(super) fn read(file: FileId, name: &str, bytes: &[u8]) -> Result<Document, Fault> {
    let mut parts = archive::parts(bytes, &PARTS)?.into_iter();
    let mut next = || parts.next().flatten();
    let Some(document) = next() else {
        return Err(Fault::Foreign(Foreign::Zip));
    };
    let root = xml::parse(&document)?;
    // A damaged part of lesser weight is as if it were not there.
    let mut part = || next().and_then(|bytes| xml::parse(&bytes).ok());
    let styles = part().map(|root| Styles::read(&root)).unwrap_or_default();
    let numbering = part()
        .map(|root| Numbering::read(&root))
        .unwrap_or_default();
    let (footnotes, endnotes, comments) = (part(), part(), part());
    let body = root.child("body").ok_or(Fault::Damaged("it has no text"))?;
    let mut reader = Reader::new(Builder::new(file, name), styles, numbering);
    if let Some(comments) = &comments {
        reader.read_comments(comments);
    }
    reader.notes = [footnotes, endnotes];
    reader.blocks(body);
    reader.flush();
    Ok(reader.builder.finish())
}

/// Child of a part of notes with an id.
fn note<'a>(part: &'a Element, id: &str) -> Option<&'a Element> {
    part.elements()
        .find(|child| child.get("id").as_deref() == Some(id))
}

/// Whether blocks of a container are part of the running text.
fn is_body(container: Container) -> bool {
    container == Container::Body
}
