//! How well players play: games against exact play, and one against another until it is settled.

use sandtable::players::game::{GameModel, Verdict};
use sandtable::players::spec::{NoTimer, PlayerSpec};
use sandtable::players::table::{Table, Unobserved};
use sandtable::session::report::Share;

use super::model;

fn player(name: &str) -> PlayerSpec {
    PlayerSpec::parse(name).unwrap()
}

/// Games of two players, one for each number.
fn verdicts(model: &GameModel, players: [&str; 2], n_games: u64) -> Vec<Verdict> {
    let players = players.map(player);
    let mut table = Table::new(model, &players, &NoTimer);
    let games = 0..n_games;
    games
        .map(|game| table.play(game, 0, &mut Unobserved).unwrap())
        .collect()
}

/// Tic-tac-toe is drawn when both play exactly (by hand: either side can answer every threat), so a player that never loses draws
/// every game. An exact opponent takes each of its best answers at random, so the games differ.
#[test]
fn search_never_loses_tic_tac_toe_against_exact_play() {
    let model = model("tic-tac-toe/game");
    for (players, seat) in [(["search:2000", "exact"], 0), (["exact", "search:2000"], 1)] {
        for (game, verdict) in verdicts(&model, players, 20).into_iter().enumerate() {
            assert_ne!(
                verdict,
                Verdict::Won(1 - seat),
                "game {game} of {players:?}"
            );
        }
    }
}

#[test]
#[ignore = "a minute: for the night"]
fn search_never_loses_a_thousand_games_of_tic_tac_toe() {
    let model = model("tic-tac-toe/game");
    for (players, seat) in [(["search:2000", "exact"], 0), (["exact", "search:2000"], 1)] {
        let lost = Verdict::Won(1 - seat);
        let n_lost = verdicts(&model, players, 1_000)
            .into_iter()
            .filter(|one| *one == lost)
            .count();
        assert_eq!(n_lost, 0, "{players:?}");
    }
}

/// Plays pairs of games with the same dice and seats swapped, until the interval of a player's share lies above a half.
///
/// The intervals are looked at after each pair, so a false alarm is likelier than 5 in 100; the players are far apart.
fn beats(model: &GameModel, better: &str, other: &str, n_pairs: u64) -> Result<(), String> {
    let mut halves = Share::default();
    for seed in 0..n_pairs {
        for seat in 0..2 {
            let players = [0, 1].map(|at| player(if at == seat { better } else { other }));
            let mut table = Table::new(model, &players, &NoTimer);
            let verdict = table.play(seed, 0, &mut Unobserved).unwrap();
            // A draw is half a win: every game counts twice.
            halves.of += 2;
            halves.count += (2.0 * model.payoff(verdict, seat)).round() as u64;
        }
        let games = Share {
            count: halves.count / 2,
            of: halves.of / 2,
        };
        if seed >= 3 && games.between().0 > 50.0 {
            return Ok(());
        }
    }
    Err(format!(
        "{better} has {} of {} half points against {other}",
        halves.count, halves.of
    ))
}

#[test]
fn search_beats_chance_in_games_without_worth() {
    for scenario in ["connect-four/game", "breakthrough/game", "einstein/game"] {
        beats(&model(scenario), "search:40", "random", 20).unwrap();
    }
}

#[test]
fn greedy_beats_chance_and_more_search_beats_less() {
    let model = model("connect-four/game");
    beats(&model, "greedy:4", "random", 20).unwrap();
    beats(&model, "search:60", "search:4", 20).unwrap();
}

#[test]
fn policy_beats_chance_in_built_in_scenarios() {
    for scenario in ["pips/outpost", "stargrunt-digest/ambush", "hellion/ruins"] {
        beats(&model(scenario), "policy", "random", 60).unwrap();
    }
}

#[test]
#[ignore = "hours: for the night"]
fn search_beats_policy_in_built_in_scenarios() {
    let scenarios = [
        "pips/outpost",
        "stargrunt-digest/ambush",
        "stargrunt-digest/farm",
        "hellion/ruins",
        "hellion/crossroads",
        "hex-command-mechanized/meeting",
    ];
    for scenario in scenarios {
        beats(&model(scenario), "search:200", "policy", 200)
            .unwrap_or_else(|why| panic!("{scenario}: {why}"));
    }
}

/// The same seed gives the same game, whatever was played at the table before.
#[test]
fn a_budget_in_playouts_gives_the_same_games_again() {
    let model = model("connect-four/game");
    let outcomes = |games: &[u64]| -> Vec<Verdict> {
        let players = ["search:20", "search:10"].map(player);
        let mut table = Table::new(&model, &players, &NoTimer);
        let play = |game: &u64| table.play(*game, 0, &mut Unobserved).unwrap();
        games.iter().map(play).collect()
    };
    let mut backwards = outcomes(&[5, 4, 3, 2, 1]);
    backwards.reverse();
    assert_eq!(outcomes(&[1, 2, 3, 4, 5]), backwards);
}
