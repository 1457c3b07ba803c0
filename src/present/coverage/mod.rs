//! The book's numbered rules, and the fate of each: as text, and as a page for a browser.

pub mod gaps;
pub mod html;

use crate::bars::Side::{Left, Right};
use crate::bars::columns;
use crate::numerals::counted;
use crate::places::file_and_line;
use sandtable_explain::coverage::{Coverage, CoverageEntry, CoverageGroup, Fate};
use sandtable_source::SourceMap;

/// Maximum number of places that are shown.
const SHOWN: usize = 3;

/// Returns the heading of the list of a group.
fn heading(group: CoverageGroup) -> &'static str {
    match group {
        CoverageGroup::Encoded => "encoded",
        CoverageGroup::Exercised => "tested by an example",
        CoverageGroup::Unexercised => "encoded, but not tested",
        CoverageGroup::Judged => "judged by the players",
        CoverageGroup::Advice => "advice without an effect",
        CoverageGroup::Missing => "missing",
        CoverageGroup::Unclear => "left open by the book, and how it is read",
        CoverageGroup::Contradictions => "contradictions in the book, and how they are read",
    }
}

/// Returns the summary of a book with lists of the remaining work.
pub fn text(title: &str, coverage: &Coverage<'_>, sources: &SourceMap) -> String {
    let n_rules = counted(coverage.entries.len(), "numbered rule");
    let mut text = format!("{title}: {n_rules}\n\n");
    text.push_str(&summary(coverage));
    for group in [
        CoverageGroup::Unexercised,
        CoverageGroup::Missing,
        CoverageGroup::Contradictions,
    ] {
        let list = list(coverage, group, sources);
        if !list.is_empty() {
            text.push_str(&format!("\n{}\n{list}", heading(group)));
        }
    }
    let house = house(coverage, sources);
    if !house.is_empty() {
        text.push_str(&format!(
            "\nhouse rules, without a section of the book\n{house}"
        ));
    }
    text.push_str(&gaps::partly_followed(&coverage.partly_followed));
    text
}

/// Returns the list of one group alone.
pub fn group_text(group: CoverageGroup, coverage: &Coverage<'_>, sources: &SourceMap) -> String {
    let list = list(coverage, group, sources);
    let list = match list.is_empty() {
        true => format!("no rule is {}\n", heading(group)),
        false => list,
    };
    match group {
        CoverageGroup::Exercised | CoverageGroup::Unexercised => {
            list + &gaps::partly_followed(&coverage.partly_followed)
        }
        CoverageGroup::Encoded
        | CoverageGroup::Judged
        | CoverageGroup::Advice
        | CoverageGroup::Missing
        | CoverageGroup::Unclear
        | CoverageGroup::Contradictions => list,
    }
}

/// Lists what cites no section: house rules and house values.
fn house(coverage: &Coverage<'_>, sources: &SourceMap) -> String {
    let rows: Vec<Vec<String>> = coverage
        .house
        .iter()
        .map(|rule| {
            let title = rule.head.title.as_ref();
            vec![
                rule.head.name.value.clone(),
                title.map_or_else(String::new, |title| title.value.clone()),
                rule.sort.to_owned(),
                file_and_line(rule.head.name.span, sources).unwrap_or_default(),
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

/// Counts the rules of each fate.
fn summary(coverage: &Coverage<'_>) -> String {
    let judged = |entry: &&CoverageEntry<'_>| entry.fate == Fate::Judged && entry.exercised;
    let n_judged = coverage.entries.iter().filter(judged).count();
    let number = |group| coverage.group(group).count();
    let rows = [
        (
            "encoded",
            CoverageGroup::Encoded,
            format!("{} tested by an example", number(CoverageGroup::Exercised)),
        ),
        (
            "judged",
            CoverageGroup::Judged,
            format!("{n_judged} tested by an example"),
        ),
        (
            "advice",
            CoverageGroup::Advice,
            "without an effect".to_owned(),
        ),
        ("missing", CoverageGroup::Missing, String::new()),
    ];
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(name, group, remark)| {
            let n = number(group);
            let share = 100.0 * n as f64 / coverage.entries.len().max(1) as f64;
            let remark = if n == 0 { String::new() } else { remark };
            vec![
                name.to_owned(),
                n.to_string(),
                format!("{share:.1} %"),
                remark,
            ]
        })
        .collect();

    columns(&rows, &[Left, Right, Right, Left])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

/// Lists number, title and remark of the rules of a group.
fn list(coverage: &Coverage<'_>, group: CoverageGroup, sources: &SourceMap) -> String {
    let rows: Vec<Vec<String>> = coverage
        .group(group)
        .map(|entry| {
            vec![
                entry.rule.id.clone(),
                entry.rule.title.clone(),
                remark(entry, group, sources),
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

/// Returns the remarks on a rule as one sentence.
fn remark(entry: &CoverageEntry<'_>, group: CoverageGroup, sources: &SourceMap) -> String {
    let remarks = remarks(entry, group, sources);
    let sentences: Vec<&str> = remarks
        .iter()
        .map(|remark| remark.trim_end_matches('.'))
        .collect();
    sentences.join("; ")
}

/// Returns the remarks on a rule in the list of a group, one each.
fn remarks(entry: &CoverageEntry<'_>, group: CoverageGroup, sources: &SourceMap) -> Vec<String> {
    let rule = entry.rule;
    let said = match group {
        CoverageGroup::Missing => return vec![rule.reason.clone()],
        CoverageGroup::Advice => return Vec::new(),
        CoverageGroup::Unclear => &rule.unclear,
        CoverageGroup::Contradictions => &rule.contradiction,
        CoverageGroup::Encoded
        | CoverageGroup::Exercised
        | CoverageGroup::Unexercised
        | CoverageGroup::Judged => {
            return vec![places(entry, sources)];
        }
    };
    let mut words: Vec<String> = said
        .iter()
        .filter(|said| !said.is_empty())
        .cloned()
        .collect();
    if !rule.reading.is_empty() {
        words.push(format!("read as: {}", rule.reading));
    }
    match entry.fate {
        Fate::Missing if !rule.reason.is_empty() => words.push(rule.reason.clone()),
        Fate::Missing => words.push("missing".to_owned()),
        Fate::Encoded | Fate::Judged => words.push(places(entry, sources)),
        Fate::Advice => {}
    }
    words
}

/// Returns the places that cite a rule: `fire.rules:12, fire.rules:40`.
fn places(entry: &CoverageEntry<'_>, sources: &SourceMap) -> String {
    let mut places: Vec<String> = entry
        .places
        .iter()
        .filter_map(|place| file_and_line(*place, sources))
        .collect();
    places.dedup();
    if places.len() > SHOWN {
        let more = places.len() - SHOWN;
        places.truncate(SHOWN);
        places.push(format!("{more} more"));
    }
    places.join(", ")
}
