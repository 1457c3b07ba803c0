//! Totals in examples of play, and in sentences that add up, against the amounts before them: those with the same unit of measure, or bare numbers where the total is bare.
//!
//! A total is wrong if no run of these amounts, and no difference of two, gives it, and one of their sums is near it.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use super::wrong_sum::{is_modified, report_at};

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for example in &context.examples() {
        let mut ledger = Ledger::default();
        for one in example {
            found.extend(ledger.read(context, one));
        }
    }
    for one in context.sentences() {
        if !context.is_example(one.prose.block) && is_added_up(&one.words) {
            found.extend(Ledger::default().read(context, one));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Whether a sentence of the rules adds things up: `14 units and 16 units, together 30 units`.
fn is_added_up(words: &[Token<'_>]) -> bool {
    let together = words
        .iter()
        .position(|word| word.is_word(&["together", "altogether"]));
    together.is_some_and(|at| {
        let rest = words.get(at + 1..).unwrap_or_default().iter().take(4);
        let mut rest = rest.skip_while(|word| {
            word.is_word(&["these", "this", "they", "are", "is", "make", "makes"])
        });
        let is_number = rest.next().is_some_and(|number| number.whole().is_some());
        let unit = rest.next().filter(|unit| unit.kind == Kind::Word);
        is_number && unit.is_some_and(|unit| !unit.is_word(&NO_UNITS))
    })
}

/// Number with its unit of measure, empty for a bare one.
#[derive(Clone)]
struct Amount {
    value: i64,
    unit: String,
    /// Rank of its sentence.
    sentence: usize,
    is_total: bool,
}

/// Amounts of an example so far.
#[derive(Default)]
struct Ledger {
    amounts: Vec<Amount>,
    n_sentences: usize,
    /// The last sentence by which sums are not those of what it names.
    open: Option<usize>,
}

/// Words by which amounts are not simply added.
const OPEN: [&str; 29] = [
    "off",
    "half",
    "halved",
    "double",
    "doubled",
    "twice",
    "times",
    "each",
    "per",
    "apiece",
    "instead",
    "would",
    "if",
    "highest",
    "lowest",
    "higher",
    "lower",
    "best",
    "rounded",
    "maximum",
    "minimum",
    "reroll",
    "rerolls",
    "average",
    "needs",
    "needed",
    "need",
    "least",
    "subtracts",
];

/// Words after a number that are no unit of measure.
const NO_UNITS: [&str; 34] = [
    "and", "or", "for", "of", "on", "in", "to", "at", "with", "is", "are", "as", "the", "a", "an",
    "so", "but", "that", "which", "from", "more", "less", "because", "his", "her", "its", "their",
    "by", "becomes", "against", "was", "makes", "if", "together",
];

fn unit(words: &[Token<'_>], at: usize) -> String {
    let next = words.get(at + 1);
    // `3, 3 and 4 dice`
    let is_listed = next.is_some_and(|next| next.is_mark(',') || next.is_word(&["and"]))
        && words.get(at + 2).is_some_and(|next| next.whole().is_some());
    if is_listed {
        return unit(words, at + 2);
    }
    match next {
        Some(next) if next.is_any_mark(&['"', '″']) => "\"".to_owned(),
        Some(next) if next.kind == Kind::Word && !next.is_word(&NO_UNITS) => stem(next.text),
        _ => String::new(),
    }
}

/// Whether the number at a place is a total, and whether it may be what is left.
fn total(words: &[Token<'_>], at: usize) -> Option<bool> {
    let is = |place: Option<usize>, any: &[&str]| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let back = |n: usize| at.checked_sub(n);
    // `3 movement points left`
    let is_points = is(Some(at + 2), &["points", "point"]);
    let n_unit = usize::from(!unit(words, at).is_empty()) + usize::from(is_points);
    let after_unit = at + 1 + n_unit;
    let is_sum = is(
        back(1),
        &["makes", "make", "that's", "that’s", "totals", "totalling"],
    ) || is(back(1), &["is"]) && is(back(2), &["that", "which", "total"])
        || is(back(1), &["of"]) && is(back(2), &["total"])
        || is(back(1), &["to"]) && is(back(2), &["comes", "come", "up"])
        || is(back(1), &["all", "total"]) && is(back(2), &["in"])
        || is(back(1), &["together", "altogether"])
        || is(back(1), &["are", "make"])
            && is(back(2), &["these", "they"])
            && is(back(3), &["together"])
        || is(Some(after_unit), &["together", "altogether"])
        || is(Some(after_unit), &["in"]) && is(Some(after_unit + 1), &["all", "total"])
        || is(back(1), &["so"]) && is(Some(after_unit), &["come", "comes", "go", "goes"]);
    let is_rest = is(
        Some(after_unit),
        &["left", "better", "worse", "remain", "remains"],
    ) || is(back(1), &["leaves", "leaving"])
        || is(back(2), &["leaves", "leaving"]) && is(back(1), &["him", "her", "it", "them"]);
    (is_sum || is_rest).then_some(is_rest)
}

impl Ledger {
    fn read(&mut self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        self.n_sentences += 1;
        if one.has(&OPEN)
            || one
                .words
                .iter()
                .any(|word| word.is_any_mark(&['=', '×', '+']))
        {
            self.open = Some(self.n_sentences);
        }
        let words = &one.words;
        let mut finding = None;
        for (at, word) in words.iter().enumerate() {
            let Some(value) = word.whole() else {
                continue;
            };
            let unit = unit(words, at);
            // `3 of 4`, `2d6`, `12:00`, `4-6`: no amounts.
            let is_part = [at.checked_sub(1), Some(at + 1)]
                .into_iter()
                .flatten()
                .any(|place| {
                    let mark = words.get(place);
                    mark.is_some_and(|mark| mark.is_any_mark(&[':', '-', '–', '/', '%']))
                        && mark.is_some_and(|mark| {
                            mark.range.start == word.range.end || mark.range.end == word.range.start
                        })
                });
            if is_part {
                continue;
            }
            let role = total(words, at);
            if let Some(is_rest) = role {
                finding =
                    finding.or_else(|| self.judge(context, one, word, (value, &unit, is_rest)));
            }
            self.amounts.push(Amount {
                value,
                unit,
                sentence: self.n_sentences,
                is_total: role.is_some(),
            });
        }
        finding
    }

    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        word: &Token<'_>,
        (written, unit, is_rest): (i64, &str, bool),
    ) -> Option<Diagnostic> {
        // Bare numbers of a sentence, or of the one before it; amounts with a unit may be further away.
        let own: Vec<&Amount> = self.amounts.iter().filter(|one| one.unit == unit).collect();
        // `costs 2, and the river costs 1 more, together 3 movement points`: bare numbers of the same sentence.
        let bare = self
            .amounts
            .iter()
            .filter(|one| one.sentence == self.n_sentences);
        let bare: Vec<&Amount> = bare.filter(|one| one.unit.is_empty()).collect();
        let is_bare = !is_rest && !unit.is_empty() && own.is_empty() && bare.len() >= 2;
        let own = if is_bare { bare } else { own };
        let last = own.last()?.sentence;
        let near = |amount: &&&Amount| match unit.is_empty() {
            true => amount.sentence == last && last + 1 >= self.n_sentences,
            false => amount.sentence + 3 >= self.n_sentences,
        };
        let own: Vec<&Amount> = own.iter().filter(near).copied().collect();
        let first = own.first()?.sentence;
        if self.open.is_some_and(|open| open >= first) || own.len() < 2 || own.len() > 7 {
            return None;
        }
        let values: Vec<i64> = own.iter().map(|amount| amount.value).collect();
        // Runs of amounts one after the other; those that end with the last one.
        let (mut runs, mut last_runs) = (BTreeSet::new(), BTreeSet::new());
        for start in 0..values.len() {
            let mut sum = 0;
            for value in values.get(start..)? {
                sum += value;
                runs.insert(sum);
            }
            last_runs.insert(sum);
        }
        let mut pairs = runs
            .iter()
            .flat_map(|one| runs.iter().map(move |other| one - other));
        let is_known = match is_rest {
            true => runs.contains(&written) || pairs.any(|value| value == written),
            false => last_runs.contains(&written),
        };
        let all = self.amounts.iter().any(|amount| amount.value == written);
        if is_known || all {
            return None;
        }
        // What was added up before is a part of the total, or all of it starts again.
        let after = own.iter().rposition(|amount| amount.is_total);
        let terms: Vec<i64> = match (is_rest, after) {
            (true, Some(at)) if at >= 1 => {
                let before = own.get(..at)?.iter().rfind(|amount| amount.is_total)?;
                vec![before.value, -own.get(at)?.value]
            }
            (true, _) => {
                let (first, rest) = values.split_first()?;
                std::iter::once(*first)
                    .chain(rest.iter().map(|value| -value))
                    .collect()
            }
            (false, Some(at)) if own.len() - at >= 3 => values.get(at + 1..)?.to_vec(),
            (false, Some(at)) => values.get(at..)?.to_vec(),
            (false, None) => values,
        };
        let sum: i64 = terms.iter().sum();
        let most = 3.max(sum / 5);
        let is_far = (sum - written).abs() > most;
        if terms.len() < 2 || sum <= 0 || is_far || is_modified(context, one, written - sum) {
            return None;
        }
        let mut text = String::new();
        for (at, term) in terms.iter().enumerate() {
            let sign = match (at, *term < 0) {
                (0, _) => "",
                (_, false) => " + ",
                (_, true) => " − ",
            };
            text.push_str(&format!("{sign}{}", term.abs()));
        }
        report_at(
            context,
            one,
            word,
            format!("{text} is {sum}, not {written}"),
        )
    }
}
