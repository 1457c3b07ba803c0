//! The odds of one situation: every outcome with its chance.

use sandtable_eval::chance::Chance;
use sandtable_eval::wording::ToldApart;
use sandtable_session::answer::{Moments, Share, between_words};
use sandtable_session::distribution::{DistributionRow, Odds};

use crate::assumed;
use crate::bars::{Side, bar, columns};
use crate::by_worth;
use crate::chart::{Chart, ChartMeasure, Series};
use crate::csv::sheet;
use crate::numerals::{grouped, rounded};

/// Width of the longest bar, in columns.
const WIDTH: usize = 28;

/// Maximum length of an outcome on one line, in characters.
const LONGEST_WORDS: usize = 60;

/// Maximum number of outcomes in a text.
const MOST_OUTCOMES: usize = 500;

/// Maximum length of a fraction, in characters.
const LONGEST: usize = 40;

/// Optional columns of cumulative chances.
#[derive(Debug, Clone, Copy, Default)]
pub struct Columns {
    /// The chance of each number or more.
    pub at_least: bool,
    /// The chance of each number or less.
    pub at_most: bool,
}

/// Probability of the lines of play that were not followed above which bounds of the others are not shown.
const MOST_OPEN: f64 = 0.5;

/// Returns the odds as text. `remark` states why a sample ended early.
pub fn text(odds: &Odds, shown: Columns, remark: Option<&str>) -> String {
    let mut text = format!("{}\n\n", odds.title);
    for line in before_dice(odds) {
        text.push_str(&format!("  {line}\n"));
    }
    if let (Some(share), Some(condition)) = (&odds.given, &odds.condition) {
        text.push_str(&format!("  {}\n", given_words(condition, share)));
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    let is_open = odds.how.open().is_some_and(|open| open > MOST_OPEN);
    if odds.outcomes.is_empty() || is_open {
        text.push_str(&format!("  {}\n", nothing(odds)));
        return text;
    }
    let texts = Shown::all(odds).into_iter().map(|one| one.text(shown));
    text.push_str(&texts.collect::<Vec<String>>().join("\n"));
    let assumed = assumed::lines(&odds.assumed, "  ");
    if !assumed.is_empty() {
        text.push_str(&format!("\n{assumed}"));
    }
    if !odds.by_worth.is_empty() {
        text.push_str(&format!("\n{}", by_worth::lines(&odds.by_worth)));
    }
    if let Some(open) = odds.how.open() {
        text.push_str(&format!("\n  {}\n", floats_words(open)));
    }
    if let Some(runs) = odds.how.runs() {
        let (runs, seed) = (grouped(runs), odds.seed);
        text.push_str(&format!(
            "\n  rolled {runs} times (--seed {seed}); the true chances are within the bounds in \
             95 of 100 such samples\n"
        ));
    }
    if let Some(remark) = remark {
        text.push_str(&format!("  {remark}\n"));
    }
    text
}

/// A distribution that is shown: all of the odds, or one of several values.
#[derive(Clone, Copy)]
struct Shown<'a> {
    about: Option<&'a str>,
    outcomes: &'a [DistributionRow],
    moments: Option<Moments>,
}

impl<'a> Shown<'a> {
    /// Returns the odds, or those of each of several values.
    fn all(odds: &'a Odds) -> Vec<Self> {
        let each = odds.each.iter().map(|one| Self {
            about: Some(&one.about),
            outcomes: &one.outcomes,
            moments: one.moments,
        });
        match odds.each.is_empty() {
            true => vec![Self {
                about: odds.about.as_deref(),
                outcomes: &odds.outcomes,
                moments: odds.moments,
            }],
            false => each.collect(),
        }
    }

    fn text(self, columns: Columns) -> String {
        let mut text = String::new();
        if let Some(about) = self.about {
            text.push_str(&format!("  {about}\n"));
        }
        let told = ToldApart::of(self.outcomes.iter().map(|row| &row.outcome));
        text.push_str(&in_every_case(&told));
        let percents = self.outcomes.iter().map(|row| row.chance.percent());
        let likeliest = Likeliest::of(&percents.collect::<Vec<f64>>());
        for line in lines(self, columns, &told.each, &likeliest) {
            text.push_str(&format!("  {line}\n"));
        }
        if let Some(line) = likeliest.left_out() {
            text.push_str(&format!("\n  {line}\n"));
        }
        if let Some(Moments { mean, std_dev }) = self.moments {
            text.push_str(&format!("\n  mean {mean:.4}, std dev {std_dev:.4}\n"));
        }
        text
    }
}

/// The outcomes that a text shows, out of very many: the likeliest.
pub(crate) struct Likeliest {
    /// By outcome, whether it is shown.
    is_shown: Vec<bool>,
    n_left_out: usize,
    /// Chance of those that are left out, in percent.
    percent_left_out: f64,
}

impl Likeliest {
    /// Chooses outcomes by their chances in percent; of equals the first.
    pub(crate) fn of(percents: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..percents.len()).collect();
        let percent = |at: usize| percents.get(at).copied().unwrap_or(0.0);
        order.sort_by(|a, b| percent(*b).total_cmp(&percent(*a)));
        let left_out = order.get(MOST_OUTCOMES..).unwrap_or_default();
        let mut is_shown = vec![true; percents.len()];
        for at in left_out {
            if let Some(flag) = is_shown.get_mut(*at) {
                *flag = false;
            }
        }
        Self {
            is_shown,
            n_left_out: left_out.len(),
            percent_left_out: left_out.iter().map(|at| percent(*at)).sum(),
        }
    }

    /// Iterates over what belongs to the outcomes that are shown.
    pub(crate) fn only<T>(&self, of_all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let shown = of_all
            .zip(&self.is_shown)
            .filter(|(_, is_shown)| **is_shown);
        shown.map(|(one, _)| one)
    }

    /// Returns a line about the others, with their chance.
    pub(crate) fn left_out(&self) -> Option<String> {
        let together = format!(", together {:.2} %", self.percent_left_out);
        self.others(&together)
    }

    /// Returns a line about the others of two distributions, without their chance.
    pub(crate) fn left_out_of_either(&self) -> Option<String> {
        self.others("")
    }

    fn others(&self, together: &str) -> Option<String> {
        let n = grouped(self.n_left_out as u64);
        (self.n_left_out > 0).then(|| {
            format!(
                "{n} further outcomes are not shown{together}: ask about one thing, `--only CONDITION` or `--track UNIT.TRACK`; \
                 `--format csv` lists all"
            )
        })
    }
}

/// Returns the text for odds without outcomes.
fn nothing(odds: &Odds) -> String {
    match odds.how.open() {
        Some(open) if open > MOST_OPEN => format!(
            "{:.3} % is unexplored after {} game states, too much for useful bounds; sample \
             instead: `odds … --sample 100000`",
            open * 100.0,
            grouped(odds.how.states())
        ),
        Some(open) if open > 0.0 => {
            let what = match odds.condition {
                None => "its end",
                Some(_) => "that",
            };
            format!(
                "no explored line of play reaches {what}: {:.3} % is unexplored after {} game \
                 states; sample instead: `odds … --sample 1000`",
                open * 100.0,
                grouped(odds.how.states())
            )
        }
        Some(_) | None => "this never happens, so there are no chances to show".to_owned(),
    }
}

/// Returns a row for each outcome, whose description is a list of lines in `told`; a long one continues below the row.
fn lines(
    odds: Shown<'_>,
    shown: Columns,
    told: &[Vec<String>],
    likeliest: &Likeliest,
) -> Vec<String> {
    let rows = odds.outcomes;
    let percents = rows.iter().map(|row| row.chance.percent());
    let largest = percents.fold(f64::MIN_POSITIVE, f64::max);
    let sums = cumulated(odds, shown);
    let mut cells: Vec<Vec<String>> = Vec::new();
    if !sums.is_empty() {
        let heads = sums.iter().map(|(head, _)| (*head).to_owned());
        let empty = [String::new(), String::new(), "exactly".to_owned()];
        cells.push(empty.into_iter().chain(heads).collect());
    }
    for (row, told) in likeliest.only(rows.iter().zip(told)) {
        let (first, more) = in_lines(told);
        let mut line = vec![
            first,
            row.between
                .map_or_else(|| fraction_within(LONGEST, &row.chance), between_words),
            format!("{:.2} %", row.chance.percent()),
        ];
        let sums = sums.iter().filter_map(|(_, of)| of(row));
        line.extend(sums.map(|sum| format!("{sum:.2} %")));
        line.push(bar(row.chance.percent() / largest, WIDTH));
        cells.push(line);
        cells.extend(more.map(|more| vec![more]));
    }
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, 2 + sums.len()))
        .collect();
    columns(&cells, &sides)
}

/// The head of a column of cumulative chances, and its value in a row.
type Cumulated = (&'static str, fn(&DistributionRow) -> Option<f64>);

/// Returns the selected columns of cumulative chances; none unless the outcomes are numbers.
fn cumulated(odds: Shown<'_>, shown: Columns) -> Vec<Cumulated> {
    let mut columns: Vec<Cumulated> = Vec::new();
    if odds.moments.is_none() {
        return columns;
    }
    if shown.at_least {
        columns.push(("at least", |row| row.at_least));
    }
    if shown.at_most {
        columns.push(("at most", |row| row.at_most));
    }
    columns
}

/// Returns the odds as CSV: a line for each outcome; of several values, each with the value.
pub fn csv(odds: &Odds) -> String {
    let all = Shown::all(odds);
    let rows = || all.iter().flat_map(|one| one.outcomes);
    let mut head = vec!["outcome", "chance", "percent"];
    if !odds.each.is_empty() {
        head.insert(0, "value");
    }
    let has_bounds = rows().any(|row| row.between.is_some());
    if has_bounds {
        head.extend(["low", "high"]);
    }
    let has_sums = all.iter().any(|one| one.moments.is_some());
    if has_sums {
        head.extend(["at_least", "at_most"]);
    }
    let mut lines = vec![head.into_iter().map(str::to_owned).collect()];
    let number = |percent: f64| rounded(percent).to_string();
    // A row without a value has an empty field.
    let given = |percent: Option<f64>| percent.map(number).unwrap_or_default();
    for one in &all {
        let value = one.about.filter(|_| !odds.each.is_empty());
        for row in one.outcomes {
            let mut line: Vec<String> = value.into_iter().map(str::to_owned).collect();
            line.extend([
                row.outcome.to_string(),
                row.chance.to_string(),
                number(row.chance.percent()),
            ]);
            if has_bounds {
                let (low, high) = row.between.unzip();
                line.extend([given(low), given(high)]);
            }
            if has_sums {
                line.extend([given(row.at_least), given(row.at_most)]);
            }
            lines.push(line);
        }
    }
    sheet(&lines)
}

/// Returns the odds as a chart.
pub fn chart(odds: &Odds) -> Chart {
    let all = Shown::all(odds);
    let place = |about: Option<&str>, row: &DistributionRow| match about {
        Some(about) if !odds.each.is_empty() => format!("{about}: {}", row.outcome),
        Some(_) | None => row.outcome.to_string(),
    };
    let places = all.iter().flat_map(|one| {
        let rows = one.outcomes.iter();
        rows.map(move |row| place(one.about, row))
    });
    let rows = all.iter().flat_map(|one| one.outcomes);
    Chart {
        title: odds.title.clone(),
        subtitle: match (&odds.given, &odds.condition) {
            (Some(share), Some(condition)) => given_words(condition, share),
            _ => odds.about.clone().unwrap_or_default(),
        },
        axis: String::new(),
        places: places.collect(),
        series: vec![Series {
            name: String::new(),
            values: rows.map(|row| Some(row.chance.percent())).collect(),
        }],
        measure: ChartMeasure::Percent,
    }
}

/// Renders the changes that all outcomes have in common.
pub(crate) fn in_every_case(told: &ToldApart) -> String {
    match told.in_all.as_slice() {
        [] => String::new(),
        lines => format!("  in every case  {}\n\n", lines.join("; ")),
    }
}

/// Returns an outcome on one line, or if that would be too long, its first change and the lines of the others.
pub(crate) fn in_lines(told: &[String]) -> (String, impl Iterator<Item = String>) {
    let whole = told.join(", ");
    let (first, more) = match told.split_first() {
        Some((first, more)) if whole.chars().count() > LONGEST_WORDS => (first.clone(), more),
        _ => (whole, [].as_slice()),
    };
    (first, more.iter().map(|more| format!("  {more}")))
}

/// Describes the accuracy of an answer in floating point.
fn floats_words(open: f64) -> String {
    match open > 0.0 {
        false => "in floating point (--float): right to about twelve digits".to_owned(),
        true => format!(
            "in floating point (--float); {:.3} % is unexplored, so the true chances are within \
             the bounds",
            open * 100.0
        ),
    }
}

/// Returns a fraction, or an empty text if it is longer than `longest`; JSON always has the fraction.
pub(crate) fn fraction_within(longest: usize, chance: &Chance) -> String {
    let text = chance.to_string();
    match text.len() <= longest {
        true => text,
        false => String::new(),
    }
}

/// `given "shot is hit": 1/3 of all cases, 33.33 %`
pub(crate) fn given_words(condition: &str, share: &Share) -> String {
    let percent = share.chance.percent();
    match share.between {
        None => match fraction_within(LONGEST, &share.chance) {
            text if text.is_empty() => format!("given {condition}: {percent:.2} % of all cases"),
            text => format!("given {condition}: {text} of all cases, {percent:.2} %"),
        },
        Some(between) => {
            let between = between_words(between);
            format!("given {condition}: {percent:.2} % of all cases, {between}")
        }
    }
}

/// Returns the sums that no die can change, each once, and the reason of a refusal.
fn before_dice(odds: &Odds) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sum in &odds.modifiers {
        let line = sum.to_string();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(
        odds.refusal
            .as_ref()
            .map(|refusal| match refusal.sections.as_slice() {
                [] => refusal.text.clone(),
                sections => format!("{} [{}]", refusal.text, sections.join(", ")),
            }),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::Likeliest;

    /// By hand: of 502 outcomes, 500 with 0.1 % and two with 25 %, the last two of the first are left out.
    #[test]
    fn the_likeliest_of_very_many_are_shown() {
        let mut percents = vec![0.1; 500];
        percents.extend([25.0, 25.0]);
        let likeliest = Likeliest::of(&percents);
        let shown: Vec<usize> = likeliest.only(0..502).collect();
        let expected: Vec<usize> = (0..498).chain([500, 501]).collect();
        assert_eq!(shown, expected);
        let line = likeliest.left_out().unwrap();
        assert!(
            line.starts_with("2 further outcomes are not shown, together 0.20 %:"),
            "{line}"
        );
        let all = Likeliest::of(&[0.2; 500]);
        assert_eq!(all.only(0..500).count(), 500);
        assert_eq!(all.left_out(), None);
    }
}
