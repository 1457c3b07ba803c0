//! References that are to nothing in the manuscript: numbers of the map, prices, other books.

use super::context::{Context, Prose};
use super::reference::Reference;
use super::words::tokens;
use crate::model::NumberPart;

/// Whether a reference is a number in brackets behind the name of a unit: `two Line Sections (110)`.
pub(super) fn is_price(text: &str, reference: &Reference) -> bool {
    let written = text.get(reference.start..reference.range.end);
    let before = text.get(..reference.range.start).unwrap_or_default();
    let is_bracketed = before.trim_end().ends_with('(');
    let behind = before.trim_end().trim_end_matches('(').trim_end();
    let is_behind = written.is_some_and(|written| written.contains('('))
        || is_bracketed && behind.to_lowercase().ends_with("section")
        || is_bracketed && behind.to_lowercase().ends_with("sections");
    let lead = tokens(text.get(..reference.start).unwrap_or_default());
    let is_named = lead
        .last()
        .is_some_and(|last| last.count().is_some() || last.is_capitalised());
    is_named && is_behind && reference.number.depth() == 1
}

/// Whether a reference is to another book: `section 4.2 of the Advanced Rules`.
pub(super) fn is_outside(text: &str, reference: &Reference) -> bool {
    let after = text.get(reference.range.end..).unwrap_or_default();
    let after: String = after.chars().take(60).collect();
    let words = tokens(&after);
    let is_of = words
        .iter()
        .take(3)
        .any(|word| word.is_word(&["of", "from", "in"]));
    let book = [
        "book",
        "rulebook",
        "booklet",
        "manual",
        "rules",
        "game",
        "edition",
        "volume",
        "module",
        "supplement",
        "scenario",
        "expansion",
        "playbook",
    ];
    let names_book = words.iter().take(9).any(|word| word.is_word(&book));
    let before = text.get(..reference.start).unwrap_or_default();
    let before = tokens(before);
    let last = before.last();
    // `There is no chapter I, because it looks like a 1`
    let is_none = matches!(before.get(before.len().saturating_sub(2)..), Some([is, no])
        if is.is_word(&["is", "are"]) && no.is_word(&["no"]));
    if is_none {
        return true;
    }
    let is_title_before = last.is_some_and(|word| {
        word.is_capitalised()
            && before.len() > 1
            && !word.is_word(&[
                "see", "in", "per", "rule", "use", "the", "under", "also", "and", "apply", "to",
                "by", "of",
            ])
    });
    let names_book_before = before
        .iter()
        .rev()
        .take(3)
        .any(|word| word.is_word(&["rulebook", "book", "manual", "playbook", "booklet"]));
    is_of && names_book || is_title_before && reference.is_named || names_book_before
}

/// Words beside a letter and a number that are a place on a map.
const MAP_WORDS: [&str; 8] = [
    "hex",
    "hexes",
    "square",
    "squares",
    "map",
    "grid",
    "area",
    "coordinates",
];

/// Whether a letter and a number may be a place on a map: `in hex B4`, `sets up in C3`.
pub(super) fn is_map_place(
    context: &Context<'_>,
    prose: &Prose<'_>,
    reference: &Reference,
) -> bool {
    let is_lettered = matches!(
        reference.number.parts.as_slice(),
        [NumberPart::Letter(_), NumberPart::Decimal(_)]
    );
    let words = context.words(prose);
    is_lettered && !reference.is_named && words.iter().any(|word| word.is_word(&MAP_WORDS))
}
