//! Counts against what they count: a list in the same sentence, the rows of a table; and what a reference sheet repeats against the rules.
//!
//! Reports: E0711.

use std::collections::BTreeSet;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::modifier_rows::source;
use super::modifier_tables::{modifier_columns, signed_cell};
use super::reported::Reported;
use super::words::{Kind, Token, stem, tokens};
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut blocks = 0..context.document.blocks.len();
    let has_sheet = blocks.any(|block| context.is_sheet(block));
    let body = if has_sheet {
        Body::new(context)
    } else {
        Body::default()
    };
    let mut found = Vec::new();
    for one in context.sentences() {
        found.extend(inline(context, one));
        if context.is_sheet(one.prose.block) {
            found.extend(body.check(context, one));
        }
    }
    for (block, grid) in context.tables() {
        found.extend(sums(context, block, grid));
        if context.is_sheet(block) {
            found.extend(body.check_table(context, block, grid));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

fn conflict(
    context: &Context<'_>,
    one: &Sentence<'_>,
    message: String,
    here: Range<usize>,
    there: Option<(Span, String)>,
) -> Option<Diagnostic> {
    let finding = Diagnostic::new(Code::ConflictingNumbers, message).label(one.span(here)?, "");
    let finding = match there {
        Some((span, text)) => finding.label(span, text),
        None => finding,
    };
    Some(
        finding
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Words by which a number is not the whole count.
const OPEN: [&str; 24] = [
    "or",
    "least",
    "most",
    "up",
    "about",
    "following",
    "first",
    "last",
    "may",
    "other",
    "more",
    "if",
    "including",
    "such",
    "example",
    "either",
    "each",
    "per",
    "any",
    "to",
    "costs",
    "than",
    "includes",
    "include",
];

/// `There are three kinds of ground: open, rough, woods and water.`
fn inline(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let open = words
        .iter()
        .position(|word| word.is_any_mark(&[':', '(']))?;
    let head = words.get(..open)?;
    let at = head
        .iter()
        .rposition(|word| word.count().is_some_and(|n| (2..=12).contains(&n)))?;
    let number = head.get(at)?;
    let nouns = head.get(at + 1..)?;
    let is_counted = (1..=5).contains(&nouns.len())
        && nouns
            .iter()
            .all(|word| word.kind == Kind::Word && word.count().is_none())
        && nouns
            .iter()
            .any(|word| word.text.ends_with('s') || word.text.ends_with("ice"))
        && !nouns.iter().any(|word| {
            word.is_word(&OPEN)
                || word.is_word(&[
                    "is", "are", "has", "have", "and", "dice", "for", "hits", "shows",
                ])
        });
    let lead = at.checked_sub(1).and_then(|before| head.get(before));
    let is_whole = lead.is_none_or(|lead| {
        lead.is_word(&[
            "are", "has", "have", "of", "the", "in", "into", "these", "its", "all", "contains",
            "gives", "uses", "with", "by",
        ])
    });
    let is_open = head.iter().any(|word| word.is_word(&OPEN));
    let close = match words.get(open)?.is_mark('(') {
        true => words.iter().skip(open).position(|word| word.is_mark(')'))? + open,
        false => words.len(),
    };
    let list = words.get(open + 1..close)?;
    let list = match list.split_last() {
        Some((last, rest)) if last.is_any_mark(&['.', '!']) => rest,
        _ => list,
    };
    // Only words, joined by commas and one `and` before the last.
    let is_plain = list.iter().all(|word| {
        word.kind == Kind::Word && word.count().is_none() || word.is_any_mark(&[',', '-'])
    });
    let joint = list.iter().rposition(|word| word.is_word(&["and", "or"]))?;
    let items: Vec<&[Token<'_>]> = list
        .get(..joint)?
        .split(|word| word.is_mark(','))
        .filter(|item| !item.is_empty())
        .collect();
    let is_short = items.iter().all(|item| {
        item.len() <= 5
            && !item
                .iter()
                .any(|word| word.is_word(&["and", "or", "is", "are", "not", "etc"]))
    });
    let rest = list.get(joint + 1..)?;
    let is_end = (1..=5).contains(&rest.len())
        && !rest
            .iter()
            .any(|word| word.is_mark(',') || word.is_word(&["so", "others", "other", "more"]));
    let n = i64::try_from(items.len() + 1).ok()?;
    let count = number.count()?;
    if !is_counted
        || !is_whole
        || is_open
        || !is_plain
        || !is_short
        || !is_end
        || count == n
        || n < 2
        || (count - n).abs() > 3
    {
        return None;
    }
    let what = nouns.last().map_or("", |noun| noun.text);
    let message = format!("the text counts {count} {what}, but lists {n}");
    conflict(
        context,
        one,
        message,
        number.range.start..list.last()?.range.end,
        None,
    )
}

/// The rules, if there is a sheet: stems and numbers of each sentence and each row, with its place.
#[derive(Default)]
struct Body {
    parts: Vec<Part>,
    /// Paragraphs and rows as a whole.
    wholes: Vec<Whole>,
}

/// A paragraph or a row of the rules with all that it says.
struct Whole {
    block: usize,
    chapter: Option<usize>,
    stems: BTreeSet<String>,
    numbers: BTreeSet<i64>,
}

/// A sentence or a row of the rules.
struct Part {
    stems: BTreeSet<String>,
    /// Stems of the words before the first mark, or of the first cell.
    lead: BTreeSet<String>,
    numbers: BTreeSet<i64>,
    chapter: Option<usize>,
    span: Span,
}

/// Words that say nothing about what a number belongs to.
const IDLE: [&str; 43] = [
    "has", "have", "had", "get", "gets", "gives", "cost", "costs", "earns", "takes", "starts",
    "need", "needs", "needed", "a", "an", "the", "is", "are", "of", "to", "in", "on", "at", "for",
    "and", "or", "with", "by", "up", "no", "than", "more", "most", "least", "only", "per", "each",
    "it", "its", "from", "be", "not",
];

fn stems_of(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words.iter();
    let words = words
        .filter(|word| word.kind == Kind::Word && !word.is_word(&IDLE) && word.count().is_none());
    words.map(|word| stem(word.text)).collect()
}

fn numbers_of(words: &[Token<'_>]) -> BTreeSet<i64> {
    let values = words
        .iter()
        .filter_map(|word| word.count().or(word.signed().map(i64::abs)));
    values.collect()
}

impl Body {
    fn new(context: &Context<'_>) -> Self {
        let mut parts = Vec::new();
        let mut wholes: Vec<Whole> = Vec::new();
        for one in context.sentences() {
            let block = one.prose.block;
            if context.is_sheet(block) || context.is_example(block) {
                continue;
            }
            let mut stems = stems_of(&one.words);
            stems.extend(context.topic(block, None));
            // `6.3 EVASIVE ROUTE. …`: a heading in the line.
            let text = one.prose.text.plain.as_str();
            let head = text
                .split(['.', ':'])
                .next()
                .filter(|head| head.split_whitespace().count() <= 4);
            stems.extend(stems_of(&tokens(head.unwrap_or_default())));
            let numbers = numbers_of(&one.words);
            let chapter = context.chapter(block);
            match wholes.last_mut().filter(|last| last.block == block) {
                Some(last) => {
                    last.stems.extend(stems.iter().cloned());
                    last.numbers.extend(&numbers);
                }
                None => wholes.push(Whole {
                    block,
                    chapter,
                    stems: stems.clone(),
                    numbers: numbers.clone(),
                }),
            }
            if let Some(span) = one.span(0..one.text.len())
                && !numbers.is_empty()
            {
                parts.push(Part {
                    stems,
                    lead: lead(one.text),
                    numbers,
                    chapter,
                    span,
                });
            }
        }
        for (block, grid) in context.grids() {
            if context.is_sheet(block) {
                continue;
            }
            for row in 0..grid.n_rows {
                let mut stems: BTreeSet<String> =
                    context.topic(block, Some(grid)).into_iter().collect();
                let mut numbers = BTreeSet::new();
                for column in 0..grid.n_columns {
                    let words = tokens(grid.text(row, column));
                    stems.extend(stems_of(&words));
                    stems.extend(stems_of(&tokens(&grid.header(column))));
                    numbers.extend(numbers_of(&words));
                }
                let chapter = context.chapter(block);
                if let Some(cell) = grid.at(row, 0)
                    && !numbers.is_empty()
                {
                    wholes.push(Whole {
                        block,
                        chapter,
                        stems: stems.clone(),
                        numbers: numbers.clone(),
                    });
                    parts.push(Part {
                        stems,
                        lead: lead(grid.text(row, 0)),
                        numbers,
                        chapter,
                        span: cell.span,
                    });
                }
            }
        }
        Self { parts, wholes }
    }

    /// Whether a paragraph or a row that may be meant as well has a number: one with the words, or one of the chapter of a place with some of
    /// them.
    fn agrees(
        &self,
        own: &BTreeSet<String>,
        label: &BTreeSet<String>,
        value: i64,
        places: &[&Part],
    ) -> bool {
        let mut wholes = self
            .wholes
            .iter()
            .filter(|one| one.numbers.contains(&value));
        wholes.any(|one| {
            let is_named = own.is_subset(&one.stems);
            let is_labelled = label.is_empty() || !label.is_disjoint(&one.stems);
            let is_near = places.iter().any(|place| place.chapter == one.chapter);
            let is_about = !own.is_disjoint(&one.stems) || !label.is_disjoint(&one.stems);
            is_named && (own.len() >= 2 || is_labelled) || is_near && is_about
        })
    }

    /// `Stacking: five blocks`, where all that the rules say of stacking and blocks has other numbers.
    fn check(&self, context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
        let words = &one.words;
        let colon = words.iter().position(|word| word.is_mark(':'));
        let colon = colon.filter(|at| *at <= 14);
        let label = colon.map_or(BTreeSet::new(), |at| {
            let head = words.get(..at).unwrap_or_default();
            let open = head
                .iter()
                .position(|word| word.is_mark('('))
                .unwrap_or(head.len());
            stems_of(head.get(..open).unwrap_or_default())
        });
        let rest = words.get(colon.map_or(0, |at| at + 1)..)?;
        // A line of many values, `Destroyer Speed 3, Search 2`, names each by one word that sentences have in another sense.
        let n_numbers = words.iter().filter(|word| word.count().is_some()).count();
        let is_line = n_numbers >= LINE;
        let is_stop = |word: &Token<'_>| {
            word.is_any_mark(&[',', ';', '.', '(', ')']) || word.is_word(&["and"])
        };
        rest.split(is_stop).find_map(|phrase| {
            let mut signed = phrase.iter().filter(|word| word.signed().is_some());
            let number = match (signed.next(), signed.next()) {
                (Some(number), None) => number,
                (None, _) => {
                    let mut counts = phrase.iter().filter(|word| word.count().is_some());
                    let (Some(number), None) = (counts.next(), counts.next()) else {
                        return None;
                    };
                    number
                }
                (Some(_), Some(_)) => return None,
            };
            let value = number.count().or(number.signed().map(i64::abs))?;
            let own = stems_of(phrase);
            let is_last = phrase.last().is_some_and(|last| last.range == number.range);
            if is_line && own.len() < 2 {
                return None;
            }
            let span = self.differs(&own, &label, (value, own.len() == 1 && is_last))?;
            let message = format!("{} here, but another number in the rules", number.text);
            let there = (span, "in the rules".to_owned());
            conflict(context, one, message, number.range.clone(), Some(there))
        })
    }

    /// `Evasive route | −2`, a row of a sheet, where the rules have another number for this.
    fn check_table(&self, context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Diagnostic> {
        let Some((label, value)) = modifier_columns(grid) else {
            return Vec::new();
        };
        let rows = grid.body_rows().filter_map(|row| {
            let cell = grid.at(row, value)?;
            let number = signed_cell(grid.text(row, value))?.abs();
            // A row that names its rule is compared with that.
            if source(grid, row).is_some() {
                return None;
            }
            let own = lead(grid.text(row, label));
            let span = self.differs(&own, &BTreeSet::new(), (number, false))?;
            let message = format!(
                "the rules have another number than {} for “{}”",
                grid.text(row, value),
                grid.text(row, label)
            );
            Some(
                Diagnostic::new(Code::ConflictingNumbers, message)
                    .label(cell.span, "")
                    .label(span, "in the rules")
                    .help("correct one of them")
                    .confidence(Confidence::Likely)
                    .cite(context.citation(block)),
            )
        });
        rows.collect()
    }

    /// A place of the rules for what some words name, if there are few and none of them has a number.
    fn differs(
        &self,
        own: &BTreeSet<String>,
        label: &BTreeSet<String>,
        (value, is_name): (i64, bool),
    ) -> Option<Span> {
        if own.is_empty() || own.len() > 5 {
            return None;
        }
        let all = self.parts.iter();
        let labelled: Vec<&Part> = all
            .clone()
            .filter(|part| own.is_subset(&part.stems) && label.is_subset(&part.stems))
            .filter(|_| own.len() + label.len() >= 2)
            .collect();
        // `100 crowns a crew`, under a label of something else.
        let unlabelled = all
            .clone()
            .filter(|part| own.len() >= 2 && own.is_subset(&part.stems));
        let unlabelled: Vec<&Part> = unlabelled.collect();
        let places = match labelled.is_empty() {
            false => labelled,
            true if !unlabelled.is_empty() => unlabelled,
            // One word alone is a row with one number, `Stacking | 6`, unless a label says that it is one of something else.
            true if !label.is_empty() => Vec::new(),
            true => all
                .filter(|part| part.lead == *own && (own.len() >= 2 || part.numbers.len() == 1))
                .filter(|_| !own.iter().all(|stem| UNITS.contains(&stem.as_str())))
                .collect(),
        };
        let has_value = places.iter().any(|part| part.numbers.contains(&value));
        if places.is_empty()
            || places.len() > 4
            || has_value
            || self.agrees(own, label, value, &places)
        {
            return None;
        }
        // `Search 2` in a line of values, where a sentence only speaks of searching.
        let is_about = |part: &&&Part| {
            own.len() >= 2
                || part
                    .lead
                    .iter()
                    .any(|stem| own.contains(stem) || label.contains(stem))
        };
        // `cavalry 8`: a name before its number, which the place must be about and about nothing more.
        let is_whole = |part: &&&Part| {
            let mut lead = part.lead.iter();
            !is_name || lead.all(|stem| own.contains(stem) || label.contains(stem))
        };
        let place = places
            .iter()
            .filter(is_about)
            .filter(is_whole)
            .find(|part| part.numbers.len() <= 3)?;
        Some(place.span)
    }
}

/// Numbers of a sentence that is a line of values.
const LINE: usize = 4;

/// Stems of words for what is counted everywhere.
const UNITS: [&str; 9] = [
    "turn", "round", "phas", "point", "hex", "step", "inch", "search", "box",
];

/// Stems of the words of a text before its first mark.
fn lead(text: &str) -> BTreeSet<String> {
    let head = text.split([',', ':', '(', '.', ';']).next();
    stems_of(&tokens(head.unwrap_or_default()))
}

/// `| Markers | 18 Damaged, 10 Depth Charge, 20 others | 46 |`: a list of counts and their total, in a table where other rows agree.
fn sums(context: &Context<'_>, block: usize, grid: &Grid) -> Option<Diagnostic> {
    let mut wrong = Vec::new();
    let mut n_right = 0;
    for row in grid.body_rows() {
        let mut total = None;
        let mut sum = None;
        for column in 1..grid.n_columns {
            let text = grid.text(row, column);
            let words = tokens(text);
            if let [only] = words.as_slice() {
                total = total.or(only.whole().map(|value| (value, column)));
                continue;
            }
            let parts = text.split([',', ';']).flat_map(|part| part.split(" and "));
            let parts = parts.map(|part| {
                // `9 Kazakhs (Little Horde) and Nurali`
                let words = tokens(part.split('(').next()?);
                let is_plain = words
                    .iter()
                    .skip(1)
                    .all(|word| word.kind == Kind::Word || word.is_mark('-'));
                let is_name = words.len() <= 2 && words.iter().all(Token::is_capitalised);
                match words.first()?.whole() {
                    Some(first) => Some(first).filter(|_| is_plain && words.len() >= 2),
                    None => Some(1).filter(|_| is_name),
                }
            });
            let parts: Option<Vec<i64>> = parts.collect();
            let parts = parts.filter(|parts| parts.len() >= 2);
            sum = sum.or(parts.map(|parts| parts.iter().sum::<i64>()));
        }
        if let (Some((total, column)), Some(sum)) = (total, sum) {
            match total == sum {
                true => n_right += 1,
                false => wrong.push((row, column, total, sum)),
            }
        }
    }
    let [(row, column, total, sum)] = wrong.as_slice() else {
        return None;
    };
    let cell = grid.at(*row, *column).filter(|_| n_right >= 1)?;
    let message = format!("the counts of this row make {sum}, not {total}");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(cell.span, "")
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(block)),
    )
}
