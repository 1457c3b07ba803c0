//! Reference pages: their blocks form one ruleset, and every mistake shows its finding.

use std::collections::BTreeSet;

use sandtable::diagnostic::{Code, Diagnostic, Diagnostics, allow};
use sandtable::explain::examples;
use sandtable::model::{self, RuleBook};
use sandtable::roster::Roster;
use sandtable::source::{FileId, SourceMap};
use sandtable::syntax;
use sandtable::syntax::overlay::{Layer, apply_layers};

use super::blocks::{Block, blocks};
use super::{Shown, compare, read};
use crate::harness::findings;

/// Pages, and those of their sections in which nothing can be mistaken.
const PAGES: [(&str, &[&str]); 2] = [("docs/language.md", &["Limits"]), ("docs/units.md", &[])];

/// The ruleset of a page, perhaps with one part more.
struct Ruleset {
    sources: SourceMap,
    diagnostics: Diagnostics,
    book: RuleBook,
    /// The part more.
    extra: Option<FileId>,
}

impl Ruleset {
    fn new(blocks: &[Block], mistake: Option<&Block>) -> Self {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let mut roster = Roster::default();
        let mut files = Vec::new();
        let join = |info: &str| -> String {
            let texts: Vec<&str> = blocks
                .iter()
                .filter(|block| block.info == info)
                .map(|block| block.text.as_str())
                .collect();
            texts.join("\n")
        };
        let (rules, units) = (join("rules"), join("toml"));
        let variants = join("rules,variant");
        let file = sources.add("game.rules", rules.clone());
        files.push(syntax::parse(file, &rules, &mut diagnostics));
        let mut layers = Vec::new();
        let file = sources.add("units.toml", units.clone());
        roster.add(file, &units, &mut diagnostics);
        let mut extra = None;
        if let Some(block) = mistake {
            if block.info.starts_with("rules") {
                let file = sources.add("more.rules", block.text.clone());
                if block.text.starts_with("variant ") {
                    layers.extend(crate::harness::layers(file, &block.text, &mut diagnostics));
                } else {
                    files.push(syntax::parse(file, &block.text, &mut diagnostics));
                }
                extra = Some(file);
            } else {
                let file = sources.add("more.toml", block.text.clone());
                roster.add(file, &block.text, &mut diagnostics);
                extra = Some(file);
            }
        }
        let book = if diagnostics.has_errors() {
            RuleBook::default()
        } else {
            let base = Layer {
                name: "example-game".to_owned(),
                files,
                ids: Vec::new(),
            };
            layers.insert(0, base);
            if mistake.is_none() && !variants.is_empty() {
                check_variants(&mut sources, &variants, &layers, &roster, &mut diagnostics);
            }
            let overlaid = apply_layers(layers, &mut diagnostics);
            model::amend_units(&mut roster, &overlaid, &mut diagnostics);
            if diagnostics.has_errors() {
                RuleBook::default()
            } else {
                model::check(&overlaid.files, &roster, None, &mut diagnostics)
            }
        };
        diagnostics.sort();
        allow(&sources, |_, _| true, &mut diagnostics);
        Self {
            sources,
            diagnostics,
            book,
            extra,
        }
    }

    /// Runs the examples; those of the part more alone, if there is one.
    fn run_examples(&mut self) {
        if self.diagnostics.has_errors() {
            return;
        }
        for example in &self.book.examples {
            if self.extra.is_none_or(|extra| example.span.file == extra) {
                self.diagnostics.extend(
                    examples::run_telling(&self.book, example, Some(&self.sources)).findings,
                );
            }
        }
    }

    /// The findings in the part more.
    fn of_the_mistake(&self) -> String {
        let mut found = Diagnostics::default();
        found.extend(
            self.diagnostics
                .iter()
                .filter(|finding| {
                    let main = finding.labels.first().map(|label| label.span.file);
                    main.is_none() || main == self.extra
                })
                .cloned(),
        );
        findings(&found, &self.sources)
    }
}

/// The variants of a page stand over its ruleset; their examples must pass.
fn check_variants(
    sources: &mut SourceMap,
    text: &str,
    base: &[Layer],
    roster: &Roster,
    diagnostics: &mut Diagnostics,
) {
    let file = sources.add("variants.rules", text);
    let mut layers = base.to_vec();
    // Where the first begins, nothing is left of the base.
    let variants = crate::harness::layers(file, text, diagnostics);
    layers.extend(
        variants
            .into_iter()
            .filter(|layer| layer.variant().is_some()),
    );
    let overlaid = apply_layers(layers, diagnostics);
    let mut roster = roster.clone();
    model::amend_units(&mut roster, &overlaid, diagnostics);
    let book = model::check(&overlaid.files, &roster, None, diagnostics);
    assert!(!book.examples.is_empty() || diagnostics.has_errors());
    for example in &book.examples {
        diagnostics.extend(examples::run(&book, example).findings);
    }
}

#[test]
fn every_snippet_runs() {
    for (page, _) in PAGES {
        let blocks = blocks(&read(page));
        let mut ruleset = Ruleset::new(&blocks, None);
        ruleset.run_examples();
        // A reference shows declarations that nothing reads.
        let mut others = Diagnostics::default();
        let read = |finding: &&Diagnostic| finding.code != Code::NeverUsed;
        others.extend(ruleset.diagnostics.iter().filter(read).cloned());
        let text = findings(&others, &ruleset.sources);
        assert!(others.is_empty(), "{page}\n{text}");
        assert!(!ruleset.book.examples.is_empty(), "{page} has no example");
    }
}

#[test]
fn every_mistake_shows_its_finding() {
    for (page, _) in PAGES {
        let text = read(page);
        let blocks = blocks(&text);
        let mut shown = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            if !block.info.ends_with(",mistake") {
                continue;
            }
            let mut ruleset = Ruleset::new(&blocks, Some(block));
            ruleset.run_examples();
            let next = blocks.get(at + 1).filter(|next| next.info == "text");
            let next = next.unwrap_or_else(|| panic!("{page}:{} shows no finding", block.line + 1));
            let found = ruleset.of_the_mistake();
            assert_ne!(
                found,
                "no findings\n",
                "{page}:{} is no mistake",
                block.line + 1
            );
            shown.push(Shown {
                line: next.line,
                wanted: next.text.clone(),
                found,
            });
        }
        compare(page, &text, &shown);
    }
}

#[test]
fn every_section_shows_a_mistake() {
    for (page, without) in PAGES {
        let text = read(page);
        let with: BTreeSet<String> = blocks(&text)
            .into_iter()
            .filter(|block| block.info.ends_with(",mistake"))
            .map(|block| block.section)
            .collect();
        for section in text.lines().filter_map(|line| line.strip_prefix("## ")) {
            assert!(
                with.contains(section) || without.contains(&section),
                "{page}: `{section}` shows no mistake"
            );
        }
    }
}
