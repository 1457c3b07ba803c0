//! Numbers for each turn, round or game, `two actions a turn`, that one sentence gives differently from all others.
//!
//! Reports: E0711.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::words::{Kind, Token, stem};

/// A number for each of some period.
struct Rate {
    value: i64,
    /// Stem of the noun that has the number; empty for everybody's.
    subject: String,
    span: Span,
    block: usize,
}

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let mut rates: BTreeMap<(String, String), Vec<Rate>> = BTreeMap::new();
    for one in context.sentences() {
        let block = one.prose.block;
        if context.is_one_of_scenarios(block) || context.is_example(block) || one.has(&OPEN) {
            continue;
        }
        for at in 0..one.words.len() {
            if let Some((key, value, span)) = rate(one, at) {
                let found = rates.entry(key).or_default();
                let subject = subject(one, at);
                found.push(Rate {
                    value,
                    subject,
                    span,
                    block,
                });
            }
        }
    }
    for ((noun, _), found) in &rates {
        let odd = |rate: &&Rate| {
            found
                .iter()
                .filter(|other| other.value == rate.value)
                .count()
                == 1
        };
        let mut wrong = found.iter().filter(odd);
        let (Some(first), second) = (wrong.next(), wrong.next()) else {
            continue;
        };
        // Of two places the later one is reported.
        let Some(rate) = (match second {
            None => Some(first),
            Some(second) => Some(second).filter(|_| found.len() == 2),
        }) else {
            continue;
        };
        let Some(usual) = found.iter().find(|other| other.value != rate.value) else {
            continue;
        };
        let is_usual = found
            .iter()
            .all(|other| other.value == usual.value || std::ptr::eq(other, rate));
        // `a beast has two breaths a round`: a number of its own; `everybody has` is not.
        let same = found.iter().filter(|other| {
            !std::ptr::eq(*other, rate)
                && (rate.subject.is_empty()
                    || other.subject.is_empty()
                    || other.subject == rate.subject)
        });
        let is_own = same.count() == 0;
        // Of two places both must be everybody's, or of the same.
        let is_pair = found.len() == 2
            && found
                .iter()
                .all(|other| other.subject.is_empty() || other.subject == rate.subject);
        if !is_usual || is_own || found.len() < 3 && !is_pair {
            continue;
        }
        let message = match found.len() - 1 {
            1 => format!("{} here, and {} at another place", rate.value, usual.value),
            n => format!(
                "{} here, and {} at {n} other places",
                rate.value, usual.value
            ),
        };
        diagnostics.push(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(rate.span, format!("{} {noun}", rate.value))
                .label(usual.span, format!("{} {noun}", usual.value))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(rate.block)),
        );
    }
}

/// Words by which a number is that of a special case.
const OPEN: [&str; 11] = [
    "if",
    "unless",
    "except",
    "instead",
    "extra",
    "additional",
    "another",
    "optional",
    "only",
    "first",
    "last",
];

/// Stem of the last noun before the verb of a number, `a beast has two breaths`; empty for `everybody`, `each player` and the like.
fn subject(one: &Sentence<'_>, at: usize) -> String {
    let head = one.words.get(..at).unwrap_or_default();
    let verb = head.iter().rposition(|word| {
        word.is_word(&[
            "has", "have", "gets", "get", "makes", "make", "takes", "take", "receives", "may",
            "can", "spends", "rolls", "draws",
        ])
    });
    let before = verb.and_then(|verb| head.get(..verb)).unwrap_or_default();
    let is_all = before.iter().any(|word| {
        word.is_word(&[
            "everybody",
            "everyone",
            "each",
            "every",
            "all",
            "you",
            "player",
            "players",
            "side",
            "sides",
        ])
    });
    match before.last().filter(|_| !is_all) {
        Some(noun) => stem(noun.text),
        None => String::new(),
    }
}

/// Units of measure whose number differs by kind of piece: no rate of the game.
const MEASURES: [&str; 16] = [
    "hex", "hexes", "inch", "inches", "cm", "square", "squares", "area", "areas", "space",
    "spaces", "point", "points", "mp", "minutes", "hours",
];

/// `3 breaths in a round`, `two actions a turn`: the noun and the period as words, the number and its place.
fn rate(one: &Sentence<'_>, at: usize) -> Option<((String, String), i64, Span)> {
    let words = &one.words;
    let number = words.get(at)?;
    let value = number.count().filter(|value| (1..=30).contains(value))?;
    let noun = words.get(at + 1)?;
    let is_noun = noun.kind == Kind::Word
        && noun.text.ends_with('s')
        && noun.text.len() >= 4
        && !noun.is_word(&MEASURES);
    let is_in = words.get(at + 2)?.is_word(&["in"]);
    let each = words.get(at + 2 + usize::from(is_in))?;
    let period = words.get(at + 3 + usize::from(is_in))?;
    let is_each = each.is_word(&["a", "per", "each", "every"]);
    let is_period = period.is_word(&["turn", "round", "game", "battle", "match"]);
    let before: Option<&Token<'_>> = at.checked_sub(1).and_then(|place| words.get(place));
    let is_bound = before.is_some_and(|before| {
        before.is_word(&["than", "least", "other", "more", "or"]) || before.is_any_mark(&['-', '–'])
    });
    if !is_noun || !is_each || !is_period || is_bound {
        return None;
    }
    let span = one.span(number.range.start..noun.range.end)?;
    Some(((noun.text.to_lowercase(), stem(period.text)), value, span))
}
