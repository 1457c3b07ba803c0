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
    game_of([RULES, UNITS, SCENARIO], Control::Random, seed, play)
}

/// As [`game`], of other rules, units and scenario, with another player for south.
pub(super) fn game_of<T>(
    [rules, units, scenario]: [&str; 3],
    south: Control,
    seed: u64,
    play: impl FnOnce(&Game<'_>, Record) -> T,
) -> T {
    let mut workspace = workspace(rules, units);
    workspace.set("units/test/scenarios/hand.toml", scenario);
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = match set_up(&mut cache, "test/hand", &[]) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{error:?}"),
    };
    let controls = scenario.controls(&["north=person".to_owned()], south);
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

pub(super) fn told_text(standing: &Standing) -> String {
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
            insta::assert_snapshot!("a_game_as_north_sees_it", told_text(&end));
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
            let text = told_text(&next);
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

const BLOWS: &str = "ruleset test
  sides north \"North\", south \"South\"

kind side
  track  parried: 0..9

kind card \"Card\"
  parries  yes or no
  copies   1..3
  deck     pack, copies of each \"The pack\"

action deal (side)
  draw drawn from pack for side

window struck \"A blow\" (side)

reaction parry \"Parry\"
  at struck by south
  needs any card where card.pile is hand and card.side is south and card.parries \"a card that parries\"
  worth -1
  add 1 to south.parried

action strike (side)
  choose by side \"what to do\"
    \"strike\": open struck(side)
    \"wait\": nothing

sequence turn
  each side: deal(side)
  strike(north)
  strike(north)
";

const BLOWS_UNITS: &str = "[card.sword]
name = \"Sword\"
parries = true
copies = 2
[card.torch]
name = \"Torch\"
parries = false
copies = 3
";

const BARE_SCENARIO: &str = "rules = \"test\"
play = \"turn\"
";

/// South has a card that parries, and does not play it, or has none: to north it is the same.
#[test]
fn whether_another_side_could_react_is_not_told() {
    let mut told_of: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for seed in 1..60 {
        let rules = [BLOWS, BLOWS_UNITS, BARE_SCENARIO];
        game_of(rules, Control::Policy, seed, |game, mut record| {
            game.advance(&mut record, None);
            let next = game.advance(&mut record, Some("strike"));
            let held = |name: &str| {
                let side = game.side_named(name).unwrap();
                let units = game.seen_by(next.state(), side).into_iter();
                let mut held = units.filter(|unit| {
                    let has = |track: &str, value: &str| {
                        let tracks = &mut unit.tracks.iter();
                        tracks.any(|(of, is)| of == track && is.eq_ignore_ascii_case(value))
                    };
                    has("pile", "hand") && has("side", name)
                });
                held.next().unwrap().title
            };
            let told = told_of.entry(held("north")).or_default();
            let text = told
                .entry(held("south"))
                .or_insert_with(|| told_text(&next));
            assert_eq!(*text, told_text(&next), "seed {seed}");
        });
    }
    assert_eq!(told_of.len(), 2, "north has a sword or a torch");
    for texts in told_of.values() {
        assert_eq!(texts.keys().collect::<Vec<_>>(), ["Sword", "Torch"]);
        assert_eq!(texts["Sword"], texts["Torch"]);
        assert!(!texts["Sword"].contains("Parry"), "{}", texts["Sword"]);
    }
}

/// Rules of a block in which each side chooses, with its statements.
fn plots(block: &str) -> String {
    format!(
        "ruleset test
  sides south \"South\", north \"North\"

kind side
  track  pace: 0..9

kind ship \"Ship\"
  swift  yes or no
  track  helm: 0..9

action plot (side)
  choose by side \"how\"
    \"steady\": set side.pace to 1
    \"hard\":
      gust = d6
      set side.pace to gust

action steer (ship)
  choose n from 0 to 9 by ship \"helm\"
  if n > 4: again(ship)
  set ship.helm to n

action again (ship)
  each other: ship where other.side is ship.side
    choose by ship \"sure\"
      \"yes\": nothing
      \"no\": nothing

sequence turn
  at the same time
{block}
  each side: wait(side)

action wait (side)
  choose by side \"next\"
    \"go on\": nothing
    \"stay\": nothing
"
    )
}

const SHIPS: &str = "[ship.sloop]
swift = true
";

const SHIPS_SCENARIO: &str = "rules = \"test\"
play = \"turn\"
[unit.our-sloop]
is = \"sloop\"
side = \"north\"
[unit.their-sloop]
is = \"sloop\"
side = \"south\"
[unit.other-sloop]
is = \"sloop\"
side = \"south\"
[unit.last-sloop]
is = \"sloop\"
side = \"north\"
";

/// South chooses before north in every way in which rules can ask both: until the block ends, north reads the same for all choices,
/// rolls and further questions of south.
#[test]
fn choices_at_the_same_time_are_told_when_all_are_made() {
    let blocks = [
        "    each side: plot(side)",
        "    plot(south)\n    plot(north)",
        "    each ship: steer(ship)",
        "    each side\n      each ship where ship.side is side: steer(ship)",
        "    choose theirs from 0 to 9 by south \"theirs\"\n    if theirs > 4: plot(south)\n    \
         choose ours from 0 to 9 by north \"ours\"\n    add theirs to south.pace\n    add ours to north.pace",
    ];
    for block in blocks {
        let rules = plots(block);
        let texts = [rules.as_str(), SHIPS, SHIPS_SCENARIO];
        let mut endings = BTreeMap::new();
        let mut known: Option<Vec<String>> = None;
        for seed in 1..40 {
            game_of(texts, Control::Random, seed, |game, mut record| {
                let mut told = Vec::new();
                let mut standing = game.advance(&mut record, None);
                loop {
                    let Next::Question(pending) = &standing.next else {
                        panic!("{:?}", standing.next);
                    };
                    if pending.title == "next" {
                        break;
                    }
                    told.push(told_text(&standing));
                    let answer = pending.answers[0].clone();
                    standing = game.advance(&mut record, Some(&answer));
                }
                let known = known.get_or_insert_with(|| told.clone());
                assert_eq!(*known, told, "{block} with seed {seed}");
                let text = told_text(&standing);
                for line in told.last().unwrap().lines() {
                    assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
                }
                *endings.entry(text).or_insert(0) += 1;
            });
        }
        assert!(
            endings.len() > 5,
            "{block}: what south chose is told at the end"
        );
        let told = known.unwrap().join("\n");
        assert!(!told.contains("South, "), "{block}:\n{told}");
    }
}

/// The turn of south follows as a whole when the block ends, before the changes.
#[test]
fn a_block_at_the_same_time_is_told_as_its_side_sees_it() {
    let rules = plots("    each side: plot(side)");
    let texts = [rules.as_str(), SHIPS, SHIPS_SCENARIO];
    game_of(texts, Control::Policy, 1, |game, mut record| {
        let asked = game.advance(&mut record, None);
        let before = "turn
  at the same time
  side North
  plot: side North";
        assert_eq!(told_text(&asked), before);
        let next = game.advance(&mut record, Some("steady"));
        let after = "
    North, how: steady (not hard)
  side South
  plot: side South
    South, how: steady (not hard)
  South: pace 0 → 1
  North: pace 0 → 1
  side South
  wait: side South
    South, next: go on (not stay)
  side North
  wait: side North";
        assert_eq!(told_text(&next), format!("{before}{after}"));
    });
}

const BLOCKS: &str = "ruleset test
  sides north \"North\", south \"South\"

kind side

kind block \"Block\"
  steps  1..4
  track  strength: 0..4, starts at steps, ends at steps
  track  tired: yes or no
  hidden

action winter ()
  each block: take 1 from block.strength
  each block where block.strength > 1: set block.tired to yes

sequence turn
  winter()
  each side: rest(side)
  winter()

action rest (side)
  choose by side \"next\"
    \"go on\": nothing
    \"stay\": nothing
";

const BLOCK_UNITS: &str = "[block.guards]
steps = 4
[block.line]
steps = 3
";

/// In all games that differ only in the strength of the blocks of south, north reads the same: no strength, not that it falls, not how many blocks
/// meet a condition about it, neither while the game goes on nor at its end.
#[test]
fn changes_of_hidden_tracks_are_told_to_their_side_alone() {
    let mut known: Option<Vec<String>> = None;
    for one in 1..=3 {
        for other in 1..=3 {
            let scenario = format!(
                "rules = \"test\"\nplay = \"turn\"\n\
                 [unit.ours]\nis = \"guards\"\nside = \"north\"\n\
                 [unit.first]\nis = \"line\"\nside = \"south\"\nstrength = {one}\n\
                 [unit.second]\nis = \"line\"\nside = \"south\"\nstrength = {other}\n"
            );
            let texts = [BLOCKS, BLOCK_UNITS, scenario.as_str()];
            game_of(texts, Control::Random, 1, |game, mut record| {
                let asked = game.advance(&mut record, None);
                let mut told = vec![told_text(&asked)];
                let ended = game.advance(&mut record, Some("go on"));
                let Next::Over(outcome) = &ended.next else {
                    panic!("{:?}", ended.next);
                };
                told.push(outcome.join("\n"));
                let text = told_text(&ended);
                // South decides at random, which north sees.
                told.extend(
                    text.lines()
                        .filter(|line| !line.contains("South, next"))
                        .map(str::to_owned),
                );
                assert!(text.contains("guards (ours): strength 4 → 3"), "{text}");
                assert_eq!(outcome.join("\n"), "guards (ours): strength 2, tired");
                let known = known.get_or_insert_with(|| told.clone());
                assert_eq!(*known, told, "{one} and {other}");
            });
        }
    }
}
