//! Text with references to other rules, and its layout as plain text.

use std::collections::BTreeSet;

/// Begins a reference in a marked text; its target follows, then [`NAMED`].
const REFERENCE: char = '\u{E000}';
/// Ends the target of a reference.
const NAMED: char = '\u{E001}';

/// Words in which other rules are named by marks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Text(String);

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline<'a> {
    /// Words between marks.
    Words(&'a str),
    /// A reference to the rule with this anchor, after its name in the words.
    Reference(&'a str),
}

/// Returns the mark of a reference to the rule with an anchor.
pub(super) fn reference(anchor: &str) -> String {
    format!("{REFERENCE}{anchor}{NAMED}")
}

impl Text {
    /// A text with marks, without marks of punctuation that meet.
    pub(super) fn marked(text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        let comma_before_mark = format!(",{REFERENCE}");
        let pairs = [
            (",,", ","),
            (", ,", ","),
            (",.", "."),
            (",;", ";"),
            (",:", ":"),
            (" ,", ","),
            (", – ", " – "),
            (" –, ", " – "),
            (" –.", "."),
            (" –:", ":"),
            (comma_before_mark.as_str(), "\u{E000}"),
        ];
        for (from, to) in pairs {
            while text.contains(from) {
                text = text.replace(from, to);
            }
        }
        Self(text)
    }

    /// The words with their marks.
    pub(super) fn marked_words(&self) -> &str {
        &self.0
    }

    /// Returns its pieces, in order.
    pub fn pieces(&self) -> Vec<Inline<'_>> {
        let mut pieces = Vec::new();
        let mut parts = self.0.split(REFERENCE);
        pieces.extend(
            parts
                .next()
                .filter(|part| !part.is_empty())
                .map(Inline::Words),
        );
        for part in parts {
            let (target, rest) = part.split_once(NAMED).unwrap_or(("", part));
            pieces.push(Inline::Reference(target));
            if !rest.is_empty() {
                pieces.push(Inline::Words(rest));
            }
        }
        pieces
    }

    /// The words alone, without references.
    pub fn plain(&self) -> String {
        self.written(|_| None)
    }

    /// The words with the numbers of sections that they cite, without references to rules.
    pub fn with_sections(&self) -> String {
        self.written(|anchor| anchor.strip_prefix('§').map(str::to_owned))
    }

    /// The words, each reference as `number` says, in brackets.
    pub fn written(&self, number: impl Fn(&str) -> Option<String>) -> String {
        let mut out = String::new();
        let mut numbers: Vec<String> = Vec::new();
        let mut said: BTreeSet<String> = BTreeSet::new();
        for piece in self.pieces() {
            match piece {
                Inline::Reference(target) => {
                    // A section that the text has named is not cited again.
                    let is_new = |number: &String| said.insert(number.clone());
                    numbers.extend(number(target).filter(is_new));
                }
                Inline::Words(words) => {
                    out.push_str(&bracketed(&mut numbers));
                    out.push_str(words);
                }
            }
        }
        out.push_str(&bracketed(&mut numbers));
        out
    }

    /// Removes references to rules that `seen` has, and adds the others to it.
    pub(super) fn keep_first(&mut self, seen: &mut BTreeSet<String>) {
        let pieces = self.pieces().into_iter().map(|piece| match piece {
            Inline::Words(words) => words.to_owned(),
            Inline::Reference(target)
                if target.starts_with('§') || seen.insert(target.to_owned()) =>
            {
                reference(target)
            }
            Inline::Reference(_) => String::new(),
        });
        let kept: String = pieces.collect();
        self.0 = kept;
    }
}

/// Returns the numbers of sections in brackets, and empties them.
fn bracketed(numbers: &mut Vec<String>) -> String {
    if numbers.is_empty() {
        return String::new();
    }
    format!(" ({})", std::mem::take(numbers).join(", "))
}

/// A part of a rule in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph of sentences.
    Paragraph(Text),
    /// Steps, cases or modifiers.
    List {
        /// Whether the order of the items matters.
        is_ordered: bool,
        /// The items, in order.
        items: Vec<Item>,
    },
    /// A table with its heads.
    Table {
        /// The heads, one per column.
        heads: Vec<Text>,
        /// Cells, row by row.
        rows: Vec<Vec<Text>>,
    },
    /// Small print, which is no rule of play.
    Note(Text),
}

/// An item of a list, with the blocks below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The text of the item.
    pub text: Text,
    /// Parts of it.
    pub blocks: Vec<Block>,
}

impl Block {
    /// A paragraph of a marked text.
    pub(super) fn paragraph(text: impl Into<String>) -> Self {
        Self::Paragraph(Text::marked(text))
    }

    /// A list without an order.
    pub(super) fn bullets(items: Vec<Item>) -> Self {
        Self::List {
            is_ordered: false,
            items,
        }
    }

    /// A list in order.
    pub(super) fn steps(items: Vec<Item>) -> Self {
        Self::List {
            is_ordered: true,
            items,
        }
    }

    /// Calls a visitor with every text, in reading order.
    pub fn walk_mut(&mut self, visit: &mut impl FnMut(&mut Text)) {
        match self {
            Self::Paragraph(text) | Self::Note(text) => visit(text),
            Self::List { items, .. } => {
                for item in items {
                    visit(&mut item.text);
                    item.blocks
                        .iter_mut()
                        .for_each(|block| block.walk_mut(visit));
                }
            }
            Self::Table { heads, rows } => {
                let cells = rows.iter_mut().flatten();
                heads.iter_mut().chain(cells).for_each(visit);
            }
        }
    }
}

impl Item {
    /// An item of a marked text.
    pub(super) fn line(text: impl Into<String>) -> Self {
        Self {
            text: Text::marked(text),
            blocks: Vec::new(),
        }
    }
}

/// Columns of plain text.
const WIDTH: usize = 96;

/// Lays blocks out as plain text, `indent` columns from the left.
pub(super) fn lay_out(
    blocks: &[Block],
    indent: usize,
    depth: usize,
    number: &impl Fn(&str) -> Option<String>,
) -> String {
    let blocks = blocks.iter();
    let blocks = blocks.map(|block| block_text(block, indent, depth, number));
    blocks.collect()
}

fn block_text(
    block: &Block,
    indent: usize,
    depth: usize,
    number: &impl Fn(&str) -> Option<String>,
) -> String {
    match block {
        Block::Paragraph(text) => wrap("", &text.written(number), indent),
        Block::Note(text) => wrap("Note: ", &text.written(number), indent),
        Block::List { is_ordered, items } => {
            let items = items.iter().enumerate().map(|(at, item)| {
                let mark = mark_of(*is_ordered, depth, at);
                let text = wrap(&mark, &item.text.written(number), indent);
                let inner = indent + mark.chars().count();
                let below = depth + usize::from(*is_ordered);
                format!("{text}{}", lay_out(&item.blocks, inner, below, number))
            });
            items.collect()
        }
        Block::Table { heads, rows } => table_text(heads, rows, indent, number),
    }
}

/// Returns the mark of an item: numbers, then letters.
pub fn mark_of(is_ordered: bool, depth: usize, at: usize) -> String {
    let letter = char::from_u32(u32::from('a') + u32::try_from(at).unwrap_or(0) % 26);
    match (is_ordered, depth % 2) {
        (false, _) => "· ".to_owned(),
        (true, 0) => format!("{}. ", at + 1),
        (true, _) => format!("{}. ", letter.unwrap_or('a')),
    }
}

fn table_text(
    heads: &[Text],
    rows: &[Vec<Text>],
    indent: usize,
    number: &impl Fn(&str) -> Option<String>,
) -> String {
    let heads: Vec<String> = heads.iter().map(|cell| cell.written(number)).collect();
    let rows = rows.iter();
    let rows = rows.map(|row| row.iter().map(|cell| cell.written(number)).collect());
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
    let lines = crate::bars::columns(&rows, &[]);
    let lines = lines.iter();
    lines
        .map(|line| format!("{}{line}\n", " ".repeat(indent)))
        .collect()
}

/// Breaks a text into lines below its mark.
fn wrap(mark: &str, text: &str, indent: usize) -> String {
    let below = indent + mark.chars().count();
    let mut out = format!("{}{mark}", " ".repeat(indent));
    let mut column = below;
    let mut is_first = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !is_first && column + 1 + length > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(below));
            column = below;
        } else if !is_first {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
        is_first = false;
    }
    out.push('\n');
    out
}
