//! `sandtable new`: a ruleset under a name of your own, to begin from: a copy of a small complete game, or made from a manuscript.

use std::path::{Path, PathBuf};

use super::output::Output;
use super::{Exit, Format, manuscript};
use crate::diagnostic::Diagnostics;
use crate::draft::Manuscript;
use crate::present::encoded;
use crate::present::json::new::NewDocument;
use crate::session::encode::{Origin, encode_manuscript};
use crate::source::SourceMap;
use crate::tools::disk::unwritten;
use crate::tools::safe_write::{NewFolder, Unwritten, create_folders};
use crate::workspace::files::Starter;

/// Arguments of `new`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples: sandtable new my-game --from hexes\n          sandtable new my-game --from my-rules.docx"
)]
pub(super) struct Arguments {
    /// Name of the ruleset: small letters, digits and hyphens
    #[arg(value_parser = name)]
    name: String,
    /// Starter, or manuscript: files or a folder of chapters (.docx, .odt, .html, .md, .txt, .csv)
    #[arg(long, value_name = "STARTER|FILE", num_args = 1.., default_value = "skirmish", long_help = from_help())]
    from: Vec<String>,
    /// Folder with `rules` and `units`, by default the current one
    #[arg(long = "in", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

fn starters() -> Vec<&'static str> {
    Starter::all().iter().map(|starter| starter.name).collect()
}

fn from_help() -> String {
    format!(
        "Starter ({}), or manuscript: files or a folder of chapters (.docx, .odt, .html, .md, .txt, .csv)",
        starters().join(", ")
    )
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
    let starters = Starter::all();
    let starter = match arguments.from.as_slice() {
        [only] => starters.iter().find(|starter| starter.name == *only),
        _ => None,
    };
    match starter {
        Some(starter) => from_starter(arguments, starter, output),
        None => from_manuscript(arguments, output),
    }
}

fn from_starter(arguments: &Arguments, starter: &Starter, output: &Output) -> Exit {
    let name = arguments.name.as_str();
    let texts = starter.renamed(name);
    let written = match create(arguments, &texts, output) {
        Ok(written) => written,
        Err(exit) => return exit,
    };
    match output.format() {
        Format::Human => output.text(&words(name, starter, &written)),
        Format::Json => output.json(
            "new",
            NewDocument {
                name,
                from: starter.name,
                files: &written,
                made: None,
            },
        ),
    }
    Exit::Fine
}

fn from_manuscript(arguments: &Arguments, output: &Output) -> Exit {
    let name = arguments.name.as_str();
    let manuscript = match manuscript::open_all(&arguments.from, true) {
        Ok(manuscript) => manuscript,
        Err(why) => {
            let known = starters().join(", ");
            output.usage(&format!("{why}; the starters are: {known}"));
            return Exit::Usage;
        }
    };
    if manuscript.diagnostics.has_errors() {
        output.findings(&manuscript.diagnostics, &manuscript.sources);
        return Exit::Findings;
    }
    output.pulse().at("making rules of the manuscript");
    let files = files_from(arguments, &manuscript);
    let origin = Origin {
        name: &arguments.from.join(", "),
        files: &files,
    };
    let encoded = encode_manuscript(&manuscript.document, name, &origin);
    let written = match create(arguments, &encoded.files, output) {
        Ok(written) => written,
        Err(exit) => return exit,
    };
    match output.format() {
        Format::Human => output.text(&encoded::text(name, origin.name, &encoded, &written)),
        Format::Json => output.json(
            "new",
            NewDocument {
                name,
                from: origin.name,
                files: &written,
                made: Some((&encoded).into()),
            },
        ),
    }
    Exit::Fine
}

/// The files of a manuscript as the index of the new ruleset names them: from the folder that it is in.
fn files_from(arguments: &Arguments, manuscript: &Manuscript) -> Vec<String> {
    let home = arguments.folder.clone().unwrap_or_default();
    let home = match home.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => home,
    };
    let full = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let home = full(&home);
    let from_home = |name: &str| {
        let file = full(Path::new(name));
        let (mut above, mut base) = (PathBuf::from("../.."), home.as_path());
        loop {
            if let Ok(inner) = file.strip_prefix(base) {
                break above.join(inner);
            }
            match base.parent() {
                Some(parent) => base = parent,
                None => break file,
            }
            above.push("..");
        }
    };
    let files = manuscript.sources.files();
    files
        .map(|(_, file)| from_home(&file.name).to_string_lossy().replace('\\', "/"))
        .collect()
}

/// Writes the files of a ruleset, and returns their paths.
///
/// Errors: the exit code, after the reason is printed.
fn create(
    arguments: &Arguments,
    texts: &[(String, String)],
    output: &Output,
) -> Result<Vec<String>, Exit> {
    let name = arguments.name.as_str();
    let home = arguments.folder.clone().unwrap_or_default();
    let is_used = |folder: &&str| texts.iter().any(|(path, _)| path.starts_with(*folder));
    let homes = ["rules", "units"].into_iter().filter(is_used);
    let homes: Vec<PathBuf> = homes.map(|folder| home.join(folder)).collect();
    let there = homes.iter().filter(|home| home.is_dir());
    // A path in each folder, for that folder.
    let inner: Vec<PathBuf> = there.map(|home| home.join(name)).collect();
    output.tidy_folders(inner.iter().map(PathBuf::as_path));
    if let Err((path, why)) = create_folders(&folders(&homes, name, texts)) {
        let shown = path.display();
        if let Unwritten::Exists = why {
            output.usage(&format!("`{shown}` already exists; choose another name"));
            return Err(Exit::Usage);
        }
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(unwritten(&path, &why.to_string()));
        output.findings(&diagnostics, &SourceMap::default());
        return Err(Exit::Usage);
    }
    let paths = texts.iter().map(|(path, _)| home.join(path));
    Ok(paths.map(|path| path.display().to_string()).collect())
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
