//! Numbers that sentences divide among several results: `on 1 to 3 it may, on 5 or 6 it may not`, `with 5 to 7 points a marginal victory`.
//!
//! Reports: E0706, E0707.

use std::ops::Range;

use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};

use super::chances::conditions;
use super::context::{Context, Prose, Sentence};
use super::reported::Reported;
use super::roll_changes::speaks_of_change;
use super::words::{Token, tokens};
use crate::keys::Key;

/// Reports: E0706, E0707.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let mut found = Vec::new();
    for one in context.sentences() {
        if !context.is_example(one.prose.block) {
            found.extend(of_die(context, one));
        }
    }
    for prose in context.paragraphs() {
        found.extend(of_points(context, &prose));
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// A band with its place in the text of a paragraph.
struct Band {
    low: i64,
    high: i64,
    range: Range<usize>,
}

/// Greatest and least number of a band that is open.
const FAR: i64 = 1_000_000;

/// All numbers of a die in one sentence: the first band begins with the least, and the last ends with the greatest.
fn of_die(context: &Context<'_>, one: &Sentence<'_>) -> Option<Diagnostic> {
    let dice = context.dice_in(one.text).filter(|dice| dice.count == 1)?;
    let (least, most) = (dice.least(), dice.most());
    let bands: Vec<Band> = conditions(&one.words)
        .into_iter()
        .filter_map(|condition| {
            let (low, high) = condition.key.bounds();
            (condition.key != Key::Other).then_some(Band {
                low: low.unwrap_or(least),
                high: high.unwrap_or(most),
                range: one.range.start + condition.range.start
                    ..one.range.start + condition.range.end,
            })
        })
        .collect();
    let start = bands.first()?.range.start - one.range.start;
    let mut after = one.words.iter().filter(|word| word.range.start >= start);
    let is_open = after.any(|word| {
        word.is_word(&[
            "if",
            "unless",
            "otherwise",
            "else",
            "reroll",
            "rerolls",
            "instead",
            "second",
            "again",
            "another",
            "add",
            "adds",
            "subtract",
            "subtracts",
            "more",
            "less",
        ])
    });
    let (first, last) = (bands.first()?, bands.last()?);
    let n_ranges = bands.iter().filter(|band| band.low < band.high).count();
    let is_up = bands
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.low < other.low));
    let is_whole = first.low == least && last.high == most && n_ranges >= 2;
    let is_plain = (2..=4).contains(&bands.len()) && is_up && !is_open && is_whole;
    if !is_plain || speaks_of_change(one.text, true) {
        return None;
    }
    broken(
        context,
        &one.prose,
        &bands,
        &format!("which {dice} can roll"),
    )
}

/// The victory levels of a paragraph: bands of points, one open to each side.
fn of_points(context: &Context<'_>, prose: &Prose<'_>) -> Option<Diagnostic> {
    let text = &prose.text.plain;
    let words = tokens(text);
    let is_points = |word: &Token<'_>| word.is_word(&["vp", "vps", "points"]);
    let is_end = |word: &Token<'_>| {
        word.is_word(&["wins", "win", "victory", "draw", "drawn", "defeat", "loses"])
    };
    if !words.iter().any(is_points) || !words.iter().any(is_end) {
        return None;
    }
    let mut bands = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match band(&words, at) {
            Some((band, end)) => {
                bands.push(band);
                at = end;
            }
            None => at += 1,
        }
    }
    let is_open = |band: &Band| band.low == -FAR || band.high == FAR;
    let n_open = bands.iter().filter(|band| is_open(band)).count();
    bands.sort_by_key(|band| (band.low, band.high));
    let (first, last) = (bands.first()?, bands.last()?);
    let is_whole = first.low == -FAR && last.high == FAR && n_open == 2;
    if bands.len() < 3 || !is_whole {
        return None;
    }
    broken(context, prose, &bands, "")
}

/// `With 8 VP or more`, `5 to 7`, `2 VP or fewer`, `With 4 VP`: a band and the place after it.
fn band(words: &[Token<'_>], at: usize) -> Option<(Band, usize)> {
    let low = words.get(at)?.whole()?;
    let is = |place: usize, any: &[&str]| words.get(place).is_some_and(|word| word.is_word(any));
    let lead = at.checked_sub(1).and_then(|before| words.get(before));
    let is_led = lead.is_some_and(|lead| {
        lead.is_word(&["with", "from", "of", "on", "for", "at", "score", "scores"])
    });
    let skip = |place: usize| place + usize::from(is(place, &["vp", "vps", "points"]));
    let joined = words
        .get(at + 1)
        .is_some_and(|word| word.is_word(&["to", "or"]) || word.is_any_mark(&['-', '–']));
    let high = words.get(at + 2).filter(|_| joined).and_then(Token::whole);
    let (low, high, end) = match high {
        Some(high) if high > low => (low, high, skip(at + 3)),
        Some(_) => return None,
        None => {
            let after = skip(at + 1);
            match () {
                () if is(after, &["or"]) && is(after + 1, &["more", "higher", "better"]) => {
                    (low, FAR, after + 2)
                }
                () if is(after, &["or"]) && is(after + 1, &["fewer", "less", "lower"]) => {
                    (-FAR, low, after + 2)
                }
                () if after > at + 1 => (low, low, after),
                () => return None,
            }
        }
    };
    let range = words.get(at)?.range.start..words.get(end - 1)?.range.end;
    is_led.then_some((Band { low, high, range }, end))
}

/// The only gap or overlap of some bands in their order.
fn broken(
    context: &Context<'_>,
    prose: &Prose<'_>,
    bands: &[Band],
    who: &str,
) -> Option<Diagnostic> {
    let mut wrong = bands.windows(2).filter_map(|pair| match pair {
        [one, other] if one.high + 1 != other.low => Some((one, other)),
        _ => None,
    });
    let ((one, other), None) = (wrong.next()?, wrong.next()) else {
        return None;
    };
    let run = |low: i64, high: i64| match low == high {
        true => low.to_string(),
        false => format!("{low} to {high}"),
    };
    let (code, message) = match other.low > one.high {
        true => {
            let missing = run(one.high + 1, other.low - 1);
            let who = if who.is_empty() {
                String::new()
            } else {
                format!(", {who}")
            };
            (
                Code::GapInPrintedTable,
                format!("nothing is said of {missing}{who}"),
            )
        }
        false => {
            let shared = run(other.low, one.high.min(other.high));
            (
                Code::OverlapInPrintedTable,
                format!("{shared} has two results"),
            )
        }
    };
    Some(
        Diagnostic::new(code, message)
            .label(context.span(prose, other.range.clone())?, "")
            .label(context.span(prose, one.range.clone())?, "")
            .help("let one begin where the other ends")
            .confidence(Confidence::Likely)
            .cite(context.citation(prose.block)),
    )
}
