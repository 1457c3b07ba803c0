//! `sandtable report`: many games of a scenario, and what a designer learns from them.

use std::time::Duration;

use super::deadline::Time;
use super::library::{DiskRulesets, fail};
use super::output::Output;
use super::sample::points;
use super::seed::read_seed;
use super::watch::Watcher;
use super::{Exit, Shape};
use crate::eval::budget::Budget;
use crate::present::json::report::ReportDocument;
use crate::present::report;
use crate::session::library::QuestionError;
use crate::session::question::Question;
use crate::session::report::{Pace, ReportRequest};
use crate::session::sampling::Sampling;
use crate::session::solve::{Method, Session};
use crate::session::version::Change;
use crate::tools::threads::Threads;

/// Time limit where none is given.
const USUAL: Duration = Duration::from_secs(60);

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable report my-game/ambush\n  sandtable report my-game/ambush --games 300 --format html > report.html\n  sandtable report my-game/ambush --side red=search:100 --games 40\n  sandtable report my-game/ambush --given 'winner is red' --by game.turn\n  sandtable report my-game/ambush --compare garrison.men=4"
)]
pub(super) struct Arguments {
    /// Scenario: RULESET/NAME, or the path of a scenario file
    scenario: String,
    /// Also apply this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Player of a side: random, policy (highest `worth`), greedy, search:400, search:2s, or exact
    #[arg(long = "side", value_name = "SIDE=WHO")]
    sides: Vec<String>,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Stop when the share of every winner is known to within this many percentage points, like `2%`
    #[arg(long, value_name = "POINTS", value_parser = points)]
    within: Option<f64>,
    #[command(flatten)]
    most: Time,
    /// Seconds that a roll and a decision take at a table
    #[arg(long, value_name = "ROLL,DECISION", default_value = "10,15", value_parser = pace)]
    pace: Pace,
    /// Also play players of unequal skill against each other, this many games for each comparison
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "40", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=100_000))]
    skill: u64,
    /// Report only on games that meet this condition at the end: `winner is blue`
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// Also group games by this value at the end: `game.turn`
    #[arg(long, value_name = "VALUE")]
    by: Option<String>,
    /// Also play the same games with this changed and show the difference (repeatable): `garrison.men=6`, `option=mist`, `variant=NAME`, `blue=search:100`, `scenario=NAME`, `FILE.rules:LINE=NUMBER`
    #[arg(long, value_name = "NAME=VALUE")]
    compare: Vec<Change>,
    /// Also compare this value at the end (repeatable)
    #[arg(long, value_name = "VALUE", requires = "compare")]
    track: Vec<String>,
    /// Leave out what units and options are worth
    #[arg(long)]
    no_worth: bool,
    /// Seed of the first game; each further game has the next
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = read_seed)]
    seed: u64,
    /// Number of threads, by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Show the time it took, even without a terminal
    #[arg(long)]
    time: bool,
}

/// `10,15`
fn pace(text: &str) -> Result<Pace, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok()?;
        (0.0..=3600.0).contains(&number).then_some(number)
    };
    let pair = text.split_once(',');
    let pair = pair.and_then(|(roll, decision)| Some((number(roll)?, number(decision)?)));
    match pair {
        Some((roll, decision)) => Ok(Pace { roll, decision }),
        None => Err("write seconds from 0 to 3600 for a roll and a decision: `10,15`".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match answer(arguments, output) {
        Ok(()) => Exit::Fine,
        Err(unanswered) => fail(&unanswered, output),
    }
}

fn answer(arguments: &Arguments, output: &Output) -> Result<(), QuestionError> {
    let patience = arguments.most.begin_with(USUAL, output);
    let mut watcher = Watcher::until(output, patience).timing(arguments.time);
    let threads = Threads::new(arguments.threads.map(usize::from));
    let mut session = Session {
        library: &mut DiskRulesets::new(output),
        watch: &mut watcher,
        workers: &threads,
        budget: Budget::default(),
        method: Method::Sample(Sampling {
            seed: arguments.seed,
            runs: arguments.games,
            within: arguments.within,
        }),
    };
    let question = Question {
        variants: arguments.with.clone(),
        ..Question::new(arguments.scenario.clone(), None)
    };
    let request = ReportRequest {
        sides: arguments.sides.clone(),
        games: arguments.games,
        seed: arguments.seed,
        within: arguments.within,
        pace: arguments.pace,
        skill: arguments.skill,
        has_worth: !arguments.no_worth,
        given: arguments.given.clone(),
        group_by: arguments.by.clone(),
        changes: arguments.compare.clone(),
        tracks: arguments.track.clone(),
    };
    let found = session.report(&question, &request)?;
    let seconds = watcher.seconds();
    let cut = found.wanted;
    let cut = cut.map(|of| patience.cut_words(found.n_games, of, "games"));
    if let Some(cut) = &cut {
        output.beside(&format!("{cut}\n"));
    }
    match output.shape() {
        Shape::Human | Shape::Csv | Shape::Svg | Shape::Github | Shape::Sarif => {
            output.text(&report::as_text(&found, cut.as_deref()));
        }
        Shape::Html => output.text(&report::page(&found, cut.as_deref())),
        Shape::Json => output.json("report", ReportDocument::new(&found, seconds)),
    }
    if let Some(seconds) = seconds {
        output.aside(&format!("{seconds:.2} s\n"));
    }
    Ok(())
}
