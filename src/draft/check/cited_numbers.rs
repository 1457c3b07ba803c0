//! Numbers of sentences that refer to the rule they repeat, `subtracts 2 in a Brawl (Table 14)`, against the row or the sentence there that has
//! the same words. How many of these agree is learned from the manuscript itself.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::cited::numbered_paragraphs;
use super::context::{Context, Sentence};
use super::modifier_rows::telling;
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::{BlockContent, Number};

/// Fewest numbers that agree with the place referred to, for each one that does not.
const MIN_AGREEING: usize = 2;

/// Least share of the words of a row or a sentence, by weight, that the sentence which refers to it has.
const MIN_SHARE: f64 = 0.4;

/// Greatest difference of the weights of words by which two rows or sentences fit as well.
const MAX_GAP: f64 = 0.3;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let places = Places::new(context);
    let (mut n_agreeing, mut differing) = (0, Vec::new());
    for one in context.sentences() {
        if context.is_example(one.prose.block) {
            continue;
        }
        for claim in claims(one) {
            match places.compare(context, &claim) {
                Some(Ok(())) => n_agreeing += 1,
                Some(Err(there)) => differing.push((claim, there)),
                None => {}
            }
        }
    }
    if n_agreeing < MIN_AGREEING * differing.len() {
        return;
    }
    let found = differing
        .iter()
        .filter_map(|(claim, there)| claim.report(context, there));
    diagnostics.extend(found.filter(|finding| !reported.has(finding)));
}

/// Words of a sentence whose number is not the one of the place that it refers to.
const EXCEPTIONS: [&str; 7] = [
    "unlike",
    "instead",
    "but",
    "except",
    "only",
    "altogether",
    "therefore",
];

/// Kind of a quantity.
#[derive(Debug, Clone, PartialEq)]
enum Unit {
    /// Added or subtracted.
    Change,
    /// Columns that odds are shifted by: `1L`.
    Shift,
    Inches,
    /// Stem of the noun after the number.
    Noun(String),
}

/// A number with its unit.
struct Quantity {
    value: i64,
    unit: Unit,
    at: usize,
}

/// Words after a number that are no unit.
const NO_UNITS: [&str; 22] = [
    "and", "or", "for", "of", "on", "in", "to", "at", "with", "is", "are", "as", "the", "a", "if",
    "more", "less", "from", "by", "but", "when", "per",
];

/// Verbs and nouns before a number that is added or subtracted.
const CHANGES: [&str; 10] = [
    "add",
    "adds",
    "adding",
    "subtract",
    "subtracts",
    "subtracting",
    "plus",
    "minus",
    "modifier",
    "bonus",
];

/// The unit of a signed number.
fn change(word: &Token<'_>) -> Unit {
    match word.is_shift() {
        true => Unit::Shift,
        false => Unit::Change,
    }
}

/// The quantity at a place of a sentence.
fn quantity(words: &[Token<'_>], at: usize) -> Option<Quantity> {
    let word = words.get(at)?;
    let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is_before = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
    if let Some(value) = word.signed() {
        let unit = change(word);
        return Some(Quantity {
            value: value.abs(),
            unit,
            at,
        });
    }
    let value = word.count().filter(|_| !word.is_word(&["one"]))?;
    let named: &[&str] = &[
        "turn", "turns", "table", "section", "phase", "level", "step", "number", "roll", "rolls",
        "first", "last", "other",
    ];
    let is_part = [before(1), words.get(at + 1)]
        .into_iter()
        .flatten()
        .any(|mark| mark.is_any_mark(&['-', '–', '%', '/', '×', '=', '+', ':']));
    if is_before(1, named) || is_part {
        return None;
    }
    let is_change =
        is_before(1, &CHANGES) || is_before(1, &["of"]) && is_before(2, &["modifier", "bonus"]);
    let unit = match words.get(at + 1) {
        _ if is_change => Unit::Change,
        Some(next) if next.is_any_mark(&['"', '″', '”']) => Unit::Inches,
        Some(next) if next.kind == Kind::Word && !next.is_word(&NO_UNITS) => {
            Unit::Noun(stem(next.text))
        }
        Some(_) | None => return None,
    };
    Some(Quantity { value, unit, at })
}

/// The number that another one replaces, of the place that the sentence refers to: `(11.2) over 9 hexes instead of 6`.
fn usual(words: &[Token<'_>], reference: &Reference) -> Option<Quantity> {
    let start = words
        .iter()
        .position(|word| word.range.start >= reference.range.end)?;
    let at = (start..words.len()).find(|at| {
        let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
        before(2).is_some_and(|word| word.is_word(&["instead"]))
            && before(1).is_some_and(|word| word.is_word(&["of"]))
    })?;
    let value = words.get(at)?.count()?;
    let near = words.get(start..at)?;
    let is_stop = |word: &Token<'_>| word.is_any_mark(&['.', ';', '(']);
    let other = (start..at).rev().find_map(|at| quantity(words, at))?;
    (!near.iter().any(is_stop)).then_some(Quantity {
        value,
        unit: other.unit,
        at,
    })
}

/// A number of a sentence before a reference.
struct Claim<'s, 'a> {
    one: &'s Sentence<'a>,
    quantity: Quantity,
    reference: Reference,
    /// Telling words of the part of the sentence that the reference belongs to.
    clause: BTreeSet<String>,
}

/// The references of a sentence with the last number before each.
fn claims<'s, 'a>(one: &'s Sentence<'a>) -> Vec<Claim<'s, 'a>> {
    let words = &one.words;
    let mut found = Vec::new();
    let mut start = 0;
    for reference in references_of(one.text, words, true) {
        let is_before = |word: &Token<'_>| word.range.end <= reference.start;
        let end = words.iter().take_while(|word| is_before(word)).count();
        let stop = (start..end).rfind(|at| {
            words
                .get(*at)
                .is_some_and(|word| word.is_any_mark(&[';', '.']))
        });
        let clause: Range<usize> = stop.map_or(start, |stop| stop + 1)..end;
        start = words
            .iter()
            .take_while(|word| word.range.end <= reference.range.end)
            .count()
            + 1;
        let own = words.get(clause.clone()).unwrap_or_default();
        let quantity = clause.clone().rev().find_map(|at| quantity(words, at));
        let is_place = matches!(reference.target, Target::Section | Target::Table);
        let quantity = quantity.or_else(|| usual(words, &reference));
        if let Some(quantity) = quantity.filter(|_| is_place) {
            let clause = telling(own);
            found.push(Claim {
                one,
                quantity,
                reference,
                clause,
            });
        }
    }
    found
}

impl Claim<'_, '_> {
    /// Whether its number is the one that another replaces: `instead of 6`.
    fn is_usual(&self) -> bool {
        let before = self.quantity.at.checked_sub(2);
        let before = before.and_then(|place| self.one.words.get(place));
        before.is_some_and(|before| before.is_word(&["instead"]))
    }

    fn report(&self, context: &Context<'_>, there: &There) -> Option<Diagnostic> {
        let number = self.one.words.get(self.quantity.at)?;
        let way = match self.quantity.unit {
            Unit::Shift => number
                .text
                .trim_start_matches(|one: char| one.is_ascii_digit()),
            Unit::Change | Unit::Inches | Unit::Noun(_) => "",
        };
        let message = format!(
            "{}{way} here, but {}{way} in the place referred to",
            self.quantity.value, there.value
        );
        Some(
            Diagnostic::new(Code::ConflictingNumbers, message)
                .label(self.one.span(number.range.clone())?, number.text)
                .label(there.span, format!("{}{way} here", there.value))
                .help("correct one of them")
                .confidence(Confidence::Likely)
                .cite(context.citation(self.one.prose.block)),
        )
    }
}

/// The number of the place that is referred to.
struct There {
    value: i64,
    span: Span,
}

/// A row or a sentence that states numbers.
struct Part {
    stems: BTreeSet<String>,
    quantities: Vec<(i64, Option<Unit>)>,
    span: Span,
    is_row: bool,
}

/// The rows and sentences of all blocks.
struct Places {
    parts: BTreeMap<usize, Vec<Part>>,
    sections: Vec<(Number, Range<usize>)>,
    tables: Vec<(Number, usize)>,
}

impl Places {
    fn new(context: &Context<'_>) -> Self {
        let sections = context.document.sections.iter();
        let sections =
            sections.filter_map(|section| Some((section.number.clone()?, section.blocks.clone())));
        let paragraphs = numbered_paragraphs(context).into_iter();
        let paragraphs = paragraphs.map(|(number, _, blocks)| (number.clone(), blocks));
        let captions = context.captions.iter();
        let tables =
            captions.filter_map(|(caption, block)| Some((caption.number.clone()?, *block)));
        Self {
            parts: parts(context),
            sections: sections.chain(paragraphs).collect(),
            tables: tables.collect(),
        }
    }

    /// The blocks that a reference means, if they are one place.
    fn blocks(&self, reference: &Reference) -> Option<Range<usize>> {
        let all: Vec<Range<usize>> = match reference.target {
            Target::Section => {
                let own = self
                    .sections
                    .iter()
                    .filter(|(number, _)| number.is_same(&reference.number));
                own.map(|(_, blocks)| blocks.clone()).collect()
            }
            Target::Table => {
                let own = self
                    .tables
                    .iter()
                    .filter(|(number, _)| number.is_same(&reference.number));
                own.map(|(_, block)| *block..block + 2).collect()
            }
            Target::Figure => Vec::new(),
        };
        match all.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether the part of the place that has the words of a claim has its number; `None` if no part has.
    fn compare(&self, context: &Context<'_>, claim: &Claim<'_, '_>) -> Option<Result<(), There>> {
        let block = claim.one.prose.block;
        let blocks = self
            .blocks(&claim.reference)
            .filter(|blocks| !blocks.contains(&block))?;
        if context.is_one_of_scenarios(blocks.start) {
            return None;
        }
        let parts = self.parts.range(blocks).flat_map(|(_, parts)| parts);
        let parts: Vec<&Part> = parts.collect();
        let weights = weights(&parts);
        let whole = telling(&claim.one.words);
        let score = |part: &Part, said: &BTreeSet<String>| {
            let weight = |stem: &String| weights.get(stem).copied().unwrap_or(0.0);
            let shared: f64 = part.stems.intersection(said).map(weight).sum();
            let own: f64 = match part.is_row {
                true => part.stems.iter().map(weight).sum(),
                false => said.iter().map(|stem| weight(stem).max(0.1)).sum(),
            };
            (shared / own.max(0.01), shared)
        };
        let unit = &claim.quantity.unit;
        let is_of_unit = |part: &&&Part| {
            part.quantities
                .iter()
                .any(|(_, own)| own.as_ref().is_none_or(|own| own == unit))
        };
        let said = |part: &Part| if part.is_row { &whole } else { &claim.clause };
        let scored = parts
            .iter()
            .filter(is_of_unit)
            .map(|part| (score(part, said(part)), *part));
        let mut scored: Vec<((f64, f64), &Part)> = scored.collect();
        scored.sort_by(|(one, _), (other, _)| other.1.total_cmp(&one.1));
        let ((share, shared), best) = scored.first()?;
        if *share < MIN_SHARE {
            return None;
        }
        // Others that fit nearly as well may be meant, and any sentence there that has the number.
        let near = scored
            .iter()
            .filter(|((_, other), part)| shared - other < MAX_GAP || !part.is_row && !best.is_row);
        let near = near.flat_map(|(_, part)| &part.quantities);
        let own = near.filter(|(_, own)| own.as_ref().is_none_or(|own| own == unit));
        let own: BTreeSet<i64> = own.map(|(value, _)| *value).collect();
        if own.contains(&claim.quantity.value) {
            return Some(Ok(()));
        }
        let (value, None) = (*own.first()?, own.iter().nth(1)) else {
            return None;
        };
        // `A wagon that enters a wood therefore pays 3`, of 2 and 1 more.
        let all = parts.iter().flat_map(|part| &part.quantities);
        let is_sum = *unit != Unit::Shift
            && all
                .map(|(more, _)| value + more)
                .any(|sum| sum == claim.quantity.value);
        let is_usual = claim.is_usual() && !claim.one.has(&["but", "except", "unlike"]);
        if is_sum || claim.one.has(&EXCEPTIONS) && !is_usual {
            return None;
        }
        let is_near = value <= claim.quantity.value * 2 && claim.quantity.value <= value * 2;
        is_near.then_some(Err(There {
            value,
            span: best.span,
        }))
    }
}

/// Weights of the words of some parts: the fewer of them have a word, the more it says.
fn weights(parts: &[&Part]) -> BTreeMap<String, f64> {
    let mut n_parts: BTreeMap<String, usize> = BTreeMap::new();
    for stem in parts.iter().flat_map(|part| &part.stems) {
        *n_parts.entry(stem.clone()).or_default() += 1;
    }
    n_parts
        .into_iter()
        .map(|(stem, n)| (stem, 1.0 / n as f64))
        .collect()
}

fn parts(context: &Context<'_>) -> BTreeMap<usize, Vec<Part>> {
    let mut found: BTreeMap<usize, Vec<Part>> = BTreeMap::new();
    for one in context.sentences() {
        let block = one.prose.block;
        let quantities = (0..one.words.len()).filter_map(|at| quantity(&one.words, at));
        let quantities: Vec<(i64, Option<Unit>)> =
            quantities.map(|own| (own.value, Some(own.unit))).collect();
        let span = one.span(0..one.text.len());
        if let Some(span) = span.filter(|_| !quantities.is_empty() && !context.is_example(block)) {
            let stems = telling(&one.words);
            found.entry(block).or_default().push(Part {
                stems,
                quantities,
                span,
                is_row: false,
            });
        }
    }
    for (block, content) in context.blocks() {
        let BlockContent::Table(grid) = &content.content else {
            continue;
        };
        for row in grid.body_rows() {
            let stems = telling(&tokens(grid.text(row, 0)));
            // A row with one number: its unit is that of the column.
            let cells = (1..grid.n_columns).filter_map(|column| grid.at(row, column));
            let numbers = cells.filter_map(|cell| {
                let words = tokens(&cell.text.plain);
                let [word, rest @ ..] = words.as_slice() else {
                    return None;
                };
                let value = word.signed().map(i64::abs).or(word.whole())?;
                let unit = word.signed().map(|_| change(word));
                (rest.len() <= 1).then_some(((value, unit), cell.span))
            });
            let numbers: Vec<((i64, Option<Unit>), Span)> = numbers.collect();
            if let [(quantity, span)] = numbers.as_slice()
                && !stems.is_empty()
            {
                let part = Part {
                    stems,
                    quantities: vec![quantity.clone()],
                    span: *span,
                    is_row: true,
                };
                found.entry(block).or_default().push(part);
            }
        }
    }
    found
}
