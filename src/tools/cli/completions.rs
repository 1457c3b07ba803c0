//! `sandtable completions`: what a shell needs to complete the commands.

use clap::CommandFactory;
use clap_complete::Shell;

use super::Exit;
use super::output::Output;

/// For which shell.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: sandtable completions bash > ~/.local/share/bash-completion/completions/sandtable"
)]
pub(super) struct Arguments {
    /// Shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut super::Arguments::command(),
        "sandtable",
        &mut script,
    );
    output.text(&String::from_utf8_lossy(&script));
    Exit::Fine
}
