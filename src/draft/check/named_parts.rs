//! Parts of a manuscript that are numbered in words: `Part Three: The Round`, `Chapter Two`.
//!
//! Reports: E0701, E0702, E0704, E0705.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::words::{Token, title_key};
use crate::keys::counted;
use crate::model::BlockContent;

/// Heading of a part.
struct Part {
    value: i64,
    title: String,
    span: Span,
    block: usize,
}

/// Words that number something else than parts, or whose references are checked elsewhere.
const OTHERS: [&str; 10] = [
    "section", "table", "figure", "chart", "diagram", "rule", "case", "turn", "round", "phase",
];

/// Reports: E0701, E0702, E0704, E0705.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // Parts by their word, and by the section that they are in: each book may count its chapters from 1.
    let mut all: BTreeMap<String, BTreeMap<Option<usize>, Vec<Part>>> = BTreeMap::new();
    for (word, value, block) in numbered_headings(context) {
        let Some(prose) = context
            .prose()
            .into_iter()
            .find(|prose| prose.is_heading && prose.block == block)
        else {
            continue;
        };
        let words = context.words(&prose);
        if let Some((.., end)) = numbered(words, 0)
            && let Some(span) = context.span(&prose, 0..end)
        {
            let title = prose.text.plain.get(end..).unwrap_or_default();
            let title = title.trim_start_matches([':', '.', ' ', '–', '—', '-']);
            let scopes = all.entry(word).or_default();
            scopes
                .entry(around(context, block))
                .or_default()
                .push(Part {
                    value,
                    title: title.trim().to_owned(),
                    span,
                    block,
                });
        }
    }
    for (word, scopes) in &all {
        let parts: Vec<&Part> = scopes.values().flatten().collect();
        for own in scopes.values().filter(|own| own.len() >= 2) {
            order(context, word, own, diagnostics);
        }
        let prose = context.prose().into_iter();
        let mut uses: Vec<Use> = prose
            .filter(|prose| !prose.is_heading)
            .flat_map(|prose| uses(context, &prose, word))
            .collect();
        // Most of what is so called must be a part.
        let is_part = |one: &Use| parts.iter().any(|part| part.value == one.value);
        let n_parts = uses.iter().filter(|one| is_part(one)).count();
        if n_parts * 2 < uses.len() {
            uses.clear();
        }
        diagnostics.extend(
            uses.iter()
                .filter_map(|one| judge(context, word, one, &parts)),
        );
    }
}

/// The innermost section around the section of a heading.
fn around(context: &Context<'_>, heading: usize) -> Option<usize> {
    let sections = context.document.sections.iter();
    sections
        .enumerate()
        .filter(|(_, section)| section.blocks.contains(&heading) && section.heading != heading)
        .map(|(at, _)| at)
        .next_back()
}

/// Headings that begin with a word and a number, three or more with the same word: the word in small letters, the number, and the block.
pub(super) fn numbered_headings(context: &Context<'_>) -> Vec<(String, i64, usize)> {
    let mut found: Vec<(String, i64, usize)> = Vec::new();
    for prose in context.prose().iter().filter(|prose| prose.is_heading) {
        let has_number = matches!(
            context.document.blocks.get(prose.block).map(|block| &block.content),
            Some(BlockContent::Heading(heading)) if heading.number().is_some()
        );
        let number = numbered(context.words(prose), 0).filter(|_| !has_number);
        found.extend(number.map(|(word, value, _)| (word, value, prose.block)));
    }
    let all = found.clone();
    found.retain(|(word, ..)| all.iter().filter(|(own, ..)| own == word).count() >= 3);
    found
}

/// The word, the number and the end of `Part Three` at a place.
pub(super) fn numbered(words: &[Token<'_>], at: usize) -> Option<(String, i64, usize)> {
    let word = words
        .get(at)
        .filter(|word| word.is_capitalised() && !word.is_word(&OTHERS))?;
    let number = words.get(at + 1)?;
    let value = number.whole().or_else(|| counted(number.text))?;
    Some((word.text.to_lowercase(), value, number.range.end))
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

/// A part that a text refers to.
struct Use {
    value: i64,
    span: Span,
    block: usize,
    /// The title given with it, where it is a whole line: an entry of a list of parts.
    title: Option<String>,
}

fn uses(context: &Context<'_>, prose: &Prose<'_>, word: &str) -> Vec<Use> {
    let words = context.words(prose);
    let found = (0..words.len()).filter_map(|at| {
        let (_, value, end) = numbered(words, at).filter(|(own, ..)| own == word)?;
        // `Part Seven: The Crowd`
        let rest = prose.text.plain.get(end..).unwrap_or_default();
        let title = rest.strip_prefix(':').map(str::trim).unwrap_or_default();
        let is_line = at == 0 && !title.is_empty() && title.split_whitespace().count() <= 8;
        Some(Use {
            value,
            span: context.span(prose, words.get(at)?.range.start..end)?,
            block: prose.block,
            title: is_line.then(|| title.to_owned()),
        })
    });
    found.collect()
}

/// Reports: E0701, E0702.
fn judge(context: &Context<'_>, word: &str, one: &Use, parts: &[&Part]) -> Option<Diagnostic> {
    let same: Vec<&&Part> = parts
        .iter()
        .filter(|part| part.value == one.value)
        .collect();
    let finding = match (same.as_slice(), &one.title) {
        ([], _) => Diagnostic::new(
            Code::MissingSection,
            format!("there is no {}", shown(word, one.value)),
        )
        .label(one.span, "referred to here")
        .help("correct the number"),
        (_, Some(title))
            if same.iter().all(|part| {
                !part.title.is_empty() && title_key(title) != title_key(&part.title)
            }) =>
        {
            let part = same.first()?;
            let message = format!(
                "{} has another title: “{}”",
                shown(word, one.value),
                part.title
            );
            Diagnostic::new(Code::WrongTitle, message)
                .label(one.span, "")
                .label(part.span, "this heading")
                .help("give the title as the heading has it")
        }
        _ => return None,
    };
    Some(
        finding
            .confidence(Confidence::Likely)
            .cite(context.citation(one.block)),
    )
}
