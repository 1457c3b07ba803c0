//! Text, and places in it.
//!
//! Every loaded text is owned by one [`SourceMap`]; all else refers to it by [`FileId`] and [`Span`].
//! This layer knows neither rules nor files on a disk: it is handed names and texts.

mod lines;
mod span;

pub use lines::{Encoding, LineColumn, LineIndex, Position};
pub use span::{Span, Spanned};

use std::sync::Arc;

/// One loaded text; handed out by [`SourceMap::add`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

impl FileId {
    /// The file that was added first.
    pub(crate) fn first() -> Self {
        Self(0)
    }
}

/// A text and the name under which the author knows it.
#[derive(Debug)]
pub struct SourceFile {
    /// As shown in findings: a path relative to where the author stands, or `built-in:…`.
    pub name: String,
    /// As written, in UTF-8.
    pub text: Arc<str>,
    lines: LineIndex,
}

impl SourceFile {
    /// A text under a name; the places of its lines are looked up once.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self {
            name: name.into(),
            lines: LineIndex::new(&text),
            text,
        }
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset)
    }

    /// Line and column of a byte offset, from 0, as an editor counts.
    pub fn line_column(&self, offset: usize, encoding: Encoding) -> LineColumn {
        self.lines.line_column(&self.text, offset, encoding)
    }

    /// The byte offset of a line and column; the nearest before, if there is no such place.
    pub fn offset(&self, place: LineColumn, encoding: Encoding) -> usize {
        self.lines.offset(&self.text, place, encoding)
    }
}

/// Owns every loaded text. A clone shares the texts.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    /// The id that the next text gets.
    pub fn next_id(&self) -> FileId {
        FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX))
    }

    /// Takes over a text and hands out its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.share(Arc::new(SourceFile::new(name, text)))
    }

    /// Takes in a text that others hold too, and hands out its id.
    pub fn share(&mut self, file: Arc<SourceFile>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    /// The file of an id; `None` for an id of another map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize).map(Arc::as_ref)
    }

    /// As [`Self::get`], to be shared.
    pub fn shared(&self, id: FileId) -> Option<&Arc<SourceFile>> {
        self.files.get(id.0 as usize)
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, file)| (FileId(u32::try_from(at).unwrap_or(u32::MAX)), file.as_ref()))
    }

    /// The text that a span covers; empty if the span does not fit.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|file| file.text.get(span.start..span.end))
            .unwrap_or_default()
    }
}
