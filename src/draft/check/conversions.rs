//! Distances and times that a text gives twice, in two measures: `8 hexes, or 16 miles`. One of three or more pairs with another ratio than
//! all others is wrong.
//!
//! Reports: E0711.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};

/// One quantity in two measures.
struct Pair<'s, 'a> {
    one: &'s Sentence<'a>,
    /// Place of both in the sentence.
    range: Range<usize>,
    first: i64,
    second: i64,
}

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut pairs: BTreeMap<(String, String), Vec<Pair<'_, '_>>> = BTreeMap::new();
    for one in context.sentences() {
        for at in 0..one.words.len() {
            if let Some((units, pair)) = pair(one, at) {
                pairs.entry(units).or_default().push(pair);
            }
        }
    }
    let reported = Reported::new(diagnostics);
    let found = pairs.values().filter_map(|pairs| odd(context, pairs));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// `8 hexes, or 16 miles`, `4 hexes, that is, 8 miles`, `2 hexes (4 miles)`: both units, and both numbers.
fn pair<'s, 'a>(one: &'s Sentence<'a>, at: usize) -> Option<((String, String), Pair<'s, 'a>)> {
    let words = one.words.as_slice();
    let (number, unit) = (words.get(at)?, words.get(at + 1)?);
    let first = number.count().filter(|_| unit.kind == Kind::Word)?;
    // Marks and words between the two.
    let rest = words.get(at + 2..)?;
    let is_between = |word: &&Token<'_>| {
        word.is_any_mark(&[',', '(', '=']) || word.is_word(&["or", "that", "is", "which", "i.e"])
    };
    let n = rest.iter().take_while(is_between).count();
    let says = rest
        .get(..n)?
        .iter()
        .any(|word| word.is_any_mark(&['(', '=']) || word.is_word(&["or", "is"]));
    let (other, other_unit) = (rest.get(n)?, rest.get(n + 1)?);
    let second = other.count().filter(|_| says && n <= 4)?;
    let is_unit = |word: &Token<'_>| word.kind == Kind::Word && word.text.len() >= 2;
    let units = (stem(unit.text), stem(other_unit.text));
    let is_apart = is_unit(unit) && is_unit(other_unit) && units.0 != units.1;
    let is_whole = first > 0 && second > 0;
    (is_apart && is_whole).then_some((
        units,
        Pair {
            one,
            range: number.range.start..other_unit.range.end,
            first,
            second,
        },
    ))
}

/// The only pair with another ratio than all others, two or more.
fn odd(context: &Context<'_>, pairs: &[Pair<'_, '_>]) -> Option<Diagnostic> {
    let is_like = |one: &Pair<'_, '_>, other: &Pair<'_, '_>| {
        one.first * other.second == other.first * one.second
    };
    let n_like = |one: &Pair<'_, '_>| pairs.iter().filter(|other| is_like(one, other)).count();
    let mut alone = pairs.iter().filter(|one| n_like(one) == 1);
    let (wrong, None) = (alone.next()?, alone.next()) else {
        return None;
    };
    let usual = pairs.iter().find(|one| n_like(one) > 1)?;
    // All others have one ratio, of whole numbers.
    let is_clear = n_like(usual) + 1 == pairs.len() && n_like(usual) >= 2;
    let product = wrong.first * usual.second;
    if !is_clear || product % usual.first != 0 {
        return None;
    }
    let right = product / usual.first;
    let text = |pair: &Pair<'_, '_>| {
        pair.one
            .text
            .get(pair.range.clone())
            .unwrap_or_default()
            .to_owned()
    };
    let message = format!(
        "“{}” here, but “{}” elsewhere: at that scale the second number would be {right}",
        text(wrong),
        text(usual)
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(wrong.one.span(wrong.range.clone())?, "another scale here")
            .label(usual.one.span(usual.range.clone())?, "as everywhere else")
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(wrong.one.prose.block)),
    )
}
