//! Whether a player that looks ahead beats the policy, and the policy beats chance, in each built-in scenario.
//!
//! Games are played in groups with the same dice, one for each seat of the player. The interval of its share is looked at after 4, 8, 16 …
//! groups, wide enough for all looks together to err in 5 of 100 runs (Pocock 1977), and the plain one is printed. Words on the
//! command line: a part of the name of a scenario; `games=400`, `playouts=200`; `player=policy` or `player=search` for one of the two
//! comparisons; `seconds=600` for each comparison, after which it is told as far as it is; `root=FOLDER` with rules and units of
//! others, of which all scenarios are played; `replays=100` to judge games of search by what its decisions truly gain, each departure from the
//! policy being replayed so many times with either answer (see `departures.rs`), which decides with far fewer games; `first=0`, the first seed.
//! Fails if one of the players that should be better is worse.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "a benchmark prints and may stop at once"
)]

#[path = "departures.rs"]
mod departures;
#[path = "play.rs"]
#[allow(dead_code, reason = "this bench needs the rulesets alone")]
mod play;
#[path = "scenarios.rs"]
mod scenarios;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use departures::Departures;
use sandtable::players::game::GameModel;
use sandtable::players::spec::{NoTimer, PLAYOUTS, PlayerSpec, SearchBudget};
use sandtable::players::table::{Table, Unobserved};
use sandtable::session::library::RulesetCache;
use sandtable::session::scenario::set_up;
use sandtable::workspace::Workspace;
use sandtable::workspace::files::{BuiltIn, Layered};

/// Standard errors at one look, and at each of seven that err together as seldom.
const PLAIN: f64 = 1.96;
const SEQUENTIAL: f64 = 2.485;
/// Groups of games before the first look, and before the first by replays.
const FIRST_LOOK: u64 = 4;
const FEWEST_REPLAYED: usize = 8;

/// Games of one player against another.
#[derive(Default)]
struct Match {
    points: f64,
    n_games: f64,
    n_groups: u64,
    /// By group of games: the mean of what the decisions of the player gained.
    gains: Vec<f64>,
}

/// The players of a match, and its limits.
#[derive(Debug, Clone, Copy)]
struct Plan {
    better: PlayerSpec,
    other: PlayerSpec,
    /// Games and seconds at most.
    most: u64,
    seconds: u64,
    /// Replays of each departure from the policy.
    replays: u32,
    /// The first seed.
    first: u64,
}

impl Match {
    /// The interval of the share (Wilson 1927); draws are divided, which only narrows it.
    fn between(&self, errors: f64) -> (f64, f64) {
        let (n, share) = (self.n_games, self.points / self.n_games);
        let square = errors * errors;
        let centre = (share + square / (2.0 * n)) / (1.0 + square / n);
        let spread = (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        let spread = errors * spread / (1.0 + square / n);
        (centre - spread, centre + spread)
    }

    /// The share by what the decisions of the player gained, and its interval; wider than the normal one by Student's factor, which is
    /// about `1 + 1.4 / (n - 1)` from 8 groups on.
    fn by_gains(&self, fair: f64, errors: f64) -> (f64, f64, f64) {
        let n = self.gains.len() as f64;
        let mean = self.gains.iter().sum::<f64>() / n;
        let squares = self.gains.iter().map(|gain| (gain - mean).powi(2));
        let spread = (squares.sum::<f64>() / (n - 1.0).max(1.0) / n).sqrt();
        let error = errors * (1.0 + 1.4 / (n - 1.0).max(1.0)) * spread;
        (fair + mean, fair + mean - error, fair + mean + error)
    }

    /// Plays until the interval lies on one side of an equal share, for so many games, or until so many seconds have passed.
    fn play(model: &GameModel, plan: Plan, departures: &mut Departures<'_>) -> Self {
        let began = Instant::now();
        let n_seats = model.n_seats();
        let fair = 1.0 / n_seats as f64;
        let mut played = Self::default();
        let mut next_look = FIRST_LOOK;
        while played.n_games + n_seats as f64 <= plan.most as f64
            && (played.n_groups == 0 || began.elapsed().as_secs() < plan.seconds)
        {
            let mut gained = 0.0;
            for seat in 0..n_seats {
                let mut players = vec![plan.other; n_seats];
                players[seat] = plan.better;
                let mut table = Table::new(model, &players, &NoTimer);
                let seed = plan.first + played.n_groups;
                let verdict = match plan.replays {
                    0 => table.play(seed, 0, &mut Unobserved),
                    _ => {
                        departures.begin(seat);
                        let verdict = table.play(seed, 0, departures);
                        gained += departures.of_game;
                        verdict
                    }
                };
                let verdict = verdict.unwrap_or_else(|why| panic!("{why:?}"));
                played.points += model.payoff(verdict, seat);
                played.n_games += 1.0;
            }
            played.gains.push(gained / n_seats as f64);
            played.n_groups += 1;
            if played.n_groups == next_look {
                next_look *= 2;
                if played.verdict(plan, fair) != "undecided" {
                    break;
                }
            }
        }
        played
    }

    /// Whether the share is above an equal one: by what the decisions gained if they were replayed, which needs some groups; else by the points.
    fn verdict(&self, plan: Plan, fair: f64) -> &'static str {
        let (low, high) = match plan.replays {
            0 => self.between(SEQUENTIAL),
            _ if self.gains.len() < FEWEST_REPLAYED => return "undecided",
            _ => {
                let (_, low, high) = self.by_gains(fair, SEQUENTIAL);
                (low, high)
            }
        };
        match (low > fair, high < fair) {
            (true, _) => "better",
            (_, true) => "worse",
            _ => "undecided",
        }
    }

    /// Tells what the departures from the policy gained, in all and by decision.
    fn tell_departures(&self, model: &GameModel, departures: &Departures<'_>) {
        let fair = 1.0 / model.n_seats() as f64;
        if self.gains.len() < FEWEST_REPLAYED {
            println!(
                "    too few games for an interval by replays: {} groups, at least {FEWEST_REPLAYED}",
                self.gains.len()
            );
            return;
        }
        let (share, low, high) = self.by_gains(fair, PLAIN);
        println!(
            "    by replays of departures: {:.1} % ({:.1} to {:.1} %)",
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
        for (decision, gains) in &departures.gains {
            let known = &model.lowered.program.decisions[decision.0 as usize];
            let n = gains.departures as f64;
            println!(
                "    {:32} {:6.1} a game, {:5.2} of them departures, believed {:+6.1}, true {:+6.1} ± {:.1} points each",
                known.title,
                gains.choices as f64 / self.n_games,
                n / self.n_games,
                100.0 * gains.claimed / (gains.n_claimed as f64).max(1.0),
                100.0 * gains.gained / n.max(1.0),
                100.0 * PLAIN * gains.squares.sqrt() / n.max(1.0),
            );
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
    let number = |key: &str, usual: u64| text(key).map_or(usual, |value| value.parse().unwrap());
    let (most, seconds) = (number("games=", 400), number("seconds=", u64::MAX));
    let (replays, first) = (number("replays=", 0) as u32, number("first=", 0));
    let playouts = number("playouts=", u64::from(PLAYOUTS)) as u32;
    let is_option = |word: &&String| word.starts_with("--") || word.contains('=');
    let wanted = words.iter().find(|word| !is_option(word));
    let search = PlayerSpec::Search(SearchBudget::Playouts(playouts));
    let player = text("player=");
    let root = text("root=").map(Path::new);
    let scenarios = match root {
        Some(root) => scenarios::scenarios_in(root),
        None => scenarios::BUILT_IN.map(str::to_owned).to_vec(),
    };
    let mut n_worse = 0;
    for scenario in scenarios {
        if wanted.is_some_and(|word| !scenario.contains(word.as_str())) {
            continue;
        }
        let mut workspace = match root {
            Some(root) => Workspace::new(Layered::new(play::files_in(root), BuiltIn)),
            None => play::workspace(),
        };
        let mut cache = RulesetCache::new(&mut workspace);
        let model = match set_up(&mut cache, &scenario, &[]) {
            Ok(staged) => staged.model(),
            Err(why) => {
                println!("{scenario}: {why:?}");
                continue;
            }
        };
        if model.n_seats() < 2 {
            println!("{scenario}: it has no two sides");
            continue;
        }
        for (better, other) in [
            (PlayerSpec::Policy, PlayerSpec::Random),
            (search, PlayerSpec::Policy),
        ] {
            if player.is_some_and(|player| !better.to_string().starts_with(player)) {
                continue;
            }
            let is_search = matches!(better, PlayerSpec::Search(_));
            let plan = Plan {
                better,
                other,
                most,
                seconds,
                replays: if is_search { replays } else { 0 },
                first,
            };
            let mut departures = Departures::new(&model, replays);
            let played = Match::play(&model, plan, &mut departures);
            let fair = 1.0 / model.n_seats() as f64;
            let verdict = played.verdict(plan, fair);
            n_worse += u32::from(verdict == "worse");
            let (low, high) = played.between(PLAIN);
            println!(
                "{scenario:34} {:>10} against {:8} {:4} games: {:5.1} % ({:.1} to {:.1} %): {verdict}",
                better.to_string(),
                other.to_string(),
                played.n_games,
                100.0 * played.points / played.n_games,
                100.0 * low,
                100.0 * high,
            );
            if plan.replays > 0 {
                played.tell_departures(&model, &departures);
            }
        }
    }
    match n_worse {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
