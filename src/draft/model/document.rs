//! Blocks and sections.

use std::ops::Range;

use sandtable_source::{FileId, Span};

use super::caption::Caption;
use super::grid::Grid;
use super::number::Number;
use super::text::Text;

/// A manuscript, or one chapter of it.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Files that it was read from, in reading order.
    pub chapters: Vec<Chapter>,
    /// In reading order; notes and boxes follow the block that mentions them.
    pub blocks: Vec<Block>,
    /// Sections in reading order, an outer one before those in it.
    pub sections: Vec<Section>,
    /// Footnotes and endnotes in the order of their marks.
    pub notes: Vec<Note>,
    /// Comments in the margin, in the order of their places.
    pub comments: Vec<Comment>,
    /// Tracked changes, all accepted.
    pub changes: Changes,
}

/// One file of a manuscript.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// Id of its text in the map of sources.
    pub file: FileId,
    /// Name under which the author knows the file.
    pub name: String,
    /// Text that all spans are places in: of .md, .txt and .csv the file itself, else one line per paragraph and per row of a table, cells
    /// separated by ` | `.
    pub text: String,
}

/// Part of a manuscript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its content.
    pub content: BlockContent,
    /// Surroundings.
    pub container: Container,
    /// Place in the text of its chapter.
    pub span: Span,
}

impl Block {
    /// Whether it is a block of rules or of units.
    pub fn is_rules(&self) -> bool {
        match &self.content {
            BlockContent::Code(code) => matches!(code.language.as_str(), "rules" | "toml"),
            BlockContent::Heading(_) | BlockContent::Paragraph(_) | BlockContent::Table(_) => false,
        }
    }
}

/// Content of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockContent {
    /// A heading; opens a section.
    Heading(Heading),
    /// A paragraph or a list item.
    Paragraph(Paragraph),
    /// A table.
    Table(Grid),
    /// Preformatted lines; in Markdown also blocks of rules and units.
    Code(Code),
}

/// Surroundings of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Container {
    /// The running text.
    #[default]
    Body,
    /// A text box, a bordered frame, a table of one cell or a block quotation; boxes are counted from 0.
    Box(usize),
    /// A footnote or endnote; index into [`Document::notes`].
    Note(usize),
    /// A table of contents or an index: repeats headings, says nothing itself.
    Contents,
}

/// Evidence that a block is a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeadingOrigin {
    /// A heading style, an outline level, `<h2>` or `##`.
    Declared,
    /// A short paragraph, all bold or all capitals.
    Appearance,
    /// A short line that continues the numbers of other headings.
    Numbered,
}

/// Heading of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Depth from 1: declared, else by its number, else by its appearance.
    pub level: u8,
    /// Number that the word processor shows, computed from the lists and styles of the document.
    pub computed: Option<Number>,
    /// Number at the start of the text as typed.
    pub typed: Option<Number>,
    /// Title without the typed number.
    pub title: Text,
    /// All text of the heading, the typed number included.
    pub text: Text,
    /// Evidence that it is a heading.
    pub origin: HeadingOrigin,
}

impl Heading {
    /// The number that a reader sees first: computed, else typed.
    pub fn number(&self) -> Option<&Number> {
        self.computed.as_ref().or(self.typed.as_ref())
    }
}

/// Paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paragraph {
    /// Its text, without the mark of a list item.
    pub text: Text,
    /// Its mark, if it is an item of a list.
    pub list: Option<ListItem>,
    /// Its number and title, if it is the caption of a table or figure.
    pub caption: Option<Caption>,
    /// Name of its style as the author sees it, in small letters; empty if it has none.
    pub style: String,
    /// Whether it belongs to an example: begins with `Example`, or follows such a paragraph in the same box, list or style.
    pub is_example: bool,
}

/// Mark of a list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListItem {
    /// Depth from 0.
    pub level: u8,
    /// As shown: `(a)`, `1.`, `•`.
    pub marker: String,
    /// Its number; `None` for a bullet.
    pub number: Option<Number>,
    /// Whether the number was computed from the lists of the document and not typed.
    pub is_computed: bool,
}

/// Preformatted lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// Word after the opening fence in Markdown: `rules`, `toml`; else empty.
    pub language: String,
    /// Place of the lines, without the fences.
    pub lines: Span,
}

/// Footnote or endnote. Its blocks are those whose container is the note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Mark as shown: `1`, `*`.
    pub mark: String,
    /// Place of the mark in the text.
    pub anchor: Span,
    /// Whether it is collected at the end of the document.
    pub is_endnote: bool,
}

/// Comment in the margin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Name of its author; may be empty.
    pub author: String,
    /// Its paragraphs, separated by `\n`.
    pub text: String,
    /// Place of the text that it is about.
    pub anchor: Span,
}

/// Tracked changes of a word processor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    /// Places of inserted text, which was kept.
    pub inserted: Vec<Span>,
    /// Places from which deleted text was left out; empty ranges.
    pub deleted: Vec<Span>,
}

/// A heading with the blocks up to the next heading, those of sections in it included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Number, or the title if it has none; unique only in a sound draft.
    pub id: String,
    /// Number, if it has one.
    pub number: Option<Number>,
    /// Title without the number.
    pub title: String,
    /// Depth from 1.
    pub level: u8,
    /// Index of its heading into [`Document::blocks`].
    pub heading: usize,
    /// Its blocks, the heading first, those of inner sections included.
    pub blocks: Range<usize>,
}

/// Place as a reader of the printed page finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Number and title of the innermost section: `5.3 Direct fire`; `None` before the first heading.
    pub section: Option<String>,
    /// Rank of the block in its section, from 1; the heading is 0.
    pub paragraph: usize,
    /// The words there, shortened to one line.
    pub quote: String,
}

impl Document {
    /// Appends the next chapter.
    pub fn append(&mut self, next: Self) {
        let (n_blocks, n_notes) = (self.blocks.len(), self.notes.len());
        let boxes = self
            .blocks
            .iter()
            .filter_map(|block| match block.container {
                Container::Box(at) => Some(at + 1),
                Container::Body | Container::Note(_) | Container::Contents => None,
            });
        let n_boxes = boxes.max().unwrap_or(0);
        self.chapters.extend(next.chapters);
        self.blocks.extend(next.blocks.into_iter().map(|mut block| {
            block.container = match block.container {
                Container::Box(at) => Container::Box(at + n_boxes),
                Container::Note(at) => Container::Note(at + n_notes),
                other @ (Container::Body | Container::Contents) => other,
            };
            block
        }));
        self.sections
            .extend(next.sections.into_iter().map(|mut section| {
                section.heading += n_blocks;
                section.blocks = section.blocks.start + n_blocks..section.blocks.end + n_blocks;
                section
            }));
        self.notes.extend(next.notes);
        self.comments.extend(next.comments);
        self.changes.inserted.extend(next.changes.inserted);
        self.changes.deleted.extend(next.changes.deleted);
    }

    /// Text of the chapter of a file.
    pub fn text_of(&self, file: FileId) -> Option<&str> {
        let mut chapters = self.chapters.iter();
        let chapter = chapters.find(|chapter| chapter.file == file);
        chapter.map(|chapter| chapter.text.as_str())
    }

    /// Index of the innermost section that a block belongs to.
    pub fn section_of(&self, block: usize) -> Option<usize> {
        self.sections
            .iter()
            .rposition(|section| section.blocks.contains(&block))
    }

    /// Index of the block that a place lies in.
    pub fn block_at(&self, span: Span) -> Option<usize> {
        let is_in = |block: &Block| {
            block.span.file == span.file
                && block.span.start <= span.start
                && span.start <= block.span.end
        };
        let inner = self
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| is_in(block));
        inner
            .min_by_key(|(_, block)| block.span.end - block.span.start)
            .map(|(at, _)| at)
    }

    /// The text that a remark at a place is about: its block, of a heading its section.
    pub fn reach_at(&self, span: Span) -> Span {
        let Some(at) = self.block_at(span) else {
            return span;
        };
        let headed = self.sections.iter().find(|section| section.heading == at);
        match headed {
            Some(section) => self.reach_of(section).unwrap_or(span),
            None => self.blocks.get(at).map_or(span, |block| block.span),
        }
    }

    /// The document without its blocks of rules and units, which are no prose; `None` if it has none.
    pub fn without_rules(&self) -> Option<Self> {
        let mut places = vec![0];
        let mut n_kept = 0;
        for block in &self.blocks {
            n_kept += usize::from(!block.is_rules());
            places.push(n_kept);
        }
        if n_kept == self.blocks.len() {
            return None;
        }
        let mut bare = self.clone();
        bare.blocks.retain(|block| !block.is_rules());
        let place = |at: usize| places.get(at).copied().unwrap_or(n_kept);
        for section in &mut bare.sections {
            section.heading = place(section.heading);
            section.blocks = place(section.blocks.start)..place(section.blocks.end);
        }
        Some(bare)
    }

    /// Places of the blocks of rules that draw a table.
    pub fn rule_tables(&self) -> impl Iterator<Item = Span> {
        self.blocks.iter().filter_map(|block| {
            let lines = match &block.content {
                BlockContent::Code(code) if code.language == "rules" => code.lines,
                BlockContent::Code(_)
                | BlockContent::Heading(_)
                | BlockContent::Paragraph(_)
                | BlockContent::Table(_) => return None,
            };
            let text = self.text_of(lines.file)?;
            let has_rows = text.get(lines.start..lines.end)?.contains('|');
            has_rows.then_some(lines)
        })
    }

    /// The text of a section, from its heading to its last block.
    pub fn reach_of(&self, section: &Section) -> Option<Span> {
        let blocks = self.blocks.get(section.blocks.clone())?;
        let first = blocks.first()?.span;
        let same = blocks.iter().filter(|block| block.span.file == first.file);
        let end = same.map(|block| block.span.end).max()?;
        Some(Span::new(first.file, first.start, end))
    }

    /// A place as a reader finds it.
    pub fn place(&self, span: Span) -> Place {
        let block = self.block_at(span);
        let section = block.and_then(|block| self.section_of(block));
        let section = section.and_then(|at| self.sections.get(at));
        let text = self.text_of(span.file).unwrap_or_default();
        let quote = text.get(span.start..span.end).unwrap_or_default();
        let quote: String = quote.split_whitespace().collect::<Vec<_>>().join(" ");
        let quote = match quote.char_indices().nth(60) {
            Some((at, _)) => format!("{}…", quote.get(..at).unwrap_or_default()),
            None => quote,
        };
        Place {
            section: section.map(|section| match &section.number {
                Some(number) => format!("{number} {}", section.title),
                None => section.title.clone(),
            }),
            paragraph: match (section, block) {
                (Some(section), Some(block)) => block.saturating_sub(section.heading),
                (None, Some(block)) => block + 1,
                (_, None) => 0,
            },
            quote,
        }
    }

    /// Sections in the order of [`Self::sections`] whose number is the given one.
    pub fn numbered<'a>(&'a self, number: &'a Number) -> impl Iterator<Item = &'a Section> {
        self.sections.iter().filter(move |section| {
            let own = section.number.as_ref();
            own.is_some_and(|own| own.is_same(number))
        })
    }

    /// Tables that are no layout, each with the index of its block.
    pub fn tables(&self) -> impl Iterator<Item = (usize, &Grid)> {
        let blocks = self.blocks.iter().enumerate();
        blocks.filter_map(|(at, block)| match &block.content {
            BlockContent::Table(grid) if !grid.is_layout => Some((at, grid)),
            BlockContent::Table(_)
            | BlockContent::Heading(_)
            | BlockContent::Paragraph(_)
            | BlockContent::Code(_) => None,
        })
    }
}
