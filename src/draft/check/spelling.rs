//! Terms spelt in two ways.
//!
//! Reports: E0716.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic};
use sandtable_source::Span;

use super::context::{Context, Prose};
use super::words::{Kind, tokens};
use crate::vocabulary::vocabulary;

/// Each spelling with the number of its uses, its first place and block, and whether it has a capital inside a sentence.
type Words = BTreeMap<String, (usize, Span, usize, bool)>;

/// Terms spelt in two ways: a hyphen here and not there, British and American, letters swapped or left out.
///
/// Reports: E0716.
pub(super) fn check(context: &Context<'_>, prose: &[Prose<'_>]) -> Vec<Diagnostic> {
    let mut words = Words::new();
    let mut joined: BTreeMap<String, BTreeMap<String, (usize, Span, usize)>> = BTreeMap::new();
    for one in prose {
        let tokens = tokens(&one.text.plain);
        let is_inside = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            before.is_some_and(|before| !before.is_any_mark(&['.', '!', '?', ':', '(', '“', '"']))
        };
        for (at, token) in tokens.iter().enumerate() {
            if token.kind != Kind::Word {
                continue;
            }
            let lower = token.text.to_lowercase();
            if let Some(span) = context.span(one, token.range.clone()) {
                let entry = words
                    .entry(lower.clone())
                    .or_insert((0, span, one.block, false));
                entry.0 += 1;
                entry.3 |= token.is_capitalised() && is_inside(at);
            }
            // `half-track`
            let (Some(mark), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2)) else {
                continue;
            };
            let is_joined = mark.is_any_mark(&['-', '‐'])
                && mark.range.start == token.range.end
                && next.kind == Kind::Word
                && next.range.start == mark.range.end;
            if !is_joined || token.text.len() < 2 || next.text.len() < 3 {
                continue;
            }
            let whole = format!("{lower}-{}", next.text.to_lowercase());
            let key = singular(&whole.replace('-', ""));
            if let Some(span) = context.span(one, token.range.start..next.range.end) {
                joined
                    .entry(key)
                    .or_default()
                    .entry(singular(&whole))
                    .or_insert((0, span, one.block))
                    .0 += 1;
            }
        }
    }
    let mut findings = Vec::new();
    let mut by_singular: BTreeMap<String, &String> = BTreeMap::new();
    for word in words.keys().filter(|word| word.len() >= 7) {
        by_singular.entry(singular(word)).or_insert(word);
    }
    for (key, hyphened) in &joined {
        let plain = by_singular.get(key).filter(|_| key.len() >= 7);
        let plain = plain.and_then(|word| Some((*word, words.get(*word)?)));
        if let (Some((word, (_, place, _, _))), Some((with_hyphen, (_, span, block)))) =
            (plain, hyphened.iter().next())
        {
            findings.push(two_spellings(
                context,
                (with_hyphen, *span, *block),
                (word, *place),
            ));
        }
    }
    for pair in vocabulary("spellings").chunks_exact(2) {
        let [british, american] = *pair else {
            continue;
        };
        if let (Some((n, span, block, _)), Some((n_other, place, other_block, _))) =
            (words.get(british), words.get(american))
        {
            let finding = match n <= n_other {
                true => two_spellings(context, (british, *span, *block), (american, *place)),
                false => two_spellings(context, (american, *place, *other_block), (british, *span)),
            };
            findings.push(finding);
        }
    }
    for (word, plural) in false_plurals(&words) {
        if let (Some((_, span, block, _)), Some((_, place, _, _))) =
            (words.get(word), words.get(plural))
        {
            let rare = (word.as_str(), *span, *block);
            findings.push(two_spellings(context, rare, (plural, *place)));
        }
    }
    // Frequent words by their first two letters, which typing errors rarely change.
    let mut frequent: BTreeMap<String, Vec<(&String, Span)>> = BTreeMap::new();
    for (word, (n, place, _, is_capital)) in &words {
        if *n >= 3 && word.len() >= 7 || *n >= 4 && word.len() >= 5 && *is_capital {
            let start: String = word.chars().take(2).collect();
            frequent.entry(start).or_default().push((word, *place));
        }
    }
    for (word, (n, span, block, is_capital)) in &words {
        if *n > 1 || word.len() < if *is_capital { 5 } else { 6 } {
            continue;
        }
        let start: String = word.chars().take(2).collect();
        let near = frequent.get(&start).and_then(|known| {
            let mut known = known.iter();
            known.find(|(known, _)| known.len().abs_diff(word.len()) <= 1 && is_slip(word, known))
        });
        if let Some((known, place)) = near {
            findings.push(two_spellings(
                context,
                (word, *span, *block),
                (known, *place),
            ));
        }
    }
    findings
}

fn singular(word: &str) -> String {
    word.strip_suffix('s')
        .filter(|short| !short.ends_with('s'))
        .unwrap_or(word)
        .to_owned()
}

/// Whether a word is another with two letters swapped, one left out or one doubled, not at its end.
fn is_slip(word: &str, known: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (word.chars().collect(), known.chars().collect());
    let same_start = one
        .iter()
        .zip(&other)
        .take_while(|(one, other)| one == other)
        .count();
    let same_end = one
        .iter()
        .rev()
        .zip(other.iter().rev())
        .take_while(|(one, other)| one == other)
        .count();
    // Endings change words: `moved`, `mover`, `moves`.
    if same_start < 2 || same_end < if one.len() < 6 { 1 } else { 3 } {
        return false;
    }
    let (n, m) = (one.len(), other.len());
    let swapped = n == m
        && same_start + same_end + 2 == n
        && one.get(same_start) == other.get(same_start + 1)
        && one.get(same_start + 1) == other.get(same_start);
    // `rerolled` and `rolled`, `undefended` and `defended` differ at the start.
    let left_out = n + 1 == m && same_start + same_end >= n;
    let doubled = n == m + 1
        && same_start + same_end >= m
        && one.get(same_start) == one.get(same_start.saturating_sub(1));
    // `garisson` for `garrison`: the wrong letter is doubled.
    // `riging` for `rigging`: one of two equal letters is left out.
    let halved = n + 1 == m && m >= 7 && left_out && once(&one) == once(&other);
    let doubled_other = n == m && m >= 7 && once(&one) == once(&other) && once(&one).len() < n;
    swapped || m >= 8 && (left_out || doubled) || halved || doubled_other
}

/// Letters with each doubled one once.
fn once(letters: &[char]) -> Vec<char> {
    let mut letters = letters.to_vec();
    letters.dedup();
    letters
}

/// `companys` beside `companies`.
fn false_plurals(words: &Words) -> Vec<(&String, &String)> {
    let mut found = Vec::new();
    for word in words.keys() {
        let Some(stem) = word.strip_suffix("ys").filter(|stem| stem.len() >= 3) else {
            continue;
        };
        let is_vowel = stem.ends_with(['a', 'e', 'i', 'o', 'u']);
        let plural = words.get_key_value(&format!("{stem}ies"));
        if let Some((plural, _)) = plural.filter(|_| !is_vowel) {
            found.push((word, plural));
        }
    }
    found
}

pub(super) fn two_spellings(
    context: &Context<'_>,
    rare: (&str, Span, usize),
    usual: (&str, Span),
) -> Diagnostic {
    Diagnostic::new(
        Code::TermSpeltTwoWays,
        format!("“{}” is also spelt “{}”", rare.0, usual.0),
    )
    .label(rare.1, "")
    .label(usual.1, format!("“{}”", usual.0))
    .help("spell it in one way")
    .confidence(Confidence::Likely)
    .cite(context.citation(rare.2))
}
