//! Packages that come in unasked and cost more time to build than what they are used for, and those that would be built twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages that are not built, and what keeps them out.
const UNWANTED: &[(&str, &str)] = &[
    (
        "icu_segmenter",
        "textwrap breaks no lines here: `cargo update -p textwrap --precise 0.16.2`",
    ),
    (
        "ar_archive_writer",
        "it serves Windows only: `cargo update -p psm --precise 0.1.26`",
    ),
    (
        "regex-automata",
        "files of tests are found by their endings",
    ),
];

#[test]
fn nothing_heavy_comes_in_unasked() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
    let lock = fs::read_to_string(lock).unwrap();
    let names = lock.lines().filter_map(|line| line.strip_prefix("name = "));
    let names: BTreeSet<&str> = names.map(|name| name.trim_matches('"')).collect();
    assert!(names.contains("textwrap") && names.contains("psm"));
    for (name, reason) in UNWANTED {
        assert!(!names.contains(name), "{name}: {reason}");
    }
}

/// Whoever runs the program and then the tests, as the README has it, compiles each package once: a package with other features, and
/// everything above it, would be compiled again.
#[test]
fn the_tests_compile_no_package_of_the_program_again() {
    let (program, tests) = (features("no-dev"), features("all"));
    assert!(program.iter().any(|line| line.starts_with("rand v")));
    let again: Vec<&String> = program.difference(&tests).collect();
    assert!(
        again.is_empty(),
        "the tests build these with other features: {again:#?}"
    );
}

/// Returns a line for each package of a build, with its version and features; `edges` are those of `cargo tree`.
fn features(edges: &str) -> BTreeSet<String> {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--prefix", "none"])
        .args(["--no-dedupe", "--format", "{p} {f}", "--edges", edges])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let findings = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{findings}");
    let lines = String::from_utf8(tree.stdout).unwrap();
    lines.lines().map(str::to_owned).collect()
}
