//! `sandtable new`: a small complete game under a name of your own, to begin from.

use std::path::{Path, PathBuf};

use super::output::Output;
use super::{Exit, Format};
use crate::diagnostic::Diagnostics;
use crate::present::json::new::NewDocument;
use crate::source::SourceMap;
use crate::tools::disk::unwritten;
use crate::tools::safe_write::{NewFolder, Unwritten, create_folders};
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
    let texts = starter.renamed(name);
    let homes = ["rules", "units"].map(|folder| home.join(folder));
    let there = homes.iter().filter(|home| home.is_dir());
    // A path in each folder, for that folder.
    let inner: Vec<PathBuf> = there.map(|home| home.join(name)).collect();
    output.tidy_folders(inner.iter().map(PathBuf::as_path));
    if let Err((path, why)) = create_folders(&folders(&homes, name, &texts)) {
        let shown = path.display();
        if let Unwritten::Exists = why {
            output.usage(&format!("`{shown}` already exists; choose another name"));
            return Exit::Usage;
        }
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(unwritten(&path, &why.to_string()));
        output.findings(&diagnostics, &SourceMap::default());
        return Exit::Usage;
    }
    let paths = texts.iter().map(|(path, _)| home.join(path));
    let written: Vec<String> = paths.map(|path| path.display().to_string()).collect();
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

/// The folders of a ruleset with their files, out of those that all rulesets are in.
fn folders<'a>(homes: &[PathBuf], name: &str, texts: &'a [(String, String)]) -> Vec<NewFolder<'a>> {
    let folder = |home: &PathBuf| {
        let own = Path::new(home.file_name().unwrap_or_default()).join(name);
        let inner = |(path, text): &'a (String, String)| {
            let inner = Path::new(path).strip_prefix(&own).ok()?;
            Some((inner.to_owned(), text.as_bytes()))
        };
        let files: Vec<_> = texts.iter().filter_map(inner).collect();
        (home.join(name), files)
    };
    let folders: Vec<NewFolder<'a>> = homes.iter().map(folder).collect();
    let n_files: usize = folders.iter().map(|(_, files)| files.len()).sum();
    debug_assert_eq!(n_files, texts.len(), "every file is in one of the folders");
    folders
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
