//! Unit files and maps to what they say and what is said about them.

use std::fs;
use std::path::Path;

use crate::harness;

#[path = "../roster/report.rs"]
mod report;

pub(crate) fn reads_units(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    harness::assert_beside(path, &report::units(&[(name, &text)]));
}

pub(crate) fn reads_map(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    harness::assert_beside(path, &report::map(path, &text));
}
