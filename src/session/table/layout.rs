//! The rows, columns and cells of a table, and the values that are left out.

use super::{
    Both, CellPair, Found, MOST_OUTCOMES, OUTCOME, OddsTable, SweptKey, TableCell, TableKind,
};
use crate::library::{QuestionError, of_one};
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_eval::chance::Chance;
use sandtable_eval::wording::Outcome;
use sandtable_source::SourceMap;

/// Makes each outcome a column.
///
/// Errors: too many outcomes.
pub(super) fn outcomes(found: Vec<Vec<Both>>, table: &mut OddsTable) -> Result<(), QuestionError> {
    let mut tops: Vec<Outcome> = Vec::new();
    for (first, second) in found.iter().flatten() {
        for one in [Some(first), second.as_ref()].into_iter().flatten() {
            if let Found::Outcomes(outcomes) = one {
                for (outcome, _) in outcomes {
                    if !tops.contains(outcome) {
                        tops.push(outcome.clone());
                    }
                }
            }
        }
    }
    if tops.len() > MOST_OUTCOMES {
        return Err(needs_one_outcome());
    }
    for (row, line) in table.rows.iter().zip(found) {
        let Some((first, second)) = line.into_iter().next() else {
            continue;
        };
        if let Found::LeftOut(why) = &first {
            table.left_out.push((row.clone(), why.clone()));
        }
        let pairs = tops.iter().map(|top| {
            let of = |found: &Found| outcome(found, top);
            (of(&first), second.as_ref().map(of))
        });
        table.cells.push(pairs.collect());
    }
    table.what = "chances".to_owned();
    table.top_key = Some(OUTCOME.to_owned());
    table.tops = tops.iter().map(Outcome::to_string).collect();
    table.outcomes = tops;
    Ok(())
}

/// Returns the error of a table with too many outcomes for its columns.
pub(super) fn needs_one_outcome() -> QuestionError {
    let finding = Diagnostic::new(
        Code::MissingArgument,
        "this table needs one result to show",
    )
    .help("name it as in an `expect`: `--only \"to-hit is hit\"`, `--only \"target is destroyed\"`; \
        or show a number: `--track target.hits`");
    QuestionError::Findings {
        diagnostics: Box::new(of_one(finding)),
        sources: Box::new(SourceMap::default()),
    }
}

/// Returns the cell for the chance of one outcome.
fn outcome(found: &Found, wanted: &Outcome) -> TableCell {
    match found {
        Found::Outcomes(outcomes) => {
            let known = outcomes.iter().find(|(known, _)| known == wanted);
            let never = || empty(TableKind::Chance(Chance::zero(), None));
            known.map_or_else(never, |(_, cell)| cell.clone())
        }
        Found::Cell(cell) => TableCell {
            kind: match &cell.kind {
                TableKind::Refused | TableKind::NeverGiven | TableKind::Open => cell.kind.clone(),
                TableKind::Chance(..) | TableKind::Number(_) | TableKind::LeftOut => {
                    TableKind::LeftOut
                }
            },
            given: cell.given.clone(),
        },
        Found::LeftOut(_) => empty(TableKind::LeftOut),
    }
}

pub(super) fn cells(found: Vec<Vec<Both>>, table: &mut OddsTable) {
    let cell = |found: Found| match found {
        Found::Cell(cell) => (cell, None),
        Found::LeftOut(why) => (empty(TableKind::LeftOut), Some(why)),
        Found::Outcomes(_) => (empty(TableKind::LeftOut), None),
    };
    for (row, line) in table.rows.iter().zip(found) {
        let mut pairs: Vec<CellPair> = Vec::new();
        for (top, (first, second)) in table.tops.iter().zip(line) {
            let (first, why) = cell(first);
            let second = second.map(cell);
            let (second, other) = second.map_or((None, None), |(cell, why)| (Some(cell), why));
            if let Some(why) = why.or(other) {
                let what = match top.is_empty() {
                    true => row.clone(),
                    false => format!("{row} and {top}"),
                };
                table.left_out.push((what, why));
            }
            pairs.push((first, second));
        }
        table.cells.push(pairs);
    }
}

pub(super) fn empty(kind: TableKind) -> TableCell {
    TableCell { kind, given: None }
}

/// Removes the rows and columns in which every question is invalid or refused.
pub(super) fn thin(table: &mut OddsTable, spreads: &[SweptKey]) {
    let is_empty = |(first, second): &CellPair| {
        let is = |cell: &TableCell| matches!(cell.kind, TableKind::LeftOut | TableKind::Refused);
        is(first) && second.as_ref().is_none_or(is)
    };
    let is_refused = |(first, _): &CellPair| matches!(first.kind, TableKind::Refused);
    let mut said = Vec::new();
    let known = std::mem::take(&mut table.left_out);
    let mut why = |what: &str, is_row: bool, pairs: &[&CellPair]| {
        let about = |(known, _): &&(String, String)| {
            known == what
                || is_row && known.starts_with(&format!("{what} and "))
                || !is_row && known.ends_with(&format!(" and {what}"))
        };
        let why = match pairs.iter().any(|pair| is_refused(pair)) {
            true => "refused".to_owned(),
            false => {
                let found = known.iter().find(about);
                found.map_or_else(String::new, |(_, why)| why.clone())
            }
        };
        said.push((what.to_owned(), why));
    };
    let every = |at: usize| spreads.get(at).is_some_and(|spread| spread.is_every);
    let mut rows_out = Vec::new();
    for (at, (row, line)) in table.rows.iter().zip(&table.cells).enumerate() {
        if every(0) && line.iter().all(is_empty) {
            why(row, true, &line.iter().collect::<Vec<_>>());
            rows_out.push(at);
        }
    }
    let mut tops_out = Vec::new();
    for (at, top) in table.tops.iter().enumerate() {
        let column: Vec<&CellPair> = table.cells.iter().filter_map(|line| line.get(at)).collect();
        if every(1) && rows_out.len() < table.rows.len() && column.iter().all(|pair| is_empty(pair))
        {
            why(top, false, &column);
            tops_out.push(at);
        }
    }
    keep(&mut table.rows, &rows_out);
    keep(&mut table.cells, &rows_out);
    keep(&mut table.tops, &tops_out);
    for line in &mut table.cells {
        keep(line, &tops_out);
    }
    // The remaining reasons concern single combinations.
    let is_told = |what: &str| {
        said.iter().any(|(told, _)| {
            what == told
                || what.starts_with(&format!("{told} and "))
                || what.ends_with(&format!(" and {told}"))
        })
    };
    let rest: Vec<(String, String)> = known
        .iter()
        .filter(|(what, _)| !is_told(what))
        .cloned()
        .collect();
    said.extend(rest);
    table.left_out = together(said);
}

fn keep<T>(list: &mut Vec<T>, without: &[usize]) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        !without.contains(&(at - 1))
    });
}

/// Returns row and column of the first question that is left out for the most frequent reason, if all are left out.
pub(super) fn usual(found: &[Vec<Both>]) -> Option<(usize, usize)> {
    let mut reasons: Vec<(&str, usize, (usize, usize))> = Vec::new();
    for (row, line) in found.iter().enumerate() {
        for (top, (first, _)) in line.iter().enumerate() {
            let Found::LeftOut(why) = first else {
                return None;
            };
            match reasons.iter_mut().find(|(known, ..)| known == why) {
                Some((_, n, _)) => *n += 1,
                None => reasons.push((why, 1, (row, top))),
            }
        }
    }
    let most = reasons.iter().rev().max_by_key(|(_, n, _)| *n);
    most.map(|(.., at)| *at)
}

/// Joins values that are left out for the same reason into one line.
fn together(said: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (what, why) in said {
        match lines.iter_mut().find(|(_, known)| *known == why) {
            Some((known, _)) => {
                known.push_str(", ");
                known.push_str(&what);
            }
            None => lines.push((what, why)),
        }
    }
    lines
}
