//! Usage of the rules: decisions and their options, rules, units, cards.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_ir::{Note, Options};
use sandtable_model::{KindId, Pile};
use sandtable_players::game::GameModel;
use sandtable_players::observe::{DecisionTally, Tallies};
use sandtable_source::Span;

use super::{DecisionUse, OptionSort, OptionUse, PlacesUse, Unused, UnusedOption};
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
    let laid = scenario.situation.board_instance.as_ref();
    let has_numbered_places = laid.is_some_and(|laid| laid.board.n_numbered().is_some());
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
        let n_options = decision.n_options as usize;
        let words = |option: usize| match &decision.options {
            Options::Named(words) => words.get(option).cloned().or(Some("none".to_owned())),
            Options::YesOrNo => Some(if option == 0 { "yes" } else { "no" }.to_owned()),
            Options::Units => titles.get(option).cloned().or(Some("none".to_owned())),
            Options::Numbers(first) => {
                let at = i32::try_from(option).ok().filter(|_| option < n_options);
                let number = at.and_then(|at| first.checked_add(at));
                number
                    .map(|number| number.to_string())
                    .or(Some("none".to_owned()))
            }
            Options::Places(places) => places.get(option).cloned().or(Some("none".to_owned())),
        };
        let sort = match &decision.options {
            Options::Named(_) | Options::YesOrNo => OptionSort::Named,
            Options::Numbers(_) => OptionSort::Number,
            Options::Places(_) => OptionSort::Place,
            Options::Units => OptionSort::Unit,
        };
        // The last place is that of declining.
        let options = tally.options.iter().enumerate();
        let options = options.filter(|(option, _)| *option < n_options || decision.may_decline);
        // The rules offer a part of a range, or of the board.
        let options = options.filter(|(_, [offered, _])| sort == OptionSort::Named || *offered > 0);
        let options = options.filter_map(|(option, [offered, taken])| {
            Some(OptionUse {
                words: words(option)?,
                offered: *offered,
                forced: tally.forced.get(option).copied().unwrap_or(0),
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
            close: (tally.compared > 0).then_some(Share {
                count: tally.close,
                of: tally.compared,
            }),
            sort,
            options: match sort {
                // Units are listed with their worth instead.
                OptionSort::Unit => Vec::new(),
                // The points of a table are too many.
                OptionSort::Place if !has_numbered_places => Vec::new(),
                OptionSort::Named | OptionSort::Number | OptionSort::Place => options.collect(),
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
    let (of_places, others): (Vec<&DecisionUse>, Vec<&DecisionUse>) = decisions
        .iter()
        .partition(|decision| decision.sort == OptionSort::Place);
    unused.places = of_places.into_iter().filter_map(places).collect();
    (unused.unoccupied, unused.n_places) = unoccupied(scenario, tallies);
    for decision in others {
        for option in &decision.options {
            let title = decision.title.clone();
            match (option.offered, option.taken.count) {
                (0, _) if decision.per_game > 0.0 && option.forced == 0 => {
                    unused.never_offered.push((title, option.words.clone()));
                }
                (0, _) => {}
                (offered, 0) => unused.options.push(UnusedOption {
                    decision: title,
                    words: option.words.clone(),
                    offered,
                    forced: option.forced,
                }),
                _ => {}
            }
        }
    }
    let book = &scenario.ruleset.book;
    let titles = scenario.situation.unit_titles();
    // A scenario can begin with cards in a hand.
    let is_in_deck = |at: usize, kind: KindId| {
        let deck = book.deck_of(kind);
        let unit = scenario.situation.cast.get(at);
        let start = deck
            .zip(unit)
            .map(|(deck, unit)| unit.start(deck.pile, Pile::Deck.value()));
        start == Some(Pile::Deck.value())
    };
    let chosen = chosen_units(model, tallies);
    for (at, unit) in scenario.situation.cast.iter().enumerate() {
        let title = titles.get(at).cloned().unwrap_or_default();
        if book.deck_of(unit.kind).is_some() {
            let was_touched = tallies.units.get(at).is_some_and(|n_games| *n_games > 0);
            match (chosen.contains(&at), has_choices_of(model, tallies, at)) {
                (false, true) => unused.cards.push(title),
                (false, false) if !was_touched && is_in_deck(at, unit.kind) => {
                    unused.undrawn.push(title);
                }
                _ => {}
            }
            continue;
        }
        let is_piece = book.pieces().has(unit.kind) && unit.owner.is_none() && !unit.is_spare;
        let n_games = tallies.units.get(at).copied().unwrap_or(0);
        let is_idle = n_games == 0 && !chosen.contains(&at);
        if is_piece && model.seat_of(at).is_some() && is_idle {
            unused.units.push(title);
        }
    }
    let drawn = |title: &String| {
        let cast = scenario.situation.cast.iter().enumerate();
        let mut same = cast.filter(|(at, unit)| {
            book.deck_of(unit.kind).is_some() && titles.get(*at) == Some(title)
        });
        same.any(|(at, _)| tallies.units.get(at).is_some_and(|n_games| *n_games > 0))
    };
    // Copies of a card stand for one another.
    unused.undrawn.retain(|title| !drawn(title));
    for cards in [&mut unused.cards, &mut unused.undrawn] {
        cards.sort();
        cards.dedup();
    }
    unused
}

/// Returns the places that a decision offered and that were never taken; `None` if all were taken.
fn places(decision: &DecisionUse) -> Option<PlacesUse> {
    let never = decision.options.iter();
    let never = never.filter(|option| option.taken.count == 0);
    let never: Vec<String> = never.map(|option| option.words.clone()).collect();
    (!never.is_empty()).then(|| PlacesUse {
        title: decision.title.clone(),
        span: decision.span,
        n_offered: decision.options.len(),
        never,
    })
}

/// The places at which no unit ever was, and the number of all; none if no unit was at any.
fn unoccupied(scenario: &Scenario<'_>, tallies: &Tallies) -> (Vec<String>, usize) {
    let laid = scenario.situation.board_instance.as_ref();
    let Some(laid) = laid.filter(|_| !tallies.occupied.is_empty()) else {
        return (Vec::new(), 0);
    };
    let n_places = laid.board.n_numbered().unwrap_or(0);
    let places = (0..n_places).filter_map(|spot| laid.board.spot(spot));
    let empty = places.filter(|place| !tallies.occupied.contains(place));
    (
        empty.map(|place| laid.board.name(place)).collect(),
        n_places,
    )
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
        let units = tally.options.iter().zip(&tally.forced);
        let units = units.take(decision.n_options as usize).enumerate();
        units
            .filter(|(_, ([_, taken], forced))| *taken > 0 || **forced > 0)
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
