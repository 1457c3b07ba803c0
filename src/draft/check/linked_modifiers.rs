//! Modifiers in sentences, linked to the row of a table by the words that both share and by what they are about: none of the rows that
//! may be meant has this number.
//!
//! Reports: E0711.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::modifier_rows::{Row, signed_rows, telling};
use super::named_cells::measure;
use super::reference::{Target, references_of};
use super::reported::Reported;
use super::words::{Token, tokens};
use crate::model::{BlockContent, Number};

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let index = Index::new(context);
    if index.rows.len() < 2 {
        return;
    }
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    let mut before: Option<&Sentence<'_>> = None;
    for one in context.sentences() {
        let previous = before.filter(|before| before.prose.block == one.prose.block);
        if !context.is_profile(one.prose.block) {
            found.extend(index.sentence(context, one, previous));
        }
        before = Some(one);
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// The signed numbers of all tables.
struct Index {
    rows: Vec<Row>,
    /// In how many different circumstances a stem occurs.
    n_labels: BTreeMap<String, usize>,
    /// Stems of the title of each chapter, by the index of its section.
    chapters: BTreeMap<usize, BTreeSet<String>>,
    /// Tables that the sentences of each section refer to, by the index of the section.
    cited: BTreeMap<Option<usize>, Vec<Number>>,
}

/// Greatest number of words before the colon of a list of modifiers.
const LONGEST_HEAD: usize = 6;

/// Nearness of a sentence to the roll that a table is for, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Apart,
    Sheet,
    Chapter,
    Close,
    /// The sentence says what the number is added to.
    Goal,
    /// The row refers to the item of the sentence: `6.4(g)`.
    Item,
}

impl Index {
    fn new(context: &Context<'_>) -> Self {
        let mut rows = Vec::new();
        for (block, grid) in context.grids() {
            rows.extend(signed_rows(context, block, grid));
        }
        let mut labels: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
        for row in &rows {
            for stem in &row.stems {
                let own = row.stems.iter().cloned().collect();
                labels.entry(stem.clone()).or_default().insert(own);
            }
        }
        let mut cited: BTreeMap<Option<usize>, Vec<Number>> = BTreeMap::new();
        for one in context.sentences() {
            let references = references_of(one.text, &one.words, true).into_iter();
            let tables = references.filter(|one| one.target == Target::Table);
            let home = context.home(one.prose.block);
            let known = cited.entry(home).or_default();
            known.extend(tables.map(|one| one.number));
        }
        let chapters = context.blocks().filter_map(|(block, _)| {
            let chapter = context.chapter(block)?;
            let section = context.document.sections.get(chapter)?;
            Some((chapter, telling(&tokens(&section.title))))
        });
        let chapters = chapters.collect();
        let n_labels = labels.into_iter().map(|(stem, all)| (stem, all.len()));
        Self {
            n_labels: n_labels.collect(),
            chapters,
            cited,
            rows,
        }
    }

    /// The chapters whose titles have one of some words.
    fn chapters_of(&self, words: &BTreeSet<String>) -> BTreeSet<usize> {
        let named = self
            .chapters
            .iter()
            .filter(|(_, title)| !title.is_disjoint(words));
        named.map(|(chapter, _)| *chapter).collect()
    }

    /// Whether a row is for what another chapter is about: by the words before a colon, `In a bombardment: town −1`, or by the header of
    /// its column, `Assault modifier`, which the sentence does not name.
    fn is_of_another_chapter(&self, context: &Context<'_>, one: &Sentence<'_>, row: &Row) -> bool {
        let column = self.chapters_of(&row.column);
        let head = one.words.iter().take(LONGEST_HEAD);
        let colon = head.clone().position(|word| word.is_mark(':'));
        let head = one.words.get(..colon.unwrap_or_default());
        let named = self.chapters_of(&telling(head.unwrap_or_default()));
        if !named.is_empty() {
            let own = context.chapter(row.block);
            let is_other = match column.is_empty() {
                true => own.is_some_and(|own| !named.contains(&own)),
                false => column.is_disjoint(&named),
            };
            return is_other && !context.is_sheet(row.block);
        }
        let chapter = context.chapter(one.prose.block);
        let is_other = chapter.is_some_and(|chapter| !column.contains(&chapter));
        !column.is_empty() && is_other && telling(&one.words).is_disjoint(&row.column)
    }

    /// Weight of a stem: a word of one circumstance tells more than one of many.
    fn weight(&self, stem: &str) -> f64 {
        let n = self.n_labels.get(stem).copied().unwrap_or(1).max(1);
        1.0 / n as f64
    }

    /// Share of the words of a row that some words have.
    fn share(&self, row: &Row, said: &BTreeSet<String>) -> f64 {
        let (mut shared, mut whole) = (0.0, 0.0);
        for own in &row.stems {
            // `Spotter at Full`, of the modifiers for spotting: the first word says little.
            let is_actor = row.topic.iter().any(|topic| {
                topic.len() >= 3 && own.starts_with(topic.as_str()) && own.len() <= topic.len() + 3
            });
            let weight = self.weight(own) * if is_actor { 0.3 } else { 1.0 };
            whole += weight;
            if said.iter().any(|other| is_like(own, other)) {
                shared += weight;
            }
        }
        if whole > 0.0 { shared / whole } else { 0.0 }
    }

    fn sentence(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        previous: Option<&Sentence<'_>>,
    ) -> Vec<Diagnostic> {
        let spoken = spoken(&one.words);
        let found = spoken.iter().filter_map(|modifier| {
            let said = Surroundings::new(context, one, modifier, previous, spoken.len());
            let finding = self.judge(context, one, modifier, &said);
            finding.or_else(|| self.item(context, one, modifier, &said))
        });
        found.collect()
    }

    fn bond(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        said: &Surroundings,
        row: &Row,
    ) -> Bond {
        let block = one.prose.block;
        let is_home = context.home(row.block) == context.home(block);
        let is_goal = said
            .goal
            .iter()
            .any(|goal| row.topic.iter().any(|own| is_like(own, goal)));
        let cites = context
            .home(row.block)
            .and_then(|at| context.document.sections.get(at)?.number.as_ref())
            .is_some_and(|number| said.cites.iter().any(|cited| cited.is_same(number)));
        let tables = self.cited.get(&context.home(block));
        let cites_table = row.table.as_ref().is_some_and(|number| {
            tables.is_some_and(|tables| tables.iter().any(|cited| cited.is_same(number)))
        });
        let source = row.source.as_ref();
        let is_item = source.is_some_and(|source| source.holds(context, block) == Some(true));
        let is_source = source.is_some_and(|source| source.is_section_of(context, block));
        let chapter = context.chapter(block);
        let is_column = chapter.is_some_and(|own| self.chapters_of(&row.column).contains(&own));
        if is_item {
            Bond::Item
        } else if is_goal || is_column {
            Bond::Goal
        } else if is_home || is_source || cites || cites_table || said.is_cited_by(row) {
            Bond::Close
        } else if context.chapter(row.block) == context.chapter(block) {
            Bond::Chapter
        } else if context.is_sheet(block) || context.is_sheet(row.block) {
            Bond::Sheet
        } else {
            Bond::Apart
        }
    }

    /// The rows that an item of a list names in full, `–1 if the target is in a Town or Mountain hex`, in tables of the same roll.
    fn named(&self, context: &Context<'_>, one: &Sentence<'_>, said: &Surroundings) -> Vec<&Row> {
        let is_named = |row: &&Row| {
            let is_own = !self.is_of_another_chapter(context, one, row);
            is_own
                && self.share(row, &said.near) > 0.99
                && matches!(self.bond(context, one, said, row), Bond::Goal)
        };
        let all: Vec<&Row> = self.rows.iter().filter(is_named).collect();
        let is_whole = |row: &&&Row| {
            let is_part = |other: &&Row| {
                row.stems.len() < other.stems.len() && row.stems.is_subset(&other.stems)
            };
            !all.iter().any(is_part)
        };
        all.iter().filter(is_whole).copied().collect()
    }

    /// An item that begins with its number, against each row that it names; another item of the list agrees with the same column.
    fn item(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        modifier: &Modifier,
        said: &Surroundings,
    ) -> Option<Diagnostic> {
        let begins = |one: &Sentence<'_>| {
            one.range.start == 0
                && one
                    .words
                    .first()
                    .is_some_and(|first| first.signed().is_some())
        };
        if modifier.at != 0 || !begins(one) || is_open(&one.words, modifier.at) {
            return None;
        }
        let named = self.named(context, one, said);
        let value = modifier.value * modifier.sign;
        let wrong = named.into_iter().find(|row| row.value != value)?;
        let agrees = |other: &&Sentence<'_>| {
            let is_near = other.prose.block.abs_diff(one.prose.block) <= 4;
            let is_other = other.prose.block != one.prose.block && begins(other);
            let modifiers = spoken(&other.words);
            let first = modifiers.first().filter(|_| is_near && is_other);
            first.is_some_and(|first| {
                let said = Surroundings::new(context, other, first, None, 1);
                let own = self.named(context, other, &said);
                own.iter().any(|row| {
                    let is_column = row.block == wrong.block && row.column == wrong.column;
                    is_column && row.value == first.value * first.sign
                })
            })
        };
        let has_agreed = context.sentences().any(|other| agrees(&other));
        has_agreed
            .then(|| report(context, one, modifier, wrong))
            .flatten()
    }

    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        modifier: &Modifier,
        said: &Surroundings,
    ) -> Option<Diagnostic> {
        let is_open = is_open(&one.words, modifier.at);
        let block = one.prose.block;
        // `6.4(g)` beside a row: it is of that item, and of no other in its section or elsewhere, but for examples.
        let is_of = |row: &Row| {
            let holds = row
                .source
                .as_ref()
                .map(|source| source.holds(context, block));
            holds != Some(Some(false)) || context.is_example(block)
        };
        let may_be = |row: &&Row| {
            let is_own = is_of(row) && !self.is_of_another_chapter(context, one, row);
            // `+2 inches` is added to no roll.
            let is_measured = modifier.unit.is_none_or(|unit| row.topic.contains(unit));
            let is_alike = row.value.signum() == modifier.sign && row.is_shift == modifier.is_shift;
            is_alike && is_own && is_measured
        };
        let rows: Vec<(f64, Bond, &Row)> = self
            .rows
            .iter()
            .filter(may_be)
            .map(|row| {
                let bond = self.bond(context, one, said, row);
                let words = match said.is_cited_by(row) {
                    true => &said.with_titles,
                    false => &said.near,
                };
                (self.share(row, words), bond, row)
            })
            .filter(|(share, bond, _)| *share > 0.3 || *bond == Bond::Item && *share > 0.0)
            .collect();
        let rank = |share: f64, bond: Bond| (bond, (share * 100.0) as i64);
        let best = rows
            .iter()
            .max_by_key(|(share, bond, _)| rank(*share, *bond))?;
        let (share, bond, row) = *best;
        let is_linked = match bond {
            Bond::Item => true,
            Bond::Close | Bond::Goal => share > 0.65,
            Bond::Chapter | Bond::Sheet if modifier.is_signed => share > 0.45,
            Bond::Chapter => share > 0.99,
            Bond::Sheet | Bond::Apart => share > 0.99 && row.stems.len() >= 2,
        };
        // A row that may be meant as well has this number, or the sentence has the number of the row.
        let agrees = self.rows.iter().filter(may_be).any(|other| {
            let wide = self.share(other, &said.wide);
            let near = self.bond(context, one, said, other);
            let least = match near {
                Bond::Item => 0.0,
                Bond::Goal | Bond::Close => 0.45,
                Bond::Chapter => 0.99,
                Bond::Sheet | Bond::Apart => 0.99 + f64::from(u8::from(bond >= Bond::Close)),
            };
            other.value.abs() == modifier.value && wide > least
        });
        let has_number = said.numbers.contains(&row.value.abs());
        let is_counted = is_open && !row.is_each;
        if is_joint(&one.words, modifier.at) {
            return None;
        }
        if !is_linked || agrees || has_number || is_counted || modifier.value == row.value.abs() {
            return None;
        }
        // Rows with the same words elsewhere have other numbers: it is not clear which is meant.
        let is_ambiguous = bond < Bond::Close
            && rows
                .iter()
                .any(|(other, _, own)| *other >= share && own.value != row.value);
        if is_ambiguous {
            return None;
        }
        report(context, one, modifier, row)
    }
}

/// Returns the finding about a modifier of a sentence that a row contradicts.
///
/// Reports: E0711.
pub(super) fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    modifier: &Modifier,
    row: &Row,
) -> Option<Diagnostic> {
    let place = one.span(modifier.place.clone())?;
    let here = context.shown_change(place, modifier.value * modifier.sign);
    let there = context.shown_change(row.span, row.value);
    let message = format!(
        "the modifier for “{}” is {here} here and {there} in the table",
        row.label.trim()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(place, here)
            .label(row.span, format!("{there} in the table"))
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Whether two stems are of one word: `fog` and `foggy`, `throw` and `thrower`.
fn is_like(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (short, long) = match one.len() < other.len() {
        true => (one, other),
        false => (other, one),
    };
    short.len() >= 3 && long.len() <= short.len() + 2 && long.starts_with(short)
}

/// Words by which a number is not that of one row.
const OPEN: [&str; 24] = [
    "instead",
    "another",
    "additional",
    "further",
    "per",
    "maximum",
    "minimum",
    "most",
    "least",
    "half",
    "double",
    "twice",
    "cancel",
    "total",
    "together",
    "would",
    "cannot",
    "ignore",
    "ignores",
    "becomes",
    "unless",
    "except",
    "sum",
    "again",
];

/// Whether the clause of a number has words by which it is not that of one row.
pub(super) fn is_open(words: &[Token<'_>], at: usize) -> bool {
    let is_stop = |word: &Token<'_>| word.is_any_mark(&['.', ';', ':', ',']);
    let start = words
        .get(..at)
        .and_then(|head| head.iter().rposition(is_stop))
        .map_or(0, |stop| stop + 1);
    let end = words.iter().skip(at).position(is_stop);
    let clause = words.get(start..end.map_or(words.len(), |end| at + end));
    let clause = clause.unwrap_or_default();
    let is_repeated = clause.windows(2).any(|pair| {
        matches!(pair, [lead, each] if lead.is_word(&["for"]) && each.is_word(&["each", "every"]))
    });
    is_repeated || clause.iter().any(|word| word.is_word(&OPEN))
}

/// Whether a number is what several circumstances make together: `Rear and the Veteran give +2`.
fn is_joint(words: &[Token<'_>], at: usize) -> bool {
    let head = words.get(..at).unwrap_or_default();
    let Some((verb, subject)) = head.split_last() else {
        return false;
    };
    let is_stop = |word: &Token<'_>| word.is_any_mark(&['.', ';', ':']);
    let start = subject.iter().rposition(is_stop).map_or(0, |stop| stop + 1);
    let subject = subject.get(start..).unwrap_or_default();
    verb.is_word(&["give", "make", "bring", "mean"])
        && subject.iter().any(|word| word.is_word(&["and"]))
}

/// Modifier of a sentence.
pub(super) struct Modifier {
    /// Without its sign.
    pub(super) value: i64,
    /// 1 or −1.
    pub(super) sign: i64,
    /// Whether it is written with its sign.
    is_signed: bool,
    /// Whether it shifts columns: `1L`.
    pub(super) is_shift: bool,
    /// The distance that it is measured in.
    unit: Option<&'static str>,
    /// Place of the number in the sentence.
    place: Range<usize>,
    /// Index of the number among the words.
    pub(super) at: usize,
}

/// Verbs that add.
const MORE: [&str; 4] = ["add", "adds", "adding", "plus"];

/// Verbs that subtract.
const LESS: [&str; 7] = [
    "subtract",
    "subtracts",
    "subtracting",
    "deduct",
    "deducts",
    "minus",
    "less",
];

/// Verbs that subtract before `off`.
const TAKE: [&str; 4] = ["take", "takes", "taking", "knocks"];

/// The modifiers of a sentence: signed numbers, and those after `add`, `take off`, `worth` and their like.
pub(super) fn spoken(words: &[Token<'_>]) -> Vec<Modifier> {
    let modifiers = words.iter().enumerate().filter_map(|(at, word)| {
        let (value, sign) = match word.signed() {
            Some(value) => (value.abs(), value.signum()),
            None => {
                let value = word.count().filter(|value| (1..=20).contains(value))?;
                (value, spoken_sign(words, at)?)
            }
        };
        Some(Modifier {
            value,
            sign,
            is_signed: word.signed().is_some(),
            is_shift: word.is_shift(),
            unit: measure(words, at + 1).filter(|unit| ["inch", "hex", "cm"].contains(unit)),
            place: word.range.clone(),
            at,
        })
    });
    modifiers.collect()
}

/// The sign that the words around a number without one give it; `None` if it is no modifier.
fn spoken_sign(words: &[Token<'_>], at: usize) -> Option<i64> {
    let is = |place: Option<usize>, any: &[&str]| {
        let word = place.and_then(|place| words.get(place));
        word.is_some_and(|word| word.is_word(any))
    };
    let back = |n: usize| at.checked_sub(n);
    let (next, after) = (Some(at + 1), Some(at + 2));
    // `adds 2 dice`
    if is(next, &["dice", "die", "counters", "markers", "times"]) {
        return None;
    }
    let ends = words
        .get(at + 1)
        .is_none_or(|next| next.is_any_mark(&['.', ',', ';', ')']));
    let is_off = |place: Option<usize>| is(place, &["off", "away"]);
    let is_of = |noun: &str| is(back(1), &["of"]) && is(back(2), &[noun]);
    if is(back(1), &MORE)
        || is_of("bonus")
        || is(next, &["added"])
        || is(back(1), &["worth"]) && ends
        || is(next, &["on"]) && is(after, &["top"])
    {
        return Some(1);
    }
    if is(back(1), &LESS)
        || is_off(back(1)) && is(back(2), &TAKE)
        || is(back(1), &TAKE) && is_off(next)
        || is_of("penalty")
        || is(next, &["subtracted", "deducted"])
    {
        return Some(-1);
    }
    // `adds 3 for the men, 1 as Veterans and 2 for hard cover`
    let head = words.get(..at)?;
    let verb = head
        .iter()
        .rfind(|word| word.is_word(&MORE) || word.is_word(&LESS))?;
    let has_reason = is(next, &["for", "as", "because", "if", "when"]);
    has_reason.then_some(if verb.is_word(&MORE) { 1 } else { -1 })
}

/// Words around a modifier.
struct Surroundings {
    /// Stems of the words that say when it counts.
    near: BTreeSet<String>,
    /// Those and the titles around the sentence.
    with_titles: BTreeSet<String>,
    /// Stems of the whole sentence, its label and the one before it.
    wide: BTreeSet<String>,
    /// Stems of what it is added to.
    goal: BTreeSet<String>,
    /// Sections that the sentence refers to.
    cites: Vec<Number>,
    /// The other numbers of the sentence.
    numbers: BTreeSet<i64>,
    /// Number of the section of the sentence.
    section: Option<Number>,
}

impl Surroundings {
    fn new(
        context: &Context<'_>,
        one: &Sentence<'_>,
        modifier: &Modifier,
        previous: Option<&Sentence<'_>>,
        n_modifiers: usize,
    ) -> Self {
        let words = one.words.as_slice();
        let scope = match n_modifiers {
            1 => 0..words.len(),
            _ => scope(words, modifier.at),
        };
        let own = words.get(scope).unwrap_or_default();
        let mut near = telling(own);
        let label = lead(context, one);
        near.extend(label.clone());
        let is_pronoun = own
            .iter()
            .take(4)
            .any(|word| word.is_word(&["it", "they", "he", "she"]))
            || own
                .first()
                .is_some_and(|word| word.is_word(&["this", "that"]));
        let before = previous.map(|previous| telling(&previous.words));
        if is_pronoun {
            near.extend(before.unwrap_or_default());
        }
        // Of several modifiers each has its own words.
        let mut wide = match n_modifiers {
            1 => telling(words),
            _ => BTreeSet::new(),
        };
        wide.extend(near.iter().cloned());
        let mut with_titles = near.clone();
        let titles = context.titles(one.prose.block);
        with_titles.extend(
            titles
                .last()
                .map(|title| telling(&tokens(title)))
                .unwrap_or_default(),
        );
        let cited = references_of(one.text, words, true).into_iter();
        let numbers = words.iter().enumerate();
        let numbers = numbers
            .filter(|(at, _)| *at != modifier.at)
            .filter_map(|(_, word)| word.whole().or_else(|| word.signed().map(i64::abs)));
        Self {
            goal: goal(words, modifier.at),
            near,
            with_titles,
            wide,
            cites: cited
                .filter(|one| one.target == Target::Section)
                .map(|one| one.number)
                .collect(),
            numbers: numbers.collect(),
            section: context.number_of(one.prose.block).cloned(),
        }
    }

    /// Whether the circumstance of a row refers to the section of the sentence.
    fn is_cited_by(&self, row: &Row) -> bool {
        let own = self.section.as_ref();
        own.is_some_and(|own| row.cites.iter().any(|cited| cited.is_same(own)))
    }
}

/// The words of one modifier among several: from its clause to the next number.
fn scope(words: &[Token<'_>], at: usize) -> Range<usize> {
    let is_number = |word: &Token<'_>| word.signed().is_some() || word.count().is_some();
    let is_stop = |word: &Token<'_>| is_number(word) || word.is_any_mark(&['.', ';', ':']);
    let leads = words.get(at + 1).is_some_and(|next| {
        next.is_word(&["for", "as", "because", "if", "when", "against", "while"])
    });
    if leads {
        let length = words
            .iter()
            .skip(at + 1)
            .position(|word| is_stop(word) || word.is_mark(','));
        at + 1..length.map_or(words.len(), |length| at + 1 + length)
    } else {
        let head = words.get(..at).unwrap_or_default();
        head.iter().rposition(is_stop).map_or(0, |stop| stop + 1)..at
    }
}

/// The words after a number that say what it is added to: `to its gunnery and torpedo rolls`, `in scraps`, `when he chucks`.
fn goal(words: &[Token<'_>], at: usize) -> BTreeSet<String> {
    let after = words.iter().skip(at + 1).take(10);
    let after: Vec<Token<'_>> = after
        .take_while(|word| !word.is_any_mark(&['.', ';', ':', ',']))
        .cloned()
        .collect();
    telling(&after)
}

/// Stems of the words before a colon or in bold at the start of a paragraph: `Shaken. The boat subtracts 1 …`.
fn lead(context: &Context<'_>, one: &Sentence<'_>) -> BTreeSet<String> {
    let text = one.prose.text;
    let bold = text
        .ranges(|style| style.bold)
        .into_iter()
        .find(|range| range.start == 0);
    let head = match bold {
        Some(range) => text.plain.get(range),
        None => text.plain.split_once(':').map(|(head, _)| head),
    };
    let head = head.filter(|head| head.split_whitespace().count() <= 4);
    let block = context.document.blocks.get(one.prose.block);
    let is_paragraph = matches!(
        block.map(|block| &block.content),
        Some(BlockContent::Paragraph(_))
    );
    let head = head.filter(|_| is_paragraph).map(tokens);
    head.map(|words| telling(&words)).unwrap_or_default()
}
