//! `sandtable list`: what can be asked of a ruleset.

use super::Exit;
use super::checked::{not_yet, usable};
use super::output::Output;

/// Whose contents.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sandtable list hex-command-mechanized")]
pub(super) struct Arguments {
    /// A name, a folder or a rule file
    ruleset: String,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    match usable(&arguments.ruleset, output) {
        // CALL SITE: rolls, actions, tables, formulas, facts, options, units, with their parameters.
        Ok(checked) => not_yet("list", output, &checked),
        Err(exit) => exit,
    }
}
