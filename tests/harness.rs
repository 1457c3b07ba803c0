//! What the tests share.

use std::fs;
use std::path::Path;

use sandtable::diagnostic::{Diagnostic, Diagnostics, allow};
use sandtable::lint;
use sandtable::lint::book_index::{against, without_example};
use sandtable::lint::trial::{Effort, tried};
use sandtable::model::{self, Question, RuleBook};
use sandtable::present::findings::{Style, render};
use sandtable::roster::{self, Roster};
use sandtable::source::{FileId, SourceMap};
use sandtable::syntax;
use sandtable::syntax::markdown::{is_markdown, read_markdown};
use sandtable::syntax::overlay::{Layer, apply_layers};
use sandtable::workspace::suppression::Held;

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

/// The findings about a rule file, as `sandtable check` comes to them: units first, and what the rules mean only if all
/// could be read. `name.toml` beside `name.rules` is its unit file, `name.index.toml` the index of its book, `name.board.toml`
/// a map. A `name.map.toml` is a map, too, which is read alone.
pub(crate) fn checked(case: &Path) -> (Diagnostics, SourceMap) {
    let name = case.file_name().unwrap().to_str().unwrap();
    if name.ends_with(MAP) {
        return checked_map(name, &fs::read_to_string(case).unwrap());
    }
    let beside = |ending: &str| fs::read_to_string(case.with_extension(ending)).ok();
    let (units, index) = (beside("toml"), beside("index.toml"));
    checked_texts(
        name,
        &fs::read_to_string(case).unwrap(),
        Beside {
            units: units.as_deref(),
            index: index.as_deref(),
            board: beside(BOARD).as_deref(),
        },
    )
}

/// What may stand beside rules.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Beside<'t> {
    pub(crate) units: Option<&'t str>,
    /// Of the book.
    pub(crate) index: Option<&'t str>,
    /// A map called `here`.
    pub(crate) board: Option<&'t str>,
}

/// How the name of the map ends that stands beside a case.
const BOARD: &str = "board.toml";
/// What that map is called.
pub(crate) const HERE: &str = "here";

/// How the names of cases end that are maps.
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

/// As [`checked`], for texts.
pub(crate) fn checked_texts(
    name: &str,
    rules: &str,
    beside: Beside<'_>,
) -> (Diagnostics, SourceMap) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let mut roster = Roster::default();
    if let Some(units) = beside.units {
        let file = sources.add(name.replace(".rules", ".toml"), units);
        roster.add(file, units, &mut diagnostics);
    }
    if let Some(board) = beside.board {
        let file = sources.add(name.replace(".rules", ".board.toml"), board);
        roster.add_map(HERE, file, board, &mut diagnostics);
    }
    let file = sources.add(name, rules);
    let layers = if is_markdown(name) {
        let draft = read_markdown(file, rules);
        let mut tree = syntax::parse(file, &draft.rules, &mut diagnostics);
        draft.cite(&mut tree);
        roster.add(file, &draft.units, &mut diagnostics);
        diagnostics.extend(draft.not_yet_executable());
        diagnostics.extend(draft.not_kept_up(&tree));
        vec![Layer {
            files: vec![tree],
            ids: vec![file],
            ..Layer::default()
        }]
    } else {
        layers(file, rules, &mut diagnostics)
    };
    let mut found = Diagnostics::default();
    let overlaid = apply_layers(layers, &mut found);
    model::amend_units(&mut roster, &overlaid, &mut found);
    let index = beside.index.map(|index| {
        let file = sources.add("index.toml", index);
        roster::read_index(file, index, &mut found)
    });
    Held::new(&sources, &diagnostics, &overlaid.files).pass(&found, &mut diagnostics);
    let held = Held::new(&sources, &diagnostics, &overlaid.files);
    let sections = index.as_ref().map(roster::Index::titles);
    let mut found = Diagnostics::default();
    let mut book = model::check(&overlaid.files, &roster, sections, &mut found);
    if !found.has_errors() {
        lint::run(&book, &mut found);
    }
    held.pass(&found, &mut diagnostics);
    if let Some(index) = index.filter(|_| !diagnostics.has_errors()) {
        against(&index, &overlaid.files, &mut diagnostics);
        without_example(&index, &overlaid.files, &book, &mut diagnostics);
    }
    if !diagnostics.has_errors() {
        tried(&mut book, Effort::quick(), &mut diagnostics);
    }
    diagnostics.sort();
    allow(&sources, |_, _| true, &mut diagnostics);
    (diagnostics, sources)
}

/// A text as a base and its variants: every `variant` line begins another of them. In each, the lines of the others are
/// blank, so that findings point into the text.
pub(crate) fn layers(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Layer> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices("\nvariant ").map(|(at, _)| at + 1));
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| {
            let blank = |text: &str| -> String {
                let keep = |letter: u8| if letter == b'\n' { '\n' } else { ' ' };
                text.bytes().map(keep).collect()
            };
            let own = text.get(*start..end).unwrap();
            let (before, behind) = (text.get(..*start).unwrap(), text.get(end..).unwrap());
            let alone = format!("{}{own}{}", blank(before), blank(behind));
            let tree = syntax::parse(file, &alone, diagnostics);
            Layer {
                name: own
                    .lines()
                    .find(|line| line.starts_with("ruleset ") || line.starts_with("variant "))
                    .and_then(|line| line.split_whitespace().nth(1))
                    .unwrap_or_default()
                    .to_owned(),
                files: vec![tree],
                ids: vec![file],
            }
        })
        .collect()
}

/// A rule book out of a rule file, with the unit file of the same stem if there is one. The case must be sound.
pub(crate) fn book(case: &Path) -> RuleBook {
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
pub(crate) fn book_of(rules: &str, units: Option<&str>, map: Option<(&str, &str)>) -> RuleBook {
    let mut sources = SourceMap::default();
    let file = sources.add("case.rules", rules);
    sound(&mut sources, (file, rules), units, map)
}

/// As [`book`], with the places that findings of [`checked`] name.
pub(crate) fn book_as_checked(case: &Path) -> RuleBook {
    let beside = |ending: &str| fs::read_to_string(case.with_extension(ending)).ok();
    let (units, board) = (beside("toml"), beside(BOARD));
    let rules = fs::read_to_string(case).unwrap();
    let mut before = SourceMap::default();
    for text in [&units, &board].into_iter().flatten() {
        before.add("before", text.as_str());
    }
    let file = before.add("case.rules", rules.as_str());
    sound(
        &mut before,
        (file, &rules),
        units.as_deref(),
        board.as_deref().map(|board| (HERE, board)),
    )
}

fn sound(
    sources: &mut SourceMap,
    (file, rules): (FileId, &str),
    units: Option<&str>,
    map: Option<(&str, &str)>,
) -> RuleBook {
    let mut diagnostics = Diagnostics::default();
    let layers = layers(file, rules, &mut diagnostics);
    let mut roster = Roster::default();
    if let Some(units) = units {
        let file = sources.add("case.toml", units);
        roster.add(file, units, &mut diagnostics);
    }
    if let Some((name, map)) = map {
        let file = sources.add("case.board.toml", map);
        roster.add_map(name, file, map, &mut diagnostics);
    }
    let overlaid = apply_layers(layers, &mut diagnostics);
    model::amend_units(&mut roster, &overlaid, &mut diagnostics);
    let book = model::check(&overlaid.files, &roster, None, &mut diagnostics);
    assert!(
        !diagnostics.has_errors(),
        "{}{rules}",
        findings(&diagnostics, sources)
    );
    book
}

/// The question that the first example of a book asks.
pub(crate) fn first_question(book: &RuleBook) -> &Question {
    &book
        .examples
        .first()
        .expect("a case has an example")
        .question
}
