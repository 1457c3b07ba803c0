//! The parts of a parsed line, with their spans in the file.

use std::rc::Rc;

use pest::Token;
use pest::iterators::Pairs;

use super::grammar::Rule;
use sandtable_source::{FileId, Span, Spanned};

/// A part of a line, made by one rule of the grammar.
#[derive(Debug)]
struct Part {
    rule: Rule,
    /// Its text in the line, without surrounding spaces.
    start: usize,
    end: usize,
    /// The index after its last descendant.
    next: usize,
}

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
///
/// The tokens of pest are converted once; its own pairs count their children at every access.
#[derive(Debug, Clone)]
pub(crate) struct Node<'t> {
    tree: Rc<Tree<'t>>,
    /// INVARIANT: the index of a part of the tree.
    at: usize,
}

impl<'t> Node<'t> {
    /// The root of a line at offset `base` of a file; `None` if the parser gave nothing back.
    pub(crate) fn new(
        line: &'t str,
        pairs: Pairs<'t, Rule>,
        file: FileId,
        base: usize,
    ) -> Option<Self> {
        let tokens = pairs.tokens();
        let mut parts: Vec<Part> = Vec::with_capacity(tokens.size_hint().0 / 2);
        let mut open: Vec<usize> = Vec::new();
        for token in tokens {
            match token {
                Token::Start { rule, pos } => {
                    open.push(parts.len());
                    parts.push(Part {
                        rule,
                        start: pos.pos(),
                        end: pos.pos(),
                        next: 0,
                    });
                }
                Token::End { pos, .. } => {
                    let next = parts.len();
                    if let Some(part) = open.pop().and_then(|at| parts.get_mut(at)) {
                        (part.start, part.end) = trimmed(line, part.start, pos.pos());
                        part.next = next;
                    }
                }
            }
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
