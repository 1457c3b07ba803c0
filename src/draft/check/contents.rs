//! The list of contents against the headings: the same number with another title.
//!
//! Reports: E0702.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::Context;
use super::words::title_key;
use crate::model::{BlockContent, Container, Number};

/// Least number of entries whose titles are those of the headings, for each one that is not.
const LEAST_AGREED: usize = 3;

/// Entry of a list of contents.
struct Entry<'a> {
    number: Number,
    title: &'a str,
    span: Span,
}

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let (mut n_agreed, mut wrong) = (0, Vec::new());
    for entry in entries(context) {
        let mut meant = context
            .anchors
            .iter()
            .filter(|anchor| !anchor.title.is_empty() && anchor.number.is_same(&entry.number));
        let (Some(only), None) = (meant.next(), meant.next()) else {
            continue;
        };
        let (own, listed) = (title_key(only.title), title_key(entry.title));
        // A list may give only the beginning of a long title.
        match own == listed || own.starts_with(&listed) || listed.starts_with(&own) {
            true => n_agreed += 1,
            false => wrong.push((entry, only.title)),
        }
    }
    // The titles of two entries that are exchanged belong to their numbers, which other checks report.
    if wrong.len() != 1 || n_agreed < LEAST_AGREED {
        return;
    }
    diagnostics.extend(wrong.into_iter().map(|(entry, title)| {
        let message = format!("section {} has another title: “{title}”", entry.number);
        Diagnostic::new(Code::WrongTitle, message)
            .label(entry.span, "in the contents")
            .help("let the contents and the heading have one title")
            .confidence(Confidence::Likely)
    }));
}

/// The entries of a table of contents, and of a numbered list below a title `Contents`.
fn entries<'a>(context: &Context<'a>) -> Vec<Entry<'a>> {
    let blocks = context.document.blocks.iter().enumerate();
    let found = blocks.filter_map(|(at, block)| {
        let BlockContent::Paragraph(paragraph) = &block.content else {
            return None;
        };
        let text = paragraph.text.plain.trim();
        let is_titled = context.titles(at).last().is_some_and(|title| {
            let lower = title.trim().to_lowercase();
            matches!(lower.as_str(), "contents" | "table of contents")
        });
        let item = paragraph.list.as_ref().and_then(|item| item.number.clone());
        let (number, title) = match item {
            Some(number) if is_titled => (number, text),
            _ if block.container == Container::Contents => {
                let (number, title) = text.split_once(char::is_whitespace)?;
                (Number::parse(number.trim_end_matches(['.', ':']))?, title)
            }
            Some(_) | None => return None,
        };
        let is_page =
            |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ' ' | '\t' | '…');
        let title = title.trim_end_matches(is_page).trim();
        (!title.is_empty()).then_some(Entry {
            number,
            title,
            span: block.span,
        })
    });
    found.collect()
}
