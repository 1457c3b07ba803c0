//! Signed totals of the changes of an example, and dice of its pools, across sentences.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token};
use super::wrong_sum::{is_net, report_at, sum_of};

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    // A sum that is already reported is not reported again as a part of a longer one.
    let reported = Reported::new(diagnostics);
    let all = context.examples();
    let mut found = Vec::new();
    for example in &all {
        let mut running = Running::default();
        for one in example {
            found.extend(running.read(context, one));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Numbers since the last total, which may be its terms.
#[derive(Default)]
struct Running {
    rolls: Vec<i64>,
    changes: Vec<i64>,
    /// Numbers whose part in the total is not known: strengths, distances.
    others: Vec<i64>,
    /// Those of the sentences with changes.
    near: Vec<i64>,
    last: Option<i64>,
    /// The last total of changes, until a roll is changed by it.
    net: Option<i64>,
    /// Whether something makes the total unpredictable: a number of times, halves.
    is_open: bool,
    /// Whether a sentence with changes does.
    is_near_open: bool,
}

/// Words that make a total unpredictable.
const OPEN: [&str; 22] = [
    "half", "halved", "double", "doubled", "twice", "times", "instead", "reroll", "rerolls",
    "would", "if", "each", "per", "highest", "lowest", "best", "higher", "lower", "rounded",
    "maximum", "minimum", "cancel",
];

/// Words that add to a pool or take from it without a sign.
const LOSSES: [&str; 12] = [
    "loses",
    "lose",
    "lost",
    "costs",
    "less",
    "fewer",
    "more",
    "extra",
    "another",
    "additional",
    "minus",
    "plus",
];

/// Part that a number has in a calculation.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Roll,
    Change(i64),
    Other,
    Total,
    None,
}

impl Running {
    fn read(&mut self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let was_open = self.is_open || one.has(&LOSSES);
        self.is_open |= one.has(&OPEN);
        if self.changes.is_empty() {
            self.near.clear();
            self.is_near_open = false;
        }
        let words = &one.words;
        let mut finding = None;
        let mut last = Part::None;
        let mut sign = 1;
        // Whether the next number is what a verb before it adds: `adds her Search of 2`.
        let mut is_due = false;
        for (at, word) in words.iter().enumerate() {
            self.is_near_open |= word.is_word(&OPEN);
            if word.is_word(&["add", "adds", "adding", "plus", "bonus"]) {
                (sign, is_due) = (1, true);
            } else if word.is_word(&["subtract", "subtracts", "subtracting", "minus", "penalty"])
                || takes_away(words, at)
                || is_less(words, at)
            {
                (sign, is_due) = (-1, true);
            } else if word.is_any_mark(&['.', ';', ':', '(']) {
                is_due = false;
            }
            let Some(value) = word.whole().or(word.signed()) else {
                continue;
            };
            let part = match part_of(words, at, last, sign) {
                Part::Other if is_due => Part::Change(sign * value),
                part @ (Part::Roll | Part::Change(_) | Part::Other | Part::Total | Part::None) => {
                    part
                }
            };
            is_due = false;
            if !was_open {
                finding = finding.or_else(|| self.pool(context, one, at, value));
            }
            match part {
                Part::Roll => self.rolls.push(value),
                Part::Change(change) => self.changes.push(change),
                Part::Other => {
                    self.others.push(value);
                    self.near.push(value);
                }
                Part::Total => {
                    finding = finding
                        .or_else(|| self.judge(context, one, word, value))
                        .or_else(|| self.changed(context, one, word, value));
                    *self = Self {
                        last: Some(value),
                        net: word.signed(),
                        ..Self::default()
                    };
                }
                Part::None => {}
            }
            last = part;
        }
        finding
    }

    /// `Attack 3 … (+2) … (+1), so he throws 6 dice`: the dice of a pool, which no value before them and the changes make.
    fn pool(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        at: usize,
        written: i64,
    ) -> Option<Diagnostic> {
        let is = |place: Option<usize>, any: &[&str]| {
            let word = place.and_then(|place| one.words.get(place));
            word.is_some_and(|word| word.is_word(any))
        };
        let is_pool = is(at.checked_sub(1), &["throws", "rolls", "throw", "roll"])
            && is(Some(at + 1), &["dice"]);
        let changes: i64 = self.changes.iter().sum();
        let is_open = self.is_open || one.has(&LOSSES);
        if !is_pool || is_open || self.changes.is_empty() || !self.rolls.is_empty() {
            return None;
        }
        let base = self.others.first().filter(|_| self.others.len() <= 3)?;
        if self
            .others
            .iter()
            .any(|other| [other + changes, *other].contains(&written))
        {
            return None;
        }
        let word = one.words.get(at)?;
        let terms: Vec<i64> = std::iter::once(*base)
            .chain(self.changes.iter().copied())
            .collect();
        let text = sum_of(&terms);
        let message = format!("{text} is {}, not {written}", base + changes);
        report_at(context, one, word, message)
    }

    /// `All changes together are plus 1. The die shows a 6, which becomes a 7`: a roll that the last total of changes does not make what it becomes.
    fn changed(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        word: &Token<'_>,
        written: i64,
    ) -> Option<Diagnostic> {
        let [roll] = self.rolls.as_slice() else {
            return None;
        };
        let net = self.net.filter(|_| self.changes.is_empty())?;
        let is_wrong = word.signed().is_none() && roll + net != written && !self.is_near_open;
        let message = format!("{} is {}, not {written}", sum_of(&[*roll, net]), roll + net);
        report_at(context, one, word, message).filter(|_| is_wrong)
    }

    /// Compares a signed total with the sum of the changes since the last one: `+1 for the surface, −1 for the swell, in all +1`.
    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        word: &Token<'_>,
        written: i64,
    ) -> Option<Diagnostic> {
        let sum: i64 = self.changes.iter().sum();
        let is_sum = self.changes.len() >= 2 && word.signed().is_some();
        if !is_sum || sum == written || self.is_near_open || self.near.len() > 4 {
            return None;
        }
        // A strength or a rating may be a part of it.
        let mut sums = BTreeSet::from([sum]);
        for other in self.near.iter().chain(&self.last) {
            let more: Vec<i64> = sums.iter().map(|sum| sum + other).collect();
            sums.extend(more);
        }
        if sums.contains(&written) {
            return None;
        }
        let message = format!("{} is {sum}, not {written}", sum_of(&self.changes));
        report_at(context, one, word, message)
    }
}

/// `less 3 for the rating`
fn is_less(words: &[Token<'_>], at: usize) -> bool {
    let next = words.get(at + 1);
    words.get(at).is_some_and(|word| word.is_word(&["less"]))
        && next.is_some_and(|next| next.whole().is_some())
}

/// `Hovey takes away 1`
fn takes_away(words: &[Token<'_>], at: usize) -> bool {
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    is(at, &["takes", "take"]) && is(at + 1, &["away", "off"])
}

/// The part of the number at a place, after the part of the number before it.
fn part_of(words: &[Token<'_>], at: usize, last: Part, sign: i64) -> Part {
    let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
    let next = words.get(at + 1);
    let Some(word) = words.get(at) else {
        return Part::None;
    };
    let is_measured = next.is_some_and(|next| {
        next.is_any_mark(&['"', '%', '″', '/'])
            || next.is_word(&[
                "hexes", "hex", "inches", "inch", "cm", "mm", "or", "dice", "points", "steps",
                "turns", "rounds", "figures", "models", "units", "in",
            ])
    });
    // An equation is checked by itself.
    let is_operand =
        |word: Option<&Token<'_>>| word.is_some_and(|word| word.is_any_mark(&['+', '×', '=', '*']));
    if is_operand(next) || is_operand(before(1)) {
        return Part::Other;
    }
    if let Kind::Signed(value) = word.kind {
        // `The difference is +6` may be what the changes are added to.
        return match is_net(words, at) {
            true => Part::Total,
            false if is(1, &["is"]) => Part::Other,
            false => Part::Change(value),
        };
    }
    let Some(value) = word.whole() else {
        return Part::None;
    };
    let totals: &[&str] = &["total", "totals", "sum", "result", "score"];
    let is_total = is(1, &["of", "is"]) && is(2, totals)
        || is(
            1,
            &[
                "totalling",
                "totaling",
                "totals",
                "makes",
                "make",
                "altogether",
            ],
        )
        || is(1, &["to"])
            && is(
                2,
                &[
                    "modified", "adjusted", "changed", "reduced", "raised", "up", "down",
                ],
            )
        || is(1, &["becomes"])
        || is(2, &["becomes"]) && is(1, &["a", "an"])
        || is(1, &["is"]) && is(2, &["which"]);
    if is_total && !is_measured {
        return Part::Total;
    }
    if is_measured {
        return Part::None;
    }
    // `another 1 is subtracted`
    let is_passive = next.is_some_and(|next| next.is_word(&["is", "are"]));
    let verb = words.get(at + 2).filter(|_| is_passive);
    if verb.is_some_and(|verb| verb.is_word(&["added"])) {
        return Part::Change(value);
    }
    if verb.is_some_and(|verb| verb.is_word(&["subtracted", "deducted", "taken"])) {
        return Part::Change(-value);
    }
    if is(1, &["of"]) && is(2, &["modifier"]) {
        return Part::Change(sign * value);
    }
    let rolls: &[&str] = &[
        "rolls", "rolled", "throws", "gets", "draws", "roll", "throw", "shows", "show",
    ];
    let is_roll = is(1, rolls) || is(1, &["a", "an"]) && is(2, rolls);
    if is_roll {
        return Part::Roll;
    }
    // `a 4 and a 5`, `adds 2 for the skill and 1 for the sword`
    let is_joined = |word: Option<&Token<'_>>| {
        word.is_some_and(|word| word.is_word(&["and"]) || word.is_mark(','))
    };
    let follows = is_joined(before(1)) || is(1, &["a", "an"]) && is_joined(before(2));
    let has_reason = next.is_some_and(|next| next.is_word(&["for", "because", "as"]));
    match last {
        Part::Roll if follows && !has_reason => Part::Roll,
        Part::Change(_) if follows && has_reason => Part::Change(sign * value),
        Part::Roll | Part::Change(_) | Part::Other | Part::Total | Part::None => Part::Other,
    }
}
