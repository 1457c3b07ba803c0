//! A table of answers, and the ways in which it is shown.

use serde_json::{Map, Value, json};

use super::distribution::{fraction_within, given_json, given_words, in_every_case, in_lines};
use super::rounded;
use crate::eval::chance::Chance;
use crate::eval::wording::{Outcome, ToldApart};
use crate::present::bars::{Side, bar, columns};
use crate::present::chart::{Chart, Measure, Series};
use crate::present::csv::sheet;
use crate::session::answer::{Between, Moments, Share, between_words};

/// Places of the longest bar, in a table of one key and of two.
const WIDTH: usize = 24;
const NARROW: usize = 8;

/// Letters of a line of outcomes side by side.
const WIDEST: usize = 120;

/// Lines that say what is left out.
const MOST_NOTES: usize = 8;

/// Letters of the longest fraction that is shown where it stands alone.
const LONGEST: usize = 120;

/// What stands in a cell.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    pub(super) kind: Kind,
    /// The share of cases that it is about, if not all.
    pub(super) given: Option<Share>,
}

/// What a cell says.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Chance(Chance, Option<Between>),
    /// Of an outcome that is one number.
    Number(Moments),
    /// It cannot be done at all.
    Refused,
    /// The condition never holds.
    NeverGiven,
    /// It cannot be asked.
    LeftOut,
    /// There was no time for it.
    NotBegun,
}

/// The answer, and the one that it is compared with.
pub(super) type Pair = (Cell, Option<Cell>);

/// A table.
pub(super) struct Grid {
    /// The question, where all is about one.
    pub(super) title: String,
    /// What is asked.
    pub(super) what: String,
    /// Under which condition.
    pub(super) given: Option<String>,
    /// What it is compared with.
    pub(super) against: Option<String>,
    /// What the rows are; nothing if there is only one.
    pub(super) row_key: Option<String>,
    pub(super) rows: Vec<String>,
    /// What the columns are; nothing if there is only one.
    pub(super) top_key: Option<String>,
    pub(super) tops: Vec<String>,
    /// Where the columns are outcomes: these.
    pub(super) outcomes: Vec<Outcome>,
    pub(super) cells: Vec<Vec<Pair>>,
    /// What cannot be asked, and why.
    pub(super) left_out: Vec<(String, String)>,
    /// What there was no time for, in words.
    pub(super) remarks: Vec<String>,
}

impl Kind {
    /// In percent, or the number.
    fn value(&self) -> Option<f64> {
        match self {
            Self::Chance(chance, _) => Some(chance.percent()),
            Self::Number(moments) => Some(moments.mean),
            Self::Refused | Self::NeverGiven | Self::LeftOut | Self::NotBegun => None,
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Chance(chance, _) => format!("{:.2} %", chance.percent()),
            Self::Number(moments) => format!("{:.3}", moments.mean),
            Self::Refused | Self::NeverGiven | Self::LeftOut => "-".to_owned(),
            Self::NotBegun => "?".to_owned(),
        }
    }
}

/// From one cell to the other.
fn difference((first, second): &Pair) -> Option<f64> {
    Some(second.as_ref()?.kind.value()? - first.kind.value()?)
}

fn difference_shown(pair: &Pair) -> String {
    let places = match pair.0.kind {
        Kind::Number(_) => 3,
        Kind::Chance(..) | Kind::Refused | Kind::NeverGiven | Kind::LeftOut | Kind::NotBegun => 2,
    };
    match difference(pair) {
        Some(0.0) => "=".to_owned(),
        Some(difference) => format!("{difference:+.places$}"),
        None => String::new(),
    }
}

impl Grid {
    fn pairs(&self) -> impl Iterator<Item = (&String, &String, &Pair)> {
        let rows = self.rows.iter().zip(&self.cells);
        rows.flat_map(|(row, line)| {
            self.tops
                .iter()
                .zip(line)
                .map(move |(top, pair)| (row, top, pair))
        })
    }

    fn is_percent(&self) -> bool {
        !self
            .pairs()
            .any(|(_, _, (cell, _))| matches!(cell.kind, Kind::Number(_)))
    }

    /// The largest value, for bars.
    fn largest(&self) -> f64 {
        let values = self.pairs().flat_map(|(_, _, (first, second))| {
            let second = second.as_ref().and_then(|cell| cell.kind.value());
            first.kind.value().into_iter().chain(second)
        });
        values.fold(f64::MIN_POSITIVE, f64::max)
    }

    fn bar(&self, cell: &Cell, width: usize) -> String {
        let value = cell.kind.value().unwrap_or(0.0);
        bar(value / self.largest(), width)
    }

    /// For people.
    pub(super) fn text(&self, chart: bool) -> String {
        let Some(row_key) = &self.row_key else {
            return self.alone();
        };
        let mut text = format!("{}: {}", self.title, self.what);
        if let Some(given) = &self.given {
            text.push_str(&format!(", given {given}"));
        }
        if let Some(against) = &self.against {
            text.push_str(&format!("; compared with {against}"));
        }
        text.push_str("\n\n");
        let lines = match &self.top_key {
            None => self.one_key(row_key),
            Some(top_key) => self.two_keys(row_key, top_key, chart),
        };
        // Outcomes that are too long for columns stand one below the other.
        let is_wide = |line: &String| line.chars().count() > WIDEST;
        let (in_all, lines) = match self.outcomes.is_empty() || !lines.iter().any(is_wide) {
            true => (String::new(), lines),
            false => self.outcomes_down(row_key),
        };
        text.push_str(&in_all);
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str(&self.notes());
        text
    }

    /// What the dashes mean, and what is not there.
    fn notes(&self) -> String {
        let mut notes = String::new();
        let n_shown = match self.left_out.len() {
            n if n > MOST_NOTES => MOST_NOTES - 1,
            n => n,
        };
        for (what, why) in self.left_out.iter().take(n_shown) {
            notes.push_str(&format!("  left out: {what} ({why})\n"));
        }
        let n_more = self.left_out.len() - n_shown;
        if n_more > 0 {
            notes.push_str(&format!(
                "  left out: {n_more} more (`--format json` says each)\n"
            ));
        }
        for remark in &self.remarks {
            notes.push_str(&format!("  {remark}\n"));
        }
        if notes.is_empty() {
            notes
        } else {
            format!("\n{notes}")
        }
    }

    /// One answer.
    fn alone(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        let pair = self.cells.first().and_then(|line| line.first());
        let Some((first, _)) = pair else {
            return text;
        };
        if let (Some(given), Some(share)) = (&self.given, &first.given) {
            text.push_str(&format!("  {}\n", given_words(given, share)));
        }
        let exact = |cell: &Cell| match &cell.kind {
            Kind::Chance(chance, None) => match fraction_within(LONGEST, chance) {
                text if text.is_empty() => text,
                text => format!("{text}  "),
            },
            Kind::Chance(_, Some(between)) => format!("{}  ", between_words(*between)),
            Kind::Number(_) | Kind::Refused | Kind::NeverGiven | Kind::LeftOut | Kind::NotBegun => {
                String::new()
            }
        };
        let shown = |cell: &Cell| format!("{}{}", exact(cell), cell.kind.shown());
        text.push_str(&format!(
            "  {}  {}\n{}",
            self.what,
            shown(first),
            self.notes()
        ));
        text
    }

    fn one_key(&self, row_key: &str) -> Vec<String> {
        let mut head = vec![row_key.to_owned()];
        match self.against {
            Some(_) => head.extend(["first", "second", "difference"].map(str::to_owned)),
            None if self.given.is_some() => {
                head.extend([self.what.clone(), "of all cases".to_owned()]);
            }
            None => head.push(self.what.clone()),
        }
        let mut lines = vec![head];
        for (row, _, pair) in self.pairs() {
            let (first, second) = pair;
            let mut line = vec![row.clone(), first.kind.shown()];
            match second {
                Some(second) => line.extend([second.kind.shown(), difference_shown(pair)]),
                None => {
                    if self.given.is_some() {
                        let share = first.given.as_ref();
                        line.push(share.map_or_else(String::new, |share| {
                            format!("{:.2} %", share.chance.percent())
                        }));
                    }
                    line.push(self.bar(first, WIDTH));
                }
            }
            lines.push(line);
        }
        let n_numbers = lines.first().map_or(0, Vec::len).saturating_sub(1);
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(std::iter::repeat_n(Side::Right, n_numbers))
            .collect();
        columns(&lines, &sides)
    }

    fn two_keys(&self, row_key: &str, top_key: &str, chart: bool) -> Vec<String> {
        // The names of outcomes speak for themselves.
        let top = |top: &String| match top_key {
            super::sweep::OUTCOME => top.clone(),
            key => format!("{key} {top}"),
        };
        let has_more = chart || self.against.is_some();
        let mut head = vec![row_key.to_owned()];
        for name in &self.tops {
            head.push(top(name));
            if has_more {
                head.push(String::new());
            }
        }
        let mut lines = vec![head];
        for (row, cells) in self.rows.iter().zip(&self.cells) {
            let mut line = vec![row.clone()];
            for pair in cells {
                line.push(pair.0.kind.shown());
                if self.against.is_some() {
                    line.push(difference_shown(pair));
                } else if chart {
                    line.push(self.bar(&pair.0, NARROW));
                }
            }
            lines.push(line);
        }
        let beside = match self.against {
            Some(_) => Side::Right,
            None => Side::Left,
        };
        let of_one: &[Side] = if has_more {
            &[Side::Right, beside]
        } else {
            &[Side::Right]
        };
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(self.tops.iter().flat_map(|_| of_one.iter().copied()))
            .collect();
        columns(&lines, &sides)
    }

    /// What happens in every case; and a row for each outcome, with a column for each value of the key.
    fn outcomes_down(&self, row_key: &str) -> (String, Vec<String>) {
        let told = ToldApart::of(self.outcomes.iter());
        let mut head = vec![String::new()];
        for row in &self.rows {
            head.push(format!("{row_key} {row}"));
            if self.against.is_some() {
                head.push(String::new());
            }
        }
        let n_columns = head.len();
        let mut lines = vec![head];
        for (at, told) in told.each.iter().enumerate() {
            let (outcome, more) = in_lines(told);
            let mut line = vec![outcome];
            for pair in self.cells.iter().filter_map(|cells| cells.get(at)) {
                line.push(pair.0.kind.shown());
                if self.against.is_some() {
                    line.push(difference_shown(pair));
                }
            }
            lines.push(line);
            lines.extend(more.map(|more| vec![more]));
        }
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(std::iter::repeat_n(Side::Right, n_columns))
            .collect();
        (in_every_case(&told), columns(&lines, &sides))
    }

    /// For programs.
    pub(super) fn document(&self, ruleset: &str, name: &str) -> Value {
        let cells: Vec<Value> = self
            .pairs()
            .map(|(row, top, pair)| {
                let mut fields = Map::new();
                let keys = [(&self.row_key, row), (&self.top_key, top)];
                for (key, value) in keys {
                    if let Some(key) = key {
                        fields.insert(key.clone(), json!(value));
                    }
                }
                let (first, second) = pair;
                self.fields(first, &mut fields);
                if let Some(second) = second {
                    let mut other = Map::new();
                    self.fields(second, &mut other);
                    fields.insert("second".to_owned(), Value::Object(other));
                    let difference = difference(pair).map(rounded);
                    fields.insert("difference".to_owned(), json!(difference));
                }
                Value::Object(fields)
            })
            .collect();
        let left_out: Vec<Value> = self
            .left_out
            .iter()
            .map(|(what, why)| json!({ "what": what, "why": why }))
            .collect();
        json!({
            "ruleset": ruleset,
            "name": name,
            "only": self.what,
            "compared_with": self.against,
            "cells": cells,
            "left_out": left_out,
            "remarks": self.remarks,
        })
    }

    fn fields(&self, cell: &Cell, fields: &mut Map<String, Value>) {
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        match &cell.kind {
            Kind::Chance(chance, between) => {
                put("chance", json!(chance.to_string()));
                put("percent", json!(chance.percent()));
                if let Some((low, high)) = between {
                    put("between", json!([rounded(*low), rounded(*high)]));
                }
            }
            Kind::Number(moments) => {
                put("mean", json!(moments.mean));
                put("spread", json!(rounded(moments.spread)));
            }
            Kind::Refused => {
                put("refused", json!(true));
            }
            Kind::NeverGiven => {
                put("never_given", json!(true));
            }
            Kind::LeftOut => {
                put("left_out", json!(true));
            }
            Kind::NotBegun => {
                put("not_begun", json!(true));
            }
        }
        if let (Some(given), Some(share)) = (&self.given, &cell.given) {
            put("given", given_json(given, share));
        }
    }

    /// For spreadsheets: a line for each cell.
    pub(super) fn csv(&self) -> String {
        let is_percent = self.is_percent();
        let names: &[&str] = if is_percent {
            &["chance", "percent"]
        } else {
            &["mean", "spread"]
        };
        let mut head: Vec<String> = self.row_key.iter().chain(&self.top_key).cloned().collect();
        head.extend(names.iter().map(|name| (*name).to_owned()));
        if self.given.is_some() {
            head.push("given_percent".to_owned());
        }
        if self.against.is_some() {
            head.extend(names.iter().map(|name| format!("second_{name}")));
            head.push("difference".to_owned());
        }
        let numbers = |cell: &Cell| match &cell.kind {
            Kind::Chance(chance, _) => [chance.to_string(), rounded(chance.percent()).to_string()],
            Kind::Number(moments) => [moments.mean, moments.spread].map(|n| rounded(n).to_string()),
            Kind::Refused | Kind::NeverGiven | Kind::LeftOut | Kind::NotBegun => {
                [String::new(), String::new()]
            }
        };
        let mut lines = vec![head];
        for (row, top, pair) in self.pairs() {
            let (first, second) = pair;
            let mut line = Vec::new();
            line.extend(self.row_key.iter().map(|_| row.clone()));
            line.extend(self.top_key.iter().map(|_| top.clone()));
            line.extend(numbers(first));
            if self.given.is_some() {
                let share = first.given.as_ref().map(|share| share.chance.percent());
                line.push(share.map_or_else(String::new, |share| rounded(share).to_string()));
            }
            if let Some(second) = second {
                line.extend(numbers(second));
                let difference = difference(pair).map(rounded);
                line.push(difference.map_or_else(String::new, |number| number.to_string()));
            }
            lines.push(line);
        }
        sheet(&lines)
    }

    /// As a picture.
    pub(super) fn chart(&self) -> Chart {
        let series = |name: String, top: usize, is_second: bool| Series {
            name,
            values: self
                .cells
                .iter()
                .map(|line| {
                    let (first, second) = line.get(top)?;
                    match is_second {
                        false => first.kind.value(),
                        true => second.as_ref()?.kind.value(),
                    }
                })
                .collect(),
        };
        let mut all = Vec::new();
        for (at, top) in self.tops.iter().enumerate() {
            let name = match self.top_key.as_deref() {
                None => String::new(),
                Some(super::sweep::OUTCOME) => top.clone(),
                Some(key) => format!("{key} {top}"),
            };
            match &self.against {
                None => all.push(series(name, at, false)),
                Some(against) => {
                    let first = if name.is_empty() { "first" } else { &name };
                    all.push(series(first.to_owned(), at, false));
                    let second = format!("{name} with {against}");
                    all.push(series(second.trim().to_owned(), at, true));
                }
            }
        }
        let given = self.given.iter().map(|given| format!(", given {given}"));
        let given: String = given.collect();
        Chart {
            title: format!("{}{given}", self.what),
            subtitle: self.title.clone(),
            axis: self.row_key.clone().unwrap_or_default(),
            places: self.rows.clone(),
            series: all,
            measure: match self.is_percent() {
                true => Measure::Percent,
                false => Measure::Number,
            },
        }
    }
}
