//! `sandtable coverage`: the book's numbered rules, and what has become of each.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::bars::columns;
use super::checked::{opened, usable};
use super::coverage_html::{self, Page};
use super::output::{Output, counted};
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::explain::coverage::{Entry, Fate, entries, exercised, house_rules};
use crate::roster::Index;
use crate::source::{SourceMap, Span};
use crate::syntax::citations_in;
use crate::workspace::Analysis;

/// Whose rules, and which of them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The numbered rules stand in `index.toml` beside the rule files; the `ruleset` line names it. A rule is encoded when something that runs cites it, judged when only a fact or a choice does.\n\nExample: sandtable coverage hex-command-mechanized missing"
)]
pub(super) struct Arguments {
    /// A name, a folder or a rule file
    ruleset: String,
    /// Lists only these rules
    #[arg(value_enum)]
    part: Option<Part>,
    /// A variant that is in force too; may be said several times
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

/// Some of the numbered rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Part {
    /// Something that runs cites it
    Encoded,
    /// Encoded, and an example came by it
    Exercised,
    /// Encoded, but no example comes by it
    Unexercised,
    /// A fact or a choice stands for what the players judge
    Judged,
    /// Nothing to carry out
    Advice,
    /// Nothing that runs cites it
    Missing,
    /// The book leaves something open
    Unclear,
    /// The book says two things
    Contradictions,
}

impl Part {
    pub(super) fn has(self, entry: &Entry<'_>) -> bool {
        match self {
            Self::Encoded => entry.fate == Fate::Encoded,
            Self::Exercised => entry.fate == Fate::Encoded && entry.exercised,
            Self::Unexercised => entry.fate == Fate::Encoded && !entry.exercised,
            Self::Judged => entry.fate == Fate::Judged,
            Self::Advice => entry.fate == Fate::Advice,
            Self::Missing => entry.fate == Fate::Missing,
            Self::Unclear => entry.rule.unclear.is_some(),
            Self::Contradictions => entry.rule.contradiction.is_some(),
        }
    }

    /// The heading of its list.
    fn heading(self) -> &'static str {
        match self {
            Self::Encoded => "encoded",
            Self::Exercised => "exercised by an example",
            Self::Unexercised => "encoded, but exercised by no example",
            Self::Judged => "judged by the players",
            Self::Advice => "advice, nothing to carry out",
            Self::Missing => "missing",
            Self::Unclear => "left open by the book, and how it is read",
            Self::Contradictions => "contradictions in the book, and how they are read",
        }
    }
}

/// `is_page`: a page for a browser instead of text.
pub(super) fn run(arguments: &Arguments, is_page: bool, output: &Output) -> Exit {
    let analysis = match usable(&mut opened(), &arguments.ruleset, &arguments.with, output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    let Some(index) = analysis.index() else {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(no_index(&analysis));
        output.findings(&diagnostics, analysis.sources());
        return Exit::Findings;
    };
    let exercised = exercised(analysis.book());
    let entries = entries(index, analysis.trees(), &exercised);
    if is_page {
        output.text(&coverage_html::page(&Page {
            title: title(&analysis),
            entries: &entries,
            house: &house_rules(analysis.trees()),
            unknown: &unknown(&analysis, index),
            sources: analysis.sources(),
        }));
        return Exit::Fine;
    }
    match output.format() {
        Format::Human => output.text(&text(&analysis, &entries, arguments.part)),
        Format::Json => output.json("coverage", document(&analysis, &entries)),
    }
    Exit::Fine
}

fn no_index(analysis: &Analysis) -> Diagnostic {
    let name = analysis.name();
    let diagnostic = Diagnostic::new(
        Code::UnreadableFile,
        format!("the ruleset `{name}` names no index of its book's rules"),
    );
    let diagnostic = match &analysis.book().naming {
        Some(naming) => diagnostic.label(naming.span, "no `index` below it"),
        None => diagnostic,
    };
    diagnostic.help(
        "write `index \"index.toml\"` below the `ruleset` line, and each rule of the book as `[[rule]]`, `id = \"5.3\"`, `title = \"…\"` into that file",
    )
}

fn number(entries: &[Entry<'_>], part: Part) -> usize {
    entries.iter().filter(|entry| part.has(entry)).count()
}

fn text(analysis: &Analysis, entries: &[Entry<'_>], part: Option<Part>) -> String {
    let sources = analysis.sources();
    if let Some(part) = part {
        let list = list(entries, part, sources);
        return if list.is_empty() {
            format!("no rule is {}\n", part.heading())
        } else {
            list
        };
    }
    let title = title(analysis);
    let mut text = format!("{title}: {}\n\n", counted(entries.len(), "numbered rule"));
    text.push_str(&summary(entries));
    for part in [Part::Unexercised, Part::Missing, Part::Contradictions] {
        let list = list(entries, part, sources);
        if !list.is_empty() {
            text.push_str(&format!("\n{}\n{list}", part.heading()));
        }
    }
    let house = house(analysis);
    if !house.is_empty() {
        text.push_str(&format!(
            "\nof the house: cites no section of the book\n{house}"
        ));
    }
    text
}

/// What the book is called.
fn title(analysis: &Analysis) -> &str {
    let naming = analysis.book().naming.as_ref();
    naming.map_or(analysis.name(), |naming| naming.shown())
}

/// Sections that are cited and do not stand in the index, with their places.
fn unknown(analysis: &Analysis, index: &Index) -> Vec<(String, String)> {
    let titles = index.titles();
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for citation in analysis.trees().iter().flat_map(citations_in) {
        let section = citation.section;
        if !titles.contains_key(&section.value)
            && !analysis.book().sections.contains_key(&section.value)
        {
            let places = found.entry(&section.value).or_default();
            places.extend(placed(section.span, analysis.sources()));
        }
    }
    let found = found.into_iter();
    found
        .map(|(section, places)| (section.to_owned(), places.join(", ")))
        .collect()
}

/// What cites no section: house rules and house values.
fn house(analysis: &Analysis) -> String {
    let rows: Vec<Vec<String>> = house_rules(analysis.trees())
        .iter()
        .map(|rule| {
            let title = rule.head.title.as_ref();
            vec![
                rule.head.name.value.clone(),
                title.map_or_else(String::new, |title| title.value.clone()),
                rule.sort.to_owned(),
                placed(rule.head.name.span, analysis.sources()).unwrap_or_default(),
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

/// How many rules have which fate.
fn summary(entries: &[Entry<'_>]) -> String {
    let judged = |entry: &&Entry<'_>| entry.fate == Fate::Judged && entry.exercised;
    let n_judged = entries.iter().filter(judged).count();
    let rows = [
        (
            "encoded",
            Part::Encoded,
            format!(
                "{} exercised by an example",
                number(entries, Part::Exercised)
            ),
        ),
        (
            "judged",
            Part::Judged,
            format!("{n_judged} exercised by an example"),
        ),
        ("advice", Part::Advice, "nothing to carry out".to_owned()),
        ("missing", Part::Missing, String::new()),
    ];
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(name, part, remark)| {
            let n = number(entries, part);
            let share = 100.0 * n as f64 / entries.len().max(1) as f64;
            let remark = if n == 0 { String::new() } else { remark };
            vec![
                name.to_owned(),
                n.to_string(),
                format!("{share:.1} %"),
                remark,
            ]
        })
        .collect();
    use super::bars::Side::{Left, Right};
    columns(&rows, &[Left, Right, Right, Left])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

/// Number, title, and what there is to say of it.
fn list(entries: &[Entry<'_>], part: Part, sources: &SourceMap) -> String {
    let rows: Vec<Vec<String>> = entries
        .iter()
        .filter(|entry| part.has(entry))
        .map(|entry| {
            vec![
                entry.rule.id.clone(),
                entry.rule.title.clone(),
                remark(entry, part, sources),
            ]
        })
        .collect();
    columns(&rows, &[])
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect()
}

pub(super) fn remark(entry: &Entry<'_>, part: Part, sources: &SourceMap) -> String {
    let remarks = remarks(entry, part, sources);
    let sentences: Vec<&str> = remarks
        .iter()
        .map(|remark| remark.trim_end_matches('.'))
        .collect();
    sentences.join("; ")
}

/// What is said of a rule in a list, one thing after the other.
pub(super) fn remarks(entry: &Entry<'_>, part: Part, sources: &SourceMap) -> Vec<String> {
    let rule = entry.rule;
    let said = match part {
        Part::Missing => return vec![rule.reason.clone()],
        Part::Advice => return Vec::new(),
        Part::Unclear => &rule.unclear,
        Part::Contradictions => &rule.contradiction,
        Part::Encoded | Part::Exercised | Part::Unexercised | Part::Judged => {
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

/// How many places are shown.
const SHOWN: usize = 3;

/// Where a rule is cited: `fire.rules:12, fire.rules:40`.
fn places(entry: &Entry<'_>, sources: &SourceMap) -> String {
    let mut places: Vec<String> = entry
        .places
        .iter()
        .filter_map(|place| placed(*place, sources))
        .collect();
    places.dedup();
    if places.len() > SHOWN {
        let more = places.len() - SHOWN;
        places.truncate(SHOWN);
        places.push(format!("{more} more"));
    }
    places.join(", ")
}

/// `fire.rules:12`
pub(super) fn placed(place: Span, sources: &SourceMap) -> Option<String> {
    let source = sources.get(place.file)?;
    let name = source.name.rsplit('/').next().unwrap_or_default();
    Some(format!("{name}:{}", source.position(place.start).line))
}

fn document(analysis: &Analysis, entries: &[Entry<'_>]) -> Value {
    let sources = analysis.sources();
    let ids = |part: Part| -> Vec<&str> {
        let chosen = entries.iter().filter(|entry| part.has(entry));
        chosen.map(|entry| entry.rule.id.as_str()).collect()
    };
    let rules: Vec<Value> = entries
        .iter()
        .map(|entry| {
            let rule = entry.rule;
            let places = entry.places.iter();
            let places: Vec<String> = places.filter_map(|place| placed(*place, sources)).collect();
            json!({
                "id": rule.id,
                "title": rule.title,
                "section": rule.section,
                "fate": match entry.fate {
                    Fate::Encoded => "encoded",
                    Fate::Judged => "judged",
                    Fate::Advice => "advice",
                    Fate::Missing => "missing",
                },
                "exercised": entry.exercised,
                "places": places,
                "unclear": rule.unclear,
                "contradiction": rule.contradiction,
                "reading": rule.reading,
                "reason": rule.reason,
            })
        })
        .collect();
    json!({
        "ruleset": analysis.name(),
        "total": entries.len(),
        "encoded": number(entries, Part::Encoded),
        "exercised": number(entries, Part::Exercised),
        "judged": number(entries, Part::Judged),
        "missing": ids(Part::Missing),
        "advice": number(entries, Part::Advice),
        "unexercised": ids(Part::Unexercised),
        "contradictions": ids(Part::Contradictions),
        "house": house_rules(analysis.trees()).iter().map(|rule| rule.head.name.value.as_str()).collect::<Vec<_>>(),
        "rules": rules,
    })
}
