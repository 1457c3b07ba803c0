//! `sandtable man`: the pages of the manual, for `man` of Unix.

use std::io;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::Exit;
use super::output::Output;
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::tools::disk::unwritten;
use crate::tools::safe_write::create_folders;

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sandtable man odds > sandtable-odds.1 && man ./sandtable-odds.1")]
pub(super) struct Arguments {
    /// Command; without one the program as a whole
    command: Option<String>,
    /// New folder to write every page to
    #[arg(long, short, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let mut program = super::Arguments::command();
    program.build();
    if let Some(folder) = &arguments.output {
        return write_all(&program, folder.clone(), output);
    }
    let wanted = match &arguments.command {
        None => Some(&program),
        Some(name) => program.find_subcommand(name),
    };
    match wanted.map(page) {
        Some(Ok((_, text))) => {
            output.text(&String::from_utf8_lossy(&text));
            Exit::Fine
        }
        Some(Err(error)) => {
            output.usage(&error.to_string());
            Exit::Usage
        }
        None => {
            let name = arguments.command.as_deref().unwrap_or_default();
            output.usage(&format!(
                "there is no command `{name}`: `sandtable --help` lists them"
            ));
            Exit::Usage
        }
    }
}

/// Writes the pages of the program and of each of its commands into a new folder.
fn write_all(program: &Command, folder: PathBuf, output: &Output) -> Exit {
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let written = commands
        .map(page)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| (folder.clone(), error.to_string()))
        .and_then(|pages| {
            let files = pages.iter();
            let files = files.map(|(name, text)| (PathBuf::from(name), text.as_slice()));
            create_folders(&[(folder, files.collect())])
                .map_err(|(path, error)| (path, error.to_string()))
        });
    match written {
        Ok(()) => Exit::Fine,
        Err((path, why)) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(unwritten(&path, &why));
            output.findings(&diagnostics, &SourceMap::default());
            Exit::Usage
        }
    }
}

/// Returns the name of the file of a page, and its text in roff. It has no date: the same program makes the same bytes.
///
/// Errors: those of writing into memory.
fn page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    let man = Man::new(command.clone())
        .manual("Sandtable")
        .source(concat!("sandtable ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok((man.get_filename(), text))
}
