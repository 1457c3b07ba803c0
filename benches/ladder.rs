//! Whether a player that looks ahead beats the policy, and the policy beats chance, in each built-in scenario.
//!
//! Games are played in groups with the same dice, one for each seat of the player. The interval of its share is looked at after 4, 8, 16 …
//! groups, wide enough for all looks together to err in 5 of 100 runs (Pocock 1977), and the plain one is printed. Words on the
//! command line: a part of the name of a scenario; `games=400`, `playouts=200`; `player=policy` or `player=search` for one of the two
//! comparisons; `seconds=600` for each comparison, after which it is told as far as it is; `root=FOLDER` with rules and units of
//! others, of which all scenarios are played. Fails if one of the players that should be better is worse.
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

#[path = "play.rs"]
#[allow(dead_code, reason = "this bench needs the rulesets alone")]
mod play;
#[path = "scenarios.rs"]
mod scenarios;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

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
/// Groups of games before the first look.
const FIRST_LOOK: u64 = 4;

/// Games of one player against another.
#[derive(Default)]
struct Match {
    points: f64,
    n_games: f64,
    n_groups: u64,
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

    /// Plays until the interval lies on one side of an equal share, for so many games, or until so many seconds have passed.
    fn play(
        model: &GameModel,
        better: PlayerSpec,
        other: PlayerSpec,
        most: u64,
        seconds: u64,
    ) -> Self {
        let began = Instant::now();
        let n_seats = model.n_seats();
        let fair = 1.0 / n_seats as f64;
        let mut played = Self::default();
        let mut next_look = FIRST_LOOK;
        while played.n_games + n_seats as f64 <= most as f64
            && (played.n_groups == 0 || began.elapsed().as_secs() < seconds)
        {
            for seat in 0..n_seats {
                let mut players = vec![other; n_seats];
                players[seat] = better;
                let mut table = Table::new(model, &players, &NoTimer);
                let verdict = table.play(played.n_groups, 0, &mut Unobserved);
                let verdict = verdict.unwrap_or_else(|why| panic!("{why:?}"));
                played.points += model.payoff(verdict, seat);
                played.n_games += 1.0;
            }
            played.n_groups += 1;
            if played.n_groups == next_look {
                next_look *= 2;
                let (low, high) = played.between(SEQUENTIAL);
                if low > fair || high < fair {
                    break;
                }
            }
        }
        played
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = |key: &str| words.iter().find_map(|word| word.strip_prefix(key));
    let number = |key: &str, usual: u64| text(key).map_or(usual, |value| value.parse().unwrap());
    let (most, seconds) = (number("games=", 400), number("seconds=", u64::MAX));
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
            let played = Match::play(&model, better, other, most, seconds);
            let fair = 1.0 / model.n_seats() as f64;
            let (low, high) = played.between(SEQUENTIAL);
            let verdict = match (low > fair, high < fair) {
                (true, _) => "better",
                (_, true) => "worse",
                _ => "undecided",
            };
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
        }
    }
    match n_worse {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
