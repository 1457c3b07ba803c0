//! `sandtable studio`: the page for designers, served to the browser of this machine.

use std::path::PathBuf;

use super::Exit;
use super::output::Output;
use crate::tools::studio::serve;

/// The folder that is opened, and how.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The studio shows your rules with everything that is wrong with them, the odds of each roll and the board, while you write. It opens in your browser; only this machine can reach it. Ctrl-C stops it.\n\nExample: sandtable studio my-games"
)]
pub(super) struct Arguments {
    /// Folder with your `rules` and `units`
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Port; 0 uses any that is free. Without this, 7432, or any that is free if that is taken
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Only print the address
    #[arg(long)]
    no_open: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let announce = |address: &str, remarks: &[String]| {
        for remark in remarks {
            output.aside(&format!("{remark}\n"));
        }
        output.text(&format!("The studio is at {address}\nCtrl-C stops it.\n"));
        if !arguments.no_open && open::that_detached(address).is_err() {
            output.aside("no browser could be opened; open the address yourself\n");
        }
    };
    match serve(&arguments.folder, arguments.port, announce) {
        Ok(()) => Exit::Fine,
        Err(error) => {
            let folder = arguments.folder.display();
            output.usage(&format!("the studio cannot serve `{folder}`: {error}"));
            Exit::Usage
        }
    }
}
