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
    let sides = ["ann", "ben", "cay"].map(str::to_owned);
    games_of(RULES, &sides, &players, n_games)
}

/// The results of games of a ruleset `heap`, with the payoff of each side.
fn games_of(
    rules: &str,
    sides: &[String],
    players: &[&str],
    n_games: u64,
) -> Vec<(Verdict, Vec<f64>)> {
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/heap/heap.rules", rules);
    workspace.set(
        "units/heap/scenarios/one.toml",
        "rules = \"heap\"\nplay = \"game\"\n",
    );
    let mut cache = RulesetCache::new(&mut workspace);
    let mut scenario = set_up(&mut cache, "heap/one", &[]).unwrap();
    let said: Vec<String> = sides
        .iter()
        .zip(players)
        .map(|(side, player)| format!("{side}={player}"))
        .collect();
    let controls = scenario.controls(&said, Default::default()).unwrap();
    let model: GameModel = scenario.model();
    let seats = 0..sides.len();
    let players = seats
        .clone()
        .map(|seat| controls[model.side(seat).unwrap()].player().unwrap());
    let players: Vec<PlayerSpec> = players.collect();
    let mut table = Table::new(&model, &players, &NoTimer);
    let games = 0..n_games;
    games
        .map(|game| {
            let verdict = table.play(game, 0, &mut Unobserved).unwrap();
            let payoffs = seats.clone().map(|seat| model.payoff(verdict, seat));
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
                assert!(seats.iter().count() >= 2);
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

/// More sides than can win together: one alone still wins.
#[test]
fn the_last_of_forty_sides_wins_alone() {
    let sides: Vec<String> = (1..=40).map(|number| format!("side{number}")).collect();
    let declared: Vec<String> = sides
        .iter()
        .map(|side| format!("{side} \"{side}\""))
        .collect();
    let rules = format!(
        "ruleset heap\n  sides {}\n\nkind side\n  track  points: 0..9\n\naction judge ()\n  end game won by side40\n\nsequence game\n  judge()\n",
        declared.join(", ")
    );
    let [(verdict, payoffs)] = games_of(&rules, &sides, &["random"; 40], 1)
        .try_into()
        .unwrap();
    assert_eq!(verdict, Verdict::Won(39));
    let mut won = vec![0.0; 40];
    won[39] = 1.0;
    assert_eq!(payoffs, won);
}
