//! `sandtable fmt`: rule files in their canonical layout.

use std::path::Path;

use super::checked::{is_meant, meant, opened};
use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::Diagnostics;
use crate::present::json::layout::LayoutDocument;
use crate::present::layout;
use crate::source::{FileId, SourceMap};
use crate::syntax::format_file;
use crate::tools::disk;
use crate::workspace::files::BUILT_IN;

/// Arguments of `fmt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without PATH, every ruleset in the folder `rules` is formatted. A file with errors is not \
        changed.\n\nExample: sandtable fmt rules/my-game"
)]
pub(super) struct Arguments {
    /// Rulesets: names, folders or rule files
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Write nothing; list the files that are not formatted
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let workspace = opened();
    let names = match meant(&workspace, &arguments.paths) {
        Ok(names) => names,
        Err(diagnostics) => {
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Findings;
        }
    };
    let (mut changed, mut n_files, mut is_sound) = (Vec::new(), 0, true);
    for name in &names {
        output.pulse().at(&format!("formatting `{name}`"));
        match workspace.load(name) {
            Ok(bundle) => {
                let mut diagnostics = Diagnostics::default();
                // The files of the base of a variant are not formatted, since the user has not named it.
                let own = bundle.layers.last();
                let own = own.map_or(&[][..], |layer| &layer.rule_files);
                // If one file of a book is named, only that file is formatted.
                let own = own.iter().filter(|file| {
                    let source = bundle.sources.get(**file);
                    source.is_some_and(|source| is_meant(name, &source.name))
                });
                let own: Vec<FileId> = own.copied().collect();
                if !arguments.check {
                    tidy(&own, &bundle.sources, output);
                }
                for file in &own {
                    n_files += 1;
                    let Some(source) = bundle.sources.get(*file) else {
                        continue;
                    };
                    let text = format_file(&source.name, *file, &source.text, &mut diagnostics);
                    let Some(text) = text else {
                        continue;
                    };
                    if *text == *source.text {
                        continue;
                    }
                    let written = match arguments.check {
                        true => Ok(()),
                        false => disk::write(source, &text),
                    };
                    match written {
                        Ok(()) => changed.push(source.name.clone()),
                        Err(finding) => {
                            output.note_unwritten();
                            diagnostics.push(finding);
                        }
                    }
                }
                is_sound &= diagnostics.is_empty();
                output.findings(&diagnostics, &bundle.sources);
            }
            Err(diagnostics) => {
                is_sound = false;
                output.findings(&diagnostics, &SourceMap::default());
            }
        }
    }
    let layout = LayoutDocument {
        changed: &changed,
        files: n_files,
        written: !arguments.check,
    };
    match output.format() {
        Format::Human => output.text(&layout::text(&layout)),
        Format::Json => output.json("fmt", &layout),
    }
    if is_sound && (changed.is_empty() || !arguments.check) {
        Exit::Fine
    } else {
        Exit::Findings
    }
}

/// Removes temporary files that interrupted writers have left beside these files.
pub(super) fn tidy(files: &[FileId], sources: &SourceMap, output: &Output) {
    let sources = files.iter().filter_map(|file| sources.get(*file));
    let names = sources.map(|source| source.name.as_str());
    let on_disk = names.filter(|name| !name.starts_with(BUILT_IN));
    output.tidy_folders(on_disk.map(Path::new));
}
