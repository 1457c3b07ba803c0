//! `sandtable new`: a small complete game under a name of your own, to begin from.

use std::path::{Path, PathBuf};

use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::present::json::new::NewDocument;
use crate::source::SourceMap;
use crate::tools::disk;
use crate::workspace::files::Starter;

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sandtable new my-game --from hexes")]
pub(super) struct Arguments {
    /// Name of the ruleset: small letters, digits and hyphens
    #[arg(value_parser = name)]
    name: String,
    /// Game to start from
    #[arg(long, value_name = "STARTER", value_parser = clap::builder::PossibleValuesParser::new(starters()), default_value = "skirmish")]
    from: String,
    /// Folder with `rules` and `units`, by default the current one
    #[arg(long = "in", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

fn starters() -> Vec<&'static str> {
    Starter::all().iter().map(|starter| starter.name).collect()
}

/// Errors: how a name is written.
fn name(text: &str) -> Result<String, String> {
    let begins_well = text.starts_with(|letter: char| letter.is_ascii_lowercase());
    let is_word =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    match begins_well && text.chars().all(is_word) && !text.ends_with('-') {
        true => Ok(text.to_owned()),
        false => Err("use small letters, digits and hyphens in a name: `river-war`".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Exit {
    let all = Starter::all();
    let Some(starter) = all.iter().find(|starter| starter.name == arguments.from) else {
        output.usage(&format!("there is no starter `{}`", arguments.from));
        return Exit::Usage;
    };
    let name = arguments.name.as_str();
    let home = arguments.folder.clone().unwrap_or_default();
    for folder in ["rules", "units"] {
        let taken = home.join(folder).join(name);
        if taken.exists() {
            let taken = taken.display();
            output.usage(&format!("`{taken}` already exists; choose another name"));
            return Exit::Usage;
        }
    }
    let mut written = Vec::new();
    for (path, text) in starter.renamed(name) {
        let path = home.join(path);
        if let Err(finding) = make(&path, &text) {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(finding);
            output.findings(&diagnostics, &SourceMap::default());
            return Exit::Usage;
        }
        written.push(path.display().to_string());
    }
    match output.format() {
        Format::Human => output.text(&words(name, starter, &written)),
        Format::Json => output.json(
            "new",
            NewDocument {
                name,
                from: starter.name,
                files: &written,
            },
        ),
    }
    Exit::Fine
}

/// Writes a new file, and the folders that it stands in.
///
/// Errors: E0515.
fn make(path: &Path, text: &str) -> Result<(), Diagnostic> {
    if let Some(folder) = path.parent()
        && let Err(error) = disk::make_folder(folder)
    {
        let folder = folder.display();
        let message = format!("the folder `{folder}` cannot be created: {error}");
        return Err(Diagnostic::new(Code::UnreadableFile, message));
    }
    disk::create(path, text)
}

fn words(name: &str, starter: &Starter, written: &[String]) -> String {
    let files: String = written.iter().map(|path| format!("  {path}\n")).collect();
    let plays: String = starter
        .scenarios()
        .map(|scenario| format!("  sandtable play {name}/{scenario}\n"))
        .collect();
    format!("{files}\nTry:\n  sandtable check {name}\n  sandtable test {name}\n{plays}")
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_words_of_the_language() {
        assert_eq!(name("river-war-2"), Ok("river-war-2".to_owned()));
        for wrong in ["", "My-game", "2nd", "a b", "a/b", "..", "a-"] {
            assert!(name(wrong).is_err(), "{wrong}");
        }
    }
}
