//! A scenario, played to its end again and again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Arguments;
use crate::diagnostic::Diagnostics;
use crate::eval::sample::blocks::{Choosing, Histogram, Trial};
use crate::eval::wording::{ending_words, outcome_words};
use crate::ir::{Lowered, NONE, OutcomePart, Shown, Wanted, lower, optimise};
use crate::model::{self, Expr};
use crate::present::bars::{Side, bar, columns};
use crate::present::chart::{self, Chart, Measure, Series};
use crate::present::csv::sheet;
use crate::present::numerals::grouped;
use crate::session::answer::{Between, between};
use crate::session::game::Control;
use crate::session::sampling::{Sampling, count};
use crate::syntax::parse_condition;
use crate::tools::cli::clock::Clock;
use crate::tools::cli::deadline::Patience;
use crate::tools::cli::output::Output;
use crate::tools::cli::scenario::{Staged, staged};
use crate::tools::cli::{Exit, Shape};

/// How many steps one game may take.
const STEPS: u64 = 50_000_000;

/// Numbers that are shown one by one; of more, only a summary.
const MOST_ROWS: usize = 24;

const WIDTH: usize = 28;

/// Plays and counts.
///
/// Errors: how the command ends, if it cannot be played.
pub(super) fn run(
    arguments: &Arguments,
    patience: Patience,
    output: &Output,
) -> Result<Exit, Exit> {
    if arguments.only.is_some() || arguments.when.is_some() || arguments.question.policy.is_some() {
        output.aside("`--only`, `--given` and `--policy` are for throws; of games ask `--track VALUE`, and say who plays with `--side`\n");
        return Err(Exit::Usage);
    }
    let mut staged = staged(
        &arguments.question.ruleset,
        &arguments.question.with,
        output,
    )?;
    let controls = staged.controls(&arguments.sides, Control::Policy, output)?;
    let choosing = choosing(&controls, output)?;
    let mut diagnostics = Diagnostics::default();
    let tracks: Vec<Expr> = arguments
        .track
        .iter()
        .filter_map(|track| value(&mut staged, track, &mut diagnostics))
        .collect();
    if diagnostics.has_errors() {
        output.findings(&diagnostics, &staged.sources);
        return Err(Exit::Findings);
    }
    let ends: Vec<Option<&Expr>> = tracks.iter().map(Some).collect();
    let lowered = lower::run(&staged.book, &staged.question, Wanted::Ending(&ends));
    let program = optimise::run(&lowered.program);
    let clock = Clock::start(arguments.time);
    let sampling = Sampling {
        most: Some(patience.share(1)),
        ..arguments.sampling(1_000)
    };
    let shares = |counted: &Histogram| {
        let endings = by(counted, |outcome| endings(&lowered, outcome));
        endings.values().map(|n| (*n, counted.runs)).collect()
    };
    let sampled = match count(&program, Trial::Game(&choosing), STEPS, sampling, shares) {
        Ok(sampled) => sampled,
        Err(failed) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(failed.diagnostic(&program));
            output.findings(&diagnostics, &staged.sources);
            return Err(Exit::Findings);
        }
    };
    let counted = &sampled.counted;
    let wanted = sampled.is_cut.then_some(sampling.runs);
    let cut = wanted.map(|of| patience.cut_words(counted.runs, of, "games"));
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    let games = Games {
        wanted,
        cut,
        arguments,
        controls: &controls,
        units: staged.question.unit_titles(),
        staged: &staged,
        lowered: &lowered,
        counted,
    };
    match output.shape() {
        Shape::Human | Shape::Html => output.text(&games.text()),
        Shape::Json => output.json("sample", games.document(clock.seconds())),
        Shape::Csv => output.text(&games.csv()),
        Shape::Svg => output.text(&chart::svg(&games.chart())),
    }
    clock.tell("games", Some(counted.runs), output);
    Ok(Exit::Fine)
}

fn choosing(controls: &[Control], output: &Output) -> Result<Vec<Choosing>, Exit> {
    let of = |control: &Control| match control {
        Control::Random => Some(Choosing::Random),
        Control::Policy => Some(Choosing::Policy),
        Control::Person | Control::Script => None,
    };
    let choosing: Option<Vec<Choosing>> = controls.iter().map(of).collect();
    choosing.ok_or_else(|| {
        output.aside("a game that is played again and again is played by `random` or `policy`\n");
        Exit::Usage
    })
}

fn value(staged: &mut Staged, text: &str, diagnostics: &mut Diagnostics) -> Option<Expr> {
    let file = staged.sources.add("command line", text);
    let read = parse_condition(file, text, diagnostics)?;
    let (book, question) = (Arc::make_mut(&mut staged.book), &staged.question);
    Some(model::value(
        book,
        &staged.play,
        question,
        &read,
        diagnostics,
    ))
}

/// What an outcome says of the end of the game: whether it was refused, and who has won.
fn endings(lowered: &Lowered, outcome: &[i32]) -> Vec<i32> {
    let parts = lowered.parts.iter().zip(outcome);
    parts
        .filter(|(part, _)| matches!(part, OutcomePart::Refused | OutcomePart::Ended))
        .map(|(_, value)| *value)
        .collect()
}

/// Counts by something.
fn by<K: Ord>(counted: &Histogram, key: impl Fn(&[i32]) -> K) -> BTreeMap<K, u64> {
    let mut counts = BTreeMap::new();
    for (outcome, count) in &counted.outcomes {
        *counts.entry(key(outcome)).or_default() += count;
    }
    counts
}

struct Games<'a> {
    arguments: &'a Arguments,
    controls: &'a [Control],
    staged: &'a Staged,
    lowered: &'a Lowered,
    units: Vec<String>,
    counted: &'a Histogram,
    /// How many games were wanted, if the time was over before.
    wanted: Option<u64>,
    /// As it is told.
    cut: Option<String>,
}

/// How often a value came.
struct Came {
    words: String,
    /// The number, if it is one.
    number: Option<i32>,
    count: u64,
    between: Between,
}

/// What is told of one value of all games.
struct Told {
    title: String,
    rows: Vec<Came>,
}

impl Told {
    fn summary(&self) -> Option<Summary> {
        let numbers = self.rows.iter().map(|row| Some((row.number?, row.count)));
        let numbers: Option<Vec<(i32, u64)>> = numbers.collect();
        summary(
            numbers?
                .into_iter()
                .map(|(number, count)| (i64::from(number), count)),
        )
    }
}

/// Of many numbers.
struct Summary {
    least: i64,
    most: i64,
    /// At most this in half of the games.
    half: i64,
    mean: f64,
    spread: f64,
}

/// Of numbers in order and how often they came; `None` if there are none.
fn summary(counts: impl Iterator<Item = (i64, u64)>) -> Option<Summary> {
    let counts: Vec<(i64, u64)> = counts.filter(|(_, count)| *count > 0).collect();
    let (least, most) = (counts.first()?.0, counts.last()?.0);
    let n: u64 = counts.iter().map(|(_, count)| count).sum();
    let weighed = |of: &dyn Fn(f64) -> f64| -> f64 {
        let parts = counts
            .iter()
            .map(|(number, count)| of(*number as f64) * *count as f64);
        parts.sum::<f64>() / n as f64
    };
    let mean = weighed(&|number| number);
    let variance = weighed(&|number| (number - mean).powi(2));
    let mut seen = 0;
    let half = counts.iter().find(|(_, count)| {
        seen += count;
        seen * 2 >= n
    });
    Some(Summary {
        least,
        most,
        half: half.map_or(least, |(number, _)| *number),
        mean,
        spread: variance.sqrt(),
    })
}

impl Games<'_> {
    fn came(&self, words: String, number: Option<i32>, count: u64) -> Came {
        Came {
            words,
            number,
            count,
            between: between(count, self.counted.runs),
        }
    }

    fn endings(&self) -> Told {
        let parts: Vec<OutcomePart> = self
            .lowered
            .parts
            .iter()
            .filter(|part| matches!(part, OutcomePart::Refused | OutcomePart::Ended))
            .cloned()
            .collect();
        let counts = by(self.counted, |outcome| endings(self.lowered, outcome));
        let rows = counts.into_iter().map(|(outcome, count)| {
            let words = ending_words(&parts, &outcome, &self.units);
            self.came(words, None, count)
        });
        let mut rows: Vec<Came> = rows.collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.count));
        Told {
            title: String::new(),
            rows,
        }
    }

    /// What was reported, then the tracks that were asked for.
    fn values(&self) -> Vec<Told> {
        let parts = self.lowered.parts.iter().enumerate();
        let wanted =
            parts.filter(|(_, part)| !matches!(part, OutcomePart::Refused | OutcomePart::Ended));
        let n_before = self.lowered.parts.len() - self.arguments.track.len();
        wanted
            .map(|(at, part)| {
                let counts = by(self.counted, |outcome| {
                    outcome.get(at).copied().unwrap_or(NONE)
                });
                let title = match (part, at.checked_sub(n_before)) {
                    (_, Some(track)) => self.arguments.track.get(track).cloned(),
                    (OutcomePart::Reported { span, .. }, None) => {
                        Some(self.staged.sources.text(*span).to_owned())
                    }
                    (_, None) => None,
                };
                let is_number = matches!(
                    part,
                    OutcomePart::Value(Shown::Number(_))
                        | OutcomePart::Reported {
                            shown: Shown::Number(_),
                            ..
                        }
                        | OutcomePart::Track {
                            shown: Shown::Number(_),
                            ..
                        }
                );
                let rows = counts.into_iter().map(|(value, count)| {
                    let part = std::slice::from_ref(part);
                    let words = outcome_words(part, &[value], &self.units);
                    let number = (is_number && value != NONE).then_some(value);
                    self.came(words, number, count)
                });
                Told {
                    title: title.unwrap_or_else(|| "result".to_owned()),
                    rows: rows.collect(),
                }
            })
            .collect()
    }

    /// `law by policy, gang by chance`
    fn players(&self) -> String {
        let who = |side: &str| {
            let cast = self.staged.question.cast.iter();
            let at = cast
                .zip(self.controls)
                .find(|(unit, _)| unit.parameter == side);
            match at.map(|(_, control)| control) {
                Some(Control::Random) => "random",
                _ => "policy",
            }
        };
        let sides = self.staged.sides();
        let words: Vec<String> = sides
            .into_iter()
            .map(|side| format!("{side} {}", who(side)))
            .collect();
        words.join(", ")
    }

    fn text(&self) -> String {
        let runs = grouped(self.counted.runs);
        let players = self.players();
        let comma = if players.is_empty() { "" } else { ", " };
        let mut text = format!(
            "{}: {runs} games{comma}{players} (--seed {})\n\n",
            self.staged.title, self.arguments.seed
        );
        text.push_str(&self.table(&self.endings()));
        let lengths = [
            ("throws", &self.counted.throws),
            ("choices", &self.counted.choices),
        ];
        let mut lines = vec![
            ["in a game", "least", "half", "most", "mean", "spread"]
                .map(str::to_owned)
                .to_vec(),
        ];
        for (name, counts) in lengths {
            let counts = counts
                .iter()
                .map(|(number, count)| (i64::from(*number), *count));
            if let Some(summary) = summary(counts) {
                lines.push(vec![
                    name.to_owned(),
                    summary.least.to_string(),
                    summary.half.to_string(),
                    summary.most.to_string(),
                    format!("{:.2}", summary.mean),
                    format!("{:.2}", summary.spread),
                ]);
            }
        }
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(std::iter::repeat_n(Side::Right, 5))
            .collect();
        text.push('\n');
        for line in columns(&lines, &sides) {
            text.push_str(&format!("  {line}\n"));
        }
        for told in self.values() {
            text.push_str(&format!("\n  {}\n", told.title));
            let summary = told.summary();
            if told.rows.len() <= MOST_ROWS || summary.is_none() {
                text.push_str(&self.table(&told));
            }
            if let Some(summary) = summary {
                text.push_str(&format!(
                    "  mean {:.4}, spread {:.4}, from {} to {}, half of the games at most {}\n",
                    summary.mean, summary.spread, summary.least, summary.most, summary.half
                ));
            }
        }
        if let Some(cut) = &self.cut {
            text.push_str(&format!("\n  {cut}\n"));
        }
        text
    }

    fn table(&self, told: &Told) -> String {
        let most = told.rows.iter().map(|row| row.count).max().unwrap_or(1);
        let rows: Vec<Vec<String>> = told
            .rows
            .iter()
            .map(|row| {
                let (low, high) = row.between;
                vec![
                    row.words.clone(),
                    format!("{:.2} %", self.percent(row.count)),
                    format!("{low:.2} to {high:.2} %"),
                    bar(row.count as f64 / most as f64, WIDTH),
                ]
            })
            .collect();
        let lines = columns(&rows, &[Side::Left, Side::Right, Side::Right, Side::Left]);
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }

    fn percent(&self, count: u64) -> f64 {
        let percent = 100.0 * count as f64 / self.counted.runs.max(1) as f64;
        (percent * 1e6).round() / 1e6
    }

    fn document(&self, seconds: Option<f64>) -> Value {
        let round = |percent: f64| (percent * 1e6).round() / 1e6;
        let rows = |told: &Told| -> Vec<Value> {
            told.rows
                .iter()
                .map(|row| {
                    json!({
                        "outcome": row.words,
                        "count": row.count,
                        "percent": self.percent(row.count),
                        "between": [round(row.between.0), round(row.between.1)],
                    })
                })
                .collect()
        };
        let summed = |summary: Option<Summary>| {
            summary.map(|summary| {
                json!({
                    "least": summary.least,
                    "half": summary.half,
                    "most": summary.most,
                    "mean": round(summary.mean),
                    "spread": round(summary.spread),
                })
            })
        };
        let lengths = |counts: &BTreeMap<u32, u64>| {
            let counts = counts
                .iter()
                .map(|(number, count)| (i64::from(*number), *count));
            summed(summary(counts))
        };
        let values: Vec<Value> = self
            .values()
            .iter()
            .map(|told| {
                json!({ "value": told.title, "rows": rows(told), "summary": summed(told.summary()) })
            })
            .collect();
        let rate = seconds.map(|seconds| self.counted.runs as f64 / seconds.max(1e-9));
        json!({
            "scenario": self.arguments.question.ruleset,
            "players": self.players(),
            "seed": self.arguments.seed,
            "games": self.counted.runs,
            "wanted": self.wanted,
            "endings": rows(&self.endings()),
            "throws": lengths(&self.counted.throws),
            "choices": lengths(&self.counted.choices),
            "values": values,
            "seconds": seconds,
            "games_per_second": rate.map(f64::round),
        })
    }

    fn csv(&self) -> String {
        let head = ["what", "outcome", "count", "percent", "low", "high"];
        let mut lines = vec![head.map(str::to_owned).to_vec()];
        let mut add = |what: &str, told: &Told| {
            for row in &told.rows {
                lines.push(vec![
                    what.to_owned(),
                    row.words.clone(),
                    row.count.to_string(),
                    self.percent(row.count).to_string(),
                    format!("{:.4}", row.between.0),
                    format!("{:.4}", row.between.1),
                ]);
            }
        };
        add("ending", &self.endings());
        for told in self.values() {
            add(&told.title, &told);
        }
        sheet(&lines)
    }

    /// Of the first value that was asked for; else of how the games end.
    fn chart(&self) -> Chart {
        let asked = self.values().into_iter().next();
        let told = asked.unwrap_or_else(|| self.endings());
        let values = told.rows.iter().map(|row| Some(self.percent(row.count)));
        Chart {
            title: format!(
                "{}: {} games",
                self.staged.title,
                grouped(self.counted.runs)
            ),
            subtitle: told.title.clone(),
            axis: told.title.clone(),
            places: told.rows.iter().map(|row| row.words.clone()).collect(),
            series: vec![Series {
                name: String::new(),
                values: values.collect(),
            }],
            measure: Measure::Percent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::summary;

    /// By hand: 1, 2, 2, 7: mean 3, squares of the distances 4, 1, 1, 16, their mean 5.5; two of four are at most 2.
    #[test]
    fn numbers_are_summed_up() {
        let summary = summary([(1, 1), (2, 2), (7, 1)].into_iter()).unwrap();
        assert_eq!((summary.least, summary.half, summary.most), (1, 2, 7));
        assert!((summary.mean - 3.0).abs() < 1e-12);
        assert!((summary.spread - 5.5_f64.sqrt()).abs() < 1e-12);
    }
}
