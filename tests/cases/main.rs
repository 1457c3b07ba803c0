//! A test for each case. A case is a file in the folder of its concern, and what it must come to is beside it or in its name: adding a case
//! is adding a file. A test has the path of its file: `cargo test E0203` runs the cases of a folder, `cargo test seven_on_a_d6` one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    clippy::wildcard_enum_match_arm,
    reason = "a test that fails may stop, and reads its own cases"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

mod check;
mod draft;
mod explain;
mod faults;
#[path = "../files.rs"]
mod files;
#[expect(dead_code, reason = "the other tests use the rest")]
#[path = "../harness.rs"]
mod harness;
mod ir;
mod listing;
mod old_texts;
mod passes;
mod roster;

use files::{files_below, files_in};

/// A test for each of some files.
fn trials(files: Vec<PathBuf>, test: fn(&Path)) -> Vec<Trial> {
    assert!(!files.is_empty(), "a folder of cases is empty");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let trial = |file: PathBuf| {
        let case = file.strip_prefix(&tests).unwrap().to_str().unwrap();
        let (name, _) = case.split_once('.').unwrap();
        Trial::test(name.replace(['/', '\\'], "::"), move || {
            test(&file);
            Ok(())
        })
    };
    files.into_iter().map(trial).collect()
}

fn main() -> ExitCode {
    let in_folder = |folder: &str, endings: &[&str]| files_in(&format!("tests/{folder}"), endings);
    let below = |folder: &str, endings: &[&str]| files_below(&format!("tests/{folder}"), endings);
    // The results of `new --from` are compared where it runs.
    let mut drafts = below("draft", &[".md", ".txt", ".html", ".csv"]);
    drafts.retain(|path| {
        path.parent()
            .is_some_and(|folder| !folder.ends_with("made"))
    });
    let all = [
        trials(
            below("check", &[".rules", ".md", ".map.toml"]),
            check::finds,
        ),
        trials(drafts, draft::finds),
        trials(in_folder("explain", &[".rules"]), explain::stories),
        trials(
            in_folder("explain/differs", &[".rules"]),
            explain::differences,
        ),
        trials(in_folder("explain/why", &[".rules"]), explain::reasons),
        trials(in_folder("faults", &[".rules"]), faults::faults),
        trials(in_folder("ir", &[".rules"]), ir::listings),
        trials(below("old-texts", &[".rules"]), old_texts::lives),
        trials(below("passes", &[".ir"]), passes::rewrites),
        trials(in_folder("roster", &[".toml"]), roster::reads_units),
        trials(in_folder("roster/maps", &[".toml"]), roster::reads_map),
    ];
    let all = all.into_iter().flatten().collect();
    libtest_mimic::run(&Arguments::from_args(), all).exit_code()
}
