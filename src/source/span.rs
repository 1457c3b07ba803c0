//! Ranges of texts.

use super::FileId;

/// A range of bytes in one file, end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file of the range.
    pub file: FileId,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// Returns a range of a file.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start, end }
    }

    /// Returns the span of values that are not written anywhere: the start of the first file.
    pub fn nowhere() -> Self {
        Self::new(FileId::first(), 0, 0)
    }

    /// Returns the span from the start of this one to the end of `other`, in the same file.
    pub fn to(self, other: Self) -> Self {
        Self {
            end: other.end.max(self.end),
            ..self
        }
    }

    /// Whether another span lies within this one.
    pub fn contains(self, inner: Self) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// Returns the empty span at the end of this one.
    pub fn after(self) -> Self {
        Self {
            start: self.end,
            ..self
        }
    }
}

/// A value with the span where it was written. Equality ignores the span.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns a value with its span.
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
