//! Counts that sentences repeat: the same things in one section, numbered places, and counts that most places give alike.
//!
//! Reports: E0711.

use std::collections::BTreeMap;
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Kind, Token, stem};
use crate::model::BlockContent;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut counts: Vec<Count> = Vec::new();
    let mut found = Vec::new();
    for one in context.sentences() {
        found.extend(numbered(context, one));
        let block = one.prose.block;
        if !context.is_example(block) {
            counts.extend((0..one.words.len()).filter_map(|at| count(one, at)));
        }
    }
    found.extend(listed(context));
    found.extend(odd_one(context, &counts));
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A number of things.
struct Count {
    value: i64,
    /// Stems of the words between the number and the noun, and of the noun.
    about: Vec<String>,
    noun: String,
    /// Whether more or fewer may be meant: `up to three`, `the other two`.
    is_open: bool,
    text: String,
    span: Span,
    block: usize,
}

/// Things that are counted everywhere.
const UNITS: [&str; 44] = [
    "hexes",
    "inches",
    "squares",
    "spaces",
    "areas",
    "points",
    "dice",
    "steps",
    "times",
    "turns",
    "rounds",
    "hits",
    "minutes",
    "hours",
    "days",
    "weeks",
    "months",
    "years",
    "metres",
    "meters",
    "yards",
    "feet",
    "columns",
    "rows",
    "units",
    "models",
    "figures",
    "players",
    "sides",
    "ones",
    "numbers",
    "cards",
    "sixes",
    "ways",
    "cases",
    "thirds",
    "fifths",
    "quarters",
    "halves",
    "strengths",
    "this",
    "is",
    "has",
    "others",
];

/// Words before a number by which it is not the whole count.
const OPEN: [&str; 23] = [
    "least", "most", "than", "to", "other", "first", "last", "next", "or", "about", "any", "more",
    "another", "only", "no", "further", "some", "every", "either", "between", "nearly", "over",
    "within",
];

fn count(one: &Sentence<'_>, at: usize) -> Option<Count> {
    let words = &one.words;
    let number = words.get(at)?;
    let value = number.count().filter(|value| (2..=20).contains(value))?;
    let rest = words.get(at + 1..(at + 4).min(words.len()))?;
    let is_noun = |word: &Token<'_>| {
        word.kind == Kind::Word && word.text.len() >= 4 && word.text.ends_with('s')
    };
    let length = rest.iter().position(is_noun)?;
    let (about, noun) = (rest.get(..length)?, rest.get(length)?);
    let is_plain = about.iter().all(|word| {
        word.kind == Kind::Word
            && word.count().is_none()
            && word.text.len() >= 3
            && !word.is_word(&["and", "for", "the", "are", "has", "its"])
    });
    // `three rounds' fire`, `two dice rolls`: the noun goes on.
    if !is_plain || noun.is_word(&UNITS) || noun.text.contains(['\'', '’']) {
        return None;
    }
    let before = |back: usize, any: &[&str]| {
        let word = at.checked_sub(back).and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let is_open = before(1, &OPEN)
        || before(2, &["other", "up", "first", "last", "next"])
        || at
            .checked_sub(1)
            .and_then(|place| words.get(place))
            .is_some_and(|word| word.is_any_mark(&['-', '–', '+', '−']) || word.count().is_some());
    let range = number.range.start..noun.range.end;
    Some(Count {
        value,
        about: about.iter().map(|word| stem(word.text)).collect(),
        noun: stem(noun.text),
        is_open,
        text: one.text.get(range.clone())?.to_owned(),
        span: one.span(range)?,
        block: one.prose.block,
    })
}

fn report(context: &Context<'_>, one: &Count, other: &Count) -> Diagnostic {
    Diagnostic::new(
        Code::ConflictingNumbers,
        format!("“{}” here, and “{}” elsewhere", one.text, other.text),
    )
    .label(one.span, one.value.to_string())
    .label(other.span, other.value.to_string())
    .help("correct one of them")
    .confidence(Confidence::Likely)
    .cite(context.citation(one.block))
}

/// `five loot counters`, where all other places, three or more, have four.
fn odd_one(context: &Context<'_>, counts: &[Count]) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<(&[String], &String), Vec<&Count>> = BTreeMap::new();
    for one in counts
        .iter()
        .filter(|one| !one.is_open && !one.about.is_empty())
        // Scenarios have forces of their own.
        .filter(|one| context.scenario(one.block).is_none())
    {
        groups.entry((&one.about, &one.noun)).or_default().push(one);
    }
    let odd = |group: &Vec<&Count>| -> Option<Diagnostic> {
        let mut blocks: Vec<usize> = group.iter().map(|one| one.block).collect();
        blocks.dedup();
        let n_of = |value: i64| group.iter().filter(|one| one.value == value).count();
        let usual = group
            .iter()
            .find(|one| n_of(one.value) + 1 == group.len())?;
        let own = group.iter().find(|one| one.value != usual.value)?;
        let is_near = (own.value - usual.value).abs() <= 2;
        (blocks.len() >= 3 && is_near).then(|| report(context, own, usual))
    };
    groups.values().filter_map(odd).collect()
}

/// `a row of nine spaces, numbered 1 to 7`
fn numbered(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let at = words
        .iter()
        .position(|word| word.is_word(&["numbered", "marked", "labelled"]))?;
    let place = at + 1 + usize::from(words.get(at + 1)?.is_word(&["from", "with"]));
    let (low, joint, high) = (
        words.get(place)?.whole()?,
        words.get(place + 1)?,
        words.get(place + 2)?.whole()?,
    );
    let is_range = joint.is_word(&["to"]) || joint.is_any_mark(&['-', '–']);
    let head = words.get(at.saturating_sub(6)..at)?;
    let number = head.iter().rev().find(|word| word.count().is_some())?;
    // `three dice, numbered 1 to 6`: each of them.
    if head
        .iter()
        .any(|word| word.is_word(&["each", "every", "die", "dice", "both"]))
    {
        return None;
    }
    let (value, n) = (number.count()?, high - low + 1);
    if !is_range || n < 2 || value == n || (value - n).abs() > 3 {
        return None;
    }
    let range: Range<usize> = number.range.clone();
    let message = format!("the text counts {value}, but numbers {n}: {low} to {high}");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(range)?, value.to_string())
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `That makes 21 units`, below a list of `10 battalions`, `2 grenadiers` and so on: no run of its first items makes this number.
fn listed(context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut items: Vec<(usize, i64)> = Vec::new();
    for one in context.sentences() {
        let block = one.prose.block;
        let is_item = matches!(
            context.document.blocks.get(block).map(|block| &block.content),
            Some(BlockContent::Paragraph(paragraph)) if paragraph.list.is_some()
        );
        if is_item {
            let follows = items.last().is_none_or(|(last, _)| last + 1 >= block);
            if !follows {
                items.clear();
            }
            let is_new = items.last().is_none_or(|(last, _)| *last < block);
            let value = one.words.first().and_then(Token::whole);
            items.extend(value.filter(|_| is_new).map(|value| (block, value)));
            continue;
        }
        if items.last().is_some_and(|(last, _)| last + 1 == block) {
            found.extend(list_total(context, one, &items));
        }
        items.clear();
    }
    found
}

fn list_total(
    context: &Context<'_>,
    one: &Sentence<'_>,
    items: &[(usize, i64)],
) -> Option<Diagnostic> {
    let [that, makes, number, noun, ..] = one.words.as_slice() else {
        return None;
    };
    let is_total = that.is_word(&["that", "this", "these", "in"])
        && makes.is_word(&["makes", "is", "make", "are", "all", "gives"]);
    let value = number.whole()?;
    let mut sum = 0;
    let runs: Vec<i64> = items
        .iter()
        .map(|(_, value)| {
            sum += value;
            sum
        })
        .collect();
    let near = runs
        .iter()
        .skip(1)
        .min_by_key(|run| (**run - value).abs())?;
    let is_near = (near - value).abs() <= 2.max(near / 10);
    if !is_total || noun.kind != Kind::Word || items.len() < 3 || *near == value || !is_near {
        return None;
    }
    let message = format!("the list above makes {near} {}, not {value}", noun.text);
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(
                one.span(number.range.start..noun.range.end)?,
                value.to_string(),
            )
            .help("correct one of the numbers")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
