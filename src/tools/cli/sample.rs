//! `sandtable sample`: rolls or plays a scenario again and again, and counts.

use super::arguments::QuestionArguments;
use super::clock::Clock;
use super::deadline::{Deadline, Time};
use super::library::{DiskRulesets, fail};
use super::odds::{self, Manner};
use super::output::Output;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Shape};
use crate::eval::budget::Budget;
use crate::present::distribution::Columns;
use crate::present::json::games_compared::GamesComparisonDocument;
use crate::present::json::playouts::PlayoutsDocument;
use crate::present::{chart, games_compared, playouts};
use crate::session::games_compared::GamesComparison;
use crate::session::library::QuestionError;
use crate::session::question;
use crate::session::sampling::Sampling;
use crate::session::solve::{Method, Session};
use crate::session::version::Change;
use crate::tools::threads::Threads;

/// Arguments of `sample`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable sample my-game shot firer=rifles target=scouts range=7\n  sandtable sample my-game fight attacker=rifles defender=scouts --track defender.hits --within 0.5%\n  sandtable sample my-game/ambush --games 1000 --side red=random --track game.turn\n  sandtable sample my-game/ambush --given 'winner is red' --by game.turn\n  sandtable sample my-game/ambush --compare garrison.men=4"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    /// Player of a side of a scenario: random, policy (highest `worth`), greedy, search:400, search:2s, or exact
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// Number of rolls or games, by default 100,000 rolls or 1,000 games
    #[arg(long, visible_aliases = ["games", "rolls"], value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    n: Option<u64>,
    /// Stop when every share is known to within this many percentage points, like `0.5%`
    #[arg(long, value_name = "POINTS", value_parser = points)]
    within: Option<f64>,
    #[command(flatten)]
    most: Time,
    /// Show only the share of this condition, written as in an `expect` of an example
    #[arg(long, value_name = "CONDITION", conflicts_with = "track")]
    only: Option<String>,
    /// Show this value at the end (repeatable): UNIT.TRACK, or any value of an `expect` of an example
    #[arg(long, value_name = "VALUE")]
    track: Vec<String>,
    /// Use only the rolls or games that meet this condition at the end
    #[arg(long = "given", value_name = "CONDITION")]
    when: Option<String>,
    /// Group games by this value at the end: `game.turn`, `blue.losses`
    #[arg(long, value_name = "VALUE", conflicts_with = "compare")]
    by: Option<String>,
    /// Play the same games with this changed and show the difference (repeatable): `garrison.men=6`, `option=mist`, `variant=NAME`, `blue=search:100`, `scenario=NAME`, `FILE.rules:LINE=NUMBER`
    #[arg(long, value_name = "NAME=VALUE")]
    compare: Vec<Change>,
    /// Seed of the dice; the same seed gives the same dice, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = read_seed)]
    seed: u64,
    /// Number of threads, by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Show the number per second, even without a terminal
    #[arg(long)]
    time: bool,
}

/// Maximum number of runs if only a precision is given.
const MOST: u64 = 100_000_000;

/// `0.5%` or `0.5`
pub(super) fn points(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(points) if (0.001..=50.0).contains(&points) => Ok(points),
        _ => Err("write percentage points from 0.001 to 50: `0.5%`".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let done = match &arguments.question.name {
        Some(_) => rolls(arguments, output).map(|()| Exit::Fine),
        None => games(arguments, output),
    };
    done.unwrap_or_else(|error| fail(&error, output))
}

impl Arguments {
    fn sampling(&self, usual: u64) -> Sampling {
        Sampling {
            seed: self.seed,
            runs: match (self.n, self.within) {
                (Some(n), _) => n,
                (None, Some(_)) => MOST,
                (None, None) => usual,
            },
            within: self.within,
        }
    }

    fn threads(&self) -> Threads {
        Threads::new(self.threads.map(usize::from))
    }
}

/// Rolls what is asked, and shows it as odds are shown.
fn rolls(arguments: &Arguments, output: &Output) -> Result<(), QuestionError> {
    let deadline = arguments.most.begin(output);
    if arguments.by.is_some() || !arguments.compare.is_empty() {
        let sentence = "`--by` and `--compare` are only for scenarios; compare rolls with `odds --sample N --compare KEY=VALUE`";
        return Err(QuestionError::Incomplete(sentence.to_owned()));
    }
    if !arguments.sides.is_empty() {
        let sentence = "`--side` is only for scenarios; use `--policy` instead";
        return Err(QuestionError::Incomplete(sentence.to_owned()));
    }
    let question = question::Question {
        only: arguments.only.clone(),
        tracks: arguments.track.clone(),
        condition: arguments.when.clone(),
        ..arguments.question.asked()
    };
    let clock = Clock::start(arguments.time);
    let manner = Manner {
        method: Method::Sample(arguments.sampling(100_000)),
        threads: arguments.threads(),
        deadline,
        budget: Budget::default(),
        columns: Columns::default(),
        has_bars: false,
    };
    odds::answer(&question, &[], &manner, output)?;
    tell_seconds(clock.seconds(), None, output);
    Ok(())
}

/// Plays a scenario again and again; games that fail are findings.
fn games(arguments: &Arguments, output: &Output) -> Result<Exit, QuestionError> {
    let deadline = arguments.most.begin(output);
    if arguments.only.is_some() || arguments.question.policy.is_some() {
        let sentence = "`--only` and `--policy` are only for rolls; for games use `--track VALUE`, \
            and choose the players with `--side`";
        return Err(QuestionError::Incomplete(sentence.to_owned()));
    }
    let mut watcher = Watcher::until(output, deadline).timing(arguments.time);
    let sampling = arguments.sampling(1_000);
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut watcher,
        workers: &arguments.threads(),
        budget: Budget::default(),
        method: Method::Sample(sampling),
    };
    let question = question::Question {
        condition: arguments.when.clone(),
        ..arguments.question.asked()
    };
    let (sides, tracks) = (&arguments.sides, &arguments.track);
    if !arguments.compare.is_empty() {
        let changes = &arguments.compare;
        let games = session.compare_games(&question, sides, changes, tracks, sampling)?;
        let seconds = watcher.seconds();
        show_comparison(&games, deadline, seconds, output);
        return Ok(Exit::Fine);
    }
    let by = arguments.by.as_deref();
    let games = session.play_out(&question, sides, tracks, by, sampling)?;
    let seconds = watcher.seconds();
    let cut = games.wanted;
    let cut = cut.map(|of| deadline.cut_words(games.n_games, of, "games"));
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    match output.shape() {
        Shape::Human | Shape::Html | Shape::Github | Shape::Sarif => {
            output.text(&playouts::text(&games, cut.as_deref()))
        }
        Shape::Json => output.json("sample", PlayoutsDocument::new(&games, seconds)),
        Shape::Csv => output.text(&playouts::csv(&games)),
        Shape::Svg => output.text(&chart::svg(&playouts::chart(&games))),
    }
    tell_seconds(seconds, Some(games.n_games), output);
    Ok(match games.failed {
        Some(_) => Exit::Findings,
        None => Exit::Fine,
    })
}

/// Shows two versions side by side.
fn show_comparison(
    games: &GamesComparison,
    deadline: Deadline,
    seconds: Option<f64>,
    output: &Output,
) {
    let cut = games.wanted;
    let cut = cut.map(|of| deadline.cut_words(games.n_games, of, "games"));
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    match output.shape() {
        Shape::Json => output.json(
            "sample-compare",
            GamesComparisonDocument::new(games, seconds),
        ),
        Shape::Csv => output.text(&games_compared::csv(games)),
        Shape::Human | Shape::Html | Shape::Svg | Shape::Github | Shape::Sarif => {
            output.text(&games_compared::text(games, cut.as_deref()));
        }
    }
    tell_seconds(seconds, Some(games.n_games * 2), output);
}

/// Says how long it took, beside the answer, and how many games a second that is.
fn tell_seconds(seconds: Option<f64>, n_games: Option<u64>, output: &Output) {
    let Some(seconds) = seconds else {
        return;
    };
    let rate = n_games.map_or_else(String::new, |n| {
        let rate = n as f64 / seconds.max(1e-9);
        format!(", {rate:.0} games a second")
    });
    output.aside(&format!("{seconds:.2} s{rate}\n"));
}
