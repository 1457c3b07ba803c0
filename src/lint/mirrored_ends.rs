//! Two lines that end the game, or call an action, under conditions which differ only in their sides or words: both do the same, or both can be met.
//!
//! Reports: E0675, E0683.

use std::collections::BTreeMap;

use super::Context;
use super::written::{citations_of, walk_bodies};
use sandtable_diagnostic::{Code, Confidence, Diagnostic, Diagnostics};
use sandtable_syntax::ast::{Expr, Statement};
use sandtable_syntax::value_text;

/// Reports two such lines that one side wins by.
pub(super) fn one_winner(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    pairs(context, &mut |pair, citations| {
        // Opposite conditions are a finding of another lint.
        if pair.winners[0].value != pair.winners[1].value || pair.compares_sides {
            return;
        }
        let [one, other] = pair.conditions;
        diagnostics.push(
            Diagnostic::new(
                Code::EqualBranches,
                format!(
                    "`{}` wins in both cases, though they differ only in the side",
                    value_text(pair.winners[1])
                ),
            )
            .label(pair.winners[0].span, "the same")
            .label(pair.winners[1].span, "as this")
            .label(one.span, "")
            .label(other.span, "the same about the other side")
            .help("correct one of the winners or one of the conditions")
            .cite(citations.iter().map(String::as_str))
            .confidence(Confidence::Likely),
        );
    });
    same_call(context, diagnostics);
}

/// Reports two such lines that both call an action with one of the words: `if score(alliance) >= 12: wins(union)`.
fn same_call(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let book = context.book;
    let words = book.words.iter().flat_map(|list| &list.words);
    let sides = book.sides.iter().map(|side| &side.name);
    let words: Vec<&str> = words.chain(sides).map(String::as_str).collect();
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            for lines in block.windows(2) {
                if let [first, second] = lines
                    && let (Some((one, call)), Some((other, same))) =
                        (called(first), called(second))
                    && value_text(call) == value_text(same)
                    && let Some([a, b]) = exchanged(&words, one, other)
                    && (names(call, &a) || names(call, &b))
                {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::EqualBranches,
                            format!(
                                "both lines call `{}`, though one is about `{a}` and one about `{b}`",
                                value_text(same)
                            ),
                        )
                        .label(call.span, "the same")
                        .label(same.span, "as this")
                        .help("correct one of the calls or one of the conditions")
                        .cite(citations.iter().map(String::as_str))
                        .confidence(Confidence::Likely),
                    );
                }
            }
        });
    }
}

/// Returns the condition and the call of a line that does nothing but call an action.
fn called(line: &Statement) -> Option<(&Expr, &Expr)> {
    let (condition, then, None) = line.branch()? else {
        return None;
    };
    let [only] = then.as_slice() else { return None };
    let call = only.evaluated()?;
    call.value.call().map(|_| (condition, call))
}

/// Whether an expression mentions a word.
fn names(expr: &Expr, word: &str) -> bool {
    split(&value_text(expr)).iter().any(|part| part == word)
}

/// Returns the two words by which two conditions differ, each about one of them.
fn exchanged(all: &[&str], one: &Expr, other: &Expr) -> Option<[String; 2]> {
    let (ours, theirs) = (split(&value_text(one)), split(&value_text(other)));
    let mut differing = ours.iter().zip(&theirs).filter(|(a, b)| a != b);
    let (a, b) = differing.next()?;
    let is_one_pair = ours.len() == theirs.len() && differing.all(|pair| pair == (a, b));
    let are_words = all.contains(&a.as_str()) && all.contains(&b.as_str());
    (is_one_pair && are_words).then(|| [a.clone(), b.clone()])
}

/// Reports two such lines with two winners, if nothing above them asks whether both conditions are met.
pub(super) fn both_met(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    pairs(context, &mut |pair, citations| {
        let is_exclusive = pair.winners[0].value == pair.winners[1].value || pair.compares_sides;
        if is_exclusive || pair.is_asked_above {
            return;
        }
        let [one, other] = pair.conditions;
        diagnostics.push(
            Diagnostic::new(
                Code::TieByListing,
                "both of these conditions can be met: then the first line decides",
            )
            .label(one.span, "checked first")
            .label(other.span, "the same about the other side")
            .help(format!(
                "state what happens then, on a line above: `if {} and {}: end game`; if only one can be met, ignore this",
                value_text(one),
                value_text(other)
            ))
            .cite(citations.iter().map(String::as_str))
            .confidence(Confidence::Possible),
        );
    });
}

/// Two lines one after the other that end the game.
struct Pair<'t> {
    conditions: [&'t Expr; 2],
    winners: [&'t Expr; 2],
    /// Whether each condition is about both sides, so that hardly both are met: `red.points > blue.points`.
    compares_sides: bool,
    /// Whether a line above asks about both sides.
    is_asked_above: bool,
}

/// Calls a visitor with every such pair, and with what its rule cites.
fn pairs(context: &Context<'_>, visit: &mut dyn FnMut(&Pair<'_>, &[String])) {
    let sides: Vec<&str> = context
        .book
        .sides
        .iter()
        .map(|side| side.name.as_str())
        .collect();
    if sides.len() < 2 {
        return;
    }
    for item in context.rules.iter().flat_map(|file| &file.items) {
        let citations = citations_of(&item.value);
        walk_bodies(&item.value, &mut |block| {
            let ends = block.windows(2).enumerate();
            for (at, lines) in ends {
                let above = block.get(..at).unwrap_or_default();
                if let [first, second] = lines
                    && let Some(pair) = mirrored(&sides, above, [first, second])
                {
                    visit(&pair, &citations);
                }
            }
        });
    }
}

fn mirrored<'t>(
    sides: &[&str],
    above: &'t [Statement],
    [first, second]: [&'t Statement; 2],
) -> Option<Pair<'t>> {
    let ((one, by_one), (other, by_other)) = (end(first)?, end(second)?);
    let names: BTreeMap<&str, &Expr> = above
        .iter()
        .filter_map(Statement::binding)
        .map(|(name, value)| (name.value.as_str(), value))
        .collect();
    let (ours, theirs) = (words(one, &names), words(other, &names));
    if ours.len() != theirs.len() {
        return None;
    }
    let mut swapped = ours.iter().zip(&theirs).filter(|(a, b)| a != b);
    let (a, b) = swapped.next()?;
    let is_side = |word: &String| sides.contains(&word.as_str());
    let is_swap = |(c, d): (&String, &String)| (c, d) == (a, b) || (c, d) == (b, a);
    if !is_side(a) || !is_side(b) || !swapped.all(is_swap) {
        return None;
    }
    let is_about_both = |words: &[String]| words.contains(a) && words.contains(b);
    let conditions = above.iter().filter_map(|line| line.branch());
    let mut asked = conditions.map(|(condition, ..)| words(condition, &names));
    Some(Pair {
        conditions: [one, other],
        winners: [by_one, by_other],
        compares_sides: is_about_both(&ours),
        is_asked_above: asked.any(|words| is_about_both(&words)),
    })
}

/// Returns the condition and the winner of a line that does nothing but end the game.
fn end(line: &Statement) -> Option<(&Expr, &Expr)> {
    let (condition, then, None) = line.branch()? else {
        return None;
    };
    let [only] = then.as_slice() else { return None };
    Some((condition, only.winner()?))
}

/// Returns the words and signs of an expression, with the values of names in their places.
fn words(expr: &Expr, names: &BTreeMap<&str, &Expr>) -> Vec<String> {
    let mut found = Vec::new();
    for word in split(&value_text(expr)) {
        match names.get(word.as_str()) {
            Some(value) => found.extend(split(&value_text(value))),
            None => found.push(word),
        }
    }
    found
}

/// Splits a text into words and signs.
fn split(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_in_word = false;
    for letter in text.chars() {
        let is_of_word = letter.is_alphanumeric() || letter == '-';
        match found.last_mut().filter(|_| is_of_word && is_in_word) {
            Some(word) => word.push(letter),
            None if letter.is_whitespace() => {}
            None => found.push(letter.to_string()),
        }
        is_in_word = is_of_word;
    }
    found
}
