//! The rules in words, as pages: chapters and sections in the order of the book, worked examples in frames.

use std::collections::BTreeSet;

use super::block::Block;
use super::grid::{Cell, Grid};
use super::manuscript::{self, is_in_draft};
use super::placed::{Align, Sheet};
use super::source::Source;
use super::text::{Run, Text};
use super::{Options, composed};
use crate::words::{self, ExampleBox, Inline, Layout, RuleInWords, Rulebook, Section, mark_of};

/// The rulebook of a ruleset.
pub(super) fn sheets(source: &Source<'_>, options: &Options) -> Vec<Sheet> {
    let layout = Layout {
        index: source.index,
        trees: source.trees,
        changes: source.changes,
        with_examples: true,
    };
    let book = words::rulebook(source.book, &layout);
    let mut blocks = manuscript::blocks(source, &book);
    let (title, book) = if blocks.is_empty() {
        ("The rules in words", book)
    } else {
        ("Rules", elsewhere(source, book))
    };
    let mut chapter = "";
    for section in &book.sections {
        if section.chapter != chapter && !section.chapter.is_empty() {
            chapter = &section.chapter;
            blocks.push(Block::heading(2, chapter));
        }
        add_section(section, &book, &mut blocks);
    }
    let sheet = composed(source, options, "rulebook", title, 2, blocks);
    sheet.into_iter().collect()
}

/// The sections with the rules and examples that are in no draft.
fn elsewhere(source: &Source<'_>, mut book: Rulebook) -> Rulebook {
    for section in &mut book.sections {
        section.rules.retain(|rule| !is_in_draft(source, rule.span));
        section
            .examples
            .retain(|example| !is_in_draft(source, example.span));
        section.remarks.clear();
    }
    book.sections
        .retain(|section| !section.rules.is_empty() || !section.examples.is_empty());
    book
}

fn add_section(section: &Section, book: &Rulebook, blocks: &mut Vec<Block>) {
    let number = Some(section.number.clone()).filter(|number| !number.is_empty());
    blocks.push(Block::Heading {
        level: 3,
        text: Text::bold(section.title.clone()),
        sections: number.into_iter().collect(),
        anchor: None,
    });
    for remark in &section.remarks {
        blocks.push(Block::Paragraph(set(remark, book)));
    }
    for rule in &section.rules {
        add_rule(rule, book, blocks);
    }
    let examples = section.examples.iter();
    blocks.extend(examples.map(|example| boxed(example, book)));
}

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
fn set(text: &words::Text, book: &Rulebook) -> Text {
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
