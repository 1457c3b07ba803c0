//! A ruleset, loaded and checked: what every command but `explain` and `completions` begins with.

use std::collections::BTreeMap;

use super::Exit;
use super::output::{Output, counted};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, allow};
use crate::model::{self, RuleBook};
use crate::roster::{self, Force, Index, NumberedRule, Roster};
use crate::source::{FileId, SourceMap, Spanned};
use crate::syntax::markdown::{Draft, is_markdown, markdown};
use crate::syntax::overlay::{Layer, Overlaid, Override, overlay};
use crate::syntax::{self, ast};
use crate::tools::against::against;
use crate::tools::load::{self, Bundle};

/// A ruleset and what was read of it.
pub(super) struct Checked {
    pub(super) bundle: Bundle,
    pub(super) book: RuleBook,
    /// The rules in force: of a variant's base what it leaves.
    pub(super) rules: Vec<ast::File>,
    /// What beats what, where a variant is in force.
    pub(super) overrides: Vec<Override>,
    /// Examples of a base below the variants; they are not part of the book.
    pub(super) base_examples: Vec<Spanned<ast::Item>>,
    /// The units in force.
    pub(super) roster: Roster,
    /// The book's numbered rules, if the `ruleset` line names an index.
    pub(super) index: Option<Index>,
}

/// Reads and checks all files of a ruleset.
pub(super) fn checked(bundle: Bundle, diagnostics: &mut Diagnostics) -> Checked {
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
    let (mut layers, mut drafts) = (Vec::new(), Vec::new());
    for layer in &bundle.layers {
        let mut files = Vec::new();
        for file in &layer.rule_files {
            let Some(source) = bundle.sources.get(*file) else {
                continue;
            };
            if is_markdown(&source.name) {
                let draft = markdown(*file, &source.text);
                roster.add(*file, &draft.units, diagnostics);
                let mut tree = syntax::parse(*file, &draft.rules, diagnostics);
                draft.cite(&mut tree);
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
    let mut overlaid = overlay(layers, &mut found);
    let of_units = model::amend_units(&mut roster, &overlaid, &mut found);
    overlaid
        .overrides
        .extend(of_units.into_iter().map(|mut one| {
            one.loser = owner(&bundle, one.loser_place.file);
            one
        }));
    if !diagnostics.has_errors() {
        diagnostics.extend(found.iter().cloned());
    }
    let Overlaid {
        files: rules,
        overrides,
        base_examples,
        ..
    } = overlaid;
    // A file that cannot be read hides declarations; what the others say of them would only be noise.
    let (book, index) = if diagnostics.has_errors() {
        unit_findings(&bundle, &rules, &roster, diagnostics);
        (RuleBook::default(), None)
    } else {
        let numbered = index(&bundle, &rules, diagnostics);
        let headings = || headings(&drafts);
        let sections = sections(&bundle, numbered.as_ref()).or_else(|| Some(headings()?.titles()));
        let mut found = Diagnostics::default();
        let book = model::check(&rules, &roster, sections, &mut found);
        let is_of_an_index = |finding: &&Diagnostic| is_of_an_index(&bundle, finding);
        let findings = found.iter().chain(found.notes());
        diagnostics.extend(findings.filter(is_of_an_index).cloned());
        if let Some(index) = numbered.as_ref().filter(|_| !diagnostics.has_errors()) {
            against(index, &rules, diagnostics);
        }
        (book, numbered.or_else(headings))
    };
    diagnostics.extend(drafts.iter().flat_map(Draft::not_yet_executable));
    diagnostics.sort();
    let own = bundle.layers.last();
    let is_own = |file| {
        own.is_none_or(|own| {
            let mut files = own.unit_files.iter().chain(&own.map_files);
            files.any(|own| *own == file) || own.rule_files.contains(&file)
        })
    };
    allow(&bundle.sources, is_own, diagnostics);
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
            let other = roster::index(file, &source.text, &mut Diagnostics::default());
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

/// What is wrong with units, told even when a rule file cannot be read, unless that file may declare what they consist of.
fn unit_findings(
    bundle: &Bundle,
    rules: &[ast::File],
    roster: &Roster,
    diagnostics: &mut Diagnostics,
) {
    let main_file = |finding: &Diagnostic| finding.labels.first().map(|label| label.span.file);
    let declares_units = |text: &str| {
        let first_words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let mut units = first_words.filter(|word| ["kind", "scale", "die"].contains(word));
        units.next().is_some()
    };
    let is_hidden = diagnostics.iter().filter_map(main_file).any(|file| {
        let text = bundle.sources.get(file).map(|source| source.text.as_str());
        bundle.unit_files.contains(&file) || text.is_some_and(declares_units)
    });
    if is_hidden {
        return;
    }
    let mut found = Diagnostics::default();
    model::check(rules, roster, None, &mut found);
    let of_units = found
        .iter()
        .filter(|finding| main_file(finding).is_some_and(|file| bundle.unit_files.contains(&file)));
    diagnostics.extend(of_units.cloned());
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
    Some(roster::index(file, &source.text, diagnostics))
}

/// Loads and checks one ruleset, with further variants in force, for a command that goes on with it; findings are printed
/// beside the document.
///
/// Errors: how the command ends, if the ruleset cannot be used.
pub(super) fn usable(name: &str, with: &[String], output: &Output) -> Result<Checked, Exit> {
    usable_but(name, with, &[], output)
}

/// As [`usable`], for a command that can go on with errors of some codes; those are not printed.
///
/// Errors: as [`usable`].
pub(super) fn usable_but(
    name: &str,
    with: &[String],
    but: &[Code],
    output: &Output,
) -> Result<Checked, Exit> {
    let bundle = load::load_with(name, with).map_err(|diagnostics| {
        output.findings(&diagnostics, &SourceMap::default());
        Exit::Findings
    })?;
    let mut diagnostics = Diagnostics::default();
    let checked = checked(bundle, &mut diagnostics);
    let is_error = |finding: &&Diagnostic| {
        finding.severity() == Severity::Error && !but.contains(&finding.code)
    };
    if diagnostics.iter().any(|finding| is_error(&finding)) {
        output.findings(&diagnostics, &checked.bundle.sources);
        return Err(Exit::Findings);
    }
    let n_warnings = diagnostics
        .iter()
        .filter(|finding| finding.severity() == Severity::Warning)
        .count();
    if n_warnings > 0 {
        let warnings = counted(n_warnings, "warning");
        output.aside(&format!(
            "{warnings}; `sandtable check {name}` shows more\n"
        ));
    }
    Ok(checked)
}

/// The rulesets that are meant: those named, else all that are here.
///
/// Errors: E0511 if there is none.
pub(super) fn meant(names: &[String]) -> Result<Vec<String>, Diagnostics> {
    if !names.is_empty() {
        return Ok(names.to_vec());
    }
    let here = load::rulesets_here();
    if here.is_empty() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(
            Diagnostic::new(Code::UnknownRuleset, "there is no ruleset here")
                .help("put rule files into `rules/NAME/`, or give the path of a folder or of one rule file"),
        );
        return Err(diagnostics);
    }
    Ok(here)
}
