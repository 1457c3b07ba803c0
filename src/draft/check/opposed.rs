//! Examples of play with opposed rolls, pools of dice, and tables of numbers.
//!
//! Reports: E0713, E0723.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::context::{Context, Prose, Sentence};
use super::misread::differs;
use super::outcomes::of_each_die;
use super::table_keys::axes;
use super::words::{Kind, Token, sentences, stem, tokens};
use super::wrong_sum::LEARNT;
use crate::keys::Key;
use crate::model::Grid;

/// Reports: E0713, E0723.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let paragraphs = context.paragraphs();
    let examples: Vec<&Prose<'_>> = paragraphs
        .iter()
        .filter(|prose| context.is_example(prose.block))
        .collect();
    if examples.is_empty() {
        return;
    }
    let pools = pools(&paragraphs);
    let charts: Vec<Chart<'_>> = context
        .grids()
        .filter_map(|(block, grid)| Chart::new(context, block, grid))
        .collect();
    for prose in examples {
        let text = &prose.text.plain;
        let all = sentences(text);
        for (at, range) in all.iter().enumerate() {
            let end = all.get(at + 1).map_or(range.end, |next| next.end);
            let both = Sentence::new(*prose, range.start..end);
            let n_first = range.end - range.start;
            diagnostics.extend(pool(context, &both, n_first, &pools));
            diagnostics.extend(chart(context, &both, n_first, &charts));
        }
        diagnostics.extend(duel(context, prose, &paragraphs));
    }
}

/// A rule about each die of a pool: the block, the results that count, and the stem of what they are.
type Pool = (usize, Key, String);

/// `every 5 or 6 is a success`
fn pools(paragraphs: &[Prose<'_>]) -> Vec<Pool> {
    let mut found: Vec<Pool> = Vec::new();
    for prose in paragraphs {
        for range in sentences(&prose.text.plain) {
            let words = tokens(prose.text.plain.get(range).unwrap_or_default());
            let Some(key) = of_each_die(&words) else {
                continue;
            };
            let noun = words.windows(3).find_map(|window| match window {
                [verb, one, noun]
                    if verb.is_word(&["is", "scores", "as", "counts", "makes", "gives"])
                        && one.is_word(&["a", "an", "one"])
                        && noun.kind == Kind::Word =>
                {
                    Some(stem(noun.text))
                }
                _ => None,
            });
            found.extend(noun.map(|noun| (prose.block, key, noun)));
        }
    }
    found
}

/// The rule that an example follows: the only one about a thing in its chapter, or anywhere.
fn rule(context: &Context<'_>, block: usize, noun: &str, pools: &[Pool]) -> Option<Key> {
    let chapter = context.chapter(block);
    let all: Vec<&Pool> = pools.iter().filter(|one| one.2 == noun).collect();
    let near = all.iter().copied();
    let near: Vec<&Pool> = near
        .filter(|one| context.chapter(one.0) == chapter)
        .collect();
    let used = if near.is_empty() { all } else { near };
    let (_, key, _) = used.first()?;
    used.iter()
        .all(|(_, other, _)| other == key)
        .then_some(*key)
}

/// `She rolls six dice: 1, 2, 3, 5, 5 and 6. That is three successes`
fn pool(
    context: &Context<'_>,
    both: &Sentence<'_>,
    n_first: usize,
    pools: &[Pool],
) -> Option<Diagnostic> {
    let words = both.words.as_slice();
    let verb = words.iter().position(|word| {
        word.is_word(&[
            "rolls", "rolled", "throws", "throw", "gets", "roll", "shows", "show", "get", "threw",
        ])
    })?;
    // A run of numbers joined by commas and `and`.
    let first = (verb + 1..words.len().min(verb + 8)).find(|at| {
        words.get(*at).is_some_and(|word| word.whole().is_some())
            && words.get(at + 1).is_some_and(|word| word.is_mark(','))
    })?;
    if words.get(first)?.range.start >= n_first {
        return None;
    }
    let mut rolled = Vec::new();
    let mut place = first;
    while let Some(value) = words.get(place).and_then(Token::whole) {
        rolled.push(value);
        let comma = words.get(place + 1).is_some_and(|word| word.is_mark(','));
        let and = place + 1 + usize::from(comma);
        let is_and = words.get(and).is_some_and(|word| word.is_word(&["and"]));
        place = and + usize::from(is_and);
        if !comma && !is_and {
            break;
        }
    }
    let dice = words
        .get(verb + 1..first)?
        .windows(2)
        .find_map(|pair| match pair {
            [n, dice] if dice.is_word(&["dice"]) => n.count(),
            _ => None,
        });
    let n = i64::try_from(rolled.len()).ok()?;
    let place_of = |from: usize, to: usize| {
        let (from, to) = (words.get(from)?, words.get(to)?);
        both.span(from.range.start..to.range.end)
    };
    if rolled.len() < 3 {
        return None;
    }
    let wrong = |message: String, from: usize, to: usize| {
        let finding = Diagnostic::new(Code::WrongSum, message)
            .label(place_of(from, to)?, "")
            .help(LEARNT)
            .confidence(Confidence::Likely);
        Some(finding.cite(context.citation(both.prose.block)))
    };
    if let Some(dice) = dice.filter(|dice| *dice != n) {
        let message = format!("{dice} dice are rolled, and {n} results are given");
        return wrong(message, verb, place.saturating_sub(1).max(first));
    }
    for at in place..words.len() {
        let (Some(count), Some(noun)) = (words.get(at).and_then(Token::count), words.get(at + 1))
        else {
            continue;
        };
        let noun = stem(noun.text);
        let Some(key) = rule(context, both.prose.block, &noun, pools) else {
            continue;
        };
        let hits = rolled.iter().filter(|value| key.contains(**value));
        let hits = i64::try_from(hits.count()).ok()?;
        if hits == count {
            return None;
        }
        let message = format!("{hits} of these dice count, not {count}");
        return wrong(message, first, at + 1);
    }
    None
}

/// A table of numbers with several columns, looked up by numbers.
struct Chart<'a> {
    block: usize,
    grid: &'a Grid,
    rows: Vec<(usize, Key)>,
    /// Columns of results, each with the stems of its header.
    columns: Vec<(usize, Vec<String>)>,
}

impl<'a> Chart<'a> {
    fn new(context: &Context<'_>, block: usize, grid: &'a Grid) -> Option<Self> {
        let axes = axes(context, block, grid);
        let axis = axes.iter().find(|axis| axis.is_column)?;
        let rows = axis
            .keys
            .iter()
            .filter(|(row, key, _)| *row != usize::MAX && *key != Key::Other);
        let rows: Vec<(usize, Key)> = rows.map(|(row, key, _)| (*row, *key)).collect();
        let mut columns = Vec::new();
        for column in (0..grid.n_columns).filter(|column| *column != axis.column) {
            let is_number = |(row, _): &(usize, Key)| cell_value(grid, *row, column).is_some();
            let stems: Vec<String> = tokens(&grid.header(column))
                .iter()
                .filter(|word| word.kind == Kind::Word)
                .map(|word| stem(word.text))
                .collect();
            if !stems.is_empty()
                && rows.iter().filter(|row| is_number(row)).count() * 2 > rows.len()
            {
                columns.push((column, stems));
            }
        }
        (columns.len() >= 2).then_some(Self {
            block,
            grid,
            rows,
            columns,
        })
    }
}

fn cell_value(grid: &Grid, row: usize, column: usize) -> Option<i64> {
    let words = tokens(grid.text(row, column));
    let [only] = words.as_slice() else {
        return None;
    };
    only.whole()
}

/// `a Fire Total of 13. At medium range this is 3 hits`: a total, a column of a table, and what it gives.
fn chart(
    context: &Context<'_>,
    both: &Sentence<'_>,
    n_first: usize,
    charts: &[Chart<'_>],
) -> Option<Diagnostic> {
    let words = both.words.as_slice();
    let at = (1..words.len())
        .rev()
        .find(|at| is_total(words, *at, n_first))?;
    let total = words.get(at)?.whole()?;
    let after = words.get(at + 1..)?;
    let is_supposed = after
        .iter()
        .any(|word| word.is_word(&["would", "if", "had", "instead", "unless", "rolls", "adds"]));
    if is_supposed {
        return None;
    }
    let chapter = context.chapter(both.prose.block);
    for chart in charts
        .iter()
        .filter(|chart| context.chapter(chart.block) == chapter)
    {
        let named = |(_, header): &&(usize, Vec<String>)| {
            let is_said = |part: &String| after.iter().any(|word| stem(word.text) == *part);
            header.iter().all(is_said)
        };
        let columns: Vec<_> = chart.columns.iter().filter(named).collect();
        let [(column, header)] = columns.as_slice() else {
            continue;
        };
        let last = after
            .iter()
            .rposition(|word| header.contains(&stem(word.text)))?;
        let given = after
            .iter()
            .skip(last + 1)
            .find(|word| word.count().is_some())?;
        let rows = chart.rows.iter().filter(|(_, key)| key.contains(total));
        let rows: Vec<usize> = rows.map(|(row, _)| *row).collect();
        let [row] = rows.as_slice() else {
            return None;
        };
        let value = cell_value(chart.grid, *row, *column)?;
        if given.count() == Some(value) {
            return None;
        }
        let name = chart.grid.header(*column);
        let message = format!(
            "{total} gives {value} in the column “{}”, not {}",
            name.trim(),
            given.text
        );
        let place = chart.grid.at(*row, *column)?.span;
        return differs(context, both, given.range.clone(), message, place);
    }
    None
}

/// Whether a number in the first sentence is a total: `= 13`, `a Fire Total of 9`, `the result is 7`.
fn is_total(words: &[Token<'_>], at: usize, n_first: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|place| words.get(place));
    let is = |back: usize, any: &[&str]| before(back).is_some_and(|word| word.is_word(any));
    let named: &[&str] = &["total", "result", "sum", "score"];
    words
        .get(at)
        .is_some_and(|word| word.whole().is_some() && word.range.start < n_first)
        && (before(1).is_some_and(|word| word.is_mark('='))
            || is(1, &["of", "is"]) && is(2, named)
            || is(1, &["makes", "totals"]))
}

/// A total of an example: the sentence, the value, its place, and the first word of the sentence.
struct Total<'a> {
    sentence: usize,
    value: i64,
    range: Range<usize>,
    lead: &'a str,
}

/// `18. … 13. The Knight wins.`: the higher total wins or hits, in a section that says so.
fn duel(context: &Context<'_>, prose: &Prose<'_>, paragraphs: &[Prose<'_>]) -> Option<Diagnostic> {
    let chapter = context.chapter(prose.block);
    let says_higher = |one: &&Prose<'_>| {
        context.chapter(one.block) == chapter
            && sentences(&one.text.plain).into_iter().any(|range| {
                let words = tokens(one.text.plain.get(range).unwrap_or_default());
                let has = |any: &[&str]| words.iter().any(|word| word.is_word(any));
                has(&["higher", "exceeds", "beats"]) && has(&["total", "roll", "score", "result"])
            })
    };
    paragraphs.iter().find(says_higher)?;
    let text = &prose.text.plain;
    let all = sentences(text);
    let mut totals: Vec<Total<'_>> = Vec::new();
    for (at, range) in all.iter().enumerate() {
        let words = tokens(text.get(range.clone())?);
        totals.extend(total_of(at, range, &words, text));
    }
    for (at, range) in all.iter().enumerate() {
        let words = tokens(text.get(range.clone())?);
        let verdict = words
            .iter()
            .position(|word| word.is_word(&["hit", "miss", "hits", "misses"]));
        let own = totals.iter().find(|total| total.sentence == at);
        if let (Some(place), Some(own)) = (verdict, own) {
            // `: 7, a miss`: the total of the one who attacks is beside it.
            let word = words.get(place)?;
            let is_beside = word.range.start + range.start > own.range.end
                && word.range.start + range.start < own.range.end + 12;
            let others: Vec<&Total<'_>> = totals
                .iter()
                .filter(|total| total.sentence < at && !has_verdict(text, &all, total.sentence))
                .collect();
            if let ([other], true) = (others.as_slice(), is_beside) {
                let is_hit = word.is_word(&["hit", "hits"]);
                if own.value != other.value && is_hit != (own.value > other.value) {
                    return verdict_finding(context, prose, range, word, own, other);
                }
            }
        } else if let (Some(place), None) = (verdict, own) {
            // `It is a hit.` after the totals of both: the first one attacks.
            let before: Vec<&Total<'_>> =
                totals.iter().filter(|total| total.sentence < at).collect();
            let [first, second] = before.as_slice() else {
                continue;
            };
            let is_short = words.len() <= 7 && second.sentence + 1 == at;
            let word = words.get(place)?;
            let is_hit = word.is_word(&["hit", "hits"]);
            if is_short && first.value != second.value && is_hit != (first.value > second.value) {
                return verdict_finding(context, prose, range, word, first, second);
            }
        }
    }
    winner(context, prose, &all, &totals)
}

fn has_verdict(text: &str, all: &[Range<usize>], at: usize) -> bool {
    let sentence = all.get(at).and_then(|range| text.get(range.clone()));
    tokens(sentence.unwrap_or_default())
        .iter()
        .any(|word| word.is_word(&["hit", "miss", "hits", "misses"]))
}

/// The total that a sentence about a roll ends with or gives after a colon.
fn total_of<'a>(
    sentence: usize,
    range: &Range<usize>,
    words: &[Token<'_>],
    text: &'a str,
) -> Option<Total<'a>> {
    let roll = words
        .iter()
        .position(|word| word.is_word(&["rolls", "rolled", "throws"]))?;
    let at = (roll + 1..words.len()).rev().find(|at| {
        let before = words.get(at - 1);
        let after = words.get(at + 1);
        let is_marked = before.is_some_and(|before| {
            before.is_any_mark(&['=', ':'])
                || before.is_word(&["of", "makes", "is"])
                    && at
                        .checked_sub(2)
                        .and_then(|place| words.get(place))
                        .is_some_and(|word| {
                            word.is_word(&["total", "result", "score", "which", "that"])
                        })
        });
        words.get(*at).is_some_and(|word| word.whole().is_some())
            && is_marked
            && after.is_none_or(|after| after.is_any_mark(&['.', ',', ';', '!']))
    })?;
    let token = words.get(at)?;
    let lead = words.first()?;
    Some(Total {
        sentence,
        value: token.whole()?,
        range: range.start + token.range.start..range.start + token.range.end,
        lead: text.get(range.start + lead.range.start..range.start + lead.range.end)?,
    })
}

fn verdict_finding(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    word: &Token<'_>,
    own: &Total<'_>,
    other: &Total<'_>,
) -> Option<Diagnostic> {
    let compared = if own.value > other.value {
        "higher"
    } else {
        "lower"
    };
    let message = format!(
        "{} is {compared} than {}, so this is no {}",
        own.value,
        other.value,
        word.text.trim_end_matches("es").trim_end_matches('s')
    );
    outcome(context, prose, range, word, message, own)
}

fn outcome(
    context: &Context<'_>,
    prose: &Prose<'_>,
    range: &Range<usize>,
    word: &Token<'_>,
    message: String,
    own: &Total<'_>,
) -> Option<Diagnostic> {
    let place = range.start + word.range.start..range.start + word.range.end;
    Some(
        Diagnostic::new(Code::MisreadTable, message)
            .label(context.span(prose, place)?, "in the example")
            .label(context.span(prose, own.range.clone())?, "this total")
            .help("correct the example; the rules say that the higher one counts")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}

/// `Anna rolls … 18. Ben rolls … 13. The Knight wins`, where the Knight is Anna's.
fn winner(
    context: &Context<'_>,
    prose: &Prose<'_>,
    all: &[Range<usize>],
    totals: &[Total<'_>],
) -> Option<Diagnostic> {
    let [first, second] = totals else {
        return None;
    };
    let text = &prose.text.plain;
    for range in all.iter().skip(second.sentence + 1) {
        let words = tokens(text.get(range.clone())?);
        let at = words
            .iter()
            .position(|word| word.is_word(&["wins", "won"]))
            .filter(|at| (1..=4).contains(at));
        let Some(at) = at else {
            continue;
        };
        let name = words.get(at - 1)?;
        let is_owner = |total: &Total<'_>| {
            let lead = total.lead.trim_end_matches("'s").trim_end_matches("’s");
            let owned = [format!("{lead}'s"), format!("{lead}’s")];
            let all = tokens(text);
            let mut pairs = all.windows(2);
            name.text == lead
                || pairs.any(|pair| {
                    matches!(pair, [one, other] if owned.contains(&one.text.to_owned()) && other.text == name.text)
                })
        };
        let (loser, other) = match (is_owner(first), is_owner(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return None,
        };
        if loser.value >= other.value {
            return None;
        }
        let message = format!(
            "“{}” has {} against {}, and does not win",
            name.text, loser.value, other.value
        );
        return outcome(context, prose, range, words.get(at)?, message, loser);
    }
    None
}
