//! A ruleset, loaded and checked: what every command but `explain` and `completions` begins with.

use super::Exit;
use super::output::{Output, counted};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, allow};
use crate::model::{self, RuleBook};
use crate::roster::{self, Force, Index, NumberedRule, Roster};
use crate::source::SourceMap;
use crate::syntax::markdown::{Draft, is_markdown, markdown};
use crate::syntax::{self, ast};
use crate::tools::against::against;
use crate::tools::load::{self, Bundle};

/// A ruleset and what was read of it.
pub(super) struct Checked {
    pub(super) bundle: Bundle,
    pub(super) book: RuleBook,
    /// The rule files as written.
    pub(super) rules: Vec<ast::File>,
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
    let (mut rules, mut drafts) = (Vec::new(), Vec::new());
    for file in &bundle.rule_files {
        if let Some(source) = bundle.sources.get(*file) {
            if is_markdown(&source.name) {
                let draft = markdown(*file, &source.text);
                roster.add(*file, &draft.units, diagnostics);
                let mut tree = syntax::parse(*file, &draft.rules, diagnostics);
                draft.cite(&mut tree);
                rules.push(tree);
                drafts.push(draft);
            } else {
                rules.push(syntax::parse(*file, &source.text, diagnostics));
            }
        }
    }
    // A file that cannot be read hides declarations; what the others say of them would only be noise.
    let (book, index) = if diagnostics.has_errors() {
        unit_findings(&bundle, &rules, &roster, diagnostics);
        (RuleBook::default(), None)
    } else {
        let index = index(&bundle, &rules, diagnostics).or_else(|| headings(&drafts));
        let sections = index.as_ref().map(Index::titles);
        let book = model::check(&rules, &roster, sections, diagnostics);
        if let Some(index) = index.as_ref().filter(|_| !diagnostics.has_errors()) {
            against(index, &rules, diagnostics);
        }
        (book, index)
    };
    diagnostics.extend(drafts.iter().flat_map(Draft::not_yet_executable));
    diagnostics.sort();
    allow(&bundle.sources, diagnostics);
    Checked {
        bundle,
        book,
        rules,
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
            force: if speaks { Force::Executable } else { Force::Advice },
            unclear: None,
            contradiction: None,
            reading: String::new(),
            reason: String::new(),
        });
    }
    (!rules.is_empty()).then_some(Index { rules })
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

/// Loads and checks one ruleset for a command that goes on with it; findings are printed beside the document.
///
/// Errors: how the command ends, if the ruleset cannot be used.
pub(super) fn usable(name: &str, output: &Output) -> Result<Checked, Exit> {
    usable_but(name, &[], output)
}

/// As [`usable`], for a command that can go on with errors of some codes; those are not printed.
///
/// Errors: as [`usable`].
pub(super) fn usable_but(name: &str, but: &[Code], output: &Output) -> Result<Checked, Exit> {
    let bundle = load::load(name).map_err(|diagnostics| {
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
