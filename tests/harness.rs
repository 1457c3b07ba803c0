//! Helpers that the tests share.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use sandtable::diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable::draft::Manuscript;
use sandtable::model::{Question, RuleBook};
use sandtable::present::findings::{Style, render};
use sandtable::roster;
use sandtable::source::{FileId, SourceMap};
use sandtable::syntax::markdown::is_markdown;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Analysis, Effort, Workspace};

/// Findings as the author of the rules sees them, without colours.
pub(crate) fn findings(diagnostics: &Diagnostics, sources: &SourceMap) -> String {
    drawn(diagnostics.iter(), sources)
}

/// Some findings as the author of the rules sees them.
pub(crate) fn drawn<'a>(
    findings: impl Iterator<Item = &'a Diagnostic>,
    sources: &SourceMap,
) -> String {
    let mut findings = findings.peekable();
    if findings.peek().is_none() {
        return "no findings\n".to_owned();
    }
    findings
        .map(|diagnostic| render(diagnostic, sources, Style::Plain))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Compares a text with the `.snap` file beside the case.
pub(crate) fn assert_beside(case: &Path, text: &str) {
    let name = case.file_stem().unwrap().to_str().unwrap();
    insta::with_settings!({
        snapshot_path => case.parent().unwrap(),
        prepend_module_to_snapshot => false,
        snapshot_suffix => "",
        omit_expression => true,
        input_file => case.file_name().unwrap(),
    }, {
        insta::assert_snapshot!(name, text);
    });
}

/// The analysis of a case, and its findings as they are shown.
pub(crate) struct Checked {
    /// Its places are those of the files of the case, which are named by their folders.
    pub(crate) analysis: Arc<Analysis>,
    /// The findings, at places of `sources`.
    pub(crate) diagnostics: Diagnostics,
    /// The texts of the case as its author wrote them.
    pub(crate) sources: SourceMap,
}

/// The analysis of a rule file. `name.toml` beside `name.rules` is its unit file, `name.index.toml` the index of its book,
/// `name.board.toml` a map.
pub(crate) fn analysed(case: &Path) -> Checked {
    let beside = |ending: &str| fs::read_to_string(case.with_extension(ending)).ok();
    let (units, index, board) = (beside("toml"), beside("index.toml"), beside(BOARD));
    let name = case.file_name().unwrap().to_str().unwrap();
    let rules = fs::read_to_string(case).unwrap();
    let beside = Beside {
        units: units.as_deref(),
        index: index.as_deref(),
        board: board.as_deref().map(|board| (HERE, board)),
    };
    let folder = case.parent().unwrap().file_name().unwrap();
    let effort = effort_for(folder.to_str().unwrap());
    Case::new(name, &rules, beside).checked(effort)
}

/// The effort that it takes to find a code: only a thorough check looks for what no example comes by.
pub(crate) fn effort_for(code: &str) -> Effort {
    match code == Code::UntestedRule.number() {
        true => Effort::Thorough,
        false => Effort::Quick,
    }
}

/// Files beside the rules of a case.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Beside<'t> {
    pub(crate) units: Option<&'t str>,
    /// Of the book.
    pub(crate) index: Option<&'t str>,
    /// A map and what it is called.
    pub(crate) board: Option<(&'t str, &'t str)>,
}

/// Ending of the name of a map beside a case.
const BOARD: &str = "board.toml";
/// Name of that map.
pub(crate) const HERE: &str = "here";

/// Ending of the names of cases that are maps.
pub(crate) const MAP: &str = ".map.toml";

/// The findings about a map file.
pub(crate) fn checked_map(name: &str, text: &str) -> (Diagnostics, SourceMap) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add(name, text);
    roster::map(file, text, &mut diagnostics);
    diagnostics.sort();
    (diagnostics, sources)
}

/// The findings about texts.
pub(crate) fn checked_texts(
    name: &str,
    rules: &str,
    beside: Beside<'_>,
) -> (Diagnostics, SourceMap) {
    let checked = Case::new(name, rules, beside).checked(Effort::Quick);
    (checked.diagnostics, checked.sources)
}

/// Texts of a ruleset and, perhaps, its variants.
#[derive(Default)]
pub(crate) struct Case {
    /// Name of the analysed ruleset, with the variants beside it.
    name: String,
    with: Vec<String>,
    files: Memory,
    /// The texts as they are shown, each with the paths of its parts.
    shown: Vec<(String, Arc<str>, Vec<String>)>,
}

impl Case {
    /// One rule file and what stands beside it. Every `variant` line behind the first line of the text begins a variant,
    /// which is a ruleset of its own; in each, the lines of the others are blank, so that places stay as they are.
    pub(crate) fn new(name: &str, rules: &str, beside: Beside<'_>) -> Self {
        let mut case = Self::default();
        let parts = match is_markdown(name) {
            true => vec![(String::new(), rules.to_owned())],
            false => parts(rules),
        };
        let (folder, units) = match parts.as_slice() {
            [(base, _), _, ..] => (format!("rules/{base}/"), format!("units/{base}")),
            _ => (String::new(), "units".to_owned()),
        };
        if let Some(text) = beside.units {
            case.add(
                &format!("{units}/{name}.toml"),
                &name.replace(".rules", ".toml"),
                text,
            );
        }
        if let Some((map, text)) = beside.board {
            let shown = name.replace(".rules", ".board.toml");
            case.add(&format!("{units}/maps/{map}.toml"), &shown, text);
        }
        case.add_rules(name, &parts, rules);
        if let Some(text) = beside.index {
            case.add(&format!("{folder}index.toml"), "index.toml", text);
        }
        case
    }

    /// A ruleset of this name, so far without files.
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Adds a file.
    pub(crate) fn add(&mut self, path: &str, shown: &str, text: &str) {
        self.files.set(path, text);
        let paths = vec![path.to_owned()];
        self.shown.push((shown.to_owned(), text.into(), paths));
    }

    /// Adds variants; the first is what is analysed, with the others in force too.
    pub(crate) fn add_variants(&mut self, name: &str, text: &str) {
        let parts: Vec<(String, String)> = parts(text);
        let mut names = parts.iter().map(|(variant, _)| variant.clone());
        self.name = names.next().unwrap();
        self.with = names.collect();
        self.add_parts(name, &parts, text);
    }

    /// Adds a base and its variants, or a ruleset of one file.
    fn add_rules(&mut self, name: &str, parts: &[(String, String)], text: &str) {
        if parts.len() < 2 {
            name.clone_into(&mut self.name);
            self.add(name, name, text);
            return;
        }
        let mut variants = parts.iter().skip(1).map(|(variant, _)| variant.clone());
        self.name = variants.next().unwrap();
        self.with = variants.collect();
        self.add_parts(name, parts, text);
    }

    fn add_parts(&mut self, name: &str, parts: &[(String, String)], text: &str) {
        let mut paths = Vec::new();
        for (ruleset, part) in parts {
            let path = format!("rules/{ruleset}/{name}");
            self.files.set(path.clone(), part.as_str());
            paths.push(path);
        }
        self.shown.push((name.to_owned(), text.into(), paths));
    }

    /// Analyses it as the product does.
    pub(crate) fn checked(self, effort: Effort) -> Checked {
        let mut workspace = Workspace::new(self.files);
        let analysis = workspace.analyse(&self.name, &self.with, effort);
        let mut sources = SourceMap::default();
        let mut ids: BTreeMap<FileId, FileId> = BTreeMap::new();
        for (name, text, paths) in self.shown {
            let shown = sources.add(name, text);
            let of_paths = analysis.sources().files();
            let of_paths = of_paths.filter(|(_, file)| paths.contains(&file.name));
            ids.extend(of_paths.map(|(id, _)| (id, shown)));
        }
        let found = analysis.diagnostics();
        let mut diagnostics = Diagnostics::default();
        for finding in found.iter().chain(found.notes()) {
            let mut finding = finding.clone();
            for label in &mut finding.labels {
                label.span.file = ids[&label.span.file];
            }
            diagnostics.push(finding);
        }
        diagnostics.sort();
        Checked {
            analysis,
            diagnostics,
            sources,
        }
    }

    /// The rulebook, which must be sound.
    pub(crate) fn book(self) -> Arc<RuleBook> {
        let checked = self.checked(Effort::None);
        assert!(
            !checked.diagnostics.has_errors(),
            "{}",
            findings(&checked.diagnostics, &checked.sources)
        );
        checked.analysis.book().clone()
    }
}

/// A text as a base and its variants, each with its name and with the lines of the others blank.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices("\nvariant ").map(|(at, _)| at + 1));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let blank = |text: &str| -> String {
        let keep = |letter: u8| if letter == b'\n' { '\n' } else { ' ' };
        text.bytes().map(keep).collect()
    };
    let parts = starts.iter().zip(ends).map(|(start, end)| {
        let own = &text[*start..end];
        let heads = |line: &&str| line.starts_with("ruleset ") || line.starts_with("variant ");
        let name = own.lines().find(heads);
        let name = name.and_then(|line| line.split_whitespace().nth(1));
        let alone = format!("{}{own}{}", blank(&text[..*start]), blank(&text[end..]));
        (name.unwrap_or("base").to_owned(), alone)
    });
    parts.collect()
}

/// Codes of all findings and notes of a manuscript.
pub(crate) fn manuscript_codes(name: &str, bytes: &[u8]) -> BTreeSet<&'static str> {
    let mut manuscript = Manuscript::read([(name, bytes)]);
    manuscript.check();
    let notes = manuscript.diagnostics.notes().iter();
    let all = manuscript.diagnostics.iter().chain(notes);
    all.map(|finding| finding.code.number()).collect()
}

/// A rule book out of a rule file, with the unit file of the same stem if there is one. The case must be sound.
pub(crate) fn book(case: &Path) -> Arc<RuleBook> {
    let beside = |ending: &str| fs::read_to_string(case.with_extension(ending)).ok();
    let rules = fs::read_to_string(case).unwrap();
    // A map is called as its case, with hyphens.
    let map = beside("map.toml");
    let name = case.file_stem().unwrap().to_str().unwrap();
    let name = name.replace('_', "-");
    let map = map.as_deref().map(|map| (name.as_str(), map));
    book_of(&rules, beside("toml").as_deref(), map)
}

/// A rule book out of texts, which must be sound: rules, units, a map and its name.
pub(crate) fn book_of(
    rules: &str,
    units: Option<&str>,
    board: Option<(&str, &str)>,
) -> Arc<RuleBook> {
    let beside = Beside {
        units,
        board,
        index: None,
    };
    Case::new("case.rules", rules, beside).book()
}

/// The question that the first example of a book asks.
pub(crate) fn first_question(book: &RuleBook) -> &Question {
    let example = book.examples.first().expect("a case has an example");
    &example.steps[0].question
}
