//! Marks of lists typed by hand, and paragraphs of examples.

use crate::model::{BlockContent, Container, Document, ListItem, Number};

use super::headings::typed_number;
use super::{paragraph, paragraph_mut};

/// Splits typed marks from paragraphs: `1. …`, `(a) …`, `• …`, `5.31 …`.
pub(super) fn find(document: &mut Document) {
    for block in &mut document.blocks {
        let Some(one) = paragraph_mut(&mut block.content) else {
            continue;
        };
        if one.list.is_some() {
            continue;
        }
        if let Some((item, rest)) = typed_mark(&one.text.plain) {
            one.text = one.text.slice(rest..one.text.plain.len());
            one.list = Some(item);
        }
    }
}

fn typed_mark(text: &str) -> Option<(ListItem, usize)> {
    let lead = text.len() - text.trim_start().len();
    let body = text.get(lead..)?;
    let token = body.split_whitespace().next()?;
    let after = body.get(token.len()..)?;
    let rest = lead + token.len() + after.len() - after.trim_start().len();
    if rest >= text.len() {
        return None;
    }
    if matches!(token, "•" | "-" | "–" | "*" | "·" | "▪" | "o" | "►" | "—") {
        let is_dash = matches!(token, "-" | "–" | "—" | "o");
        let follows = body.get(token.len()..).unwrap_or_default().trim_start();
        if is_dash && follows.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        return Some((item("•", None), rest));
    }
    let is_closed = token.ends_with(['.', ')', ']', ':']) || token.starts_with(['(', '[']);
    let is_deep = token.contains('.') && token.starts_with(|letter: char| letter.is_ascii_digit());
    if !is_closed && !is_deep {
        return None;
    }
    let (number, rest) = typed_number(text)?;
    // `I. e.` and `A. Smith` are no marks; a letter needs a bracket or a sentence after it.
    let has_sentence = text
        .get(rest..)
        .is_some_and(|title| title.split_whitespace().count() >= 2);
    has_sentence.then(|| (item(token, Some(number)), rest))
}

fn item(marker: &str, number: Option<Number>) -> ListItem {
    ListItem {
        level: 0,
        marker: marker.to_owned(),
        number,
        is_computed: false,
    }
}

/// Marks paragraphs of examples: one that says so, and those of its box or style that follow.
pub(super) fn mark_examples(document: &mut Document) {
    let mut current: Option<(Container, String)> = None;
    for block in &mut document.blocks {
        let container = block.container;
        let is_heading = matches!(block.content, BlockContent::Heading(_));
        if let BlockContent::Heading(heading) = &block.content {
            let title = heading.title.plain.to_lowercase();
            current = title
                .contains("example")
                .then(|| (Container::Body, String::from("*")));
        }
        let Some(one) = paragraph_mut(&mut block.content) else {
            continue;
        };
        let begins = begins_example(&one.text.plain);
        let is_styled = one.style.contains("example");
        if begins || is_styled {
            one.is_example = true;
            current = Some((container, one.style.clone()));
            continue;
        }
        if is_heading {
            continue;
        }
        one.is_example = match &current {
            Some((Container::Body, style)) => style == "*" && container == Container::Body,
            Some((boxed, _)) => *boxed == container,
            None => false,
        };
    }
}

fn begins_example(text: &str) -> bool {
    let lower = text.trim_start_matches(['(', '[', '*', '_']).to_lowercase();
    ["example", "for example", "e.g.", "for instance"]
        .iter()
        .any(|word| lower.starts_with(word))
}

/// Whether a paragraph is short, as a title is.
pub(super) fn is_short(document: &Document, at: usize) -> Option<&str> {
    let block = document.blocks.get(at)?;
    let text = match &block.content {
        BlockContent::Heading(heading) => heading.title.plain.as_str(),
        BlockContent::Paragraph(_) => paragraph(&block.content)?.text.plain.as_str(),
        BlockContent::Table(_) | BlockContent::Code(_) => return None,
    };
    (text.split_whitespace().count() <= 12).then_some(text)
}
