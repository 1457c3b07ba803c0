//! Distances of moves that the rules force, where two sentences give them: `a routed unit retreats three hexes`, `a unit that retires moves
//! 20 cm back`.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut known: Vec<Move> = Vec::new();
    for one in context.sentences() {
        let block = one.prose.block;
        if !context.is_example(block) && context.scenario(block).is_none() {
            known.extend(forced(one));
        }
    }
    let mut found = Vec::new();
    for (at, later) in known.iter().enumerate() {
        let earlier = known.get(..at).unwrap_or_default().iter();
        let same: Vec<&Move> = earlier.filter(|one| one.is_same(later)).collect();
        let first = same.first().filter(|_| {
            let is_equal = same.iter().any(|one| one.value == later.value);
            let is_one = same.iter().all(|one| one.block != later.block);
            !is_equal && is_one
        });
        found.extend(first.map(|first| report(context, later, first)));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Distance that something goes when it must.
struct Move {
    /// Stem of the verb.
    verb: String,
    /// Stems of the words before the verb; empty for whatever does it.
    subject: Vec<String>,
    unit: String,
    value: i64,
    span: Span,
    block: usize,
}

impl Move {
    fn is_same(&self, other: &Self) -> bool {
        let is_any = self.subject.is_empty() || other.subject.is_empty();
        self.verb == other.verb
            && self.unit == other.unit
            && (is_any || self.subject == other.subject)
    }
}

const VERBS: [&str; 18] = [
    "retreat",
    "retreats",
    "retire",
    "retires",
    "withdraw",
    "withdraws",
    "recoil",
    "recoils",
    "flee",
    "flees",
    "rout",
    "routs",
    "pursue",
    "pursues",
    "scatter",
    "scatters",
    "drift",
    "drifts",
];

const UNITS: [&str; 10] = [
    "hexes", "hex", "inches", "inch", "cm", "squares", "square", "areas", "spaces", "mm",
];

fn forced(one: &Sentence<'_>) -> Option<Move> {
    let words = &one.words;
    let is_case = one.has(&[
        "if",
        "when",
        "unless",
        "instead",
        "more",
        "less",
        "additional",
        "further",
        "extra",
        "each",
        "per",
        "half",
        "double",
        "only",
        "or",
        "until",
    ]);
    let verb = words.iter().position(|word| word.is_word(&VERBS))?;
    let number = (verb + 1..words.len().min(verb + 5)).find(|at| {
        let is_number = words.get(*at).is_some_and(|word| word.count().is_some());
        let unit = words.get(at + 1);
        is_number && unit.is_some_and(|unit| unit.is_word(&UNITS) || unit.is_mark('"'))
    })?;
    let between = words.get(verb + 1..number)?;
    let head = words.get(..verb)?;
    let head = head.get(
        head.iter()
            .rposition(|word| word.kind != Kind::Word)
            .map_or(0, |stop| stop + 1)..,
    )?;
    // `a unit that retires moves 20 cm`
    let is_general = head
        .last()
        .is_some_and(|that| that.is_word(&["that", "which", "who"]))
        && between.iter().any(|word| word.is_word(&["moves", "goes"]));
    if is_case || !is_general && !between.is_empty() {
        return None;
    }
    let subject = match is_general {
        true => Vec::new(),
        false => subject(head)?,
    };
    let token = words.get(number)?;
    Some(Move {
        verb: stem(words.get(verb)?.text),
        subject,
        unit: stem(words.get(number + 1)?.text),
        value: token.count()?,
        span: one.span(token.range.clone())?,
        block: one.prose.block,
    })
}

/// Stems of what goes, if it is named in a few words.
fn subject(head: &[Token<'_>]) -> Option<Vec<String>> {
    let is_idle = |word: &&Token<'_>| word.is_word(&["a", "an", "the", "must", "then", "and"]);
    let mut stems: Vec<String> = head
        .iter()
        .filter(|word| !is_idle(word))
        .map(|word| stem(word.text))
        .collect();
    stems.sort();
    (1..=4).contains(&stems.len()).then_some(stems)
}

fn report(context: &Context<'_>, later: &Move, first: &Move) -> Diagnostic {
    let message = format!(
        "the distance is {} here and {} earlier",
        later.value, first.value
    );
    Diagnostic::new(Code::ConflictingNumbers, message)
        .label(later.span, later.value.to_string())
        .label(first.span, format!("{} here", first.value))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(later.block))
}
