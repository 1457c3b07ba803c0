//! Places in texts.

use super::FileId;

/// A stretch of one file, in bytes, end not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A stretch of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start, end }
    }

    /// The place of what is not written anywhere: the start of the first file.
    pub fn nowhere() -> Self {
        Self::new(FileId::first(), 0, 0)
    }

    /// From the start of this to the end of `other`, which stands in the same file.
    pub fn to(self, other: Self) -> Self {
        Self {
            end: other.end.max(self.end),
            ..self
        }
    }

    /// The empty place right behind this.
    pub fn after(self) -> Self {
        Self {
            start: self.end,
            ..self
        }
    }
}

/// A value and where it was written. Two are equal when their values are: the place does not count.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    /// Text as written.
    pub value: T,
    /// The span.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}
