//! Signed numbers of tables, each with the circumstance that it is for.

use std::collections::BTreeSet;

use sandtable_source::Span;

use super::context::Context;
use super::reference::{Target, references_of};
use super::words::{FUNCTION_WORDS, Kind, Token, stem, tokens};
use crate::model::{BlockContent, Grid, Number};

/// Signed number of a table with what it is for.
pub(super) struct Row {
    /// Stems of the words of its circumstance.
    pub(super) stems: BTreeSet<String>,
    pub(super) label: String,
    pub(super) value: i64,
    pub(super) span: Span,
    pub(super) block: usize,
    /// Stems of the words of its table, of its column and of the rest of its cell: what it is added to.
    pub(super) topic: BTreeSet<String>,
    /// Stems of the other words of the header of its column, if that is `Assault modifier` or the like.
    pub(super) column: BTreeSet<String>,
    /// Sections that its circumstance refers to.
    pub(super) cites: Vec<Number>,
    /// The place of the rules that its row names in a cell of its own: `6.4(g)`.
    pub(super) source: Option<Source>,
    /// Number of its table.
    pub(super) table: Option<Number>,
    /// Whether it counts again for each of something.
    pub(super) is_each: bool,
    /// Whether it shifts columns: `1L`.
    pub(super) is_shift: bool,
}

/// Section with an item of a list in it.
#[derive(Clone, PartialEq)]
pub(super) struct Source {
    section: Number,
    /// `g` of `6.4(g)`
    item: Option<Number>,
}

impl Source {
    /// Reads a cell that holds nothing else: `6.4(g)`, `§ 21`.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches(['§', ' ', '(', '[']);
        let (section, item) = text.split_once('(').unwrap_or((text, ""));
        let has_digit = section.bytes().any(|byte| byte.is_ascii_digit());
        Some(Self {
            section: Number::parse(section.trim()).filter(|_| has_digit)?,
            item: Number::parse(item),
        })
    }

    /// The place of a block.
    fn of(context: &Context<'_>, block: usize) -> Option<Self> {
        let item = match &context.document.blocks.get(block)?.content {
            BlockContent::Paragraph(paragraph) => paragraph.list.as_ref(),
            BlockContent::Table(_) | BlockContent::Heading(_) | BlockContent::Code(_) => None,
        };
        let item = item.and_then(|item| item.number.clone());
        Some(Self {
            section: context.number_of(block)?.clone(),
            item: item.filter(|number| number.depth() == 1),
        })
    }

    /// Whether a block is in this section, if no item of it is named.
    pub(super) fn is_section_of(&self, context: &Context<'_>, block: usize) -> bool {
        let own = context.number_of(block);
        self.item.is_none() && own.is_some_and(|own| own.is_same(&self.section))
    }

    /// Whether a block is at this place; `None` if one of the two has no item.
    pub(super) fn holds(&self, context: &Context<'_>, block: usize) -> Option<bool> {
        let place = Self::of(context, block)?;
        if !place.section.is_same(&self.section) {
            return Some(false);
        }
        let (own, other) = (self.item.as_ref()?, place.item.as_ref()?);
        Some(own.is_same(other))
    }
}

/// The place that the last column names in most rows.
pub(super) fn source(grid: &Grid, row: usize) -> Option<Source> {
    let last = grid.n_columns.checked_sub(1)?;
    let n_rows = grid.body_rows().count();
    let sources = grid
        .body_rows()
        .filter(|row| Source::parse(grid.text(*row, last)).is_some());
    (sources.count() * 4 >= n_rows * 3).then(|| Source::parse(grid.text(row, last)))?
}

/// Words of a header for changes of a roll.
const MODIFIERS: [&str; 6] = ["modifier", "modifiers", "bonus", "drm", "dice", "roll"];

/// Words that make no difference to a circumstance.
const IDLE: [&str; 59] = [
    "your",
    "he",
    "she",
    "rolls",
    "and",
    "or",
    "but",
    "so",
    "been",
    "fires",
    "firer",
    "target",
    "targets",
    "attacker",
    "attackers",
    "defender",
    "defenders",
    "enemy",
    "friend",
    "friends",
    "player",
    "side",
    "adds",
    "add",
    "adding",
    "subtracts",
    "subtract",
    "subtracting",
    "gives",
    "gets",
    "gains",
    "suffers",
    "suffer",
    "worth",
    "take",
    "takes",
    "off",
    "plus",
    "minus",
    "turn",
    "it’s",
    "he’s",
    "she’s",
    "they’re",
    "it's",
    "he's",
    "through",
    "uses",
    "against",
    "than",
    "not",
    "no",
    "may",
    "can",
    "must",
    "will",
    "who",
    "out",
    "up",
];

/// Stems of the words that name a circumstance.
pub(super) fn telling(words: &[Token<'_>]) -> BTreeSet<String> {
    let words = words
        .iter()
        .filter(|word| word.kind == Kind::Word && word.count().is_none())
        .filter(|word| !word.is_word(&FUNCTION_WORDS) && !word.is_word(&IDLE));
    words.map(|word| stem(word.text)).collect()
}

/// Stems of the words that name a circumstance; if there are no others, those that are in most of them too.
fn circumstance(words: &[Token<'_>]) -> BTreeSet<String> {
    let stems = telling(words);
    if !stems.is_empty() {
        return stems;
    }
    let long = words
        .iter()
        .filter(|word| word.kind == Kind::Word && word.text.len() >= 4);
    long.map(|word| stem(word.text)).collect()
}

pub(super) fn signed_rows(context: &Context<'_>, block: usize, grid: &Grid) -> Vec<Row> {
    let mut found = Vec::new();
    let about: BTreeSet<String> = match &grid.caption {
        Some(caption) => telling(&tokens(&caption.title)),
        None => context
            .topic(block, Some(grid))
            .into_iter()
            .collect::<BTreeSet<String>>(),
    };
    for row in grid.body_rows() {
        let signs = (0..grid.n_columns).filter(|column| {
            let first = tokens(grid.text(row, *column)).first().map(|one| one.kind);
            matches!(first, Some(Kind::Signed(_)))
        });
        let columns: Vec<usize> = signs.collect();
        let is_words = |column: &usize| {
            let text = grid.text(row, *column);
            !columns.contains(column) && text.chars().filter(|one| one.is_alphabetic()).count() >= 3
        };
        let Some(named) = (0..grid.n_columns).find(is_words) else {
            continue;
        };
        let label = grid.text(row, named);
        let label_words = tokens(label);
        let stems = circumstance(&label_words);
        let references = references_of(label, &label_words, true).into_iter();
        let cites: Vec<Number> = references
            .filter(|one| one.target == Target::Section)
            .map(|one| one.number)
            .collect();
        for column in columns {
            let words = tokens(grid.text(row, column));
            let first = words.first();
            let is_shift = first.is_some_and(Token::is_shift);
            let (Some(value), Some(cell)) = (first.and_then(Token::signed), grid.at(row, column))
            else {
                continue;
            };
            let text = grid.header(column);
            let head = tokens(&text);
            let is_of_modifiers = head.iter().any(|word| word.is_word(&MODIFIERS));
            let header = telling(&head);
            let mut topic = about.clone();
            topic.extend(header.iter().cloned());
            topic.extend(telling(words.get(1..).unwrap_or_default()));
            found.push(Row {
                stems: stems.clone(),
                label: label.to_owned(),
                value,
                span: cell.span,
                block,
                topic,
                column: if is_of_modifiers {
                    header
                } else {
                    BTreeSet::new()
                },
                cites: cites.clone(),
                source: source(grid, row),
                table: grid.caption.as_ref().and_then(|one| one.number.clone()),
                is_each: label_words
                    .iter()
                    .any(|word| word.is_word(&["each", "every", "per"])),
                is_shift,
            });
        }
    }
    found.retain(|row| !row.stems.is_empty());
    found
}
