//! OpenDocument, as LibreOffice writes it: `.odt`, `.fodt`.

mod body;
mod lists;

use sandtable_source::FileId;

use super::archive;
use super::builder::Builder;
use super::fault::{Fault, Foreign};
use super::xml::{self, Element};
use crate::model::Document;
use body::Reader;
use lists::Lists;

/// Reads a document.
///
/// Errors: why it cannot be read.
pub(super) fn read(file: FileId, name: &str, bytes: &[u8]) -> Result<Document, Fault> {
    const PARTS: [&str; 3] = ["content.xml", "styles.xml", "META-INF/manifest.xml"];
    if !bytes.starts_with(b"PK") {
        let root = xml::parse(bytes)?;
        return of_parts(file, name, &root, Some(&root));
    }
    let mut parts = archive::parts(bytes, &PARTS)?.into_iter();
    let mut next = || parts.next().flatten();
    let (content, styles, manifest) = (next(), next(), next());
    let is_encrypted = |manifest: &Vec<u8>| {
        let text = String::from_utf8_lossy(manifest);
        text.contains("encryption-data")
    };
    if manifest.as_ref().is_some_and(is_encrypted) {
        return Err(Fault::Encrypted);
    }
    let content = content.ok_or(Fault::Foreign(Foreign::Zip))?;
    let content = xml::parse(&content)?;
    let styles = styles.and_then(|styles| xml::parse(&styles).ok());
    of_parts(file, name, &content, styles.as_ref())
}

fn of_parts(
    file: FileId,
    name: &str,
    content: &Element,
    styles: Option<&Element>,
) -> Result<Document, Fault> {
    let body = content.child("body").and_then(|body| body.child("text"));
    let body = body.ok_or(Fault::Damaged("it has no text"))?;
    let mut lists = Lists::default();
    for part in styles.into_iter().chain([content]) {
        lists.read(part);
    }
    let mut reader = Reader::new(Builder::new(file, name), lists);
    reader.blocks(body);
    Ok(reader.builder.finish())
}
