//! A ruleset, checked: every finding in its rules and units.

use std::collections::BTreeMap;

use crate::load::Bundle;
use crate::suppression::Held;
use sandtable_diagnostic::{Code, Diagnostic, Diagnostics, allow};
use sandtable_lint as lint;
use sandtable_lint::book_index::{against, without_example};
use sandtable_lint::trial::{Effort, FINDS, tried};
use sandtable_model::{self as model, RuleBook};
use sandtable_roster::{self as roster, Force, Index, NumberedRule, Roster};
use sandtable_source::{FileId, Spanned};
use sandtable_syntax::markdown::{Draft, is_markdown, read_markdown};
use sandtable_syntax::overlay::{Layer, Overlaid, Override, apply_layers};
use sandtable_syntax::{self as syntax, ast};

/// A ruleset and what was read of it.
pub struct Checked {
    /// Its texts.
    pub bundle: Bundle,
    /// Empty if a line cannot be read.
    pub book: RuleBook,
    /// The rules in force: of a variant's base what it leaves.
    pub rules: Vec<ast::File>,
    /// What beats what, where a variant is in force.
    pub overrides: Vec<Override>,
    /// Examples of a base below the variants; they are not part of the book.
    pub base_examples: Vec<Spanned<ast::Item>>,
    /// The units in force.
    pub roster: Roster,
    /// The book's numbered rules, if the `ruleset` line names an index.
    pub index: Option<Index>,
}

/// Reads and checks all files of a ruleset.
pub fn checked(bundle: Bundle, diagnostics: &mut Diagnostics) -> Checked {
    checked_and_tried(bundle, None, diagnostics)
}

/// As [`checked`]; the rules of a sound book are also asked, with so much effort.
pub fn checked_and_tried(
    bundle: Bundle,
    effort: Option<Effort>,
    diagnostics: &mut Diagnostics,
) -> Checked {
    let mut roster = Roster::default();
    for file in &bundle.unit_files {
        if let Some(source) = bundle.sources.get(*file) {
            roster.add(*file, &source.text, diagnostics);
        }
    }
    for file in &bundle.map_files {
        if let (Some(source), Some(name)) = (bundle.sources.get(*file), bundle.map_name(*file)) {
            roster.add_map(name, *file, &source.text, diagnostics);
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
    let mut found = Diagnostics::default();
    let mut overlaid = apply_layers(layers, &mut found);
    let of_units = model::amend_units(&mut roster, &overlaid, &mut found);
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
    Held::new(&bundle.sources, diagnostics, &rules).pass(&found, diagnostics);
    let held = Held::new(&bundle.sources, diagnostics, &rules);
    let is_broken = diagnostics.has_errors();
    let numbered = index(&bundle, &rules, diagnostics);
    let headings = || headings(&drafts);
    let sections = sections(&bundle, numbered.as_ref()).or_else(|| Some(headings()?.titles()));
    let mut found = Diagnostics::default();
    let book = model::check(&rules, &roster, sections, &mut found);
    if !found.has_errors() {
        lint::run(&book, &mut found);
    }
    found.retain(|finding| is_of_an_index(&bundle, finding));
    held.pass(&found, diagnostics);
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
    Checked {
        bundle,
        book,
        rules,
        overrides,
        base_examples,
        roster,
        index,
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
