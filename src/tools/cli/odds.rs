//! `sandtable odds`: the exact distribution.

use serde_json::{Value, json};

use super::asked::{Asked, asked};
use super::bars::{Side, bar, columns};
use super::output::Output;
use super::question::{Pair, Policy, Question};
use super::{Exit, Format, compare, sweep};
use crate::eval::exact::{Budget, odds_with};
use crate::eval::explain::{Faces, Story, explain, outcome_words, show};
use crate::eval::sample::{Dice, sample_with};
use crate::eval::script::{Choices, Script};
use crate::ir::{OutcomePart, Shown, optimise};
use crate::tools::answer::Answer;

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable odds hex-command-mechanized direct-fire firer=panther target=sherman range=7 cover=1\n  sandtable odds hex-command-mechanized direct-fire firer=panther target=sherman range=7 --only \"target.movement-hits = 1\"\n  sandtable odds hex-command-mechanized to-hit firer=panther target=sherman range=0..12 cover=0..3 --only \"to-hit is hit\""
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// A second situation beside the first: what is different in it, KEY=VALUE, variant=NAME or option=NAME
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "sample")]
    compare: Vec<Pair>,
    /// Only the chance of this, said as in an `expect` of an example; makes a table of it when one or two keys have several values
    #[arg(long, value_name = "CONDITION", conflicts_with = "sample")]
    only: Option<String>,
    /// Throws this often instead, where exact odds are too many to follow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: Option<u64>,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
}

/// Places of the longest bar.
const WIDTH: usize = 28;

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    if !arguments.compare.is_empty() {
        let only = arguments.only.as_deref();
        return match compare::run(&arguments.question, &arguments.compare, only, output) {
            Ok(exit) | Err(exit) => exit,
        };
    }
    let spread = arguments.question.spread();
    if !spread.is_empty() || arguments.only.is_some() {
        let only = arguments.only.as_deref();
        return match sweep::run(&arguments.question, &spread, only, output) {
            Ok(exit) | Err(exit) => exit,
        };
    }
    let asked = match asked(&arguments.question, output) {
        Ok(asked) => asked,
        Err(exit) => return exit,
    };
    let program = optimise(&asked.lowered.program);
    let unstated = Policy::unstated(arguments.question.policy);
    let budget = Budget::default();
    let answered = match arguments.sample {
        None => odds_with(&program, &budget, unstated).map(|exact| Answer::exact(&exact)),
        Some(runs) => sample_with(&program, arguments.seed, runs, &budget, unstated)
            .map(|tally| Answer::counted(&tally)),
    };
    let mut answer = match answered {
        Ok(answer) => answer,
        Err(fault) => return asked.fail(fault.diagnostic(&program), output),
    };
    put_in_order(&asked, &mut answer);
    // Any dice will do: what is settled before the first throw is the same for all.
    let script = Script {
        choices: Choices::Policy(unstated, Dice::new(0)),
        ..Script::from(Faces::Thrown(Dice::new(0)))
    };
    let story = explain(&asked.lowered.program, &asked.units, script, Budget::STEPS);
    match output.format() {
        Format::Human => output.text(&text(&asked, &answer, &story)),
        Format::Json => output.json("odds", document(&asked, &answer, &story)),
    }
    Exit::Fine
}

fn text(asked: &Asked, answer: &Answer, story: &Story) -> String {
    let mut text = format!("{}\n\n", asked.title);
    for line in before_dice(asked, story) {
        text.push_str(&format!("  {line}\n"));
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    let largest = answer
        .rows
        .iter()
        .map(|row| row.chance.percent())
        .fold(0.0, f64::max);
    let rows: Vec<Vec<String>> = answer
        .rows
        .iter()
        .map(|row| {
            vec![
                outcome_words(&asked.lowered.parts, &row.outcome, &asked.units),
                match row.between {
                    None => row.chance.to_string(),
                    Some((low, high)) => format!("{low:.2} to {high:.2} %"),
                },
                format!("{:.2} %", row.chance.percent()),
                bar(row.chance.percent() / largest.max(f64::MIN_POSITIVE), WIDTH),
            ]
        })
        .collect();
    for line in columns(&rows, &[Side::Left, Side::Right, Side::Right, Side::Left]) {
        text.push_str(&format!("  {line}\n"));
    }
    if let Some(mean) = mean(asked, answer) {
        text.push_str(&format!("\n  mean {mean:.4}\n"));
    }
    text
}

/// Numbers and words stay in their order; what happens to units is put in order of its chance.
fn put_in_order(asked: &Asked, answer: &mut Answer) {
    let is_track = |part: &OutcomePart| matches!(part, OutcomePart::Track { .. });
    if asked.lowered.parts.iter().any(is_track) {
        answer
            .rows
            .sort_by(|one, other| other.chance.cmp(&one.chance));
    }
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

/// The mean of an outcome that is one number.
pub(super) fn mean(asked: &Asked, answer: &Answer) -> Option<f64> {
    let [OutcomePart::Refused, OutcomePart::Value(Shown::Number(_))] =
        asked.lowered.parts.as_slice()
    else {
        return None;
    };
    let is_number = |outcome: &[i32]| {
        outcome
            .get(1)
            .is_some_and(|value| *value != crate::ir::NONE)
    };
    if !answer.rows.iter().all(|row| is_number(&row.outcome)) {
        return None;
    }
    Some(
        answer
            .rows
            .iter()
            .map(|row| {
                let value = row.outcome.get(1).copied().unwrap_or(0);
                f64::from(value) * row.chance.percent() / 100.0
            })
            .sum(),
    )
}

fn document(asked: &Asked, answer: &Answer, story: &Story) -> Value {
    let outcomes: Vec<Value> = answer
        .rows
        .iter()
        .map(|row| {
            json!({
                "outcome": outcome_words(&asked.lowered.parts, &row.outcome, &asked.units),
                "values": values(asked, &row.outcome),
                "chance": row.chance.to_string(),
                "percent": rounded(row.chance.percent()),
                "between": row.between.map(|(low, high)| [rounded(low), rounded(high)]),
            })
        })
        .collect();
    let sums: Vec<Value> = story
        .sums
        .iter()
        .take(story.before_dice)
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
        "ruleset": asked.ruleset,
        "question": asked.title,
        "outcomes": outcomes,
        "modifiers": sums,
        "mean": mean(asked, answer),
        "states": answer.states,
    })
}

/// In percent, to six places: enough for scripts, and the same everywhere.
fn rounded(percent: f64) -> f64 {
    (percent * 1e6).round() / 1e6
}

/// The numbers and words of an outcome by name.
pub(super) fn values(asked: &Asked, outcome: &[i32]) -> Value {
    let mut fields = serde_json::Map::new();
    for (part, value) in asked.lowered.parts.iter().zip(outcome) {
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
            Shown::Words(_) | Shown::Dice => json!(show(*value, shown, &[])),
        };
        fields.insert(name, value);
    }
    Value::Object(fields)
}
