//! Enumerations of names with one noun at their end, `Infantry, Grenadier and Ranger battalions`, where one member is no row of the lists.
//!
//! Reports: E0720.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::spelling::is_one_error;
use super::words::{Kind, Token, stem, tokens};

/// Reports: E0720.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let names = names(context);
    if names.is_empty() {
        return;
    }
    let reported = Reported::new(diagnostics);
    let found = context
        .sentences()
        .filter_map(|one| unlisted(context, one, &names));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Stems of the names of rows: `Grenadier battalion`, `Air Strike`.
fn names(context: &Context<'_>) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for (_, grid) in context.tables() {
        let column = grid.label_column();
        for row in grid.body_rows() {
            let words = tokens(grid.text(row, column));
            if words.iter().all(|word| word.kind == Kind::Word) && (1..=4).contains(&words.len()) {
                found.insert(words.iter().map(|word| stem(word.text)).collect());
            }
        }
    }
    found
}

/// The only name of an enumeration that is in no list, where all others are.
fn unlisted(
    context: &Context<'_>,
    one: &Sentence<'_>,
    names: &BTreeSet<Vec<String>>,
) -> Option<Diagnostic> {
    let words = &one.words;
    (1..words.len()).find_map(|at| {
        let noun = words.get(at).filter(|noun| noun.kind == Kind::Word)?;
        if noun.is_capitalised() || !noun.text.ends_with('s') {
            return None;
        }
        let parts = enumeration(words.get(..at)?)?;
        let own = stem(noun.text);
        // `Tank battalion`, or `Smoke` of `Smoke markers`
        let is_known = |part: &[Token<'_>]| {
            let mut stems: Vec<String> = part.iter().map(|word| stem(word.text)).collect();
            let is_bare = names.contains(&stems);
            stems.push(own.clone());
            (is_bare, names.contains(&stems))
        };
        let known: Vec<(bool, bool)> = parts.iter().map(|part| is_known(part)).collect();
        let n_whole = known.iter().filter(|(_, whole)| *whole).count();
        let n_bare = known.iter().filter(|(bare, _)| *bare).count();
        let is_meant = |(bare, whole): &(bool, bool)| if n_whole > n_bare { *whole } else { *bare };
        let mut missing = parts
            .iter()
            .zip(&known)
            .filter(|(_, known)| !is_meant(known));
        let ((part, _), None) = (missing.next()?, missing.next()) else {
            return None;
        };
        let text = one
            .text
            .get(part.first()?.range.start..part.last()?.range.end)?;
        let n_others = parts.len() - 1;
        // Of two names the other one is met nowhere else.
        if n_others == 0 || n_others < 3 && !is_once(context, part) {
            return None;
        }
        let is_misspelt = part.iter().any(|word| {
            let own = stem(word.text);
            names.iter().flatten().any(|name| is_one_error(&own, name))
        });
        if is_misspelt {
            return None;
        }
        let range = part.first()?.range.start..part.last()?.range.end;
        Some(
            Diagnostic::new(
                Code::UnknownUnitName,
                format!("no list has “{text} {}”", noun.text),
            )
            .label(one.span(range)?, "")
            .help("correct the name, or add it to a list")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
        )
    })
}

/// The capitalised names at the end of some words, between commas and before `and` or `or`, the first one first.
fn enumeration<'t, 'a>(words: &'t [Token<'a>]) -> Option<Vec<&'t [Token<'a>]>> {
    let mut parts: Vec<&[Token<'_>]> = Vec::new();
    let mut end = words.len();
    loop {
        let head = words.get(..end)?;
        let n = head
            .iter()
            .rev()
            .take_while(|word| word.is_capitalised())
            .count();
        if !(1..=2).contains(&n) {
            break;
        }
        parts.insert(0, head.get(end - n..)?);
        let joint = (end - n).checked_sub(1).and_then(|at| words.get(at));
        let Some(joint) = joint else {
            break;
        };
        let is_last = parts.len() == 1;
        let is_joint = match is_last {
            true => joint.is_word(&["and", "or"]),
            false => joint.is_mark(','),
        };
        if !is_joint {
            break;
        }
        end = end - n - 1;
        // `, and`
        let comma = end.checked_sub(1).and_then(|at| words.get(at));
        if is_last && comma.is_some_and(|comma| comma.is_mark(',')) {
            end -= 1;
        }
    }
    // `Only Grenadier and Fusilier battalions`: the first word of a sentence is a capital too.
    if let Some(first) = parts.first_mut()
        && first.len() > 1
        && first.first().map(|word| word.range.start) == words.first().map(|word| word.range.start)
    {
        *first = first.get(1..)?;
    }
    (parts.len() >= 2).then_some(parts)
}

/// Whether the words of a name are met together nowhere else.
fn is_once(context: &Context<'_>, part: &[Token<'_>]) -> bool {
    let stems: Vec<String> = part.iter().map(|word| stem(word.text)).collect();
    let mut n = 0;
    for prose in context.prose() {
        let words = context.words(&prose);
        n += words
            .windows(stems.len())
            .filter(|window| {
                window
                    .iter()
                    .zip(&stems)
                    .all(|(word, stem_of)| stem(word.text) == *stem_of)
            })
            .count();
    }
    n <= 1
}
