//! Readers: bytes to a [`Document`].

mod aligned;
mod archive;
mod builder;
mod csv;
mod fault;
mod html;
pub mod markdown;
mod markdown_table;
mod opendocument;
mod structure;
mod text;
mod word;
mod xml;

use sandtable_diagnostic::Diagnostic;
use sandtable_source::FileId;

use crate::model::Document;
use fault::{Fault, Foreign};

/// Format of a manuscript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.docx`: Word, and the export of Google Docs
    Word,
    /// `.odt`: LibreOffice
    OpenDocument,
    /// `.html`, `.htm`
    Html,
    /// `.md`
    Markdown,
    /// `.txt`
    PlainText,
    /// `.csv`: one table
    Csv,
    /// `.pdf`, `.doc`, `.rtf` and others that are known and not read
    Unreadable,
}

impl Format {
    /// The format of a file of this name; `None` if it is no manuscript.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "docx" | "docm" | "dotx" => Self::Word,
            "odt" | "fodt" | "ott" => Self::OpenDocument,
            "html" | "htm" | "xhtml" => Self::Html,
            "md" | "markdown" => Self::Markdown,
            "txt" | "text" => Self::PlainText,
            "csv" => Self::Csv,
            _ if Foreign::of_name(name).is_some() => Self::Unreadable,
            _ => return None,
        })
    }
}

/// Reads a manuscript whose text gets the given id.
///
/// Errors: E0700 if it cannot be read, with what to do.
pub fn read_document(file: FileId, name: &str, bytes: &[u8]) -> Result<Document, Box<Diagnostic>> {
    let read = read_format(file, name, bytes);
    let mut document = read.map_err(|fault| Box::new(fault.report(file, name)))?;
    if document.blocks.is_empty() {
        return Err(Box::new(Fault::Empty.report(file, name)));
    }
    structure::find(&mut document);
    Ok(document)
}

fn read_format(file: FileId, name: &str, bytes: &[u8]) -> Result<Document, Fault> {
    let format = Format::of_name(name).unwrap_or(Format::PlainText);
    let foreign = Foreign::of_bytes(bytes);
    let is_zipped = matches!(format, Format::Word | Format::OpenDocument);
    match (format, foreign) {
        (Format::Unreadable, _) => {
            let known = Foreign::of_name(name).or(foreign);
            Err(Fault::Foreign(known.unwrap_or(Foreign::Zip)))
        }
        // A protected .docx is in the container of the old formats.
        (Format::Word, Some(Foreign::OldWord)) if has_wide(bytes, "EncryptedPackage") => {
            Err(Fault::Encrypted)
        }
        (_, Some(foreign)) if foreign != Foreign::Zip || !is_zipped => Err(Fault::Foreign(foreign)),
        (Format::Word, Some(_)) => word::read(file, name, bytes),
        (Format::Word, None) => Err(Fault::Damaged("it is no Word document")),
        (Format::OpenDocument, _) => opendocument::read(file, name, bytes),
        (Format::Html, _) => html::read(file, name, &decoded(bytes)?),
        (Format::Markdown, _) => Ok(markdown::read(file, name, &decoded(bytes)?)),
        (Format::PlainText, _) => Ok(text::read(file, name, &decoded(bytes)?)),
        (Format::Csv, _) => Ok(csv::read(file, name, &decoded(bytes)?)),
    }
}

/// Text in UTF-8, or in UTF-16 with its mark, or else in the encoding of Windows for western Europe.
///
/// Errors: it is not a text.
fn decoded(bytes: &[u8]) -> Result<String, Fault> {
    let wide = |low_first: bool| {
        let units = bytes
            .get(2..)
            .unwrap_or_default()
            .chunks_exact(2)
            .map(|pair| {
                let pair = [
                    pair.first().copied().unwrap_or(0),
                    pair.last().copied().unwrap_or(0),
                ];
                if low_first {
                    u16::from_le_bytes(pair)
                } else {
                    u16::from_be_bytes(pair)
                }
            });
        String::from_utf16(&units.collect::<Vec<u16>>()).map_err(|_| Fault::NotText)
    };
    if bytes.starts_with(&[0xFF, 0xFE]) {
        return wide(true);
    }
    if bytes.starts_with(&[0xFE, 0xFF]) {
        return wide(false);
    }
    if bytes.contains(&0) {
        return Err(Fault::NotText);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
        Err(_) => Ok(bytes.iter().map(|byte| western(*byte)).collect()),
    }
}

/// A character of Windows-1252.
fn western(byte: u8) -> char {
    match byte {
        0x85 => '…',
        0x91 => '‘',
        0x92 => '’',
        0x93 => '“',
        0x94 => '”',
        0x95 => '•',
        0x96 => '–',
        0x97 => '—',
        byte => char::from(byte),
    }
}

/// Whether bytes contain a word in UTF-16.
fn has_wide(bytes: &[u8], word: &str) -> bool {
    let wide: Vec<u8> = word.bytes().flat_map(|byte| [byte, 0]).collect();
    bytes.windows(wide.len()).any(|window| window == wide)
}
