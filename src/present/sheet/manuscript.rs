//! A Markdown draft on paper: the author's prose, with the tables and examples of its blocks of rules set from the rules.

use std::collections::BTreeSet;

use sandtable_draft::{
    self as draft, BlockContent, Code, Container, Document, Grid as Written, read_document,
};
use sandtable_source::Span;
use sandtable_syntax::markdown::is_markdown;
use sandtable_workspace::Analysis;

use super::block::Block;
use super::chart_source::Charts;
use super::grid::{Cell, Grid};
use super::placed::Align;
use super::rule_blocks::{add_rule, boxed};
pub use super::source::Manuscript;
use super::source::Source;
use super::text::Text;
use crate::words::{ExampleBox, Rulebook, example_boxes};

/// Returns the Markdown drafts of a ruleset.
pub fn manuscripts(analysis: &Analysis) -> Vec<Manuscript> {
    let bundle = analysis.bundle();
    let files = bundle.layers.iter().flat_map(|layer| &layer.rule_files);
    let sources = files.filter_map(|file| Some((*file, bundle.sources.get(*file)?)));
    let drafts = sources.filter(|(_, source)| is_markdown(&source.name));
    drafts
        .map(|(file, source)| Manuscript {
            file,
            name: source.name.clone(),
            text: source.text.to_string(),
        })
        .collect()
}

/// The drafts of a ruleset as blocks; nothing without a draft.
pub(super) fn blocks(source: &Source<'_>, book: &Rulebook) -> Vec<Block> {
    let charts = Charts::of(source, false);
    let mut writer = Writer {
        charts: &charts,
        book,
        examples: example_boxes(source.book),
        has_prose: false,
        blocks: Vec::new(),
        open_box: None,
    };
    for manuscript in source.manuscripts {
        let read = read_document(
            manuscript.file,
            &manuscript.name,
            manuscript.text.as_bytes(),
        );
        if let Ok(document) = read {
            writer.document(&document);
        }
    }
    writer.blocks
}

/// Whether a place is in a draft of the ruleset.
pub(super) fn is_in_draft(source: &Source<'_>, span: Span) -> bool {
    source.manuscripts.iter().any(|one| one.file == span.file)
}

struct Writer<'w, 'a> {
    charts: &'w Charts<'a>,
    book: &'w Rulebook,
    examples: Vec<(Span, ExampleBox)>,
    /// Whether the section so far says something besides its rules.
    has_prose: bool,
    blocks: Vec<Block>,
    /// The box that the last paragraph is in.
    open_box: Option<usize>,
}

impl Writer<'_, '_> {
    fn document(&mut self, document: &Document) {
        for (at, block) in document.blocks.iter().enumerate() {
            let in_box = match block.container {
                Container::Box(number) => Some(number),
                Container::Body | Container::Note(_) | Container::Contents => None,
            };
            match (&block.content, block.container) {
                (_, Container::Contents) => continue,
                (BlockContent::Heading(heading), _) => {
                    self.has_prose = false;
                    self.blocks.push(Block::Heading {
                        level: heading.level.saturating_add(1).clamp(2, 4),
                        text: bold(&heading.text),
                        sections: Vec::new(),
                        anchor: None,
                    });
                }
                (BlockContent::Paragraph(paragraph), Container::Note(_)) => {
                    self.blocks.push(Block::Note(set(&paragraph.text)));
                }
                (BlockContent::Paragraph(paragraph), _) => {
                    self.has_prose = true;
                    let mark = paragraph.list.as_ref().map(|item| {
                        let indent = "    ".repeat(usize::from(item.level));
                        let marker = match &item.number {
                            Some(_) => item.marker.as_str(),
                            None => "·",
                        };
                        format!("{indent}{marker} ")
                    });
                    let text = Text::plain(mark.unwrap_or_default()).plus(set(&paragraph.text));
                    self.paragraph(text, in_box);
                }
                (BlockContent::Table(table), _) => {
                    if !self.is_set_from_rules(document, at, table) {
                        self.has_prose = true;
                        self.blocks.push(Block::Table(grid(table)));
                    }
                }
                (BlockContent::Code(code), _) => self.code(code),
            }
            self.open_box = in_box;
        }
    }

    /// A paragraph of the running text, or of a frame that goes on.
    fn paragraph(&mut self, text: Text, in_box: Option<usize>) {
        match (in_box, self.blocks.last_mut()) {
            (Some(number), Some(Block::Boxed { paragraphs, .. }))
                if self.open_box == Some(number) =>
            {
                paragraphs.push(text);
            }
            (Some(_), _) => self.blocks.push(Block::Boxed {
                title: Text::default(),
                paragraphs: vec![text],
            }),
            (None, _) => self.blocks.push(Block::Paragraph(text)),
        }
    }

    /// The tables, lists and examples of a block of rules; all of its rules in words where the section has no prose.
    fn code(&mut self, code: &Code) {
        if code.language != "rules" {
            return;
        }
        let mut seen = BTreeSet::new();
        let rules = self.book.sections.iter().flat_map(|section| &section.rules);
        let mut rules: Vec<_> = rules
            .filter(|rule| code.lines.contains(rule.span))
            .collect();
        rules.sort_by_key(|rule| rule.span.start);
        for rule in rules {
            let grid = match rule.sort {
                "table" => self.charts.table(&rule.name),
                "modifiers" => self.charts.modifiers(&rule.name),
                _ => None,
            };
            match grid {
                // Several tables that are drawn as one have one chart.
                Some(grid) if seen.insert(grid.of.clone()) => self.blocks.push(Block::Table(grid)),
                Some(_) => {}
                None if self.has_prose || rule.sort == "ruleset" => {}
                None => add_rule(rule, self.book, &mut self.blocks),
            }
        }
        let examples = self.examples.iter();
        let examples = examples.filter(|(span, _)| code.lines.contains(*span));
        let boxes = examples.map(|(_, example)| boxed(example, self.book));
        self.blocks.extend(boxes);
    }

    /// Whether a table of the prose is drawn again by a table of the rules in its section: one with as many rows and columns.
    fn is_set_from_rules(&self, document: &Document, at: usize, table: &Written) -> bool {
        let blocks = document.blocks.iter().skip(at + 1);
        let section = blocks.take_while(|block| !matches!(block.content, BlockContent::Heading(_)));
        let codes = section.filter_map(|block| match &block.content {
            BlockContent::Code(code) if code.language == "rules" => Some(code),
            BlockContent::Code(_)
            | BlockContent::Heading(_)
            | BlockContent::Paragraph(_)
            | BlockContent::Table(_) => None,
        });
        let rules = || self.book.sections.iter().flat_map(|section| &section.rules);
        let mut tables = codes.flat_map(|code| {
            rules().filter(|rule| rule.sort == "table" && code.lines.contains(rule.span))
        });
        tables.any(|rule| {
            let grid = self.charts.table(&rule.name);
            grid.is_some_and(|grid| {
                let n_columns = grid.rows.first().map_or(0, Vec::len);
                grid.rows.len() == table.body_rows().len() && n_columns == table.n_columns
            })
        })
    }
}

/// A text of the author with its bold parts.
fn set(text: &draft::Text) -> Text {
    let mut set = Text::default();
    let mut end = 0;
    for run in &text.runs {
        let between = text.plain.get(end..run.range.start).unwrap_or_default();
        let words = text.plain.get(run.range.clone()).unwrap_or_default();
        set = set.plus(Text::plain(between)).plus(if run.style.bold {
            Text::bold(words)
        } else {
            Text::plain(words)
        });
        end = run.range.end;
    }
    set.plus(Text::plain(text.plain.get(end..).unwrap_or_default()))
}

fn bold(text: &draft::Text) -> Text {
    Text::bold(text.plain.as_str())
}

/// A table of the prose.
fn grid(table: &Written) -> Grid {
    let row = |at: usize| -> Vec<Cell> {
        let cells = table.row(at).into_iter().filter(|cell| cell.row == at);
        let cells = cells.map(|cell| {
            let is_head = at < table.n_header_rows;
            let text = if is_head {
                bold(&cell.text)
            } else {
                set(&cell.text)
            };
            Cell {
                span: cell.n_columns,
                ..Cell::new(text, Align::Left)
            }
        });
        cells.collect()
    };
    Grid {
        heads: (0..table.n_header_rows).map(row).collect(),
        rows: table.body_rows().map(row).collect(),
        n_keys: 1,
        is_striped: true,
        is_narrow: true,
        ..Grid::default()
    }
}
