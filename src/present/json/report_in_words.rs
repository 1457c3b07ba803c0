//! The report of a scenario in sentences and tables, for a page that shows it.

use sandtable_session::report::Report;
use serde::Serialize;

use crate::numerals::rounded;
use crate::report::{
    MAP_LEGEND, MAP_TITLE, Mark, Section, Table, heading, map_of_fights, sections_of_numbers,
};

/// The document of `sandtable/reportInWords`.
#[derive(Debug, Serialize)]
pub struct ReportInWordsDocument<'a> {
    scenario: &'a str,
    title: &'a str,
    games: u64,
    heading: Vec<String>,
    sections: Vec<SectionRow>,
    map: Option<MapRow>,
    notable: Vec<NotableRow<'a>>,
}

#[derive(Debug, Serialize)]
struct MapRow {
    title: &'static str,
    legend: &'static str,
    svg: String,
}

#[derive(Debug, Serialize)]
struct SectionRow {
    title: &'static str,
    sentences: Vec<String>,
    table: Option<TableRow>,
}

#[derive(Debug, Serialize)]
struct TableRow {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    marks: Vec<MarkRow>,
    scale: [f64; 2],
}

#[derive(Debug, Serialize)]
struct MarkRow {
    value: f64,
    interval: [f64; 2],
}

#[derive(Debug, Serialize)]
struct NotableRow<'a> {
    what: &'static str,
    seed: u64,
    words: &'a str,
}

impl<'a> ReportInWordsDocument<'a> {
    /// Describes a report.
    pub fn new(report: &'a Report) -> Self {
        let notable = report.notable.iter();
        Self {
            scenario: &report.scenario,
            title: &report.title,
            games: report.n_games,
            heading: heading(report),
            sections: sections_of_numbers(report)
                .into_iter()
                .map(section)
                .collect(),
            map: map_of_fights(report).map(|svg| MapRow {
                title: MAP_TITLE,
                legend: MAP_LEGEND,
                svg,
            }),
            notable: notable
                .map(|game| NotableRow {
                    what: game.what,
                    seed: game.seed,
                    words: &game.words,
                })
                .collect(),
        }
    }
}

fn section(section: Section) -> SectionRow {
    SectionRow {
        title: section.title,
        sentences: section.sentences,
        table: section.table.map(table),
    }
}

fn table(table: Table) -> TableRow {
    let (low, high) = table.scale;
    TableRow {
        head: table.head,
        rows: table.rows,
        marks: table.marks.into_iter().map(mark).collect(),
        scale: [rounded(low), rounded(high)],
    }
}

fn mark(mark: Mark) -> MarkRow {
    MarkRow {
        value: rounded(mark.value),
        interval: [rounded(mark.low), rounded(mark.high)],
    }
}
