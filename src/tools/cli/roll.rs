//! `sandtable roll`: one resolution, step by step.

use super::Exit;
use super::checked::{not_yet, usable};
use super::output::Output;
use super::question::Question;

/// What to resolve, and with which dice.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable roll hex-command-mechanized to-hit firer=panther target=tiger-i range=5 --seed 7"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The same seed throws the same dice
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What the dice show, in the order in which they are thrown
    #[arg(
        long,
        value_name = "FACES",
        value_delimiter = ',',
        conflicts_with = "seed"
    )]
    dice: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match usable(&arguments.question.ruleset, output) {
        // CALL SITE: lower the question, run it with `arguments.dice` or a generator seeded with `arguments.seed`.
        Ok(checked) => not_yet("roll", output, &checked),
        Err(exit) => exit,
    }
}
