//! Counts that are divided into two kinds, against the count of all that another place gives: `48 ship counters and 72 other counters`, `of the
//! dice, 8 are ten-sided and 2 are six-sided`, `the 50 markers of Table 1`.
//!
//! Reports: E0711.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::enumerations::is_total;
use super::force_counts::count_column;
use super::reference::{Target, references_of};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let sentences: Vec<&Sentence<'_>> = context.sentences().collect();
    let mut found = Vec::new();
    for (at, one) in sentences.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| sentences.get(before));
        found.extend(others(context, one));
        found.extend(before.and_then(|before| of_all(context, before, one)));
        found.extend(of_table(context, one));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A number of things with its place.
struct Whole {
    value: i64,
    span: Span,
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    (message, range): (String, Range<usize>),
    whole: &Whole,
) -> Option<Diagnostic> {
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(range)?, "")
            .label(whole.span, format!("{} here", whole.value))
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// The number of a cell that has nothing else.
fn only_number(text: &str) -> Option<i64> {
    let words = tokens(text);
    let [only] = words.as_slice() else {
        return None;
    };
    only.whole()
}

/// The numbers directly before a noun in sentences that count all, `120 counters in all`, `the 120 counters`, and those of rows of totals that name it, `All counters | 120`.
fn wholes(context: &Context<'_>, noun: &str) -> Vec<Whole> {
    let mut found = Vec::new();
    for one in context.all_sentences() {
        let is_sum = one.has(&[
            "all",
            "altogether",
            "total",
            "contains",
            "includes",
            "complete",
        ]);
        for (at, pair) in one.words.windows(2).enumerate() {
            let [number, word] = pair else {
                continue;
            };
            let article = at.checked_sub(1).and_then(|at| one.words.get(at));
            let is_all = is_sum || article.is_some_and(|word| word.is_word(&["the", "these"]));
            let value = number.count().filter(|_| is_all && stem(word.text) == noun);
            let span = one.span(number.range.start..word.range.end);
            found.extend(value.zip(span).map(|(value, span)| Whole { value, span }));
        }
    }
    for (_, grid) in context.tables() {
        let row = grid.body_rows().next_back();
        let row = row.filter(|row| {
            let label = grid.text(*row, 0);
            is_total(label) && label.split_whitespace().any(|word| stem(word) == noun)
        });
        let cells = row
            .into_iter()
            .flat_map(|row| (1..grid.n_columns).filter_map(move |column| grid.at(row, column)));
        found.extend(cells.filter_map(|cell| {
            Some(Whole {
                value: only_number(&cell.text.plain)?,
                span: cell.span,
            })
        }));
    }
    found
}

/// `48 ship counters and 72 other counters`, where all counters are another number.
fn others(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words.windows(2).position(|pair| {
        matches!(pair, [number, other] if number.whole().is_some() && other.is_word(&["other"]))
    })?;
    let (number, noun) = (words.get(at)?, words.get(at + 2)?);
    let stems = stem(noun.text);
    let head = words.get(..at)?;
    let (joint, kind) = (head.last()?, head.get(head.len().checked_sub(2)?)?);
    let first = head
        .iter()
        .rev()
        .skip(1)
        .take(4)
        .find(|word| word.count().is_some())?;
    let is_divided = joint.is_word(&["and"]) && stem(kind.text) == stems && noun.kind == Kind::Word;
    let sum = number.whole()? + first.whole()?;
    let all = wholes(context, &stems);
    let near = all.iter().filter(|whole| {
        (whole.value - sum).abs() <= 3.max(sum / 10)
            && whole.value > number.whole().unwrap_or(0).max(first.whole().unwrap_or(0))
    });
    let near: Vec<&Whole> = near.collect();
    let whole = near.first()?;
    if !is_divided || sum < 5 || near.iter().any(|whole| whole.value == sum) {
        return None;
    }
    let message = format!(
        "these make {sum} {}, but there are {}",
        noun.text, whole.value
    );
    report(
        context,
        one,
        (message, first.range.start..noun.range.end),
        whole,
    )
}

/// Words for what some counts leave of a whole.
const REST: [&str; 6] = ["other", "others", "rest", "remaining", "remainder", "last"];

/// `… 10 dice, two logs and these rules. Of the dice, 8 are ten-sided and 2 are six-sided`
fn of_all(context: &Context<'_>, before: &Sentence<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let [of, the, noun, comma, rest @ ..] = one.words.as_slice() else {
        return None;
    };
    let is_lead = of.is_word(&["of"]) && the.is_word(&["the", "these"]) && comma.is_mark(',');
    let is_near = before.prose.block == one.prose.block && noun.kind == Kind::Word;
    let whole = before.words.windows(2).find_map(|pair| {
        let [number, word] = pair else {
            return None;
        };
        let value = number.whole().filter(|_| word.text == noun.text)?;
        let span = before.span(number.range.start..word.range.end)?;
        Some(Whole { value, span })
    })?;
    let is_joint = |word: &Token<'_>| word.is_mark(',') || word.is_word(&["and"]);
    let parts = rest.split(is_joint).filter(|part| !part.is_empty());
    let counts: Option<Vec<i64>> = parts
        .map(|part| {
            let verb = part.get(1)?;
            let is_part = verb.is_word(&["are", "is"]);
            part.first()?.count().filter(|_| is_part)
        })
        .collect();
    let counts = counts.filter(|counts| counts.len() >= 2)?;
    let sum: i64 = counts.iter().sum();
    // `and the others are white`
    let has_rest = sum < whole.value && one.has(&REST);
    if !is_lead || !is_near || has_rest || sum == whole.value || (sum - whole.value).abs() > 3 {
        return None;
    }
    let message = format!("these make {sum} {}, not {}", noun.text, whole.value);
    let range = rest.first()?.range.start..rest.last()?.range.end;
    report(context, one, (message, range), &whole)
}

/// Words for parts of a table, and for worths: its counts do not add up to their number.
const NO_THINGS: [&str; 8] = [
    "columns", "rows", "lines", "entries", "types", "kinds", "sorts", "points",
];

/// `the 50 markers of Table 1`, `the crew of Table 6 with 9 figures`: a number that the table does not add up to.
fn of_table(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let references = references_of(one.text, words, true).into_iter();
    let mut references = references.filter(|reference| reference.target == Target::Table);
    references.find_map(|reference| {
        let start = words
            .iter()
            .position(|word| word.range.start >= reference.start)?;
        let after = words
            .iter()
            .position(|word| word.range.start >= reference.range.end)?;
        // `9 figures of Table 6`
        let back = start.checked_sub(1).filter(|of| {
            words
                .get(*of)
                .is_some_and(|of| of.is_word(&["of", "in", "from"]))
        });
        let before =
            back.and_then(|of| (of.saturating_sub(3)..of).find(|at| is_count(words, *at, of)));
        let with = words.get(after)?;
        let is_with = with.is_word(&["with", "has", "holds", "lists", "contains"]);
        let at = before.or_else(|| Some(after + 1).filter(|_| is_with))?;
        let (number, noun) = (words.get(at)?, words.get(at + 1)?);
        let value = number.count()?;
        let is_noun = noun.kind == Kind::Word && !noun.is_word(&NO_THINGS);
        let mut captions = context.captions.iter();
        let (_, block) = captions.find(|(caption, _)| {
            let own = caption.number.as_ref();
            own.is_some_and(|own| own.is_same(&reference.number))
        })?;
        let (_, grid) = context
            .tables()
            .find(|(own, _)| own == block || *own == block + 1)?;
        let whole = total(grid).filter(|whole| {
            is_noun && whole.value != value && (whole.value - value).abs() <= 3.max(value / 5)
        })?;
        let message = format!(
            "{value} {} here, and {} in the table",
            noun.text, whole.value
        );
        report(
            context,
            one,
            (message, number.range.start..noun.range.end),
            &whole,
        )
    })
}

/// Whether a count begins at a place and all words from it to another are its nouns: `50 markers`.
fn is_count(words: &[Token<'_>], at: usize, end: usize) -> bool {
    let nouns = words.get(at + 1..end).unwrap_or_default();
    let is_noun = |word: &Token<'_>| word.kind == Kind::Word && word.count().is_none();
    words.get(at).is_some_and(|word| word.whole().is_some())
        && !nouns.is_empty()
        && nouns.iter().all(is_noun)
        && nouns.last().is_some_and(|noun| noun.text.ends_with('s'))
}

/// The total of the column that counts the rows of a table.
fn total(grid: &Grid) -> Option<Whole> {
    let column = count_column(grid)?;
    let row = grid
        .body_rows()
        .next_back()
        .filter(|row| is_total(grid.text(*row, 0)))?;
    let cell = grid.at(row, column)?;
    Some(Whole {
        value: only_number(&cell.text.plain)?,
        span: cell.span,
    })
}
