//! The canonical layout: it says the same, keeps every comment, and is its own canonical layout.

use std::path::Path;

use proptest::prelude::*;
use sandtable::diagnostic::Diagnostics;
use sandtable::source::SourceMap;
use sandtable::syntax::{ast, format_text, parse, rules_text};

use super::generate;

/// The canonical layout of a text and its tree; `None` if it has errors.
fn laid_out(text: &str) -> Option<(String, ast::File)> {
    let mut sources = SourceMap::default();
    let mut findings = Diagnostics::default();
    let file = sources.add("case.rules", text);
    let formatted = format_text(file, text, &mut findings)?;
    let tree = parse(file, text, &mut findings);
    Some((formatted, tree))
}

fn n_comments(text: &str) -> usize {
    let of_line = |line: &&str| line.split('"').step_by(2).any(|part| part.contains('#'));
    text.lines().filter(of_line).count()
}

fn holds(text: &str, name: &str) {
    let Some((once, tree)) = laid_out(text) else {
        return;
    };
    let (twice, same) = laid_out(&once).unwrap();
    assert_eq!(once, twice, "{name}");
    assert!(tree == same, "{name}");
    assert_eq!(n_comments(text), n_comments(&once), "{name}");
}

fn rule_files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rule_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rules") {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_file_keeps_its_words_and_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rule_files(&root.join("rules"), &mut files);
    rule_files(&root.join("tests"), &mut files);
    assert!(files.len() > 100);
    for path in files {
        // Some are no text at all.
        if let Ok(text) = std::fs::read_to_string(&path) {
            holds(&text, &path.to_string_lossy());
        }
    }
}

proptest! {
    #[test]
    fn generated_files_keep_their_words(tree in generate::file()) {
        holds(&rules_text(&tree), "generated");
    }
}

#[test]
fn a_messy_file_is_laid_out() {
    let text = include_str!("format/messy.txt");
    insta::assert_snapshot!(laid_out(text).unwrap().0);
}

#[test]
fn windows_line_ends_stay() {
    let (text, _) = laid_out("ruleset  a\r\n\r\n\r\nscale b: c<d # e\r\n").unwrap();
    assert_eq!(text, "ruleset a\r\n\r\nscale b: c < d  # e\r\n");
}

#[test]
fn a_phrase_of_a_kind_has_no_columns() {
    let text =
        "kind  troop \"Troop\"\n  always   on the map\n  cost 1..9\n  track experience: 0..9\n";
    let (formatted, _) = laid_out(text).unwrap();
    assert_eq!(
        formatted,
        "kind troop \"Troop\"\n  always on the map\n  cost   1..9\n  track  experience: 0..9\n"
    );
}

#[test]
fn a_file_with_errors_is_not_touched() {
    assert!(laid_out("ruleset  a\nscale b c\n").is_none());
}

#[test]
fn throw_becomes_roll() {
    let text = "roll f \"A throw\" -> 0..9\n  throw cube  # throw it\n  throw-off = throw 5 cube count red + throw unit.skill\n";
    let (formatted, _) = laid_out(text).unwrap();
    assert_eq!(
        formatted,
        "roll f \"A throw\" -> 0..9\n  roll cube  # throw it\n  throw-off = roll 5 cube count red + roll unit.skill\n"
    );
}
