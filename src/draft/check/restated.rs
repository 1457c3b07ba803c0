//! Sentences that the text repeats word for word with another number.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::modifier_rows::telling;
use super::reported::Reported;
use super::words::{FUNCTION_WORDS, Kind, Token};
use crate::model::BlockContent;

/// Words around a number that have to be the same.
const LENGTH: usize = 10;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut known: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    let mut found: Vec<Diagnostic> = Vec::new();
    for one in context.sentences() {
        let block = one.prose.block;
        // Examples and scenarios have numbers of their own.
        if one.prose.is_heading
            || one.words.len() <= LENGTH
            || context.is_example(block)
            || context.scenario(block).is_some()
        {
            continue;
        }
        let finding = sentence(context, one, &mut known);
        found.extend(finding.filter(|finding| !reported.has(finding)));
    }
    diagnostics.extend(found);
}

/// Number with its place.
struct Place {
    value: i64,
    span: Span,
    block: usize,
    /// Stems of the telling words of its sentence.
    stems: BTreeSet<String>,
}

/// Whether two sentences are about different things: each has a telling word that the other lacks.
fn are_apart(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    one.difference(other).next().is_some() && other.difference(one).next().is_some()
}

/// Whether two blocks are items of the lists of one section, which may say the same of several things.
fn are_items(context: &Context<'_>, one: usize, other: usize) -> bool {
    let is_item = |block: usize| {
        let block = context
            .document
            .blocks
            .get(block)
            .map(|block| &block.content);
        matches!(block, Some(BlockContent::Paragraph(paragraph)) if paragraph.list.is_some())
    };
    context.home(one) == context.home(other) && is_item(one) && is_item(other)
}

fn sentence(
    context: &Context<'_>,
    one: &Sentence<'_>,
    known: &mut BTreeMap<String, Vec<Place>>,
) -> Option<Diagnostic> {
    let words: Vec<&Token<'_>> = one
        .words
        .iter()
        .filter(|word| !matches!(word.kind, Kind::Mark(_)))
        .collect();
    let stems = telling(&one.words);
    let mut found = repeated(context, one, known);
    for (at, number) in words.iter().enumerate() {
        let Some(value) = number.count() else {
            continue;
        };
        let Some(span) = one.span(number.range.clone()) else {
            continue;
        };
        for n_before in 2..=LENGTH - 2 {
            let Some(key) = key(&words, at, n_before) else {
                continue;
            };
            let places = known.entry(key).or_default();
            let is_same = places.iter().any(|place| place.value == value);
            let first = places.first().filter(|_| !is_same);
            let first = first.filter(|first| first.block != one.prose.block);
            let first = first.filter(|first| !are_apart(&first.stems, &stems));
            let first = first.filter(|first| !are_items(context, first.block, one.prose.block));
            found = found.or_else(|| first.map(|first| report(context, one, value, span, first)));
            places.push(Place {
                value,
                span,
                block: one.prose.block,
                stems: stems.clone(),
            });
        }
    }
    found
}

/// Words around a number that have to be the same in a glossary or on a sheet, which repeat the rules in short.
const SHORT: usize = 7;

/// Words that bound a number and make no difference to what it is.
const BOUNDS: [&str; 8] = [
    "at", "most", "least", "exactly", "only", "maximum", "about", "up",
];

/// A number of a glossary or a sheet between words that a rule has around another one: `a path of 6 hexes to a road`.
fn repeated(
    context: &Context<'_>,
    one: &Sentence<'_>,
    known: &mut BTreeMap<String, Vec<Place>>,
) -> Option<Diagnostic> {
    let block = one.prose.block;
    let is_short = |block: usize| {
        let titles = context.titles(block);
        let is_glossary = titles.iter().any(|title| {
            let lower = title.to_lowercase();
            ["glossary", "definition", "terms"]
                .iter()
                .any(|word| lower.contains(word))
        });
        is_glossary || context.is_sheet(block)
    };
    let words: Vec<&Token<'_>> = one
        .words
        .iter()
        .filter(|word| !matches!(word.kind, Kind::Mark(_)) && !word.is_word(&BOUNDS))
        .collect();
    let mut found = None;
    for (at, number) in words.iter().enumerate() {
        let (Some(value), Some(span)) = (number.count(), one.span(number.range.clone())) else {
            continue;
        };
        for n_before in 2..=SHORT - 2 {
            let Some(key) = short_key(&words, at, n_before) else {
                continue;
            };
            let places = known.entry(key).or_default();
            let is_same = places.iter().any(|place| place.value == value);
            let first = places.first().filter(|first| {
                !is_same && first.block != block && is_short(first.block) != is_short(block)
            });
            found = found.or_else(|| first.map(|first| report(context, one, value, span, first)));
            places.push(Place {
                value,
                span,
                block,
                stems: BTreeSet::new(),
            });
        }
    }
    found
}

/// As [`key`], of fewer words; most must say something.
fn short_key(words: &[&Token<'_>], at: usize, n_before: usize) -> Option<String> {
    let start = at.checked_sub(n_before)?;
    let around = words.get(start..start + SHORT + 1)?;
    let says = |(place, word): &(usize, &&Token<'_>)| {
        let is_idle = word.is_word(&FUNCTION_WORDS) || word.count().is_some();
        start + place != at && word.kind == Kind::Word && word.text.len() >= 3 && !is_idle
    };
    let n_telling = around.iter().enumerate().filter(says).count();
    let texts = around.iter().enumerate();
    let texts = texts.map(|(place, word)| match start + place == at {
        true => "##".to_owned(),
        false => word.text.to_lowercase(),
    });
    (n_telling >= 3).then(|| texts.collect::<Vec<_>>().join(" "))
}

/// The words around a number in small letters, without the number itself, if they say enough.
fn key(words: &[&Token<'_>], at: usize, n_before: usize) -> Option<String> {
    let start = at.checked_sub(n_before)?;
    let around = words.get(start..start + LENGTH + 1)?;
    let n_telling = around.iter().enumerate().filter(|(place, word)| {
        start + place != at && word.kind == Kind::Word && word.text.len() >= 5
    });
    let texts = around
        .iter()
        .enumerate()
        .map(|(place, word)| match start + place == at {
            true => "#".to_owned(),
            false => word.text.to_lowercase(),
        });
    (n_telling.count() >= 3).then(|| texts.collect::<Vec<_>>().join(" "))
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    value: i64,
    span: Span,
    first: &Place,
) -> Diagnostic {
    let message = format!(
        "the text says the same twice, with {value} here and {} earlier",
        first.value
    );
    Diagnostic::new(Code::ConflictingNumbers, message)
        .label(span, value.to_string())
        .label(first.span, format!("{} here", first.value))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(one.prose.block))
}
