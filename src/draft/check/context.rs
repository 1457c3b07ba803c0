//! Facts about a manuscript that several checks read.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use sandtable_source::Span;

use crate::model::{
    Block, BlockContent, Caption, CaptionKind, Container, Document, Grid, Number, Text,
};

use super::anchors::{Anchor, of_document};
use super::dice_words::{LOOKS, sided, sided_dice};
use super::lines::Lines;
use super::words::{Token, sentences, stem, tokens};
use crate::keys::{Dice, all_dice, dice};

/// A manuscript with what several checks need.
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    /// Numbers that can be referred to, with the title and the block of each.
    pub(super) anchors: Vec<Anchor<'a>>,
    /// Captions with numbers, each with its block.
    pub(super) captions: Vec<(&'a Caption, usize)>,
    /// Blocks of rules that draw a table; the document has no such blocks here.
    pub(super) rule_tables: Vec<Span>,
    /// Paragraphs, headings and cells in reading order.
    prose: Vec<Prose<'a>>,
    /// The words of each of them; split when they are first asked for.
    words: Vec<OnceLock<Vec<Token<'a>>>>,
    /// Index of the innermost section of each block.
    homes: Vec<Option<usize>>,
    /// Index of the outermost section of each block; the title of the whole is no section here.
    chapters: Vec<Option<usize>>,
    /// Number of the section or of the numbered paragraph that each block belongs to.
    numbers: Vec<Option<&'a Number>>,
    /// Sides of all dice of the manuscript, if they are the same; found when it is first asked for.
    usual_sides: OnceLock<Option<u32>>,
    /// All dice that are named in full, `2d6`; found when they are first asked for.
    named_dice: OnceLock<BTreeSet<Dice>>,
    /// Sides of all dice of the manuscript; found when they are first asked for.
    sides: OnceLock<BTreeSet<u32>>,
    /// All sentences with their words; split when they are first asked for.
    sentences: OnceLock<Vec<Sentence<'a>>>,
    /// The only dice that each block names; found when it is first asked for.
    dice: Vec<OnceLock<Option<Dice>>>,
    /// The only dice that are named for the table of each block; found when they are first asked for.
    table_dice: Vec<OnceLock<Option<Dice>>>,
    /// Tables that the text sets as lines; read when they are first asked for.
    lines: OnceLock<Lines>,
    /// Results of tables that read like dice; found when they are first asked for.
    codes: OnceLock<BTreeSet<String>>,
    /// Properties of each section by the titles around it, the last one for blocks outside of all; found when they are first asked for.
    titles: Vec<OnceLock<Titles>>,
}

/// Properties of a section by its title and those around it.
struct Titles {
    is_sheet: bool,
    is_scenario: bool,
    is_example: bool,
    /// Words as stems.
    stems: Vec<String>,
}

/// Text that is read as prose.
#[derive(Clone, Copy)]
pub(super) struct Prose<'a> {
    pub(super) text: &'a Text,
    pub(super) block: usize,
    pub(super) is_heading: bool,
    pub(super) is_cell: bool,
    /// Place in reading order.
    at: usize,
}

/// A sentence of a paragraph, a heading or a cell, with its words.
pub(super) struct Sentence<'a> {
    pub(super) prose: Prose<'a>,
    /// Place in the text.
    pub(super) range: Range<usize>,
    pub(super) text: &'a str,
    pub(super) words: Vec<Token<'a>>,
}

impl<'a> Sentence<'a> {
    pub(super) fn new(prose: Prose<'a>, range: Range<usize>) -> Self {
        let text = prose.text.plain.get(range.clone()).unwrap_or_default();
        Self {
            prose,
            range,
            text,
            words: tokens(text),
        }
    }

    /// Place of a part of it.
    pub(super) fn span(&self, part: Range<usize>) -> Option<Span> {
        let start = self.range.start;
        self.prose.text.span(start + part.start..start + part.end)
    }

    /// Whether it has one of some words.
    pub(super) fn has(&self, any: &[&str]) -> bool {
        self.words.iter().any(|word| word.is_word(any))
    }
}

impl<'a> Context<'a> {
    pub(super) fn new(document: &'a Document, rule_tables: Vec<Span>) -> Self {
        let mut homes = vec![None; document.blocks.len()];
        let mut chapters = homes.clone();
        let title = title_section(document);
        for (at, section) in document.sections.iter().enumerate() {
            let inner = (Some(at) != title).then(|| section.blocks.clone());
            for chapter in inner
                .and_then(|blocks| chapters.get_mut(blocks))
                .unwrap_or_default()
            {
                let _: &mut usize = chapter.get_or_insert(at);
            }
            for home in homes.get_mut(section.blocks.clone()).unwrap_or_default() {
                *home = Some(at);
            }
        }
        let prose = prose(document);
        Self {
            anchors: of_document(document),
            captions: captions(document),
            words: prose.iter().map(|_| OnceLock::new()).collect(),
            prose,
            document,
            rule_tables,
            numbers: numbers(document, &homes),
            homes,
            chapters,
            usual_sides: OnceLock::new(),
            named_dice: OnceLock::new(),
            sides: OnceLock::new(),
            sentences: OnceLock::new(),
            dice: document.blocks.iter().map(|_| OnceLock::new()).collect(),
            table_dice: document.blocks.iter().map(|_| OnceLock::new()).collect(),
            lines: OnceLock::new(),
            codes: OnceLock::new(),
            titles: (0..=document.sections.len())
                .map(|_| OnceLock::new())
                .collect(),
        }
    }

    /// Whether a text that reads like a die, `D2`, is a result of a table among others of its kind, `D1` and `A2`.
    pub(super) fn is_code(&self, text: &str) -> bool {
        let codes = self.codes.get_or_init(|| {
            let mut codes = BTreeSet::new();
            for (_, grid) in self.tables() {
                let cells = grid
                    .body_rows()
                    .flat_map(|row| (0..grid.n_columns).map(move |column| (row, column)));
                let cells = cells.map(|(row, column)| grid.text(row, column));
                let (named, others): (Vec<&str>, Vec<&str>) = cells
                    .filter(|text| is_lettered(text))
                    .partition(|text| dice(text).is_some());
                if others.len() > named.len() {
                    codes.extend(named.into_iter().map(str::to_owned));
                }
            }
            codes
        });
        codes.contains(text)
    }

    /// All dice that the manuscript names in full: `2d6`.
    pub(super) fn named_dice(&self) -> &BTreeSet<Dice> {
        self.named_dice.get_or_init(|| {
            let prose = self.prose.iter();
            prose
                .flat_map(|one| self.all_dice(&one.text.plain))
                .collect()
        })
    }

    /// The dice that a text names in full, without results that read like dice.
    pub(super) fn all_dice(&self, text: &str) -> Vec<Dice> {
        let mut all = all_dice(text);
        if !all.is_empty() {
            all.retain(|dice| {
                let is_plain = dice.count == 1 && dice.added == 0;
                !is_plain || !self.is_code(&format!("D{}", dice.sides))
            });
        }
        all
    }

    /// Sides of all dice that the manuscript names, in full or in words: `a six-sided die`.
    pub(super) fn sides(&self) -> &BTreeSet<u32> {
        self.sides.get_or_init(|| {
            let named = self.named_dice().iter().map(|dice| dice.sides);
            let spoken = self.prose.iter();
            let spoken = spoken.flat_map(|one| sided(self.words(one)));
            named.chain(spoken).collect()
        })
    }

    /// Returns the dice that are meant by a number of dice without their sides; `None` if the manuscript names several kinds.
    pub(super) fn usual(&self, count: u32) -> Option<Dice> {
        let sides = self.usual_sides.get_or_init(|| {
            let sides = self.sides();
            // `"Roll a die" always means one six-sided die.`
            let meant = self.sentences().find_map(|one| {
                let own = sided(&one.words);
                let is_definition = one.has(&["means", "mean"]) && one.has(&["die", "dice"]);
                (is_definition && own.len() == 1)
                    .then(|| own.first().copied())
                    .flatten()
            });
            if meant.is_some() {
                return meant;
            }
            match sides.len() {
                0 => Some(6),
                1 => sides.first().copied(),
                _ => None,
            }
        });
        sides.map(|sides| Dice {
            count,
            sides,
            added: 0,
        })
    }

    /// Returns the only dice that a text names, by their sides or by their number: `2d6`, `both dice`, `a die`.
    pub(super) fn dice_in(&self, text: &str) -> Option<Dice> {
        let all = self.all_dice(text);
        if let Some(first) = all.first() {
            return all.iter().all(|dice| dice == first).then_some(*first);
        }
        let mut words = tokens(text);
        if let Some(dice) = sided_dice(&words) {
            return dice;
        }
        // `two white dice`, `the black die`
        words.retain(|word| !word.is_word(&LOOKS));
        let mut count = None;
        for pair in words.windows(2) {
            let [number, dice] = pair else {
                continue;
            };
            let n = if dice.is_word(&["die"]) {
                Some(1).filter(|_| number.is_word(&["a", "one", "the", "single", "each", "every"]))
            } else if dice.is_word(&["dice"]) && number.is_word(&["both"]) {
                Some(2)
            } else if dice.is_word(&["dice"]) {
                number.count().and_then(|count| u32::try_from(count).ok())
            } else {
                None
            };
            if n.is_some() && count.is_some() && count != n {
                return None;
            }
            count = n.or(count);
        }
        self.usual(count.filter(|count| (1..=6).contains(count))?)
    }

    /// Returns the dice that are named for the table of a block, which are searched for once.
    pub(super) fn dice_of_table(
        &self,
        block: usize,
        search: impl FnOnce() -> Option<Dice>,
    ) -> Option<Dice> {
        match self.table_dice.get(block) {
            Some(known) => *known.get_or_init(search),
            None => search(),
        }
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::new(self.document))
    }

    /// The tables, and the lists that the text sets as lines, each with its block.
    pub(super) fn grids(&self) -> impl Iterator<Item = (usize, &Grid)> {
        let lines = self.lines().grids.iter();
        let lines = lines.map(|(block, grid)| (*block, grid));
        let tables = self
            .tables()
            .map(|(block, grid): (usize, &'a Grid)| (block, grid as &Grid));
        tables.chain(lines)
    }

    /// Whether a block gives the profile of a unit.
    pub(super) fn is_profile(&self, block: usize) -> bool {
        self.lines().profiles.contains(&block)
    }

    /// Blocks that say something themselves, with their indices.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, &'a Block)> {
        let blocks = self.document.blocks.iter().enumerate();
        blocks.filter(|(_, block)| block.container != Container::Contents)
    }

    /// Paragraphs, headings and cells in reading order.
    pub(super) fn prose(&self) -> Vec<Prose<'a>> {
        self.prose.clone()
    }

    /// The words of a paragraph, a heading or a cell.
    pub(super) fn words(&self, prose: &Prose<'_>) -> &[Token<'a>] {
        match self.words.get(prose.at).zip(self.prose.get(prose.at)) {
            Some((known, own)) => known.get_or_init(|| tokens(&own.text.plain)),
            None => &[],
        }
    }

    /// Paragraphs only.
    pub(super) fn paragraphs(&self) -> Vec<Prose<'a>> {
        let prose = self.prose.iter().copied();
        prose
            .filter(|one| !one.is_heading && !one.is_cell)
            .collect()
    }

    /// All sentences in reading order.
    pub(super) fn all_sentences(&self) -> &[Sentence<'a>] {
        self.sentences.get_or_init(|| {
            let mut found = Vec::new();
            for prose in self.prose.iter().copied() {
                let all = sentences(&prose.text.plain).into_iter();
                found.extend(all.map(|range| Sentence::new(prose, range)));
            }
            found
        })
    }

    /// Sentences of paragraphs.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &Sentence<'a>> {
        let all = self.all_sentences().iter();
        all.filter(|one| !one.prose.is_heading && !one.prose.is_cell)
    }

    /// Whether a sentence throws two dice without their sides: `Roll two dice`, `Most rolls are made with two dice`.
    pub(super) fn rolls_two(&self) -> bool {
        self.sentences().any(|one| {
            let mut pairs = one.words.windows(2);
            let is_two = pairs.any(|pair| {
                matches!(pair, [two, dice] if two.count() == Some(2) && dice.is_word(&["dice"]))
            });
            is_two
                && one.has(&[
                    "roll", "rolls", "rolled", "throw", "throws", "thrown", "made",
                ])
        })
    }

    /// As [`Self::dice_in`], for the paragraph of a block.
    pub(super) fn dice_of_block(&self, block: usize, text: &str) -> Option<Dice> {
        match self.dice.get(block) {
            Some(known) => *known.get_or_init(|| self.dice_in(text)),
            None => self.dice_in(text),
        }
    }

    /// Index of the innermost section of a block.
    pub(super) fn home(&self, block: usize) -> Option<usize> {
        self.homes.get(block).copied().flatten()
    }

    /// Number of the section of a block, or of the numbered paragraph that it is or follows: `14.2` of `14.2 Rain. In a Rain turn …`.
    pub(super) fn number_of(&self, block: usize) -> Option<&'a Number> {
        self.numbers.get(block).copied().flatten()
    }

    /// Titles of the sections around a block, outer ones first.
    pub(super) fn titles(&self, block: usize) -> Vec<&'a str> {
        let sections = self.document.sections.iter();
        let around = sections.filter(|section| section.blocks.contains(&block));
        around.map(|section| section.title.as_str()).collect()
    }

    /// Index of the outermost section of a block.
    pub(super) fn chapter(&self, block: usize) -> Option<usize> {
        self.chapters.get(block).copied().flatten()
    }

    fn around(&self, block: usize) -> Option<&Titles> {
        let home = self.home(block).unwrap_or(self.document.sections.len());
        let known = self.titles.get(home)?;
        Some(known.get_or_init(|| {
            let titles = self.titles(block);
            let text = titles.join(" ");
            let lower = text.to_lowercase();
            let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
            Titles {
                is_sheet: is_sheet(&titles),
                is_scenario: has(&[
                    "scenario",
                    "mission",
                    "campaign",
                    "battle of",
                    "variant",
                    "optional",
                    "tournament",
                ]),
                is_example: titles
                    .last()
                    .is_some_and(|title| title.to_lowercase().contains("example")),
                // The title of the whole says nothing about its parts.
                stems: {
                    let whole = title_section(self.document);
                    let whole = whole.and_then(|at| self.document.sections.get(at));
                    let titles =
                        titles.iter().skip(usize::from(whole.is_some_and(|whole| {
                            whole.blocks.contains(&block) && titles.len() > 1
                        })));
                    let words = titles.flat_map(|title| tokens(title));
                    words.map(|token| stem(token.text)).collect()
                },
            }
        }))
    }

    /// Returns the section of the scenario around a block, since scenarios have lengths of their own; `None` for rules.
    pub(super) fn scenario(&self, block: usize) -> Option<usize> {
        let is_scenario = self.around(block).is_some_and(|titles| titles.is_scenario);
        self.home(block).filter(|_| is_scenario)
    }

    /// Whether a block is in one of several scenarios, or in a variant: its numbers may be its own. The only scenario of a game is that of its lists.
    pub(super) fn is_one_of_scenarios(&self, block: usize) -> bool {
        if self.scenario(block).is_none() {
            return false;
        }
        let is_named = |title: &str| {
            let lower = title.to_lowercase();
            let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
            (
                has(&["scenario", "mission", "battle of"]),
                has(&["campaign", "variant", "optional", "tournament"]),
            )
        };
        let is_variant = self.titles(block).iter().any(|title| is_named(title).1);
        let sections = self.document.sections.iter();
        let n = sections
            .filter(|section| is_named(&section.title).0)
            .count();
        is_variant || n != 1
    }

    /// Whether a block is an example of play.
    pub(super) fn is_example(&self, block: usize) -> bool {
        let content = self.document.blocks.get(block).map(|block| &block.content);
        matches!(content, Some(BlockContent::Paragraph(paragraph)) if paragraph.is_example)
            || self.around(block).is_some_and(|titles| titles.is_example)
    }

    /// Examples of play: the sentences of each paragraph that is one, or of one from `For example` on.
    pub(super) fn examples(&self) -> Vec<Vec<&Sentence<'a>>> {
        let all: Vec<&Sentence<'a>> = self.sentences().collect();
        let paragraphs = all.chunk_by(|one, other| one.prose.block == other.prose.block);
        let examples = paragraphs.filter_map(|sentences| {
            let first = sentences.first()?;
            let start = match self.is_example(first.prose.block) {
                true => 0,
                false => sentences.iter().position(|one| leads_example(&one.words))?,
            };
            Some(sentences.get(start..)?.to_vec())
        });
        examples.collect()
    }

    /// Words of the caption of a table and the titles around it, as stems.
    pub(super) fn topic(&self, block: usize, grid: Option<&Grid>) -> Vec<String> {
        let titles = self.around(block).map(|titles| titles.stems.clone());
        let mut stems = titles.unwrap_or_default();
        if let Some(caption) = grid.and_then(|grid| grid.caption.as_ref()) {
            stems.extend(tokens(&caption.title).iter().map(|token| stem(token.text)));
        }
        stems
    }

    /// Whether a block is on a sheet that repeats what the rules say.
    pub(super) fn is_sheet(&self, block: usize) -> bool {
        self.around(block).is_some_and(|titles| titles.is_sheet)
    }

    /// The tables that are no layout, each with its block.
    pub(super) fn tables(&self) -> impl Iterator<Item = (usize, &'a Grid)> {
        let tables = self.document.tables();
        let document = self.document;
        tables.filter(move |(at, _)| {
            let block = document.blocks.get(*at);
            block.is_some_and(|block| block.container != Container::Contents)
        })
    }

    /// Place of a range of a text of a block.
    pub(super) fn span(&self, prose: &Prose<'_>, range: std::ops::Range<usize>) -> Option<Span> {
        prose.text.span(range)
    }

    /// A signed number as findings show it: `−1`, and `1L` where it is written so.
    pub(super) fn shown_change(&self, span: Span, value: i64) -> String {
        let text = self.document.text_of(span.file);
        let written = text.and_then(|text| text.get(span.start..span.end));
        let written = written.unwrap_or_default().trim();
        let digits = written.strip_suffix(['L', 'R']);
        match digits.is_some_and(|digits| digits.parse() == Ok(value.abs())) {
            true => written.to_owned(),
            false => format!("{value:+}").replace('-', "−"),
        }
    }

    /// Citation of the section of a block: its number, else its title.
    pub(super) fn citation(&self, block: usize) -> Option<&'a str> {
        let section = self.document.sections.get(self.home(block)?)?;
        Some(section.id.as_str())
    }
}

/// Whether titles, outer ones first, are of a sheet that repeats the rules: a section in `Scenarios and charts` is one by its own title only.
fn is_sheet(titles: &[&str]) -> bool {
    let has = |title: &str, words: &[&str]| {
        let lower = title.to_lowercase();
        words.iter().any(|word| lower.contains(word))
    };
    let sheets = [
        "reference",
        "summary",
        "quick",
        "player aid",
        "charts",
        "cheat",
        "play sheet",
        "playsheet",
        "remember",
        "recap",
    ];
    let others = [
        "scenario",
        "word",
        "glossary",
        "definition",
        "term",
        "example",
    ];
    let is_mixed = titles.iter().any(|title| has(title, &others));
    match titles.split_last() {
        Some((own, _)) if is_mixed => {
            (has(own, &sheets) || has(own, &["chart"])) && !has(own, &others)
        }
        Some(_) => titles.iter().any(|title| has(title, &sheets)),
        None => false,
    }
}

/// Paragraphs, headings and cells in reading order.
fn prose(document: &Document) -> Vec<Prose<'_>> {
    let mut found: Vec<Prose<'_>> = Vec::new();
    for (block, content) in document.blocks.iter().enumerate() {
        if content.container == Container::Contents {
            continue;
        }
        let mut add = |text, is_heading, is_cell| {
            found.push(Prose {
                text,
                block,
                is_heading,
                is_cell,
                at: found.len(),
            });
        };
        match &content.content {
            BlockContent::Heading(heading) => add(&heading.title, true, false),
            BlockContent::Paragraph(paragraph) => add(&paragraph.text, false, false),
            BlockContent::Table(grid) => {
                for cell in &grid.cells {
                    add(&cell.text, false, true);
                }
            }
            BlockContent::Code(_) => {}
        }
    }
    found
}

/// `For example, …`, `Suppose that …`
pub(super) fn leads_example(words: &[Token<'_>]) -> bool {
    let first = words.first();
    first.is_some_and(|first| first.is_word(&["suppose", "example", "assume", "imagine"]))
        || matches!(words, [first, second, ..] if first.is_word(&["for", "an", "another"]) && second.is_word(&["example", "instance"]))
        || matches!(words, [first, second, colon, ..] if first.is_word(&["and"]) && second.is_word(&["another"]) && colon.is_mark(':'))
}

/// Returns the heading that is the title of the whole manuscript: it has no number, and all other sections are inside it.
fn title_section(document: &Document) -> Option<usize> {
    let first = document.sections.first()?;
    let is_whole = first.blocks.end == document.blocks.len();
    let has_more = document.sections.len() > 2;
    (first.number.is_none() && is_whole && has_more).then_some(0)
}

fn numbers<'a>(document: &'a Document, homes: &[Option<usize>]) -> Vec<Option<&'a Number>> {
    let mut found = Vec::with_capacity(homes.len());
    let mut last: Option<(Option<usize>, &Number)> = None;
    for (block, home) in document.blocks.iter().zip(homes) {
        let own = match &block.content {
            BlockContent::Paragraph(paragraph) => paragraph
                .list
                .as_ref()
                .and_then(|item| item.number.as_ref()),
            BlockContent::Heading(_) | BlockContent::Table(_) | BlockContent::Code(_) => None,
        };
        if let Some(own) = own.filter(|number| number.depth() > 1) {
            last = Some((*home, own));
        }
        let section = home.and_then(|at| document.sections.get(at)?.number.as_ref());
        let case = last.filter(|(known, _)| known == home);
        found.push(case.map(|(_, number)| number).or(section));
    }
    found
}

/// Whether a text is one or two capitals and a digit: `D2`, `A1`.
fn is_lettered(text: &str) -> bool {
    let letters = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (1..=2).contains(&letters.len())
        && letters.len() + 1 == text.len()
        && letters.bytes().all(|letter| letter.is_ascii_uppercase())
}

fn captions(document: &Document) -> Vec<(&Caption, usize)> {
    let mut captions: Vec<(&Caption, usize)> = Vec::new();
    for (at, block) in document.blocks.iter().enumerate() {
        let caption = match &block.content {
            BlockContent::Table(grid) => grid.caption.as_ref(),
            BlockContent::Paragraph(paragraph) => {
                let caption = paragraph.caption.as_ref();
                // The caption of a table belongs to its table.
                caption.filter(|caption| {
                    caption.kind == CaptionKind::Figure || !has_table(document, at)
                })
            }
            BlockContent::Heading(_) | BlockContent::Code(_) => None,
        };
        let caption = caption.filter(|caption| caption.number.is_some());
        captions.extend(caption.map(|caption| (caption, at)));
    }
    captions
}

/// Whether a table is directly before or after a block.
fn has_table(document: &Document, at: usize) -> bool {
    let is_table = |place: Option<usize>| {
        let block = place.and_then(|place| document.blocks.get(place));
        block.is_some_and(|block| matches!(block.content, BlockContent::Table(_)))
    };
    is_table(at.checked_sub(1)) || is_table(Some(at + 1))
}
