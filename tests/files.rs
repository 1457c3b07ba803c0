//! The files of a folder of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder of the repository whose names end in one of these ways, sorted.
pub(crate) fn files_in(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.is_file())
        .filter(|path| {
            let name = path.to_str().unwrap();
            endings.iter().any(|ending| name.ends_with(ending))
        })
        .collect();
    files.sort();
    files
}

/// As [`files_in`], with those of the folders below.
pub(crate) fn files_below(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = files_in(folder, endings);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            let name = entry.file_name().into_string().unwrap();
            files.extend(files_below(&format!("{folder}/{name}"), endings));
        }
    }
    files.sort();
    files
}
