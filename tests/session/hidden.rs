//! Games with hidden cards and pieces: each side is shown what it may know, and random states agree with that.

use std::collections::BTreeMap;

use sandtable::eval::dice::Dice;
use sandtable::eval::knowledge::{determinise, view};
use sandtable::session::game::{Game, Next, Record, Standing};
use sandtable::session::journal::Journal;
use sandtable::session::library::RulesetCache;
use sandtable::session::players::Control;
use sandtable::session::scenario::set_up;

use super::workspace;

const RULES: &str = "ruleset test
  sides north \"North\", south \"South\"

kind side
  track  points: 0..99

kind card \"Card\"
  worth   1..9
  copies  1..3
  deck    pack, copies of each \"The pack\"

kind block \"Block\"
  strength  1..9
  track     turned: yes or no, starts yes
  track     rival: block or none
  hidden    while turned

action deal (side: side)
  draw drawn from pack for side
  if drawn is none: stop

action ask (side: side)
  choose shown: card or none where shown.pile is hand and shown.side is side by side \"card\"
  if shown is none: stop
  play shown
  add shown.worth to side.points
  discard shown
  reshuffle pack

action rob (side: side)
  choose taken: card or none where taken.pile is hand and taken.side is not side by side \"what to take\"
  if taken is not none: give taken to side

sequence turn
  each side
    deal(side)
    deal(side)
  each side
    rob(side)
  each side
    ask(side)
";

const UNITS: &str = "[card.one]
name = \"Ace\"
worth = 1
copies = 2
[card.two]
name = \"Deuce\"
worth = 2
copies = 1
[card.three]
name = \"Trey\"
worth = 3
copies = 3
[block.guard]
name = \"Guard\"
strength = 4
[block.scout]
name = \"Scout\"
strength = 1
";

const SCENARIO: &str = "rules = \"test\"
play = \"turn\"
[unit.our]
is = \"guard\"
side = \"north\"
[unit.their]
is = \"guard\"
side = \"south\"
[unit.other]
is = \"scout\"
side = \"south\"
[unit.seen]
is = \"scout\"
side = \"south\"
turned = false
rival = \"their\"
";

/// The game that a person plays for north, chance for south, with its record.
fn game<T>(seed: u64, play: impl FnOnce(&Game<'_>, Record) -> T) -> T {
    let mut workspace = workspace(RULES, UNITS);
    workspace.set("units/test/scenarios/hand.toml", SCENARIO);
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = match set_up(&mut cache, "test/hand", &[]) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{error:?}"),
    };
    let controls = scenario.controls(&["north=person".to_owned()], Control::Random);
    let controls = controls.unwrap();
    let journal = Journal {
        scenario: "test/hand".to_owned(),
        mark: scenario.mark.clone(),
        seed,
        answers: Vec::new(),
    };
    play(
        &Game::new(scenario, controls, None, false),
        Record::new(journal),
    )
}

fn told(standing: &Standing) -> String {
    let steps = standing.steps().iter();
    let lines: Vec<String> = steps
        .map(|step| format!("{}{}", "  ".repeat(step.depth), step.text))
        .collect();
    lines.join("\n")
}

fn answers(standing: &Standing) -> Vec<String> {
    match &standing.next {
        Next::Question(pending) => pending.answers.clone(),
        next => panic!("{next:?}"),
    }
}

/// North sees its own cards by name, and of those of south that there are two; what is played is seen by both.
#[test]
fn a_game_is_told_as_its_side_sees_it() {
    game(3, |game, mut record| {
        let asked = game.advance(&mut record, None);
        assert_eq!(answers(&asked), ["card 1", "card 2", "none"]);
        let next = game.advance(&mut record, Some("card 2"));
        let own = answers(&next);
        let end = game.advance(&mut record, Some(&own[0]));
        assert!(matches!(end.next, Next::Over(_)), "{:?}", end.next);
        insta::with_settings!({
            snapshot_path => ".",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!("a_game_as_north_sees_it", told(&end));
        });
    });
}

/// Games that look the same to north, but for what is added in brackets, are told in the same words: what is in brackets
/// tells nothing of what south holds.
#[test]
fn games_that_look_the_same_are_told_the_same() {
    let mut told_of = BTreeMap::new();
    for seed in 1..120 {
        game(seed, |game, mut record| {
            game.advance(&mut record, None);
            let next = game.advance(&mut record, Some("none"));
            let north = game.side_named("north").unwrap();
            let text = told(&next);
            let bare: Vec<String> = text
                .lines()
                .map(|line| line.split(" (").next().unwrap().to_owned())
                .collect();
            let key = (view(&game.lowered, next.state(), north), bare);
            let known = told_of.entry(key).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "seed {seed}");
        });
    }
    assert!(told_of.len() < 100, "no two games look the same");
}

/// A journal is one of the game, not of what a side sees of it.
#[test]
fn a_journal_of_a_masked_game_gives_it_again() {
    game(5, |game, mut record| {
        let asked = game.advance(&mut record, None);
        let first = answers(&asked)[0].clone();
        let played = game.advance(&mut record, Some(&first));
        let mut again = Record::new(Journal::parse(&record.journal.text()).unwrap());
        assert_eq!(game.advance(&mut again, None).steps(), played.steps());
    });
}

#[test]
fn pieces_lie_face_down_for_other_sides() {
    game(3, |game, mut record| {
        let asked = game.advance(&mut record, None);
        let side = |name: &str| game.side_named(name).unwrap();
        let of = |name: &str| -> Vec<String> {
            let units = game.seen_by(asked.state(), side(name)).into_iter();
            let blocks =
                units.filter(|unit| unit.tracks.iter().any(|(track, _)| track == "turned"));
            blocks
                .map(|unit| {
                    let rival = unit.tracks.iter().find(|(track, _)| track == "rival");
                    let rival = rival.map_or("-", |(_, value)| value);
                    format!("{} {rival}", unit.title)
                })
                .collect()
        };
        assert_eq!(
            of("north"),
            [
                "Guard (our) none",
                "Scout (seen) Block",
                "Block -",
                "Block -"
            ]
        );
        assert_eq!(
            of("south"),
            [
                "Guard (their) none",
                "Scout (other) none",
                "Scout (seen) Guard (their)",
                "Block -"
            ]
        );
    });
}

#[test]
fn a_sampled_state_has_the_view_that_is_asked_for() {
    for seed in 1..20 {
        game(seed, |game, mut record| {
            let asked = game.advance(&mut record, None);
            let mut dice = Dice::new(seed);
            for side in ["north", "south"] {
                let viewer = game.side_named(side).unwrap();
                let known = view(&game.lowered, asked.state(), viewer);
                for _ in 0..20 {
                    let sampled = determinise(&game.lowered, asked.state(), viewer, &mut dice);
                    assert_eq!(view(&game.lowered, &sampled, viewer), known);
                    assert_eq!(
                        game.seen_by(&sampled, viewer),
                        game.seen_by(asked.state(), viewer)
                    );
                }
            }
        });
    }
}

/// Every order of the pack is tried: those in which north has what it has, and how often south has which two cards.
#[test]
fn sampled_states_are_as_likely_as_the_orders_of_the_pack() {
    let titles = ["Ace", "Ace", "Deuce", "Trey", "Trey", "Trey"];
    game(3, |game, mut record| {
        let asked = game.advance(&mut record, None);
        let (north, south) = (
            game.side_named("north").unwrap(),
            game.side_named("south").unwrap(),
        );
        // The hand of a side in a state, seen by itself.
        let hand = |state: &[i32], side: usize, name: &str| -> Vec<String> {
            let units = game.seen_by(state, side).into_iter();
            let is_held = |track: &(String, String)| track.0 == "pile" && track.1 == "hand";
            let is_own = |track: &(String, String)| track.0 == "side" && track.1 == name;
            let held = units
                .filter(|unit| unit.tracks.iter().any(is_held) && unit.tracks.iter().any(is_own));
            let mut titles: Vec<String> = held.map(|unit| unit.title).collect();
            titles.sort();
            titles
        };
        let own = hand(asked.state(), north, "North");
        let mut ways: BTreeMap<Vec<String>, u32> = BTreeMap::new();
        let mut n_ways = 0;
        for a in 0..6 {
            for b in (0..6).filter(|b| *b != a) {
                let mut first = vec![titles[a].to_owned(), titles[b].to_owned()];
                first.sort();
                if first != own {
                    continue;
                }
                for c in (0..6).filter(|c| ![a, b].contains(c)) {
                    for d in (0..6).filter(|d| ![a, b, c].contains(d)) {
                        let mut other = vec![titles[c].to_owned(), titles[d].to_owned()];
                        other.sort();
                        *ways.entry(other).or_default() += 1;
                        n_ways += 1;
                    }
                }
            }
        }
        let n_samples: u32 = 12_000;
        let mut counts: BTreeMap<Vec<String>, u32> = BTreeMap::new();
        for seed in 0..n_samples {
            let sampled = game.determinised(asked.state(), north, u64::from(seed));
            assert_eq!(hand(&sampled, north, "North"), own);
            *counts.entry(hand(&sampled, south, "South")).or_default() += 1;
        }
        assert_eq!(
            counts.keys().collect::<Vec<_>>(),
            ways.keys().collect::<Vec<_>>()
        );
        for (cards, count) in counts {
            let chance = f64::from(ways[&cards]) / f64::from(n_ways);
            let expected = chance * f64::from(n_samples);
            // Five standard deviations.
            let most = 5.0 * (expected * (1.0 - chance)).sqrt();
            assert!(
                (f64::from(count) - expected).abs() < most,
                "{cards:?}: {count}, not {expected}"
            );
        }
    });
}

const CONVOY: &str = "ruleset convoy
  sides north \"North\", south \"South\"

kind side

kind truck \"Truck\"
  track   hits: 0..4
  hidden

action watch (side)
  choose by side \"what to do\"
    \"go\": nothing
    \"wait\": nothing

sequence turn
  each side: watch(side)
";

const CONVOY_UNITS: &str = "[truck.armed]
[truck.decoy]
";

const CONVOY_SCENARIO: &str = "rules = \"test\"
play = \"turn\"
[unit.first]
is = \"armed\"
side = \"south\"
[unit.second]
is = \"decoy\"
side = \"south\"
";

/// North does not see the hits of a hidden truck, and cannot tell from them which truck it is; south does.
#[test]
fn tracks_of_hidden_pieces_are_not_seen() {
    let mut workspace = workspace(
        &CONVOY.replace("ruleset convoy", "ruleset test"),
        CONVOY_UNITS,
    );
    workspace.set("units/test/scenarios/road.toml", CONVOY_SCENARIO);
    let mut cache = RulesetCache::new(&mut workspace);
    let scenario = match set_up(&mut cache, "test/road", &[]) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{error:?}"),
    };
    let book = &scenario.ruleset.book;
    let model = scenario.model();
    let lowered = &model.lowered;
    let track = |name: &str| {
        let at = book.tracks.iter().position(|track| track.name == name);
        sandtable::model::TrackId::new(at.unwrap())
    };
    let start: Vec<i32> = lowered
        .program
        .slots
        .iter()
        .map(|slot| slot.start)
        .collect();
    let with = |name: &str| -> Vec<usize> {
        let units = 0..scenario.situation.cast.len();
        units
            .filter(|unit| lowered.slot(*unit, track(name)).is_some())
            .collect()
    };
    let trucks = with("hits");
    assert_eq!(trucks.len(), 2);
    let changed = [(trucks[0], "hits", 2), (trucks[1], "hits", 1)];
    for (unit, name, value) in changed {
        let mut other = start.clone();
        other[lowered.slot(unit, track(name)).unwrap().0 as usize] = value;
        for (seat, sees) in [(0, false), (1, true)] {
            let viewer = model.side(seat).unwrap();
            let is_same = view(lowered, &start, viewer) == view(lowered, &other, viewer);
            assert_eq!(is_same, !sees, "{name} of unit {unit} for side {seat}");
        }
        // What is redrawn is not seen either, and a truck takes its hits with it.
        let viewer = model.side(0).unwrap();
        for seed in 0..8 {
            let redrawn = determinise(lowered, &other, viewer, &mut Dice::new(seed));
            assert_eq!(
                view(lowered, &redrawn, viewer),
                view(lowered, &other, viewer)
            );
            let place = lowered.slot(unit, track(name)).unwrap().0 as usize;
            assert_eq!(redrawn[place], value);
        }
    }
}
