//! Places in rule files and in the book, as people read them.

use sandtable_source::{SourceMap, Span};

/// Returns the file, without its folder, and the line of a place: `fire.rules:12`.
pub fn file_and_line(place: Span, sources: &SourceMap) -> Option<String> {
    let source = sources.get(place.file)?;
    let name = source.name.rsplit('/').next().unwrap_or_default();
    Some(format!("{name}:{}", source.position(place.start).line))
}

/// Returns the line of a text in which a place begins, without its indentation.
pub fn line_text(place: Span, sources: &SourceMap) -> &str {
    let Some(source) = sources.get(place.file) else {
        return "";
    };
    let text = &*source.text;
    let before = text.get(..place.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..).unwrap_or_default().lines().next();
    line.unwrap_or_default().trim()
}

/// Returns sections of a book in brackets: `[5.3.2, 18]`; empty without any.
pub fn bracketed(sections: &[String]) -> String {
    match sections {
        [] => String::new(),
        some => format!("[{}]", some.join(", ")),
    }
}
