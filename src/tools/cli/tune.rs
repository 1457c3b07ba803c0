//! `sandtable tune`: plays several values of a game and names the one that makes it fair.

use std::time::Duration;

use super::deadline::{Deadline, time};
use super::library::{DiskRulesets, fail};
use super::output::Output;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Shape};
use crate::eval::budget::Budget;
use crate::present::json::tuning::TuningDocument;
use crate::present::tuning;
use crate::session::library::QuestionError;
use crate::session::sampling::Sampling;
use crate::session::solve::{Method, Session};
use crate::session::tuning::{Aim, TuningRequest};
use crate::session::version::{Change, Variation, Version};
use crate::tools::threads::Threads;

/// Time limit where none is given.
const USUAL: Duration = Duration::from_secs(60);

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable tune my-game/ambush --vary garrison.men=4..12 --for 'winner is blue = 50 %'\n  sandtable tune my-game/ambush --vary option.mist --vary patrol.speed=3..5 --for 'winner is red = 50 %'\n  sandtable tune my-game/ambush --vary battle.rules:42=1..6 --for 'game.turn = 8'"
)]
pub(super) struct Arguments {
    /// Scenario: RULESET/NAME, or the path of a scenario file
    scenario: String,
    /// Values to try (repeatable): `garrison.men=4..12`, `patrol.speed=3,5`, `option.mist`, `variant=none,NAME`, `blue=policy,search:100`, `FILE.rules:LINE=1..6`
    #[arg(long, value_name = "NAME=VALUES", required = true)]
    vary: Vec<Variation>,
    /// Aim: a condition and its share of the games, or a number at the end and its mean
    #[arg(long = "for", value_name = "CONDITION = SHARE")]
    aim: Aim,
    /// Change this in all games (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Change>,
    /// Also apply this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Player of a side: random, policy (highest `worth`), greedy, search:400, search:2s, or exact
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// Maximum number of games of all values together
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Stop when a value is the nearest with this chance, like `99%`
    #[arg(long, value_name = "CHANCE", default_value = "99%", value_parser = chance)]
    sure: f64,
    /// Time limit: `90s` or `5min`; the answer then has the games so far (default: 1min)
    #[arg(long, value_name = "TIME", value_parser = time)]
    stop_after: Option<Duration>,
    /// Also show this value at the end (repeatable)
    #[arg(long, value_name = "VALUE")]
    track: Vec<String>,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = read_seed)]
    seed: u64,
    /// Number of threads, by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Show the time it took, even without a terminal
    #[arg(long)]
    time: bool,
}

/// `99%`
fn chance(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(percent) if (50.0..=99.9).contains(&percent) => Ok(percent / 100.0),
        _ => Err("write a chance from 50 to 99.9: `99%`".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match answer(arguments, output) {
        Ok(()) => Exit::Fine,
        Err(error) => fail(&error, output),
    }
}

fn answer(arguments: &Arguments, output: &Output) -> Result<(), QuestionError> {
    let deadline = Deadline::new(arguments.stop_after.unwrap_or(USUAL));
    let mut watcher = Watcher::until(output, deadline).timing(arguments.time);
    let threads = Threads::new(arguments.threads.map(usize::from));
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut watcher,
        workers: &threads,
        budget: Budget::default(),
        method: Method::Sample(Sampling {
            seed: arguments.seed,
            runs: arguments.games,
            within: None,
        }),
    };
    let request = TuningRequest {
        version: Version {
            variants: arguments.with.clone(),
            sides: arguments.sides.clone(),
            changes: arguments.set.clone(),
            ..Version::new(arguments.scenario.clone())
        },
        variations: arguments.vary.clone(),
        aim: arguments.aim.clone(),
        tracks: arguments.track.clone(),
        seed: arguments.seed,
        games: arguments.games,
        sure: arguments.sure,
    };
    let found = session.tune(&request)?;
    let seconds = watcher.seconds();
    let cut = found.is_cut.then(|| {
        let why = match deadline.is_over() {
            true => format!("stopped after {}", deadline.words()),
            false => "stopped after the maximum number of games".to_owned(),
        };
        format!("{why}, before one value was sure; more games: `--games N`, `--stop-after TIME`")
    });
    match output.shape() {
        Shape::Json => {
            output.json(
                "tune",
                TuningDocument::new(&found, &arguments.track, seconds),
            );
        }
        Shape::Csv => output.text(&tuning::csv(&found)),
        Shape::Human | Shape::Html | Shape::Svg | Shape::Github | Shape::Sarif => {
            output.text(&tuning::text(&found, &arguments.track, cut.as_deref()));
        }
    }
    if let Some(seconds) = seconds {
        output.aside(&format!("{seconds:.2} s\n"));
    }
    Ok(())
}
