//! The rules in words, as pages: chapters and sections in the order of the book, worked examples in frames.

use super::block::Block;
use super::manuscript::{self, is_in_draft};
use super::placed::Sheet;
use super::rule_blocks::{add_rule, boxed, set};
use super::source::Source;
use super::text::Text;
use super::{Options, composed};
use crate::words::{self, Layout, Rulebook, Section};

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
