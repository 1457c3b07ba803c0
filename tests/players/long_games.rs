//! Playouts of long games take more of a budget than those of short ones.

use sandtable::eval::machine::Pause;
use sandtable::eval::offer::Offer;
use sandtable::eval::simulator::{Driver, Simulator};
use sandtable::ir::{PoolId, Program};
use sandtable::players::game::{GameModel, STEPS};
use sandtable::players::search::Searcher;
use sandtable::players::spec::{NoTimer, SearchBudget};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

/// Ann chooses between two options, and dice are rolled: so many, and one that says who has won.
fn model(n_dice: u32) -> GameModel {
    let rules = format!(
        "ruleset long\n  sides ann, ben\n\nkind side\n  track points: 0..9\n\naction go (side)\n  \
         choose by side \"how far\"\n    \"one\": add 1 to side.points\n    \"two\": add 2 to side.points\n  \
         repeat {n_dice} times\n    if d6 > 5: add 1 to side.points\n  \
         if d2 > 1: end game won by ann\n  end game won by ben\n\nsequence game\n  go(ann)\n"
    );
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/long/long.rules", rules);
    workspace.set(
        "units/long/scenarios/one.toml",
        "rules = \"long\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    match set_up(&mut cache, "long/one", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// Leaves every question open.
struct Open;

impl Driver for Open {
    fn roll(&mut self, _program: &Program, _pool: PoolId) -> Option<i32> {
        None
    }

    fn choose(&mut self, _offer: Offer<'_>) -> Option<i32> {
        None
    }
}

/// Playouts of all options together.
fn playouts(model: &GameModel, budget: u32) -> f64 {
    let mut simulator = Simulator::new(&model.lowered.program, STEPS);
    assert!(matches!(simulator.run(&mut Open), Pause::Choose(_)));
    let mut searcher = Searcher::new(model, 0, &NoTimer);
    searcher.begin(7, 0);
    let chosen = searcher.choose(simulator.machine(), SearchBudget::Playouts(budget), 0);
    chosen.unwrap();
    searcher.candidates().iter().map(|one| one.playouts).sum()
}

/// By hand, of a budget of 40: each option is played out once, then half of what is left is for comparing both, and half for later rounds, of
/// which two options need none. With 400 dice a playout counts as one: 19 more, so 9 for each, are 20 together. With 800 it counts as two: 18
/// more are 4 for each, together 10. A shorter playout does not count as less than one.
#[test]
fn a_playout_of_twice_the_length_takes_twice_as_much_of_the_budget() {
    assert_eq!(playouts(&model(399), 40), 20.0);
    assert_eq!(playouts(&model(799), 40), 10.0);
    assert_eq!(playouts(&model(99), 40), 20.0);
}
