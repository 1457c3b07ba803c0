//! `--compare`: two situations, options or variants side by side.

use serde_json::{Value, json};

use super::distribution::{given_json, given_words, in_every_case, in_lines};
use super::engine::{Answering, Reply};
use super::rounded;
use crate::eval::chance::Chance;
use crate::eval::wording::{Outcome, ToldApart};
use crate::present::bars::{Side, columns};
use crate::present::chart::{Chart, Measure, Series, svg};
use crate::present::csv::sheet;
use crate::session::answer::{Moments, Share};
use crate::tools::cli::arguments::{Pair, Question, Switch};
use crate::tools::cli::output::Output;
use crate::tools::cli::question::asked;
use crate::tools::cli::{Exit, Shape};

/// The odds of one of the two.
struct Odds {
    title: String,
    /// What comes out, in words, and its chance.
    rows: Vec<(Outcome, Chance)>,
    moments: Option<Moments>,
    given: Option<Share>,
    /// How often it was thrown and was to be, if the time was over before.
    cut: Option<(u64, u64)>,
}

/// One outcome of both.
struct Both {
    outcome: Outcome,
    first: Option<Chance>,
    second: Option<Chance>,
}

/// Asks both and draws them beside each other.
///
/// Errors: how the command ends, if a question cannot be asked.
pub(super) fn run(
    question: &Question,
    changes: &[Pair],
    answering: Answering<'_>,
    output: &Output,
) -> Result<Exit, Exit> {
    let first = side(question, answering, 2, output)?;
    let second = side(&changed(question, changes), answering, 1, output)?;
    let both = joined(&first, &second);
    let given = answering.wish.given.unwrap_or_default();
    let cut: String = [("first", &first), ("second", &second)]
        .into_iter()
        .filter_map(|(name, odds)| {
            let (done, of) = odds.cut?;
            let cut = answering.patience.cut_words(done, of, "throws");
            Some(format!("  {name}: {cut}\n"))
        })
        .collect();
    output.beside(&cut);
    match output.shape() {
        Shape::Human | Shape::Html => {
            output.text(&text(&first, &second, &both, given));
            if !cut.is_empty() {
                output.text(&format!("\n{cut}"));
            }
        }
        Shape::Json => output.json("compare", document(question, &first, &second, &both, given)),
        Shape::Csv => output.text(&csv(&both)),
        Shape::Svg => output.text(&svg(&chart(&first, &second, &both))),
    }
    Ok(Exit::Fine)
}

/// The question with something different: `range=9`, `variant=NAME`, `option=NAME`, `option=NAME=off`.
pub(super) fn changed(question: &Question, changes: &[Pair]) -> Question {
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

/// One side of `n` that are still to be answered.
fn side(
    question: &Question,
    answering: Answering<'_>,
    n: usize,
    output: &Output,
) -> Result<Odds, Exit> {
    let mut asked = asked(question, output)?;
    let reply = match answering.answer(&mut asked, n) {
        Ok(reply) => reply,
        Err(diagnostics) => return Err(asked.findings(&diagnostics, output)),
    };
    let variants = match question.with.as_slice() {
        [] => String::new(),
        some => format!(" ({})", some.join(", ")),
    };
    let rows = match answering.wish.only {
        Some(only) => {
            let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
            vec![(only.to_owned().into(), reply.answer.chance_that(holds))]
        }
        None => {
            let rows = reply.answer.rows.iter();
            rows.map(|row| {
                let outcome = reply.outcome(&asked.units, &row.outcome);
                (outcome, row.chance.clone())
            })
            .collect()
        }
    };
    let Reply {
        answer, moments, ..
    } = reply;
    Ok(Odds {
        title: format!("{}{variants}", asked.title),
        rows,
        moments,
        cut: answer.how.cut(),
        given: answer.given,
    })
}

/// The outcomes of both: those of the first in their order, then those that only the second has.
fn joined(first: &Odds, second: &Odds) -> Vec<Both> {
    let chance = |side: &Odds, outcome: &Outcome| {
        let row = side.rows.iter().find(|(known, _)| known == outcome);
        row.map(|(_, chance)| chance.clone())
    };
    let is_new = |outcome: &&Outcome| !first.rows.iter().any(|(known, _)| known == *outcome);
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

fn text(first: &Odds, second: &Odds, both: &[Both], given: &str) -> String {
    let mut text = format!("first   {}\nsecond  {}\n\n", first.title, second.title);
    for (name, side) in [("first ", first), ("second", second)] {
        if let Some(share) = &side.given {
            text.push_str(&format!("  {name}  {}\n", given_words(given, share)));
        }
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    let told = ToldApart::of(both.iter().map(|one| &one.outcome));
    text.push_str(&in_every_case(&told));
    let head = ["", "first", "", "second", "", "difference"];
    let mut rows: Vec<Vec<String>> = vec![head.iter().map(|word| (*word).to_owned()).collect()];
    let shown = |chance: Option<&Chance>| match chance {
        Some(chance) => [chance.to_string(), format!("{:.2} %", chance.percent())],
        None => ["-".to_owned(), String::new()],
    };
    for (one, told) in both.iter().zip(&told.each) {
        let (outcome, more) = in_lines(told);
        let mut row = vec![outcome];
        row.extend(shown(one.first.as_ref()));
        row.extend(shown(one.second.as_ref()));
        row.push(match one.first == one.second {
            true => "=".to_owned(),
            false => format!("{:+.2}", one.difference()),
        });
        rows.push(row);
        rows.extend(more.map(|more| vec![more]));
    }
    if let (Some(one), Some(other)) = (first.moments, second.moments) {
        let numbers = [
            ("mean", one.mean, other.mean),
            ("spread", one.spread, other.spread),
        ];
        for (name, one, other) in numbers {
            rows.push(vec![
                name.to_owned(),
                format!("{one:.4}"),
                String::new(),
                format!("{other:.4}"),
                String::new(),
                format!("{:+.4}", other - one),
            ]);
        }
    }
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, 5))
        .collect();
    for line in columns(&rows, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn document(question: &Question, first: &Odds, second: &Odds, both: &[Both], given: &str) -> Value {
    let chance = |chance: Option<&Chance>| match chance {
        Some(chance) => json!({ "chance": chance.to_string(), "percent": chance.percent() }),
        None => Value::Null,
    };
    let side = |side: &Odds| {
        json!({
            "question": side.title,
            "mean": side.moments.map(|moments| moments.mean),
            "spread": side.moments.map(|moments| rounded(moments.spread)),
            "wanted": side.cut.map(|(_, of)| of),
            "given": side.given.as_ref().map(|share| given_json(given, share)),
        })
    };
    let outcomes: Vec<Value> = both
        .iter()
        .map(|one| {
            json!({
                "outcome": one.outcome.to_string(),
                "first": chance(one.first.as_ref()),
                "second": chance(one.second.as_ref()),
                "difference": one.difference(),
            })
        })
        .collect();
    json!({
        "ruleset": question.ruleset,
        "first": side(first),
        "second": side(second),
        "outcomes": outcomes,
    })
}

fn csv(both: &[Both]) -> String {
    let head = [
        "outcome",
        "first",
        "first_percent",
        "second",
        "second_percent",
        "difference",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let cells = |chance: Option<&Chance>| match chance {
        Some(chance) => [chance.to_string(), rounded(chance.percent()).to_string()],
        None => ["0".to_owned(), "0".to_owned()],
    };
    for one in both {
        let mut line = vec![one.outcome.to_string()];
        line.extend(cells(one.first.as_ref()));
        line.extend(cells(one.second.as_ref()));
        line.push(rounded(one.difference()).to_string());
        lines.push(line);
    }
    sheet(&lines)
}

fn chart(first: &Odds, second: &Odds, both: &[Both]) -> Chart {
    let series = |name: &str, of: fn(&Both) -> Option<&Chance>| Series {
        name: name.to_owned(),
        values: both.iter().map(|one| Some(percent(of(one)))).collect(),
    };
    Chart {
        title: first.title.clone(),
        subtitle: format!("compared with {}", second.title),
        axis: String::new(),
        places: both.iter().map(|one| one.outcome.to_string()).collect(),
        series: vec![
            series("first", |one| one.first.as_ref()),
            series("second", |one| one.second.as_ref()),
        ],
        measure: Measure::Percent,
    }
}
