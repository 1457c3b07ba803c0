//! A ruleset, checked: every finding in its rules and units.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Effort;
use crate::load::Bundle;
use crate::suppression::Held;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, allow};
use sandtable_lint as lint;
use sandtable_lint::book_index::{against, without_example};
use sandtable_lint::trial::{FINDS, tried};
use sandtable_model::{self as model, RuleBook};
use sandtable_roster::{self as roster, Force, Index, NumberedRule, Roster};
use sandtable_source::{FileId, SourceMap, Spanned};
use sandtable_syntax::markdown::{Draft, is_markdown, read_markdown};
use sandtable_syntax::overlay::{Layer, Overlaid, Override, apply_layers};
use sandtable_syntax::{self as syntax, ast};

/// A ruleset, read, checked and looked through.
#[derive(Debug, Clone, Default)]
pub struct Analysis {
    pub(crate) bundle: Bundle,
    /// Of a variant's base what it leaves.
    trees: Vec<ast::File>,
    overrides: Vec<Override>,
    base_examples: Vec<Spanned<ast::Item>>,
    roster: Roster,
    index: Option<Index>,
    book: Arc<RuleBook>,
    diagnostics: Diagnostics,
}

impl Analysis {
    /// The name of the ruleset: as asked for, or that of its folder; with those of further variants in force.
    pub fn name(&self) -> &str {
        &self.bundle.name
    }

    /// All its texts.
    pub fn sources(&self) -> &SourceMap {
        &self.bundle.sources
    }

    /// Which texts are which: the base first, then its variants.
    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// The rules in force, file by file.
    pub fn trees(&self) -> &[ast::File] {
        &self.trees
    }

    /// Which line of a variant beats which of its base.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// Examples of a base below the variants; they are not part of the book.
    pub fn base_examples(&self) -> &[Spanned<ast::Item>] {
        &self.base_examples
    }

    /// The units in force.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The book's numbered rules, if the `ruleset` line names an index or the rules stand below headings.
    pub fn index(&self) -> Option<&Index> {
        self.index.as_ref()
    }

    /// The rulebook; empty if a line cannot be read.
    pub fn book(&self) -> &Arc<RuleBook> {
        &self.book
    }

    /// Every finding, by file and place.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The analysis of what could not be loaded.
    pub(crate) fn not_loaded(name: &str, diagnostics: Diagnostics) -> Self {
        let name = name.to_owned();
        Self {
            bundle: Bundle {
                name,
                ..Bundle::default()
            },
            diagnostics,
            ..Self::default()
        }
    }
}

/// Reads and checks all texts of a ruleset.
pub(crate) fn analyse(bundle: Bundle, effort: Effort) -> Analysis {
    let effort = effort.of_trial();
    let mut found = Diagnostics::default();
    let diagnostics = &mut found;
    let mut roster = Roster::default();
    for file in bundle.unit_files() {
        if let Some(source) = bundle.sources.get(file) {
            roster.add(file, &source.text, diagnostics);
        }
    }
    for file in bundle.map_files() {
        if let (Some(source), Some(name)) = (bundle.sources.get(file), bundle.map_name(file)) {
            roster.add_map(name, file, &source.text, diagnostics);
        }
    }
    let (mut layers, mut drafts, mut not_kept_up) = (Vec::new(), Vec::new(), Vec::new());
    for layer in &bundle.layers {
        let mut files = Vec::new();
        for file in &layer.rule_files {
            let Some(source) = bundle.sources.get(*file) else {
                continue;
            };
            if is_markdown(&source.name) {
                let draft = read_markdown(*file, &source.text);
                roster.add(*file, &draft.units, diagnostics);
                let mut tree = syntax::parse(*file, &draft.rules, diagnostics);
                draft.cite(&mut tree);
                not_kept_up.extend(draft.not_kept_up(&tree));
                files.push(tree);
                drafts.push(draft);
            } else {
                files.push(syntax::parse(*file, &source.text, diagnostics));
            }
        }
        layers.push(Layer {
            name: layer.name.clone(),
            files,
            ids: layer.rule_files.clone(),
        });
    }
    // What a broken line of a base says is not there for its variants.
    let mut of_overlay = Diagnostics::default();
    let mut overlaid = apply_layers(layers, &mut of_overlay);
    let of_units = model::amend_units(&mut roster, &overlaid, &mut of_overlay);
    overlaid
        .overrides
        .extend(of_units.into_iter().map(|mut one| {
            one.loser = owner(&bundle, one.loser_place.file);
            one
        }));
    let Overlaid {
        files: rules,
        overrides,
        base_examples,
        ..
    } = overlaid;
    // What could follow from a line that cannot be read would only be noise.
    Held::new(&bundle.sources, diagnostics, &rules).pass(&of_overlay, diagnostics);
    let held = Held::new(&bundle.sources, diagnostics, &rules);
    let is_broken = diagnostics.has_errors();
    let numbered = index(&bundle, &rules, diagnostics);
    let headings = || headings(&drafts);
    let sections = sections(&bundle, numbered.as_ref()).or_else(|| Some(headings()?.titles()));
    let mut of_rules = Diagnostics::default();
    let book = model::check(&rules, &roster, sections, &mut of_rules);
    if !of_rules.has_errors() {
        lint::run(&book, &mut of_rules);
    }
    of_rules.retain(|finding| is_of_an_index(&bundle, finding));
    held.pass(&of_rules, diagnostics);
    let mut book = match is_broken {
        true => RuleBook::default(),
        false => book,
    };
    if let Some(index) = numbered.as_ref().filter(|_| !diagnostics.has_errors()) {
        against(index, &rules, diagnostics);
    }
    if let Some(effort) = effort.filter(|_| !diagnostics.has_errors()) {
        tried(&mut book, effort, diagnostics);
        if let Some(index) = numbered.as_ref().filter(|_| effort.is_thorough()) {
            without_example(index, &rules, &book, diagnostics);
        }
    }
    let index = numbered.or_else(headings);
    diagnostics.extend(drafts.iter().flat_map(Draft::not_yet_executable));
    diagnostics.extend(not_kept_up);
    diagnostics.sort();
    let own = bundle.layers.last();
    let is_sought = |file, code| {
        (effort.is_some_and(|effort| effort.is_thorough())
            || !FINDS.contains(&code) && code != Code::NotExercised)
            && own.is_none_or(|own| {
                let mut files = own.unit_files.iter().chain(&own.map_files);
                files.any(|own| *own == file) || own.rule_files.contains(&file)
            })
    };
    allow(&bundle.sources, is_sought, diagnostics);
    Analysis {
        bundle,
        trees: rules,
        overrides,
        base_examples,
        roster,
        index,
        book: Arc::new(book),
        diagnostics: found,
    }
}

/// The headings of drafts, which are the sections of the book unless it has an index.
fn headings(drafts: &[Draft]) -> Option<Index> {
    let sections = drafts.iter().flat_map(|draft| &draft.sections);
    let mut rules: Vec<NumberedRule> = Vec::new();
    for section in sections {
        if rules.iter().any(|rule| rule.id == section.id) {
            continue;
        }
        let speaks = section.has_rules || section.speaks_of.is_some();
        rules.push(NumberedRule {
            id: section.id.clone(),
            title: section.title.clone(),
            section: section.id.clone(),
            force: if speaks {
                Force::Executable
            } else {
                Force::Advice
            },
            unclear: None,
            contradiction: None,
            reading: String::new(),
            reason: String::new(),
        });
    }
    (!rules.is_empty()).then_some(Index { rules })
}

/// The name of the layer that a file belongs to.
fn owner(bundle: &Bundle, file: FileId) -> String {
    let owners = bundle.layers.iter();
    let mut owners =
        owners.filter(|layer| layer.unit_files.contains(&file) || layer.rule_files.contains(&file));
    owners
        .next()
        .map_or_else(String::new, |layer| layer.name.clone())
}

/// The titles of the sections that the book and its base have; the base may have no index.
fn sections(bundle: &Bundle, index: Option<&Index>) -> Option<BTreeMap<String, String>> {
    let mut titles = index?.titles();
    for layer in &bundle.layers {
        let file = layer
            .index_file
            .filter(|file| Some(*file) != bundle.index_file);
        if let Some((file, source)) = file.and_then(|file| Some((file, bundle.sources.get(file)?)))
        {
            // What is wrong with the index of a base is told where the base is checked.
            let other = roster::read_index(file, &source.text, &mut Diagnostics::default());
            titles.extend(other.titles());
        }
    }
    Some(titles)
}

/// A ruleset without an index of its own may cite what it likes; the headings of a draft are its index.
fn is_of_an_index(bundle: &Bundle, finding: &Diagnostic) -> bool {
    let file = finding.labels.first().map(|label| label.span.file);
    let source = file.and_then(|file| bundle.sources.get(file));
    finding.code != Code::UnknownSection
        || source.is_some_and(|source| is_markdown(&source.name))
        || bundle.layers.iter().any(|layer| {
            layer.index_file.is_some() && file.is_some_and(|file| layer.rule_files.contains(&file))
        })
}

/// The book's numbered rules, if the `ruleset` line names an index.
fn index(bundle: &Bundle, rules: &[ast::File], diagnostics: &mut Diagnostics) -> Option<Index> {
    let items = rules.iter().flat_map(|file| &file.items);
    let named = items
        .filter_map(|item| {
            if let ast::Item::Ruleset(ruleset) = &item.value {
                ruleset.index.as_ref()
            } else {
                None
            }
        })
        .next()?;
    let file = bundle.index_file.filter(|_| named.value == "index.toml");
    let Some((file, source)) = file.and_then(|file| Some((file, bundle.sources.get(file)?))) else {
        diagnostics.push(
            Diagnostic::new(
                Code::UnreadableFile,
                format!("there is no index `{}`", named.value),
            )
            .label(named.span, "")
            .help("the index stands beside the rule files and is called `index.toml`"),
        );
        return None;
    };
    Some(roster::read_index(file, &source.text, diagnostics))
}
