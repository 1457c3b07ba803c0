//! Totals that a text counts up in passing: a roll and what is added to it, prices of a list, losses, each with the total that it states.
//!
//! Reports: E0713.

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reckoned::{Claim, Part, Reader, Term};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use super::wrong_sum::{is_modified, report_at, sum_of};

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // A sum that is already reported is not reported again as a part of a longer one.
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let examples = context.examples();
    for example in &examples {
        let mut running = Running::default();
        for (at, one) in example.iter().enumerate() {
            found.extend(running.read(context, one, at));
        }
        found.extend(altogether(context, example));
    }
    // A list of prices is counted up anywhere.
    let all: Vec<&Sentence<'_>> = context.sentences().collect();
    for paragraph in all.chunk_by(|one, other| one.prose.block == other.prose.block) {
        let block = paragraph.first().map(|one| one.prose.block);
        let is_example = examples
            .iter()
            .any(|example| example.first().map(|one| one.prose.block) == block);
        if is_example {
            continue;
        }
        let mut running = Running {
            is_list: true,
            ..Running::default()
        };
        for (at, one) in paragraph.iter().enumerate() {
            found.extend(running.read(context, one, at));
        }
    }
    for one in &all {
        found.extend(pieces(context, one));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// `one lion, one bear, two boars and two ostriches, which is six beasts`
fn pieces(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words.windows(2).position(|pair| {
        matches!(pair, [which, is] if which.is_word(&["which"]) && is.is_word(&["is", "makes", "are"]))
    })?;
    let number = words.get(at + 2)?;
    let written = number.count()?;
    let noun = words.get(at + 3).filter(|noun| noun.text.ends_with('s'))?;
    // Counts and their nouns, from the total backwards.
    let joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and"]);
    let mut terms = Vec::new();
    for part in words
        .get(..at)?
        .rsplit(joint)
        .filter(|part| !part.is_empty())
    {
        let from = part.iter().rposition(|word| word.count().is_some());
        let Some((from, value)) = from.and_then(|from| Some((from, part.get(from)?.count()?)))
        else {
            break;
        };
        let name = part.get(from + 1..)?;
        let is_name =
            (1..=3).contains(&name.len()) && name.iter().all(|word| word.kind == Kind::Word);
        if !is_name {
            break;
        }
        terms.push(value);
        if from > 0 {
            break;
        }
    }
    terms.reverse();
    let sum: i64 = terms.iter().sum();
    let is_other = one.has(&["each", "per", "times", "or"]) || noun.is_word(&["points"]);
    if terms.len() < 3 || is_other || sum == written || (sum - written).abs() > 2 {
        return None;
    }
    let text: Vec<String> = terms.iter().map(i64::to_string).collect();
    let message = format!("{} is {sum}, not {written}", text.join(" + "));
    report_at(context, one, number, message)
}

/// Words that make a total unpredictable.
const OPEN: [&str; 24] = [
    "half", "halved", "double", "doubled", "twice", "times", "instead", "reroll", "rerolls",
    "would", "if", "per", "highest", "lowest", "best", "rounded", "rounding", "maximum", "minimum",
    "cancel", "unless", "might", "could", "ignore",
];

/// Greatest number of terms that may or may not belong to a total.
const MOST_OPTIONAL: usize = 5;

/// Terms since the last total.
#[derive(Default)]
struct Running {
    terms: Vec<Term>,
    prior: Option<i64>,
    /// Totals so far.
    totals: Vec<i64>,
    is_open: bool,
    /// Whether a price has been named.
    has_price: bool,
    /// Whether only prices are counted up.
    is_list: bool,
}

impl Running {
    fn read(
        &mut self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        sentence: usize,
    ) -> Option<Diagnostic> {
        let mut finding = None;
        let mut reader = Reader::default();
        reader.has_price = self.has_price;
        for (at, word) in one.words.iter().enumerate() {
            self.is_open |= word.is_word(&OPEN);
            if let Some(value) = difference(&one.words, at) {
                finding = finding.or_else(|| self.apart(context, one, word, value));
                continue;
            }
            let Some(part) = reader.part(&one.words, at, &self.terms) else {
                continue;
            };
            match part {
                Part::Total(claim) => {
                    let is_judged = self.has_evidence(&claim);
                    if is_judged && !self.is_open {
                        finding = finding.or_else(|| self.judge(context, one, word, &claim));
                    }
                    if is_judged || claim.is_strong {
                        self.totals.push(claim.value);
                        self.prior = Some(claim.value);
                        // Named values may be in further totals.
                        self.terms.retain(|term| term.is_named);
                        for term in &mut self.terms {
                            term.part = Part::Optional;
                            term.value = term.value.abs();
                        }
                        self.is_open = false;
                    } else {
                        self.terms.push(Term {
                            value: claim.value,
                            part: Part::Optional,
                            is_named: false,
                            unit: claim.unit,
                            sentence,
                        });
                    }
                }
                Part::Roll | Part::Change | Part::Price | Part::Optional | Part::Sum => {
                    let is_sum = part == Part::Sum;
                    if is_sum {
                        self.terms.retain(|term| term.part != Part::Change);
                    }
                    let part = if is_sum { Part::Change } else { part };
                    self.terms.push(Term {
                        value: reader.value,
                        part,
                        is_named: reader.is_named,
                        unit: reader.unit.clone(),
                        sentence,
                    });
                }
            }
        }
        self.has_price = reader.has_price;
        finding
    }

    /// Compares a difference with those of the totals so far, and of these and named values.
    fn apart(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        word: &Token<'_>,
        written: i64,
    ) -> Option<Diagnostic> {
        // `fails by 2`: the difference of a total and a value.
        let is_test = one.has(&[
            "fails", "failed", "passes", "passed", "over", "short", "misses",
        ]);
        let named = self.terms.iter().filter(|term| is_test && term.is_named);
        let named: Vec<i64> = named.map(|term| term.value).collect();
        let (last, before) = self.totals.split_last()?;
        let others: Vec<i64> = before.iter().rev().chain(&named).copied().collect();
        let mut pairs: Vec<(i64, i64)> = others.iter().map(|other| (*last, *other)).collect();
        for (at, one) in before.iter().enumerate() {
            pairs.extend(
                before
                    .iter()
                    .skip(at + 1)
                    .chain(&named)
                    .map(|other| (*one, *other)),
            );
        }
        let apart = |(one, other): &(i64, i64)| (one - other).abs();
        let has_new = self
            .terms
            .iter()
            .any(|term| !term.is_named && term.part != Part::Optional);
        if has_new || self.is_open || pairs.iter().any(|pair| apart(pair) == written) {
            return None;
        }
        let (one_value, other) = pairs
            .iter()
            .find(|pair| (apart(pair) - written).abs() <= 2)?;
        let (high, low) = (one_value.max(other), one_value.min(other));
        let message = format!("{high} − {low} is {}, not {written}", high - low);
        report_at(context, one, word, message)
    }

    fn n(&self, part: &Part) -> usize {
        self.terms.iter().filter(|term| term.part == *part).count()
    }

    /// Whether enough is known of what a total is made of.
    fn has_evidence(&self, claim: &Claim) -> bool {
        let (is_strong, unit) = (claim.is_strong, claim.unit.as_deref());
        let n_prices = self.n(&Part::Price);
        let is_of_prices = n_prices >= 2
            || n_prices + self.n(&Part::Change) >= 1 && self.prior.is_some() && n_prices >= 1;
        // `that is 16 units`: only a total of the same unit is one.
        let has_unit = unit.is_some_and(|unit| {
            let mut units = self.terms.iter().filter_map(|term| term.unit.as_deref());
            units.any(|own| own == unit)
        });
        if self.is_list || unit.is_some() {
            let n_least = if self.is_list { 3 } else { 2 };
            return n_prices >= n_least && (has_unit || unit.is_none())
                || !self.is_list && has_unit && is_of_prices;
        }
        let new = |term: &&Term| term.part == Part::Optional && !term.is_named;
        let n_new = self.terms.iter().filter(new).count();
        let (n_rolls, n_changes) = (self.n(&Part::Roll), self.n(&Part::Change));
        let has_base = n_rolls + self.n(&Part::Optional) >= 1 || self.prior.is_some();
        n_changes >= 1 && has_base
            || is_of_prices
            || n_rolls >= 2 && (claim.is_pronoun || is_strong)
            || is_strong && n_rolls >= 1 && self.n(&Part::Optional) >= 1
            || is_strong && self.prior.is_some() && n_new >= 1
            || claim.is_after_roll && n_rolls >= 1 && self.n(&Part::Optional) >= 1
    }

    /// All that a total may be the sum of.
    fn readings(&self, is_left: bool) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut starts: Vec<usize> = self.terms.iter().map(|term| term.sentence).collect();
        starts.dedup();
        for start in starts {
            let window = || self.terms.iter().filter(|term| term.sentence >= start);
            let of = |part: Part| -> Vec<i64> {
                let terms = window().filter(|term| term.part == part);
                terms.map(|term| term.value).collect()
            };
            let rolls = of(Part::Roll);
            let mut changes = of(Part::Price);
            changes.extend(of(Part::Change));
            let optional = of(Part::Optional);
            // Rolls before the last one may belong to something else, or each be changed by itself.
            let mut bases: Vec<Vec<i64>> = (0..=rolls.len())
                .filter_map(|first| rolls.get(first..).map(<[i64]>::to_vec))
                .collect();
            bases.extend(rolls.iter().map(|roll| vec![*roll]));
            for prior in [None, self.prior] {
                for base in &bases {
                    // What changes a new roll changes no total before it.
                    if prior.is_some() && base.is_empty() && !rolls.is_empty() {
                        continue;
                    }
                    for chosen in 0..1_u32 << optional.len().min(MOST_OPTIONAL) {
                        let also = optional
                            .iter()
                            .enumerate()
                            .filter(|(at, _)| chosen & (1 << at) != 0)
                            .map(|(_, value)| *value);
                        let sum: Vec<i64> = prior
                            .into_iter()
                            .chain(base.iter().copied())
                            .chain(also)
                            .chain(changes.iter().copied())
                            .collect();
                        found.push(sum);
                    }
                }
            }
        }
        if is_left {
            let changes = self.terms.iter().filter(|term| term.part != Part::Optional);
            let changes: Vec<i64> = changes.map(|term| -term.value.abs()).collect();
            let optional = self.terms.iter().filter(|term| term.part == Part::Optional);
            for start in optional.map(|term| term.value).chain(self.prior) {
                found.push(
                    std::iter::once(start)
                        .chain(changes.iter().copied())
                        .collect(),
                );
            }
        }
        found.retain(|sum| sum.len() >= 2);
        found
    }

    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        word: &Token<'_>,
        claim: &Claim,
    ) -> Option<Diagnostic> {
        let (written, unit) = (claim.value, claim.unit.as_deref());
        let optional = self.n(&Part::Optional);
        let readings = self.readings(claim.is_left);
        let sum = |terms: &Vec<i64>| terms.iter().sum::<i64>();
        // A number that is only repeated is no total.
        let is_again = self.terms.iter().any(|term| {
            term.value == written
                && (term.part == Part::Roll || !claim.is_strong && term.part == Part::Optional)
        });
        let all: i64 = self.totals.iter().sum();
        if optional > MOST_OPTIONAL
            || is_again
            || all == written
            || readings.iter().any(|terms| sum(terms) == written)
        {
            return None;
        }
        // `for 1 and 2, that is 3`: a sum of the sentence alone.
        let own = one
            .words
            .iter()
            .filter(|own| own.range.end <= word.range.start);
        let own: Vec<i64> = own.filter_map(Token::count).collect();
        let is_own = (2..=own.len()).any(|n| {
            own.windows(n)
                .any(|terms| terms.iter().sum::<i64>() == written)
        });
        if is_own {
            return None;
        }
        let most = (written.abs() / 8).max(if unit.is_some() { 4 } else { 3 });
        let near = readings
            .iter()
            .filter(|terms| (sum(terms) - written).abs() <= most)
            .filter(|terms| !claim.is_left || terms.iter().any(|term| *term < 0))
            .min_by_key(|terms| ((sum(terms) - written).abs(), usize::MAX - terms.len()))?;
        if is_modified(context, one, written - sum(near)) {
            return None;
        }
        let text = sum_of(near);
        let message = format!("{text} is {}, not {written}", sum(near));
        report_at(context, one, word, message)
    }
}

/// The difference that a number is stated to be: `wins by 3`, `over by 2`, `the difference is 4`.
fn difference(words: &[Token<'_>], at: usize) -> Option<i64> {
    let is = |back: usize, any: &[&str]| {
        let word = at.checked_sub(back).and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let verbs = [
        "win", "wins", "won", "beats", "beat", "loses", "lost", "fails", "failed", "passes",
        "passed", "misses", "missed", "over", "short", "lead", "leads", "succeeds", "exceeds",
    ];
    let is_by = is(1, &["by"]) && (2..=5).any(|back| is(back, &verbs));
    let is_stated = is(1, &["is", "of"]) && is(2, &["difference", "margin"]);
    let next = words.get(at + 1);
    let is_measured = next.is_some_and(|next| {
        next.is_any_mark(&['"', '″', '%', '/', '-', '−', '–'])
            || next.is_word(&["cm", "inches", "inch", "hexes", "hex"])
    });
    words
        .get(at)?
        .whole()
        .filter(|_| (is_by || is_stated) && !is_measured)
}

/// The numbers of a list that ends with the one at a place: `3, 3 and 4 dice`.
fn listed_before(words: &[Token<'_>], at: usize) -> Vec<i64> {
    let mut found = Vec::new();
    let mut place = at;
    while let Some([number, joint]) = place.checked_sub(2).and_then(|from| words.get(from..place))
        && let Some(value) = number.whole()
        && (joint.is_mark(',') || joint.is_word(&["and"]))
    {
        found.push(value);
        place -= 2;
    }
    found
}

/// `one hit … two hits … one hit. That is four hits altogether`
fn altogether(context: &Context<'_>, example: &[&Sentence<'_>]) -> Option<Diagnostic> {
    let mut counts: Vec<(i64, String)> = Vec::new();
    for one in example {
        for (at, pair) in one.words.windows(2).enumerate() {
            let [number, noun] = pair else {
                continue;
            };
            let Some(value) = number.count() else {
                continue;
            };
            let after = |steps: usize, any: &[&str]| {
                let word = one.words.get(at + 1 + steps);
                word.is_some_and(|word| word.is_word(any))
            };
            let is_all = after(1, &["altogether", "together"])
                || after(1, &["in"]) && after(2, &["all", "total"]);
            let noun = stem(noun.text);
            if !is_all {
                let is_pool = noun == stem("dice");
                let listed = if is_pool {
                    listed_before(&one.words, at)
                } else {
                    Vec::new()
                };
                counts.extend(listed.into_iter().map(|value| (value, noun.clone())));
                counts.push((value, noun));
                continue;
            }
            let parts: Vec<i64> = counts
                .iter()
                .filter(|(_, own)| *own == noun)
                .map(|(value, _)| *value)
                .collect();
            let whole: i64 = parts.iter().sum();
            let is_sum = (0..parts.len())
                .any(|start| parts.get(start..).unwrap_or_default().iter().sum::<i64>() == value);
            let is_changed = is_modified(context, one, value - whole);
            if parts.len() >= 2 && !is_sum && !is_changed && (whole - value).abs() <= 2 {
                let text: Vec<String> = parts.iter().map(i64::to_string).collect();
                let message = format!("{} is {whole}, not {value}", text.join(" + "));
                return report_at(context, one, number, message);
            }
            counts.clear();
        }
    }
    None
}
