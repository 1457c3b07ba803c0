//! Packages that come in unasked and cost more time to build than what they are used for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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
