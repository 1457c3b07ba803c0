//! Stats that nothing else in the manuscript names, beside others that are columns of its tables: `Speed of 4 and Luck of 3`.
//!
//! Reports: E0714.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::calendar::is_month;
use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};

/// Fewest stats of columns that sentences name with a value.
const LEAST: usize = 3;

/// Reports: E0714.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let headers = headers(context);
    let mut n_words: BTreeMap<String, usize> = BTreeMap::new();
    for one in context.prose() {
        for word in context.words(&one).iter() {
            if word.kind == Kind::Word {
                *n_words.entry(stem(word.text)).or_default() += 1;
            }
        }
    }
    let (mut known, mut others) = (BTreeSet::new(), Vec::new());
    for one in context.sentences() {
        for at in valued(&one.words) {
            let Some(word) = one.words.get(at) else {
                continue;
            };
            let key = stem(word.text);
            if headers.contains(&key) {
                known.insert(key);
            } else if n_words.get(&key) == Some(&1) {
                others.push((one, word));
            }
        }
    }
    let [(one, word)] = others.as_slice() else {
        return;
    };
    if known.len() < LEAST {
        return;
    }
    let reported = Reported::new(diagnostics);
    let finding = report(context, one, word.text, word.range.clone());
    diagnostics.extend(finding.filter(|finding| !reported.has(finding)));
}

/// Stems of the words of headers of columns.
fn headers(context: &Context<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, grid) in context.tables() {
        for column in 0..grid.n_columns {
            let header = grid.header(column);
            let words = tokens(&header);
            found.extend(words.iter().map(|word| stem(word.text)));
        }
    }
    found
}

/// Places of capitalised words that a sentence gives a value: `Luck of 3`, `its Luck may not be below 3`.
fn valued(words: &[Token<'_>]) -> Vec<usize> {
    let is_stat = |at: &usize| {
        let Some(word) = words.get(*at).filter(|_| *at > 0) else {
            return false;
        };
        let is_name = word.is_capitalised()
            && !is_month(word)
            && word.text.len() >= 3
            && word.text.chars().skip(1).all(char::is_lowercase);
        let next = |place: usize| words.get(at + place);
        let is_of = next(1).is_some_and(|of| of.is_word(&["of"]))
            && next(2).is_some_and(|value| value.whole().is_some())
            && !next(3).is_some_and(|unit| unit.kind == Kind::Word && unit.is_capitalised());
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_own =
            before.is_some_and(|own| own.is_word(&["its", "his", "her", "their", "whose"]));
        let is_verb = next(1).is_some_and(|verb| {
            verb.is_word(&[
                "is", "may", "must", "cannot", "can", "falls", "drops", "rises", "never", "becomes",
            ])
        });
        let mut rest = words.iter().skip(at + 2).take(6);
        let is_limited = is_own && is_verb && rest.any(|word| word.whole().is_some());
        is_name && (is_of || is_limited)
    };
    (0..words.len()).filter(is_stat).collect()
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    text: &str,
    range: Range<usize>,
) -> Option<Diagnostic> {
    let message = format!("“{text}” has a value here, and is explained nowhere");
    Some(
        Diagnostic::new(Code::UndefinedTerm, message)
            .label(one.span(range)?, "used here")
            .help("use the name that the tables and the rules have; or explain it")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
