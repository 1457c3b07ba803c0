//! A rule and a worked example in words, as blocks of a page.

use std::collections::BTreeSet;

use super::block::Block;
use super::grid::{Cell, Grid};
use super::placed::Align;
use super::text::{Run, Text};
use crate::words::{self, ExampleBox, Inline, RuleInWords, Rulebook, mark_of};

/// A worked example in a frame.
pub(super) fn boxed(example: &ExampleBox, book: &Rulebook) -> Block {
    let mut inner = Vec::new();
    add_blocks(&example.blocks, book, 0, 0, &mut inner);
    let paragraphs = inner.into_iter().filter_map(|block| match block {
        Block::Paragraph(text) | Block::Step { text, .. } | Block::Note(text) => Some(text),
        Block::Heading { .. } | Block::Boxed { .. } | Block::Table(_) | Block::Drawing(_) => None,
    });
    Block::Boxed {
        title: Text::bold(format!("Example: {}", example.title)),
        paragraphs: paragraphs.collect(),
    }
}

/// A rule below its heading, with the optional rules and variants that concern it.
pub(super) fn add_rule(rule: &RuleInWords, book: &Rulebook, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading {
        level: 4,
        text: Text::bold(rule.title.clone()),
        sections: Vec::new(),
        anchor: Some(rule.anchor.clone()),
    });
    let marks = rule.marks();
    if !marks.is_empty() {
        blocks.push(Block::Note(Text::plain(format!("{}.", marks.join("; ")))));
    }
    add_blocks(&rule.blocks, book, 0, 0, blocks);
}

/// Adds blocks that are in `depth` lists, `n_ordered` of them ordered.
fn add_blocks(
    parts: &[words::Block],
    book: &Rulebook,
    depth: usize,
    n_ordered: usize,
    blocks: &mut Vec<Block>,
) {
    for part in parts {
        match part {
            words::Block::Paragraph(text) if depth == 0 => {
                blocks.push(Block::Paragraph(set(text, book)));
            }
            words::Block::Paragraph(text) => blocks.push(Block::Step {
                depth,
                text: set(text, book),
                is_small: false,
            }),
            words::Block::Note(text) => blocks.push(Block::Step {
                depth,
                text: Text::plain("Note: ").plus(set(text, book)),
                is_small: true,
            }),
            words::Block::List { is_ordered, items } => {
                for (at, item) in items.iter().enumerate() {
                    let mark = mark_of(*is_ordered, n_ordered, at);
                    let text = Text::plain(mark).plus(set(&item.text, book));
                    blocks.push(Block::Step {
                        depth,
                        text,
                        is_small: false,
                    });
                    let below = n_ordered + usize::from(*is_ordered);
                    add_blocks(&item.blocks, book, depth + 1, below, blocks);
                }
            }
            words::Block::Table { heads, rows } => {
                let head = |text: &words::Text| Cell::head(text.plain(), Align::Left);
                let cell = |text: &words::Text| Cell::new(set(text, book), Align::Left);
                blocks.push(Block::Table(Grid {
                    heads: vec![heads.iter().map(head).collect()],
                    rows: rows
                        .iter()
                        .map(|row| row.iter().map(cell).collect())
                        .collect(),
                    n_keys: 1,
                    is_striped: true,
                    is_narrow: true,
                    ..Grid::default()
                }));
            }
        }
    }
}

/// Sets a text; a reference to a rule has the number of its section, and the page. References that meet share their brackets.
pub(super) fn set(text: &words::Text, book: &Rulebook) -> Text {
    let mut set = Text::default();
    let mut open: Vec<Text> = Vec::new();
    let mut said: BTreeSet<String> = BTreeSet::new();
    for piece in text.pieces() {
        match piece {
            Inline::Words(words) => {
                set = set
                    .plus(bracketed(std::mem::take(&mut open)))
                    .plus(Text::plain(words));
            }
            Inline::Reference(anchor) => {
                let Some(number) = book.number_of(anchor) else {
                    continue;
                };
                let is_section = anchor.starts_with('§') || !book.has(anchor);
                let reference = if is_section {
                    Text::plain(number.as_str())
                } else {
                    let page = Text(vec![Run::Page(anchor.to_owned())]);
                    Text::plain(format!("{number}, page ")).plus(page)
                };
                // A section that the text has named is not cited again.
                if said.insert(number) {
                    open.push(reference);
                }
            }
        }
    }
    set.plus(bracketed(open))
}

/// References in brackets; nothing if there are none.
fn bracketed(references: Vec<Text>) -> Text {
    if references.is_empty() {
        return Text::default();
    }
    let mut all = Text::plain(" (");
    for (at, reference) in references.into_iter().enumerate() {
        let between = if at == 0 { "" } else { "; " };
        all = all.plus(Text::plain(between)).plus(reference);
    }
    all.plus(Text::plain(")"))
}
