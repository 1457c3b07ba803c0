//! Choices at the same time: nobody may use what another has answered in the same block.
//!
//! Both show a coin. Two heads win for Ann, two tails win for her with 1/2, all else for Ben. By hand: if Ann shows heads with p, Ben loses p by
//! heads and (1 - p) / 2 by tails, which are equal at p = 1/3; Ben's share of heads is 1/3 for the same reason, and Ann wins 1/3 of the games.
//! Who is asked second and looked at the answer of the first would win nearly always.

use sandtable::eval::offer::Offer;
use sandtable::players::game::{GameModel, Verdict};
use sandtable::players::spec::{NoTimer, PlayerSpec};
use sandtable::players::table::{Observer, Table};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

const RULES: &str = r#"ruleset coins
  sides ann "Ann", ben "Ben"

kind side "Player"
  track coin: 0..2

action show (side)
  choose by side "coin"
    "heads": set side.coin to 1
    "tails": set side.coin to 2

action reveal ()
  at the same time
    each side: show(side)

sequence game
  reveal()
  if ann.coin = 1 and ben.coin = 1: end game won by ann
  if ann.coin = 2 and ben.coin = 2 and d2 = 1: end game won by ann
  end game won by ben
"#;

fn model() -> GameModel {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/coins/coins.rules", RULES);
    workspace.set(
        "units/coins/scenarios/toss.toml",
        "rules = \"coins\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    match set_up(&mut cache, "coins/toss", &[]) {
        Ok(scenario) => scenario.model(),
        Err(why) => panic!("{why:?}"),
    }
}

/// Heads by seat.
#[derive(Default)]
struct Heads([u32; 2]);

impl Observer for Heads {
    fn chose(&mut self, _offer: Offer<'_>, seat: Option<usize>, answer: i32) {
        if let Some(heads) = seat.and_then(|seat| self.0.get_mut(seat)) {
            *heads += u32::from(answer == 0);
        }
    }
}

#[test]
fn search_mixes_its_answers_at_the_same_time() {
    let model = model();
    let player = PlayerSpec::parse("search:300").unwrap();
    let mut table = Table::new(&model, &[player, player], &NoTimer);
    let mut heads = Heads::default();
    let n_games = 400;
    let mut won = 0;
    for seed in 0..n_games {
        let verdict = table.play(seed, 0, &mut heads).unwrap();
        won += u32::from(verdict == Verdict::Won(0));
    }
    // Five standard deviations of 400 games with 1/3 are 47; the strategies of 300 playouts are not exact.
    for count in [won, heads.0[0], heads.0[1]] {
        assert!((80..190).contains(&count), "{won} won, heads {:?}", heads.0);
    }
}

/// What a side answers is the same whatever the side before it has answered.
#[test]
fn the_second_side_does_not_know_the_first_answer() {
    let model = model();
    let search = PlayerSpec::parse("search:100").unwrap();
    // With `policy` Ann shows heads, the first option; with `random` either.
    let answers = |first: &str| -> Vec<u32> {
        let first = PlayerSpec::parse(first).unwrap();
        let mut table = Table::new(&model, &[first, search], &NoTimer);
        let played = (0..40).map(|seed| {
            let mut heads = Heads::default();
            table.play(seed, 0, &mut heads).unwrap();
            heads.0[1]
        });
        played.collect()
    };
    assert_eq!(answers("policy"), answers("random"));
}
