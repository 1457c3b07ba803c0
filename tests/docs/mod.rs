//! The documentation shows actual output.
//!
//! Blocks of a document, by what stands behind the fence:
//!
//! | | |
//! | --- | --- |
//! | `rules`, `toml` | all of a reference page form one ruleset; it must be sound, and its examples must pass |
//! | `rules,variant` | variants of that ruleset, each from its `variant` line on; their examples must pass |
//! | `rules,mistake`, `toml,mistake` | a faulty part of that ruleset; the `text` block that comes next shows its findings |
//! | `sh` | commands, run in the folder of the reader; the `text` block that comes next shows what the last one prints |
//!
//! A comment above a block of a page with commands says into which file it goes: `<!-- file: rules/my-game/game.rules -->`
//! adds it at the end; `<!-- file: …, replaces: roll shot -->` puts it in the place of the declaration that begins so.
//!
//! `ACCEPT_DOCS=1 cargo test docs` writes what happens into the documents, for review.

mod architecture;
mod blocks;
mod limits;
mod limits_of_files;
mod reference;
mod schemas;
mod transcripts;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// Expected and actual text of a block.
struct Shown {
    line: usize,
    wanted: String,
    found: String,
}

/// Compares, or with `ACCEPT_DOCS` writes into the document what happened.
fn compare(name: &str, text: &str, shown: &[Shown]) {
    let wrong: Vec<&Shown> = shown
        .iter()
        .filter(|shown| blocks::trimmed(&shown.wanted) != blocks::trimmed(&shown.found))
        .collect();
    if wrong.is_empty() {
        return;
    }
    if std::env::var_os("ACCEPT_DOCS").is_some() {
        let changes: Vec<(usize, String)> = wrong
            .iter()
            .map(|shown| (shown.line, blocks::trimmed(&shown.found)))
            .collect();
        fs::write(path(name), blocks::replaced(text, &changes)).unwrap();
        return;
    }
    let report: Vec<String> = wrong
        .iter()
        .map(|shown| {
            format!(
                "{name}:{} shows\n{}\nbut this is what happens\n{}\n",
                shown.line + 1,
                blocks::trimmed(&shown.wanted),
                blocks::trimmed(&shown.found)
            )
        })
        .collect();
    panic!("{}", report.join("\n"));
}
