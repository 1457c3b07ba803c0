//! Texts, and positions in them.
//!
//! Every loaded text is owned by one [`SourceMap`]; all other layers refer to it by [`FileId`] and [`Span`]. This layer knows
//! neither rules nor the file system: its input are names and texts. It also has the interface by which every layer can divide its work, [`workers`].

mod lines;
mod numbers;
mod span;
pub mod workers;

pub use lines::{Encoding, LineColumn, LineIndex, Position};
pub use numbers::decimal;
pub use span::{Span, Spanned};

use std::sync::Arc;

/// Identifies a loaded text; created by [`SourceMap::add`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// Returns the id of the file that was added first.
    pub(crate) fn first() -> Self {
        Self(0)
    }
}

/// A text with its name.
#[derive(Debug)]
pub struct SourceFile {
    /// Name in findings: a path relative to the working directory, or `built-in:…`.
    pub name: String,
    /// The text, in UTF-8.
    pub text: Arc<str>,
    lines: LineIndex,
}

impl SourceFile {
    /// Returns a text with a name; builds the index of its lines.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self {
            name: name.into(),
            lines: LineIndex::new(&text),
            text,
        }
    }

    /// Returns line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// Returns line and column of a byte offset, from 0, in the encoding of an editor.
    pub fn line_column(&self, offset: usize, encoding: Encoding) -> LineColumn {
        self.lines.line_column(&self.text, offset, encoding)
    }

    /// Returns the byte offset of a line and column; the nearest one before a position that does not exist.
    pub fn offset(&self, place: LineColumn, encoding: Encoding) -> usize {
        self.lines.offset(&self.text, place, encoding)
    }
}

/// Owner of every loaded text. A clone shares the texts.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// Returns the id of the next text to be added.
    pub fn next_id(&self) -> FileId {
        FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX))
    }

    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.share(Arc::new(SourceFile::new(name, text)))
    }

    /// Adds a shared text and returns its id.
    pub fn share(&mut self, file: Arc<SourceFile>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    /// Returns the file of an id; `None` for an id of another map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize).map(Arc::as_ref)
    }

    /// As [`Self::get`], with shared ownership.
    pub fn shared(&self, id: FileId) -> Option<&Arc<SourceFile>> {
        self.files.get(id.0 as usize)
    }

    /// Iterates over all files in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, file)| (FileId(u32::try_from(at).unwrap_or(u32::MAX)), file.as_ref()))
    }

    /// Returns the text of a span; empty if the span is out of range.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|file| file.text.get(span.start..span.end))
            .unwrap_or_default()
    }
}
