//! `sandtable sample`: throws a roll or plays a scenario again and again, and counts.

mod games;

use super::Exit;
use super::arguments::Question;
use super::clock::Clock;
use super::deadline::{Patience, Time};
use super::odds;
use super::output::Output;
use super::question::Wish;
use crate::session::sampling::Sampling;

/// What is thrown or played.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable sample my-game shot firer=rifles target=scouts range=7\n  sandtable sample my-game fight attacker=rifles defender=scouts --track defender.hits --within 0.5%\n  sandtable sample my-game/ambush --n 1000 --side red=random --track game.turn"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Who plays a side of a scenario: random, or policy (what the rules say is worth most)
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// How often; 100,000 throws or 1,000 games if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    n: Option<u64>,
    /// Stops when every share is known to so many points of a hundred, as `0.5%`
    #[arg(long, value_name = "POINTS", value_parser = points)]
    within: Option<f64>,
    #[command(flatten)]
    most: Time,
    /// Only how often this comes, said as in an `expect` of an example
    #[arg(long, value_name = "CONDITION", conflicts_with = "track")]
    only: Option<String>,
    /// What this is at the end: UNIT.TRACK, or any value that an `expect` of an example may name
    #[arg(long, value_name = "VALUE")]
    track: Vec<String>,
    /// In those throws only in which this holds at the end
    #[arg(long = "given", value_name = "CONDITION")]
    when: Option<String>,
    /// The same seed throws the same dice, on any number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// On how many threads; on all processors if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Says how many a second, also where nobody looks
    #[arg(long)]
    time: bool,
}

/// How many there are at most if only a precision is wanted.
const MOST: u64 = 100_000_000;

/// `0.5%` or `0.5`
pub(super) fn points(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(points) if (0.001..=50.0).contains(&points) => Ok(points),
        _ => Err("say points of a hundred, from 0.001 to 50: `0.5%`".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let patience = arguments.most.begin();
    let done = match &arguments.question.name {
        Some(_) => throws(arguments, patience, output),
        None => games::run(arguments, patience, output),
    };
    match done {
        Ok(exit) | Err(exit) => exit,
    }
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
            threads: self.threads.map(usize::from),
            most: None,
        }
    }
}

/// Throws what is asked, and shows it as odds are shown.
fn throws(arguments: &Arguments, patience: Patience, output: &Output) -> Result<Exit, Exit> {
    if !arguments.sides.is_empty() {
        output.aside("`--side` is for scenarios; say `--policy` instead\n");
        return Err(Exit::Usage);
    }
    let track = match arguments.track.as_slice() {
        [] => None,
        [track] => Some(track.as_str()),
        _ => {
            output.aside("of a throw one `--track` is shown; several are for scenarios\n");
            return Err(Exit::Usage);
        }
    };
    let wish = Wish {
        only: arguments.only.as_deref(),
        track,
        given: arguments.when.as_deref(),
    };
    let clock = Clock::start(arguments.time);
    let sampling = arguments.sampling(100_000);
    let exit = odds::thrown(&arguments.question, wish, sampling, patience, output)?;
    clock.tell("throws", None, output);
    Ok(exit)
}
