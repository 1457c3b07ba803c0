//! `sandtable export`: drafts for other programs, made of the units, cards and maps of a ruleset.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::checked::{opened, usable};
use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Kinds;
use crate::present::export::{ExportFile, csv, tts, vassal};
use crate::present::json::export::ExportDocument;
use crate::present::words::rulebook_of;
use crate::source::SourceMap;
use crate::tools::disk::unwritten;
use crate::tools::safe_write::{Expected, create_folders, write};
use crate::workspace::Analysis;

/// Another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Program {
    /// Module for VASSAL: counters, maps, charts, turn track, decks
    Vassal,
    /// Saved table for Tabletop Simulator, with its pictures
    Tts,
    /// Lists of units for a spreadsheet
    Csv,
}

impl Program {
    fn word(self) -> &'static str {
        match self {
            Self::Vassal => "vassal",
            Self::Tts => "tts",
            Self::Csv => "csv",
        }
    }
}

/// For which program, and of what.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The files are drafts to finish in the other program: pictures are plain, and the rules are \
        not in them.\n\nExample: sandtable export vassal hex-command-mechanized -o hcm.vmod"
)]
pub(super) struct Arguments {
    /// Program to export to
    program: Program,
    /// Ruleset: a name, a folder or a rule file
    ruleset: String,
    /// File to write; a new folder for `tts`. By default RULESET.vmod, RULESET-tts, or the terminal for CSV
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Only units of this kind; only for `csv` (repeatable)
    #[arg(long = "kind", value_name = "KIND")]
    kinds: Vec<String>,
    /// Also apply this variant (repeatable)
    #[arg(long = "with", value_name = "VARIANT")]
    with: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let analysis = match usable(&mut opened(), &arguments.ruleset, &arguments.with, output) {
        Ok(analysis) => analysis,
        Err(exit) => return exit,
    };
    match arguments.program {
        Program::Csv => export_csv(arguments, &analysis, output),
        Program::Tts => export_tts(arguments, &analysis, output),
        Program::Vassal => export_vassal(arguments, &analysis, output),
    }
}

fn export_csv(arguments: &Arguments, analysis: &Analysis, output: &Output) -> Exit {
    let mut kinds = Kinds::NONE;
    for name in &arguments.kinds {
        let Some(kind) = analysis.book().kind_named(name) else {
            output.usage(&format!("there is no kind of units `{name}`"));
            return Exit::Usage;
        };
        kinds = kinds.or(Kinds::one(kind));
    }
    if kinds.is_empty() {
        kinds = Kinds::ALL;
    }
    let text = csv::units(analysis.book(), kinds);
    match &arguments.output {
        Some(path) => finish(
            arguments,
            write_file(path, text.as_bytes()),
            &[path],
            output,
        ),
        None => {
            match output.format() {
                Format::Human => output.text(&text),
                Format::Json => output.json(
                    "export",
                    ExportDocument::of_text("csv", &arguments.ruleset, &text),
                ),
            }
            Exit::Fine
        }
    }
}

fn export_vassal(arguments: &Arguments, analysis: &Analysis, output: &Output) -> Exit {
    let words = rulebook_of(analysis);
    let module = vassal::module(analysis.book(), &words, env!("CARGO_PKG_VERSION"));
    let path = target(arguments, analysis, ".vmod");
    let written = match module {
        Ok(bytes) => write_file(&path, &bytes),
        Err(why) => Err(unwritten(&path, &why)),
    };
    finish(arguments, written, &[&path], output)
}

fn export_tts(arguments: &Arguments, analysis: &Analysis, output: &Output) -> Exit {
    let files = tts::table(analysis.book());
    let folder = target(arguments, analysis, "-tts");
    let written = write_folder(&folder, &files);
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
    let paths: Vec<&PathBuf> = paths.iter().collect();
    finish(arguments, written, &paths, output)
}

/// The path to write, by default the name of the ruleset with this ending.
fn target(arguments: &Arguments, analysis: &Analysis, ending: &str) -> PathBuf {
    let name = analysis.name();
    let name = Path::new(name)
        .file_stem()
        .map_or(name.into(), |stem| stem.to_string_lossy());
    let path = || PathBuf::from(format!("{name}{ending}"));
    arguments.output.clone().unwrap_or_else(path)
}

/// Errors: E0515 if the file cannot be written.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    write(path, Expected::Nothing, bytes).map_err(|why| unwritten(path, &why.to_string()))
}

/// Errors: E0515 if the folder or a file in it cannot be made.
fn write_folder(folder: &Path, files: &[ExportFile]) -> Result<(), Diagnostic> {
    let files = files.iter();
    let files = files.map(|file| (PathBuf::from(&file.name), file.bytes.as_slice()));
    create_folders(&[(folder.to_owned(), files.collect())])
        .map_err(|(path, why)| unwritten(&path, &why.to_string()))
}

fn finish(
    arguments: &Arguments,
    written: Result<(), Diagnostic>,
    paths: &[&PathBuf],
    output: &Output,
) -> Exit {
    if let Err(finding) = written {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(finding);
        output.findings(&diagnostics, &SourceMap::default());
        return Exit::Usage;
    }
    let files: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    match output.format() {
        Format::Human => {
            let files: String = files.iter().map(|path| format!("  {path}\n")).collect();
            output.text(&format!(
                "{files}\nA draft: finish it in the other program.\n"
            ));
        }
        Format::Json => output.json(
            "export",
            ExportDocument::of_files(arguments.program.word(), &arguments.ruleset, &files),
        ),
    }
    Exit::Fine
}
