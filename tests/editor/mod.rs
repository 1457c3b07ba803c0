//! Questions of editors: names, hover, completions, outlines, renaming, fixes, positions.

mod ask;
mod fixes;
mod names;
mod positions;
mod rename;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use sandtable::source::FileId;
use sandtable::workspace::files::Memory;
use sandtable::workspace::{Analysis, Effort, Workspace};

/// Names of the books.
pub(crate) const BOOKS: [&str; 6] = [
    "hellion",
    "hex-command-mechanized",
    "hgs-base",
    "hgs-house-rules",
    "pips",
    "stargrunt-digest",
];

/// The files below a folder of the repository.
fn add(memory: &mut Memory, folder: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return;
    };
    for entry in entries {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true => add(memory, &path),
            false => memory.set(path, fs::read_to_string(entry.path()).unwrap()),
        }
    }
}

/// The books in memory.
pub(crate) fn books() -> Workspace {
    let mut memory = Memory::default();
    for folder in ["rules", "units"] {
        add(&mut memory, folder);
    }
    Workspace::new(memory)
}

/// A small ruleset of one rule file and one unit file.
pub(crate) fn small(rules: &str, units: &str) -> (Workspace, Arc<Analysis>) {
    let mut memory = Memory::default();
    memory.set("rules/small/book.rules", rules);
    memory.set("units/small/units.toml", units);
    let mut workspace = Workspace::new(memory);
    let analysis = workspace.analyse("small", &[], Effort::None);
    (workspace, analysis)
}

/// The file whose name ends so.
pub(crate) fn file(analysis: &Analysis, ending: &str) -> FileId {
    let mut files = analysis.sources().files();
    files
        .find(|(_, file)| file.name.ends_with(ending))
        .unwrap()
        .0
}

/// The first place of a text in a file.
pub(crate) fn at(analysis: &Analysis, ending: &str, text: &str) -> (FileId, usize) {
    let file = file(analysis, ending);
    let source = analysis.sources().get(file).unwrap();
    let found = source.text.find(text);
    (
        file,
        found.unwrap_or_else(|| panic!("{ending} has no {text}")),
    )
}
