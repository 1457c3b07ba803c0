//! The characters of a paragraph, a heading or a cell.

use std::ops::Range;

use sandtable_source::Span;

/// Appearance of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Bold, by the run itself, not by the style of its paragraph.
    pub bold: bool,
    /// Italic, by the run itself, not by the style of its paragraph.
    pub italic: bool,
    /// Raised; digits of such a run are replaced by `¹²³`, so that no number is read in them.
    pub raised: bool,
    /// A cached result of a field that refers to another place (`REF`, `PAGEREF`), which may be out of date.
    pub field: bool,
}

/// Characters of one appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Bytes of [`Text::plain`].
    pub range: Range<usize>,
    /// Place in the text of its chapter.
    pub span: Span,
    /// The appearance of the run.
    pub style: Style,
}

/// Text of a block or a cell, without markup.
///
/// Paragraphs of one cell, and lines after a manual break, are separated by `\n`; typographic spaces become plain spaces. Dashes and
/// quotation
/// marks are unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The characters of the text.
    pub plain: String,
    /// In order; between two of them only separators are left out.
    pub runs: Vec<Run>,
}

impl Text {
    /// Text without a place in a file.
    pub fn from_words(words: &str) -> Self {
        Self {
            plain: words.to_owned(),
            runs: Vec::new(),
        }
    }

    /// Whether it has no visible character.
    pub fn is_empty(&self) -> bool {
        self.plain.trim().is_empty()
    }

    /// Place in the chapter of a range of [`Self::plain`]; `None` for a text without runs.
    pub fn span(&self, range: Range<usize>) -> Option<Span> {
        // The runs follow each other: those that touch a place are side by side.
        let touching = |at: usize| {
            let first = self.runs.partition_point(|run| run.range.end < at);
            let rest = self.runs.iter().skip(first);
            rest.take_while(move |run| run.range.start <= at)
        };
        let mut starts = touching(range.start);
        let first = starts.find(|run| range.start < run.range.end);
        let first = first.or_else(|| touching(range.start).next());
        let first = first.or(self.runs.first())?;
        let last = touching(range.end).next();
        let last = last.or(self.runs.last())?;
        let start = offset_in(first, range.start);
        let end = offset_in(last, range.end).max(start);
        Some(Span::new(first.span.file, start, end))
    }

    /// Returns the span of the whole text; `None` for a text without runs.
    pub fn whole(&self) -> Option<Span> {
        self.span(0..self.plain.len())
    }

    /// Part of it, with its runs.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let plain = self.plain.get(range.clone()).unwrap_or_default().to_owned();
        let cut = self.runs.iter().filter_map(|run| {
            let start = run.range.start.max(range.start);
            let end = run.range.end.min(range.end);
            (start < end).then(|| Run {
                range: start - range.start..end - range.start,
                span: Span::new(run.span.file, offset_in(run, start), offset_in(run, end)),
                style: run.style,
            })
        });
        Self {
            runs: cut.collect(),
            plain,
        }
    }

    /// Whether a byte of [`Self::plain`] is in a run whose style meets a predicate.
    pub fn has_style(&self, at: usize, is_meant: impl Fn(Style) -> bool) -> bool {
        let mut runs = self.runs.iter();
        runs.any(|run| run.range.contains(&at) && is_meant(run.style))
    }

    /// Ranges of [`Self::plain`] whose runs meet a condition, adjacent runs joined.
    pub fn ranges(&self, is_meant: impl Fn(Style) -> bool) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for run in self.runs.iter().filter(|run| is_meant(run.style)) {
            match ranges.last_mut() {
                Some(last) if last.end == run.range.start => last.end = run.range.end,
                _ => ranges.push(run.range.clone()),
            }
        }
        ranges
    }
}

/// Offset in the chapter of a byte of a run; runs with markup or escapes inside are as long as they are written, so the end is a bound.
fn offset_in(run: &Run, at: usize) -> usize {
    if at >= run.range.end {
        return run.span.end;
    }
    let offset = run.span.start + at.saturating_sub(run.range.start);
    offset.min(run.span.end)
}
