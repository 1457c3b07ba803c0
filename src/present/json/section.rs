//! One section of the book, as programs read it.

use sandtable_explain::section::{Citing, SectionRule, TestedBy};
use sandtable_source::SourceMap;
use sandtable_syntax::Does;
use serde::Serialize;

use super::coverage::CoveredRule;
use crate::places::{file_and_line, line_text};

/// The document of `section`.
#[derive(Debug, Serialize)]
pub struct SectionDocument<'a> {
    ruleset: &'a str,
    section: &'a str,
    rules: Vec<SectionRow<'a>>,
}

#[derive(Debug, Serialize)]
struct SectionRow<'a> {
    #[serde(flatten)]
    rule: CoveredRule<'a>,
    cited_by: Vec<CitingRow<'a>>,
    tested_by: Vec<TestRow<'a>>,
}

#[derive(Debug, Serialize)]
struct CitingRow<'a> {
    sort: &'a str,
    name: &'a str,
    place: Option<String>,
    text: &'a str,
    does: &'static str,
}

#[derive(Debug, Serialize)]
struct TestRow<'a> {
    title: &'a str,
    place: Option<String>,
    cites: bool,
    exercises: bool,
}

impl<'a> SectionDocument<'a> {
    /// Describes the rules of a section.
    pub fn new(
        ruleset: &'a str,
        section: &'a str,
        rules: &'a [SectionRule<'a>],
        sources: &'a SourceMap,
    ) -> Self {
        let row = |rule: &'a SectionRule<'a>| SectionRow {
            rule: CoveredRule::new(&rule.entry, sources),
            cited_by: rule
                .citing
                .iter()
                .map(|line| CitingRow::new(line, sources))
                .collect(),
            tested_by: rule
                .tests
                .iter()
                .map(|test| TestRow::new(test, sources))
                .collect(),
        };
        Self {
            ruleset,
            section,
            rules: rules.iter().map(row).collect(),
        }
    }
}

impl<'a> CitingRow<'a> {
    fn new(line: &'a Citing<'a>, sources: &'a SourceMap) -> Self {
        Self {
            sort: line.sort,
            name: line.name,
            place: file_and_line(line.place, sources),
            text: line_text(line.place, sources),
            does: match line.does {
                Does::CarriesOut => "carries-out",
                Does::Asks => "asks",
                Does::Mentions => "mentions",
            },
        }
    }
}

impl<'a> TestRow<'a> {
    fn new(test: &'a TestedBy<'a>, sources: &SourceMap) -> Self {
        Self {
            title: test.title,
            place: file_and_line(test.place, sources),
            cites: test.cites,
            exercises: test.exercises,
        }
    }
}
