//! What a search learns from playouts, and what they take of its budget.

use sandtable::eval::machine::Pause;
use sandtable::eval::simulator::Simulator;
use sandtable::players::game::{GameModel, STEPS};
use sandtable::players::search::Searcher;
use sandtable::players::spec::{NoTimer, SearchBudget};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

use super::Open;

/// A game of one decision of Ann; `lines` say what she can do, and who wins.
fn model(lines: &str) -> GameModel {
    model_of(&format!(
        "action go (side)\n  choose by side \"what to do\"\n{lines}  end game won by ben\n\nsequence game\n  go(ann)\n"
    ))
}

/// A game of two sides with points.
fn model_of(lines: &str) -> GameModel {
    let rules =
        format!("ruleset short\n  sides ann, ben\n\nkind side\n  track points: 0..99\n\n{lines}");
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/short/short.rules", rules);
    workspace.set(
        "units/short/scenarios/one.toml",
        "rules = \"short\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    match set_up(&mut cache, "short/one", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// A search of the first decision of a game: the answer, and the playouts of all answers together.
fn searched(model: &GameModel, budget: u32, seed: u64) -> (i32, f64) {
    let mut simulator = Simulator::new(&model.lowered.program, STEPS);
    assert!(matches!(simulator.run(&mut Open), Pause::Choose(_)));
    let mut searcher = Searcher::new(model, 0, &NoTimer);
    searcher.begin(seed, 0);
    let budget = SearchBudget::Playouts(budget);
    let chosen = searcher.choose(simulator.machine(), budget, 0).unwrap();
    let playouts = searcher.candidates().iter().map(|one| one.playouts);
    (chosen, playouts.sum())
}

/// Two options, and dice: so many, and one that says who has won.
fn with_dice(n_dice: u32) -> GameModel {
    model(&format!(
        "    \"one\": add 1 to side.points\n    \"two\": add 2 to side.points\n  \
         repeat {n_dice} times\n    if d6 > 5: add 1 to side.points\n  if d2 > 1: end game won by ann\n"
    ))
}

/// By hand, of a budget of 40: each option is played out once, then half of what is left is for comparing both, and half for later rounds, of
/// which two options need none. With 300 dice a playout counts as one: 19 more, so 9 for each, are 20 together. With 600 it counts as two: 18
/// more are 4 for each, together 10. A shorter playout does not count as less than one.
#[test]
fn a_playout_of_twice_the_length_takes_twice_as_much_of_the_budget() {
    assert_eq!(searched(&with_dice(299), 40, 7).1, 20.0);
    assert_eq!(searched(&with_dice(599), 40, 7).1, 10.0);
    assert_eq!(searched(&with_dice(99), 40, 7).1, 20.0);
}

/// By hand: 8 playouts for each of two options are 16. Together they may take 8 times 7,500 rolls and decisions, so with 3,750 in a game there are
/// 16 still. With 7,500 each counts as two: after the first of each option, which take 4 of 16, there are 3 more of each, together 8. With 30,000
/// the first of each option takes all.
#[test]
fn a_greedy_player_plays_fewer_games_if_they_are_very_long() {
    let played = |n_dice: u32| {
        let model = with_dice(n_dice - 1);
        let mut simulator = Simulator::new(&model.lowered.program, STEPS);
        assert!(matches!(simulator.run(&mut Open), Pause::Choose(_)));
        let mut searcher = Searcher::new(&model, 0, &NoTimer);
        searcher.begin(1, 0);
        searcher.value_each(simulator.machine(), 8).unwrap();
        let playouts = searcher.candidates().iter().map(|one| one.playouts);
        playouts.sum::<f64>()
    };
    assert_eq!([3_750, 7_500, 30_000].map(played), [16.0, 8.0, 2.0]);
}

/// Points are there only after the hundredth decision; from then on they say who wins. By hand: a game has 450 dice and 150 decisions after the
/// first one, so a playout to its end counts as two, and there are 10 as above. With the value, playouts end after two turns of each side and
/// count as a quarter: after the first of each option, half of the 39.5 that are left pays for 79, so for 39 of each, together 80.
#[test]
fn a_value_that_tells_something_late_in_a_game_ends_playouts() {
    let game = |value: &str| {
        model_of(&format!(
            "action go (side)\n  choose by side \"what to do\"\n    \"one\": nothing\n    \"two\": nothing\n\n\
             action wait (side)\n  choose by side \"how\"\n    \"so\": nothing\n    \"else\": nothing\n  \
             repeat 4 times\n    if d6 > 5: add 0 to side.points\n\n\
             action earn (side)\n  choose by side \"how to earn\"\n    \"so\": nothing\n    \"else\": nothing\n  \
             if d6 > 3: add 1 to side.points\n\n{value}\
             sequence game\n  go(ann)\n  repeat 50 times\n    wait(ben)\n    wait(ann)\n  \
             repeat 25 times\n    earn(ben)\n    earn(ann)\n  \
             if ann.points > ben.points: end game won by ann\n  end game won by ben\n"
        ))
    };
    assert_eq!(searched(&game(""), 40, 7).1, 10.0);
    let with_value = game("value lead (side) = side.points\n\n");
    assert_eq!(searched(&with_value, 40, 7).1, 80.0);
}

/// By hand: 3 points win 1/2 of the games. Who goes has 1 or 2 points, and 3 more in spot 7, so wins (4/6 + 5/6) / 2 = 3/4; all other spots lose. The
/// mean over the 12 spots would be 1/16. So going is better by 1/4 if the advice is followed after it. With some 20 playouts for each option the
/// standard error of the difference is about 0.15: three of 60 searches may be misled.
#[test]
fn an_option_is_valued_by_advised_decisions_after_it() {
    let model = model(
        "    \"stand\": set side.points to 3\n    \"go\", worth 1:\n      add d2 to side.points\n      \
         choose spot from 1 to 12 by side, worth (9 if spot = 7 otherwise 0) \"where\"\n      \
         set side.points to (side.points + 3 if spot = 7 otherwise 0)\n  \
         if d6 <= side.points: end game won by ann\n",
    );
    let goes = |seed: &u64| searched(&model, 40, *seed).0 == 1;
    let n_goes = (0..60).filter(goes).count();
    assert!(n_goes >= 57, "{n_goes} of 60");
}

/// By hand: a coin says who wins, whatever Ann answers. There are 13 ways to answer both questions, one of them advised. Some of the others seem better
/// in the first look; in the second one, both playouts of a pair have the same dice and nothing but the answers differs, so all end alike, and
/// the advised one stays.
#[test]
fn both_answers_of_a_pair_follow_the_advice_unless_others_are_clearly_better() {
    let model = model(
        "    \"stand\": add 1 to side.points\n    \"go\", worth 1:\n      \
         choose spot from 1 to 12 by side, worth (9 if spot = 4 otherwise 0) \"where\"\n      \
         set side.points to spot\n  \
         repeat 30 times\n    if d6 > 5: add 1 to side.points\n  if d2 > 1: end game won by ann\n",
    );
    let follows = |seed: &u64| {
        let mut simulator = Simulator::new(&model.lowered.program, STEPS);
        let mut searcher = Searcher::new(&model, 0, &NoTimer);
        searcher.begin(*seed, 0);
        (0..2).all(|_| {
            if !matches!(simulator.run(&mut Open), Pause::Choose(_)) {
                return false;
            }
            let advised = simulator.offer().unwrap().best().unwrap();
            let budget = SearchBudget::Playouts(200);
            let chosen = searcher.choose(simulator.machine(), budget, 0).unwrap();
            simulator.answer(chosen);
            chosen == advised
        })
    };
    assert_eq!((0..60).filter(follows).count(), 60);
}
