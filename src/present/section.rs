//! One section of the book: the rules that it numbers, what cites them, and the examples that test them.

use crate::bars::columns;
use crate::coverage::gaps::shortened;
use crate::places::{file_and_line, line_text};
use sandtable_explain::coverage::{CoverageEntry, Fate};
use sandtable_explain::section::{Citing, SectionRule, TestedBy};
use sandtable_source::SourceMap;

/// Returns a paragraph for each rule.
pub fn text(rules: &[SectionRule<'_>], sources: &SourceMap) -> String {
    let rules: Vec<String> = rules.iter().map(|rule| rule_text(rule, sources)).collect();
    rules.join("\n")
}

fn rule_text(rule: &SectionRule<'_>, sources: &SourceMap) -> String {
    let entry = &rule.entry;
    let mut text = format!("{}  {}\n", entry.rule.id, entry.rule.title);
    for remark in remarks(entry) {
        text.push_str(&format!("  {remark}\n"));
    }
    let citing = rule.citing.iter().map(|line| citing_row(line, sources));
    text.push_str(&part("cited by", citing));
    let tests = rule.tests.iter().map(|test| test_row(test, sources));
    text.push_str(&part("tested by", tests));
    text
}

/// Returns rows below a heading; empty without rows.
fn part(heading: &str, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    let lines = columns(&rows, &[]);
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    format!("  {heading}\n{lines}")
}

/// Returns the fate of a rule and what the index says of it, a line each.
fn remarks(entry: &CoverageEntry<'_>) -> Vec<String> {
    let rule = entry.rule;
    let fate = match (entry.fate, entry.exercised) {
        (Fate::Encoded, true) => "encoded and tested by an example",
        (Fate::Encoded, false) => "encoded, but not tested",
        (Fate::Judged, true) => "judged by the players, tested by an example",
        (Fate::Judged, false) => "judged by the players",
        (Fate::Advice, _) => "advice without an effect",
        (Fate::Missing, _) => "not implemented",
    };
    let said = |what: &str, words: &str| match words {
        "" => what.to_owned(),
        words => format!("{what}: {words}"),
    };
    let unclear = rule.unclear.as_deref();
    let unclear = unclear.map(|words| said("left open by the book", words));
    let contradiction = rule.contradiction.as_deref();
    let contradiction = contradiction.map(|words| said("contradicted in the book", words));
    let given = |what: &str, words: &str| (!words.is_empty()).then(|| said(what, words));
    let further = [
        unclear,
        contradiction,
        given("read as", &rule.reading),
        given("because", &rule.reason),
    ];
    let further = further.into_iter().flatten();
    [fate.to_owned()].into_iter().chain(further).collect()
}

fn citing_row(line: &Citing<'_>, sources: &SourceMap) -> Vec<String> {
    vec![
        format!("{} {}", line.sort, line.name),
        file_and_line(line.place, sources).unwrap_or_default(),
        shortened(line_text(line.place, sources)),
    ]
}

fn test_row(test: &TestedBy<'_>, sources: &SourceMap) -> Vec<String> {
    let how = match (test.cites, test.exercises) {
        (true, true) => "cites it and tests it",
        (true, false) => "cites it, but does not test it",
        (false, _) => "tests it",
    };
    vec![
        format!("\"{}\"", test.title),
        file_and_line(test.place, sources).unwrap_or_default(),
        how.to_owned(),
    ]
}
