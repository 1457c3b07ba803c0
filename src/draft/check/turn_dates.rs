//! Dates that sentences give a turn, `turn 8 (31 August)`, against the turn record.
//!
//! Reports: E0711.

use std::collections::BTreeMap;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::calendar::{Date, date, dates, is_of_turns, is_turn};
use super::context::{Context, Sentence};
use super::reported::Reported;
use super::words::{Token, tokens};
use crate::model::Grid;

/// The date of each turn, with its place.
type Record = BTreeMap<i64, (Date, Span)>;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let records: Vec<Record> = context
        .tables()
        .filter_map(|(_, grid)| record(grid))
        .collect();
    // With several it is not clear which is meant.
    let [record] = records.as_slice() else {
        return;
    };
    let reported = Reported::new(diagnostics);
    let sentences = context.sentences();
    let found = sentences.flat_map(|one| wrong(context, one, record));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

fn record(grid: &Grid) -> Option<Record> {
    if !is_of_turns(grid) {
        return None;
    }
    let dated = (1..grid.n_columns).map(|column| dates(grid, column));
    let dated = dated.into_iter().find(|dates| !dates.is_empty())?;
    let turns = grid.body_rows().map(|row| {
        let words = tokens(grid.text(row, 0));
        words.iter().find_map(Token::whole)
    });
    let turns: Vec<i64> = turns.collect::<Option<_>>()?;
    let record: Record = turns.into_iter().zip(dated).collect();
    (record.len() == grid.body_rows().count()).then_some(record)
}

/// The turns of a sentence whose dates are others than in the record.
fn wrong(context: &Context<'_>, one: &Sentence<'_>, record: &Record) -> Vec<Diagnostic> {
    let words = &one.words;
    let found = words.windows(3).enumerate().filter_map(|(at, window)| {
        let [turn, number, open] = window else {
            return None;
        };
        let is_dated = is_turn(turn) && open.is_any_mark(&['(', ',']);
        let (known, place) = record.get(&number.whole().filter(|_| is_dated)?)?;
        let (stated, range) = date(words, at + 3)?;
        let is_next = range.start == at + 3 && stated.exactness == known.exactness;
        if !is_next || stated.day == known.day {
            return None;
        }
        let first = words.get(range.start)?.range.start;
        let last = words.get(range.end.checked_sub(1)?)?.range.end;
        let text = one.text.get(first..last)?;
        let turn = number.text;
        Some(
            Diagnostic::new(
                Code::ConflictingNumbers,
                format!("turn {turn} is {text} here, and another date in the turn record"),
            )
            .label(one.span(first..last)?, "")
            .label(*place, format!("turn {turn} in the turn record"))
            .help("correct one of the dates")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
        )
    });
    found.collect()
}
