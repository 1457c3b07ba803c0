//! Reference pages: their blocks form one ruleset, and every mistake shows its finding.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable::diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable::explain::examples;
use sandtable::source::{FileId, SourceFile, SourceMap};
use sandtable::workspace::{Analysis, Effort};

use super::blocks::{Block, blocks};
use super::{Shown, compare, read};
use crate::harness::{Case, Checked, findings};

/// Pages, and those of their sections in which nothing can be mistaken.
const PAGES: [(&str, &[&str]); 2] = [("docs/language.md", &["Limits"]), ("docs/units.md", &[])];

/// The ruleset of a page, perhaps with one part more.
struct Ruleset {
    sources: SourceMap,
    diagnostics: Diagnostics,
    analysis: Arc<Analysis>,
    /// The part more, as it is shown.
    extra: Option<FileId>,
    /// The same in the analysis.
    extra_file: Option<FileId>,
}

impl Ruleset {
    fn new(blocks: &[Block], mistake: Option<&Block>) -> Self {
        let join = |info: &str| -> String {
            let texts: Vec<&str> = blocks
                .iter()
                .filter(|block| block.info == info)
                .map(|block| block.text.as_str())
                .collect();
            texts.join("\n")
        };
        let mut case = Case::named("example-game");
        case.add(
            "rules/example-game/game.rules",
            "game.rules",
            &join("rules"),
        );
        case.add("units/example-game/units.toml", "units.toml", &join("toml"));
        match mistake {
            Some(block) if block.text.starts_with("variant ") => {
                case.add_variants("more.rules", &block.text);
            }
            Some(block) if block.info.starts_with("rules") => {
                case.add("rules/example-game/more.rules", "more.rules", &block.text);
            }
            Some(block) => case.add("units/example-game/more.toml", "more.toml", &block.text),
            None => {}
        }
        let Checked {
            analysis,
            diagnostics,
            sources,
        } = case.checked(Effort::None);
        let is_extra = |name: &str| name.rsplit('/').next().unwrap().starts_with("more.");
        let extra = |sources: &SourceMap| {
            let mut files = sources.files();
            files
                .find(|(_, file)| is_extra(&file.name))
                .map(|(id, _)| id)
        };
        Self {
            extra: extra(&sources),
            extra_file: extra(analysis.sources()),
            sources,
            diagnostics,
            analysis,
        }
    }

    /// Runs the examples; those of the part more alone, if there is one.
    fn run_examples(&mut self) {
        if self.diagnostics.has_errors() {
            return;
        }
        let (book, sources) = (self.analysis.book(), self.analysis.sources());
        let mut found = Vec::new();
        for example in book.examples.iter() {
            if self
                .extra_file
                .is_none_or(|extra| example.span.file == extra)
            {
                found.extend(examples::run_telling(book, example, Some(sources)).findings);
            }
        }
        self.diagnostics
            .extend(found.into_iter().map(|mut finding| {
                for label in &mut finding.labels {
                    let name = &sources.get(label.span.file).unwrap().name;
                    let shown = |(_, file): &(FileId, &SourceFile)| {
                        name.rsplit('/').next() == Some(file.name.as_str())
                    };
                    label.span.file = self.sources.files().find(shown).unwrap().0;
                }
                finding
            }));
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
fn check_variants(page: &str, blocks: &[Block]) {
    let join = |info: &str| -> String {
        let texts = blocks.iter().filter(|block| block.info == info);
        texts.map(|block| format!("{}\n", block.text)).collect()
    };
    let variants = join("rules,variant");
    if variants.is_empty() {
        return;
    }
    let mut case = Case::named("example-game");
    case.add(
        "rules/example-game/game.rules",
        "game.rules",
        &join("rules"),
    );
    case.add("units/example-game/units.toml", "units.toml", &join("toml"));
    case.add_variants("variants.rules", &variants);
    let Checked {
        analysis,
        diagnostics,
        sources,
    } = case.checked(Effort::None);
    assert!(
        !diagnostics.has_errors(),
        "{page}\n{}",
        findings(&diagnostics, &sources)
    );
    let book = analysis.book();
    assert!(
        !book.examples.is_empty(),
        "{page}: its variants have no example"
    );
    for example in book.examples.iter() {
        let mut found = Diagnostics::default();
        found.extend(examples::run(book, example).findings);
        assert!(
            found.is_empty(),
            "{page}\n{}",
            findings(&found, analysis.sources())
        );
    }
}

#[test]
fn every_snippet_runs() {
    for (page, _) in PAGES {
        let blocks = blocks(&read(page));
        let mut ruleset = Ruleset::new(&blocks, None);
        ruleset.run_examples();
        check_variants(page, &blocks);
        // A reference shows declarations that nothing reads.
        let mut others = Diagnostics::default();
        let read = |finding: &&Diagnostic| finding.code != Code::NeverUsed;
        others.extend(ruleset.diagnostics.iter().filter(read).cloned());
        let text = findings(&others, &ruleset.sources);
        assert!(others.is_empty(), "{page}\n{text}");
        assert!(
            !ruleset.analysis.book().examples.is_empty(),
            "{page} has no example"
        );
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
