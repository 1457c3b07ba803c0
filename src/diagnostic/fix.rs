//! Cures of a finding as edits of text.

use super::{Diagnostic, suggest};
use sandtable_source::Span;

/// A replacement of some text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// The text to replace; empty to insert.
    pub span: Span,
    /// The text to write instead; empty to delete.
    pub text: String,
}

/// An applicable fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// An instruction, lower case: ``write `target` ``.
    pub title: String,
    /// Edits that do not overlap, to be made together.
    pub edits: Vec<TextEdit>,
}

impl Fix {
    /// A fix of one edit.
    pub fn new(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            title: title.into(),
            edits: vec![TextEdit { span, text }],
        }
    }
}

/// A text after edits of it, those of other files left out. The later of two edits that overlap is left out.
pub fn edited<'e>(
    text: &str,
    file: sandtable_source::FileId,
    edits: impl IntoIterator<Item = &'e TextEdit>,
) -> String {
    let mut edits: Vec<&TextEdit> = edits
        .into_iter()
        .filter(|edit| edit.span.file == file)
        .collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let Some(kept) = text.get(at..edit.span.start) else {
            continue;
        };
        written.push_str(kept);
        written.push_str(&edit.text);
        at = edit.span.end;
    }
    written.push_str(text.get(at..).unwrap_or_default());
    written
}

impl Diagnostic {
    /// Adds a fix.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        let mut fixes = self.fixes.into_vec();
        fixes.push(fix);
        self.fixes = fixes.into_boxed_slice();
        self
    }

    /// Adds the cure to replace the text of the main label; to delete it, if nothing is to be written.
    #[must_use]
    pub fn instead(self, text: impl Into<String>) -> Self {
        let text = text.into();
        let Some(span) = self.labels.first().map(|label| label.span) else {
            return self;
        };
        let title = match text.as_str() {
            "" => "delete it".to_owned(),
            text => format!("write `{}`", text.trim()),
        };
        self.with_fix(Fix::new(title, span, text))
    }

    /// Adds the cure to write something right after a text.
    #[must_use]
    pub fn append(self, after: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        let title = format!("add `{}`", text.trim());
        self.with_fix(Fix::new(title, after.after(), text))
    }

    /// Offers the nearest of the known names, if one is near; also as a cure, where a label is on that word alone.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let Some(name) = suggest::nearest(word, known) else {
            return self;
        };
        let finding = self.help(format!("did you mean `{name}`?"));
        let length = |span: Span| span.end.saturating_sub(span.start);
        let place = finding.labels.first().and_then(|label| {
            let span = label.span;
            match length(span).checked_sub(word.len()) {
                Some(0) => Some(span),
                // The span without the quotation marks.
                Some(2) => Some(Span::new(span.file, span.start + 1, span.end - 1)),
                Some(_) | None => None,
            }
        });
        match place {
            Some(place) => finding.with_fix(Fix::new(format!("write `{name}`"), place, name)),
            None => finding,
        }
    }
}
