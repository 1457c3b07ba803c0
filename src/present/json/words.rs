//! Rules in plain English, as JSON.

use crate::words::{Block, ExampleBox, Inline, RuleInWords, Rulebook, Section, Text, mark_of};
use serde::Serialize;

/// The document of `section --words`.
#[derive(Debug, Serialize)]
pub struct WordsDocument<'a> {
    ruleset: &'a str,
    title: &'a str,
    sections: Vec<SectionRow<'a>>,
}

#[derive(Debug, Serialize)]
struct SectionRow<'a> {
    number: &'a str,
    title: &'a str,
    chapter: &'a str,
    remarks: Vec<String>,
    rules: Vec<RuleRow<'a>>,
    examples: Vec<ExampleRow<'a>>,
}

#[derive(Debug, Serialize)]
struct RuleRow<'a> {
    anchor: &'a str,
    name: &'a str,
    sort: &'a str,
    title: &'a str,
    citations: &'a [String],
    optional: &'a [String],
    changed_by: &'a [String],
    lines: Vec<LineRow>,
}

#[derive(Debug, Serialize)]
struct ExampleRow<'a> {
    title: &'a str,
    citations: &'a [String],
    lines: Vec<LineRow>,
}

/// A sentence, a step of a list, or a table.
#[derive(Debug, Serialize)]
struct LineRow {
    block: &'static str,
    depth: usize,
    mark: String,
    text: String,
    refers: Vec<ReferenceRow>,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct ReferenceRow {
    anchor: String,
    section: Option<String>,
}

impl<'a> WordsDocument<'a> {
    /// Describes sections; references get their numbers from the whole `book`.
    pub fn new(ruleset: &'a str, sections: &'a Rulebook, book: &'a Rulebook) -> Self {
        let rows = sections.sections.iter();
        Self {
            ruleset,
            title: &sections.title,
            sections: rows.map(|section| section_row(section, book)).collect(),
        }
    }
}

fn section_row<'a>(section: &'a Section, book: &Rulebook) -> SectionRow<'a> {
    let (rules, examples) = (section.rules.iter(), section.examples.iter());
    SectionRow {
        number: &section.number,
        title: &section.title,
        chapter: &section.chapter,
        remarks: section
            .remarks
            .iter()
            .map(|text| written(text, book))
            .collect(),
        rules: rules.map(|rule| rule_row(rule, book)).collect(),
        examples: examples.map(|one| example_row(one, book)).collect(),
    }
}

fn rule_row<'a>(rule: &'a RuleInWords, book: &Rulebook) -> RuleRow<'a> {
    RuleRow {
        anchor: &rule.anchor,
        name: &rule.name,
        sort: rule.sort,
        title: &rule.title,
        citations: &rule.citations,
        optional: &rule.optional,
        changed_by: &rule.changed_by,
        lines: lines(&rule.blocks, book),
    }
}

fn example_row<'a>(example: &'a ExampleBox, book: &Rulebook) -> ExampleRow<'a> {
    ExampleRow {
        title: &example.title,
        citations: &example.citations,
        lines: lines(&example.blocks, book),
    }
}

fn lines(blocks: &[Block], book: &Rulebook) -> Vec<LineRow> {
    let mut rows = Vec::new();
    add_lines(blocks, book, (0, 0), &mut rows);
    rows
}

/// Adds the lines of blocks at nesting depth `depth`, inside `ordered` ordered lists.
fn add_lines(
    blocks: &[Block],
    book: &Rulebook,
    (depth, ordered): (usize, usize),
    rows: &mut Vec<LineRow>,
) {
    for block in blocks {
        match block {
            Block::Paragraph(text) => {
                rows.push(line("paragraph", depth, String::new(), text, book))
            }
            Block::Note(text) => rows.push(line("note", depth, String::new(), text, book)),
            Block::List { is_ordered, items } => {
                let kind = if *is_ordered { "step" } else { "bullet" };
                for (at, item) in items.iter().enumerate() {
                    let mark = mark_of(*is_ordered, ordered, at).trim_end().to_owned();
                    rows.push(line(kind, depth, mark, &item.text, book));
                    let below = ordered + usize::from(*is_ordered);
                    add_lines(&item.blocks, book, (depth + 1, below), rows);
                }
            }
            Block::Table { heads, rows: cells } => {
                let all = |texts: &[Text]| texts.iter().map(|text| written(text, book)).collect();
                rows.push(LineRow {
                    heads: all(heads),
                    rows: cells.iter().map(|row| all(row)).collect(),
                    ..line("table", depth, String::new(), &Text::default(), book)
                });
            }
        }
    }
}

fn line(block: &'static str, depth: usize, mark: String, text: &Text, book: &Rulebook) -> LineRow {
    let refers = text.pieces().into_iter().filter_map(|piece| match piece {
        Inline::Words(_) => None,
        Inline::Reference(anchor) => Some(ReferenceRow {
            section: book.number_of(anchor),
            anchor: anchor.to_owned(),
        }),
    });
    LineRow {
        block,
        depth,
        mark,
        text: written(text, book),
        refers: refers.collect(),
        heads: Vec::new(),
        rows: Vec::new(),
    }
}

fn written(text: &Text, book: &Rulebook) -> String {
    text.written(|anchor| book.number_of(anchor))
}
