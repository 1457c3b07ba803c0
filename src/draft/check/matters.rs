//! References against what their places say: a section or a table that has none of the words of the sentence, a roll on a table that is not
//! looked up by rolls, a column that another table has.
//!
//! Reports: E0702.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::named_parts::numbered_headings;
use super::reference::{Reference, Target, references_of};
use super::reported::Reported;
use super::table_keys::axes;
use super::words::{Kind, Token, stem, title_key, tokens};
use crate::model::{CaptionKind, Grid, Number};

/// Reports: E0702.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let said = Mention::new(context);
    let sections = sections(context);
    let parts = parts(context);
    let tables = tables(context);
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        for reference in references_of(one.text, &one.words, true) {
            let finding = match reference.target {
                Target::Section => said
                    .misses(context, one, &reference, &sections)
                    .or_else(|| table_in(context, one, &reference, &sections)),
                Target::Table => table_of(&reference, &tables).and_then(|table| {
                    rolled_on(context, one, &reference, table, &tables)
                        .or_else(|| column_of(context, one, &reference, table, &tables))
                }),
                Target::Figure => None,
            };
            found.extend(finding);
        }
        if !parts.is_empty() {
            found.extend(said.misses_part(context, one, &parts));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A place that can be referred to.
struct Place {
    /// `section 4`, `part 3`, `table 12`
    name: String,
    number: Option<Number>,
    value: Option<(String, i64)>,
    blocks: Range<usize>,
    span: Span,
}

/// Words of references and of nearly any sentence.
const COMMON: [&str; 75] = [
    "play",
    "section",
    "sections",
    "table",
    "tables",
    "chart",
    "charts",
    "rule",
    "rules",
    "chapter",
    "part",
    "parts",
    "case",
    "cases",
    "also",
    "other",
    "others",
    "this",
    "that",
    "these",
    "those",
    "with",
    "from",
    "have",
    "into",
    "when",
    "then",
    "than",
    "will",
    "must",
    "each",
    "every",
    "they",
    "them",
    "their",
    "your",
    "there",
    "here",
    "what",
    "which",
    "where",
    "while",
    "only",
    "more",
    "most",
    "less",
    "does",
    "done",
    "been",
    "were",
    "some",
    "such",
    "same",
    "both",
    "after",
    "before",
    "above",
    "below",
    "about",
    "under",
    "over",
    "between",
    "until",
    "using",
    "used",
    "uses",
    "made",
    "make",
    "take",
    "told",
    "says",
    "given",
    "gives",
    "described",
    "explained",
];

/// Words before a reference that say what it is about.
const NEAR: usize = 6;

/// Least weight of the words before a reference that are in a title.
const LEAST: f64 = 1.0;

/// Words of the game that any sentence near a reference may have.
const USUAL: [&str; 17] = [
    "roll",
    "rolls",
    "dice",
    "add",
    "adds",
    "modifier",
    "modifiers",
    "score",
    "result",
    "game",
    "turn",
    "player",
    "players",
    "unit",
    "units",
    "number",
    "thing",
];

/// Stems of the words of a text that say what it is about.
fn telling(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words.iter().filter(|word| {
        let text = bare(word.text);
        let is_short = text.len() < 4 && !(text.len() >= 2 && is_upper(text));
        let is_common = COMMON
            .iter()
            .any(|common| common.eq_ignore_ascii_case(text));
        word.kind == Kind::Word && !is_short && !is_common && word.count().is_none()
    });
    words.map(|word| stem(bare(word.text))).collect()
}

fn is_upper(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The stems of each block, and how many sections have each of them.
struct Mention {
    blocks: Vec<BTreeSet<String>>,
    n_sections: BTreeMap<String, usize>,
    n_all: usize,
}

impl Mention {
    fn new(context: &Context<'_>) -> Self {
        let mut blocks = vec![BTreeSet::new(); context.document.blocks.len()];
        for prose in context.prose() {
            if let Some(stems) = blocks.get_mut(prose.block) {
                stems.extend(telling(context.words(&prose)));
            }
        }
        let mut homes: BTreeMap<usize, BTreeSet<&String>> = BTreeMap::new();
        for (block, stems) in blocks.iter().enumerate() {
            let home = context.home(block).unwrap_or(usize::MAX);
            homes.entry(home).or_default().extend(stems);
        }
        let mut n_sections: BTreeMap<String, usize> = BTreeMap::new();
        for stem in homes.values().flatten() {
            *n_sections.entry((*stem).clone()).or_default() += 1;
        }
        let n_all = homes.len();
        Self {
            blocks,
            n_sections,
            n_all,
        }
    }

    /// Whether some blocks have a stem.
    fn has(&self, blocks: &Range<usize>, stem: &String) -> bool {
        let blocks = self.blocks.get(blocks.clone()).unwrap_or_default();
        blocks.iter().any(|stems| stems.contains(stem))
    }

    /// The telling words of a sentence, without those that most sections have.
    fn about(&self, words: &[Token<'_>]) -> BTreeSet<String> {
        let mut stems = telling(words);
        stems.retain(|stem| {
            let n = self.n_sections.get(stem).copied().unwrap_or(0);
            n * 5 <= self.n_all * 2 || n <= 2
        });
        stems
    }

    /// `send for the surgeon (section 8)`, where section 8 never speaks of surgeons and the title of another has the word.
    fn misses(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        reference: &Reference,
        sections: &[Place],
    ) -> Option<Diagnostic> {
        let is_meant = |place: &&Place| {
            let number = place.number.as_ref();
            number.is_some_and(|number| number.is_same(&reference.number))
        };
        let mut meant = sections.iter().filter(is_meant);
        let (place, None) = (meant.next()?, meant.next()) else {
            return None;
        };
        // `Please read sections 1 to 3 first`: only what explains the sentence.
        let lead = one.text.get(..reference.start).unwrap_or_default();
        let lead = lead.trim_end();
        let before = tokens(lead);
        let is_see = before.last().is_some_and(|last| {
            last.is_word(&["see", "in", "under", "by"]) || last.is_any_mark(&['(', '['])
        });
        let is_bare = one.text.get(reference.start..)?.starts_with(['(', '[']);
        if !is_see && !is_bare {
            return None;
        }
        let depth = reference.number.depth();
        let others = sections.iter().filter(|other| {
            other
                .number
                .as_ref()
                .is_some_and(|number| number.depth() == depth)
        });
        self.judge(
            context,
            one,
            &reference.range,
            place,
            &others.collect::<Vec<_>>(),
        )
        .or_else(|| {
            let all: Vec<&Place> = sections.iter().collect();
            self.judge_near(
                context,
                one,
                (reference.start, &reference.range),
                place,
                &all,
            )
        })
    }

    /// `test for Nerve with two dice (12.2)`, where the words directly before the number are in the title of another section, and section 12.2 has
    /// none of them.
    fn judge_near(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        (start, range): (usize, &Range<usize>),
        place: &Place,
        others: &[&Place],
    ) -> Option<Diagnostic> {
        let before = one.words.iter().filter(|word| word.range.end <= start);
        let before: Vec<Token<'_>> = before.cloned().collect();
        let all = telling(&one.words);
        let titles = titles_in(context, &place.blocks);
        // `(10.0 and 11.0)`: one may be about one word, the other about another.
        let lead = one.text.get(start..range.start)?.trim();
        let rest = one.text.get(range.end..)?;
        let is_only = lead.len() <= 1 && !rest.trim_start().starts_with(['a', 'o', ',', '-', '–']);
        let first = before.len().saturating_sub(NEAR);
        let mut near = telling(before.get(first..)?);
        near.retain(|stem| !USUAL.iter().any(|word| super::words::stem(word) == *stem));
        let is_said = near.iter().any(|stem| self.has(&place.blocks, stem))
            || all.iter().any(|stem| titles.contains(stem));
        if place.blocks.contains(&one.prose.block) || is_said || !is_only {
            return None;
        }
        let weight = |other: &Place| -> f64 {
            let heading = own_title(context, &other.blocks);
            let stems = near.iter().filter(|stem| heading.contains(*stem));
            stems.map(|stem| self.weight(stem)).sum()
        };
        let others = others.iter().filter(|other| {
            !other.blocks.contains(&one.prose.block)
                && !other.blocks.contains(&place.blocks.start)
                && !place.blocks.contains(&other.blocks.start)
        });
        let other = others.max_by(|one, other| weight(one).total_cmp(&weight(other)))?;
        if weight(other) < LEAST {
            return None;
        }
        let heading = own_title(context, &other.blocks);
        let word = near.iter().find(|stem| heading.contains(*stem))?;
        let word = before.iter().rfind(|own| is_stem(own.text, word))?;
        report(context, one, range, (place, other), word.text)
    }

    /// Weight of a stem: higher if fewer sections have it.
    fn weight(&self, stem: &str) -> f64 {
        let n = self.n_sections.get(stem).copied().unwrap_or(1);
        let n_all = u32::try_from(self.n_all).unwrap_or(u32::MAX);
        let n = u32::try_from(n).unwrap_or(1);
        (f64::from(n_all) / f64::from(n)).ln()
    }

    fn misses_part(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        parts: &[Place],
    ) -> Option<Diagnostic> {
        (0..one.words.len()).find_map(|at| {
            let (word, value, end) = super::named_parts::numbered(&one.words, at)?;
            let key = Some((word, value));
            let mut meant = parts.iter().filter(|place| place.value == key);
            let (place, None) = (meant.next()?, meant.next()) else {
                return None;
            };
            let range = one.words.get(at)?.range.start..end;
            self.judge(
                context,
                one,
                &range,
                place,
                &parts.iter().collect::<Vec<_>>(),
            )
        })
    }

    fn judge(
        &self,
        context: &Context<'_>,
        one: &Sentence<'_>,
        range: &Range<usize>,
        place: &Place,
        others: &[&Place],
    ) -> Option<Diagnostic> {
        let block = one.prose.block;
        // The part of the sentence between two semicolons.
        let is_stop = |word: &Token<'_>| word.is_mark(';');
        let head = one
            .words
            .iter()
            .position(|word| word.range.start >= range.start)?;
        let start = one.words.get(..head)?.iter().rposition(is_stop);
        let start = start.map_or(0, |stop| stop + 1);
        let length = one.words.get(head..)?.iter().position(is_stop);
        let part = one
            .words
            .get(start..length.map_or(one.words.len(), |length| head + length))?;
        let about = self.about(part);
        let is_said = about.iter().any(|stem| self.has(&place.blocks, stem));
        if place.blocks.contains(&block) || about.is_empty() || is_said {
            return None;
        }
        let titled = others.iter().filter(|other| {
            !std::ptr::eq(**other, place)
                && !other.blocks.contains(&block)
                && !other.blocks.contains(&place.blocks.start)
                && titles_in(context, &other.blocks)
                    .iter()
                    .any(|stem| about.contains(stem))
        });
        let titled: Vec<&&Place> = titled.collect();
        let [other] = titled.as_slice() else {
            return None;
        };
        let titles = titles_in(context, &other.blocks);
        let word = titles.iter().find(|stem| about.contains(*stem))?;
        let word = one.words.iter().find(|own| is_stem(own.text, word))?;
        report(context, one, range, (place, other), word.text)
    }
}

fn report(
    context: &Context<'_>,
    one: &Sentence<'_>,
    range: &Range<usize>,
    (place, other): (&Place, &Place),
    word: &str,
) -> Option<Diagnostic> {
    let message = format!(
        "{} says nothing of “{word}”, which {} has in a title",
        place.name, other.name
    );
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(range.clone())?, "referred to here")
            .label(other.span, "perhaps this is meant")
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// Whether a word has a stem, without the `’s` of `climbing’s`.
fn is_stem(word: &str, own: &str) -> bool {
    stem(bare(word)) == *own
}

fn bare(word: &str) -> &str {
    let short = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s"));
    short.unwrap_or(word)
}

/// Stems of the title of the section itself.
fn own_title(context: &Context<'_>, blocks: &Range<usize>) -> BTreeSet<String> {
    let mut sections = context.document.sections.iter();
    let section = sections.find(|section| section.heading == blocks.start);
    section.map_or_else(BTreeSet::new, |section| telling(&tokens(&section.title)))
}

fn sections(context: &Context<'_>) -> Vec<Place> {
    let document = context.document;
    let found = document.sections.iter().filter_map(|section| {
        let number = section.number.clone()?;
        Some(Place {
            name: format!("section {number}"),
            number: Some(number),
            value: None,
            blocks: section.blocks.clone(),
            span: document.blocks.get(section.heading)?.span,
        })
    });
    found.collect()
}

fn titles_in(context: &Context<'_>, blocks: &Range<usize>) -> BTreeSet<String> {
    let sections = context.document.sections.iter();
    let inner = sections.filter(|section| blocks.contains(&section.heading));
    inner
        .flat_map(|section| telling(&tokens(&section.title)))
        .collect()
}

/// Parts that are numbered in words.
fn parts(context: &Context<'_>) -> Vec<Place> {
    let all = numbered_headings(context);
    let ends: Vec<usize> = all.iter().map(|(.., block)| *block).collect();
    let found = all.into_iter().filter_map(|(word, value, block)| {
        let section = context
            .document
            .sections
            .iter()
            .find(|section| section.heading == block)?;
        // The sections of a part may have headings as high as its own.
        let next = ends.iter().copied().filter(|end| *end > block).min();
        let end = next.unwrap_or(section.blocks.end).max(section.blocks.end);
        Some(Place {
            name: format!("{word} {value}"),
            number: None,
            value: Some((word, value)),
            blocks: section.blocks.start..end,
            span: context.document.blocks.get(block)?.span,
        })
    });
    found.collect()
}

/// A table with a number.
struct Table<'a> {
    grid: &'a Grid,
    /// `table 12`
    name: String,
    number: Number,
    span: Span,
    is_rolled_on: bool,
}

fn tables<'a>(context: &Context<'a>) -> Vec<Table<'a>> {
    let found = context.tables().filter_map(|(block, grid)| {
        let caption = grid.caption.as_ref()?;
        let number = caption
            .number
            .clone()
            .filter(|_| caption.kind == CaptionKind::Table)?;
        // `Chart H: Frost (one ten-sided die)` has its rolls inside, a column for each season.
        let names_dice = grid
            .caption
            .as_ref()
            .is_some_and(|caption| context.dice_in(&caption.title).is_some());
        let is_rolled_on =
            names_dice || axes(context, block, grid).iter().any(|axis| axis.is_column);
        Some(Table {
            grid,
            name: format!("table {number}"),
            number,
            span: caption.span,
            is_rolled_on,
        })
    });
    found.collect()
}

fn table_of<'t, 'a>(reference: &Reference, tables: &'t [Table<'a>]) -> Option<&'t Table<'a>> {
    let mut meant = tables
        .iter()
        .filter(|table| table.number.is_same(&reference.number));
    let (first, None) = (meant.next()?, meant.next()) else {
        return None;
    };
    Some(first)
}

/// `the Damage table (5.3)`, where another section has the table with this title.
fn table_in(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    sections: &[Place],
) -> Option<Diagnostic> {
    let lead = one.text.get(..reference.start)?;
    let rest = one.text.get(reference.start..reference.range.start)?;
    let before = tokens(lead.trim_end().trim_end_matches(['(', '[']));
    let (last, named) = before.split_last()?;
    let is_table = last.is_word(&["table", "chart"]) && rest.trim().len() <= 1;
    let place = sections.iter().find(|place| {
        let number = place.number.as_ref();
        number.is_some_and(|number| number.is_same(&reference.number))
    })?;
    let mut titled = context.captions.iter().filter(|(caption, _)| {
        let plain = caption.title.split('(').next().unwrap_or_default();
        let mut key = title_key(plain);
        if key
            .last()
            .is_some_and(|last| *last == stem("table") || *last == stem("chart"))
        {
            key.pop();
        }
        let own: Vec<String> = named.iter().map(|word| stem(word.text)).collect();
        caption.kind == CaptionKind::Table && !key.is_empty() && own.ends_with(&key)
    });
    let ((caption, block), None) = (titled.next()?, titled.next()) else {
        return None;
    };
    if !is_table || place.blocks.contains(block) {
        return None;
    }
    let home = context.citation(*block)?;
    let message = format!(
        "{} has no table “{}”; section {home} has it",
        place.name, caption.title
    );
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(reference.range.clone())?, "referred to here")
            .label(caption.span, "this table")
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `rolls once on Table 18`, a list of vehicles.
fn rolled_on(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    table: &Table<'_>,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let before = one
        .words
        .iter()
        .rposition(|word| word.range.end <= reference.start)?;
    let is_on = one.words.get(before)?.is_word(&["on"]);
    let lead = one.words.get(before.saturating_sub(7)..before)?;
    let rolls = lead.iter().any(|word| {
        word.is_word(&[
            "roll", "rolls", "rolled", "rolling", "throw", "throws", "thrown",
        ]) || matches!(word.kind, Kind::Dice(_))
    });
    let n_rolled_on = tables.iter().filter(|table| table.is_rolled_on).count();
    if !is_on || !rolls || table.is_rolled_on || n_rolled_on < 2 {
        return None;
    }
    let message = format!("{} is not looked up by a roll", table.name);
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(reference.range.clone())?, "rolled on here")
            .label(table.span, "this table")
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `the column "HE" of Table 19`, where Table 20 has it.
fn column_of(
    context: &Context<'_>,
    one: &Sentence<'_>,
    reference: &Reference,
    table: &Table<'_>,
    tables: &[Table<'_>],
) -> Option<Diagnostic> {
    let lead = one.text.get(..reference.start)?;
    let before = one
        .words
        .iter()
        .take_while(|word| word.range.start < lead.len());
    let head = before
        .filter(|word| word.is_word(&["column", "row"]))
        .last()?;
    let quoted = lead.get(head.range.start..)?;
    let start = quoted.find(['"', '“'])?;
    let inner = quoted.get(start..)?.trim_start_matches(['"', '“']);
    let end = inner.find(['"', '”'])?;
    let name = inner.get(..end)?;
    let between = inner.get(end..)?.trim_matches(['"', '”', ' ', ',']);
    if !["of", "in", "on"].contains(&between) {
        return None;
    }
    let has = |grid: &Grid| {
        let headers = (0..grid.n_columns).map(|column| grid.header(column));
        let labels = grid.body_rows().map(|row| grid.text(row, 0).to_owned());
        let mut all = headers.chain(labels);
        all.any(|own| {
            own.split([',', '(', ' '])
                .any(|part| part.eq_ignore_ascii_case(name))
                || own.eq_ignore_ascii_case(name)
        })
    };
    if name.is_empty() || has(table.grid) {
        return None;
    }
    let other = tables.iter().find(|table| has(table.grid))?;
    let message = format!("{} has no “{name}”, but {} has", table.name, other.name);
    Some(
        Diagnostic::new(Code::WrongTitle, message)
            .label(one.span(reference.range.clone())?, "referred to here")
            .label(other.span, "this table has it")
            .help("correct the number")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
