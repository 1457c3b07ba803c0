//! The length of the game against its turn record, and the number of columns of a table.
//!
//! Reports: E0711.

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_source::Span;

use super::context::{Context, Sentence};
use super::words::{Kind, Token, stem, tokens};
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0711.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let records: Vec<(String, i64, Span)> = context
        .tables()
        .filter_map(|(block, grid)| record(context, block, grid))
        .collect();
    for one in context.sentences() {
        if let [record] = records.as_slice() {
            diagnostics.extend(length(context, one, record));
        }
        diagnostics.extend(columns(context, one));
        diagnostics.extend(span_of_turns(context, one));
    }
}

/// `lasts five turns, from turn 3 to turn 8`: both are played, so these are six.
///
/// Reports: E0711.
fn span_of_turns(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let is = |at: usize, any: &[&str]| words.get(at).is_some_and(|word| word.is_word(any));
    let counted = (0..words.len()).find(|at| {
        let is_count = words.get(*at).is_some_and(|word| word.count().is_some());
        is_count && is(at + 1, &["turns", "rounds", "game-turns"])
    })?;
    let (number, noun) = (words.get(counted)?, words.get(counted + 1)?);
    let turn_at = |from: usize| {
        (from..words.len()).find(|at| {
            let is_turn = words
                .get(*at)
                .is_some_and(|word| word.kind == Kind::Word && stem(word.text) == stem(noun.text));
            is_turn
                && words
                    .get(at + 1)
                    .is_some_and(|number| number.whole().is_some())
        })
    };
    let first = turn_at(counted + 2)?;
    let last = turn_at(first + 2)?;
    let is_from = first.checked_sub(1).is_some_and(|from| is(from, &["from"]));
    let is_to = last
        .checked_sub(1)
        .is_some_and(|to| is(to, &["to", "through"]));
    let between = words.get(counted + 2..first)?;
    // Another count of turns, or another sentence part, is between them.
    let is_far = between.len() > 3
        || words
            .iter()
            .filter(|word| word.is_word(&["to", "from"]))
            .count()
            > 2;
    let (low, high) = (
        words.get(first + 1)?.whole()?,
        words.get(last + 1)?.whole()?,
    );
    let (stated, right) = (number.count()?, high - low + 1);
    let is_wrong = stated != right && right > 1 && (stated - right).abs() <= 3;
    (is_from && is_to && !is_far && is_wrong).then_some(())?;
    let message = format!("turn {low} to turn {high} are {right} turns, not {stated}");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(one.span(number.range.start..noun.range.end)?, "")
            .help("correct one of the numbers; the first and the last turn are both played")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// A table with a row for each turn or for several, from the first on: the stem of a turn, their number, and the place of the last.
fn record(context: &Context<'_>, block: usize, grid: &Grid) -> Option<(String, i64, Span)> {
    let first = grid.text(grid.body_rows().next()?, 0);
    let header = grid.header(0);
    let words = tokens(&header);
    // `Turn 1 | begins 12 June`
    let own = tokens(first);
    let is_noun = |word: &&Token<'_>| word.kind == Kind::Word;
    let noun = words
        .iter()
        .rfind(is_noun)
        .or_else(|| own.first().filter(is_noun))?;
    if !noun.is_word(&["turn", "turns", "round", "rounds"]) || context.is_one_of_scenarios(block) {
        return None;
    }
    let mut next = 1;
    for row in grid.body_rows() {
        let text = grid.text(row, 0).to_lowercase();
        let leads = ["turns ", "turn ", "rounds ", "round "];
        let short = leads.iter().find_map(|lead| text.strip_prefix(lead));
        match Key::parse(short.unwrap_or(&text))?.bounds() {
            (Some(low), Some(high)) if low == next => next = high + 1,
            _ => return None,
        }
    }
    let last = grid.at(grid.body_rows().last()?, 0)?;
    let is_record = grid.body_rows().count() >= 3 && next > 4;
    is_record.then(|| (stem(noun.text), next - 1, last.span))
}

/// `The game is played in twelve Game-Turns`, beside a turn record of ten.
///
/// Reports: E0711.
fn length(
    context: &Context<'_>,
    one: &Sentence<'_>,
    (turn, n, place): &(String, i64, Span),
) -> Option<Diagnostic> {
    let words = &one.words;
    if !one.has(&["game", "battle"])
        || one.has(&[
            "if", "may", "optional", "campaign", "up", "first", "after", "until",
        ])
        || context.is_one_of_scenarios(one.prose.block)
        || context.is_example(one.prose.block)
    {
        return None;
    }
    let at = (0..words.len()).find(|at| {
        let is = |back: usize, any: &[&str]| {
            let word = at.checked_sub(back).and_then(|place| words.get(place));
            word.is_some_and(|word| word.is_word(any))
        };
        is(1, &["lasts"])
            || is(1, &["has"]) && is(2, &["game", "battle"])
            || is(1, &["in", "over", "for"]) && is(2, &["played", "fought", "lasts", "runs"])
            || is(1, &["of"]) && is(2, &["consists"]) && is(3, &["game"])
    })?;
    let number = words.get(at)?;
    let value = number.count().filter(|value| *value != *n && *value >= 2)?;
    let mut near = words.iter().skip(at + 1).take(3);
    let noun = near.find(|word| stem(word.text) == *turn)?;
    let message = format!(
        "the game lasts {value} {}, but the record has {n}",
        noun.text.to_lowercase()
    );
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(
                one.span(number.range.start..noun.range.end)?,
                value.to_string(),
            )
            .label(*place, "the last one")
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}

/// `The table has seven columns of odds`, below the only table of the section, which has six.
///
/// Reports: E0711.
fn columns(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let words = &one.words;
    let noun = words
        .iter()
        .position(|word| word.is_word(&["columns", "rows"]))?;
    let number = words.get(noun.checked_sub(1)?)?;
    let value = number.count().filter(|value| *value >= 2)?;
    let lead = words.get(..noun - 1)?;
    let is_table = lead
        .iter()
        .any(|word| word.is_word(&["table", "chart", "crt"]))
        && lead
            .last()
            .is_some_and(|verb| verb.is_word(&["has", "with", "contains"]));
    if !is_table
        || one.has(&[
            "if", "other", "more", "left", "right", "shift", "first", "last",
        ])
    {
        return None;
    }
    let home = context.home(one.prose.block);
    let mut grids = context
        .tables()
        .filter(|(block, _)| context.home(*block) == home);
    let ((_, grid), None) = (grids.next()?, grids.next()) else {
        return None;
    };
    let is_column = words.get(noun)?.is_word(&["columns"]);
    let n = match is_column {
        true => grid.n_columns,
        false => grid.body_rows().count(),
    };
    let n = i64::try_from(n).ok()?;
    // `columns of odds`: without that of the rolls; else it may be counted or not.
    let is_of = words
        .get(noun + 1)
        .is_some_and(|word| word.is_word(&["of"]));
    let is_right = value == n && !(is_column && is_of) || is_column && value + 1 == n;
    let cell = grid.cells.first().filter(|_| !is_right)?;
    let what = words.get(noun)?.text;
    let shown = if is_column && is_of { n - 1 } else { n };
    let message = format!("the text counts {value} {what}, but the table has {shown}");
    Some(
        Diagnostic::new(Code::ConflictingNumbers, message)
            .label(
                one.span(number.range.start..words.get(noun)?.range.end)?,
                "",
            )
            .label(cell.span, "this table")
            .help("correct one of them")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
