//! The parts of a parsed line, with their spans in the file.

use std::rc::Rc;

use super::grammar::Rule;
use super::recogniser::Part;
use sandtable_source::{FileId, Span, Spanned};

/// A line and all its parts, each before its children.
#[derive(Debug)]
struct Tree<'t> {
    line: &'t str,
    file: FileId,
    /// Offset of the line in the file.
    base: usize,
    parts: Vec<Part>,
}

/// A node of a parsed line, with spans relative to the file.
#[derive(Debug, Clone)]
pub(crate) struct Node<'t> {
    tree: Rc<Tree<'t>>,
    /// INVARIANT: the index of a part of the tree.
    at: usize,
}

impl<'t> Node<'t> {
    /// The root of a line at offset `base` of a file; `None` if it has no parts.
    pub(super) fn root(
        line: &'t str,
        mut parts: Vec<Part>,
        file: FileId,
        base: usize,
    ) -> Option<Self> {
        for part in &mut parts {
            (part.start, part.end) = trimmed(line, part.start, part.end);
        }
        let tree = Rc::new(Tree {
            line,
            file,
            base,
            parts,
        });
        (!tree.parts.is_empty()).then_some(Self { tree, at: 0 })
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "a node is only made of the index of a part"
    )]
    fn part(&self) -> &Part {
        &self.tree.parts[self.at]
    }

    pub(crate) fn rule(&self) -> Rule {
        self.part().rule
    }

    /// As written, without blanks around it.
    pub(crate) fn text(&self) -> &'t str {
        let part = self.part();
        self.tree.line.get(part.start..part.end).unwrap_or_default()
    }

    pub(crate) fn span(&self) -> Span {
        let (part, base) = (self.part(), self.tree.base);
        Span::new(self.tree.file, base + part.start, base + part.end)
    }

    /// The text at its place.
    pub(crate) fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.text().to_owned(), self.span())
    }

    /// The parts directly below this one, with their indices.
    fn parts(&self) -> impl Iterator<Item = (usize, &Part)> {
        let end = self.part().next;
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let part = self.tree.parts.get(at).filter(|_| at < end)?;
            Some((std::mem::replace(&mut at, part.next), part))
        })
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = Self> {
        self.parts().map(|(at, _)| self.node(at))
    }

    fn node(&self, at: usize) -> Self {
        let tree = Rc::clone(&self.tree);
        Self { tree, at }
    }

    /// The children made by one rule.
    pub(crate) fn all(&self, rule: Rule) -> impl Iterator<Item = Self> {
        let parts = self.parts().filter(move |(_, part)| part.rule == rule);
        parts.map(|(at, _)| self.node(at))
    }

    /// The first child made by a rule.
    pub(crate) fn find(&self, rule: Rule) -> Option<Self> {
        self.all(rule).next()
    }

    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.parts().any(|(_, part)| part.rule == rule)
    }

    /// The first child.
    pub(crate) fn first(&self) -> Option<Self> {
        self.children().next()
    }
}

/// Trims the spaces from both ends of a stretch of a line.
fn trimmed(line: &str, start: usize, end: usize) -> (usize, usize) {
    let written = line.get(start..end).unwrap_or_default();
    let is_blank = |byte: Option<&u8>| !matches!(byte, Some(b'!'..=b'~'));
    if !is_blank(written.as_bytes().first()) && !is_blank(written.as_bytes().last()) {
        return (start, end);
    }
    let lead = written.len() - written.trim_start().len();
    (start + lead, start + lead + written.trim().len())
}
