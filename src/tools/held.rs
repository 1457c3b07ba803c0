//! What is held back while a line cannot be read: only what could follow from it.
//!
//! A line that cannot be read may have declared something. Findings in the declaration that it stands in are held back, and
//! findings in declarations that name what it may have declared; all others are as good as ever. Words are looked at, not
//! meanings: rather a finding too few, until the line is put right.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, suggest};
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::ast::{self, Item};
use crate::syntax::{declaration_keywords, is_keyword};

/// A declaration: a line at the left edge and all that is indented below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block<'s> {
    file: FileId,
    start: usize,
    text: &'s str,
}

impl<'s> Block<'s> {
    fn has(&self, span: Span) -> bool {
        let end = self.start + self.text.len();
        span.file == self.file && (self.start..end).contains(&span.start)
    }

    fn head(&self) -> &'s str {
        self.text.lines().next().unwrap_or_default()
    }

    fn keyword(&self) -> &'s str {
        let first = self.head().split_whitespace().next().unwrap_or_default();
        suggest::nearest(first, declaration_keywords().iter().copied()).unwrap_or(first)
    }
}

/// What findings are held back.
#[derive(Debug)]
pub struct Held<'s> {
    sources: &'s SourceMap,
    /// Declarations with a line that cannot be read.
    broken: Vec<Block<'s>>,
    /// What those lines may have declared.
    lost: BTreeSet<&'s str>,
    /// Everything that stands in them.
    named: BTreeSet<&'s str>,
}

impl<'s> Held<'s> {
    /// `found` are the findings so far, `rules` what could be read.
    pub fn new(sources: &'s SourceMap, found: &Diagnostics, rules: &'s [ast::File]) -> Self {
        let mut held = Self {
            sources,
            broken: Vec::new(),
            lost: BTreeSet::new(),
            named: BTreeSet::new(),
        };
        let errors = found
            .iter()
            .filter(|finding| finding.severity() == Severity::Error);
        let places: Vec<Span> = errors
            .flat_map(|finding| &finding.labels)
            .map(|label| label.span)
            .collect();
        for place in &places {
            if let Some(block) = held.block(*place)
                && !held.broken.contains(&block)
            {
                held.broken.push(block);
            }
        }
        if held.broken.is_empty() {
            return held;
        }
        let known = declared(sources, rules, &held.broken);
        for block in &held.broken {
            held.named.extend(words(block.text));
            let may_declare = may_declare(block, &places, rules);
            let lost = may_declare.into_iter();
            held.lost
                .extend(lost.filter(|word| !known.contains(word) && !is_keyword(word)));
        }
        held
    }

    /// Hands on what cannot follow from a line that cannot be read.
    pub fn pass(&self, found: &Diagnostics, diagnostics: &mut Diagnostics) {
        let all = found.iter().chain(found.notes());
        diagnostics.extend(all.filter(|finding| !self.holds(finding)).cloned());
    }

    fn holds(&self, finding: &Diagnostic) -> bool {
        if self.broken.is_empty() {
            return false;
        }
        let mut places = finding.labels.iter().map(|label| label.span);
        finding.labels.is_empty()
            || places.any(|place| {
                let Some(block) = self.block(place) else {
                    return true;
                };
                let is_named = || {
                    let mut here = words(self.sources.text(place));
                    here.any(|word| self.named.contains(word))
                };
                self.broken.contains(&block)
                    || words(block.text).any(|word| self.lost.contains(word))
                    || rests_on_others(finding.code) && is_named()
            })
    }

    /// The declaration at a place.
    fn block(&self, place: Span) -> Option<Block<'s>> {
        let text = self.sources.get(place.file)?.text.as_str();
        let mut block: Option<Block<'s>> = None;
        let (mut at, mut goes_on) = (0, false);
        for line in text.split_inclusive('\n') {
            let is_head = !goes_on && !line.starts_with([' ', '\t', '#', '\n', '\r']);
            if is_head {
                if block.is_some_and(|block| block.has(place)) {
                    return block;
                }
                block = Some(Block {
                    file: place.file,
                    start: at,
                    text: "",
                });
            }
            at += line.len();
            if let Some(block) = &mut block {
                block.text = text.get(block.start..at)?;
            }
            let code = line.split('#').next().unwrap_or_default();
            goes_on = code.trim_end().ends_with(',');
        }
        // What stands at the very end belongs to the last.
        block
    }
}

/// Findings that a line elsewhere may take away: a name that is used there, a rule that is called there.
fn rests_on_others(code: Code) -> bool {
    matches!(
        code,
        Code::NoRuleset
            | Code::UnknownSection
            | Code::NeverUsed
            | Code::NeverOffered
            | Code::NotInBase
            | Code::ConflictingVariants
            | Code::ChangesNothing
            | Code::RowNeverReached
            | Code::NoUnitUses
            | Code::TrackNeverChanges
            | Code::TrackNeverRead
            | Code::TriggerNeverFires
            | Code::NeverEntered
    )
}

/// What may be a name or a word, without its `.` and brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    let code = lines.map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '-'))
        .map(|word| word.trim_matches('-'))
        .filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
}

/// What is declared for certain.
fn declared<'s>(
    sources: &'s SourceMap,
    rules: &'s [ast::File],
    broken: &[Block<'s>],
) -> BTreeSet<&'s str> {
    let mut known = BTreeSet::new();
    for item in rules.iter().flat_map(|file| &file.items) {
        if let Some(head) = item.value.head() {
            known.insert(head.name.value.as_str());
            let parameters = head.parameters.iter().flatten();
            known.extend(parameters.map(|parameter| parameter.name.value.as_str()));
        }
        let is_broken = broken.iter().any(|block| block.has(item.span));
        if declares_words(&item.value) && !is_broken {
            let text = sources.get(item.span.file);
            let text = text.and_then(|file| file.text.get(item.span.start..item.span.end));
            known.extend(words(text.unwrap_or_default()));
        }
    }
    known
}

fn declares_words(item: &Item) -> bool {
    matches!(item, Item::Scale(_) | Item::Die(_) | Item::Kind(_))
}

/// What lines that cannot be read may have declared.
fn may_declare<'s>(block: &Block<'s>, places: &[Span], rules: &[ast::File]) -> Vec<&'s str> {
    let mut items = rules.iter().flat_map(|file| &file.items);
    let is_read = items.any(|item| block.has(item.span));
    let keyword = block.keyword();
    let has_parts = ["kind", "scale", "die"].contains(&keyword);
    if !declaration_keywords().contains(&keyword) {
        // Prose, a unit file, or a word that means nothing: everything in it.
        return words(block.text).collect();
    }
    match (is_read, has_parts) {
        (true, true) => {
            let mut at = block.start;
            let lines = block.text.split_inclusive('\n').filter(|line| {
                let here = at..at + line.len();
                at += line.len();
                let mut places = places.iter();
                places.any(|place| place.file == block.file && here.contains(&place.start))
            });
            lines.flat_map(words).collect()
        }
        // What it comes to stands in its head.
        (true, false) => Vec::new(),
        (false, true) => words(block.text).collect(),
        (false, false) => {
            let head = block.head();
            let end = head.find(['(', '"', '[', ':', '=']).unwrap_or(head.len());
            let name = head.get(..end).unwrap_or_default();
            let outcomes = head.split_once("->").map_or("", |(_, behind)| behind);
            words(name).skip(1).chain(words(outcomes)).collect()
        }
    }
}
