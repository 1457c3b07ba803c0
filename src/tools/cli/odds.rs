//! `sandtable odds`: the exact distribution.

use serde_json::{Value, json};

use super::asked::{Asked, asked};
use super::bars::{Side, bar, columns};
use super::output::Output;
use super::question::Question;
use super::{Exit, Format};
use crate::eval::chance::{Chance, Distribution};
use crate::eval::exact::{Budget, odds};
use crate::eval::explain::{Faces, Story, explain, outcome_words, show};
use crate::eval::sample::Dice;
use crate::ir::{OutcomePart, Shown, optimise};

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable odds hex-command-mechanized direct-fire firer=panther target=sherman range=7 cover=1"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
}

/// Places of the longest bar.
const WIDTH: usize = 28;

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let asked = match asked(&arguments.question, output) {
        Ok(asked) => asked,
        Err(exit) => return exit,
    };
    let program = optimise(&asked.lowered.program);
    let distribution = match odds(&program, &Budget::default()) {
        Ok(distribution) => distribution,
        Err(fault) => return asked.fail(fault.diagnostic(&program), output),
    };
    // Any dice will do: what is settled before the first throw is the same for all.
    let story = explain(
        &asked.lowered.program,
        &asked.units,
        Faces::Thrown(Dice::new(0)),
        Budget::STEPS,
    );
    match output.format() {
        Format::Human => output.text(&text(&asked, &distribution, &story)),
        Format::Json => output.json("odds", document(&asked, &distribution, &story)),
    }
    Exit::Fine
}

fn text(asked: &Asked, distribution: &Distribution, story: &Story) -> String {
    let mut text = format!("{}\n\n", asked.title);
    for line in before_dice(asked, story) {
        text.push_str(&format!("  {line}\n"));
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    let outcomes = ordered(asked, distribution);
    let largest = outcomes
        .iter()
        .map(|(_, chance)| chance.percent())
        .fold(0.0, f64::max);
    let rows: Vec<Vec<String>> = outcomes
        .iter()
        .map(|(outcome, chance)| {
            vec![
                outcome_words(&asked.lowered.parts, outcome, &asked.units),
                chance.to_string(),
                format!("{:.2} %", chance.percent()),
                bar(chance.percent() / largest.max(f64::MIN_POSITIVE), WIDTH),
            ]
        })
        .collect();
    for line in columns(&rows, &[Side::Left, Side::Right, Side::Right, Side::Left]) {
        text.push_str(&format!("  {line}\n"));
    }
    if let Some(mean) = mean(asked, distribution) {
        text.push_str(&format!("\n  mean {mean:.4}\n"));
    }
    text
}

/// Numbers and words in their order; what happens to units by how likely it is.
fn ordered<'d>(asked: &Asked, distribution: &'d Distribution) -> Vec<&'d (Vec<i32>, Chance)> {
    let mut outcomes: Vec<&(Vec<i32>, Chance)> = distribution.outcomes().iter().collect();
    let is_track = |part: &OutcomePart| matches!(part, OutcomePart::Track { .. });
    if asked.lowered.parts.iter().any(is_track) {
        outcomes.sort_by(|(_, one), (_, other)| other.cmp(one));
    }
    outcomes
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
        lines.push(format!("{} [{}]", step.text, sections.join(", ")));
    }
    lines
}

fn refused(story: &Story) -> bool {
    let first = story.outcome.as_ref().and_then(|outcome| outcome.first());
    first.is_some_and(|refused| *refused != 0)
}

/// The mean of an outcome that is one number.
fn mean(asked: &Asked, distribution: &Distribution) -> Option<f64> {
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
    if !distribution
        .outcomes()
        .iter()
        .all(|(outcome, _)| is_number(outcome))
    {
        return None;
    }
    Some(
        distribution
            .outcomes()
            .iter()
            .map(|(outcome, chance)| {
                let value = outcome.get(1).copied().unwrap_or(0);
                f64::from(value) * chance.percent() / 100.0
            })
            .sum(),
    )
}

fn document(asked: &Asked, distribution: &Distribution, story: &Story) -> Value {
    let outcomes: Vec<Value> = ordered(asked, distribution)
        .into_iter()
        .map(|(outcome, chance)| {
            json!({
                "outcome": outcome_words(&asked.lowered.parts, outcome, &asked.units),
                "values": values(asked, outcome),
                "chance": chance.to_string(),
                "percent": rounded(chance),
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
        "mean": mean(asked, distribution),
        "states": distribution.states(),
    })
}

/// In percent, to six places: enough for scripts, and the same everywhere.
fn rounded(chance: &Chance) -> f64 {
    (chance.percent() * 1e6).round() / 1e6
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
            Shown::Words(_) => json!(show(*value, shown)),
        };
        fields.insert(name, value);
    }
    Value::Object(fields)
}
