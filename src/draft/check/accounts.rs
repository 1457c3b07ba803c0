//! Accounts that an example keeps: what somebody had, receives and pays, and has then; a number and what is added to it and taken from it.
//!
//! Reports: E0713.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence, leads_example};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use super::wrong_sum::{LEARNT, report_at, sum_of};

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    for example in whole_examples(context) {
        let mut account = Account::default();
        let mut found = Vec::new();
        for one in &example {
            found.extend(account.read(context, one));
            found.extend(signed_list(context, one));
        }
        diagnostics.extend(found.into_iter().filter(|finding| !reported.has(finding)));
    }
}

/// The examples, each with all of its paragraphs.
fn whole_examples<'s, 'a>(context: &'s Context<'a>) -> Vec<Vec<&'s Sentence<'a>>> {
    let mut found: Vec<Vec<&Sentence<'_>>> = Vec::new();
    let goes_on = |one: &Sentence<'_>, other: &Sentence<'_>| {
        let (block, next) = (one.prose.block, other.prose.block);
        let is_next = next == block + 1 && context.home(next) == context.home(block);
        let is_one = context.is_example(block) && context.is_example(next);
        is_next && is_one && !leads_example(&other.words)
    };
    for paragraph in context.examples() {
        let last = found.last_mut().filter(|last| {
            let ends = last.last().zip(paragraph.first());
            ends.is_some_and(|(one, other)| goes_on(one, other))
        });
        match last {
            Some(last) => last.extend(paragraph),
            None => found.push(paragraph),
        }
    }
    found
}

/// An amount of one thing, and its changes since.
#[derive(Default)]
struct Account {
    start: Option<i64>,
    /// Stem of the noun after the first number, if it has one.
    noun: Option<String>,
    changes: Vec<i64>,
    /// Whether it is a number to roll, so that what is spent is of another account.
    is_base: bool,
    /// Whether a number of the same thing was met whose part is not known: `2 MP for the zone`.
    has_unknown: bool,
}

/// Part that a number has in an account.
enum Entry {
    Start,
    /// A number to roll: only modifiers change it.
    Base,
    Change(i64),
    End,
    /// All that is paid since the beginning: `has spent 11 inches`.
    Spent,
}

/// Words by which an amount is supposed, or is another one.
const SUPPOSED: [&str; 10] = [
    "if", "would", "could", "unless", "instead", "had", "each", "dice", "die", "per",
];

/// `the number to hit for light guns is 4`, `The modified number is 3`
fn number_to_roll(words: &[Token<'_>], at: usize) -> Option<Entry> {
    let head = words.get(..at)?;
    let is = |back: usize, any: &[&str]| {
        let word = head
            .len()
            .checked_sub(back)
            .and_then(|place| head.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let is_modified = is(2, &["number", "value"]) && is(3, &["modified", "adjusted", "final"]);
    let is_base = head.windows(3).any(|window| {
        matches!(window, [number, to, verb] if number.is_word(&["number"])
            && to.is_word(&["to", "for"]) && verb.is_word(&["hit", "a", "roll", "score"]))
    });
    let entry = match is_modified {
        true => Entry::End,
        false => Entry::Base,
    };
    (is(1, &["is"]) && (is_modified || is_base)).then_some(entry)
}

fn entry(words: &[Token<'_>], at: usize) -> Option<Entry> {
    let word = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is = |back: usize, any: &[&str]| word(back).is_some_and(|word| word.is_word(any));
    let after = |steps: usize, any: &[&str]| {
        let word = words.get(at + steps);
        word.is_some_and(|word| word.is_word(any))
    };
    let remains: &[&str] = &["left", "remaining", "now"];
    let has: &[&str] = &["has", "have", "keeps", "retains", "holds"];
    let is_left = after(1, remains) || after(2, remains);
    let is_now = is(2, &["now"]) && is(1, has) || is(2, has) && is(1, &["now", "only", "still"]);
    let is_now = is_now || is(2, &["now"]) && is(1, &["is", "at"]);
    let is_now = is_now || is(1, &["at"]) && is(2, &["stands", "ends", "finishes", "now"]);
    if let Some(entry) = number_to_roll(words, at) {
        return Some(entry);
    }
    if is_now || is(1, has) && after(2, &["now"]) || is(1, &["leaves", "leaving"]) {
        return Some(Entry::End);
    }
    if is(1, has) && is_left {
        // It may begin the account, or end it.
        return Some(Entry::End);
    }
    // `has all 12 inches of her Speed`
    if is(1, &["all"]) && is(2, has) {
        return Some(Entry::Start);
    }
    // `has spent 4 points`, `has spent all of its 5 MP`
    let own: &[&str] = &["all", "of", "its", "his", "her", "their", "the"];
    let n_own = (1..=4).take_while(|back| is(*back, own)).count();
    if is(n_own + 1, &["spent"]) && is(n_own + 2, has) {
        return Some(Entry::Spent);
    }
    if is(1, &["costs"]) || is(2, &["costs"]) && is(1, &["him", "her", "it", "them"]) {
        return Some(Entry::Change(-1));
    }
    if is(1, &["at", "with"]) && is(2, &["is", "begins", "starts", "began", "started", "was"]) {
        return Some(Entry::Start);
    }
    let goes = ["enters", "crosses", "moves", "marches", "climbs", "walks"];
    // `A Foot with 6 points enters a hex for 1 point`
    if is(1, &["with"]) && words.iter().skip(at).any(|word| word.is_word(&goes)) {
        return Some(Entry::Start);
    }
    // `into a hill hex for 1 + 2 = 3 points`
    let n_sum = (1..=7).take_while(|back| {
        word(*back).is_some_and(|word| word.whole().is_some() || word.is_any_mark(&['+', '=']))
    });
    let n_sum = n_sum.count();
    let is_whole_sum = n_sum >= 4 && word(1).is_some_and(|word| word.is_mark('='));
    if is_whole_sum && is(n_sum + 1, &["for"]) {
        return Some(Entry::Change(-1));
    }
    // `for 1 and 1, that is 2 points`
    let is_bare =
        after(1, &["and"]) && words.get(at + 2).is_some_and(|next| next.whole().is_some());
    let is_sum = is(1, &["is"])
        && is(2, &["that"])
        && word(4).is_some_and(|term| term.whole().is_some())
        && word(5).is_some_and(|joint| joint.is_word(&["and"]));
    if is_bare {
        return None;
    }
    if is_sum && words.get(..at)?.iter().any(|word| word.is_word(&goes)) {
        return Some(Entry::Change(-1));
    }
    if is(1, &["receives", "gains", "earns", "collects", "draws"]) {
        return Some(Entry::Change(1));
    }
    if is(
        1,
        &["pays", "spends", "loses", "expends", "paying", "spending"],
    ) {
        return Some(Entry::Change(-1));
    }
    let pays = ["pays", "spends", "paying", "spending"];
    // `pays 1 MP for the hex and 2 MP for the zone`
    if is(1, &["and"])
        && after(2, &["for"])
        && words.iter().take(at).any(|word| word.is_word(&pays))
    {
        return Some(Entry::Change(-1));
    }
    let verbs = words.get(..at.checked_sub(1)?)?;
    let fires = verbs
        .iter()
        .rev()
        .take_while(|word| !word.is_any_mark(&['.', ';']))
        .any(|word| {
            word.is_word(&["fires", "buys", "uses", "builds", "plays"]) || word.is_word(&goes)
        });
    (is(1, &["for"])
        && fires
        && words
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Word))
    .then_some(Entry::Change(-1))
}

/// Whether a number is joined to another that may be paid too: `1 MP and 2 MP more`.
fn is_further(words: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    before.is_some_and(|before| before.is_word(&["and"]) || before.is_any_mark(&[',', '+']))
}

impl Account {
    fn begin(&mut self, value: i64, noun: Option<String>) {
        *self = Self {
            start: Some(value),
            noun,
            ..Self::default()
        };
    }

    /// Reads the numbers of a sentence, and compares the amount that one of them states with the account so far.
    fn read(&mut self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        if one.has(&SUPPOSED) {
            *self = Self::default();
            return None;
        }
        let mut found = None;
        for at in 0..words.len() {
            let word = words.get(at)?;
            let open = at.checked_sub(1).and_then(|open| words.get(open));
            let close = words.get(at + 1);
            if let Some(value) = word.signed()
                && open.is_some_and(|open| open.is_mark('('))
                && close.is_some_and(|close| close.is_mark(')'))
            {
                self.changes.push(value);
                continue;
            }
            let Some(value) = word.count() else {
                continue;
            };
            let next = close.filter(|next| {
                next.kind == Kind::Word
                    && !next.is_word(&[
                        "left",
                        "now",
                        "remaining",
                        "and",
                        "again",
                        "in",
                        "on",
                        "to",
                        "for",
                        "from",
                        "of",
                        "at",
                        "more",
                        "as",
                        "but",
                        "with",
                    ])
            });
            let noun = next.map(|next| stem(next.text));
            let is_other = noun.is_some() && self.noun.is_some() && noun != self.noun;
            match entry(words, at) {
                Some(Entry::Start) => self.begin(value, noun),
                Some(Entry::Base) => {
                    self.begin(value, noun);
                    self.is_base = true;
                }
                Some(Entry::Change(_)) if self.is_base && noun.is_some() => {}
                Some(Entry::Change(sign)) if !is_other => {
                    self.changes.push(sign * value);
                    self.noun = self.noun.take().or(noun);
                }
                Some(Entry::End) if !is_other => {
                    found = found.or_else(|| self.judge(context, one, at, value));
                    let noun = noun.or_else(|| self.noun.take());
                    self.begin(value, noun);
                }
                Some(Entry::Spent) if !is_other => {
                    found = found.or_else(|| self.spent(context, one, at, value));
                }
                Some(Entry::End) => self.begin(value, noun),
                Some(Entry::Spent) => *self = Self::default(),
                None if is_further(words, at) && noun.is_some() && noun == self.noun => {
                    self.has_unknown = true;
                }
                Some(Entry::Change(_)) | None => {}
            }
        }
        found
    }

    /// Compares what is spent in all with the payments.
    fn spent(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        at: usize,
        value: i64,
    ) -> Option<Diagnostic> {
        let paid: Vec<i64> = self.changes.iter().map(|change| -change).collect();
        let right: i64 = paid.iter().sum();
        if paid.len() < 2 || right == value || paid.iter().any(|paid| *paid < 0) {
            return None;
        }
        let message = format!("{} is {right}, not {value}", sum_of(&paid));
        report_at(context, one, one.words.get(at)?, message)
    }

    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        at: usize,
        value: i64,
    ) -> Option<Diagnostic> {
        let start = self.start?;
        let right: i64 = start + self.changes.iter().sum::<i64>();
        if self.changes.is_empty() || right == value || right < 0 || self.has_unknown {
            return None;
        }
        let changes = signed_terms(&self.changes);
        let message = format!("{start}{changes} is {right}, not {value}");
        let number = one.words.get(at)?;
        Some(
            Diagnostic::new(Code::WrongSum, message)
                .label(one.span(number.range.clone())?, "")
                .help(LEARNT)
                .confidence(Confidence::Likely)
                .cite(context.citation(one.prose.block)),
        )
    }
}

/// `4 dice, +1 for the first volley, -1 for cover, 4 dice in all`
fn signed_list(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let first = words.iter().position(|word| word.count().is_some())?;
    let last = words.iter().rposition(|word| word.count().is_some())?;
    let signed: Vec<i64> = words
        .get(first + 1..last)?
        .iter()
        .filter_map(Token::signed)
        .collect();
    let n_numbers = words.iter().filter(|word| word.count().is_some()).count();
    let (start, noun) = (words.get(first)?.count()?, words.get(first + 1)?);
    let (value, own) = (words.get(last)?.count()?, words.get(last + 1)?);
    let is_total = matches!(words.get(last + 2..last + 4), Some([of, all])
        if of.is_word(&["in"]) && all.is_word(&["all", "total"]))
        || words
            .get(last + 2)
            .is_some_and(|word| word.is_word(&["altogether", "together"]));
    let is_same = noun.kind == Kind::Word && stem(noun.text) == stem(own.text);
    let right = start + signed.iter().sum::<i64>();
    if signed.is_empty() || n_numbers != 2 || !is_total || !is_same || right == value {
        return None;
    }
    let changes = signed_terms(&signed);
    let message = format!("{start}{changes} is {right}, not {value}");
    Some(
        Diagnostic::new(Code::WrongSum, message)
            .label(one.span(words.get(last)?.range.clone())?, "")
            .help(LEARNT)
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// The text of terms after the first: ` + 2 − 1`.
fn signed_terms(changes: &[i64]) -> String {
    let sign = |change: i64| if change < 0 { '−' } else { '+' };
    let terms = changes.iter();
    terms
        .map(|change| format!(" {} {}", sign(*change), change.abs()))
        .collect()
}
