//! `sandtable test`: the worked examples of the rules.

use super::Exit;
use super::checked::{meant, not_yet, usable};
use super::output::Output;
use crate::source::SourceMap;

/// What to test.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is tested; without that folder, the built-in ones.\n\nExample: sandtable test rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let names = match meant(&arguments.paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let mut exit = Exit::Fine;
    for name in &names {
        exit = match usable(name, output) {
            // CALL SITE: run the examples of the rule book.
            Ok(checked) => not_yet("test", output, &checked),
            Err(exit) => exit,
        };
    }
    exit
}
