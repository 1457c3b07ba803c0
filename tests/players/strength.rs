//! How well players play: games against exact play, and one against another until it is settled.

use sandtable::eval::machine::Pause;
use sandtable::eval::simulator::Simulator;
use sandtable::players::exact::Solver;
use sandtable::players::game::{GameModel, STEPS, Verdict};
use sandtable::players::mind::Failure;
use sandtable::players::search::{Candidate, Searcher};
use sandtable::players::spec::{NoTimer, PlayerSpec, SearchBudget};
use sandtable::players::table::{Table, Unobserved};
use sandtable::session::library::RulesetCache;
use sandtable::session::report::Share;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::Memory;

use super::{Open, model};

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
    for (players, seat) in [(["search:200", "exact"], 0), (["exact", "search:200"], 1)] {
        for (game, verdict) in verdicts(&model, players, 1_000).into_iter().enumerate() {
            assert_ne!(
                verdict,
                Verdict::Won(1 - seat),
                "game {game} of {players:?}"
            );
        }
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

/// Plays a game without dice, both sides by a search of so many playouts; `look` is shown each decision with the player that made it.
fn searched(
    model: &GameModel,
    playouts: u32,
    seed: u64,
    mut look: impl FnMut(&Simulator<'_>, usize, &Searcher<'_>),
) {
    let mut searchers = [0, 1].map(|seat| Searcher::new(model, seat, &NoTimer));
    searchers
        .iter_mut()
        .for_each(|searcher| searcher.begin(seed, 0));
    let mut simulator = Simulator::new(&model.lowered.program, STEPS);
    let mut turn = (usize::MAX, 0);
    while simulator.run(&mut Open) != Pause::Done {
        let seat = model.chooser(simulator.offer().unwrap()).unwrap();
        if seat != turn.0 {
            turn = (seat, turn.1 + 1);
        }
        let budget = SearchBudget::Playouts(playouts);
        let searcher = &mut searchers[seat];
        let answer = searcher.choose(simulator.machine(), budget, turn.1);
        let answer = answer.unwrap();
        look(&simulator, seat, searcher);
        simulator.answer(answer);
    }
}

/// What a search has proven in its tree is what exhaustive search finds, near the end of connect four.
#[test]
fn what_is_proven_agrees_with_exact_play() {
    const LAST: usize = 42 - 16;
    let model = model("connect-four/game");
    let mut n_proven = 0;
    for seed in 0..10 {
        let mut n_moves = 0;
        let mut solver = Solver::new(&model);
        searched(&model, 100, seed, |simulator, seat, searcher| {
            n_moves += 1;
            // An exhaustive search needs no playouts.
            let in_tree = |one: &&Candidate| one.is_exact() && one.playouts > 0.0;
            let proven: Vec<_> = searcher.candidates().iter().filter(in_tree).collect();
            if n_moves < LAST || proven.is_empty() {
                return;
            }
            let exact = solver.answers(simulator.machine(), seat, 2_000_000);
            for (answer, value) in exact.unwrap() {
                let known = proven.iter().find(|one| one.answer == answer);
                if let Some(known) = known {
                    assert!((known.value() - value).abs() < 1e-9, "{known:?}: {value}");
                    n_proven += 1;
                }
            }
        });
    }
    assert!(n_proven > 0);
}

/// A move of breakthrough is a man and a square, from one budget. As long as there are at most 32 moves, they are compared as pairs: the square
/// is the one that was found with the man, without further playouts. With more moves the playouts of the man count for its squares, and
/// there are no more than the rest of the budget besides.
#[test]
fn the_second_decision_of_a_turn_starts_from_what_the_first_has_found() {
    let model = model("breakthrough/game");
    let mut last: Option<(usize, f64, f64)> = None;
    let (mut n_planned, mut n_begun) = (0, 0);
    for seed in 0..4 {
        searched(&model, 100, seed, |_, seat, searcher| {
            let compared = searcher.candidates();
            let all: f64 = compared.iter().map(|one| one.playouts).sum();
            let chosen = compared.first().map_or(0.0, |one| one.playouts);
            let is_open = compared.len() > 1 && !compared.iter().any(Candidate::is_exact);
            match last.take().filter(|(of, ..)| *of == seat) {
                Some((_, _, before)) if is_open && chosen == before => n_planned += 1,
                Some((_, spent, before)) if is_open => {
                    let most = 100.0 - spent + before;
                    assert!(all > before && all <= most, "{spent} {before} {all}");
                    n_begun += 1;
                }
                Some(_) => {}
                None => last = Some((seat, all, chosen)),
            }
        });
        last = None;
    }
    // A game begins with 22 moves: 6 men in front have 3, and 2 at the edges have 2. So the first turn of both sides is planned in each of
    // the four games; later there are more than 32 moves.
    assert!(n_planned >= 8 && n_begun > 0, "{n_planned} {n_begun}");
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

/// Two sides that may always wait: the position after two passes is the first one again.
#[test]
fn exact_says_that_a_game_comes_back_to_a_position() {
    const RULES: &str = r#"ruleset walk "Walk"
  sides red "Red", blue "Blue"

kind side "Side"
  track points: 0..2

action go (side)
  choose by side "how"
    "wait": nothing
    "walk": add 1 to side.points
  if side.points >= 2: end game won by side

sequence walk "Walk"
  alternate side while red.points < 2 and blue.points < 2
    go(side)
"#;
    const START: &str =
        "name = \"Walk\"\nrules = \"walk\"\nplay = \"walk\"\n[side.red]\n[side.blue]\n";
    let mut workspace = Workspace::new(Memory::default());
    workspace.set("rules/walk/walk.rules", RULES.to_owned());
    workspace.set("units/walk/scenarios/start.toml", START.to_owned());
    let mut shelf = RulesetCache::new(&mut workspace);
    let model = set_up(&mut shelf, "walk/start", &[]).unwrap().model();
    let players = ["exact", "exact"].map(player);
    let mut table = Table::new(&model, &players, &NoTimer);
    let failed = table.play(0, 0, &mut Unobserved).unwrap_err();
    assert_eq!(failed, Failure::Repeats);
}
