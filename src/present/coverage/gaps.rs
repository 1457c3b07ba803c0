//! Rules, steps, lines and cells that no example exercises.

use crate::bars::columns;
use crate::places::file_and_line;
use sandtable_explain::coverage::{Gap, Part};
use sandtable_session::example_runs::Unexercised;
use sandtable_source::{SourceMap, Span};

/// The categories of gaps in the order in which they are shown, with their headings.
const PARTS: [(Part, &str); 4] = [
    (Part::Rule, "rules"),
    (Part::Step, "steps"),
    (Part::Line, "lines"),
    (Part::Cell, "cells"),
];

/// Maximum length of the text of a step, in characters.
const LONGEST: usize = 60;

/// Returns the gaps as text, each category under its heading.
pub fn text(found: &Unexercised, sources: &SourceMap) -> String {
    let gaps = &found.gaps;
    if gaps.is_empty() {
        return "an example tests every rule, step, line and cell\n".to_owned();
    }
    let mut text = "not tested by any example:\n".to_owned();
    for (part, heading) in PARTS {
        let of_part: Vec<&Gap> = gaps.iter().filter(|gap| gap.part == part).collect();
        if of_part.is_empty() {
            continue;
        }
        text.push_str(&format!("  {heading}\n"));
        let rows: Vec<Vec<String>> = match part {
            Part::Cell => cells(&of_part, sources),
            Part::Rule | Part::Step | Part::Line => {
                of_part.iter().map(|gap| row(gap, sources)).collect()
            }
        };
        for line in columns(&rows, &[]) {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text.push_str(&partly_followed(&found.partly_followed));
    text
}

/// Returns a remark that lists the examples whose lines of play are too many to be followed completely, so that gaps may be
/// false; empty without such examples.
pub(super) fn partly_followed(titles: &[String]) -> String {
    let titles: Vec<String> = titles.iter().map(|title| format!("\"{title}\"")).collect();
    match titles.as_slice() {
        [] => String::new(),
        titles => format!(
            "\nnot every end of the odds in {} was explored: what only they reach is listed too; test it with given dice\n",
            titles.join(", ")
        ),
    }
}

fn row(gap: &Gap, sources: &SourceMap) -> Vec<String> {
    let place = file_and_line(gap.place, sources).unwrap_or_default();
    match gap.part {
        Part::Rule => vec![gap.rule.clone(), place],
        Part::Step | Part::Line | Part::Cell => {
            vec![gap.rule.clone(), shown(gap.place, sources), place]
        }
    }
}

/// Returns a line for each row of a table: its keys, then the columns.
fn cells(gaps: &[&Gap], sources: &SourceMap) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut last: Option<(&str, usize)> = None;
    for gap in gaps {
        let line = sources
            .get(gap.place.file)
            .map_or(0, |source| source.position(gap.place.start).line);
        let text = |key: &Span| sources.text(*key).trim().to_owned();
        // The key of a column precedes the cell in the file, on another line.
        let is_beside = |key: &&Span| {
            let source = sources.get(key.file);
            source.is_some_and(|source| source.position(key.start).line == line)
        };
        let beside: Vec<String> = gap.keys.iter().filter(is_beside).map(text).collect();
        let top = gap.keys.iter().find(|key| !is_beside(key)).map(text);
        let here = (gap.rule.as_str(), line);
        match (rows.last_mut(), top) {
            (Some(row), Some(top)) if last == Some(here) => {
                if let Some(keys) = row.get_mut(1) {
                    keys.push_str(&format!(", {top}"));
                }
            }
            (_, top) => {
                let mut keys = beside.join(" | ");
                if let Some(top) = top {
                    keys.push_str(&format!(": {top}"));
                }
                let place = file_and_line(gap.place, sources).unwrap_or_default();
                rows.push(vec![gap.rule.clone(), keys, place]);
            }
        }
        last = Some(here);
    }
    rows
}

/// Returns the source text of a span, shortened.
pub(crate) fn shown(place: Span, sources: &SourceMap) -> String {
    shortened(sources.text(place))
}

/// Returns a text with each run of white space replaced by a space, cut off at the maximum length.
pub(crate) fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    crate::chart::shortened(&words.join(" "), LONGEST + 1)
}
