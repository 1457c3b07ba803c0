//! Hit policies: the result where several rows of a table answer, and rows that never count then.
//!
//! Reports: E0303, E0601, E0602.

use std::collections::BTreeMap;

use super::case_text::in_words;
use super::grid::{CellAnswer, Filled, Grid, boxed, report};
use crate::Checker;
use sandtable_diagnostic::{Code, Diagnostic};
use sandtable_model::cell_example::cell;
use sandtable_model::{Meaning, NONE, Table, Type};
use sandtable_syntax::ast::Several;

/// Settles which row holds where several answer; whether that is known.
pub(super) fn resolve(
    checker: &mut Checker<'_>,
    table: &mut Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    read: &[Option<u32>],
    filled: &mut Filled,
    several: Several,
) -> bool {
    match several {
        Several::First => true,
        Several::Any => all_agree(checker, table, grid, answers, read, filled),
        Several::Sum | Several::Best | Several::Worst => {
            resolve_sums(checker, table, answers, read, filled, several)
        }
    }
}

/// Under `any` rows may answer the same, but must not contradict each other.
fn all_agree(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    read: &[Option<u32>],
    filled: &Filled,
) -> bool {
    let says = |answer: usize| read.get(answer).copied().flatten();
    let mut clashes = vec![false; filled.first.len()];
    let mut pair = None;
    for (at, second) in &filled.more {
        let Some(first) = filled.first(*at) else {
            continue;
        };
        if says(first) != says(*second as usize) {
            pair.get_or_insert((first, *second as usize));
            if let Some(place) = clashes.get_mut(*at) {
                *place = true;
            }
        }
    }
    let Some((first, second)) = pair else {
        return true;
    };
    let text = in_words(&checker.book, table, grid, clashes);
    let mut diagnostic = Diagnostic::new(
        Code::RowsContradict,
        format!("rows give different results for {text}"),
    );
    let labels = [(second, "another result"), (first, "one result")];
    for (answer, label) in labels {
        if let Some(answer) = answers.get(answer) {
            diagnostic = diagnostic.label(answer.cell.span, label);
        }
    }
    let diagnostic = diagnostic.help(
        "correct one of them, or write `first`, `sum`, `best` or `worst` instead of `any`, which \
        needs equal results",
    );
    report(checker, table, diagnostic);
    false
}

/// Adds up the answers of each combination, or takes the highest or lowest.
fn resolve_sums(
    checker: &mut Checker<'_>,
    table: &mut Table,
    answers: &[CellAnswer<'_>],
    read: &[Option<u32>],
    filled: &mut Filled,
    several: Several,
) -> bool {
    let is_number = matches!(table.result.ty, Type::Number(_));
    let has_order = is_number
        || matches!(table.result.ty, Type::Words(id) if checker.book.words.get(id.at()).is_some_and(|list| list.ordered));
    if !has_order || (several == Several::Sum && !is_number) {
        let what = if let Several::Sum = several {
            "only numbers can be added"
        } else {
            "only numbers and the words of a scale can be best or worst"
        };
        let diagnostic = Diagnostic::new(Code::BadCell, what)
            .label(table.naming.span, "this table gives something else")
            .help("write `several rows: first`, or let only one row apply");
        report(checker, table, diagnostic);
        return false;
    }
    let mut values = Vec::new();
    for (answer, meaning) in answers.iter().zip(read) {
        let known = meaning.and_then(|at| table.meanings.get(at as usize));
        match known {
            Some(Meaning::Value(value)) => values.push(*value),
            Some(Meaning::Where { word, .. }) => {
                let diagnostic = Diagnostic::new(
                    Code::BadCell,
                    format!(
                        "`{word}` is calculated when it is read, so it cannot be combined with \
                        other rows"
                    ),
                )
                .label(answer.cell.span, "")
                .help("write a plain value here, or `several rows: first`");
                report(checker, table, diagnostic);
                return false;
            }
            None => return false,
        }
    }
    let value = |answer: usize| values.get(answer).copied().unwrap_or(NONE);
    let mut together: BTreeMap<usize, i32> = BTreeMap::new();
    for (at, answer) in &filled.more {
        let Some(first) = filled.first(*at) else {
            continue;
        };
        let so_far = together.entry(*at).or_insert_with(|| value(first));
        match put_together(*so_far, value(*answer as usize), several) {
            Some(all) => *so_far = all,
            None => {
                let diagnostic = Diagnostic::new(
                    Code::BadCell,
                    "the rows of one case add up to a number beyond 2,147,483,647",
                );
                let diagnostic = match answers.get(*answer as usize) {
                    Some(answer) => diagnostic.label(answer.cell.span, "with this one"),
                    None => diagnostic,
                };
                let diagnostic = diagnostic.help("use lower numbers");
                report(checker, table, diagnostic);
                return false;
            }
        }
    }
    for (_, n_counting) in &mut filled.counts {
        *n_counting = 0;
    }
    let mut count = |at: usize, answer: usize| {
        let holds = together.get(&at).is_none_or(|all| *all == value(answer));
        if let Some((_, n_counting)) = filled.counts.get_mut(answer).filter(|_| holds) {
            *n_counting += 1;
        }
    };
    for (at, first) in filled.first.iter().enumerate() {
        count(at, *first as usize);
    }
    for (at, answer) in &filled.more {
        count(*at, *answer as usize);
    }
    for (at, value) in together {
        let meaning = index_of(table, value);
        filled.settled.insert(at, meaning);
    }
    true
}

/// Two answers as one. Nothing adds nothing. `None` for a sum that is no number.
fn put_together(one: i32, other: i32, several: Several) -> Option<i32> {
    Some(match (one, other) {
        (NONE, value) | (value, NONE) => value,
        (one, other) => match several {
            Several::Sum => one.checked_add(other).filter(|sum| *sum != NONE)?,
            Several::Worst => one.min(other),
            Several::Best | Several::Any | Several::First => one.max(other),
        },
    })
}

/// The index of a value among the table's meanings, which it joins if it is new.
fn index_of(table: &mut Table, value: i32) -> u32 {
    let is_it = |known: &Meaning| matches!(known, Meaning::Value(known) if *known == value);
    let at = table.meanings.iter().position(is_it).unwrap_or_else(|| {
        table.meanings.push(Meaning::Value(value));
        table.meanings.len() - 1
    });
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Reports rows that never apply because other rows answer all of their cases; returns whether there are any.
pub(super) fn report_unreachable_rows(
    checker: &mut Checker<'_>,
    table: &Table,
    grid: &Grid,
    answers: &[CellAnswer<'_>],
    filled: &Filled,
    several: Several,
) -> bool {
    let idle: Vec<bool> = match several {
        Several::Any => said_elsewhere(grid, answers, filled),
        Several::First | Several::Best | Several::Worst => {
            let counts = filled.counts.iter();
            counts.map(|(n_all, n)| *n_all > 0 && *n == 0).collect()
        }
        Several::Sum => return false,
    };
    let rows = answers.chunk_by(|one, other| one.row == other.row);
    let seconds = match several {
        Several::Any => filled.seconds(),
        Several::First | Several::Sum | Several::Best | Several::Worst => BTreeMap::new(),
    };
    let (mut at, mut found) = (0, false);
    for row in rows {
        let own = at..at + row.len();
        at = own.end;
        let (Some(first), Some(idle)) = (row.first(), idle.get(own.clone())) else {
            continue;
        };
        if idle.contains(&false) {
            continue;
        }
        let message = match several {
            Several::First => "this row is never used: rows above cover all its cases",
            Several::Best => "this row is never the best: other rows are as high in all its cases",
            Several::Worst => "this row is never the worst: other rows are as low in all its cases",
            Several::Any | Several::Sum => {
                "this row has no effect: other rows give the same results"
            }
        };
        let mut diagnostic =
            Diagnostic::new(Code::RedundantRow, message).label(row_span(first, row), "");
        let places = boxed(grid, &first.keys);
        let other = places.first().and_then(|at| {
            if let Several::Any = several {
                let (one, two) = (filled.first(at)?, *seconds.get(&at)? as usize);
                Some(if own.contains(&one) { two } else { one })
            } else {
                filled.first(at)
            }
        });
        if let Some(other) = other.filter(|other| !own.contains(other))
            && let Some(answer) = answers.get(other)
        {
            diagnostic = diagnostic.label(answer.cell.span, "covered here");
        }
        let case = places.first().and_then(|at| cell(&checker.book, table, at));
        let help = match several {
            Several::First => "correct its keys, or move it above the general row",
            Several::Any | Several::Sum | Several::Best | Several::Worst => {
                "correct its keys or its result, or delete it"
            }
        };
        let diagnostic = diagnostic.example(case.unwrap_or_default()).help(help);
        report(checker, table, diagnostic);
        found = true;
    }
    found
}

/// Returns the span from the first key of a row to its last cell.
fn row_span(first: &CellAnswer<'_>, row: &[CellAnswer<'_>]) -> sandtable_source::Span {
    let start = first.places.first().copied().unwrap_or(first.cell.span);
    let end = row.last().map_or(first.cell.span, |last| last.cell.span);
    // Without leading keys the first place is the top of the column.
    if start.start > first.cell.span.start || row.len() > 1 && first.places.len() == 1 {
        first.cell.span.to(end)
    } else {
        start.to(end)
    }
}

/// Answers whose every combination has another answer; of two that say the same the later.
fn said_elsewhere(grid: &Grid, answers: &[CellAnswer<'_>], filled: &Filled) -> Vec<bool> {
    let mut n_answers: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, _) in &filled.more {
        *n_answers.entry(*at).or_insert(1) += 1;
    }
    let mut idle: Vec<bool> = answers
        .iter()
        .rev()
        .map(|answer| {
            let places = boxed(grid, &answer.keys);
            let elsewhere = |at: &usize| n_answers.get(at).is_some_and(|n| *n > 1);
            let is_idle = places.len() > 0 && places.iter().all(|at| elsewhere(&at));
            if is_idle {
                for at in places.iter() {
                    if let Some(n) = n_answers.get_mut(&at) {
                        *n -= 1;
                    }
                }
            }
            is_idle
        })
        .collect();
    idle.reverse();
    idle
}
