//! One situation: every outcome with its chance.

use serde_json::{Value, json};

use super::engine::{Answering, Reply, Way};
use super::{Look, rounded};
use crate::eval::budget::Budget;
use crate::eval::chance::Chance;
use crate::eval::dice::Dice;
use crate::eval::wording::{Outcome, ToldApart, show};
use crate::explain::scripted::{Choices, Script};
use crate::explain::trace::{Faces, Story, explain};
use crate::ir::{OutcomePart, Shown};
use crate::present::bars::{Side, bar, columns};
use crate::present::chart::{Chart, Measure, Series, svg};
use crate::present::csv::sheet;
use crate::present::numerals::grouped;
use crate::session::answer::{Moments, Share, between_words};
use crate::tools::cli::arguments::Question;
use crate::tools::cli::output::Output;
use crate::tools::cli::question::{Asked, asked};
use crate::tools::cli::{Exit, Shape};

/// Places of the longest bar.
const WIDTH: usize = 28;

/// Letters of an outcome that stand in one line.
const LONGEST_WORDS: usize = 60;

/// Letters of the longest fraction that is shown.
const LONGEST: usize = 40;

/// Asks and shows.
///
/// Errors: how the command ends, if there is no answer.
pub(super) fn run(
    question: &Question,
    answering: Answering<'_>,
    look: Look,
    output: &Output,
) -> Result<Exit, Exit> {
    let mut asked = asked(question, output)?;
    let reply = match answering.answer(&mut asked, 1) {
        Ok(reply) => reply,
        Err(diagnostics) => return Err(asked.findings(&diagnostics, output)),
    };
    let cut = reply.answer.how.cut();
    let cut = cut.map(|(done, of)| answering.patience.cut_words(done, of, "throws"));
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    let shown = Single {
        cut,
        story: story(&asked, answering),
        asked: &asked,
        reply: &reply,
        given: answering.wish.given.unwrap_or_default(),
        about: answering.wish.track.or(answering.wish.only),
        look,
        seed: match answering.way {
            Way::Sample(sampling) => sampling.seed,
            Way::Exact | Way::Floats => 0,
        },
    };
    match output.shape() {
        Shape::Human | Shape::Html => output.text(&shown.text()),
        Shape::Json => output.json("odds", shown.document()),
        Shape::Csv => output.text(&shown.csv()),
        Shape::Svg => output.text(&svg(&shown.chart())),
    }
    Ok(Exit::Fine)
}

/// Any dice will do: what is settled before the first throw is the same for all.
fn story(asked: &Asked, answering: Answering<'_>) -> Story {
    let script = Script {
        choices: Choices::Policy(answering.unstated, Dice::new(0)),
        ..Script::from(Faces::Thrown(Dice::new(0)))
    };
    explain(&asked.lowered.program, &asked.units, script, Budget::STEPS)
}

struct Single<'a> {
    asked: &'a Asked,
    reply: &'a Reply,
    story: Story,
    given: &'a str,
    /// What is told of, if not all that comes out.
    about: Option<&'a str>,
    look: Look,
    /// Of the dice of a sample.
    seed: u64,
    /// That the time was over before all was thrown.
    cut: Option<String>,
}

impl Single<'_> {
    fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.asked.title);
        for line in before_dice(self.asked, &self.story) {
            text.push_str(&format!("  {line}\n"));
        }
        if let Some(share) = &self.reply.answer.given {
            text.push_str(&format!("  {}\n", given_words(self.given, share)));
        }
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        if self.reply.answer.rows.is_empty() {
            text.push_str(&format!("  {}\n", self.nothing()));
            return text;
        }
        if let Some(about) = self.about {
            text.push_str(&format!("  {about}\n"));
        }
        let rows = self.reply.answer.rows.iter();
        let outcomes: Vec<Outcome> = rows
            .map(|row| self.reply.outcome(&self.asked.units, &row.outcome))
            .collect();
        let told = ToldApart::of(outcomes.iter());
        text.push_str(&in_every_case(&told));
        for line in self.lines(&told.each) {
            text.push_str(&format!("  {line}\n"));
        }
        if let Some(Moments { mean, spread }) = self.reply.moments {
            text.push_str(&format!("\n  mean {mean:.4}, spread {spread:.4}\n"));
        }
        if let Some(open) = self.reply.answer.how.open() {
            text.push_str(&format!("\n  {}\n", floats_words(open)));
        }
        if let Some(runs) = self.reply.answer.how.runs() {
            let (runs, seed) = (grouped(runs), self.seed);
            text.push_str(&format!(
                "\n  thrown {runs} times (--seed {seed}); the true chances lie within the bounds in 95 of 100 such samples\n"
            ));
        }
        if let Some(cut) = &self.cut {
            text.push_str(&format!("  {cut}\n"));
        }
        text
    }

    /// Why there is no outcome.
    fn nothing(&self) -> String {
        let how = self.reply.answer.how;
        match how.open() {
            Some(open) if open > 0.0 => {
                let what = if self.given.is_empty() {
                    "its end"
                } else {
                    "that"
                };
                format!(
                    "no course that was followed comes to {what}: courses of {:.3} % in all were left open, after {} situations; throw instead, `odds … --sample 1000`",
                    open * 100.0,
                    grouped(how.states())
                )
            }
            Some(_) | None => "it never comes to that, so nothing can be said".to_owned(),
        }
    }

    /// A row for each outcome, which is told in so many lines; one that is long goes on below.
    fn lines(&self, told: &[Vec<String>]) -> Vec<String> {
        let rows = &self.reply.answer.rows;
        let percents = rows.iter().map(|row| row.chance.percent());
        let largest = percents.fold(f64::MIN_POSITIVE, f64::max);
        let behind = self.cumulated();
        let mut cells: Vec<Vec<String>> = Vec::new();
        if !behind.is_empty() {
            let heads = behind.iter().map(|(head, _)| (*head).to_owned());
            let empty = [String::new(), String::new(), "exactly".to_owned()];
            cells.push(empty.into_iter().chain(heads).collect());
        }
        for ((at, row), told) in rows.iter().enumerate().zip(told) {
            let (first, more) = in_lines(told);
            let mut line = vec![
                first,
                row.between
                    .map_or_else(|| fraction(&row.chance), between_words),
                format!("{:.2} %", row.chance.percent()),
            ];
            let sums = behind.iter().filter_map(|(_, sums)| sums.get(at));
            line.extend(sums.map(|sum| format!("{sum:.2} %")));
            line.push(bar(row.chance.percent() / largest, WIDTH));
            cells.push(line);
            cells.extend(more.map(|more| vec![more]));
        }
        let sides: Vec<Side> = std::iter::once(Side::Left)
            .chain(std::iter::repeat_n(Side::Right, 2 + behind.len()))
            .collect();
        columns(&cells, &sides)
    }

    /// The columns "or more" and "or less" that are wanted; only numbers have them.
    fn cumulated(&self) -> Vec<(&'static str, Vec<f64>)> {
        let answer = &self.reply.answer;
        let mut columns = Vec::new();
        if self.reply.moments.is_none() {
            return columns;
        }
        if self.look.at_least {
            columns.push(("at least", answer.or_behind()));
        }
        if self.look.at_most {
            columns.push(("at most", answer.or_before()));
        }
        columns
    }

    fn document(&self) -> Value {
        let answer = &self.reply.answer;
        let (least, most) = match self.reply.moments {
            Some(_) => (answer.or_behind(), answer.or_before()),
            None => (Vec::new(), Vec::new()),
        };
        let rows = answer.rows.iter().enumerate();
        let outcomes: Vec<Value> = rows
            .map(|(at, row)| {
                json!({
                    "outcome": self.reply.words(&self.asked.units, &row.outcome),
                    "values": values_of(self.asked, &self.reply.parts, &row.outcome),
                    "chance": row.chance.to_string(),
                    "percent": rounded(row.chance.percent()),
                    "between": row.between.map(|(low, high)| [rounded(low), rounded(high)]),
                    "at_least": least.get(at).copied().map(rounded),
                    "at_most": most.get(at).copied().map(rounded),
                })
            })
            .collect();
        let sums: Vec<Value> = self
            .story
            .sums
            .iter()
            .take(self.story.before_dice)
            .map(|sum| {
                let lines: Vec<Value> = sum
                    .lines
                    .iter()
                    .map(|line| json!({ "amount": line.amount, "label": line.label, "sections": line.citations }))
                    .collect();
                json!({ "title": sum.title, "lines": lines, "total": sum.total })
            })
            .collect();
        json!({
            "ruleset": self.asked.ruleset,
            "question": self.asked.title,
            "outcomes": outcomes,
            "modifiers": sums,
            "mean": self.reply.moments.map(|moments| moments.mean),
            "spread": self.reply.moments.map(|moments| rounded(moments.spread)),
            "given": answer.given.as_ref().map(|share| given_json(self.given, share)),
            "runs": answer.how.runs(),
            "wanted": answer.how.cut().map(|(_, of)| of),
            "states": answer.how.states(),
            "open": answer.how.open(),
        })
    }

    fn csv(&self) -> String {
        let answer = &self.reply.answer;
        let mut head = vec!["outcome", "chance", "percent"];
        if answer.rows.iter().any(|row| row.between.is_some()) {
            head.extend(["low", "high"]);
        }
        let is_number = self.reply.moments.is_some();
        if is_number {
            head.extend(["at_least", "at_most"]);
        }
        let (least, most) = (answer.or_behind(), answer.or_before());
        let mut lines = vec![head.into_iter().map(str::to_owned).collect()];
        for ((row, least), most) in answer.rows.iter().zip(least).zip(most) {
            let number = |percent: f64| rounded(percent).to_string();
            let mut line = vec![
                self.reply.words(&self.asked.units, &row.outcome),
                row.chance.to_string(),
                number(row.chance.percent()),
            ];
            if let Some((low, high)) = row.between {
                line.extend([number(low), number(high)]);
            }
            if is_number {
                line.extend([number(least), number(most)]);
            }
            lines.push(line);
        }
        sheet(&lines)
    }

    fn chart(&self) -> Chart {
        let rows = &self.reply.answer.rows;
        let words = |outcome: &Vec<i32>| self.reply.words(&self.asked.units, outcome);
        Chart {
            title: self.asked.title.clone(),
            subtitle: match &self.reply.answer.given {
                Some(share) => given_words(self.given, share),
                None => self.about.unwrap_or_default().to_owned(),
            },
            axis: String::new(),
            places: rows.iter().map(|row| words(&row.outcome)).collect(),
            series: vec![Series {
                name: String::new(),
                values: rows.iter().map(|row| Some(row.chance.percent())).collect(),
            }],
            measure: Measure::Percent,
        }
    }
}

/// What happens whatever the dice show, for people.
pub(super) fn in_every_case(told: &ToldApart) -> String {
    match told.in_all.as_slice() {
        [] => String::new(),
        lines => format!("  in every case  {}\n\n", lines.join("; ")),
    }
}

/// An outcome in one line, or where that would be long, its first and those that stand below.
pub(super) fn in_lines(told: &[String]) -> (String, impl Iterator<Item = String>) {
    let whole = told.join(", ");
    let (first, more) = match told.split_first() {
        Some((first, more)) if whole.chars().count() > LONGEST_WORDS => (first.clone(), more),
        _ => (whole, [].as_slice()),
    };
    (first, more.iter().map(|more| format!("  {more}")))
}

/// What an answer in floating point is worth.
fn floats_words(open: f64) -> String {
    match open > 0.0 {
        false => "in floating point (--float): right to about twelve digits".to_owned(),
        true => format!(
            "in floating point (--float); courses of {:.3} % in all were left open, so the true chances lie within the bounds",
            open * 100.0
        ),
    }
}

/// A fraction, if anybody would read it; `--format json` has them all.
fn fraction(chance: &Chance) -> String {
    fraction_within(LONGEST, chance)
}

/// A fraction, if it has no more letters than that.
pub(super) fn fraction_within(longest: usize, chance: &Chance) -> String {
    let text = chance.to_string();
    match text.len() <= longest {
        true => text,
        false => String::new(),
    }
}

/// `given "shot is hit": 1/3 of all cases, 33.33 %`
pub(super) fn given_words(given: &str, share: &Share) -> String {
    let percent = share.chance.percent();
    match share.between {
        None => match fraction(&share.chance) {
            text if text.is_empty() => format!("given {given}: {percent:.2} % of all cases"),
            text => format!("given {given}: {text} of all cases, {percent:.2} %"),
        },
        Some(between) => {
            let between = between_words(between);
            format!("given {given}: {percent:.2} % of all cases, {between}")
        }
    }
}

/// The same for programs.
pub(super) fn given_json(given: &str, share: &Share) -> Value {
    json!({
        "condition": given,
        "chance": share.chance.to_string(),
        "percent": rounded(share.chance.percent()),
        "between": share.between.map(|(low, high)| [rounded(low), rounded(high)]),
    })
}

/// The sums that no die can change, each once, and why it is refused.
fn before_dice(asked: &Asked, story: &Story) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sum in story.sums.iter().take(story.before_dice) {
        let line = sum.to_string();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if refused(story)
        && let Some(step) = story.steps.last()
    {
        let sections: Vec<String> = step
            .citations
            .iter()
            .map(|section| asked.section(section))
            .collect();
        lines.push(match sections.as_slice() {
            [] => step.text.clone(),
            sections => format!("{} [{}]", step.text, sections.join(", ")),
        });
    }
    lines
}

fn refused(story: &Story) -> bool {
    let first = story.outcome.as_ref().and_then(|outcome| outcome.first());
    first.is_some_and(|refused| *refused != 0)
}

/// The numbers and words of an outcome by name.
pub(in crate::tools::cli) fn values(asked: &Asked, outcome: &[i32]) -> Value {
    values_of(asked, &asked.lowered.parts, outcome)
}

fn values_of(asked: &Asked, parts: &[OutcomePart], outcome: &[i32]) -> Value {
    let mut fields = serde_json::Map::new();
    for (part, value) in parts.iter().zip(outcome) {
        let (name, shown) = match part {
            OutcomePart::Refused => {
                fields.insert("refused".to_owned(), json!(*value != 0));
                continue;
            }
            OutcomePart::Ended => {
                fields.insert("ended".to_owned(), json!(*value != crate::ir::NONE));
                let winner = usize::try_from(*value).ok();
                let winner = winner.and_then(|at| asked.units.get(at));
                fields.insert("winner".to_owned(), json!(winner));
                continue;
            }
            OutcomePart::Value(shown) => ("value".to_owned(), shown),
            OutcomePart::Reported { span, shown } => (asked.sources.text(*span).to_owned(), shown),
            OutcomePart::Track {
                unit, name, shown, ..
            } => {
                let unit = asked.question.cast.get(*unit);
                let parameter = unit.map_or("", |unit| unit.parameter.as_str());
                (format!("{parameter}.{name}"), shown)
            }
            OutcomePart::Condition => continue,
        };
        let value = match shown {
            _ if *value == crate::ir::NONE => Value::Null,
            Shown::Number(_) => json!(value),
            Shown::Flag => json!(*value != 0),
            Shown::Unit => json!(
                asked
                    .units
                    .get(usize::try_from(*value).unwrap_or(usize::MAX))
            ),
            Shown::Words(_) | Shown::Dice | Shown::Place(_) => json!(show(*value, shown, &[])),
        };
        fields.insert(name, value);
    }
    Value::Object(fields)
}
