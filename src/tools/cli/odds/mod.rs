//! `sandtable odds`: the exact distribution.

mod answering;
mod compare;
mod draw;
mod grid;
mod single;
mod sweep;

pub(super) use single::values;

use super::Exit;
use super::asked::Wish;
use super::output::Output;
use super::question::{Pair, Policy, Question};
use answering::Answering;

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sandtable odds my-game shot firer=rifles target=scouts range=7\n  sandtable odds my-game shot firer=rifles target=scouts range=0..12 cover=0..3 --only \"shot is hit\"\n  sandtable odds my-game fight attacker=* defender=* --only \"defender is destroyed\"\n  sandtable odds my-game fight attacker=rifles defender=scouts --track defender.hits --given \"attacker.hits = 0\" --at-least"
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
    /// Throws this often instead, where exact odds are too many to follow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    sample: Option<u64>,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let question = &arguments.question;
    let answering = Answering {
        wish: Wish {
            only: arguments.only.as_deref(),
            track: arguments.track.as_deref(),
            given: arguments.when.as_deref(),
        },
        unstated: Policy::unstated(question.policy),
        sample: arguments.sample,
        seed: arguments.seed,
    };
    let look = Look {
        at_least: arguments.at_least,
        at_most: arguments.at_most,
        chart: arguments.chart,
    };
    let is_compared = !arguments.compare.is_empty();
    let done = if question.is_spread() || arguments.only.is_some() && !is_compared {
        sweep::run(question, &arguments.compare, answering, look, output)
    } else if is_compared {
        compare::run(question, &arguments.compare, answering, output)
    } else {
        single::run(question, answering, look, output)
    };
    match done {
        Ok(exit) | Err(exit) => exit,
    }
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
