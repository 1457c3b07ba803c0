//! A parsed pair and where its line stands in the file.

use pest::iterators::Pair;

use super::grammar::Rule;
use sandtable_source::{FileId, Span, Spanned};

/// A pair of pest with the place of its line: spans come out relative to the file.
#[derive(Debug, Clone)]
pub(crate) struct Node<'t> {
    pair: Pair<'t, Rule>,
    file: FileId,
    /// Offset of the line in the file.
    base: usize,
}

impl<'t> Node<'t> {
    pub(crate) fn new(pair: Pair<'t, Rule>, file: FileId, base: usize) -> Self {
        Self { pair, file, base }
    }

    pub(crate) fn rule(&self) -> Rule {
        self.pair.as_rule()
    }

    /// As written, without blanks around it.
    pub(crate) fn text(&self) -> &'t str {
        self.pair.as_str().trim()
    }

    pub(crate) fn span(&self) -> Span {
        let written = self.pair.as_str();
        let start = self.base + self.pair.as_span().start();
        let lead = written.len() - written.trim_start().len();
        Span::new(self.file, start + lead, start + lead + written.trim().len())
    }

    /// The text at its place.
    pub(crate) fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.text().to_owned(), self.span())
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = Self> {
        let (file, base) = (self.file, self.base);
        self.pair
            .clone()
            .into_inner()
            .map(move |pair| Self { pair, file, base })
    }

    /// The children made by one rule.
    pub(crate) fn all(&self, rule: Rule) -> impl Iterator<Item = Self> {
        self.children().filter(move |child| child.rule() == rule)
    }

    /// The first child made by a rule.
    pub(crate) fn find(&self, rule: Rule) -> Option<Self> {
        self.all(rule).next()
    }

    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.find(rule).is_some()
    }

    /// The first child.
    pub(crate) fn first(&self) -> Option<Self> {
        self.children().next()
    }
}
