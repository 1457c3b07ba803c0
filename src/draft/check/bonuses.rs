//! Modifiers in sentences against all rows of modifiers that have a word of them: none has this number.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::facts::{Fact, of_tables};
use super::reported::Reported;
use super::spoken::Subject;
use super::words::{Kind, Token, stem, tokens};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let rows: Vec<Row> = of_tables(context)
        .into_iter()
        .filter(|fact| fact.subject == Subject::Modifier)
        .map(|fact| Row {
            stems: telling(&tokens(&fact.words)),
            fact,
        })
        .filter(|row| !row.stems.is_empty())
        .collect();
    if rows.len() < 3 {
        return;
    }
    // Circumstances that have each stem, whatever table gives them.
    let mut n_rows: BTreeMap<&String, BTreeSet<&BTreeSet<String>>> = BTreeMap::new();
    for row in &rows {
        for stem in &row.stems {
            n_rows.entry(stem).or_default().insert(&row.stems);
        }
    }
    let rare = |stem: &String| n_rows.get(stem).is_some_and(|rows| rows.len() <= 2);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        if !context.is_profile(one.prose.block) && !one.has(&OPEN) {
            found.extend(sentence(context, one, &rows, &rare));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Row of modifiers with the stems of its circumstance.
struct Row {
    stems: BTreeSet<String>,
    fact: Fact,
}

/// Words by which a number is not that of one row.
const OPEN: [&str; 24] = [
    "instead",
    "another",
    "additional",
    "per",
    "each",
    "maximum",
    "minimum",
    "most",
    "least",
    "half",
    "double",
    "twice",
    "cancel",
    "total",
    "together",
    "all",
    "would",
    "cannot",
    "ignore",
    "ignores",
    "becomes",
    "unless",
    "except",
    "sum",
];

/// Words that make no difference to a circumstance.
const IDLE: [&str; 84] = [
    "a",
    "an",
    "the",
    "is",
    "are",
    "was",
    "were",
    "in",
    "at",
    "on",
    "of",
    "to",
    "by",
    "its",
    "his",
    "her",
    "their",
    "your",
    "you",
    "he",
    "she",
    "it",
    "they",
    "unit",
    "units",
    "figure",
    "figures",
    "model",
    "models",
    "if",
    "when",
    "for",
    "each",
    "per",
    "every",
    "any",
    "has",
    "have",
    "had",
    "roll",
    "rolls",
    "die",
    "dice",
    "drm",
    "with",
    "from",
    "that",
    "which",
    "this",
    "and",
    "or",
    "but",
    "so",
    "as",
    "be",
    "because",
    "only",
    "modifier",
    "modifiers",
    "bonus",
    "penalty",
    "fire",
    "fires",
    "firing",
    "firer",
    "target",
    "targets",
    "attacker",
    "attackers",
    "defender",
    "defenders",
    "enemy",
    "friend",
    "player",
    "side",
    "adds",
    "add",
    "subtracts",
    "subtract",
    "gives",
    "gets",
    "gains",
    "suffers",
    "worth",
];

fn telling(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words
        .iter()
        .filter(|word| word.kind == Kind::Word && !word.is_word(&IDLE) && word.count().is_none());
    words.map(|word| stem(word.text)).collect()
}

/// The modifiers of a sentence: the number, its place, and the words around it, up to the next number or mark.
fn modifiers<'w, 'a>(words: &'w [Token<'a>]) -> Vec<(i64, bool, &'w Token<'a>, Range<usize>)> {
    let is_change = words.iter().any(|word| {
        word.is_word(&[
            "add",
            "adds",
            "adding",
            "subtract",
            "subtracts",
            "subtracting",
            "plus",
            "minus",
        ])
    });
    let is_number = |word: &Token<'_>| word.signed().is_some() || word.count().is_some();
    let is_stop = |word: &Token<'_>| is_number(word) || word.is_any_mark(&['.', ';', ':']);
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let leads = words
            .get(at + 1)
            .is_some_and(|next| next.is_word(&["for", "as", "because", "if", "when"]));
        let value = match word.signed() {
            Some(value) => Some((value, true)),
            None => word
                .whole()
                .filter(|_| is_change && leads)
                .map(|value| (value, false)),
        };
        let Some((value, is_signed)) = value else {
            continue;
        };
        let range = if leads {
            let length = words.iter().skip(at + 1).position(|word| {
                is_stop(word) || word.is_mark(',') || word.is_word(&["and", "but"])
            });
            at + 1..length.map_or(words.len(), |length| at + 1 + length)
        } else {
            let head = words.get(..at).unwrap_or_default();
            head.iter().rposition(is_stop).map_or(0, |stop| stop + 1)..at
        };
        found.push((value, is_signed, word, range));
    }
    found
}

fn sentence(
    context: &Context<'_>,
    one: &Sentence<'_>,
    rows: &[Row],
    rare: &dyn Fn(&String) -> bool,
) -> Vec<Diagnostic> {
    let found = modifiers(&one.words).into_iter();
    let found = found.filter_map(|(value, is_signed, word, range)| {
        let about = telling(one.words.get(range)?);
        let same_sign =
            |row: &&Row| !is_signed || row.fact.value.signum() == value.signum() && value != 0;
        // Any row with one of the words may be meant.
        let near: Vec<&Row> = rows
            .iter()
            .filter(|row| !row.stems.is_disjoint(&about))
            .filter(same_sign)
            .collect();
        let n_shared = |row: &&&Row| row.stems.intersection(&about).count();
        let best = near.iter().max_by_key(n_shared)?;
        let is_whole = best.stems.is_subset(&about) || n_shared(&best) >= 2;
        let is_rare = best.stems.intersection(&about).any(rare);
        let has_value = near.iter().any(|row| row.fact.value.abs() == value.abs());
        // Elsewhere one word, `adds 2 for its leader`, may be about another roll.
        let block = one.prose.block;
        let is_near = context.chapter(best.fact.block) == context.chapter(block)
            || context.is_sheet(block) && is_signed;
        if !is_near && n_shared(&best) < 2
            || has_value
            || !is_rare
            || !is_whole && n_shared(&best) * 2 < best.stems.len()
        {
            return None;
        }
        let row = &best.fact;
        let sign = |value: i64| match is_signed {
            true => format!("{value:+}").replace('-', "−"),
            false => value.abs().to_string(),
        };
        let message = format!(
            "the modifier for “{}” is {} here and {} in the table",
            row.words.trim(),
            sign(value),
            sign(row.value)
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(one.span(word.range.clone())?, sign(value))
                .label(row.span, format!("{} in the table", sign(row.value)))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        )
    });
    found.collect()
}
