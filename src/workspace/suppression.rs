//! Suppression of cascading findings: those that may only follow from a line that cannot be read.
//!
//! A broken line may have declared names. Findings in its own declaration are suppressed, and so are findings in
//! declarations that mention a possibly undeclared name, transitively through kinds; all others are reported. The analysis is
//! over words, before names are resolved, and conservative: it errs by a finding too few, until the line is mended.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, Severity, suggest};
use sandtable_source::{FileId, SourceMap, Span};
use sandtable_syntax::ast::{self, Item};
use sandtable_syntax::{KeywordKind, is_keyword, keywords};

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

    fn name(&self) -> Option<&'s str> {
        let head = self.head();
        words(head.strip_prefix("replace ").unwrap_or(head)).nth(1)
    }

    /// Whether it says what the files are.
    fn begins(&self) -> bool {
        ["ruleset", "variant"].contains(&self.keyword())
    }

    /// Whether it changes what stands elsewhere.
    fn changes(&self) -> bool {
        let head = self.head();
        let mut changes = ["replace ", "amend ", "remove "].iter();
        changes.any(|word| head.starts_with(word))
    }

    fn keyword(&self) -> &'s str {
        let head = self.head();
        let head = head.strip_prefix("replace ").unwrap_or(head);
        let first = head.split_whitespace().next().unwrap_or_default();
        suggest::nearest(first, keywords(KeywordKind::Declaration)).unwrap_or(first)
    }
}

/// Which findings are suppressed.
#[derive(Debug)]
pub(crate) struct Suppression<'s> {
    sources: &'s SourceMap,
    /// Declarations with a line that cannot be read.
    broken: Vec<Block<'s>>,
    /// Names that those lines may have declared.
    undeclared: BTreeSet<&'s str>,
}

impl<'s> Suppression<'s> {
    /// Takes the findings so far and the items that could be read.
    pub(crate) fn new(sources: &'s SourceMap, found: &Diagnostics, rules: &'s [ast::File]) -> Self {
        let mut suppression = Self {
            sources,
            broken: Vec::new(),
            undeclared: BTreeSet::new(),
        };
        let errors = found
            .iter()
            .filter(|finding| finding.severity() == Severity::Error);
        let places: Vec<Span> = errors
            .flat_map(|finding| &finding.labels)
            .map(|label| label.span)
            .collect();
        for place in &places {
            if let Some(block) = suppression.block(*place)
                && !suppression.broken.contains(&block)
            {
                suppression.broken.push(block);
            }
        }
        if suppression.broken.is_empty() {
            return suppression;
        }
        let (names, others) = declared(sources, rules, &suppression.broken);
        for block in &suppression.broken {
            // A parameter of another rule may have the same name, a word of a scale that of a face.
            let mut own: Vec<&str> = block.name().into_iter().collect();
            for line in unread(block, &places) {
                own.extend(words(line).find(|word| !is_keyword(word)));
            }
            // A stat or track may have the name of a declaration, which says nothing of it.
            let members: Vec<&str> = match block.keyword() {
                "kind" => unread(block, &places).into_iter().flat_map(words).collect(),
                _ => Vec::new(),
            };
            let lost = may_declare(block, &places, rules).into_iter();
            let is_other = |word: &&str| !own.contains(word) && others.contains(word);
            suppression.undeclared.extend(lost.filter(|word| {
                let is_known = names.contains(word) && !members.contains(word);
                !is_known && !is_other(word) && !is_keyword(word)
            }));
            suppression.undeclared.extend(linked(block, &places, rules));
        }
        suppression.propagate(rules);
        suppression
    }

    /// Propagates along kinds, to the fixpoint: a sound line whose type may be undeclared declares nothing either.
    fn propagate(&mut self, rules: &[ast::File]) {
        let items = rules.iter().flat_map(|file| &file.items);
        let kinds = items.filter(|item| matches!(item.value, Item::Kind(_)));
        let blocks: Vec<Block<'s>> = kinds.filter_map(|item| self.block(item.span)).collect();
        let mut is_growing = !self.undeclared.is_empty();
        while is_growing {
            let n_undeclared = self.undeclared.len();
            for line in blocks.iter().flat_map(|block| block.text.lines().skip(1)) {
                let mut of_line = words(line).filter(|word| !is_keyword(word));
                let name = of_line.next();
                if of_line.any(|word| self.undeclared.contains(word)) {
                    self.undeclared.extend(name);
                }
            }
            is_growing = self.undeclared.len() > n_undeclared;
        }
    }

    /// Reports the findings that do not depend on a broken line.
    pub(crate) fn report_independent(&self, found: &Diagnostics, diagnostics: &mut Diagnostics) {
        let all = found.iter().chain(found.notes());
        diagnostics.extend(all.filter(|finding| !self.is_consequence(finding)).cloned());
    }

    fn is_consequence(&self, finding: &Diagnostic) -> bool {
        let dependency = dependency_of(finding.code);
        if self.broken.is_empty() {
            return false;
        }
        let mut places = finding.labels.iter().map(|label| label.span);
        let depends_at = |place: Span| {
            let Some(block) = self.block(place) else {
                return true;
            };
            let is_named = || {
                let mut here = words(self.sources.text(place));
                here.any(|word| self.broken.iter().any(|block| block.text.contains(word)))
            };
            self.broken.contains(&block)
                || block.changes() && self.broken.iter().any(Block::begins)
                || words(block.text).any(|word| self.undeclared.contains(word))
                || dependency == Dependency::Names && is_named()
        };
        let is_nameless = finding.code == Code::NoRuleset && self.broken.iter().any(Block::begins);
        let depends_on_all = finding.labels.is_empty() || dependency == Dependency::All;
        depends_on_all || is_nameless || places.any(depends_at)
    }

    /// The declaration at a place.
    fn block(&self, place: Span) -> Option<Block<'s>> {
        let source = self.sources.get(place.file)?;
        let (text, is_units) = (&*source.text, source.name.ends_with(".toml"));
        let mut block: Option<Block<'s>> = None;
        let (mut at, mut goes_on) = (0, false);
        for line in text.split_inclusive('\n') {
            let is_head = match is_units {
                // `[[vehicle.tiger.guns]]` belongs to the vehicle.
                true => line.starts_with('[') && line.matches('.').count() < 2,
                false => !goes_on && !line.starts_with([' ', '\t', '#', '\n', '\r']),
            };
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

/// Which declarations a finding depends on besides the declarations that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dependency {
    Nothing,
    /// Those that may name what it is about.
    Names,
    /// Those of all the rules that are called.
    All,
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a new code mostly depends on what it shows; the law of broken lines tells if it does not"
)]
fn dependency_of(code: Code) -> Dependency {
    match code {
        Code::NoRuleset
        | Code::UnknownSection
        | Code::NeverUsed
        | Code::NeverOffered
        | Code::NotInBase
        | Code::ConflictingVariants
        | Code::ChangesNothing
        | Code::TrackNeverChanges
        | Code::TrackNeverRead
        | Code::TriggerNeverFires
        | Code::NeverEntered => Dependency::Names,
        Code::NeverReached
        | Code::Endless
        | Code::AlwaysSo
        | Code::MayFallOff
        | Code::RowNeverReached
        | Code::NoUnitUses
        | Code::LoopInVain
        | Code::NotLookedThrough => Dependency::All,
        _ => Dependency::Nothing,
    }
}

/// Words that may be names, without punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    let code = lines.map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '-'))
        .map(|word| word.trim_matches('-'))
        .filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
}

/// Names that are certainly declared: those of declarations, and those declared within them.
fn declared<'s>(
    sources: &'s SourceMap,
    rules: &'s [ast::File],
    broken: &[Block<'s>],
) -> (BTreeSet<&'s str>, BTreeSet<&'s str>) {
    let (mut names, mut others) = (BTreeSet::new(), BTreeSet::new());
    for item in rules.iter().flat_map(|file| &file.items) {
        if let Some(head) = item.value.head() {
            names.insert(head.name.value.as_str());
            let parameters = head.parameters.iter().flatten();
            others.extend(parameters.map(|parameter| parameter.name.value.as_str()));
        }
        let is_broken = broken.iter().any(|block| block.has(item.span));
        if declares_words(&item.value) && !is_broken {
            let text = sources.get(item.span.file);
            let text = text.and_then(|file| file.text.get(item.span.start..item.span.end));
            others.extend(words(text.unwrap_or_default()));
        }
    }
    (names, others)
}

fn declares_words(item: &Item) -> bool {
    matches!(item, Item::Scale(_) | Item::Die(_) | Item::Kind(_))
}

/// The broken lines of a declaration.
fn unread<'s>(block: &Block<'s>, places: &[Span]) -> Vec<&'s str> {
    let mut at = block.start;
    let lines = block.text.split_inclusive('\n').filter(|line| {
        let here = at..at + line.len();
        at += line.len();
        let mut places = places.iter();
        places.any(|place| place.file == block.file && here.contains(&place.start))
    });
    lines.collect()
}

/// Names declared elsewhere to which broken lines refer: kinds of parts of a kind, the window of a reaction.
fn linked<'s>(block: &Block<'s>, places: &[Span], rules: &[ast::File]) -> Vec<&'s str> {
    match block.keyword() {
        "kind" => {}
        "reaction" => return block.name().into_iter().collect(),
        _ => return Vec::new(),
    }
    let items = rules.iter().flat_map(|file| &file.items);
    let kinds = items.filter_map(|item| {
        if let Item::Kind(kind) = &item.value {
            Some(kind.head.name.value.as_str())
        } else {
            None
        }
    });
    let kinds: BTreeSet<&str> = kinds.collect();
    let below = unread(block, places).into_iter();
    let below = below.filter(|line| line.starts_with(' '));
    let below = below.flat_map(words);
    below.filter(|word| kinds.contains(word)).collect()
}

/// Names that broken lines may have declared.
fn may_declare<'s>(block: &Block<'s>, places: &[Span], rules: &[ast::File]) -> Vec<&'s str> {
    let mut items = rules.iter().flat_map(|file| &file.items);
    let is_read = items.any(|item| block.has(item.span));
    let keyword = block.keyword();
    if keyword == "amend" {
        return unread(block, places).into_iter().flat_map(words).collect();
    }
    let has_parts = ["kind", "scale", "die"].contains(&keyword);
    if !keywords(KeywordKind::Declaration).any(|known| known == keyword) {
        // Prose, a unit file, or a word that means nothing: everything in it.
        return words(block.text).collect();
    }
    match (is_read, has_parts) {
        (true, true) => unread(block, places).into_iter().flat_map(words).collect(),
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
