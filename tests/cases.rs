//! Tests over all files of a folder.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// Tests each of some files, also those behind one that fails; with `CASE=words` in the environment only those whose paths have
/// these words.
pub(crate) fn each(files: &[PathBuf], test: impl Fn(&Path)) {
    assert!(!files.is_empty(), "there is no such file");
    let wanted = std::env::var("CASE").unwrap_or_default();
    let is_wanted = |file: &&PathBuf| file.to_str().unwrap().contains(&wanted);
    let fails = |file: &&PathBuf| catch_unwind(AssertUnwindSafe(|| test(file))).is_err();
    let failed: Vec<&PathBuf> = files.iter().filter(is_wanted).filter(fails).collect();
    assert!(failed.is_empty(), "{} fail: {failed:#?}", failed.len());
}
