//! `sandtable odds`: the exact distribution.

mod advice;
mod compare;
mod distribution;
mod engine;
mod grid;
mod progress;
mod sweep;

pub(super) use distribution::values;

use super::Exit;
use super::arguments::{Pair, Policy, Question};
use super::deadline::{Patience, Time};
use super::output::Output;
use super::question::Wish;
use crate::session::sampling::Sampling;
use engine::{Answering, Way};
use progress::Watching;

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable odds my-game shot firer=rifles target=scouts range=7\n  sandtable odds my-game shot firer=rifles target=scouts range=0..12 cover=0..3 --only \"shot is hit\"\n  sandtable odds my-game fight attacker=* defender=* --only \"defender is destroyed\"\n  sandtable odds my-game fight attacker=rifles defender=scouts --track defender.hits --given \"attacker.hits = 0\" --at-least\n  sandtable odds my-game/ambush --best red --by \"winner is red\""
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// A second situation beside the first: what is different in it, KEY=VALUE, variant=NAME or option=NAME
    #[arg(long, value_name = "KEY=VALUE")]
    compare: Vec<Pair>,
    /// Only the chance of this, said as in an `expect` of an example
    #[arg(long, value_name = "CONDITION", conflicts_with = "track")]
    only: Option<String>,
    /// Only what this is at the end: UNIT.TRACK, or any value that an `expect` of an example may name
    #[arg(long, value_name = "VALUE")]
    track: Option<String>,
    /// In those cases only in which this holds at the end; says how many they are
    #[arg(long = "given", value_name = "CONDITION")]
    when: Option<String>,
    /// Shows also the chance of each number or more
    #[arg(long)]
    at_least: bool,
    /// Shows also the chance of each number or less
    #[arg(long)]
    at_most: bool,
    /// Bars in a table of two keys, too
    #[arg(long)]
    chart: bool,
    /// In floating point: follows what is likely, where exact odds are too many to follow, and says what it left open
    #[arg(long, conflicts_with_all = ["sample", "best"])]
    float: bool,
    /// Throws this often instead, where exact odds are too many to follow; see `sandtable sample`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: Option<u64>,
    #[command(flatten)]
    time: Time,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Advice: the best choices of a side, or of a unit's side; `all` for whoever chooses
    #[arg(long, value_name = "SIDE", requires = "by", conflicts_with_all = ["compare", "only", "track", "when", "sample"])]
    best: Option<String>,
    /// What the best choice makes as likely, or as much, as can be: a condition, or a number as UNIT.TRACK
    #[arg(long, value_name = "OUTCOME", requires = "best")]
    by: Option<String>,
    /// The others choose what is worst for it
    #[arg(long, requires = "best")]
    against: bool,
    /// How many decisions are shown, nearest first
    #[arg(long, value_name = "N", default_value_t = 6, requires = "best")]
    decisions: usize,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let question = &arguments.question;
    let unstated = Policy::unstated(question.policy);
    if let (Some(side), Some(by)) = (&arguments.best, &arguments.by) {
        let best = advice::Best {
            side,
            by,
            is_against: arguments.against,
            unstated,
            decisions: arguments.decisions,
        };
        return match advice::run(question, best, &Watching::new(output), output) {
            Ok(exit) | Err(exit) => exit,
        };
    }
    let watching = Watching::new(output);
    let answering = Answering {
        wish: Wish {
            only: arguments.only.as_deref(),
            track: arguments.track.as_deref(),
            given: arguments.when.as_deref(),
        },
        unstated,
        way: match arguments.sample {
            _ if arguments.float => Way::Floats,
            None => Way::Exact,
            Some(runs) => Way::Sample(Sampling {
                seed: arguments.seed,
                runs,
                within: None,
                threads: None,
                most: None,
            }),
        },
        watching: &watching,
        patience: arguments.time.begin(),
    };
    let look = Look {
        at_least: arguments.at_least,
        at_most: arguments.at_most,
        chart: arguments.chart,
    };
    match answered(question, &arguments.compare, answering, look, output) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn answered(
    question: &Question,
    changes: &[Pair],
    answering: Answering<'_>,
    look: Look,
    output: &Output,
) -> Result<Exit, Exit> {
    let is_named = question.name.is_some();
    let is_alone = is_named && answering.wish.only.is_some() && changes.is_empty();
    if question.is_spread() || is_alone {
        sweep::run(question, changes, answering, look, output)
    } else if changes.is_empty() {
        distribution::run(question, answering, look, output)
    } else {
        compare::run(question, changes, answering, output)
    }
}

/// Throws what is asked, and shows it as odds are shown.
///
/// Errors: how the command ends, if there is no answer.
pub(super) fn thrown(
    question: &Question,
    wish: Wish<'_>,
    sampling: Sampling,
    patience: Patience,
    output: &Output,
) -> Result<Exit, Exit> {
    let answering = Answering {
        wish,
        unstated: Policy::unstated(question.policy),
        way: Way::Sample(sampling),
        watching: &Watching::new(output),
        patience,
    };
    let look = Look {
        at_least: false,
        at_most: false,
        chart: false,
    };
    answered(question, &[], answering, look, output)
}

/// What is shown besides.
#[derive(Debug, Clone, Copy)]
struct Look {
    at_least: bool,
    at_most: bool,
    chart: bool,
}

/// In percent, to six places: enough for scripts, and the same everywhere.
fn rounded(percent: f64) -> f64 {
    (percent * 1e6).round() / 1e6
}
