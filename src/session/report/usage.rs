//! Usage of the rules: decisions and their options, rules, units, cards.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_ir::{Note, Options};
use sandtable_players::game::GameModel;
use sandtable_players::observe::{DecisionTally, Tallies};
use sandtable_source::Span;

use super::{DecisionUse, OptionUse, Unused};
use crate::scenario::Scenario;
use crate::statistics::Share;

/// The decisions of a program, those of one statement together; the most frequent first.
pub(super) fn decisions(
    model: &GameModel,
    scenario: &Scenario<'_>,
    tallies: &Tallies,
    n_games: u64,
) -> Vec<DecisionUse> {
    let titles = scenario.situation.unit_titles();
    let mut merged: BTreeMap<(String, Option<Span>), (Tallies, usize)> = BTreeMap::new();
    let decisions = &model.lowered.program.decisions;
    for (at, (decision, tally)) in decisions.iter().zip(&tallies.decisions).enumerate() {
        if decision.is_drawn {
            continue;
        }
        let span = decision.site.as_ref().map(|site| site.span);
        let one = Tallies {
            decisions: vec![tally.clone()],
            ..Tallies::default()
        };
        let entry = merged.entry((decision.title.clone(), span));
        entry
            .or_insert_with(|| (Tallies::default(), at))
            .0
            .add(&one);
    }
    let uses = merged.into_values().filter_map(|(tally, at)| {
        let decision = decisions.get(at)?;
        let tally: DecisionTally = tally.decisions.into_iter().next()?;
        let asked = tally.asked.max(1) as f64;
        let words = |option: usize| match &decision.options {
            Options::Named(words) => words.get(option).cloned().or(Some("none".to_owned())),
            Options::YesOrNo => Some(if option == 0 { "yes" } else { "no" }.to_owned()),
            Options::Units => titles.get(option).cloned().or(Some("none".to_owned())),
            Options::Numbers(_) | Options::Places(_) => None,
        };
        // The last place is that of declining.
        let n_options = tally.options.len();
        let options = tally.options.iter().enumerate();
        let options = options.filter(|(option, _)| option + 1 < n_options || decision.may_decline);
        let options = options.filter_map(|(option, [offered, taken])| {
            Some(OptionUse {
                words: words(option)?,
                offered: *offered,
                taken: Share {
                    count: *taken,
                    of: *offered,
                },
            })
        });
        Some(DecisionUse {
            title: decision.title.clone(),
            span: decision.site.as_ref().map(|site| site.span),
            per_game: tally.asked as f64 / n_games.max(1) as f64,
            answers: tally.answers as f64 / asked,
            ties: decision.has_worth.then_some(Share {
                count: tally.ties,
                of: tally.asked,
            }),
            options: match decision.options {
                // Units are listed with their worth instead.
                Options::Units => Vec::new(),
                Options::Named(_) | Options::YesOrNo | Options::Numbers(_) | Options::Places(_) => {
                    options.collect()
                }
            },
        })
    });
    let mut uses: Vec<DecisionUse> = uses.collect();
    uses.sort_by(|a, b| b.per_game.total_cmp(&a.per_game));
    uses
}

/// Rules, units, cards and options that were never used.
pub(super) fn unused(
    model: &GameModel,
    scenario: &Scenario<'_>,
    tallies: &Tallies,
    decisions: &[DecisionUse],
) -> Unused {
    let mut unused = Unused {
        rules: rules(model, scenario, tallies),
        ..Unused::default()
    };
    for decision in decisions {
        for option in &decision.options {
            let title = decision.title.clone();
            match (option.offered, option.taken.count) {
                (0, _) if decision.per_game > 0.0 => {
                    unused.never_offered.push((title, option.words.clone()));
                }
                (0, _) => {}
                (offered, 0) => unused.options.push((title, option.words.clone(), offered)),
                _ => {}
            }
        }
    }
    let book = &scenario.ruleset.book;
    let titles = scenario.situation.unit_titles();
    let chosen = chosen_units(model, tallies);
    for (at, unit) in scenario.situation.cast.iter().enumerate() {
        let title = titles.get(at).cloned().unwrap_or_default();
        if book.deck_of(unit.kind).is_some() {
            let is_used = chosen.contains(&at);
            if !is_used && has_choices_of(model, tallies, at) {
                unused.cards.push(title);
            }
            continue;
        }
        let is_piece = book.pieces().has(unit.kind) && unit.owner.is_none() && !unit.is_spare;
        let n_games = tallies.units.get(at).copied().unwrap_or(0);
        if is_piece && model.seat_of(at).is_some() && n_games == 0 {
            unused.units.push(title);
        }
    }
    unused.cards.sort();
    unused.cards.dedup();
    unused
}

/// Returns the units that were chosen at least once.
fn chosen_units(model: &GameModel, tallies: &Tallies) -> BTreeSet<usize> {
    let decisions = model
        .lowered
        .program
        .decisions
        .iter()
        .zip(&tallies.decisions);
    let of_units = decisions.filter(|(decision, _)| decision.options == Options::Units);
    let taken = of_units.flat_map(|(decision, tally)| {
        let units = tally
            .options
            .iter()
            .take(decision.n_options as usize)
            .enumerate();
        units
            .filter(|(_, [_, taken])| *taken > 0)
            .map(|(unit, _)| unit)
    });
    taken.collect()
}

/// Whether a unit was ever among the options of a decision.
fn has_choices_of(model: &GameModel, tallies: &Tallies, unit: usize) -> bool {
    let decisions = model
        .lowered
        .program
        .decisions
        .iter()
        .zip(&tallies.decisions);
    let mut of_units = decisions.filter(|(decision, _)| decision.options == Options::Units);
    of_units.any(|(_, tally)| {
        tally
            .options
            .get(unit)
            .is_some_and(|[offered, _]| *offered > 0)
    })
}

/// Rules, reactions and triggers that the scenario can reach and that never began.
fn rules(model: &GameModel, scenario: &Scenario<'_>, tallies: &Tallies) -> Vec<(String, Span)> {
    let book = &scenario.ruleset.book;
    let mut began: BTreeMap<&str, bool> = BTreeMap::new();
    for (note, n_games) in model.lowered.program.notes.iter().zip(&tallies.notes) {
        if let Note::Enter { name, .. } | Note::Trigger { name, .. } = note {
            *began.entry(name).or_default() |= *n_games > 0;
        }
    }
    let never = began.into_iter().filter(|(_, has_begun)| !has_begun);
    let place = |name: &str| {
        let procedures = book.procedures.iter().map(|one| &one.naming);
        let reactions = book.reactions.iter().map(|one| &one.naming);
        let triggers = book.triggers.iter().map(|one| &one.naming);
        let mut all = procedures.chain(reactions).chain(triggers);
        // Triggers are noted by their titles.
        all.find(|naming| naming.name == name || naming.shown() == name)
            .map(|naming| naming.span)
    };
    never
        .filter_map(|(name, _)| Some((name.to_owned(), place(name)?)))
        .collect()
}
