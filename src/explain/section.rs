//! Report on one section of the book: its numbered rules, the lines that cite them, and the examples that test them.

use crate::coverage::{CoverageEntry, entries};
use crate::examples;
use crate::exercised::Exercised;
use sandtable_model::{Example, RuleBook};
use sandtable_roster::Index;
use sandtable_source::Span;
use sandtable_syntax::{Does, ast, citations_of};

/// A numbered rule with its citations and tests.
#[derive(Debug)]
pub struct SectionRule<'a> {
    /// The rule in the index, and its classification.
    pub entry: CoverageEntry<'a>,
    /// The lines that cite it, in the order of the files, except those of examples.
    pub citing: Vec<Citing<'a>>,
    /// The examples that cite it or exercise it, in the order of the files.
    pub tests: Vec<TestedBy<'a>>,
}

/// A line that cites a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Citing<'a> {
    /// Keyword of its declaration: `table`, `roll`.
    pub sort: &'static str,
    /// Name of its declaration.
    pub name: &'a str,
    /// Span of the citation.
    pub place: Span,
    /// Whether the line carries the rule out, or asks the players.
    pub does: Does,
}

/// An example that is about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestedBy<'a> {
    /// Title of the example.
    pub title: &'a str,
    /// Span of its first line.
    pub place: Span,
    /// Whether it cites the rule.
    pub cites: bool,
    /// Whether its run reaches a statement that cites the rule.
    pub exercises: bool,
}

/// Returns the rules of a section, in the order of the index: those with this number, and those within the section.
///
/// Empty if the index has no such section. Runs all examples.
pub fn look_up<'a>(
    section: &str,
    book: &'a RuleBook,
    rules: &'a [ast::File],
    index: &'a Index,
) -> Vec<SectionRule<'a>> {
    let of_section = |id: &str, of: &str| id == section || of == section;
    let mut known = index.rules.iter();
    if !known.any(|rule| of_section(&rule.id, &rule.section)) {
        return Vec::new();
    }
    let examples = book.examples.iter();
    let runs: Vec<(&Example, Exercised)> = examples
        .map(|example| (example.as_ref(), examples::exercised(book, example)))
        .collect();
    let mut all = Exercised::default();
    for (_, exercised) in &runs {
        all.extend(exercised.clone());
    }
    let numbered = entries(index, rules, &all).into_iter();
    let numbered = numbered.filter(|entry| of_section(&entry.rule.id, &entry.rule.section));
    numbered
        .map(|entry| SectionRule {
            citing: citing(&entry.rule.id, rules),
            tests: tests(&entry.rule.id, &runs),
            entry,
        })
        .collect()
}

fn citing<'a>(id: &str, rules: &'a [ast::File]) -> Vec<Citing<'a>> {
    let mut citing = Vec::new();
    for item in rules.iter().flat_map(|file| &file.items) {
        let (Some(sort), Some(head)) = (item.value.sort(), item.value.head()) else {
            continue;
        };
        let citations = citations_of(&item.value).into_iter();
        let of_rule = citations.filter(|citation| citation.section.value == id);
        citing.extend(of_rule.map(|citation| Citing {
            sort,
            name: &head.name.value,
            place: citation.section.span,
            does: citation.does,
        }));
    }
    citing
}

fn tests<'a>(id: &str, runs: &[(&'a Example, Exercised)]) -> Vec<TestedBy<'a>> {
    let tests = runs.iter().map(|(example, exercised)| TestedBy {
        title: &example.title,
        place: example.span,
        cites: example.citations.iter().any(|section| section == id),
        exercises: exercised.sections.contains(id),
    });
    tests.filter(|test| test.cites || test.exercises).collect()
}
