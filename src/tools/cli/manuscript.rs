//! Manuscripts on the disk: one file, or a folder of chapters.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::draft::{Format, Manuscript, is_manuscript, reading_order};

/// Largest manuscript that is read, in bytes; most of a large one are pictures.
const LARGEST: u64 = 256 << 20;
/// Most chapters of a folder.
const MOST_CHAPTERS: usize = 500;

/// Reads the manuscript at a path; `None` if there is none: the path is of a ruleset, or of nothing.
pub(super) fn open(path: &str) -> Option<Manuscript> {
    let place = Path::new(path);
    let files = if place.is_dir() {
        chapters(place)?
    } else {
        vec![place.to_path_buf()]
    };
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        Format::of_name(&name)?;
        let bytes = bytes(&file)?;
        if !is_manuscript(&name, &bytes) {
            return None;
        }
        texts.push((name, bytes));
    }
    let files = texts
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    Some(Manuscript::read(files))
}

/// Files of a folder that are chapters, in the order of their names; `None` if the folder has rules, or no chapter.
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
