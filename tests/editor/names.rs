//! Every name in every rule file and TOML file of the books resolves to its declaration.

use sandtable::model::Role;
use sandtable::source::{FileId, Span};
use sandtable::syntax::is_keyword;
use sandtable::workspace::symbols::SymbolKind;
use sandtable::workspace::{Analysis, Effort};

use super::{BOOKS, books};

/// The words of a rule file outside of comments and quoted text, each with its place.
fn words(file: FileId, text: &str) -> Vec<(Span, String)> {
    let mut words = Vec::new();
    let (mut quoted, mut comment) = (false, false);
    let mut word: Option<usize> = None;
    let is_of_a_word = |one: char| one.is_alphanumeric() || one == '-';
    for (at, character) in text.char_indices().chain([(text.len(), '\n')]) {
        let inside = !quoted && !comment && is_of_a_word(character);
        let starts = inside && (character.is_alphabetic() || character.is_numeric());
        match word {
            None if starts => word = Some(at),
            Some(start) if !inside => {
                let found = text[start..at].trim_end_matches('-');
                let span = Span::new(file, start, start + found.len());
                words.push((span, found.to_owned()));
                word = None;
            }
            _ => {}
        }
        match character {
            '\n' => (quoted, comment) = (false, false),
            '"' if !comment => quoted = !quoted,
            '#' if !quoted => comment = true,
            _ => {}
        }
    }
    words
}

/// Numbers, and dice: `7`, `2d6`, `4-6`.
fn is_of_numbers(word: &str) -> bool {
    let is_of_dice = |one: char| one.is_ascii_digit() || one == 'd' || one == '-';
    word.chars().all(is_of_dice) && word.chars().any(|one| one.is_ascii_digit())
}

/// Words of the language that have a meaning in one place alone, and are no keywords: measures, `at random`,
/// `expect refused`, `amend unit`.
const OF_PHRASES: [&str; 7] = [
    "hexes", "hex", "inches", "inch", "random", "refused", "unit",
];

/// Places of a map of hexes: `H9`.
fn is_a_place(word: &str) -> bool {
    let row = word.trim_start_matches(|one: char| one.is_ascii_uppercase());
    row.len() < word.len() && !row.is_empty() && row.chars().all(|one| one.is_ascii_digit())
}

/// Words of rule files that no symbol explains.
fn unresolved(analysis: &Analysis) -> Vec<String> {
    let mut left = Vec::new();
    let own = analysis.bundle().layers.last().unwrap();
    for file in &own.rule_files {
        let known = analysis.symbol_index().of_file(*file);
        let source = analysis.sources().get(*file).unwrap();
        for (span, word) in words(*file, &source.text) {
            let is_covered = known
                .iter()
                .any(|one| one.span.start <= span.start && span.end <= one.span.end);
            let is_of_language = is_keyword(&word) || OF_PHRASES.contains(&word.as_str());
            let is_value = is_of_numbers(&word) || is_a_place(&word);
            if !is_covered && !is_of_language && !is_value {
                let line = source.text[..span.start].matches('\n').count();
                let text = source.text.lines().nth(line).unwrap();
                left.push(format!("{}:{}: {word}: {text}", source.name, line + 1));
            }
        }
    }
    left
}

/// Occurrences of symbols that nothing declares although they are no built-ins.
fn undeclared(analysis: &Analysis) -> Vec<String> {
    let mut left = Vec::new();
    for one in analysis.symbol_index().occurrences() {
        let symbol = analysis.symbol_index().get(one.symbol).unwrap();
        if symbol.declarations.is_empty() && symbol.kind != SymbolKind::BuiltIn {
            let source = analysis.sources().get(one.span.file).unwrap();
            let place = source.position(one.span.start);
            left.push(format!(
                "{}:{}: {:?} {}",
                source.name, place.line, symbol.kind, symbol.name
            ));
        }
    }
    left
}

/// Names of tracks and kinds that every ruleset has without saying so.
const GIVEN: [&str; 8] = [
    "destroyed",
    "removed",
    "side",
    "at",
    "facing",
    "kind",
    "first",
    "second",
];

#[test]
fn every_name_of_the_books_resolves() {
    let mut left = Vec::new();
    let mut workspace = books();
    for name in BOOKS {
        let analysis = workspace.analyse(name, &[], Effort::None);
        assert!(!analysis.diagnostics().has_errors(), "{name}");
        left.extend(unresolved(&analysis));
        left.extend(undeclared(&analysis).into_iter().filter(|line| {
            !GIVEN
                .iter()
                .any(|given| line.ends_with(&format!(" {given}")))
        }));
    }
    assert!(left.is_empty(), "{} left:\n{}", left.len(), left.join("\n"));
}

#[test]
fn a_place_names_one_thing() {
    let mut left = Vec::new();
    let mut workspace = books();
    for name in BOOKS {
        let analysis = workspace.analyse(name, &[], Effort::None);
        for pair in analysis.symbol_index().occurrences().windows(2) {
            let [one, next] = pair else { continue };
            let is_type = [one, next].iter().any(|one| one.role == Role::Implies);
            if one.span == next.span && one.symbol != next.symbol && !is_type {
                let source = analysis.sources().get(one.span.file).unwrap();
                let kind = |id| analysis.symbol_index().get(id).map(|symbol| symbol.kind);
                left.push(format!(
                    "{}:{}: {} is {:?} and {:?}",
                    source.name,
                    source.position(one.span.start).line,
                    analysis.sources().text(one.span),
                    kind(one.symbol),
                    kind(next.symbol),
                ));
            }
        }
    }
    assert!(left.is_empty(), "{} left:\n{}", left.len(), left.join("\n"));
}
