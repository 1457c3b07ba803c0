//! The numbered rules of a book, and what no example exercises, as programs read them.

use sandtable_explain::coverage::{Coverage, CoverageEntry, CoverageGroup, Fate, Gap, Part};
use sandtable_session::example_runs;
use sandtable_source::{SourceMap, Span};
use serde::Serialize;

use crate::coverage::gaps::shown;
use crate::places::file_and_line;

/// The document of `coverage`.
#[derive(Debug, Serialize)]
pub struct CoverageDocument<'a> {
    ruleset: &'a str,
    total: usize,
    encoded: usize,
    exercised: usize,
    judged: usize,
    advice: usize,
    missing: Vec<&'a str>,
    unexercised: Vec<&'a str>,
    contradictions: Vec<&'a str>,
    house: Vec<&'a str>,
    partly_followed: &'a [String],
    rules: Vec<CoveredRule<'a>>,
}

/// A numbered rule and what has become of it.
#[derive(Debug, Serialize)]
pub(super) struct CoveredRule<'a> {
    id: &'a str,
    title: &'a str,
    section: &'a str,
    fate: &'static str,
    exercised: bool,
    places: Vec<String>,
    unclear: Option<&'a str>,
    contradiction: Option<&'a str>,
    reading: &'a str,
    reason: &'a str,
}

impl<'a> CoverageDocument<'a> {
    /// Describes all rules, whichever group is asked for in text.
    pub fn new(ruleset: &'a str, coverage: &'a Coverage<'a>, sources: &SourceMap) -> Self {
        let number = |group| coverage.group(group).count();
        let ids = |group| -> Vec<&str> {
            let entries = coverage.group(group);
            entries.map(|entry| entry.rule.id.as_str()).collect()
        };
        let house = coverage.house.iter();
        let rules = coverage.entries.iter();
        Self {
            ruleset,
            total: coverage.entries.len(),
            encoded: number(CoverageGroup::Encoded),
            exercised: number(CoverageGroup::Exercised),
            judged: number(CoverageGroup::Judged),
            advice: number(CoverageGroup::Advice),
            missing: ids(CoverageGroup::Missing),
            unexercised: ids(CoverageGroup::Unexercised),
            contradictions: ids(CoverageGroup::Contradictions),
            house: house.map(|rule| rule.head.name.value.as_str()).collect(),
            partly_followed: &coverage.partly_followed,
            rules: rules
                .map(|entry| CoveredRule::new(entry, sources))
                .collect(),
        }
    }
}

impl<'a> CoveredRule<'a> {
    pub(super) fn new(entry: &'a CoverageEntry<'a>, sources: &SourceMap) -> Self {
        let rule = entry.rule;
        let places = entry.places.iter();
        Self {
            id: &rule.id,
            title: &rule.title,
            section: &rule.section,
            fate: fate_word(entry.fate),
            exercised: entry.exercised,
            places: places
                .filter_map(|place| file_and_line(*place, sources))
                .collect(),
            unclear: rule.unclear.as_deref(),
            contradiction: rule.contradiction.as_deref(),
            reading: &rule.reading,
            reason: &rule.reason,
        }
    }
}

/// Returns the word for a fate: `encoded`, `judged`, `advice`, `missing`.
fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Encoded => "encoded",
        Fate::Judged => "judged",
        Fate::Advice => "advice",
        Fate::Missing => "missing",
    }
}

/// Parts of rules that no example exercises, in the document of `test --coverage`.
#[derive(Debug, Serialize)]
pub struct Unexercised<'a> {
    rules: Vec<UnexercisedPart<'a>>,
    steps: Vec<UnexercisedPart<'a>>,
    lines: Vec<UnexercisedPart<'a>>,
    cells: Vec<UnexercisedPart<'a>>,
    partly_followed: &'a [String],
}

/// A rule, or a step, line or cell of one.
#[derive(Debug, Serialize)]
struct UnexercisedPart<'a> {
    rule: &'a str,
    /// Text of the keys; present only for a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<&'a str>>,
    /// Text of the gap; absent for a whole rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    place: Option<String>,
}

impl<'a> Unexercised<'a> {
    /// Describes gaps, sorted by what they are.
    pub fn new(found: &'a example_runs::Unexercised, sources: &'a SourceMap) -> Self {
        let list = |part: Part| -> Vec<UnexercisedPart<'a>> {
            let of_part = found.gaps.iter().filter(|gap| gap.part == part);
            of_part
                .map(|gap| UnexercisedPart::new(gap, sources))
                .collect()
        };
        Self {
            rules: list(Part::Rule),
            steps: list(Part::Step),
            lines: list(Part::Line),
            cells: list(Part::Cell),
            partly_followed: &found.partly_followed,
        }
    }
}

impl<'a> UnexercisedPart<'a> {
    fn new(gap: &'a Gap, sources: &'a SourceMap) -> Self {
        let key = |key: &Span| sources.text(*key).trim();
        Self {
            rule: &gap.rule,
            keys: (gap.part == Part::Cell).then(|| gap.keys.iter().map(key).collect()),
            text: (gap.part != Part::Rule).then(|| shown(gap.place, sources)),
            place: file_and_line(gap.place, sources),
        }
    }
}
