//! The part of dice in results, in games that are worked by hand.

use sandtable::players::game::GameModel;
use sandtable::players::luck::variances;
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

/// Each side has a number; the higher wins. `lines` say where it comes from.
fn model(lines: &str) -> GameModel {
    let rules = format!(
        "ruleset high\n  sides ann, ben\n\nkind side\n  track points: 0..9\n\naction go (side)\n{lines}\n\
         sequence game\n  each side: go(side)\n  if ann.points > ben.points: end game won by ann\n  \
         if ben.points > ann.points: end game won by ben\n  end game\n"
    );
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/high/high.rules", rules);
    workspace.set(
        "units/high/scenarios/one.toml",
        "rules = \"high\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    match set_up(&mut cache, "high/one", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// What dice and decisions add, on average over many games.
fn mean(model: &GameModel, n_games: u64) -> (f64, f64) {
    let (mut dice, mut decisions) = (0.0, 0.0);
    for seed in 0..n_games {
        let one = variances(model, seed).unwrap();
        dice += one.dice;
        decisions += one.decisions;
    }
    (dice / n_games as f64, decisions / n_games as f64)
}

const CHOICE: &str = "  choose by side \"how far\"\n    \"one\": add 1 to side.points\n    \"two\": add 2 to side.points\n";
const DIE: &str = "  add d2 to side.points\n";

/// By hand: each side has 1 or 2 with equal chances, so each wins 1/4 of the games and half are drawn. The payoff of a side is 1, 1/2 or 0, its
/// variance 1/8, that of both together 1/4.
#[test]
fn all_is_luck_or_none_of_it() {
    let (dice, decisions) = mean(&model(DIE), 4_000);
    assert!((dice - 0.25).abs() < 0.03 && decisions == 0.0, "{dice}");
    let (dice, decisions) = mean(&model(CHOICE), 4_000);
    assert!(
        (decisions - 0.25).abs() < 0.03 && dice == 0.0,
        "{decisions}"
    );
}

/// A die with 1 or 2 and a choice of 1 or 2 add the same, so each explains half.
#[test]
fn a_die_and_a_choice_of_equal_weight_explain_half_each() {
    let (dice, decisions) = mean(&model(&format!("{CHOICE}{DIE}")), 6_000);
    let share = dice / (dice + decisions);
    assert!((share - 0.5).abs() < 0.06, "{dice} and {decisions}");
}
