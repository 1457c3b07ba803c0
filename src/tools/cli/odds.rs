//! `sandtable odds`: the exact distribution.

use super::Exit;
use super::checked::{not_yet, usable};
use super::output::Output;
use super::question::Question;

/// Whose odds.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable odds hex-command-mechanized to-hit firer=panther target=tiger-i range=5 --option facing-armour=on"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match usable(&arguments.question.ruleset, output) {
        // CALL SITE: lower the question, work out the distribution, draw it with `bars::chart`.
        Ok(checked) => not_yet("odds", output, &checked),
        Err(exit) => exit,
    }
}
