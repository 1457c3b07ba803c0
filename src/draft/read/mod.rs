//! Readers: bytes to a [`Document`].

use sandtable_diagnostic::Diagnostic;
use sandtable_source::FileId;

use crate::model::Document;

/// Format of a manuscript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.docx`: Word, and what Google Docs exports
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
}

impl Format {
    /// The format of a file of this name; `None` if it is no manuscript.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "docx" | "docm" => Self::Word,
            "odt" | "fodt" => Self::OpenDocument,
            "html" | "htm" | "xhtml" => Self::Html,
            "md" | "markdown" => Self::Markdown,
            "txt" => Self::PlainText,
            "csv" => Self::Csv,
            _ => return None,
        })
    }
}

/// Reads a manuscript whose text gets the given id.
///
/// Errors: E0700 if it cannot be read, with what to do.
pub fn read(file: FileId, name: &str, bytes: &[u8]) -> Result<Document, Box<Diagnostic>> {
    let _ = (file, name, bytes);
    Ok(Document::default())
}
