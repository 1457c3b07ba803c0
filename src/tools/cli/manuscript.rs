//! Manuscripts on the disk: one file, or a folder of chapters.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::draft::{Format, Manuscript, is_manuscript, reading_order};
use crate::session::linked::missing_manuscript;
use crate::source::{SourceMap, Spanned};

/// Largest manuscript that is read, in bytes; most of a large one are pictures.
const LARGEST: u64 = 256 << 20;
/// Most chapters of a folder.
const MOST_CHAPTERS: usize = 500;

/// A manuscript at a path.
pub(super) struct Found {
    pub(super) manuscript: Manuscript,
    /// Chapters that have rules: each is a ruleset as well.
    pub(super) rulesets: Vec<String>,
}

/// Reads the manuscript at a path; `None` if there is none: the path is of a ruleset, or of nothing.
pub(super) fn open(path: &str) -> Option<Found> {
    let place = Path::new(path);
    let is_folder = place.is_dir();
    let files = match is_folder {
        true => chapters(place)?,
        false => vec![place.to_path_buf()],
    };
    let texts = texts(files).ok()?;
    let rulesets = texts.iter().filter(|(name, text)| has_rules(name, text));
    let rulesets: Vec<String> = rulesets.map(|(name, _)| name.clone()).collect();
    (is_folder || rulesets.is_empty()).then(|| Found {
        manuscript: read(&texts),
        rulesets,
    })
}

/// Reads the manuscript in files and folders of chapters, in the order given.
///
/// Errors: the first path that is none, and why, as a sentence; with `prose_only` also the first file that has rules.
pub(super) fn open_all(paths: &[String], prose_only: bool) -> Result<Manuscript, String> {
    let texts = texts(files_of(paths)?)?;
    let mut rulesets = texts.iter().filter(|(name, text)| has_rules(name, text));
    match rulesets.next().filter(|_| prose_only) {
        Some((name, _)) => Err(format!("`{name}` has rules already: use it as a ruleset")),
        None => Ok(read(&texts)),
    }
}

/// Reads the manuscript at a path; its texts join those of the rules.
///
/// Errors: the first path that is none, and why, as a sentence.
pub(super) fn open_beside(path: &str, sources: &SourceMap) -> Result<Manuscript, String> {
    let texts = texts(files_of(&[path.to_owned()])?)?;
    Ok(Manuscript::read_beside(sources.clone(), borrowed(&texts)))
}

/// Files at paths, and in the folders among them.
///
/// Errors: the first folder without chapters, as a sentence.
fn files_of(paths: &[String]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let place = PathBuf::from(path);
        match place.is_dir() {
            true => files.extend(
                chapters(&place).ok_or_else(|| format!("the folder `{path}` has no chapters"))?,
            ),
            false => files.push(place),
        }
    }
    Ok(files)
}

/// Reads the manuscript that an index names; its texts join those of the rules.
///
/// Errors: E0730 at the first file that is not there or is no manuscript.
pub(super) fn open_tied(
    index: &str,
    files: &[Spanned<String>],
    sources: &SourceMap,
) -> Result<Manuscript, Box<Diagnostic>> {
    let folder = Path::new(index).parent().unwrap_or(Path::new(""));
    let mut texts = Vec::new();
    for file in files {
        let path = folder.join(&file.value);
        let is_known = Format::of_name(&file.value).is_some();
        let Some(bytes) = bytes(&path).filter(|_| is_known) else {
            let path = path.display().to_string();
            return Err(Box::new(missing_manuscript(&path, file.span)));
        };
        texts.push((tidy(&path), bytes));
    }
    Ok(Manuscript::read_beside(sources.clone(), borrowed(&texts)))
}

/// A path without `..` after a folder.
fn tidy(path: &Path) -> String {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            (Component::CurDir, _) => {}
            (part, _) => parts.push(part),
        }
    }
    let path: PathBuf = parts.into_iter().collect();
    path.to_string_lossy().replace('\\', "/")
}

/// A file by its path, and its bytes.
type Text = (String, Vec<u8>);

fn borrowed(texts: &[Text]) -> impl Iterator<Item = (&str, &[u8])> {
    let texts = texts.iter();
    texts.map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
}

fn read(texts: &[Text]) -> Manuscript {
    Manuscript::read(borrowed(texts))
}

/// Whether a text is a ruleset as well: Markdown with a block of rules.
fn has_rules(name: &str, bytes: &[u8]) -> bool {
    !is_manuscript(name, bytes)
}

/// Errors: the first file that is no manuscript, and why, as a sentence.
fn texts(files: Vec<PathBuf>) -> Result<Vec<Text>, String> {
    let mut texts = Vec::new();
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        if Format::of_name(&name).is_none() {
            return Err(format!("`{name}` is not a manuscript that can be read"));
        }
        let Some(bytes) = bytes(&file) else {
            return Err(format!("there is no file `{name}`"));
        };
        texts.push((name, bytes));
    }
    Ok(texts)
}

/// Files of a folder that are chapters, in the order of their names; `None` if the folder has rule files, or no chapter.
fn chapters(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_string_lossy().into_owned();
        if is_rules(&path, 0) {
            return None;
        }
        // A word processor leaves locks beside open files.
        let is_hidden = name.starts_with('.') || name.starts_with("~$");
        let is_chapter =
            matches!(Format::of_name(&name), Some(format) if format != Format::Unreadable);
        if is_chapter && !is_hidden && path.is_file() {
            found.push(path);
        }
    }
    found.sort_by_key(|path| reading_order(&path.to_string_lossy()));
    (!found.is_empty() && found.len() <= MOST_CHAPTERS).then_some(found)
}

/// Whether a path is a file of a ruleset, or a folder that has one.
fn is_rules(path: &Path, depth: usize) -> bool {
    if path.is_dir() {
        let entries = fs::read_dir(path).ok().filter(|_| depth < 3);
        let mut paths = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        return paths.any(|path| is_rules(&path, depth + 1));
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("rules" | "toml"))
}

fn bytes(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).ok()?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
