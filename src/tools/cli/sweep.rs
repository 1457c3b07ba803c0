//! A table of chances: one condition, while one or two keys run through several values.

use serde_json::{Value, json};

use super::asked::{Asked, Loaded};
use super::bars::{Side, columns};
use super::output::Output;
use super::question::{Policy, Question};
use super::{Exit, Format, odds as whole};
use crate::diagnostic::{Code, Diagnostic};
use crate::eval::chance::Chance;
use crate::eval::exact::{Budget, odds_with};
use crate::ir::optimise;
use crate::tools::answer::Answer;

/// How many questions one table may ask.
const MOST_CELLS: usize = 10_000;

/// What stands in a cell.
enum Cell {
    Chance(Chance),
    /// Of an outcome that is one number.
    Mean(f64),
    /// It cannot be done at all.
    Refused,
}

/// Asks every combination and draws the table.
///
/// Errors: how the command ends, if a question cannot be asked.
pub(super) fn run(
    question: &Question,
    spread: &[(&str, Vec<String>)],
    only: Option<&str>,
    output: &Output,
) -> Result<Exit, Exit> {
    let one = [String::new()];
    let (rows, tops): (&[String], &[String]) = match spread {
        [] => (&one, &one),
        [(_, rows)] => (rows, &one),
        [(_, rows), (_, tops)] => (rows, tops),
        _ => return Err(too_many(output, "at most two keys may have several values")),
    };
    if rows.len().saturating_mul(tops.len()) > MOST_CELLS {
        return Err(too_many(output, "a table may ask at most 10,000 questions"));
    }
    let mut loaded = Loaded::new(&question.ruleset, &question.with, output)?;
    let mut cells = Vec::new();
    let mut title = String::new();
    for row in rows {
        let mut line = Vec::new();
        for top in tops {
            let mut one = question.clone();
            for ((key, _), value) in spread.iter().zip([row, top]) {
                one = one.with(key, value);
            }
            let mut asked = loaded.ask(&one, output)?;
            line.push(cell(&mut asked, question, only, output)?);
            title.clone_from(&asked.title);
            loaded = asked.next();
        }
        cells.push(line);
    }
    let keys: Vec<&str> = spread.iter().map(|(key, _)| *key).collect();
    let what = only.unwrap_or("mean");
    match output.format() {
        Format::Human => output.text(&text(&title, what, &keys, rows, tops, &cells)),
        Format::Json => output.json("table", document(question, what, &keys, rows, tops, &cells)),
    }
    Ok(Exit::Fine)
}

fn too_many(output: &Output, message: &str) -> Exit {
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    diagnostics.push(Diagnostic::new(Code::BadArgument, message).help("ask for less at a time"));
    output.findings(&diagnostics, &crate::source::SourceMap::default());
    Exit::Usage
}

fn cell(
    asked: &mut Asked,
    question: &Question,
    only: Option<&str>,
    output: &Output,
) -> Result<Cell, Exit> {
    let program = match only {
        Some(condition) => optimise(&asked.only(&question.name, condition, output)?.program),
        None => optimise(&asked.lowered.program),
    };
    let distribution = odds_with(
        &program,
        &Budget::default(),
        Policy::unstated(question.policy),
    )
    .map_err(|fault| asked.fail(fault.diagnostic(&program), output))?;
    let refused = |outcome: &[i32]| outcome.first().is_some_and(|refused| *refused != 0);
    if distribution.chance_that(refused) == Chance::one() && only != Some("refused") {
        return Ok(Cell::Refused);
    }
    if only.is_some() {
        let holds = |outcome: &[i32]| outcome.get(1).is_some_and(|holds| *holds != 0);
        return Ok(Cell::Chance(distribution.chance_that(holds)));
    }
    match whole::mean(asked, &Answer::exact(&distribution)) {
        Some(mean) => Ok(Cell::Mean(mean)),
        None => {
            let diagnostic = Diagnostic::new(
                Code::MissingArgument,
                "a table shows the chance of one thing: which?",
            )
            .help("say it as an `expect` of an example does: `--only \"to-hit is hit\"`, `--only \"target is destroyed\"`");
            Err(asked.fail(diagnostic, output))
        }
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Chance(chance) => format!("{:.2} %", chance.percent()),
        Cell::Mean(mean) => format!("{mean:.3}"),
        Cell::Refused => "-".to_owned(),
    }
}

fn text(
    title: &str,
    what: &str,
    keys: &[&str],
    rows: &[String],
    tops: &[String],
    cells: &[Vec<Cell>],
) -> String {
    let Some((row_key, top_key)) = keys.split_first() else {
        let only = cells.first().and_then(|line| line.first());
        let exact = match only {
            Some(Cell::Chance(chance)) => format!("{chance}  "),
            Some(Cell::Mean(_) | Cell::Refused) | None => String::new(),
        };
        let shown = only.map_or_else(String::new, shown);
        return format!("{title}\n\n  {what}  {exact}{shown}\n");
    };
    let mut head = vec![(*row_key).to_owned()];
    match top_key.first() {
        Some(key) => head.extend(tops.iter().map(|top| format!("{key} {top}"))),
        None => head.push(what.to_owned()),
    }
    let mut lines = vec![head];
    for (row, line) in rows.iter().zip(cells) {
        lines.push(
            std::iter::once(row.clone())
                .chain(line.iter().map(shown))
                .collect(),
        );
    }
    let sides: Vec<Side> = std::iter::once(Side::Left)
        .chain(std::iter::repeat_n(Side::Right, tops.len()))
        .collect();
    let mut text = if top_key.is_empty() {
        String::new()
    } else {
        format!("{what}\n\n")
    };
    for line in columns(&lines, &sides) {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

fn document(
    question: &Question,
    what: &str,
    keys: &[&str],
    rows: &[String],
    tops: &[String],
    cells: &[Vec<Cell>],
) -> Value {
    let cells: Vec<Value> = rows
        .iter()
        .zip(cells)
        .flat_map(|(row, line)| {
            tops.iter().zip(line).map(move |(top, cell)| {
                let mut fields = serde_json::Map::new();
                for (key, value) in keys.iter().zip([row, top]) {
                    fields.insert((*key).to_owned(), json!(value));
                }
                match cell {
                    Cell::Chance(chance) => {
                        fields.insert("chance".to_owned(), json!(chance.to_string()));
                        fields.insert("percent".to_owned(), json!(chance.percent()));
                    }
                    Cell::Mean(mean) => {
                        fields.insert("mean".to_owned(), json!(mean));
                    }
                    Cell::Refused => {
                        fields.insert("refused".to_owned(), json!(true));
                    }
                }
                Value::Object(fields)
            })
        })
        .collect();
    json!({
        "ruleset": question.ruleset,
        "name": question.name,
        "only": what,
        "cells": cells,
    })
}
