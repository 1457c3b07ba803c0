//! Worth of things: the same games, with the same dice, of a side that may not use a thing (restricted play, Jaffe and others
//! 2012).

use std::collections::BTreeMap;

use sandtable_eval::FaultKind;
use sandtable_ir::{Decision, DecisionId, Options};
use sandtable_model::ProfileId;
use sandtable_players::game::{GameModel, Verdict};
use sandtable_players::mind::Failure;
use sandtable_players::observe::{DecisionTally, Tallies};
use sandtable_players::table::{Forbidden, Restriction, Table, Unobserved};

use super::run::{Match, Played};
use super::{Worth, WorthSort};
use crate::contest::{Contest, WorkersClock};
use crate::scenario::Scenario;
use crate::statistics::{Moments, Share};
use crate::watch::Watch;

/// Maximum number of things: a minimum, which grows with the games.
const MOST_THINGS: [u64; 2] = [12, 48];
/// Games for each thing, if there are to be more things than the minimum.
const PAIRS: u64 = 40;
/// Minimum number of pairs of games for each.
const LEAST_PAIRS: u64 = 10;
/// A thing that is used in fewer games, as a share, is not asked about.
const USED: f64 = 0.2;

/// A thing that a side can do without.
pub(super) struct Thing {
    sort: WorthSort,
    title: String,
    restriction: Restriction,
    uses: u64,
}

/// Returns the maximum number of things that `n_games` in total are divided among.
pub(super) fn most_things(n_games: u64) -> usize {
    let [least, most] = MOST_THINGS;
    (n_games / PAIRS).clamp(least, most) as usize
}

/// Returns the number of pairs of games for each of `n_things`, out of `n_games` in total.
pub(super) fn n_pairs(n_games: u64, n_things: usize) -> u64 {
    (n_games / n_things.max(1) as u64).max(LEAST_PAIRS)
}

/// The units, options, parts, cards, numbers and places of each side that are used often, the most used first.
pub(super) fn things(
    scenario: &Scenario<'_>,
    model: &GameModel,
    tallies: &Tallies,
    n_games: u64,
    most: usize,
) -> Vec<Thing> {
    let by_use = |mut things: Vec<Thing>| {
        things.sort_by_key(|thing| std::cmp::Reverse(thing.uses));
        things
    };
    let chosen = chosen(model, tallies, scenario.situation.cast.len());
    let sorts = [
        units(scenario, model, tallies, n_games),
        options(model, tallies, n_games),
        parts(scenario, model, &chosen, n_games),
        cards(scenario, model, &chosen, n_games),
        numbers(model, tallies, n_games),
        places(model, tallies, n_games),
    ];
    let mut sorts = sorts.map(|things| by_use(things).into_iter());
    // In turn, so that no sort crowds out the others.
    let mut things = Vec::new();
    while things.len() < most {
        let n_before = things.len();
        things.extend(sorts.iter_mut().filter_map(Iterator::next));
        if things.len() == n_before {
            break;
        }
    }
    things.truncate(most);
    things
}

/// Units of a side, those of one profile together. A side with a single profile cannot do without it.
fn units(
    scenario: &Scenario<'_>,
    model: &GameModel,
    tallies: &Tallies,
    n_games: u64,
) -> Vec<Thing> {
    let book = &scenario.ruleset.book;
    let mut groups: BTreeMap<(usize, ProfileId), (Vec<usize>, u64)> = BTreeMap::new();
    for (at, unit) in scenario.situation.cast.iter().enumerate() {
        let is_piece = book.pieces().has(unit.kind) && unit.owner.is_none() && !unit.is_spare;
        let Some(seat) = model.seat_of(at).filter(|_| is_piece) else {
            continue;
        };
        let (units, uses) = groups.entry((seat, unit.profile)).or_default();
        units.push(at);
        *uses = (*uses).max(tallies.units.get(at).copied().unwrap_or(0));
    }
    let mut n_profiles = vec![0; model.n_seats()];
    for (seat, _) in groups.keys() {
        if let Some(n) = n_profiles.get_mut(*seat) {
            *n += 1;
        }
    }
    let is_one_of_several = |seat: usize| n_profiles.get(seat).is_some_and(|n| *n > 1);
    let used = groups.into_iter().filter(|((seat, _), (_, uses))| {
        is_one_of_several(*seat) && *uses as f64 >= USED * n_games as f64
    });
    used.filter_map(|((seat, profile), (units, uses))| {
        let title = &book.profiles.get(profile.at())?.title;
        Some(Thing {
            sort: WorthSort::Unit,
            title: match units.len() {
                1 => title.clone(),
                n => format!("{title} ({n} units)"),
            },
            restriction: Restriction {
                seat,
                options: units.into_iter().map(Forbidden::Unit).collect(),
            },
            uses,
        })
    })
    .collect()
}

/// Options with names of their own, of each side.
fn options(model: &GameModel, tallies: &Tallies, n_games: u64) -> Vec<Thing> {
    let mut groups: BTreeMap<(String, String), Uses> = BTreeMap::new();
    for (id, decision, tally) in of_sides(model, tallies) {
        let words: Vec<String> = match &decision.options {
            Options::Named(words) => words.clone(),
            Options::YesOrNo => vec!["yes".to_owned()],
            Options::Units | Options::Numbers(_) | Options::Places(_) => continue,
        };
        for ((option, word), [_, taken]) in (0..).zip(words).zip(&tally.options) {
            let key = (decision.title.clone(), word);
            let uses = groups.entry(key).or_default();
            uses.add(Forbidden::Option(id, option), *taken, tally);
        }
    }
    let groups = groups.into_iter();
    let groups = groups.map(|((title, word), uses)| (format!("{title} {word}"), uses));
    of_each_side(WorthSort::Option, groups, n_games)
}

/// Numbers that are chosen, of each side.
fn numbers(model: &GameModel, tallies: &Tallies, n_games: u64) -> Vec<Thing> {
    let mut groups: BTreeMap<(String, i32), Uses> = BTreeMap::new();
    for (id, decision, tally) in of_sides(model, tallies) {
        let Options::Numbers(first) = decision.options else {
            continue;
        };
        let options = tally.options.iter().take(decision.n_options as usize);
        for (option, [_, taken]) in (0..).zip(options) {
            let key = (decision.title.clone(), first.saturating_add(option));
            let uses = groups.entry(key).or_default();
            uses.add(Forbidden::Option(id, option), *taken, tally);
        }
    }
    let groups = groups.into_iter();
    let groups = groups.map(|((title, number), uses)| (format!("{title} {number}"), uses));
    of_each_side(WorthSort::Number, groups, n_games)
}

/// Places that are chosen, by any decision, of each side.
fn places(model: &GameModel, tallies: &Tallies, n_games: u64) -> Vec<Thing> {
    let mut groups: BTreeMap<i32, (String, Uses)> = BTreeMap::new();
    for (_, decision, tally) in of_sides(model, tallies) {
        let Options::Places(names) = &decision.options else {
            continue;
        };
        for ((place, name), [_, taken]) in (0..).zip(names.iter()).zip(&tally.options) {
            if *taken > 0 {
                let group = groups.entry(place);
                let (_, uses) = group.or_insert_with(|| (name.clone(), Uses::default()));
                uses.add(Forbidden::Place(place), *taken, tally);
            }
        }
    }
    of_each_side(WorthSort::Place, groups.into_values(), n_games)
}

/// Use of a thing in all games.
#[derive(Debug, Clone, Default)]
struct Uses {
    /// Answers that are forbidden in the games without it.
    forbidden: Vec<Forbidden>,
    taken: u64,
    /// By seat: times that the side was asked a decision with it.
    asked_of: Vec<u64>,
}

impl Uses {
    fn add(&mut self, forbidden: Forbidden, taken: u64, tally: &DecisionTally) {
        if !self.forbidden.contains(&forbidden) {
            self.forbidden.push(forbidden);
        }
        self.taken += taken;
        let n_seats = self.asked_of.len().max(tally.asked_of.len());
        self.asked_of.resize(n_seats, 0);
        for (to, from) in self.asked_of.iter_mut().zip(&tally.asked_of) {
            *to += from;
        }
    }
}

/// The decisions that sides make, with their counts.
fn of_sides<'a>(
    model: &'a GameModel,
    tallies: &'a Tallies,
) -> impl Iterator<Item = (DecisionId, &'a Decision, &'a DecisionTally)> {
    let decisions = model.lowered.program.decisions.iter();
    let decisions = (0..).map(DecisionId).zip(decisions).zip(&tallies.decisions);
    decisions
        .map(|((id, decision), tally)| (id, decision, tally))
        .filter(|(_, decision, _)| !decision.is_drawn)
}

/// Things with their titles that are used often, once for each side that is asked about them.
fn of_each_side(
    sort: WorthSort,
    groups: impl Iterator<Item = (String, Uses)>,
    n_games: u64,
) -> Vec<Thing> {
    let used = groups.filter(|(_, uses)| uses.taken as f64 >= USED * n_games as f64);
    let things = used.flat_map(|(title, uses)| {
        let asked = uses.asked_of.clone().into_iter().enumerate();
        let seats = asked.filter(|(_, times)| *times > 0);
        seats.map(move |(seat, _)| Thing {
            sort,
            title: title.clone(),
            restriction: Restriction {
                seat,
                options: uses.forbidden.clone(),
            },
            uses: uses.taken,
        })
    });
    things.collect()
}

/// By unit of the cast: times that it was chosen.
fn chosen(model: &GameModel, tallies: &Tallies, n_units: usize) -> Vec<u64> {
    let mut chosen = vec![0; n_units];
    let decisions = model.lowered.program.decisions.iter();
    for (decision, tally) in decisions.zip(&tallies.decisions) {
        if decision.options != Options::Units || decision.is_drawn {
            continue;
        }
        for (times, [_, taken]) in chosen.iter_mut().zip(&tally.options) {
            *times += taken;
        }
    }
    chosen
}

/// Parts of the units of each side, such as weapons, that their side chooses; those of one profile together.
fn parts(scenario: &Scenario<'_>, model: &GameModel, chosen: &[u64], n_games: u64) -> Vec<Thing> {
    let cast = &scenario.situation.cast;
    let parts = cast.iter().enumerate().filter_map(|(at, part)| {
        let mut owner = part.owner?;
        while let Some(next) = cast.get(owner).and_then(|unit| unit.owner) {
            owner = next;
        }
        Some((model.seat_of(owner)?, part.profile, at))
    });
    grouped(scenario, WorthSort::Part, parts, chosen, n_games)
}

/// Cards of which a side chooses; those of one profile together, for each side.
fn cards(scenario: &Scenario<'_>, model: &GameModel, chosen: &[u64], n_games: u64) -> Vec<Thing> {
    let book = &scenario.ruleset.book;
    let cast = scenario.situation.cast.iter().enumerate();
    let cards = cast.filter(|(_, unit)| book.deck_of(unit.kind).is_some());
    let seats = 0..model.n_seats();
    let cards =
        cards.flat_map(|(at, card)| seats.clone().map(move |seat| (seat, card.profile, at)));
    grouped(scenario, WorthSort::Card, cards, chosen, n_games)
}

/// Things of units of the cast, each with the seat of the side that may not choose it; those of one profile together.
fn grouped(
    scenario: &Scenario<'_>,
    sort: WorthSort,
    units: impl Iterator<Item = (usize, ProfileId, usize)>,
    chosen: &[u64],
    n_games: u64,
) -> Vec<Thing> {
    let mut groups: BTreeMap<(usize, ProfileId), (Vec<Forbidden>, u64)> = BTreeMap::new();
    for (seat, profile, at) in units {
        let (forbidden, uses) = groups.entry((seat, profile)).or_default();
        forbidden.push(Forbidden::Unit(at));
        *uses += chosen.get(at).copied().unwrap_or(0);
    }
    let used = groups
        .into_iter()
        .filter(|(_, (_, uses))| *uses as f64 >= USED * n_games as f64);
    used.filter_map(|((seat, profile), (options, uses))| {
        let known = scenario.ruleset.book.profiles.get(profile.at())?;
        Some(Thing {
            sort,
            title: known.title.clone(),
            restriction: Restriction { seat, options },
            uses,
        })
    })
    .collect()
}

/// Plays the first games again without each thing; the largest loss first.
pub(super) fn of(
    table: &Match<'_>,
    things: &[Thing],
    played: &[Played],
    n_pairs: u64,
    watch: &mut dyn Watch,
) -> Vec<Worth> {
    let n_pairs = n_pairs.min(played.len() as u64);
    let clock = WorkersClock(table.workers);
    let n_things = things.len() as u64;
    let contest = Contest {
        workers: table.workers,
        before: 0,
        total: n_pairs * n_things,
    };
    // All pairs in one contest, so that no thread waits for the last game of a thing.
    let begin = || Table::new(table.model, table.players, &clock);
    let (results, _) = contest.play(
        0..n_pairs * n_things,
        watch,
        begin,
        |at, number| {
            let thing = things.get((number / n_pairs.max(1)) as usize)?;
            let game = number % n_pairs.max(1);
            at.restrict(&thing.restriction);
            let seed = table.seeds.at(game);
            let verdict = match at.play(seed, 0, &mut Unobserved) {
                Ok(verdict) => verdict,
                // A game that has no end any more is nobody's.
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::TooManySteps => {
                    Verdict::default()
                }
                // A pair of which one game fails is no pair.
                Err(_) => return None,
            };
            let with = played.get(game as usize)?.as_ref().ok()?;
            let seat = thing.restriction.seat;
            let payoff = |verdict| table.model.payoff(verdict, seat);
            Some((payoff(with.verdict), payoff(verdict)))
        },
        drop,
    );
    let mut worths = Vec::new();
    for (thing, results) in things.iter().zip(results.chunks(n_pairs.max(1) as usize)) {
        if results.len() as u64 != n_pairs {
            break;
        }
        let (mut loss, mut changed) = (Moments::default(), Share::default());
        for (with, without) in results.iter().flatten() {
            loss.add(100.0 * (with - without));
            changed.add(with != without);
        }
        worths.push(Worth {
            seat: thing.restriction.seat,
            sort: thing.sort,
            title: thing.title.clone(),
            // The resolution: one pair with another result.
            loss: loss.estimate(10_000.0),
            changed,
        });
    }
    worths.sort_by(|a, b| b.loss.mean.total_cmp(&a.loss.mean));
    worths
}
