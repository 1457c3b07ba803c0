//! `sandtable odds --compare`: two situations, options or variants side by side.

use serde_json::{Value, json};

use super::asked::asked;
use super::bars::{Side, columns};
use super::output::Output;
use super::question::{Pair, Question, Switch};
use super::{Exit, Format, odds as whole};
use crate::eval::chance::Chance;
use crate::eval::exact::{Budget, odds};
use crate::eval::explain::outcome_words;
use crate::ir::optimise;
use crate::tools::answer::Answer;

/// The odds of one of the two.
struct Odds {
    title: String,
    /// What comes out, in words, and its chance.
    rows: Vec<(String, Chance)>,
    mean: Option<f64>,
}

/// One outcome of both.
struct Both {
    outcome: String,
    first: Option<Chance>,
    second: Option<Chance>,
}

/// Asks both and draws them beside each other.
///
/// Errors: how the command ends, if a question cannot be asked.
pub(super) fn run(
    question: &Question,
    changes: &[Pair],
    only: Option<&str>,
    output: &Output,
) -> Result<Exit, Exit> {
    let first = side(question, only, output)?;
    let second = side(&changed(question, changes), only, output)?;
    let both = joined(&first, &second);
    match output.format() {
        Format::Human => output.text(&text(&first, &second, &both)),
        Format::Json => output.json("compare", document(question, &first, &second, &both)),
    }
    Ok(Exit::Fine)
}

/// The question with something different: `range=9`, `variant=NAME`, `option=NAME`, `option=NAME=off`.
fn changed(question: &Question, changes: &[Pair]) -> Question {
    let mut second = question.clone();
    for change in changes {
        match change.key.as_str() {
            "variant" => second.with.push(change.value.clone()),
            "option" => {
                let (name, value) = change
                    .value
                    .split_once('=')
                    .unwrap_or((&change.value, "on"));
                second.options.retain(|switch| switch.name != name);
                second.options.push(Switch {
                    name: name.to_owned(),
                    value: value.to_owned(),
                });
            }
            key => {
                second.given.retain(|pair| pair.key != key);
                second.given.push(change.clone());
            }
        }
    }
    second
}

fn side(question: &Question, only: Option<&str>, output: &Output) -> Result<Odds, Exit> {
    let mut asked = asked(question, output)?;
    let program = match only {
        Some(condition) => optimise(&asked.only(&question.name, condition, output)?.program),
        None => optimise(&asked.lowered.program),
    };
    let distribution = odds(&program, &Budget::default())
        .map_err(|fault| asked.fail(fault.diagnostic(&program), output))?;
    let (rows, mean) = match only {
        Some(condition) => {
            let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
            let chance = distribution.chance_that(holds);
            (vec![(condition.to_owned(), chance)], None)
        }
        None => {
            let answer = Answer::exact(&distribution);
            let words =
                |outcome: &[i32]| outcome_words(&asked.lowered.parts, outcome, &asked.units);
            let rows = answer.rows.iter();
            let rows = rows.map(|row| (words(&row.outcome), row.chance.clone()));
            (rows.collect(), whole::mean(&asked, &answer))
        }
    };
    let variants = match question.with.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    Ok(Odds {
        title: format!("{}{variants}", asked.title),
        rows,
        mean,
    })
}

/// The outcomes of both: those of the first in their order, then those that only the second has.
fn joined(first: &Odds, second: &Odds) -> Vec<Both> {
    let chance = |side: &Odds, outcome: &str| {
        let row = side.rows.iter().find(|(known, _)| known == outcome);
        row.map(|(_, chance)| chance.clone())
    };
    let is_new = |outcome: &&String| !first.rows.iter().any(|(known, _)| known == *outcome);
    let outcomes = first.rows.iter().map(|(outcome, _)| outcome);
    let more = second
        .rows
        .iter()
        .map(|(outcome, _)| outcome)
        .filter(is_new);
    outcomes
        .chain(more)
        .map(|outcome| Both {
            outcome: outcome.clone(),
            first: chance(first, outcome),
            second: chance(second, outcome),
        })
        .collect()
}

impl Both {
    /// In points of a hundred, from the first to the second.
    fn difference(&self) -> f64 {
        percent(self.second.as_ref()) - percent(self.first.as_ref())
    }
}

fn percent(chance: Option<&Chance>) -> f64 {
    chance.map_or(0.0, Chance::percent)
}

fn text(first: &Odds, second: &Odds, both: &[Both]) -> String {
    let mut text = format!("first   {}\nsecond  {}\n\n", first.title, second.title);
    let head = ["", "first", "", "second", "", "difference"];
    let mut rows: Vec<Vec<String>> = vec![head.iter().map(|word| (*word).to_owned()).collect()];
    let shown = |chance: Option<&Chance>| match chance {
        Some(chance) => [chance.to_string(), format!("{:.2} %", chance.percent())],
        None => ["-".to_owned(), String::new()],
    };
    for one in both {
        let mut row = vec![one.outcome.clone()];
        row.extend(shown(one.first.as_ref()));
        row.extend(shown(one.second.as_ref()));
        row.push(match one.first == one.second {
            true => "=".to_owned(),
            false => format!("{:+.2}", one.difference()),
        });
        rows.push(row);
    }
    if let (Some(one), Some(other)) = (first.mean, second.mean) {
        let mean = |mean: f64| format!("{mean:.4}");
        rows.push(vec![
            "mean".to_owned(),
            mean(one),
            String::new(),
            mean(other),
            String::new(),
            format!("{:+.4}", other - one),
        ]);
    }
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, 5))
        .collect();
    for line in columns(&rows, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn document(question: &Question, first: &Odds, second: &Odds, both: &[Both]) -> Value {
    let chance = |chance: Option<&Chance>| match chance {
        Some(chance) => json!({ "chance": chance.to_string(), "percent": chance.percent() }),
        None => Value::Null,
    };
    let outcomes: Vec<Value> = both
        .iter()
        .map(|one| {
            json!({
                "outcome": one.outcome,
                "first": chance(one.first.as_ref()),
                "second": chance(one.second.as_ref()),
                "difference": one.difference(),
            })
        })
        .collect();
    json!({
        "ruleset": question.ruleset,
        "first": { "question": first.title, "mean": first.mean },
        "second": { "question": second.title, "mean": second.mean },
        "outcomes": outcomes,
    })
}
