//! Parts of a manuscript that are numbered in words: `Part Three: The Round`, `Chapter Two`.
//!
//! Reports: E0701, E0702, E0704, E0705.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::words::{Token, counted, title_key};
use crate::model::BlockContent;

/// Words that number parts.
const WORDS: [&str; 6] = ["part", "chapter", "book", "act", "bout", "lesson"];

/// Heading of a part.
struct Part {
    value: i64,
    title: String,
    span: Span,
    block: usize,
}

/// Reports: E0701, E0702, E0704, E0705.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut all: BTreeMap<&str, Vec<Part>> = BTreeMap::new();
    for prose in context.prose().iter().filter(|prose| prose.is_heading) {
        let has_number = matches!(
            context.document.blocks.get(prose.block).map(|block| &block.content),
            Some(BlockContent::Heading(heading)) if heading.number().is_some()
        );
        let words = context.words(prose);
        let number = numbered(words, 0).filter(|_| !has_number);
        if let Some((word, value, end)) = number
            && let Some(span) = context.span(prose, 0..end)
        {
            let title = prose.text.plain.get(end..).unwrap_or_default();
            let title = title.trim_start_matches([':', '.', ' ', '–', '—', '-']);
            all.entry(word).or_default().push(Part {
                value,
                title: title.trim().to_owned(),
                span,
                block: prose.block,
            });
        }
    }
    for (word, parts) in all.iter().filter(|(_, parts)| parts.len() >= 3) {
        order(context, word, parts, diagnostics);
        for prose in context.prose().iter().filter(|prose| !prose.is_heading) {
            references(context, prose, word, parts, diagnostics);
        }
    }
}

/// The word, the number and the end of `Part Three` at a place.
fn numbered(words: &[Token<'_>], at: usize) -> Option<(&'static str, i64, usize)> {
    let word = words.get(at).filter(|word| word.is_capitalised())?;
    let name = WORDS.iter().find(|name| word.is_word(&[name]))?;
    let number = words.get(at + 1)?;
    let value = number.whole().or_else(|| counted(number.text))?;
    Some((name, value, number.range.end))
}

fn shown(word: &str, value: i64) -> String {
    format!("{word} {value}")
}

/// Reports: E0704, E0705.
fn order(context: &Context<'_>, word: &str, parts: &[Part], diagnostics: &mut Diagnostics) {
    for (at, part) in parts.iter().enumerate() {
        let earlier = parts.get(..at).unwrap_or_default();
        let same = earlier.iter().find(|earlier| earlier.value == part.value);
        let last = earlier.last();
        let (code, message, there) = match (same, last) {
            (Some(first), _) => {
                let message = format!("{} is there twice", shown(word, part.value));
                (Code::NumberTwice, message, first)
            }
            (None, Some(last)) if part.value != last.value + 1 => {
                // After a number that is there twice, the next one goes on from what it should have been.
                let is_repaired = parts
                    .iter()
                    .zip(1_i64..)
                    .any(|(own, place)| std::ptr::eq(own, part) && own.value == place);
                if is_repaired {
                    continue;
                }
                let message = format!(
                    "{} follows {}",
                    shown(word, part.value),
                    shown(word, last.value)
                );
                (Code::NumberOutOfOrder, message, last)
            }
            _ => continue,
        };
        diagnostics.push(
            Diagnostic::new(code, message)
                .label(part.span, "")
                .label(there.span, "the one before it")
                .help("correct one of the numbers")
                .cite(context.citation(part.block)),
        );
    }
}

/// Reports: E0701, E0702.
fn references(
    context: &Context<'_>,
    prose: &Prose<'_>,
    word: &str,
    parts: &[Part],
    diagnostics: &mut Diagnostics,
) {
    let words = context.words(prose);
    for at in 0..words.len() {
        let Some((own, value, end)) = numbered(words, at).filter(|(own, ..)| *own == word) else {
            continue;
        };
        let start = words.get(at).map_or(0, |word| word.range.start);
        let Some(span) = context.span(prose, start..end) else {
            continue;
        };
        let Some(part) = parts.iter().find(|part| part.value == value) else {
            diagnostics.push(
                Diagnostic::new(
                    Code::MissingSection,
                    format!("there is no {}", shown(own, value)),
                )
                .label(span, "referred to here")
                .help("correct the number")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block)),
            );
            continue;
        };
        // `Part Seven: The Crowd`, the whole line: an entry of a list of parts.
        let rest = prose.text.plain.get(end..).unwrap_or_default();
        let title = rest.strip_prefix(':').map(str::trim).unwrap_or_default();
        let is_line = at == 0 && !title.is_empty() && title.split_whitespace().count() <= 8;
        if is_line && !part.title.is_empty() && title_key(title) != title_key(&part.title) {
            diagnostics.push(
                Diagnostic::new(
                    Code::WrongTitle,
                    format!("{} has another title: “{}”", shown(own, value), part.title),
                )
                .label(span, "")
                .label(part.span, "this heading")
                .help("give the title as the heading has it")
                .confidence(Confidence::Likely)
                .cite(context.citation(prose.block)),
            );
        }
    }
}
