//! The rules read back: every rule of a checked rulebook as a rulebook would print it.
//!
//! Takes the rulebook, and the index of the book for the order and the headings, and gives sections of paragraphs, lists
//! and tables ([`Rulebook`]). It says what the rules do and not how they are written: a reader needs no word of the
//! language. Every construct has its phrase in a `match` without a wildcard, so that a new one cannot stay unspoken. Does
//! not know where it is printed.

mod board;
mod branch;
mod by_word;
mod cards;
mod change;
mod choice;
mod clauses;
mod condition;
mod declaration;
mod english;
mod example;
mod flag;
mod order;
mod pool;
mod result;
mod rule;
mod selection;
mod speaker;
mod statement;
mod table;
mod text;
mod value;

pub use example::{ExampleBox, example_boxes};
pub use order::{Layout, changes_of, rulebook, rulebook_of};
pub use text::{Block, Inline, Item, Text, mark_of};

use sandtable_model::{Expr, LocalId, ProcedureId, RuleBook, TableId};
use sandtable_source::Span;

use speaker::Speaker;

/// A rulebook in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Title of the game.
    pub title: String,
    /// In the order of the book.
    pub sections: Vec<Section>,
}

/// A section of the book: a chapter, or one of its numbered rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// `5.3.2`; empty for what has no number.
    pub number: String,
    /// Its heading.
    pub title: String,
    /// The chapter that it is in.
    pub chapter: String,
    /// Remarks where no rule says it.
    pub remarks: Vec<Text>,
    /// Rules in words, in the order of the files.
    pub rules: Vec<RuleInWords>,
    /// Worked examples, as boxes.
    pub examples: Vec<ExampleBox>,
}

/// A declaration in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInWords {
    /// Target of references.
    pub anchor: String,
    /// Name in the rule file.
    pub name: String,
    /// `table`, `roll`
    pub sort: &'static str,
    /// Its heading.
    pub title: String,
    /// Sections of the book.
    pub citations: Vec<String>,
    /// Titles of the optional rules that it asks for; its own if it is one.
    pub optional: Vec<String>,
    /// The variants that have changed it.
    pub changed_by: Vec<String>,
    /// Its content.
    pub blocks: Vec<Block>,
    /// Place of its name.
    pub span: Span,
}

/// Returns a condition of a rule in words, without references; the names are those of its first locals.
pub fn say_condition(book: &RuleBook, names: &[&str], expr: &Expr) -> String {
    let mut speaker = named(book, names);
    Text::marked(speaker.clause(expr, false)).plain()
}

/// Returns what a modifier is counted for, as [`say_condition`]: `the unit’s hits`.
pub fn say_counted(book: &RuleBook, names: &[&str], expr: &Expr) -> String {
    let mut speaker = named(book, names);
    Text::marked(speaker.counted(expr)).plain()
}

/// A step of a rule: the number of lists that it is in, its mark and its words.
pub type Line = (usize, String, Text);

/// Returns the body of a rule in words, line by line.
pub fn lines_of_procedure(book: &RuleBook, id: ProcedureId) -> Vec<Line> {
    let Some(known) = book.procedures.get(id.at()) else {
        return Vec::new();
    };
    let mut speaker = Speaker::new(book).with_locals(&known.locals);
    let mut lines = Vec::new();
    flatten(&speaker.body(&known.body), 0, 0, &mut lines);
    lines
}

/// Returns what the words and dashes of a table mean, a text for each.
pub fn meanings_of_table(book: &RuleBook, id: TableId) -> Vec<Text> {
    let mut lines = Vec::new();
    if let Some(table) = book.tables.get(id.at()) {
        flatten(&Speaker::new(book).meanings(table), 0, 0, &mut lines);
    }
    lines.into_iter().map(|(_, _, text)| text).collect()
}

/// Adds the lines of blocks that are in `depth` lists, `n_ordered` of them ordered; tables have none.
fn flatten(blocks: &[Block], depth: usize, n_ordered: usize, lines: &mut Vec<Line>) {
    for block in blocks {
        match block {
            Block::Paragraph(text) | Block::Note(text) => {
                lines.push((depth, String::new(), text.clone()));
            }
            Block::List { is_ordered, items } => {
                for (at, item) in items.iter().enumerate() {
                    let mark = mark_of(*is_ordered, n_ordered, at);
                    lines.push((depth, mark.trim_end().to_owned(), item.text.clone()));
                    let below = n_ordered + usize::from(*is_ordered);
                    flatten(&item.blocks, depth + 1, below, lines);
                }
            }
            Block::Table { .. } => {}
        }
    }
}

fn named<'a>(book: &'a RuleBook, names: &[&str]) -> Speaker<'a> {
    let mut speaker = Speaker::new(book);
    for (at, name) in names.iter().enumerate() {
        speaker.name_local(LocalId::new(at), name);
    }
    speaker
}

impl Rulebook {
    /// The number of the section in which a rule is: that of its first citation.
    pub fn number_of(&self, anchor: &str) -> Option<String> {
        if let Some(section) = anchor.strip_prefix('§') {
            return Some(section.to_owned());
        }
        let rules = self.sections.iter().flat_map(|section| &section.rules);
        let rule = rules.into_iter().find(|rule| rule.anchor == anchor)?;
        rule.citations.first().cloned()
    }

    /// Whether a rule has this anchor.
    pub fn has(&self, anchor: &str) -> bool {
        let mut rules = self.sections.iter().flat_map(|section| &section.rules);
        rules.any(|rule| rule.anchor == anchor)
    }

    /// Sections with this number, in a chapter of this name, or within the section of this number.
    pub fn within(&self, section: &str) -> Self {
        let dotted = format!("{section}.");
        let is_within = |one: &&Section| {
            one.number == section || one.chapter == section || one.number.starts_with(&dotted)
        };
        Self {
            title: self.title.clone(),
            sections: self.sections.iter().filter(is_within).cloned().collect(),
        }
    }

    /// The rules for which a condition is met, in their sections, without examples.
    pub fn only(&self, is_meant: impl Fn(&RuleInWords) -> bool) -> Self {
        let sections = self.sections.iter().map(|section| Section {
            rules: section
                .rules
                .iter()
                .filter(|rule| is_meant(rule))
                .cloned()
                .collect(),
            examples: Vec::new(),
            remarks: Vec::new(),
            ..section.clone()
        });
        Self {
            title: self.title.clone(),
            sections: sections
                .filter(|section| !section.rules.is_empty())
                .collect(),
        }
    }

    /// Lays sections out as plain text; references get their numbers from the whole `book`.
    pub fn plain_text(&self, book: &Self) -> String {
        let number = |anchor: &str| book.number_of(anchor);
        let sections = self.sections.iter();
        let sections: Vec<String> = sections.map(|one| section_text(one, &number)).collect();
        sections.join("\n")
    }
}

fn section_text(section: &Section, number: &impl Fn(&str) -> Option<String>) -> String {
    let heading = format!("{} {}", section.number, section.title);
    let heading = heading.trim();
    let line = "=".repeat(heading.chars().count());
    let mut text = format!("{heading}\n{line}\n");
    for remark in &section.remarks {
        text.push_str(&format!("\n{}\n", remark.written(number)));
    }
    for rule in &section.rules {
        text.push_str(&format!("\n{}\n", english::upper_first(&rule.title)));
        for mark in rule.marks() {
            text.push_str(&format!("  [{mark}]\n"));
        }
        text.push_str(&text::lay_out(&rule.blocks, 2, 0, number));
    }
    for example in &section.examples {
        text.push_str(&format!("\n  | Example: {}\n", example.title));
        let body = text::lay_out(&example.blocks, 0, 0, number);
        for line in body.lines() {
            text.push_str(&format!("  | {line}\n"));
        }
    }
    text
}

impl RuleInWords {
    /// The optional rules and variants that concern it, in words.
    pub fn marks(&self) -> Vec<String> {
        let mut marks = Vec::new();
        if self.sort == "option" {
            marks.push("Optional rule".to_owned());
        } else if !self.optional.is_empty() {
            let titles: Vec<String> = self
                .optional
                .iter()
                .map(|one| english::quoted(one))
                .collect();
            marks.push(format!("Optional rule: {}", titles.join(", ")));
        }
        if !self.changed_by.is_empty() {
            marks.push(format!(
                "Changed by the variant {}",
                self.changed_by.join(", ")
            ));
        }
        marks
    }
}
