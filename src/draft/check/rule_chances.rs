//! Printed chances of what another sentence of the section rolls for: `roll a die; on a 5 or 6 the block loses a step`, and some sentences later
//! `the chance that a block loses a step is 33 %`.
//!
//! Reports: E0712.

use std::collections::BTreeSet;

use sandtable_diagnostic::{Confidence, Diagnostic, Diagnostics};

use super::chances::{agrees, conditions, dice_of, finding, is_other, may_state, ways};
use super::context::{Context, Sentence};
use super::modifier_rows::telling;
use super::printed::printed_chances;
use super::reported::Reported;
use super::words::Token;
use crate::keys::{Dice, Key};

/// Minimum number of telling words that the two sentences share.
const MIN_SHARED: usize = 2;

/// Reports: E0712.
pub(super) fn check(context: &Context<'_>, diagnostics: &mut Diagnostics) {
    let reported = Reported::new(diagnostics);
    let rolls = rolls(context);
    let sentences = context.sentences();
    let found = sentences
        .filter(|one| may_state(&one.words))
        .filter_map(|one| wrong(context, one, &rolls));
    let found: Vec<Diagnostic> = found.filter(|finding| !reported.has(finding)).collect();
    diagnostics.extend(found);
}

/// Sentence with a roll and what it is for.
struct Roll<'s, 'a> {
    one: &'s Sentence<'a>,
    key: Key,
    dice: Dice,
    stems: BTreeSet<String>,
}

/// The sentences that roll for one result.
fn rolls<'s, 'a>(context: &'s Context<'a>) -> Vec<Roll<'s, 'a>> {
    let sentences = context.sentences();
    let rolls = sentences.filter_map(|one| {
        let conditions = conditions(&one.words);
        let [condition] = conditions.as_slice() else {
            return None;
        };
        let is_rule = !context.is_example(one.prose.block) && !one.words.iter().any(is_changed);
        let dice = dice_of(context, &one.prose, one.text)?;
        let is_chance = !printed_chances(one.text, &one.words).is_empty();
        (is_rule && !is_chance).then(|| Roll {
            one,
            key: condition.key,
            dice,
            stems: telling(&one.words),
        })
    });
    rolls.collect()
}

/// Whether a word makes the roll another one than that of its dice.
fn is_changed(word: &Token<'_>) -> bool {
    is_other(word) && !word.is_word(&["each", "any", "then", "both", "either"])
}

fn wrong(context: &Context<'_>, one: &Sentence<'_>, rolls: &[Roll<'_, '_>]) -> Option<Diagnostic> {
    let chances = printed_chances(one.text, &one.words);
    let [chance] = chances.as_slice() else {
        return None;
    };
    let is_other_chance = one.words.iter().any(|word| {
        is_other(word) && !word.is_word(&["each"]) && !chance.range.contains(&word.range.start)
    });
    let is_chance = one.has(&["chance", "chances", "probability", "odds"]);
    // `within two turns`
    let is_of_several = one.has(&["within", "twice", "both", "all", "turns", "rounds", "times"]);
    if !is_chance || is_of_several || is_other_chance || !conditions(&one.words).is_empty() {
        return None;
    }
    let home = context.home(one.prose.block);
    let near: Vec<&Roll<'_, '_>> = rolls
        .iter()
        .filter(|roll| context.home(roll.one.prose.block) == home)
        .collect();
    let said = telling(&one.words);
    let points_back = one.has(&["this", "that"]);
    let shared = |roll: &Roll<'_, '_>| {
        // `The chance of this`, in the paragraph of the roll, is about it whatever it is called.
        let is_beside = roll.one.prose.block == one.prose.block;
        let n = roll.stems.intersection(&said).count();
        let is_meant = is_beside && (points_back || near.len() == 1 && n > 0);
        n + MIN_SHARED * usize::from(is_meant)
    };
    let best = near.iter().map(|roll| shared(roll)).max()?;
    let mut meant = near.iter().filter(|roll| shared(roll) == best);
    let (roll, None) = (meant.next()?, meant.next()) else {
        return None;
    };
    // It may be the chance of another roll of the section.
    let fits = near.iter().any(|roll| agrees(roll.dice, roll.key, chance));
    if best < MIN_SHARED || fits {
        return None;
    }
    let opposite = 1.0 - chance.value;
    let is_opposite = near.iter().any(|roll| {
        ways(roll.dice, roll.key).is_some_and(|(hits, all)| {
            (hits as f64 / all as f64 - opposite).abs() <= chance.tolerance
        })
    });
    if is_opposite {
        return None;
    }
    Some(
        finding(roll.dice, roll.key, chance)?
            .label(one.span(chance.range.clone())?, "printed chance")
            .label(roll.one.span(0..roll.one.text.len())?, "of this roll")
            .help("correct the chance or the roll")
            .confidence(Confidence::Likely)
            .cite(context.citation(one.prose.block)),
    )
}
