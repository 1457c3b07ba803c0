//! Values of examples that fall or rise by what a result says.
//!
//! Reports: E0713.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Diagnostic, Diagnostics};

use super::context::{Context, Sentence};
use super::examples::result_stems;
use super::reported::Reported;
use super::words::{Token, tokens};
use super::wrong_sum::{report_at, sum_of};

/// Reports: E0713.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let effects = effects(context);
    let mut found = Vec::new();
    for example in context.examples() {
        for at in 0..example.len() {
            let so_far = example.get(..=at).unwrap_or_default();
            found.extend(moved(context, so_far, &effects));
        }
    }
    found.retain(|finding| !reported.has(finding));
    diagnostics.extend(found);
}

/// Result of a table with what it does to a value: `Great Breach: rating falls by 2`.
struct Effect {
    stems: BTreeSet<String>,
    by: i64,
}

/// Words for a change downwards and upwards.
const MOVES: [(&[&str], i64); 2] = [
    (
        &[
            "falls", "drops", "sinks", "fall", "drop", "lowered", "reduced",
        ],
        -1,
    ),
    (&["rises", "climbs", "rise", "raised", "increases"], 1),
];

fn direction(word: &Token<'_>) -> Option<i64> {
    let mut all = MOVES.iter();
    all.find(|(words, _)| word.is_word(words))
        .map(|(_, sign)| *sign)
}

fn effects(context: &Context<'_>) -> Vec<Effect> {
    let mut found = Vec::new();
    for (_, grid) in context.tables() {
        for cell in &grid.cells {
            let Some((name, rest)) = cell.text.plain.split_once(':') else {
                continue;
            };
            let words = tokens(rest);
            let sign = words.iter().find_map(direction);
            let by = words.windows(2).find_map(|pair| match pair {
                [by, number] if by.is_word(&["by"]) => number.count(),
                _ => None,
            });
            let stems = result_stems(&tokens(name));
            if let Some((sign, by)) = sign.zip(by)
                && !stems.is_empty()
            {
                found.push(Effect {
                    stems,
                    by: sign * by,
                });
            }
        }
    }
    found
}

/// `a Great Breach. The rating falls from 3 to 1`: a change from one number to another, after the result that says by how much.
fn moved(
    context: &Context<'_>,
    so_far: &[&Sentence<'_>],
    effects: &[Effect],
) -> Option<Diagnostic> {
    let one = so_far.last()?;
    let words = &one.words;
    let at = words.windows(4).position(|window| {
        matches!(window, [from, first, to, second] if from.is_word(&["from"])
            && first.whole().is_some() && to.is_word(&["to"]) && second.whole().is_some())
    })?;
    let sign = words.get(..at)?.iter().rev().take(4).find_map(direction)?;
    let (first, result) = (words.get(at + 1)?.whole()?, words.get(at + 3)?);
    let second = result.whole()?;
    let before = so_far.get(so_far.len().saturating_sub(2)..)?;
    let said: BTreeSet<String> = before
        .iter()
        .flat_map(|one| result_stems(&one.words))
        .collect();
    let named = effects
        .iter()
        .filter(|effect| effect.stems.is_subset(&said));
    let effect = named.max_by_key(|effect| effect.stems.len())?;
    let right = first + effect.by;
    let is_same = effect.by.signum() == sign;
    // A track has ends.
    if !is_same || right == second || right < 0 {
        return None;
    }
    let message = format!("{} is {right}, not {second}", sum_of(&[first, effect.by]));
    report_at(context, one, result, message)
}
