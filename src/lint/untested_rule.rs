//! A draft against its book: rules of the book that nothing cites, or that no example comes by, rules that no section of the
//! book stands behind, and places where the book itself leaves something open.
//!
//! Reports: E0630 to E0632, E0636.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Code, Diagnostic, Diagnostics};
use sandtable_explain::coverage::{Entry, Fate, entries, exercised, house_rules};
use sandtable_explain::exercised::Exercised;
use sandtable_model::RuleBook;
use sandtable_roster::Index;
use sandtable_source::{Span, Spanned};
use sandtable_syntax::ast::{self, Item};
use sandtable_syntax::{Does, citations_of};

/// How many numbers of rules are named in one finding.
const MOST_NAMED: usize = 8;

/// Looks what the index of the book says of the rules.
pub fn against(index: &Index, rules: &[ast::File], diagnostics: &mut Diagnostics) {
    let nothing = Exercised::default();
    let entries = entries(index, rules, &nothing);
    let missing: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fate == Fate::Missing)
        .map(|entry| entry.rule.id.as_str())
        .collect();
    if let (Some(place), false) = (ruleset(rules), missing.is_empty()) {
        diagnostics.push(uncited(place, &missing));
    }
    let mut told = BTreeSet::new();
    for item in rules.iter().flat_map(|file| &file.items) {
        diagnostics.extend(open(item, &entries, &mut told));
    }
    for rule in house_rules(rules) {
        let name = &rule.head.name;
        diagnostics.push(
            Diagnostic::new(
                Code::HouseRule,
                format!("`{}` cites no section of the book", name.value),
            )
            .label(name.span, "")
            .help("write the section behind it, `[5.3]`; if it is a rule of the house, nothing is wrong"),
        );
    }
}

/// What the book leaves open in the sections that a declaration is the first to cite, and how that is read.
fn open<'r>(
    item: &'r Spanned<Item>,
    entries: &[Entry<'_>],
    told: &mut BTreeSet<&'r str>,
) -> Option<Diagnostic> {
    let name = &item.value.head()?.name.value;
    let mut finding = Diagnostic::new(
        Code::OpenInTheBook,
        format!("`{name}` rests on what the book does not say plainly"),
    );
    let mut is_read = true;
    for citation in citations_of(&item.value) {
        let section = citation.section;
        if citation.does == Does::Mentions || !told.insert(section.value.as_str()) {
            continue;
        }
        let mut rules = entries.iter().map(|entry| entry.rule);
        let Some(rule) = rules.find(|rule| rule.id == section.value) else {
            continue;
        };
        let (what, said) = match (&rule.contradiction, &rule.unclear) {
            (Some(said), _) => ("the book says two things", said),
            (None, Some(said)) => ("the book leaves this open", said),
            (None, None) => continue,
        };
        finding = finding.label(section.span, what);
        // What the index says of it can be long; below, it is broken into lines.
        let reading = match rule.reading.as_str() {
            "" => String::new(),
            reading => format!("read here as: {reading}"),
        };
        is_read &= !reading.is_empty();
        let sentences = [said.as_str(), &reading].map(|text| text.trim_end_matches('.'));
        let sentences: Vec<&str> = sentences
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        if !sentences.is_empty() {
            finding = finding.help(format!("{}: {}", rule.id, sentences.join("; ")));
        }
    }
    finding.labels.first()?;
    Some(match is_read {
        true => finding,
        false => finding
            .help("the index can say how it is read: `reading = \"…\"`; it is then shown here"),
    })
}

/// The numbered rules that run and that no example comes by: one note for all of them. It runs every example.
pub fn without_example(
    index: &Index,
    rules: &[ast::File],
    book: &RuleBook,
    diagnostics: &mut Diagnostics,
) {
    let entries = entries(index, rules, &exercised(book));
    let quiet: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.fate == Fate::Encoded && !entry.exercised)
        .map(|entry| entry.rule.id.as_str())
        .collect();
    let Some(place) = ruleset(rules).filter(|_| !quiet.is_empty()) else {
        return;
    };
    let message = match quiet.len() {
        1 => "a rule of the book runs, and no example comes by it".to_owned(),
        n => format!("{n} rules of the book run, and no example comes by them"),
    };
    diagnostics.push(
        Diagnostic::new(Code::NotExercised, message)
            .label(place, named(&quiet))
            .help(
                "write an example that does; `sandtable coverage RULESET unexercised` lists them",
            ),
    );
}

fn uncited(place: Span, missing: &[&str]) -> Diagnostic {
    let message = match missing.len() {
        1 => "a rule of the book is cited by nothing that runs".to_owned(),
        n => format!("{n} rules of the book are cited by nothing that runs"),
    };
    Diagnostic::new(Code::UncitedRule, message)
        .label(place, named(missing))
        .help("`sandtable coverage RULESET missing` lists them")
}

/// The first numbers of a list, and how many more there are.
fn named(rules: &[&str]) -> String {
    let first = rules.get(..MOST_NAMED).unwrap_or(rules).join(", ");
    match rules.len().saturating_sub(MOST_NAMED) {
        0 => first,
        n => format!("{first} and {n} more"),
    }
}

/// The line that names the index.
fn ruleset(rules: &[ast::File]) -> Option<Span> {
    let mut items = rules.iter().flat_map(|file| &file.items);
    items.find_map(|item| {
        if let Item::Ruleset(ruleset) = &item.value {
            Some(ruleset.index.as_ref()?.span)
        } else {
            None
        }
    })
}
