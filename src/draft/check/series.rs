//! Numbers that a sentence lists by name, and the same list elsewhere: in a table, in another sentence, on the reference sheet.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::facts::stems;
use super::reported::Reported;
use super::words::{Kind, Token, stem, title_key, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// A number by name: `heavy +4`, `medium range 4 to 6`, `a crossbow 30"`.
struct Entry {
    stems: Vec<String>,
    words: String,
    value: Value,
    span: Span,
}

/// The value of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Signed(i64),
    Range(i64, i64),
    Number(i64),
}

impl Value {
    /// Whether both are of one sort, so that they can be compared.
    fn is_like(self, other: Self) -> bool {
        let is_signed = |value| matches!(value, Self::Signed(_));
        is_signed(self) == is_signed(other)
    }

    fn shown(self) -> String {
        match self {
            Self::Signed(value) => format!("{value:+}").replace('-', "−"),
            Self::Range(low, high) => format!("{low}-{high}"),
            Self::Number(value) => value.to_string(),
        }
    }
}

/// A list of entries.
struct Series {
    block: usize,
    /// Stems of the label before the list: `Shooting: javelins 10 cm, slings 25 cm`.
    label: Vec<String>,
    /// Stems of all words of the label.
    name: Vec<String>,
    /// Stems of what its numbers are: of the header and the title of a column, of all words of a sentence.
    about: Vec<String>,
    /// Whether the list is a column of a table.
    is_table: bool,
    entries: Vec<Entry>,
}

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut all = of_tables(context);
    for one in context.sentences() {
        let n_numbers = one
            .words
            .iter()
            .filter(|word| word.whole().is_some() || matches!(word.kind, Kind::Signed(_)));
        if n_numbers.count() >= 2 {
            all.extend(of_sentence(context, one));
        }
    }
    all.extend(of_items(context));
    all.sort_by_key(|series| (!series.is_table, series.block));
    let labels: BTreeSet<&[String]> = all.iter().map(|series| series.name.as_slice()).collect();
    let named: Vec<Named<'_>> = all
        .iter()
        .map(|series| Named::new(context, series, &labels))
        .collect();
    let mut findings = Vec::new();
    for (at, later) in all.iter().enumerate().filter(|(_, one)| !one.is_table) {
        for (earlier, named) in all.iter().zip(&named).take(at) {
            // The forces of a scenario are those of its beginning.
            let is_force = earlier.is_table
                && context.scenario(earlier.block).is_some()
                && context.home(earlier.block) != context.home(later.block);
            if earlier.block == later.block || is_force || named.excludes(later) {
                continue;
            }
            let found = compare(context, earlier, later).into_iter();
            findings.extend(found.filter(|finding| !reported.has(finding)));
        }
    }
    diagnostics.extend(findings);
    for series in all.iter().filter(|one| !one.is_table) {
        diagnostics.extend(gap(context, series));
    }
}

fn of_tables(context: &Context<'_>) -> Vec<Series> {
    let mut found = Vec::new();
    // Columns of one header in several tables that list different rows.
    let mut joined: BTreeMap<(String, bool), Vec<Series>> = BTreeMap::new();
    for (block, grid) in context.grids() {
        let named = grid.label_column();
        for column in named + 1..grid.n_columns {
            let header = grid.header(column);
            for in_brackets in [false, true] {
                let mut about = about(context, block, grid, column);
                let explained = in_brackets.then(|| explanation(context, &header));
                about.extend(explained.unwrap_or_default());
                let entries = entries(grid, (named, column), in_brackets);
                if entries.len() < 2 && (entries.is_empty() || named == 0) {
                    continue;
                }
                let series = Series {
                    block,
                    label: Vec::new(),
                    name: Vec::new(),
                    about,
                    is_table: true,
                    entries,
                };
                if named > 0 {
                    let all = joined.entry((header.clone(), in_brackets)).or_default();
                    all.push(series);
                } else {
                    found.push(series);
                }
            }
        }
    }
    for parts in joined.into_values() {
        let whole = parts.into_iter().reduce(|mut whole, part| {
            whole.entries.extend(part.entries);
            whole.about.extend(part.about);
            whole
        });
        found.extend(whole.filter(|whole| whole.entries.len() >= 2));
    }
    found
}

/// The numbers of a column by the names of their rows: the first of each cell, or the one in brackets, `3 (6)`.
fn entries(grid: &Grid, (named, column): (usize, usize), in_brackets: bool) -> Vec<Entry> {
    let entries = grid.body_rows().filter_map(|row| {
        let cell = grid.at(row, column)?;
        let label = grid.text(row, named);
        let (stems, _) = stems(label);
        let text = cell.text.plain.trim();
        let inner = || {
            let (first, inner) = text.strip_suffix(')')?.split_once('(')?;
            Key::parse(first.trim())?;
            Some(inner)
        };
        let value = match in_brackets {
            true => value_of(inner()?)?,
            false => value_of(text)?,
        };
        (!stems.is_empty()).then(|| Entry {
            stems,
            words: label.to_owned(),
            value,
            span: cell.span,
        })
    });
    entries.collect()
}

/// Stems of the sentences that say what the numbers in brackets of a column are: `Barrage gives, in brackets, the range in hexes`.
fn explanation(context: &Context<'_>, header: &str) -> Vec<String> {
    let names: Vec<String> = title_key(header);
    let explains = context.sentences().filter(|one| {
        let has = |name: &String| one.words.iter().any(|word| stem(word.text) == *name);
        one.has(&["brackets", "bracket", "parentheses", "bracketed"]) && names.iter().any(has)
    });
    let words = explains.flat_map(|one| &one.words);
    let words = words.filter(|word| word.kind == Kind::Word && word.text.len() >= 3);
    let stems = words.map(|word| stem(word.text));
    stems.filter(|stem| !ANY.contains(&stem.as_str())).collect()
}

/// Stems of the header of a column, and of the caption of its table or the title above it, but for words of any table and of its rows.
fn about(context: &Context<'_>, block: usize, grid: &Grid, column: usize) -> Vec<String> {
    let stems_of = |text: &str| -> Vec<String> {
        let words = tokens(text);
        let words = words.iter().filter(|word| word.kind == Kind::Word);
        words.map(|word| stem(word.text)).collect()
    };
    let title = match &grid.caption {
        Some(caption) => title_key(&caption.title),
        None => context
            .titles(block)
            .last()
            .map_or_else(Vec::new, |title| title_key(title)),
    };
    let names = stems_of(&grid.header(0));
    let mut all = stems_of(&grid.header(column));
    all.extend(title);
    all.retain(|stem| !names.contains(stem) && !ANY.contains(&stem.as_str()));
    all
}

/// Stems of words of any table.
const ANY: [&str; 8] = [
    "unit", "type", "table", "list", "number", "the", "of", "and",
];

/// Lists whose items begin with their number: `+1 if a leader is with the unit`.
fn of_items(context: &Context<'_>) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    let mut last = None;
    for prose in context.paragraphs() {
        let text = &prose.text.plain;
        let words = tokens(text);
        let item = words.split_first().and_then(|(first, rest)| {
            let Kind::Signed(value) = first.kind else {
                return None;
            };
            let is_led = rest
                .first()?
                .is_word(&["if", "for", "when", "per", "in", "at"]);
            let (start, end) = (rest.get(1)?.range.start, rest.last()?.range.end);
            let about = text.get(start..end)?.trim_end_matches(['.', ',', ';']);
            let (stems, _) = stems(about);
            let span = context.span(&prose, first.range.clone())?;
            (is_led && !stems.is_empty() && stems.len() <= 5).then(|| Entry {
                stems,
                words: about.to_owned(),
                value: Value::Signed(value),
                span,
            })
        });
        let Some(entry) = item else {
            continue;
        };
        let follows = last.is_some_and(|last: usize| last + 1 == prose.block);
        last = Some(prose.block);
        match found.last_mut().filter(|_| follows) {
            Some(series) => series.entries.push(entry),
            None => found.push(Series {
                block: prose.block,
                label: Vec::new(),
                name: Vec::new(),
                about: Vec::new(),
                is_table: false,
                entries: vec![entry],
            }),
        }
    }
    found.retain(|series| series.entries.len() >= 2);
    found
}

/// Topic of a list or a table, with the labels of lists that name it: `Shooting: flank +1`.
struct Named<'s> {
    about: Vec<String>,
    labels: Vec<&'s [String]>,
}

impl<'s> Named<'s> {
    fn new(context: &Context<'_>, series: &Series, labels: &BTreeSet<&'s [String]>) -> Self {
        let mut about = series.name.clone();
        if series.is_table {
            let grid = context.tables().find(|(block, _)| *block == series.block);
            about.extend(context.topic(series.block, grid.map(|(_, grid)| grid)));
        }
        let labels = labels.iter().copied();
        let labels = labels.filter(|label| label.iter().any(|stem| about.contains(stem)));
        Self {
            labels: labels.collect(),
            about,
        }
    }

    /// Whether the label of another list names it, and that of a later list, `Melee: rear +2`, does not.
    fn excludes(&self, later: &Series) -> bool {
        let names = later.name.iter().any(|stem| self.about.contains(stem));
        let is_apart = |label: &&[String]| !label.iter().any(|stem| later.name.contains(stem));
        !later.name.is_empty() && !names && self.labels.iter().any(is_apart)
    }
}

/// Whether a label names the sections or the caption around another list, or names none at all.
fn may_mean(context: &Context<'_>, label: &[String], other: &Series) -> bool {
    if label.is_empty() {
        return true;
    }
    let is_in = |topic: &[String]| label.iter().any(|stem| topic.contains(stem));
    let grid = context.tables().find(|(block, _)| *block == other.block);
    let own = context.topic(other.block, grid.map(|(_, grid)| grid));
    let sections = context.document.sections.iter();
    let titles = sections.map(|section| {
        tokens(&section.title)
            .iter()
            .map(|word| stem(word.text))
            .collect::<Vec<_>>()
    });
    let captions = context
        .tables()
        .filter_map(|(_, grid)| grid.caption.as_ref());
    let captions = captions.map(|caption| title_key(&caption.title));
    let is_title = titles
        .into_iter()
        .chain(captions)
        .any(|title| is_in(&title));
    is_in(&own) || !is_title
}

/// The value of a cell: `+2`, `4-6`, `24"`.
fn value_of(text: &str) -> Option<Value> {
    let words = tokens(text);
    let first = words.first()?;
    if let Kind::Signed(value) = first.kind {
        return (words.len() <= 2).then_some(Value::Signed(value));
    }
    match Key::parse(text)? {
        Key::One(value) => Some(Value::Number(value)),
        Key::Range(low, high) => Some(Value::Range(low, high)),
        Key::AtLeast(_) | Key::AtMost(_) | Key::Other => None,
    }
}

/// The entries of a sentence: parts between commas and semicolons that end in a number.
fn of_sentence(context: &Context<'_>, sentence: &Sentence<'_>) -> Vec<Series> {
    let (prose, range) = (&sentence.prose, &sentence.range);
    let (text, words) = (sentence.text, sentence.words.as_slice());
    let is_stop = |word: &Token<'_>| {
        word.is_any_mark(&[',', ';', ':', '.', '(', ')']) || word.is_word(&["and"])
    };
    let label = words
        .iter()
        .take(4)
        .position(|word| word.is_mark(':'))
        .and_then(|at| text.get(..words.get(at)?.range.start));
    // The label of a line holds for its later sentences too: `Gunnery: short 4+. Moved −2.`
    let head = prose.text.plain.split(':').next();
    let head = head.filter(|head| head.len() < range.start && head.split_whitespace().count() <= 3);
    let label = label.or(head);
    let name = title_key(label.unwrap_or_default());
    let (label, _) = stems(label.unwrap_or_default());
    let plain = words.iter().filter(|word| word.kind == Kind::Word);
    let said: Vec<String> = plain
        .map(|word| stem(word.text))
        .chain(label.clone())
        .collect();
    let mut series: Vec<Series> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    let mut close = |entries: &mut Vec<Entry>| {
        if entries.len() >= 2 {
            series.push(Series {
                block: prose.block,
                label: label.clone(),
                name: name.clone(),
                about: said.clone(),
                is_table: false,
                entries: std::mem::take(entries),
            });
        }
        entries.clear();
    };
    // `9 for the medium guns, whose shells carry 13 kilometres, and 4 for the mortars`
    let is_aside = |part: &&[Token<'_>]| {
        part.first()
            .is_some_and(|first| first.is_word(&["whose", "which", "who", "where"]))
    };
    let parts = words.split(is_stop).filter(|part| !part.is_empty());
    for part in parts.filter(|part| !is_aside(part)) {
        let found = entry(text, part).and_then(|(about, value, place)| {
            let (stems, _) = stems(about);
            let place = range.start + place.start..range.start + place.end;
            let span = context.span(prose, place)?;
            (!stems.is_empty() && stems.len() <= 5).then(|| Entry {
                stems,
                words: about.trim().to_owned(),
                value,
                span,
            })
        });
        // Entries of another sort begin a list of their own.
        let fits = |one: &Entry| {
            entries
                .last()
                .is_none_or(|last| last.value.is_like(one.value))
        };
        match found {
            Some(one) if fits(&one) => entries.push(one),
            Some(one) => {
                close(&mut entries);
                entries.push(one);
            }
            None => close(&mut entries),
        }
    }
    close(&mut entries);
    series
}

/// Name, value and place of a part that is a name and a number: `medium range 4 to 6`, `wounded –2`, `a sling 12"`.
fn entry<'a>(text: &'a str, part: &[Token<'_>]) -> Option<(&'a str, Value, Range<usize>)> {
    let at = part
        .iter()
        .rposition(|word| word.whole().is_some() || matches!(word.kind, Kind::Signed(_)))?;
    let number = part.get(at)?;
    let (mut first, mut value) = match number.signed() {
        Some(value) => (at, Value::Signed(value)),
        None => (at, Value::Number(number.whole()?)),
    };
    // `4-6`, `4 to 6`
    let joint = at.checked_sub(1).and_then(|place| part.get(place));
    let is_joint =
        joint.is_some_and(|joint| joint.is_any_mark(&['-', '–']) || joint.is_word(&["to"]));
    if let (true, Value::Number(high)) = (is_joint, value) {
        let low = at.checked_sub(2).and_then(|place| part.get(place));
        if let Some(low) = low.and_then(Token::whole) {
            value = Value::Range(low, high);
            first = at - 2;
        }
    }
    let after = part.get(at + 1..)?;
    if let Some(found) = reversed(text, part, at).or_else(|| meant_for(text, part)) {
        return Some(found);
    }
    let is_unit = |word: &Token<'_>| {
        word.is_any_mark(&['"', '″', '”']) || word.is_word(&UNITS) || word.is_word(&["away"])
    };
    if !after.iter().all(is_unit) {
        return None;
    }
    let mut before = part.get(..first)?;
    while let Some((last, rest)) = before.split_last()
        && (last.is_word(&LINKS) || last.is_mark('='))
    {
        before = rest;
    }
    let is_name = (1..=6).contains(&before.len())
        && before.iter().all(|word| {
            word.kind == Kind::Word && word.count().is_none()
                || word.is_mark('-')
                || matches!(value, Value::Signed(_)) && word.whole().is_some()
        })
        && !before.iter().any(|word| word.is_word(&NO_NAMES));
    let (start, end) = (before.first()?.range.start, before.last()?.range.end);
    let place = part.get(first)?.range.start..number.range.end;
    is_name.then(|| Some((text.get(start..end)?, value, place)))?
}

/// `3 to 4 hexes is long range`: the number first.
fn reversed<'a>(
    text: &'a str,
    part: &[Token<'_>],
    at: usize,
) -> Option<(&'a str, Value, Range<usize>)> {
    let verb = part
        .iter()
        .position(|word| word.is_word(&["is", "are", "counts"]))?;
    let head = part.get(..verb)?;
    let is_plain = |word: &Token<'_>| {
        word.whole().is_some()
            || word.is_word(&UNITS)
            || word.is_any_mark(&['"', '″', '”', '-', '–'])
            || word.is_word(&["to", "a", "range", "of", "the"])
    };
    let number = part.get(at)?;
    if at > verb || !head.iter().all(is_plain) {
        return None;
    }
    let low = head.iter().find_map(Token::whole)?;
    let high = number.whole()?;
    let value = match low == high {
        true => Value::Number(high),
        false => Value::Range(low, high),
    };
    let name = part.get(verb + 1..)?;
    let is_name = (1..=3).contains(&name.len())
        && name
            .iter()
            .all(|word| word.kind == Kind::Word && word.count().is_none() || word.is_mark('-'));
    let (start, end) = (name.first()?.range.start, name.last()?.range.end);
    let first = head.iter().find(|word| word.whole().is_some())?;
    is_name.then_some((
        text.get(start..end)?,
        value,
        first.range.start..number.range.end,
    ))
}

/// `6 hexes for the light guns`: the number first, and the name after `for`.
fn meant_for<'a>(text: &'a str, part: &[Token<'_>]) -> Option<(&'a str, Value, Range<usize>)> {
    let number = part.first()?;
    let value = number.whole()?;
    let at = 1 + usize::from(part.get(1)?.is_word(&UNITS));
    let name = part.get(at + 1..)?;
    part.get(at).filter(|word| word.is_word(&["for"]))?;
    let lead = usize::from(name.first()?.is_word(&["the", "a", "an"]));
    let name = name.get(lead..)?;
    let is_name = (1..=4).contains(&name.len())
        && name
            .iter()
            .all(|word| word.kind == Kind::Word && word.count().is_none());
    let (start, end) = (name.first()?.range.start, name.last()?.range.end);
    let words = text.get(start..end).filter(|_| is_name)?;
    Some((words, Value::Number(value), number.range.clone()))
}

const UNITS: [&str; 10] = [
    "hexes", "hex", "inches", "inch", "cm", "squares", "points", "mp", "dice", "crowns",
];

/// Words between a name and its number.
const LINKS: [&str; 22] = [
    "is", "are", "reaches", "reach", "has", "have", "costs", "cost", "range", "from", "of",
    "gives", "give", "up", "to", "a", "an", "moves", "move", "counts", "needs", "at",
];

/// Words by which a part is a step of an example or a condition, not an entry of a list.
const NO_NAMES: [&str; 24] = [
    "rolls",
    "rolled",
    "roll",
    "adds",
    "add",
    "subtracts",
    "subtract",
    "plus",
    "minus",
    "if",
    "when",
    "total",
    "loses",
    "gains",
    "takes",
    "with",
    "section",
    "table",
    "turn",
    "round",
    "see",
    "then",
    "scenario",
    "rule",
];

/// Entries with the same name in two lists that agree elsewhere.
fn compare(context: &Context<'_>, earlier: &Series, later: &Series) -> Vec<Diagnostic> {
    if !may_mean(context, &later.label, earlier) || !may_mean(context, &earlier.label, later) {
        return Vec::new();
    }
    let mut pairs: Vec<(&Entry, &Entry)> = Vec::new();
    for entry in &later.entries {
        let exact = earlier
            .entries
            .iter()
            .filter(|one| one.stems == entry.stems);
        let exact: Vec<&Entry> = exact.collect();
        let wider = earlier.entries.iter().filter(|one| {
            entry.stems.iter().all(|stem| one.stems.contains(stem))
                || one.stems.iter().all(|stem| entry.stems.contains(stem))
        });
        let wider: Vec<&Entry> = wider.collect();
        // Rows of one name may be in several groups.
        let are_equal = |all: &[&Entry]| {
            all.windows(2)
                .all(|pair| matches!(pair, [one, other] if one.value == other.value))
        };
        let other = match (exact.as_slice(), wider.as_slice()) {
            ([only], _) | ([], [only]) => *only,
            ([first, ..], _) if are_equal(&exact) => *first,
            _ => continue,
        };
        if other.value.is_like(entry.value) {
            pairs.push((other, entry));
        }
    }
    // A bonus of one list and a penalty of another are not the same.
    let is_opposite = pairs
        .iter()
        .any(|(one, other)| match (one.value, other.value) {
            (Value::Signed(one), Value::Signed(other)) => one.signum() * other.signum() < 0,
            _ => false,
        });
    if is_opposite {
        return Vec::new();
    }
    let differing: Vec<&(&Entry, &Entry)> = pairs
        .iter()
        .filter(|(one, other)| one.value != other.value)
        .collect();
    let n_same = pairs.len() - differing.len();
    // Where one band ends later, two entries differ.
    let n_most = match later.entries.first().map(|entry| entry.value) {
        Some(Value::Range(..)) => 2,
        _ => 1,
    };
    // Small numbers of other things are often the same: those of a column must be what the sentence speaks of.
    let is_number = later
        .entries
        .iter()
        .all(|entry| matches!(entry.value, Value::Number(_)));
    let is_apart = earlier.is_table
        && is_number
        && !later.about.iter().any(|stem| earlier.about.contains(stem));
    if is_apart && n_same < 3 {
        return Vec::new();
    }
    let is_sheet = context.is_sheet(earlier.block) != context.is_sheet(later.block);
    let is_known = n_same >= 2 || n_same == 1 && is_sheet && pairs.len() <= 3;
    let is_close = n_most == 2 && is_sheet && n_same >= 1;
    if differing.is_empty() || differing.len() > n_most || !is_known && !is_close {
        return Vec::new();
    }
    let there = if earlier.is_table {
        "in the table"
    } else {
        "earlier"
    };
    let findings = differing.iter().map(|(one, other)| {
        let (here, value) = (other.value.shown(), one.value.shown());
        Diagnostic::new(
            Code::ConflictingNumbers,
            format!("“{}” is {here} here and {value} {there}", other.words),
        )
        .label(other.span, here)
        .label(one.span, format!("{value} {there}"))
        .help("correct one of them")
        .confidence(Confidence::Likely)
        .cite(context.citation(later.block))
    });
    findings.collect()
}

/// A list of bands of a distance with a gap or an overlap: `close 1-3, medium 5-6, long 7-10`.
fn gap(context: &Context<'_>, series: &Series) -> Option<Diagnostic> {
    let bands: Vec<(i64, i64, &Entry)> = series
        .entries
        .iter()
        .filter_map(|entry| match entry.value {
            Value::Range(low, high) => Some((low, high, entry)),
            Value::Number(value) => Some((value, value, entry)),
            Value::Signed(_) => None,
        })
        .collect();
    let has_range = bands.iter().any(|(low, high, _)| low < high);
    if bands.len() < 3 || bands.len() != series.entries.len() || !has_range {
        return None;
    }
    let is_band = |entry: &Entry| {
        let words = [
            "close", "short", "medium", "long", "extreme", "near", "far", "point", "blank",
        ];
        let words = words.map(stem);
        entry.stems.iter().any(|stem| words.contains(stem))
    };
    if bands.iter().filter(|(_, _, entry)| is_band(entry)).count() * 2 < bands.len() {
        return None;
    }
    let mut wrong = bands
        .iter()
        .zip(bands.iter().skip(1))
        .filter(|(one, other)| one.1 + 1 != other.0 && one.1 != other.0);
    let ((_, high, one), (low, _, other)) = wrong.next()?;
    if wrong.next().is_some() {
        return None;
    }
    let (code, message) = match low > high {
        true => {
            let missing = match high + 1 == low - 1 {
                true => (high + 1).to_string(),
                false => format!("{} to {}", high + 1, low - 1),
            };
            let message = format!("{missing} is neither “{}” nor “{}”", one.words, other.words);
            (Code::GapInPrintedTable, message)
        }
        false => (
            Code::OverlapInPrintedTable,
            format!("{low} is both “{}” and “{}”", one.words, other.words),
        ),
    };
    Some(
        Diagnostic::new(code, message)
            .label(other.span, "")
            .label(one.span, "")
            .help("let one begin where the other ends")
            .confidence(Confidence::Likely)
            .cite(context.citation(series.block)),
    )
}
