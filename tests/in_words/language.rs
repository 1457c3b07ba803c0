//! No word of the language is left: no name in place of its title, no path, no operator, no bracket.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use sandtable::model::{Naming, RuleBook};
use sandtable::present::words::{Block, Rulebook, rulebook_of};
use sandtable::workspace::files::{BuiltIn, Memory};
use sandtable::workspace::{Analysis, Effort, Workspace};

const BOOKS: [&str; 6] = [
    "pips",
    "hellion",
    "stargrunt-digest",
    "hex-command-mechanized",
    "hgs-base",
    "hgs-house-rules",
];

/// Marks of the language that no sentence has.
const MARKS: [&str; 15] = [
    " = ", " != ", " >= ", " <= ", " > ", " < ", " * ", " / ", "->", "..", "(", ")", "[", "]", "_",
];

/// Games of authors who do not know this program, where their folder is: it holds `rules` and `units`.
const OUTSIDERS: &str = "/work/shared/outsiders";

#[test]
fn no_word_of_the_language_is_left() {
    let mut workspace = Workspace::new(BuiltIn);
    let mut wrong = Vec::new();
    for name in BOOKS {
        let analysis = workspace.analyse(name, &[], Effort::None);
        add_wrong(name, &analysis, &mut wrong);
    }
    for (name, analysis) in outsiders() {
        add_wrong(&name, &analysis, &mut wrong);
    }
    assert!(
        wrong.is_empty(),
        "{} sentences:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The rulesets of the folder of outsiders without errors, some being written for an earlier state of the language; none where
/// there is no such folder.
pub(crate) fn outsiders() -> Vec<(String, Arc<Analysis>)> {
    let entries = std::fs::read_dir(Path::new(OUTSIDERS).join("rules"));
    let entries = entries.into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let home = Path::new(OUTSIDERS);
    let analyses = names.into_iter().map(|name| {
        let analysis = Workspace::new(files_of(home, &name)).analyse(&name, &[], Effort::None);
        (name, analysis)
    });
    analyses
        .filter(|(_, analysis)| !analysis.diagnostics().has_errors())
        .collect()
}

/// The files of a ruleset below a folder.
fn files_of(home: &Path, name: &str) -> Memory {
    let mut memory = Memory::default();
    let mut open = vec![format!("rules/{name}"), format!("units/{name}")];
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(home.join(&folder));
        for entry in entries.into_iter().flatten().flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                open.push(path);
            } else if let Ok(text) = std::fs::read_to_string(entry.path()) {
                memory.set(path, text.as_str());
            }
        }
    }
    memory
}

/// Adds the sentences of a book in which something of the language is left.
fn add_wrong(name: &str, analysis: &Analysis, wrong: &mut Vec<String>) {
    let book = rulebook_of(analysis);
    let names = hyphenated(analysis.book());
    for (rule, text) in texts(&book) {
        let marks = MARKS.iter().filter(|mark| text.contains(**mark));
        wrong.extend(marks.map(|mark| format!("{name} {rule}: `{mark}` in {text:?}")));
        if has_path(&text) {
            wrong.push(format!("{name} {rule}: a path in {text:?}"));
        }
        let words: BTreeSet<&str> = text
            .split(|letter: char| !letter.is_alphanumeric() && letter != '-')
            .collect();
        let named = names.iter().filter(|name| words.contains(name.as_str()));
        wrong.extend(named.map(|found| format!("{name} {rule}: `{found}` in {text:?}")));
    }
}

/// A rule of every declaration is in the words of its book, once.
#[test]
fn every_declaration_has_its_words() {
    let mut workspace = Workspace::new(BuiltIn);
    for name in BOOKS {
        let analysis = workspace.analyse(name, &[], Effort::None);
        let words = rulebook_of(&analysis);
        let rules = words.sections.iter().flat_map(|section| &section.rules);
        let mut said: Vec<&str> = rules.map(|rule| rule.anchor.as_str()).collect();
        let n = said.len();
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), n, "{name}: no rule is there twice");
        let book = analysis.book();
        let n_procedures = book
            .procedures
            .iter()
            .filter(|known| known.is_declared())
            .count();
        let n_words = book.words.iter().filter(|words| words.is_declared).count();
        let n_declared = n_procedures
            + usize::from(book.naming.is_some())
            + n_words
            + book.dice.len()
            + book.kinds.len()
            + book.decks.len()
            + book.tables.len()
            + book.modifiers.len()
            + book.facts.len()
            + book.options.len()
            + book.triggers.len()
            + book.windows.len()
            + book.reactions.len();
        assert_eq!(n, n_declared, "{name}");
    }
}

/// `unit.armour`: a full stop between two letters.
fn has_path(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(3).any(|three| {
        three[1] == '.' && three[0].is_ascii_lowercase() && three[2].is_ascii_lowercase()
    })
}

/// Hyphenated names of declarations, stats and tracks that have a title.
fn hyphenated(book: &RuleBook) -> BTreeSet<String> {
    let stats = book
        .kinds
        .iter()
        .flat_map(|kind| &kind.stats)
        .map(|stat| &stat.naming);
    let tracks = book
        .kinds
        .iter()
        .flat_map(|kind| &kind.tracks)
        .map(|track| &track.naming);
    let kinds = book.kinds.iter().map(|kind| &kind.naming);
    let tables = book.tables.iter().map(|table| &table.naming);
    let lists = book.modifiers.iter().map(|list| &list.naming);
    let facts = book.facts.iter().map(|fact| &fact.naming);
    let options = book.options.iter().map(|option| &option.naming);
    let procedures = book.procedures.iter().map(|procedure| &procedure.naming);
    let all = stats.chain(tracks).chain(kinds).chain(tables).chain(lists);
    let all = all.chain(facts).chain(options).chain(procedures);
    let is_apart = |naming: &&Naming| {
        let title = naming.title.as_deref().unwrap_or_default();
        naming.name.contains('-')
            && !title.is_empty()
            && !title.to_lowercase().contains(naming.name.as_str())
    };
    let named: Vec<&Naming> = all.collect();
    let titles = named.iter().filter_map(|naming| naming.title.as_deref());
    let titles: Vec<String> = titles.map(str::to_lowercase).collect();
    // A title may have the name of something else in it.
    let is_in_title = |name: &str| titles.iter().any(|title| title.contains(name));
    let apart = named.iter().filter(|naming| is_apart(naming));
    let names = apart.map(|naming| naming.name.clone());
    names.filter(|name| !is_in_title(name)).collect()
}

/// Every sentence of a book, with its rule.
fn texts(book: &Rulebook) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for section in &book.sections {
        for rule in &section.rules {
            for block in &rule.blocks {
                let mut block: Block = block.clone();
                block.walk_mut(&mut |text| texts.push((rule.anchor.clone(), text.plain())));
            }
        }
        for example in &section.examples {
            for block in &example.blocks {
                let mut block: Block = block.clone();
                block.walk_mut(&mut |text| texts.push((example.title.clone(), text.plain())));
            }
        }
    }
    texts
}
