//! A table of answers as text, CSV and chart.

use sandtable_eval::wording::ToldApart;
use sandtable_session::answer::between_words;
use sandtable_session::table::{
    CellPair, MOST_LOOKED_INTO, OUTCOME, OddsTable, TableCell, TableKind, difference,
};

use crate::assumed;
use crate::bars::{Side, bar, columns};
use crate::by_worth;
use crate::chart::{Chart, ChartMeasure, Series};
use crate::csv::sheet;
use crate::distribution::{fraction_within, given_words, in_every_case, in_lines};
use crate::numerals::{grouped, rounded};

/// Width of the longest bar in columns, for one key and for two.
const WIDTH: usize = 24;
const NARROW: usize = 8;

/// Maximum length of a line of outcomes side by side, in characters.
const WIDEST: usize = 120;

/// Maximum number of remarks on omitted cells.
const MOST_NOTES: usize = 8;

/// Maximum length of a fraction that is shown without others, in characters.
const LONGEST: usize = 120;

/// Returns the table as text. With `has_bars`, a table of two keys has bars too. `remarks` state why it ended early.
pub fn text(table: &OddsTable, has_bars: bool, remarks: &[String]) -> String {
    View { table, remarks }.text(has_bars)
}

/// Returns the remarks that only some of the questions were searched for assumed facts and for decisions by worth, if that is so.
pub fn own_remarks(table: &OddsTable) -> Vec<String> {
    let (n, of) = (table.n_looked_into, grouped(table.n_questions as u64));
    let only = format!("only the first {n} of {of} questions were searched for");
    let names: Vec<String> = table
        .perhaps_assumed
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let names = names.join(", ");
    let of_facts = (!names.is_empty()).then(|| {
        format!("{only} facts that are assumed; others may assume {names}: give them to be sure")
    });
    let is_partial = n == MOST_LOOKED_INTO && n < table.n_questions && !table.by_worth.is_empty();
    let of_decisions =
        is_partial.then(|| format!("{only} what is chosen by worth; others may choose otherwise"));
    of_facts.into_iter().chain(of_decisions).collect()
}

/// Returns the table as CSV: a line for each cell.
pub fn csv(table: &OddsTable) -> String {
    let remarks = &[];
    View { table, remarks }.csv()
}

/// Returns the table as a chart: a series for each column.
pub fn chart(table: &OddsTable) -> Chart {
    let remarks = &[];
    View { table, remarks }.chart()
}

/// A table with its remarks.
struct View<'a> {
    table: &'a OddsTable,
    remarks: &'a [String],
}

fn shown(kind: &TableKind) -> String {
    match kind {
        TableKind::Chance(chance, _) => format!("{:.2} %", chance.percent()),
        TableKind::Number(moments) => format!("{:.3}", moments.mean),
        TableKind::Refused | TableKind::NeverGiven | TableKind::LeftOut => "-".to_owned(),
        TableKind::Open => "?".to_owned(),
    }
}

fn difference_shown(pair: &CellPair) -> String {
    let places = match pair.0.kind {
        TableKind::Number(_) => 3,
        TableKind::Chance(..)
        | TableKind::Refused
        | TableKind::NeverGiven
        | TableKind::LeftOut
        | TableKind::Open => 2,
    };
    match difference(pair) {
        Some(0.0) => "=".to_owned(),
        Some(difference) => format!("{difference:+.places$}"),
        None => String::new(),
    }
}

impl View<'_> {
    fn pairs(&self) -> impl Iterator<Item = (&String, &String, &CellPair)> {
        let rows = self.table.rows.iter().zip(&self.table.cells);
        rows.flat_map(|(row, line)| {
            self.table
                .tops
                .iter()
                .zip(line)
                .map(move |(top, pair)| (row, top, pair))
        })
    }

    fn is_percent(&self) -> bool {
        !self
            .pairs()
            .any(|(_, _, (cell, _))| matches!(cell.kind, TableKind::Number(_)))
    }

    /// Returns the largest value, which scales the bars.
    fn largest(&self) -> f64 {
        let values = self.pairs().flat_map(|(_, _, (first, second))| {
            let second = second.as_ref().and_then(|cell| cell.kind.value());
            first.kind.value().into_iter().chain(second)
        });
        values.fold(f64::MIN_POSITIVE, f64::max)
    }

    fn bar(&self, cell: &TableCell, width: usize) -> String {
        let value = cell.kind.value().unwrap_or(0.0);
        bar(value / self.largest(), width)
    }

    /// Renders the table as text.
    fn text(&self, chart: bool) -> String {
        let Some(row_key) = &self.table.row_key else {
            return self.alone();
        };
        let mut text = format!("{}: {}", self.table.title, self.table.what);
        if let Some(given) = &self.table.condition {
            text.push_str(&format!(", given {given}"));
        }
        if let Some(against) = &self.table.against {
            text.push_str(&format!("; compared with {against}"));
        }
        text.push_str("\n\n");
        let lines = match &self.table.top_key {
            None => self.one_key(row_key),
            Some(top_key) => self.two_keys(row_key, top_key, chart),
        };
        // Outcomes that are too long for columns are listed one per line.
        let is_wide = |line: &String| line.chars().count() > WIDEST;
        let (in_all, lines) = match self.table.outcomes.is_empty() || !lines.iter().any(is_wide) {
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

    /// Renders the meaning of the dashes, and the number of omitted cells.
    fn notes(&self) -> String {
        let mut notes = String::new();
        let n_shown = match self.table.left_out.len() {
            n if n > MOST_NOTES => MOST_NOTES - 1,
            n => n,
        };
        for (what, why) in self.table.left_out.iter().take(n_shown) {
            notes.push_str(&match what.is_empty() {
                true => format!("  left out: {why}\n"),
                false => format!("  left out: {what} ({why})\n"),
            });
        }
        let n_more = self.table.left_out.len() - n_shown;
        if n_more > 0 {
            notes.push_str(&format!(
                "  left out: {n_more} more (`--format json` lists each)\n"
            ));
        }
        notes.push_str(&assumed::lines(&self.table.assumed, "  "));
        notes.push_str(&by_worth::lines(&self.table.by_worth));
        for remark in own_remarks(self.table).iter().chain(self.remarks) {
            notes.push_str(&format!("  {remark}\n"));
        }
        if notes.is_empty() {
            notes
        } else {
            format!("\n{notes}")
        }
    }

    /// Renders a table of a single answer.
    fn alone(&self) -> String {
        let mut text = format!("{}\n\n", self.table.title);
        let pair = self.table.cells.first().and_then(|line| line.first());
        let Some((first, _)) = pair else {
            return text;
        };
        if let (Some(given), Some(share)) = (&self.table.condition, &first.given) {
            text.push_str(&format!("  {}\n", given_words(given, share)));
        }
        let exact = |cell: &TableCell| match &cell.kind {
            TableKind::Chance(chance, None) => match fraction_within(LONGEST, chance) {
                text if text.is_empty() => text,
                text => format!("{text}  "),
            },
            TableKind::Chance(_, Some(between)) => format!("{}  ", between_words(*between)),
            TableKind::Number(_)
            | TableKind::Refused
            | TableKind::NeverGiven
            | TableKind::LeftOut
            | TableKind::Open => String::new(),
        };
        let whole = |cell: &TableCell| format!("{}{}", exact(cell), shown(&cell.kind));
        text.push_str(&format!(
            "  {}  {}\n{}",
            self.table.what,
            whole(first),
            self.notes()
        ));
        text
    }

    fn one_key(&self, row_key: &str) -> Vec<String> {
        let mut head = vec![row_key.to_owned()];
        match self.table.against {
            Some(_) => head.extend(["first", "second", "difference"].map(str::to_owned)),
            None if self.table.condition.is_some() => {
                head.extend([self.table.what.clone(), "of all cases".to_owned()]);
            }
            None => head.push(self.table.what.clone()),
        }
        let mut lines = vec![head];
        for (row, _, pair) in self.pairs() {
            let (first, second) = pair;
            let mut line = vec![row.clone(), shown(&first.kind)];
            match second {
                Some(second) => line.extend([shown(&second.kind), difference_shown(pair)]),
                None => {
                    if self.table.condition.is_some() {
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
        // A head that names an outcome needs no key before it.
        let top = |top: &String| match top_key {
            OUTCOME => top.clone(),
            key => format!("{key} {top}"),
        };
        let has_more = chart || self.table.against.is_some();
        let mut head = vec![row_key.to_owned()];
        for name in &self.table.tops {
            head.push(top(name));
            if has_more {
                head.push(String::new());
            }
        }
        let mut lines = vec![head];
        for (row, cells) in self.table.rows.iter().zip(&self.table.cells) {
            let mut line = vec![row.clone()];
            for pair in cells {
                line.push(shown(&pair.0.kind));
                if self.table.against.is_some() {
                    line.push(difference_shown(pair));
                } else if chart {
                    line.push(self.bar(&pair.0, NARROW));
                }
            }
            lines.push(line);
        }
        let beside = match self.table.against {
            Some(_) => Side::Right,
            None => Side::Left,
        };
        let of_one: &[Side] = if has_more {
            &[Side::Right, beside]
        } else {
            &[Side::Right]
        };
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(self.table.tops.iter().flat_map(|_| of_one.iter().copied()))
            .collect();
        columns(&lines, &sides)
    }

    /// Renders the changes that all outcomes have in common, and a row for each outcome, with a column for each value of the key.
    fn outcomes_down(&self, row_key: &str) -> (String, Vec<String>) {
        let told = ToldApart::of(self.table.outcomes.iter());
        let mut head = vec![String::new()];
        for row in &self.table.rows {
            head.push(format!("{row_key} {row}"));
            if self.table.against.is_some() {
                head.push(String::new());
            }
        }
        let n_columns = head.len();
        let mut lines = vec![head];
        for (at, told) in told.each.iter().enumerate() {
            let (outcome, more) = in_lines(told);
            let mut line = vec![outcome];
            for pair in self.table.cells.iter().filter_map(|cells| cells.get(at)) {
                line.push(shown(&pair.0.kind));
                if self.table.against.is_some() {
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

    /// Renders the table as CSV: a line for each cell.
    fn csv(&self) -> String {
        let is_percent = self.is_percent();
        let names: &[&str] = if is_percent {
            &["chance", "percent"]
        } else {
            &["mean", "spread"]
        };
        let mut head: Vec<String> = self
            .table
            .row_key
            .iter()
            .chain(&self.table.top_key)
            .cloned()
            .collect();
        head.extend(names.iter().map(|name| (*name).to_owned()));
        if self.table.condition.is_some() {
            head.push("given_percent".to_owned());
        }
        if self.table.against.is_some() {
            head.extend(names.iter().map(|name| format!("second_{name}")));
            head.push("difference".to_owned());
        }
        let numbers = |cell: &TableCell| match &cell.kind {
            TableKind::Chance(chance, _) => {
                [chance.to_string(), rounded(chance.percent()).to_string()]
            }
            TableKind::Number(moments) => {
                [moments.mean, moments.std_dev].map(|n| rounded(n).to_string())
            }
            TableKind::Refused | TableKind::NeverGiven | TableKind::LeftOut | TableKind::Open => {
                [String::new(), String::new()]
            }
        };
        let mut lines = vec![head];
        for (row, top, pair) in self.pairs() {
            let (first, second) = pair;
            let mut line = Vec::new();
            line.extend(self.table.row_key.iter().map(|_| row.clone()));
            line.extend(self.table.top_key.iter().map(|_| top.clone()));
            line.extend(numbers(first));
            if self.table.condition.is_some() {
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

    /// Returns the table as a chart.
    fn chart(&self) -> Chart {
        let series = |name: String, top: usize, is_second: bool| Series {
            name,
            values: self
                .table
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
        for (at, top) in self.table.tops.iter().enumerate() {
            let name = match self.table.top_key.as_deref() {
                None => String::new(),
                Some(OUTCOME) => top.clone(),
                Some(key) => format!("{key} {top}"),
            };
            match &self.table.against {
                None => all.push(series(name, at, false)),
                Some(against) => {
                    let first = if name.is_empty() { "first" } else { &name };
                    all.push(series(first.to_owned(), at, false));
                    let second = format!("{name} with {against}");
                    all.push(series(second.trim().to_owned(), at, true));
                }
            }
        }
        let given = self
            .table
            .condition
            .iter()
            .map(|given| format!(", given {given}"));
        let given: String = given.collect();
        Chart {
            title: format!("{}{given}", self.table.what),
            subtitle: self.table.title.clone(),
            axis: self.table.row_key.clone().unwrap_or_default(),
            places: self.table.rows.clone(),
            series: all,
            measure: match self.is_percent() {
                true => ChartMeasure::Percent,
                false => ChartMeasure::Number,
            },
        }
    }
}
