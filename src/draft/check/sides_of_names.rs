//! Sides of the map that the text gives one place differently: `from Pomerania in the west`, and elsewhere `in the east`.
//!
//! Reports: E0711.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;

const SIDES: [&str; 8] = [
    "north",
    "south",
    "east",
    "west",
    "north-east",
    "north-west",
    "south-east",
    "south-west",
];

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut known: BTreeMap<String, Vec<(String, Span)>> = BTreeMap::new();
    let mut found = Vec::new();
    for one in context.sentences() {
        for (name, side, span) in sides(one) {
            let places = known.entry(name.clone()).or_default();
            let is_same = places.iter().any(|(other, _)| *other == side);
            let first = places.first().filter(|_| !is_same);
            if let Some((other, there)) = first {
                let message = format!("“{name}” is in the {side} here, and in the {other} earlier");
                found.push(
                    Diagnostic::new(Code::ConflictingNumbers, message)
                        .label(span, side.clone())
                        .label(*there, format!("{other} here"))
                        .help("correct one of them")
                        .confidence(Confidence::Likely)
                        .cite(context.citation(one.prose.block)),
                );
            }
            places.push((side, span));
        }
    }
    let reported = Reported::new(diagnostics);
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// The names of a sentence that it gives a side: `Livonia in the north`, `the Cossacks on the east edge`.
fn sides(one: &Sentence<'_>) -> Vec<(String, String, Span)> {
    let words = one.words.as_slice();
    let found = words.windows(4).enumerate().filter_map(|(at, window)| {
        let [name, place, the, side] = window else {
            return None;
        };
        let is_placed = place.is_word(&["in", "on", "at"]) && the.is_word(&["the"]);
        let known = SIDES.iter().find(|own| side.is_word(&[own]))?;
        let next = words.get(at + 4);
        // `in the west of the country`, `in the east half`
        let is_end = next.is_none_or(|next| {
            next.is_any_mark(&['.', ',', ';', ')', ':'])
                || next.is_word(&["and", "edge", "side", "or"])
        });
        let is_name = name.is_capitalised() && at > 0;
        let span = one.span(side.range.clone())?;
        (is_placed && is_name && is_end).then(|| (name.text.to_owned(), (*known).to_owned(), span))
    });
    found.collect()
}
