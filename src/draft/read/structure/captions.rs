//! Words that begin a caption.

use crate::model::{CaptionKind, Number};

/// Kind, number and title of a caption: `Table 3: Firing`, `Figure 2 – A flank`.
pub(super) fn caption_number(text: &str) -> Option<(CaptionKind, Number, String)> {
    let text = text.trim_start();
    let (word, rest) = text.split_once(|letter: char| letter.is_whitespace())?;
    let kind = match word.to_lowercase().trim_end_matches('.') {
        "table" | "chart" => CaptionKind::Table,
        "figure" | "fig" | "illustration" | "diagram" => CaptionKind::Figure,
        _ => return None,
    };
    let starts_high = word.starts_with(char::is_uppercase);
    let token = rest.split_whitespace().next()?;
    let core = token.trim_end_matches([':', '.', ')', '–', '—', '-', ',']);
    let number = Number::parse(core)?;
    let is_marked = token.len() > core.len();
    let after = rest.get(token.len()..).unwrap_or_default();
    let title = after.trim_start_matches([' ', '\t', ':', '.', '–', '—', '-']);
    // `Table 3 shows …` is a sentence.
    let is_title = title.is_empty()
        || is_marked
        || after.trim_start().starts_with(['–', '—', '-', ':', '('])
        || title.starts_with(char::is_uppercase);
    (starts_high && is_title).then(|| (kind, number, title.trim().trim_end_matches('.').to_owned()))
}
