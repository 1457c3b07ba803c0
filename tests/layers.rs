//! The pipeline points one way: no layer names one that comes after it.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers in order. Those in one row do not see each other.
const LAYERS: [&[&str]; 13] = [
    &["source"],
    &["diagnostic"],
    &["board"],
    &["syntax", "roster"],
    &["model"],
    &["ir"],
    &["eval"],
    &["explain"],
    &["lint"],
    &["workspace"],
    &["session"],
    &["present"],
    &["tools"],
];

#[test]
fn no_layer_names_a_later_one() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (row, layer) in layers() {
        for file in rust_files(&src.join(layer)) {
            let text = fs::read_to_string(&file).unwrap();
            for (other_row, other) in layers() {
                let forbidden = other_row >= row && other != layer;
                if forbidden && names(&text, other) {
                    wrong.push(format!("{} names `{other}`", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_a_layer() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(src).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let known =
            ["lib", "main"].contains(&name.as_str()) || layers().any(|(_, layer)| layer == name);
        assert!(known, "`{name}` has no place in the pipeline");
    }
}

#[test]
fn only_rendering_of_findings_names_miette() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let text = fs::read_to_string(&file).unwrap();
        let allowed = file.ends_with("present/findings/graphical.rs");
        assert!(
            allowed || !text.contains("miette::"),
            "{} names miette",
            file.display()
        );
    }
}

pub fn layers() -> impl Iterator<Item = (usize, &'static str)> {
    LAYERS
        .iter()
        .enumerate()
        .flat_map(|(row, layers)| layers.iter().map(move |layer| (row, *layer)))
}

/// Whether the code, comments left out, uses that layer: `sandtable_model::…`; `crate::model::…` in the tools.
fn names(text: &str, layer: &str) -> bool {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let package = format!("sandtable_{layer}");
    let is_word = |mark: char| mark.is_alphanumeric() || mark == '_';
    code.split(|mark: char| !is_word(mark))
        .any(|word| word == package)
}

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
