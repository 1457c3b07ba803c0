//! Sides that win together, in a game that is worked by hand.
//!
//! Ann, Ben and Cay choose in turn, each to keep its stone or to give it to the heap. With two stones or three in the heap, those who
//! gave one win together; else nobody wins.

use sandtable::players::game::{GameModel, Verdict};
use sandtable::players::spec::{NoTimer, PlayerSpec};
use sandtable::players::table::{Table, Unobserved};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

const RULES: &str = r#"ruleset heap
  sides ann "Ann", ben "Ben", cay "Cay"

kind side
  track  gave: yes or no

action move (side)
  choose by side "where to"
    "keep": nothing
    "give": set side.gave to yes

action judge ()
  if (number of side where side.gave) >= 2: end game won by each side where side.gave
  end game

sequence game
  each side: move(side)
  judge()
"#;

fn played(players: [&str; 3], n_games: u64) -> Vec<(Verdict, Vec<f64>)> {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/heap/heap.rules", RULES);
    workspace.set(
        "units/heap/scenarios/one.toml",
        "rules = \"heap\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "heap/one", &[]).unwrap();
    let pairs = ["ann", "ben", "cay"].iter().zip(players);
    let said: Vec<String> = pairs
        .map(|(side, player)| format!("{side}={player}"))
        .collect();
    let controls = scenario.controls(&said, Default::default()).unwrap();
    let model: GameModel = scenario.model();
    let players = (0..3).map(|seat| controls[model.side(seat).unwrap()].player().unwrap());
    let players: Vec<PlayerSpec> = players.collect();
    let mut table = Table::new(&model, &players, &NoTimer);
    let games = 0..n_games;
    games
        .map(|game| {
            let verdict = table.play(game, 0, &mut Unobserved).unwrap();
            let payoffs = (0..3).map(|seat| model.payoff(verdict, seat));
            (verdict, payoffs.collect())
        })
        .collect()
}

/// Of eight ways to answer, three have two givers, and one has three.
#[test]
fn several_winners_have_a_win_each() {
    let mut n_together = 0;
    for (verdict, payoffs) in played(["random"; 3], 64) {
        match verdict {
            Verdict::Together(seats) => {
                n_together += 1;
                assert!(seats.count() >= 2);
                let won = (0..3).map(|seat| f64::from(u8::from(seats.has(seat))));
                assert_eq!(payoffs, won.collect::<Vec<f64>>());
            }
            Verdict::Drawn => assert_eq!(payoffs, [1.0 / 3.0; 3]),
            Verdict::Won(_) | Verdict::Unended | Verdict::Refused => panic!("{verdict:?}"),
        }
    }
    // Four of eight: 32 of 64 expected, with a standard deviation of 4.
    assert!((20..=44).contains(&n_together), "{n_together}");
}

/// Giving is never worse than keeping: all give, and with one who keeps the other two do.
#[test]
fn a_player_that_searches_wins_together() {
    let of = |seats: &[usize]| Verdict::Together(seats.iter().copied().collect());
    let found = |players, winners: &[usize]| {
        for (verdict, _) in played(players, 4) {
            assert_eq!(verdict, of(winners));
        }
    };
    found(["search:50"; 3], &[0, 1, 2]);
    found(["search:50", "policy", "search:50"], &[0, 2]);
}
